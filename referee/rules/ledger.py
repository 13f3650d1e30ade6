"""Lines of the score sheet: every movement of points, with its reason and the rule that decided it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.records import dataclass
from referee.rules.table import NOTHING, WINDS, Four, distance

if TYPE_CHECKING:
    from collections.abc import Sequence


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


WIND_WORDS = tuple([f"wind.{wind}" for wind in WINDS])


def wind_word(seat: int, dealer: int) -> str:
    """Return the key of the word for a player, who is named by his seat wind."""
    return WIND_WORDS[distance(dealer, seat)]


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
