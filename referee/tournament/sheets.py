"""The results of tables: entered, accepted, taken back, decided by what stands already."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.tournament.entry import closed, too_long, twice, without_reason
from referee.tournament.events import (
    FinalsEntered,
    Mode,
    Published,
    ResultAccepted,
    ResultEntered,
    ResultTakenBack,
    Role,
    Source,
)
from referee.tournament.refusals import EventCode, all_refusals, listed, refusal
from referee.tournament.rounds import next_version
from referee.tournament.tournament import RoundState

if TYPE_CHECKING:
    from referee.rules.problems import NotDone
    from referee.tournament.tournament import Round, Tournament


def decide_result(tournament: Tournament, result: ResultEntered) -> ResultEntered | NotDone:
    """Enter the result of a table where none stands, in a round that is played or from which one was taken back."""
    of = tournament.round(result.round)
    mode = tournament.settings.mode
    wrong_mode = {Mode.PHONES: Source.PAPER, Mode.PAPER: Source.SHEET}.get(mode) == result.source
    refused = all_refusals(
        (
            closed(tournament),
            not_played(of, result.round, result.table_no),
            exists(of, result.table_no),
            refusal(EventCode.WRONG_MODE, "source", mode=mode) if wrong_mode and not result.reason else None,
            too_long(result.reason),
        )
    )
    return refused or result


def not_played(of: Round | None, number: int, table_no: int) -> NotDone | None:
    """Return why a table has no result, or None."""
    if of is None or table_no not in of.seats:
        return refusal(EventCode.UNKNOWN_NUMBER, "table", number=table_no)
    if of.state not in (RoundState.RUNNING, RoundState.CLOSED):
        return refusal(EventCode.NOT_THIS_ROUND, "round", round=number)
    return None


def exists(of: Round | None, table_no: int) -> NotDone | None:
    """Return the result that stands at a table already, or None."""
    found = None if of is None else of.result_at(table_no)
    return None if found is None else refusal(EventCode.RESULT_EXISTS, "table", table=table_no)


def missing(of: Round | None, table_no: int) -> NotDone | None:
    """Return that a table has no result, or None where one stands."""
    found = None if of is None else of.result_at(table_no)
    return refusal(EventCode.RESULT_MISSING, "table", tables=listed((table_no,))) if found is None else None


def decide_acceptance(tournament: Tournament, number: int, table_no: int, reason: str = "") -> ResultAccepted | NotDone:
    """Accept a result; one on which not all four agreed needs a reason."""
    of = tournament.round(number)
    found = None if of is None else of.result_at(table_no)
    agreed = found is None or len(found.entered.agreed) == len(found.entered.numbers)
    refused = all_refusals(
        (
            closed(tournament),
            missing(of, table_no),
            too_long(reason) if agreed else without_reason(reason),
        )
    )
    return refused or ResultAccepted(round=number, table_no=table_no, reason=reason)


def decide_taking_back(
    tournament: Tournament, number: int, table_no: int, reason: str, *, by: Role
) -> ResultTakenBack | NotDone:
    """Open a table again, for a reason; in a round that is closed only organisers do."""
    of = tournament.round(number)
    over = of is not None and of.state == RoundState.CLOSED
    refused = all_refusals(
        (
            closed(tournament),
            missing(of, table_no),
            without_reason(reason),
            refusal(EventCode.NOT_ALLOWED, "round") if over and by != Role.ORGANISER else None,
        )
    )
    return refused or ResultTakenBack(round=number, table_no=table_no, reason=reason)


def published_anew(tournament: Tournament, number: int, reason: str) -> tuple[Published, ...]:
    """Return the next version of the standings where a change reaches what everybody has seen, else nothing.

    ``tournament`` is the event after the change; while a result of what was published is missing, nothing is shown.
    """
    shown = tournament.published
    if shown is None or number > shown.round:
        return ()
    if any(of.open_tables for of in tournament.closed_rounds if of.number <= shown.round):
        return ()
    return (next_version(tournament, shown.round, reason),)


def decide_finals(tournament: Tournament, finals: FinalsEntered) -> FinalsEntered | NotDone:
    """Take the finals of a round over from a published table: of everybody who plays, and of no round played here."""
    of = tournament.round(finals.round)
    numbers = [each.number for each in finals.finals]
    unknown = [each for each in numbers if tournament.person(each) is None]
    again = twice(numbers)
    played = of is not None and (of.results or of.finals or of.state == RoundState.RUNNING)
    refused = all_refusals(
        (
            closed(tournament),
            refusal(EventCode.UNKNOWN_NUMBER, "number", number=listed(unknown)) if unknown else None,
            refusal(EventCode.DUPLICATE_NUMBER, "number", number=listed(again)) if again else None,
            refusal(EventCode.RESULT_EXISTS, "round", table=str(finals.round)) if played else None,
            too_long(finals.reason),
        )
    )
    return refused or finals
