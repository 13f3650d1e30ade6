"""What stands beside the log: games with their addresses, names, and the rulesets they are played under."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlite_utils import Database

from referee.store.log import rows


@dataclass(frozen=True, kw_only=True, slots=True)
class GameRow:
    """A game: ``token`` is hashed, ``names`` in seat order, ``revision`` counts how often they were mended."""

    id: str
    token: str
    created: str
    revision: int
    names: tuple[str, ...]


def add_game(database: Database, game: GameRow) -> None:
    """Write a new game with its names."""
    database.execute(
        "insert into games (id, token, created, revision) values (?, ?, ?, ?)",
        (game.id, game.token, game.created, game.revision),
    )
    write_names(database, game.id, game.names)


def write_names(database: Database, game: str, names: Sequence[str]) -> None:
    """Write the names of a game's seats over those that stood there."""
    for seat, name in enumerate(names):
        database.execute("insert or replace into names (game, seat, name) values (?, ?, ?)", (game, seat, name))


def mend_names(database: Database, game: str, names: Sequence[str]) -> None:
    """Change the names of a game, so that pages which show them notice."""
    write_names(database, game, names)
    database.execute("update games set revision = revision + 1 where id = ?", (game,))


def game_row(database: Database, game: str) -> GameRow | None:
    """Return a game, or None if there is none with this id."""
    found = rows(database, "select * from games where id = ?", (game,))
    return row_with_names(database, found[0]) if found else None


def game_by_token(database: Database, token: str) -> str | None:
    """Return the id of the game with this hashed token, or None."""
    found = rows(database, "select id from games where token = ?", (token,))
    return str(found[0]["id"]) if found else None


def all_games(database: Database) -> tuple[GameRow, ...]:
    """Return all games, the oldest first."""
    found = rows(database, "select * from games order by created, id")
    names: dict[str, list[str]] = {}
    for each in rows(database, "select game, name from names order by game, seat"):
        names.setdefault(each["game"], []).append(each["name"])
    return tuple(GameRow(**row, names=tuple(names.get(row["id"], ()))) for row in found)


def row_with_names(database: Database, row: dict[str, Any]) -> GameRow:
    """Return a row of the games with the names of its seats."""
    found = rows(database, "select name from names where game = ? order by seat", (row["id"],))
    return GameRow(**row, names=tuple(each["name"] for each in found))


def revision_of(database: Database, game: str) -> int:
    """Return how often the names of a game were mended."""
    return int(rows(database, "select revision from games where id = ?", (game,))[0]["revision"])


def add_ruleset(database: Database, digest: str, body: str) -> None:
    """Keep a resolved ruleset under its hash; the same one is kept once."""
    database.execute("insert or ignore into rulesets (hash, body) values (?, ?)", (digest, body))


def ruleset_body(database: Database, digest: str) -> str:
    """Return the text of a resolved ruleset."""
    return str(rows(database, "select body from rulesets where hash = ?", (digest,))[0]["body"])
