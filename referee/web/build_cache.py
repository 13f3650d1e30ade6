"""What takes seconds is made by a process of its own beside the server, which only reads it: also at the next start."""

from __future__ import annotations

import gc
import pickle
import subprocess
import sys
from contextlib import contextmanager, suppress
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from typing import TYPE_CHECKING

from referee.library import library_of
from referee.paths import PACKAGE, data_dir, rulesets_dir
from referee.rulebook import Shelf, shelf_in
from referee.texts.words import Library
from referee.web.assets import SMALL, packed
from referee.web.cache import EXTENSION, Cache, cache_in_use, hash_of, sources_hash
from referee.web.downloads import Download, made, making, read_from_cache
from referee.web.phone import files_packed

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from flask import Flask


Read = tuple[Shelf, Library]
"""The files of rulesets, and what the program answers from."""
_KIND = "library"
_BUILD_PROCESS = "from referee.web.build_process import main; main()"
"""The program of the other process."""


def read_library(folders: Sequence[Path], cache: Cache) -> Read:
    """Return the shipped rulesets and those in folders as an earlier start read them: in a tenth of the time.

    Raise ``RulebookError`` or ``CatalogueError`` if any of them is wrong.
    """
    kept = cache.found(_KIND, source_of(folders))
    return read_anew(folders) if kept is None else _read_again(kept)


def read_anew(folders: Sequence[Path]) -> Read:
    """Return the same from the files. Without looking for garbage this takes a sixth less: there is none."""
    with _no_garbage():
        shelf = shelf_in((rulesets_dir(), *folders))
        return shelf, library_of(shelf)


def _read_again(kept: bytes) -> Read:
    """Return what was kept, by this very program in a folder that is its user's alone."""
    with _no_garbage():
        return pickle.loads(kept)  # type: ignore[no-any-return] # noqa: S301


def keep_library(read: Read, folders: Sequence[Path], cache: Cache) -> None:
    """Keep what was read for the next start."""
    if not cache.has(_KIND, source_of(folders)):
        cache.keep(_KIND, source_of(folders), pickle.dumps(read))


@contextmanager
def _no_garbage() -> Iterator[None]:
    """Look for no garbage meanwhile."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def source_of(folders: Sequence[Path]) -> bytes:
    """Return the hash of all that a library is read from, where it lies, and of the program that reads it."""
    places = [folder.resolve() for folder in (rulesets_dir(), *folders)]
    files = (file for folder in places for file in folder.glob("*.toml"))
    return sources_hash() + hash_of((file.name, file) for file in files) + repr(places).encode()


def contents(made_before: Mapping[str, Download]) -> Iterator[tuple[bytes, str]]:
    """Yield all that phones fetch packed, each with its hash."""
    return chain(((each.content, each.digest) for each in made_before.values()), files_packed(data_dir() / "static"))


def is_made(folders: Sequence[Path]) -> bool:
    """Say whether an earlier start has left everything."""
    found, cache = making().downloads, cache_in_use()
    packed_before = (cache.has(coding, content) for content, _ in contents(found) for coding in SMALL)
    return bool(found) and cache.has(_KIND, source_of(folders)) and all(packed_before)


def make_in_process(place: Path, folders: Sequence[Path]) -> None:
    """Let another process make it while nobody else wants the machine; what it cannot do is done here."""
    order = [sys.executable, "-c", _BUILD_PROCESS, str(place), *(str(folder.resolve()) for folder in folders)]
    quiet = subprocess.DEVNULL
    with suppress(OSError):
        subprocess.run(order, stdin=quiet, stdout=quiet, stderr=quiet, check=False, cwd=PACKAGE.parent)  # noqa: S603 our own


def make_in_background(app: Flask, folders: Sequence[Path]) -> None:
    """Make it while the server answers already; what an earlier start has made is read before anybody has to wait."""

    def work() -> None:
        with app.test_request_context("/"), _folder_in_use(app) as place:
            if not is_made(folders):
                make_in_process(place, folders)
            for content, digest in contents(made(making())):
                for coding in SMALL:
                    packed(content, digest, coding)

    with app.app_context():
        read_from_cache()
        maker = making().maker = Thread(target=work, name="making", daemon=True)
        maker.start()


@contextmanager
def _folder_in_use(app: Flask) -> Iterator[Path]:
    """Give the folder of the cache, or one for this start alone where there is none."""
    folder = cache_in_use().folder
    if folder is not None:
        yield folder
        return
    with TemporaryDirectory() as place:
        app.extensions[EXTENSION] = Cache(folder=Path(place))
        yield Path(place)
        app.extensions[EXTENSION] = Cache(folder=None)
