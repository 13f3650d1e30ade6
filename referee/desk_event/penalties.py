"""Penalties outside games at the desk: given, withdrawn, and told with who gave them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.desk_event.opened import history_of, write
from referee.desk_event.rights import Act
from referee.records import dataclass
from referee.tournament.events import PenaltyGiven
from referee.tournament.penalties import decide_penalty, decide_withdrawal

if TYPE_CHECKING:
    from referee.desk_event.opened import Entered, EventDesk, EventOrder, LoggedEntry
    from referee.tournament.tournament import OutsidePenalty


@dataclass(frozen=True, kw_only=True, slots=True)
class Punished:
    """What somebody is punished with, and by which clause of the book where it has one."""

    number: int
    points: int
    offence: str
    clause: str = ""
    confidence: str = ""


def give_penalty(event_desk: EventDesk, order: EventOrder, wanted: Punished) -> Entered:
    """Give somebody a penalty outside a game; two who do so at once never conflict."""
    return write(
        event_desk,
        order,
        Act.PENALTY,
        lambda state: decide_penalty(
            state,
            PenaltyGiven(
                penalty=len(state.penalties) + 1,
                number=wanted.number,
                points=wanted.points,
                offence=wanted.offence,
                answers=(),
                clause=wanted.clause,
                confidence=wanted.confidence,
                reason=order.reason,
            ),
        ),
    )


def withdraw_penalty(event_desk: EventDesk, order: EventOrder, penalty: int) -> Entered:
    """Let a penalty outside a game count no more."""
    return write(event_desk, order, Act.PENALTY, lambda state: decide_withdrawal(state, penalty, order.reason))


def penalties_given(event_desk: EventDesk, tournament: str) -> tuple[tuple[OutsidePenalty, LoggedEntry], ...]:
    """Return every penalty outside a game, also those withdrawn, each with the entry that gave it."""
    history = history_of(event_desk, tournament)
    return tuple([(each, history[each.seq - 1]) for each in history[-1].tournament.penalties])
