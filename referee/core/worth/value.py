"""What a winning hand is worth: every reading and every place of the winning tile priced, the best one taken."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from referee.core.rules.choices import Renhou, RoundWinds
from referee.core.tiles.shapes import divided, is_seven_pairs
from referee.core.tiles.tiles import FIRST_HONOUR
from referee.core.worth.claims import needs_two_han
from referee.core.worth.fu import NO_TILE, FuPart
from referee.core.worth.outcome import Common, Outcome, han_outcome, placed, yakuman_in, yakuman_outcome
from referee.core.worth.payments import worth
from referee.core.worth.situation import shown_by_facts, taken_away, wins_with_any_tile
from referee.core.worth.winning import Flag, RiichiState, WinningHand
from referee.core.worth.yaku import (
    HONOURS,
    OUTSIDE,
    shown_by_honours,
    shown_by_kinds,
    shown_by_suit,
    shown_unconnected,
)

if TYPE_CHECKING:
    from referee.core.worth.pricing import PriceList, Prices

MANGAN_HAN = 5
"""The han of a renhou that is a mangan."""


class NoWin(StrEnum):
    """Why a hand does not win."""

    NOT_COMPLETE = "not_complete"
    NO_YAKU = "no_yaku"
    TWO_HAN_MINIMUM = "two_han_minimum"


@dataclass(frozen=True, kw_only=True, slots=True)
class HandValue:
    """What the hand is worth, or why it does not win; ``dora``, ``red`` and ``ura`` are han that count if it wins."""

    no_win: str
    outcome: Outcome | None
    dora: int
    red: int
    ura: int


def evaluate(hand: WinningHand, prices: PriceList) -> HandValue:
    """Return what the hand is worth under the ruleset of the price list."""
    dora, red, ura = bonus_of(hand, prices)
    common = common_of(hand, prices, dora + red + ura)
    found = outcomes(common)
    least = 2 if needs_two_han(hand.honba, prices.rules) else 1
    best = best_of([each for each in found if each.yakuman or each.yaku_han >= least])
    if best is not None:
        return HandValue(no_win="", outcome=best, dora=dora, red=red, ura=ura)
    reason = NoWin.NO_YAKU if found else NoWin.NOT_COMPLETE
    if any(each.yaku for each in found):
        reason = NoWin.TWO_HAN_MINIMUM
    return HandValue(no_win=reason, outcome=best_of(found), dora=dora, red=red, ura=ura)


def bonus_of(hand: WinningHand, prices: PriceList) -> tuple[int, int, int]:
    """Return the han of dora, red fives and ura dora."""
    dora = sum([hand.whole[kind] for kind in hand.dora])
    red = hand.reds if hand.is_closed or prices.rules.hand.red_open else 0
    ura = sum([hand.whole[kind] for kind in hand.ura]) if hand.riichi != RiichiState.NONE else 0
    return (dora, red, ura)


def best_of(found: list[Outcome]) -> Outcome | None:
    """Return the outcome that pays most; of equal ones that with more han, then more fu, then the first."""
    best: Outcome | None = None
    for each in found:
        if best is None or rank(each) > rank(best):
            best = each
    return best


def rank(outcome: Outcome) -> tuple[int, int, int, int]:
    """Return by what outcomes are compared."""
    return (outcome.worth.base, outcome.yakuman, outcome.han, outcome.fu)


def common_of(hand: WinningHand, prices: PriceList, bonus: int) -> Common:
    """Return what holds in every reading."""
    rules = prices.rules
    rounds: tuple[int, ...] = (hand.round,)
    if rules.hand.round_winds == RoundWinds.WITH_OPPOSITE:
        rounds = (hand.round, FIRST_HONOUR + (hand.round - FIRST_HONOUR + 2) % 4)
    shown = shown_by_facts(hand, rules) + shown_by_kinds(hand.kinds)
    if hand.kinds & HONOURS:
        shown += shown_by_honours(hand.whole, hand.seat, rounds)
    elif not hand.melds and "chinitsu" in shown:
        shown += shown_by_suit(hand.closed, hand.win)
    if hand.melds:
        shown += shown_by_kans(sum(meld.is_kan for meld in hand.melds))
    away = taken_away(hand, rules)
    han = prices.closed_han if hand.is_closed else prices.open_han
    yakuman = prices.closed_yakuman if hand.is_closed else prices.open_yakuman
    return Common(
        hand=hand,
        prices=prices,
        han=prices_without(han, away) if away else han,
        yakuman=prices_without(yakuman, away) if away else yakuman,
        shown=tuple(shown),
        rounds=rounds,
        bonus=bonus,
    )


def prices_without(prices: Prices, away: tuple[tuple[str, str], ...]) -> Prices:
    """Return the prices without those of the yaku that a fact takes away."""
    names = [name for name, _ in away]
    return {name: prices[name] for name in prices if name not in names}


def shown_by_kans(kans: int) -> list[str]:
    """Return the yaku of three and of four kans."""
    return ["sankantsu", "suukantsu"][: max(kans - 2, 0)]


def outcomes(common: Common) -> list[Outcome]:
    """Return every reading of the hand, each with its price."""
    hand = common.hand
    found: list[Outcome] = []
    if not hand.flags or Flag.ROBBED_CLOSED_KAN not in hand.flags:
        found = [outcome for sets, pair in divided(hand.closed) for outcome in placed(common, sets, pair)]
    if not hand.melds:
        found += special_outcomes(common)
    if found and "renhou" in common.shown and common.prices.rules.hand.renhou == Renhou.MANGAN:
        found.append(renhou_mangan(common))
    return found


def special_outcomes(common: Common) -> list[Outcome]:
    """Return the readings of a hand without melds that is not made of sets."""
    hand = common.hand
    if hand.kinds == OUTSIDE:
        is_wide = hand.whole[hand.win] == 2 or wins_with_any_tile(hand, common.prices.rules)
        return [special(common, ("kokushi", "kokushi13") if is_wide else ("kokushi",), ())]
    if is_seven_pairs(hand.closed) and Flag.ROBBED_CLOSED_KAN not in hand.flags:
        fu = common.prices.rules.values.seven_pairs_fu
        stars = ("daichiisei",) if hand.kinds == HONOURS else ()
        return [special(common, ("chiitoitsu", *stars), (("fu.seven_pairs", NO_TILE, fu),))]
    if Flag.FIRST_DRAW not in hand.flags:
        return []
    names = tuple(shown_unconnected(hand.closed))
    return [special(common, names, ())] if any(name in common.yakuman for name in names) else []


def special(common: Common, names: tuple[str, ...], parts: tuple[FuPart, ...]) -> Outcome:
    """Return a reading that is not made of sets with its price."""
    shown = common.shown + names
    yakuman = yakuman_in(common, shown)
    return yakuman_outcome(common, shown, yakuman) if yakuman else han_outcome(common, shown, parts)


def renhou_mangan(common: Common) -> Outcome:
    """Return the renhou that is a mangan by itself."""
    return Outcome(
        yakuman=0,
        han=MANGAN_HAN,
        yaku_han=MANGAN_HAN,
        fu=0,
        yaku=(("renhou", MANGAN_HAN),),
        parts=(),
        worth=worth(MANGAN_HAN, 0, common.prices.rules.values),
        shown=common.shown,
    )
