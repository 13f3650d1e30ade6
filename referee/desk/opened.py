"""The desk itself: the store, the library, the clock, and what was read of each game."""

from collections.abc import Callable
from dataclasses import dataclass

from referee.core.games.events import Event, EventKind, GameStarted
from referee.core.games.game import Game, begun, evolve
from referee.core.games.hashes import digest_of, event_hash, hashed, letters_of
from referee.core.games.reading import event_of
from referee.core.rules.ruleset import Ruleset
from referee.core.text.library import Library
from referee.core.text.words import Speaker
from referee.desk.rulesets import Kept, kept_of
from referee.store import Store, Stored

MOST_REMEMBERED = 400
"""How many games are kept in memory beside the log."""
GAME_DIGITS = 12
"""How long the id of a game is."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Happened:
    """An event as it was stored and read, and the game after it."""

    stored: Stored
    event: Event
    game: Game

    @property
    def hash(self) -> str:
        """What other devices know the event by."""
        return event_hash(self.stored.command)


History = tuple[Happened, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Desk:
    """Where everything is entered; ``clock`` tells the time in UTC, to the millisecond.

    ``histories`` and ``rulesets`` only save reading the log again.
    """

    store: Store
    library: Library
    clock: Callable[[], str]
    histories: dict[str, History]
    rulesets: dict[str, Kept]


def set_up(store: Store, library: Library, clock: Callable[[], str]) -> Desk:
    """Return a desk that has read nothing yet."""
    return Desk(store=store, library=library, clock=clock, histories={}, rulesets={})


def game_of_command(command: str) -> str:
    """Return the id of the game that a command starts, which tells nothing of its address."""
    return hashed("game " + command)[:GAME_DIGITS]


def token_of(command: str) -> str:
    """Return the token of the game that a command starts: a retried start gives the same address."""
    return letters_of(digest_of("table " + command)[:18])


def token_hash(token: str) -> str:
    """Return what is stored of a token."""
    return hashed("token " + token)


def find(desk: Desk, token: str) -> str | None:
    """Return the game whose address holds this token, or None."""
    return desk.store.game_by_token(token_hash(token))


def game_at(desk: Desk, address: str) -> str | None:
    """Return the game of an address, of its token, or with this id; None if there is none."""
    if desk.store.game_row(address) is not None:
        return address
    found = (find(desk, part) for part in address.split("/") if part)
    return next((game for game in found if game is not None), None)


def history_of(desk: Desk, game: str) -> History:
    """Return everything that happened in a game; raise ``LookupError`` if there is no such game."""
    known = desk.histories.get(game, ())
    history = known
    for stored in desk.store.events_of(game, len(known)):
        history = (*history, happened(stored, history))
    if not history:
        raise LookupError(game)
    if len(desk.histories) >= MOST_REMEMBERED and game not in desk.histories:
        desk.histories.clear()
    desk.histories[game] = history
    return history


def happened(stored: Stored, before: History) -> Happened:
    """Return a stored event with the game after it."""
    event = event_of(EventKind(stored.kind), stored.body)
    if isinstance(event, GameStarted):
        return Happened(stored=stored, event=event, game=begun(stored.seq, event))
    return Happened(stored=stored, event=event, game=evolve(before[-1].game, stored.seq, event))


def seen_last(history: History) -> str:
    """Return the hash of the event that changed the sheet last, which a form names that was drawn from it."""
    return history[history[-1].game.changed - 1].hash


def kept_rules(desk: Desk, game: Game) -> Kept:
    """Return the ruleset that was stored at the start of a game."""
    digest = game.start.ruleset
    found = desk.rulesets.get(digest)
    if found is None:
        found = desk.rulesets[digest] = kept_of(desk.store.ruleset_body(digest), desk.library)
    return found


def rules_of(desk: Desk, game: str) -> Ruleset:
    """Return the rules of a game."""
    return kept_rules(desk, game_now(desk, game)).rules


def game_now(desk: Desk, game: str) -> Game:
    """Return a game as it stands."""
    return history_of(desk, game)[-1].game


def speaker_of(desk: Desk, lang: str) -> Speaker:
    """Return the words of a language."""
    return Speaker(lang=lang, words=desk.library.sentences[lang])
