"""The connections to a database, one writer at a time, and its two logs, those of games and of events."""

import sqlite3
import threading
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import field
from itertools import islice
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

from sqlite_utils import Database

from referee.records import dataclass
from referee.store.port import Stored, Writer
from referee.store.sqlite.schema import emptied, filled, joined, parted, version_of
from referee.store.tournaments import StoredTournamentEvent

WAL_IS_SAFE_FROM = (3, 51, 3)
"""Before this version two connections that write a write-ahead log at once may corrupt the file."""

_PATIENCE_SECONDS = 10.0
_PAGE_BYTES = 8192
"""A hand of the log takes some 1,200 bytes, of which pages of 4,096 would put each on a page of its own.

200,000 entries with 40,000 hands: 130 MB, 247 MB in smaller pages. An older file keeps its own until it is scrubbed.
"""


class SharedDatabase(Database):
    """A connection to a file into which its process does not look while one of its threads writes there.

    SQLite would let who looks then sleep, each time longer: at 25 hands a second pages came seconds late.
    """

    def __init__(self, connection: sqlite3.Connection, file: threading.Lock) -> None:
        super().__init__(connection)
        self.file = file

    def query(
        self, sql: str, params: Sequence[Any] | dict[str, Any] | None = None
    ) -> Generator[dict[Any, Any], None, None]:
        """Yield what a query finds; it is read as a whole, so that nobody waits for whoever does not read on."""
        with nullcontext() if self.conn.in_transaction else _held_soon(self.file):
            found = list(super().query(sql, params))
        yield from found


def _connected(path: str, file: threading.Lock) -> SharedDatabase:
    """Return a connection that begins no transaction by itself and loses nothing when the power goes."""
    connection = sqlite3.connect(path, timeout=_PATIENCE_SECONDS, isolation_level=None, check_same_thread=False)
    database = SharedDatabase(connection, file)
    database.execute(f"pragma page_size = {_PAGE_BYTES}")
    mode = "wal" if sqlite3.sqlite_version_info >= WAL_IS_SAFE_FROM else "delete"
    database.execute(f"pragma journal_mode = {mode}")
    database.execute("pragma synchronous = full")
    database.execute("pragma cache_spill = off")  # nothing comes into the file, and bars it, before the commit
    database.execute("pragma foreign_keys = on")
    database.execute("pragma secure_delete = on")
    return database


_SECONDS_FOR_THE_FILE = 1.0


@contextmanager
def _held_soon(lock: threading.Lock) -> Iterator[None]:
    """Hold a lock once it is free, but go on without it after a while: another program may bar the file for long."""
    is_held = lock.acquire(timeout=_SECONDS_FOR_THE_FILE)
    try:
        yield
    finally:
        if is_held:
            lock.release()


def rows(database: Database, sql: str, values: tuple[object, ...] = ()) -> list[dict[str, Any]]:
    """Return what a query finds, all of it, so that no lock is kept."""
    return list(database.query(sql, values))


_MOST_WRITERS = 16
"""How many may wait to write at once: half of the server's threads, so that pages come while another program writes."""
_SECONDS_FOR_A_PLACE = 1.0


class Lock(Protocol):
    """A lock that can be waited for."""

    def acquire(self, *, timeout: float) -> bool:
        """Take the lock, and say whether it was free in time."""

    def release(self) -> None:
        """Leave it to the next."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Connections:
    """A database and its connections; all writing of this process goes through one lock.

    ``file`` is held while something is read, and while what was written comes into the file.
    """

    path: Path
    lock: threading.RLock = field(default_factory=threading.RLock)
    file: threading.Lock = field(default_factory=threading.Lock)
    places: threading.Semaphore = field(default_factory=lambda: threading.Semaphore(_MOST_WRITERS))
    local: threading.local = field(default_factory=threading.local)
    open: list[Database] = field(default_factory=list)

    def database(self) -> Database:
        """Return this thread's own connection."""
        found: Database | None = getattr(self.local, "database", None)
        if found is None:
            found = _connected(str(self.path), self.file)
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
        with _waited_for(self.places, _SECONDS_FOR_A_PLACE), _waited_for(self.lock, _PATIENCE_SECONDS):
            database.execute("begin immediate")
            try:
                yield database
                with _held_soon(self.file):
                    database.execute("commit")
            except BaseException:
                if database.conn.in_transaction:
                    database.execute("rollback")
                raise

    def rows(self, sql: str, *values: object) -> list[dict[str, Any]]:
        """Return what a query finds."""
        return rows(self.database(), sql, values)

    def check(self, patience: float) -> None:
        """Raise ``sqlite3.Error`` if nothing can be read or written now, after waiting so long for other programs.

        The version is written over itself and taken back: only that tells a file that may only be read.
        """
        database = self.database()
        with _waited_for(self.lock, patience):
            database.execute(f"pragma busy_timeout = {round(patience * 1000)}")
            try:
                version = version_of(database)
                database.execute("begin immediate")
                database.execute(f"pragma user_version = {version}")
            finally:
                if database.conn.in_transaction:
                    database.execute("rollback")
                database.execute(f"pragma busy_timeout = {round(_PATIENCE_SECONDS * 1000)}")

    def scrub(self) -> None:
        """Write the file anew, so that nothing overwritten stands in it; raise ``sqlite3.Error`` if it is busy.

        SQLite overwrites what it frees, but where it moved rows within the file older copies of them may be left.
        """
        database = self.database()
        with _waited_for(self.lock, _PATIENCE_SECONDS):
            database.execute("vacuum")
            is_busy, *_ = database.execute("pragma wal_checkpoint(truncate)").fetchone()
        if is_busy:
            raise _busy()

    def leave(self) -> None:
        """Close this thread's own connection, before the thread ends."""
        found: Database | None = getattr(self.local, "database", None)
        if found is not None:
            self.open.remove(found)
            found.close()
            del self.local.database

    def close(self) -> None:
        """Close every connection."""
        while self.open:
            self.open.pop().close()


def _busy() -> sqlite3.OperationalError:
    """Return what SQLite raises where another has the database for too long."""
    problem = sqlite3.OperationalError("the database is busy")
    problem.sqlite_errorcode = sqlite3.SQLITE_BUSY
    return problem


@contextmanager
def _waited_for(lock: Lock, seconds: float) -> Iterator[None]:
    """Hold a lock, or raise what SQLite raises if it does not become free in time."""
    if not lock.acquire(timeout=seconds):
        raise _busy()
    try:
        yield
    finally:
        lock.release()


_LOGS_AT_A_TIME = 100
"""How many logs are held in memory at once by whoever reads them all."""
_EVENTS = """select events.{owner}, events.seq, command, kind, schema, body, text, at, device, role, name, link
from {prefix}events as events join {prefix}writers as writers on writers.id = events.writer
left join {prefix}texts as texts using ({owner}, seq) """
_LAST = "select coalesce(max(seq), 0) as seq from {prefix}events where {owner} = ?"
_KNOWN = """select min(id) as id from {prefix}writers
where {owner} = ? and device = ? and role = ? and name = ? and link = ?"""
_NEW_WRITER = "insert into {prefix}writers ({owner}, device, role, name, link) values (?, ?, ?, ?, ?) returning id"
_NEW_EVENT = """insert into {prefix}events ({owner}, seq, command, kind, schema, body, at, writer)
values (?, ?, ?, ?, ?, ?, ?, ?)"""
_NEW_TEXT = "insert into {prefix}texts ({owner}, seq, text) values (?, ?, ?)"

Entry = TypeVar("Entry", Stored, StoredTournamentEvent)


@dataclass(frozen=True, kw_only=True, slots=True)
class Log(Generic[Entry]):
    """A log: ``owner`` is the column that says whose entry it is, ``prefix`` begins the names of its tables.

    ``parted`` takes what a person typed out of an entry's JSON, ``joined`` puts it back.
    """

    owner: str
    prefix: str
    made: Callable[..., Entry]
    parted: Callable[[str, str], tuple[str, str | None]]
    joined: Callable[[str, str | None], str]

    def sql(self, statement: str) -> str:
        """Return a statement about the tables of this log."""
        return statement.format(owner=self.owner, prefix=self.prefix)

    def owner_of(self, entry: Entry) -> str:
        """Return the id of the game or the event whose entry it is."""
        return str(getattr(entry, self.owner))

    def found(self, database: Database, condition: str, *values: object) -> tuple[Entry, ...]:
        """Return the entries for which a condition holds, with the texts that stand beside them."""
        return tuple(map(self.entry_of, rows(database, self.sql(_EVENTS + condition), values)))

    def entry_of(self, row: dict[str, Any]) -> Entry:
        """Return a row of the log as an entry."""
        writer = Writer(**{name: row.pop(name) for name in ("device", "role", "name", "link")})
        body = self.joined(row.pop("body"), row.pop("text"))
        return self.made(writer=writer, body=body, **row)

    def after(self, database: Database, owner: str, seq: int) -> tuple[Entry, ...]:
        """Return the entries of one owner with numbers above ``seq``, in order."""
        return self.found(database, "where events.{owner} = ? and events.seq > ? order by events.seq", owner, seq)

    def by_command(self, database: Database, command: str) -> Entry | None:
        """Return the entry that a hashed command made, or None."""
        return next(iter(self.found(database, "where command = ?", command)), None)

    def at(self, database: Database, owner: str, seq: int) -> Entry | None:
        """Return the entry with this number, or None."""
        return next(iter(self.found(database, "where events.{owner} = ? and events.seq = ?", owner, seq)), None)

    def last_seq(self, database: Database, owner: str) -> int:
        """Return the number of the last entry, 0 if there is none."""
        return int(rows(database, self.sql(_LAST), (owner,))[0]["seq"])

    def each(self, database: Database, owners: Iterable[str]) -> Iterator[tuple[str, tuple[Entry, ...]]]:
        """Yield the entries of each owner, reading some logs at a time, so that no lock is kept for long."""
        waiting = iter(owners)
        while some := tuple(islice(waiting, _LOGS_AT_A_TIME)):
            marks = ", ".join("?" * len(some))
            entries: dict[str, list[Entry]] = {owner: [] for owner in some}
            condition = f"where events.{self.owner} in ({marks}) order by events.{self.owner}, events.seq"
            for entry in self.found(database, condition, *some):
                entries[self.owner_of(entry)].append(entry)
            yield from ((owner, tuple(those)) for owner, those in entries.items())

    def append(self, database: Database, entry: Entry) -> None:
        """Write an entry, and what was typed for it beside it; the caller holds the writing transaction."""
        owner, (body, text) = self.owner_of(entry), self.parted(entry.kind, entry.body)
        writer = self.writer_in(database, owner, entry.writer)
        row = (owner, entry.seq, entry.command, entry.kind, entry.schema, body, entry.at, writer)
        database.execute(self.sql(_NEW_EVENT), row)
        if text is not None:
            database.execute(self.sql(_NEW_TEXT), (owner, entry.seq, text))

    def writer_in(self, database: Database, owner: str, writer: Writer) -> int:
        """Return the id under which somebody writes there."""
        who = (owner, writer.device, writer.role, writer.name, writer.link)
        known = rows(database, self.sql(_KNOWN), who)[0]["id"]
        return int(rows(database, self.sql(_NEW_WRITER), who)[0]["id"] if known is None else known)


GAME_LOG = Log(owner="game", prefix="", made=Stored, parted=parted, joined=joined)
TOURNAMENT_LOG = Log(
    owner="tournament", prefix="tournament_", made=StoredTournamentEvent, parted=emptied, joined=filled
)
