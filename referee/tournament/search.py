"""One round made better by exchanging people, with chance that is the same for the same seed on every machine."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from referee.records import dataclass

Item = TypeVar("Item")

_MULTIPLIER = 6364136223846793005
_INCREMENT = 1442695040888963407
_MASK = 2**64 - 1
_TOP = 33
"""How many of the 64 bits are dropped: the lower ones of such a generator repeat soon."""


class SeededRandom:
    """Lots drawn from a seed, by Knuth's linear congruential generator of 64 bits (MMIX)."""

    __slots__ = ("state",)

    def __init__(self, seed: int) -> None:
        """Begin with a seed of any size."""
        self.state = seed & _MASK
        for _ in range(3):
            self.below(1)

    def below(self, bound: int) -> int:
        """Return one of the numbers from 0 to ``bound`` - 1, which is below 2**31."""
        self.state = (self.state * _MULTIPLIER + _INCREMENT) & _MASK
        return (self.state >> _TOP) * bound >> 31

    def shuffled(self, items: tuple[Item, ...] | list[Item] | range) -> list[Item]:
        """Return the items in any order, each as likely."""
        found: list[Item] = list(items)  # type: ignore[arg-type]
        for last in range(len(found) - 1, 0, -1):
            other = self.below(last + 1)
            found[last], found[other] = found[other], found[last]
        return found


Costs = list[list[int]]
"""What it costs that two people meet, by their indices; nobody meets himself, which costs nothing."""

_WARMEST, _COOLINGS = 5, 4
"""How often the cost of a meeting is halved for what an exchange may cost at first, and how often that cools down."""

_PARTS = 4
"""Parts of a cost that are counted."""

_CALMEST = 30
"""A chance of one in 2 ** 30 is taken for none."""


Wanted = Callable[[], bool]
"""Says whether what is being worked out is still wanted."""


class Stopped(Exception):  # noqa: N818 nothing went wrong
    """What was being worked out is not wanted any more."""


def always() -> bool:
    """Say that it is."""
    return True


@dataclass(frozen=True, kw_only=True, slots=True)
class Search:
    """How a round is searched.

    ``free`` are the places that may be exchanged, at most ``reach`` apart; ``unit`` is the cost of one meeting. Where
    people are ``ranked`` (their indices are their ranks) the distance of best and worst at each table counts too.
    Every now and then ``wanted`` is asked.
    """

    free: range | tuple[int, ...]
    reach: int
    steps: int
    unit: int = 1
    ranked: bool = False
    wanted: Wanted = always


def improved(seating: list[int], costs: Costs, search: Search, lots: SeededRandom) -> list[int]:
    """Return the seating, four by four, after the search: exchanges for the worse become rarer with every step.

    Raise ``Stopped`` as soon as it is not wanted any more.
    """
    found = seating[:]
    best, least, now = found[:], 0, 0
    bad: list[int] = []
    for step in range(search.steps if len(search.free) > 1 else 0):
        if step % (len(found) // 4 + 16) == 0:
            if not search.wanted():
                raise Stopped
            bad = _meeting_again(found, search.free, costs)
            if not bad and not search.ranked:
                return found
        first = _picked(bad, search, lots)
        second = _near(first, search, lots)
        if first // 4 == second // 4:
            continue
        more = _exchange_cost(found, first, second, costs, ranked=search.ranked)
        warmth = max(1, _PARTS * search.unit >> _WARMEST + _COOLINGS * step // search.steps)
        if more <= 0 or lots.below(1 << min(_CALMEST, 1 + _PARTS * more // warmth)) == 0:
            found[first], found[second] = found[second], found[first]
            now += more
            if now < least:
                best, least = found[:], now
    return best


def _picked(bad: list[int], search: Search, lots: SeededRandom) -> int:
    """Return the place of somebody who meets the wrong people, or now and then of anybody."""
    if bad and lots.below(8):
        return bad[lots.below(len(bad))]
    return search.free[lots.below(len(search.free))]


def _near(place: int, search: Search, lots: SeededRandom) -> int:
    free = search.free
    if search.reach >= len(free):
        return free[lots.below(len(free))]
    other = place + lots.below(2 * search.reach + 1) - search.reach
    return other if other in free else place


def _meeting_again(seating: list[int], places: range | tuple[int, ...], costs: Costs) -> list[int]:
    """Return the places of those whose meetings at their table cost anything."""
    found = []
    for place in places:
        row, table = costs[seating[place]], place // 4 * 4
        if row[seating[table]] + row[seating[table + 1]] + row[seating[table + 2]] + row[seating[table + 3]]:
            found.append(place)
    return found


def _exchange_cost(seating: list[int], first: int, second: int, costs: Costs, *, ranked: bool) -> int:
    """Return what it would cost more if two people changed their places."""
    mine, theirs = seating[first], seating[second]
    here, there = first // 4 * 4, second // 4 * 4
    left = [seating[place] for place in range(here, here + 4) if place != first]
    right = [seating[place] for place in range(there, there + 4) if place != second]
    (a, b, c), (x, y, z) = left, right
    me, them = costs[mine], costs[theirs]
    more = them[a] + them[b] + them[c] - me[a] - me[b] - me[c] + me[x] + me[y] + me[z] - them[x] - them[y] - them[z]
    if not ranked:
        return more
    low, high, least, most = min(left), max(left), min(right), max(right)
    after = _distance(theirs, low, high) + _distance(mine, least, most)
    return more + after - _distance(mine, low, high) - _distance(theirs, least, most)


def _distance(one: int, low: int, high: int) -> int:
    """Return how far the best and the worst of a table are from each other, given those of the three others."""
    return (one if one > high else high) - (one if one < low else low)  # noqa: FURB136 a sixth less for a draw
