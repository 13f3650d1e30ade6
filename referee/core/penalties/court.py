"""Where a ruling is sought, and what is known of the offence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from referee.core.penalties.rulings import Cell, Given, cells_of, is_exact, with_defaults
from referee.core.rules.choices import ChomboForm
from referee.core.text.library import variant_wanted
from referee.core.text.spaces import number_told
from referee.core.text.words import Speaker

if TYPE_CHECKING:
    from referee.core.rules.offences import Chart, Inquiry, Offence, Span
    from referee.core.rules.ruleset import Ruleset
    from referee.core.text.library import Book, Library

LAST_RESORTS = ("ema-2016", "wrc-2025")
"""Whose rules guide the referee, in this order, where neither a rulebook nor its bases say anything."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Court:
    """Where a ruling is sought: a rulebook with its options chosen, and the language to speak.

    ``asked_by`` is the ruleset of the table where this book only guides: a chombo is paid as it says.
    """

    library: Library
    book: Book
    variant: str
    speaker: Speaker
    asked_by: Ruleset | None = None

    @property
    def prices(self) -> Ruleset:
        """Return the ruleset that says what a chombo costs."""
        return self.rules if self.asked_by is None else self.asked_by

    @property
    def rules(self) -> Ruleset:
        """Return the rulebook with its options chosen."""
        return self.book.variants[self.variant]

    def chart(self, offence: Offence) -> Chart:
        """Return what the rulebook says about an offence."""
        return self.book.penalties.charts[self.variant][offence.id]

    def offences(self) -> tuple[Offence, ...]:
        """Return the offences of the catalogue and of this book."""
        return (*self.library.offences, *self.book.penalties.own)


@dataclass(frozen=True, kw_only=True, slots=True)
class Charge:
    """An offence with the answers given, defaults filled in, and the cells that still fit."""

    offence: Offence
    given: Given
    cells: tuple[Cell, ...]

    @property
    def ended(self) -> str:
        """Return how the hand had ended when this was ruled on, empty where it had not or may not have."""
        for ending in self.offence.ended:
            answers = self.offence.ended[ending]
            if not answers or any(answer in answers for answer in self.answered()):
                return ending
        return ""

    def answered(self) -> tuple[str, ...]:
        """Return the answers in words, the first where several are still open."""
        pairs = zip(self.offence.questions, self.given, strict=True)
        return tuple(
            question.answers[value[0]].id for question, value in pairs if value is not None and question.answers
        )

    def counted(self) -> dict[str, int]:
        """Return the exact answers to count questions."""
        pairs = zip(self.offence.questions, self.given, strict=True)
        return {
            question.id: value[0]
            for question, value in pairs
            if value is not None and is_exact(value) and not question.answers
        }


def guides(court: Court) -> tuple[Court, ...]:
    """Return the bases of a book from the nearest on, then the last resorts, each with its default options."""
    names: list[str] = [court.book.id]
    book: Book | None = court.book
    while book is not None and book.extends:
        names.append(book.extends)
        book = court.library.book(book.extends)
    names += LAST_RESORTS
    books = [court.library.book(name) for i, name in enumerate(names) if name not in names[:i]]
    return tuple(
        Court(
            library=court.library,
            book=found,
            variant=list(found.variants)[0],  # noqa: RUF015 the phone has lists only
            speaker=court.speaker,
            asked_by=None if court.rules.chombo.form == ChomboForm.NONE else court.rules,
        )
        for found in books[1:]
        if found is not None
    )


def court_under(book: Book, options: dict[str, str], library: Library, lang: str) -> Court:
    """Return a book with these options, defaults where they name no choice of the book."""
    speaker = Speaker(lang=lang, words=library.sentences[lang])
    return Court(library=library, book=book, variant=variant_wanted(book, options), speaker=speaker)


def answer_told(text: str, question: Inquiry) -> Span | None:
    """Return the answer that a text gives to a question, None if it is none."""
    if question.answers:
        return question.named(text)
    low, high = range_told(text, question)
    if isinstance(low, int) and isinstance(high, int) and question.low <= low <= high <= question.high:
        return (low, high)
    return None


def range_told(text: str, question: Inquiry) -> tuple[int | str, int | str]:
    """Return the bounds of a range as it is written; what is no number stays a text."""
    if text.endswith("+"):
        return (number_told(text.partition("+")[0]), question.high)
    low, dash, high = text.partition("-")
    return (number_told(low), number_told(high if dash else low))


def charge_with(known: Given, offence: Offence, court: Court) -> Charge:
    """Return the offence with these answers, defaults filled in; without cells if they cannot come together."""
    given = with_defaults(known, offence)
    return Charge(offence=offence, given=given, cells=cells_of(court.chart(offence), given))
