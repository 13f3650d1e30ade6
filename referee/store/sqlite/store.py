"""The store on disk: its tables, which refuse any change of the log; one writer at a time, and readers of their own."""

import json
import os
import sqlite3
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any, Protocol

from sqlite_utils import Database

from referee.store.port import GameRow, Stored, Writer
from referee.store.sqlite.schema import VERSION, NoDatabaseError, prepare, upgraded, version_of, what_is_wrong
from referee.store.sqlite.texts import joined, parted

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


GAMES_AT_A_TIME = 100
"""How many logs are held in memory at once by whoever reads them all."""

EVENTS = """select events.game, events.seq, command, kind, schema, body, text, at, device, role, name
from events join writers on writers.id = events.writer left join texts using (game, seq) """


def rows(database: Database, sql: str, values: tuple[object, ...] = ()) -> list[dict[str, Any]]:
    """Return what a query finds, all of it, so that no lock is kept."""
    return list(database.query(sql, values))


def stored_of(row: dict[str, Any]) -> Stored:
    """Return a row of the log as an event, with the text that stands beside it."""
    writer = Writer(device=row.pop("device"), role=row.pop("role"), name=row.pop("name"))
    body = joined(row.pop("body"), row.pop("text"))
    return Stored(writer=writer, body=body, **row)


def logs_of(database: Database, games: Iterable[str]) -> Iterator[tuple[str, tuple[Stored, ...]]]:
    """Yield the events of each of these games, reading some games at a time, so that no lock is kept for long."""
    waiting = iter(games)
    while some := tuple(islice(waiting, GAMES_AT_A_TIME)):
        marks = ", ".join("?" * len(some))
        found: dict[str, list[Stored]] = {game: [] for game in some}
        for row in rows(database, EVENTS + f"where events.game in ({marks}) order by events.game, events.seq", some):
            found[row["game"]].append(stored_of(row))
        yield from ((game, tuple(events)) for game, events in found.items())


def event_at(database: Database, game: str, seq: int) -> Stored | None:
    """Return the event of a game with this number, or None."""
    found = rows(database, EVENTS + "where events.game = ? and events.seq = ?", (game, seq))
    return stored_of(found[0]) if found else None


def last_seq(database: Database, game: str) -> int:
    """Return the number of the game's last event, 0 if it has none."""
    return int(rows(database, "select coalesce(max(seq), 0) as seq from events where game = ?", (game,))[0]["seq"])


def all_games(database: Database) -> tuple[GameRow, ...]:
    """Return all games, the oldest first."""
    found = rows(database, "select * from games order by created, id")
    names: dict[str, list[str]] = {}
    for each in rows(database, "select game, name from names order by game, seat"):
        names.setdefault(each["game"], []).append(each["name"])
    return tuple(GameRow(**row, names=tuple(names.get(row["id"], ()))) for row in found)


def books_played(database: Database) -> set[str]:
    """Return the books of all rulesets that games began under."""
    return {str(json.loads(each["body"])["book"]) for each in rows(database, "select body from rulesets")}


FILE = "referee.db"


def database_path(given: Path | None, *, must_exist: bool) -> Path:
    """Return the database's path; never a new one where another was asked for.

    Raise ``NoDatabaseError`` if the folder of a given file is missing, or the file where it must exist.
    """
    path = (own_folder() / FILE) if given is None else given.absolute()
    if must_exist and not path.is_file():
        message = f"There is no database {path}."
        raise NoDatabaseError(message)
    if given is not None and not path.parent.is_dir():
        message = f"There is no folder {path.parent} for the database {path.name}. Make it first."
        raise NoDatabaseError(message)
    return path


def own_folder() -> Path:
    """Return the user's data folder for this program; it is made if it is missing."""
    folder = data_folder(sys.platform, os.environ, Path.home()) / "referee"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        message = f"The folder {folder} cannot be made ({problem.strerror}). Say where to write with --db FILE."
        raise NoDatabaseError(message) from problem
    return folder


def data_folder(platform: str, environment: Mapping[str, str], home: Path) -> Path:
    """Return where programs of this system keep what a user made."""
    if platform == "win32":
        return Path(environment.get("LOCALAPPDATA") or home / "AppData" / "Local")
    if platform == "darwin":
        return home / "Library" / "Application Support"
    xdg = environment.get("XDG_DATA_HOME", "")
    return Path(xdg) if Path(xdg).is_absolute() else home / ".local" / "share"


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
        """Return how often names and texts of a game were changed."""
        return int(self.rows("select revision from games where id = ?", game)[0]["revision"])

    def ruleset_body(self, digest: str) -> str:
        """Return the text of a resolved ruleset."""
        return str(self.rows("select body from rulesets where hash = ?", digest)[0]["body"])

    def events_of(self, game: str, after: int = 0) -> tuple[Stored, ...]:
        """Return the events of a game with numbers above ``after``, in order."""
        found = self.rows(EVENTS + "where events.game = ? and events.seq > ? order by events.seq", game, after)
        return tuple(map(stored_of, found))

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
        """Write an event, and what was typed for it beside it; the caller holds the writing transaction."""
        body, text = parted(event.kind, event.body)
        writer = self.writer_in(event.game, event.writer)
        self.database().execute(
            "insert into events (game, seq, command, kind, schema, body, at, writer) values (?, ?, ?, ?, ?, ?, ?, ?)",
            (event.game, event.seq, event.command, event.kind, event.schema, body, event.at, writer),
        )
        if text is not None:
            told = (event.game, event.seq, text)
            self.database().execute("insert into texts (game, seq, text) values (?, ?, ?)", told)

    def writer_in(self, game: str, writer: Writer) -> int:
        """Return the id under which somebody writes in a game."""
        who = (game, writer.device, writer.role, writer.name)
        known = "select min(id) as id from writers where game = ? and device = ? and role = ? and name = ?"
        found = self.rows(known, *who)[0]["id"]
        if found is not None:
            return int(found)
        new = "insert into writers (game, device, role, name) values (?, ?, ?, ?) returning id"
        return int(self.rows(new, *who)[0]["id"])

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


def open_store(path: Path, tell: Callable[[Path], object] = bool) -> SqliteStore:
    """Return the store in this file, with its tables made if the file is new or empty, and brought up to date if old.

    ``tell`` is told where an older database was copied to. Raise ``NoDatabaseError`` for a file that is no database,
    another program's, or a newer version's, and for one that cannot be copied before it is changed.
    """
    store = SqliteStore(path=path)
    try:
        with store.writing() as database:
            wrong = what_is_wrong(database)
            if not wrong and not database.table_names():
                prepare(database)
            elif not wrong and version_of(database) < VERSION:
                upgraded(database, path, tell)
    except NoDatabaseError:
        store.close()
        raise
    except sqlite3.Error as problem:
        store.close()
        message = f"The database {path} cannot be opened ({problem})."
        raise NoDatabaseError(message) from problem
    if wrong:
        store.close()
        message = f"The database {path} {wrong}"
        raise NoDatabaseError(message)
    return store
