"""The form that asks for a ruling, its questions as buttons and its sources, and the one that applies it to a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.app.form import Form
from referee.app.hand_form import FORM_SEATS
from referee.game.events import OTHER_OFFENCE, Sanction
from referee.game.rulings import WITH_AMOUNT, Answers, RulingPlan, number_of_times
from referee.records import dataclass
from referee.rules.offences import Given
from referee.texts.case import TIMES, Rulebook, answer_span, rulebook_under
from referee.texts.reader import read_number, spaces_off
from referee.texts.rulings import PENALTIES
from referee.texts.words import BookTitle, Library

if TYPE_CHECKING:
    from referee.rules.offences import Offence, Penalty
    from referee.rules.ruleset import Cite
    from referee.texts.words import Speaker


ANSWER = "answer-"
"""What the name of a field begins with that answers a question about an offence."""


def rulebook_asked(form: Form, library: Library, lang: str) -> Rulebook:
    """Return where a form seeks a ruling: the first book for an unknown one, defaults for unknown options."""
    book = library.book(form.one("ruleset")) or library.books[0]
    return rulebook_under(book, form.options(), library, lang)


def offence_asked(form: Form, rulebook: Rulebook) -> Offence | None:
    """Return the offence that a form names, None if the book knows no such offence."""
    for offence in rulebook.offences():
        if offence.id == form.one("offence"):
            return offence
    return None


def other_rulebook_asked(form: Form, offence: Offence, rulebook: Rulebook) -> Rulebook | None:
    """Return the other book that a form wants to see beside this one, None if none that knows the offence."""
    wanted = form.one("other")
    book = rulebook.library.book(wanted)
    if book is None or wanted not in [title.id for title in other_books(offence, rulebook)]:
        return None
    return rulebook_under(book, {}, rulebook.library, rulebook.speaker.lang)


def other_books(offence: Offence, rulebook: Rulebook) -> tuple[BookTitle, ...]:
    """Return every other book that knows an offence, whether or not it is open here."""
    return tuple(
        title for title in rulebook.library.shelf if title.id != rulebook.book.id and offence.id in title.offences
    )


def answers_asked(form: Form, offence: Offence) -> Given:
    """Return the answers that a form gives; what answers nothing counts as left out."""
    return tuple(answer_span(form.one(ANSWER + question.id), question) for question in offence.questions)


def times_asked(form: Form) -> int:
    """Return how often a form says that the offence was committed, 0 where it does not say."""
    return number_of_times(form.one(ANSWER + TIMES))


def read_plans(form: Form) -> tuple[RulingPlan, ...]:
    """Return the rulings that a form orders, one for each offender."""
    answers, issued = answers_given(form), read_sanctions(form)
    return tuple(
        RulingPlan(
            seat=int(seat),
            offence=form.one("offence", OTHER_OFFENCE),
            answers=answers,
            issued=issued,
            text=form.one("text"),
        )
        for seat in FORM_SEATS
        if form.has("seat", seat)
    )


def answers_given(form: Form) -> Answers:
    """Return the answers of a form by question; a field that is empty answers nothing, nor does the first time."""
    told = {
        key[len(ANSWER) :]: read_number(spaces_off(value))
        for key, value in form.pairs
        if key.startswith(ANSWER) and spaces_off(value) and (key, value) != (ANSWER + TIMES, "1")
    }
    return tuple((question, told[question]) for question in sorted(told))


def read_sanctions(form: Form) -> tuple[Sanction, ...] | None:
    """Return the penalties that a referee chose himself, None where he issues what is proposed."""
    chosen = tuple(
        Sanction(kind=kind, amount=read_amount(form, kind)) for kind in PENALTIES if form.has("kind", str(kind))
    )
    return chosen or None


def read_amount(form: Form, kind: Penalty) -> int:
    """Return the points of a penalty; what is no number is no amount."""
    told = read_number(form.one(f"amount-{kind}")) if kind in WITH_AMOUNT else 0
    return told if isinstance(told, int) else 0


@dataclass(frozen=True, kw_only=True, slots=True)
class CiteView:
    """A clause, its source, how certain it is, and why an interpretation reads it so."""

    clause: str
    source: str
    confidence: str
    note: str


def cite_view(cite: Cite, speaker: Speaker) -> CiteView:
    """Return where something is from."""
    return CiteView(
        clause=cite.clause,
        source=speaker.text(cite.source),
        confidence=cite.confidence,
        note=speaker.text(cite.note) if cite.note else "",
    )


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
    """One question; ``look`` is words, counts or times, ``carried`` an answer wider than any of those offered."""

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
