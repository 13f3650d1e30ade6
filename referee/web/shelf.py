"""The rulesets as a page lists them, and the one that a form has chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from flask import current_app

from referee.core.text.library import Book, Library, choice_wanted, variant_wanted

if TYPE_CHECKING:
    from flask import Flask

    from referee.core.rules.ruleset import Ruleset

EXTENSION = "referee"


def put_in_use(library: Library, app: Flask) -> None:
    """Let the application answer from this library."""
    app.extensions[EXTENSION] = library


def library_in_use() -> Library:
    """Return the library that the running application answers from."""
    return cast("Library", current_app.extensions[EXTENSION])


def chosen_options(book: Book, wanted: dict[str, str]) -> dict[str, str]:
    """Return a choice for every option: the wanted one where there is such a choice, else the default."""
    return {option.id: choice_wanted(option, wanted.get(option.id, "")) for option in book.options}


def rules_of(book: Book, wanted: dict[str, str]) -> Ruleset:
    """Return the rules of a book with the wanted options, defaults for the others."""
    return book.variants[variant_wanted(book, wanted)]
