"""How much of a comparison fits one A4 page, and in what size of print.

The measures are those of the print part of ``static/css/rules.css``; they are on the safe side of what any font needs.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate
from math import ceil
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

WIDTH, HEIGHT = 549.0, 791.0
"""What A4 leaves between the margins, in points (1/72 inch)."""

SIZES = (9.5, 9.0, 8.5, 8.0, 7.5, 7.0, 6.5)
"""The sizes of print in points, the most readable first."""

LINE = 1.2
LATIN, WIDE = 0.51, 1.0
FIRST_WIDE = "\u2e80"
"""Widths of letters in ems; kana and kanji begin here."""

GAP = 8.0
"""Between two texts of a row, in points."""

RAGGED = 2.5
"""What a line leaves free at its end because the next word is too long, in ems."""

RULE = 1.0
"""What a row takes beside its lines, in points."""

HEAD_LINES = 6.5
LAST_LINES = 2.0


@dataclass(frozen=True, kw_only=True, slots=True)
class Row:
    """A row of texts side by side, each with its share of the width."""

    cells: tuple[tuple[str, float], ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Print:
    """The size to print in, and how many of the rows, from the first on, stand on the page."""

    size: float
    rows: int


def fitted(rows: Sequence[Row], needed: int) -> Print:
    """Return the largest print in which the first ``needed`` rows fit, else the smallest with as many as do."""
    prints = [Print(size=size, rows=fitting(rows, size)) for size in SIZES]
    return next((each for each in prints if each.rows >= needed), prints[-1])


def fitting(rows: Sequence[Row], size: float) -> int:
    """Return how many rows fit a page that also has its head and its last line."""
    room = HEIGHT - (HEAD_LINES + LAST_LINES) * size * LINE
    heights = accumulate(height(row, size) for row in rows)
    return sum(1 for total in heights if total <= room)


def height(row: Row, size: float) -> float:
    """Return the height of a row in points: that of its longest text."""
    lines = max(ceil(ems(text) / (((WIDTH + GAP) * share - GAP) / size - RAGGED)) for text, share in row.cells)
    return max(lines, 1) * size * LINE + RULE


def ems(text: str) -> float:
    """Return the width of a text."""
    return sum(WIDE if letter >= FIRST_WIDE else LATIN for letter in text)
