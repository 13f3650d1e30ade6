"""What a table brings each of its players, and which results count in the standings."""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING

from referee.records import dataclass
from referee.rules.choices import ChomboForm, Remainder
from referee.rules.placement import Parts, Played, in_points, standing, with_left_sticks
from referee.rules.ruleset import Ruleset
from referee.rules.table import ALL_SEATS, NOTHING, Four
from referee.tournament.events import Form
from referee.tournament.events import Ranking as RankedBy
from referee.tournament.policy import Policy, Substituted
from referee.tournament.standings import GameResult, Record, SeatResult, TieBreak, continued, ranking
from referee.tournament.winds import four

if TYPE_CHECKING:
    from collections.abc import Callable

    from referee.tournament.events import ResultEntered
    from referee.tournament.standings import Head, Ranking, Row
    from referee.tournament.tournament import Round, Tournament


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


def chombo_off(rules: Ruleset) -> int:
    """Return the points that a chombo takes off its player's result, 0 where it is paid at the table."""
    return rules.chombo.penalty if rules.chombo.form is ChomboForm.PENALTY else 0


def played(table: TableScores, rules: Ruleset) -> Played:
    """Return a table as the end of its game is worked out from it."""
    off = [ruled - chombo_off(rules) * count for ruled, count in zip(table.penalties, table.chombo, strict=True)]
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


@dataclass(frozen=True, kw_only=True, slots=True)
class OwnGame:
    """What one number has from one round; ``line`` is its own, ``table_no`` None where only the final is known."""

    round: int
    table_no: int | None
    line: Line


def _points_after_sticks(result: ResultEntered, rules: Ruleset) -> Four:
    """Return the scores of a table with what lay there given out."""
    return with_left_sticks(result.points, result.left, rules) if result.left else result.points


def _seats_counted(result: ResultEntered, rules: Ruleset) -> GameResult:
    """Return what a result brings the numbers of its table; where somebody else played, without a place."""
    points = _points_after_sticks(result, rules)
    return tuple(
        [
            SeatResult(
                number=result.numbers[seat],
                final=result.final[seat] + result.substituted[seat],
                place=result.place[seat] if _is_own(result, seat) else 0,
                points=points[seat] if _is_own(result, seat) else 0,
            )
            for seat in ALL_SEATS
        ]
    )


def _is_own(result: ResultEntered, seat: int) -> bool:
    return result.manned_by[seat] == result.numbers[seat]


Known = dict[int, GameResult]
"""Results as the standings count them, by the entries that hold them."""


def _games_of_round(of: Round, rules: Ruleset, known: Known) -> list[GameResult]:
    """Return the results of a round as the standings count them; new ones are added to those that are ``known``."""
    found: list[GameResult] = []
    for _, result in of.results:
        seats = known.get(result.seq)
        if seats is None:
            seats = known[result.seq] = _seats_counted(result.entered, rules)
        found.append(seats)
    if of.finals is not None:
        found += [(SeatResult(number=each.number, final=each.final),) for each in of.finals.finals]
    return found


def entered_of(result: ResultEntered, rules: Ruleset) -> Entered:
    """Return a result with the lines of its table, those of substitutes in brackets beside them."""
    points = _points_after_sticks(result, rules)
    lines: list[Line] = []
    for seat in ALL_SEATS:
        played = Line(
            number=result.manned_by[seat],
            by=result.manned_by[seat],
            final=result.final[seat],
            parts=result.parts[seat],
            place=result.place[seat],
            points=points[seat],
            brackets=not _is_own(result, seat),
        )
        lines.append(played)
        if played.brackets:
            final = result.final[seat] + result.substituted[seat]
            lines.append(Line(number=result.numbers[seat], by=played.by, final=final))
    return Entered(round=result.round, lines=tuple(lines), table=scores_of(result, rules), table_no=result.table_no)


def scores_of(result: ResultEntered, rules: Ruleset) -> TableScores:
    """Return the table of a result as it lay there; what its chombo cost is not told twice."""
    each = rules.chombo.penalty if rules.chombo.form is ChomboForm.PENALTY else 0
    ruled = four([parts.penalties + each * count for parts, count in zip(result.parts, result.chombo, strict=True)])
    return TableScores(
        numbers=result.numbers,
        scores=result.points,
        left=result.left,
        chips=result.chips,
        yakitori=result.yakitori,
        chombo=result.chombo,
        penalties=ruled,
    )


def entered_in(rounds: tuple[Round, ...], rules: Ruleset) -> tuple[Entered, ...]:
    """Return the results of rounds with the lines of everybody, by round and table."""
    found: list[Entered] = []
    for of in rounds:
        found += [entered_of(result.entered, rules) for _, result in of.results]
        if of.finals is not None:
            finals = of.finals.finals
            found += [Entered(round=of.number, lines=(published_final(each.number, each.final),)) for each in finals]
    return tuple(found)


def own_games(entered: tuple[Entered, ...]) -> dict[int, list[OwnGame]]:
    """Return the games of each number in the order of the rounds, also those that a substitute played for others."""
    found: dict[int, list[OwnGame]] = {}
    for each in entered:
        for line in each.lines:
            found.setdefault(line.number, []).append(OwnGame(round=each.round, table_no=each.table_no, line=line))
    return found


@dataclass(frozen=True, kw_only=True, slots=True)
class Counted:
    """The standings of an event as it stood, after some rounds."""

    state: Tournament
    rounds: tuple[Round, ...]
    ranking: Ranking

    @property
    def rows(self) -> tuple[Row, ...]:
        """The lines, best first."""
        return self.ranking.rows


def counted(
    tournament: Tournament,
    rounds: tuple[Round, ...],
    rules: Ruleset,
    known: Known | None = None,
    before: Counted | None = None,
) -> Counted:
    """Return who stands where after these rounds; ``known`` is what was counted of them before.

    Where there are standings ``before`` of the same people by the same rules, only what was entered or taken back since
    is counted. Substitutes are not ranked, not even those who fill a table of the draw. On a night whoever has played
    fewer games than are needed stands below the others; who has played none is left out.
    """
    at_hand: Known = {} if known is None else known
    if before is not None and _is_alike(before.state, tournament):
        gone, new = differences(before.rounds, rounds, rules, at_hand)
        return Counted(state=tournament, rounds=rounds, ranking=continued(before.ranking, gone, new))
    settings = tournament.settings
    games = tuple([game for of in rounds for game in _games_of_round(of, rules, at_hand)])
    ties = tuple([TieBreak(each) for each in settings.ties])
    others = frozenset(tournament.substitutes)
    if settings.form == Form.TOURNAMENT:
        adjusted = {number: tournament.taken_off.get(number, 0) for number in tournament.players}
        found = ranking(games, adjusted, ties, unranked=others)
    else:
        head_of = partial(_head_at_night, settings.ranking, settings.least_games)
        found = ranking(games, tournament.taken_off, ties, head_of, others)
    return Counted(state=tournament, rounds=rounds, ranking=found)


def _is_alike(before: Tournament, now: Tournament) -> bool:
    """Return whether an event has the people, the settings and the penalties outside games that it had."""
    people = before.people is now.people or (before.players, before.substitutes) == (now.players, now.substitutes)
    return people and before.settings == now.settings and before.penalties == now.penalties


def differences(
    before: tuple[Round, ...], now: tuple[Round, ...], rules: Ruleset, known: Known
) -> tuple[list[GameResult], list[GameResult]]:
    """Return the results that stand no more, and those that are new; rounds in which nothing happened are not read."""
    gone: list[GameResult] = []
    new: list[GameResult] = []
    old = {of.number: of for of in before}
    for of in now:
        then = old.pop(of.number, None)
        if then is None:
            new += _games_of_round(of, rules, known)
        elif then.results is not of.results or then.finals is not of.finals:
            gone += _games_of_round(without(then, of), rules, known)
            new += _games_of_round(without(of, then), rules, known)
    for of in old.values():
        gone += _games_of_round(of, rules, known)
    return gone, new


def without(of: Round, other: Round) -> Round:
    """Return a round with the results only that another state of it does not have."""
    there = {result.seq for _, result in other.results}
    results = tuple([each for each in of.results if each[1].seq not in there])
    return replace(of, results=results, finals=None if of.finals is other.finals else of.finals)


def _head_at_night(by: RankedBy, least_games: int, record: Record) -> Head:
    """Return what somebody of a night is worth, behind all others with too few games."""
    return int(record.games < least_games), -WORTH[by](record)


def _total_of(record: Record) -> int:
    return record.total


def average_final(record: Record) -> Fraction:
    """Return what a number has on average."""
    return Fraction(record.total, max(record.games, 1))


def average_place(record: Record) -> Fraction:
    """Return a number's average place, the better the higher; the worst where it is unknown."""
    average = record.average_place
    return Fraction(-len(ALL_SEATS)) if average is None else -average


WORTH: dict[RankedBy, Callable[[Record], int | Fraction]] = {
    RankedBy.TOTAL: _total_of,
    RankedBy.AVERAGE_FINAL: average_final,
    RankedBy.AVERAGE_PLACE: average_place,
}
"""What a night ranks by."""
