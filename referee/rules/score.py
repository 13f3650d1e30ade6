"""What a winning hand is worth: every reading of it priced, the best one taken, and why other yaku do not count."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, assert_never

from referee.records import dataclass
from referee.rules.choices import MixedIn, Renhou, RoundWinds, YakumanSum
from referee.rules.points import BasePoints, needs_two_han, worth, yakuman_worth
from referee.rules.tiles import FIRST_DRAGON, FIRST_HONOUR, IS_ORPHAN, TRIPLET, divided, is_seven_pairs
from referee.rules.win import (
    RiichiState,
    WinFlag,
    WinningHand,
    is_mixed_in,
    taken_away,
    wins_with_any_tile,
    yaku_by_facts,
)
from referee.rules.yaku import (
    HONOURS,
    OUTSIDE,
    YAKU_NAMES,
    YAKUMAN_NAMES,
    PriceList,
    price_rule,
    split_sets,
    yaku_by_honours,
    yaku_by_kinds,
    yaku_by_sets,
    yaku_by_suit,
    yaku_unconnected,
    yakuman_price,
)

if TYPE_CHECKING:
    from referee.rules.ruleset import Ruleset
    from referee.rules.table import Facts
    from referee.rules.yaku import Away, Counted, Priced, Prices


FuPart = tuple[str, int, int]
"""One part: the key of its sentence, the kind of tile it is about or `NO_TILE`, and its fu."""

_NO_TILE = -1
_BASE_FU = 20

_SET_FU = {
    (True, False): ("fu.triplet_open", 2),
    (False, False): ("fu.triplet_closed", 4),
    (True, True): ("fu.kan_open", 8),
    (False, True): ("fu.kan_closed", 16),
}
"""What a triplet or kan of simples adds, by whether it is open and whether it is a kan; others add twice that."""


def _set_part(kind: int, *, is_open: bool, is_kan: bool) -> FuPart:
    name, fu = _SET_FU[(is_open, is_kan)]
    return (name, kind, fu * 2 if IS_ORPHAN[kind] else fu)


def _pair_fu(pair: int, seat: int, rounds: tuple[int, ...], double: int) -> int:
    """Return what the pair adds; ``double`` is what a wind that counts more than once adds in all."""
    if pair < FIRST_HONOUR:
        return 0
    if pair >= FIRST_DRAGON:
        return 2
    if pair not in rounds:
        return 2 if pair == seat else 0
    return double if pair == seat else 2


def _wait_name(completed: int, win: int) -> str:
    """Return the key of the wait that a set was completed from if it adds 2 fu, else nothing.

    ``completed`` is a set as `shapes` names it; a triplet comes from a wait on two pairs, which adds nothing.
    """
    if completed >= TRIPLET:
        return ""
    if win == completed + 1:
        return "fu.closed_wait"
    if (win == completed + 2 and completed % 9 == 0) or (win == completed and completed % 9 == 6):
        return "fu.edge_wait"
    return ""


def _rounded_fu(fu: int) -> int:
    """Return fu rounded up to a whole ten."""
    return -(-fu // 10) * 10


_IN_PAIR = -100
"""The place of a winning tile in the pair."""

_NO_SET = -101
"""No set, where one is asked for."""

_WAIT_FU = 2


@dataclass(frozen=True, kw_only=True, slots=True)
class Reading:
    """One reading with its price. With yakuman ``han`` and ``fu`` are 0; ``candidates`` are yaku that could count."""

    yakuman: int
    han: int
    yaku_han: int
    fu: int
    yaku: Priced
    parts: tuple[FuPart, ...]
    worth: BasePoints
    candidates: tuple[str, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class HandContext:
    """What is the same in every reading of a hand; ``han``, ``yakuman`` price what facts do not take ``away``."""

    hand: WinningHand
    prices: PriceList
    away: Away
    han: Prices
    yakuman: Prices
    candidates: tuple[str, ...]
    rounds: tuple[int, ...]
    bonus: int


def _readings_by_place(common: HandContext, sets: tuple[int, ...], pair: int) -> list[Reading]:
    """Return one reading with the winning tile in each place where it can be: a closed set, or the pair."""
    hand = common.hand
    win = hand.win
    runs, triplets = split_sets((*[meld.code for meld in hand.melds], *sets) if hand.melds else sets)
    candidates = (*common.candidates, *yaku_by_sets(runs, triplets, pair))
    places = [_IN_PAIR] if pair == win else []
    places += [each for each in sets if each == win + TRIPLET or each <= win <= each + 2]
    if len(places) > 1:
        places = [place for i, place in enumerate(places) if place not in places[:i]]
    return [_reading_at_place(common, sets, pair, candidates, place) for place in places]


def _reading_at_place(
    common: HandContext, sets: tuple[int, ...], pair: int, candidates: tuple[str, ...], place: int
) -> Reading:
    """Return a reading with the winning tile in one of its sets, or in the pair; ``candidates`` it shows anywhere."""
    hand, rules = common.hand, common.prices.rules
    triplets = _triplet_parts(hand, sets, _NO_SET if hand.is_tsumo else place)
    concealed = len([name for name, _, _ in triplets if name in _CLOSED_PARTS])
    if concealed >= 3:
        candidates += _yaku_by_concealed(concealed, is_wide=place == _IN_PAIR or wins_with_any_tile(hand, rules))
    wait = "fu.pair_wait" if place == _IN_PAIR else _wait_name(place, hand.win)
    of_pair = _pair_fu(pair, hand.seat, common.rounds, rules.hand.double_wind_fu)
    if hand.is_closed and not (triplets or wait or of_pair):
        candidates += ("pinfu",)
    counted = _counted_of(common, candidates)
    if counted[2]:
        return _yakuman_outcome(common, candidates, counted)
    if of_pair:
        triplets.append(("fu.pair", pair, of_pair))
    parts, fu = fu_parts(common, triplets, wait)
    return _han_outcome(common, candidates, counted, parts, fu)


def _yaku_by_concealed(count: int, *, is_wide: bool) -> tuple[str, ...]:
    """Return the yaku of three or four concealed triplets; ``is_wide``: the winning tile may stand in the pair."""
    if count == 3:
        return ("sanankou",)
    return ("sanankou", "suuankou", "suuankou_tanki") if is_wide else ("sanankou", "suuankou")


def fu_parts(common: HandContext, of_sets: list[FuPart], wait: str) -> tuple[tuple[FuPart, ...], int]:
    """Return the fu of a reading part by part, what rounds the sum up included, and the sum."""
    hand = common.hand
    mixed_in = bool(hand.flags) and is_mixed_in(hand, common.prices.rules)
    parts: list[FuPart] = [("fu.base", _NO_TILE, _BASE_FU), *of_sets]
    if wait and not mixed_in:
        parts.append((wait, hand.win, _WAIT_FU))
    parts += _winning_parts(common, is_bare=len(parts) == 1, mixed_in=mixed_in)
    fu = sum([part[2] for part in parts])
    if fu % 10:
        parts.append(("fu.rounded", _NO_TILE, _rounded_fu(fu) - fu))
    return tuple(parts), _rounded_fu(fu)


def _triplet_parts(hand: WinningHand, sets: tuple[int, ...], called: int) -> list[FuPart]:
    """Return the fu of triplets and kans; the triplet that a ron completed (``called``) is open."""
    parts = [_set_part(each - TRIPLET, is_open=each == called, is_kan=False) for each in sets if each >= TRIPLET]
    if not hand.melds:
        return parts
    melds = [each for each in hand.melds if each.code >= TRIPLET]
    return [_set_part(each.code - TRIPLET, is_open=each.is_open, is_kan=each.is_kan) for each in melds] + parts


def _winning_parts(common: HandContext, *, is_bare: bool, mixed_in: bool) -> list[FuPart]:
    """Return the fu of the way of winning; ``is_bare``: the hand has no other fu than the base.

    A bare closed hand by tsumo is pinfu, which goes without the fu of a self-draw, as does one whose winning tile
    is not known. A bare open hand counts 30.
    """
    hand, rules = common.hand, common.prices.rules
    if not hand.is_tsumo:
        if hand.is_closed:
            return [("fu.closed_ron", _NO_TILE, 10)]
        return [("fu.bare_open", _NO_TILE, 10)] if is_bare else []
    if is_bare and hand.is_closed and (mixed_in or "pinfu" in common.han):
        return []
    without_rinshan = WinFlag.RINSHAN in hand.flags and not rules.hand.rinshan_fu
    if without_rinshan or (mixed_in and _is_tile_lost(rules)):
        return [("fu.bare_open", _NO_TILE, 10)] if is_bare and not hand.is_closed else []
    return [("fu.tsumo", _NO_TILE, 2)]


def _is_tile_lost(rules: Ruleset) -> bool:
    """Return whether a winning tile that was mixed into the hand takes the fu of the self-draw away."""
    match rules.values.mixed_in:
        case MixedIn.UNCHANGED | MixedIn.WAIT:
            return False
        case MixedIn.TILE:
            return True
        case _:
            assert_never(rules.values.mixed_in)


MOST_COUNTED = 4000
"""How many combinations of yaku are remembered of a ruleset."""


def _counted_of(common: HandContext, candidates: tuple[str, ...]) -> Counted:
    """Return which of the yaku that are shown count; remembered, which saves a tenth of the time of a hand."""
    known = common.prices.counted
    shown = (common.hand.is_closed, common.away, candidates)
    found = known.get(shown)
    if found is None:
        found = _yakuman_counted(common, candidates) or _han_counted(common, candidates)
        if len(known) >= MOST_COUNTED:
            known.clear()
        known[shown] = found
    return found


def _yakuman_counted(common: HandContext, candidates: tuple[str, ...]) -> Counted | None:
    """Return the yakuman that count, None if there are none; where they do not add up, only the largest is told."""
    names = [name for name in candidates if name in common.yakuman]
    if not names:
        return None
    yaku = tuple([(name, common.yakuman[name]) for name in _unbeaten(names, common)])
    counted = _added_up(yaku, common.prices.rules)
    return (counted, 0, sum([count for _, count in counted]))


def _added_up(yakuman: Priced, rules: Ruleset) -> Priced:
    match rules.values.yakuman_sum:
        case YakumanSum.ADD:
            return yakuman
        case YakumanSum.LARGEST:
            most = max([count for _, count in yakuman])
            return tuple([each for each in yakuman if each[1] == most])[:1]
        case _:
            assert_never(rules.values.yakuman_sum)


def _han_counted(common: HandContext, candidates: tuple[str, ...]) -> Counted:
    """Return the yaku that count where there are no yakuman."""
    names = _unbeaten([name for name in candidates if name in common.han], common)
    yaku = tuple([(name, common.han[name]) for name in names])
    return (yaku, sum([han for _, han in yaku]), 0)


def _unbeaten(names: list[str], common: HandContext) -> list[str]:
    """Return the yaku that count beside each other."""
    beaten = common.prices.beaten_by
    return [name for name in names if name not in beaten or not any(over in names for over in beaten[name])]


def _han_outcome(
    common: HandContext, candidates: tuple[str, ...], counted: Counted, parts: tuple[FuPart, ...], fu: int
) -> Reading:
    """Return a reading without yakuman."""
    yaku, yaku_han, _ = counted
    han = yaku_han + common.bonus if yaku_han else 0
    return Reading(
        yakuman=0,
        han=han,
        yaku_han=yaku_han,
        fu=fu,
        yaku=yaku,
        parts=parts,
        worth=_worth_of(common.prices, han, fu),
        candidates=candidates,
    )


def _worth_of(prices: PriceList, han: int, fu: int) -> BasePoints:
    """Return the worth of a hand; there are a few hundred, and to remember them saves a twentieth of its time."""
    known = prices.worths.get((han, fu))
    if known is None:
        known = prices.worths[(han, fu)] = worth(han, fu, prices.rules.values)
    return known


def _yakuman_outcome(common: HandContext, candidates: tuple[str, ...], counted: Counted) -> Reading:
    yaku, _, count = counted
    return Reading(
        yakuman=count,
        han=0,
        yaku_han=0,
        fu=0,
        yaku=yaku,
        parts=(),
        worth=yakuman_worth(count, common.prices.rules.values),
        candidates=candidates,
    )


_MANGAN_HAN = 5
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
    outcome: Reading | None
    dora: int
    red: int
    ura: int


def evaluate(hand: WinningHand, prices: PriceList) -> HandValue:
    """Return what the hand is worth under the ruleset of the price list."""
    dora, red, ura = bonus_of(hand, prices)
    common = hand_context(hand, prices, dora + red + ura)
    found = outcomes(common)
    least = 2 if needs_two_han(hand.honba, prices.rules) else 1
    best = _best_of([each for each in found if each.yakuman or each.yaku_han >= least])
    if best is not None:
        return HandValue(no_win="", outcome=best, dora=dora, red=red, ura=ura)
    reason = NoWin.NO_YAKU if found else NoWin.NOT_COMPLETE
    if any(each.yaku for each in found):
        reason = NoWin.TWO_HAN_MINIMUM
    return HandValue(no_win=reason, outcome=_best_of(found), dora=dora, red=red, ura=ura)


def bonus_of(hand: WinningHand, prices: PriceList) -> tuple[int, int, int]:
    """Return the han of dora, red fives and ura dora."""
    dora = sum([hand.whole[kind] for kind in hand.dora])
    red = hand.reds if hand.is_closed or prices.rules.hand.red_open else 0
    ura = sum([hand.whole[kind] for kind in hand.ura]) if hand.riichi != RiichiState.NONE else 0
    return (dora, red, ura)


def _best_of(found: list[Reading]) -> Reading | None:
    """Return the outcome that pays most; of equal ones that with more han, then more fu, then the first."""
    best: Reading | None = None
    for each in found:
        if best is None or rank(each) > rank(best):
            best = each
    return best


def rank(outcome: Reading) -> tuple[int, int, int, int]:
    """Return by what outcomes are compared."""
    return (outcome.worth.base, outcome.yakuman, outcome.han, outcome.fu)


def _round_winds(round_wind: int, rules: Ruleset) -> tuple[int, ...]:
    """Return the winds that count as the round's."""
    match rules.hand.round_winds:
        case RoundWinds.ROUND:
            return (round_wind,)
        case RoundWinds.WITH_OPPOSITE:
            return (round_wind, FIRST_HONOUR + (round_wind - FIRST_HONOUR + 2) % 4)
        case _:
            assert_never(rules.hand.round_winds)


def hand_context(hand: WinningHand, prices: PriceList, bonus: int) -> HandContext:
    """Return what holds in every reading."""
    rules = prices.rules
    rounds = _round_winds(hand.round, rules)
    candidates = yaku_by_facts(hand, rules) + yaku_by_kinds(hand.kinds)
    if hand.kinds & HONOURS:
        candidates += yaku_by_honours(hand.whole, hand.seat, rounds)
    elif not hand.melds and "chinitsu" in candidates:
        candidates += yaku_by_suit(hand.closed, hand.win)
    if hand.melds:
        candidates += _yaku_by_kans(sum([meld.is_kan for meld in hand.melds]))
    away = taken_away(hand, rules)
    han = prices.closed_han if hand.is_closed else prices.open_han
    yakuman = prices.closed_yakuman if hand.is_closed else prices.open_yakuman
    return HandContext(
        hand=hand,
        prices=prices,
        away=away,
        han=_prices_without(han, away) if away else han,
        yakuman=_prices_without(yakuman, away) if away else yakuman,
        candidates=tuple(candidates),
        rounds=rounds,
        bonus=bonus,
    )


def _prices_without(prices: Prices, away: Away) -> Prices:
    """Return the prices without those of the yaku that a fact takes away."""
    names = [name for name, _ in away]
    return {name: prices[name] for name in prices if name not in names}


def _yaku_by_kans(kans: int) -> list[str]:
    return ["sankantsu", "suukantsu"][: max(kans - 2, 0)]


def outcomes(common: HandContext) -> list[Reading]:
    """Return every reading of the hand, each with its price."""
    hand = common.hand
    found: list[Reading] = []
    if not hand.flags or WinFlag.ROBBED_CLOSED_KAN not in hand.flags:
        for sets, pair in divided(hand.closed):
            found += _readings_by_place(common, sets, pair)
    if not hand.melds:
        found += _special_outcomes(common)
    if found and "renhou" in common.candidates and _is_renhou_mangan(common.prices.rules):
        found.append(_renhou_mangan(common))
    return found


def _special_outcomes(common: HandContext) -> list[Reading]:
    """Return the readings of a hand without melds that is not made of sets."""
    hand = common.hand
    if hand.kinds == OUTSIDE:
        is_wide = hand.whole[hand.win] == 2 or wins_with_any_tile(hand, common.prices.rules)
        return [_special(common, ("kokushi", "kokushi13") if is_wide else ("kokushi",), ())]
    if is_seven_pairs(hand.closed) and WinFlag.ROBBED_CLOSED_KAN not in hand.flags:
        fu = common.prices.rules.values.seven_pairs_fu
        stars = ("daichiisei",) if hand.kinds == HONOURS else ()
        return [_special(common, ("chiitoitsu", *stars), (("fu.seven_pairs", _NO_TILE, fu),))]
    if WinFlag.FIRST_DRAW not in hand.flags:
        return []
    names = tuple(yaku_unconnected(hand.closed))
    return [_special(common, names, ())] if any(name in common.yakuman for name in names) else []


def _special(common: HandContext, names: tuple[str, ...], parts: tuple[FuPart, ...]) -> Reading:
    """Return a reading that is not made of sets with its price."""
    candidates = common.candidates + names
    counted = _counted_of(common, candidates)
    if counted[2]:
        return _yakuman_outcome(common, candidates, counted)
    return _han_outcome(common, candidates, counted, parts, sum([part[2] for part in parts]))


def _renhou_mangan(common: HandContext) -> Reading:
    return Reading(
        yakuman=0,
        han=_MANGAN_HAN,
        yaku_han=_MANGAN_HAN,
        fu=0,
        yaku=(("renhou", _MANGAN_HAN),),
        parts=(),
        worth=worth(_MANGAN_HAN, 0, common.prices.rules.values),
        candidates=common.candidates,
    )


_CLOSED_PARTS = ("fu.triplet_closed", "fu.kan_closed")
_TRIPLET_PARTS = (*_CLOSED_PARTS, "fu.triplet_open", "fu.kan_open")


_RARE_YAKU = (
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
        return _refusals_without_shape(hand, prices)
    possible = [name for name in (*YAKU_NAMES, *YAKUMAN_NAMES) if name in outcome.candidates]
    counted = [name for name, _ in outcome.yaku]
    found = [_why_refused(name, hand, outcome, prices) for name in possible if name not in counted]
    return (*[each for each in found if each is not None], *_refusals_by_win(hand, outcome, prices))


def _why_refused(name: str, hand: WinningHand, outcome: Reading, prices: PriceList) -> Refusal | None:
    """Return why a yaku that was shown does not count; None for a han yaku beside a yakuman."""
    if outcome.yakuman and name not in YAKUMAN_NAMES:
        return None
    rule = price_rule(name)
    if not _best_price(name, prices):
        if name in _RARE_YAKU:
            return None
        return _renhou_refusal(rule, prices) if name == "renhou" else Refusal(name=name, reason="why.absent", rule=rule)
    for away, by in taken_away(hand, prices.rules):
        if away == name:
            return Refusal(name=name, reason=f"why.{by.split('.')[1]}", rule=by)
    if not hand.is_closed and name not in prices.open_han and name not in prices.open_yakuman:
        return Refusal(name=name, reason="why.open_hand", rule=rule)
    return _beside_others(name, outcome, prices)


def _beside_others(name: str, outcome: Reading, prices: PriceList) -> Refusal:
    """Return beside what a yaku does not count."""
    over = [each for each, _ in outcome.yaku if each in prices.beaten_by.get(name, ())]
    if over:
        rule = "hand.upgrades" if name in YAKUMAN_NAMES else "hand.replaces"
        return Refusal(name=name, reason="why.beside", rule=rule, facts=(("over", f"yaku.{over[0]}"),))
    if outcome.yakuman:
        return Refusal(name=name, reason="why.yakuman_do_not_add", rule="values.yakuman_sum")
    return Refusal(name=name, reason="why.beside", rule="hand.renhou", facts=(("over", "yaku.renhou"),))


def _renhou_refusal(rule: str, prices: PriceList) -> Refusal:
    """Return why renhou does not count: there is none, or the hand is worth more without it."""
    reason = "why.worth_more_without" if _is_renhou_mangan(prices.rules) else "why.absent"
    return Refusal(name="renhou", reason=reason, rule=rule)


def _is_renhou_mangan(rules: Ruleset) -> bool:
    match rules.hand.renhou:
        case Renhou.NONE | Renhou.YAKUMAN:
            return False
        case Renhou.MANGAN:
            return True
        case _:
            assert_never(rules.hand.renhou)


def _best_price(name: str, prices: PriceList) -> int:
    """Return what a yaku is worth in a closed hand, 0 where it does not exist."""
    if name in YAKUMAN_NAMES:
        return yakuman_price(name, prices.rules)[0]
    return prices.closed_han.get(name, 0)


def _refusals_by_win(hand: WinningHand, outcome: Reading, prices: PriceList) -> tuple[Refusal, ...]:
    """Return yaku that only the way of winning or the wait kept away."""
    names = [part[0] for part in outcome.parts]
    concealed = sum([name in _CLOSED_PARTS for name in names])
    if ("fu.triplet_open", hand.win) in [(part[0], part[1]) for part in outcome.parts] and not hand.is_tsumo:
        by_ron = {2: "sanankou", 3: "suuankou"}.get(concealed, "")
        if by_ron and _best_price(by_ron, prices) and not _has_meld_of(hand):
            return (Refusal(name=by_ron, reason="why.completed_by_ron", rule=price_rule(by_ron)),)
    no_runs_only = not hand.is_closed or any(name in _TRIPLET_PARTS for name in names) or "fu.base" not in names
    if no_runs_only or "pinfu" in outcome.candidates or not _best_price("pinfu", prices):
        return ()
    reason = "why.valued_pair" if "fu.pair" in names else "why.wait"
    return (Refusal(name="pinfu", reason=reason, rule=price_rule("pinfu")),)


def _has_meld_of(hand: WinningHand) -> bool:
    """Return whether a melded triplet or kan is of the winning tile's kind."""
    return any(meld.code % 34 == hand.win and meld.code >= 34 for meld in hand.melds)


def _refusals_without_shape(hand: WinningHand, prices: PriceList) -> tuple[Refusal, ...]:
    """Return what a hand that is no winning shape may have been meant for."""
    if hand.melds:
        return ()
    for name in yaku_unconnected(hand.closed):
        reason = "why.first_draw_only" if _best_price(name, prices) else "why.absent"
        return (Refusal(name=name, reason=reason, rule=price_rule(name)),)
    if 4 in hand.closed and all(count in (0, 2, 4) for count in hand.closed):
        return (Refusal(name="chiitoitsu", reason="why.four_equal", rule=price_rule("chiitoitsu")),)
    return ()
