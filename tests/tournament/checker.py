"""What a draw has to be, counted from the seats alone: nothing here is shared with what makes draws."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from math import ceil, comb

Seats = Sequence[Sequence[Sequence[int]]]

WITHOUT_REPEATS = {8: 1, 12: 1, 16: 5, 20: 5, 24: 7, 28: 9, 32: 9, 36: 11}
"""Up to how many rounds nobody meets anybody twice; 12 where nothing stands."""

AT_MOST = {
    8: {4: 24, 6: 60},
    12: {4: 18, 5: 30, 6: 45, 8: 90},
    16: {6: 24, 7: 48, 8: 72, 10: 120, 12: 216},
    20: {6: 6, 7: 20, 8: 50, 10: 110},
    24: {8: 24, 10: 84, 12: 156},
    28: {10: 42, 12: 126},
    32: {10: 21},
    36: {12: 46},
}
"""The sum over pairs of C(meetings, 2) by players and rounds, beyond those."""


def counted(rounds: Seats) -> Counter[frozenset[int]]:
    """Return how often each two meet."""
    return Counter(frozenset(pair) for tables in rounds for table in tables for pair in combinations(table, 2))


def everybody_sits(rounds: Seats, players: Sequence[int]) -> bool:
    """Say whether each round has each of the players once, at full tables."""
    return all(
        {len(table) for table in tables} == {4}
        and sorted(seat for table in tables for seat in table) == sorted(players)
        for tables in rounds
    )


def repeats_in(rounds: Seats) -> int:
    """Return the sum over pairs of C(meetings, 2)."""
    return sum(comb(times, 2) for times in counted(rounds).values())


def repeats_fit(rounds: Seats, size: int) -> list[str]:
    """Return which bar on meetings a planned draw breaks."""
    number, repeats, most = len(rounds), repeats_in(rounds), max(counted(rounds).values())
    broken = []
    if number <= WITHOUT_REPEATS.get(size, 12) and number <= 12 and repeats:
        broken.append(f"{repeats} repeats instead of none")
    if repeats > AT_MOST.get(size, {}).get(number, repeats):
        broken.append(f"{repeats} repeats instead of {AT_MOST[size][number]}")
    if most > ceil(3 * number / (size - 1)) + 1:
        broken.append(f"a pair meets {most} times")
    return broken


def winds_fit(rounds: Seats) -> list[str]:
    """Return who has a wind too often or too seldom in a draw made at once."""
    had = Counter((seat, wind) for tables in rounds for table in tables for wind, seat in enumerate(table))
    allowed = {len(rounds) // 4, ceil(len(rounds) / 4)}
    people = {seat for tables in rounds for table in tables for seat in table}
    return [
        f"{each} has wind {wind} {had[each, wind]} times"
        for each in people
        for wind in range(4)
        if had[each, wind] not in allowed
    ]


def is_prime_power(number: int) -> bool:
    """Say whether a number is a power of a prime."""
    prime = next((each for each in range(2, number + 1) if number % each == 0), 0)
    while prime and number % prime == 0:
        number //= prime
    return number == 1 and prime > 0


def tables_fit(rounds: Seats, own: dict[int, int] | None = None) -> list[str]:
    """Return who sits at a table too often; ``own`` are tables from 1 that people keep."""
    tables, number = len(rounds[0]), len(rounds)
    once = is_prime_power(tables) and tables >= 5 and number <= tables
    most = 1 if once and not own else ceil(number / tables) + 1
    if (tables, number) == (2, 6):
        most += 1  # six splits of eight with 60 repeats are orthogonal: their signed sum has 48 as its square, so a 4
    visits = Counter((seat, place) for each in rounds for place, table in enumerate(each, 1) for seat in table)
    return [
        f"{seat} is {times} times at table {place}"
        for (seat, place), times in visits.items()
        if times > most and place not in (own or {}).values()
    ]


def broken_bars(rounds: Seats, players: Sequence[int], *, planned: bool) -> list[str]:
    """Return every bar that a draw made at once breaks; those on meetings and tables hold for planned ones."""
    seats = [] if everybody_sits(rounds, players) else ["not everybody sits once"]
    return [*seats, *winds_fit(rounds), *([*repeats_fit(rounds, len(players)), *tables_fit(rounds)] if planned else [])]
