"""The results of tables: entered, accepted, taken back, decided by what stands already."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.records import dataclass
from referee.rules.placement import standing
from referee.rules.table import ALL_SEATS, NOTHING, NotDone, Phrase, wind_word
from referee.tournament.entry import too_long, twice, why_closed, without_reason
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
from referee.tournament.refusals import EventCode, all_refusals, listed, refusal, result_exists
from referee.tournament.results import (
    NOBODY_WAITS,
    TableScores,
    difference_in,
    leaves_a_rest,
    played,
    substituted_parts,
    sum_fault,
)
from referee.tournament.rounds import goes_out, next_version
from referee.tournament.tournament import RoundState, evolve
from referee.tournament.winds import four

if TYPE_CHECKING:
    from referee.rules.placement import Standing
    from referee.rules.ruleset import Ruleset
    from referee.rules.table import Four
    from referee.tournament.policy import Policy
    from referee.tournament.tournament import Round, Tournament


@dataclass(frozen=True, kw_only=True, slots=True)
class Sheet:
    """A score sheet of a table that is filled in: its scores, what follows from them, and where it comes from.

    ``seq`` is the game's event that issued it, None on paper; ``agreed`` are the seats that agreed. ``absent`` is what
    the organiser lets count, by seat, for those who were played for, where the book does not say it.
    """

    scores: TableScores
    end: Standing
    source: Source
    seq: int | None = None
    agreed: tuple[int, ...] = ()
    absent: tuple[int | None, ...] = ()
    reason: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Rulebook:
    """What results are worked out by: the rules of the games, and what the book says about events, if it is known."""

    rules: Ruleset
    policy: Policy | None


def result_of(tournament: Tournament, round_table: tuple[int, int], sheet: Sheet, book: Rulebook) -> ResultEntered:
    """Return the result that a sheet of this round and table gives to those who sit there."""
    final = four([parts.total for parts in sheet.end.parts])
    manned = four([tournament.manned_by(number, round_table[0]) for number in sheet.scores.numbers])
    return ResultEntered(
        round=round_table[0],
        table_no=round_table[1],
        source=sheet.source,
        seq=sheet.seq,
        numbers=sheet.scores.numbers,
        manned_by=manned,
        points=sheet.scores.scores,
        chips=sheet.scores.chips,
        yakitori=sheet.scores.yakitori,
        left=sheet.scores.left,
        chombo=sheet.scores.chombo,
        final=final,
        place=sheet.end.places,
        parts=sheet.end.parts,
        substituted=for_absent(sheet, manned, final, book),
        agreed=sheet.agreed,
        reason=sheet.reason,
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class PaperSheet:
    """A sheet as it was typed from paper, seat by seat from East; a score that was left out is None.

    ``left`` are the points of the sticks that still lay on the table, ``chombo`` counts them; ``absent`` as in a sheet.
    """

    round: int
    table_no: int
    scores: tuple[int | None, ...]
    left: int = 0
    chombo: Four = NOTHING
    chips: Four = NOTHING
    yakitori: tuple[bool, bool, bool, bool] = NOBODY_WAITS
    agreed: tuple[int, ...] = ()
    absent: tuple[int | None, ...] = ()

    @property
    def round_table(self) -> tuple[int, int]:
        """The round and the table."""
        return (self.round, self.table_no)


_SEATS = ("east", "south", "west", "north")
_HUNDRED = 100
_LONG = 1_000
"""From here on a figure is points: most sheets are written in hundreds."""


def as_meant(scores: tuple[int | None, ...], left: int, wanted: int) -> tuple[tuple[int | None, ...], int]:
    """Return scores and the points left as their writer meant them: a figure of three digits may stand for hundreds.

    Whatever comes nearest to the right sum is meant.
    """
    hundreds = tuple([None if each is None else _from_hundreds(each) for each in scores])
    readings = ((scores, left), (hundreds, left), (hundreds, _from_hundreds(left)))
    return min(readings, key=lambda each: abs(sum([score or 0 for score in each[0]]) + each[1] - wanted))


def _from_hundreds(figure: int) -> int:
    return figure * _HUNDRED if abs(figure) < _LONG else figure


def read_paper(
    tournament: Tournament, paper: PaperSheet, ruled: Four, rules: Ruleset, reason: str = ""
) -> Sheet | NotDone:
    """Return a sheet from paper with what follows from its scores, or what is wrong with them.

    ``ruled`` are the points off the result that were ruled at this table, negative numbers.
    """
    of = tournament.round(paper.round)
    if of is None or paper.table_no not in of.seats:
        return refusal(EventCode.UNKNOWN_NUMBER, "table", number=paper.table_no)
    missing = all_refusals([_score_missing(seat) for seat, score in enumerate(paper.scores) if score is None])
    if missing is not None:
        return missing
    scores = TableScores(
        numbers=of.seats[paper.table_no],
        scores=four([score for score in paper.scores if score is not None]),
        left=paper.left,
        chips=paper.chips,
        yakitori=paper.yakitori,
        chombo=paper.chombo,
        penalties=ruled,
    )
    if sum_fault(scores, rules, reason) is not None:
        return _wrong_sum(scores, rules)
    end = standing(played(scores, rules), rules)
    return Sheet(scores=scores, end=end, source=Source.PAPER, agreed=paper.agreed, absent=paper.absent, reason=reason)


def _score_missing(seat: int) -> NotDone:
    """Return that a score was left out: three of them or their places alone make no result."""
    return refusal(EventCode.PLACES_ONLY, f"points{seat}", seat=Phrase(key=wind_word(seat, 0)))


def _wrong_sum(scores: TableScores, rules: Ruleset) -> NotDone:
    """Return that the points of a table are too many or too few."""
    wanted, difference = 4 * rules.setup.points, difference_in(scores, rules)
    how = "event.too_many" if difference > 0 else "event.too_few"
    phrase = Phrase(key=how, facts=(("count", abs(difference)),))
    way = Phrase(key="event.check_or_reason" if leaves_a_rest(rules) else "event.check_sheet")
    told = Phrase(key="event.results.each_score", facts=tuple(zip(_SEATS, scores.scores, strict=True)))
    return refusal(
        EventCode.SUM_WRONG,
        "scores",
        scores=told,
        left=scores.left,
        sum=wanted + difference,
        wanted=wanted,
        difference=phrase,
        way=way,
    )


def for_absent(sheet: Sheet, manned: Four, final: Four, book: Rulebook) -> Four:
    """Return what comes on top of each final so that who was played for has what the book says.

    Where the book only lets propose it, what the organiser decided counts, if he did.
    """
    if book.policy is None:
        return NOTHING
    fixed = substituted_parts(book.policy, book.rules).total
    decided = () if book.policy.covers_substitutes else sheet.absent
    counted = [fixed if each is None else each for each in decided] or [fixed] * len(ALL_SEATS)
    numbers = sheet.scores.numbers
    return four([counted[seat] - final[seat] if manned[seat] != numbers[seat] else 0 for seat in ALL_SEATS])


def decide_result(tournament: Tournament, result: ResultEntered) -> ResultEntered | NotDone:
    """Enter the result of a table where none stands, in a round that is played or from which one was taken back."""
    of = tournament.round(result.round)
    mode = tournament.settings.mode
    wrong_mode = {Mode.PHONES: Source.PAPER, Mode.PAPER: Source.SHEET}.get(mode) == result.source
    setting = Phrase(key=f"event.mode.{mode}")
    refused = all_refusals(
        (
            why_closed(tournament),
            _not_played(of, result.round, result.table_no),
            already_entered(of, result.table_no),
            refusal(EventCode.WRONG_MODE, "source", mode=setting) if wrong_mode and not result.reason else None,
            too_long(result.reason),
        )
    )
    return refused or result


def _not_played(of: Round | None, number: int, table_no: int) -> NotDone | None:
    """Return why a table has no result, or None."""
    if of is None or table_no not in of.seats:
        return refusal(EventCode.UNKNOWN_NUMBER, "table", number=table_no)
    if not of.is_begun:
        return refusal(EventCode.NOT_THIS_ROUND, "round", round=number)
    return None


def already_entered(of: Round | None, table_no: int) -> NotDone | None:
    """Return the result that stands at a table already, or None."""
    found = None if of is None else of.result_at(table_no)
    return None if found is None else result_exists(str(table_no))


def missing(of: Round | None, table_no: int) -> NotDone | None:
    """Return that a table has no result, or None where one stands."""
    found = None if of is None else of.result_at(table_no)
    return refusal(EventCode.RESULT_MISSING, "table", tables=listed((table_no,))) if found is None else None


def _over_for(of: Round | None, by: Role) -> NotDone | None:
    """Return why somebody changes nothing in a round that is closed, or None: only organisers do."""
    over = of is not None and of.state == RoundState.CLOSED
    return refusal(EventCode.NOT_ALLOWED, "round") if over and by != Role.ORGANISER else None


def decide_acceptance(
    tournament: Tournament, number: int, table_no: int, reason: str = "", *, by: Role = Role.ORGANISER
) -> ResultAccepted | NotDone:
    """Accept a result; one on which not all four agreed needs a reason, and in a closed round only organisers do."""
    of = tournament.round(number)
    found = None if of is None else of.result_at(table_no)
    agreed = found is None or len(found.entered.agreed) == len(found.entered.numbers)
    refused = all_refusals(
        (
            why_closed(tournament),
            missing(of, table_no),
            too_long(reason) if agreed else without_reason(reason),
            _over_for(of, by),
        )
    )
    return refused or ResultAccepted(round=number, table_no=table_no, reason=reason)


def decide_taking_back(
    tournament: Tournament, number: int, table_no: int, reason: str, *, by: Role
) -> ResultTakenBack | NotDone:
    """Open a table again, for a reason; in a round that is closed only organisers do."""
    of = tournament.round(number)
    refused = all_refusals(
        (
            why_closed(tournament),
            missing(of, table_no),
            without_reason(reason),
            _over_for(of, by),
        )
    )
    return refused or ResultTakenBack(round=number, table_no=table_no, reason=reason)


def published_anew(tournament: Tournament, number: int, reason: str) -> tuple[Published, ...]:
    """Return the next version of the standings where a change reaches what everybody has seen, else nothing.

    ``tournament`` is the event after the change; while a result of what was published is missing, nothing is shown.
    """
    last, of = tournament.published, tournament.round(number)
    if last is None or number > last.round or of is None or of.state != RoundState.CLOSED:
        return ()
    if any(of.open_tables for of in tournament.closed_rounds if of.number <= last.round):
        return ()
    return (next_version(tournament, last.round, reason),)


def _decide_finals(tournament: Tournament, finals: FinalsEntered) -> FinalsEntered | NotDone:
    """Take the finals of a round over from a published table: of everybody who plays, and of no round played here.

    Those that stand are replaced for a reason.
    """
    of = tournament.round(finals.round)
    numbers = [each.number for each in finals.finals]
    unknown = [each for each in numbers if tournament.person(each) is None]
    again = twice(numbers)
    is_played = of is not None and (of.results or of.state == RoundState.RUNNING)
    stands = of is not None and of.finals is not None
    refused = all_refusals(
        (
            why_closed(tournament),
            refusal(EventCode.UNKNOWN_NUMBER, "number", number=listed(unknown)) if unknown else None,
            refusal(EventCode.DUPLICATE_NUMBER, "number", number=listed(again)) if again else None,
            refusal(EventCode.ROUND_STARTED_ALREADY, "round", round=finals.round) if is_played else None,
            without_reason(finals.reason) if stands else too_long(finals.reason),
        )
    )
    return refused or finals


def decide_all_finals(
    tournament: Tournament, rounds: tuple[FinalsEntered, ...]
) -> tuple[FinalsEntered | Published, ...] | NotDone:
    """Take the finals of several rounds over, and publish the standings as when a round closes."""
    events: list[FinalsEntered | Published] = []
    after = tournament
    for each in rounds:
        found = _decide_finals(after, each)
        if isinstance(found, NotDone):
            return found
        events.append(found)
        after = evolve(after, after.seq + 1, found)
    last = max([each.round for each in rounds], default=0)
    anew = published_anew(after, min([each.round for each in rounds], default=0), rounds[-1].reason if rounds else "")
    if not anew and rounds and goes_out(tournament, last):
        anew = (next_version(after, last, ""),)
    return (*events, *anew)
