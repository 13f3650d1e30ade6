"""Who sits East, South, West and North."""

from __future__ import annotations

from itertools import permutations

from referee.rules.table import Four
from referee.tournament.shapes import Blocks, Round, Rounds

WINDS = 4
SEATINGS = tuple(permutations(range(WINDS)))

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
        first = place // WINDS * people
        for number in [number for group in groups for number in group]:
            edges.append((first + number, len(edges) // WINDS))
    tables: list[list[int]] = [[0] * WINDS for _ in range(len(edges) // WINDS)]
    one, other = halves(edges, range(len(edges)))
    for wind, half in enumerate((*halves(edges, one), *halves(edges, other))):
        for edge in half:
            person, table = edges[edge]
            tables[table][wind] = person % people
    return in_rounds(tables, rounds)


def in_rounds(tables: list[list[int]], rounds: list[Blocks]) -> Rounds:
    """Return tables one after the other as rounds of the same sizes as these."""
    found = []
    first = 0
    for groups in rounds:
        found.append(tuple([four(table) for table in tables[first : first + len(groups)]]))
        first += len(groups)
    return tuple(found)


def halves(edges: list[Ends], chosen: list[int] | range) -> tuple[list[int], list[int]]:
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
    return tuple([table_seated(group, [counts.get(number, [0] * WINDS) for number in group]) for group in groups])


def table_seated(group: list[int], counts: list[list[int]]) -> Four:
    """Return the best seating of a table; of equal ones that nearest to the order of the group."""
    # (n + 1)² - n² grows as n does: the least sum of squares is where the winds taken were had least often
    best = min(SEATINGS, key=lambda taken: sum([counts[place][wind] for wind, place in enumerate(taken)]))
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
                counts.setdefault(number, [0] * WINDS)[wind] += 1
    return counts
