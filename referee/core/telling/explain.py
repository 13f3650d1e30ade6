"""A ruleset in sentences, chapter by chapter, each with the clauses that it is from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from referee.core.penalties.rulings import CONFIDENCES_FROM_LEAST
from referee.core.rules.ledger import Quoted
from referee.core.telling.points_of_play import (
    calls_points,
    course_points,
    draws_points,
    furiten_points,
    kan_points,
    paarenchan_points,
    riichi_points,
    setup_points,
    time_points,
    wins_points,
)
from referee.core.telling.points_of_worth import (
    chips_points,
    chombo_points,
    final_points,
    hand_points,
    pao_points,
    values_points,
)
from referee.core.telling.points_of_yaku import pair_points, price_groups, priced_point

if TYPE_CHECKING:
    from referee.core.rules.ruleset import Cite, Ruleset
    from referee.core.telling.points import Point
    from referee.core.text.words import Speaker

READING_CHAPTERS = (
    "setup",
    "riichi",
    "furiten",
    "calls",
    "kan",
    "wins",
    "draws",
    "values",
    "hand",
    "yaku",
    "yakuman",
    "pao",
    "paarenchan",
    "course",
    "chombo",
    "chips",
    "final",
    "time",
)
"""The chapters in the order in which they are read: as a game goes."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Sentence:
    """One sentence and the clauses that it is from; ``rule`` is the ``chapter.key`` or the entry that it is about."""

    rule: str
    text: str
    cites: tuple[Cite, ...]

    @property
    def clauses(self) -> str:
        """Return the ids of the clauses, as they end the sentence."""
        return ", ".join([cite.clause for cite in self.cites])

    @property
    def confidence(self) -> str:
        """Return how well this is known: as well as the least certain of its clauses."""
        return CONFIDENCES_FROM_LEAST[min([CONFIDENCES_FROM_LEAST.index(cite.confidence) for cite in self.cites])]


@dataclass(frozen=True, kw_only=True, slots=True)
class ToldChapter:
    """The sentences of one chapter."""

    id: str
    lines: tuple[Sentence, ...]


def explained(rules: Ruleset, speaker: Speaker) -> tuple[ToldChapter, ...]:
    """Return a ruleset in sentences."""
    return tuple(
        ToldChapter(id=chapter, lines=tuple(told(point, rules, speaker) for point in points_of(chapter, rules)))
        for chapter in READING_CHAPTERS
    )


def points_of(chapter: str, rules: Ruleset) -> tuple[Point, ...]:
    """Return the points of one chapter."""
    if chapter in ("yaku", "yakuman"):
        prices = tuple(priced_point(group) for group in price_groups(chapter, rules))
        return (*prices, *pair_points(chapter, rules))
    return {**points_in_play(rules), **points_in_worth(rules)}[chapter]


def points_in_play(rules: Ruleset) -> dict[str, tuple[Point, ...]]:
    """Return the points of the chapters about the course of play."""
    return {
        "setup": setup_points(rules.setup),
        "riichi": riichi_points(rules.riichi),
        "furiten": furiten_points(rules.furiten),
        "calls": calls_points(rules.calls),
        "kan": kan_points(rules.kan),
        "wins": wins_points(rules.wins),
        "draws": draws_points(rules.draws),
        "paarenchan": paarenchan_points(rules.paarenchan),
        "course": course_points(rules.course),
        "time": time_points(rules.time),
    }


def points_in_worth(rules: Ruleset) -> dict[str, tuple[Point, ...]]:
    """Return the points of the chapters about what is paid."""
    return {
        "values": values_points(rules.values),
        "hand": hand_points(rules.hand),
        "pao": pao_points(rules.pao),
        "chombo": chombo_points(rules.chombo, rules.values),
        "chips": chips_points(rules.chips),
        "final": final_points(rules.final),
    }


def told(point: Point, rules: Ruleset, speaker: Speaker) -> Sentence:
    """Return a point in words with its clauses."""
    names = speaker.say("rule.comma").join([speaker.words[name] for name in point.names])
    text = speaker.say(point.said.key, (*point.said.facts, ("names", Quoted(text=names))))
    return Sentence(rule=point.rules[0], text=text, cites=cites_of(point.rules, rules))


def cites_of(about: tuple[str, ...], rules: Ruleset) -> tuple[Cite, ...]:
    """Return the source of each value, each clause once."""
    cites = [rules.cite(rule) for rule in about]
    clauses = [cite.clause for cite in cites]
    return tuple(cite for i, cite in enumerate(cites) if cite.clause not in clauses[:i])
