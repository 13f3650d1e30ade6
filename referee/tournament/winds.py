"""What draws are made of: which table a group of four sits at, and who of them sits East, South, West and North."""

from __future__ import annotations

from itertools import permutations

from referee.rules.table import Four
from referee.tournament.search import SeededRandom

Round = tuple[Four, ...]
"""The numbers at each table in the order East, South, West, North; the first table is table 1."""

Rounds = tuple[Round, ...]

Blocks = list[list[int]]
"""Groups of four that play together, before they have a table or winds."""


_WINDS = 4
_SEATINGS = tuple(permutations(range(_WINDS)))

Ends = tuple[int, int]
"""The two ends of an edge: somebody in four of the rounds, and a table of a round."""


def balanced(rounds: list[Blocks]) -> Rounds:
    """Return rounds drawn at once, in which everybody has every wind as often as any other, but for once.

    The seats are the edges of a bipartite graph between tables and people. A person stands there once for every four
    rounds in a row, so that no end has more than four. Halving it twice leaves each end at most one edge of a wind.
    """
    edges: list[Ends] = []
    people = 1 + max([number for groups in rounds for group in groups for number in group], default=0)
    for place, groups in enumerate(rounds):
        first = place // _WINDS * people
        for number in [number for group in groups for number in group]:
            edges.append((first + number, len(edges) // _WINDS))
    tables: list[list[int]] = [[0] * _WINDS for _ in range(len(edges) // _WINDS)]
    one, other = _halves(edges, range(len(edges)))
    for wind, half in enumerate((*_halves(edges, one), *_halves(edges, other))):
        for edge in half:
            person, table = edges[edge]
            tables[table][wind] = person % people
    return _in_rounds(tables, rounds)


def _in_rounds(tables: list[list[int]], rounds: list[Blocks]) -> Rounds:
    """Return tables one after the other as rounds of the same sizes as these."""
    found = []
    first = 0
    for groups in rounds:
        found.append(tuple([four(table) for table in tables[first : first + len(groups)]]))
        first += len(groups)
    return tuple(found)


def _halves(edges: list[Ends], chosen: list[int] | range) -> tuple[list[int], list[int]]:
    """Return the chosen edges in two parts, of which each has half of the edges at every end, but for one.

    Trails that use each edge once are followed, and their edges go to the two parts in turn; they begin at ends with an
    odd number of edges while there are any. The graph is bipartite, so those that come back are of even length.
    """
    at: dict[tuple[int, int], list[int]] = {}
    for edge in chosen:
        for side in (0, 1):
            at.setdefault((side, edges[edge][side]), []).append(edge)
    odd = [end for end, there in at.items() if len(there) % 2]
    left = set(chosen)
    parts: tuple[list[int], list[int]] = ([], [])
    for end in (*odd, *at):
        side, here, turn = *end, 0
        while (edge := unused(at[side, here], left)) >= 0:
            parts[turn].append(edge)
            side, turn = 1 - side, 1 - turn
            here = edges[edge][side]
    return parts


def unused(there: list[int], left: set[int]) -> int:
    """Take an edge that is left off an end and return it, -1 if there is none."""
    while there:
        edge = there.pop()
        if edge in left:
            left.remove(edge)
            return edge
    return -1


def seated(groups: Blocks, counts: dict[int, list[int]]) -> Round:
    """Return a round in which each table sits so that the squares of its people's winds add up to the least.

    ``counts`` says how often each number had each wind before.
    """
    return tuple([_table_seated(group, [counts.get(number, [0] * _WINDS) for number in group]) for group in groups])


def _table_seated(group: list[int], counts: list[list[int]]) -> Four:
    """Return the best seating of a table; of equal ones that nearest to the order of the group."""
    # (n + 1)² - n² grows as n does: the least sum of squares is where the winds taken were had least often
    best = min(_SEATINGS, key=lambda taken: sum([counts[place][wind] for wind, place in enumerate(taken)]))
    return four([group[place] for place in best])


def four(numbers: list[int]) -> Four:
    """Return four numbers as a table."""
    return (numbers[0], numbers[1], numbers[2], numbers[3])


def winds_had(rounds: Rounds) -> dict[int, list[int]]:
    """Return how often each number had each wind."""
    counts: dict[int, list[int]] = {}
    for tables in rounds:
        for table in tables:
            for wind, number in enumerate(table):
                counts.setdefault(number, [0] * _WINDS)[wind] += 1
    return counts


Visits = dict[int, list[int]]
"""How often each number sat at each table."""

_PASSES = 12
"""How often the tables of a round are looked through for a better place."""

_SWEEPS = 8000
"""How often all rounds are looked through again, divided by the number of people."""

_TRIES = 80
"""How many other tables are tried for a group."""


def visits_in(rounds: Rounds, tables: int) -> Visits:
    """Return how often each number sat at each table, which are ``tables`` in all."""
    visits: Visits = {}
    size = max([tables, *map(len, rounds)])
    for groups in rounds:
        for place, group in enumerate(groups):
            for number in group:
                visits.setdefault(number, [0] * size)[place] += 1
    return visits


def all_at_tables(rounds: list[Blocks], visits: Visits, keeps: dict[int, int], lots: SeededRandom) -> list[Blocks]:
    """Return the groups of rounds that are drawn at once in the order of their tables.

    ``visits`` are those of the rounds before, ``keeps`` says which number has a table of its own. While somebody
    sits at a table more often than need be, one round is mixed, and each other looked at again in view of all.
    """
    placed = [_at_tables(lots.shuffled(groups), visits, keeps, lots) for groups in rounds]
    for _ in range(_SWEEPS // len(visits)):
        others = [there for number, there in visits.items() if number not in keeps]
        if all(max(there) <= -(-sum(there) // len(there)) + 1 for there in others):
            break
        kicked = lots.below(len(placed))
        count(placed[kicked], visits, -1)
        placed[kicked], _ = _at_own_tables(lots.shuffled(placed[kicked]), keeps)
        count(placed[kicked], visits, 1)
        for place in [each for each in range(len(placed)) if each != kicked]:
            count(placed[place], visits, -1)
            placed[place] = _at_tables(placed[place], visits, keeps, lots)
    return placed


def _at_tables(groups: Blocks, visits: Visits, keeps: dict[int, int], lots: SeededRandom) -> Blocks:
    """Return the groups of a round in the order of their tables, and count them among the visits."""
    placed, kept = _at_own_tables(groups, keeps)
    for number in [number for group in groups for number in group]:
        visits.setdefault(number, [0] * len(groups))
    free = [place for place in range(len(placed)) if place not in kept]
    for _ in range(_PASSES):
        bad = [place for place in free if _repeat_cost(placed[place], place, visits)]
        moved = [_exchanged(placed, place, free, visits, lots) for place in bad]
        if not any(moved):
            break
    count(placed, visits, 1)
    return placed


def count(placed: Blocks, visits: Visits, by: int) -> None:
    """Count the visits of a round, or take them back."""
    for place, group in enumerate(placed):
        for number in group:
            visits[number][place] += by


def _at_own_tables(groups: Blocks, keeps: dict[int, int]) -> tuple[Blocks, set[int]]:
    """Return the groups of those who keep a table at it, the others in their order, and the places that are kept."""
    owned = {keeps[number]: group for group in groups for number in group if number in keeps}
    others = iter([group for group in groups if group not in owned.values()])
    return [owned[place] if place in owned else next(others) for place in range(len(groups))], set(owned)


def _exchanged(placed: Blocks, place: int, free: list[int], visits: Visits, lots: SeededRandom) -> bool:
    """Exchange a group with that of a table where both together sit better, and return whether there was one."""
    first = lots.below(len(free))
    for tried in range(min(_TRIES, len(free))):
        other = free[(first + tried) % len(free)]
        now = _repeat_cost(placed[place], place, visits) + _repeat_cost(placed[other], other, visits)
        if _repeat_cost(placed[other], place, visits) + _repeat_cost(placed[place], other, visits) < now:
            placed[place], placed[other] = placed[other], placed[place]
            return True
    return False


def _repeat_cost(group: list[int], place: int, visits: Visits) -> int:
    """Return how little a group should come to a table again: the cube weighs a third visit above three second ones."""
    return sum([visits[number][place] ** 3 for number in group])
