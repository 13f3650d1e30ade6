"""Forty players, thirteen rounds: the lines of the projective space of three dimensions over three elements.

Any two points are on one line, and a line has four points: tables at which all pairs meet once. A round is ten lines
that cover all points. Points are the powers of a root of x⁴ + x + 2, up to the sign: numbers modulo 40. Adding 8 five
times leads back; ten rounds are searched that it moves into each other, five and five, and three that it leaves alone.
"""

from collections.abc import Iterable, Iterator
from itertools import combinations, product

POINTS, STEP = 40, 8
Line = frozenset[int]
Orbits = frozenset[tuple[int, ...]]


def logarithms() -> dict[tuple[int, ...], int]:
    """Return the point of each vector that is not zero."""
    found: dict[tuple[int, ...], int] = {}
    x, y, z, w = 1, 0, 0, 0
    for power in range(2 * POINTS):
        found[x, y, z, w] = power % POINTS
        x, y, z, w = w % 3, (x - w) % 3, y, z
    return found


def lines() -> set[Line]:
    """Return all lines."""
    points = logarithms()
    return {
        frozenset(
            points[tuple((a * x + b * y) % 3 for x, y in zip(one, other, strict=True))]
            for a, b in product(range(3), repeat=2)
            if a or b
        )
        for one, other in combinations(points, 2)
        if points[one] != points[other]
    }


def moved(line: Line, by: int) -> Line:
    """Return a line moved on."""
    return frozenset((point + by) % POINTS for point in line)


def orbit_of(line: Line) -> tuple[int, ...]:
    """Return what a line has in common with those that it is moved into."""
    return min(tuple(sorted(moved(line, by))) for by in range(0, POINTS, STEP))


def covers(through: dict[int, list[Line]], taken: Line) -> Iterator[list[Line]]:
    """Yield lines that cover all points that are not taken."""
    if len(taken) == POINTS:
        yield []
        return
    first = next(point for point in range(POINTS) if point not in taken)
    for line in through[first]:
        if not line & taken:
            yield from ([line, *others] for others in covers(through, taken | line))


def rounds() -> list[list[int]]:
    """Return thirteen rounds, table by table, in which all pairs meet once."""
    through = {point: [line for line in sorted(lines(), key=sorted) if point in line] for point in range(POINTS)}
    moving: dict[Orbits, list[Line]] = {}
    alone: dict[Orbits, list[Line]] = {}
    for cover in covers(through, frozenset()):
        orbits = frozenset(map(orbit_of, cover))
        if len(orbits) == len(cover):
            moving[orbits] = cover
        elif {moved(line, STEP) for line in cover} == set(cover):
            alone[orbits] = cover
    one, other, *three = next(packings(moving, alone, frozenset(map(orbit_of, lines()))))
    by = range(0, POINTS, STEP)
    found = [[moved(line, each) for line in moving[orbits]] for orbits in (one, other) for each in by]
    found += [alone[orbits] for orbits in three]
    return [[point for line in cover for point in sorted(line)] for cover in found]


def packings(moving: Iterable[Orbits], alone: Iterable[Orbits], every: Orbits) -> Iterator[tuple[Orbits, ...]]:
    """Yield two rounds that are moved and three that are not, which have no orbit in common."""
    for one, other in combinations(moving, 2):
        rest = every - one - other
        for three in combinations([each for each in alone if each <= rest], 3):
            if not one & other and frozenset().union(*three) == rest:
                yield (one, other, *three)
