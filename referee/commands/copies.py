"""`referee export`, `restore`, `backup` and `link`, and the copies that a running server makes by itself."""

from __future__ import annotations

import filecmp
import re
import secrets
import sqlite3
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from referee.database import DatabaseDesk
from referee.desk import By, Refused, game_at
from referee.desk_event.links import make_link
from referee.desk_event.opened import EventDesk, EventOrder, open_events
from referee.desk_event.rights import Right
from referee.paths import flush_file, flush_folder
from referee.records import dataclass
from referee.store.sqlite import RestoreError, SqliteStore, backup, exported, restore
from referee.tournament.events import Role

if TYPE_CHECKING:
    from collections.abc import Iterable
    from contextlib import AbstractContextManager


OPERATOR = Right(role=Role.ORGANISER)
_COMMAND_BYTES = 16


def events_of(desk: DatabaseDesk) -> EventDesk:
    """Return the desk of the events in a database."""
    return open_events(desk, desk.store)


def event_at(desk: DatabaseDesk, address: str) -> str | None:
    """Return the event of an address, or with this id; None if there is none."""
    return next((part for part in address.split("/") if desk.store.tournament_row(part) is not None), None)


def no_event(desk: DatabaseDesk, wanted: str) -> str:
    """Return that there is no such event, and which there are."""
    known = "".join(f"\n  {row.id}  {row.name}" for row in desk.store.tournaments())
    return f"There is no event {wanted}.{f' There are:{known}' if known else ''}"


def operators_order(event: str) -> EventOrder:
    """Return a new order of whoever runs a command."""
    by = By(device="", role=OPERATOR.role, name="")
    return EventOrder(command=secrets.token_hex(_COMMAND_BYTES), by=by, tournament=event, right=OPERATOR)


def _organisers_link(desk: DatabaseDesk, event: str) -> str:
    """Make a link for an organiser and return its path, which is told nowhere else; raise ``ValueError`` if refused."""
    match make_link(events_of(desk), operators_order(event), Role.ORGANISER):
        case Refused(problems=problems):
            raise ValueError(", ".join(problem.code for problem in problems))
        case token:
            return f"/in/{token}"


def link_event(desk: DatabaseDesk, wanted: str, address: str, *, revoke: bool) -> int:
    """Print a new link for an organiser of an event; return the exit code."""
    if revoke:
        sys.stderr.write("--revoke is for the links that edit rules; those of an event are revoked on its pages.\n")
        return 2
    event = event_at(desk, wanted)
    if event is None:
        return failed(no_event(desk, wanted))
    try:
        sys.stdout.write(f"{address.rstrip('/')}{_organisers_link(desk, event)}\n")
    except (sqlite3.Error, ValueError) as problem:
        sys.stderr.write(f"No link was made ({problem}).\n")
        return 1
    return 0


_UNCHECKED = (
    "{file} comes from an earlier version, which does not say where an export ends: "
    "nobody can tell whether it is whole.\n"
)


def export_games(desk: DatabaseDesk, wanted: str | None) -> int:
    """Write one game, one event with its games, or everything, to the standard output; return the exit code."""
    event = None if wanted is None else event_at(desk, wanted)
    game = None if wanted is None or event is not None else game_at(desk, wanted)
    if wanted is not None and game is None and event is None:
        return failed(f"There is no game {wanted}.")
    try:
        for line in exported(desk.store, None if game is None else (game,), event):
            sys.stdout.buffer.write(line.encode("utf-8") + b"\n")
        sys.stdout.flush()
    except (sqlite3.Error, OSError, ValueError, LookupError) as problem:
        return failed(f"The export is not whole: {problem}. `referee audit` says what is damaged.")
    return 0


_NEW_CARDS = """{name}: links are not part of an export. Make new ones for referees, and new cards for tables; the link
of an organiser is from now on {link}
"""


def restore_games(desk: DatabaseDesk, file: Path) -> int:
    """Enter an export, and make a link for the organiser of each event that was not there; return the exit code."""
    known = {row.id for row in desk.store.tournaments()}
    try:
        with file.open(encoding="utf-8") as lines:
            count = restore(desk.store, lines, lambda: sys.stderr.write(_UNCHECKED.format(file=file)))
    except (OSError, UnicodeDecodeError) as problem:
        return failed(f"{file} cannot be read ({problem}).")
    except (RestoreError, sqlite3.Error) as problem:
        return failed(f"Nothing was restored: {problem}.")
    sys.stdout.write(f"{count} events restored to {desk.path}\n")
    for row in desk.store.tournaments():
        if row.id not in known:
            sys.stdout.write(_NEW_CARDS.format(name=row.name, link=_organisers_link(desk, row.id)))
    return 0


def backup_all(desk: DatabaseDesk, file: Path) -> int:
    """Copy the database; return the exit code."""
    try:
        backup(desk.store, file)
    except FileExistsError:
        return failed(f"{file} is there already.")
    except sqlite3.Error as problem:
        return failed(f"{file} cannot be written ({problem}).")
    sys.stdout.write(f"{desk.path} copied to {file}\n")
    return 0


def failed(message: str) -> int:
    """Say why a command did nothing; return the exit code."""
    sys.stderr.write(f"{message}\n")
    return 1


_NEWEST = 24
DAYS = 30
_COPY = re.compile(r"referee-(\d{8})-\d{6}\.db", re.ASCII)
_UNFINISHED = ".unfinished-copy.db"


def outdated(names: Iterable[str]) -> frozenset[str]:
    """Return the copies that need not stay: all but the newest ones, and of earlier days the last of each."""
    copies = sorted(name for name in names if _COPY.fullmatch(name))
    last_of_day = {name.split("-")[1]: name for name in copies}
    kept = {*copies[-_NEWEST:], *(last_of_day[day] for day in sorted(last_of_day)[-DAYS:])}
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
        """Copy the database unless it is as it was, also at an earlier start; what is no longer needed goes."""
        version = int(self.store.database().execute("pragma data_version").fetchone()[0])
        if version == self.version:
            return
        unfinished = self.folder / _UNFINISHED
        unfinished.unlink(missing_ok=True)
        backup(self.store, unfinished)
        if self._has_already(unfinished):
            unfinished.unlink()
        else:
            self._keep(unfinished)
        self.version = version

    def _has_already(self, copy: Path) -> bool:
        """Say whether the newest copy is the same: a service that fails and is started again pushes out no other."""
        newest = max(filter(_COPY.fullmatch, self._names()), default=None)
        return newest is not None and filecmp.cmp(copy, self.folder / newest, shallow=False)

    def _keep(self, copy: Path) -> None:
        flush_file(copy)
        copy.replace(self.folder / f"referee-{datetime.now(UTC):%Y%m%d-%H%M%S}.db")
        flush_folder(self.folder)
        for name in outdated(self._names()):
            (self.folder / name).unlink()

    def _names(self) -> tuple[str, ...]:
        return tuple(each.name for each in self.folder.iterdir())


@contextmanager
def repeated(work: Callable[[], str], seconds: float, *, at_end: bool = False) -> Iterator[None]:
    """Do some work at once and every so many seconds while the block runs, and once more ``at_end`` where asked for.

    What the work returns is told on the standard error, if that takes anything; it has to deal with its own troubles.
    """
    over = threading.Event()

    def work_on() -> None:
        _tell(work())
        while not over.wait(seconds):
            _tell(work())
        if at_end:
            _tell(work())

    thread = threading.Thread(target=work_on)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def _tell(text: str) -> None:
    """Write what was done; a service may have nowhere to write."""
    with suppress(OSError, ValueError):
        sys.stderr.write(text)
