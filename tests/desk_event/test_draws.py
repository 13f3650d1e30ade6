"""Draws of an event at the desk: by rank after a round, one at a time, while others go on."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from referee.desk import Refused
from referee.desk_event import draws
from referee.desk_event.draws import draw, draw_in_background, publish, ranked, stop_drawing, time_in
from referee.desk_event.opened import Drawing, Entered, run_now
from referee.desk_event.people import enter_list, enter_people, set_status
from referee.desk_event.results import enter_finals
from referee.desk_event.rights import Right
from referee.rules.table import NotDone
from referee.tournament.events import DrawMethod, Drawn, FinalsEntered, NumberFinal, Role, Status
from referee.tournament.formats.people import Person
from referee.tournament.search import Wanted
from referee.tournament.seating import DrawWish, decide_draw
from referee.tournament.tournament import Tournament
from tests.desks import opened
from tests.tournaments import Hall, codes, done, opened_hall

SWISS = DrawWish(rounds=(2,), method=DrawMethod.SWISS, seed=1)
RANDOM = DrawWish(rounds=(2,), method=DrawMethod.RANDOM, seed=1)


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    """Return an event of sixteen people whose first round is drawn."""
    desk = opened(tmp_path)
    found = opened_hall(desk, "ema-2016", rounds=3)
    found.seat(16)
    yield found
    desk.close()


def finals(hall: Hall, round_no: int) -> None:
    """Enter the finals of a round: the higher the number, the better."""
    found = tuple(NumberFinal(number=number, final=number * 1000) for number in hall.state.players)
    done(enter_finals(hall.event_desk, hall.order(), (FinalsEntered(round=round_no, finals=found, reason=""),)))


def test_neighbours_in_rank_meet(hall: Hall) -> None:
    """events/2.5: Swiss and by place take the standings after the round before."""
    finals(hall, 1)
    assert ranked(hall.event_desk, hall.state, 2) == tuple(range(16, 0, -1))

    plan = tuple((place, place + 1, place + 2, place + 3) for place in range(1, 17, 4))
    wish = replace(SWISS, standings=ranked(hall.event_desk, hall.state, 2), version=0)
    swiss = done(draw(hall.event_desk, hall.order(), wish))
    placed = done(draw(hall.event_desk, hall.order(), replace(wish, method=DrawMethod.BY_PLACE, plan=plan)))

    assert swiss.tournament.draws[-1].quality.repeats == 0
    assert swiss.tournament.draws[-1].from_version == 0
    assert {frozenset(table) for table in placed.tournament.draws[-1].tables[0]} == {
        frozenset(range(first, first + 4)) for first in range(1, 17, 4)
    }


def test_nobody_is_ranked_before_a_round_is_over(hall: Hall) -> None:
    """events/2.5, 12: `swiss_needs_results`."""
    assert ranked(hall.event_desk, hall.state, 1) == ()
    assert ranked(hall.event_desk, hall.state, 2) == ()
    assert codes(draw(hall.event_desk, hall.order(), SWISS)) == ["swiss_needs_results"]


def test_a_busy_event_draws_nothing_more(hall: Hall) -> None:
    """events/11, 12: one draw at a time, `draw_busy` says since when; the next one goes on."""
    hall.event_desk.drawing[hall.id] = Drawing(command="another order", since="2026-11-23T10:42:00+00:00")
    refused = draw(hall.event_desk, hall.order(), RANDOM)
    del hall.event_desk.drawing[hall.id]

    assert codes(refused) == ["draw_busy"]
    done(draw(hall.event_desk, hall.order(), RANDOM))
    assert hall.event_desk.drawing == {}


@pytest.mark.parametrize(
    ("zone", "shown"),
    [("Asia/Tokyo", "08:42"), ("UTC", "23:42"), ("Nowhere/At all", "23:42 UTC"), ("../etc", "23:42 UTC")],
)
def test_a_busy_event_says_its_own_time(zone: str, shown: str) -> None:
    """events/2.1: the zone is the event's."""
    assert time_in(zone, "2026-11-23T23:42:00+00:00") == shown


def test_a_draw_is_worked_out_while_others_write(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """events/2.6: nobody waits for it; where who plays has changed meanwhile, it is worked out again."""
    worked: list[Tournament] = []

    def watched(state: Tournament, wish: DrawWish, _: Wanted) -> Drawn | NotDone:
        worked.append(state)
        if len(worked) == 1:
            done(set_status(hall.event_desk, hall.order(), 16, Status.PRESENT))
        if len(worked) == 2:
            done(
                enter_list(hall.event_desk, hall.order(), [Person(number=number, name="X") for number in range(17, 21)])
            )
        return decide_draw(state, wish)

    monkeypatch.setattr(draws, "decide_draw", watched)
    done(draw(hall.event_desk, hall.order(), RANDOM))
    alone = len(worked)
    found = done(draw(hall.event_desk, hall.order(), RANDOM))

    assert alone == 1
    assert len(worked) == 3
    assert len(found.tournament.draws[-1].tables[0]) == 5


def test_a_draw_is_stopped(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """events/2.6.5: whoever stops a draw that is being worked out leaves everything as it was; the next one goes on."""
    finals(hall, 1)
    wish = replace(SWISS, standings=ranked(hall.event_desk, hall.state, 2), version=0)
    asked_how_often = []

    def stopped_soon(state: Tournament, wish: DrawWish, wanted: Wanted) -> Drawn | NotDone:
        def asked() -> bool:
            asked_how_often.append(wanted())
            if len(asked_how_often) == 3:
                assert stop_drawing(hall.event_desk, hall.order()) is None
            return asked_how_often[-1]

        return decide_draw(state, wish, asked)

    before = hall.state
    with monkeypatch.context() as patched:
        patched.setattr(draws, "decide_draw", stopped_soon)
        refused = draw(hall.event_desk, hall.order(), wish)

    assert codes(refused) == ["draw_stopped"]
    assert asked_how_often == [True, True, True, False]
    assert hall.state == before
    done(draw(hall.event_desk, hall.order(), wish))


def test_only_an_organiser_stops_a_draw(hall: Hall) -> None:
    """events/1: draws are the organiser's."""
    hall.event_desk.drawing[hall.id] = working = Drawing(command="an order", since="2026-11-23T10:42:00+00:00")

    refused = stop_drawing(hall.event_desk, replace(hall.order(), right=Right(role=Role.REFEREE, link="r")))

    assert refused is not None
    assert not working.stopped


def test_what_nobody_waited_for_is_told_later(hall: Hall) -> None:
    """events/2.6.5: a draw in a thread that came to nothing says why; the next one takes its place."""
    finals(hall, 1)
    works: list[Callable[[], Entered]] = []

    def later(work: Callable[[], Entered]) -> None:
        works.append(work)

    own_desk = replace(hall.event_desk, aside=later)
    assert (
        draw_in_background(own_desk, hall.order(), replace(SWISS, standings=tuple(range(1, 17)), rounds=(1,))) is None
    )
    works[0]()

    undrawn = own_desk.undrawn[hall.id].why
    assert isinstance(undrawn, Refused)
    assert codes(undrawn) == ["draw_started"]
    done(draw_in_background(replace(own_desk, aside=run_now), hall.order(), RANDOM) or undrawn)
    assert own_desk.undrawn == {}


def test_what_was_drawn_for_somebody_who_left_is_not_published(hall: Hall) -> None:
    """events/11: a draw with an unknown number never comes to be seen."""
    done(enter_list(hall.event_desk, hall.order(), [Person(number=number, name="X") for number in range(17, 21)]))
    found = done(draw(hall.event_desk, hall.order(), RANDOM)).tournament.draws[-1].draw
    done(enter_people(hall.event_desk, hall.order(), (), (20,)))

    assert hall.state.round(2) is None
    assert codes(publish(hall.event_desk, hall.order(), found, (2,))) == ["round_not_drawn"]
