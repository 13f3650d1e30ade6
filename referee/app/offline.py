"""The page about this phone: what it keeps for a hall without a network, and what it has not sent yet.

The page tells what there is to keep; the phone itself fills in what it keeps.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from referee.app.answer import Answer, page_of
from referee.core.penalties.words import ruleset_named

if TYPE_CHECKING:
    from referee.app.asked import Asked
    from referee.desk import Desk


@dataclass(frozen=True, kw_only=True, slots=True)
class Keepable:
    """A book or a language: the piece's name, and its title."""

    piece: str
    title: str


@dataclass(frozen=True, kw_only=True, slots=True)
class OfflinePage:
    """What a phone may keep."""

    books: tuple[Keepable, ...]
    languages: tuple[Keepable, ...]


def show(asked: Asked, _at: Desk) -> Answer:
    """Show what a phone may keep."""
    page = OfflinePage(
        books=tuple(
            Keepable(piece=f"book.{book.id}", title=ruleset_named(book.titles, book.edition, asked.speaker))
            for book in asked.library.shelf
        ),
        languages=tuple(Keepable(piece=f"words.{code}", title=name) for code, name in asked.library.languages),
    )
    return page_of("offline.html", page=page)
