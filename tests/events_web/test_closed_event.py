"""What an organiser is offered once a round or the whole event is over: nothing that would be refused."""

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.desk import signal
from referee.desk_event.results import enter_paper
from referee.desk_event.rounds import end, reopen
from referee.tournament.events import Role
from referee.tournament.sheets import PaperSheet
from referee.web.context import desk_in_use
from tests.event_pages import browser
from tests.tournaments import Hall, done, opened_hall


@pytest.fixture
def hall(app: Flask) -> Hall:
    """Return an event of one round, which is played."""
    with app.app_context():
        found = opened_hall(desk_in_use(), "ema-2016", rounds=1)
        found.seat(8)
        found.start()
    return found


@pytest.fixture
def organiser(app: Flask, hall: Hall) -> FlaskClient:
    """Return the browser of its organiser."""
    return browser(app, hall, Role.ORGANISER)


def close(hall: Hall) -> None:
    """Enter all sheets and close the round."""
    for table in (1, 2):
        sheet = PaperSheet(round=1, table_no=table, scores=(40_000, 31_000, 29_000, 20_000))
        done(enter_paper(hall.event_desk, hall.order(), sheet))
    hall.close()


def test_a_table_that_had_its_signal_is_offered_no_more_minutes(hall: Hall, organiser: FlaskClient) -> None:
    """events/3: extra time is before the signal, one more hand after it."""
    page = f"/e/{hall.id}/round/1"
    before = organiser.get(page).text
    hall.game(1, 1).must(signal, running=True)
    after = organiser.get(page).text

    offered = [["+5 minutes" in text, "One more hand" in text] for text in (before, after)]
    assert offered == [[True, False], [False, True]]


def test_seats_of_a_round_that_is_over_are_not_offered_to_be_swapped(hall: Hall, organiser: FlaskClient) -> None:
    """events/2.5: they are read."""
    page = f"/e/{hall.id}/draw?round=1"
    before = organiser.get(page).text
    close(hall)
    after = organiser.get(page).text

    assert ["Swap these two" in text or 'name="seat"' in text for text in (before, after)] == [True, False]
    assert after.count("Family") >= 8


def test_an_event_that_is_over_offers_only_to_be_opened_again(hall: Hall, organiser: FlaskClient) -> None:
    """events/2: check-in, corrections and settings come back with it."""
    close(hall)
    pages = {
        "people": 'name="status"',
        "people/1": "/people/1/status",
        "results/1/1": "/results/1/1/correct",
        "settings": f'action="/e/{hall.id}/settings"',
    }

    def offered() -> list[bool]:
        return [text in organiser.get(f"/e/{hall.id}/{page}").text for page, text in pages.items()]

    before = offered()
    done(end(hall.event_desk, hall.order()))
    over = offered()
    assert f'action="/e/{hall.id}/reopen"' in organiser.get(f"/e/{hall.id}/settings").text
    done(reopen(hall.event_desk, hall.order(reason="a sheet was read wrongly")))

    assert (before, over, offered()) == ([True] * 4, [False] * 4, [True] * 4)
