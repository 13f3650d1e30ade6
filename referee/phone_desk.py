"""What a phone asks the lowered core when it has no network: JSON text in, JSON text or HTML out.

`referee.lower` rewrites this file too and puts it behind the core. The library grows piece by piece: one book, one
language at a time. A game is told by its log, and by the forms that this phone has not sent yet.
"""

from __future__ import annotations

from typing import Any

from referee.core.form import Form
from referee.core.fragments import FRAGMENTS
from referee.core.game import Game, replay
from referee.core.game_decide import NotDone
from referee.core.game_events import EventKind
from referee.core.game_reading import event_of
from referee.core.jsontext import Record, json_text, json_value, record
from referee.core.library import Library, joined_libraries, library_from_json, ruleset_of
from referee.core.orders import TableOrder, after_orders, event_ordered
from referee.core.record_view import Confirming, record_answer, record_shown
from referee.core.ruleset import Ruleset
from referee.core.table_values import Onlooker, table_filling
from referee.core.words import Speaker

PIECES: dict[str, Library] = {}
"""The library of this phone, under the name "library", once a first piece was given."""

RULES: dict[str, Ruleset] = {}
"""The rules of games by the hash of their text."""

GAMES: dict[str, tuple[str, Game]] = {}
"""By the token of a table: the version of its log, and the game that the log tells."""


def phone_keep(text: str) -> str:
    """Add a piece of the library."""
    piece = library_from_json(text)
    PIECES["library"] = joined_libraries(PIECES["library"], piece) if PIECES else piece
    return ""


def phone_keep_rules(digest: str, text: str) -> str:
    """Add the rules of a game."""
    plain: Any = json_value(text)
    RULES[digest] = ruleset_of(plain)
    return ""


def phone_speaker(lang: str) -> Speaker:
    """Return the words of a language that was given."""
    return Speaker(lang=lang, words=PIECES["library"].sentences[lang])


def phone_form(pairs: list[Any]) -> Form:
    """Return a form from its names and values."""
    return Form(pairs=tuple([(name, value) for name, value in pairs]))


def phone_fragment(name: str, pairs: str, lang: str) -> str:
    """Return a part of a page for a form, told as a list of names and values."""
    asked: Any = json_value(pairs)
    return FRAGMENTS[name](phone_form(asked), PIECES["library"], lang)


def phone_game(seen: dict[str, Any]) -> tuple[Game, Ruleset, tuple[TableOrder, ...]]:
    """Return a game as it will be after the orders that are not sent yet, its rules, and those orders."""
    log: Any = seen["log"]
    token, version = log["token"], log["version"]
    if token not in GAMES or GAMES[token][0] != version:
        events = [(seq, event_of(EventKind(kind), body)) for seq, kind, body in log["events"]]
        GAMES[token] = (version, replay(tuple(events)))
    rules = RULES[log["rules"]]
    orders = tuple([TableOrder(action=each["action"], form=phone_form(each["pairs"])) for each in seen["unsent"]])
    return after_orders(GAMES[token][1], orders, rules), rules, orders


def phone_table(text: str) -> str:
    """Return the values of a table's pages; ``text`` tells log, unsent orders, language and seat compared with."""
    seen: Any = json_value(text)
    game, rules, _ = phone_game(seen)
    eyes = Onlooker(names=tuple(seen["log"]["names"]), speaker=phone_speaker(seen["lang"]), gap=seen["gap"])
    return json_text(Record(pairs=table_filling(game, rules, eyes)))


def phone_check(text: str) -> str:
    """Return why the last of the orders cannot be carried out, as sentences; an empty list if it can."""
    seen: Any = json_value(text)
    last = seen["unsent"][-1]
    before = {"log": seen["log"], "unsent": seen["unsent"][:-1]}
    game, rules, _ = phone_game(before)
    event = event_ordered(TableOrder(action=last["action"], form=phone_form(last["pairs"])), game, rules)
    speaker = phone_speaker(seen["lang"])
    problems = event.problems if isinstance(event, NotDone) else ()
    return json_text([speaker.say(problem.reason, problem.facts) for problem in problems])


def phone_record(text: str, pairs: str) -> str:
    """Return what the hand of a form would pay at a table, with the button that confirms it."""
    seen: Any = json_value(text)
    asked: Any = json_value(pairs)
    game, rules, _ = phone_game(seen)
    speaker = phone_speaker(seen["lang"])
    confirming = Confirming(address=seen["address"], method="post", text=speaker.words["page.record.confirm"])
    told = record_answer(phone_form(asked), game, rules, speaker)
    return record_shown(told, seen["log"]["me"] or 0, speaker.words, confirming)


def phone_known() -> str:
    """Return the books and languages that this phone holds."""
    if not PIECES:
        return json_text(record(("books", ()), ("languages", ())))
    library = PIECES["library"]
    books = tuple([book.id for book in library.books])
    return json_text(record(("books", books), ("languages", tuple(sorted(library.sentences)))))
