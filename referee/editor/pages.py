"""A club's own rules, written without a text editor: nothing is stored, each form carries them to the next page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.app.answer import NOT_FOUND, OK, UNPROCESSABLE, Answer, page_of, redirect
from referee.app.asked import HttpError
from referee.app.pages import book_named, title_of
from referee.app.routes import url_for
from referee.editor.draft import Draft, applied, draft_in, draft_sent, file_name, reading_of
from referee.editor.views import (
    answers_in,
    group_page,
    offence_page,
    outcomes,
    overview,
    result_page,
    row_fields,
    row_page,
)
from referee.explain.rulebook import READING_CHAPTERS
from referee.rulebook.club import LONGEST_TITLE, copied, offences_of, without_row

if TYPE_CHECKING:
    from collections.abc import Callable

    from referee.app.asked import Asked
    from referee.editor.draft import Reading
    from referee.rulebook import Shelf
    from referee.rulebook.settings import Refused
    from referee.rules.offences import Offence
    from referee.texts.rulings import OutcomeRow

_TOML = "application/toml; charset=utf-8"


def copy(asked: Asked, shelf: Shelf) -> Answer:
    """Copy a book under the options of its page; without one, go to the list of books."""
    name = asked.query.one("book")
    if not name:
        return redirect(url_for("rules.books"))
    book = shelf.book(book_named(asked, name).id)
    if book is None:
        raise HttpError(NOT_FOUND, asked.say("error_page.text_404"))
    title = asked.say("club.page.copy_title", book=title_of(asked, book_named(asked, name)))
    return first(Draft(rules=copied(book, asked.query.options(), title[:LONGEST_TITLE])), asked, shelf)


def first_page(asked: Asked, shelf: Shelf, text: str, name: str, version: str) -> Answer:
    """Return the first page for the text of a saved book with this id and version."""
    return first(draft_in(asked, shelf, text, (name, version)), asked, shelf)


def first(draft: Draft, asked: Asked, shelf: Shelf, refused: tuple[Refused, ...] = ()) -> Answer:
    """Draw the first page."""
    page = overview(reading_of(draft, asked, shelf), asked, refused)
    return page_of("rules/own.html", UNPROCESSABLE if refused else OK, page=page, own=page.own)


def show(asked: Asked, shelf: Shelf) -> Answer:
    """Take over what was sent, and show the first page."""
    return _redraw_after(asked, shelf, lambda draft: first(draft, asked, shelf))


def values(asked: Asked, shelf: Shelf, chapter: str) -> Answer:
    """Take over what was sent, and show the values of a chapter."""
    return _redraw_after(asked, shelf, lambda draft: _group(chapter, draft, asked, shelf))


def _group(chapter: str, draft: Draft, asked: Asked, shelf: Shelf, refused: tuple[Refused, ...] = ()) -> Answer:
    if chapter not in READING_CHAPTERS:
        raise HttpError(NOT_FOUND, asked.say("error_page.text_404"))
    page = group_page(chapter, reading_of(draft, asked, shelf), asked, shelf, refused)
    return page_of("rules/own_values.html", UNPROCESSABLE if refused else OK, page=page, own=page.own)


def penalties(asked: Asked, shelf: Shelf, offence: str) -> Answer:
    """Take over what was sent, put a row back to the book's if that was asked, and show what an offence costs."""
    return _redraw_after(asked, shelf, lambda draft: costs(offence, draft, asked, shelf))


def costs(name: str, draft: Draft, asked: Asked, shelf: Shelf) -> Answer:
    """Draw what an offence costs."""
    offence = _offence_named(name, draft, asked, shelf)
    reading = reading_of(draft, asked, shelf)
    row = _row_chosen("drop", offence, reading, asked)
    if row is not None:
        rules = without_row(draft.rules, name, answers_in(row), shelf)
        reading = reading_of(Draft(rules=rules, id=draft.id, version=draft.version), asked, shelf)
    page = offence_page(offence, reading, asked, shelf)
    return page_of("rules/own_penalties.html", page=page, own=page.own)


def row(asked: Asked, shelf: Shelf, offence: str) -> Answer:
    """Show the fields of one row, of a new one if none is chosen."""
    draft = draft_sent(asked, shelf)
    known = _offence_named(offence, draft, asked, shelf)
    reading = reading_of(draft, asked, shelf)
    chosen = _row_chosen("row", known, reading, asked)
    if chosen is None:
        return _redraw_after(asked, shelf, lambda draft: _typed_row(known, draft, asked, shelf, ()))
    page = row_page(known, row_fields(chosen), reading, asked)
    return page_of("rules/own_row.html", page=page, own=page.own)


def _typed_row(offence: Offence, draft: Draft, asked: Asked, shelf: Shelf, refused: tuple[Refused, ...]) -> Answer:
    """Draw the fields of a row as they were sent."""
    page = row_page(offence, asked.form, reading_of(draft, asked, shelf), asked, refused)
    return page_of("rules/own_row.html", UNPROCESSABLE if refused else OK, page=page, own=page.own)


def result(asked: Asked, shelf: Shelf) -> Answer:
    """Take over what was sent, and show all that differs."""
    return _redraw_after(asked, shelf, lambda draft: whole(draft, asked, shelf))


def whole(draft: Draft, asked: Asked, shelf: Shelf) -> Answer:
    """Draw all that differs."""
    page = result_page(reading_of(draft, asked, shelf), asked, shelf)
    return page_of("rules/own_result.html", page=page, own=page.own)


def file(asked: Asked, shelf: Shelf) -> Answer:
    """Send the file; where it cannot be played with, say why."""
    draft = draft_sent(asked, shelf)
    page = result_page(reading_of(draft, asked, shelf), asked, shelf)
    if not page.whole:
        return page_of("rules/own_result.html", UNPROCESSABLE, page=page, own=page.own)
    attachment = ("Content-Disposition", f'attachment; filename="{file_name(draft, shelf)}"')
    return Answer(headers=(("Content-Type", _TOML), attachment), body=page.whole)


def _redraw_after(asked: Asked, shelf: Shelf, draw: Callable[[Draft], Answer]) -> Answer:
    """Take over what was sent, and draw a page; where something cannot stand, that from which it was sent."""
    draft, refused = applied(draft_sent(asked, shelf), asked.form, shelf)
    if not refused:
        return draw(draft)
    kind, _, name = asked.form.one("from").partition("/")
    if kind == "values":
        return _group(_group_with(refused, name), draft, asked, shelf, refused)
    if kind == "row":
        return _typed_row(_offence_named(name, draft, asked, shelf), draft, asked, shelf, refused)
    return first(draft, asked, shelf, refused)


def _group_with(refused: tuple[Refused, ...], chapter: str) -> str:
    """Return the chapter from which values were sent, that of the first refused one if it is none."""
    return chapter if chapter in READING_CHAPTERS else refused[0].field.split(".")[0]


def _offence_named(name: str, draft: Draft, asked: Asked, shelf: Shelf) -> Offence:
    """Return the offence with this id; answer 404 if there is none."""
    known = offences_of(draft.rules, shelf)
    if name not in known:
        raise HttpError(NOT_FOUND, asked.say("error_page.text_404"))
    return known[name].offence


def _row_chosen(field: str, offence: Offence, reading: Reading, asked: Asked) -> OutcomeRow | None:
    """Return the row whose number stands in a field, None where there is none."""
    rows = {str(number): row for number, row in enumerate(outcomes(offence, reading))}
    return rows.get(asked.form.one(field))
