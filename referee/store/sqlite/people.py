"""Where a name stands in the score sheets, and how it is erased so that the file does not hold it any more.

Names and what people typed stand beside the logs, so that nothing of a log changes.
"""

from collections.abc import Sequence
from enum import StrEnum

from sqlite_utils import Database

from referee.records import dataclass
from referee.store.port import GameRow
from referee.store.sqlite.connections import rows
from referee.store.sqlite.store import SqliteStore, all_games
from referee.store.sqlite.tournaments import CHANGED, GAME_CHANGED, all_names, folded, in_events, with_folding
from referee.store.tournaments import unnamed

ERASED = tuple(unnamed(number) for number in (1, 2, 3, 4))
"""What stands at a seat in place of a name, in every language: player 1 is the first dealer."""


class Spot(StrEnum):
    """Where a name can stand: in a game, or in an event of several tables."""

    SEAT = "seat"
    REFEREE = "referee"
    TEXT = "text"
    PERSON = "person"
    STAFF = "staff"
    REASON = "reason"
    LABEL = "label"


IN_EVENTS = frozenset({Spot.PERSON, Spot.STAFF, Spot.REASON, Spot.LABEL})


@dataclass(frozen=True, kw_only=True, slots=True)
class Place:
    """A name in a game or an event; ``text`` is what stands there: the name itself, or the text that holds it.

    ``key`` is a seat, the id of a writer, the entry that a text was typed for, the number of a person, or a link.
    """

    owner: str
    begun: str
    spot: Spot
    key: int | str
    text: str

    @property
    def in_event(self) -> bool:
        """Whether ``owner`` is an event, not a game."""
        return self.spot in IN_EVENTS


PLACES = """
select game as owner, 'seat' as spot, seat as key, name as text from names where folded(name) = :name
union all select game, 'referee', id, name from writers where folded(name) = :name
union all select game, 'text', seq, text from texts where instr(folded(text), :name)
union all select tournament, 'staff', id, name from tournament_writers where folded(name) = :name
union all select tournament, 'reason', seq, text from tournament_texts where instr(folded(text), :name)
union all select tournament, 'label', link, label from links where instr(folded(label), :name)
order by key
"""
OVERWRITTEN = {
    Spot.SEAT: "update names set name = ? where game = ? and seat = ?",
    Spot.REFEREE: "update writers set name = ? where game = ? and id = ?",
    Spot.TEXT: "update texts set text = ? where game = ? and seq = ?",
    Spot.STAFF: "update tournament_writers set name = ? where tournament = ? and id = ?",
    Spot.REASON: "update tournament_texts set text = ? where tournament = ? and seq = ?",
    Spot.LABEL: "update links set label = ? where tournament = ? and link = ?",
}
WRITTEN = "select seq, kind, at from {log} where writer = ? order by seq"
ORDER = list(Spot)


def places_of(store: SqliteStore, name: str) -> tuple[Place, ...]:
    """Return where a name stands, the oldest game or event first; in a text it may be part of a word."""
    database = with_folding(store.database())
    begun = {row.id: row.created for row in all_games(database)}
    begun |= {row.id: row.created for row in store.tournaments()}
    found = [*database.query(PLACES, {"name": folded(name)}), *people_called(store, name)]
    places = [Place(begun=begun[row["owner"]], **row | {"spot": Spot(row["spot"])}) for row in found]
    return tuple(sorted(places, key=lambda each: (each.begun, each.owner, ORDER.index(each.spot))))


def people_called(store: SqliteStore, name: str) -> list[dict[str, object]]:
    """Return where a person of an event is called so, by all of his name or by a part of it."""
    return [
        {"owner": event.id, "spot": Spot.PERSON, "key": person.number, "text": person.display_name}
        for event in store.tournaments()
        for person in store.people_of(event.id)
        if folded(name) in all_names(person)
    ]


def events_by(store: SqliteStore, place: Place) -> tuple[tuple[int, str, str], ...]:
    """Return number, kind and time of what somebody wrote in a game or an event."""
    log = "tournament_events" if place.in_event else "events"
    found = rows(store.database(), WRITTEN.format(log=log), (place.key,))
    return tuple((row["seq"], row["kind"], row["at"]) for row in found)


def erase(store: SqliteStore, places: Sequence[Place]) -> None:
    """Overwrite a name where it stands, and whole texts that hold it; then see to it that no byte of it is left.

    People of events are erased at the desk, for the log tells it.
    """
    with store.writing() as database:
        for place in places:
            overwrite(database, place)
        for change, in_event in ((GAME_CHANGED, False), (CHANGED, True)):
            for owner in {place.owner for place in places if place.in_event == in_event}:
                database.execute(change, (owner,))
    store.scrub()


def overwrite(database: Database, place: Place) -> None:
    """Overwrite what stands in one place; the caller holds the writing transaction."""
    left = ERASED[int(place.key)] if place.spot == Spot.SEAT else ""
    database.execute(OVERWRITTEN[place.spot], (left, place.owner, place.key))


def forget_names(store: SqliteStore, before: str) -> int:
    """Erase all names in casual games that began before this time, and texts that hold them; return how many games."""
    of_events = in_events(store.database())
    casual = [game for game in all_games(store.database()) if game.id not in of_events]
    outlived = games_outlived(casual, before)
    places = [place for game in outlived for place in places_in(store, game)]
    if places:
        erase(store, places)
    return len({place.owner for place in places})


def games_outlived(games: Sequence[GameRow], before: str) -> tuple[GameRow, ...]:
    """Return the games that began before a time; times are those of the log, so that their texts can be compared."""
    return tuple(game for game in games if game.created < before)


def places_in(store: SqliteStore, game: GameRow) -> tuple[Place, ...]:
    """Return where names stand in a game, and texts that hold one of them."""
    database = with_folding(store.database())
    writers = rows(database, "select id, name from writers where game = ? and name <> ''", (game.id,))
    texts = rows(database, "select seq, text from texts where game = ? and text <> ''", (game.id,))
    seated = [(seat, name) for seat, name in enumerate(game.names) if name != ERASED[seat]]
    names = {folded(name) for name in (*dict(seated).values(), *(row["name"] for row in writers))}
    naming = [row for row in texts if any(name in folded(row["text"]) for name in names)]
    found = [(Spot.SEAT, seat, name) for seat, name in seated]
    found += [(Spot.REFEREE, row["id"], row["name"]) for row in writers]
    found += [(Spot.TEXT, row["seq"], row["text"]) for row in naming]
    return tuple(Place(owner=game.id, begun=game.created, spot=spot, key=key, text=text) for spot, key, text in found)
