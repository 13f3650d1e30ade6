"""Chance that is the same for the same seed, on every machine."""

from __future__ import annotations

from typing import TypeVar

Item = TypeVar("Item")

MULTIPLIER = 6364136223846793005
INCREMENT = 1442695040888963407
MASK = 2**64 - 1
TOP = 33
"""How many of the 64 bits are dropped: the lower ones of such a generator repeat soon."""


class Lots:
    """Lots drawn from a seed, by Knuth's linear congruential generator of 64 bits (MMIX)."""

    __slots__ = ("state",)

    def __init__(self, seed: int) -> None:
        """Begin with a seed of any size."""
        self.state = seed & MASK
        for _ in range(3):
            self.below(1)

    def below(self, bound: int) -> int:
        """Return one of the numbers from 0 to ``bound`` - 1, which is below 2**31."""
        self.state = (self.state * MULTIPLIER + INCREMENT) & MASK
        return (self.state >> TOP) * bound >> 31

    def shuffled(self, items: tuple[Item, ...] | list[Item] | range) -> list[Item]:
        """Return the items in any order, each as likely."""
        found: list[Item] = list(items)  # type: ignore[arg-type]
        for last in range(len(found) - 1, 0, -1):
            other = self.below(last + 1)
            found[last], found[other] = found[other], found[last]
        return found
