"""Where a name stands in the score sheets, and how it is erased so that the file does not hold it any more.

Names and what people typed stand beside the log, so that nothing of the log changes.
"""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from sqlite_utils import Database

from referee.store.port import GameRow
from referee.store.sqlite.connections import rows
from referee.store.sqlite.store import SqliteStore, all_games

ERASED = ("P1", "P2", "P3", "P4")
"""What stands at a seat in place of a name, in every language: player 1 is the first dealer."""


class Spot(StrEnum):
    """Where a name can stand."""

    SEAT = "seat"
    REFEREE = "referee"
    TEXT = "text"


@dataclass(frozen=True, kw_only=True, slots=True)
class Place:
    """A name in a game: ``number`` is its seat, the id of a writer, or the event that ``text`` was typed for.

    ``text`` is what stands there: the name itself, or the text that holds it.
    """

    game: str
    begun: str
    spot: Spot
    number: int
    text: str


PLACES = """
select game, 'seat' as spot, seat as number, name as text from names where folded(name) = :name
union all select game, 'referee', id, name from writers where folded(name) = :name
union all select game, 'text', seq, text from texts where instr(folded(text), :name)
"""
ORDER = list(Spot)


def folded(text: str) -> str:
    """Return a text so that names which read alike are the same: large or small, wide or narrow."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def places_of(store: SqliteStore, name: str) -> tuple[Place, ...]:
    """Return where a name stands, the oldest game first; in a text it may be part of a word."""
    database = with_folding(store)
    begun = {row.id: row.created for row in all_games(database)}
    found = list(database.query(PLACES, {"name": folded(name)}))
    places = [Place(begun=begun[row["game"]], **row | {"spot": Spot(row["spot"])}) for row in found]
    return tuple(sorted(places, key=lambda each: (each.begun, each.game, ORDER.index(each.spot), each.number)))


def with_folding(store: SqliteStore) -> Database:
    """Return this thread's connection, which can fold texts."""
    database = store.database()
    database.conn.create_function("folded", 1, folded, deterministic=True)
    return database


def events_by(store: SqliteStore, writer: int) -> tuple[tuple[int, str, str], ...]:
    """Return number, kind and time of what somebody wrote in a game."""
    found = rows(store.database(), "select seq, kind, at from events where writer = ? order by game, seq", (writer,))
    return tuple((row["seq"], row["kind"], row["at"]) for row in found)


def erase(store: SqliteStore, places: Sequence[Place]) -> None:
    """Overwrite a name where it stands, and whole texts that hold it; then see to it that no byte of it is left."""
    with store.writing() as database:
        for place in places:
            overwrite(database, place)
        for game in {place.game for place in places}:
            database.execute("update games set revision = revision + 1 where id = ?", (game,))
    store.scrub()


def overwrite(database: Database, place: Place) -> None:
    """Overwrite what stands in one place; the caller holds the writing transaction."""
    match place.spot:
        case Spot.SEAT:
            change = "update names set name = ? where game = ? and seat = ?"
            database.execute(change, (ERASED[place.number], place.game, place.number))
        case Spot.REFEREE:
            database.execute("update writers set name = '' where game = ? and id = ?", (place.game, place.number))
        case Spot.TEXT:
            database.execute("update texts set text = '' where game = ? and seq = ?", (place.game, place.number))


def forget_names(store: SqliteStore, before: str) -> int:
    """Erase all names in games that began before this time, and the texts that hold them; return how many games."""
    outlived = games_outlived(all_games(store.database()), before)
    places = [place for game in outlived for place in places_in(store, game)]
    if places:
        erase(store, places)
    return len({place.game for place in places})


def games_outlived(games: Sequence[GameRow], before: str) -> tuple[GameRow, ...]:
    """Return the games that began before a time; times are those of the log, so that their texts can be compared."""
    return tuple(game for game in games if game.created < before)


def places_in(store: SqliteStore, game: GameRow) -> tuple[Place, ...]:
    """Return where names stand in a game, and texts that hold one of them."""
    database = with_folding(store)
    writers = rows(database, "select id, name from writers where game = ? and name <> ''", (game.id,))
    texts = rows(database, "select seq, text from texts where game = ? and text <> ''", (game.id,))
    seated = [(seat, name) for seat, name in enumerate(game.names) if name != ERASED[seat]]
    names = {folded(name) for name in (*dict(seated).values(), *(row["name"] for row in writers))}
    told = [row for row in texts if any(name in folded(row["text"]) for name in names)]
    found = [(Spot.SEAT, seat, name) for seat, name in seated]
    found += [(Spot.REFEREE, row["id"], row["name"]) for row in writers]
    found += [(Spot.TEXT, row["seq"], row["text"]) for row in told]
    return tuple(
        Place(game=game.id, begun=game.created, spot=spot, number=number, text=text) for spot, number, text in found
    )
