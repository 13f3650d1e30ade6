"""The running round: start, clock, extra time, the signal, and four who agree, over HTTP (`events/3`, `events/5`)."""

import re
import secrets
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from html import unescape
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from referee.database import DatabaseDesk, desk_over
from referee.desk import TableView, rule
from referee.desk_event.draws import draw, publish
from referee.desk_event.links import make_cards, make_link
from referee.desk_event.people import enter_people, man, set_status
from referee.desk_event.results import agree, enter_paper, take_back
from referee.desk_event.rounds import table_address
from referee.library import library_of
from referee.paths import rulesets_dir
from referee.rulebook import shelf_in
from referee.store.tournaments import PersonRow
from referee.tournament.events import DrawMethod, Entrant, Form, PersonKind, Role, Status, Winds
from referee.tournament.seating import DrawWish
from referee.tournament.sheets import PaperSheet
from referee.web import create_app
from referee.web.context import DESK
from tests.desks import opened, ron, ruling_plan
from tests.tournaments import Hall, done, opened_hall
from tests.web.requests_at_table import fields_of

UNKNOWN = "\N{EN DASH}"
RON = {"result": "ron", "ron": "1", "from": "0", "han-1": "2", "fu-1": "30", "hand": "0", "drawn": "1"}
DRAW = {"result": "draw", "hand": "0", "drawn": "1"}


class Clock:
    """A clock that goes on when it is told."""

    def __init__(self) -> None:
        self.now = datetime(2026, 11, 21, 9, 0, tzinfo=UTC)

    def __call__(self) -> str:
        """Return the time as the log tells it."""
        return self.now.isoformat(timespec="milliseconds")

    def later(self, **step: float) -> None:
        """Let time go by."""
        self.now += timedelta(**step)


@dataclass
class Day:
    """An event in a browser: what its organiser, a referee and the phones of its tables do."""

    app: Flask
    hall: Hall
    clock: Clock
    organiser: FlaskClient
    referee: FlaskClient

    def phone(self, table: int = 1) -> FlaskClient:
        """Return a phone that scanned the card of a table."""
        cards = make_cards(self.hall.event_desk, self.hall.order(), (table,))
        assert isinstance(cards, tuple)
        return entered(self.app, cards[0])

    def to(self, page: str) -> str:
        """Return the address of a page."""
        return f"/e/{self.hall.id}/{page}"

    def order(self, who: FlaskClient, page: str, **fields: str) -> TestResponse:
        """Send a form of the event."""
        data = {"command_id": secrets.token_hex(16), "expected": str(self.hall.state.changed), "round": "1"}
        return who.post(self.to(page), data=data | fields)

    def table(self, table: int = 1, round_no: int = 1) -> str:
        """Return the address of a table."""
        return "/t/" + table_address(self.hall.id, round_no, table)

    def view(self, table: int = 1) -> TableView:
        """Return a game as it stands."""
        return self.hall.game(1, table).view

    def at_table(self, who: FlaskClient, page: str, **fields: str) -> TestResponse:
        """Send a form of table 1 as it stands there now."""
        view = self.view()
        data = {"command_id": secrets.token_hex(16), "expected_event": view.expected_event}
        return who.post(f"{self.table()}/{page}", data=data | {"expected": str(view.expected)} | fields)


def entered(app: Flask, token: str) -> FlaskClient:
    """Return a browser that came in by a link."""
    client = app.test_client()
    assert client.get(f"/in/{token}").status_code == 303
    return client


def text(answer: TestResponse) -> str:
    """Return the text of an answer."""
    return answer.get_data(as_text=True)


def day_of(folder: Path, ruleset: str = "ema-2016", form: Form = Form.TOURNAMENT) -> Day:
    """Return an event of two tables, its round drawn and published, under a clock that stands still."""
    shelf, clock = shelf_in((rulesets_dir(),)), Clock()
    desk = replace(desk_over(opened(folder).store, library_of(shelf)), clock=clock)
    app = create_app(desk.library, desk, shelf=shelf)
    hall = opened_hall(desk, ruleset, rounds=2, form=form)
    if form == Form.TOURNAMENT:
        hall.seat(8, rounds=2)
        for number in range(1, 9):
            done(set_status(hall.event_desk, hall.order(), number, Status.PRESENT))
    token = make_link(hall.event_desk, hall.order(), Role.REFEREE)
    assert isinstance(token, str)
    return Day(app, hall, clock, entered(app, hall.token), entered(app, token))


@pytest.fixture
def day(tmp_path: Path) -> Iterator[Day]:
    """Return an event of two tables whose first round is published."""
    found = day_of(tmp_path)
    yield found
    found.hall.event_desk.desk.store.close()  # type: ignore[attr-defined]


def test_a_round_starts_at_once_where_every_phone_is_open_and_everybody_is_there(day: Day) -> None:
    """events/3: one order for the clock and the games of all tables."""
    for table in (1, 2):
        day.phone(table)
    answer = day.order(day.organiser, "round/start")

    assert answer.status_code == 303
    assert [each.table_no for each in day.hall.event_desk.store.games_of_tournament(day.hall.id, 1)] == [1, 2]


@pytest.mark.parametrize(
    ("lang", "waits", "empty"),
    [
        ("en", "The seats of round 1 are not published yet.", "Nobody sits at this table"),
        ("ja", "1回戦の座席はまだ公開されていません。", "この卓は使われません"),
    ],
)
def test_a_card_that_is_scanned_before_the_seats_are_published_says_so(
    tmp_path: Path, lang: str, waits: str, empty: str
) -> None:
    """events/2.5: nobody is said to sit nowhere while only staff know the draw; afterwards an empty table is."""
    day = day_of(tmp_path, form=Form.NIGHT)
    hall = opened_hall(day.hall.event_desk.desk, rounds=1)  # type: ignore[arg-type]
    hall.enter(8)
    page, organiser = f"/e/{hall.id}/tables/3?lang={lang}", entered(day.app, hall.token)
    undrawn = text(organiser.get(page))
    done(draw(hall.event_desk, hall.order(), DrawWish(rounds=(1,), method=DrawMethod.RANDOM, seed=1)))
    drawn = text(organiser.get(page))
    done(publish(hall.event_desk, hall.order(), 1, (1,)))

    assert [waits in each and empty not in each for each in (undrawn, drawn)] == [True, True]
    assert empty in text(organiser.get(page))


def test_how_long_a_phone_was_silent_is_told_in_minutes_once_it_is_long(day: Day) -> None:
    """Nobody divides 388 seconds by sixty at a desk."""
    day.phone().get(day.to("tables/1"))
    told = []
    for later in (90, 298):
        day.clock.later(seconds=later)
        told += re.findall(r"last seen \d+ [a-z]+ ago", text(day.referee.get(day.to("round/1"))))

    assert told == ["last seen 90 s ago", "last seen 6 min ago"]


def test_what_a_phone_is_let_do_all_day_is_said_above_the_phones(day: Day) -> None:
    """events/1: the row of a phone names it and when it was seen; what its button saves is said once."""
    row = text(day.referee.get(day.to("round/1")))
    day.phone()
    with_phone = text(day.referee.get(day.to("round/1")))

    assert ["scans the card of its table again for every game" in page for page in (row, with_phone)] == [False, True]
    assert ">Let it stay all day</button>" in with_phone


def test_start_asks_once_about_phones_and_people(day: Day) -> None:
    """events/3, 2.2: tables whose phone has not opened its page, and people who are only expected, "as absent"."""
    day.phone(1)
    done(set_status(day.hall.event_desk, day.hall.order(), 3, Status.EXPECTED))
    asked = day.order(day.organiser, "round/start")
    before = day.hall.state.running
    sure = day.order(day.organiser, "round/start", sure="yes")

    assert "No phone yet at table no. 2." in text(asked)
    assert "Given3 Family3" in text(asked)
    assert (asked.status_code, before, sure.status_code) == (200, (), 303)
    assert day.hall.state.running[0].number == 1


def test_who_is_known_to_be_absent_is_asked_about_before_the_start_and_marked_at_the_table(day: Day) -> None:
    """events/2.2, 2.4: a seat without its player leads to where a substitute is put in; it can start all the same."""
    for phone in (1, 2):
        day.phone(phone)
    table = next(at for at, seats in day.hall.state.rounds[0].seats.items() if 3 in seats)
    home, lacks = f"/e/{day.hall.id}", f"Table {table} lacks Given3 Family3: put in a substitute, or play anyway?"
    before = [day.organiser.get(page).text for page in (home, day.to("round"))]
    done(set_status(day.hall.event_desk, day.hall.order(), 3, Status.ABSENT))
    first, tiles = (day.organiser.get(page).text for page in (home, day.to("round")))
    asked = text(day.order(day.organiser, "round/start"))

    assert not [page for page in before if "lacks" in page or "absent" in page]
    for page in (first, asked):
        assert lacks in page
        assert f'href="{day.to("people/3")}#substitute"' in page
    assert "absent: Given3 Family3" in tiles.partition(f'href="round/{table}"')[2].partition("</a>")[0]
    assert re.findall(r'class="act act--main"[^>]*>([^<]+)<', asked) == ["Put in a substitute"]
    assert '<button class="act">Start anyway' in asked
    assert day.order(day.organiser, "round/start", sure="yes").status_code == 303
    assert "absent: Given3 Family3" in day.organiser.get(day.to("round")).text


def test_whose_seat_a_substitute_plays_is_not_asked_about(day: Day) -> None:
    """events/2.4: nor is anybody marked at the table once somebody else plays there."""
    row = PersonRow(number=9, name="Sam Smith")
    entrant = Entrant(number=9, kind=PersonKind.SUBSTITUTE, team="", keeps_table=None)
    done(enter_people(day.hall.event_desk, day.hall.order(), ((entrant, row),)))
    done(set_status(day.hall.event_desk, day.hall.order(), 3, Status.ABSENT))
    done(man(day.hall.event_desk, day.hall.order(), 3, 9, 1))

    assert "lacks" not in day.organiser.get(f"/e/{day.hall.id}").text
    assert "absent:" not in day.organiser.get(day.to("round")).text
    for table in (1, 2):
        day.phone(table)
    assert day.order(day.organiser, "round/start").status_code == 303


def with_substitute(day: Day) -> int:
    """Add a substitute, mark player 3 as absent, start the round, and return the table of 3."""
    row = PersonRow(number=9, name="Sam Smith")
    entrant = Entrant(number=9, kind=PersonKind.SUBSTITUTE, team="", keeps_table=None)
    done(enter_people(day.hall.event_desk, day.hall.order(), ((entrant, row),)))
    done(set_status(day.hall.event_desk, day.hall.order(), 3, Status.ABSENT))
    day.hall.start()
    return day.hall.state.rounds[0].table_of(3) or 0


def seen(day: Day, who: FlaskClient, *pages: str) -> list[str]:
    """Return what pages of the event say, without what stands in tags."""
    return [unescape(re.sub(r"<[^>]*>", "", text(who.get(day.to(page).rstrip("/"))))) for page in pages]


def test_who_is_absent_stays_marked_until_a_substitute_is_put_into_the_round_in_play(day: Day) -> None:
    """events/2.4: the tile, its page and the person's page say until when that is possible."""
    table = with_substitute(day)
    day.phone(table).get(day.table(table))
    at, absent = f"round/{table}", "absent: Given3 Family3"
    first = f"Nothing is recorded at table {table} yet: a substitute can still play round 1"

    assert [word in page for word, page in zip((absent, "absent"), seen(day, day.organiser, "round", ""), strict=True)]
    assert [absent in page for page in seen(day, day.referee, "round")] == [True]
    assert [first in page for page in seen(day, day.organiser, at, "people/3")] == [True, True]
    assert f'href="{day.to("people/3")}#substitute"' in text(day.organiser.get(day.to(at)))
    assert "#substitute" not in text(day.referee.get(day.to(at)))
    assert first in seen(day, day.referee, at)[0]
    sent = day.order(day.organiser, "people/3/substitute", by="9", round="1")

    assert (sent.status_code, day.hall.state.manned_by(3, 1)) == (303, 9)
    assert not [page for page in seen(day, day.organiser, "round", at) if "absent" in page]
    assert "Sam Smith" in text(day.phone(table).get(day.table(table)))
    assert "Given3 Family3 plays again" in seen(day, day.organiser, "people/3")[0]
    assert first not in seen(day, day.organiser, "people/3")[0]


def test_four_agree_knowing_that_the_result_is_not_what_counts_for_the_absent_player(day: Day) -> None:
    """events/2.4, 5: the phone of the table says what counts and by which clause, as its log tells it."""
    table = with_substitute(day)
    done(man(day.hall.event_desk, day.hall.order(), 3, 9, 1))
    told = "A round played by a substitute counts −30.0 for the absent player (−15,000 points and an uma of −15,000)"
    found = {}
    for each in (1, 2):
        day.hall.play(1, each)
        phone = day.phone(each)
        log = phone.get(day.table(each) + "/log").get_json()
        found[each] = (told in text(phone.get(day.table(each))), log["place"]["counts"]["en"])

    assert [found[each][0] for each in (1, 2)] == [each == table for each in (1, 2)]
    assert found[3 - table][1] == []
    assert found[table][1][0] == f"{told}, whatever the substitute scores. §\N{NO-BREAK SPACE}5.8 · EMA 2016"


def test_once_a_hand_is_recorded_a_substitute_counts_from_the_next_round(day: Day) -> None:
    """events/2.4, 15: the takeover in mid-game is not built; pages say so instead of offering the round."""
    table = with_substitute(day)
    day.hall.play(1, table)
    told = f"Play at table {table} is recorded already: a substitute now counts from round 2 on."
    person = text(day.organiser.get(day.to("people/3")))
    refused = day.order(day.organiser, "people/3/substitute", by="9", round="1")

    assert [told in page for page in seen(day, day.organiser, f"round/{table}", "people/3")] == [True, True]
    assert "absent: Given3 Family3" in seen(day, day.organiser, "round")[0]
    assert re.findall(r'name="round" value="(\d)"', person) == ["2"]
    assert (refused.status_code, day.hall.state.manned_by(3, 1)) == (422, 3)


def test_in_the_last_round_no_substitute_is_offered_once_a_hand_is_recorded(day: Day) -> None:
    """events/2.4: there is no round left from which on one could play."""
    day.hall.start()
    for each in (1, 2):
        day.hall.play(1, each)
        done(agree(day.hall.event_desk, day.hall.order(), 1, each))
    day.hall.close()
    day.hall.start(2)
    table = day.hall.state.rounds[1].table_of(3) or 0
    done(set_status(day.hall.event_desk, day.hall.order(), 3, Status.ABSENT))
    before = text(day.organiser.get(day.to(f"round/{table}")))
    day.hall.play(2, table)
    after = text(day.organiser.get(day.to(f"round/{table}")))

    assert ["#substitute" in page for page in (before, after)] == [True, False]
    assert "it is too late for a substitute in this round" in after
    assert "it is too late for a substitute in this round" in seen(day, day.organiser, "people/3")[0]


def test_who_comes_late_is_marked_at_the_table_until_it_is_ruled_on(day: Day) -> None:
    """events/2.4: with the way to the ruling on that player; closing asks once about who was not ruled on."""
    done(set_status(day.hall.event_desk, day.hall.order(), 3, Status.LATE, 5))
    of = day.hall.state.rounds[0]
    table = of.table_of(3) or 0
    seat = of.seats[table].index(3)
    note, ruling = "late: Given3 Family3, 5 min", f"offence=late&amp;answer-minutes=5&amp;seat={seat}"
    before = [text(day.organiser.get(day.to(page).rstrip("/"))) for page in (f"round/{table}", "people/3", "")]
    noted = [note in page for page in seen(day, day.organiser, "round")]
    day.hall.start()
    ways = [text(day.referee.get(day.to(f"round/{table}"))), text(day.organiser.get(day.to("people/3")))]
    fields = {"seat": str(seat), "offence": "late", "answer-minutes": "5"}
    shown = text(day.referee.get(day.table(table) + "/rulings/apply", query_string=fields))

    assert noted == [True]
    assert not [page for page in before if "rulings/apply?" in page]
    assert all("once the round has started" in page for page in before[:2])
    assert "8 of 8 present" in before[2]
    assert all(f'href="{day.table(table)}/rulings/apply?{ruling}"' in page for page in ways)
    assert f'name="seat" value="{seat}" id="seat-is-{seat}" checked' in shown
    for each in (1, 2):
        day.hall.play(1, each)
        done(agree(day.hall.event_desk, day.hall.order(), 1, each))
    asked = day.order(day.organiser, "round/close")
    assert (asked.status_code, day.hall.state.running != ()) == (200, True)
    assert f"first take the result of table {table} back" in text(asked)
    assert f'href="{day.to(f"results/1/{table}")}"' in text(asked)
    assert day.order(day.organiser, "round/close", sure="yes").status_code == 303


def test_a_late_mark_holds_for_its_round_alone(day: Day) -> None:
    """events/2.4: in the next round its minutes would be taken off another game; nobody is late there any more."""
    done(set_status(day.hall.event_desk, day.hall.order(), 3, Status.LATE, 5))
    day.hall.start()
    table = day.hall.state.rounds[0].table_of(3) or 0
    game = day.hall.game(1, table)
    seat = day.hall.state.rounds[0].seats[table].index(3)
    game.must(rule, (ruling_plan(seat, "late", {"minutes": 5}),))
    ruled = seen(day, day.organiser, "round", f"round/{table}", "people/3")
    for each in (1, 2):
        day.hall.play(1, each)
        done(agree(day.hall.event_desk, day.hall.order(), 1, each))
    closed = day.order(day.organiser, "round/close")
    after = seen(day, day.organiser, "people", "people/3")
    day.hall.start(2)

    assert not [page for page in ruled[:2] if "late" in page]
    assert "It has been ruled on." in ruled[2]
    assert closed.status_code == 303
    assert not [page for page in (*after, *seen(day, day.organiser, "round", "people/3")) if "Late by" in page]
    assert "rulings/apply?" not in text(day.organiser.get(day.to("people/3")))


def test_a_round_of_nobody_is_not_offered(day: Day) -> None:
    """events/2.2: where nobody was checked in, everybody is there or nothing starts."""
    for number in range(1, 9):
        done(set_status(day.hall.event_desk, day.hall.order(), number, Status.EXPECTED))
    question = text(day.order(day.organiser, "round/start"))

    assert "None of the 8 people has been checked in" in question
    assert "Start without them" not in question
    assert 'name="here"' in question


def test_whoever_is_expected_is_there_by_the_tap_that_starts(day: Day) -> None:
    """events/2.2, 3: one tap says that all are there and starts; sent twice it starts once; who is absent stays so."""
    done(set_status(day.hall.event_desk, day.hall.order(), 3, Status.EXPECTED))
    done(set_status(day.hall.event_desk, day.hall.order(), 4, Status.ABSENT))
    question = text(day.order(day.organiser, "round/start"))
    assert "All others are here: check in and start" in question
    sent = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', question)) | {"here": "yes"}

    answers = [day.organiser.post(f"/e/{day.hall.id}/round/start", data=sent) for _ in range(2)]

    assert [each.status_code for each in answers] == [303, 303]
    statuses = {each.entrant.number: each.status for each in day.hall.state.people}
    assert (statuses[3], statuses[4]) == (Status.PRESENT, Status.ABSENT)
    assert [each.number for each in day.hall.state.running] == [1]


def test_the_tables_are_seen_with_state_hand_and_hands_left(day: Day) -> None:
    """events/9: a referee's home, nothing to tap; trouble first; 304 while nothing changes."""
    day.hall.start()
    phone = day.phone(2)
    phone.get(day.table(2))
    page = day.referee.get(day.to("round"))
    tag = re.findall(r'hx-ptag="([^"]+)"', text(page))[0]

    assert "East 1" in text(page)
    assert day.referee.get(day.to("round/state"), headers={"HX-PTag": tag}).status_code == 304
    day.hall.game(1, 2).record(ron(1, 0, 2, 30))
    changed = day.referee.get(day.to("round/state"), headers={"HX-PTag": tag})
    assert changed.status_code == 200
    assert "East 2" in text(changed)


def test_a_tile_names_who_plays_and_closing_waits_until_all_are_done(day: Day) -> None:
    """The four of a table in few letters, whole on its page; closing is the main button only once all are done."""
    day.hall.start()
    page = text(day.organiser.get(day.to("round")))
    named = [re.findall(r"<span>([^<]*)</span>", each) for each in re.findall(r"<small>(.*?)</small>", page)]
    main = re.compile(r'class="act act--main" name="round" value="1">Close')

    assert [len(each) for each in named] == [4, 4]
    for number, names in enumerate(named, 1):
        whole = text(day.organiser.get(day.to(f"round/{number}")))
        assert all(each.partition(" ")[0] in whole for each in names)
    assert main.search(page) is None
    assert "Close round 1" in page
    for table in (1, 2):
        day.hall.play(1, table)
        phone = day.phone(table)
        phone.get(day.table(table))
        fields = {"command_id": secrets.token_hex(16), "expected": str(day.view(table).expected)}
        answer = phone.post(day.table(table) + "/finish", data=fields | {"agrees": ["0", "1", "2", "3"]})
        assert answer.status_code == 303
    assert main.search(text(day.organiser.get(day.to("round"))))


def test_a_silent_table_stands_first(day: Day) -> None:
    """events/3: a phone without an entry for 12 minutes amber, for 20 red."""
    day.hall.start()
    for table in (1, 2):
        day.phone(table).get(day.table(table))
    day.clock.later(minutes=11)
    day.hall.game(1, 1).record(ron(1, 0, 2, 30))
    day.clock.later(minutes=2)
    amber = text(day.referee.get(day.to("round")))
    day.clock.later(minutes=8)
    red = text(day.referee.get(day.to("round")))

    assert re.findall(r'class="tab tab--(\w+)"', amber) == ["silent", "playing"]
    assert re.findall(r'class="tab tab--(\w+)" href="round/(\d)', red) == [("long_silent", "2"), ("playing", "1")]


def test_five_minutes_more_for_one_table(day: Day) -> None:
    """events/3, 9: a referee gives at most ten; the signal of that table moves, no other."""
    day.hall.start()
    row = text(day.referee.get(day.to("round/1")))
    given = [day.order(day.referee, "round/1/time", minutes="5").status_code for _ in range(3)]
    day.clock.later(minutes=80)
    due = [("Have the dice" in text(day.organiser.get(day.table(each)))) for each in (1, 2)]
    due_row = text(day.referee.get(day.to("round")))

    assert 'name="minutes" value="5"' in row
    assert given == [303, 303, 422]
    assert re.findall(r'class="tab tab--(\w+)" href="round/(\d)', due_row)[0] == ("sheet", "2")
    assert due[1]


def test_pause_and_resume_move_the_signal(day: Day) -> None:
    """events/3: end = start + minutes + pauses."""
    day.hall.start()
    day.clock.later(minutes=70)
    paused = day.order(day.organiser, "round/pause")
    day.clock.later(minutes=30)
    held = text(day.organiser.get(day.to("round")))
    day.order(day.organiser, "round/resume")
    day.clock.later(minutes=4)
    before = "Have the dice" in text(day.organiser.get(day.table())).split("more")[0]
    state = day.organiser.get(day.table() + "/state")

    assert paused.status_code == 303
    assert ">5:00<" in held
    assert not before
    assert 'data-signal="2026-11-21T10:45:00.000+00:00"' in text(state)


@pytest.mark.parametrize(("ruleset", "between"), [("ema-2016", 15), ("wrc-2025", 0)])
def test_the_public_is_told_the_signal_and_the_end(tmp_path: Path, ruleset: str, between: int) -> None:
    """The hall's clock runs to the signal, which may come before the end."""
    day = day_of(tmp_path, ruleset)
    day.order(day.organiser, "round/start", round="1", sure="yes")
    page = day.app.test_client().get(f"/e/{day.hall.id}").text
    signal, *end = re.findall(r'<b><time datetime="([^"]*)"', page)
    assert "Signal at" in page
    assert ("Ends at" in page) == (between > 0)
    assert "2 hands left with the one in progress; 1 left if none is." in page
    for each in end:
        assert datetime.fromisoformat(each) - datetime.fromisoformat(signal) == timedelta(minutes=between)
    assert len(end) == (between > 0)


@pytest.mark.parametrize(
    ("ruleset", "said"),
    [
        ("ema-2016", "90 minutes, signal 15 before the end; then 2 hands with the one in progress, 1 if none is."),
        ("wrc-2025", "80 minutes, then the signal and 2 hands with the one in progress, 1 if none is."),
        ("m-league", ""),
    ],
)
def test_why_a_clock_ends_before_its_minutes_is_said_where_they_are_chosen_and_where_it_runs(
    tmp_path: Path, ruleset: str, said: str
) -> None:
    """events/3: an organiser who reads 90 minutes is not surprised by 74:59."""
    day = day_of(tmp_path, ruleset)

    for page in (f"/events/new?ruleset={ruleset}", day.to("round")):
        told = text(day.organiser.get(page))
        assert said in told
        assert ("with the one in progress" in told) == bool(said)


def test_who_still_plays_has_no_place_until_the_result_is_in(day: Day) -> None:
    """Nobody stands at 0.0 between those who are done: staff see a dash, everybody how many tables are in."""
    day.hall.start()
    scores = (45_000, 30_000, 25_000, 20_000)
    done(enter_paper(day.hall.event_desk, day.hall.order(), PaperSheet(round=1, table_no=1, scores=scores)))

    staff = day.organiser.get(f"/e/{day.hall.id}/standings?rounds=1").text
    rows = re.findall(r'class="rank">([^<]*)<.*?<td[^>]*class="num"><b>([^<]*)</b>', staff, re.DOTALL)
    pages = [day.app.test_client().get(f"/e/{day.hall.id}{path}").text for path in ("", "/hall")]

    assert [place for place, _ in rows] == ["1", "2", "3", "4", UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN]
    assert [total for _, total in rows[4:]] == [UNKNOWN] * 4
    assert staff.count("still playing") == 4
    assert all("1 of 2 tables done" in each for each in (staff, *pages))
    assert "+" not in "".join(re.findall(r"<main.*</main>", pages[0], re.DOTALL)).replace("+00:00", "")


def test_who_has_results_of_earlier_rounds_keeps_the_place_while_the_next_is_played(day: Day) -> None:
    """The total so far stands, marked."""
    for round_no, tables in ((1, (1, 2)), (2, (1,))):
        day.hall.start(round_no)
        for table in tables:
            sheet = PaperSheet(round=round_no, table_no=table, scores=(45_000, 30_000, 25_000, 20_000))
            done(enter_paper(day.hall.event_desk, day.hall.order(), sheet))
        if round_no == 1:
            day.hall.close()

    page = day.organiser.get(f"/e/{day.hall.id}/standings").text

    assert f'class="rank">{UNKNOWN}' not in page
    assert page.count("still playing") == 4


def test_the_hall_says_between_rounds_whose_seats_follow(day: Day) -> None:
    """Nobody wonders whether the day is over; and the signal says what the event's rules let be played after it."""
    address = f"/e/{day.hall.id}/hall"
    day.hall.start()
    public = day.app.test_client()
    playing = public.get(address).text
    desk = day.hall.event_desk.desk
    assert isinstance(desk, DatabaseDesk)
    other = opened_hall(desk, "ema-2016", rounds=2)
    before = public.get(f"/e/{other.id}/hall").text
    other.seat(8)
    other.start()
    for table in (1, 2):
        done(enter_paper(other.event_desk, other.order(), PaperSheet(round=1, table_no=table, scores=(30_000,) * 4)))
    other.close()

    assert "seats follow" not in playing
    assert "Time signal. This hand and one more" in playing
    assert "Round 1: seats follow" in before
    assert all("Round 2: seats follow" in public.get(f"/e/{other.id}{page}").text for page in ("/hall", ""))


def test_a_table_whose_sheet_is_in_is_not_asked_for_the_dice(day: Day) -> None:
    """events/3: it is done, whatever the clock says; the other one, which has no phone either, is waited for."""
    day.hall.start()
    done(enter_paper(day.hall.event_desk, day.hall.order(), PaperSheet(round=1, table_no=1, scores=(30_000,) * 4)))
    day.clock.later(minutes=76)

    row = text(day.referee.get(day.to("round")))
    assert re.findall(r'class="tab tab--(\w+)" href="round/(\d)', row) == [("sheet", "2"), ("done", "1")]


def test_organisers_are_told_when_somebody_sets_the_servers_clock(day: Day) -> None:
    """events/3: a step over 2 s is shown to organisers, also on a page that lies open, and moves nothing."""
    set_by = [0]
    assert isinstance(day.hall.event_desk.desk, DatabaseDesk)
    day.app.extensions[DESK] = replace(day.hall.event_desk.desk, clock_moved=lambda: set_by[0])
    day.hall.start()
    signal = text(day.organiser.get(day.to("round"))).partition('data-clock-at="')[2][:24]
    tag = re.findall(r'hx-ptag="([^"]+)"', text(day.organiser.get(day.to("round"))))[0]
    assert day.organiser.get(day.to("round/state"), headers={"HX-PTag": tag}).status_code == 304
    set_by[0] = -605
    pages = [text(day.organiser.get(each)) for each in (day.to("round"), f"/e/{day.hall.id}")]
    anew = text(day.organiser.get(day.to("round/state"), headers={"HX-PTag": tag}))
    set_by[0] = 3
    forward = text(day.organiser.get(day.to("round")))

    assert all("was set back by 10:05." in each for each in (*pages, anew))
    assert f'data-clock-at="{signal}' in anew
    assert "was set forward by 0:03." in forward
    assert "was set" not in text(day.referee.get(day.to("round")))


def test_the_phone_asks_for_the_dice_before_the_next_hand(day: Day) -> None:
    """events/3: at the signal no hand before the answer; a hand of the last minute puts "no" first."""
    phone = day.phone()
    day.hall.start()
    tag = re.findall(r'hx-ptag="([^"]+)"', text(phone.get(day.table())))[0]
    day.clock.later(minutes=74, seconds=30)
    assert phone.get(day.table() + "/state", headers={"HX-PTag": tag}).status_code == 304
    day.hall.game(1, 1).record(ron(1, 0, 2, 30))
    day.clock.later(seconds=40)
    page = text(phone.get(day.table()))

    assert re.search(r'<nav class="record"[^>]* hidden>', page)
    assert re.findall(r'name="running" value="(\w+)"', page) == ["no", "yes"]
    day.clock.later(seconds=60)
    later = text(phone.get(day.table() + "/state"))
    assert re.findall(r'name="running" value="(\w+)"', later) == ["yes", "no"]
    day.at_table(phone, "signal", running="yes")
    assert not re.search(r'<nav class="record"[^>]* hidden>', text(phone.get(day.table())))
    assert day.view().hands_left == 2


def test_a_referee_comes_back_from_the_rulings_to_the_round(day: Day) -> None:
    """events/9: from the look-up, after a search and from an offence; the penalties of the event are there too."""

    def follow(page: str, where: str) -> str:
        found = re.search(where, page)
        assert found is not None, where
        return unescape(found[1])

    shown = text(day.referee.get(day.to("round")))
    look_up = follow(shown, r'href="(/rulings[^"]+)"')
    back = rf'class="back"[^>]* href="({day.to("round")})" hx-boost="false"'
    opened_page = text(day.referee.get(look_up))
    entry = follow(opened_page, r'href="(/rulings/[^"]+)"')
    again = follow(text(day.referee.get(entry)), r'class="back[^"]*" href="(/rulings[^"]+)"')
    fields = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]+)"', opened_page))
    searched = text(day.referee.get("/rulings", query_string=fields | {"ruleset": "ema-2016", "query": "chombo"}))

    assert [bool(re.search(back, page)) for page in (opened_page, searched, text(day.referee.get(again)))] == [True] * 3
    assert "event=" in follow(searched, r'href="(/rulings/[^"]+)"')
    day.hall.start()
    assert day.referee.get(day.table()).status_code == 200
    for page in (look_up, again, entry):
        bar = text(day.referee.get(page)).partition('<nav class="sections')[2]
        assert (f'href="{day.to("round")}"' in bar, "/t/" in bar) == (True, False), page
        assert "event=" in follow(bar, r'href="(/rulings[^"]+)"')
    assert "/t/" in text(day.referee.get("/rulings")).partition('<nav class="sections')[2]
    assert f'href="{day.to("penalties")}"' in shown
    assert "/e/" not in text(day.referee.get("/rulings?ruleset=ema-2016"))


def test_a_referee_at_a_table_has_the_way_back_on_top_and_no_seat(day: Day) -> None:
    """events/9: before and after a hand; a player's phone is asked for its seat, and leads to the event below."""
    day.hall.start()
    phone, table = day.phone(), day.table()
    top = rf'<header class="bar latest">\s*<a class="back" href="{day.to("round")}" hx-boost="false">'
    before = [text(who.get(table)) for who in (day.referee, phone)]
    day.hall.game(1, 1).record(ron(1, 0, 2, 30))
    after = [text(who.get(table)) for who in (day.referee, phone)]

    assert [bool(re.search(top, page)) for page in (*before, *after)] == [True, False, True, False]
    assert ["</span> Event</a>" in page for page in after] == [True, False]
    assert ['name="me"' in page for page in before] == [False, True]
    assert ["· referee</span></p>" in page for page in (*before, *after)] == [True, False, True, False]
    assert f'<a href="/e/{day.hall.id}" hx-boost="false">' in after[1]


def test_phone_and_referee_give_the_signal_once(day: Day) -> None:
    """events/3, 13.8: the id is made of the game and of how often it was taken back; who comes later is no conflict."""
    phone = day.phone()
    day.hall.start()
    day.clock.later(minutes=76)
    form = text(phone.get(day.table()))
    command = re.findall(r'name="command_id" value="(signal-[^"]+)"', form)[0]
    by_referee = day.order(day.referee, "round/1/signal", running="no")
    by_phone = day.at_table(phone, "signal", command_id=command, running="yes")

    assert (by_referee.status_code, by_phone.status_code) == (303, 303)
    assert day.view().hands_left == 1
    log = day.hall.event_desk.desk.store.events_of(day.hall.game(1, 1).game)
    assert [each.kind for each in log].count("time_signalled") == 1


def test_a_table_is_offered_its_signal_only_once_its_time_has_come(day: Day) -> None:
    """events/3: before, also while the clock stands, only staff give it, and the tile of the table says so."""
    phone = day.phone()
    day.hall.start()
    running = r'name="running"'
    offered = []
    for minutes in (5, 0, 80):
        day.clock.later(minutes=minutes)
        offered.append([bool(re.search(running, text(who.get(day.table())))) for who in (phone, day.referee)])
        day.order(day.organiser, "resume" if minutes == 0 else "pause")
    assert offered == [[False, True], [False, True], [True, True]]


def test_a_signal_that_came_before_its_time_is_seen_at_the_tile(day: Day) -> None:
    """events/9: a referee sees which table plays its last hands too early, until the signal is there for all."""
    day.hall.start()
    day.clock.later(minutes=5)
    day.at_table(day.referee, "signal", running="yes")
    early, one = text(day.referee.get(day.to("round"))), text(day.referee.get(day.to("round/1")))
    day.clock.later(minutes=71)

    assert [page.count("signal given early") for page in (early, one)] == [1, 1]
    assert "signal given early" not in text(day.referee.get(day.to("round")))


def test_one_more_hand_after_the_signal(day: Day) -> None:
    """events/3: an organiser gives it; the sheet of the game says so; a referee does not, nor anybody before."""
    phone = day.phone()
    day.hall.start()
    early = day.order(day.organiser, "round/1/hand")
    day.clock.later(minutes=76)
    day.at_table(phone, "signal", running="no")
    by_referee = day.order(day.referee, "round/1/hand")
    day.hall.game(1, 1).record(ron(1, 0, 2, 30))
    over = day.view().end
    row = text(day.organiser.get(day.to("round/1")))
    given = day.order(day.organiser, "round/1/hand")

    assert (early.status_code, by_referee.status_code, given.status_code) == (422, 422, 303)
    assert over is not None
    assert "One more hand" in row
    assert (day.view().end, day.view().hands_left) == (None, 1)
    day.hall.game(1, 1).record(ron(1, 0, 2, 30))
    assert day.view().end is not None


def test_a_fine_and_the_signal_do_not_stop_an_open_hand(day: Day) -> None:
    """events/7, 13.8: the order is decided again; no conflict page where its lines are the same."""
    phone, view = day.phone(), None
    day.hall.start()
    day.clock.later(minutes=76)
    view = day.view()
    day.order(day.referee, "round/1/signal", running="yes")
    fields = {"result": "ron", "ron": "1", "from": "0", "han-1": "2", "fu-1": "30", "hand": "0"}
    stale = {"command_id": secrets.token_hex(16), "expected": str(view.expected), "expected_event": view.expected_event}
    seen = phone.get(day.table() + "/since", query_string=stale | {"of": "record"})
    answer = phone.post(day.table() + "/hands", data=fields | stale)

    assert text(seen).strip() == ""
    assert answer.status_code == 303, text(answer)
    assert (day.view().hands_left, day.view().number) == (1, 1)


def fine(day: Day, who: FlaskClient, **expected: str) -> TestResponse:
    """Rule on a player while others play on: a fine, as its page shows it before it is issued."""
    fields = {"seat": "1", "text": "tore a tile", "offence": "other"} | expected
    shown = text(who.get(day.table() + "/rulings/apply/outcome", query_string=fields))
    previewed = re.findall(r'name="previewed" value="([^"]*)"', shown)[0]
    return day.at_table(who, "rulings/apply", **fields, previewed=previewed)


@pytest.mark.parametrize(("minutes", "status"), [("7", 303), ("10", 303), ("11", 403), ("25", 403)])
def test_whoever_is_too_late_is_substituted_and_not_ruled_against_too(day: Day, minutes: str, status: int) -> None:
    """events/2.4, 13.7 (EMA 2016 5.7, 5.8): up to ten minutes a ruling; from eleven on the substitution alone."""
    day.hall.start()
    fields = {"seat": "1", "offence": "late", "answer-minutes": minutes}
    shown = text(day.referee.get(day.table() + "/rulings/apply/outcome", query_string=fields))
    previewed = re.findall(r'name="previewed" value="([^"]*)"', shown)[0]
    answer = day.at_table(day.referee, "rulings/apply", **fields, previewed=previewed)

    assert answer.status_code == status, text(answer)
    assert ("a substitute plays" in text(answer)) == (status == 403)
    kinds = [each.kind for each in day.hall.event_desk.desk.store.events_of(day.hall.game(1, 1).game)]
    assert ("ruling_issued" in kinds) == (status == 303)


@pytest.mark.parametrize(
    ("fined", "hand", "status"),
    [
        ({"kind": "points", "amount-points": "1000"}, RON, 303),
        ({"kind": "fine", "amount-fine": "1000"}, DRAW, 303),
        ({"kind": "fine", "amount-fine": "1000"}, RON, 409),
    ],
    ids=["points of the event", "to the table, and nobody wins", "to the table, and the winner takes it"],
)
def test_a_signal_and_a_fine_conflict_only_where_the_hand_is_worth_another(
    day: Day, fined: dict[str, str], hand: dict[str, str], status: int
) -> None:
    """events/13.8: entered from a second device while a hand form is open that shows what it pays."""
    phone = day.phone()
    day.hall.start()
    form = fields_of(phone, day.table(), hand)
    ruled = fine(day, day.referee, **fined)
    day.clock.later(minutes=76)
    signalled = day.order(day.referee, "round/1/signal", running="yes")
    seen = phone.get(day.table() + "/since", query_string=form | {"of": "record"})
    answer = phone.post(day.table() + "/hands", data=form)
    kinds = [each.kind for each in day.hall.event_desk.desk.store.events_of(day.hall.game(1, 1).game)]

    assert (ruled.status_code, signalled.status_code, text(seen).strip()) == (303, 303, "")
    assert answer.status_code == status, text(answer)
    assert kinds == ["game_started", "ruling_issued", "time_signalled", *["hand_recorded"] * (status == 303)]


def test_another_hand_in_between_is_still_a_conflict(day: Day) -> None:
    """events/3, 7: never silently merged; staff see it at the table until the phone goes on."""
    phone = day.phone()
    day.hall.start()
    view = day.view()
    day.hall.game(1, 1).record(ron(1, 0, 2, 30))
    fields = {"result": "ron", "ron": "1", "from": "0", "han-1": "2", "fu-1": "30", "hand": "0"}
    stale = {"command_id": secrets.token_hex(16), "expected": str(view.expected), "expected_event": view.expected_event}

    assert phone.post(day.table() + "/hands", data=fields | stale).status_code == 409
    assert badges(day) == ["conflict", "seated"]

    assert day.at_table(phone, "notes", note="as on paper").status_code == 303
    assert badges(day) == ["playing", "seated"]


def test_a_table_on_paper_is_waited_for_with_its_sheet_and_not_asked_about_dice(day: Day) -> None:
    """events/3, 9: after the signal a table whose phone is open has to answer; of another one the sheet is awaited."""
    phone = day.phone()
    day.hall.start()
    assert phone.get(day.table()).status_code == 200
    day.clock.later(minutes=76)

    assert badges(day) == ["dice", "sheet"]
    assert "sheet awaited" in text(day.referee.get(day.to("round")))
    assert "thrown" not in text(day.referee.get(day.to("round/2")))

    done(enter_paper(day.hall.event_desk, day.hall.order(), PaperSheet(round=1, table_no=2, scores=(30_000,) * 4)))
    assert badges(day) == ["dice", "done"]


def badges(day: Day) -> list[str]:
    """Return how staff see the tables, those with trouble first."""
    return re.findall(r'class="tab tab--(\w+)"', text(day.referee.get(day.to("round"))))


def test_four_names_enter_the_result_and_the_round_closes(day: Day) -> None:
    """events/5: finished and result_entered in one order; a table needs all four; close names the rest."""
    phone = day.phone()
    day.hall.start()
    day.hall.play(1, 1)
    page = text(phone.get(day.table()))
    three = day.at_table(phone, "finish", agrees="1")
    fields = {"command_id": secrets.token_hex(16), "expected": str(day.view().expected)}
    four = phone.post(day.table() + "/finish", data=fields | {"agrees": ["0", "1", "2", "3"]})
    again = phone.post(day.table() + "/finish", data=fields | {"agrees": ["0", "1", "2", "3"]})
    early = day.order(day.organiser, "round/close")

    assert page.count('name="agrees"') == 4
    assert three.status_code == 422
    assert "All four names" in text(three)
    assert (four.status_code, again.status_code) == (303, 303)
    assert four.headers["Sheet-Seq"] == "4"
    result = day.hall.state.rounds[0].result_at(1)
    assert result is not None
    assert result.entered.agreed == (0, 1, 2, 3)
    assert early.status_code == 422
    assert "No result yet at table no. 2" in text(early)


def test_whoever_closes_a_round_is_told_what_became_of_it(day: Day) -> None:
    """events/3, 9: closed with one tap; the page says so, and that the next one has not begun."""
    day.hall.start()
    for table in (1, 2):
        done(
            enter_paper(
                day.hall.event_desk, day.hall.order(), PaperSheet(round=1, table_no=table, scores=(30_000,) * 4)
            )
        )
    during = text(day.organiser.get(day.to("round")))
    closed = day.order(day.organiser, "round/close")
    after = text(day.organiser.get(closed.headers["Location"]))

    assert "2 of 2 tables done" in during
    assert "is closed" not in during
    assert "Round 1 is closed, and its standings are published." in after
    assert "Not started yet." in after


def test_a_round_closed_too_early_says_so_once_and_leads_to_the_tables_it_waits_for(day: Day) -> None:
    """events/12: `round_open` with the tables that are not done, each a way to its result."""
    day.hall.start()
    done(enter_paper(day.hall.event_desk, day.hall.order(), PaperSheet(round=1, table_no=1, scores=(30_000,) * 4)))
    answer = day.order(day.organiser, "round/close")

    assert answer.status_code == 422
    body = text(answer).partition("<body")[2]
    assert body.count("Nothing was saved.") == 1
    assert "No result yet at table no. 2." in body
    assert f'href="{day.to("results/1/2")}">Table 2<' in body
    assert day.to("results/1/1") not in body


def test_all_tables_of_a_round_that_nobody_has_seen_are_drawn_and_no_more(day: Day) -> None:
    """A phone that lies at table 1 sits nobody down there before the draw is out."""
    hall = opened_hall(day.hall.event_desk.desk, rounds=1)  # type: ignore[arg-type]
    hall.enter(8)
    later = replace(day, hall=hall, organiser=entered(day.app, hall.token), referee=entered(day.app, hall.token))
    done(draw(hall.event_desk, hall.order(), DrawWish(rounds=(1,), method=DrawMethod.FIXED, seed=7)))
    later.phone(1)

    assert badges(later) == ["empty", "empty"]
    page = text(later.referee.get(later.to("round")))
    assert page.count("<span>drawn</span>") == 2
    assert "Nobody has seen this draw yet." in page

    done(publish(hall.event_desk, hall.order(), 1, (1,)))
    assert badges(later) == ["seated", "empty"]


def test_only_a_phone_that_is_let_in_counts_as_there(day: Day) -> None:
    """events/3: one that scanned for the round before is not at the table until it scans again, or keeps its table."""
    phone = day.phone()
    day.hall.start()
    assert phone.get(day.table()).status_code == 200
    assert badges(day) == ["playing", "seated"]
    for table in (1, 2):
        day.hall.play(1, table)
        done(agree(day.hall.event_desk, day.hall.order(), 1, table))
    day.hall.close()
    assert phone.get(day.table()).status_code == 403

    assert badges(day) == ["empty", "empty"]
    assert 'name="phone"' not in text(day.referee.get(day.to("round/1")))
    assert "No phone yet at table no. 1, 2." in text(day.order(day.organiser, "round/start", round="2"))
    day.phone()
    page = text(day.referee.get(day.to("round")))
    assert badges(day) == ["seated", "empty"]
    assert ("phone ready" in page, ">seated" in page) == (True, False)
    assert "端末準備完了" in text(day.referee.get(day.to("round?lang=ja")))


def test_rulings_under_the_rules_of_the_event_are_one_tap_away_for_a_referee(day: Day) -> None:
    """From the tables and from one of them, whose way back leads to the tables."""
    for page in ("round", "round/1"):
        found = text(day.referee.get(day.to(page)))
        address = re.search(r'<a href="(/rulings\?[^"]+)"[^>]*><svg.+?<span>Rulings</span>', found, re.DOTALL)
        assert address is not None
        assert '<option value="ema-2016" selected' in text(day.referee.get(unescape(address[1])))
    back = re.search(r'<a class="back" href="([^"]+)"', text(day.referee.get(day.to("round/1"))))
    assert back is not None
    assert back[1] == day.to("round")


def test_the_way_out_of_a_table_leads_staff_to_the_round_and_its_phone_to_the_event(day: Day) -> None:
    """Staff go from table to table; the four look at the standings. It bears the event's name, not the table's."""
    phone = day.phone()
    day.hall.start()

    for who, place in ((phone, ""), (day.referee, "/round"), (day.organiser, "/round")):
        page = text(who.get(day.table()))
        link = re.search(r'(?:asides|latest)">\s*<a(?: class="back")? href="([^"]+)"[^>]*>(.+?)</a>', page)
        assert link is not None
        assert link[1] == f"/e/{day.hall.id}{place}"
        assert link[2].endswith("</span> Spring Open")
        assert "Round 1, table 1" in page


def test_the_hall_reads_when_the_signal_falls_and_when_the_round_ends(day: Day) -> None:
    """ema-2016/3.5: a quarter of an hour lies between the two."""
    day.hall.start()
    shown = re.sub("<[^>]+>", "", text(day.organiser.get(day.to("hall"))))

    found = re.search(r"until the signal ·Signal (\d\d):(\d\d) UTC · Ends at (\d\d):(\d\d)", shown)
    assert found is not None
    hours, minutes, last_hours, last_minutes = map(int, found.groups())
    assert (60 * (last_hours - hours) + last_minutes - minutes) % (24 * 60) == 15


def test_everybody_reads_when_standings_come_and_how_names_are_shown(day: Day) -> None:
    """Before the first round is closed."""
    public = text(day.app.test_client().get(f"/e/{day.hall.id}"))

    assert "There are no standings yet: they are published when a round closes." in public
    assert "People are shown here with given name and initial" in public
    assert "名前は姓で表示しています" in day.app.test_client().get(f"/e/{day.hall.id}?lang=ja").text
    staff = text(day.referee.get(f"/e/{day.hall.id}"))
    assert "You see full names. Everyone else sees: Given name and initial (Aino K.)." in staff
    assert "People are shown here" not in staff
    assert "<details open><summary>Who sits where" in day.app.test_client().get(f"/e/{day.hall.id}").text

    day.hall.start()
    assert "<details><summary>Who sits where" in day.app.test_client().get(f"/e/{day.hall.id}").text


def test_after_the_signal_the_clock_says_that_it_was_given(day: Day) -> None:
    """events/3: not "0:00 until the signal", also on a page that lies open."""
    day.hall.start()
    public, address = day.app.test_client(), f"/e/{day.hall.id}"
    before = [text(day.organiser.get(day.to("round"))), text(public.get(address))]
    open_page = {"HX-Request": "true", "HX-PTag": before[1].partition('hx-ptag="')[2].partition('"')[0]}
    assert public.get(address, headers=open_page).status_code == 304
    day.clock.later(minutes=75)
    after = [text(day.organiser.get(day.to("round/state"))), text(public.get(address, headers=open_page))]

    for told in before:
        assert "until the signal" in told
    for told in after:
        assert "until the signal" not in told
        assert "The signal has been given." in told


def test_no_hand_is_taken_for_a_closed_round_until_its_result_is_taken_back(day: Day) -> None:
    """events/7: not_this_round, with "Show this to a referee"; a request that was carried out is answered as then."""
    phone = day.phone()
    day.hall.start()
    noted = {"command_id": secrets.token_hex(16), "note": "slow"}
    phone.post(day.table() + "/notes", data=noted)
    for table in (1, 2):
        day.hall.play(1, table)
        done(agree(day.hall.event_desk, day.hall.order(), 1, table))
    day.hall.close()
    late = {"command_id": secrets.token_hex(16), "note": "late"}
    refused = phone.post(day.table() + "/notes", data=late)
    repeated = phone.post(day.table() + "/notes", data=noted)
    done(take_back(day.hall.event_desk, day.hall.order(reason="typed wrongly"), 1, 1))
    taken = phone.post(day.table() + "/notes", data=late)

    assert refused.status_code == 403
    assert "Show this to a referee" in text(refused)
    assert (repeated.status_code, taken.status_code) == (303, 303)


def test_nobody_plays_before_it_is_told_who_sits_where(day: Day) -> None:
    """events/2.5: with winds `table` the page asks; no hand before `seated`; then names change, nothing else."""
    wish = DrawWish(rounds=(1,), method=DrawMethod.RANDOM, seed=2, winds=Winds.TABLE)
    done(draw(day.hall.event_desk, day.hall.order(), wish))
    done(publish(day.hall.event_desk, day.hall.order(reason="seats at the table"), 2, (1,)))
    phone = day.phone()
    day.hall.start()
    page = phone.get(day.table())
    hand = day.at_table(phone, "hands", result="draw", hand="0")
    before = day.hall.state.rounds[0].seats[1]
    asked = phone.get(page.headers["Location"])
    in_japanese = text(phone.get(page.headers["Location"] + "?lang=ja"))
    phone.get("/?lang=en")
    found = {f"seat-{seat}": str(number) for seat, number in enumerate(before[::-1])}
    answer = day.order(phone, "seats/1/1", **found)

    assert page.status_code == 303
    assert hand.status_code == 403
    assert text(asked).count('type="radio"') == 16
    assert re.findall("<legend>(.*?)</legend>", in_japanese) == ["東家", "南家", "西家", "北家"]
    assert (answer.status_code, answer.headers["Location"]) == (303, day.table())
    assert phone.get(day.table()).status_code == 200
    assert day.view().seats[0].name == f"Given{before[3]} Family{before[3]}"


def test_the_hall_sees_seats_and_clock(day: Day) -> None:
    """events/9: by name and by table, names as everybody may see them; the clock of the round."""
    page = text(day.organiser.get(day.to("hall")))
    day.hall.start()
    running = text(day.app.test_client().get(day.to("hall")))

    for table in (1, 2):
        day.hall.play(1, table)
        done(agree(day.hall.event_desk, day.hall.order(), 1, table))
    day.hall.close()
    after = text(day.organiser.get(day.to("hall")))

    assert 'data-turn="standings"' not in running
    assert 'data-turn="standings"' in after
    assert "Given3 F." in page
    assert "Family3" not in page
    assert "data-clock-at" not in page
    assert 'data-clock-at="2026-11-21T10:15:00.000+00:00"' in running


def test_a_table_of_a_night_begins_with_four_names(tmp_path: Path) -> None:
    """events/0, 9: at the table's link four names and start; an organiser seats those who wait."""
    day = day_of(tmp_path, form=Form.NIGHT)
    people = [
        (Entrant(number=at, kind=PersonKind.PLAYER, team="", keeps_table=None), PersonRow(number=at, name=f"P {at}"))
        for at in range(1, 10)
    ]
    done(enter_people(day.hall.event_desk, day.hall.order(), tuple(people)))
    for each in range(1, 10):
        done(set_status(day.hall.event_desk, day.hall.order(), each, Status.PRESENT))
    phone = day.phone()
    page = text(phone.get(day.to("tables/1")))
    begun = phone.post(
        day.to("tables/1"),
        data={"command_id": secrets.token_hex(16), "who": ["1", "2", "3", "4"], "tapped": "4 2 3 1"},
    )
    waiting = text(day.organiser.get(day.to("waiting")))
    seats = re.findall(r'name="seats" value="([^"]+)"', waiting)
    day.order(day.organiser, "waiting", seats=seats[0])

    assert page.count('name="who"') == 9
    assert begun.headers["Location"] == day.to("tables/1")
    assert phone.get(day.to("tables/1")).headers["Location"] == day.table()
    assert phone.get(day.table()).status_code == 200
    assert day.hall.state.rounds[0].seats == {1: (4, 2, 3, 1)}
    assert [each.seats for each in day.hall.state.rounds][1].keys() == {2}
    day.hall.play(1, 1)
    fields = {"command_id": secrets.token_hex(16), "expected": str(day.view().expected)}
    phone.post(day.table() + "/finish", data=fields | {"agrees": ["0", "1", "2", "3"]})
    assert day.hall.kinds[-3:] == ["result_entered", "round_closed", "published"]
    assert phone.get(day.table()).status_code == 403
