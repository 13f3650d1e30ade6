"""From han and fu to base points, and from base points to who pays what."""

from __future__ import annotations

from dataclasses import dataclass

from referee.core.facts import ALL_SEATS
from referee.core.ledger import Transfer
from referee.core.ruleset import Values

MANGAN = 2000
"""Base points of a mangan; every limit is a multiple of it."""

YAKUMAN = 8000
"""Base points of one yakuman."""

LIMITS = ((11, "sanbaiman", 6000), (8, "baiman", 4000), (6, "haneman", 3000), (5, "mangan", 2000))
"""From how many han on a limit applies, its name and base points."""

COUNTED_FROM = 13
"""From how many han on a hand is a counted yakuman, where the rulebook has it."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Worth:
    """What a hand is worth: base points and the limit's name, empty below mangan."""

    base: int
    limit: str


def worth(han: int, fu: int, values: Values) -> Worth:
    """Return the worth of a hand without yakuman; ``fu`` is looked at below five han only."""
    if han >= COUNTED_FROM and values.counted_yakuman:
        return Worth(base=YAKUMAN, limit="counted_yakuman")
    for least, name, base in LIMITS:
        if han >= least:
            return Worth(base=base, limit=name)
    base = fu * 2 ** (han + 2)
    if base >= MANGAN or (values.kiriage and base == MANGAN - 80):  # 1,920: 4 han 30 fu, 3 han 60 fu
        return Worth(base=MANGAN, limit="mangan")
    return Worth(base=base, limit="")


def yakuman_worth(count: int) -> Worth:
    """Return the worth of ``count`` yakuman together."""
    return Worth(base=YAKUMAN * count, limit="yakuman")


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
