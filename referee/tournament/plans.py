"""Plans: who plays whom in all rounds, for places 0 to N - 1 that no number has yet.

Where the tables allow it a plan is algebra: place (column c, row i) plays in round x at table i + c * x, in a ring in
which the four columns differ by units, so that two places share a table once at most. A fifth element moves the
tables' numbers in the same way. Elsewhere a plan was found by the generator in the tests and is kept.
"""

from __future__ import annotations

from dataclasses import dataclass

from referee.tournament.fields import ring_of
from referee.tournament.schedules import FOUND, LETTERS, TURNED
from referee.tournament.shapes import Blocks

SEATS = 4


@dataclass(frozen=True, kw_only=True, slots=True)
class Plan:
    """Groups of four for each round; ``tables_moved`` says that they stand at their tables already."""

    rounds: list[Blocks]
    tables_moved: bool


def plan_for(tables: int, rounds: int) -> Plan:
    """Return the best plan that is known, for as many rounds as it reaches and as are wanted."""
    ring = ring_of(tables)
    if tables > 1 and ring.apart >= SEATS and rounds <= tables:
        return field_plan(tables, rounds)
    if all(apart * passed % tables for apart in range(1, SEATS) for passed in range(1, rounds)):
        return cyclic_plan(tables, rounds)
    return Plan(rounds=kept_rounds(tables * SEATS, rounds), tables_moved=False)


def field_plan(tables: int, rounds: int) -> Plan:
    """Return a plan over fields; with five elements apart the tables move as well."""
    ring = ring_of(tables)
    columns = SEATS + 1 if ring.apart > SEATS else SEATS
    found = []
    for each in range(rounds):
        moved = [ring.moved(ring.times(column, each)) for column in range(columns)]
        found.append(blocks_of(moved, tables))
    return Plan(rounds=found, tables_moved=columns > SEATS)


def cyclic_plan(tables: int, rounds: int) -> Plan:
    """Return a plan over the numbers modulo the tables."""
    steps = [
        [[(row + column * each) % tables for row in range(tables)] for column in range(5)] for each in range(rounds)
    ]
    return Plan(rounds=[blocks_of(moved, tables) for moved in steps], tables_moved=True)


def blocks_of(moved: list[list[int]], tables: int) -> Blocks:
    """Return the groups of a round from where each column's rows go; a fifth column says which group is at a table."""
    groups: Blocks = [[] for _ in range(tables)]
    for column, rows in enumerate(moved[:SEATS]):
        for row, group in enumerate(rows):
            groups[group].append(column * tables + row)
    if len(moved) == SEATS:
        return groups
    placed: Blocks = [[] for _ in range(tables)]
    for table, group in enumerate(moved[SEATS]):
        placed[table] = groups[group]
    return placed


def kept_rounds(players: int, rounds: int) -> list[Blocks]:
    """Return the kept plan of this length, the beginning of one without repeats, or else the longest shorter one."""
    lengths = sorted([length for size, length in (*FOUND, *TURNED) if size == players])
    enough = [length for length in lengths if length == rounds or (length > rounds and 3 * length < players)]
    length = enough[0] if enough else max([0, *[length for length in lengths if length < rounds]])
    if (players, length) in TURNED:
        return turned(players, length)[:rounds]
    rows = FOUND.get((players, length), "").split()[:rounds]
    return [in_fours([LETTERS.index(each) for each in row]) for row in rows]


def turned(players: int, rounds: int) -> list[Blocks]:
    """Return the rounds that a first round leads to when its orbits are turned, place by place, round by round."""
    orbit, first = TURNED[players, rounds]
    places = [int(each) for each in first.split()]
    whole = players // orbit * orbit
    return [
        in_fours([place // orbit * orbit + (place + each) % orbit if place < whole else place for place in places])
        for each in range(rounds)
    ]


def in_fours(places: list[int]) -> Blocks:
    """Return places four by four."""
    return [places[first : first + SEATS] for first in range(0, len(places), SEATS)]
