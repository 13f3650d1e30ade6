"""View-models of the look-up of rulings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from referee.app.pages import Choice, OptionField, option_field, rulesets_offered
from referee.app.routes import url_for
from referee.core.forms.address import query_of
from referee.core.forms.form import Form
from referee.core.pages.lookup_view import looked_up
from referee.core.pages.ruling_view import RulingNamed, ruling_named
from referee.core.penalties.words import book_named

if TYPE_CHECKING:
    from referee.app.asked import Asked
    from referee.core.pages.lookup_view import FoundView
    from referee.core.penalties.court import Court
    from referee.core.rules.offences import Offence
    from referee.core.rules.procedures import Procedure

APPLY = "apply.show"


@dataclass(frozen=True, kw_only=True, slots=True)
class Place:
    """Where rulings are looked up: under these rules, at the table with this token or, without one, anywhere.

    ``back`` is where it was opened from, with what to call it.
    """

    court: Court
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
    court, query = place.court, asked.form.one("query")
    return LookUpPage(
        place=place,
        rules=book_named(court),
        query=query,
        found=looked_up(query, court, place.folder),
        rulesets=() if place.token else rulesets_offered(asked, court.book),
        options=()
        if place.token
        else tuple(option_field(asked, asked.form, court.book, each) for each in court.book.options),
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
    return ruling_named(form, place.court.library, place.court.speaker.lang)


def applied_at(place: Place) -> str | None:
    """Return where a ruling is applied to the table, None without one."""
    return url_for(APPLY, token=place.token) if place.token is not None else None
