"""A fragment is a block of its page, so that page and fragment cannot differ.

What a phone draws without a network, too, is one function of the core, which the templates call through here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import current_app, render_template

from referee.app.answer import Drawing, Fragment
from referee.core.pages.fragments import DRAWN_BY
from referee.core.pages.tiles_at_table import winner_tiles
from referee.web.language import speaker

if TYPE_CHECKING:
    from flask import Flask

    from referee.core.forms.form import Form
    from referee.core.pages.tiles_at_table import WinnerTiles


def by_tiles(form: Form, seat: str, address: str) -> WinnerTiles:
    """Return the way to a winner's tiles, which are entered at this address, for the form of a finished hand."""
    return winner_tiles(form, seat, address, speaker().words)


def drawn(body: Drawing | Fragment | str) -> str:
    """Return the body of an answer as HTML."""
    if isinstance(body, str):
        return body
    if isinstance(body, Fragment):
        return draw(body.name, body.view)
    if body.block:
        return render_block(body.template, body.block, **body.values)
    return render_template(body.template, **body.values)


def draw(name: str, view: object) -> str:
    """Return a fragment as its macro draws it."""
    template, macro = DRAWN_BY[name]
    return str(getattr(current_app.jinja_env.get_template(template).module, macro)(view))


def render_block(template: str, block: str, **values: object) -> str:
    """Return one block of a page's template as text."""
    found = current_app.jinja_env.get_template(template)
    return "".join(found.blocks[block](found.new_context(values)))


def install(app: Flask) -> None:
    """Let every template show what the core draws."""
    app.jinja_env.globals["by_tiles"] = by_tiles
