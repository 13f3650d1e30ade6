"""Games in memory, as a phone holds those whose link it has opened."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from referee.store.port import GameRow, Stored


class MemoryStore:
    """Games by id, rulesets by hash, events by game; ``commands`` finds an event by its hashed command."""

    def __init__(self) -> None:
        self.games: dict[str, GameRow] = {}
        self.rulesets: dict[str, str] = {}
        self.events: dict[str, tuple[Stored, ...]] = {}
        self.commands: dict[str, Stored] = {}

    def writing(self) -> "Writing":
        """Return a block that writes everything or nothing."""
        return Writing((self.games, self.rulesets, self.events, self.commands))

    def game_row(self, game: str) -> GameRow | None:
        """Return a game, or None."""
        return self.games.get(game)

    def game_by_token(self, token: str) -> str | None:
        """Return the game with a token; a phone has so few that they are looked through."""
        return next((row.id for row in self.games.values() if row.token == token), None)

    def revision_of(self, game: str) -> int:
        """Return how often names and texts of a game were changed."""
        return self.games[game].revision

    def ruleset_body(self, digest: str) -> str:
        """Return the text of a ruleset."""
        return self.rulesets[digest]

    def events_of(self, game: str, after: int = 0) -> tuple[Stored, ...]:
        """Return the events of a game behind a number."""
        return self.events.get(game, ())[after:]

    def event_by_command(self, command: str) -> Stored | None:
        """Return the event that a command made, or None."""
        return self.commands.get(command)

    def add_ruleset(self, digest: str, body: str) -> None:
        """Keep a ruleset."""
        self.rulesets[digest] = body

    def add_game(self, game: GameRow) -> None:
        """Keep a new game."""
        self.games[game.id] = game

    def mend_names(self, game: str, names: Sequence[str]) -> None:
        """Change the names of a game."""
        row = self.games[game]
        self.games[game] = replace(row, names=tuple(names), revision=row.revision + 1)

    def forget(self, game: str) -> None:
        """Hold nothing of a game any more; its ruleset may be that of others."""
        for event in self.events.pop(game, ()):
            del self.commands[event.command]
        del self.games[game]

    def append(self, event: Stored) -> None:
        """Keep an event."""
        self.events[event.game] = (*self.events.get(event.game, ()), event)
        self.commands[event.command] = event


class Writing:
    """A transaction: dicts are set back to what they held if the block fails."""

    def __init__(self, held: tuple[dict[Any, Any], ...]) -> None:
        self.held = held
        self.before = [dict(each) for each in held]

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, *_: object) -> None:
        if kind is not None:
            for now, before in zip(self.held, self.before, strict=True):
                now.clear()
                now.update(before)
