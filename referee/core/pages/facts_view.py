"""The questions about an offence or a procedure, with their answers as buttons and the tile checks that help."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from referee.core.forms.ruling_form import ANSWER
from referee.core.pages.lookup_view import rules_named

if TYPE_CHECKING:
    from referee.core.penalties.court import Court
    from referee.core.penalties.facts import Fact, Hearing

TILE_CHECK = "/tiles?check="
"""Where the tiles are checked that decide a question of fact."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Link:
    """A way to another page."""

    text: str
    address: str


@dataclass(frozen=True, kw_only=True, slots=True)
class AnswerButton:
    """One answer; with an address it leads there instead."""

    value: str
    text: str
    chosen: bool
    address: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class QuestionView:
    """One question; ``look`` is words or counts, ``carried`` an answer that is wider than any of those offered."""

    name: str
    text: str
    look: str
    buttons: tuple[AnswerButton, ...]
    carried: str = ""
    checks: tuple[Link, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class FactsView:
    """What is asked, and the tile checks that belong to no question."""

    questions: tuple[QuestionView, ...]
    checks: tuple[Link, ...] = ()


def facts_view(facts: tuple[Fact, ...], here: Hearing) -> FactsView | None:
    """Return the questions about an offence, None where there is nothing to ask and to check."""
    offered = [check for fact in facts for check in fact.question.checks]
    others = tuple([check for check in here.charge.offence.checks if check not in offered])
    if not facts and not others:
        return None
    return FactsView(
        questions=tuple([question_view(fact, here.court) for fact in facts]), checks=checks_of(others, here.court)
    )


def question_view(fact: Fact, court: Court) -> QuestionView:
    """Return one question with the tile checks that help to answer it."""
    buttons = [AnswerButton(value=sent, text=said, chosen=sent == fact.chosen) for sent, said in fact.answers]
    return QuestionView(
        name=ANSWER + fact.question.id,
        text=court.speaker.text(fact.question.texts),
        look="words" if fact.question.answers else "counts",
        buttons=tuple(buttons),
        carried=fact.carried,
        checks=checks_of(fact.question.checks, court),
    )


def checks_of(checks: tuple[str, ...], court: Court) -> tuple[Link, ...]:
    """Return the ways to tile checks under the same rules."""
    rules = "&" + rules_named(court)[1:]
    words = court.speaker.words
    return tuple([Link(text=words["rulings.check_" + check], address=TILE_CHECK + check + rules) for check in checks])
