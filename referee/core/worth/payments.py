"""From han and fu to base points, and from base points to who pays what."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from referee.core.rules.facts import ALL_SEATS

if TYPE_CHECKING:
    from referee.core.rules.ledger import Transfer
    from referee.core.rules.ruleset import Values

LIMITS = ((11, "sanbaiman", 6), (8, "baiman", 4), (6, "haneman", 3), (5, "mangan", 2))
"""From how many han on a limit applies, its name, and how many half mangan it is worth."""

YAKUMAN_IN_MANGAN = 4
"""How many mangan one yakuman is worth."""

KIRIAGE_SHORT = 80
"""By how many base points 4 han 30 fu and 3 han 60 fu miss a mangan."""

MANGAN_FROM = 5
"""From how many han on fu do not count."""

COUNTED_FROM = 13
"""From how many han on a hand is a counted yakuman, where the rulebook has it."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Worth:
    """What a hand is worth: base points, the limit's name, empty below mangan, and the rule that decided."""

    base: int
    limit: str
    rule: str


def worth(han: int, fu: int, values: Values) -> Worth:
    """Return the worth of a hand without yakuman; ``fu`` is looked at below five han only."""
    if han >= MANGAN_FROM:
        return limit_worth(han, values)
    base = fu * 2 ** (han + 2)
    short = base == values.mangan - KIRIAGE_SHORT
    if base >= values.mangan or (values.kiriage and short):
        return Worth(base=values.mangan, limit="mangan", rule="values.kiriage" if short else "values.mangan")
    return Worth(base=base, limit="", rule="values.kiriage" if short else "values.mangan")


def limit_worth(han: int, values: Values) -> Worth:
    """Return the worth of a hand of five han or more, which does not depend on fu."""
    if han >= COUNTED_FROM and values.counted_yakuman:
        return Worth(base=yakuman_base(values), limit="counted_yakuman", rule="values.counted_yakuman")
    rule = "values.counted_yakuman" if han >= COUNTED_FROM else "values.mangan"
    reached = [(name, halves) for least, name, halves in LIMITS if han >= least]
    name, halves = reached[0]
    return Worth(base=values.mangan * halves // 2, limit=name, rule=rule)


def yakuman_base(values: Values) -> int:
    """Return the base points of one yakuman."""
    return values.mangan * YAKUMAN_IN_MANGAN


def yakuman_worth(count: int, values: Values) -> Worth:
    """Return the worth of ``count`` yakuman together."""
    return Worth(base=yakuman_base(values) * count, limit="yakuman", rule="values.yakuman_sum")


def rounded_up(points: int) -> int:
    """Return ``points`` rounded up to a whole hundred."""
    return -(-points // 100) * 100


def ron_amount(base: int, *, dealer_wins: bool) -> int:
    """Return what a discarder pays, honba not included."""
    return rounded_up(base * (6 if dealer_wins else 4))


def tsumo_transfers(base: int, winner: int, dealer: int) -> tuple[Transfer, ...]:
    """Return what the three others pay a self-drawn hand, honba not included."""
    return tuple(
        (seat, winner, rounded_up(base * (2 if dealer in (seat, winner) else 1)))
        for seat in ALL_SEATS
        if seat != winner
    )


def amount_of(transfers: tuple[Transfer, ...]) -> int:
    """Return the sum of all transfers."""
    return sum(amount for _, _, amount in transfers)
