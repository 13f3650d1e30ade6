"""Who stands where: totals, and places among equal totals by the tie-breaks of a ruleset."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction


class TieBreak(StrEnum):
    """What decides between equal totals."""

    FIRSTS = "firsts"  # more first places
    AVERAGE_PLACE = "average_place"  # the lower average of places
    FOURTHS = "fourths"  # fewer fourth places
    RAW_POINTS = "raw_points"  # more points, before uma, oka, penalties and rounding
    DIRECT = "direct"  # two who met: the sum of finals in those games


@dataclass(frozen=True, kw_only=True, slots=True)
class SeatResult:
    """What one number has from one game, in points; of a published table only the final is known.

    The ``place`` is 0, with no points, where somebody else played for the number.
    """

    number: int
    final: int
    place: int | None = None
    points: int | None = None


GameResult = tuple[SeatResult, ...]
"""The results of a game; those of a published table stand alone."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Record:
    """What a number has from all games, in points; ``total`` includes what was ``adjusted`` outside them.

    ``places`` counts firsts to fourths of games that the number played itself; it and ``points`` are None where those
    of a game are unknown.
    """

    number: int
    total: int
    adjusted: int
    games: int
    places: tuple[int, int, int, int] | None
    points: int | None

    @property
    def average_place(self) -> Fraction | None:
        """Return the average of places, a shared one counted as it is shown; None where some are unknown."""
        if self.places is None or sum(self.places) == 0:
            return None
        return Fraction(sum([place * count for place, count in enumerate(self.places, 1)]), sum(self.places))


@dataclass(frozen=True, kw_only=True, slots=True)
class Decided:
    """The tie-break that put somebody ahead of others of the same total: what they have in it, and the next."""

    by: TieBreak
    mine: Fraction
    theirs: Fraction


@dataclass(frozen=True, kw_only=True, slots=True)
class Row:
    """One line of the standings; ``tie`` is what put it ahead of the next of the same total, None if nothing did."""

    record: Record
    place: int
    shared: bool
    tie: Decided | None


Played = dict[int, list[GameResult]]
"""The games of each number."""

Tied = tuple[list[Record], Decided | None]
"""People whom nothing decides between, and what put them ahead of the next."""


def total_of(record: Record) -> int:
    """Return what a number has in all."""
    return record.total


def standings(
    results: tuple[GameResult, ...],
    adjusted: dict[int, int],
    ties: tuple[TieBreak, ...],
    divisions: dict[int, int] | None = None,
    worth: Callable[[Record], int | Fraction] = total_of,
) -> tuple[Row, ...]:
    """Return the lines of the standings, best first: by total, or by what a record is worth otherwise.

    ``adjusted`` are points outside the games, such as penalties and what is carried over a cut; ``divisions`` by number
    stand one above the other whatever the totals, the lowest first. Who is tied to the end shares the place.
    """
    ranks = divisions or {}
    heads: dict[tuple[int, int | Fraction], list[Record]] = {}
    for record in records(results, adjusted):
        heads.setdefault((ranks.get(record.number, 0), -worth(record)), []).append(record)
    rows: list[Row] = []
    played = games_of(results) if TieBreak.DIRECT in ties else {}
    for head in sorted(heads):
        for tied, decided in split(heads[head], ties, played):
            place = len(rows) + 1
            rows += [Row(record=each, place=place, shared=len(tied) > 1, tie=decided) for each in tied]
    return tuple(rows)


def records(results: tuple[GameResult, ...], adjusted: dict[int, int]) -> list[Record]:
    """Return what everybody has from all games, by number."""
    tallies = {number: [0] * 7 for number in adjusted}
    unknown: set[int] = set()
    for game in results:
        for seat in game:
            tally = tallies.get(seat.number)
            if tally is None:
                tally = tallies[seat.number] = [0] * 7
            tally[0] += 1
            tally[5] += seat.final
            if seat.place is None or seat.points is None:
                unknown.add(seat.number)
            elif seat.place:
                tally[seat.place] += 1
                tally[6] += seat.points
    return [
        Record(
            number=number,
            total=tally[5] + adjusted.get(number, 0),
            adjusted=adjusted.get(number, 0),
            games=tally[0],
            places=None if number in unknown else (tally[1], tally[2], tally[3], tally[4]),
            points=None if number in unknown else tally[6],
        )
        for number, tally in sorted(tallies.items())
    ]


def games_of(results: tuple[GameResult, ...]) -> Played:
    """Return the games of each number."""
    found: Played = {}
    for game in results:
        for seat in game:
            if seat.number in found:
                found[seat.number].append(game)
            else:
                found[seat.number] = [game]
    return found


def split(group: list[Record], ties: tuple[TieBreak, ...], played: Played) -> list[Tied]:
    """Return people of one total in the order of the tie-breaks, those together whom none decides between."""
    if len(group) == 1 or not ties:
        return [(group, None)]
    values = [value_of(ties[0], record, group, played) for record in group]
    known = [value for value in values if value is not None]
    if len(known) < len(group) or len(set(known)) == 1:
        return split(group, ties[1:], played)
    found: list[Tied] = []
    best = sorted(set(known), reverse=True)
    for place, value in enumerate(best):
        alike = [record for record, each in zip(group, known, strict=True) if each == value]
        parts = split(alike, ties[1:], played)
        if value != best[-1]:
            theirs = best[place + 1]
            parts[-1] = (parts[-1][0], decided(ties[0], value, theirs))
        found += parts
    return found


def decided(by: TieBreak, mine: Fraction, theirs: Fraction) -> Decided:
    """Return what decided, with both as people count it."""
    sign = -1 if by in (TieBreak.AVERAGE_PLACE, TieBreak.FOURTHS) else 1
    return Decided(by=by, mine=sign * mine, theirs=sign * theirs)


def value_of(by: TieBreak, record: Record, group: list[Record], played: Played) -> Fraction | None:
    """Return what somebody has in a tie-break, the more the better; None where it cannot decide."""
    if by is TieBreak.DIRECT:
        return direct(record.number, [each.number for each in group], played)
    if record.places is None or record.points is None:
        return None
    match by:
        case TieBreak.FIRSTS:
            return Fraction(record.places[0])
        case TieBreak.AVERAGE_PLACE:
            average = record.average_place
            return None if average is None else -average
        case TieBreak.FOURTHS:
            return Fraction(-record.places[3])
        case TieBreak.RAW_POINTS:
            return Fraction(record.points)


def direct(number: int, tied: list[int], played: Played) -> Fraction | None:
    """Return the sum of the finals of a number in the games that two who are tied played together, None without any.

    Where some results were taken over without their tables, who met is not known.
    """
    if len(tied) != 2 or any(len(game) == 1 for each in tied for game in played.get(each, ())):
        return None
    other = tied[0] + tied[1] - number
    games = [game for game in played.get(number, ()) if other in [seat.number for seat in game]]
    return Fraction(sum([seat.final for game in games for seat in game if seat.number == number])) if games else None
