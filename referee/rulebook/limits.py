"""Between what bounds a single number or row of numbers of a ruleset must lie.

What depends on other values is in ``impossible``.
"""

from collections.abc import Callable
from dataclasses import dataclass

HUNDRED = 100
"""Points are paid in whole hundreds."""

SHARED_BY_THREE_BOTH_WAYS = 600
"""A noten pool divides by one, two and three players into hundreds."""

SEATS = 4

PRICES = 2
SUITS = 3
COPIES = 4
MOST_HAN = 12
"""Han below a counted yakuman; what is worth more is a yakuman."""

FU = (20, 25, 30, 40, 50)


@dataclass(frozen=True, kw_only=True, slots=True)
class NumberLimit:
    """What one number must be, in words and as a test."""

    allowed: str
    holds: Callable[[int], bool]


@dataclass(frozen=True, kw_only=True, slots=True)
class RowLimit:
    """What a row of numbers must be, in words and as a test."""

    allowed: str
    holds: Callable[[tuple[int, ...]], bool]


def is_money(number: int) -> bool:
    """Return whether a number is an amount that can be paid in sticks."""
    return number >= 0 and number % HUNDRED == 0


def is_uma(row: tuple[int, ...]) -> bool:
    """Return whether a row is an uma: by place, never more for a worse one, zero in all."""
    return len(row) == SEATS and list(row) == sorted(row, reverse=True) and sum(row) == 0


def is_price(row: tuple[int, ...]) -> bool:
    """Return whether a row is what a yaku is worth: closed, open, and never more open than closed."""
    return len(row) == PRICES and 0 <= row[1] <= row[0] <= MOST_HAN


def are_reds(row: tuple[int, ...]) -> bool:
    """Return whether a row says how many red fives each suit has."""
    return len(row) == SUITS and all(0 <= count <= COPIES for count in row)


COUNT = NumberLimit(allowed="0 or more", holds=lambda number: number >= 0)
MONEY = NumberLimit(allowed="0 or more, in whole hundreds", holds=is_money)
FU_VALUE = NumberLimit(allowed="20, 25, 30, 40 or 50", holds=lambda number: number in FU)
WIND_FU = NumberLimit(allowed="2 or 4", holds=lambda number: number in (2, 4))
AT_LEAST_ONE = NumberLimit(allowed="1 or more", holds=lambda number: number >= 1)
POOL = NumberLimit(
    allowed="0 or a multiple of 600, so that one, two or three can share it",
    holds=lambda number: number >= 0 and number % SHARED_BY_THREE_BOTH_WAYS == 0,
)
UMA = RowLimit(allowed="four numbers from first to last, none above the one before, zero in all", holds=is_uma)
UMA_OR_NONE = RowLimit(allowed=f"nothing, or {UMA.allowed}", holds=lambda row: not row or is_uma(row))

NUMBERS = {
    "setup.points": MONEY,
    "wins.honba_ron": MONEY,
    "wins.honba_tsumo": MONEY,
    "values.mangan": MONEY,
    "values.seven_pairs_fu": FU_VALUE,
    "values.pinfu_tsumo_fu": FU_VALUE,
    "values.most_yakuman": AT_LEAST_ONE,
    "hand.double_wind_fu": WIND_FU,
    "draws.noten_pool": POOL,
    "course.target": MONEY,
    "course.yame_points": MONEY,
    "chombo.penalty": MONEY,
    "chips.value": MONEY,
    "final.subtract": MONEY,
    "final.oka": MONEY,
    "final.uma_second": MONEY,
}
"""Every number that is not listed here is a count."""

PRICE = RowLimit(allowed="two numbers, closed and open, 0 to 12, the open one no higher", holds=is_price)
REDS = RowLimit(allowed="three numbers for man, pin and sou, 0 to 4", holds=are_reds)
ROWS = {"final.uma": UMA, "final.uma_high": UMA_OR_NONE, "hand.red": REDS}
PRICED = ("yaku.", "yakuman.")
"""Chapters of which every value is a price."""


def limit_of(key: str, value: object) -> str:
    """Return the bounds that ``value`` breaks at ``chapter.key``, in words; empty if it keeps them."""
    if isinstance(value, int) and not isinstance(value, bool):
        limit = NUMBERS.get(key, COUNT)
        return "" if limit.holds(value) else limit.allowed
    row = PRICE if key.startswith(PRICED) else ROWS.get(key)
    if isinstance(value, tuple) and row is not None:
        return "" if row.holds(value) else row.allowed
    return ""
