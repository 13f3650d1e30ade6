"""Copies: a log as JSON Lines that restores to the same state, and the whole database in a file."""

import json
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import asdict, dataclass, field, replace
from itertools import chain
from pathlib import Path
from typing import Any

from sqlite_utils import Database

from referee.game.events import EventKind, event_of, ruleset_hash
from referee.store.port import GameRow, Writer
from referee.store.sqlite.connections import GAME_LOG, TOURNAMENT_LOG, Entry, Log, rows
from referee.store.sqlite.store import SqliteStore, all_games
from referee.store.tournaments import LinkRow, PersonRow, SeatedGame, TournamentRow
from referee.tournament.codec import event_of as tournament_event_of
from referee.tournament.events import TournamentEventKind


class RestoreError(ValueError):
    """An export cannot be restored; the message names the line or the game and the reason."""


def exported(store: SqliteStore, games: Iterable[str] | None = None, tournament: str | None = None) -> Iterator[str]:
    """Yield the lines of an export of these games, of one event with its games, or of all.

    Rulesets come first, then each game with its events, then each event of several tables. A last line tells how much
    stands before it; each ruleset says that it must come, so that a cut is noticed.
    """
    database = store.database()
    whole = games is None and tournament is None
    chosen = tuple(row for row in store.tournaments() if whole or row.id == tournament)
    seats = {row.id: store.games_of_tournament(row.id) for row in chosen}
    of_events = {each.game for some in seats.values() for each in some}
    wanted = {row.id: row for row in all_games(database) if whole or row.id in of_events or row.id in (games or ())}
    for digest in sorted(_rulesets_used(database, wanted) | _rulesets_chosen(database, seats)):
        yield line(kind="ruleset", hash=digest, body=store.ruleset_body(digest), closed=True)
    count: Counter[str] = Counter()
    for kind, text in chain(
        _games_exported(store, [replace(row, names=()) if row.id in of_events else row for row in wanted.values()]),
        *(_tournament_exported(store, row, seats[row.id]) for row in chosen),
    ):
        count[kind] += 1
        yield text
    if count:
        yield line(kind="end", **ended(count))


def _games_exported(store: SqliteStore, games: Iterable[GameRow]) -> Iterator[tuple[str, str]]:
    """Yield kind and text of the lines of games; in the games of an event that is exported too nobody has a name."""
    by_id = {row.id: row for row in games}
    for game, events in GAME_LOG.each(store.database(), by_id):
        yield "game", line(kind="game", **asdict(by_id[game]))
        yield from (("event", _entry_line("event", GAME_LOG, each)) for each in events)


def _tournament_exported(
    store: SqliteStore, tournament: TournamentRow, games: Iterable[SeatedGame]
) -> Iterator[tuple[str, str]]:
    """Yield kind and text of the lines of an event; links are told without what would let somebody in."""
    yield "tournament", line(kind="tournament", **asdict(tournament))
    for person in store.people_of(tournament.id):
        yield "person", line(kind="person", tournament=tournament.id, **asdict(person))
    for link in store.links_of(tournament.id):
        values = {name: value for name, value in asdict(link).items() if name != "token"}
        yield "link", line(kind="link", tournament=tournament.id, **values)
    for entry in store.tournament_events_of(tournament.id):
        yield "tournament_event", _entry_line("tournament_event", TOURNAMENT_LOG, entry)
    for game in games:
        yield "tournament_game", line(kind="tournament_game", tournament=tournament.id, **asdict(game))


def _rulesets_used(database: Database, games: Iterable[str]) -> set[str]:
    """Return the hashes of the rulesets that these games are played under."""
    bodies = rows(database, "select game, body from events where seq = 1")
    wanted = set(games)
    return {json.loads(each["body"])["ruleset"] for each in bodies if each["game"] in wanted}


def _rulesets_chosen(database: Database, tournaments: Iterable[str]) -> set[str]:
    """Return the hashes that the settings of these events name, also before anything is played."""
    found = rows(
        database,
        """select tournament, hash from tournament_events join rulesets on instr(tournament_events.body, hash)
        where kind in ('tournament_opened', 'settings_changed')""",
    )
    wanted = set(tournaments)
    return {each["hash"] for each in found if each["tournament"] in wanted}


def line(**values: object) -> str:
    """Return one line of an export."""
    return json.dumps(values, ensure_ascii=False, separators=(",", ":"))


def _entry_line(kind: str, log: Log[Entry], entry: Entry) -> str:
    """Return an entry of a log as a line; its body stays the text it was written as."""
    writer = {name: value for name, value in asdict(entry.writer).items() if value or name != "link"}
    return line(
        kind=kind,
        **{log.owner: log.owner_of(entry)},
        seq=entry.seq,
        command=entry.command,
        event=entry.kind,
        schema=entry.schema,
        body=entry.body,
        at=entry.at,
        writer=writer,
    )


_COUNTED = {
    "game": "games",
    "event": "events",
    "tournament": "tournaments",
    "person": "people",
    "link": "links",
    "tournament_game": "tournament_games",
    "tournament_event": "tournament_events",
}
"""What the last line calls the lines of each kind that stand before it."""
_ALWAYS_COUNTED = ("game", "event")


def ended(count: Counter[str]) -> dict[str, int]:
    """Return what the last line says of an export with so many lines of each kind."""
    return {name: count[kind] for kind, name in _COUNTED.items() if count[kind] or kind in _ALWAYS_COUNTED}


@dataclass
class Reading:
    """An export as it is being entered: what was read of it, and whether its last line must follow.

    ``goes_on`` are the events of several tables of whose logs more was read than was there.
    """

    count: Counter[str] = field(default_factory=Counter)
    goes_on: set[str] = field(default_factory=set)
    must_end: bool = False
    ended: bool = False


def restore(store: SqliteStore, lines: Iterable[str], unchecked: Callable[[], object] = bool) -> int:
    """Enter an export and return how many entries were new; all of it or, with a ``RestoreError``, nothing.

    A game or an event that is there already is only continued: what both have must be the same. The first versions
    closed no export, so that nobody can say whether such a one is whole: then ``unchecked`` is called.
    """
    reading = Reading()
    with store.writing():
        count = sum(_restored(store, number, text, reading) for number, text in enumerate(lines, 1) if text.strip())
        if reading.must_end:
            message = f"the export was cut off after {counted(ended(reading.count))}"
            raise RestoreError(message)
    if not reading.ended:
        unchecked()
    return count


def counted(counts: Mapping[str, object]) -> str:
    """Return how many lines of each kind there are, such as "3 games and 40 events"."""
    return " and ".join(f"{count} {name.replace('_', ' ')}" for name, count in counts.items())


def _restored(store: SqliteStore, number: int, text: str, reading: Reading) -> int:
    """Enter one line; return 1 for a new entry."""
    try:
        values: dict[str, Any] = json.loads(text)
        kind = values.pop("kind")
        reading.count[kind] += 1
        match kind:
            case "ruleset":
                _expect_end(reading, closed=values.get("closed", False))
                return _enter_ruleset(store, values["hash"], values["body"])
            case "end":
                return _end_reading(reading, values)
            case "event":
                return _enter_entry(store, GAME_LOG, _entry_of(GAME_LOG, values), _read_event)
            case "tournament_event":
                entry = _entry_of(TOURNAMENT_LOG, values)
                new = _enter_entry(store, TOURNAMENT_LOG, entry, _read_tournament_event)
                reading.goes_on |= {entry.tournament} if new else set()
                return new
            case _:
                return _enter_row(store, kind, values, reading.goes_on)
    except RestoreError as problem:
        message = f"line {number}: {problem}"
        raise RestoreError(message) from None
    except sqlite3.OperationalError:
        raise
    except (ValueError, TypeError, KeyError, AttributeError, OverflowError, sqlite3.Error) as problem:
        message = f"line {number} is no line of an export"
        raise RestoreError(message) from problem


def _enter_row(store: SqliteStore, kind: str, values: dict[str, Any], goes_on: AbstractSet[str]) -> int:
    """Enter a line that is no entry of a log; ``goes_on`` are the events whose logs the export continues."""
    match kind:
        case "game":
            _enter_game(store, GameRow(**values | {"names": tuple(values["names"])}))
        case "tournament":
            _enter_tournament(store, TournamentRow(**values))
        case "person":
            _enter_person(store, values.pop("tournament"), PersonRow(**values))
        case "link":
            _enter_link(store, values.pop("tournament"), LinkRow(**values, token=""))
        case "tournament_game":
            event = values.pop("tournament")
            _enter_tournament_game(store, event, SeatedGame(**values), is_newer=event in goes_on)
        case _:
            message = f"there is no kind {kind}"
            raise RestoreError(message)
    return 0


def _expect_end(reading: Reading, *, closed: bool) -> None:
    """Note that an export has begun that must be closed; several may stand one behind the other."""
    if closed and not reading.must_end:
        reading.count.clear()
        reading.must_end, reading.ended = True, False


def _end_reading(reading: Reading, written: Mapping[str, object]) -> int:
    """Compare what was read with what the last line of an export says."""
    read = ended(reading.count)
    if read != written:
        message = f"{counted(read)} were read, but {counted(written)} were written"
        raise RestoreError(message)
    reading.must_end, reading.ended = False, True
    return 0


def _enter_ruleset(store: SqliteStore, digest: str, body: str) -> int:
    if ruleset_hash(body) != digest:
        message = "the text of the ruleset was changed"
        raise RestoreError(message)
    store.add_ruleset(digest, body)
    return 0


def _enter_game(store: SqliteStore, game: GameRow) -> None:
    """Enter a game that is not there yet; one that is must have the same address, and keeps its names."""
    there = store.game_row(game.id)
    if there is None:
        store.add_game(game)
    elif there.token != game.token:
        message = f"another game has the id {game.id}"
        raise RestoreError(message)


def _enter_tournament(store: SqliteStore, tournament: TournamentRow) -> None:
    """Enter an event that is not there yet; one that is keeps its name."""
    there = store.tournament_row(tournament.id)
    if there is None:
        store.add_tournament(tournament)
    elif there.created != tournament.created:
        message = f"another event has the id {tournament.id}"
        raise RestoreError(message)


def _enter_person(store: SqliteStore, tournament: str, person: PersonRow) -> None:
    """Enter a person; what is known of one who is there stays, for it may have been mended or erased."""
    if not store.rows("select 1 from people where tournament = ? and number = ?", tournament, person.number):
        store.write_people(tournament, (person,))


def _enter_link(store: SqliteStore, tournament: str, link: LinkRow) -> None:
    """Enter a link, which leads nowhere; one that is there stays as it is."""
    if store.link_row(tournament, link.link) is None:
        store.add_link(tournament, link)


def _enter_tournament_game(store: SqliteStore, tournament: str, game: SeatedGame, *, is_newer: bool) -> None:
    """Enter that a game is that of a table in a round; who sits there is as the longer log says."""
    there = store.tournament_of_game(game.game)
    if there is None:
        store.add_tournament_game(tournament, game)
    elif there != (tournament, game.round, game.table_no):
        message = f"the game {game.game} is that of another table here"
        raise RestoreError(message)
    elif is_newer:
        store.seat_numbers(game.game, game.numbers)


def _entry_of(log: Log[Entry], values: dict[str, Any]) -> Entry:
    values["kind"] = values.pop("event")
    return log.made(**values | {"writer": Writer(**values["writer"])})


def _enter_entry(store: SqliteStore, log: Log[Entry], entry: Entry, read: Callable[[str, str], object]) -> int:
    """Enter an entry that comes next; return 0 if the same entry is there already.

    ``read`` is given kind and body, and fails if they could not be read later.
    """
    database, owner = store.database(), log.owner_of(entry)
    there = log.at(database, owner, entry.seq)
    if there is not None:
        if there != _as_here(log, entry, there):
            message = f"event {entry.seq} of {log.owner} {owner} is another one here"
            raise RestoreError(message)
        return 0
    if entry.seq != log.last_seq(database, owner) + 1:
        message = f"event {entry.seq} of {log.owner} {owner} does not come next"
        raise RestoreError(message)
    read(entry.kind, entry.body)
    log.append(database, entry)
    return 1


def _read_event(kind: str, body: str) -> object:
    return event_of(EventKind(kind), body)


def _read_tournament_event(kind: str, body: str) -> object:
    return tournament_event_of(TournamentEventKind(kind), body)


def _as_here(log: Log[Entry], entry: Entry, there: Entry) -> Entry:
    """Return an entry of an export without what was erased here since: what was typed, and the name of the writer."""
    body, text = log.parted(entry.kind, entry.body)
    _, kept = log.parted(there.kind, there.body)
    name = entry.writer.name if there.writer.name else ""
    whole = log.joined(body, "" if kept == "" else text)
    return replace(entry, body=whole, writer=replace(entry.writer, name=name))


def backup(store: SqliteStore, path: Path) -> None:
    """Copy the whole database into a new file; raise ``FileExistsError`` rather than write over one."""
    if path.exists():
        raise FileExistsError(path)
    store.database().execute("vacuum into ?", (str(path),))
