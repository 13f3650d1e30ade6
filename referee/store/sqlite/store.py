"""The store on disk: how its file is opened, the games in it, and where a name stands and how it is erased."""

import json
import os
import sqlite3
import sys
from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from pathlib import Path

from sqlite_utils import Database

from referee.records import dataclass
from referee.store.port import GameRow, Stored
from referee.store.sqlite.connections import GAME_LOG, rows
from referee.store.sqlite.schema import VERSION, NoDatabaseError, prepare, upgraded, version_of, what_is_wrong
from referee.store.sqlite.tournaments import (
    CHANGED,
    GAME_CHANGED,
    SqliteTournaments,
    all_names,
    in_events,
    seated,
    with_folding,
)
from referee.store.tournaments import folded, unnamed

_NAMED = """insert or replace into names (game, seat, name)
select ?, ?, ? where not exists (select 1 from tournament_games where game = ?)"""


def all_games(database: Database) -> tuple[GameRow, ...]:
    """Return all games, the oldest first."""
    found = rows(database, "select * from games order by created, id")
    names: dict[str, list[str]] = {}
    for each in rows(database, "select game, name from names order by game, seat"):
        names.setdefault(each["game"], []).append(each["name"])
    for game, person in seated(database):
        names.setdefault(game, []).append(person.display_name)
    return tuple(GameRow(**row, names=tuple(names.get(row["id"], ()))) for row in found)


def books_played(database: Database) -> set[str]:
    """Return the books of all rulesets that games began under; beside them the texts of events are kept."""
    kept = (json.loads(each["body"]) for each in rows(database, "select body from rulesets"))
    return {str(text["book"]) for text in kept if "book" in text}


FILE = "referee.db"


def database_path(given: Path | None, *, must_exist: bool) -> Path:
    """Return the database's path; never a new one where another was asked for.

    Raise ``NoDatabaseError`` if the folder of a given file is missing, or the file where it must exist.
    """
    path = (_own_folder() / FILE) if given is None else given.absolute()
    if must_exist and not path.is_file():
        message = f"There is no database {path}."
        raise NoDatabaseError(message)
    if given is not None and not path.parent.is_dir():
        message = f"There is no folder {path.parent} for the database {path.name}. Make it first."
        raise NoDatabaseError(message)
    return path


def _own_folder() -> Path:
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


@dataclass(frozen=True, kw_only=True, slots=True)
class SqliteStore(SqliteTournaments):
    """Games in a database."""

    def game_row(self, game: str) -> GameRow | None:
        """Return a game, or None if there is none with this id."""
        found = self.rows("select * from games where id = ?", game)
        if not found:
            return None
        names = self.rows("select name from names where game = ? order by seat", game)
        return GameRow(**found[0], names=tuple(each["name"] for each in names) or self.names_seated(game))

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
        return GAME_LOG.after(self.database(), game, after)

    def event_by_command(self, command: str) -> Stored | None:
        """Return the event that this command made, if it made one."""
        return GAME_LOG.by_command(self.database(), command)

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
        """Write the names of a game's seats over those that stood there; in an event's game they stand with people."""
        for seat, name in enumerate(names):
            self.database().execute(_NAMED, (game, seat, name, game))

    def append(self, event: Stored) -> None:
        """Write an event; the caller holds the writing transaction."""
        GAME_LOG.append(self.database(), event)


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


_ERASED = tuple(unnamed(number) for number in (1, 2, 3, 4))
"""What stands at a seat in place of a name, in every language: player 1 is the first dealer."""


class NameKind(StrEnum):
    """Where a name can stand: in a game, or in an event of several tables."""

    SEAT = "seat"
    REFEREE = "referee"
    TEXT = "text"
    PERSON = "person"
    STAFF = "staff"
    REASON = "reason"
    LABEL = "label"


_IN_EVENTS = frozenset({NameKind.PERSON, NameKind.STAFF, NameKind.REASON, NameKind.LABEL})


@dataclass(frozen=True, kw_only=True, slots=True)
class NameUse:
    """A name in a game or an event; ``text`` is what stands there: the name itself, or the text that holds it.

    ``key`` is a seat, the id of a writer, the entry that a text was typed for, the number of a person, or a link.
    """

    owner: str
    begun: str
    kind: NameKind
    key: int | str
    text: str

    @property
    def in_event(self) -> bool:
        """Whether ``owner`` is an event, not a game."""
        return self.kind in _IN_EVENTS


_PLACES = """
select game as owner, 'seat' as kind, seat as key, name as text from names where folded(name) = :name
union all select game, 'referee', id, name from writers where folded(name) = :name
union all select game, 'text', seq, text from texts where instr(folded(text), :name)
union all select tournament, 'staff', id, name from tournament_writers where folded(name) = :name
union all select tournament, 'reason', seq, text from tournament_texts where instr(folded(text), :name)
union all select tournament, 'label', link, label from links where instr(folded(label), :name)
order by key
"""
_OVERWRITTEN = {
    NameKind.SEAT: "update names set name = ? where game = ? and seat = ?",
    NameKind.REFEREE: "update writers set name = ? where game = ? and id = ?",
    NameKind.TEXT: "update texts set text = ? where game = ? and seq = ?",
    NameKind.STAFF: "update tournament_writers set name = ? where tournament = ? and id = ?",
    NameKind.REASON: "update tournament_texts set text = ? where tournament = ? and seq = ?",
    NameKind.LABEL: "update links set label = ? where tournament = ? and link = ?",
}
_WRITTEN = "select seq, kind, at from {log} where writer = ? order by seq"
_ORDER = list(NameKind)


def uses_of_name(store: SqliteStore, name: str) -> tuple[NameUse, ...]:
    """Return where a name stands, the oldest game or event first; in a text it may be part of a word."""
    database = with_folding(store.database())
    begun = {row.id: row.created for row in all_games(database)}
    begun |= {row.id: row.created for row in store.tournaments()}
    found = [*database.query(_PLACES, {"name": folded(name)}), *_people_called(store, name)]
    uses = [NameUse(begun=begun[row["owner"]], **row | {"kind": NameKind(row["kind"])}) for row in found]
    return tuple(sorted(uses, key=lambda each: (each.begun, each.owner, _ORDER.index(each.kind))))


def _people_called(store: SqliteStore, name: str) -> list[dict[str, object]]:
    """Return where a person of an event is called so, by all of his name or by a part of it."""
    return [
        {"owner": event.id, "kind": NameKind.PERSON, "key": person.number, "text": person.display_name}
        for event in store.tournaments()
        for person in store.people_of(event.id)
        if folded(name) in all_names(person)
    ]


def events_by(store: SqliteStore, use: NameUse) -> tuple[tuple[int, str, str], ...]:
    """Return number, kind and time of what somebody wrote in a game or an event."""
    log = "tournament_events" if use.in_event else "events"
    found = rows(store.database(), _WRITTEN.format(log=log), (use.key,))
    return tuple((row["seq"], row["kind"], row["at"]) for row in found)


def erase(store: SqliteStore, uses: Sequence[NameUse]) -> None:
    """Overwrite a name where it stands, and whole texts that hold it; then see to it that no byte of it is left.

    People of events are erased at the desk, for the log tells it.
    """
    with store.writing() as database:
        for use in uses:
            _overwrite(database, use)
        for change, in_event in ((GAME_CHANGED, False), (CHANGED, True)):
            for owner in {use.owner for use in uses if use.in_event == in_event}:
                database.execute(change, (owner,))
    store.scrub()


def _overwrite(database: Database, use: NameUse) -> None:
    """Overwrite what stands in one place; the caller holds the writing transaction."""
    left = _ERASED[int(use.key)] if use.kind == NameKind.SEAT else ""
    database.execute(_OVERWRITTEN[use.kind], (left, use.owner, use.key))


def forget_names(store: SqliteStore, before: str) -> int:
    """Erase all names in casual games that began before this time, and texts that hold them; return how many games."""
    of_events = in_events(store.database())
    casual = [game for game in all_games(store.database()) if game.id not in of_events]
    outlived = _games_outlived(casual, before)
    uses = [use for game in outlived for use in _places_in(store, game)]
    if uses:
        erase(store, uses)
    return len({use.owner for use in uses})


def _games_outlived(games: Sequence[GameRow], before: str) -> tuple[GameRow, ...]:
    """Return the games that began before a time; times are those of the log, so that their texts can be compared."""
    return tuple(game for game in games if game.created < before)


def _places_in(store: SqliteStore, game: GameRow) -> tuple[NameUse, ...]:
    """Return where names stand in a game, and texts that hold one of them."""
    database = with_folding(store.database())
    writers = rows(database, "select id, name from writers where game = ? and name <> ''", (game.id,))
    texts = rows(database, "select seq, text from texts where game = ? and text <> ''", (game.id,))
    seated = [(seat, name) for seat, name in enumerate(game.names) if name != _ERASED[seat]]
    names = {folded(name) for name in (*dict(seated).values(), *(row["name"] for row in writers))}
    naming = [row for row in texts if any(name in folded(row["text"]) for name in names)]
    found = [(NameKind.SEAT, seat, name) for seat, name in seated]
    found += [(NameKind.REFEREE, row["id"], row["name"]) for row in writers]
    found += [(NameKind.TEXT, row["seq"], row["text"]) for row in naming]
    return tuple(NameUse(owner=game.id, begun=game.created, kind=kind, key=key, text=text) for kind, key, text in found)
