"""Shapes: how closed tiles divide into sets and a pair, seven pairs, thirteen orphans, and what completes them.

A set is a number: a run is its lowest kind (0-24), a triplet is 34 more than its kind (34-67). Melds are left
out: a hand with m of them has 14 - 3m closed tiles, the winning tile included.
"""

from __future__ import annotations

from referee.core.tiles.tiles import FIRST_HONOUR, KIND_COUNT, ORPHANS, Counts

TRIPLET = 34
"""What is added to a kind to name its triplet."""

WHOLE = 14
"""How many tiles a hand without melds has when it wins."""

NO_PAIR = -1


Divisions = list[tuple[tuple[int, ...], int]]
"""Ways to divide tiles: sets in ascending order of their lowest kinds, and the pair's kind or `NO_PAIR`."""


def divided(counts: Counts) -> Divisions:
    """Return every way to divide the tiles into sets and one pair, each once; empty if there is none."""
    found = honours_divided(counts)
    for start in (18, 9, 0):
        suit = counts[start : start + 9]
        if found and any(suit):
            found = joined_parts(suit_divided(suit, start), found)
    return [part for part in found if part[1] >= 0]


def joined_parts(lower: Divisions, upper: Divisions) -> Divisions:
    """Return every way of one part with every way of another, at most one pair in each."""
    return [
        (sets + more, pair if twins < 0 else twins)
        for sets, twins in lower
        for more, pair in upper
        if pair < 0 or twins < 0
    ]


def honours_divided(counts: Counts) -> Divisions:
    """Return the one way to divide the honours, if there is one."""
    sets: tuple[int, ...] = ()
    pair = NO_PAIR
    for kind in range(FIRST_HONOUR, KIND_COUNT):
        count = counts[kind]
        if count >= 3:
            sets += (TRIPLET + kind,)
            count -= 3
        if count == 2 and pair < 0:
            pair = kind
        elif count:
            return []
    return [(sets, pair)]


def suit_divided(suit: Counts, start: int) -> Divisions:
    """Return the ways to divide the nine counts of a suit; ``start`` is the kind of its one."""
    left = sum(suit) % 3
    if left == 0:
        return [(sets, NO_PAIR) for sets in sets_of([*suit, 0, 0], start)]
    if left == 1:
        return []
    found: Divisions = []
    for place in range(pair_residue(suit), 9, 3):
        if suit[place] >= 2:
            counts = [*suit, 0, 0]
            counts[place] -= 2
            found += [(sets, start + place) for sets in sets_of(counts, start)]
    return found


def with_more(counts: Counts, place: int, more: int) -> Counts:
    """Return the counts with ``more`` at one place."""
    changed = list(counts)
    changed[place] += more
    return tuple(changed)


def pair_residue(suit: Counts) -> int:
    """Return which of 147, 258, 369 the pair must be one of (0, 1, 2).

    Sets add multiples of three to the sum of the numbers, so the sum tells twice the pair's number modulo three.
    """
    places = suit[1] + suit[4] + suit[7] + 2 * (suit[2] + suit[5] + suit[8])
    return places * 2 % 3


def sets_of(counts: list[int], start: int) -> list[tuple[int, ...]]:
    """Return the ways to divide a suit into runs and triplets only, none if there is no way.

    ``counts`` are the nine of the suit and two zeros, and are used up. From the lowest number up: three equal tiles
    are a triplet, what is left over must begin runs. Where three runs can stand in for a triplet, that is another way.
    """
    sets: tuple[int, ...] = ()
    others: list[tuple[int, ...]] = []
    for place in range(9):
        count = counts[place]
        if not count:
            continue
        if count < 0:
            return others
        if count >= 3:
            if counts[place + 1] >= 3 and counts[place + 2] >= 3:
                others += as_three_runs(counts, place, start, sets)
            sets += (TRIPLET + start + place,)
            count -= 3
        if count:
            counts[place + 1] -= count
            counts[place + 2] -= count
            sets += (start + place,) * count
    return others if counts[9] or counts[10] else [sets, *others]


def as_three_runs(counts: list[int], place: int, start: int, before: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Return the ways in which three tiles of a number begin runs, after the sets of the lower numbers."""
    rest = [0] * place + [counts[place] - 3, counts[place + 1] - 3, counts[place + 2] - 3, *counts[place + 3 :]]
    run = start + place
    return [(*before, run, run, run, *more) for more in sets_of(rest, start)]


def is_seven_pairs(counts: Counts) -> bool:
    """Return whether the tiles are seven different pairs."""
    return counts.count(2) == 7 and sum(counts) == WHOLE


def is_thirteen_orphans(counts: Counts) -> bool:
    """Return whether the tiles are all terminals and honours, one of them twice."""
    return sum(counts) == WHOLE and all(counts[kind] for kind in ORPHANS) and sum(counts[k] for k in ORPHANS) == WHOLE


def is_complete(counts: Counts) -> bool:
    """Return whether closed tiles, with the winning one, are a winning shape."""
    return bool(divided(counts)) or is_seven_pairs(counts) or is_thirteen_orphans(counts)


def completing_kinds(counts: Counts) -> tuple[int, ...]:
    """Return every kind that completes the closed tiles, also one of which all four are in the hand."""
    return tuple(kind for kind in range(KIND_COUNT) if is_complete(with_more(counts, kind, 1)))
