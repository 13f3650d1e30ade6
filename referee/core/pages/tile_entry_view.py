"""The tiles as they lie, and the keys that put more: what ``templates/_parts/tile_entry.html`` draws.

Every tile and every key is a button that sends one tap.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from referee.core.forms.tile_entry import HAND, LAST, MELDS, TileEntry
from referee.core.forms.tile_form import with_taps
from referee.core.forms.tile_taps import can_take
from referee.core.pages.fields_view import TextField
from referee.core.text.words import Words, filled
from referee.core.tiles.tiles import (
    FIRST_DRAGON,
    FIRST_HONOUR,
    FIVES,
    KIND_COUNT,
    RED_FIVES,
    Meld,
    counts_of,
    kind_of,
    tile_name,
)

if TYPE_CHECKING:
    from referee.core.forms.form import Form

KEY_ROWS = (
    (0, 1, 2, 9, 10, 11),
    (3, 4, 5, 12, 13, 14),
    (6, 7, 8, 15, 16, 17),
    (18, 19, 20, 27, 28, 29),
    (21, 22, 23, 30, 31, 32),
    (24, 25, 26, 33),
)
"""The keyboard: man beside pin, sou beside honours, each three by three."""

WIND_LETTERS = "ESWN"
DRAGON_NAMES = ("white", "green", "red_dragon")
FACE_DOWN = "back"
"""The picture of a tile that lies on its face."""


@dataclass(frozen=True, kw_only=True, slots=True)
class TileFace:
    """A tile in the middle of a text: its picture, and its name for who cannot see it."""

    tile: str
    spoken: str


@dataclass(frozen=True, kw_only=True, slots=True)
class TapButton:
    """A button that sends one tap, with pictures or a text on it; ``pressed`` is "true" or "false" where it stays."""

    tap: str
    label: str
    tiles: tuple[str, ...] = ()
    text: str = ""
    pressed: str = ""
    off: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class MeldButtons:
    """A meld: the button that takes it away, and the one that makes its five red where there is a red one left."""

    meld: TapButton
    red: TapButton | None


@dataclass(frozen=True, kw_only=True, slots=True)
class TrayRow:
    """What lies in a tray beside the hand."""

    title: str
    tiles: tuple[TapButton, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class TileEntryView:
    """Tiles being entered: closed ones, the last of a whole hand apart, melds, the keyboard, trays, and text fields."""

    count: str
    standing: tuple[TapButton, ...]
    apart: tuple[TapButton, ...]
    melds: tuple[MeldButtons, ...]
    calls: tuple[TapButton, ...]
    are_keys_away: bool
    keys: tuple[TapButton, ...]
    step_back: TapButton
    reds: tuple[TapButton, ...]
    ways: tuple[TapButton, ...]
    trays: tuple[TrayRow, ...]
    into: str
    typed: tuple[TextField, ...]


def tile_entry_view(form: Form, entry: TileEntry, words: Words) -> TileEntryView:
    """Return what lies there with its buttons.

    A whole hand has no room for tiles, so its keys are away until one of the other places is chosen.
    """
    apart = entry.closed[-1:] if entry.layout.last and entry.is_whole else ()
    standing = entry.closed[: len(entry.closed) - len(apart)]
    away = entry.is_whole and entry.into == HAND
    kinds = () if away else tuple([tile for row in KEY_ROWS for tile in row])
    reds = () if away else tuple([red for red in RED_FIVES if entry.reds[red - KIND_COUNT]])
    calls = () if entry.is_whole else entry.layout.calls
    return TileEntryView(
        count=count_said(entry, words),
        standing=tuple([hand_tile(tile, entry, words) for tile in sorted(standing, key=place_in_hand)]),
        apart=tuple([last_tile(tile, entry, words) for tile in apart]),
        melds=tuple([meld_buttons(place, meld, entry, words) for place, meld in enumerate(entry.melds)]),
        calls=tuple([way_button(way, entry, words) for way in calls]),
        are_keys_away=away,
        keys=tile_keys(kinds, entry, words),
        step_back=step_back(entry, words),
        reds=tile_keys(reds, entry, words),
        ways=tuple([way_button(way, entry, words) for way in ways_beside(entry)]),
        trays=tuple([tray_row(name, tiles, words) for name, tiles in entry.trays if tiles]),
        into=entry.into,
        typed=typed_fields(form, entry, words),
    )


def spoken_tile(tile: int, words: Words) -> str:
    """Return how a tile is read out: "5 man", "red 5 man", "East"."""
    kind = kind_of(tile)
    if kind >= FIRST_DRAGON:
        return words["tiles." + DRAGON_NAMES[kind - FIRST_DRAGON]]
    if kind >= FIRST_HONOUR:
        return words["wind." + WIND_LETTERS[kind - FIRST_HONOUR]]
    plain = filled(words["tiles.suit_" + tile_name(kind)[1]], (("number", str(kind % 9 + 1)),))
    return filled(words["tiles.red_five"], (("tile", plain),)) if tile in RED_FIVES else plain


def tile_face(tile: int, words: Words) -> TileFace:
    """Return a tile in the middle of a text."""
    return TileFace(tile=tile_name(tile), spoken=spoken_tile(tile, words))


def place_in_hand(tile: int) -> tuple[int, int]:
    """Return where a tile stands in a sorted hand, a red five after the plain ones."""
    return (kind_of(tile), tile)


def count_said(entry: TileEntry, words: Words) -> str:
    """Return "9 of 14 tiles"; a meld counts as three."""
    melded = 3 * len(entry.melds)
    counts = (("count", str(len(entry.closed) + melded)), ("wanted", str(entry.layout.closed)))
    return filled(words["tiles.count"], counts)


def taking_away(tap: str, said: str, tiles: tuple[str, ...], words: Words) -> TapButton:
    """Return a button that takes away what it shows."""
    return TapButton(tap=tap, label=filled(words["tiles.take_away"], (("tile", said),)), tiles=tiles)


def hand_tile(tile: int, entry: TileEntry, words: Words) -> TapButton:
    """Return a tile of the hand: a tap takes it away, or makes it the last one where that was asked."""
    name, spoken = tile_name(tile), spoken_tile(tile, words)
    if entry.into == LAST:
        return TapButton(tap=name, label=filled(words["tiles.make_last"], (("tile", spoken),)), tiles=(name,))
    return taking_away(f"drop-{HAND}-{name}", spoken, (name,), words)


def last_tile(tile: int, entry: TileEntry, words: Words) -> TapButton:
    """Return the tile that stands apart."""
    named = filled(words["tiles." + entry.layout.last], (("tile", spoken_tile(tile, words)),))
    return taking_away("into-" + HAND if entry.into == LAST else "back", named, (tile_name(tile),), words)


def meld_buttons(place: int, meld: Meld, entry: TileEntry, words: Words) -> MeldButtons:
    """Return a meld; of a closed kan the outer tiles lie on their faces."""
    names = tuple([tile_name(tile) for tile in meld.tiles])
    pictures = names if meld.is_open else (FACE_DOWN, *names[:2], FACE_DOWN)
    tiles = words["tiles.and"].join([spoken_tile(tile, words) for tile in meld.tiles])
    said = filled(words["tiles.meld"], (("kind", words["meld." + meld.kind]), ("tiles", tiles)))
    shown = taking_away(f"drop-{MELDS}-{place}", said, pictures, words)
    return MeldButtons(meld=shown, red=red_switch(place, meld, entry, words))


def red_switch(place: int, meld: Meld, entry: TileEntry, words: Words) -> TapButton | None:
    """Return the button that makes a meld's five red or plain, None where there is no red one left."""
    has_red = any(tile in RED_FIVES for tile in meld.tiles)
    fives = [RED_FIVES[FIVES.index(tile)] for tile in meld.tiles if tile in FIVES]
    left = [red for red in fives if entry.reds_entered(red) < entry.reds[red - KIND_COUNT]]
    if not has_red and not left:
        return None
    return TapButton(
        tap=f"red-{place}",
        label=words["tiles.red_of_meld"],
        text=words["tiles.red"],
        pressed="true" if has_red else "false",
    )


def ways_beside(entry: TileEntry) -> tuple[str, ...]:
    """Return where else than into the hand a tile can go."""
    return (*[name for name, _ in entry.layout.trays], *((LAST,) if entry.layout.last else ()))


def way_button(way: str, entry: TileEntry, words: Words) -> TapButton:
    """Return the button that says where the next tile goes; a second tap takes it back to the hand."""
    chosen = entry.into == way
    return TapButton(
        tap="into-" + (HAND if chosen else way),
        label=words["tiles.into_" + way],
        text=words["tiles.short_" + way],
        pressed="true" if chosen else "false",
    )


def step_back(entry: TileEntry, words: Words) -> TapButton:
    """Return the button that takes the last tap back."""
    nothing = not entry.closed and not entry.melds and not any(tiles for _, tiles in entry.trays)
    return TapButton(tap="back", label=words["tiles.back"], text=words["tiles.short_back"], off=nothing)


def tile_keys(tiles: tuple[int, ...], entry: TileEntry, words: Words) -> tuple[TapButton, ...]:
    """Return the keys of tiles, off where one cannot be put where tiles go now."""
    lying = counts_of(entry.everything())
    return tuple(
        [
            TapButton(
                tap=tile_name(tile),
                label=spoken_tile(tile, words),
                tiles=(tile_name(tile),),
                off=not can_take(entry, tile, lying),
            )
            for tile in tiles
        ]
    )


def tray_row(name: str, tiles: tuple[int, ...], words: Words) -> TrayRow:
    """Return one tray: a tap on a tile takes it away."""
    names = [(tile_name(tile), spoken_tile(tile, words)) for tile in tiles]
    buttons = [taking_away(f"drop-{name}-{tile}", spoken, (tile,), words) for tile, spoken in names]
    return TrayRow(title=words["tiles.tray_" + name], tiles=tuple(buttons))


def typed_fields(form: Form, entry: TileEntry, words: Words) -> tuple[TextField, ...]:
    """Return the text fields that hold the tiles; they can be typed and pasted into."""
    written = with_taps(form, entry)
    names = (HAND, *((MELDS,) if entry.layout.calls else ()), *[name for name, _ in entry.layout.trays])
    return tuple([TextField(name=name, label=words["tiles.tray_" + name], value=written.one(name)) for name in names])


def unread_said(entry: TileEntry, words: Words) -> tuple[str, ...]:
    """Return what cannot be read as tiles, field by field."""
    return tuple(
        [
            filled(words["tiles.unread"], (("field", words["tiles.tray_" + name]), ("text", text)))
            for name, text in entry.unread
        ]
    )
