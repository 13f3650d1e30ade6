"""A folder of published files: only what changed is written, each file whole or not at all, and what is gone goes."""

from __future__ import annotations

import json
import os
from contextlib import contextmanager
from dataclasses import field
from pathlib import Path
from typing import TYPE_CHECKING

from referee.records import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

try:
    import fcntl
except ImportError:
    fcntl = None  # type: ignore[assignment] # Windows begins no task again while its last run goes on

KNOWN = "published.json"
"""The file that says what was written, and from what; a folder with other things has none."""
_UNFINISHED = ".new-"


class PublishError(Exception):
    """Nothing more was published; the message says why, and what to do."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Written:
    """A file that was written: what tells its content from a later one, its size, and the files that it leads to."""

    version: str
    size: int
    links: tuple[str, ...]


@dataclass(kw_only=True, slots=True)
class Folder:
    """What lies in a folder: ``before`` this run, and ``now`` as far as it has come; ``changed`` files were written.

    ``possible`` are all that may come: a run that is killed leaves none of which the next one does not know.
    """

    path: Path
    event: str
    before: dict[str, Written]
    possible: tuple[str, ...] = ()
    now: dict[str, Written] = field(default_factory=dict)
    changed: int = 0

    def stands(self, name: str, version: str) -> bool:
        """Say whether a file is there as this version of it was written, and take it over then."""
        known = self.before.get(name)
        file = self.path / name
        if known is None or known.version != version or not file.is_file() or file.stat().st_size != known.size:
            return False
        self.now[name] = known
        return True

    def put(self, name: str, version: str, content: bytes, links: Iterable[str]) -> None:
        """Write a file unless it is there with this content; all that may be written is known before the first is."""
        file = self.path / name
        if not (name in self.before and file.is_file() and file.read_bytes() == content):
            if not self.changed:
                unknown = {each: Written(version="", size=-1, links=()) for each in (*self.possible, name)}
                self.note(unknown | self.before)
            self.changed += 1
            _replace_whole(file, content)
        self.now[name] = Written(version=version, size=len(content), links=tuple(links))

    def end(self) -> int:
        """Remove what was not put or taken over in this run; return how many files went."""
        gone = [name for name in self.before if name not in self.now]
        removed = [name for name in gone if self.remove(name)]
        if self.now != self.before:
            self.note(self.now)
        return len(removed)

    def remove(self, name: str) -> bool:
        """Remove a file, and its folders where they are empty then; return whether it was there."""
        file = self.path / name
        if not file.resolve().is_relative_to(self.path.resolve()) or not file.is_file():
            return False
        file.unlink()
        for each in file.relative_to(self.path).parents:
            if each != Path() and not any((self.path / each).iterdir()):
                (self.path / each).rmdir()
        return True

    def note(self, files: dict[str, Written]) -> None:
        """Write down what lies here."""
        plain = {name: (each.version, each.size, each.links) for name, each in sorted(files.items())}
        text = json.dumps({"event": self.event, "files": plain}, separators=(",", ":"))
        _replace_whole(self.path / KNOWN, text.encode())


def _replace_whole(file: Path, content: bytes) -> None:
    """Put a file into its place whole, to be read by whoever the system lets read new files."""
    file.parent.mkdir(parents=True, exist_ok=True)
    new = file.with_name(_UNFINISHED + file.name)
    new.write_bytes(content)
    new.replace(file)


@contextmanager
def opened(path: Path, event: str) -> Iterator[Folder]:
    """Hold the folder of an event, which is made where it is missing; raise ``PublishError`` if it is for other things.

    Of two runs at once the slower one would put back what the other has written, so that it waits for the next time.
    """
    try:
        path.mkdir(parents=True, exist_ok=True)
        with held(path):
            yield Folder(path=path, event=event, before=_known_in(path, event))
    except OSError as problem:
        message = f"{path}: {problem.strerror or problem}."
        raise PublishError(message) from problem


@contextmanager
def held(path: Path) -> Iterator[None]:
    """Let no other run write into a folder."""
    if fcntl is None:
        yield
        return
    handle = os.open(path, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    except BlockingIOError:
        message = f"{path}: another run is still writing there."
        raise PublishError(message) from None
    finally:
        os.close(handle)


def _known_in(path: Path, event: str) -> dict[str, Written]:
    """Return what earlier runs wrote into a folder; raise ``PublishError`` if others did."""
    if not (path / KNOWN).exists():
        if any(path.iterdir()):
            message = f"{path} holds other things. Name an empty folder, or a new one."
            raise PublishError(message)
        return {}
    try:
        noted = json.loads((path / KNOWN).read_bytes())
        found = {name: Written(version=of[0], size=of[1], links=tuple(of[2])) for name, of in noted["files"].items()}
        whose = str(noted["event"])
    except (ValueError, LookupError, TypeError, AttributeError):
        message = f"{path / KNOWN} is broken. Empty the folder, and everything is written anew."
        raise PublishError(message) from None
    if whose != event:
        message = f"{path} holds the pages of another event ({whose}). Name another folder."
        raise PublishError(message)
    return found
