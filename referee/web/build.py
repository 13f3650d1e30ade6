"""The name of the build: a hash of everything that a phone may hold, known before anything of it is made."""

from __future__ import annotations

import hashlib
import sys
from functools import cache
from typing import TYPE_CHECKING

from referee.paths import PACKAGE, data_dir

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from referee.core.text.library import Library

NAME_LENGTH = 12
DATA = ("static", "templates")
"""The folders beside the program that pages are made of; the library holds what was read of the others."""


def build_name(library: Library) -> str:
    """Return the name of the program with this library: another one as soon as any of its sources is another.

    It is worked out of the sources and not of what is made of them, because every answer carries it from the start.
    """
    digest = hashlib.sha256(sources_hash())
    digest.update(repr(library).encode())
    return f"referee-{digest.hexdigest()[:NAME_LENGTH]}"


@cache
def sources_hash() -> bytes:
    """Return the hash of the program's files, and of the Python that rewrites some of them for phones."""
    digest = hashlib.sha256(sys.version.encode())
    for name, file in sorted(sources()):
        digest.update(f"\n{name} {file.stat().st_size}\n".encode())
        digest.update(file.read_bytes())
    return digest.digest()


def sources() -> Iterator[tuple[str, Path]]:
    """Yield every file that the program is made of, with its path inside its folder."""
    yield from ((f"code/{file.relative_to(PACKAGE).as_posix()}", file) for file in PACKAGE.rglob("*.py"))
    for folder in DATA:
        files = (file for file in (data_dir() / folder).rglob("*") if file.is_file())
        yield from ((f"{folder}/{file.relative_to(data_dir() / folder).as_posix()}", file) for file in files)
