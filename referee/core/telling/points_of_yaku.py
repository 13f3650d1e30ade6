"""What a ruleset says about yaku and yakuman: what each is worth, and which do not go together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from referee.core.rules.ledger import Facts, Phrase
from referee.core.telling.points import Point
from referee.core.worth.pricing import BY_OTHER_RULES
from referee.core.worth.yaku import YAKU_NAMES, YAKUMAN_NAMES

if TYPE_CHECKING:
    from referee.core.rules.ruleset import Ruleset

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
    told = [(name, getattr(prices, name)) for name in names if name not in BY_OTHER_RULES]
    return tuple(PriceTag(rule=f"{chapter}.{name}", name=name, closed=price[0], open=price[1]) for name, price in told)


def price_groups(chapter: str, rules: Ruleset) -> tuple[tuple[PriceTag, ...], ...]:
    """Return the yaku of a chapter, those of one price and one clause together."""
    groups: dict[tuple[int, int, str], list[PriceTag]] = {}
    for tag in price_tags(chapter, rules):
        groups.setdefault((tag.closed, tag.open, rules.cite(tag.rule).clause), []).append(tag)
    return tuple(tuple(group) for group in groups.values())


def priced_point(tags: tuple[PriceTag, ...]) -> Point:
    """Return what yaku of one price are worth, in one sentence."""
    chapter = tags[0].rule.split(".")[0]
    return Point(
        rules=tuple(tag.rule for tag in tags),
        said=price_phrase(chapter, tags[0]),
        names=tuple(f"yaku.{tag.name}" for tag in tags),
    )


def price_phrase(chapter: str, tag: PriceTag) -> Phrase:
    """Return how a price is said."""
    facts: Facts = (("closed", price_count(chapter, tag.closed)), ("open", price_count(chapter, tag.open)))
    if not tag.closed:
        return Phrase(key=f"rule.{chapter}.none")
    if not tag.open:
        return Phrase(key=f"rule.{chapter}.closed", facts=facts)
    return Phrase(key=f"rule.{chapter}.{'same' if tag.open == tag.closed else 'less'}", facts=facts)


def price_count(chapter: str, count: int) -> Phrase:
    """Return "2 han", "yakuman" or "double yakuman"."""
    if chapter == "yakuman" and count in (1, 2):
        return Phrase(key=f"rule.yakuman.count_{count}")
    return Phrase(key=f"rule.{chapter}.count", facts=(("count", count),))


def pair_points(chapter: str, rules: Ruleset) -> tuple[Point, ...]:
    """Return for each two yaku of a chapter, where both exist, whether they count together."""
    key, pairs = ("replaces", REPLACES) if chapter == "yaku" else ("upgrades", UPGRADES)
    kept_apart = rules.hand.replaces if chapter == "yaku" else rules.hand.upgrades
    worth = {tag.name: tag.closed for tag in price_tags(chapter, rules)}
    both_exist = [pair for pair in pairs if all(worth[name] for name in pair.split(" over "))]
    return tuple(pair_point(f"hand.{key}", pair, apart=pair in kept_apart) for pair in both_exist)


def pair_point(rule: str, pair: str, *, apart: bool) -> Point:
    """Return whether two yaku count together."""
    over, under = pair.split(" over ")
    facts: Facts = (("over", f"yaku.{over}"), ("under", f"yaku.{under}"))
    key = f"rule.{rule}.{'yes' if apart else 'no'}"
    return Point(rules=(f"{rule}.{pair}", rule), said=Phrase(key=key, facts=facts))
