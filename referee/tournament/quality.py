"""How good a draw is, and what is wrong with one."""

from __future__ import annotations

from enum import StrEnum
from itertools import combinations

from referee.records import dataclass
from referee.tournament.plans import SEATS
from referee.tournament.winds import Round, Rounds, visits_in, winds_had

Pairs = dict[tuple[int, int], int]
"""How often two numbers met, the smaller number first."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Quality:
    """What stands beside a draw.

    ``repeats`` is the sum over all pairs of C(meetings, 2): 1 for two who meet twice, 3 for two who meet three times;
    ``most`` how often a pair meets at most, ``winds`` the largest difference between how often a number has two winds,
    ``visits`` how often a number sits at one table at most, its own not counted, and ``apart`` how often people meet
    who should not.
    """

    repeats: int
    most: int
    winds: int
    visits: int
    apart: int


def meetings(rounds: Rounds) -> Pairs:
    """Return how often each two numbers meet."""
    found: Pairs = {}
    for table in [table for tables in rounds for table in tables]:
        for pair in combinations(sorted(table), 2):
            found[pair] = found.get(pair, 0) + 1
    return found


def quality_of(
    rounds: Rounds, apart: tuple[tuple[int, ...], ...] = (), keeps: tuple[tuple[int, int], ...] = ()
) -> Quality:
    """Return how good a draw is; ``apart`` are groups that should not meet, ``keeps`` numbers with tables."""
    met = meetings(rounds)
    parted = {pair for group in apart for pair in combinations(sorted(group), 2)}
    own = {number: table - 1 for number, table in keeps}
    visited = visits_in(rounds, max(map(len, rounds), default=0))
    return Quality(
        repeats=sum([count * (count - 1) // 2 for count in met.values()]),
        most=max(met.values(), default=0),
        winds=max([max(had) - min(had) for had in winds_had(rounds).values()], default=0),
        visits=max(
            [count for number, there in visited.items() for at, count in enumerate(there) if at != own.get(number)],
            default=0,
        ),
        apart=sum([met.get(pair, 0) for pair in parted]),
    )


_REPEATS_AT_TABLES = {1: 6, 2: 4, 3: 3}
"""How many pairs of one round meet in any other, where the four of a table find fewer than four tables to go to."""


def least_repeats(players: int, rounds: int) -> int:
    """Return how many repeats so many rounds have at least, however they are drawn."""
    tables, pairs = players // SEATS, players * (players - 1) // 2
    if not tables:
        return 0
    often, more = divmod(rounds * tables * SEATS * (SEATS - 1) // 2, pairs)
    evenly = pairs * often * (often - 1) // 2 + more * often
    return max(evenly, _REPEATS_AT_TABLES.get(tables, 0) * rounds * (rounds - 1) // 2)


_TWICE = 2


@dataclass(frozen=True, kw_only=True, slots=True)
class PairsMet:
    """How many pairs meet ``again``, once or more often, and how many ``never``, of those who have a seat.

    ``needs_thrice`` says that fewer can meet again only where a pair meets three times: without such a pair
    ``repeats`` counts those who meet again, and they are as few as can be.
    """

    again: int
    never: int
    needs_thrice: bool


def pairs_met(rounds: Rounds) -> PairsMet:
    """Count the pairs of a draw that meet again and those that never meet."""
    met = meetings(rounds)
    again = len([count for count in met.values() if count > 1])
    seated = {frozenset([number for table in tables for number in table]) for tables in rounds}
    players = len(frozenset().union(*seated))
    is_least = len(seated) == 1 and again <= least_repeats(players, len(rounds))
    return PairsMet(
        again=again,
        never=players * (players - 1) // 2 - len(met),
        needs_thrice=is_least and len(rounds) > _TWICE and max(met.values()) == _TWICE,
    )


class FaultKind(StrEnum):
    """What can be wrong with a draw."""

    DUPLICATE_NUMBER = "duplicate_number"  # sits twice in a round
    UNKNOWN_NUMBER = "unknown_number"  # does not play
    DRAW_INCOMPLETE = "draw_incomplete"  # plays, and has no seat


@dataclass(frozen=True, kw_only=True, slots=True)
class Fault:
    """A number that is wrong in a round, whose place begins at 0."""

    kind: FaultKind
    round: int
    number: int


def check_draw(rounds: Rounds, players: tuple[int, ...] = ()) -> tuple[Fault, ...]:
    """Return what is wrong with a draw: every one of the players sits once in each round, and nobody else does.

    Without ``players`` only who sits twice is found.
    """
    return tuple([fault for place, tables in enumerate(rounds) for fault in _faults_in(place, tables, players)])


def _faults_in(place: int, tables: Round, players: tuple[int, ...]) -> list[Fault]:
    counts: dict[int, int] = {}
    for number in [number for table in tables for number in table]:
        counts[number] = counts.get(number, 0) + 1
    playing = set(players or counts)
    found = {
        FaultKind.DUPLICATE_NUMBER: [number for number in counts if counts[number] > 1],
        FaultKind.UNKNOWN_NUMBER: [number for number in counts if number not in playing],
        FaultKind.DRAW_INCOMPLETE: [number for number in playing if number not in counts],
    }
    return [Fault(kind=kind, round=place, number=number) for kind in found for number in sorted(found[kind])]
