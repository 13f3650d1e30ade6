"""The desk itself: its store, library and clock, what was read of each game, and the orders that it takes."""

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Any

from referee.desk.views import Row, TableView
from referee.game.events import (
    Event,
    EventKind,
    GameStarted,
    MarkKind,
    Way,
    digest_of,
    event_hash,
    event_of,
    hashed,
    letters_of,
)
from referee.game.game import Game, begun, evolve
from referee.records import dataclass
from referee.rules.ruleset import Ruleset
from referee.rules.table import Problem
from referee.store import GameRow, Store, Stored, Writer
from referee.texts.codec import in_key_order, json_text, trusted_value
from referee.texts.words import LIBRARY, Book, Chapters, Library, Speaker, rules_wanted, variant_key


@dataclass(frozen=True, kw_only=True, slots=True)
class Order:
    """One wish to write; ``command`` is an id of its own, so that a retried request is entered once.

    ``seen`` is the hash of the last change of the sheet that its sender had seen, empty where he told only a number.
    """

    command: str
    by: Writer
    seen: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class NewGame:
    """A game to be started: names in turn order from the first dealer, ``table`` as in a settle question.

    Without a table the game starts in East 1 with the points of its ruleset. ``rules`` is the hash of the rules under
    which a phone has begun it already.
    """

    ruleset: str
    options: dict[str, str]
    names: tuple[str, ...]
    table: Mapping[str, object] | None = None
    rules: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Mark:
    """A mark that is wanted, or wanted off, in the hand with this number; ``reason`` is why a hand is dead."""

    hand: int
    seat: int
    kind: MarkKind
    on: bool
    reason: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Correction:
    """What a hand of the sheet should have been, how later hands follow, and why, where that was typed."""

    number: int
    hand: Mapping[str, object]
    way: Way
    text: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Recorded:
    """It is on the sheet as the events ``seq`` to ``last``; ``repeated`` if an earlier request with it wrote them.

    ``event`` is the hash of the last of them.
    """

    seq: int
    last: int
    event: str
    repeated: bool
    view: TableView


@dataclass(frozen=True, kw_only=True, slots=True)
class Refused:
    """Nothing was written, for these reasons."""

    problems: tuple[Problem, ...]


class Clash(StrEnum):
    """Why an order was not written although the rules allow it."""

    STALE = "stale"  # others have changed the sheet since it was seen
    REUSED = "reused"  # its id stands for another entry of this sheet
    ELSEWHERE = "elsewhere"  # its id stands for an entry of another table


@dataclass(frozen=True, kw_only=True, slots=True)
class Conflict:
    """Nothing was written: ``theirs`` is what others have changed since the sheet was seen, or what the id wrote."""

    theirs: tuple[Row, ...]
    view: TableView
    why: Clash = Clash.STALE


@dataclass(frozen=True, kw_only=True, slots=True)
class Begun:
    """A game has begun; its address holds the token, which is told only here."""

    token: str
    game: str
    view: TableView
    repeated: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class BegunOtherwise:
    """No game was started: the id of the order stands for another start, ``view``, or for an entry of a table."""

    token: str
    view: TableView | None


@dataclass(frozen=True, kw_only=True, slots=True)
class RulesChanged:
    """No game was started: the ruleset is another than where a phone has begun it, or is not here any more."""


Written = Recorded | Refused | Conflict


@dataclass(frozen=True, kw_only=True, slots=True)
class Kept:
    """A ruleset as a game keeps it, with what it was called at the time."""

    book: str
    titles: dict[str, str]
    edition: dict[str, str]
    options: dict[str, str]
    rules: Ruleset


def kept_text(book: Book, options: dict[str, str]) -> str:
    """Return the text of a book with its options chosen; the same rules give the same text."""
    chapters: Chapters = LIBRARY.plain(rules_wanted(book, options))
    kept = {
        "book": book.id,
        "titles": book.titles,
        "edition": book.edition,
        "options": options,
        "cites": chapters.pop("cites"),
        "values": chapters,
    }
    return json_text(in_key_order(kept))


def kept_of(text: str, library: Library) -> Kept:
    """Return what the text holds; ``library`` is asked only for rules that did not exist when it was written."""
    plain: Any = trusted_value(text)
    return Kept(
        book=plain["book"],
        titles=plain["titles"],
        edition=_in_languages(plain["edition"]),
        options=plain["options"],
        rules=LIBRARY.value_of(Ruleset, _upgraded_rules(plain, _present_rules(plain, library))),
    )


def _present_rules(plain: dict[str, Any], library: Library) -> Ruleset:
    """Return what the book says today, or any book if it or its options are gone."""
    book = library.book(plain["book"])
    if book is not None:
        found = book.variants.get(variant_key(tuple(plain["options"].items())))
        if found is not None:
            return found
    return next(iter(library.books[0].variants.values()))


def _upgraded_rules(plain: dict[str, Any], present: Ruleset) -> dict[str, Any]:
    """Return kept rules in the present vocabulary: what was kept stays, what did not exist yet is filled in."""
    kept = {key: {**cite, "source": _in_languages(cite["source"])} for key, cite in plain["cites"].items()}
    chapters = {
        chapter: _filled_in(plain["values"].get(chapter, {}), getattr(present, chapter))
        for chapter in LIBRARY.names(Ruleset) or ()
    }
    return {**chapters, "cites": {**present.cites, **kept}}


def _filled_in(kept: dict[str, Any], present: object) -> dict[str, Any]:
    """Return a chapter as it was kept, with what did not exist yet."""
    return {key: kept.get(key, getattr(present, key)) for key in LIBRARY.names(type(present)) or ()}


def _in_languages(text: str | dict[str, str]) -> dict[str, str]:
    """Return a text per language; one that was kept before texts had languages is English."""
    return {"en": text} if isinstance(text, str) else text


MOST_REMEMBERED = 400
"""How many games are kept in memory beside the log."""
_GAME_DIGITS = 12
"""How long the id of a game is."""


@dataclass(frozen=True, kw_only=True, slots=True)
class LoggedEvent:
    """An event as it was stored and read, and the game after it."""

    stored: Stored
    event: Event
    game: Game

    @property
    def hash(self) -> str:
        """What other devices know the event by."""
        return event_hash(self.stored.command)


History = tuple[LoggedEvent, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Desk:
    """Where everything is entered; ``clock`` tells the time in UTC, to the millisecond.

    ``histories`` and ``rulesets`` only save reading the log again; a history is that of a revision of its game, for
    with it names and texts beside the log may have changed.
    """

    store: Store
    library: Library
    clock: Callable[[], str]
    histories: dict[str, tuple[int, History]]
    rulesets: dict[str, Kept]


def game_of_command(command: str) -> str:
    """Return the id of the game that a command starts, which tells nothing of its address."""
    return hashed("game " + command)[:_GAME_DIGITS]


def token_of(command: str) -> str:
    """Return the token of the game that a command starts: a retried start gives the same address."""
    return letters_of(digest_of("table " + command)[:18])


def token_hash(token: str) -> str:
    """Return what is stored of a token."""
    return hashed("token " + token)


def find(desk: Desk, token: str) -> str | None:
    """Return the game whose address holds this token, or None."""
    return desk.store.game_by_token(token_hash(token))


def _reader_of(row: GameRow) -> str:
    """Return what stands in the address at which a game is only read; nothing that can write follows from it."""
    return row.id + letters_of(digest_of("reader " + row.token)[:18])


def reader_address(desk: Desk, game: str) -> str:
    """Return the same of a game that is there; raise ``LookupError`` if there is none."""
    return _reader_of(_row_of_game(desk, game))


def table_hash(desk: Desk, game: str) -> str:
    """Return what is kept of the token of a game's table; raise ``LookupError`` if there is no such game."""
    return _row_of_game(desk, game).token


def _row_of_game(desk: Desk, game: str) -> GameRow:
    """Return what a game is called by and its names; raise ``LookupError`` if there is no such game."""
    row = desk.store.game_row(game)
    if row is None:
        raise LookupError(game)
    return row


def find_to_read(desk: Desk, address: str) -> str | None:
    """Return the game that an address lets read, or None; hashes are compared, so that time tells nothing."""
    row = desk.store.game_row(address[:_GAME_DIGITS])
    return None if row is None or hashed(_reader_of(row)) != hashed(address) else row.id


def game_at(desk: Desk, address: str) -> str | None:
    """Return the game of an address, of its token, or with this id; None if there is none."""
    if desk.store.game_row(address) is not None:
        return address
    found = (find(desk, part) for part in address.split("/") if part)
    return next((game for game in found if game is not None), None)


def history_of(desk: Desk, game: str) -> History:
    """Return everything that happened in a game; raise ``LookupError`` if there is no such game."""
    return revised_history(desk, game)[1]


def revised_history(desk: Desk, game: str) -> tuple[int, History]:
    """Return how often names and texts of a game were changed, and everything that happened in it."""
    revision = desk.store.revision_of(game)
    known = desk.histories.get(game, (revision, ()))
    history = known[1] if known[0] == revision else ()
    for stored in desk.store.events_of(game, len(history)):
        history = (*history, logged_event(stored, history))
    if not history:
        raise LookupError(game)
    if len(desk.histories) >= MOST_REMEMBERED and game not in desk.histories:
        desk.histories.clear()
    desk.histories[game] = (revision, history)
    return revision, history


def logged_event(stored: Stored, before: History) -> LoggedEvent:
    """Return a stored event with the game after it."""
    event = event_of(EventKind(stored.kind), stored.body)
    if isinstance(event, GameStarted):
        return LoggedEvent(stored=stored, event=event, game=begun(stored.seq, event))
    return LoggedEvent(stored=stored, event=event, game=evolve(before[-1].game, stored.seq, event))


def hash_of_last_change(history: History) -> str:
    """Return the hash of the event that changed the sheet last, which a form names that was drawn from it."""
    return history[history[-1].game.changed - 1].hash


def kept_rules(desk: Desk, game: Game) -> Kept:
    """Return the ruleset that was stored at the start of a game."""
    return kept_under(desk, game.start.ruleset)


def kept_under(desk: Desk, digest: str) -> Kept:
    """Return the ruleset that is stored under a hash."""
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
