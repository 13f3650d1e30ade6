"""All tables of a round at a glance: how far each is, what is wrong there, and when its signal falls."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import TYPE_CHECKING

from referee.desk_event.opened import clock_milliseconds, history_of
from referee.desk_event.results import game_sheet_beside
from referee.desk_event.rounds import histories_of, rules_of_event
from referee.desk_event.tables import clock_of, is_opened, phones_at, phones_let_in
from referee.game.view import can_signal, is_playing
from referee.records import dataclass
from referee.tournament.events import Mode, ResultTakenBack, Source
from referee.tournament.rounds import MINUTE, is_done

if TYPE_CHECKING:
    from collections.abc import Mapping

    from referee.desk.opened import History as GameHistory
    from referee.desk_event.opened import EventDesk
    from referee.game.game import Game
    from referee.rules.ruleset import Ruleset
    from referee.rules.table import Four, Table
    from referee.tournament.rounds import TableClock
    from referee.tournament.tournament import Result, Round, Tournament

_SILENT = 12 * MINUTE
"""How long a table is without an entry before it is looked after."""
_LONG_SILENT = 20 * MINUTE


class TableState(StrEnum):
    """How far a table is in a round."""

    EMPTY = "empty"
    SEATED = "seated"
    PLAYING = "playing"
    LAST_HANDS = "last_hands"
    OVER = "over"
    AGREED = "agreed"
    DONE = "done"


class Badge(StrEnum):
    """What is wrong at a table, the worst first."""

    DICE = "dice"  # the signal has fallen, and nobody has said whether the dice had been thrown
    SHEET = "sheet"  # the signal has fallen at a table without a phone: its sheet of paper is awaited
    CONFLICT = "conflict"  # an entry waits on a phone of the table
    TAKEN_BACK = "taken_back"
    EARLY = "early"  # the signal was given, and its time has not come
    DIFFERS = "differs"  # the result is from paper, and the sheet of the phone, which is over, makes another one
    LONG_SILENT = "long_silent"
    SILENT = "silent"


_BADGES = tuple(Badge)


@dataclass(frozen=True, kw_only=True, slots=True)
class TableOverview:
    """A table of a round; ``table`` is its state in the game, None before it begins.

    ``minutes`` and ``hands`` are what it was given on top.
    """

    number: int
    state: TableState
    badge: Badge | None
    numbers: Four
    table: Table | None
    clock: TableClock | None
    minutes: int
    hands: int
    is_opened: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class RoundNow:
    """A round as it is looked at now: what happened at its tables, their results, and whose were taken back."""

    event_desk: EventDesk
    tournament: str
    state: Tournament
    rules: Ruleset
    of: Round
    now: int
    games: Mapping[int, GameHistory]
    results: Mapping[int, Result]
    taken_back: frozenset[int]


def round_overview(event_desk: EventDesk, tournament: str, of: Round) -> tuple[TableOverview, ...]:
    """Return the tables of a round, those with trouble first."""
    history = history_of(event_desk, tournament)
    state = history[-1].tournament
    looked = RoundNow(
        event_desk=event_desk,
        tournament=tournament,
        state=state,
        rules=rules_of_event(event_desk, state),
        of=of,
        now=clock_milliseconds(event_desk),
        games=histories_of(event_desk, tournament, of.number),
        results=dict(of.results),
        taken_back=frozenset(
            [
                each.event.table_no
                for each in history
                if isinstance(each.event, ResultTakenBack) and each.event.round == of.number
            ]
        ),
    )
    found = [at_table(looked, table_no, numbers) for table_no, numbers in of.seats.items()]
    return tuple(sorted(found, key=lambda each: len(_BADGES) if each.badge is None else _BADGES.index(each.badge)))


def at_table(looked: RoundNow, table_no: int, numbers: Four) -> TableOverview:
    """Return one table at a glance."""
    event_desk, of, result = looked.event_desk, looked.of, looked.results.get(table_no)
    log = looked.games.get(table_no, ())
    game = log[-1].game if log else None
    clock, extra = clock_of(of, table_no, looked.rules, looked.now), of.extra_at(table_no)
    how_far = _state_of(looked, table_no, game, result)
    quiet = looked.now - _milliseconds_at(log[-1].stored.at) if log else 0
    is_over = clock is not None and clock.left <= 0
    on_paper = looked.state.settings.mode == Mode.PAPER or how_far in (TableState.EMPTY, TableState.SEATED)
    asks = game is not None and can_signal(game, looked.rules) and how_far not in (TableState.AGREED, TableState.DONE)
    trouble = (
        is_over and asks and not on_paper,
        is_over and on_paper and result is None,
        any(each.waits for each in phones_at(event_desk, looked.tournament, table_no)),
        table_no in looked.taken_back and result is None,
        clock is not None and not is_over and how_far == TableState.LAST_HANDS,
        _differs(looked, table_no, game, result),
    )
    return TableOverview(
        number=table_no,
        state=how_far,
        badge=_badge_of(how_far, quiet, trouble),
        numbers=numbers,
        table=None if game is None else game.table,
        clock=clock,
        minutes=extra.seconds * 1000 // MINUTE,
        hands=extra.hands,
        is_opened=is_opened(event_desk, looked.tournament, of.number, table_no),
    )


def _differs(looked: RoundNow, table_no: int, game: Game | None, result: Result | None) -> bool:
    """Return whether staff have two results of a table to choose from; one that was corrected is chosen already."""
    if game is None or game.end is None or result is None or table_no in looked.taken_back:
        return False
    at = (looked.of.number, table_no)
    return (
        result.entered.source == Source.PAPER
        and game_sheet_beside(looked.event_desk, looked.state, looked.tournament, at) is not None
    )


def _milliseconds_at(time: str) -> int:
    """Return a time of a log as clocks of rounds count it."""
    return round(datetime.fromisoformat(time).timestamp() * 1000)


def _state_of(looked: RoundNow, table_no: int, game: Game | None, result: Result | None) -> TableState:
    event_desk, tournament, of = looked.event_desk, looked.tournament, looked.of
    if result is not None:
        is_checked = looked.state.settings.staff_check
        return TableState.DONE if is_done(result, staff_check=is_checked) else TableState.AGREED
    if game is None or (game.seq == 1 and not is_opened(event_desk, tournament, of.number, table_no)):
        phones = phones_let_in(phones_at(event_desk, tournament, table_no), looked.state, of.number, table_no)
        is_known = table_no in of.reseated or game is not None or bool(phones)
        return TableState.SEATED if is_known else TableState.EMPTY
    if not is_playing(game):
        return TableState.OVER
    return TableState.PLAYING if game.table.hands_left is None else TableState.LAST_HANDS


def _badge_of(state: TableState, quiet: int, trouble: tuple[bool, ...]) -> Badge | None:
    """Return what is worst at a table, None where nothing is; ``trouble`` tells of the first six badges."""
    if any(trouble):
        return _BADGES[trouble.index(True)]
    if state not in (TableState.PLAYING, TableState.LAST_HANDS, TableState.OVER) or quiet < _SILENT:
        return None
    return Badge.LONG_SILENT if quiet >= _LONG_SILENT else Badge.SILENT
