"""What the running application answers from and writes to: the library, the files behind it, and the desk."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, cast

from flask import current_app

from referee.paths import rulesets_dir
from referee.rulebook import policies_of, shelf_in

if TYPE_CHECKING:
    from collections.abc import Sequence

    from flask import Flask

    from referee.database import DatabaseDesk
    from referee.rulebook import Book, Shelf
    from referee.texts.words import Library
    from referee.tournament.policy import Policies


DESK = "desk"


def use_desk(running: DatabaseDesk, app: Flask) -> None:
    """Let the application write to this desk."""
    app.extensions[DESK] = running


def desk_in_use() -> DatabaseDesk:
    """Return the desk that the running application writes to."""
    return cast("DatabaseDesk", current_app.extensions[DESK])


LIBRARY = "referee"
SHIPPED = "shipped"


def use_library(library: Library, app: Flask) -> None:
    """Let the application answer from this library; its first one is what the build is made of."""
    app.extensions[LIBRARY] = library
    app.extensions.setdefault(SHIPPED, library)


def library_in_use() -> Library:
    """Return the library that the running application answers from."""
    return cast("Library", current_app.extensions[LIBRARY])


def library_of_build() -> Library:
    """Return the library without what was saved on pages: the same one however often somebody saves."""
    return cast("Library", current_app.extensions[SHIPPED])


SHELF = "shelf"


def use_shelf(shelf: Shelf | None, app: Flask) -> None:
    """Let the application copy books from these files, from the shipped ones if none are named."""
    app.extensions[SHELF] = shelf
    app.extensions[POLICIES] = {}


def shelf_in_use() -> Shelf:
    """Return the files of the books that the running application answers from."""
    found = current_app.extensions[SHELF]
    if found is None:
        found = current_app.extensions[SHELF] = shipped_shelf()
    return cast("Shelf", found)


@cache
def shipped_shelf() -> Shelf:
    """Return the shipped files, which are read once however many applications answer from them."""
    return shelf_in((rulesets_dir(),))


POLICIES = "policies"


def policies_in_use() -> Policies:
    """Return what the books that the running application answers from say about events."""
    known = cast("Policies", current_app.extensions[POLICIES])
    if not known:
        known = current_app.extensions[POLICIES] = policies_of(shelf_in_use().books)
    return known


def add_policies(books: Sequence[Book]) -> None:
    """Let the application know what more books say about events."""
    current_app.extensions[POLICIES] = policies_in_use() | policies_of(books)
