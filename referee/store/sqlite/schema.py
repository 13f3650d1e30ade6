"""The tables of a database, and how an older one is brought to them: copied aside first, then moved once."""

import filecmp
import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import fields
from itertools import count
from pathlib import Path
from typing import Any

from sqlite_utils import Database

from referee.game.events import EVENTS
from referee.paths import flush_file, flush_folder
from referee.texts.codec import has_half, json_text

_LOG = """
create table {prefix}writers (
    id integer primary key,
    {owner} text not null references {owners} (id),
    device text not null,
    role text not null,
    name text not null,
    link text not null default '' -- by which the writer came to an event
) strict;
create index {prefix}writers_of_{owner} on {prefix}writers ({owner}, device, role, name);
create table {prefix}events (
    {owner} text not null references {owners} (id),
    seq integer not null check (seq > 0),
    command text not null unique, -- hashed
    kind text not null,
    schema integer not null,
    body text not null, -- without what a person typed
    at text not null,
    writer integer not null references {prefix}writers (id),
    primary key ({owner}, seq)
) strict, without rowid;
create table {prefix}texts (
    {owner} text not null,
    seq integer not null,
    text text not null, -- what a person typed, empty once it is erased
    primary key ({owner}, seq),
    foreign key ({owner}, seq) references {prefix}events ({owner}, seq)
) strict, without rowid;
create trigger {prefix}events_stay before update on {prefix}events
begin select raise (abort, 'events are never changed'); end;
create trigger {prefix}events_remain before delete on {prefix}events
begin select raise (abort, 'events are never deleted'); end;
"""
"""A log, and beside it what can be erased: who wrote and what was typed."""
_SHEETS = """
create view sheet_events as
    select events.game, events.seq, kind, at, device, role, body, text
    from events join writers on writers.id = events.writer left join texts using (game, seq);
"""
GAME_LOG = _LOG.format(prefix="", owner="game", owners="games") + _SHEETS
_TOURNAMENTS = f"""
create table tournaments (
    id text primary key,
    name text not null,
    created text not null,
    revision integer not null default 0 -- how often its name, people, labels and texts were changed
) strict;
create table people (
    tournament text not null references tournaments (id),
    number integer not null check (number > 0),
    family text not null,
    given text not null,
    name text not null,
    country text not null,
    club text not null,
    team text not null,
    ema text not null,
    ara text not null,
    primary key (tournament, number)
) strict, without rowid;
create table links (
    tournament text not null references tournaments (id),
    link text not null,
    token text unique, -- hashed, null in what was restored: exports do not have it
    role text not null,
    table_no integer,
    label text not null, -- empty once it is erased
    revoked integer not null check (revoked in (0, 1)),
    primary key (tournament, link)
) strict;
create table tournament_games (
    tournament text not null references tournaments (id),
    round integer not null check (round > 0),
    table_no integer not null check (table_no > 0),
    game text not null unique references games (id),
    primary key (tournament, round, table_no)
) strict, without rowid;
create table seats ( -- follows from the logs
    game text not null references tournament_games (game),
    seat integer not null check (seat between 0 and 3),
    number integer not null check (number > 0),
    primary key (game, seat)
) strict, without rowid;
{_LOG.format(prefix="tournament_", owner="tournament", owners="tournaments")}
"""
"""The events: what a game of theirs is called by its people stands with these."""
_SCHEMA = f"""
create table games (
    id text primary key,
    token text not null unique, -- hashed
    created text not null,
    revision integer not null default 0 -- how often names and texts were changed
) strict;
create table names (
    game text not null references games (id),
    seat integer not null check (seat between 0 and 3),
    name text not null,
    primary key (game, seat)
) strict, without rowid;
create table rulesets (hash text primary key, body text not null) strict, without rowid;
create trigger rulesets_stay before update on rulesets begin select raise (abort, 'rulesets are never changed'); end;
create trigger rulesets_remain before delete on rulesets begin select raise (abort, 'rulesets are never deleted'); end;
{GAME_LOG}{_TOURNAMENTS}"""
VERSION = 3
"""The schema's version, kept in ``user_version``.

In the first one texts stood in the log, and writers had no game; the second knew no events of several tables.
"""

_APPLICATION = 0x52656665
"""Says in a new file whose it is; files of the first versions do not have it."""
_TABLES = frozenset({"games", "names", "writers", "rulesets", "events"})


class NoDatabaseError(Exception):
    """The database cannot be opened; the message says why and what to do."""


def prepare(database: Database) -> None:
    """Make the tables of a new database; the caller holds a transaction."""
    run(database, _SCHEMA)
    database.execute(f"pragma user_version = {VERSION}")
    database.execute(f"pragma application_id = {_APPLICATION}")


def run(database: Database, script: str) -> None:
    """Run statements one by one, for a script would commit by itself."""
    rest = ""
    for line in script.strip().splitlines():
        rest += line + "\n"
        if sqlite3.complete_statement(rest):
            database.execute(rest)
            rest = ""


def version_of(database: Database) -> int:
    """Return the version of the schema, 0 for an empty file."""
    return int(database.execute("pragma user_version").fetchone()[0])


def _maker_of(database: Database) -> int:
    """Return the number of the program that made the file, 0 where it says nothing."""
    return int(database.execute("pragma application_id").fetchone()[0])


def what_is_wrong(database: Database) -> str:
    """Return why a file is not taken for our score sheets, empty where it is ours or has nothing in it yet.

    The first databases of this program have no number of its own, so the tables tell them.
    """
    found, maker, tables = version_of(database), _maker_of(database), set(database.table_names())
    if maker in (0, _APPLICATION) and (tables >= _TABLES if tables else found == 0):
        return "" if found <= VERSION else "was made by a newer version of this program."
    return "belongs to another program, and is left as it is. Say where the score sheets lie with --db FILE."


_SET_ASIDE = """
drop view sheet_events;
drop trigger events_stay;
drop trigger events_remain;
alter table events rename to older_events;
alter table writers rename to older_writers;
"""
_MOVED = """
insert into writers (game, device, role, name) select distinct game, device, role, name
    from older_events join older_writers on older_writers.id = older_events.writer order by game, older_writers.id;
insert into events select older_events.game, seq, command, kind, schema, part_of(kind, body, 0), at, writers.id
    from older_events join older_writers on older_writers.id = older_events.writer
    join writers on writers.game = older_events.game and writers.device = older_writers.device
    and writers.role = older_writers.role and writers.name = older_writers.name;
insert into texts select game, seq, part_of(kind, body, 1) from older_events where part_of(kind, body, 1) is not null;
drop table older_events;
drop table older_writers;
"""
_LINKED = "alter table writers add column link text not null default '';"
_STEPS = {1: (_SET_ASIDE, GAME_LOG, _MOVED, _TOURNAMENTS), 2: (_LINKED, _TOURNAMENTS)}
"""What brings a database of each earlier version to today's tables."""


def upgraded(database: Database, path: Path, tell: Callable[[Path], object]) -> None:
    """Bring an older database to today's tables; the caller holds the transaction, so that nobody writes meanwhile.

    The file is copied aside first, and ``tell`` is told where; raise ``NoDatabaseError`` where it cannot be.
    """
    version = version_of(database)
    with _copied_aside(path, version) as copy:
        tell(copy)
        database.conn.create_function("part_of", 3, part_of, deterministic=True)
        for script in _STEPS[version]:
            run(database, script)
        database.execute(f"pragma user_version = {VERSION}")


def part_of(kind: str, body: str, place: int) -> str | None:
    """Return what stays in the log of an event's text (0), or what stands beside it (1)."""
    return parted(kind, body)[place]


@contextmanager
def _copied_aside(path: Path, version: int) -> Iterator[Path]:
    """Hold a copy of a database that lies beside it; it goes again if what follows fails.

    A copy that an earlier start has left, which was killed, is used again.
    """
    beginning = path.with_name(f"{path.name}.version-{version}")
    new = beginning.with_name(f"{beginning.name}.part")
    try:
        _make_copy(path, new)
    except (OSError, sqlite3.Error) as problem:
        with suppress(OSError):
            new.unlink(missing_ok=True)
        message = (
            f"The database {path} was made by an earlier version. It is copied before it is changed, "
            f"but the copy {beginning} cannot be written ({problem}). Nothing was changed."
        )
        raise NoDatabaseError(message) from problem
    names = (beginning if turn == 1 else beginning.with_name(f"{beginning.name}.{turn}") for turn in count(1))
    copy = next(name for name in names if not name.exists() or filecmp.cmp(name, new, shallow=False))
    new.replace(copy)
    flush_folder(copy.parent)
    try:
        yield copy
    except BaseException:
        copy.unlink()
        raise


def _make_copy(path: Path, new: Path) -> None:
    """Copy a database into a file that only those can read who can read the database, and see it onto the disk."""
    new.unlink(missing_ok=True)
    new.touch(mode=0o600)
    with closing(sqlite3.connect(path)) as reading:
        reading.execute("vacuum into ?", (str(new),))
    new.chmod(path.stat().st_mode)
    flush_file(new)


_FIELD = "text"
_REASONS = ("reason", "about")
"""What a person typed in the entries of events."""
_WITH_TEXT = frozenset(str(kind) for kind, event in EVENTS.items() if _FIELD in {field.name for field in fields(event)})
"""The kinds of events that somebody may have typed something for; it is the last of their fields."""


def parted(kind: str, body: str) -> tuple[str, str | None]:
    """Return an event's JSON without the text that was typed, and the text, None where the event has none.

    What cannot be read stays whole, for whoever looks for damages.
    """
    if kind not in _WITH_TEXT:
        return body, None
    try:
        values = json.loads(body)
        text = values.pop(_FIELD)
    except (ValueError, AttributeError, KeyError, TypeError):
        return body, None
    return (json_text(values), text) if isinstance(text, str) and not has_half(text) else (body, None)


def joined(body: str, text: str | None) -> str:
    """Return an event's JSON with its text, as it was before it was parted."""
    if text is None:
        return body
    before = body.removesuffix("}")
    return f'{before}{"" if before == "{" else ","}"{_FIELD}":{json_text(text)}}}'


def emptied(_: str, body: str) -> tuple[str, str | None]:
    """Return the JSON of an event's entry without the reason that was typed, and the reason, None where it has none.

    The field stays in its place, empty; what cannot be read stays whole.
    """
    values = _readable(body)
    field = next((name for name in _REASONS if isinstance(values.get(name), str)), None)
    if field is None or has_half(values[field]):
        return body, None
    return json_text(values | {field: ""}), values[field]


def filled(body: str, text: str | None) -> str:
    """Return the JSON of an event's entry with its reason, as it was before it was emptied."""
    if not text:
        return body
    values = _readable(body)
    return json_text(values | {name: text for name in _REASONS if name in values})


def _readable(body: str) -> dict[str, Any]:
    """Return what a JSON object holds, nothing where the text is none."""
    try:
        values = json.loads(body)
    except ValueError:
        return {}
    return values if isinstance(values, dict) else {}
