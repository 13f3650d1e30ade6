"""What a phone asks the lowered core when it has no network: JSON text in, JSON text or HTML out.

The lowering rewrites this file too and puts it behind the core. The library grows piece by piece: one book, one
language at a time. A game is told by its log, and by the forms that this phone has not sent yet.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from referee.core.forms.form import Form
from referee.core.forms.winner_tiles import with_hand_laid
from referee.core.games.at_table import AtTable, court_of_game
from referee.core.games.decide import NotDone
from referee.core.games.events import Event, EventKind
from referee.core.games.game import Game, replay
from referee.core.games.orders import (
    Moment,
    TableOrder,
    carried_out,
    event_ordered,
    moments_since,
    seen_last,
)
from referee.core.games.reading import event_of
from referee.core.pages.fragments import FRAGMENTS, TABLE_FRAGMENTS
from referee.core.pages.sheet_view import sheet_added
from referee.core.pages.table_values import table_filling
from referee.core.rules.facts import ALL_SEATS
from referee.core.text.jsontext import Record, json_text, json_value, trusted_value
from referee.core.text.library import Library, joined_libraries, library_from_json, ruleset_of
from referee.core.text.words import Speaker
from referee.phone.drawing import Macro, drawn_macro

if TYPE_CHECKING:
    from referee.core.penalties.court import Court
    from referee.core.rules.ruleset import Ruleset


@dataclass(frozen=True, kw_only=True, slots=True)
class Logged:
    """A game as its log tells it, its rules, its players, and the seat of this phone's holder.

    ``hashes`` are what the events are known by, as far as the log that was kept tells it.
    """

    game: Game
    events: tuple[tuple[int, Event], ...]
    hashes: dict[int, str]
    rules: Ruleset
    names: tuple[str, ...]
    me: int


PIECES: dict[str, Library] = {}
"""The library of this phone, under the name "library", once a first piece was given."""

RULES: dict[str, Ruleset] = {}
"""The rules of games by the hash of their text."""

DRAWN: dict[str, Macro] = {}
"""What draws each fragment; the lowering fills it with the compiled macros."""

LOGS: dict[str, Logged] = {}
"""What was told of each table, by the token of its address."""


def phone_keep(text: str) -> str:
    """Add a piece of the library."""
    piece = library_from_json(text)
    PIECES["library"] = joined_libraries(PIECES["library"], piece) if PIECES else piece
    return ""


def phone_keep_rules(digest: str, text: str) -> str:
    """Add the rules of a game."""
    plain: Any = trusted_value(text)
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
    return phone_drawn(name, FRAGMENTS[name](phone_form(asked), PIECES["library"], lang), phone_speaker(lang))


def phone_drawn(name: str, found: object, speaker: Speaker) -> str:
    """Return a fragment as its macro draws it."""
    return drawn_macro(DRAWN[name], found, {"say": speaker.say})


def phone_keep_log(text: str) -> str:
    """Add the log of a table in place of an older one."""
    log: Any = trusted_value(text)
    events = tuple([(seq, event_of(EventKind(kind), body)) for seq, kind, body in log["events"]])
    LOGS[log["token"]] = Logged(
        game=replay(events),
        events=events,
        hashes={place + 1: told for place, told in enumerate(log.get("hashes", ()))},
        rules=RULES[log["rules"]],
        names=tuple(log["names"]),
        me=log["me"] or 0,
    )
    return ""


def phone_court(game: Game) -> Court | None:
    """Return where a game's offences are judged, None while its book was not given."""
    library = PIECES["library"]
    return court_of_game(game, library, phone_speaker(min(library.sentences)))


def phone_orders(unsent: list[Any]) -> tuple[TableOrder, ...]:
    """Return orders from their actions and forms."""
    return tuple([TableOrder(action=each["action"], form=phone_form(each["pairs"])) for each in unsent])


def phone_table(text: str) -> str:
    """Return the values of a table's pages.

    ``text`` tells token, unsent orders, language, the seat compared with, and the last event on a kept sheet.
    """
    seen: Any = json_value(text)
    gap = seen["gap"] if seen["gap"] in ALL_SEATS else None
    table = phone_seen(seen)
    sheet = () if seen["shown"] is None else phone_sheet(seen, table)
    return json_text(Record(pairs=(*table_filling(table, gap), *sheet)))


def phone_sheet(seen: dict[str, Any], table: AtTable) -> tuple[tuple[str, str | None], ...]:
    """Return the values that bring a kept sheet up to date."""
    known = LOGS[seen["token"]]
    sent = moments_since(known.events, known.hashes, seen["shown"])
    return sheet_added((*sent, *phone_made(seen)), known.game.seq, table)


def phone_made(seen: dict[str, Any]) -> tuple[Moment, ...]:
    """Return what the unsent orders of a table will enter."""
    return phone_carried_out(LOGS[seen["token"]], phone_orders(seen["unsent"]))


def phone_carried_out(known: Logged, orders: tuple[TableOrder, ...]) -> tuple[Moment, ...]:
    """Return what orders will enter; one whose form was drawn from another sheet enters nothing."""
    made: list[Moment] = []
    court = phone_court(known.game)
    for order in orders:
        if phone_fits(order, known, made):
            game = made[-1].after if made else known.game
            made.extend(carried_out(game, (order,), known.rules, court))
    return tuple(made)


def phone_fits(order: TableOrder, known: Logged, made: list[Moment]) -> bool:
    """Say whether the sheet is still what the sender of an order saw, as far as the order and the log tell it."""
    asked, last = order.form.one("expected_event"), phone_last(known, made)
    return not asked or not last or asked == last


def phone_last(known: Logged, made: list[Moment]) -> str:
    """Return the hash of the last change of the sheet, the unsent ones included."""
    game = made[-1].after if made else known.game
    return seen_last(game, known.hashes | {moment.seq: moment.hash for moment in made})


def phone_check(text: str) -> str:
    """Return why the last of the unsent orders cannot be carried out, as sentences; an empty list if it can."""
    seen: Any = json_value(text)
    known, orders = LOGS[seen["token"]], phone_orders(seen["unsent"])
    made = phone_carried_out(known, orders[:-1])
    game = made[-1].after if made else known.game
    event = event_ordered(orders[-1], game, known.rules, phone_court(known.game))
    speaker = phone_speaker(seen["lang"])
    problems = event.problems if isinstance(event, NotDone) else ()
    return json_text([speaker.say(problem.reason, problem.facts) for problem in problems])


def phone_overtaken(text: str) -> str:
    """Say whether the sheet has changed since the form of the last of the unsent orders was drawn, as JSON."""
    seen: Any = json_value(text)
    known, orders = LOGS[seen["token"]], phone_orders(seen["unsent"])
    return json_text(not phone_fits(orders[-1], known, list(phone_carried_out(known, orders[:-1]))))


def phone_at_table(name: str, text: str, pairs: str) -> str:
    """Return a part of a table's page for a form, with the unsent orders carried out."""
    seen: Any = json_value(text)
    asked: Any = json_value(pairs)
    table = phone_seen(seen)
    return phone_drawn(name, TABLE_FRAGMENTS[name](phone_form(asked), table), table.speaker)


def phone_laid(pairs: str) -> str:
    """Return the form of a finished hand with what its tiles told, from the form that comes back from them."""
    asked: Any = json_value(pairs)
    return json_text(with_hand_laid(phone_form(asked)).pairs)


def phone_seen(seen: dict[str, Any]) -> AtTable:
    """Return a table with the unsent orders carried out."""
    known, made = LOGS[seen["token"]], list(phone_made(seen))
    return AtTable(
        game=made[-1].after if made else known.game,
        rules=known.rules,
        names=known.names,
        me=known.me,
        library=PIECES["library"],
        speaker=phone_speaker(seen["lang"]),
        address=seen["address"],
        expected_event=phone_last(known, made),
    )
