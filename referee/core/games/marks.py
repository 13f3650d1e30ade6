"""What is marked while a hand is played: riichi, open riichi, tenpai, and hands that are dead."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import assert_never

from referee.core.games.events import Marked, MarkKind, RulingIssued
from referee.core.rules.facts import ALL_SEATS


@dataclass(frozen=True, kw_only=True, slots=True)
class Marks:
    """What is marked for the hand being played: seats in order, dead hands with the id of their reason."""

    riichi: tuple[int, ...] = ()
    open_riichi: tuple[int, ...] = ()
    tenpai: tuple[int, ...] = ()
    dead: tuple[tuple[int, str], ...] = ()


def with_mark(marks: Marks, event: Marked) -> Marks:
    """Return the marks with one more, or one less; an open riichi is a riichi too."""
    match event.mark:
        case MarkKind.RIICHI:
            riichi = with_seat(marks.riichi, event)
            return replace(marks, riichi=riichi, open_riichi=tuple(s for s in marks.open_riichi if s in riichi))
        case MarkKind.OPEN_RIICHI:
            riichi = with_seat(marks.riichi, event) if event.on else marks.riichi
            return replace(marks, riichi=riichi, open_riichi=with_seat(marks.open_riichi, event))
        case MarkKind.TENPAI:
            return replace(marks, tenpai=with_seat(marks.tenpai, event))
        case MarkKind.DEAD_HAND:
            return with_dead_mark(marks, event.seat, event.reason) if event.on else without_dead(marks, event.seat)
        case _:
            assert_never(event.mark)


def with_seat(seats: tuple[int, ...], event: Marked) -> tuple[int, ...]:
    """Return the seats with the marked one, or without it."""
    return tuple(seat for seat in ALL_SEATS if (event.on if seat == event.seat else seat in seats))


def ruled_dead(marks: Marks, ruling: RulingIssued) -> Marks:
    """Return the marks with the hand dead that a ruling says is dead; the offence is the reason."""
    return with_dead_mark(marks, ruling.seat, ruling.offence)


def with_dead_mark(marks: Marks, seat: int, reason: str) -> Marks:
    """Return the marks with one more dead hand; a reason that is known is not lost to a mark without one."""
    known = dict(marks.dead).get(seat, "")
    others = without_dead(marks, seat).dead
    return replace(marks, dead=tuple(sorted((*others, (seat, reason or known)))))


def without_dead(marks: Marks, seat: int) -> Marks:
    """Return the marks without a seat's dead hand."""
    return replace(marks, dead=tuple((each, reason) for each, reason in marks.dead if each != seat))
