"""A fragment is a block of its page, so that page and fragment cannot differ.

What a phone draws without a network, too, is one function of the core, which the templates call through here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import current_app
from markupsafe import Markup

from referee.core.pages.fragments import DRAWN_BY
from referee.core.pages.lookup_view import looked_up
from referee.core.pages.record_view import Confirming, record_shown
from referee.core.pages.ruling_view import ruling_answer, ruling_named
from referee.web.language import language, speaker
from referee.web.shelf import library_in_use

if TYPE_CHECKING:
    from referee.core.forms.form import Form
    from referee.web.lookup.rulingpages import LookUpPage, OffencePage, Place
    from referee.web.table.recordpage import RecordPage


def drawn(html: str) -> Markup:
    """Return what the core drew as a part of a page."""
    return Markup(html)  # noqa: S704 - the core escapes


def drawn_part(name: str, html: str) -> Markup:
    """Return the same between marks, so that a phone that keeps the page draws this part of it again by its name."""
    return drawn(f"<!--drawn {name}-->{html}<!--/drawn-->")


def record_told(page: RecordPage) -> Markup:
    """Return what a hand pays if it is recorded, with the button that does so, as HTML."""
    confirming = Confirming(address=page.errand.send, method=page.errand.method, text=page.errand.confirm)
    return drawn(record_shown(page.told, page.me, speaker().words, confirming))


def ruling_told(form: Form) -> Markup:
    """Return what the offence of a form costs as HTML."""
    return drawn(ruling_answer(form, library_in_use(), language()))


def ruling_shown(page: OffencePage) -> Markup:
    """Return the same with the field that names the offence; at a table a phone draws it again."""
    html = ruling_named(page.form, library_in_use(), language())
    return drawn_part("ruling_at_table", html) if page.place.token else drawn(html)


def found_told(place: Place, query: str) -> Markup:
    """Return what a query finds as HTML."""
    return drawn(looked_up(query, place.court, place.folder))


def found_shown(page: LookUpPage) -> Markup:
    """Return the same for a page; at a table a phone draws it again."""
    html = found_told(page.place, page.query)
    return drawn_part("found_at_table", html) if page.place.token else html


def draw(name: str, view: object) -> str:
    """Return a fragment as its macro draws it."""
    template, macro = DRAWN_BY[name]
    return str(getattr(current_app.jinja_env.get_template(template).module, macro)(view))


def render_block(template: str, block: str, **values: object) -> str:
    """Return one block of a page's template as text."""
    found = current_app.jinja_env.get_template(template)
    return "".join(found.blocks[block](found.new_context(values)))
