"""What a ruleset says, point by point, as sentences still without words, each with the values that it tells."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.records import dataclass
from referee.rules.choices import Extension, MultipleRon, OpenRiichi, PaarenchanCounts, Ties, TimeLimit
from referee.rules.points import ron_amount
from referee.rules.table import STICK, Facts, Phrase
from referee.rules.yaku import BY_OTHER_RULES, YAKU_NAMES, YAKUMAN_NAMES
from referee.texts.rulings import mangan_facts

if TYPE_CHECKING:
    from enum import StrEnum

    from referee.rules.ruleset import (
        Calls,
        ChipRules,
        ChomboRules,
        Course,
        Draws,
        Final,
        Furiten,
        HandRules,
        Kan,
        Paarenchan,
        PaoRules,
        Riichi,
        Ruleset,
        Setup,
        Time,
        Values,
        Wins,
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class Statement:
    """What one sentence tells: ``rules`` are the ``chapter.key`` it holds, the one that names it first.

    ``names`` are keys of words that fill the sentence as one list.
    """

    rules: tuple[str, ...]
    phrase: Phrase
    names: tuple[str, ...] = ()


def chosen(rule: str, value: StrEnum, facts: Facts = (), beside: tuple[str, ...] = ()) -> Statement:
    """Return the point of a choice; ``beside`` are further values that the facts hold."""
    return Statement(rules=(rule, *beside), phrase=Phrase(key=f"rule.{rule}.{value}", facts=facts))


def flag(rule: str, *, value: bool, facts: Facts = (), beside: tuple[str, ...] = ()) -> Statement:
    """Return the point of a yes or no."""
    return Statement(rules=(rule, *beside), phrase=Phrase(key=f"rule.{rule}.{'yes' if value else 'no'}", facts=facts))


def number(rule: str, value: int, facts: Facts = (), beside: tuple[str, ...] = ()) -> Statement:
    """Return the point of a number, where zero is said as any other."""
    return Statement(rules=(rule, *beside), phrase=Phrase(key=f"rule.{rule}.value", facts=(("value", value), *facts)))


def _number_or_none(rule: str, value: int, facts: Facts = (), beside: tuple[str, ...] = ()) -> Statement:
    """Return the point of a number; where it and its facts are all zero there is no such thing."""
    if value or any(fact for _, fact in facts):
        return number(rule, value, facts, beside)
    return Statement(rules=(rule, *beside), phrase=Phrase(key=f"rule.{rule}.none"))


def setup_points(setup: Setup) -> tuple[Statement, ...]:
    """Return what is said about the time before the first hand."""
    return (
        chosen("setup.seat_draw", setup.seat_draw),
        chosen("setup.wall_break", setup.wall_break),
        chosen("setup.indicators", setup.indicators),
        number("setup.points", setup.points),
    )


def riichi_points(riichi: Riichi) -> tuple[Statement, ...]:
    """Return what is said about riichi."""
    opened = (chosen("riichi.open_ron", riichi.open_ron),) if riichi.open != OpenRiichi.NONE else ()
    return (
        chosen("riichi.points", riichi.points, (("stick", STICK),)),
        _number_or_none("riichi.wall", riichi.wall),
        flag("riichi.furiten", value=riichi.furiten),
        chosen("riichi.kan", riichi.kan),
        flag("riichi.ura", value=riichi.ura),
        chosen("riichi.open", riichi.open),
        *opened,
    )


def furiten_points(furiten: Furiten) -> tuple[Statement, ...]:
    """Return what is said about furiten."""
    return (
        chosen("furiten.discard", furiten.discard),
        chosen("furiten.temporary", furiten.temporary),
        chosen("furiten.riichi", furiten.riichi),
        flag("furiten.robbed_kan", value=furiten.robbed_kan),
    )


def calls_points(calls: Calls) -> tuple[Statement, ...]:
    """Return what is said about calls."""
    seconds = (("seconds", calls.seconds),)
    return (
        chosen("calls.set_priority", calls.set_priority, seconds, ("calls.seconds",)),
        chosen("calls.set_until", calls.set_until, seconds, ("calls.seconds",)),
        chosen("calls.ron_until", calls.ron_until),
        chosen("calls.early_draw", calls.early_draw),
        chosen("calls.kuikae", calls.kuikae),
    )


def kan_points(kan: Kan) -> tuple[Statement, ...]:
    """Return what is said about the indicators of a kan."""
    return (chosen("kan.dora_closed", kan.dora_closed), chosen("kan.dora_other", kan.dora_other))


def wins_points(wins: Wins) -> tuple[Statement, ...]:
    """Return what is said about wins; who of several takes what is told only where several can win."""
    third = ("draws.aborts.sanchahou",) if wins.multiple_ron == MultipleRon.DOUBLE else ()
    several = (chosen("wins.sticks", wins.sticks), chosen("wins.honba_to", wins.honba_to))
    return (
        chosen("wins.multiple_ron", wins.multiple_ron, (), third),
        *(() if wins.multiple_ron == MultipleRon.HEAD_BUMP else several),
        number("wins.honba_ron", wins.honba_ron, (("tsumo", wins.honba_tsumo),), ("wins.honba_tsumo",)),
        chosen("wins.two_han", wins.two_han, (("honba", wins.two_han_honba),), ("wins.two_han_honba",)),
        chosen("wins.dead_hand", wins.dead_hand),
    )


def paarenchan_points(paarenchan: Paarenchan) -> tuple[Statement, ...]:
    """Return what is said about the dealer's row."""
    row = chosen("paarenchan.counts", paarenchan.counts, (("before", paarenchan.before),), ("paarenchan.before",))
    if paarenchan.counts == PaarenchanCounts.NONE:
        return (row,)
    return (row, chosen("paarenchan.after", paarenchan.after))


def draws_points(draws: Draws) -> tuple[Statement, ...]:
    """Return what is said about hands without a win."""
    return (
        _number_or_none("draws.noten_pool", draws.noten_pool),
        chosen("draws.karaten", draws.karaten),
        chosen("draws.nagashi", draws.nagashi),
        _aborts_point(draws),
    )


def _aborts_point(draws: Draws) -> Statement:
    """Return which abortive draws there are; each may have a source of its own."""
    if not draws.aborts:
        return Statement(rules=("draws.aborts",), phrase=Phrase(key="rule.draws.aborts.none"))
    return Statement(
        rules=("draws.aborts", *[f"draws.aborts.{name}" for name in draws.aborts]),
        phrase=Phrase(key="rule.draws.aborts.some"),
        names=tuple(f"abort.{name}" for name in draws.aborts),
    )


def course_points(course: Course) -> tuple[Statement, ...]:
    """Return what is said about the way from hand to hand and the end of the game."""
    target = (("target", course.target),)
    extra = course.extension != Extension.NONE
    return (
        chosen("course.dealer", course.dealer),
        chosen("course.honba", course.honba),
        chosen("course.rounds", course.rounds),
        chosen("course.last_hand", course.last_hand),
        chosen("course.yame", course.yame, (("points", course.yame_points),), ("course.yame_points",)),
        chosen("course.extension", course.extension, target, ("course.target",)),
        *((chosen("course.sudden_death", course.sudden_death, target),) if extra else ()),
        chosen("course.bust", course.bust),
    )


def time_points(time: Time) -> tuple[Statement, ...]:
    """Return what is said about the clock."""
    limit = chosen("time.limit", time.limit, (("minutes", time.minutes),), ("time.minutes",))
    if time.limit == TimeLimit.NONE:
        return (limit,)
    return (
        limit,
        _number_or_none("time.signal", time.signal),
        number("time.running", time.running, (("between", time.between),), ("time.between",)),
    )


_UMA_PLACES = ("first", "second", "third", "fourth")


def values_points(values: Values) -> tuple[Statement, ...]:
    """Return what is said about han, fu and yakuman."""
    dealer = (("dealer", ron_amount(values.mangan, dealer_wins=True)),)
    mangan = (("value", ron_amount(values.mangan, dealer_wins=False)), *dealer)
    return (
        Statement(rules=("values.mangan",), phrase=Phrase(key="rule.values.mangan.value", facts=mangan)),
        flag("values.kiriage", value=values.kiriage),
        flag("values.counted_yakuman", value=values.counted_yakuman),
        chosen("values.yakuman_sum", values.yakuman_sum, (("most", values.most_yakuman),), ("values.most_yakuman",)),
        number("values.seven_pairs_fu", values.seven_pairs_fu),
        _pinfu_point(values),
        chosen("values.mixed_in", values.mixed_in),
        flag("values.wareme", value=values.wareme),
    )


def _pinfu_point(values: Values) -> Statement:
    """Return what a self-drawn pinfu is: with more than the 20 fu of the base it is none."""
    key = "pinfu" if values.pinfu_tsumo_fu == 20 else "no_pinfu"
    phrase = Phrase(key=f"rule.values.pinfu_tsumo_fu.{key}", facts=(("value", values.pinfu_tsumo_fu),))
    return Statement(rules=("values.pinfu_tsumo_fu",), phrase=phrase)


def hand_points(hand: HandRules) -> tuple[Statement, ...]:
    """Return what is said about reading a hand; which yaku go together is told with the yaku."""
    return (
        *_red_points(hand),
        chosen("hand.round_winds", hand.round_winds),
        number("hand.double_wind_fu", hand.double_wind_fu),
        flag("hand.rinshan_fu", value=hand.rinshan_fu),
        flag("hand.rinshan_haitei", value=hand.rinshan_haitei),
        flag("hand.chankan_ippatsu", value=hand.chankan_ippatsu),
        flag("hand.closed_kan_kokushi", value=hand.closed_kan_kokushi),
        flag("hand.first_draw_fixed", value=hand.first_draw_fixed),
        chosen("hand.renhou", hand.renhou),
    )


def _red_points(hand: HandRules) -> tuple[Statement, ...]:
    """Return how many red fives there are, and where they count."""
    if not any(hand.red):
        return (Statement(rules=("hand.red",), phrase=Phrase(key="rule.hand.red.none")),)
    facts: Facts = (("man", hand.red[0]), ("pin", hand.red[1]), ("sou", hand.red[2]))
    some = Statement(rules=("hand.red",), phrase=Phrase(key="rule.hand.red.some", facts=facts))
    return (some, flag("hand.red_open", value=hand.red_open))


def pao_points(pao: PaoRules) -> tuple[Statement, ...]:
    """Return what is said about liability."""
    rinshan = flag("pao.rinshan", value=pao.rinshan)
    if not pao.yakuman:
        return (Statement(rules=("pao.yakuman",), phrase=Phrase(key="rule.pao.yakuman.none")), rinshan)
    liable = Statement(
        rules=("pao.yakuman", *[f"pao.yakuman.{name}" for name in pao.yakuman]),
        phrase=Phrase(key="rule.pao.yakuman.some"),
        names=tuple(f"yaku.{name}" for name in pao.yakuman),
    )
    return (
        liable,
        chosen("pao.covers", pao.covers),
        chosen("pao.ron_honba", pao.ron_honba),
        rinshan,
    )


def chombo_points(chombo: ChomboRules, values: Values) -> tuple[Statement, ...]:
    """Return what a chombo costs."""
    facts: Facts = (("chips", chombo.chips), ("penalty", chombo.penalty), *mangan_facts(values))
    return (
        chosen("chombo.form", chombo.form, facts, ("chombo.chips", "chombo.penalty")),
        chosen("chombo.with_win", chombo.with_win),
        chosen("chombo.with_draw", chombo.with_draw),
        chosen("chombo.several", chombo.several),
    )


def chips_points(chips: ChipRules) -> tuple[Statement, ...]:
    """Return what is said about chips."""
    used = flag("chips.used", value=chips.used, facts=(("value", chips.value),), beside=("chips.value",))
    if not chips.used:
        return (used,)
    tsumo, later = (("tsumo", chips.yakuman_tsumo),), (("later", chips.bust_later),)
    each = (("each", chips.yakitori_each),)
    return (
        used,
        _number_or_none("chips.yakuman_ron", chips.yakuman_ron, tsumo, ("chips.yakuman_tsumo",)),
        _number_or_none("chips.bust_east", chips.bust_east, later, ("chips.bust_later",)),
        chosen("chips.yakitori", chips.yakitori, each, ("chips.yakitori_each",)),
    )


def final_points(final: Final) -> tuple[Statement, ...]:
    """Return what is said about the result; a rest is told of only where something is shared."""
    rest = chosen("final.remainder", final.remainder, (("unit", final.unit),), ("final.unit",))
    shared = (rest,) if final.ties == Ties.SHARED else ()
    return (
        _number_or_none("final.subtract", final.subtract),
        _number_or_none("final.oka", final.oka),
        _uma_point(final),
        chosen("final.ties", final.ties),
        *shared,
        chosen("final.left_sticks", final.left_sticks),
        chosen("final.rounding", final.rounding),
    )


def _uma_point(final: Final) -> Statement:
    if not any([*final.uma, *final.uma_high, *final.uma_low]):
        return Statement(rules=("final.uma",), phrase=Phrase(key="rule.final.uma.none"))
    rules = ("final.uma", "final.uma_by", "final.uma_second", "final.uma_high", "final.uma_low", "final.uma_chips")
    facts: Facts = (
        ("uma", _uma_phrase(final.uma, final)),
        ("high", _uma_phrase(final.uma_high or final.uma, final)),
        ("low", _uma_phrase(final.uma_low or final.uma, final)),
        ("points", final.uma_second or final.subtract),
    )
    return Statement(rules=rules, phrase=Phrase(key=f"rule.final.uma_by.{final.uma_by}", facts=facts))


def _uma_phrase(uma: tuple[int, ...], final: Final) -> Phrase:
    """Return a row of uma in points or chips."""
    amounts = tuple((place, _signed_phrase(uma[i])) for i, place in enumerate(_UMA_PLACES))
    return Phrase(key=f"rule.final.uma_chips.{'yes' if final.uma_chips else 'no'}", facts=amounts)


def _signed_phrase(amount: int) -> Phrase:
    return Phrase(key="rule.minus" if amount < 0 else "rule.plus", facts=(("value", abs(amount)),))


REPLACES = (
    "ryanpeikou over iipeikou",
    "chinitsu over honitsu",
    "junchan over chanta",
    "honroutou over chanta",
    "isshoku_sanjun over iipeikou",
    "iipin_moyue over haitei",
    "chuupin_raoyui over houtei",
)
"""Pairs of yaku that a ruleset may keep apart: beside the first the second does not count."""

UPGRADES = (
    "suuankou_tanki over suuankou",
    "kokushi13 over kokushi",
    "junsei_chuuren over chuuren",
    "daichiisei over tsuuiisou",
    "ryuuiisou_nohatsu over ryuuiisou",
    "ryuuiisou_hatsu over ryuuiisou",
    "shiisanputou over tenhou",
    "shiisanputou over chihou",
    "shiisuuputou over tenhou",
    "shiisuuputou over chihou",
)
"""The same for yakuman."""


@dataclass(frozen=True, kw_only=True, slots=True)
class PriceTag:
    """What a yaku counts in a closed and in an open hand, in han or yakuman; 0 where it does not exist."""

    rule: str
    name: str
    closed: int
    open: int


def price_tags(chapter: str, rules: Ruleset) -> tuple[PriceTag, ...]:
    """Return what every yaku (``chapter`` "yaku") or yakuman ("yakuman") is worth."""
    prices = rules.yaku if chapter == "yaku" else rules.yakuman
    names = YAKU_NAMES if chapter == "yaku" else YAKUMAN_NAMES
    priced = [(name, getattr(prices, name)) for name in names if name not in BY_OTHER_RULES]
    return tuple(
        PriceTag(rule=f"{chapter}.{name}", name=name, closed=price[0], open=price[1]) for name, price in priced
    )


def price_groups(chapter: str, rules: Ruleset) -> tuple[tuple[PriceTag, ...], ...]:
    """Return the yaku of a chapter, those of one price and one clause together."""
    groups: dict[tuple[int, int, str], list[PriceTag]] = {}
    for tag in price_tags(chapter, rules):
        groups.setdefault((tag.closed, tag.open, rules.cite(tag.rule).clause), []).append(tag)
    return tuple(tuple(group) for group in groups.values())


def priced_point(tags: tuple[PriceTag, ...]) -> Statement:
    """Return what yaku of one price are worth, in one sentence."""
    chapter = tags[0].rule.split(".")[0]
    return Statement(
        rules=tuple(tag.rule for tag in tags),
        phrase=_price_phrase(chapter, tags[0]),
        names=tuple(f"yaku.{tag.name}" for tag in tags),
    )


def _price_phrase(chapter: str, tag: PriceTag) -> Phrase:
    facts: Facts = (("closed", _price_count(chapter, tag.closed)), ("open", _price_count(chapter, tag.open)))
    if not tag.closed:
        return Phrase(key=f"rule.{chapter}.none")
    if not tag.open:
        return Phrase(key=f"rule.{chapter}.closed", facts=facts)
    return Phrase(key=f"rule.{chapter}.{'same' if tag.open == tag.closed else 'less'}", facts=facts)


def _price_count(chapter: str, count: int) -> Phrase:
    """Return "2 han", "yakuman" or "double yakuman"."""
    if chapter == "yakuman" and count in (1, 2):
        return Phrase(key=f"rule.yakuman.count_{count}")
    return Phrase(key=f"rule.{chapter}.count", facts=(("count", count),))


def pair_points(chapter: str, rules: Ruleset) -> tuple[Statement, ...]:
    """Return for each two yaku of a chapter, where both exist, whether they count together."""
    key, pairs = ("replaces", REPLACES) if chapter == "yaku" else ("upgrades", UPGRADES)
    kept_apart = rules.hand.replaces if chapter == "yaku" else rules.hand.upgrades
    worth = {tag.name: tag.closed for tag in price_tags(chapter, rules)}
    both_exist = [pair for pair in pairs if all(worth[name] for name in pair.split(" over "))]
    return tuple(pair_point(f"hand.{key}", pair, apart=pair in kept_apart) for pair in both_exist)


def pair_point(rule: str, pair: str, *, apart: bool) -> Statement:
    """Return whether two yaku count together."""
    over, under = pair.split(" over ")
    facts: Facts = (("over", f"yaku.{over}"), ("under", f"yaku.{under}"))
    key = f"rule.{rule}.{'yes' if apart else 'no'}"
    return Statement(rules=(f"{rule}.{pair}", rule), phrase=Phrase(key=key, facts=facts))
