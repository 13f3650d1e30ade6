"""The name of the build: a hash of everything that a phone may hold, known before anything of it is made."""

from __future__ import annotations

import hashlib
import sys
from functools import cache
from itertools import chain
from typing import TYPE_CHECKING

from referee.paths import PACKAGE, data_dir

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from referee.core.text.library import Library

NAME_LENGTH = 12
DATA = ("static", "templates")
"""The folders beside the program that pages are made of; the library holds what was read of the others."""
NOT_CODE = ("_data", "words")
"""The folders in the program's own that hold data: the library has read them, or they are named here."""
COMPILED = (".pyc", ".pyo")


def build_name(library: Library) -> str:
    """Return the name of the program with this library: another one as soon as any of its sources is another.

    It is worked out of the sources and not of what is made of them, because every answer carries it from the start.
    """
    digest = hashlib.sha256(sources_hash())
    digest.update(repr(library).encode())
    return f"referee-{digest.hexdigest()[:NAME_LENGTH]}"


@cache
def sources_hash() -> bytes:
    """Return the hash of everything that the program is made of."""
    return hash_of(files_in("code", PACKAGE), *(files_in(folder, data_dir() / folder) for folder in DATA))


@cache
def core_hash() -> bytes:
    """Return the hash of what a phone's program is made of: the core, and what rewrites it."""
    return hash_of(*(files_in(folder, PACKAGE / folder) for folder in ("core", "phone")))


def hash_of(*folders: Iterator[tuple[str, Path]]) -> bytes:
    """Return the hash of files, and of the Python that reads them, for it decides what is made of some."""
    digest = hashlib.sha256(sys.version.encode())
    for name, file in sorted(chain(*folders)):
        digest.update(f"\n{name} {file.stat().st_size}\n".encode())
        digest.update(file.read_bytes())
    return digest.digest()


def files_in(name: str, folder: Path) -> Iterator[tuple[str, Path]]:
    """Yield every file of a folder with its path, which is the same wherever the program is installed."""
    for file in folder.rglob("*"):
        inside = file.relative_to(folder)
        if inside.parts[0] not in NOT_CODE and file.suffix not in COMPILED and file.is_file():
            yield f"{name}/{inside.as_posix()}", file
