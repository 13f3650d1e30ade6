"""The rules that clubs save on pages, as the running application knows them: their versions, and who may save."""

from __future__ import annotations

from dataclasses import field, replace
from threading import Lock
from typing import TYPE_CHECKING, cast

from flask import current_app, g, request, session

from referee.library import with_books, with_older_books
from referee.paths import clear_unfinished
from referee.records import dataclass
from referee.rulebook import policies_of
from referee.rulebook.saved import FOLDER, hash_of_link, link_file, newest_books, saved_book, versions_of
from referee.store.sqlite import books_played
from referee.texts.words import is_version, rules_id
from referee.web.context import (
    add_policies,
    desk_in_use,
    library_in_use,
    policies_in_use,
    shelf_in_use,
    use_desk,
    use_library,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from flask import Flask

    from referee.rulebook import Book, Shelf
    from referee.texts.words import Library
    from referee.tournament.policy import Policies

    Joining = Callable[[Library, Sequence[Book], Shelf], Library]

_CLUB = "club"
_EDITING = "editing"
"""What the browser remembers the hash of its editing link as."""
_BEGINS = "games.begin"
_READS = ("rules.show", "rules.edit")
"""Where the versions of some rules are read."""
_NAMES = ("ruleset", "other")
"""The fields that name a book."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Club:
    """Where clubs save their rules: in this folder of rulesets, nowhere without one; ``is_open`` lets everybody."""

    rulesets: Path | None = None
    is_open: bool = False
    lock: Lock = field(default_factory=Lock)

    @property
    def folder(self) -> Path | None:
        """Where the versions lie."""
        return None if self.rulesets is None else self.rulesets / FOLDER


def club_in_use() -> Club:
    """Return where the running application saves rules."""
    return cast("Club", current_app.extensions[_CLUB])


def may_save() -> bool:
    """Return whether the present browser may save rules: it was opened with an editing link that still holds."""
    club = club_in_use()
    if club.folder is None:
        return False
    return club.is_open or (_EDITING in session and link_file(club.folder, session[_EDITING]).exists())


def let_save(token: str) -> bool:
    """Let the present browser save from now on if its editing link holds; return whether it does."""
    folder, digest = club_in_use().folder, hash_of_link(token)
    if folder is None or not link_file(folder, digest).exists():
        return False
    session[_EDITING] = digest
    return True


def add_to_library(books: Sequence[Book], how: Joining = with_books) -> None:
    """Let the application answer from books, too; whatever answers at the moment goes on without them."""
    club = club_in_use()
    with club.lock:
        library = how(library_in_use(), books, shelf_in_use())
        use_desk(replace(desk_in_use(), library=library), current_app)
        use_library(library, current_app)
        add_policies(books)


def _book_of_version(name: str) -> Book | None:
    """Return the book with this id as it was saved, None if there is no such version or it was broken since."""
    folder = club_in_use().folder
    return None if folder is None or not is_version(name) else saved_book(name, folder, shelf_in_use())


def _forget_lent() -> None:
    """Let the present request be answered from what it names of the versions that are not in the library.

    A game that begins under one of them needs it from now on.
    """
    if club_in_use().folder is None:
        return
    values = request.view_args or {}
    names = [each.removeprefix("book.").removesuffix(".json") for each in values.values() if isinstance(each, str)]
    names += [request.args[name] for name in _NAMES if name in request.args]
    if request.endpoint in _READS:
        names += _with_one_before(values["book"])
    for name in names:
        _answer_from_version(name)
    if request.endpoint == _BEGINS:
        _keep_version(request.form.get("ruleset", ""))


def _with_one_before(name: str) -> list[str]:
    """Return the book of a version, or of the newest of its rules, and that of the version before it."""
    folder = club_in_use().folder
    versions = () if folder is None else versions_of(folder, rules_id(name))
    g.versions = tuple((each.number, each.book) for each in versions)
    books = [each.book for each in versions]
    first = books.index(name) if name in books else 0
    return books[first : first + 2]


def _answer_from_version(name: str) -> None:
    """Answer the present request from a saved version, too."""
    if library_asked().book(name) is None:
        book = _book_of_version(name)
        if book is not None:
            g.library = with_older_books(library_asked(), (book,), shelf_in_use())
            g.policies = policies_asked() | policies_of((book,))


def _keep_version(name: str) -> None:
    """Answer from a saved version from now on."""
    if library_in_use().book(name) is None:
        book = _book_of_version(name)
        if book is not None:
            add_to_library((book,), with_older_books)


def library_asked() -> Library:
    """Return the library that the present request is answered from."""
    return cast("Library", g.get("library") or library_in_use())


def policies_asked() -> Policies:
    """Return what the books that the present request is answered from say about events."""
    return cast("Policies", g.get("policies") or policies_in_use())


def versions_asked() -> tuple[tuple[int, str], ...]:
    """Return the versions of the rules that the present request asks for, the newest first."""
    return cast("tuple[tuple[int, str], ...]", g.get("versions", ()))


def _read_saved() -> None:
    """Put into the library the newest version of all rules, and those that games are played under."""
    club = club_in_use()
    if club.folder is None:
        return
    clear_unfinished(club.folder)
    broken: list[str] = []
    add_to_library(newest_books(club.folder, shelf_in_use(), broken))
    for each in broken:
        current_app.logger.warning("A saved ruleset is left out: %s", each)
    for name in books_played(desk_in_use().store.database()):
        _keep_version(name)


def install(app: Flask, club: Club | None) -> None:
    """Let the application save rules and answer from those that are saved."""
    app.extensions[_CLUB] = club or Club()
    app.before_request(_forget_lent)
    with app.app_context():
        _read_saved()
