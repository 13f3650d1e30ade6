"""What a table brings each of its players: from scores as they lie there, and where somebody else played."""

from __future__ import annotations

from enum import StrEnum

from referee.records import dataclass
from referee.rules.choices import ChomboForm, Remainder
from referee.rules.placement import Parts, Played, in_points, standing
from referee.rules.ruleset import Ruleset
from referee.rules.table import ALL_SEATS, NOTHING, Four
from referee.tournament.policy import Policy, Substituted
from referee.tournament.standings import GameResult, SeatResult

NOBODY_WAITS = (False, False, False, False)


class Wrong(StrEnum):
    """Why a result cannot be taken."""

    SUM_WRONG = "sum_wrong"
    PLACES_ONLY = "places_only"


@dataclass(frozen=True, kw_only=True, slots=True)
class Fault:
    """What is wrong with a result; ``difference`` is how many points there are too many, negative for too few."""

    kind: Wrong
    difference: int = 0


@dataclass(frozen=True, kw_only=True, slots=True)
class TableScores:
    """A finished table, seat by seat from East: scores as they lie there before ``left`` points are given out.

    ``yakitori`` marks who has not won, ``chombo`` counts how often each seat committed one. ``penalties`` are points
    off the result that were ruled in the game, negative numbers, without those of the counted chombo.
    """

    numbers: Four
    scores: Four
    left: int = 0
    chips: Four = NOTHING
    yakitori: tuple[bool, bool, bool, bool] = NOBODY_WAITS
    chombo: Four = NOTHING
    penalties: Four = NOTHING


@dataclass(frozen=True, kw_only=True, slots=True)
class Line:
    """What a number has from one game, in points; what is unknown is None.

    ``points`` are those of the table with what lay there given out. ``by`` is who played. A line in ``brackets`` is a
    substitute's own and is not ranked.
    """

    number: int
    by: int
    final: int
    parts: Parts | None = None
    place: int | None = None
    points: int | None = None
    brackets: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class Substitution:
    """Who played a whole round for a number, and the parts that the number's result then has."""

    number: int
    by: int
    parts: Parts


def difference_in(table: TableScores, rules: Ruleset) -> int:
    """Return how many points there are too many on a table, negative for too few."""
    return sum(table.scores) + table.left - 4 * rules.setup.points


def sum_fault(table: TableScores, rules: Ruleset, reason: str = "") -> Fault | None:
    """Return what is wrong with the sum of a table, None if it can be taken.

    Another sum needs a reason, and a book that gives to nobody what does not divide.
    """
    difference = difference_in(table, rules)
    if difference == 0 or (reason and leaves_a_rest(rules)):
        return None
    return Fault(kind=Wrong.SUM_WRONG, difference=difference)


def leaves_a_rest(rules: Ruleset) -> bool:
    """Return whether points can get lost at a table, because nobody is given what does not divide."""
    return rules.final.remainder is Remainder.NOBODY


def lines_of(table: TableScores, rules: Ruleset) -> tuple[Line, ...]:
    """Return what each seat of a table has."""
    end = standing(played(table, rules), rules)
    return tuple(
        Line(
            number=table.numbers[seat],
            by=table.numbers[seat],
            final=end.parts[seat].total,
            parts=end.parts[seat],
            place=end.places[seat],
            points=end.scores[seat],
        )
        for seat in ALL_SEATS
    )


def played(table: TableScores, rules: Ruleset) -> Played:
    """Return a table as the end of its game is worked out from it."""
    each = rules.chombo.penalty if rules.chombo.form is ChomboForm.PENALTY else 0
    off = [ruled - each * count for ruled, count in zip(table.penalties, table.chombo, strict=True)]
    return Played(
        scores=table.scores,
        kyoutaku=table.left,
        chips=table.chips,
        penalties=(off[0], off[1], off[2], off[3]),
        yakitori=table.yakitori,
    )


def substituted_parts(policy: Policy, rules: Ruleset) -> Parts:
    """Return what a round counts that a substitute played, or what is proposed where the organiser decides."""
    score, uma, penalty = policy.tournament.substituted_parts
    if policy.tournament.substituted is not Substituted.FROM_UMA:
        return Parts(score=score, uma=uma, oka=0, chips=0, penalties=penalty)
    last = rules.final.uma[-1]
    if rules.final.uma_chips:
        last = in_points((last, 0, 0, 0), rules)[0]
    return Parts(score=score, uma=uma + last, oka=-(rules.final.oka // 4), chips=0, penalties=penalty)


def with_substitutes(lines: tuple[Line, ...], substitutions: tuple[Substitution, ...]) -> tuple[Line, ...]:
    """Return the lines of a table at which some numbers were played for from the start.

    The absent number's result is fixed, with no place and no points of its own; the substitute has what was played,
    in brackets. The others have what they played.
    """
    found = {each.number: each for each in substitutions}
    absent = [
        Line(number=line.number, by=one.by, final=one.parts.total, parts=one.parts)
        for line in lines
        if (one := found.get(line.number))
    ]
    theirs = [
        Line(
            number=one.by,
            by=one.by,
            final=line.final,
            parts=line.parts,
            place=line.place,
            points=line.points,
            brackets=True,
        )
        for line in lines
        if (one := found.get(line.number))
    ]
    return (*(line for line in lines if line.number not in found), *absent, *theirs)


def ranked(lines: tuple[Line, ...]) -> GameResult:
    """Return a game as the standings count it: without lines in brackets."""
    return tuple(
        SeatResult(number=line.number, final=line.final, place=line.place, points=line.points)
        for line in lines
        if not line.brackets
    )


def published_final(number: int, final: int) -> Line:
    """Return the line of somebody of whom a published table tells the final only."""
    return Line(number=number, by=number, final=final)


@dataclass(frozen=True, kw_only=True, slots=True)
class Entered:
    """The result of one table of a round as it was entered; ``table`` is None where only finals are known."""

    round: int
    lines: tuple[Line, ...]
    table: TableScores | None = None
    table_no: int | None = None
