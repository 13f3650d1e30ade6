"""The organiser's first page, the settings of an event, and what is printed."""

import re
import secrets
from html import unescape

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.database import DatabaseDesk
from referee.desk_event.opened import EventDesk, right_of, tournament_now
from referee.desk_event.results import agree
from referee.tournament.events import Mode, Release, Role
from referee.web.context import desk_in_use
from tests.events_web.organiser import SIXTEEN, Organiser, organiser_of
from tests.tournaments import Hall, done, opened_hall


@pytest.fixture
def organiser(app: Flask) -> Organiser:
    """Return the organiser of a new event."""
    return organiser_of(app.test_client(), ruleset="ema-2016")


def step(organiser: Organiser) -> str:
    """Return what the first page says comes next."""
    found = re.search(r'<h2 id="next">([^<]*)</h2>', organiser.see())
    assert found is not None
    return found[1]


def test_the_next_step_is_one_button(organiser: Organiser) -> None:
    """events/9: add people, draw, publish, start; each of them once the one before is done."""
    assert step(organiser) == "First: the people"
    organiser.paste("\n".join(SIXTEEN.splitlines()[:15]))
    assert step(organiser) == "1 substitute is missing"
    organiser.send("people", "people/fill")
    assert step(organiser) == "Draw round 1"
    organiser.send("draw", "draw", way="fixed")
    assert step(organiser) == "Round 1 is drawn"
    assert organiser.send("", "draw/publish").status_code == 303
    assert step(organiser) == "Round 1 is published"
    asked = organiser.send("", "round/start")
    assert asked.status_code == 200
    assert organiser.send("", "round/start", sure="1").status_code == 303
    assert step(organiser) == "Round 1 is in play"


def test_a_tournament_takes_the_rules_for_tournaments(app: Flask) -> None:
    """A name and a ruleset are enough: until somebody chooses, the play goes with the kind of event.

    Aalto's sheet says what is played otherwise at tournaments, and is for the club else; EMA's is for tournaments.
    """
    client = app.test_client()

    def play(**fields: str) -> str:
        page = client.get("/events/new", query_string=fields).text.partition('name="option-play"')[2]
        found = re.search(r'<option value="(\w+)" selected', page)
        assert found is not None
        return found[1]

    assert play(ruleset="aalto") == "tournament"
    assert play(ruleset="aalto", kind="night") == "club"
    changed = {"ruleset": "aalto", "kind": "night", "kind-before": "tournament"}
    assert play(**changed, **{"option-play": "tournament"}) == "club"
    back = {"ruleset": "aalto", "kind": "tournament", "kind-before": "night"}
    assert play(**back, **{"option-play": "club"}) == "tournament"
    assert play(ruleset="aalto", kind="tournament", **{"option-play": "club"}) == "club"
    assert play(ruleset="ema-2016") == "tournament"
    assert play(ruleset="ema-2016", **{"option-play": "social"}) == "social"


def begin_game(client: FlaskClient, **rules: str) -> None:
    """Begin a game of four at a table of its own."""
    names = {f"name-{seat}": name for seat, name in enumerate(("Aki", "Ben", "Chie", "Dan"))}
    begun = client.post("/games", data={"command_id": secrets.token_hex(16)} | names | rules)
    assert begun.status_code == 303, begun.text


def offered(client: FlaskClient) -> str:
    """Return the ruleset that a new event offers."""
    page = client.get("/events/new").text.partition('name="ruleset"')[2].partition("</select>")[0]
    found = re.search(r'<option value="([\w-]*)"[^>]* selected', page)
    assert found is not None
    return found[1]


def test_a_tournament_does_not_take_the_play_of_the_club_s_last_game(app: Flask) -> None:
    """The rules used last are chosen already, but not what they were used for."""
    client = app.test_client()
    begin_game(client, ruleset="aalto", **{"option-play": "club"})

    page = client.get("/events/new").text

    assert '<option value="aalto" selected' in page
    assert '<option value="tournament" selected' in page.partition('name="option-play"')[2]


def test_a_new_event_offers_the_rules_played_last(app: Flask) -> None:
    """Rules that were only looked up are not played; without any, a form that chose none is told so."""
    client = app.test_client()
    client.get("/pays", query_string={"ruleset": "tenhou"})
    assert offered(client) == ""
    refused = client.post("/events", data={"name": "Spring cup", "command_id": secrets.token_hex(16)})
    assert "Choose the ruleset that is played." in refused.text
    assert refused.status_code == 422

    begin_game(client, ruleset="ema-2016")
    client.get("/pays", query_string={"ruleset": "tenhou"})
    assert offered(client) == "ema-2016"
    organiser_of(client, ruleset="wrc-2025")
    assert offered(client) == "wrc-2025"
    begin_game(client, ruleset="ema-2016")
    assert offered(client) == "ema-2016"


def test_absent_people_who_fill_no_table_are_taken_off_by_the_next_step(organiser: Organiser) -> None:
    """Where all others then sit four at a table, that is the one button; where they do not, it is no way out."""
    organiser.paste("\n".join(f"Player {number}" for number in range(1, 19)))
    organiser.send("people", "people/17/status", status="absent")
    assert "people/off" not in organiser.see()
    organiser.send("people", "people/18/status", status="absent")
    organiser.send("people", "people/here")

    for page in ("", "people"):
        assert "Take 2 absent people off the list</button>" in organiser.see(page)
    assert organiser.see().count("act--main") == 1
    assert organiser.send("", "people/off").location == organiser.to()

    assert step(organiser) == "Draw round 1"


def test_only_who_has_a_seat_is_counted_as_present_or_expected(app: Flask) -> None:
    """A substitute who waits is nobody who lacks; those who fill a table of four are."""
    for players, spare, count in ((12, 2, 12), (14, 3, 16)):
        organiser = organiser_of(app.test_client())
        kinds = ["player"] * players + ["substitute"] * spare
        organiser.paste("name,kind\n" + "\n".join(f"P {number},{kind}" for number, kind in enumerate(kinds)))
        assert f"{count} expected" in organiser.see()
        for number in range(1, count + 1):
            organiser.send("people", f"people/{number}/status", status="present")
        assert f"{count} of {count} present" in organiser.see()


def test_cards_are_named_before_the_first_round(organiser: Organiser) -> None:
    """Only until they are made, and never at an event on paper; the start stays one tap."""
    organiser.paste(SIXTEEN)
    assert "16 of 16 present" not in organiser.see()
    assert "16 expected" in organiser.see()
    organiser.send("people", "people/16/status", status="absent")
    assert "15 expected" in organiser.see()
    organiser.send("people", "people/16/status", status="expected")
    organiser.send("draw", "draw", way="fixed")
    organiser.send("", "draw/publish")

    assert 'aria-current="step"><span>Start<' in organiser.see()
    assert "Print the table cards" in organiser.see()
    organiser.send("settings", "settings", mode="paper")
    assert "Print the table cards" not in organiser.see()
    organiser.send("settings", "settings", mode="any")
    organiser.send("print", "print/cards")
    assert "Print the table cards" not in organiser.see()


def test_a_night_checks_people_in_and_then_seats_who_waits(app: Flask) -> None:
    """The one thing to do next is a button of the first page, whatever else goes on."""
    organiser = organiser_of(app.test_client(), kind="night")
    organiser.paste("\n".join(SIXTEEN.splitlines()[:9]))
    assert step(organiser) == "Who is here?"
    organiser.send("people", "people/here")
    assert step(organiser) == "9 people wait for a table"
    assert f'href="{organiser.to("waiting")}"' in organiser.see()

    assert organiser.send("waiting", "waiting").status_code == 303
    assert step(organiser) == "5 people wait for a table"
    assert organiser.send("waiting", "waiting").status_code == 303
    assert step(organiser) == "2 tables are playing"
    assert organiser.to("round/2") in organiser.see()


def test_everybody_sees_all_tables_of_a_night(app: Flask) -> None:
    """Each table is a round of its own, with none of them "the" round and no clock for all."""
    organiser = organiser_of(app.test_client(), kind="night", ruleset="ema-2016")
    organiser.paste("\n".join(SIXTEEN.splitlines()[:8]))
    organiser.send("people", "people/here")
    for _ in range(2):
        organiser.send("waiting", "waiting")

    page = app.test_client().get(organiser.to()).text.partition('id="live"')[2]

    assert re.findall(r'<th role="rowheader" scope="row">(\d+)', page) == ["1", "2"]
    assert "Round 1" not in page
    assert "data-clock-at" not in page


def test_the_first_page_shows_what_is_played_and_leads_on_when_it_is_over(app: Flask) -> None:
    """The clock and how far each table is, without a tap; nothing is sent again while nothing has changed."""
    client = app.test_client()
    with app.app_context():
        hall = opened_hall(desk_in_use(), "ema-2016", rounds=1)
        hall.seat(8)
        client.get(f"/in/{hall.token}")
        organiser = Organiser(client=client, event=hall.id)
        assert 'id="now" data-poll' not in organiser.see()
        hall.start()

        page = organiser.see().partition('id="now"')[2].partition("</section>")[0]
        assert 'data-clock-at="' in page
        assert re.findall(r'<a class="tab tab--(\w+)" href="([^"]*)"', page) == [
            ("seated", organiser.to("round/1")),
            ("seated", organiser.to("round/2")),
        ]
        poll = unescape(page.partition('hx-get="')[2].partition('"')[0])
        seen = page.partition('hx-ptag="')[2].partition('"')[0]
        assert client.get(poll, headers={"HX-Request": "true", "HX-PTag": seen}).status_code == 304

        done_at(hall, 1)
        part = client.get(poll, headers={"HX-Request": "true", "HX-PTag": seen})
        assert 'class="tab tab--done"' in part.text
        assert "1 table has no result yet." in part.text
        assert "<main" not in part.text
        done_at(hall, 2)
        assert client.get(poll, headers={"HX-Request": "true"}).headers["HX-Redirect"] == organiser.to()


def done_at(hall: Hall, table_no: int) -> None:
    """Play the game of a table, and let its four agree."""
    hall.play(1, table_no)
    done(agree(hall.event_desk, hall.order(), 1, table_no))


def test_repeats_are_asked_about_wherever_a_round_is_published(app: Flask) -> None:
    """events/2.6: on the first page and on that of the round too, until it is published."""
    question = "6 pairs of this round have met in an earlier one. Publish it like this?"
    client = app.test_client()
    with app.app_context():
        hall = opened_hall(desk_in_use(), "aalto", rounds=2)
        hall.seat(4)
        client.get(f"/in/{hall.token}")
        organiser = Organiser(client=client, event=hall.id)
        organiser.send("draw?round=2", "draw", way="hand")
        assert question not in organiser.see() + organiser.see("round")
        hall.start()
        hall.play(1, 1)
        done(agree(hall.event_desk, hall.order(), 1, 1))
        hall.close()

    for page in ("", "round", "draw?round=2"):
        assert organiser.see(page).count(question) == 1
    organiser.send("", "draw/publish")
    assert question not in organiser.see() + organiser.see("round") + organiser.see("draw?round=2")


def test_the_page_of_a_round_leads_on_as_the_first_page_does(organiser: Organiser) -> None:
    """Whoever closed a round there publishes the next one there too."""
    organiser.paste(SIXTEEN)
    organiser.send("draw", "draw", way="fixed")

    assert organiser.send("round", "draw/publish", round="1").status_code == 303
    assert step(organiser) == "Round 1 is published"
    assert organiser.to("round/start") in organiser.see("round")


def test_rounds_are_closed_revealed_and_the_event_ended(app: Flask) -> None:
    """events/9: what comes after a round, each with one button; an event that was ended goes on with a reason."""
    with app.app_context():
        hall = opened_hall(desk_in_use(), "ema-2016", rounds=1, release=Release.BY_HAND)
        hall.seat(4)
        hall.start()
        client = app.test_client()
        client.get(f"/in/{hall.token}")
        organiser = Organiser(client=client, event=hall.id)

        assert step(organiser) == "Round 1 is in play"
        hall.play(1, 1)
        done(agree(hall.event_desk, hall.order(), 1, 1))
        assert step(organiser) == "All results of round 1 are in"
    assert organiser.send("", "round/close").status_code == 303
    assert step(organiser) == "The standings after round 1 are not public yet"
    assert organiser.send("", "reveal").status_code == 303
    assert step(organiser) == "All rounds are played"
    assert organiser.send("", "end").status_code == 303
    assert step(organiser) == "The event is over"
    assert organiser.send("settings", "reopen").status_code == 422
    assert organiser.send("settings", "reopen", reason="One more correction").status_code == 303
    assert step(organiser) == "All rounds are played"


def test_settings_change_until_they_are_frozen(organiser: Organiser, desk: DatabaseDesk) -> None:
    """events/2.1: name, minutes, rounds, mode and the rest; what is wrong is said and nothing written."""
    event_desk = EventDesk(desk=desk, store=desk.store)

    done = organiser.send(
        "settings", "settings", name="Autumn cup", rounds="5", minutes="80", mode="paper", days="2026-11-23 2026-11-24"
    )
    wrong = organiser.send("settings", "settings", rounds="21")

    assert done.status_code == 303
    assert wrong.status_code == 422
    assert "at most 20" in wrong.get_data(as_text=True)
    settings = tournament_now(event_desk, organiser.event).settings
    assert (settings.rounds, settings.minutes, settings.mode) == (5, 80, Mode.PAPER)
    assert settings.days == ("2026-11-23", "2026-11-24")
    assert "Autumn cup" in organiser.see()


def test_ties_are_chosen_in_order(organiser: Organiser, desk: DatabaseDesk) -> None:
    """events/6: any list out of the five."""
    organiser.send("settings", "settings", **{"tie-direct": "1", "tie-firsts": "2"})

    settings = tournament_now(EventDesk(desk=desk, store=desk.store), organiser.event).settings
    assert settings.ties == ("direct", "firsts")


def test_seating_and_sheets_are_printed(organiser: Organiser) -> None:
    """events/9: by name and by table, sheets blank and filled."""
    organiser.paste(SIXTEEN)
    organiser.send("draw", "draw", way="hand")

    seating = organiser.see("print/seating?round=1")
    sheets = organiser.see("print/sheets?round=1")

    names = re.findall(r"<tr><td><bdi>([^<]*)</bdi>", seating)
    assert names == sorted(names)
    assert len(names) == 16
    assert seating.count("<li><strong>Table ") == 4
    assert sheets.count('<section class="paper">') == 4
    assert "Aki Berg" in sheets
    assert organiser.see("print/sheets").count('<section class="paper">') == 1


def test_names_with_accents_are_listed_among_those_without(organiser: Organiser) -> None:
    """A wall of names is read from A to Z; names in kana and kanji follow in the order of what is shown."""
    listed = ["anna", "Åsa", "Bo", "Ève", "Olga", "Ömer", "Łucja", "Max", "Zoe", "アキ", "花", "あき"]
    organiser.paste("\n".join(listed))
    organiser.send("draw", "draw", way="fixed")
    organiser.send("", "draw/publish")

    hall = re.findall(r'data-turn="name".*?</section>', organiser.see("hall"), re.DOTALL)[0]
    printed = re.findall(r"<tr><td><bdi>([^<]*)</bdi>", organiser.see("print/seating?round=1"))

    in_order = ["anna", "Åsa", "Bo", "Ève", "Łucja", "Max", "Olga", "Ömer", "Zoe", "あき", "アキ", "花"]
    assert printed == re.findall(r"<li><span>([^<]*)</span>", hall) == in_order


def test_what_is_printed_once_stands_before_what_each_round_prints(organiser: Organiser) -> None:
    """events/9: the cards come first, above a list that grows with the rounds."""
    organiser.paste(SIXTEEN)
    organiser.send("draw", "draw", way="fixed")
    page = organiser.see("print")
    assert page.index("Create 4 cards") < page.index("Seating of round 1")


def test_cards_are_made_once_and_let_tables_in(organiser: Organiser, desk: DatabaseDesk) -> None:
    """events/1: a button makes one card for each table, kept nowhere but on this page; older ones stay valid."""
    organiser.paste(SIXTEEN)
    event_desk = EventDesk(desk=desk, store=desk.store)

    made = organiser.send("print", "print/cards")
    page = made.get_data(as_text=True)
    tokens = re.findall(r"/in/([a-z2-7]{26})<", page)

    assert made.headers["Cache-Control"] == "no-store"
    assert len(set(tokens)) == 4
    for number, token in enumerate(tokens, 1):
        found = right_of(event_desk, token)
        assert found is not None
        assert (found[1].role, found[1].table_no) == (Role.TABLE, number)
    organiser.send("print", "print/cards")
    assert right_of(event_desk, tokens[0]) is not None
    assert "8 cards are valid now" in organiser.see("print")
    assert tokens[0] not in organiser.see("print")


def test_the_seating_of_no_round_is_that_of_the_next_or_refused(organiser: Organiser) -> None:
    """events/9: an address that was typed without a round shows the one that is next; of none it says so."""
    assert organiser.client.get(organiser.to("print/seating")).status_code == 422
    organiser.paste(SIXTEEN)
    organiser.send("draw", "draw", way="fixed")

    nowhere = organiser.client.get(organiser.to("print/seating?round=99"))

    assert "Round 1" in organiser.see("print/seating")
    assert (nowhere.status_code, "Round 99 has not been drawn." in nowhere.text) == (422, True)


@pytest.mark.parametrize("page", ["settings", "print", "print/seating?round=1", "print/sheets"])
def test_these_pages_are_for_staff(organiser: Organiser, app: Flask, page: str) -> None:
    """events/1: the public sees none of them."""
    assert app.test_client().get(organiser.to(page)).status_code == 403


def test_the_first_page_leads_back_to_the_event(organiser: Organiser, app: Flask) -> None:
    """Its link is shown only once: who left the event finds it above the games; nobody else sees it there."""
    first = organiser.client.get("/").get_data(as_text=True)
    assert f'<a href="{organiser.to()}" hx-boost="false">' in first
    assert first.index("Spring cup") < first.index("Which rules do you play?")
    assert "Spring cup" not in app.test_client().get("/").get_data(as_text=True)


def test_the_hall_shows_no_list_of_a_seating_that_is_not_there(organiser: Organiser) -> None:
    """Before a round is published the screen would stay empty for two turns of three."""
    organiser.paste(SIXTEEN)
    assert "data-turn" not in organiser.see("hall")
    organiser.send("draw", "draw", way="fixed")
    organiser.send("", "draw/publish")
    hall = organiser.see("hall")
    assert [name in hall for name in ('data-turn="name"', 'data-turn="table"')] == [True, True]
