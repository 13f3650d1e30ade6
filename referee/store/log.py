"""The event log: one writer at a time, a connection for each thread that reads."""

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sqlite_utils import Database as Database  # noqa: PLC0414 the desk names it too

from referee.store.place import NoDatabaseError
from referee.store.schema import VERSION, connected, prepare, version_of

EVENT_SCHEMA = 2
"""The shape in which events are written; a reader lifts older shapes, they are never rewritten."""

EVENTS = """select game, seq, command, kind, schema, body, at, device, role, name
from events join writers on writers.id = events.writer """


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

        The transaction is immediate, because one that starts by reading cannot wait for another writer.
        """
        database = self.database()
        with self.lock:
            database.execute("begin immediate")
            try:
                yield database
                database.execute("commit")
            except BaseException:
                if database.conn.in_transaction:
                    database.execute("rollback")
                raise

    def close(self) -> None:
        """Close every connection."""
        while self.open:
            self.open.pop().close()


def open_store(path: Path) -> Store:
    """Return the store in this file, with its tables made if the file is new or empty."""
    store = Store(path=path)
    try:
        with store.writing() as database:
            found = version_of(database)
            if found == 0 and not database.table_names():
                prepare(database)
    except sqlite3.Error as problem:
        store.close()
        message = f"The database {path} cannot be opened ({problem})."
        raise NoDatabaseError(message) from problem
    if found not in (0, VERSION):
        store.close()
        message = f"The database {path} was made by a newer version of this program."
        raise NoDatabaseError(message)
    return store


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
