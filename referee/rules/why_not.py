"""Why not: yaku that the shape shows, and what refuses them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.records import dataclass
from referee.rules.choices import Renhou
from referee.rules.win import WinningHand, taken_away
from referee.rules.yaku import YAKU_NAMES, YAKUMAN_NAMES, PriceList, price_rule, yaku_unconnected, yakuman_price

if TYPE_CHECKING:
    from referee.rules.ledger import Facts
    from referee.rules.score import HandValue, Reading


CLOSED_PARTS = ("fu.triplet_closed", "fu.kan_closed")
TRIPLET_PARTS = (*CLOSED_PARTS, "fu.triplet_open", "fu.kan_open")


UNHEARD_OF = (
    "tsubame_gaeshi",
    "iipin_moyue",
    "chuupin_raoyui",
    "shiiaru_raotai",
    "uumensai",
    "ishi_no_ue",
    "ryuuiisou_hatsu",
    "ryuuiisou_nohatsu",
    "daichikurin",
    "daisuurin",
)
"""Yaku so rare that nobody asks why they do not count where they do not exist."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Refusal:
    """A yaku that does not count: its name, the sentence, and the ``chapter.key`` that refuses it."""

    name: str
    reason: str
    rule: str
    facts: Facts = ()


def refusals(hand: WinningHand, value: HandValue, prices: PriceList) -> tuple[Refusal, ...]:
    """Return what was shown and refused, in the order in which yaku are told, each once."""
    outcome = value.outcome
    if outcome is None:
        return shapeless(hand, prices)
    possible = [name for name in (*YAKU_NAMES, *YAKUMAN_NAMES) if name in outcome.candidates]
    counted = [name for name, _ in outcome.yaku]
    found = [why_refused(name, hand, outcome, prices) for name in possible if name not in counted]
    return (*[each for each in found if each is not None], *near_misses(hand, outcome, prices))


def why_refused(name: str, hand: WinningHand, outcome: Reading, prices: PriceList) -> Refusal | None:
    """Return why a yaku that was shown does not count; None for a han yaku beside a yakuman."""
    if outcome.yakuman and name not in YAKUMAN_NAMES:
        return None
    rule = price_rule(name)
    if not best_price(name, prices):
        if name in UNHEARD_OF:
            return None
        return renhou_refusal(rule, prices) if name == "renhou" else Refusal(name=name, reason="why.absent", rule=rule)
    for away, by in taken_away(hand, prices.rules):
        if away == name:
            return Refusal(name=name, reason=f"why.{by.split('.')[1]}", rule=by)
    if not hand.is_closed and name not in prices.open_han and name not in prices.open_yakuman:
        return Refusal(name=name, reason="why.open_hand", rule=rule)
    return beside_others(name, outcome, prices)


def beside_others(name: str, outcome: Reading, prices: PriceList) -> Refusal:
    """Return beside what a yaku does not count."""
    over = [each for each, _ in outcome.yaku if each in prices.beaten_by.get(name, ())]
    if over:
        rule = "hand.upgrades" if name in YAKUMAN_NAMES else "hand.replaces"
        return Refusal(name=name, reason="why.beside", rule=rule, facts=(("over", f"yaku.{over[0]}"),))
    if outcome.yakuman:
        return Refusal(name=name, reason="why.yakuman_do_not_add", rule="values.yakuman_sum")
    return Refusal(name=name, reason="why.beside", rule="hand.renhou", facts=(("over", "yaku.renhou"),))


def renhou_refusal(rule: str, prices: PriceList) -> Refusal:
    """Return why renhou does not count: there is none, or the hand is worth more without it."""
    has_mangan = prices.rules.hand.renhou == Renhou.MANGAN
    return Refusal(name="renhou", reason="why.worth_more_without" if has_mangan else "why.absent", rule=rule)


def best_price(name: str, prices: PriceList) -> int:
    """Return what a yaku is worth in a closed hand, 0 where it does not exist."""
    if name in YAKUMAN_NAMES:
        return yakuman_price(name, prices.rules)[0]
    return prices.closed_han.get(name, 0)


def near_misses(hand: WinningHand, outcome: Reading, prices: PriceList) -> tuple[Refusal, ...]:
    """Return yaku that only the way of winning or the wait kept away."""
    names = [part[0] for part in outcome.parts]
    concealed = sum([name in CLOSED_PARTS for name in names])
    if ("fu.triplet_open", hand.win) in [(part[0], part[1]) for part in outcome.parts] and not hand.is_tsumo:
        by_ron = {2: "sanankou", 3: "suuankou"}.get(concealed, "")
        if by_ron and best_price(by_ron, prices) and not has_meld_of(hand):
            return (Refusal(name=by_ron, reason="why.completed_by_ron", rule=price_rule(by_ron)),)
    no_runs_only = not hand.is_closed or any(name in TRIPLET_PARTS for name in names) or "fu.base" not in names
    if no_runs_only or "pinfu" in outcome.candidates or not best_price("pinfu", prices):
        return ()
    reason = "why.valued_pair" if "fu.pair" in names else "why.wait"
    return (Refusal(name="pinfu", reason=reason, rule=price_rule("pinfu")),)


def has_meld_of(hand: WinningHand) -> bool:
    """Return whether a melded triplet or kan is of the winning tile's kind."""
    return any(meld.code % 34 == hand.win and meld.code >= 34 for meld in hand.melds)


def shapeless(hand: WinningHand, prices: PriceList) -> tuple[Refusal, ...]:
    """Return what a hand that is no winning shape may have been meant for."""
    if hand.melds:
        return ()
    for name in yaku_unconnected(hand.closed):
        reason = "why.first_draw_only" if best_price(name, prices) else "why.absent"
        return (Refusal(name=name, reason=reason, rule=price_rule(name)),)
    if 4 in hand.closed and all(count in (0, 2, 4) for count in hand.closed):
        return (Refusal(name="chiitoitsu", reason="why.four_equal", rule=price_rule("chiitoitsu")),)
    return ()
