"""A form that asks for a ruling: the book, the offence and the answers that it names.

A count is answered by a number or by a range as the buttons name it: "4", "3-5", "6+".
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.core.forms.form import Form, number_told
from referee.core.penalties.court import Charge, Court
from referee.core.penalties.rulings import Given, cells_of, with_defaults
from referee.core.text.library import Book, BookTitle, Library, variant_wanted
from referee.core.text.words import Speaker

if TYPE_CHECKING:
    from referee.core.rules.offences import Inquiry, Offence, Span

ANSWER = "answer-"
"""What the name of a field begins with that answers a question about an offence."""


def court_asked(form: Form, library: Library, lang: str) -> Court:
    """Return where a form seeks a ruling: the first book for an unknown one, defaults for unknown options."""
    book = library.book(form.one("ruleset")) or library.books[0]
    return court_under(book, form.options(), library, lang)


def court_under(book: Book, options: dict[str, str], library: Library, lang: str) -> Court:
    """Return a book with these options, defaults where they name no choice of the book."""
    speaker = Speaker(lang=lang, words=library.sentences[lang])
    return Court(library=library, book=book, variant=variant_wanted(book, options), speaker=speaker)


def offence_asked(form: Form, court: Court) -> Offence | None:
    """Return the offence that a form names, None if the book knows no such offence."""
    for offence in court.offences():
        if offence.id == form.one("offence"):
            return offence
    return None


def other_court_asked(form: Form, offence: Offence, court: Court) -> Court | None:
    """Return the other book that a form wants to see beside this one, None if none that knows the offence."""
    wanted = form.one("other")
    book = court.library.book(wanted)
    if book is None or wanted not in [title.id for title in other_books(offence, court)]:
        return None
    return court_under(book, {}, court.library, court.speaker.lang)


def other_books(offence: Offence, court: Court) -> tuple[BookTitle, ...]:
    """Return every other book that knows an offence, whether or not it is open here."""
    return tuple(title for title in court.library.shelf if title.id != court.book.id and offence.id in title.offences)


def answers_asked(form: Form, offence: Offence) -> Given:
    """Return the answers that a form gives; what answers nothing counts as left out."""
    return tuple(answer_told(form.one(ANSWER + question.id), question) for question in offence.questions)


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
