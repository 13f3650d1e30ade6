"""How much of a comparison fits one A4 page, and in what size of print.

The measures are those of the print part of ``static/css/rules.css``; they are on the safe side of what any font needs.
Lengths are counted in hundredths of a point (1/72 inch), sizes of print in tenths, widths of letters in hundredths of
an em.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

WIDTH, HEIGHT = 54900, 79100
"""What A4 leaves between the margins."""

SIZES = (95, 90, 85, 80, 75, 70, 65)
"""The sizes of print, the most readable first."""

LINE = 12
"""The height of a line for each tenth of a point that the print is high."""

LATIN, WIDE = 51, 100
FIRST_WIDE = "\u2e80"
"""Widths of letters; kana and kanji begin here."""

GAP = 800
"""Between two texts of a row."""

RAGGED = 25
"""What a line leaves free at its end because the next word is too long, for each tenth of a point of the print."""

RULE = 100
"""What a row takes beside its lines."""

HALF_LINES = 17
"""The head and the last line, in half lines."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Row:
    """A row of texts side by side, each with its share of the width in quarters."""

    cells: tuple[tuple[str, int], ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Print:
    """The size to print in, and how many of the rows, from the first on, stand on the page."""

    size: int
    rows: int


def fitted(rows: Sequence[Row], needed: int) -> Print:
    """Return the largest print in which the first ``needed`` rows fit, else the smallest with as many as do."""
    prints = [Print(size=size, rows=fitting(rows, size)) for size in SIZES]
    return next((each for each in prints if each.rows >= needed), prints[-1])


def fitting(rows: Sequence[Row], size: int) -> int:
    """Return how many rows fit a page that also has its head and its last line."""
    room = HEIGHT - HALF_LINES * size * LINE // 2
    for place, row in enumerate(rows):
        room -= height(row, size)
        if room < 0:
            return place
    return len(rows)


def height(row: Row, size: int) -> int:
    """Return the height of a row: that of its longest text."""
    lines = [lines_of(text, (WIDTH + GAP) * share // 4 - GAP, size) for text, share in row.cells]
    return max(1, *lines) * size * LINE + RULE


def lines_of(text: str, width: int, size: int) -> int:
    """Return how many lines a text needs in a column."""
    return -(-width_of(text) * size // (10 * (width - RAGGED * size)))


def width_of(text: str) -> int:
    """Return the width of a text in hundredths of an em."""
    return sum(WIDE if letter >= FIRST_WIDE else LATIN for letter in text)
