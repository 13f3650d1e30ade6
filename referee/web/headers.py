"""The headers by which a phone knows that an answer is ours, and to which order it is the answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from flask import current_app, request
from werkzeug.exceptions import HTTPException

from referee.web.cache import build_name

if TYPE_CHECKING:
    from flask import Flask, Response

    from referee.texts.library import Library


BUILD = "Referee"
"""Stands on every answer with the name of the build: what does not carry it is a portal or a proxy."""
COMMAND = "Referee-Command"
"""Says which order was answered; a phone may send it, too, with an order whose form may be too large to be read."""
CAUSE = "Referee-Cause"
DEVICE = "Referee-Device"
"""Tells a phone what the server knows its browser to remember."""
EXTENSION = "build"
LONGEST_COMMAND = 80
FORMS = frozenset({"application/x-www-form-urlencoded", "multipart/form-data"})


def build_of(app: Flask) -> str:
    """Return the name of the build that an application is."""
    return cast("str", app.extensions[EXTENSION])


def build_in_use() -> str:
    """Return the name of the running build."""
    return build_of(current_app)


def sign(response: Response) -> Response:
    """Say on an answer whose it is, and which order it answers."""
    response.headers[BUILD] = build_in_use()
    if request.method == "POST":
        command = command_sent()
        if is_command(command):
            response.headers[COMMAND] = command
    return response


def command_sent() -> str:
    """Return the id of the order that the request carries, empty if it carries none."""
    announced = request.headers.get(COMMAND, "")
    if request.mimetype not in FORMS:
        return announced
    try:
        return request.form.get("command_id", announced)
    except HTTPException:
        return announced


def is_command(text: str) -> bool:
    """Say whether a text is the id of an order as our pages make them, which may stand in a header."""
    return 0 < len(text) <= LONGEST_COMMAND and text.isascii() and text.isprintable()


def install(app: Flask, library: Library) -> None:
    """Sign every answer of the app."""
    app.extensions[EXTENSION] = build_name(library)
    app.after_request(sign)
