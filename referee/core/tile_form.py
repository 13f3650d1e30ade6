"""The form that tiles are laid out with: what was typed or tapped so far, and what may still be added.

Every tray is a text field in mpsz. Taps that were not answered yet come along as fields ``tap`` in their order, so
that nobody but this module ever edits a text.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from referee.core.fold import FULL_WIDTH
from referee.core.form import Form
from referee.core.tiles import (
    DIGITS,
    FIVES,
    KANS,
    KIND_COUNT,
    RED_FIVES,
    SUIT_LETTERS,
    Meld,
    MeldKind,
    all_tiles,
    is_run_from,
    is_set_of,
    kind_of,
    tile_name,
    tiles_of,
)

COPIES_OF_TILE = 4
MOST_TAPS = 120
LONGEST_TRAY = 200
"""How many characters of a typed text are looked at."""
WHOLE_HAND = 14
HAND, MELDS, INTO, TAP = "tiles", "melds", "into", "tap"
LAST = "last"
"""Where a tile is put that lies in the hand already, to be its last one."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Purpose:
    """What tiles are asked for.

    ``closed`` is how many closed tiles there are without melds, ``calls`` which melds there may be, ``trays`` the other
    fields with the most tiles that each holds, ``last`` what the last tile of the hand is called when it stands apart
    (the winning or the drawn one), ``first`` where the first tile goes.
    """

    closed: int
    calls: tuple[str, ...]
    trays: tuple[tuple[str, int], ...]
    last: str = ""
    first: str = HAND


@dataclass(frozen=True, kw_only=True, slots=True)
class Laid:
    """What lies in the trays; ``unread`` holds the fields whose text names no tiles, with that text."""

    purpose: Purpose
    reds: tuple[int, ...]
    into: str
    closed: tuple[int, ...]
    melds: tuple[Meld, ...]
    trays: tuple[tuple[str, tuple[int, ...]], ...]
    unread: tuple[tuple[str, str], ...]

    @property
    def wanted(self) -> int:
        """Return how many closed tiles the hand has when it is whole."""
        return self.purpose.closed - 3 * len(self.melds)

    @property
    def is_whole(self) -> bool:
        """Return whether all closed tiles are there."""
        return len(self.closed) == self.wanted

    def tray(self, name: str) -> tuple[int, ...]:
        """Return the tiles of a tray that is not the hand."""
        return dict(self.trays)[name]

    def has_room(self, name: str) -> bool:
        """Return whether one more tile fits into a tray."""
        return len(self.tray(name)) < dict(self.purpose.trays)[name]

    def copies(self, kind: int) -> int:
        """Return how many tiles of a kind lie anywhere; a called tile that is named again counts once."""
        return sum([kind_of(tile) == kind for tile in self.everything()])

    def reds_laid(self, red: int) -> int:
        """Return how many red fives of a suit lie anywhere."""
        return sum([tile == red for tile in self.everything()])

    def everything(self) -> tuple[int, ...]:
        """Return all tiles that lie apart from each other."""
        return (*all_tiles(self.closed, self.melds), *[tile for _, tiles in self.trays for tile in tiles])


def laid_out(form: Form, purpose: Purpose, reds: tuple[int, ...]) -> Laid:
    """Return what a form lays out, its taps included."""
    fields = (HAND, *[name for name, _ in purpose.trays])
    read = [(name, *tiles_of(plain_letters(form.one(name)[:LONGEST_TRAY]))) for name in fields]
    melds, wrong_meld = melds_told(plain_letters(form.one(MELDS)[:LONGEST_TRAY]))
    unread = [(name, form.one(name)) for name, _, wrong in read if wrong]
    laid = Laid(
        purpose=purpose,
        reds=reds,
        into=form.one(INTO, purpose.first),
        closed=read[0][1],
        melds=melds,
        trays=tuple([(name, tiles) for name, tiles, _ in read[1:]]),
        unread=(*unread, *(((MELDS, form.one(MELDS)),) if wrong_meld else ())),
    )
    laid = replace(laid, into=laid.into if laid.into in ways_in(purpose) else purpose.first)
    for tap in [value for name, value in form.pairs if name == TAP][:MOST_TAPS]:
        laid = tapped(laid, tap)
    return laid


def ways_in(purpose: Purpose) -> tuple[str, ...]:
    """Return where a tile can be put."""
    again = (LAST,) if purpose.last else ()
    return (HAND, *purpose.calls, *[name for name, _ in purpose.trays], *again)


def folded(form: Form, laid: Laid) -> Form:
    """Return the form with its taps worked into its fields; a text that could not be read stays as it is."""
    written = ((HAND, tiles_text(laid.closed)), (MELDS, melds_text(laid.melds)))
    trays = tuple([(name, tiles_text(tiles)) for name, tiles in laid.trays])
    kept = form.without(TAP, INTO)
    for name, text in (*written, *trays, (INTO, laid.into)):
        if name not in [field for field, _ in laid.unread]:
            kept = kept.changed(name, text)
    return kept


def plain_letters(text: str) -> str:
    """Return a text in plain small letters and digits, without spaces."""
    letters = [chr(ord(each) - FULL_WIDTH) if 0xFF01 <= ord(each) <= 0xFF5E else each for each in text]
    small = [chr(ord(each) + 32) if "A" <= each <= "Z" else each for each in letters]
    return "".join([each for each in small if each not in " \t\r\n\u3000,、"])


def tiles_text(tiles: tuple[int, ...]) -> str:
    """Return tiles in mpsz in their order, the letter of a suit once for neighbours."""
    text = ""
    for tile in tiles:
        name = tile_name(tile)
        text = text[:-1] + name if text[-1:] == name[1] else text + name
    return text


def melds_told(text: str) -> tuple[tuple[Meld, ...], str]:
    """Return the melds of a text such as ``123m 555z (9999p) 1111s+``, and the first part that is none."""
    melds: list[Meld] = []
    digits, opened, place = "", False, 0
    while place < len(text):
        letter = text[place]
        place += 1
        if letter == "(" and not digits:
            opened = True
        elif letter in DIGITS:
            digits += letter
        elif letter == "+" and melds and melds[-1].kind == MeldKind.DAIMINKAN and not digits:
            melds[-1] = replace(melds[-1], kind=MeldKind.KAKAN)
        elif letter == ")" and melds and not digits:
            opened = False
        else:
            meld = meld_of(digits, letter, closed=opened)
            if meld is None:
                return (tuple(melds), digits + letter)
            melds.append(meld)
            digits = ""
    return (tuple(melds), digits)


def meld_of(digits: str, letter: str, *, closed: bool) -> Meld | None:
    """Return the meld that a group of tiles makes, or None."""
    tiles, wrong = tiles_of(digits + letter)
    if wrong or letter not in SUIT_LETTERS:
        return None
    kinds = (MeldKind.ANKAN,) if closed else (MeldKind.CHII, MeldKind.PON, MeldKind.DAIMINKAN)
    for kind in kinds:
        if is_set_of(kind, tiles):
            return Meld(kind=kind, tiles=tiles, source=None)
    return None


def melds_text(melds: tuple[Meld, ...]) -> str:
    """Return melds as `melds_told` reads them."""
    return " ".join([meld_text(meld) for meld in melds])


def meld_text(meld: Meld) -> str:
    """Return one meld: a closed kan in brackets, an added kan with a plus."""
    text = tiles_text(meld.tiles)
    if meld.kind == MeldKind.ANKAN:
        return "(" + text + ")"
    return text + "+" if meld.kind == MeldKind.KAKAN else text


def meld_told(meld: Meld) -> dict[str, str]:
    """Return a meld as a question holds it."""
    return {"kind": meld.kind, "tiles": tiles_text(meld.tiles)}


def tapped(laid: Laid, tap: str) -> Laid:
    """Return what lies there after one tap; a tap that makes no sense changes nothing."""
    action, _, what = tap.partition("-")
    match action:
        case "into":
            return replace(laid, into=what) if what in ways_in(laid.purpose) else laid
        case "back":
            return without_last(laid)
        case "clear":
            return emptied(laid)
        case "drop":
            return dropped(laid, what)
        case "red":
            return with_red(laid, what)
        case _:
            tiles, wrong = tiles_of(action)
            return put(laid, tiles[0]) if len(tiles) == 1 and not wrong and can_take(laid, tiles[0]) else laid


def emptied(laid: Laid) -> Laid:
    """Return the same trays with nothing in them."""
    trays = tuple([(name, ()) for name, _ in laid.trays])
    return replace(laid, closed=(), melds=(), trays=trays, into=laid.purpose.first)


def can_take(laid: Laid, tile: int) -> bool:
    """Return whether this tile can be put where tiles go now."""
    into = laid.into
    if into == LAST:
        return tile in laid.closed
    red = tile in RED_FIVES
    if red and laid.reds_laid(tile) >= laid.reds[tile - KIND_COUNT]:
        return False
    if into in laid.purpose.calls:
        meld = called_meld(laid, tile)
        if meld is None or len(laid.closed) > laid.wanted - 3 or len(laid.melds) == COPIES_OF_TILE:
            return False
        needed = [kind_of(each) for each in meld.tiles]
        return all(laid.copies(kind) + needed.count(kind) <= COPIES_OF_TILE for kind in needed)
    if laid.copies(kind_of(tile)) >= COPIES_OF_TILE:
        return False
    return len(laid.closed) < laid.wanted if into == HAND else laid.has_room(into)


def put(laid: Laid, tile: int) -> Laid:
    """Return what lies there with one more tile, or with the meld that a tile stands for."""
    if laid.into == HAND:
        return replace(laid, closed=(*laid.closed, tile))
    if laid.into == LAST:
        return replace(laid, closed=(*without_one(laid.closed, tile), tile), into=HAND)
    if laid.into in laid.purpose.calls:
        meld = called_meld(laid, tile)
        return laid if meld is None else replace(laid, melds=(*laid.melds, meld), into=HAND)
    trays = tuple([(name, (*tiles, tile) if name == laid.into else tiles) for name, tiles in laid.trays])
    filled_up = replace(laid, trays=trays)
    return filled_up if filled_up.has_room(laid.into) else replace(filled_up, into=HAND)


def called_meld(laid: Laid, tile: int) -> Meld | None:
    """Return the meld that a tapped tile stands for: its triplet, its kan, or the run that begins with it."""
    kind = kind_of(tile)
    if laid.into == MeldKind.CHII:
        start = kind if is_run_from(kind) else kind - max(kind % 9 - 6, 0)
        if not is_run_from(start):
            return None
        tiles = [tile if each == kind else each for each in (start, start + 1, start + 2)]
        return Meld(kind=MeldKind.CHII, tiles=tuple(tiles), source=None)
    size = 4 if laid.into in KANS else 3
    reds = reds_of_kan(laid, kind) if size == 4 else [tile] * (tile in RED_FIVES)
    return Meld(kind=laid.into, tiles=tuple((reds + [kind] * size)[:size]), source=None)


def reds_of_kan(laid: Laid, kind: int) -> list[int]:
    """Return the red fives of a kan: it has all four tiles of its kind."""
    suit = FIVES.index(kind) if kind in FIVES else -1
    return [] if suit < 0 else [RED_FIVES[suit]] * laid.reds[suit]


def without_one(tiles: tuple[int, ...], tile: int) -> tuple[int, ...]:
    """Return tiles without the first of this face."""
    place = tiles.index(tile) if tile in tiles else len(tiles)
    return (*tiles[:place], *tiles[place + 1 :])


def without_last(laid: Laid) -> Laid:
    """Return what lies there without the tile that was put down last where tiles go now."""
    if laid.into in [name for name, tiles in laid.trays if tiles]:
        trays = tuple([(name, tiles[:-1] if name == laid.into else tiles) for name, tiles in laid.trays])
        return replace(laid, trays=trays)
    if laid.closed:
        return replace(laid, closed=laid.closed[:-1])
    return replace(laid, melds=laid.melds[:-1])


def dropped(laid: Laid, what: str) -> Laid:
    """Return what lies there without ``tiles-5m``, ``melds-0`` or ``dora-5m``."""
    tray, _, name = what.partition("-")
    if tray == MELDS:
        return replace(laid, melds=tuple([meld for i, meld in enumerate(laid.melds) if str(i) != name]))
    found, wrong = tiles_of(name)
    if wrong or len(found) != 1:
        return laid
    if tray == HAND:
        return replace(laid, closed=without_one(laid.closed, found[0]))
    trays = [(each, without_one(tiles, found[0]) if each == tray else tiles) for each, tiles in laid.trays]
    return replace(laid, trays=tuple(trays))


def with_red(laid: Laid, place: str) -> Laid:
    """Return what lies there with the five of a meld made red, or plain again."""
    melds = [turned(meld) if str(i) == place else meld for i, meld in enumerate(laid.melds)]
    return replace(laid, melds=tuple(melds))


def turned(meld: Meld) -> Meld:
    """Return a meld with its first five red, or with all fives plain if one is red."""
    if any(tile in RED_FIVES for tile in meld.tiles):
        return replace(meld, tiles=tuple([kind_of(tile) for tile in meld.tiles]))
    fives = [i for i, tile in enumerate(meld.tiles) if tile in FIVES]
    if not fives:
        return meld
    red = RED_FIVES[FIVES.index(meld.tiles[fives[0]])]
    return replace(meld, tiles=tuple([red if i == fives[0] else tile for i, tile in enumerate(meld.tiles)]))
