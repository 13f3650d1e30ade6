"""The one clock of a round: when each table's signal falls, in milliseconds of Unix time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.records import dataclass

if TYPE_CHECKING:
    from referee.tournament.tournament import Round

SECOND = 1000
MINUTE = 60 * SECOND


@dataclass(frozen=True, kw_only=True, slots=True)
class TableClock:
    """The clock of a table: when its signal falls, and how long that is from now; None where nobody knows yet.

    ``signal_at`` is None while the clock stands still before the signal; ``left`` is then what is left of it.
    """

    signal_at: int | None
    left: int


def table_clock(of: Round, table_no: int, signal: int, now: int) -> TableClock | None:
    """Return the clock of a table whose signal falls ``signal`` minutes before the end; None where none runs.

    A pause that begins after the signal does not move it.
    """
    if of.started is None or of.minutes is None:
        return None
    due = of.started + (of.minutes - signal) * MINUTE + of.extra_at(table_no).seconds * SECOND
    for pause in of.pauses:
        if pause.since >= due:
            break
        if pause.until is None:
            return TableClock(signal_at=None, left=due - pause.since)
        due += pause.until - pause.since
    return TableClock(signal_at=due, left=due - now)


def has_signal(of: Round, table_no: int, signal: int, now: int) -> bool:
    """Return whether a table's signal has fallen."""
    clock = table_clock(of, table_no, signal, now)
    return clock is not None and clock.left <= 0


def is_paused(of: Round) -> bool:
    """Return whether the clock of a round stands still."""
    return bool(of.pauses) and of.pauses[-1].until is None
