"""`referee serve --backup FOLDER`: copies of the score sheets that the running program makes by itself."""

from __future__ import annotations

import re
import sqlite3
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from referee.commands.repeating import repeated
from referee.files import put_down, settle
from referee.store.sqlite import SqliteStore, backup

if TYPE_CHECKING:
    from collections.abc import Iterable
    from contextlib import AbstractContextManager

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

    def running(self) -> AbstractContextManager[None]:
        """Make copies beside what is done meanwhile."""
        return repeated(self.copied_text, self.minutes * 60, at_end=True)

    def copied_text(self) -> str:
        """Make a copy if there is anything new; say why none could be made, for it is tried again."""
        try:
            self.copy_what_changed()
        except (OSError, sqlite3.Error) as problem:
            return f"No copy of the score sheets in {self.folder}: {problem}\n"
        return ""

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
        settle(self.folder)
        self.version = version
        for name in outdated(each.name for each in self.folder.iterdir()):
            (self.folder / name).unlink()
