"""Draws: who sits at which table in which wind, in rounds drawn at once or one after the other."""

from __future__ import annotations

from enum import StrEnum

from referee.records import dataclass
from referee.rules.table import Four
from referee.tournament.plans import SEATS, Plan, in_fours, plan_for
from referee.tournament.quality import Quality, meetings, quality_of
from referee.tournament.search import Costs, Search, SeededRandom, Wanted, always, improved
from referee.tournament.winds import Blocks, Rounds, all_at_tables, balanced, seated, visits_in, winds_had

_STEPS = 16_000
"""How many exchanges are tried for a round."""
_RANKED_STEPS, _MOST_RANKED_STEPS = 1500, 400_000
"""How many for each player of a round in which neighbours in rank should meet, and how many at most."""
_ASSIGNING_STEPS = 30_000
"""How many to keep groups of people apart in rounds that are planned."""
_REACH = 30
"""How many ranks an exchange may bridge."""
_APART = 4
"""How much worse it is that two meet who should not than that two meet again."""
_NEVER = 1000
"""How much worse it is that two meet who keep their tables."""


class Method(StrEnum):
    """How rounds are drawn."""

    FIXED = "fixed"  # all at once, by a plan
    RANDOM = "random"  # by lot, but those who met are kept apart while that can be
    SWISS = "swiss"  # neighbours in rank who have not met
    BY_PLACE = "by_place"  # the places that sit together are told


@dataclass(frozen=True, kw_only=True, slots=True)
class DrawAsked:
    """What is to be drawn.

    ``players`` are the numbers of all who play, ``history`` the rounds before, ``standings`` the numbers from first to
    last for `swiss` and `by_place`, ``plan`` the places (from 1) at each table for `by_place`; ``apart`` are groups who
    should not meet, ``keeps`` numbers with the table (from 1) that each keeps.
    """

    players: tuple[int, ...]
    rounds: int
    method: Method
    seed: int
    history: Rounds = ()
    standings: tuple[int, ...] = ()
    plan: tuple[Four, ...] = ()
    apart: tuple[tuple[int, ...], ...] = ()
    keeps: tuple[tuple[int, int], ...] = ()

    @property
    def groups(self) -> tuple[tuple[int, ...], ...]:
        """Return who should not meet, those who keep tables as one more group."""
        return (*self.apart, tuple([number for number, _ in self.keeps]))


@dataclass(frozen=True, kw_only=True, slots=True)
class Draw:
    """The rounds that were drawn, and how good they are together with those before."""

    rounds: Rounds
    quality: Quality


def drawn(asked: DrawAsked, wanted: Wanted = always) -> Draw:
    """Return the draw that is asked for; the same seed always leads to the same.

    Raise ``Stopped`` once it is not ``wanted`` any more.
    """
    lots = SeededRandom(asked.seed)
    plan = _planned(asked, lots, wanted)
    rounds = _placed(asked, plan, lots)
    is_further = len(rounds) == 1 and asked.history
    found = (seated(rounds[0], winds_had(asked.history)),) if is_further else balanced(rounds)
    quality = quality_of((*asked.history, *found), asked.apart, asked.keeps)
    return Draw(rounds=found, quality=quality)


def _placed(asked: DrawAsked, plan: Plan, lots: SeededRandom) -> list[Blocks]:
    if plan.tables_moved and not asked.keeps:
        return plan.rounds
    visits = visits_in(asked.history, len(asked.players) // SEATS)
    keeps = {number: table - 1 for number, table in asked.keeps}
    return all_at_tables(plan.rounds, visits, keeps, lots)


def _planned(asked: DrawAsked, lots: SeededRandom, wanted: Wanted) -> Plan:
    """Return who plays whom, by number."""
    match asked.method:
        case Method.FIXED if not asked.history:
            return fixed(asked, lots, wanted)
        case Method.BY_PLACE:
            groups = [[asked.standings[place - 1] for place in table] for table in asked.plan]
            return Plan(rounds=[groups], tables_moved=False)
        case _:
            return Plan(rounds=_further_rounds(asked, [], lots, wanted), tables_moved=False)


def fixed(asked: DrawAsked, lots: SeededRandom, wanted: Wanted) -> Plan:
    """Return the plan for these rounds with numbers in its places, and what it lacks drawn round by round."""
    plan = plan_for(len(asked.players) // SEATS, asked.rounds)
    numbers = assigned(asked, plan.rounds, lots)
    rounds = [[[numbers[place] for place in group] for group in groups] for groups in plan.rounds]
    keepers = {number for number, _ in asked.keeps}
    if any(len(keepers.intersection(group)) > 1 for groups in rounds for group in groups):
        rounds = []
    if len(rounds) == asked.rounds:
        return Plan(rounds=rounds, tables_moved=plan.tables_moved)
    return Plan(rounds=_further_rounds(asked, rounds, lots, wanted), tables_moved=False)


def assigned(asked: DrawAsked, rounds: list[Blocks], lots: SeededRandom) -> list[int]:
    """Return the number at each place of a plan: any, but so that groups meet as late and as seldom as can be.

    Groups fill the columns of the plan one after the other, for places of a column seldom meet; then numbers are
    exchanged while that makes it better.
    """
    grouped = [number for group in sorted(asked.groups, key=len, reverse=True) for number in lots.shuffled(list(group))]
    once = [number for place, number in enumerate(grouped) if number not in grouped[:place]]
    others = set(once)
    numbers = [*once, *lots.shuffled([number for number in asked.players if number not in others])]
    mates = _mates_in(asked)
    costs = _met_in(rounds, len(numbers)) if mates else []
    at = {number: place for place, number in enumerate(numbers)}
    for _ in range(_ASSIGNING_STEPS if mates else 0):
        one, other = grouped[lots.below(len(grouped))], numbers[lots.below(len(numbers))]
        now = _apart_cost(one, at, mates, costs)
        if now == 0 or one == other:
            continue
        now += _apart_cost(other, at, mates, costs)
        at[one], at[other] = at[other], at[one]
        if _apart_cost(one, at, mates, costs) + _apart_cost(other, at, mates, costs) > now:
            at[one], at[other] = at[other], at[one]
        else:
            numbers[at[one]], numbers[at[other]] = one, other
    return numbers


def _mates_in(asked: DrawAsked) -> dict[int, list[tuple[int, int]]]:
    """Return whom each number of a group should not meet, and how bad it is."""
    mates: dict[int, list[tuple[int, int]]] = {}
    weights = [*[_APART for _ in asked.apart], _NEVER]
    for group, weight in zip(asked.groups, weights, strict=True):
        for number in group if len(group) > 1 else ():
            mates.setdefault(number, []).extend([(other, weight) for other in group if other != number])
    return mates


def _met_in(rounds: list[Blocks], places: int) -> Costs:
    """Return for each two places of a plan how bad it is that they meet: late is better, never best."""
    costs = [[0] * places for _ in range(places)]
    for passed, groups in enumerate(rounds):
        for group in groups:
            for one in group:
                for other in group:
                    costs[one][other] += (2 * len(rounds) - passed) if one != other else 0
    return costs


def _apart_cost(number: int, at: dict[int, int], mates: dict[int, list[tuple[int, int]]], costs: Costs) -> int:
    """Return how bad it is that a number meets those whom it should not."""
    row = costs[at[number]]
    return sum([row[at[other]] * weight for other, weight in mates.get(number, ())])


def _further_rounds(asked: DrawAsked, rounds: list[Blocks], lots: SeededRandom, wanted: Wanted) -> list[Blocks]:
    """Return rounds with as many after them as are lacking, each drawn in view of those before."""
    order = list(asked.standings) if asked.method is Method.SWISS else sorted(asked.players)
    index = {number: place for place, number in enumerate(order)}
    costs = _costs_before(asked, rounds, index)
    found = rounds[:]
    while len(found) < asked.rounds:
        groups = _round_drawn(asked, order, costs, lots, wanted)
        for group in groups:
            _count_meetings([index[number] for number in group], costs, _unit_of(asked))
        found.append(groups)
    return found


def _unit_of(asked: DrawAsked) -> int:
    """Return what a meeting costs beside one rank of distance."""
    return len(asked.players) if asked.method is Method.SWISS else 1


def _costs_before(asked: DrawAsked, rounds: list[Blocks], index: dict[int, int]) -> Costs:
    """Return what each meeting costs after the rounds before, by index."""
    unit = _unit_of(asked)
    costs = [[0] * len(index) for _ in index]
    for (one, other), count in meetings(asked.history).items():
        if one in index and other in index:
            costs[index[one]][index[other]] += count * unit
            costs[index[other]][index[one]] += count * unit
    for group in [group for groups in rounds for group in groups]:
        _count_meetings([index[number] for number in group], costs, unit)
    for number, others in _mates_in(asked).items():
        for other, weight in others:
            costs[index[number]][index[other]] += weight * unit
    return costs


def _count_meetings(group: list[int], costs: Costs, unit: int) -> None:
    """Count one more meeting of all at a table."""
    for one in group:
        for other in group:
            if one != other:
                costs[one][other] += unit


def _round_drawn(asked: DrawAsked, order: list[int], costs: Costs, lots: SeededRandom, wanted: Wanted) -> Blocks:
    """Return one round: by rank or by lot at first, then with exchanges between those who should not meet."""
    ranked = asked.method is Method.SWISS
    everybody = list(range(len(order)))
    seating = _own_places(everybody if ranked else lots.shuffled(everybody), asked, order)
    own = {number for number, _ in asked.keeps}
    free = [place for place, one in enumerate(seating) if order[one] not in own]
    search = Search(
        free=range(len(order)) if not own else tuple(free),
        reach=_REACH if ranked else len(order),
        steps=min(_MOST_RANKED_STEPS, _RANKED_STEPS * len(order)) if ranked else _STEPS,
        unit=_unit_of(asked),
        ranked=ranked,
        wanted=wanted,
    )
    return in_fours([order[one] for one in improved(seating, costs, search, lots)])


def _own_places(seating: list[int], asked: DrawAsked, order: list[int]) -> list[int]:
    """Return the seating with everybody who keeps a table in a group of his own."""
    keepers = [number for number, _ in asked.keeps]
    found = [one for one in seating if order[one] not in keepers]
    for number, table in sorted(asked.keeps, key=lambda pair: pair[1]):
        found.insert((table - 1) * SEATS, order.index(number))
    return found
