"""Events as JSON text and back, and the hash by which every device knows one."""

from __future__ import annotations

from binascii import b2a_base64
from hashlib import sha256
from typing import Any, assert_never

from referee.ask.hands import read_hand
from referee.game.events import (
    Adjusted,
    Event,
    EventKind,
    Finished,
    GameEnded,
    GameStarted,
    HandCorrected,
    HandRecorded,
    Marked,
    Noted,
    Proposal,
    Renamed,
    Reopened,
    RulingIssued,
    RulingWithdrawn,
    Sanction,
    Settled,
    TimeSignalled,
    Undone,
)
from referee.rules.offences import Consequence
from referee.rules.placement import Parts, Standing
from referee.rules.table import AbortiveDraw, Chombo, ExhaustiveDraw, Hand, Win, Won
from referee.texts.codec import Codec, Form, Record, Value, json_text, record, trusted_value
from referee.texts.reader import Reader

LETTERS = 16
"""How much of the hash travels: enough that no two events of a club are taken for each other."""


def hashed(text: str) -> str:
    """Return the SHA-256 of a text in hexadecimal digits."""
    return digest_of(text).hex()


def digest_of(text: str) -> bytes:
    """Return the SHA-256 of a text."""
    return sha256(text.encode()).digest()


def letters_of(digest: bytes) -> str:
    """Return bytes as they are written in an address: in base 64 with letters, digits, - and _."""
    return b2a_base64(digest).decode().strip("\n").replace("+", "-").replace("/", "_")


def command_hash(command: str, place: int = 0) -> str:
    """Return what is stored of an order at its event number ``place``; nobody can work out an address from it."""
    text = command if place == 0 else f"{command} {place}"
    return hashed(f"command {text}")


def ruleset_hash(body: str) -> str:
    """Return the name under which a resolved ruleset is kept."""
    return hashed(body)


def event_hash(stored: str) -> str:
    """Return the hash by which devices name an event, from what is stored of its order."""
    return stored[:LETTERS]


EVENTS: dict[EventKind, type[Event]] = {
    EventKind.GAME_STARTED: GameStarted,
    EventKind.MARKED: Marked,
    EventKind.HAND_RECORDED: HandRecorded,
    EventKind.UNDONE: Undone,
    EventKind.HAND_CORRECTED: HandCorrected,
    EventKind.ADJUSTED: Adjusted,
    EventKind.NOTED: Noted,
    EventKind.TIME_SIGNALLED: TimeSignalled,
    EventKind.GAME_ENDED: GameEnded,
    EventKind.FINISHED: Finished,
    EventKind.REOPENED: Reopened,
    EventKind.RULING_ISSUED: RulingIssued,
    EventKind.RULING_WITHDRAWN: RulingWithdrawn,
    EventKind.RENAMED: Renamed,
}
"""The events by the names under which they are stored."""


def event_kind(event: Event) -> EventKind:
    """Return the name under which an event is stored."""
    return next(kind for kind in EVENTS if EVENTS[kind] is type(event))


def event_text(event: Event) -> str:
    """Return the JSON text of an event; hands that an adjustment does not set stand in none."""
    plain = LOG.plain(event)
    if isinstance(event, Adjusted) and event.hands_left is None:
        del plain["hands_left"]
    return json_text(plain)


def event_of(kind: EventKind, text: str) -> Event:
    """Return the event of this kind that the text holds; raise ``Unreadable`` where it holds something else."""
    event: Event = LOG.value_of(EVENTS[kind], lifted(kind, trusted_value(text)))
    return event


def lifted(kind: EventKind, plain: Any) -> Any:  # noqa: ANN401 what JSON holds
    """Return an event of any schema as one of today's: reopenings had no reason, adjustments no hands."""
    match kind:
        case EventKind.GAME_ENDED:
            return {}
        case EventKind.REOPENED:
            return {"text": "", **plain}
        case EventKind.ADJUSTED:
            return {"hands_left": None, **plain}
        case _:
            return plain


def hand_record(hand: Hand) -> Record:
    """Return the facts of a hand as a settle question holds them."""
    match hand.ending:
        case Won(discarder=discarder, wins=wins):
            rows = tuple(win_record(win) for win in wins)
            ending: tuple[tuple[str, Value], ...] = (("result", "win"), ("from", discarder), ("wins", rows))
        case ExhaustiveDraw(tenpai=tenpai, nagashi=nagashi):
            ending = (("result", "draw"), ("tenpai", tenpai), ("nagashi", nagashi))
        case AbortiveDraw(reason=reason, declarer=declarer):
            declared = () if declarer is None else (("declarer", declarer),)
            ending = (("result", "abort"), ("reason", reason), *declared)
        case Chombo(offenders=offenders):
            ending = (("result", "chombo"), ("offenders", offenders))
        case _:
            assert_never(hand.ending)
    common = (("riichi", hand.riichi), ("open_riichi", hand.open_riichi), ("dead", hand.dead), ("wareme", hand.wareme))
    return record(*ending, *common)


def win_record(win: Win) -> Record:
    """Return one winner; what is not known is left out."""
    value = (("yakuman", win.yakuman),) if win.yakuman else (("han", win.han),)
    fu = (("fu", win.fu),) if win.fu else ()
    pao = () if win.pao is None else (("pao", record(("seat", win.pao.seat), ("yakuman", win.pao.yakuman or None))),)
    yaku_han = () if win.yaku_han is None else (("yaku_han", win.yaku_han),)
    chips = record(("ippatsu", win.chips.ippatsu), ("red", win.chips.red), ("ura", win.chips.ura))
    typed = (("laid", record(*win.typed_hand)),) if win.typed_hand else ()
    return record(("seat", win.seat), *value, *fu, *pao, *yaku_han, ("yaku", win.yaku), ("chips", chips), *typed)


def hand_of(plain: Any) -> Hand:  # noqa: ANN401 what JSON holds
    """Return the facts of a hand."""
    return read_hand(Reader(path="hand", fields=plain, problems=[]), None, None)


def options_object(options: tuple[tuple[str, str], ...]) -> dict[str, str]:
    """Return options with their choices as an object."""
    return dict(options)


def options_of(plain: Any) -> tuple[tuple[str, str], ...]:  # noqa: ANN401 what JSON holds
    """Return options with their choices in the order of the options' names."""
    chosen = LOG.value_of({str: str}, plain)
    return tuple([(option, chosen[option]) for option in sorted(chosen)])


def rows_of(kind: type, names: tuple[str, ...], others: dict[str, object]) -> Form:
    """Return how dataclasses are written as lists of the fields with these names; the others are always the same."""

    def read(rows: list[Any]) -> object:
        return LOG.value_of([kind], [{**others, **dict(zip(names, row, strict=True))} for row in rows])

    return Form(write=lambda values: [[getattr(each, name) for name in names] for each in values], read=read)


LOG = Codec(
    {
        (GameStarted, "options"): Form(write=options_object, read=options_of),
        (Settled, "hand"): Form(write=hand_record, read=hand_of),
        (Standing, "parts"): rows_of(Parts, ("score", "uma", "oka", "chips", "penalties"), {}),
        (Proposal, "consequences"): rows_of(Consequence, ("kind", "amount", "least", "most", "choices"), {"per": ""}),
        (RulingIssued, "issued"): rows_of(Sanction, ("kind", "amount"), {}),
    }
)
"""Writes and reads what the log holds: a hand as a settle question tells it, what is short as a list."""
