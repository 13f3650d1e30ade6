"""The clock of a round under every `[time]` of the books, with a clock that stands still (`events/3`, 13.8)."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from referee.database import ServerClock
from referee.desk import table_view
from referee.desk_event.overview import round_overview
from referee.desk_event.rounds import add_time, one_more_hand, pause, resume
from referee.desk_event.tables import TableVisit, clock_at, give_signal
from referee.tournament.events import TimeAdded
from tests.desks import opened, ron
from tests.tournaments import Hall, codes, done, opened_hall

BOOKS = (
    ("ema-2016", 75),
    ("ema-2025", 75),
    ("ema-rcr-2012", 75),
    ("warsaw", 75),
    ("aalto", 75),
    ("wrc-2025", 80),
)
"""After how many minutes the signal falls."""
Days = Callable[[str], "Day"]


class Day:
    """An event in its first round, and a clock that goes on when it is told."""

    def __init__(self, folder: Path, ruleset: str) -> None:
        self.now = datetime(2026, 11, 21, 9, 0, tzinfo=UTC)
        desk = replace(opened(folder), clock=lambda: self.now.isoformat(timespec="milliseconds"))
        self.hall: Hall = opened_hall(desk, ruleset, rounds=1)
        self.hall.seat(8)
        self.hall.start()

    def later(self, minutes: float) -> None:
        """Let time go by."""
        self.now += timedelta(minutes=minutes)

    def left(self, table: int = 1) -> float:
        """Return how many minutes are left until the signal of a table."""
        clock = clock_at(self.spot(table))
        assert clock is not None
        return clock.left / 60_000

    def spot(self, table: int = 1) -> TableVisit:
        """Return a table as an organiser comes to it."""
        return TableVisit(
            event_desk=self.hall.event_desk, event=self.hall.id, round=1, table=table, right=self.hall.right
        )

    def hands_left(self) -> int | None:
        """Return the hands that are left at table 1."""
        return table_view(self.hall.event_desk.desk, self.hall.game(1, 1).game).hands_left

    def added(self, minutes: int, *tables: int) -> TimeAdded:
        """Return more time for tables."""
        return TimeAdded(round=1, tables=tables, seconds=minutes * 60, hands=0, call=None, reason="")


@pytest.fixture
def days(tmp_path: Path) -> Iterator[Days]:
    """Return what begins a day under a book."""
    made: list[Day] = []

    def begin(ruleset: str) -> Day:
        """Begin a day."""
        made.append(Day(tmp_path, ruleset))
        return made[-1]

    yield begin
    for each in made:
        each.hall.event_desk.desk.store.close()  # type: ignore[attr-defined]


@pytest.mark.parametrize(("ruleset", "minutes"), BOOKS)
def test_the_signal_falls_as_the_book_says_and_leaves_its_hands(days: Days, ruleset: str, minutes: int) -> None:
    """events/3: a running hand and one more, or one between hands; a chombo uses up none."""
    day = days(ruleset)
    assert day.left() == minutes
    day.later(minutes)
    assert day.left() == 0
    assert give_signal(day.spot(), "laptop", running=True) is None
    assert day.hands_left() == 2
    day.hall.game(1, 1).record({"result": "chombo", "offenders": [2], "riichi": []})
    assert day.hands_left() == 2
    day.hall.game(1, 1).record(ron(1, 0, 2, 30))
    assert day.hands_left() == 1


@pytest.mark.parametrize(("ruleset", "minutes"), BOOKS)
def test_between_two_hands_one_is_left_and_an_organiser_gives_one_more(days: Days, ruleset: str, minutes: int) -> None:
    """events/3: extra time is refused after the signal; the further hand stands on the sheet."""
    day = days(ruleset)
    day.later(minutes + 1)
    give_signal(day.spot(), "laptop", running=False)
    assert day.hands_left() == 1
    assert codes(add_time(day.hall.event_desk, day.hall.order(), day.added(5, 1))) == ["signal_given"]
    done(one_more_hand(day.hall.event_desk, day.hall.order(), 1, 1))
    assert day.hands_left() == 2


def test_pauses_and_extra_time_move_the_signal_but_no_pause_after_it(days: Days) -> None:
    """events/3: end = start + minutes + pauses, and extra seconds per table; who had the signal keeps it."""
    day = days("ema-2016")
    done(add_time(day.hall.event_desk, day.hall.order(), day.added(5, 2)))
    assert (day.left(1), day.left(2)) == (75, 80)
    day.later(70)
    done(pause(day.hall.event_desk, day.hall.order(), 1))
    day.later(30)
    assert (day.left(1), day.left(2)) == (5, 10)
    done(resume(day.hall.event_desk, day.hall.order(), 1))
    day.later(6)
    done(pause(day.hall.event_desk, day.hall.order(), 1))
    day.later(60)
    assert (day.left(1), day.left(2)) == (-61, 4)


def test_the_signal_is_entered_once_whoever_gives_it(days: Days) -> None:
    """events/3: its id is made of the game and of how often it was taken back."""
    day = days("ema-2016")
    day.later(75)
    assert give_signal(day.spot(), "laptop", running=False) is None
    refused = give_signal(day.spot(), "phone", running=True)

    assert refused is not None
    assert day.hands_left() == 1


def test_who_sets_the_machines_clock_moves_no_signal(days: Days) -> None:
    """events/3: the server's clock is wall time at its start plus what has gone by; a step over 2 s is told."""
    day, shown, gone = days("ema-2016"), [1_000_000.0], [50.0]
    clock = ServerClock(wall=lambda: shown[0], gone=lambda: gone[0])
    day.hall.event_desk = replace(day.hall.event_desk, desk=replace(day.hall.event_desk.desk, clock=clock.now))
    before = day.left()

    shown[0] += 2
    assert (day.left(), clock.moved()) == (before, 0)
    shown[0] += 0.5
    assert (day.left(), clock.moved()) == (before, 2)
    shown[0] -= 602.5
    assert (day.left(), clock.moved()) == (before, -600)
    shown[0] += 660
    gone[0] += 60
    assert (round(before - day.left(), 3), clock.moved()) == (1, 0)


def questions_for(folder: Path, people: int) -> int:
    """Return how often the database is asked when staff look once more at all tables of so many people."""
    folder.mkdir()
    desk, found = opened(folder), Counter[str]()
    hall = opened_hall(desk, "ema-2016", rounds=1)
    hall.seat(people)
    hall.start()
    round_now = hall.state.rounds[0]
    round_overview(hall.event_desk, hall.id, round_now)
    with desk.store.database().tracer(lambda sql, _: found.update([sql])):
        assert len(round_overview(hall.event_desk, hall.id, round_now)) == people // 4
    hall.game(1, 2).record(ron(1, 0, 2, 30))
    tables = {each.number: each.table for each in round_overview(hall.event_desk, hall.id, round_now)}
    assert [number for number, table in tables.items() if table is not None and table.dealer == 1] == [2]
    desk.close()
    return found.total()


def test_many_tables_are_looked_at_with_as_few_questions_as_two(tmp_path: Path) -> None:
    """events/8: twenty staff ask every two seconds; the database is asked for what is new at all tables at once."""
    assert questions_for(tmp_path / "twenty", 80) == questions_for(tmp_path / "two", 8) > 0
