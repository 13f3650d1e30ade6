"""Points as they are written in the reader's language: commas between thousands, minus as the language writes it."""

from __future__ import annotations

from referee.core.amounts import change_written, minus_written, points_written
from referee.web.language import language


def points(amount: int) -> str:
    """Return points with a comma between thousands."""
    return points_written(amount, language())


def signed(amount: int) -> str:
    """Return a change or a difference with its sign; zero has none."""
    return change_written(amount, language())


def thousands(amount: int) -> str:
    """Return a final result in thousands with one decimal and its sign; ``amount`` is in points."""
    tenths = abs(amount) // 100
    sign = "+" if amount > 0 else minus_written(language()) if amount < 0 else ""
    return f"{sign}{tenths // 10:,}.{tenths % 10}"
