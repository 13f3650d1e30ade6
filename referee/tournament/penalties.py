"""Penalties outside games: points off somebody's total or a warning, and withdrawn for a reason."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.tournament.entry import too_long, unknown_person, why_closed, without_reason
from referee.tournament.events import PenaltyWithdrawn
from referee.tournament.refusals import EventCode, all_refusals, refusal
from referee.tournament.sheets import published_anew
from referee.tournament.tournament import evolve

if TYPE_CHECKING:
    from referee.rules.table import NotDone
    from referee.tournament.events import PenaltyGiven, Published
    from referee.tournament.tournament import Tournament

    Decided = tuple[PenaltyGiven | PenaltyWithdrawn | Published, ...]

_MOST_OFF = 999_900
_UNIT = 100


def decide_penalty(tournament: Tournament, given: PenaltyGiven) -> Decided | NotDone:
    """Give somebody a penalty outside a game, at any time until the event is closed."""
    wrong = given.points % _UNIT != 0 or not 0 <= given.points <= _MOST_OFF
    refused = all_refusals(
        (
            why_closed(tournament),
            unknown_person(tournament, given.number),
            refusal(EventCode.PENALTY_POINTS, "points", most=_MOST_OFF, unit=_UNIT) if wrong else None,
            too_long(given.reason) if given.offence else without_reason(given.reason),
        )
    )
    return refused or _with_standings(tournament, given)


def decide_withdrawal(tournament: Tournament, penalty: int, reason: str) -> Decided | NotDone:
    """Let a penalty outside a game count no more, for a reason; it stays in the log."""
    stands = [each for each in tournament.penalties if each.given.penalty == penalty and each.withdrawn is None]
    refused = all_refusals(
        (
            why_closed(tournament),
            None if stands else refusal(EventCode.PENALTY_GONE, "penalty"),
            without_reason(reason),
        )
    )
    return refused or _with_standings(tournament, PenaltyWithdrawn(penalty=penalty, reason=reason))


def _with_standings(tournament: Tournament, event: PenaltyGiven | PenaltyWithdrawn) -> Decided:
    """Return the entry, and the standings anew where it changes what everybody has seen.

    While a later round waits to be published, everybody sees the change with that round.
    """
    after = evolve(tournament, tournament.seq + 1, event)
    last = tournament.published
    waits = last is None or any(each.number > last.round for each in tournament.closed_rounds)
    if last is None or waits or after.taken_off == tournament.taken_off:
        return (event,)
    return (event, *published_anew(after, last.round, event.reason))
