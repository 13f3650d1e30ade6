"""Yaku that the facts of a win show, and yaku that the facts take away under the ruleset."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.core.rules.choices import MixedIn
from referee.core.tiles.tiles import FIRST_HONOUR
from referee.core.worth.claims import is_long_row
from referee.core.worth.winning import Flag, RiichiState, WinningHand

if TYPE_CHECKING:
    from referee.core.rules.ruleset import Ruleset

EAST = FIRST_HONOUR

RIICHI_YAKU: dict[str, str] = {
    RiichiState.RIICHI: "riichi",
    RiichiState.DOUBLE: "double_riichi",
    RiichiState.OPEN: "open_riichi",
    RiichiState.OPEN_DOUBLE: "open_double_riichi",
}
OPEN_STATES = (RiichiState.OPEN, RiichiState.OPEN_DOUBLE)
DOUBLE_STATES = (RiichiState.DOUBLE, RiichiState.OPEN_DOUBLE)
FIRST_PIN, LAST_PIN = 9, 17
ALL_SETS = 4

SAME_NAME = (Flag.IPPATSU, Flag.RINSHAN, Flag.CHANKAN)
"""Facts that show the yaku of their own name."""

DEPENDS_ON_TILE = ("pinfu", "suuankou_tanki", "kokushi13", "junsei_chuuren")
"""What a winning tile mixed into the hand takes away, where the ruleset looks at that."""


def shown_by_facts(hand: WinningHand, rules: Ruleset) -> list[str]:
    """Return the yaku that the facts show, whatever the tiles."""
    shown = [RIICHI_YAKU[hand.riichi]] if hand.riichi != RiichiState.NONE else []
    if hand.is_tsumo and hand.is_closed:
        shown.append("menzen_tsumo")
    if len(hand.melds) == ALL_SETS:
        shown.append("shiiaru_raotai")
    if hand.flags:
        shown += shown_by_flags(hand)
    if hand.seat == EAST and is_long_row(hand.dealer_wins, hand.renchan, rules):
        shown.append("paarenchan")
    if hand.riichi in OPEN_STATES and not hand.is_tsumo and not hand.from_riichi:
        shown.append("open_riichi_ron")
    return shown


def shown_by_flags(hand: WinningHand) -> list[str]:
    """Return the yaku of single facts."""
    flags = hand.flags
    shown = [str(flag) for flag in SAME_NAME if flag in flags]
    if Flag.LAST_TILE in flags:
        shown += shown_by_last_tile(hand)
    if Flag.KAN_DISCARD in flags:
        shown.append("kanburi")
    if Flag.RIICHI_TILE in flags:
        shown.append("tsubame_gaeshi")
    if Flag.FIRST_DRAW in flags:
        shown.append("tenhou" if hand.seat == EAST else "chihou")
    if Flag.BEFORE_FIRST_DRAW in flags and Flag.ROBBED_CLOSED_KAN not in flags:
        shown.append("renhou")
    if Flag.FIRST_TURN_KAN in flags:
        shown.append("toukanhou")
    return shown


def shown_by_last_tile(hand: WinningHand) -> list[str]:
    """Return the yaku of a win on the last tile; a robbed kan is no discard."""
    if hand.is_tsumo:
        on_pin = ["iipin_moyue"] if hand.win == FIRST_PIN else []
        since_first_turn = ["ishi_no_ue"] if hand.riichi in DOUBLE_STATES else []
        return ["haitei", *on_pin, *since_first_turn]
    if Flag.CHANKAN in hand.flags:
        return []
    return ["houtei", "chuupin_raoyui"] if hand.win == LAST_PIN else ["houtei"]


def taken_away(hand: WinningHand, rules: Ruleset) -> tuple[tuple[str, str], ...]:
    """Return the yaku that do not count because of a fact, each with the ``chapter.key`` that says so."""
    away: list[tuple[str, str]] = []
    if hand.is_tsumo and rules.values.pinfu_tsumo_fu > 20:
        away.append(("pinfu", "values.pinfu_tsumo_fu"))
    if not hand.flags:
        return tuple(away)
    if is_mixed_in(hand, rules):
        away += [(name, "values.mixed_in") for name in DEPENDS_ON_TILE]
    if Flag.CHANKAN in hand.flags and not rules.hand.chankan_ippatsu:
        away.append(("ippatsu", "hand.chankan_ippatsu"))
    if Flag.RINSHAN in hand.flags and not rules.hand.rinshan_haitei:
        away += [(name, "hand.rinshan_haitei") for name in ("haitei", "iipin_moyue", "ishi_no_ue")]
    return tuple(away)


def is_mixed_in(hand: WinningHand, rules: Ruleset) -> bool:
    """Return whether the winning tile is not known any more, and the ruleset looks at that."""
    return rules.values.mixed_in != MixedIn.UNCHANGED and Flag.MIXED_IN in hand.flags


def wins_with_any_tile(hand: WinningHand, rules: Ruleset) -> bool:
    """Return whether every tile may be read as the winning one: tenhou, where the first draw is not kept apart."""
    return Flag.FIRST_DRAW in hand.flags and hand.seat == EAST and not rules.hand.first_draw_fixed
