"""Copies: a log as JSON Lines that restores to the same state, and the whole database in a file."""

import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from sqlite_utils import Database

from referee.game.codec import event_of, ruleset_hash
from referee.game.events import EventKind
from referee.store.port import GameRow, Stored, Writer
from referee.store.sqlite.store import SqliteStore, all_games, event_at, last_seq, logs_of, rows
from referee.store.sqlite.texts import joined, parted


class RestoreError(ValueError):
    """An export cannot be restored; the message names the line or the game and the reason."""


def exported(store: SqliteStore, games: Iterable[str] | None = None) -> Iterator[str]:
    """Yield the lines of an export of these games, or of all: rulesets, then each game with its events.

    A last line tells how much stands before it; each ruleset says that it must come, so that a cut is noticed.
    """
    database = store.database()
    chosen = None if games is None else set(games)
    wanted = {row.id: row for row in all_games(database) if chosen is None or row.id in chosen}
    for digest in sorted(rulesets_used(database, wanted)):
        yield line(kind="ruleset", hash=digest, body=store.ruleset_body(digest), closed=True)
    count = 0
    for game, events in logs_of(database, wanted):
        row = wanted[game]
        yield line(
            kind="game", id=row.id, token=row.token, created=row.created, revision=row.revision, names=list(row.names)
        )
        yield from map(event_line, events)
        count += len(events)
    if wanted:
        yield line(kind="end", games=len(wanted), events=count)


def rulesets_used(database: Database, games: Iterable[str]) -> set[str]:
    """Return the hashes of the rulesets that these games are played under."""
    bodies = rows(database, "select game, body from events where seq = 1")
    wanted = set(games)
    return {json.loads(each["body"])["ruleset"] for each in bodies if each["game"] in wanted}


def line(**values: object) -> str:
    """Return one line of an export."""
    return json.dumps(values, ensure_ascii=False, separators=(",", ":"))


def event_line(event: Stored) -> str:
    """Return an event as a line; its body stays the text it was written as."""
    writer = {"device": event.writer.device, "role": event.writer.role, "name": event.writer.name}
    return line(
        kind="event",
        game=event.game,
        seq=event.seq,
        command=event.command,
        event=event.kind,
        schema=event.schema,
        body=event.body,
        at=event.at,
        writer=writer,
    )


@dataclass
class Reading:
    """An export as it is being entered: what was read of it, and whether its last line must follow."""

    games: int = 0
    events: int = 0
    must_end: bool = False
    ended: bool = False


def restore(store: SqliteStore, lines: Iterable[str], unchecked: Callable[[], object] = bool) -> int:
    """Enter an export and return how many events were new; all of it or, with a ``RestoreError``, nothing.

    A game that is there already is only continued: what both have must be the same. The first versions closed no
    export, so that nobody can say whether such a one is whole: then ``unchecked`` is called.
    """
    reading = Reading()
    with store.writing():
        count = sum(restored(store, number, text, reading) for number, text in enumerate(lines, 1) if text.strip())
        if reading.must_end:
            message = f"the export was cut off after {reading.games} games and {reading.events} events"
            raise RestoreError(message)
    if not reading.ended:
        unchecked()
    return count


def restored(store: SqliteStore, number: int, text: str, reading: Reading) -> int:
    """Enter one line; return 1 for a new event."""
    try:
        values: dict[str, Any] = json.loads(text)
        match values.pop("kind"):
            case "ruleset":
                expect_end(reading, closed=values.get("closed", False))
                return enter_ruleset(store, values["hash"], values["body"])
            case "game":
                reading.games += 1
                return enter_game(store, GameRow(**values | {"names": tuple(values["names"])}))
            case "event":
                reading.events += 1
                values["kind"] = values.pop("event")
                return enter_event(store, Stored(**values | {"writer": Writer(**values["writer"])}))
            case "end":
                return end_reading(reading, values["games"], values["events"])
            case kind:
                return unknown_kind(kind)
    except RestoreError as problem:
        message = f"line {number}: {problem}"
        raise RestoreError(message) from None
    except sqlite3.OperationalError:
        raise
    except (ValueError, TypeError, KeyError, AttributeError, OverflowError, sqlite3.Error) as problem:
        message = f"line {number} is no line of an export"
        raise RestoreError(message) from problem


def expect_end(reading: Reading, *, closed: bool) -> None:
    """Note that an export has begun that must be closed; several may stand one behind the other."""
    if closed and not reading.must_end:
        reading.games = reading.events = 0
        reading.must_end, reading.ended = True, False


def end_reading(reading: Reading, games: object, events: object) -> int:
    """Compare what was read with what the last line of an export says."""
    if (games, events) != (reading.games, reading.events):
        message = f"{reading.games} games and {reading.events} events were read, but {games} and {events} were written"
        raise RestoreError(message)
    reading.must_end, reading.ended = False, True
    return 0


def unknown_kind(kind: object) -> int:
    """Refuse a line of a kind that no export has."""
    message = f"there is no kind {kind}"
    raise RestoreError(message)


def enter_ruleset(store: SqliteStore, digest: str, body: str) -> int:
    """Enter a ruleset whose text is what its hash says."""
    if ruleset_hash(body) != digest:
        message = "the text of the ruleset was changed"
        raise RestoreError(message)
    store.add_ruleset(digest, body)
    return 0


def enter_game(store: SqliteStore, game: GameRow) -> int:
    """Enter a game that is not there yet; one that is must have the same address, and keeps its names."""
    there = store.game_row(game.id)
    if there is None:
        store.add_game(game)
    elif there.token != game.token:
        message = f"another game has the id {game.id}"
        raise RestoreError(message)
    return 0


def enter_event(store: SqliteStore, event: Stored) -> int:
    """Enter an event that comes next; return 0 if the same event is there already."""
    database = store.database()
    there = event_at(database, event.game, event.seq)
    if there is not None:
        if there != as_here(event, there):
            message = f"event {event.seq} of game {event.game} is another one here"
            raise RestoreError(message)
        return 0
    if event.seq != last_seq(database, event.game) + 1:
        message = f"event {event.seq} of game {event.game} does not come next"
        raise RestoreError(message)
    event_of(EventKind(event.kind), event.body)
    store.append(event)
    return 1


def as_here(event: Stored, there: Stored) -> Stored:
    """Return an event of an export without what was erased here since: what was typed, and the name of who wrote it."""
    body, text = parted(event.kind, event.body)
    _, kept = parted(there.kind, there.body)
    name = event.writer.name if there.writer.name else ""
    told = joined(body, "" if kept == "" else text)
    return replace(event, body=told, writer=replace(event.writer, name=name))


def backup(store: SqliteStore, path: Path) -> None:
    """Copy the whole database into a new file; raise ``FileExistsError`` rather than write over one."""
    if path.exists():
        raise FileExistsError(path)
    store.database().execute("vacuum into ?", (str(path),))
