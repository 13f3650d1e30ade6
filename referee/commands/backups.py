"""`referee serve --backup FOLDER`: copies of the score sheets that the running program makes by itself."""

from __future__ import annotations

import contextlib
import os
import re
import sqlite3
import sys
import threading
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from referee.store.sqlite import SqliteStore, backup

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

NEWEST = 24
DAYS = 30
COPY = re.compile(r"referee-(\d{8})-\d{6}\.db", re.ASCII)
UNFINISHED = ".unfinished-copy.db"


def outdated(names: Iterable[str]) -> frozenset[str]:
    """Return the copies that need not stay: all but the newest ones, and of earlier days the last of each."""
    copies = sorted(name for name in names if COPY.fullmatch(name))
    last_of_day = {name.split("-")[1]: name for name in copies}
    kept = {*copies[-NEWEST:], *(last_of_day[day] for day in sorted(last_of_day)[-DAYS:])}
    return frozenset(copies) - kept


@dataclass(kw_only=True, slots=True)
class Backups:
    """Copies a database into a folder whenever it has changed for some minutes, and once more at the end."""

    store: SqliteStore
    folder: Path
    minutes: float
    version: int = -1
    """What SQLite counted when the last copy was made."""
    ending: threading.Event = field(default_factory=threading.Event)

    @contextlib.contextmanager
    def running(self) -> Iterator[None]:
        """Make copies beside what is done meanwhile."""
        thread = threading.Thread(target=self.keep_copying, name="backup", daemon=True)
        thread.start()
        try:
            yield
        finally:
            self.ending.set()
            thread.join()

    def keep_copying(self) -> None:
        """Make a copy now and then; one that cannot be made is told, and tried again."""
        is_last = False
        while True:
            try:
                self.copy_what_changed()
            except (OSError, sqlite3.Error) as problem:
                sys.stderr.write(f"No copy of the score sheets in {self.folder}: {problem}\n")
            if is_last:
                return
            is_last = self.ending.wait(self.minutes * 60)

    def copy_what_changed(self) -> None:
        """Copy the database unless it is as it was; what is no longer needed goes."""
        version = int(self.store.database().execute("pragma data_version").fetchone()[0])
        if version == self.version:
            return
        unfinished = self.folder / UNFINISHED
        unfinished.unlink(missing_ok=True)
        backup(self.store, unfinished)
        put_down(unfinished)
        unfinished.replace(self.folder / f"referee-{datetime.now(UTC):%Y%m%d-%H%M%S}.db")
        self.version = version
        for name in outdated(each.name for each in self.folder.iterdir()):
            (self.folder / name).unlink()


def put_down(file: Path) -> None:
    """Wait until a file is on the disk."""
    with file.open("rb+") as written:
        os.fsync(written.fileno())
