"""What costs seconds to make, kept in a folder of the user's for the next start under the name of the build."""

from __future__ import annotations

import contextlib
import hashlib
import os
import stat
import sys
import tempfile
import time
from functools import cache
from importlib.metadata import version
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, cast

from flask import current_app, has_app_context
from jinja2.bccache import BytecodeCache

from referee.paths import PACKAGE, data_dir
from referee.records import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from flask import Flask
    from jinja2.bccache import Bucket

    from referee.rulebook import Shelf
    from referee.texts.words import Library


_NAME_LENGTH = 8
_DATA = ("static", "templates")
"""The folders beside the program that pages are made of; the library holds what was read of the others."""
_NOT_CODE = ("_data",)
"""The folder in the program's own that holds those of an installed one."""
_COMPILED = (".pyc", ".pyo")


def build_name(library: Library, shelf: Shelf | None = None) -> str:
    """Return the name of the program with this library: another one as soon as any of its sources is another.

    It is worked out of the sources and not of what is made of them, because every answer carries it from the start.
    To hash the files of a shelf takes 1 ms; a library that came from elsewhere takes 80.
    """
    digest = hashlib.sha256(sources_hash())
    digest.update(repr(library).encode() if shelf is None else hash_of(_files_of(shelf)))
    return f"referee-{digest.hexdigest()[:_NAME_LENGTH]}"


def _files_of(shelf: Shelf) -> Iterator[tuple[str, Path]]:
    return ((document.id, Path(document.file)) for document in shelf.documents.values())


@cache
def sources_hash() -> bytes:
    """Return the hash of everything that the program is made of."""
    return hash_of(_files_in("code", PACKAGE), *(_files_in(folder, data_dir() / folder) for folder in _DATA))


@cache
def program_hash() -> bytes:
    """Return the hash of what a phone's program is made of: code and templates."""
    return hash_of(_files_in("code", PACKAGE), _files_in("templates", data_dir() / "templates"))


def hash_of(*folders: Iterator[tuple[str, Path]]) -> bytes:
    """Return the hash of files, and of the Python that reads them, for it decides what is made of some."""
    digest = hashlib.sha256(sys.version.encode())
    for name, file in sorted(chain(*folders)):
        digest.update(f"\n{name} {file.stat().st_size}\n".encode())
        digest.update(file.read_bytes())
    return digest.digest()


def _files_in(name: str, folder: Path) -> Iterator[tuple[str, Path]]:
    """Yield every file of a folder with its path, which is the same wherever the program is installed."""
    for file in folder.rglob("*"):
        inside = file.relative_to(folder)
        if inside.parts[0] not in _NOT_CODE and file.suffix not in _COMPILED and file.is_file():
            yield f"{name}/{inside.as_posix()}", file


EXTENSION = "cache"
_JINJA = version("jinja2")
_OWNER_ONLY = 0o700
_OTHERS_MAY_WRITE = stat.S_IWGRP | stat.S_IWOTH
_HASH_BYTES = hashlib.sha256().digest_size
_KEPT_SECONDS = 30 * 24 * 60 * 60
"""How long a file is kept that no start has used."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Cache:
    """A folder of files that each begin with the hash of their content; nothing is kept where there is no folder."""

    folder: Path | None

    def kept(self, kind: str, source: bytes, make: Callable[[], bytes]) -> bytes:
        """Return what is made of a source, read where an earlier start left it, else made and left for the next."""
        content = self.found(kind, source)
        if content is None:
            content = make()
            self.keep(kind, source, content)
        return content

    def found(self, kind: str, source: bytes) -> bytes | None:
        """Return what an earlier start made of a source, None if nothing is there."""
        return None if self.folder is None else _read_whole(self.folder / name_of(kind, source))

    def has(self, kind: str, source: bytes) -> bool:
        """Say whether an earlier start has made something of a source; it may be spoilt."""
        return self.folder is not None and (self.folder / name_of(kind, source)).exists()

    def keep(self, kind: str, source: bytes, content: bytes) -> None:
        """Leave what was made of a source for the next start."""
        if self.folder is not None:
            _write_whole(self.folder / name_of(kind, source), content)

    def tidy(self) -> None:
        """Throw away what no start has used for a long time."""
        oldest = time.time() - _KEPT_SECONDS
        with contextlib.suppress(OSError):
            for file in self.folder.iterdir() if self.folder is not None else ():
                if file.stat().st_mtime < oldest:
                    file.unlink()


def name_of(kind: str, source: bytes) -> str:
    """Return the name of the file that holds what is made of a source."""
    return f"{kind}-{hashlib.sha256(source).hexdigest()}"


def cache_at(folder: Path | None) -> Cache:
    """Return the cache in a folder that only its owner can write to; the folder is made if it is missing."""
    if folder is None:
        return Cache(folder=None)
    try:
        folder.mkdir(mode=_OWNER_ONLY, parents=True, exist_ok=True)
        return Cache(folder=folder if _is_own(folder.stat()) else None)
    except OSError:
        return Cache(folder=None)


def _is_own(found: os.stat_result) -> bool:
    """Say whether nobody else can have put anything into a folder: phones run what comes out of it."""
    if not hasattr(os, "getuid"):
        return True
    return found.st_uid == os.getuid() and not found.st_mode & _OTHERS_MAY_WRITE


def _read_whole(file: Path) -> bytes | None:
    """Return the content of a file, None if it is not there or not as it was written."""
    try:
        found = file.read_bytes()
        content = found[_HASH_BYTES:]
        if hashlib.sha256(content).digest() != found[:_HASH_BYTES]:
            return None
        os.utime(file)
    except OSError:
        return None
    return content


def _write_whole(file: Path, content: bytes) -> None:
    """Put a file into its place whole or not at all; one that cannot be written only costs time at the next start."""
    with contextlib.suppress(OSError):
        handle, name = tempfile.mkstemp(dir=file.parent, prefix="new-")
        try:
            with os.fdopen(handle, "wb") as new:
                new.write(hashlib.sha256(content).digest() + content)
            Path(name).replace(file)
        except OSError:
            Path(name).unlink(missing_ok=True)


class CompiledTemplates(BytecodeCache):
    """Templates as an earlier start compiled them: the first pages after a start wait for nothing else."""

    def __init__(self, cache: Cache) -> None:
        """Keep them in this cache."""
        self.cache = cache

    def load_bytecode(self, bucket: Bucket) -> None:
        """Take what was compiled out of the same source by the same Jinja."""
        found = self.cache.found("template", _source_of(bucket))
        if found is not None:
            bucket.bytecode_from_string(found)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep what was compiled."""
        self.cache.keep("template", _source_of(bucket), bucket.bytecode_to_string())


def _source_of(bucket: Bucket) -> bytes:
    """Return what names a compiled template: Jinja's version, its file and the hash of its text."""
    return f"{_JINJA} {bucket.key} {bucket.checksum}".encode()


def cache_in_use() -> Cache:
    """Return the cache of the running application."""
    return cast("Cache", current_app.extensions[EXTENSION]) if has_app_context() else Cache(folder=None)


def install(app: Flask, folder: Path | None) -> None:
    """Let the application keep what it makes in this folder."""
    found = cache_at(folder)
    app.extensions[EXTENSION] = found
    app.jinja_env.bytecode_cache = CompiledTemplates(found)
