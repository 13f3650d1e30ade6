"""Points as they are written in the reader's language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.core.text.amounts import change_written, number_written, points_written

if TYPE_CHECKING:
    from referee.app.asked import Asked


def points(asked: Asked, amount: int) -> str:
    """Return points with thousands set apart."""
    return points_written(amount, asked.speaker.words)


def signed(asked: Asked, amount: int) -> str:
    """Return a change or a difference with its sign; zero has none."""
    return change_written(amount, asked.speaker.words)


def thousands(asked: Asked, amount: int) -> str:
    """Return a final result in thousands with one decimal and its sign; ``amount`` is in points."""
    tenths = abs(amount) // 100
    sign = "+" if amount > 0 else "-" if amount < 0 else ""
    return number_written(f"{sign}{tenths // 10:,}.{tenths % 10}", asked.speaker.words)
