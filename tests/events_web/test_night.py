"""A club night as its organiser reads it: games, not rounds (events/0)."""

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.desk_event.people import set_status
from referee.desk_event.rounds import sit_down
from referee.tournament.events import Form, Role, Status
from referee.web.context import desk_in_use
from tests.event_pages import browser, command_in, expected_in, send
from tests.events_web.organiser import SIXTEEN, organiser_of
from tests.tournaments import Hall, done, opened_hall

SCORES = {"points0": "40000", "points1": "30000", "points2": "30000", "points3": "20000"}


@pytest.fixture
def hall(app: Flask) -> Hall:
    """Return a night to which nine people came."""
    with app.app_context():
        found = opened_hall(desk_in_use(), "ema-2016", form=Form.NIGHT)
        found.enter(9, status=Status.PRESENT)
    return found


@pytest.fixture
def organiser(app: Flask, hall: Hall) -> FlaskClient:
    """Return the browser of its organiser."""
    return browser(app, hall, Role.ORGANISER)


def read(client: FlaskClient, hall: Hall, page: str = "") -> str:
    """Return what the main part of a page says."""
    found = re.search(r"<main.*</main>", client.get(f"/e/{hall.id}/{page}".rstrip("/")).text, re.DOTALL)
    assert found is not None
    return " ".join(re.sub(r"<[^>]+>", " ", found[0]).split())


def seat(client: FlaskClient, hall: Hall) -> None:
    """Seat everybody who waits, as far as they are four."""
    shown = client.get(f"/e/{hall.id}/waiting").text
    seats = re.findall(r'name="seats" value="([^"]+)"', shown)
    command = re.findall(r'name="command_id" value="([^"]+)"', shown)[0]
    answer = client.post(f"/e/{hall.id}/waiting", data={"command_id": command, "seats": seats})
    assert answer.status_code == 303


def test_two_tables_that_sit_down_together_play_two_games(app: Flask, hall: Hall, organiser: FlaskClient) -> None:
    """Each is a round of its own in the log; whoever reads has games, and standings after as many as are over."""
    seat(organiser, hall)
    assert "Game 1, table 1" in read(organiser, hall, "results")
    assert "Game 2, table 2" in read(organiser, hall, "results")
    public = browser(app, hall, Role.PUBLIC)
    seated = read(public, hall)
    assert sum(f"Given{number} F." in seated for number in range(1, 10)) == 8

    assert send(organiser, hall, "results/2/2", "results/2/2/paper", **SCORES)[0] == 303

    assert "After 1 game" in read(public, hall, "standings")
    pages = ("results", "results/2/2", "standings", "standings?rounds=1", "standings/5", "penalties", "print", "round")
    said = {page: read(organiser, hall, page) for page in pages} | {"public": read(public, hall)}
    assert [(page, found) for page, text in said.items() for found in re.findall(r"\b[Rr]ounds?\b[^.]*", text)] == []


@pytest.mark.parametrize(
    ("who", "said"), [((), "0 names are tapped"), ((1,), "1 name is tapped"), ((3, 1, 2), "3 names")]
)
def test_a_table_of_fewer_than_four_is_told_how_many_lack(
    hall: Hall, organiser: FlaskClient, who: tuple[int, ...], said: str
) -> None:
    """Nobody sits down, and no number is called unknown."""
    command = command_in(organiser.get(f"/e/{hall.id}/tables/1").text)
    answer = organiser.post(f"/e/{hall.id}/tables/1", data={"command_id": command, "who": [str(each) for each in who]})

    assert (answer.status_code, said in answer.text) == (422, True)
    assert "Go back and tap four." in answer.text
    assert hall.state.rounds == ()


def test_who_waits_is_seated_by_lot_with_the_winds_that_are_shown(
    hall: Hall, organiser: FlaskClient, app: Flask
) -> None:
    """Not in the order of the list: other neighbours and another wind in every game."""
    drawn = {re.search(r'value="1:([^"]+)"', organiser.get(f"/e/{hall.id}/waiting").text)[1] for _ in range(8)}  # type: ignore[index]
    assert len(drawn) > 1
    assert "Table East South West North" in read(organiser, hall, "waiting")

    winds: dict[int, list[int]] = {}
    for _ in range(2):
        seat(organiser, hall)
        with app.app_context():
            running = hall.state.running
        for of in running:
            send(
                organiser,
                hall,
                f"results/{of.number}/{of.first_table}",
                f"results/{of.number}/{of.first_table}/paper",
                **SCORES,
            )
            for wind, number in enumerate(of.tables[0]):
                winds.setdefault(number, []).append(wind)
    assert all(len(set(had)) == len(had) for had in winds.values()), winds


def test_seats_by_lot_are_said_to_be_and_drawn_again_before_they_start(hall: Hall, organiser: FlaskClient) -> None:
    """events/2.3: nothing is written by looking, and each drawing again is by another lot."""
    before = hall.state.seq
    pages = [organiser.get(f"/e/{hall.id}/waiting").text for _ in range(8)]
    again = f'<a class="act" href="/e/{hall.id}/waiting">Draw again</a>'

    assert all("Drawn by lot" in page and again in page for page in pages)
    assert len({tuple(re.findall(r'name="seats" value="([^"]+)"', page)) for page in pages}) > 1
    assert hall.state.seq == before


def test_the_home_of_a_night_says_who_waits_or_who_plays(hall: Hall, organiser: FlaskClient) -> None:
    """Its button seats four as soon as they are there; nothing is drawn, and no page offers it."""
    assert "9 people wait for a table" in read(organiser, hall)
    assert f'href="/e/{hall.id}/waiting"' in organiser.get(f"/e/{hall.id}").text
    seat(organiser, hall)

    assert "2 tables are playing" in read(organiser, hall)
    for table in (1, 2):
        page = f"results/{table}/{table}"
        assert send(organiser, hall, page, f"{page}/paper", **SCORES)[0] == 303
    with_names = organiser.get(f"/e/{hall.id}").text
    assert re.findall(r'<nav class="sections".*?</nav>', with_names, re.DOTALL)[0].count("<a ") == 4
    assert f"/e/{hall.id}/draw" not in with_names


def test_a_night_without_four_who_wait_says_that_nobody_plays(app: Flask) -> None:
    """A number of none is no heading."""
    with app.app_context():
        hall = opened_hall(desk_in_use(), "ema-2016", form=Form.NIGHT)
        hall.enter(3, status=Status.PRESENT)

    assert "Nobody is playing." in read(browser(app, hall, Role.ORGANISER), hall)


def test_a_night_is_asked_for_no_number_of_rounds(client: FlaskClient) -> None:
    """Nor when standings are published: they are as each game ends."""
    asked = {kind: client.get(f"/events/new?kind={kind}&ruleset=ema-2016").text for kind in ("tournament", "night")}

    for field in ("rounds", "release"):
        assert f'name="{field}"' in asked["tournament"]
        assert f'name="{field}"' not in asked["night"]
    assert "Minutes a game" in asked["night"]
    settings = organiser_of(client, ruleset="ema-2016", kind="night").see("settings")
    assert [name for name in ("rounds", "release") if f'name="{name}"' in settings] == []


def test_a_count_is_said_as_the_language_has_it(hall: Hall, organiser: FlaskClient) -> None:
    """In Japanese what is counted comes first, and people have a counter."""
    assert "9 present" in read(organiser, hall, "people")
    assert "出席 9人" in read(organiser, hall, "people?lang=ja")


@pytest.mark.parametrize("status", [Status.EXPECTED, Status.LATE, Status.ABSENT])
def test_whoever_sits_down_is_there(app: Flask, status: Status) -> None:
    """events/0: four who scan the card of their table are checked in by that; nobody is awaited who plays."""
    with app.app_context():
        hall = opened_hall(desk_in_use(), "ema-2016", form=Form.NIGHT)
        hall.enter(5)
        done(set_status(hall.event_desk, hall.order(), 2, status, 5 if status == Status.LATE else None))
        done(sit_down(hall.event_desk, hall.order(hall.table_right(1, 0)), 1, (1, 2, 3, 4)))
    organiser = browser(app, hall, Role.ORGANISER)

    assert [each.status for each in hall.state.people] == [Status.PRESENT] * 4 + [Status.EXPECTED]
    assert "4 of 5 present" in read(organiser, hall)
    assert hall.state.rounds[0].seats == {1: (1, 2, 3, 4)}


def test_a_night_has_no_clock_unless_minutes_are_set(app: Flask) -> None:
    """events/0: whatever the book says; the minutes may be set when the event is made or later."""
    client = app.test_client()
    shown = client.get("/events/new?kind=night&ruleset=ema-2016").text
    nights = [organiser_of(client, ruleset="ema-2016", kind="night", **more) for more in ({}, {"minutes": "60"})]
    for night in nights:
        night.paste(SIXTEEN)
        found = {"command_id": command_in(night.see("tables/1")), "who": ["1", "2", "3", "4"]}
        assert client.post(night.to("tables/1"), data=found).status_code == 303
    later = nights[0].send("settings", "settings", minutes="45", zone="UTC")
    found = {"command_id": command_in(nights[0].see("tables/2")), "who": ["5", "6", "7", "8"]}
    client.post(nights[0].to("tables/2"), data=found)

    assert "No clock runs unless minutes are set here." in shown
    assert re.findall(r'name="minutes"[^>]*placeholder="([^"]*)"', shown) == ["—"]
    assert later.status_code == 303
    pages = [night.see(f"round/{table}") for night, table in ((nights[0], 1), (nights[1], 1), (nights[0], 2))]
    assert ["data-clock-at" in page for page in pages] == [False, True, True]


def test_an_organiser_is_led_to_seating_four_where_nobody_plays(app: Flask) -> None:
    """events/9: from the page of the tables by name, or by checking in who is there; four who play are not offered."""
    with app.app_context():
        hall = opened_hall(desk_in_use(), "ema-2016", form=Form.NIGHT)
        hall.enter(9)
    organiser, referee = browser(app, hall, Role.ORGANISER), browser(app, hall, Role.REFEREE)
    page = organiser.get(f"/e/{hall.id}/round").text
    done(sit_down(hall.event_desk, hall.order(), 1, (1, 2, 3, 4)))
    playing = organiser.get(f"/e/{hall.id}/round").text

    done(set_status(hall.event_desk, hall.order(), 7, Status.PRESENT))
    assert "Still waiting: Given7 Family7" in read(organiser, hall, "round")
    assert [f'href="/e/{hall.id}/{to}"' in page for to in ("people", "tables/1", "tables/2")] == [True, True, False]
    assert f'href="/e/{hall.id}/tables/1"' not in playing
    assert f'href="/e/{hall.id}/tables/2"' in playing
    assert "/tables/" not in referee.get(f"/e/{hall.id}/round").text


def test_a_night_of_so_many_tables_offers_those_that_are_free(app: Flask) -> None:
    """The club has no fourth table."""
    with app.app_context():
        hall = opened_hall(desk_in_use(), "ema-2016", form=Form.NIGHT, tables=3)
        hall.enter(9)
    done(sit_down(hall.event_desk, hall.order(), 2, (1, 2, 3, 4)))
    page = browser(app, hall, Role.ORGANISER).get(f"/e/{hall.id}/round").text

    assert re.findall(r"/tables/(\d)\"", page) == ["1", "3"]


def test_the_same_four_play_again_by_one_tap_with_other_winds(hall: Hall, organiser: FlaskClient) -> None:
    """events/9: offered at their table and to the organiser; who sits where is drawn anew, each wind once in four."""
    again = f'href="/e/{hall.id}/tables/1?again=1"'
    four = (5, 2, 7, 1)
    winds: dict[int, list[int]] = {}
    for game in range(1, 5):
        done(sit_down(hall.event_desk, hall.order(), 1, four))
        for wind, number in enumerate(four):
            winds.setdefault(number, []).append(wind)
        assert again not in organiser.get(f"/e/{hall.id}/round").text
        assert send(organiser, hall, f"results/{game}/1", f"results/{game}/1/paper", **SCORES)[0] == 303
        assert again in organiser.get(f"/e/{hall.id}/round").text
        assert again in organiser.get(f"/e/{hall.id}/tables/1").text
        page = organiser.get(f"/e/{hall.id}/tables/1?again=1").text
        ticked = re.findall(r'name="who" value="(\d+)" checked', page)
        assert sorted(map(int, ticked)) == sorted(four)
        assert f'name="tapped" value="{" ".join(ticked)}"' in page
        four = tuple(map(int, ticked))  # type: ignore[assignment]
    assert all(sorted(had) == [0, 1, 2, 3] for had in winds.values()), winds

    done(set_status(hall.event_desk, hall.order(), 5, Status.ABSENT))
    gone = [organiser.get(f"/e/{hall.id}/{page}").text for page in ("round", "tables/1", "tables/1?again=1")]
    assert not any("again=1" in page or "checked" in page for page in gone)


def test_four_of_whom_one_has_played_elsewhere_since_are_not_the_same_four(hall: Hall, organiser: FlaskClient) -> None:
    """Each free table offers only those who left it together."""
    for game, table, numbers in ((1, 1, (1, 2, 3, 4)), (2, 2, (4, 5, 6, 7))):
        done(sit_down(hall.event_desk, hall.order(), table, numbers))
        assert send(organiser, hall, f"results/{game}/{table}", f"results/{game}/{table}/paper", **SCORES)[0] == 303
    page = organiser.get(f"/e/{hall.id}/round").text

    assert re.findall(r"tables/(\d)\?again=1", page) == ["2"]


def test_an_organiser_ends_a_night_of_which_nobody_plays_any_more(hall: Hall, organiser: FlaskClient) -> None:
    """events/2: not before the first game nor during one; afterwards nobody is seated."""
    offered = []
    for act in (None, lambda: seat(organiser, hall)):
        if act is not None:
            act()
        offered.append("End the event" in read(organiser, hall))
    for game in (1, 2):
        assert send(organiser, hall, f"results/{game}/{game}", f"results/{game}/{game}/paper", **SCORES)[0] == 303
    offered.append("End the event" in read(organiser, hall))
    home = organiser.get(f"/e/{hall.id}").text
    carried = {"command_id": command_in(home), "expected": expected_in(home)}
    ended = organiser.post(f"/e/{hall.id}/end", data=carried)

    assert (offered, ended.status_code) == ([False, False, True], 303)
    assert hall.state.is_closed
    assert "The event is over" in read(organiser, hall)
    assert "Seat" not in read(organiser, hall, "round")
