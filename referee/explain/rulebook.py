"""A ruleset in sentences, chapter by chapter, and clause by clause."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from referee.explain.statements import (
    calls_points,
    chips_points,
    chombo_points,
    course_points,
    draws_points,
    final_points,
    furiten_points,
    hand_points,
    kan_points,
    paarenchan_points,
    pair_points,
    pao_points,
    price_groups,
    priced_point,
    riichi_points,
    setup_points,
    time_points,
    values_points,
    wins_points,
)
from referee.records import dataclass
from referee.rules.ledger import Quoted
from referee.rules.rulings import CONFIDENCES_FROM_LEAST

if TYPE_CHECKING:
    from referee.explain.statements import Statement
    from referee.rules.ruleset import Cite, Ruleset
    from referee.texts.library import Book, ClauseText
    from referee.texts.words import Speaker
    from referee.tournament.policy import Policy


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
class ChapterStatements:
    """The sentences of one chapter."""

    id: str
    lines: tuple[Sentence, ...]


def explained(rules: Ruleset, speaker: Speaker) -> tuple[ChapterStatements, ...]:
    """Return a ruleset in sentences."""
    return tuple(
        ChapterStatements(
            id=chapter, lines=tuple(sentence_of(point, rules, speaker) for point in points_of(chapter, rules))
        )
        for chapter in READING_CHAPTERS
    )


def points_of(chapter: str, rules: Ruleset) -> tuple[Statement, ...]:
    """Return the points of one chapter."""
    if chapter in ("yaku", "yakuman"):
        prices = tuple(priced_point(group) for group in price_groups(chapter, rules))
        return (*prices, *pair_points(chapter, rules))
    return {**points_in_play(rules), **points_in_worth(rules)}[chapter]


def points_in_play(rules: Ruleset) -> dict[str, tuple[Statement, ...]]:
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


def points_in_worth(rules: Ruleset) -> dict[str, tuple[Statement, ...]]:
    """Return the points of the chapters about what is paid."""
    return {
        "values": values_points(rules.values),
        "hand": hand_points(rules.hand),
        "pao": pao_points(rules.pao),
        "chombo": chombo_points(rules.chombo, rules.values),
        "chips": chips_points(rules.chips),
        "final": final_points(rules.final),
    }


def sentence_of(point: Statement, rules: Ruleset | Policy, speaker: Speaker) -> Sentence:
    """Return a point in words with its clauses."""
    names = speaker.say("rule.comma").join([speaker.words[name] for name in point.names])
    text = speaker.say(point.phrase.key, (*point.phrase.facts, ("names", Quoted(text=names))))
    return Sentence(rule=point.rules[0], text=text, cites=cites_of(point.rules, rules))


def cites_of(about: tuple[str, ...], rules: Ruleset | Policy) -> tuple[Cite, ...]:
    """Return the source of each value, each clause once."""
    cites = [rules.cite(rule) for rule in about]
    clauses = [cite.clause for cite in cites]
    return tuple(cite for i, cite in enumerate(cites) if cite.clause not in clauses[:i])


class Force(StrEnum):
    """How much of a clause holds where others may come before it."""

    WHOLE = "whole"
    PART = "part"
    NONE = "none"


@dataclass(frozen=True, kw_only=True, slots=True)
class ClauseStatements:
    """One clause: ``text`` as it stands, ``lines`` the sentences that still follow from it."""

    cite: Cite
    text: str
    own: bool
    force: Force
    lines: tuple[Sentence, ...]


def clauses_explained(
    book: Book,
    variant: str,
    chapters: tuple[ChapterStatements, ...],
    speaker: Speaker,
    policy: Policy | None = None,
) -> tuple[ClauseStatements, ...]:
    """Return the clauses that stand in a variant, the book's own first, else in the order of their files.

    A clause of a base of which nothing is left that could be told is left out; ``policy`` tells what is left of those
    about events.
    """
    rules = book.variants[variant]
    texts = book.clauses_under(variant)
    in_order = [*[text for text in texts if text.own], *[text for text in texts if not text.own]]
    clauses = [
        ClauseStatements(
            cite=text.cite,
            text=speaker.text(text.texts),
            own=text.own,
            force=force_of(text, rules, policy),
            lines=lines_from(text.cite.clause, chapters),
        )
        for text in in_order
    ]
    return tuple(each for each in clauses if each.own or each.force == Force.WHOLE or is_explained(each))


def is_explained(clause: ClauseStatements) -> bool:
    """Return whether some sentences are left of a clause."""
    return clause.force == Force.PART and clause.lines != ()


def force_of(text: ClauseText, rules: Ruleset, policy: Policy | None) -> Force:
    """Return whether a clause decides all that it speaks of, some of it, or nothing."""
    about_games = [value for value in text.values if value.split(".")[0] in READING_CHAPTERS]
    cites = [rules.cite(value) for value in about_games]
    if policy is not None:
        cites += [policy.cite(value) for value in text.values if value not in about_games]
    deciding = [cite.clause == text.cite.clause for cite in cites]
    if all(deciding):
        return Force.WHOLE
    return Force.PART if any(deciding) else Force.NONE


def lines_from(clause: str, chapters: tuple[ChapterStatements, ...]) -> tuple[Sentence, ...]:
    """Return the sentences that end in a clause."""
    return tuple(
        line for chapter in chapters for line in chapter.lines if clause in [cite.clause for cite in line.cites]
    )
