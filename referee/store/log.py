"""The event log: one writer at a time, a connection for each thread that reads."""

import sqlite3
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any, Protocol

from sqlite_utils import Database as Database  # noqa: PLC0414 the desk names it too

from referee.store.place import NoDatabaseError
from referee.store.schema import (
    APPLICATION,
    PATIENCE_SECONDS,
    TABLES,
    VERSION,
    connected,
    maker_of,
    prepare,
    version_of,
)

MOST_WRITERS = 16
"""How many may wait to write at once: half of the server's threads, so that pages come while another program writes."""
SECONDS_FOR_A_PLACE = 1.0

EVENT_SCHEMA = 2
"""The shape in which events are written; a reader lifts older shapes, they are never rewritten."""

GAMES_AT_A_TIME = 100
"""How many logs are held in memory at once by whoever reads them all."""

EVENTS = """select game, seq, command, kind, schema, body, at, device, role, name
from events join writers on writers.id = events.writer """


class Lock(Protocol):
    """A lock that can be waited for."""

    def acquire(self, *, timeout: float) -> bool:
        """Take the lock, and say whether it was free in time."""

    def release(self) -> None:
        """Leave it to the next."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Writer:
    """Who wrote: the device, its role, and the name that was given."""

    device: str
    role: str
    name: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Stored:
    """An event as it lies in the log; ``command`` is hashed, ``body`` the event's JSON text, ``at`` in UTC."""

    game: str
    seq: int
    command: str
    kind: str
    schema: int
    body: str
    at: str
    writer: Writer


@dataclass(frozen=True, kw_only=True, slots=True)
class Store:
    """A database and its connections; all writing of this process goes through one lock."""

    path: Path
    lock: threading.RLock = field(default_factory=threading.RLock)
    places: threading.Semaphore = field(default_factory=lambda: threading.Semaphore(MOST_WRITERS))
    local: threading.local = field(default_factory=threading.local)
    open: list[Database] = field(default_factory=list)

    def database(self) -> Database:
        """Return this thread's own connection."""
        found: Database | None = getattr(self.local, "database", None)
        if found is None:
            found = connected(str(self.path))
            self.local.database = found
            self.open.append(found)
        return found

    @contextmanager
    def writing(self) -> Iterator[Database]:
        """Hold the only writing transaction; it is kept if the block ends well, else nothing of it is.

        The transaction is immediate, because one that starts by reading cannot wait for another writer. Who would
        have to wait too long is told so, like one who waits for another program: readers need the threads.
        """
        database = self.database()
        with waited_for(self.places, SECONDS_FOR_A_PLACE), waited_for(self.lock, PATIENCE_SECONDS):
            database.execute("begin immediate")
            try:
                yield database
                database.execute("commit")
            except BaseException:
                if database.conn.in_transaction:
                    database.execute("rollback")
                raise

    def check(self, patience: float) -> None:
        """Raise ``sqlite3.Error`` if nothing can be read or written now, after waiting so long for other programs.

        The version is written over itself and taken back: only that tells a file that may only be read.
        """
        database = self.database()
        with waited_for(self.lock, patience):
            database.execute(f"pragma busy_timeout = {round(patience * 1000)}")
            try:
                version = version_of(database)
                database.execute("begin immediate")
                database.execute(f"pragma user_version = {version}")
            finally:
                if database.conn.in_transaction:
                    database.execute("rollback")
                database.execute(f"pragma busy_timeout = {round(PATIENCE_SECONDS * 1000)}")

    def close(self) -> None:
        """Close every connection."""
        while self.open:
            self.open.pop().close()


@contextmanager
def waited_for(lock: Lock, seconds: float) -> Iterator[None]:
    """Hold a lock, or raise what SQLite raises if it does not become free in time."""
    if not lock.acquire(timeout=seconds):
        problem = sqlite3.OperationalError("the database is busy")
        problem.sqlite_errorcode = sqlite3.SQLITE_BUSY
        raise problem
    try:
        yield
    finally:
        lock.release()


def open_store(path: Path) -> Store:
    """Return the store in this file, with its tables made if the file is new or empty.

    Raise ``NoDatabaseError`` for a file that is no database, another program's, or a newer version's.
    """
    store = Store(path=path)
    try:
        with store.writing() as database:
            wrong = what_is_wrong(database)
            if not wrong and not database.table_names():
                prepare(database)
    except sqlite3.Error as problem:
        store.close()
        message = f"The database {path} cannot be opened ({problem})."
        raise NoDatabaseError(message) from problem
    if wrong:
        store.close()
        message = f"The database {path} {wrong}"
        raise NoDatabaseError(message)
    return store


def what_is_wrong(database: Database) -> str:
    """Return why a file is not taken for our score sheets, empty where it is ours or has nothing in it yet.

    The first databases of this program have no number of its own, so the tables tell them.
    """
    found, maker, tables = version_of(database), maker_of(database), set(database.table_names())
    if maker in (0, APPLICATION) and (tables >= TABLES if tables else found == 0):
        return "" if found in (0, VERSION) else "was made by a newer version of this program."
    return "belongs to another program, and is left as it is. Say where the score sheets lie with --db FILE."


def rows(database: Database, sql: str, values: tuple[object, ...] = ()) -> list[dict[str, Any]]:
    """Return what a query finds, all of it, so that no lock is kept."""
    return list(database.query(sql, values))


def stored_of(row: dict[str, Any]) -> Stored:
    """Return a row of the log as an event."""
    writer = Writer(device=row.pop("device"), role=row.pop("role"), name=row.pop("name"))
    return Stored(writer=writer, **row)


def events_of(database: Database, game: str, after: int = 0) -> tuple[Stored, ...]:
    """Return the events of a game with numbers above ``after``, in order."""
    return tuple(map(stored_of, rows(database, EVENTS + "where game = ? and seq > ? order by seq", (game, after))))


def logs_of(database: Database, games: Iterable[str]) -> Iterator[tuple[str, tuple[Stored, ...]]]:
    """Yield the events of each of these games, reading some games at a time, so that no lock is kept for long."""
    waiting = iter(games)
    while some := tuple(islice(waiting, GAMES_AT_A_TIME)):
        marks = ", ".join("?" * len(some))
        found: dict[str, list[Stored]] = {game: [] for game in some}
        for row in rows(database, EVENTS + f"where game in ({marks}) order by game, seq", some):
            found[row["game"]].append(stored_of(row))
        yield from ((game, tuple(events)) for game, events in found.items())


def event_at(database: Database, game: str, seq: int) -> Stored | None:
    """Return the event of a game with this number, or None."""
    found = rows(database, EVENTS + "where game = ? and seq = ?", (game, seq))
    return stored_of(found[0]) if found else None


def event_by_command(database: Database, command: str) -> Stored | None:
    """Return the event that this command made, if it made one."""
    found = rows(database, EVENTS + "where command = ?", (command,))
    return stored_of(found[0]) if found else None


def last_seq(database: Database, game: str) -> int:
    """Return the number of the game's last event, 0 if it has none."""
    return int(rows(database, "select coalesce(max(seq), 0) as seq from events where game = ?", (game,))[0]["seq"])


def append(database: Database, event: Stored) -> None:
    """Write an event; the caller holds the writing transaction."""
    writer = event.writer
    who = (writer.device, writer.role, writer.name)
    database.execute("insert or ignore into writers (device, role, name) values (?, ?, ?)", who)
    database.execute(
        """insert into events (game, seq, command, kind, schema, body, at, writer) values (?, ?, ?, ?, ?, ?, ?,
        (select id from writers where device = ? and role = ? and name = ?))""",
        (event.game, event.seq, event.command, event.kind, event.schema, event.body, event.at, *who),
    )
