"""Tiles and melds: the mpsz notation, kinds as numbers, and how closed tiles divide into sets, pairs and waits."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, assert_never

from referee.records import dataclass
from referee.rules.choices import Karaten
from referee.rules.table import Facts, Kinds, Note

if TYPE_CHECKING:
    from referee.rules.ruleset import Ruleset


Counts = tuple[int, ...]
"""How many tiles there are of each of the 34 kinds."""

KIND_COUNT = 34
SUIT_LETTERS = "mpsz"
DIGITS = "0123456789"
FIRST_HONOUR = 27
FIRST_DRAGON = 31
_WHITE, GREEN, RED = 31, 32, 33
RED_FIVES = (34, 35, 36)
FIVES = (4, 13, 22)
"""The kinds of which there are red ones, in the order of `RED_FIVES`."""

ORPHANS = (0, 8, 9, 17, 18, 26, 27, 28, 29, 30, 31, 32, 33)
"""Terminals and honours."""

IS_ORPHAN = tuple([kind in ORPHANS for kind in range(KIND_COUNT)])


class MeldKind(StrEnum):
    """The kinds of melds."""

    CHII = "chii"
    PON = "pon"
    DAIMINKAN = "daiminkan"
    KAKAN = "kakan"
    ANKAN = "ankan"


MELD_KINDS = tuple(MeldKind)
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


KIND_OF: tuple[int, ...] = (*range(KIND_COUNT), *FIVES)
"""The kind of each tile: a red five is a five."""


def kind_of(tile: int) -> int:
    """Return the kind of a tile."""
    return KIND_OF[tile]


def tile_name(tile: int) -> str:
    """Return a tile in mpsz, two characters."""
    if tile >= KIND_COUNT:
        return "0" + SUIT_LETTERS[tile - KIND_COUNT]
    return DIGITS[tile % 9 + 1] + SUIT_LETTERS[tile // 9]


def kind_names(kinds: tuple[int, ...]) -> tuple[str, ...]:
    """Return kinds in mpsz."""
    return tuple(tile_name(kind) for kind in kinds)


def _tile_of(digit: str, suit: str) -> int | None:
    """Return the tile of a digit and a suit letter, or None if there is no such tile."""
    if suit == "z":
        return FIRST_HONOUR + int(digit) - 1 if digit in "1234567" else None
    place = SUIT_LETTERS.index(suit)
    return RED_FIVES[place] if digit == "0" else place * 9 + int(digit) - 1


_TILES = {digit + suit: _tile_of(digit, suit) for suit in SUIT_LETTERS for digit in DIGITS}
"""The tile of each name, None where there is no such tile."""


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
            tile = _TILES[digit + letter]
            if tile is None:
                return (tuple(tiles), digit + letter)
            tiles.append(tile)
        digits = ""
    return (tuple(tiles), digits)


def counts_of(tiles: tuple[int, ...]) -> Counts:
    """Return how many of each kind there are."""
    counts = [0] * KIND_COUNT
    for tile in tiles:
        counts[KIND_OF[tile]] += 1
    return tuple(counts)


def all_tiles(closed: tuple[int, ...], melds: tuple[Meld, ...]) -> tuple[int, ...]:
    """Return the tiles of a hand with those of its melds."""
    return (*closed, *[tile for meld in melds for tile in meld.tiles])


def is_set_of(kind: str, tiles: tuple[int, ...]) -> bool:
    """Return whether the tiles make a meld of this kind."""
    kinds = sorted([KIND_OF[tile] for tile in tiles])
    if kind == MeldKind.CHII:
        return len(kinds) == 3 and is_run_from(kinds[0]) and kinds == [kinds[0], kinds[0] + 1, kinds[0] + 2]
    return len(kinds) == (4 if kind in KANS else 3) and kinds[0] == kinds[-1]


def is_run_from(kind: int) -> bool:
    """Return whether a run can begin with this kind."""
    return kind < FIRST_HONOUR and kind % 9 <= 6


TRIPLET = 34
"""What is added to a kind to name its triplet."""

_WHOLE = 14
"""How many tiles a hand without melds has when it wins."""

_NO_PAIR = -1


Divisions = list[tuple[tuple[int, ...], int]]
"""Ways to divide tiles: sets in ascending order of their lowest kinds, and the pair's kind or `NO_PAIR`."""


def divided(counts: Counts) -> Divisions:
    """Return every way to divide the tiles into sets and one pair, each once; empty if there is none."""
    found: Divisions = []
    for start in (FIRST_HONOUR, 18, 9, 0):
        part = counts[start : start + 9]
        if any(part):
            ways = _part_divided(part, start)
            found = _joined_parts(ways, found) if found else ways
            if not found:
                break
    return [way for way in found if way[1] >= 0]


_PARTS: dict[tuple[int, Counts], Divisions] = {}
"""Suits and honours divided lately, by the kind of their one: in a hand nobody has seen before two of three are known.

Where they are, a hand is valued in three quarters of the time; 4,000 take 1 MB.
"""
_MOST_PARTS = 4000


def _part_divided(counts: Counts, start: int) -> Divisions:
    """Return the ways to divide the counts of a suit or of the honours; ``start`` is the kind of its one."""
    key = (start, counts)
    found = _PARTS.get(key)
    if found is None:
        found = _honours_divided(counts) if start == FIRST_HONOUR else _suit_divided(counts, start)
        if len(_PARTS) >= _MOST_PARTS:
            _PARTS.clear()
        _PARTS[key] = found
    return found


def _joined_parts(lower: Divisions, upper: Divisions) -> Divisions:
    """Return every way of one part with every way of another, at most one pair in each."""
    return [
        (sets + more, pair if twins < 0 else twins)
        for sets, twins in lower
        for more, pair in upper
        if pair < 0 or twins < 0
    ]


def _honours_divided(counts: Counts) -> Divisions:
    """Return the one way to divide the seven counts of the honours, if there is one."""
    sets: tuple[int, ...] = ()
    pair = _NO_PAIR
    for place, held in enumerate(counts):
        kind, left = FIRST_HONOUR + place, held
        if held >= 3:
            sets += (TRIPLET + kind,)
            left -= 3
        if left == 2 and pair < 0:
            pair = kind
        elif left:
            return []
    return [(sets, pair)]


def _suit_divided(suit: Counts, start: int) -> Divisions:
    """Return the ways to divide the nine counts of a suit; ``start`` is the kind of its one."""
    left = sum(suit) % 3
    if left == 0:
        return [(sets, _NO_PAIR) for sets in _sets_of([*suit, 0, 0], start)]
    if left == 1:
        return []
    found: Divisions = []
    for place in range(_pair_residue(suit), 9, 3):
        if suit[place] >= 2:
            counts = [*suit, 0, 0]
            counts[place] -= 2
            found += [(sets, start + place) for sets in _sets_of(counts, start)]
    return found


def with_more(counts: Counts, place: int, more: int) -> Counts:
    """Return the counts with ``more`` at one place."""
    changed = list(counts)
    changed[place] += more
    return tuple(changed)


def _pair_residue(suit: Counts) -> int:
    """Return which of 147, 258, 369 the pair must be one of (0, 1, 2).

    Sets add multiples of three to the sum of the numbers, so the sum tells twice the pair's number modulo three.
    """
    places = suit[1] + suit[4] + suit[7] + 2 * (suit[2] + suit[5] + suit[8])
    return places * 2 % 3


def _sets_of(counts: list[int], start: int) -> list[tuple[int, ...]]:
    """Return the ways to divide a suit into runs and triplets only, none if there is no way.

    ``counts`` are the nine of the suit and two zeros, and are used up. From the lowest number up: three equal tiles
    are a triplet, what is left over must begin runs. Where three runs can stand in for a triplet, that is another way.
    """
    sets: tuple[int, ...] = ()
    others: list[tuple[int, ...]] = []
    for place in range(9):
        count = counts[place]
        if not count:
            continue
        if count < 0:
            return others
        if count >= 3:
            if counts[place + 1] >= 3 and counts[place + 2] >= 3:
                others += _as_three_runs(counts, place, start, sets)
            sets += (TRIPLET + start + place,)
            count -= 3
        if count:
            counts[place + 1] -= count
            counts[place + 2] -= count
            sets += (start + place,) * count
    return others if counts[9] or counts[10] else [sets, *others]


def _as_three_runs(counts: list[int], place: int, start: int, before: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Return the ways in which three tiles of a number begin runs, after the sets of the lower numbers."""
    rest = [0] * place + [counts[place] - 3, counts[place + 1] - 3, counts[place + 2] - 3, *counts[place + 3 :]]
    run = start + place
    return [(*before, run, run, run, *more) for more in _sets_of(rest, start)]


def is_seven_pairs(counts: Counts) -> bool:
    """Return whether the tiles are seven different pairs."""
    return counts.count(2) == 7 and sum(counts) == _WHOLE


def is_thirteen_orphans(counts: Counts) -> bool:
    """Return whether the tiles are all terminals and honours, one of them twice."""
    return sum(counts) == _WHOLE and all(counts[kind] for kind in ORPHANS) and sum(counts[k] for k in ORPHANS) == _WHOLE


def _is_complete(counts: Counts) -> bool:
    """Return whether closed tiles, with the winning one, are a winning shape."""
    return bool(divided(counts)) or is_seven_pairs(counts) or is_thirteen_orphans(counts)


def completing_kinds(counts: Counts) -> tuple[int, ...]:
    """Return every kind that completes the closed tiles, also one of which all four are in the hand."""
    return tuple(kind for kind in range(KIND_COUNT) if _is_complete(with_more(counts, kind, 1)))


COPIES = 4
"""How many tiles there are of each kind."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Waiting:
    """The kinds a hand waits for; ``held`` are those of which the player has all four, melds included."""

    waits: tuple[int, ...]
    held: tuple[int, ...]
    tenpai: bool
    why: Note


def waiting(closed: tuple[int, ...], melds: tuple[Meld, ...], rules: Ruleset) -> Waiting:
    """Return what a hand waits for; ``closed`` has 13 tiles less 3 per meld."""
    counts = counts_of(closed)
    waits = completing_kinds(counts)
    whole = counts_of(all_tiles(closed, melds))
    held = tuple(kind for kind in waits if whole[kind] >= COPIES)
    tenpai = any(kind not in _used_up(waits, counts, whole, rules) for kind in waits)
    return Waiting(waits=waits, held=held, tenpai=tenpai, why=_why_tenpai(waits, held, tenpai=tenpai))


def _used_up(waits: tuple[int, ...], closed: Counts, whole: Counts, rules: Ruleset) -> tuple[int, ...]:
    """Return the waits that do not count, because the player has all four copies where the ruleset looks."""
    match rules.draws.karaten:
        case Karaten.NEVER:
            return ()
        case Karaten.CLOSED_TILES:
            return tuple(kind for kind in waits if closed[kind] >= COPIES)
        case Karaten.OWN_HAND:
            return tuple(kind for kind in waits if whole[kind] >= COPIES)
        case _:
            assert_never(rules.draws.karaten)


def _why_tenpai(waits: tuple[int, ...], held: tuple[int, ...], *, tenpai: bool) -> Note:
    """Return the reason why a hand is tenpai or noten."""
    facts: Facts = (("waits", Kinds(kinds=waits)), ("held", Kinds(kinds=held)))
    if not waits:
        return Note(reason="waits.none", rule="draws.karaten")
    if not held:
        return Note(reason="waits.tenpai", rule="draws.karaten", facts=facts)
    if len(held) < len(waits):
        return Note(reason="waits.some_held", rule="draws.karaten", facts=facts)
    return Note(reason="waits.held_tenpai" if tenpai else "waits.held_noten", rule="draws.karaten", facts=facts)
