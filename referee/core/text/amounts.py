"""Amounts as a language writes them: its mark between thousands, its decimal mark and its minus."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


def points_written(amount: int, words: Mapping[str, str]) -> str:
    """Return points or a count with thousands set apart."""
    return number_written(f"{amount:,}", words)


def change_written(amount: int, words: Mapping[str, str]) -> str:
    """Return a change or a difference with its sign; zero has none."""
    return ("+" if amount > 0 else "") + points_written(amount, words)


def number_written(plain: str, words: Mapping[str, str]) -> str:
    """Return a number that is given as a program writes it: "-1,234.5"."""
    whole, point, tenths = plain.replace("-", words["language.minus"]).partition(".")
    decimal = words["language.decimal"] if point else ""
    return whole.replace(",", words["language.thousands"]) + decimal + tenths
