"""What compiled templates stand on: how a page is put together, and how what is put into it is escaped."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any


class Html:
    """A piece of HTML whose texts are escaped already; an empty one counts as none."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __html__(self) -> str:
        return self.text

    def __str__(self) -> str:
        return self.text

    def __bool__(self) -> bool:
        return bool(self.text)


_JSON_ESCAPES = (("<", "\\u003c"), (">", "\\u003e"), ("&", "\\u0026"), ("'", "\\u0027"))

Values = Mapping[str, Any]
"""What a page is drawn from, by the names that its template uses."""
Put = Callable[..., None]
"""Puts texts as they are and values escaped, by turns, at the end of a page."""
Template = tuple[Callable[[Put, Values, Any], None], Mapping[str, Callable[[Put, Values, Any], None]]]
"""What draws a whole page, and what draws each of its blocks."""
Macro = Callable[[Put, Values, Any], None]
"""What draws one view."""


def render_page(template: Template, values: Values) -> str:
    """Return a whole page."""
    texts: list[str] = []
    template[0](_put_into(texts), values, template[1])
    return "".join(texts)


def render_block(template: Template, block: str, values: Values) -> str:
    """Return one block of a page."""
    texts: list[str] = []
    template[1][block](_put_into(texts), values, template[1])
    return "".join(texts)


def render_macro(macro: Macro, view: object, values: Values) -> str:
    """Return what a macro draws of one view."""
    texts: list[str] = []
    macro(_put_into(texts), values, view)
    return "".join(texts)


def _put_into(texts: list[str]) -> Put:
    def put(*parts: Any) -> None:  # noqa: ANN401 anything can be drawn
        is_text = True
        for part in parts:
            texts.append(part if is_text else _render_text(part))
            is_text = not is_text

    return put


def _render_text(value: object) -> str:
    """Return a value as HTML.

    A form asks for fourteen hundred. That texts are not copied, and looked at before they are replaced, saves a sixth
    of its time on a phone.
    """
    if type(value) is not str:
        if hasattr(value, "__html__"):
            return str(value.__html__())
        value = str(value)
    if "&" in value or ">" in value or "<" in value or "'" in value or '"' in value:
        value = value.replace("&", "&amp;").replace(">", "&gt;").replace("<", "&lt;")
        return value.replace("'", "&#39;").replace('"', "&#34;")
    return value


def render_attributes(values: Mapping[str, object]) -> Html:
    """Return attributes of a tag, each after a space; one whose value is None is left out."""
    given = [(name, value) for name, value in values.items() if value is not None]
    return Html("".join([f' {_render_text(name)}="{_render_text(value)}"' for name, value in given]))


def render_json(value: object) -> Html:
    """Return a value as JSON that may stand in a page."""
    text = json.dumps(value, sort_keys=True)
    for letter, stands in _JSON_ESCAPES:
        text = text.replace(letter, stands)
    return Html(text)
