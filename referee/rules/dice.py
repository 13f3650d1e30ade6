"""Before the first tile: who deals first, where the wall is broken, how many indicators are turned."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from referee.records import dataclass
from referee.rules.choices import Indicators, KanDora, WallBreak
from referee.rules.table import ALL_SEATS

if TYPE_CHECKING:
    from referee.rules.ruleset import Ruleset
    from referee.rules.table import Four


MOST_INDICATORS = 5
MOST_AT_START = 3


@dataclass(frozen=True, kw_only=True, slots=True)
class Break:
    """Where the wall is broken: the seat whose wall it is, and the stack counted from its right edge.

    ``stack`` is None until the second throw, ``wareme`` None where the ruleset has no wareme.
    """

    wall: int
    stack: int | None
    indicators: int
    wareme: int | None


def counted_from(seat: int, pips: int) -> int:
    """Return the seat that the dice point to, ``seat`` itself counting one."""
    return (seat + pips - 1) % 4


def broken_wall(dealer: int, dice: tuple[int, int], reroll: tuple[int, int] | None, rules: Ruleset) -> Break:
    """Return where the wall is broken; ``reroll`` holds both dice after a second throw."""
    wall = counted_from(dealer, dice[0] + dice[1])
    return Break(
        wall=wall,
        stack=stack_of(dice, reroll, rules),
        indicators=indicators_of(dice, rules),
        wareme=wall if rules.values.wareme else None,
    )


def stack_of(dice: tuple[int, int], reroll: tuple[int, int] | None, rules: Ruleset) -> int | None:
    """Return the stack at which the wall is broken."""
    match rules.setup.wall_break:
        case WallBreak.ONE_THROW:
            return dice[0] + dice[1]
        case WallBreak.REROLL_ONE:
            return None if reroll is None else reroll[0] + reroll[1]
        case _:
            assert_never(rules.setup.wall_break)


def most_indicators(rules: Ruleset) -> int:
    """Return how many dora indicators can lie open at the end of a hand."""
    if rules.kan.dora_closed != KanDora.NEVER:
        return MOST_INDICATORS
    return 1 if rules.setup.indicators == Indicators.ONE else MOST_AT_START


def indicators_of(dice: tuple[int, int], rules: Ruleset) -> int:
    """Return how many dora indicators are turned at the start."""
    match rules.setup.indicators:
        case Indicators.ONE:
            return 1
        case Indicators.BY_DICE:
            low, high = min(dice), max(dice)
            if (low, high) in ((1, 6), (1, 1), (6, 6)):
                return 3
            return 2 if low == high else 1
        case _:
            assert_never(rules.setup.indicators)


def dealer_by_token(side: str, seat: int) -> int:
    """Return the first dealer after the token toss: ``side`` is the wind that lies up, E or S.

    The token's bottom edge points at ``seat``: that player is East, or South of the dealer on his left.
    """
    return seat if side == "E" else (seat + 3) % 4


def dealer_by_dice(provisional_east: int, pips: int) -> int:
    """Return the first dealer whom the provisional East's two dice, ``pips`` together, point to."""
    return counted_from(provisional_east, pips)


def seats_by_lot(lot: int) -> Four:
    """Return who sits where, from the first dealer on: each of the 24 orders for one remainder of ``lot``."""
    left, drawn = [*ALL_SEATS], []
    for size in (4, 3, 2):
        drawn.append(left.pop(lot % size))
        lot //= size
    east, south, west, north = (*drawn, *left)
    return (east, south, west, north)


def hands_left_at_signal(*, running: bool, rules: Ruleset) -> int:
    """Return how many hands may still be played after the time signal, a running one included."""
    return rules.time.running if running else rules.time.between
