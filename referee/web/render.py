"""Drawing with Jinja: pages, blocks of them, and fragments, each with the layout of the present page.

A fragment is a block of its page, so that page and fragment cannot differ.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from flask import current_app, g, render_template, request
from werkzeug.local import LocalProxy

from referee.app.answer import DRAWN_BY, Drawing, Fragment
from referee.app.layout import FUNCTIONS, VALUES, layout_of
from referee.web.asked import asked_at_least

if TYPE_CHECKING:
    from flask import Flask

    from referee.app.asked import Asked


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


def lay_out(asked: Asked, table: str | None) -> dict[str, object]:
    """Return the layout with which the present page is drawn from now on: for whoever asked, leading to this table."""
    g.layout = found = layout_of(asked, request.blueprint or "", table)
    return found


def laid_out(name: str) -> Any:  # noqa: ANN401 values and functions of all kinds
    """Return a part of the present page's layout; one that no handler has answered leads to the latest table."""
    layout: dict[str, object] = g.get("layout") or lay_out(asked_at_least(), None)
    return layout[name]


def called(name: str, /, *given: object, **named: object) -> object:
    """Return what a function of the present page's layout returns."""
    return laid_out(name)(*given, **named)


def install(app: Flask) -> None:
    """Let every template name the parts of the layout; only globals reach the macros of other files.

    What is called needs no proxy, with which a page would take a quarter longer.
    """
    for name in VALUES:
        app.jinja_env.globals[name] = LocalProxy(partial(laid_out, name))
    for name in FUNCTIONS:
        app.jinja_env.globals[name] = partial(called, name)
