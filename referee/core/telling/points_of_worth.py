"""What a ruleset says about points, point by point: what hands are worth, chombo, chips, and the result."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.core.penalties.verdicts import mangan_facts
from referee.core.rules.choices import Ties
from referee.core.rules.ledger import Facts, Phrase
from referee.core.telling.points import Point, chosen, flag, number, number_or_none
from referee.core.worth.payments import ron_amount

if TYPE_CHECKING:
    from referee.core.rules.ruleset import ChipRules, ChomboRules, Final, HandRules, PaoRules, Values

UMA_PLACES = ("first", "second", "third", "fourth")


def values_points(values: Values) -> tuple[Point, ...]:
    """Return what is said about han, fu and yakuman."""
    dealer = (("dealer", ron_amount(values.mangan, dealer_wins=True)),)
    mangan = (("value", ron_amount(values.mangan, dealer_wins=False)), *dealer)
    return (
        Point(rules=("values.mangan",), said=Phrase(key="rule.values.mangan.value", facts=mangan)),
        flag("values.kiriage", value=values.kiriage),
        flag("values.counted_yakuman", value=values.counted_yakuman),
        chosen("values.yakuman_sum", values.yakuman_sum, (("most", values.most_yakuman),), ("values.most_yakuman",)),
        number("values.seven_pairs_fu", values.seven_pairs_fu),
        pinfu_point(values),
        chosen("values.mixed_in", values.mixed_in),
        flag("values.wareme", value=values.wareme),
    )


def pinfu_point(values: Values) -> Point:
    """Return what a self-drawn pinfu is: with more than the 20 fu of the base it is none."""
    key = "pinfu" if values.pinfu_tsumo_fu == 20 else "no_pinfu"
    said = Phrase(key=f"rule.values.pinfu_tsumo_fu.{key}", facts=(("value", values.pinfu_tsumo_fu),))
    return Point(rules=("values.pinfu_tsumo_fu",), said=said)


def hand_points(hand: HandRules) -> tuple[Point, ...]:
    """Return what is said about reading a hand; which yaku go together is told with the yaku."""
    return (
        *red_points(hand),
        chosen("hand.round_winds", hand.round_winds),
        number("hand.double_wind_fu", hand.double_wind_fu),
        flag("hand.rinshan_fu", value=hand.rinshan_fu),
        flag("hand.rinshan_haitei", value=hand.rinshan_haitei),
        flag("hand.chankan_ippatsu", value=hand.chankan_ippatsu),
        flag("hand.closed_kan_kokushi", value=hand.closed_kan_kokushi),
        flag("hand.first_draw_fixed", value=hand.first_draw_fixed),
        chosen("hand.renhou", hand.renhou),
    )


def red_points(hand: HandRules) -> tuple[Point, ...]:
    """Return how many red fives there are, and where they count."""
    if not any(hand.red):
        return (Point(rules=("hand.red",), said=Phrase(key="rule.hand.red.none")),)
    facts: Facts = (("man", hand.red[0]), ("pin", hand.red[1]), ("sou", hand.red[2]))
    some = Point(rules=("hand.red",), said=Phrase(key="rule.hand.red.some", facts=facts))
    return (some, flag("hand.red_open", value=hand.red_open))


def pao_points(pao: PaoRules) -> tuple[Point, ...]:
    """Return what is said about liability."""
    rinshan = flag("pao.rinshan", value=pao.rinshan)
    if not pao.yakuman:
        return (Point(rules=("pao.yakuman",), said=Phrase(key="rule.pao.yakuman.none")), rinshan)
    liable = Point(
        rules=("pao.yakuman", *[f"pao.yakuman.{name}" for name in pao.yakuman]),
        said=Phrase(key="rule.pao.yakuman.some"),
        names=tuple(f"yaku.{name}" for name in pao.yakuman),
    )
    return (
        liable,
        chosen("pao.covers", pao.covers),
        chosen("pao.ron_honba", pao.ron_honba),
        rinshan,
    )


def chombo_points(chombo: ChomboRules, values: Values) -> tuple[Point, ...]:
    """Return what a chombo costs."""
    facts: Facts = (("chips", chombo.chips), ("penalty", chombo.penalty), *mangan_facts(values))
    return (
        chosen("chombo.form", chombo.form, facts, ("chombo.chips", "chombo.penalty")),
        chosen("chombo.with_win", chombo.with_win),
        chosen("chombo.with_draw", chombo.with_draw),
        chosen("chombo.several", chombo.several),
    )


def chips_points(chips: ChipRules) -> tuple[Point, ...]:
    """Return what is said about chips."""
    used = flag("chips.used", value=chips.used, facts=(("value", chips.value),), beside=("chips.value",))
    if not chips.used:
        return (used,)
    tsumo, later = (("tsumo", chips.yakuman_tsumo),), (("later", chips.bust_later),)
    each = (("each", chips.yakitori_each),)
    return (
        used,
        number_or_none("chips.yakuman_ron", chips.yakuman_ron, tsumo, ("chips.yakuman_tsumo",)),
        number_or_none("chips.bust_east", chips.bust_east, later, ("chips.bust_later",)),
        chosen("chips.yakitori", chips.yakitori, each, ("chips.yakitori_each",)),
    )


def final_points(final: Final) -> tuple[Point, ...]:
    """Return what is said about the result; a rest is told of only where something is shared."""
    shared = (chosen("final.remainder", final.remainder),) if final.ties == Ties.SHARED else ()
    return (
        number_or_none("final.subtract", final.subtract),
        number_or_none("final.oka", final.oka),
        uma_point(final),
        chosen("final.ties", final.ties),
        *shared,
        chosen("final.left_sticks", final.left_sticks),
        chosen("final.rounding", final.rounding),
    )


def uma_point(final: Final) -> Point:
    """Return what the uma is."""
    if not any(final.uma) and not any(final.uma_high):
        return Point(rules=("final.uma",), said=Phrase(key="rule.final.uma.none"))
    rules = ("final.uma", "final.uma_by", "final.uma_second", "final.uma_high", "final.uma_chips")
    facts: Facts = (
        ("uma", uma_phrase(final.uma, final)),
        ("high", uma_phrase(final.uma_high or final.uma, final)),
        ("points", final.uma_second),
    )
    return Point(rules=rules, said=Phrase(key=f"rule.final.uma_by.{final.uma_by}", facts=facts))


def uma_phrase(uma: tuple[int, ...], final: Final) -> Phrase:
    """Return a row of uma in points or chips."""
    amounts = tuple((place, signed_phrase(uma[i])) for i, place in enumerate(UMA_PLACES))
    return Phrase(key=f"rule.final.uma_chips.{'yes' if final.uma_chips else 'no'}", facts=amounts)


def signed_phrase(amount: int) -> Phrase:
    """Return an amount with its sign."""
    return Phrase(key="rule.minus" if amount < 0 else "rule.plus", facts=(("value", abs(amount)),))
