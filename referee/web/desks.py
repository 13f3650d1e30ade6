"""The desk that the running application writes to."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from flask import current_app

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
