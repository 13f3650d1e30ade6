"""The tables of the database: a log that SQLite itself refuses to change."""

import sqlite3

from sqlite_utils import Database

SCHEMA = """
create table games (
    id text primary key,
    token text not null unique, -- hashed
    created text not null,
    revision integer not null default 0 -- how often the names were mended
) strict;
create table names (
    game text not null references games (id),
    seat integer not null check (seat between 0 and 3),
    name text not null,
    primary key (game, seat)
) strict, without rowid;
create table writers (
    id integer primary key,
    device text not null,
    role text not null,
    name text not null,
    unique (device, role, name)
) strict;
create table rulesets (hash text primary key, body text not null) strict, without rowid;
create table events (
    game text not null references games (id),
    seq integer not null check (seq > 0),
    command text not null unique, -- hashed
    kind text not null,
    schema integer not null,
    body text not null,
    at text not null,
    writer integer not null references writers (id),
    primary key (game, seq)
) strict, without rowid;
create trigger events_stay before update on events begin select raise (abort, 'events are never changed'); end;
create trigger events_remain before delete on events begin select raise (abort, 'events are never deleted'); end;
create trigger rulesets_stay before update on rulesets begin select raise (abort, 'rulesets are never changed'); end;
create trigger rulesets_remain before delete on rulesets begin select raise (abort, 'rulesets are never deleted'); end;
create view sheet_events as
    select game, seq, kind, at, device, role, body from events join writers on writers.id = events.writer;
"""
VERSION = 1
"""The schema's version, kept in ``user_version``."""

APPLICATION = 0x52656665
"""Says in a new file whose it is; files of the first versions do not have it."""
TABLES = frozenset({"games", "names", "writers", "rulesets", "events"})

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
    return database


def prepare(database: Database) -> None:
    """Make the tables of a new database; the caller holds a transaction."""
    for statement in statements():
        database.execute(statement)
    database.execute(f"pragma user_version = {VERSION}")
    database.execute(f"pragma application_id = {APPLICATION}")


def statements() -> list[str]:
    """Return the statements of the schema one by one, for a script would commit by itself."""
    found: list[str] = []
    rest = ""
    for line in SCHEMA.strip().splitlines():
        rest += line + "\n"
        if sqlite3.complete_statement(rest):
            found.append(rest)
            rest = ""
    return found


def version_of(database: Database) -> int:
    """Return the version of the schema, 0 for an empty file."""
    return int(database.execute("pragma user_version").fetchone()[0])


def maker_of(database: Database) -> int:
    """Return the number of the program that made the file, 0 where it says nothing."""
    return int(database.execute("pragma application_id").fetchone()[0])
