"""The texts that a phone takes along: the program as it runs there, and the books and languages in pieces."""

from __future__ import annotations

import hashlib
import json
from dataclasses import field, replace
from threading import Lock, Thread
from typing import TYPE_CHECKING, cast

from flask import Flask, current_app

from referee.library import title_of
from referee.phone.lower import EMPTY, for_phones, library_json, pieces_of, program
from referee.records import dataclass
from referee.texts.words import is_version
from referee.web.assets import HASH_LENGTH, packed
from referee.web.cache import cache_in_use, program_hash
from referee.web.club import library_asked
from referee.web.context import library_of_build
from referee.web.error_pages import Unavailable
from referee.web.guard import build_in_use

if TYPE_CHECKING:
    from referee.texts.words import Library
    from referee.web.cache import Cache


EXTENSION = "phone"
CORE = "core.py"
_KILOBYTE = 1024
_MOST_SAVED = 100
"""How many books that were saved on pages are kept at hand."""
_STARTING = "starting"
"""Why a phone has to wait after the first start of a new version."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Download:
    """A text that never changes under its address."""

    digest: str
    mimetype: str
    content: bytes


@dataclass(kw_only=True, slots=True)
class Making:
    """The downloads of an application; ``maker`` is at work on them, or was, ``saved`` are made when asked for."""

    downloads: dict[str, Download] = field(default_factory=dict)
    saved: dict[str, Download] = field(default_factory=dict)
    lock: Lock = field(default_factory=Lock)
    maker: Thread | None = None


def _download(content: bytes, mimetype: str) -> Download:
    digest = hashlib.sha256(content).hexdigest()[:HASH_LENGTH]
    return Download(digest=digest, mimetype=mimetype, content=content)


def download_of_version(name: str) -> Download | None:
    """Return a book that was saved on pages, by the name of its file, as a phone takes it along; None if there is none.

    It brings its title along, which no language knows.
    """
    known = making().saved
    book = library_asked().book(name.removeprefix("book.").removesuffix(".json"))
    if name not in known and book is not None and is_version(book.id):
        if len(known) >= _MOST_SAVED:
            known.clear()
        text = library_json(replace(EMPTY, books=(for_phones(book),), shelf=(title_of(book),)))
        known[name] = _download(text.encode(), "application/json")
    return known.get(name)


def making() -> Making:
    """Return the downloads of the running application, made or not."""
    return cast("Making", current_app.extensions[EXTENSION])


def downloads() -> dict[str, Download]:
    """Return everything that is sent by the name of its file; while it is being made, say so instead of waiting.

    Where nobody makes it in the background, it is made when it is first asked for.
    """
    of_app = making()
    if not of_app.downloads and of_app.maker is not None and of_app.maker.is_alive():
        raise Unavailable(_STARTING)
    return of_app.downloads or made(of_app)


def made(of_app: Making) -> dict[str, Download]:
    """Return the downloads of the running application, made by whoever comes first."""
    with of_app.lock:
        if not of_app.downloads:
            of_app.downloads = made_of(library_of_build(), build_in_use(), cache_in_use())
    return of_app.downloads


def made_of(library: Library, build: str, cache: Cache) -> dict[str, Download]:
    """Return the downloads of a build, read from the cache as far as they are there."""
    core = cache.kept("core", program_hash(), lowered)
    pieces = cache.kept("pieces", build.encode(), lambda: _pieces_made(library, core.decode()))
    return _downloads_of(core, pieces)


def lowered() -> bytes:
    """Return the program as a phone runs it."""
    return program().encode()


def _pieces_made(library: Library, core: str) -> bytes:
    return json.dumps(pieces_of(library, core)).encode()


def _downloads_of(core: bytes, pieces: bytes) -> dict[str, Download]:
    texts: dict[str, str] = json.loads(pieces)
    found = {f"{name}.json": _download(text.encode(), "application/json") for name, text in texts.items()}
    return {CORE: _download(core, "text/x-python")} | found


def kilobytes(name: str) -> int:
    """Return the size of a download on its way, at most and rounded up."""
    found = downloads()[name]
    return -(-len(packed(found.content, found.digest, "gzip")) // _KILOBYTE)


def read_from_cache() -> None:
    """Take the downloads that an earlier start made, if they are all there."""
    core = cache_in_use().found("core", program_hash())
    pieces = cache_in_use().found("pieces", build_in_use().encode())
    if core is not None and pieces is not None:
        making().downloads = _downloads_of(core, pieces)


def install(app: Flask) -> None:
    """Let the application send downloads, and pages tell their sizes."""
    app.jinja_env.globals["size_of"] = kilobytes
    app.extensions[EXTENSION] = Making()
