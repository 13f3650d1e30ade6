"""The page of a closed game and its result agree: scores, places, and what became of the sticks."""

import re
from http import HTTPStatus

import pytest
from flask.testing import FlaskClient

from referee import desk
from referee.database import DatabaseDesk
from referee.desk import MarkKind
from tests.desks import begin, draw, opened, shipped
from tests.web.requests_at_table import expected_at, send, started, text_of_page

BOOKS = [book.id for book in shipped().books]
SHARED = {"result": "draw", "tenpai": "1", "riichi": "1", "drawn": "1"}


@pytest.fixture
def own_desk(tmp_path_factory: pytest.TempPathFactory) -> DatabaseDesk:
    """Return a desk over a new database."""
    return opened(tmp_path_factory.mktemp("closed"))


@pytest.mark.parametrize("book", BOOKS)
def test_a_closed_table_shows_its_result(own_desk: DatabaseDesk, book: str) -> None:
    """By force, with a stick from an earlier draw on the table and one in the hand that is not finished."""
    game = begin(own_desk, book)
    game.record(draw(1, riichi=[1]))
    game.mark(2, MarkKind.RIICHI)
    assert game.view.kyoutaku == 2000
    for close in (desk.force_end, desk.finish):
        game.must(close)
        view = game.view
        assert view.standing is not None
        assert tuple(seat.score for seat in view.seats) == view.standing.scores
        assert tuple(seat.place for seat in view.seats) == view.standing.places
        assert sum(seat.score for seat in view.seats) + view.kyoutaku == view.balance.total
        assert view.returned == (2,)
        assert not any(seat.stick for seat in view.seats)


def test_what_becomes_of_the_sticks_is_said(client: FlaskClient) -> None:
    """On the table and on the sheet: whose stick goes back, who gets what is left, and by which clause."""
    path = started(client, "ema-rcr-2012")
    send(client, path, SHARED)
    client.post(path + "/marks", data={"mark": "riichi-2-on", "hand": "1"})
    end = client.get(path + "/end?lang=en").text
    assert "riichi sticks." in text_of_page(end)
    expected = re.findall(r'name="expected" value="(\d+)"', end)[0]
    client.post(path + "/end", data={"expected": expected})
    for page in ("/sheet", ""):
        text = text_of_page(client.get(f"{path}{page}?lang=en").text)
        assert "Chie takes the riichi stick of 1,000 back: the last hand was not finished." in text
        assert re.search("(gets 1,000 of the points left|The 1,000 left) on the table", text)
        assert "2,000 on the table" not in text


@pytest.mark.parametrize(
    ("ruleset", "told"),
    [
        ("aalto", "The 1,000 points left on the table go to 1st place. § 13 · Aalto"),
        ("wrc-2025", "Nobody gets the 1,000 points left on the table. "),
    ],
)
def test_what_would_become_of_the_sticks_is_said_before(client: FlaskClient, ruleset: str, told: str) -> None:
    """Before the game is ended, with the clause; nothing where nothing lies there."""
    path = started(client, ruleset)
    assert "left on the table" not in client.get(path + "/end?lang=en").text
    send(client, path, SHARED)
    assert told in text_of_page(client.get(path + "/end?lang=en").text)


def test_a_reopening_needs_a_reason_and_shows_on_the_sheet(client: FlaskClient) -> None:
    """With the result that it took back; a result in force stands below the rows."""
    path = started(client)
    for action in ("/end", "/finish"):
        client.post(path + action, data={"expected": expected_at(client, path)})
    assert "Result confirmed" not in client.get(path + "/sheet?lang=en").text
    refused = client.post(path + "/reopen", data={"expected": expected_at(client, path), "text": " "})
    assert refused.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert "The text is missing" in refused.text
    names = {"name-0": "Ben", "name-1": "Aino", "name-2": "Chie", "name-3": "Dai"}
    signed = client.post(path + "/names", data=names)
    assert signed.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert "Reopen the game to change one" in signed.text
    again = {"expected": expected_at(client, path), "text": "names <swapped>"}
    assert client.post(path + "/reopen", data=again).status_code == HTTPStatus.SEE_OTHER
    assert client.post(path + "/names", data=names).status_code == HTTPStatus.SEE_OTHER
    sheet = client.get(path + "/sheet").text
    for found in (
        "Result confirmed",
        "Game reopened",
        "names &lt;swapped&gt;",
        "The name at the seat of",
    ):
        assert found in sheet
