"""Standings worked out anew from what an event exports, by code that shares nothing with the program."""

import csv
import io
from dataclasses import dataclass
from decimal import Decimal


@dataclass(frozen=True, kw_only=True)
class Book:
    """What of the rules a result is worked out by, in points."""

    start: int
    uma: tuple[int, int, int, int]
    chombo: int


def finals_of_table(points: list[int], left: int, penalties: list[int], book: Book) -> list[int]:
    """Return the finals of a table whose ties share, and whose first takes what was left, ties among firsts sharing."""
    best = max(points)
    firsts = [seat for seat in range(4) if points[seat] == best]
    after = [score + (left // len(firsts) // 100 * 100 if seat in firsts else 0) for seat, score in enumerate(points)]
    finals = []
    for seat in range(4):
        ahead = sum(other > after[seat] for other in after)
        same = sum(other == after[seat] for other in after)
        share = sum(book.uma[ahead : ahead + same]) // same // 100 * 100
        finals.append(after[seat] - book.start + share + penalties[seat])
    return finals


def ranked(results: list[dict[str, object]], book: Book) -> list[tuple[int, int, str]]:
    """Return number, total and place of everybody, from the records of results.json; who is tied shares."""
    totals: dict[int, int] = {}
    for record in results:
        numbers: list[int] = record["numbers"]  # type: ignore[assignment]
        penalties = [-book.chombo * count for count in record["chombo"]]  # type: ignore[attr-defined]
        finals = finals_of_table(record["points"], record["left"], penalties, book)  # type: ignore[arg-type]
        for number, final in zip(numbers, finals, strict=True):
            totals[number] = totals.get(number, 0) + final
    order = sorted(totals, key=lambda number: -totals[number])
    found = []
    for number in order:
        ahead = sum(total > totals[number] for total in totals.values())
        shared = sum(total == totals[number] for total in totals.values()) > 1
        found.append((number, totals[number], ("=" if shared else "") + str(ahead + 1)))
    return found


def totals_in(text: str) -> dict[int, int]:
    """Return the totals of standings.csv by number, in points."""
    return {int(row["number"]): int(Decimal(row["total"]) * 1000) for row in csv.DictReader(io.StringIO(text))}
