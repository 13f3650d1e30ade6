"""A form that asks for a ruling: the book, the offence and the answers that it names.

A count is answered by a number or by a range as the buttons name it: "4", "3-5", "6+".
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.core.forms.form import Form
from referee.core.penalties.court import Court, answer_told, court_under
from referee.core.penalties.rulings import Given
from referee.core.text.library import BookTitle, Library

if TYPE_CHECKING:
    from referee.core.rules.offences import Offence

ANSWER = "answer-"
"""What the name of a field begins with that answers a question about an offence."""


def court_asked(form: Form, library: Library, lang: str) -> Court:
    """Return where a form seeks a ruling: the first book for an unknown one, defaults for unknown options."""
    book = library.book(form.one("ruleset")) or library.books[0]
    return court_under(book, form.options(), library, lang)




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






