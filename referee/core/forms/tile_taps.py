"""What a tap does to the tiles that lie there, and which tiles can still be put down."""

from __future__ import annotations

from dataclasses import replace

from referee.core.forms.tile_entry import HAND, LAST, MELDS, TileEntry, ways_in
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


def apply_tap(entry: TileEntry, tap: str) -> TileEntry:
    """Return what lies there after one tap; a tap that makes no sense changes nothing."""
    action, _, what = tap.partition("-")
    match action:
        case "into":
            return replace(entry, into=what) if what in ways_in(entry.layout) else entry
        case "back":
            return without_last(entry)
        case "clear":
            return emptied(entry)
        case "drop":
            return dropped(entry, what)
        case "red":
            return with_red(entry, what)
        case _:
            return put_if_free(entry, *tiles_of(action))


def put_if_free(entry: TileEntry, tiles: tuple[int, ...], wrong: str) -> TileEntry:
    """Return what lies there with the tile that a tap names, where there is one and it can be put."""
    if wrong or len(tiles) != 1 or not can_take(entry, tiles[0], counts_of(entry.everything())):
        return entry
    return put(entry, tiles[0])


def emptied(entry: TileEntry) -> TileEntry:
    """Return the same trays with nothing in them."""
    trays = tuple([(name, ()) for name, _ in entry.trays])
    return replace(entry, closed=(), melds=(), trays=trays, into=entry.layout.first)


def can_take(entry: TileEntry, tile: int, lying: Counts) -> bool:
    """Return whether this tile can be put where tiles go now; ``lying`` counts what lies there anywhere."""
    into = entry.into
    if into == LAST:
        return tile in entry.closed
    if tile in RED_FIVES and entry.reds_entered(tile) >= entry.reds[tile - KIND_COUNT]:
        return False
    if into in entry.layout.calls:
        meld = called_meld(entry, tile)
        if meld is None or len(entry.closed) > entry.wanted - 3 or len(entry.melds) == COPIES_OF_TILE:
            return False
        needed = [kind_of(each) for each in meld.tiles]
        return all(lying[kind] + needed.count(kind) <= COPIES_OF_TILE for kind in needed)
    if lying[kind_of(tile)] >= COPIES_OF_TILE:
        return False
    return len(entry.closed) < entry.wanted if into == HAND else entry.has_room(into)


def put(entry: TileEntry, tile: int) -> TileEntry:
    """Return what lies there with one more tile, or with the meld that a tile stands for."""
    if entry.into == HAND:
        return replace(entry, closed=(*entry.closed, tile))
    if entry.into == LAST:
        return replace(entry, closed=(*without_one(entry.closed, tile), tile), into=HAND)
    if entry.into in entry.layout.calls:
        meld = called_meld(entry, tile)
        return entry if meld is None else replace(entry, melds=(*entry.melds, meld), into=HAND)
    trays = tuple([(name, (*tiles, tile) if name == entry.into else tiles) for name, tiles in entry.trays])
    filled_up = replace(entry, trays=trays)
    stays = entry.into not in entry.layout.one_by_one and filled_up.has_room(entry.into)
    return filled_up if stays else replace(filled_up, into=HAND)


def called_meld(entry: TileEntry, tile: int) -> Meld | None:
    """Return the meld that a tapped tile stands for: its triplet, its kan, or the run that begins with it."""
    kind = kind_of(tile)
    if entry.into == MeldKind.CHII:
        start = kind if is_run_from(kind) else kind - max(kind % 9 - 6, 0)
        if not is_run_from(start):
            return None
        tiles = [tile if each == kind else each for each in (start, start + 1, start + 2)]
        return Meld(kind=MeldKind.CHII, tiles=tuple(tiles), source=None)
    size = 4 if entry.into in KANS else 3
    reds = reds_of_kan(entry, kind) if size == 4 else [tile] * (tile in RED_FIVES)
    return Meld(kind=entry.into, tiles=tuple((reds + [kind] * size)[:size]), source=None)


def reds_of_kan(entry: TileEntry, kind: int) -> list[int]:
    """Return the red fives of a kan: it has all four tiles of its kind."""
    suit = FIVES.index(kind) if kind in FIVES else -1
    return [] if suit < 0 else [RED_FIVES[suit]] * entry.reds[suit]


def without_one(tiles: tuple[int, ...], tile: int) -> tuple[int, ...]:
    """Return tiles without the first of this face."""
    place = tiles.index(tile) if tile in tiles else len(tiles)
    return (*tiles[:place], *tiles[place + 1 :])


def without_last(entry: TileEntry) -> TileEntry:
    """Return what lies there without the tile that was put down last where tiles go now."""
    if entry.into in [name for name, tiles in entry.trays if tiles]:
        trays = tuple([(name, tiles[:-1] if name == entry.into else tiles) for name, tiles in entry.trays])
        return replace(entry, trays=trays)
    if entry.closed:
        return replace(entry, closed=entry.closed[:-1])
    return replace(entry, melds=entry.melds[:-1])


def dropped(entry: TileEntry, what: str) -> TileEntry:
    """Return what lies there without ``tiles-5m``, ``melds-0`` or ``dora-5m``."""
    tray, _, name = what.partition("-")
    if tray == MELDS:
        return replace(entry, melds=tuple([meld for i, meld in enumerate(entry.melds) if str(i) != name]))
    found, wrong = tiles_of(name)
    if wrong or len(found) != 1:
        return entry
    if tray == HAND:
        return replace(entry, closed=without_one(entry.closed, found[0]))
    trays = [(each, without_one(tiles, found[0]) if each == tray else tiles) for each, tiles in entry.trays]
    return replace(entry, trays=tuple(trays))


def with_red(entry: TileEntry, place: str) -> TileEntry:
    """Return what lies there with the five of a meld made red, or plain again."""
    melds = [turned(meld) if str(i) == place else meld for i, meld in enumerate(entry.melds)]
    return replace(entry, melds=tuple(melds))


def turned(meld: Meld) -> Meld:
    """Return a meld with its first five red, or with all fives plain if one is red."""
    if any(tile in RED_FIVES for tile in meld.tiles):
        return replace(meld, tiles=tuple([kind_of(tile) for tile in meld.tiles]))
    fives = [i for i, tile in enumerate(meld.tiles) if tile in FIVES]
    if not fives:
        return meld
    red = RED_FIVES[FIVES.index(meld.tiles[fives[0]])]
    return replace(meld, tiles=tuple([red if i == fives[0] else tile for i, tile in enumerate(meld.tiles)]))
