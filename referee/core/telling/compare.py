"""Two rulesets side by side: only what differs, and what each of them says about it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from referee.core.telling.explain import READING_CHAPTERS, Sentence, points_of, told
from referee.core.telling.points_of_yaku import PriceTag, price_tags, priced_point

if TYPE_CHECKING:
    from referee.core.rules.ruleset import Ruleset
    from referee.core.text.words import Speaker

PRICED_CHAPTERS = ("yaku", "yakuman")


@dataclass(frozen=True, kw_only=True, slots=True)
class Difference:
    """One point on which two rulesets differ; None where the question does not arise."""

    chapter: str
    one: Sentence | None
    other: Sentence | None


def differences_of(one: Ruleset, other: Ruleset, speaker: Speaker) -> tuple[Difference, ...]:
    """Return every point that two rulesets say different things about, in reading order."""
    found: list[Difference] = []
    for chapter in READING_CHAPTERS:
        if chapter in PRICED_CHAPTERS:
            found += price_differences(chapter, one, other, speaker)
        found += point_differences(chapter, one, other, speaker)
    return tuple(found)


def point_differences(chapter: str, one: Ruleset, other: Ruleset, speaker: Speaker) -> list[Difference]:
    """Return the differences of a chapter, prices left out."""
    mine, yours = lines_by_rule(chapter, one, speaker), lines_by_rule(chapter, other, speaker)
    pairs = [(rule, mine.get(rule), yours.get(rule)) for rule in side_by_side_order(list(mine), list(yours))]
    return [
        Difference(chapter=chapter, one=left, other=right)
        for rule, left, right in pairs
        if differ(left, right) and not (is_pair(rule) and (left is None or right is None))
    ]


def side_by_side_order(one: list[str], other: list[str]) -> list[str]:
    """Return what stands in either list, each beside what it stands beside in its own."""
    merged, at = list(one), 0
    for rule in other:
        if rule in merged:
            at = merged.index(rule) + 1
        else:
            merged.insert(at, rule)
            at += 1
    return merged


def lines_by_rule(chapter: str, rules: Ruleset, speaker: Speaker) -> dict[str, Sentence]:
    """Return the sentences of a chapter by what they are about, prices left out."""
    points = [point for point in points_of(chapter, rules) if point.rules[0].split(".")[0] not in PRICED_CHAPTERS]
    return {point.rules[0]: told(point, rules, speaker) for point in points}


def differ(one: Sentence | None, other: Sentence | None) -> bool:
    """Return whether two sentences say different things."""
    return one is None or other is None or one.text != other.text


def is_pair(rule: str) -> bool:
    """Return whether a sentence is about two yaku together: the prices tell where one of them does not exist."""
    return " over " in rule


def price_differences(chapter: str, one: Ruleset, other: Ruleset, speaker: Speaker) -> list[Difference]:
    """Return the yaku with different prices; those that differ alike, from the same clauses, are one difference."""
    pairs = zip(price_tags(chapter, one), price_tags(chapter, other), strict=True)
    groups: dict[tuple[object, ...], list[tuple[PriceTag, PriceTag]]] = {}
    for left, right in pairs:
        if (left.closed, left.open) != (right.closed, right.open):
            clauses = (one.cite(left.rule).clause, other.cite(right.rule).clause)
            key = (left.closed, left.open, right.closed, right.open, *clauses)
            groups.setdefault(key, []).append((left, right))
    return [
        Difference(
            chapter=chapter,
            one=told(priced_point(tuple(left for left, _ in group)), one, speaker),
            other=told(priced_point(tuple(right for _, right in group)), other, speaker),
        )
        for group in groups.values()
    ]
