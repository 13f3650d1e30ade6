"""Plans: who plays whom in all rounds, for places 0 to N - 1 that no number has yet.

Where the tables allow it a plan is algebra: place (column c, row i) plays in round x at table i + c * x, in a ring in
which the four columns differ by units, so that two places share a table once at most. A fifth element moves the
tables' numbers in the same way. Elsewhere a plan was found by the generator in the tests and is kept.
"""

from __future__ import annotations

from referee.records import dataclass
from referee.tournament.schedules import FOUND, LETTERS, TURNED
from referee.tournament.winds import Blocks

SEATS = 4


@dataclass(frozen=True, kw_only=True, slots=True)
class Plan:
    """Groups of four for each round; ``tables_moved`` says that they stand at their tables already."""

    rounds: list[Blocks]
    tables_moved: bool


def plan_for(tables: int, rounds: int) -> Plan:
    """Return the best plan that is known, for as many rounds as it reaches and as are wanted."""
    ring = _ring_of(tables)
    if tables > 1 and ring.apart >= SEATS and rounds <= tables:
        return _field_plan(tables, rounds)
    if all(apart * passed % tables for apart in range(1, SEATS) for passed in range(1, rounds)):
        return _cyclic_plan(tables, rounds)
    return Plan(rounds=_kept_rounds(tables * SEATS, rounds), tables_moved=False)


def _field_plan(tables: int, rounds: int) -> Plan:
    """Return a plan over fields; with five elements apart the tables move as well."""
    ring = _ring_of(tables)
    columns = SEATS + 1 if ring.apart > SEATS else SEATS
    found = []
    for each in range(rounds):
        moved = [ring.moved(ring.times(column, each)) for column in range(columns)]
        found.append(_blocks_of(moved, tables))
    return Plan(rounds=found, tables_moved=columns > SEATS)


def _cyclic_plan(tables: int, rounds: int) -> Plan:
    steps = [
        [[(row + column * each) % tables for row in range(tables)] for column in range(5)] for each in range(rounds)
    ]
    return Plan(rounds=[_blocks_of(moved, tables) for moved in steps], tables_moved=True)


def _blocks_of(moved: list[list[int]], tables: int) -> Blocks:
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


def _kept_rounds(players: int, rounds: int) -> list[Blocks]:
    """Return the kept plan of this length, the beginning of one without repeats, or else the longest shorter one."""
    lengths = sorted([length for size, length in (*FOUND, *TURNED) if size == players])
    enough = [length for length in lengths if length == rounds or (length > rounds and 3 * length < players)]
    length = enough[0] if enough else max([0, *[length for length in lengths if length < rounds]])
    if (players, length) in TURNED:
        return _turned(players, length)[:rounds]
    rows = FOUND.get((players, length), "").split()[:rounds]
    return [in_fours([LETTERS.index(each) for each in row]) for row in rows]


def _turned(players: int, rounds: int) -> list[Blocks]:
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


Element = tuple[int, ...]
"""The coefficients of an element, those of the first field first."""

_MODULI = {
    4: (1, 1),
    8: (1, 1, 0),
    9: (1, 0),
    16: (1, 1, 0, 0),
    25: (2, 0),
    27: (1, 2, 0),
    32: (1, 0, 1, 0, 0),
    49: (1, 0),
    64: (1, 1, 0, 0, 0, 0),
    81: (2, 1, 0, 0),
    121: (1, 0),
    125: (3, 3, 0),
    128: (1, 1, 0, 0, 0, 0, 0),
    169: (11, 0),
    243: (1, 2, 0, 0, 0),
}
"""An irreducible polynomial for each size that is no prime, its lowest coefficient first, without the leading 1."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Field:
    """The field with ``prime`` ** ``degree`` elements."""

    prime: int
    degree: int

    @property
    def size(self) -> int:
        """Return how many elements there are."""
        return int(self.prime**self.degree)

    def element(self, number: int) -> Element:
        """Return the element with this number; those of 0 and 1 are 0 and 1."""
        return tuple([number // self.prime**power % self.prime for power in range(self.degree)])

    def times(self, one: Element, other: Element) -> Element:
        """Return the product of two elements."""
        modulus = _MODULI.get(self.size, (0,))
        found = [0] * self.degree
        for factor in other[::-1]:
            carried, moved = found[-1], [0, *found[:-1]]
            found = [
                (each - carried * low + factor * mine) % self.prime
                for each, low, mine in zip(moved, modulus, one, strict=True)
            ]
        return tuple(found)


@dataclass(frozen=True, kw_only=True, slots=True)
class Ring:
    """A product of fields; its elements are numbered from 0, that of the first field changes fastest."""

    fields: tuple[Field, ...]

    @property
    def apart(self) -> int:
        """Return how many elements there are of which any two differ by a unit."""
        return min(field.size for field in self.fields)

    def parts(self, number: int) -> tuple[Element, ...]:
        """Return an element as one of each field."""
        found = []
        for field in self.fields:
            found.append(field.element(number % field.size))
            number //= field.size
        return tuple(found)

    def number(self, parts: tuple[Element, ...]) -> int:
        """Return the number of an element."""
        found, unit = 0, 1
        for field, part in zip(self.fields, parts, strict=True):
            for coefficient in part:
                found += coefficient * unit
                unit *= field.prime
        return found

    def times(self, multiplier: int, number: int) -> tuple[Element, ...]:
        """Return an element times that which is the ``multiplier``-th in every field."""
        parts = zip(self.fields, self.parts(number), strict=True)
        return tuple([field.times(field.element(multiplier), part) for field, part in parts])

    def moved(self, by: tuple[Element, ...]) -> list[int]:
        """Return the number of each element after ``by`` was added to it."""
        size = 1
        for field in self.fields:
            size *= field.size
        return [self.number(self.plus(self.parts(number), by)) for number in range(size)]

    def plus(self, one: tuple[Element, ...], other: tuple[Element, ...]) -> tuple[Element, ...]:
        """Return the sum of two elements."""
        return tuple(
            [
                tuple([(mine + theirs) % field.prime for mine, theirs in zip(left, right, strict=True)])
                for field, left, right in zip(self.fields, one, other, strict=True)
            ]
        )


def _ring_of(size: int) -> Ring:
    """Return the product of the fields whose sizes are the prime powers of which ``size`` is the product."""
    fields = []
    prime = 2
    while size > 1:
        degree = 0
        while size % prime == 0:
            size //= prime
            degree += 1
        if degree:
            fields.append(Field(prime=prime, degree=degree))
        prime += 1
    return Ring(fields=tuple(fields))
