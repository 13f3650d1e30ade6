"""What is known of a table and of a finished hand: the facts a settlement starts from.

Seats are 0-3 in turn order, seat 0 is the first dealer. Points are integers. Nothing here knows a ruleset.
"""

from __future__ import annotations

from enum import StrEnum

from referee.records import dataclass

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
