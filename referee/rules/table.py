"""What is known of a table and of a finished hand, the lines that a settlement writes, and what it refuses."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from referee.records import dataclass

if TYPE_CHECKING:
    from collections.abc import Sequence


Four = tuple[int, int, int, int]
"""One number per seat."""

ALL_SEATS = (0, 1, 2, 3)
NOTHING = (0, 0, 0, 0)
STICK = 1000
"""What a riichi bet is worth, in points."""

WINDS = ("E", "S", "W", "N")


def distance(start: int, seat: int) -> int:
    """Return how many turns after ``start`` it is ``seat``'s turn, 0 to 3."""
    return (seat - start) % 4


def in_turn_order(seats: tuple[int, ...], start: int) -> tuple[int, ...]:
    """Return ``seats`` sorted by turn, beginning with ``start`` itself if it is one of them."""
    first = start % 4
    return tuple([seat for seat in (*ALL_SEATS[first:], *ALL_SEATS[:first]) if seat in seats])


def wind_of(seat: int, dealer: int) -> str:
    """Return the seat wind, ``E`` for the dealer."""
    return WINDS[distance(dealer, seat)]


def added(left: Four, right: Four) -> Four:
    """Return the sum, seat by seat."""
    if right is NOTHING:
        return left
    return (left[0] + right[0], left[1] + right[1], left[2] + right[2], left[3] + right[3])


@dataclass(frozen=True, kw_only=True, slots=True)
class Table:
    """The state before a hand, before its riichi bets; ``kyoutaku`` is in points.

    ``dealer_wins`` counts the present dealer's wins in a row, ``renchan`` the hands in a row after which
    he kept the deal, ``hands_left`` the hands that may still be played after a time signal.
    """

    scores: Four
    round: str
    dealer: int
    honba: int
    kyoutaku: int
    chips: Four
    penalties: Four
    dealer_wins: int
    renchan: int
    yakitori: tuple[bool, bool, bool, bool]
    hands_left: int | None
    extra: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class Pao:
    """The liable seat; ``yakuman`` is how many yakuman it covers, 0 for a rinshan pao."""

    seat: int
    yakuman: int


@dataclass(frozen=True, kw_only=True, slots=True)
class WinChips:
    """How many chips the winning hand holds, each kind counted in pieces."""

    ippatsu: int
    red: int
    ura: int


NO_CHIPS = WinChips(ippatsu=0, red=0, ura=0)


TypedHand = tuple[tuple[str, str], ...]
"""A winner's tiles as they were told, each part by its name: tiles (the winning one last), melds, indicators, facts."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Win:
    """One winner and his hand: ``yakuman`` with ``han`` 0, or ``han`` with ``fu`` (0 when not given).

    ``typed_hand`` is empty where the hand was not told by its tiles.
    """

    seat: int
    han: int
    fu: int
    yakuman: int
    pao: Pao | None
    yaku_han: int | None
    yaku: tuple[str, ...]
    chips: WinChips
    typed_hand: TypedHand = ()


class Result(StrEnum):
    """How a hand ended."""

    WIN = "win"
    DRAW = "draw"
    ABORT = "abort"
    CHOMBO = "chombo"


@dataclass(frozen=True, kw_only=True, slots=True)
class Won:
    """One winner by tsumo (``discarder`` is None), or one to three by ron."""

    discarder: int | None
    wins: tuple[Win, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class ExhaustiveDraw:
    """An exhaustive draw."""

    tenpai: tuple[int, ...]
    nagashi: tuple[int, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class AbortiveDraw:
    """An abortive draw; ``reason`` is one of ``Abort``, ``declarer`` who declared it, where that was told."""

    reason: str
    declarer: int | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Chombo:
    """A hand made void by one or more offenders."""

    offenders: tuple[int, ...]


Ending = Won | ExhaustiveDraw | AbortiveDraw | Chombo


@dataclass(frozen=True, kw_only=True, slots=True)
class Hand:
    """A finished hand. ``riichi`` lists accepted riichi only, ``open_riichi`` those of them that were open."""

    ending: Ending
    riichi: tuple[int, ...]
    open_riichi: tuple[int, ...]
    dead: tuple[int, ...]
    wareme: int | None


@dataclass(frozen=True, kw_only=True, slots=True)
class Phrase:
    """A sentence still without words: its key, and what fills it."""

    key: str
    facts: Facts = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Quoted:
    """Text that is shown as it came, such as a value that somebody typed."""

    text: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Kinds:
    """Tiles that a sentence names."""

    kinds: tuple[int, ...]


Fact = str | int | Phrase | Quoted | Kinds
Facts = tuple[tuple[str, Fact], ...]
"""What a sentence needs to know: names with a number, a word's key, a phrase, a quotation, or tiles."""

Transfer = tuple[int, int, int]
"""Payer, payee, amount."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Line:
    """One row: points per seat, onto the table (``kyoutaku``) and to the bank always sum to zero.

    ``reason`` names the sentence, ``rule`` the ``chapter.key`` that decided (its citation is shown),
    ``facts`` fill the sentence. ``penalties`` are points off the tournament score.
    """

    reason: str
    rule: str
    facts: Facts
    points: Four = NOTHING
    kyoutaku: int = 0
    bank: int = 0
    chips: Four = NOTHING
    bank_chips: int = 0
    penalties: Four = NOTHING


@dataclass(frozen=True, kw_only=True, slots=True)
class Note:
    """A remark beside the lines."""

    reason: str
    rule: str
    facts: Facts = ()


_WIND_WORDS = tuple([f"wind.{wind}" for wind in WINDS])


def wind_word(seat: int, dealer: int) -> str:
    """Return the key of the word for a player, who is named by his seat wind."""
    return _WIND_WORDS[distance(dealer, seat)]


def moved(transfers: tuple[Transfer, ...]) -> Four:
    """Return what each seat gains and loses by the transfers; the sum is zero by construction."""
    seats = [0, 0, 0, 0]
    for payer, payee, amount in transfers:
        seats[payer] -= amount
        seats[payee] += amount
    return (seats[0], seats[1], seats[2], seats[3])


def only(seat: int, amount: int) -> Four:
    """Return ``amount`` for one seat and zero for the others."""
    seats = [0, 0, 0, 0]
    seats[seat] = amount
    return (seats[0], seats[1], seats[2], seats[3])


def total(rows: Sequence[Four]) -> Four:
    """Return the sum of the rows, seat by seat; most rows of most hands are ``NOTHING``, which is not added up."""
    counting = [row for row in rows if row is not NOTHING]
    if len(counting) < 2:
        return counting[0] if counting else NOTHING
    first = second = third = fourth = 0
    for row in counting:
        first += row[0]
        second += row[1]
        third += row[2]
        fourth += row[3]
    return (first, second, third, fourth)


def listed(names: tuple[str, ...]) -> Quoted:
    """Return what is allowed as a list for a message."""
    return Quoted(text=", ".join(names))


class Code(StrEnum):
    """The stable codes of errors and refusals."""

    NOT_JSON = "not_json"
    UNKNOWN_ASK = "unknown_ask"
    UNKNOWN_RULESET = "unknown_ruleset"
    UNKNOWN_OPTION = "unknown_option"
    UNKNOWN_FIELD = "unknown_field"
    MISSING_FIELD = "missing_field"
    WRONG_TYPE = "wrong_type"
    OUT_OF_RANGE = "out_of_range"
    IMPOSSIBLE = "impossible"
    TOO_LARGE = "too_large"
    TWO_HAN_MINIMUM = "two_han_minimum"
    DEAD_HAND_CANNOT_WIN = "dead_hand_cannot_win"
    DEAD_HAND_NOT_TENPAI = "dead_hand_not_tenpai"
    RIICHI_NOT_ALLOWED = "riichi_not_allowed"
    ABORT_NOT_ALLOWED = "abort_not_allowed"
    HEAD_BUMP = "head_bump"
    TRIPLE_RON_ABORTS = "triple_ron_aborts"
    NAGASHI_NOT_ALLOWED = "nagashi_not_allowed"
    GAME_OVER = "game_over"
    NOT_COVERED = "not_covered"
    RIICHI_MUST_BE_TENPAI = "riichi_must_be_tenpai"


@dataclass(frozen=True, kw_only=True, slots=True)
class Problem:
    """One problem: its code, the path of the field, the sentence, and the rule that refuses, if it is a rule."""

    code: StrEnum
    field: str
    reason: str
    facts: Facts = ()
    rule: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class NotDone:
    """Nothing happened: everything that was wrong."""

    problems: tuple[Problem, ...]


def not_done(field: str, reason: str, facts: Facts = (), code: Code = Code.IMPOSSIBLE, rule: str = "") -> NotDone:
    """Return a refusal of one problem."""
    named: Facts = (("field", Quoted(text=field)), *facts)
    return NotDone(problems=(Problem(code=code, field=field, reason=reason, facts=named, rule=rule),))
