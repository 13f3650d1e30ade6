"""The desk as the pages use it: the running one, the table of an address, and the order that a form carries."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from http import HTTPStatus
from typing import TYPE_CHECKING, cast

from flask import abort, current_app, g, url_for

from referee import desk
from referee.core.games.at_table import AtTable
from referee.core.games.orders import LONGEST_COMMAND
from referee.desk import Desk, Order
from referee.web import memory
from referee.web.language import say, speaker
from referee.web.shelf import library_in_use

if TYPE_CHECKING:
    from flask import Flask

    from referee.core.forms.form import Form
    from referee.desk import TableView

EXTENSION = "desk"


@dataclass(frozen=True, kw_only=True, slots=True)
class Seen:
    """A table as it stands: the token of its address, its game, and the view of it."""

    token: str
    game: str
    view: TableView


def put_in_use(running: Desk, app: Flask) -> None:
    """Let the application write to this desk."""
    app.extensions[EXTENSION] = running


def desk_in_use() -> Desk:
    """Return the desk that the running application writes to."""
    return cast("Desk", current_app.extensions[EXTENSION])


def game_of(token: str) -> str:
    """Return the game of an address, or answer that there is no such page."""
    game = desk.find(desk_in_use(), token)
    if game is None:
        abort(HTTPStatus.NOT_FOUND, say("mishap.no_table"))
    g.table = token
    return game


def table_at(token: str) -> Seen:
    """Return the table of an address as it stands."""
    game = game_of(token)
    return Seen(token=token, game=game, view=desk.view(desk_in_use(), game))


def as_seen(seen: Seen) -> AtTable:
    """Return a table as whoever holds this device looks at it."""
    return AtTable(
        game=desk.game_now(desk_in_use(), seen.game),
        rules=seen.view.rules,
        names=tuple(seat.name for seat in seen.view.seats),
        me=memory.tables().get(seen.token) or 0,
        library=library_in_use(),
        speaker=speaker(),
        address=url_for("play.show", token=seen.token),
        expected_event=seen.view.expected_event,
    )


def new_command() -> str:
    """Return a new id for a form; the browser's script replaces it with one of its own."""
    return secrets.token_hex(16)


def order_of(form: Form, part: str = "") -> Order:
    """Return the order that a form carries; ``part`` tells apart several orders of one form."""
    command = form.one("command_id", new_command())[:LONGEST_COMMAND]
    return Order(command=command + part, by=memory.writer(), seen=form.one("expected_event"))


def expected_of(form: Form) -> int:
    """Return the state that the sender of a form had seen; what is no number is a state that never was."""
    text = form.one("expected")
    return int(text) if text.isdecimal() and len(text) < len("1000000000") else -1


def is_fresh(form: Form, view: TableView) -> bool:
    """Say whether the sheet is still what the sender of a form had seen; the hash decides where the form tells it."""
    seen = form.one("expected_event")
    return seen == view.expected_event if seen else expected_of(form) == view.expected
