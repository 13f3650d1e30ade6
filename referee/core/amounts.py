"""Amounts as they are written in a language: commas between thousands, minus as the language writes it."""

from __future__ import annotations

from referee.core.preview import MINUS

TRIANGLE = "\N{WHITE UP-POINTING TRIANGLE}"
"""How a minus is written on Japanese score sheets."""


def minus_written(lang: str) -> str:
    """Return the sign of an amount below zero."""
    return TRIANGLE if lang == "ja" else MINUS


def points_written(amount: int, lang: str) -> str:
    """Return points with a comma between thousands."""
    return f"{amount:,}".replace("-", minus_written(lang))


def change_written(amount: int, lang: str) -> str:
    """Return a change or a difference with its sign; zero has none."""
    return ("+" if amount > 0 else "") + points_written(amount, lang)
