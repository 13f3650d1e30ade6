"""What a tap does to the tiles that lie there, and which tiles can still be put down."""

from __future__ import annotations

from dataclasses import replace

from referee.core.forms.tile_trays import HAND, LAST, MELDS, Laid, ways_in
from referee.core.tiles.tiles import (
    FIVES,
    KANS,
    KIND_COUNT,
    RED_FIVES,
    Counts,
    Meld,
    MeldKind,
    counts_of,
    is_run_from,
    kind_of,
    tiles_of,
)

COPIES_OF_TILE = 4


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
            return put_if_free(laid, *tiles_of(action))


def put_if_free(laid: Laid, tiles: tuple[int, ...], wrong: str) -> Laid:
    """Return what lies there with the tile that a tap names, where there is one and it can be put."""
    if wrong or len(tiles) != 1 or not can_take(laid, tiles[0], counts_of(laid.everything())):
        return laid
    return put(laid, tiles[0])


def emptied(laid: Laid) -> Laid:
    """Return the same trays with nothing in them."""
    trays = tuple([(name, ()) for name, _ in laid.trays])
    return replace(laid, closed=(), melds=(), trays=trays, into=laid.purpose.first)


def can_take(laid: Laid, tile: int, lying: Counts) -> bool:
    """Return whether this tile can be put where tiles go now; ``lying`` counts what lies there anywhere."""
    into = laid.into
    if into == LAST:
        return tile in laid.closed
    if tile in RED_FIVES and laid.reds_laid(tile) >= laid.reds[tile - KIND_COUNT]:
        return False
    if into in laid.purpose.calls:
        meld = called_meld(laid, tile)
        if meld is None or len(laid.closed) > laid.wanted - 3 or len(laid.melds) == COPIES_OF_TILE:
            return False
        needed = [kind_of(each) for each in meld.tiles]
        return all(lying[kind] + needed.count(kind) <= COPIES_OF_TILE for kind in needed)
    if lying[kind_of(tile)] >= COPIES_OF_TILE:
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
    stays = laid.into not in laid.purpose.one_by_one and filled_up.has_room(laid.into)
    return filled_up if stays else replace(filled_up, into=HAND)


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
