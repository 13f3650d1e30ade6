"""What happened at a table, in the past tense: the events whose fold is the score sheet, and their text."""

from __future__ import annotations

from binascii import b2a_base64
from enum import StrEnum
from hashlib import sha256
from typing import Any, assert_never

from referee.ask.hands import read_hand
from referee.records import dataclass
from referee.rules.offences import Consequence, Penalty
from referee.rules.placement import Parts, Standing
from referee.rules.progress import EndReason, Step
from referee.rules.table import AbortiveDraw, Chombo, ExhaustiveDraw, Hand, Line, Note, Table, Win, Won
from referee.texts.codec import Codec, Form, Record, Value, json_text, record, trusted_value
from referee.texts.reader import Reader


class EventKind(StrEnum):
    """The kinds of events, by the name under which they are stored."""

    GAME_STARTED = "game_started"
    MARKED = "marked"
    HAND_RECORDED = "hand_recorded"
    UNDONE = "undone"
    HAND_CORRECTED = "hand_corrected"
    ADJUSTED = "adjusted"
    NOTED = "noted"
    TIME_SIGNALLED = "time_signalled"
    GAME_ENDED = "game_ended"
    FINISHED = "finished"
    REOPENED = "reopened"
    RULING_ISSUED = "ruling_issued"
    RULING_WITHDRAWN = "ruling_withdrawn"
    RENAMED = "renamed"


OTHER_OFFENCE = "other"
"""Stands for an offence that no catalogue has; only the written reason says what it was."""


class MarkKind(StrEnum):
    """What can be marked for a seat while a hand is played."""

    RIICHI = "riichi"
    OPEN_RIICHI = "open_riichi"
    TENPAI = "tenpai"
    DEAD_HAND = "dead_hand"


class UndoReason(StrEnum):
    """Why the last entry is taken back."""

    MISTYPED = "mistyped"
    MISCOUNTED = "miscounted"
    RULED_OTHERWISE = "ruled_otherwise"
    NOT_OVER = "not_over"


class Way(StrEnum):
    """How a correction of an earlier hand reaches the hands after it."""

    REPLAY = "replay"  # they are settled again from their facts
    POINTS_ONLY = "points_only"  # they keep their lines; the difference is one line


@dataclass(frozen=True, kw_only=True, slots=True)
class Settled:
    """A hand as it stands on the sheet: the table before it, its facts, and what was issued."""

    before: Table
    hand: Hand
    lines: tuple[Line, ...]
    notes: tuple[Note, ...]
    step: Step
    after: Table
    end: EndReason | None


@dataclass(frozen=True, kw_only=True, slots=True)
class GameStarted:
    """A game began: under the ruleset stored by this hash, at this table; options are (option, choice) pairs."""

    ruleset: str
    book: str
    options: tuple[tuple[str, str], ...]
    table: Table


@dataclass(frozen=True, kw_only=True, slots=True)
class Marked:
    """A seat was marked, or its mark taken away, in the hand with this number; ``reason`` is why a hand is dead."""

    hand: int
    seat: int
    mark: MarkKind
    on: bool
    reason: str


@dataclass(frozen=True, kw_only=True, slots=True)
class HandRecorded:
    """A hand was finished and settled."""

    settled: Settled


@dataclass(frozen=True, kw_only=True, slots=True)
class Undone:
    """The last standing entry of the sheet, event ``target``, was taken back."""

    target: int
    reason: UndoReason


@dataclass(frozen=True, kw_only=True, slots=True)
class HandCorrected:
    """An earlier hand was corrected.

    ``settled`` holds, from the hand ``number`` on, every hand that was settled again: all of them by replay,
    one by points only, where ``difference`` is the line that makes up for it and ``yakitori`` says who has not
    won yet. ``text`` is why, if that was typed.
    """

    number: int
    way: Way
    settled: tuple[Settled, ...]
    difference: Line | None
    yakitori: tuple[bool, bool, bool, bool] | None
    text: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Adjusted:
    """Somebody set what the rules did not: the difference in points as a line, the rest as it was wanted.

    ``hands_left`` are those after the time signal; an event gives one more.
    """

    line: Line
    honba: int | None
    dealer: int | None
    round: str | None
    extra: bool | None
    text: str
    hands_left: int | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Noted:
    """Somebody wrote a remark on the sheet."""

    text: str


@dataclass(frozen=True, kw_only=True, slots=True)
class TimeSignalled:
    """The time signal fell, into a running hand or between two; so many hands are left, a running one included."""

    running: bool
    hands_left: int


@dataclass(frozen=True, kw_only=True, slots=True)
class GameEnded:
    """The game was ended before its rules end it."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Finished:
    """The result was issued and signed."""

    end: EndReason
    standing: Standing


@dataclass(frozen=True, kw_only=True, slots=True)
class Reopened:
    """The signature, and an end that was forced, were taken back, for the reason that was typed.

    Reopenings of the first schema have none.
    """

    text: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Proposal:
    """What a rulebook prescribed when it was asked; amounts are counted out, so no consequence has a ``per``."""

    consequences: tuple[Consequence, ...]
    clause: str
    source: str
    confidence: str
    covered: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class Sanction:
    """One penalty as a referee issues it; ``amount`` in points, 0 for a kind that has none."""

    kind: Penalty
    amount: int


@dataclass(frozen=True, kw_only=True, slots=True)
class RulingIssued:
    """A referee ruled on an offence in the hand with this number.

    ``answers`` are (question, answer) pairs, ``proposed`` is None for an offence without a rulebook's row, ``lines``
    what the penalties move, ``recorded`` the event of the same order that records the void hand of a chombo.
    """

    hand: int
    seat: int
    offence: str
    answers: tuple[tuple[str, str | int], ...]
    proposed: Proposal | None
    issued: tuple[Sanction, ...]
    lines: tuple[Line, ...]
    recorded: int | None
    text: str


@dataclass(frozen=True, kw_only=True, slots=True)
class RulingWithdrawn:
    """The ruling of event ``target`` was withdrawn; ``lines`` give back what it had moved."""

    target: int
    lines: tuple[Line, ...]
    text: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Renamed:
    """The name at a seat was changed; names stand beside the log, where they can be mended and erased."""

    seat: int


Event = (
    GameStarted
    | Marked
    | HandRecorded
    | Undone
    | HandCorrected
    | Adjusted
    | Noted
    | TimeSignalled
    | GameEnded
    | Finished
    | Reopened
    | RulingIssued
    | RulingWithdrawn
    | Renamed
)


_LETTERS = 16
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
    return stored[:_LETTERS]


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
    """Return the JSON text of an event; hands that an adjustment does not set stand in none, nor does no reason."""
    plain = LOG.plain(event)
    if isinstance(event, HandCorrected) and not event.text:
        del plain["text"]
    if isinstance(event, Adjusted) and event.hands_left is None:
        del plain["hands_left"]
    return json_text(plain)


def event_of(kind: EventKind, text: str) -> Event:
    """Return the event of this kind that the text holds; raise ``Unreadable`` where it holds something else."""
    event: Event = LOG.value_of(EVENTS[kind], _upgraded(kind, trusted_value(text)))
    return event


def _upgraded(kind: EventKind, plain: Any) -> Any:  # noqa: ANN401 what JSON holds
    """Return an event of any schema as one of today's: changes had no reason, adjustments no hands."""
    match kind:
        case EventKind.GAME_ENDED:
            return {}
        case EventKind.REOPENED | EventKind.HAND_CORRECTED:
            return {"text": "", **plain}
        case EventKind.ADJUSTED:
            return {"hands_left": None, **plain}
        case _:
            return plain


def hand_record(hand: Hand) -> Record:
    """Return the facts of a hand as a settle question holds them."""
    match hand.ending:
        case Won(discarder=discarder, wins=wins):
            rows = tuple(_win_record(win) for win in wins)
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


def _win_record(win: Win) -> Record:
    """Return one winner; what is not known is left out."""
    value = (("yakuman", win.yakuman),) if win.yakuman else (("han", win.han),)
    fu = (("fu", win.fu),) if win.fu else ()
    pao = () if win.pao is None else (("pao", record(("seat", win.pao.seat), ("yakuman", win.pao.yakuman or None))),)
    yaku_han = () if win.yaku_han is None else (("yaku_han", win.yaku_han),)
    chips = record(("ippatsu", win.chips.ippatsu), ("red", win.chips.red), ("ura", win.chips.ura))
    typed = (("laid", record(*win.typed_hand)),) if win.typed_hand else ()
    return record(("seat", win.seat), *value, *fu, *pao, *yaku_han, ("yaku", win.yaku), ("chips", chips), *typed)


def _hand_of(plain: Any) -> Hand:  # noqa: ANN401 what JSON holds
    return read_hand(Reader(path="hand", fields=plain, problems=[]), None, None)


def _options_object(options: tuple[tuple[str, str], ...]) -> dict[str, str]:
    return dict(options)


def _options_of(plain: Any) -> tuple[tuple[str, str], ...]:  # noqa: ANN401 what JSON holds
    """Return options with their choices in the order of the options' names."""
    chosen = LOG.value_of({str: str}, plain)
    return tuple([(option, chosen[option]) for option in sorted(chosen)])


def _rows_of(kind: type, names: tuple[str, ...], others: dict[str, object]) -> Form:
    """Return how dataclasses are written as lists of the fields with these names; the others are always the same."""

    def read(rows: list[Any]) -> object:
        return LOG.value_of([kind], [{**others, **dict(zip(names, row, strict=True))} for row in rows])

    return Form(write=lambda values: [[getattr(each, name) for name in names] for each in values], read=read)


LOG = Codec(
    {
        (GameStarted, "options"): Form(write=_options_object, read=_options_of),
        (Settled, "hand"): Form(write=hand_record, read=_hand_of),
        (Standing, "parts"): _rows_of(Parts, ("score", "uma", "oka", "chips", "penalties"), {}),
        (Proposal, "consequences"): _rows_of(Consequence, ("kind", "amount", "least", "most", "choices"), {"per": ""}),
        (RulingIssued, "issued"): _rows_of(Sanction, ("kind", "amount"), {}),
    }
)
"""Writes and reads what the log holds: a hand as a settle question tells it, what is short as a list."""
