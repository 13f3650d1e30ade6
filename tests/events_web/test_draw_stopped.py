"""A draw of many people on the page: it goes on in a thread, says so, and is stopped, also without JavaScript."""

import time
from collections.abc import Callable
from threading import Event

import pytest
from flask import Flask

from referee.database import DatabaseDesk
from referee.desk_event import draws
from referee.desk_event.opened import EventDesk, tournament_now
from referee.rules.table import NotDone
from referee.tournament.events import Drawn
from referee.tournament.search import Stopped, Wanted
from referee.tournament.seating import DrawWish, decide_draw
from referee.tournament.tournament import Tournament
from referee.web import background
from tests.events_web.organiser import SIXTEEN, Organiser, organiser_of

PATIENCE = 20.0


@pytest.fixture
def organiser(app: Flask) -> Organiser:
    """Return the organiser of an event of sixteen people."""
    found = organiser_of(app.test_client(), ruleset="ema-2016")
    found.paste(SIXTEEN)
    return found


@pytest.fixture
def released(monkeypatch: pytest.MonkeyPatch) -> Event:
    """Let every draw take until this is set, or until it is stopped; nobody waits for it."""
    found = Event()

    def slow(state: Tournament, wish: DrawWish, wanted: Wanted) -> Drawn | NotDone:
        def patient() -> bool:
            while wanted() and not found.wait(0.01):
                pass
            return wanted()

        patient()
        return decide_draw(state, wish, patient)

    monkeypatch.setattr(draws, "decide_draw", slow)
    monkeypatch.setattr(background, "SECONDS", 0.05)
    return found


def waited_until(is_so: Callable[[], bool]) -> None:
    """Wait until something is so."""
    end = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.01)


def drawn_rounds(organiser: Organiser, desk: DatabaseDesk) -> int:
    """Return how many rounds of the event are drawn."""
    return len(tournament_now(EventDesk(desk=desk, store=desk.store), organiser.event).rounds)


def test_a_long_draw_says_so_and_is_stopped(organiser: Organiser, desk: DatabaseDesk, released: Event) -> None:
    """events/2.6.5: the page comes at once, offers to stop, and says afterwards that nothing was drawn."""
    sent = organiser.send("draw", "draw", way="random")
    page = organiser.see("draw")
    stopped = organiser.send("draw", "draw/stop")
    waited_until(lambda: "Nothing was drawn" in organiser.see("draw"))

    assert (sent.status_code, stopped.status_code) == (303, 303)
    assert "A draw has been under way since" in page
    assert "This round by lot" not in page
    assert not released.is_set()
    assert "The draw was stopped: nothing was changed." in organiser.see("draw")
    assert "This round by lot" in organiser.see("draw")
    assert drawn_rounds(organiser, desk) == 0


def test_a_long_draw_comes_to_its_end(organiser: Organiser, desk: DatabaseDesk, released: Event) -> None:
    """events/2.6.5: another order waits its turn; the page that waits is led on, and a doubled order draws once."""
    order = organiser.hidden("draw", "draw") | {"way": "random"}
    for _ in range(2):
        assert organiser.client.post(organiser.to("draw"), data=order).status_code == 303
    waits = organiser.client.get(organiser.to("draw/progress?round=1"), headers={"HX-Request": "true"})
    another = organiser.client.post(organiser.to("draw"), data=order | {"command_id": "another-order"})
    released.set()
    waited_until(lambda: drawn_rounds(organiser, desk) == 1)
    waited_until(lambda: "under way" not in organiser.see("draw"))
    over = organiser.client.get(organiser.to("draw/progress?round=1"), headers={"HX-Request": "true"})

    public = organiser.client.application.test_client().get(organiser.to("draw/progress"))
    assert public.status_code == 403
    assert another.status_code == 422
    assert "Another draw has been under way since" in another.text
    assert waits.status_code == 304
    assert over.headers["HX-Redirect"] == organiser.to("draw?round=1")
    assert "Nobody has seen this draw yet." in organiser.see("draw")


def test_a_draw_that_fails_says_so(
    organiser: Organiser, desk: DatabaseDesk, released: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A fault of the program in the thread is told on the page, and the next draw is made."""
    begun = Event()

    def broken(_state: Tournament, _wish: DrawWish, _wanted: Wanted) -> Drawn | NotDone:
        begun.set()
        released.wait(PATIENCE)
        raise Stopped

    with monkeypatch.context() as patched:
        patched.setattr(draws, "decide_draw", broken)
        organiser.send("draw", "draw", way="random")
        assert begun.wait(PATIENCE)
        released.set()
        waited_until(lambda: "The program failed. Draw again." in organiser.see("draw"))

    organiser.send("draw", "draw", way="random")
    waited_until(lambda: drawn_rounds(organiser, desk) == 1)
    waited_until(lambda: "Nothing was drawn" not in organiser.see("draw"))
