"""A ruleset clause by clause: what each says in our own words, and whether all of it holds here."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from referee.core.rules.ruleset import Cite, Ruleset
    from referee.core.telling.explain import Sentence, ToldChapter
    from referee.core.text.library import Book, ClauseText
    from referee.core.text.words import Speaker


class Force(StrEnum):
    """How much of a clause holds where others may come before it."""

    WHOLE = "whole"
    PART = "part"
    NONE = "none"


@dataclass(frozen=True, kw_only=True, slots=True)
class ClauseTold:
    """One clause: ``text`` as it stands, ``lines`` the sentences that still follow from it."""

    cite: Cite
    text: str
    own: bool
    force: Force
    lines: tuple[Sentence, ...]


def clauses_told(
    book: Book, variant: str, chapters: tuple[ToldChapter, ...], speaker: Speaker
) -> tuple[ClauseTold, ...]:
    """Return the clauses that stand in a variant, the book's own first, else in the order of their files.

    A clause of a base of which nothing is left that could be told is left out.
    """
    rules = book.variants[variant]
    texts = book.clauses_under(variant)
    in_order = [*[text for text in texts if text.own], *[text for text in texts if not text.own]]
    told = [
        ClauseTold(
            cite=text.cite,
            text=speaker.text(text.texts),
            own=text.own,
            force=force_of(text, rules),
            lines=lines_from(text.cite.clause, chapters),
        )
        for text in in_order
    ]
    return tuple(each for each in told if each.own or each.force == Force.WHOLE or is_told(each))


def is_told(clause: ClauseTold) -> bool:
    """Return whether some sentences are left of a clause."""
    return clause.force == Force.PART and clause.lines != ()


def force_of(text: ClauseText, rules: Ruleset) -> Force:
    """Return whether a clause decides all that it speaks of, some of it, or nothing."""
    deciding = [rules.cite(value).clause == text.cite.clause for value in text.values]
    if all(deciding):
        return Force.WHOLE
    return Force.PART if any(deciding) else Force.NONE


def lines_from(clause: str, chapters: tuple[ToldChapter, ...]) -> tuple[Sentence, ...]:
    """Return the sentences that end in a clause."""
    return tuple(
        line for chapter in chapters for line in chapter.lines if clause in [cite.clause for cite in line.cites]
    )
