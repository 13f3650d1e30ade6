"""What the running application answers from and writes to: the library, the files behind it, and the desk."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from flask import current_app

from referee.paths import rulesets_dir
from referee.rulebook import shelf_in

if TYPE_CHECKING:
    from flask import Flask

    from referee.database import DatabaseDesk
    from referee.rulebook import Shelf
    from referee.texts.library import Library


DESK = "desk"


def use_desk(running: DatabaseDesk, app: Flask) -> None:
    """Let the application write to this desk."""
    app.extensions[DESK] = running


def desk_in_use() -> DatabaseDesk:
    """Return the desk that the running application writes to."""
    return cast("DatabaseDesk", current_app.extensions[DESK])


LIBRARY = "referee"


def use_library(library: Library, app: Flask) -> None:
    """Let the application answer from this library."""
    app.extensions[LIBRARY] = library


def library_in_use() -> Library:
    """Return the library that the running application answers from."""
    return cast("Library", current_app.extensions[LIBRARY])


SHELF = "shelf"


def use_shelf(shelf: Shelf | None, app: Flask) -> None:
    """Let the application copy books from these files, from the shipped ones if none are named."""
    app.extensions[SHELF] = shelf


def shelf_in_use() -> Shelf:
    """Return the files of the books that the running application answers from."""
    found = current_app.extensions[SHELF]
    if found is None:
        found = current_app.extensions[SHELF] = shelf_in((rulesets_dir(),))
    return cast("Shelf", found)
