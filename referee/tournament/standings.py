"""Who stands where: totals, and places among equal totals by the tie-breaks of a ruleset."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from enum import StrEnum
from fractions import Fraction

from referee.records import dataclass


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


Played = dict[int, list[tuple[SeatResult, GameResult]]]
"""What each number has from its games, each beside the game."""

Head = tuple[int, int | Fraction]
"""A division and what people in it are worth, the best of them lowest."""

Tied = tuple[list[Record], Decided | None]
"""People whom nothing decides between, and what put them ahead of the next."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Ranking:
    """Standings with what they were made of, so that they can be gone on from after one more result.

    ``adjusted`` are points outside the games, such as penalties and what is carried over a cut; whoever stands there
    is ranked without a game. ``head_of`` says what a record is worth, ``rows`` are the lines, best first, ``groups``
    those of the same worth. Nobody of the ``unranked`` has a line.
    """

    adjusted: dict[int, int]
    unranked: frozenset[int]
    ties: tuple[TieBreak, ...]
    head_of: Callable[[Record], Head]
    played: Played
    records: dict[int, Record]
    groups: dict[Head, tuple[Row, ...]]
    rows: tuple[Row, ...]


def standings(
    results: tuple[GameResult, ...],
    adjusted: dict[int, int],
    ties: tuple[TieBreak, ...],
    divisions: dict[int, int] | None = None,
) -> tuple[Row, ...]:
    """Return the lines of the standings by total, best first.

    ``divisions`` by number stand one above the other whatever the totals, the lowest first. Who is tied to the end
    shares the place.
    """
    ranks = divisions or {}
    return ranking(results, adjusted, ties, lambda record: (ranks.get(record.number, 0), -record.total)).rows


def _by_total(record: Record) -> Head:
    """Return what somebody is worth where totals count and all are of one division."""
    return 0, -record.total


def ranking(
    results: tuple[GameResult, ...],
    adjusted: dict[int, int],
    ties: tuple[TieBreak, ...],
    head_of: Callable[[Record], Head] = _by_total,
    unranked: frozenset[int] = frozenset(),
) -> Ranking:
    """Return who stands where after these results."""
    nobody = Ranking(
        adjusted=adjusted,
        unranked=unranked,
        ties=ties,
        head_of=head_of,
        played={},
        records={},
        groups={},
        rows=(),
    )
    played: Played = {number: [] for number in adjusted}
    for game in results:
        for seat in game:
            if seat.number in played:
                played[seat.number].append((seat, game))
            else:
                played[seat.number] = [(seat, game)]
    return _ranked_again(nobody, played, set(played))


def continued(before: Ranking, gone: list[GameResult], new: list[GameResult]) -> Ranking:
    """Return who stands where without some results of those before, and with new ones.

    What the others have stays as it is: only whoever sat in these games is counted again.
    """
    touched = {seat.number for game in (*gone, *new) for seat in game}
    played = before.played | {number: before.played.get(number, [])[:] for number in touched}
    for game in gone:
        for seat in game:
            played[seat.number].remove((seat, game))
    for game in new:
        for seat in game:
            played[seat.number].append((seat, game))
    return _ranked_again(before, played, touched)


def _ranked_again(before: Ranking, played: Played, touched: set[int]) -> Ranking:
    """Return who stands where once what these people have played is another; groups without them only move."""
    records = dict(before.records)
    members: dict[Head, set[int]] = {}
    for number in touched:
        if number in records:
            head = before.head_of(records.pop(number))
            members.setdefault(head, numbers_in(before, head)).remove(number)
    for number in touched - before.unranked:
        if played[number] or number in before.adjusted:
            record = records[number] = _record_of(number, played[number], before.adjusted)
            head = before.head_of(record)
            members.setdefault(head, numbers_in(before, head)).add(number)
    anew: dict[Head, list[Tied]] = {}
    for head, numbers in members.items():
        group = [records[number] for number in sorted(numbers)]
        anew[head] = _order_tied(group, before.ties, played) if group else []
    groups: dict[Head, tuple[Row, ...]] = {}
    rows: list[Row] = []
    for head in sorted(before.groups | anew):
        place = len(rows) + 1
        lines = _lines_of(anew[head], place) if head in anew else _rows_moved(before.groups[head], place)
        if lines:
            groups[head] = lines
            rows += lines
    return replace(before, played=played, records=records, groups=groups, rows=tuple(rows))


def numbers_in(ranking: Ranking, head: Head) -> set[int]:
    """Return the numbers of the same worth."""
    return {row.record.number for row in ranking.groups.get(head, ())}


def _lines_of(parts: list[Tied], place: int) -> tuple[Row, ...]:
    rows: list[Row] = []
    for tied, decided in parts:
        at, shared = place + len(rows), len(tied) > 1
        rows += [Row(record=each, place=at, shared=shared, tie=decided) for each in tied]
    return tuple(rows)


def _rows_moved(group: tuple[Row, ...], place: int) -> tuple[Row, ...]:
    """Return the lines of a group in which nothing changed from another place on."""
    by = place - group[0].place
    if not by:
        return group
    return tuple([Row(record=row.record, place=row.place + by, shared=row.shared, tie=row.tie) for row in group])


def _record_of(number: int, own: list[tuple[SeatResult, GameResult]], adjusted: dict[int, int]) -> Record:
    total = outside = adjusted.get(number, 0)
    points = 0
    places = [0, 0, 0, 0, 0]
    is_known = True
    for seat, _ in own:
        total += seat.final
        if seat.place is None or seat.points is None:
            is_known = False
        elif seat.place:
            places[seat.place] += 1
            points += seat.points
    return Record(
        number=number,
        total=total,
        adjusted=outside,
        games=len(own),
        places=(places[1], places[2], places[3], places[4]) if is_known else None,
        points=points if is_known else None,
    )


def _order_tied(group: list[Record], ties: tuple[TieBreak, ...], played: Played) -> list[Tied]:
    """Return people of one total in the order of the tie-breaks, those together whom none decides between."""
    if len(group) == 1 or not ties:
        return [(group, None)]
    values = [_value_of(ties[0], record, group, played) for record in group]
    known = [value for value in values if value is not None]
    if len(known) < len(group) or len(set(known)) == 1:
        return _order_tied(group, ties[1:], played)
    found: list[Tied] = []
    best = sorted(set(known), reverse=True)
    for place, value in enumerate(best):
        alike = [record for record, each in zip(group, known, strict=True) if each == value]
        parts = _order_tied(alike, ties[1:], played)
        if value != best[-1]:
            theirs = best[place + 1]
            parts[-1] = (parts[-1][0], decided(ties[0], value, theirs))
        found += parts
    return found


def decided(by: TieBreak, mine: Fraction, theirs: Fraction) -> Decided:
    """Return what decided, with both as people count it."""
    sign = -1 if by in (TieBreak.AVERAGE_PLACE, TieBreak.FOURTHS) else 1
    return Decided(by=by, mine=sign * mine, theirs=sign * theirs)


def _value_of(by: TieBreak, record: Record, group: list[Record], played: Played) -> Fraction | None:
    """Return what somebody has in a tie-break, the more the better; None where it cannot decide."""
    if by is TieBreak.DIRECT:
        return _head_to_head(record.number, [each.number for each in group], played)
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


def _head_to_head(number: int, tied: list[int], played: Played) -> Fraction | None:
    """Return the sum of the finals of a number in the games that two who are tied played together, None without any.

    Where some results were taken over without their tables, who met is not known.
    """
    if len(tied) != 2 or any(len(game) == 1 for each in tied for _, game in played.get(each, ())):
        return None
    other = tied[0] + tied[1] - number
    met = [mine.final for mine, game in played.get(number, ()) if other in [seat.number for seat in game]]
    return Fraction(sum(met)) if met else None
