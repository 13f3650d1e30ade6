"""What every yaku is worth under a ruleset, made ready for the evaluator."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from referee.core.rules.choices import OpenRiichiRon, PaarenchanCounts, Renhou
from referee.core.worth.yaku import YAKU_NAMES, YAKUMAN_NAMES

if TYPE_CHECKING:
    from referee.core.rules.ruleset import Ruleset

Prices = dict[str, int]
"""Han, or how many yakuman, by yaku; what is worth nothing is left out."""

BY_OTHER_RULES = {
    "renhou": "hand.renhou",
    "paarenchan": "paarenchan.counts",
    "open_riichi_ron": "riichi.open_ron",
}
"""Yakuman that other chapters decide."""


@dataclass(frozen=True, kw_only=True, slots=True)
class PriceList:
    """The prices for closed and open hands; ``beaten_by`` says beside what a yaku does not count."""

    rules: Ruleset
    closed_han: Prices
    open_han: Prices
    closed_yakuman: Prices
    open_yakuman: Prices
    beaten_by: dict[str, tuple[str, ...]]


def price_list(rules: Ruleset) -> PriceList:
    """Return the prices of a ruleset."""
    han = [(name, getattr(rules.yaku, name)) for name in YAKU_NAMES]
    yakuman = [(name, yakuman_price(name, rules)) for name in YAKUMAN_NAMES]
    return PriceList(
        rules=rules,
        closed_han={name: price[0] for name, price in han if price[0]},
        open_han={name: price[1] for name, price in han if price[1]},
        closed_yakuman={name: price[0] for name, price in yakuman if price[0]},
        open_yakuman={name: price[1] for name, price in yakuman if price[1]},
        beaten_by=beaten_by(rules),
    )


def yakuman_price(name: str, rules: Ruleset) -> tuple[int, ...]:
    """Return how many yakuman one counts in a closed and in an open hand."""
    match name:
        case "renhou":
            return (int(rules.hand.renhou == Renhou.YAKUMAN), 0)
        case "paarenchan":
            count = int(rules.paarenchan.counts != PaarenchanCounts.NONE)
            return (count, count)
        case "open_riichi_ron":
            return (int(rules.riichi.open_ron == OpenRiichiRon.YAKUMAN), 0)
        case _:
            price: tuple[int, ...] = getattr(rules.yakuman, name)
            return price


def beaten_by(rules: Ruleset) -> dict[str, tuple[str, ...]]:
    """Return for each yaku those beside which it does not count."""
    pairs = [pair.split(" over ") for pair in (*rules.hand.replaces, *rules.hand.upgrades)]
    return {under: tuple(over for over, other in pairs if other == under) for _, under in pairs}


def price_rule(name: str) -> str:
    """Return the ``chapter.key`` that prices a yaku."""
    if name in BY_OTHER_RULES:
        return BY_OTHER_RULES[name]
    return f"yaku.{name}" if name in YAKU_NAMES else f"yakuman.{name}"
