"""The tiles that lie there: what they are for, what a tap does to them, and the keys that put more."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from referee.app.form import TextField
from referee.records import dataclass
from referee.rules.tiles import (
    FIVES,
    KANS,
    KIND_COUNT,
    RED_FIVES,
    Counts,
    Meld,
    MeldKind,
    all_tiles,
    counts_of,
    is_run_from,
    kind_of,
    tile_name,
    tiles_of,
)
from referee.texts.reader import melds_of_text, melds_text, plain_letters, tiles_text
from referee.texts.words import Words, filled, tile_in_words

if TYPE_CHECKING:
    from referee.app.form import Form


_HAND, _MELDS, INTO, TAP = "tiles", "melds", "into", "tap"
"""The names of fields."""
_LAST = "last"
"""Where a tile is put that lies in the hand already, to be its last one."""


@dataclass(frozen=True, kw_only=True, slots=True)
class EntryLayout:
    """What tiles are asked for.

    ``closed`` is how many closed tiles there are without melds, ``calls`` which melds there may be, ``trays`` the other
    fields with the most tiles that each holds, ``last`` what the last tile of the hand is called when it stands apart
    (the winning or the drawn one), ``first`` where the first tile goes, ``one_by_one`` the trays that take one tile
    before the next goes into the hand again.
    """

    closed: int
    calls: tuple[str, ...]
    trays: tuple[tuple[str, int], ...]
    last: str = ""
    first: str = _HAND
    one_by_one: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class TileEntry:
    """What lies in the trays; ``unread`` holds the fields whose text names no tiles, with that text."""

    layout: EntryLayout
    reds: tuple[int, ...]
    into: str
    closed: tuple[int, ...]
    melds: tuple[Meld, ...]
    trays: tuple[tuple[str, tuple[int, ...]], ...]
    unread: tuple[tuple[str, str], ...]

    @property
    def size(self) -> int:
        """Return how many closed tiles the hand has when it is whole."""
        return self.layout.closed - 3 * len(self.melds)

    @property
    def is_whole(self) -> bool:
        """Return whether all closed tiles are there."""
        return len(self.closed) == self.size

    def tray(self, name: str) -> tuple[int, ...]:
        """Return the tiles of a tray that is not the hand."""
        return dict(self.trays).get(name, ())

    def has_room(self, name: str) -> bool:
        """Return whether one more tile fits into a tray."""
        return len(self.tray(name)) < dict(self.layout.trays)[name]

    def reds_entered(self, red: int) -> int:
        """Return how many red fives of a suit lie anywhere."""
        return sum([tile == red for tile in self.every_tile()])

    def every_tile(self) -> tuple[int, ...]:
        """Return all tiles that lie apart from each other."""
        return (*all_tiles(self.closed, self.melds), *[tile for _, tiles in self.trays for tile in tiles])


def _tile_places(layout: EntryLayout) -> tuple[str, ...]:
    """Return where a tile can be put."""
    again = (_LAST,) if layout.last else ()
    return (_HAND, *layout.calls, *[name for name, _ in layout.trays], *again)


_COPIES_OF_TILE = 4


def _apply_tap(entry: TileEntry, tap: str) -> TileEntry:
    """Return what lies there after one tap; a tap that makes no sense changes nothing."""
    action, _, what = tap.partition("-")
    match action:
        case "into":
            return replace(entry, into=what) if what in _tile_places(entry.layout) else entry
        case "back":
            return _without_last(entry)
        case "clear":
            return _cleared(entry)
        case "drop":
            return without(entry, what)
        case "red":
            return _with_red(entry, what)
        case _:
            return _put_if_room(entry, *tiles_of(action))


def _put_if_room(entry: TileEntry, tiles: tuple[int, ...], wrong: str) -> TileEntry:
    """Return what lies there with the tile that a tap names, where there is one and it can be put."""
    if wrong or len(tiles) != 1 or not _can_take(entry, tiles[0], counts_of(entry.every_tile())):
        return entry
    return put(entry, tiles[0])


def _cleared(entry: TileEntry) -> TileEntry:
    """Return the same trays with nothing in them."""
    trays = tuple([(name, ()) for name, _ in entry.trays])
    return replace(entry, closed=(), melds=(), trays=trays, into=entry.layout.first)


def _can_take(entry: TileEntry, tile: int, lying: Counts) -> bool:
    """Return whether this tile can be put where tiles go now; ``lying`` counts what lies there anywhere."""
    into = entry.into
    if into == _LAST:
        return tile in entry.closed
    if tile in RED_FIVES and entry.reds_entered(tile) >= entry.reds[tile - KIND_COUNT]:
        return False
    if into in entry.layout.calls:
        meld = _called_meld(entry, tile)
        if meld is None or len(entry.closed) > entry.size - 3 or len(entry.melds) == _COPIES_OF_TILE:
            return False
        needed = [kind_of(each) for each in meld.tiles]
        return all(lying[kind] + needed.count(kind) <= _COPIES_OF_TILE for kind in needed)
    if lying[kind_of(tile)] >= _COPIES_OF_TILE:
        return False
    return len(entry.closed) < entry.size if into == _HAND else entry.has_room(into)


def put(entry: TileEntry, tile: int) -> TileEntry:
    """Return what lies there with one more tile, or with the meld that a tile stands for."""
    if entry.into == _HAND:
        return replace(entry, closed=(*entry.closed, tile))
    if entry.into == _LAST:
        return replace(entry, closed=(*_without_one(entry.closed, tile), tile), into=_HAND)
    if entry.into in entry.layout.calls:
        meld = _called_meld(entry, tile)
        return entry if meld is None else replace(entry, melds=(*entry.melds, meld), into=_HAND)
    trays = tuple([(name, (*tiles, tile) if name == entry.into else tiles) for name, tiles in entry.trays])
    filled_up = replace(entry, trays=trays)
    stays = entry.into not in entry.layout.one_by_one and filled_up.has_room(entry.into)
    return filled_up if stays else replace(filled_up, into=_HAND)


def _called_meld(entry: TileEntry, tile: int) -> Meld | None:
    """Return the meld that a tapped tile stands for: its triplet, its kan, or the run that begins with it."""
    kind = kind_of(tile)
    if entry.into == MeldKind.CHII:
        start = kind if is_run_from(kind) else kind - max(kind % 9 - 6, 0)
        if not is_run_from(start):
            return None
        tiles = [tile if each == kind else each for each in (start, start + 1, start + 2)]
        return Meld(kind=MeldKind.CHII, tiles=tuple(tiles), source=None)
    size = 4 if entry.into in KANS else 3
    reds = _reds_of_kan(entry, kind) if size == 4 else [tile] * (tile in RED_FIVES)
    return Meld(kind=entry.into, tiles=tuple((reds + [kind] * size)[:size]), source=None)


def _reds_of_kan(entry: TileEntry, kind: int) -> list[int]:
    """Return the red fives of a kan: it has all four tiles of its kind."""
    suit = FIVES.index(kind) if kind in FIVES else -1
    return [] if suit < 0 else [RED_FIVES[suit]] * entry.reds[suit]


def _without_one(tiles: tuple[int, ...], tile: int) -> tuple[int, ...]:
    """Return tiles without the first of this face."""
    place = tiles.index(tile) if tile in tiles else len(tiles)
    return (*tiles[:place], *tiles[place + 1 :])


def _without_last(entry: TileEntry) -> TileEntry:
    """Return what lies there without the tile that was put down last where tiles go now."""
    if entry.into in [name for name, tiles in entry.trays if tiles]:
        trays = tuple([(name, tiles[:-1] if name == entry.into else tiles) for name, tiles in entry.trays])
        return replace(entry, trays=trays)
    if entry.closed:
        return replace(entry, closed=entry.closed[:-1])
    return replace(entry, melds=entry.melds[:-1])


def without(entry: TileEntry, what: str) -> TileEntry:
    """Return what lies there without ``tiles-5m``, ``melds-0`` or ``dora-5m``."""
    tray, _, name = what.partition("-")
    if tray == _MELDS:
        return replace(entry, melds=tuple([meld for i, meld in enumerate(entry.melds) if str(i) != name]))
    found, wrong = tiles_of(name)
    if wrong or len(found) != 1:
        return entry
    if tray == _HAND:
        return replace(entry, closed=_without_one(entry.closed, found[0]))
    trays = [(each, _without_one(tiles, found[0]) if each == tray else tiles) for each, tiles in entry.trays]
    return replace(entry, trays=tuple(trays))


def _with_red(entry: TileEntry, place: str) -> TileEntry:
    """Return what lies there with the five of a meld made red, or plain again."""
    melds = [_with_red_turned(meld) if str(i) == place else meld for i, meld in enumerate(entry.melds)]
    return replace(entry, melds=tuple(melds))


def _with_red_turned(meld: Meld) -> Meld:
    """Return a meld with its first five red, or with all fives plain if one is red."""
    if any(tile in RED_FIVES for tile in meld.tiles):
        return replace(meld, tiles=tuple([kind_of(tile) for tile in meld.tiles]))
    fives = [i for i, tile in enumerate(meld.tiles) if tile in FIVES]
    if not fives:
        return meld
    red = RED_FIVES[FIVES.index(meld.tiles[fives[0]])]
    return replace(meld, tiles=tuple([red if i == fives[0] else tile for i, tile in enumerate(meld.tiles)]))


_MOST_TAPS = 120
_LONGEST_TRAY = 200
"""How many characters of a typed text are looked at."""


def tile_entry_of(form: Form, layout: EntryLayout, reds: tuple[int, ...]) -> TileEntry:
    """Return what a form lays out, its taps included."""
    fields = (_HAND, *[name for name, _ in layout.trays])
    read = [(name, *tiles_of(plain_letters(form.one(name)[:_LONGEST_TRAY]))) for name in fields]
    melds, wrong_meld = melds_of_text(plain_letters(form.one(_MELDS)[:_LONGEST_TRAY]))
    unread = [(name, form.one(name)) for name, _, wrong in read if wrong]
    entry = TileEntry(
        layout=layout,
        reds=reds,
        into=form.one(INTO, layout.first),
        closed=read[0][1],
        melds=melds,
        trays=tuple([(name, tiles) for name, tiles, _ in read[1:]]),
        unread=(*unread, *(((_MELDS, form.one(_MELDS)),) if wrong_meld else ())),
    )
    entry = replace(entry, into=entry.into if entry.into in _tile_places(layout) else layout.first)
    for tap in [value for name, value in form.pairs if name == TAP][:_MOST_TAPS]:
        entry = _apply_tap(entry, tap)
    return entry


def with_taps(form: Form, entry: TileEntry) -> Form:
    """Return the form with its taps worked into its fields; a text that could not be read stays as it is."""
    written = ((_HAND, tiles_text(entry.closed)), (_MELDS, melds_text(entry.melds)))
    trays = tuple([(name, tiles_text(tiles)) for name, tiles in entry.trays])
    kept = form.without(TAP, INTO)
    for name, text in (*written, *trays, (INTO, entry.into)):
        if name not in [field for field, _ in entry.unread]:
            kept = kept.changed(name, text)
    return kept


_KEY_ROWS = (
    (0, 1, 2, 9, 10, 11),
    (3, 4, 5, 12, 13, 14),
    (6, 7, 8, 15, 16, 17),
    (18, 19, 20, 27, 28, 29),
    (21, 22, 23, 30, 31, 32),
    (24, 25, 26, 33),
)
"""The keyboard: man beside pin, sou beside honours, each three by three."""

_FACE_DOWN = "back"
"""The picture of a tile that lies on its face."""


@dataclass(frozen=True, kw_only=True, slots=True)
class TileFace:
    """A tile in the middle of a text: its picture, and its name for who cannot see it."""

    tile: str
    label: str


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
    away = entry.is_whole and entry.into == _HAND
    kinds = () if away else tuple([tile for row in _KEY_ROWS for tile in row])
    reds = () if away else tuple([red for red in RED_FIVES if entry.reds[red - KIND_COUNT]])
    calls = () if entry.is_whole else entry.layout.calls
    return TileEntryView(
        count=count_text(entry, words),
        standing=tuple([_hand_tile(tile, entry, words) for tile in sorted(standing, key=place_in_hand)]),
        apart=tuple([last_tile(tile, entry, words) for tile in apart]),
        melds=tuple([_meld_buttons(place, meld, entry, words) for place, meld in enumerate(entry.melds)]),
        calls=tuple([_place_button(way, entry, words) for way in calls]),
        are_keys_away=away,
        keys=_tile_keys(kinds, entry, words),
        step_back=_step_back(entry, words),
        reds=_tile_keys(reds, entry, words),
        ways=tuple([_place_button(way, entry, words) for way in _other_places(entry)]),
        trays=tuple([_tray_row(name, tiles, words) for name, tiles in entry.trays if tiles]),
        into=entry.into,
        typed=_typed_fields(form, entry, words),
    )


def tile_face(tile: int, words: Words) -> TileFace:
    """Return a tile in the middle of a text."""
    return TileFace(tile=tile_name(tile), label=tile_in_words(tile, words))


def place_in_hand(tile: int) -> tuple[int, int]:
    """Return where a tile stands in a sorted hand, a red five after the plain ones."""
    return (kind_of(tile), tile)


def count_text(entry: TileEntry, words: Words) -> str:
    """Return "9 of 14 tiles"; a meld counts as three."""
    melded = 3 * len(entry.melds)
    counts = (("count", str(len(entry.closed) + melded)), ("wanted", str(entry.layout.closed)))
    return filled(words["tiles.count"], counts)


def _taking_away(tap: str, tile: str, tiles: tuple[str, ...], words: Words) -> TapButton:
    return TapButton(tap=tap, label=filled(words["tiles.take_away"], (("tile", tile),)), tiles=tiles)


def _hand_tile(tile: int, entry: TileEntry, words: Words) -> TapButton:
    """Return a tile of the hand: a tap takes it away, or makes it the last one where that was asked."""
    name, label = tile_name(tile), tile_in_words(tile, words)
    if entry.into == _LAST:
        named = filled(words["tiles." + entry.layout.last], (("tile", label),))
        return TapButton(tap=name, label=named, tiles=(name,))
    return _taking_away(f"drop-{_HAND}-{name}", label, (name,), words)


def last_tile(tile: int, entry: TileEntry, words: Words) -> TapButton:
    """Return the tile that stands apart."""
    named = filled(words["tiles." + entry.layout.last], (("tile", tile_in_words(tile, words)),))
    return _taking_away("into-" + _HAND if entry.into == _LAST else "back", named, (tile_name(tile),), words)


def _meld_buttons(place: int, meld: Meld, entry: TileEntry, words: Words) -> MeldButtons:
    """Return a meld; of a closed kan the outer tiles lie on their faces."""
    names = tuple([tile_name(tile) for tile in meld.tiles])
    pictures = names if meld.is_open else (_FACE_DOWN, *names[:2], _FACE_DOWN)
    tiles = words["tiles.and"].join([tile_in_words(tile, words) for tile in meld.tiles])
    label = filled(words["tiles.meld"], (("kind", words["meld." + meld.kind]), ("tiles", tiles)))
    shown = _taking_away(f"drop-{_MELDS}-{place}", label, pictures, words)
    return MeldButtons(meld=shown, red=_red_switch(place, meld, entry, words))


def _red_switch(place: int, meld: Meld, entry: TileEntry, words: Words) -> TapButton | None:
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


def _other_places(entry: TileEntry) -> tuple[str, ...]:
    """Return where else than into the hand a tile can go."""
    return (*[name for name, _ in entry.layout.trays], *((_LAST,) if entry.layout.last else ()))


def _place_button(way: str, entry: TileEntry, words: Words) -> TapButton:
    """Return the button that says where the next tile goes; a second tap takes it back to the hand."""
    chosen, word = entry.into == way, entry.layout.last if way == _LAST else way
    return TapButton(
        tap="into-" + (_HAND if chosen else way),
        label=words["tiles.into_" + word],
        text=words["tiles.short_" + word],
        pressed="true" if chosen else "false",
    )


def _step_back(entry: TileEntry, words: Words) -> TapButton:
    """Return the button that takes the last tap back."""
    nothing = not entry.closed and not entry.melds and not any(tiles for _, tiles in entry.trays)
    return TapButton(tap="back", label=words["tiles.back"], text=words["tiles.short_back"], off=nothing)


def _tile_keys(tiles: tuple[int, ...], entry: TileEntry, words: Words) -> tuple[TapButton, ...]:
    """Return the keys of tiles, off where one cannot be put where tiles go now."""
    lying = counts_of(entry.every_tile())
    return tuple(
        [
            TapButton(
                tap=tile_name(tile),
                label=tile_in_words(tile, words),
                tiles=(tile_name(tile),),
                off=not _can_take(entry, tile, lying),
            )
            for tile in tiles
        ]
    )


def _tray_row(name: str, tiles: tuple[int, ...], words: Words) -> TrayRow:
    """Return one tray: a tap on a tile takes it away."""
    names = [(tile_name(tile), tile_in_words(tile, words)) for tile in tiles]
    buttons = [_taking_away(f"drop-{name}-{tile}", spoken, (tile,), words) for tile, spoken in names]
    return TrayRow(title=words["tiles.tray_" + name], tiles=tuple(buttons))


def _typed_fields(form: Form, entry: TileEntry, words: Words) -> tuple[TextField, ...]:
    """Return the text fields that hold the tiles; they can be typed and pasted into."""
    written = with_taps(form, entry)
    names = (_HAND, *((_MELDS,) if entry.layout.calls else ()), *[name for name, _ in entry.layout.trays])
    return tuple([TextField(name=name, label=words["tiles.tray_" + name], value=written.one(name)) for name in names])


def unread_text(entry: TileEntry, words: Words) -> tuple[str, ...]:
    """Return what cannot be read as tiles, field by field."""
    return tuple(
        [
            filled(words["tiles.unread"], (("field", words["tiles.tray_" + name]), ("text", text)))
            for name, text in entry.unread
        ]
    )
