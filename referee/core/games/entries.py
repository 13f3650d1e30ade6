"""Everything on the sheet that changes the table, and the table after each entry."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, assert_never

from referee.core.rules.facts import Table, added

if TYPE_CHECKING:
    from referee.core.games.events import Adjusted, RulingIssued, Settled
    from referee.core.games.marks import Marks
    from referee.core.rules.ledger import Line
    from referee.core.rules.offences import Penalty


@dataclass(frozen=True, kw_only=True, slots=True)
class HandEntry:
    """A hand on the sheet, as it was last settled; ``seq`` is the event that recorded it."""

    seq: int
    number: int
    settled: Settled
    marks: Marks


@dataclass(frozen=True, kw_only=True, slots=True)
class DifferenceEntry:
    """What a correction by points only of the hand ``number`` added."""

    seq: int
    number: int
    line: Line
    yakitori: tuple[bool, bool, bool, bool]


@dataclass(frozen=True, kw_only=True, slots=True)
class AdjustmentEntry:
    """An adjustment."""

    seq: int
    adjusted: Adjusted


@dataclass(frozen=True, kw_only=True, slots=True)
class SignalEntry:
    """A time signal."""

    seq: int
    hands_left: int


@dataclass(frozen=True, kw_only=True, slots=True)
class RulingEntry:
    """A ruling; ``withdrawn`` is the event that withdrew it, None while it stands."""

    seq: int
    issued: RulingIssued
    withdrawn: int | None

    def orders(self, kind: Penalty) -> bool:
        """Return whether this penalty is among those issued."""
        return any(each.kind == kind for each in self.issued.issued)


@dataclass(frozen=True, kw_only=True, slots=True)
class WithdrawalEntry:
    """What the withdrawal of a ruling gave back."""

    seq: int
    lines: tuple[Line, ...]


Entry = HandEntry | DifferenceEntry | AdjustmentEntry | SignalEntry | RulingEntry | WithdrawalEntry
"""Everything on the sheet that changes the table."""


def carried(table: Table, entry: Entry) -> Table:
    """Return the table after an entry."""
    match entry:
        case HandEntry():
            return entry.settled.after
        case DifferenceEntry():
            return replace(with_line(table, entry.line), yakitori=entry.yakitori)
        case AdjustmentEntry():
            return adjusted_table(table, entry.adjusted)
        case SignalEntry():
            return replace(table, hands_left=entry.hands_left)
        case RulingEntry():
            return with_lines(table, entry.issued.lines)
        case WithdrawalEntry():
            return with_lines(table, entry.lines)
        case _:
            assert_never(entry)


def with_line(table: Table, line: Line) -> Table:
    """Return the table with a line entered."""
    return replace(
        table,
        scores=added(table.scores, line.points),
        kyoutaku=table.kyoutaku + line.kyoutaku,
        chips=added(table.chips, line.chips),
        penalties=added(table.penalties, line.penalties),
    )


def with_lines(table: Table, lines: tuple[Line, ...]) -> Table:
    """Return the table with several lines entered."""
    for line in lines:
        table = with_line(table, line)
    return table


def adjusted_table(table: Table, adjusted: Adjusted) -> Table:
    """Return the table as it was adjusted; another dealer has no row of wins behind him."""
    dealer = table.dealer if adjusted.dealer is None else adjusted.dealer
    same = dealer == table.dealer
    return replace(
        with_line(table, adjusted.line),
        honba=table.honba if adjusted.honba is None else adjusted.honba,
        dealer=dealer,
        round=table.round if adjusted.round is None else adjusted.round,
        extra=table.extra if adjusted.extra is None else adjusted.extra,
        dealer_wins=table.dealer_wins if same else 0,
        renchan=table.renchan if same else 0,
    )
