"""The look-up of rulings: offences and procedures found by words or by kind, each under one ruleset."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.app.answer import NOT_FOUND, Answer, Fragment, page_of
from referee.app.asked import Asked, Unanswerable
from referee.app.form import OPTION, Form
from referee.app.pages import Choice, OptionField, option_field, rulesets_offered
from referee.app.procedures import looked_up
from referee.app.routes import query_of, url_for
from referee.app.ruling_form import offence_asked
from referee.app.ruling_view import RulingNamed, ruling_answer, ruling_named
from referee.app.settings import keeping_rules, rules_as_fields, with_rules
from referee.app.tables import table_at
from referee.ask.lookup import procedure_called
from referee.records import dataclass
from referee.texts.case import rulebook_under
from referee.texts.rulings import book_named

if TYPE_CHECKING:
    from referee.app.procedures import FoundView
    from referee.desk import Desk
    from referee.rules.offences import Offence, Procedure
    from referee.texts.case import Rulebook
    from referee.texts.words import Book


APPLY = "apply.show"


@dataclass(frozen=True, kw_only=True, slots=True)
class Place:
    """Where rulings are looked up: under these rules, at the table with this token or, without one, anywhere.

    ``back`` is where it was opened from, with what to call it.
    """

    rulebook: Rulebook
    fields: dict[str, str]
    token: str | None
    back: tuple[str, str]

    @property
    def look_up(self) -> str:
        """Return the address of the look-up."""
        if self.token is None:
            return f"{url_for('rulings.show')}?{query_of(self.fields.items())}"
        return url_for("rulings.at_table", token=self.token)

    @property
    def folder(self) -> str:
        """Return the address that those of all entries begin with."""
        return url_for("rulings.show") if self.token is None else url_for("rulings.at_table", token=self.token)


@dataclass(frozen=True, kw_only=True, slots=True)
class LookUpPage:
    """The search box and what it finds; ``asks`` is where that alone is asked for."""

    place: Place
    rules: str
    query: str
    found: FoundView
    rulesets: tuple[Choice, ...]
    options: tuple[OptionField, ...]
    asks: str


@dataclass(frozen=True, kw_only=True, slots=True)
class OffencePage:
    """One offence under one ruleset; ``apply`` is where its ruling is applied.

    ``anchor`` leads back to its kind.
    """

    place: Place
    title: str
    anchor: str
    ruling: RulingNamed
    apply: str | None


def look_up_page(asked: Asked, place: Place) -> LookUpPage:
    """Return the look-up with what its query finds."""
    rulebook, query = place.rulebook, asked.form.one("query")
    return LookUpPage(
        place=place,
        rules=book_named(rulebook),
        query=query,
        found=looked_up(query, rulebook, place.folder),
        rulesets=() if place.token else rulesets_offered(asked, rulebook.book),
        options=()
        if place.token
        else tuple(option_field(asked, asked.form, rulebook.book, each) for each in rulebook.book.options),
        asks=url_for("rulings.found_at_table", token=place.token) if place.token else url_for("rulings.found"),
    )


def page_address(place: Place, query: str) -> str:
    """Return the address of the look-up with a query."""
    asked = query_of([("query", query)]) if query else ""
    return place.look_up + (("&" if "?" in place.look_up else "?") + asked if asked else "")


def offence_page(asked: Asked, place: Place, offence: Offence, form: Form) -> OffencePage:
    """Return an offence with the answers of a form."""
    title = asked.speaker.text(offence.titles)
    ruling = ruling_at(place, form)
    return OffencePage(place=place, title=title, anchor=f"#{offence.category}", ruling=ruling, apply=applied_at(place))


def procedure_page(place: Place, procedure: Procedure, form: Form) -> OffencePage:
    """Return a procedure with the answers of a form; nothing of it is applied to the table."""
    anchor = f"#{procedure.category}"
    return OffencePage(place=place, title=procedure.title, anchor=anchor, ruling=ruling_at(place, form), apply=None)


def ruling_at(place: Place, form: Form) -> RulingNamed:
    """Return what a form, which names its ruleset and offence, is answered."""
    return ruling_named(form, place.rulebook.library, place.rulebook.speaker.lang)


def applied_at(place: Place) -> str | None:
    """Return where a ruling is applied to the table, None without one."""
    return url_for(APPLY, token=place.token) if place.token is not None else None


def show(asked: Asked, _at: Desk) -> Answer:
    """Show the search box and the kinds of offences under any ruleset."""
    place = place_anywhere(asked)
    return keeping_rules(asked, look_up(asked, place))


def at_table(asked: Asked, at: Desk, token: str) -> Answer:
    """Show the same under the rules of a table."""
    return look_up(asked, place_at(asked, at, token))


def offence(asked: Asked, _at: Desk, offence: str) -> Answer:
    """Show what an offence costs under any ruleset, as far as the answers decide."""
    place = place_anywhere(asked)
    return keeping_rules(asked, ruled(asked, place, offence))


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
    return keeping_rules(asked, found_at(asked, place))


def found_at_table(asked: Asked, at: Desk, token: str) -> Answer:
    """Return the same under the rules of a table."""
    return found_at(asked, place_at(asked, at, token))


def found_at(asked: Asked, place: Place) -> Answer:
    """Return what a query finds at a place, and the address of the page that shows it."""
    query = asked.form.one("query")
    view = looked_up(query, place.rulebook, place.folder)
    shown = Answer(body=Fragment(name="found", view=view))
    return shown.telling(("HX-Replace-Url", page_address(place, query)))


def ruled(asked: Asked, place: Place, wanted: str) -> Answer:
    """Return the page of an offence, or answer that there is no such page."""
    pairs = [(name, value) for name, value in asked.form.pairs if not tells_place(name)]
    told = Form(pairs=(*pairs, *place.fields.items(), ("offence", wanted)))
    found, procedure = offence_asked(told, place.rulebook), procedure_called(wanted, place.rulebook)
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
    form, library = with_rules(asked), asked.library
    return place_under(asked, library.book(form.one("ruleset")) or library.books[0], form.options(), None)


def place_at(asked: Asked, at: Desk, token: str) -> Place:
    """Return where the rulings of a table are looked up."""
    view = table_at(asked, at, token).view
    book = asked.library.book(view.book)
    if book is None:
        raise Unanswerable(NOT_FOUND, asked.say("rulings.no_ruleset"))
    return place_under(asked, book, view.options, token)


def place_under(asked: Asked, book: Book, options: dict[str, str], token: str | None) -> Place:
    """Return the look-up under a book with these options, defaults for the others."""
    rulebook = rulebook_under(book, options, asked.library, asked.speaker.lang)
    back = (url_for("games.home"), asked.say("page.home.title"))
    if token is not None:
        back = (url_for("table.show", token=token), asked.say("page.back"))
    return Place(rulebook=rulebook, fields=rules_as_fields(book, options), token=token, back=back)
