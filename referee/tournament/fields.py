"""Finite rings in which several elements differ by units: products of finite fields, or the numbers modulo a size."""

from __future__ import annotations

from dataclasses import dataclass

Element = tuple[int, ...]
"""The coefficients of an element, those of the first field first."""

MODULI = {
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
        modulus = MODULI.get(self.size, (0,))
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


def ring_of(size: int) -> Ring:
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
