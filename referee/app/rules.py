"""The pages that explain rulesets: the list of books, one book clause by clause, two of them side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.app.againstpage import against_page
from referee.app.answer import NOT_FOUND, Answer, elsewhere, page_of
from referee.app.asked import Asked, Unanswerable
from referee.app.routes import url_for
from referee.app.rulespage import OPTION, OTHER_OPTION, book_cards, book_choices, court_of, rules_page
from referee.core.forms.address import query_of

if TYPE_CHECKING:
    from referee.core.text.library import Book
    from referee.desk import Desk


def books(asked: Asked, _at: Desk) -> Answer:
    """List the books; with two of them chosen, go to their comparison."""
    one, other = asked.query.one("one"), asked.query.one("other")
    if one and other:
        return elsewhere(url_for("rules.against", one=one, other=other))
    choices = book_choices(asked, "")
    return page_of("rules/books.html", cards=book_cards(asked), choices=choices)


def show(asked: Asked, _at: Desk, book: str) -> Answer:
    """Explain one book; with another chosen, go to the comparison under the same options."""
    found = book_named(asked, book)
    other = asked.query.one("with")
    if other:
        options = {name: asked.query.one(name) for name, _ in asked.query.pairs if name.startswith(OPTION)}.items()
        return elsewhere(f"{url_for('rules.against', one=book, other=other)}?{query_of(options)}")
    page = rules_page(asked, court_of(asked, found, asked.query, OPTION), asked.query)
    return page_of("rules/show.html", page=page, kept=kept_query(asked))


def against(asked: Asked, _at: Desk, one: str, other: str) -> Answer:
    """Show two books side by side."""
    courts = (
        court_of(asked, book_named(asked, one), asked.query, OPTION),
        court_of(asked, book_named(asked, other), asked.query, OTHER_OPTION),
    )
    return page_of("rules/against.html", page=against_page(asked, *courts, asked.query), kept=kept_query(asked))


def kept_query(asked: Asked) -> str:
    """Return the fields of this address but the language, to be written before another one."""
    kept = query_of([(name, value) for name, value in asked.query.pairs if name != "lang"])
    return f"{kept}&" if kept else ""


def book_named(asked: Asked, name: str) -> Book:
    """Return the book with this id; answer 404 if there is none."""
    book = asked.library.book(name)
    if book is None:
        known = ", ".join(each.id for each in asked.library.books)
        raise Unanswerable(NOT_FOUND, f"There is no ruleset {name}. There are: {known}.")
    return book
