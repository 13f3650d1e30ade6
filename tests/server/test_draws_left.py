"""A draw that nobody waits for any more is given up, so that the next one need not wait for it."""

import json
import time
from http.client import HTTPConnection

import pytest

from referee.ask_event import draws
from referee.database import DatabaseDesk
from referee.tournament.draws import Draw, DrawAsked, drawn
from referee.tournament.search import Stopped, Wanted
from tests.tournaments import opened_hall

SLOW = 12
"""A draw of so many people takes as long as it is wanted."""
PATIENCE = 10.0


def asked(port: int, token: str, people: int) -> HTTPConnection:
    """Ask for a draw, and return the connection on which the answer will come."""
    question = {"players": list(range(1, people + 1)), "rounds": 1, "method": "random", "seed": 1}
    over = HTTPConnection("127.0.0.1", port, timeout=30)
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
    over.request("POST", "/api/v1/draw", json.dumps(question), headers)
    return over


def status_once(port: int, token: str, wished: int) -> int:
    """Return how a quick draw is answered, as soon as it is answered as wished."""
    end = time.monotonic() + PATIENCE
    while True:
        over = asked(port, token, 8)
        status = over.getresponse().status
        over.close()
        if status == wished or time.monotonic() > end:
            return status
        time.sleep(0.05)


def test_a_draw_ends_when_its_asker_hangs_up(port: int, hall: DatabaseDesk, monkeypatch: pytest.MonkeyPatch) -> None:
    """events/2.6.5, 11: one at a time; it goes on as long as its asker waits."""

    def slow(wish: DrawAsked, wanted: Wanted) -> Draw:
        end = time.monotonic() + 3 * PATIENCE
        while len(wish.players) == SLOW and time.monotonic() < end:
            if not wanted():
                raise Stopped
            time.sleep(0.01)
        return drawn(wish, wanted)

    monkeypatch.setattr(draws, "drawn", slow)
    token = opened_hall(hall).token
    over = asked(port, token, SLOW)

    meanwhile = status_once(port, token, 409)
    busy = asked(port, token, 8)
    found = json.load(busy.getresponse())["error"]
    busy.close()
    over.close()

    assert (meanwhile, status_once(port, token, 200)) == (409, 200)
    assert (found["code"], "under way since 20" in found["message"]) == ("draw_busy", True)
