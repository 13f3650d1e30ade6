"""The look-up of rulings: offences found by words or by kind, and what each costs under one ruleset."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING, cast

from flask import Blueprint, Response, abort, make_response, render_template, session

from referee.core.forms.form import OPTION, Form
from referee.core.forms.ruling_form import court_under, offence_asked
from referee.core.lookup.procedures import procedure_called
from referee.web.desks import table_at
from referee.web.language import follow_language, language, say
from referee.web.lookup.rulingpages import Place, look_up_page, offence_page, page_address, procedure_page, shell_page
from referee.web.render import found_told, ruling_told
from referee.web.sent import form_sent
from referee.web.shelf import chosen_options, library_in_use

if TYPE_CHECKING:
    from referee.core.rules.offences import Offence
    from referee.core.text.library import Book

REMEMBERED = "rules"
"""What the cookie calls the rules under which this browser looked up a ruling last."""

rulings = Blueprint("rulings", __name__)
follow_language(rulings)


@rulings.get("/rulings")
def show() -> str:
    """Show the search box and the kinds of offences under any ruleset."""
    form = form_sent()
    return look_up(place_anywhere(form), form)


@rulings.get("/t/<token>/rulings")
def at_table(token: str) -> str:
    """Show the same under the rules of a table."""
    return look_up(place_at(token), form_sent())


@rulings.get("/rulings/<offence>")
def offence(offence: str) -> str:
    """Show what an offence costs under any ruleset, as far as the answers decide."""
    form = form_sent()
    return ruled(place_anywhere(form), offence, form)


@rulings.get("/t/<token>/rulings/<offence>")
def offence_at_table(token: str, offence: str) -> str:
    """Show the same under the rules of a table, where it can be applied."""
    return ruled(place_at(token), offence, form_sent())


@rulings.get("/rulings/shell")
def shell() -> str:
    """Show the page of an offence without the offence: a phone keeps it and fills in what the address names."""
    return render_template("rulings/offence.html", page=shell_page(place_anywhere(form_sent())))


@rulings.get("/t/<token>/rulings/shell")
def shell_at_table(token: str) -> str:
    """Show the same for the offences at a table."""
    return render_template("rulings/offence.html", page=shell_page(place_at(token)))


@rulings.get("/rulings/answer")
def answer() -> str:
    """Return only the answer to a form, which names its ruleset and offence."""
    return ruling_told(form_sent())


def look_up(place: Place, form: Form) -> str:
    """Return the look-up at its place."""
    return render_template("rulings/look_up.html", page=look_up_page(place, form))


@rulings.get("/rulings/found")
def found() -> Response:
    """Return only what a query finds, and the address under which the whole page shows it again."""
    form = form_sent()
    return found_at(place_anywhere(form), form)


@rulings.get("/t/<token>/rulings/found")
def found_at_table(token: str) -> Response:
    """Return the same under the rules of a table."""
    return found_at(place_at(token), form_sent())


def found_at(place: Place, form: Form) -> Response:
    """Return what a query finds at a place, and the address of the page that shows it."""
    response = make_response(found_told(place, form.one("query")))
    response.headers["HX-Replace-Url"] = page_address(place, form.one("query"))
    return response


def ruled(place: Place, wanted: str, form: Form) -> str:
    """Return the page of an offence, or answer that there is no such page."""
    pairs = [(name, value) for name, value in form.pairs if not tells_place(name)]
    told = Form(pairs=(*pairs, *place.fields.items(), ("offence", wanted)))
    found, procedure = offence_asked(told, place.court), procedure_called(wanted, place.court)
    if found is None and procedure is None:
        abort(HTTPStatus.NOT_FOUND, say("rulings.no_offence"))
    page = procedure_page(place, procedure, told) if procedure else offence_page(place, cast("Offence", found), told)
    return render_template("rulings/offence.html", page=page)


def tells_place(name: str) -> bool:
    """Say whether a field names the rules or the offence, which the address of a page decides."""
    return name in ("ruleset", "offence") or name.startswith(OPTION)


def place_anywhere(form: Form) -> Place:
    """Return where rulings are looked up without a table: under the rules named, else those of the last time."""
    library = library_in_use()
    kept = Form(pairs=tuple(cast("dict[str, str]", session.get(REMEMBERED, {})).items()))
    asked = form if form.one("ruleset") else kept
    place = place_under(library.book(asked.one("ruleset")) or library.books[0], asked.options(), None)
    if asked is form:
        session[REMEMBERED] = place.fields
    return place


def place_at(token: str) -> Place:
    """Return where the rulings of a table are looked up."""
    view = table_at(token).view
    book = library_in_use().book(view.book)
    if book is None:
        abort(HTTPStatus.NOT_FOUND, say("rulings.no_ruleset"))
    return place_under(book, view.options, token)


def place_under(book: Book, options: dict[str, str], token: str | None) -> Place:
    """Return the look-up under a book with these options, defaults for the others."""
    chosen = {OPTION + option: choice for option, choice in chosen_options(book, options).items()}
    court = court_under(book, options, library_in_use(), language())
    return Place(court=court, fields={"ruleset": book.id, **chosen}, token=token)
