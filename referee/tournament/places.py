"""Which table a group of four sits at, so that nobody sits at one too often."""

from __future__ import annotations

from referee.tournament.lots import Lots
from referee.tournament.shapes import Blocks, Rounds

Visits = dict[int, list[int]]
"""How often each number sat at each table."""

PASSES = 12
"""How often the tables of a round are looked through for a better place."""

SWEEPS = 8000
"""How often all rounds are looked through again, divided by the number of people."""

TRIES = 80
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


def all_at_tables(rounds: list[Blocks], visits: Visits, keeps: dict[int, int], lots: Lots) -> list[Blocks]:
    """Return the groups of rounds that are drawn at once in the order of their tables.

    ``visits`` are those of the rounds before, ``keeps`` says which number has a table of its own. While somebody
    sits at a table more often than need be, one round is mixed, and each other looked at again in view of all.
    """
    placed = [at_tables(lots.shuffled(groups), visits, keeps, lots) for groups in rounds]
    for _ in range(SWEEPS // len(visits)):
        others = [there for number, there in visits.items() if number not in keeps]
        if all(max(there) <= -(-sum(there) // len(there)) + 1 for there in others):
            break
        kicked = lots.below(len(placed))
        count(placed[kicked], visits, -1)
        placed[kicked], _ = at_own_tables(lots.shuffled(placed[kicked]), keeps)
        count(placed[kicked], visits, 1)
        for place in [each for each in range(len(placed)) if each != kicked]:
            count(placed[place], visits, -1)
            placed[place] = at_tables(placed[place], visits, keeps, lots)
    return placed


def at_tables(groups: Blocks, visits: Visits, keeps: dict[int, int], lots: Lots) -> Blocks:
    """Return the groups of a round in the order of their tables, and count them among the visits."""
    placed, kept = at_own_tables(groups, keeps)
    for number in [number for group in groups for number in group]:
        visits.setdefault(number, [0] * len(groups))
    free = [place for place in range(len(placed)) if place not in kept]
    for _ in range(PASSES):
        bad = [place for place in free if burden(placed[place], place, visits)]
        moved = [exchanged(placed, place, free, visits, lots) for place in bad]
        if not any(moved):
            break
    count(placed, visits, 1)
    return placed


def count(placed: Blocks, visits: Visits, by: int) -> None:
    """Count the visits of a round, or take them back."""
    for place, group in enumerate(placed):
        for number in group:
            visits[number][place] += by


def at_own_tables(groups: Blocks, keeps: dict[int, int]) -> tuple[Blocks, set[int]]:
    """Return the groups of those who keep a table at it, the others in their order, and the places that are kept."""
    owned = {keeps[number]: group for group in groups for number in group if number in keeps}
    others = iter([group for group in groups if group not in owned.values()])
    return [owned[place] if place in owned else next(others) for place in range(len(groups))], set(owned)


def exchanged(placed: Blocks, place: int, free: list[int], visits: Visits, lots: Lots) -> bool:
    """Exchange a group with that of a table where both together sit better, and return whether there was one."""
    first = lots.below(len(free))
    for tried in range(min(TRIES, len(free))):
        other = free[(first + tried) % len(free)]
        now = burden(placed[place], place, visits) + burden(placed[other], other, visits)
        if burden(placed[other], place, visits) + burden(placed[place], other, visits) < now:
            placed[place], placed[other] = placed[other], placed[place]
            return True
    return False


def burden(group: list[int], place: int, visits: Visits) -> int:
    """Return how little a group should come to a table again: the cube weighs a third visit above three second ones."""
    return sum([visits[number][place] ** 3 for number in group])
