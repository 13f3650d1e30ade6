"""The store on disk: one writer at a time, a connection for each thread that reads."""

import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from sqlite_utils import Database

from referee.store.port import GameRow, Stored
from referee.store.sqlite.log import EVENTS, rows, stored_of
from referee.store.sqlite.place import NoDatabaseError
from referee.store.sqlite.schema import (
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


class Lock(Protocol):
    """A lock that can be waited for."""

    def acquire(self, *, timeout: float) -> bool:
        """Take the lock, and say whether it was free in time."""

    def release(self) -> None:
        """Leave it to the next."""


@dataclass(frozen=True, kw_only=True, slots=True)
class SqliteStore:
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

    def game_row(self, game: str) -> GameRow | None:
        """Return a game, or None if there is none with this id."""
        found = self.rows("select * from games where id = ?", game)
        if not found:
            return None
        names = self.rows("select name from names where game = ? order by seat", game)
        return GameRow(**found[0], names=tuple(each["name"] for each in names))

    def game_by_token(self, token: str) -> str | None:
        """Return the id of the game with this hashed token, or None."""
        found = self.rows("select id from games where token = ?", token)
        return str(found[0]["id"]) if found else None

    def revision_of(self, game: str) -> int:
        """Return how often the names of a game were mended."""
        return int(self.rows("select revision from games where id = ?", game)[0]["revision"])

    def ruleset_body(self, digest: str) -> str:
        """Return the text of a resolved ruleset."""
        return str(self.rows("select body from rulesets where hash = ?", digest)[0]["body"])

    def events_of(self, game: str, after: int = 0) -> tuple[Stored, ...]:
        """Return the events of a game with numbers above ``after``, in order."""
        return tuple(map(stored_of, self.rows(EVENTS + "where game = ? and seq > ? order by seq", game, after)))

    def event_by_command(self, command: str) -> Stored | None:
        """Return the event that this command made, if it made one."""
        found = self.rows(EVENTS + "where command = ?", command)
        return stored_of(found[0]) if found else None

    def add_ruleset(self, digest: str, body: str) -> None:
        """Keep a resolved ruleset under its hash; the same one is kept once."""
        self.database().execute("insert or ignore into rulesets (hash, body) values (?, ?)", (digest, body))

    def add_game(self, game: GameRow) -> None:
        """Write a new game with its names."""
        self.database().execute(
            "insert into games (id, token, created, revision) values (?, ?, ?, ?)",
            (game.id, game.token, game.created, game.revision),
        )
        self.write_names(game.id, game.names)

    def mend_names(self, game: str, names: Sequence[str]) -> None:
        """Change the names of a game, so that pages which show them notice."""
        self.write_names(game, names)
        self.database().execute("update games set revision = revision + 1 where id = ?", (game,))

    def write_names(self, game: str, names: Sequence[str]) -> None:
        """Write the names of a game's seats over those that stood there."""
        for seat, name in enumerate(names):
            self.database().execute(
                "insert or replace into names (game, seat, name) values (?, ?, ?)", (game, seat, name)
            )

    def append(self, event: Stored) -> None:
        """Write an event; the caller holds the writing transaction."""
        database, writer = self.database(), event.writer
        who = (writer.device, writer.role, writer.name)
        database.execute("insert or ignore into writers (device, role, name) values (?, ?, ?)", who)
        database.execute(
            """insert into events (game, seq, command, kind, schema, body, at, writer) values (?, ?, ?, ?, ?, ?, ?,
            (select id from writers where device = ? and role = ? and name = ?))""",
            (event.game, event.seq, event.command, event.kind, event.schema, event.body, event.at, *who),
        )

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


def open_store(path: Path) -> SqliteStore:
    """Return the store in this file, with its tables made if the file is new or empty.

    Raise ``NoDatabaseError`` for a file that is no database, another program's, or a newer version's.
    """
    store = SqliteStore(path=path)
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
