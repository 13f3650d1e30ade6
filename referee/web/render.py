"""A fragment is a block of its page, so that page and fragment cannot differ."""

from dataclasses import dataclass

from flask import current_app
from markupsafe import Markup

from referee.core import preview
from referee.core.words import Words


@dataclass(frozen=True, kw_only=True, slots=True)
class Preview:
    """A settle question with its answer, both as JSON text, the seat shown at the bottom, and the words to use."""

    question: str
    answer: str
    me: int
    words: Words


def settle_preview(shown: Preview) -> Markup:
    """Return what a hand pays as HTML: templates call this function, which calls the one that phones run too."""
    html = preview.settle_preview(shown.question, shown.answer, shown.me, shown.words)
    return Markup(html)  # noqa: S704 - the preview escapes


def render_block(template: str, block: str, **values: object) -> str:
    """Return one block of a page's template as text."""
    found = current_app.jinja_env.get_template(template)
    return "".join(found.blocks[block](found.new_context(values)))
