"""Telling a phone a whole game, so that it can go on without a network."""

from dataclasses import dataclass

from referee.desk.opened import Desk, game_now, history_of, kept_rules
from referee.desk.tables import version_of


@dataclass(frozen=True, kw_only=True, slots=True)
class GameLog:
    """Everything a phone needs to fold a game: ``rules`` is the hash of their text, events are (seq, kind, body).

    ``hashes`` name the events in their order; a log that went on from an older backup has others.
    """

    version: str
    book: str
    rules: str
    names: tuple[str, ...]
    events: tuple[tuple[int, str, str], ...]
    hashes: tuple[str, ...]


def game_log(desk: Desk, game: str) -> GameLog:
    """Return the log of a game; raise ``LookupError`` if there is no such game."""
    row = desk.store.game_row(game)
    if row is None:
        raise LookupError(game)
    history = history_of(desk, game)
    kept = kept_rules(desk, history[-1].game)
    return GameLog(
        version=version_of(history[-1], row.revision),
        book=kept.book,
        rules=kept.digest,
        names=row.names,
        events=tuple((each.stored.seq, each.stored.kind, each.stored.body) for each in history),
        hashes=tuple(each.hash for each in history),
    )


def rules_text(desk: Desk, game: str, digest: str) -> str | None:
    """Return the rules that a game is played under as JSON, None where their text has another hash."""
    kept = kept_rules(desk, game_now(desk, game))
    return kept.told if kept.digest == digest else None
