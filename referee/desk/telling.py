"""Telling a phone a whole game, so that it can go on without a network."""

import json
from dataclasses import asdict, dataclass

from referee.desk.opened import Desk, history_of, kept_rules
from referee.desk.tables import version
from referee.store import game_row


@dataclass(frozen=True, kw_only=True, slots=True)
class GameLog:
    """Everything a phone needs to fold a game: ``rules`` is the hash of its ruleset, events are (seq, kind, body)."""

    version: str
    book: str
    rules: str
    names: tuple[str, ...]
    events: tuple[tuple[int, str, str], ...]


def game_log(desk: Desk, game: str) -> GameLog:
    """Return the log of a game; raise ``LookupError`` if there is no such game."""
    database = desk.store.database()
    row = game_row(database, game)
    if row is None:
        raise LookupError(game)
    history = history_of(desk, database, game)
    state = history[-1].game
    return GameLog(
        version=version(desk, game),
        book=kept_rules(desk, database, state).book,
        rules=state.start.ruleset,
        names=row.names,
        events=tuple((each.stored.seq, each.stored.kind, each.stored.body) for each in history),
    )


def rules_text(desk: Desk, game: str) -> str:
    """Return the rules that a game is played under as JSON: values by chapter and key, and their sources."""
    database = desk.store.database()
    values = asdict(kept_rules(desk, database, history_of(desk, database, game)[-1].game).rules)
    cites = values.pop("cites")
    return json.dumps({"values": values, "cites": cites}, ensure_ascii=False, separators=(",", ":"))
