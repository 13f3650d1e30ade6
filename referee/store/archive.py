"""Copies: a log as JSON Lines that restores to the same state, and the whole database in a file."""

import json
import sqlite3
from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

from sqlite_utils import Database

from referee.core.games.events import EventKind
from referee.core.games.reading import event_of
from referee.store.games import GameRow, add_game, add_ruleset, all_games, game_row, ruleset_body
from referee.store.log import Store, Stored, Writer, append, events_of, last_seq


class RestoreError(ValueError):
    """An export cannot be restored; the message names the line or the game and the reason."""


def ruleset_hash(body: str) -> str:
    """Return the name under which a resolved ruleset is kept."""
    return sha256(body.encode()).hexdigest()


def exported(store: Store, games: Iterable[str] | None = None) -> Iterator[str]:
    """Yield the lines of an export of these games, or of all: rulesets, then each game with its events."""
    database = store.database()
    wanted = [row for row in all_games(database) if games is None or row.id in games]
    logs = [(row, events_of(database, row.id)) for row in wanted]
    bodies = sorted({json.loads(events[0].body)["ruleset"] for _, events in logs})
    for digest in bodies:
        yield line(kind="ruleset", hash=digest, body=ruleset_body(database, digest))
    for row, events in logs:
        yield line(
            kind="game", id=row.id, token=row.token, created=row.created, revision=row.revision, names=list(row.names)
        )
        yield from map(event_line, events)


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


def restore(store: Store, lines: Iterable[str]) -> int:
    """Enter an export and return how many events were new; all of it or, with a ``RestoreError``, nothing.

    A game that is there already is only continued: what both have must be the same.
    """
    with store.writing() as database:
        return sum(restored(database, number, text) for number, text in enumerate(lines, 1) if text.strip())


def restored(database: Database, number: int, text: str) -> int:
    """Enter one line; return 1 for a new event."""
    try:
        values: dict[str, Any] = json.loads(text)
        match values.pop("kind"):
            case "ruleset":
                return enter_ruleset(database, values["hash"], values["body"])
            case "game":
                return enter_game(database, GameRow(**values | {"names": tuple(values["names"])}))
            case "event":
                values["kind"] = values.pop("event")
                return enter_event(database, Stored(**values | {"writer": Writer(**values["writer"])}))
            case kind:
                return unknown_kind(kind)
    except RestoreError as problem:
        message = f"line {number}: {problem}"
        raise RestoreError(message) from None
    except (ValueError, TypeError, KeyError, AttributeError, sqlite3.Error) as problem:
        message = f"line {number} is no line of an export"
        raise RestoreError(message) from problem


def unknown_kind(kind: object) -> int:
    """Refuse a line of a kind that no export has."""
    message = f"there is no kind {kind}"
    raise RestoreError(message)


def enter_ruleset(database: Database, digest: str, body: str) -> int:
    """Enter a ruleset whose text is what its hash says."""
    if ruleset_hash(body) != digest:
        message = "the text of the ruleset was changed"
        raise RestoreError(message)
    add_ruleset(database, digest, body)
    return 0


def enter_game(database: Database, game: GameRow) -> int:
    """Enter a game that is not there yet; one that is must have the same address, and keeps its names."""
    there = game_row(database, game.id)
    if there is None:
        add_game(database, game)
    elif there.token != game.token:
        message = f"another game has the id {game.id}"
        raise RestoreError(message)
    return 0


def enter_event(database: Database, event: Stored) -> int:
    """Enter an event that comes next; return 0 if the same event is there already."""
    there = events_of(database, event.game, event.seq - 1)
    if there and there[0].seq == event.seq:
        if there[0] != event:
            message = f"event {event.seq} of game {event.game} is another one here"
            raise RestoreError(message)
        return 0
    if event.seq != last_seq(database, event.game) + 1:
        message = f"event {event.seq} of game {event.game} does not come next"
        raise RestoreError(message)
    event_of(EventKind(event.kind), event.body)
    append(database, event)
    return 1


def backup(store: Store, path: Path) -> None:
    """Copy the whole database into a new file; raise ``FileExistsError`` rather than write over one."""
    if path.exists():
        raise FileExistsError(path)
    store.database().execute("vacuum into ?", (str(path),))
