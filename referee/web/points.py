"""Points as they are written in the reader's language: commas between thousands, minus as the language writes it."""

from __future__ import annotations

from referee.core.preview import MINUS
from referee.web.language import language

TRIANGLE = "\N{WHITE UP-POINTING TRIANGLE}"
"""How a minus is written on Japanese score sheets."""


def minus() -> str:
    """Return the sign of an amount below zero."""
    return TRIANGLE if language() == "ja" else MINUS


def points(amount: int) -> str:
    """Return points with a comma between thousands."""
    return f"{amount:,}".replace("-", minus())


def signed(amount: int) -> str:
    """Return a change or a difference with its sign; zero has none."""
    return ("+" if amount > 0 else "") + points(amount)


def thousands(amount: int) -> str:
    """Return a final result in thousands with one decimal and its sign; ``amount`` is in points."""
    tenths = abs(amount) // 100
    sign = "+" if amount > 0 else minus() if amount < 0 else ""
    return f"{sign}{tenths // 10:,}.{tenths % 10}"
