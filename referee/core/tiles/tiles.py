"""Tiles and melds: the mpsz notation, kinds as numbers, and counts of kinds.

A *kind* is a number from 0 to 33: 0-8 are 1-9 man, 9-17 pin, 18-26 sou, 27-30 the winds E S W N, 31-33 white,
green and red. A *tile* is its kind, or 34, 35 or 36 for the red five of man, pin or sou. *Counts* are a tuple
of 34 numbers, how many of each kind there are, red fives among the plain ones.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

Counts = tuple[int, ...]
"""How many tiles there are of each of the 34 kinds."""

KIND_COUNT = 34
SUIT_LETTERS = "mpsz"
DIGITS = "0123456789"
FIRST_HONOUR = 27
FIRST_DRAGON = 31
WHITE, GREEN, RED = 31, 32, 33
RED_FIVES = (34, 35, 36)
FIVES = (4, 13, 22)
"""The kinds of which there are red ones, in the order of `RED_FIVES`."""

ORPHANS = (0, 8, 9, 17, 18, 26, 27, 28, 29, 30, 31, 32, 33)
"""Terminals and honours."""


class MeldKind(StrEnum):
    """The kinds of melds."""

    CHII = "chii"
    PON = "pon"
    DAIMINKAN = "daiminkan"
    KAKAN = "kakan"
    ANKAN = "ankan"


MELD_KINDS = (MeldKind.CHII, MeldKind.PON, MeldKind.DAIMINKAN, MeldKind.KAKAN, MeldKind.ANKAN)
KANS = (MeldKind.DAIMINKAN, MeldKind.KAKAN, MeldKind.ANKAN)


@dataclass(frozen=True, kw_only=True, slots=True)
class Meld:
    """A declared set; ``source`` is whose tile was called, 1 right, 2 opposite, 3 left, None if not told."""

    kind: str
    tiles: tuple[int, ...]
    source: int | None

    @property
    def first(self) -> int:
        """Return the lowest kind of the set."""
        return min(kind_of(tile) for tile in self.tiles)

    @property
    def is_open(self) -> bool:
        """Return whether the meld opens the hand; a closed kan does not."""
        return self.kind != MeldKind.ANKAN

    @property
    def is_kan(self) -> bool:
        """Return whether the meld is a kan."""
        return self.kind in KANS


def kind_of(tile: int) -> int:
    """Return the kind of a tile: a red five is a five."""
    return tile if tile < KIND_COUNT else FIVES[tile - KIND_COUNT]


def tile_name(tile: int) -> str:
    """Return a tile in mpsz, two characters."""
    if tile >= KIND_COUNT:
        return "0" + SUIT_LETTERS[tile - KIND_COUNT]
    return DIGITS[tile % 9 + 1] + SUIT_LETTERS[tile // 9]


def kind_names(kinds: tuple[int, ...]) -> tuple[str, ...]:
    """Return kinds in mpsz."""
    return tuple(tile_name(kind) for kind in kinds)


def tile_of(digit: str, suit: str) -> int | None:
    """Return the tile of a digit and a suit letter, or None if there is no such tile."""
    if suit == "z":
        return FIRST_HONOUR + int(digit) - 1 if digit in "1234567" else None
    place = SUIT_LETTERS.index(suit)
    return RED_FIVES[place] if digit == "0" else place * 9 + int(digit) - 1


def tiles_of(text: str) -> tuple[tuple[int, ...], str]:
    """Return the tiles that a text names, in its order, and the first part of it that names none ("" if all do)."""
    tiles: list[int] = []
    digits = ""
    for letter in text:
        if letter in DIGITS:
            digits += letter
            continue
        if letter not in SUIT_LETTERS or not digits:
            return (tuple(tiles), digits + letter)
        for digit in digits:
            tile = tile_of(digit, letter)
            if tile is None:
                return (tuple(tiles), digit + letter)
            tiles.append(tile)
        digits = ""
    return (tuple(tiles), digits)


def counts_of(tiles: tuple[int, ...]) -> Counts:
    """Return how many of each kind there are."""
    counts = [0] * KIND_COUNT
    for tile in tiles:
        counts[kind_of(tile)] += 1
    return tuple(counts)


def all_tiles(closed: tuple[int, ...], melds: tuple[Meld, ...]) -> tuple[int, ...]:
    """Return the tiles of a hand with those of its melds."""
    return (*closed, *[tile for meld in melds for tile in meld.tiles])


def is_set_of(kind: str, tiles: tuple[int, ...]) -> bool:
    """Return whether the tiles make a meld of this kind."""
    kinds = sorted(kind_of(tile) for tile in tiles)
    if kind == MeldKind.CHII:
        return len(kinds) == 3 and is_run_from(kinds[0]) and kinds == [kinds[0], kinds[0] + 1, kinds[0] + 2]
    return len(kinds) == (4 if kind in KANS else 3) and kinds[0] == kinds[-1]


def is_run_from(kind: int) -> bool:
    """Return whether a run can begin with this kind."""
    return kind < FIRST_HONOUR and kind % 9 <= 6
