"""The look-up of rulings: offences found by words or by kind, and what each costs under one ruleset."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from referee.app.answer import NOT_FOUND, Answer, Fragment, page_of
from referee.app.asked import Asked, Unanswerable
from referee.app.routes import url_for
from referee.app.rulingpages import Place, look_up_page, offence_page, page_address, procedure_page
from referee.app.tables import table_at
from referee.core.forms.form import OPTION, Form
from referee.core.forms.ruling_form import offence_asked
from referee.core.lookup.procedures import procedure_called
from referee.core.pages.lookup_view import looked_up
from referee.core.pages.ruling_view import ruling_answer
from referee.core.penalties.court import court_under
from referee.core.text.library import chosen_options

if TYPE_CHECKING:
    from referee.core.text.library import Book
    from referee.desk import Desk


def show(asked: Asked, _at: Desk) -> Answer:
    """Show the search box and the kinds of offences under any ruleset."""
    place = place_anywhere(asked)
    return keeping(asked, place, look_up(asked, place))


def at_table(asked: Asked, at: Desk, token: str) -> Answer:
    """Show the same under the rules of a table."""
    return look_up(asked, place_at(asked, at, token))


def offence(asked: Asked, _at: Desk, offence: str) -> Answer:
    """Show what an offence costs under any ruleset, as far as the answers decide."""
    place = place_anywhere(asked)
    return keeping(asked, place, ruled(asked, place, offence))


def offence_at_table(asked: Asked, at: Desk, token: str, offence: str) -> Answer:
    """Show the same under the rules of a table, where it can be applied."""
    return ruled(asked, place_at(asked, at, token), offence)


def answer(asked: Asked, _at: Desk) -> Answer:
    """Return only the answer to a form, which names its ruleset and offence."""
    view = ruling_answer(asked.form, asked.library, asked.speaker.lang)
    return Answer(body=Fragment(name="ruling", view=view))


def look_up(asked: Asked, place: Place) -> Answer:
    """Return the look-up at its place."""
    return page_of("rulings/look_up.html", page=look_up_page(asked, place))


def found(asked: Asked, _at: Desk) -> Answer:
    """Return only what a query finds, and the address under which the whole page shows it again."""
    place = place_anywhere(asked)
    return keeping(asked, place, found_at(asked, place))


def found_at_table(asked: Asked, at: Desk, token: str) -> Answer:
    """Return the same under the rules of a table."""
    return found_at(asked, place_at(asked, at, token))


def found_at(asked: Asked, place: Place) -> Answer:
    """Return what a query finds at a place, and the address of the page that shows it."""
    query = asked.form.one("query")
    view = looked_up(query, place.court, place.folder)
    shown = Answer(body=Fragment(name="found", view=view))
    return shown.telling(("HX-Replace-Url", page_address(place, query)))


def keeping(asked: Asked, place: Place, answer: Answer) -> Answer:
    """Let the device remember the rules that it named."""
    return replace(answer, device=replace(asked.device, rules=place.fields)) if asked.form.one("ruleset") else answer


def ruled(asked: Asked, place: Place, wanted: str) -> Answer:
    """Return the page of an offence, or answer that there is no such page."""
    pairs = [(name, value) for name, value in asked.form.pairs if not tells_place(name)]
    told = Form(pairs=(*pairs, *place.fields.items(), ("offence", wanted)))
    found, procedure = offence_asked(told, place.court), procedure_called(wanted, place.court)
    if procedure is not None:
        return page_of("rulings/offence.html", page=procedure_page(place, procedure, told))
    if found is None:
        raise Unanswerable(NOT_FOUND, asked.say("rulings.no_offence"))
    return page_of("rulings/offence.html", page=offence_page(asked, place, found, told))


def tells_place(name: str) -> bool:
    """Say whether a field names the rules or the offence, which the address of a page decides."""
    return name in ("ruleset", "offence") or name.startswith(OPTION)


def place_anywhere(asked: Asked) -> Place:
    """Return where rulings are looked up without a table: under the rules named, else those of the last time."""
    form, library = asked.form, asked.library
    named = form if form.one("ruleset") else Form(pairs=tuple(asked.device.rules.items()))
    return place_under(asked, library.book(named.one("ruleset")) or library.books[0], named.options(), None)


def place_at(asked: Asked, at: Desk, token: str) -> Place:
    """Return where the rulings of a table are looked up."""
    view = table_at(asked, at, token).view
    book = asked.library.book(view.book)
    if book is None:
        raise Unanswerable(NOT_FOUND, asked.say("rulings.no_ruleset"))
    return place_under(asked, book, view.options, token)


def place_under(asked: Asked, book: Book, options: dict[str, str], token: str | None) -> Place:
    """Return the look-up under a book with these options, defaults for the others."""
    chosen = {OPTION + option: choice for option, choice in chosen_options(book, options).items()}
    court = court_under(book, options, asked.library, asked.speaker.lang)
    back = (url_for("games.home"), asked.say("page.home.title"))
    if token is not None:
        back = (url_for("play.show", token=token), asked.say("page.back"))
    return Place(court=court, fields={"ruleset": book.id, **chosen}, token=token, back=back)
