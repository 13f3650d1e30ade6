"""The report on penalties: who was ruled against, and where the points of a round went that nobody has."""

from __future__ import annotations

from referee.records import dataclass
from referee.rules.choices import LeftSticks
from referee.rules.placement import standing
from referee.rules.ruleset import Ruleset
from referee.tournament.results import Entered, played


@dataclass(frozen=True, kw_only=True, slots=True)
class GameRuling:
    """A standing ruling in a game: what of, and the points it took off the result, a negative number or 0."""

    round: int
    table_no: int
    number: int
    offence: str
    clause: str
    points: int


@dataclass(frozen=True, kw_only=True, slots=True)
class PersonRuled:
    """Everything that was ruled against one number, and the points it took."""

    number: int
    rulings: tuple[GameRuling, ...]
    points: int


@dataclass(frozen=True, kw_only=True, slots=True)
class RoundSum:
    """Where the points of a round are: all but ``unexplained`` add up to zero.

    ``finals`` are those of everybody who is ranked. ``penalties`` were ruled off them, ``sticks`` lay on tables whose
    book gives them to nobody, ``nobody`` is what else it gives to nobody in points and ``chips`` in chips' worth, and
    ``substitutes`` what substitutes played more than is counted for those they played for. In points.
    """

    round: int
    finals: int
    penalties: int
    sticks: int
    nobody: int
    chips: int
    substitutes: int

    @property
    def unexplained(self) -> int:
        """Return what nothing accounts for."""
        return self.finals + self.explained

    @property
    def explained(self) -> int:
        """Return the points that the finals lack and that are accounted for."""
        return self.penalties + self.sticks + self.nobody + self.chips + self.substitutes


@dataclass(frozen=True, kw_only=True, slots=True)
class Report:
    """The sums round by round, and the rulings person by person, the most rulings first."""

    rounds: tuple[RoundSum, ...]
    people: tuple[PersonRuled, ...]


def reported(results: tuple[Entered, ...], rulings: tuple[GameRuling, ...], rules: Ruleset) -> Report:
    """Return the report on all results and rulings."""
    by_round: dict[int, list[Entered]] = {}
    for each in results:
        by_round.setdefault(each.round, []).append(each)
    return Report(
        rounds=tuple([round_sum(number, by_round[number], rules) for number in sorted(by_round)]),
        people=_people_ruled(rulings),
    )


def _people_ruled(rulings: tuple[GameRuling, ...]) -> tuple[PersonRuled, ...]:
    """Return the rulings person by person, the most rulings first."""
    by_person: dict[int, list[GameRuling]] = {}
    for each in sorted(rulings, key=lambda ruling: (ruling.round, ruling.table_no)):
        by_person.setdefault(each.number, []).append(each)
    people = [
        PersonRuled(number=number, rulings=tuple(found), points=sum([each.points for each in found]))
        for number, found in by_person.items()
    ]
    return tuple(sorted(people, key=lambda person: (-len(person.rulings), person.number)))


def round_sum(number: int, results: list[Entered], rules: Ruleset) -> RoundSum:
    """Return where the points of a round are."""
    sums = [_table_sum(each, rules) for each in results]
    return RoundSum(
        round=number,
        finals=sum([each.finals for each in sums]),
        penalties=sum([each.penalties for each in sums]),
        sticks=sum([each.sticks for each in sums]),
        nobody=sum([each.nobody for each in sums]),
        chips=sum([each.chips for each in sums]),
        substitutes=sum([each.substitutes for each in sums]),
    )


def _table_sum(entered: Entered, rules: Ruleset) -> RoundSum:
    """Return where the points of one table are; of a published final nothing is known."""
    finals = sum([line.final for line in entered.lines if not line.brackets])
    if entered.table is None:
        return RoundSum(round=entered.round, finals=finals, penalties=0, sticks=0, nobody=0, chips=0, substitutes=0)
    end = standing(played(entered.table, rules), rules)
    sticks = entered.table.left if rules.final.left_sticks is LeftSticks.NOBODY else 0
    return RoundSum(
        round=entered.round,
        finals=finals,
        penalties=-sum([parts.penalties for parts in end.parts]),
        sticks=sticks,
        nobody=-sum([parts.score + parts.uma + parts.oka for parts in end.parts]) - sticks,
        chips=-sum([parts.chips for parts in end.parts]),
        substitutes=_played_for_others(entered) - _counted_for_absent(entered),
    )


def _played_for_others(entered: Entered) -> int:
    return sum([line.final for line in entered.lines if line.brackets])


def _counted_for_absent(entered: Entered) -> int:
    """Return what is counted for those whom somebody played for."""
    return sum([line.final for line in entered.lines if line.by != line.number])
