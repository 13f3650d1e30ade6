"""What counts in the standings of an event: the results that stand, as they are entered in its log."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from referee.rules.choices import ChomboForm
from referee.rules.placement import with_left_sticks
from referee.rules.table import ALL_SEATS
from referee.tournament.events import Form, Ranking
from referee.tournament.results import Entered, Line, TableScores, published_final
from referee.tournament.standings import Record, SeatResult, TieBreak, standings, total_of
from referee.tournament.winds import four

if TYPE_CHECKING:
    from collections.abc import Callable

    from referee.rules.ruleset import Ruleset
    from referee.rules.table import Four
    from referee.tournament.events import ResultEntered
    from referee.tournament.standings import GameResult, Row
    from referee.tournament.tournament import Round, Tournament


@dataclass(frozen=True, kw_only=True, slots=True)
class OwnGame:
    """What one number has from one round; ``line`` is its own, ``table_no`` None where only the final is known."""

    round: int
    table_no: int | None
    line: Line


def points_after_sticks(result: ResultEntered, rules: Ruleset) -> Four:
    """Return the scores of a table with what lay there given out."""
    return with_left_sticks(result.points, result.left, rules) if result.left else result.points


def seats_counted(result: ResultEntered, rules: Ruleset) -> GameResult:
    """Return what a result brings the numbers of its table; where somebody else played, without a place."""
    points = points_after_sticks(result, rules)
    return tuple(
        [
            SeatResult(
                number=result.numbers[seat],
                final=result.final[seat] + result.substituted[seat],
                place=result.place[seat] if is_own(result, seat) else 0,
                points=points[seat] if is_own(result, seat) else 0,
            )
            for seat in ALL_SEATS
        ]
    )


def is_own(result: ResultEntered, seat: int) -> bool:
    """Return whether who has the number at a seat played there."""
    return result.manned_by[seat] == result.numbers[seat]


def games_counted(
    rounds: tuple[Round, ...], rules: Ruleset, known: dict[int, GameResult] | None = None
) -> tuple[GameResult, ...]:
    """Return the results of rounds as the standings count them.

    ``known`` are those that were counted before, by the entries that hold them; new ones are added.
    """
    counted = {} if known is None else known
    found: list[GameResult] = []
    for of in rounds:
        for _, result in of.results:
            seats = counted.get(result.seq)
            if seats is None:
                seats = counted[result.seq] = seats_counted(result.entered, rules)
            found.append(seats)
        if of.finals is not None:
            found += [(SeatResult(number=each.number, final=each.final),) for each in of.finals.finals]
    return tuple(found)


def entered_of(result: ResultEntered, rules: Ruleset) -> Entered:
    """Return a result with the lines of its table, those of substitutes in brackets beside them."""
    points = points_after_sticks(result, rules)
    lines: list[Line] = []
    for seat in ALL_SEATS:
        played = Line(
            number=result.manned_by[seat],
            by=result.manned_by[seat],
            final=result.final[seat],
            parts=result.parts[seat],
            place=result.place[seat],
            points=points[seat],
            brackets=not is_own(result, seat),
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


def ranked_rows(
    tournament: Tournament, rounds: tuple[Round, ...], rules: Ruleset, known: dict[int, GameResult] | None = None
) -> tuple[Row, ...]:
    """Return who stands where after these rounds; ``known`` is what was counted of them before.

    On a night whoever has played fewer games than are needed stands below the others; who has played none is left out.
    """
    settings = tournament.settings
    games = games_counted(rounds, rules, known)
    ties = tuple([TieBreak(each) for each in settings.ties])
    if settings.form == Form.TOURNAMENT:
        return standings(games, dict.fromkeys(tournament.players, 0), ties)
    counts: dict[int, int] = {}
    for seat in [seat for game in games for seat in game]:
        counts[seat.number] = counts.get(seat.number, 0) + 1
    few = {number: 1 for number, count in counts.items() if count < settings.least_games}
    return standings(games, {}, ties, few, WORTH[settings.ranking])


def average_final(record: Record) -> Fraction:
    """Return what a number has on average."""
    return Fraction(record.total, max(record.games, 1))


def average_place(record: Record) -> Fraction:
    """Return a number's average place, the better the higher; the worst where it is unknown."""
    average = record.average_place
    return Fraction(-len(ALL_SEATS)) if average is None else -average


WORTH: dict[Ranking, Callable[[Record], int | Fraction]] = {
    Ranking.TOTAL: total_of,
    Ranking.AVERAGE_FINAL: average_final,
    Ranking.AVERAGE_PLACE: average_place,
}
"""What a night ranks by."""
