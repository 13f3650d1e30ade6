"""The store on disk: where its file lies, how it is opened, and the games in it."""

import json
import os
import sqlite3
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from sqlite_utils import Database

from referee.records import dataclass
from referee.store.port import GameRow, Stored
from referee.store.sqlite.connections import rows
from referee.store.sqlite.logs import GAME_LOG
from referee.store.sqlite.schema import VERSION, NoDatabaseError, prepare, upgraded, version_of, what_is_wrong
from referee.store.sqlite.tournaments import SqliteTournaments, seated

NAMED = """insert or replace into names (game, seat, name)
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
            self.database().execute(NAMED, (game, seat, name, game))

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
