"""The rulesets as a page lists them, and the one that a form has chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from flask import current_app

if TYPE_CHECKING:
    from flask import Flask

    from referee.core.text.library import Library


EXTENSION = "referee"


def put_in_use(library: Library, app: Flask) -> None:
    """Let the application answer from this library."""
    app.extensions[EXTENSION] = library


def library_in_use() -> Library:
    """Return the library that the running application answers from."""
    return cast("Library", current_app.extensions[EXTENSION])
