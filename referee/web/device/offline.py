"""The page about this phone: what it keeps for a hall without a network, and what it has not sent yet.

The page tells what there is to keep; the phone itself fills in what it keeps.
"""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, render_template

from referee.app.layout import languages_of
from referee.core.penalties.words import ruleset_named
from referee.web.compress import packed
from referee.web.device.parcels import parcels
from referee.web.language import follow_language, speaker
from referee.web.shelf import library_in_use

KILOBYTE = 1024

offline = Blueprint("offline", __name__)
follow_language(offline)


@dataclass(frozen=True, kw_only=True, slots=True)
class Keepable:
    """A book or a language: the piece's name, its title, and its size on the way in kilobytes."""

    piece: str
    title: str
    size: int


@dataclass(frozen=True, kw_only=True, slots=True)
class OfflinePage:
    """What a phone may keep; ``core`` is the size of the core in kilobytes."""

    core: int
    books: tuple[Keepable, ...]
    languages: tuple[Keepable, ...]


@offline.get("/offline")
def show() -> str:
    """Show what a phone may keep."""
    library = library_in_use()
    page = OfflinePage(
        core=kilobytes("core.py"),
        books=tuple(
            keepable(f"book.{book.id}", ruleset_named(book.titles, book.edition, speaker())) for book in library.books
        ),
        languages=tuple(keepable(f"words.{code}", name) for code, name in languages_of(library)),
    )
    return render_template("offline.html", page=page)


def keepable(piece: str, title: str) -> Keepable:
    """Return a piece with its title."""
    return Keepable(piece=piece, title=title, size=kilobytes(f"{piece}.json"))


def kilobytes(name: str) -> int:
    """Return the size of a parcel on its way, at most and rounded up."""
    parcel = parcels()[name]
    return -(-len(packed(parcel.content, parcel.digest, "gzip")) // KILOBYTE)
