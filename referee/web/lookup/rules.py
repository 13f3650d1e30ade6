"""The pages that explain rulesets: the list of books, one book clause by clause, two of them side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlencode

from flask import Blueprint, abort, redirect, render_template, request, url_for

from referee.web.language import follow_language
from referee.web.lookup.againstpage import against_page
from referee.web.lookup.rulespage import OPTION, OTHER_OPTION, book_cards, book_choices, court_of, rules_page
from referee.web.shelf import library_in_use

if TYPE_CHECKING:
    from werkzeug.wrappers import Response

    from referee.core.text.library import Book

rules = Blueprint("rules", __name__)
follow_language(rules)


@rules.get("/rules")
def books() -> str | Response:
    """List the books; with two of them chosen, go to their comparison."""
    one, other = request.args.get("one", ""), request.args.get("other", "")
    if one and other:
        return redirect(url_for("rules.against", one=one, other=other))
    choices = book_choices("")
    return render_template("rules/books.html", cards=book_cards(), choices=choices)


@rules.get("/rules/<book>")
def show(book: str) -> str | Response:
    """Explain one book; with another chosen, go to the comparison under the same options."""
    found = book_named(book)
    other = request.args.get("with", "")
    if other:
        options = {name: value for name, value in request.args.items() if name.startswith(OPTION)}
        return redirect(f"{url_for('rules.against', one=book, other=other)}?{urlencode(options)}")
    page = rules_page(court_of(found, request.args, OPTION), request.args)
    return render_template("rules/show.html", page=page, kept=kept_query())


@rules.get("/rules/<one>/against/<other>")
def against(one: str, other: str) -> str:
    """Show two books side by side."""
    courts = (
        court_of(book_named(one), request.args, OPTION),
        court_of(book_named(other), request.args, OTHER_OPTION),
    )
    return render_template("rules/against.html", page=against_page(*courts, request.args), kept=kept_query())


def kept_query() -> str:
    """Return the fields of this address but the language, to be written before another one."""
    kept = urlencode([(name, value) for name, value in request.args.items(multi=True) if name != "lang"])
    return f"{kept}&" if kept else ""


def book_named(name: str) -> Book:
    """Return the book with this id; answer 404 if there is none."""
    book = library_in_use().book(name)
    if book is None:
        known = ", ".join(each.id for each in library_in_use().books)
        abort(404, f"There is no ruleset {name}. There are: {known}.")
    return book
