"""The desk as the pages use it: the running one, the table of an address, and the order that a form carries."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING, cast

from flask import abort, current_app, g

from referee import desk
from referee.web.language import say

if TYPE_CHECKING:
    from flask import Flask

    from referee.database import DatabaseDesk

EXTENSION = "desk"


def put_in_use(running: DatabaseDesk, app: Flask) -> None:
    """Let the application write to this desk."""
    app.extensions[EXTENSION] = running


def desk_in_use() -> DatabaseDesk:
    """Return the desk that the running application writes to."""
    return cast("DatabaseDesk", current_app.extensions[EXTENSION])


def game_of(token: str) -> str:
    """Return the game of an address, or answer that there is no such page."""
    game = desk.find(desk_in_use(), token)
    if game is None:
        abort(HTTPStatus.NOT_FOUND, say("mishap.no_table"))
    g.table = token
    return game
