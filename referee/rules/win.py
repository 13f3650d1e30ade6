"""A winning hand as the evaluator takes it, and the yaku that the facts of the win show or take away."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from referee.records import dataclass
from referee.rules.choices import MixedIn
from referee.rules.points import is_long_row
from referee.rules.tiles import (
    FIRST_DRAGON,
    FIRST_HONOUR,
    KIND_COUNT,
    KIND_OF,
    TRIPLET,
    Counts,
    Meld,
    MeldKind,
    all_tiles,
    counts_of,
    kind_of,
)
from referee.rules.yaku import bits_of

if TYPE_CHECKING:
    from referee.rules.ruleset import Ruleset
    from referee.rules.yaku import Away


class RiichiState(StrEnum):
    """What the winner declared."""

    NONE = "none"
    RIICHI = "riichi"
    DOUBLE = "double"
    OPEN = "open"
    OPEN_DOUBLE = "open_double"


class WinFlag(StrEnum):
    """Facts of a win; which yaku they make is decided by the rules."""

    IPPATSU = "ippatsu"  # before or with the own next draw after the riichi, no call in between
    RINSHAN = "rinshan"  # drawn from the dead wall after a kan
    CHANKAN = "chankan"  # the tile that another added to his pon
    ROBBED_CLOSED_KAN = "robbed_closed_kan"  # the kind of which another declared a closed kan
    LAST_TILE = "last_tile"  # the live wall is empty
    FIRST_DRAW = "first_draw"  # own first draw, nobody has called or konged
    BEFORE_FIRST_DRAW = "before_first_draw"  # own first draw not yet taken, nobody has called or konged
    FIRST_TURN_KAN = "first_turn_kan"  # konged in the own first uninterrupted turn and has not discarded
    KAN_DISCARD = "kan_discard"  # the discard right after the discarder's kan
    RIICHI_TILE = "riichi_tile"  # the discard with which another declared riichi
    MIXED_IN = "mixed_in"  # the winning tile was mixed into the hand before it was shown


@dataclass(frozen=True, kw_only=True, slots=True)
class Called:
    """A meld as the evaluator takes it: its set as `shapes` names it."""

    code: int
    is_open: bool
    is_kan: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class WinningHand:
    """A hand that claims to win.

    ``closed`` counts the closed tiles with the winning one, ``whole`` those of the melds too, ``kinds`` has a bit
    for each kind in the whole hand, ``reds`` is how many red fives it holds. ``seat`` and ``round`` are kinds.
    ``dora`` and ``ura`` are the kinds that count, one for each indicator. ``from_riichi``: the discarder is in
    riichi. ``renchan`` and ``dealer_wins`` are the dealer's rows as the table counts them.
    """

    closed: Counts
    whole: Counts
    kinds: int
    reds: int
    melds: tuple[Called, ...]
    is_closed: bool
    win: int
    is_tsumo: bool
    seat: int
    round: int
    riichi: str
    flags: tuple[str, ...]
    dora: tuple[int, ...]
    ura: tuple[int, ...]
    honba: int
    dealer_wins: int
    renchan: int
    from_riichi: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class WinContext:
    """What is known of a win beside its tiles."""

    is_tsumo: bool
    seat: int
    round: int
    riichi: str
    flags: tuple[str, ...]
    honba: int
    dealer_wins: int
    renchan: int
    from_riichi: bool


def _called_of(meld: Meld) -> Called:
    code = meld.first if meld.kind == MeldKind.CHII else TRIPLET + meld.first
    return Called(code=code, is_open=meld.is_open, is_kan=meld.is_kan)


def winning_hand(
    tiles: tuple[int, ...],
    melds: tuple[Meld, ...],
    win: int,
    indicators: tuple[tuple[int, ...], tuple[int, ...]],
    context: WinContext,
) -> WinningHand:
    """Return the prepared hand; ``tiles`` are the closed ones, ``indicators`` those of dora and of ura."""
    everything = all_tiles(tiles, melds)
    return WinningHand(
        closed=counts_of(tiles),
        whole=counts_of(everything),
        kinds=bits_of(tuple([KIND_OF[tile] for tile in everything])),
        reds=len([tile for tile in everything if tile >= KIND_COUNT]),
        melds=tuple([_called_of(meld) for meld in melds]),
        is_closed=not [meld for meld in melds if meld.is_open],
        win=kind_of(win),
        is_tsumo=context.is_tsumo,
        seat=context.seat,
        round=context.round,
        riichi=context.riichi,
        flags=context.flags,
        dora=tuple([_dora_of(tile) for tile in indicators[0]]),
        ura=tuple([_dora_of(tile) for tile in indicators[1]]),
        honba=context.honba,
        dealer_wins=context.dealer_wins,
        renchan=context.renchan,
        from_riichi=context.from_riichi,
    )


def _dora_of(indicator: int) -> int:
    """Return the kind that an indicator makes dora: the next one, the first of its row after the last."""
    kind = kind_of(indicator)
    if kind >= FIRST_DRAGON:
        return FIRST_DRAGON + (kind - FIRST_DRAGON + 1) % 3
    if kind >= FIRST_HONOUR:
        return FIRST_HONOUR + (kind - FIRST_HONOUR + 1) % 4
    return kind // 9 * 9 + (kind + 1) % 9


EAST = FIRST_HONOUR

_RIICHI_YAKU: dict[str, str] = {
    RiichiState.RIICHI: "riichi",
    RiichiState.DOUBLE: "double_riichi",
    RiichiState.OPEN: "open_riichi",
    RiichiState.OPEN_DOUBLE: "open_double_riichi",
}
OPEN_STATES = (RiichiState.OPEN, RiichiState.OPEN_DOUBLE)
_DOUBLE_STATES = (RiichiState.DOUBLE, RiichiState.OPEN_DOUBLE)
_FIRST_PIN, _LAST_PIN = 9, 17
_ALL_SETS = 4

_SAME_NAME = (WinFlag.IPPATSU, WinFlag.RINSHAN, WinFlag.CHANKAN)
"""Facts that show the yaku of their own name."""

_DEPENDS_ON_TILE = ("pinfu", "suuankou_tanki", "kokushi13", "junsei_chuuren")
"""What a winning tile mixed into the hand takes away, where the ruleset looks at that."""


def yaku_by_facts(hand: WinningHand, rules: Ruleset) -> list[str]:
    """Return the yaku that the facts show, whatever the tiles."""
    found = [_RIICHI_YAKU[hand.riichi]] if hand.riichi != RiichiState.NONE else []
    if hand.is_tsumo and hand.is_closed:
        found.append("menzen_tsumo")
    if len(hand.melds) == _ALL_SETS:
        found.append("shiiaru_raotai")
    if hand.flags:
        found += _yaku_by_flags(hand)
    if hand.seat == EAST and is_long_row(hand.dealer_wins, hand.renchan, rules):
        found.append("paarenchan")
    if hand.riichi in OPEN_STATES and not hand.is_tsumo and not hand.from_riichi:
        found.append("open_riichi_ron")
    return found


def _yaku_by_flags(hand: WinningHand) -> list[str]:
    flags = hand.flags
    found = [str(flag) for flag in _SAME_NAME if flag in flags]
    if WinFlag.LAST_TILE in flags:
        found += _yaku_by_last_tile(hand)
    if WinFlag.KAN_DISCARD in flags:
        found.append("kanburi")
    if WinFlag.RIICHI_TILE in flags:
        found.append("tsubame_gaeshi")
    if WinFlag.FIRST_DRAW in flags:
        found.append("tenhou" if hand.seat == EAST else "chihou")
    if WinFlag.BEFORE_FIRST_DRAW in flags and WinFlag.ROBBED_CLOSED_KAN not in flags:
        found.append("renhou")
    if WinFlag.FIRST_TURN_KAN in flags:
        found.append("toukanhou")
    return found


def _yaku_by_last_tile(hand: WinningHand) -> list[str]:
    """Return the yaku of a win on the last tile; a robbed kan is no discard."""
    if hand.is_tsumo:
        on_pin = ["iipin_moyue"] if hand.win == _FIRST_PIN else []
        since_first_turn = ["ishi_no_ue"] if hand.riichi in _DOUBLE_STATES else []
        return ["haitei", *on_pin, *since_first_turn]
    if WinFlag.CHANKAN in hand.flags:
        return []
    return ["houtei", "chuupin_raoyui"] if hand.win == _LAST_PIN else ["houtei"]


def taken_away(hand: WinningHand, rules: Ruleset) -> Away:
    """Return the yaku that do not count because of a fact, each with the ``chapter.key`` that says so."""
    away: list[tuple[str, str]] = []
    if hand.is_tsumo and rules.values.pinfu_tsumo_fu > 20:
        away.append(("pinfu", "values.pinfu_tsumo_fu"))
    if not hand.flags:
        return tuple(away)
    if is_mixed_in(hand, rules):
        away += [(name, "values.mixed_in") for name in _DEPENDS_ON_TILE]
    if WinFlag.CHANKAN in hand.flags and not rules.hand.chankan_ippatsu:
        away.append(("ippatsu", "hand.chankan_ippatsu"))
    if WinFlag.RINSHAN in hand.flags and not rules.hand.rinshan_haitei:
        away += [(name, "hand.rinshan_haitei") for name in ("haitei", "iipin_moyue", "ishi_no_ue")]
    return tuple(away)


def is_mixed_in(hand: WinningHand, rules: Ruleset) -> bool:
    """Return whether the winning tile is not known any more, and the ruleset looks at that."""
    return rules.values.mixed_in != MixedIn.UNCHANGED and WinFlag.MIXED_IN in hand.flags


def wins_with_any_tile(hand: WinningHand, rules: Ruleset) -> bool:
    """Return whether every tile may be read as the winning one: tenhou, where the first draw is not kept apart."""
    return WinFlag.FIRST_DRAW in hand.flags and hand.seat == EAST and not rules.hand.first_draw_fixed
