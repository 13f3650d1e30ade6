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


_LIBRARY = "referee"
_SHIPPED = "shipped"


def use_library(library: Library, app: Flask) -> None:
    """Let the application answer from this library; its first one is what the build is made of."""
    app.extensions[_LIBRARY] = library
    app.extensions.setdefault(_SHIPPED, library)


def library_in_use() -> Library:
    """Return the library that the running application answers from."""
    return cast("Library", current_app.extensions[_LIBRARY])


def library_of_build() -> Library:
    """Return the library without what was saved on pages: the same one however often somebody saves."""
    return cast("Library", current_app.extensions[_SHIPPED])


_SHELF = "shelf"


def use_shelf(shelf: Shelf | None, app: Flask) -> None:
    """Let the application copy books from these files, from the shipped ones if none are named."""
    app.extensions[_SHELF] = shelf
    app.extensions[_POLICIES] = {}


def shelf_in_use() -> Shelf:
    """Return the files of the books that the running application answers from."""
    found = current_app.extensions[_SHELF]
    if found is None:
        found = current_app.extensions[_SHELF] = _shipped_shelf()
    return cast("Shelf", found)


@cache
def _shipped_shelf() -> Shelf:
    """Return the shipped files, which are read once however many applications answer from them."""
    return shelf_in((rulesets_dir(),))


_POLICIES = "policies"


def policies_in_use() -> Policies:
    """Return what the books that the running application answers from say about events."""
    known = cast("Policies", current_app.extensions[_POLICIES])
    if not known:
        known = current_app.extensions[_POLICIES] = policies_of(shelf_in_use().books)
    return known


def add_policies(books: Sequence[Book]) -> None:
    """Let the application know what more books say about events."""
    current_app.extensions[_POLICIES] = policies_in_use() | policies_of(books)
