"""The texts that a phone takes along: the program as it runs there, and the books and languages in pieces."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from dataclasses import dataclass, field, replace
from threading import Lock, Thread
from typing import TYPE_CHECKING, cast

from flask import Flask, current_app

from referee.library import title_of
from referee.paths import PACKAGE
from referee.phone.lower import program
from referee.phone.pieces import EMPTY, for_phones, library_json, pieces_of
from referee.texts.library import is_version
from referee.web.assets import HASH_LENGTH, SMALL, packed
from referee.web.cache import cache_in_use, program_hash
from referee.web.club import library_asked
from referee.web.context import library_of_build
from referee.web.error_pages import Unavailable
from referee.web.guard import build_in_use

if TYPE_CHECKING:
    from collections.abc import Callable


EXTENSION = "phone"
CORE = "core.py"
KILOBYTE = 1024
MOST_SAVED = 100
"""How many books that were saved on pages are kept at hand."""
STARTING = "starting"
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


def download(content: bytes, mimetype: str) -> Download:
    """Return a text with its hash."""
    digest = hashlib.sha256(content).hexdigest()[:HASH_LENGTH]
    return Download(digest=digest, mimetype=mimetype, content=content)


def download_of_version(name: str) -> Download | None:
    """Return a book that was saved on pages, by the name of its file, as a phone takes it along; None if there is none.

    It brings its title along, which no language knows.
    """
    known = making().saved
    book = library_asked().book(name.removeprefix("book.").removesuffix(".json"))
    if name not in known and book is not None and is_version(book.id):
        if len(known) >= MOST_SAVED:
            known.clear()
        text = library_json(replace(EMPTY, books=(for_phones(book),), shelf=(title_of(book),)))
        known[name] = download(text.encode(), "application/json")
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
        raise Unavailable(STARTING)
    return of_app.downloads or made(of_app)


def made(of_app: Making) -> dict[str, Download]:
    """Return the downloads of the running application, made by whoever comes first."""
    with of_app.lock:
        if not of_app.downloads:
            core = cache_in_use().kept("core", program_hash(), lowered)
            pieces = cache_in_use().kept("pieces", pieces_source(), lambda: pieces_made(core.decode()))
            of_app.downloads = downloads_of(core, pieces)
    return of_app.downloads


def lowered() -> bytes:
    """Return the program as a phone runs it, made by a process of its own: pages are answered as quickly meanwhile."""
    asked = "import sys; from referee.phone.lower import program; sys.stdout.buffer.write(program().encode())"
    try:
        done = subprocess.run([sys.executable, "-c", asked], capture_output=True, check=True, cwd=PACKAGE.parent)  # noqa: S603 our own
    except (OSError, subprocess.SubprocessError):
        return program().encode()
    return done.stdout


def pieces_source() -> bytes:
    """Return what the pieces are known by in the cache."""
    return build_in_use().encode()


def pieces_made(core: str) -> bytes:
    """Return the pieces of the library as one text."""
    return json.dumps(pieces_of(library_of_build(), core)).encode()


def downloads_of(core: bytes, pieces: bytes) -> dict[str, Download]:
    """Return the downloads by the names of their files."""
    texts: dict[str, str] = json.loads(pieces)
    found = {f"{name}.json": download(text.encode(), "application/json") for name, text in texts.items()}
    return {CORE: download(core, "text/x-python")} | found


def kilobytes(name: str) -> int:
    """Return the size of a download on its way, at most and rounded up."""
    found = downloads()[name]
    return -(-len(packed(found.content, found.digest, "gzip")) // KILOBYTE)


def read_from_cache(of_app: Making) -> None:
    """Take the downloads that an earlier start made, if they are all there."""
    core = cache_in_use().found("core", program_hash())
    pieces = cache_in_use().found("pieces", pieces_source())
    if core is not None and pieces is not None:
        of_app.downloads = downloads_of(core, pieces)


def make_in_background(app: Flask, also: Callable[[], None]) -> None:
    """Make the downloads, packed too, while the server answers already; ``also`` packs what else phones fetch.

    What an earlier start has made is only read, before anybody can be told to wait.
    """
    of_app = cast("Making", app.extensions[EXTENSION])

    def work() -> None:
        with app.test_request_context("/"):
            for each in made(of_app).values():
                for coding in SMALL:
                    packed(each.content, each.digest, coding)
            also()
            cache_in_use().tidy()

    with app.app_context():
        read_from_cache(of_app)
    of_app.maker = Thread(target=work, name="downloads", daemon=True)
    of_app.maker.start()


def install(app: Flask) -> None:
    """Let the application send downloads, and pages tell their sizes."""
    app.jinja_env.globals["size_of"] = kilobytes
    app.extensions[EXTENSION] = Making()
