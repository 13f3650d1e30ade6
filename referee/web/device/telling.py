"""Telling a phone a whole game, so that it can go on without a network."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

from referee.core.games.hashes import hashed
from referee.desk.opened import game_now, history_of, kept_rules
from referee.desk.tables import version_of

if TYPE_CHECKING:
    from referee.core.rules.ruleset import Ruleset
    from referee.desk import Desk
    from referee.store import Stored


@dataclass(frozen=True, kw_only=True, slots=True)
class GameLog:
    """Everything a phone needs to fold a game.

    ``ruleset`` is the hash of its rules. Events are (seq, kind, body); ``written`` says of each (hashed command,
    schema, time, role, name). ``hashes`` name the events in their order; a log that went on from an older backup has
    others.
    """

    game: str
    version: str
    created: str
    revision: int
    book: str
    ruleset: str
    names: tuple[str, ...]
    events: tuple[tuple[int, str, str], ...]
    written: tuple[tuple[str, int, str, str, str], ...]
    hashes: tuple[str, ...]


def game_log(desk: Desk, game: str) -> GameLog:
    """Return the log of a game; raise ``LookupError`` if there is no such game."""
    row = desk.store.game_row(game)
    if row is None:
        raise LookupError(game)
    history = history_of(desk, game)
    kept = kept_rules(desk, history[-1].game)
    return GameLog(
        game=game,
        version=version_of(history[-1], row.revision),
        created=row.created,
        revision=row.revision,
        book=kept.book,
        ruleset=history[-1].game.start.ruleset,
        names=row.names,
        events=tuple((each.stored.seq, each.stored.kind, each.stored.body) for each in history),
        written=tuple(stamp_of(each.stored) for each in history),
        hashes=tuple(each.hash for each in history),
    )


def stamp_of(stored: Stored) -> tuple[str, int, str, str, str]:
    """Return what is told of an event beside what happened: never on which device it was entered."""
    return stored.command, stored.schema, stored.at, stored.writer.role, stored.writer.name


def rules_before(desk: Desk, game: str) -> str:
    """Return the hash of the rules of a game as they are told to programs that do not know them by ``ruleset``."""
    return hashed(told_before(kept_rules(desk, game_now(desk, game)).rules))


def rules_text(desk: Desk, game: str, digest: str) -> str | None:
    """Return the text with this hash that tells the rules of a game, None where they have another one."""
    state = game_now(desk, game)
    if digest == state.start.ruleset:
        return desk.store.ruleset_body(digest)
    told = told_before(kept_rules(desk, state).rules)
    return told if hashed(told) == digest else None


def told_before(rules: Ruleset) -> str:
    """Return rules for a program that does not read them as they are stored: values by chapter and key, and sources."""
    values = asdict(rules)
    cites = values.pop("cites")
    return json.dumps({"values": values, "cites": cites}, ensure_ascii=False, separators=(",", ":"))
