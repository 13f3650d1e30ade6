"""The connections to a database: one writer at a time, readers of their own, and nothing is lost with the power."""

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import field
from pathlib import Path
from typing import Any, Protocol

from sqlite_utils import Database

from referee.records import dataclass
from referee.store.sqlite.schema import version_of

WAL_IS_SAFE_FROM = (3, 51, 3)
"""Before this version two connections that write a write-ahead log at once may corrupt the file."""

PATIENCE_SECONDS = 10.0


def connected(path: str) -> Database:
    """Return a connection that begins no transaction by itself and loses nothing when the power goes."""
    connection = sqlite3.connect(path, timeout=PATIENCE_SECONDS, isolation_level=None, check_same_thread=False)
    database = Database(connection)
    mode = "wal" if sqlite3.sqlite_version_info >= WAL_IS_SAFE_FROM else "delete"
    database.execute(f"pragma journal_mode = {mode}")
    database.execute("pragma synchronous = full")
    database.execute("pragma foreign_keys = on")
    database.execute("pragma secure_delete = on")
    return database


def rows(database: Database, sql: str, values: tuple[object, ...] = ()) -> list[dict[str, Any]]:
    """Return what a query finds, all of it, so that no lock is kept."""
    return list(database.query(sql, values))


MOST_WRITERS = 16
"""How many may wait to write at once: half of the server's threads, so that pages come while another program writes."""
SECONDS_FOR_A_PLACE = 1.0


class Lock(Protocol):
    """A lock that can be waited for."""

    def acquire(self, *, timeout: float) -> bool:
        """Take the lock, and say whether it was free in time."""

    def release(self) -> None:
        """Leave it to the next."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Connections:
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

    def rows(self, sql: str, *values: object) -> list[dict[str, Any]]:
        """Return what a query finds."""
        return rows(self.database(), sql, values)

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

    def scrub(self) -> None:
        """Write the file anew, so that nothing overwritten stands in it; raise ``sqlite3.Error`` if it is busy.

        SQLite overwrites what it frees, but where it moved rows within the file older copies of them may be left.
        """
        database = self.database()
        with waited_for(self.lock, PATIENCE_SECONDS):
            database.execute("vacuum")
            is_busy, *_ = database.execute("pragma wal_checkpoint(truncate)").fetchone()
        if is_busy:
            raise busy()

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


def busy() -> sqlite3.OperationalError:
    """Return what SQLite raises where another has the database for too long."""
    problem = sqlite3.OperationalError("the database is busy")
    problem.sqlite_errorcode = sqlite3.SQLITE_BUSY
    return problem


@contextmanager
def waited_for(lock: Lock, seconds: float) -> Iterator[None]:
    """Hold a lock, or raise what SQLite raises if it does not become free in time."""
    if not lock.acquire(timeout=seconds):
        raise busy()
    try:
        yield
    finally:
        lock.release()
