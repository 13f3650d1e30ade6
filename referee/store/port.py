"""What the desk asks of a store, wherever the games lie: in a database on the server, in memory on a phone."""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Protocol

from referee.records import dataclass

EVENT_SCHEMA = 2
"""The shape in which events are written; a reader lifts older shapes, they are never rewritten."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Writer:
    """Who wrote: the device, its role, the name that was given, and the link by which it came to an event."""

    device: str
    role: str
    name: str
    link: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Stored:
    """An event as it lies in the log; ``command`` is hashed, ``body`` the event's JSON text, ``at`` in UTC."""

    game: str
    seq: int
    command: str
    kind: str
    schema: int
    body: str
    at: str
    writer: Writer


@dataclass(frozen=True, kw_only=True, slots=True)
class GameRow:
    """A game: ``token`` is hashed, ``names`` in seat order, ``revision`` counts changes of names and texts."""

    id: str
    token: str
    created: str
    revision: int
    names: tuple[str, ...]


class Store(Protocol):
    """Games with their names, their rulesets and their logs; whoever writes holds ``writing()``."""

    def writing(self) -> AbstractContextManager[object]:
        """Hold the only writing transaction; it is kept if the block ends well, else nothing of it is."""

    def game_row(self, game: str) -> GameRow | None:
        """Return a game, or None if there is none with this id."""

    def game_by_token(self, token: str) -> str | None:
        """Return the id of the game with this hashed token, or None."""

    def revision_of(self, game: str) -> int:
        """Return how often names and texts of a game were changed; raise ``LookupError`` if there is no such game."""

    def ruleset_body(self, digest: str) -> str:
        """Return the text of a resolved ruleset."""

    def events_of(self, game: str, after: int = 0) -> tuple[Stored, ...]:
        """Return the events of a game with numbers above ``after``, in order."""

    def event_by_command(self, command: str) -> Stored | None:
        """Return the event that this hashed command made, if it made one."""

    def add_ruleset(self, digest: str, body: str) -> None:
        """Keep a resolved ruleset under its hash; the same one is kept once."""

    def add_game(self, game: GameRow) -> None:
        """Write a new game with its names."""

    def mend_names(self, game: str, names: Sequence[str]) -> None:
        """Change the names of a game, so that pages which show them notice."""

    def append(self, event: Stored) -> None:
        """Write an event."""
