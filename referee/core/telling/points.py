"""One point of a ruleset as a sentence still without words: which values it tells, and what fills it.

The key of the sentence is made from the value: ``rule.wins.sticks.nearest``, ``rule.riichi.furiten.yes``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from referee.core.rules.ledger import Facts, Phrase

if TYPE_CHECKING:
    from enum import StrEnum


@dataclass(frozen=True, kw_only=True, slots=True)
class Point:
    """What one sentence tells: ``rules`` are the ``chapter.key`` it holds, the one that names it first.

    ``names`` are keys of words that fill the sentence as one list.
    """

    rules: tuple[str, ...]
    said: Phrase
    names: tuple[str, ...] = ()


def chosen(rule: str, value: StrEnum, facts: Facts = (), beside: tuple[str, ...] = ()) -> Point:
    """Return the point of a choice; ``beside`` are further values that the facts hold."""
    return Point(rules=(rule, *beside), said=Phrase(key=f"rule.{rule}.{value}", facts=facts))


def flag(rule: str, *, value: bool, facts: Facts = (), beside: tuple[str, ...] = ()) -> Point:
    """Return the point of a yes or no."""
    return Point(rules=(rule, *beside), said=Phrase(key=f"rule.{rule}.{'yes' if value else 'no'}", facts=facts))


def number(rule: str, value: int, facts: Facts = (), beside: tuple[str, ...] = ()) -> Point:
    """Return the point of a number, where zero is said as any other."""
    return Point(rules=(rule, *beside), said=Phrase(key=f"rule.{rule}.value", facts=(("value", value), *facts)))


def number_or_none(rule: str, value: int, facts: Facts = (), beside: tuple[str, ...] = ()) -> Point:
    """Return the point of a number; where it and its facts are all zero there is no such thing."""
    if value or any(fact for _, fact in facts):
        return number(rule, value, facts, beside)
    return Point(rules=(rule, *beside), said=Phrase(key=f"rule.{rule}.none"))
