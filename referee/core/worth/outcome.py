"""One reading of a hand: the winning tile in each of its places, and what yaku and fu it then has."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from referee.core.rules.choices import MixedIn, YakumanSum
from referee.core.tiles.shapes import TRIPLET
from referee.core.worth.fu import BASE_FU, NO_TILE, FuPart, pair_fu, rounded_fu, set_part, wait_name
from referee.core.worth.payments import Worth, worth, yakuman_worth
from referee.core.worth.situation import is_mixed_in, wins_with_any_tile
from referee.core.worth.winning import Flag, WinningHand
from referee.core.worth.yaku import shown_by_sets, split_sets

if TYPE_CHECKING:
    from referee.core.worth.pricing import PriceList, Prices

IN_PAIR = -100
"""The place of a winning tile in the pair."""

NO_SET = -101
"""No set, where one is asked for."""

WAIT_FU = 2

Priced = tuple[tuple[str, int], ...]
"""Yaku with what each is worth, in han or in yakuman."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Outcome:
    """One reading with its price. With yakuman ``han`` and ``fu`` are 0; ``shown`` is all that could have counted."""

    yakuman: int
    han: int
    yaku_han: int
    fu: int
    yaku: Priced
    parts: tuple[FuPart, ...]
    worth: Worth
    shown: tuple[str, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Common:
    """What is the same in every reading of a hand; ``han`` and ``yakuman`` price what its facts do not take away."""

    hand: WinningHand
    prices: PriceList
    han: Prices
    yakuman: Prices
    shown: tuple[str, ...]
    rounds: tuple[int, ...]
    bonus: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Divided:
    """One way to divide the closed tiles, with what it shows wherever the winning tile is."""

    sets: tuple[int, ...]
    pair: int
    pair_fu: int
    only_runs: bool
    shown: tuple[str, ...]


def placed(common: Common, sets: tuple[int, ...], pair: int) -> list[Outcome]:
    """Return one reading with the winning tile in each place where it can be: a closed set, or the pair."""
    hand = common.hand
    win = hand.win
    runs, triplets = split_sets((*[meld.code for meld in hand.melds], *sets) if hand.melds else sets)
    shown = (*common.shown, *shown_by_sets(runs, triplets, pair))
    value = pair_fu(pair, hand.seat, common.rounds, common.prices.rules.hand.double_wind_fu)
    reading = Divided(sets=sets, pair=pair, pair_fu=value, only_runs=len(runs) == 4, shown=shown)
    places = [IN_PAIR] if pair == win else []
    places += [each for each in sets if each == win + TRIPLET or each <= win <= each + 2]
    if len(places) > 1:
        places = [place for i, place in enumerate(places) if place not in places[:i]]
    return [in_place(common, reading, place) for place in places]


def in_place(common: Common, reading: Divided, place: int) -> Outcome:
    """Return a reading with the winning tile in one of its sets, or in the pair."""
    hand = common.hand
    shown = reading.shown
    called = NO_SET if hand.is_tsumo else place
    if not reading.only_runs:
        shown += shown_by_concealed(common, reading, called, place)
    wait = "fu.pair_wait" if place == IN_PAIR else wait_name(place, hand.win)
    if reading.only_runs and hand.is_closed and not wait and not reading.pair_fu:
        shown += ("pinfu",)
    yakuman = yakuman_in(common, shown)
    if yakuman:
        return yakuman_outcome(common, shown, yakuman)
    return han_outcome(common, shown, fu_parts(common, reading, called, wait))


def shown_by_concealed(common: Common, reading: Divided, called: int, place: int) -> tuple[str, ...]:
    """Return the yaku of concealed triplets; one that a ron completed (``called``) is open."""
    melds = common.hand.melds
    count = sum([each >= TRIPLET and each != called for each in reading.sets])
    count += sum([not meld.is_open for meld in melds])
    if count < 3:
        return ()
    if count == 3:
        return ("sanankou",)
    is_wide = place == IN_PAIR or wins_with_any_tile(common.hand, common.prices.rules)
    return ("sanankou", "suuankou", "suuankou_tanki") if is_wide else ("sanankou", "suuankou")


def fu_parts(common: Common, reading: Divided, called: int, wait: str) -> tuple[FuPart, ...]:
    """Return the fu of a reading part by part, what rounds the sum up included."""
    hand, rules = common.hand, common.prices.rules
    parts: list[FuPart] = [("fu.base", NO_TILE, BASE_FU)]
    if not reading.only_runs:
        parts += triplet_parts(hand, reading.sets, called)
    if reading.pair_fu:
        parts.append(("fu.pair", reading.pair, reading.pair_fu))
    mixed_in = bool(hand.flags) and is_mixed_in(hand, rules)
    if wait and not mixed_in:
        parts.append((wait, hand.win, WAIT_FU))
    parts += winning_parts(common, is_bare=len(parts) == 1, mixed_in=mixed_in)
    fu = sum([part[2] for part in parts])
    if fu % 10:
        parts.append(("fu.rounded", NO_TILE, rounded_fu(fu) - fu))
    return tuple(parts)


def triplet_parts(hand: WinningHand, sets: tuple[int, ...], called: int) -> list[FuPart]:
    """Return the fu of triplets and kans; the triplet that a ron completed (``called``) is open."""
    melds = [
        set_part(meld.code - TRIPLET, is_open=meld.is_open, is_kan=meld.is_kan)
        for meld in hand.melds
        if meld.code >= TRIPLET
    ]
    return melds + [set_part(each - TRIPLET, is_open=each == called, is_kan=False) for each in sets if each >= TRIPLET]


def winning_parts(common: Common, *, is_bare: bool, mixed_in: bool) -> list[FuPart]:
    """Return the fu of the way of winning; ``is_bare``: the hand has no other fu than the base.

    A bare closed hand by tsumo is pinfu, which goes without the fu of a self-draw, as does one whose winning tile
    is not known. A bare open hand counts 30.
    """
    hand, rules = common.hand, common.prices.rules
    if not hand.is_tsumo:
        if hand.is_closed:
            return [("fu.closed_ron", NO_TILE, 10)]
        return [("fu.bare_open", NO_TILE, 10)] if is_bare else []
    if is_bare and hand.is_closed and (mixed_in or "pinfu" in common.han):
        return []
    without_rinshan = Flag.RINSHAN in hand.flags and not rules.hand.rinshan_fu
    if without_rinshan or (mixed_in and rules.values.mixed_in == MixedIn.TILE):
        return [("fu.bare_open", NO_TILE, 10)] if is_bare and not hand.is_closed else []
    return [("fu.tsumo", NO_TILE, 2)]


def yakuman_in(common: Common, shown: tuple[str, ...]) -> list[str]:
    """Return the yakuman among what is shown."""
    return [name for name in shown if name in common.yakuman]


def han_outcome(common: Common, shown: tuple[str, ...], parts: tuple[FuPart, ...]) -> Outcome:
    """Return a reading without yakuman."""
    prices = common.han
    names = [name for name in shown if name in prices]
    if len(names) > 1:
        names = unbeaten(names, common)
    yaku = tuple([(name, prices[name]) for name in names])
    yaku_han = sum([han for _, han in yaku])
    han = yaku_han + common.bonus if yaku_han else 0
    fu = sum([part[2] for part in parts])
    return Outcome(
        yakuman=0,
        han=han,
        yaku_han=yaku_han,
        fu=fu,
        yaku=yaku,
        parts=parts,
        worth=worth(han, fu, common.prices.rules.values),
        shown=shown,
    )


def unbeaten(names: list[str], common: Common) -> list[str]:
    """Return the yaku that count beside each other."""
    beaten = common.prices.beaten_by
    return [name for name in names if name not in beaten or not any(over in names for over in beaten[name])]


def yakuman_outcome(common: Common, shown: tuple[str, ...], names: list[str]) -> Outcome:
    """Return a reading with yakuman; where they do not add up, only the largest is told."""
    yaku = tuple([(name, common.yakuman[name]) for name in unbeaten(names, common)])
    if common.prices.rules.values.yakuman_sum == YakumanSum.LARGEST:
        most = max([count for _, count in yaku])
        yaku = tuple([each for each in yaku if each[1] == most])[:1]
    count = sum([each[1] for each in yaku])
    return Outcome(
        yakuman=count,
        han=0,
        yaku_han=0,
        fu=0,
        yaku=yaku,
        parts=(),
        worth=yakuman_worth(count, common.prices.rules.values),
        shown=shown,
    )
