"""What is read of the log and of all games; everything at once, so that no lock is kept."""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from sqlite_utils import Database

from referee.store.port import GameRow, Stored, Writer

GAMES_AT_A_TIME = 100
"""How many logs are held in memory at once by whoever reads them all."""

EVENTS = """select game, seq, command, kind, schema, body, at, device, role, name
from events join writers on writers.id = events.writer """


def rows(database: Database, sql: str, values: tuple[object, ...] = ()) -> list[dict[str, Any]]:
    """Return what a query finds, all of it, so that no lock is kept."""
    return list(database.query(sql, values))


def stored_of(row: dict[str, Any]) -> Stored:
    """Return a row of the log as an event."""
    writer = Writer(device=row.pop("device"), role=row.pop("role"), name=row.pop("name"))
    return Stored(writer=writer, **row)


def logs_of(database: Database, games: Iterable[str]) -> Iterator[tuple[str, tuple[Stored, ...]]]:
    """Yield the events of each of these games, reading some games at a time, so that no lock is kept for long."""
    waiting = iter(games)
    while some := tuple(islice(waiting, GAMES_AT_A_TIME)):
        marks = ", ".join("?" * len(some))
        found: dict[str, list[Stored]] = {game: [] for game in some}
        for row in rows(database, EVENTS + f"where game in ({marks}) order by game, seq", some):
            found[row["game"]].append(stored_of(row))
        yield from ((game, tuple(events)) for game, events in found.items())


def event_at(database: Database, game: str, seq: int) -> Stored | None:
    """Return the event of a game with this number, or None."""
    found = rows(database, EVENTS + "where game = ? and seq = ?", (game, seq))
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
