"""Tiles, hand and keyboard as HTML, the same on the server and on a phone. Every tile is a button that sends a tap."""

from __future__ import annotations

from html import escape

from referee.core.forms.form import Form
from referee.core.forms.tile_form import folded
from referee.core.forms.tile_taps import can_take
from referee.core.forms.tile_trays import HAND, INTO, LAST, MELDS, Laid
from referee.core.text.words import Words, filled
from referee.core.tiles.tiles import (
    FIRST_DRAGON,
    FIRST_HONOUR,
    FIVES,
    KIND_COUNT,
    RED_FIVES,
    Counts,
    Meld,
    counts_of,
    kind_of,
    tile_name,
)

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


def spoken_tile(tile: int, words: Words) -> str:
    """Return how a tile is read out: "5 man", "red 5 man", "East"."""
    kind = kind_of(tile)
    if kind >= FIRST_DRAGON:
        return words["tiles." + DRAGON_NAMES[kind - FIRST_DRAGON]]
    if kind >= FIRST_HONOUR:
        return words["wind." + WIND_LETTERS[kind - FIRST_HONOUR]]
    plain = filled(words["tiles.suit_" + tile_name(kind)[1]], (("number", str(kind % 9 + 1)),))
    return filled(words["tiles.red_five"], (("tile", plain),)) if tile in RED_FIVES else plain


def tile_art(tile: int) -> str:
    """Return the picture of a tile."""
    return f'<span class="art art--{tile_name(tile)}" aria-hidden="true"></span>'


def tile_shown(tile: int, words: Words) -> str:
    """Return a tile in the middle of a text, with its name for who cannot see it."""
    return f'<span class="bone">{tile_art(tile)}<span class="hidden">{escape(spoken_tile(tile, words))}</span></span>'


def tap_button(tap: str, inside: str, label: str, *, look: str, off: bool = False, pressed: str = "") -> str:
    """Return a button that sends one tap; ``pressed`` is "true" or "false" for one that stays down."""
    state = f' aria-pressed="{pressed}"' if pressed else ""
    shut = " disabled" if off else ""
    return (
        f'<button class="{look}" name="tap" value="{escape(tap)}" aria-label="{escape(label)}"{state}{shut}>'
        f"{inside}</button>"
    )


def laid_view(laid: Laid, words: Words) -> str:
    """Return the hand as it lies: closed tiles in order, the last one apart when the hand is whole, melds."""
    apart = laid.closed[-1:] if laid.purpose.last and laid.is_whole else ()
    standing = laid.closed[: len(laid.closed) - len(apart)]
    shown = [hand_tile(tile, laid, words) for tile in sorted(standing, key=place_in_hand)]
    shown += [last_tile(tile, laid, words) for tile in apart]
    shown += [meld_view(i, meld, laid, words) for i, meld in enumerate(laid.melds)]
    count = count_said(laid, words)
    return f'<div class="hand-laid" role="group" aria-label="{escape(count)}">{"".join(shown)}</div>'


def place_in_hand(tile: int) -> tuple[int, int]:
    """Return where a tile stands in a sorted hand, a red five after the plain ones."""
    return (kind_of(tile), tile)


def count_said(laid: Laid, words: Words) -> str:
    """Return "9 of 14 tiles"; a meld counts as three."""
    melded = 3 * len(laid.melds)
    counts = (("count", str(len(laid.closed) + melded)), ("wanted", str(laid.purpose.closed)))
    return filled(words["tiles.count"], counts)


def hand_tile(tile: int, laid: Laid, words: Words) -> str:
    """Return a tile of the hand: a tap takes it away, or makes it the last one where that was asked."""
    action = "tiles.make_last" if laid.into == LAST else "tiles.take_away"
    label = filled(words[action], (("tile", spoken_tile(tile, words)),))
    tap = tile_name(tile) if laid.into == LAST else f"drop-{HAND}-{tile_name(tile)}"
    return tap_button(tap, tile_art(tile), label, look="bone bone--key")


def last_tile(tile: int, laid: Laid, words: Words) -> str:
    """Return the tile that stands apart."""
    named = filled(words["tiles." + laid.purpose.last], (("tile", spoken_tile(tile, words)),))
    label = filled(words["tiles.take_away"], (("tile", named),))
    return tap_button(
        "into-" + HAND if laid.into == LAST else "back", tile_art(tile), label, look="bone bone--key bone--last"
    )


def meld_view(place: int, meld: Meld, laid: Laid, words: Words) -> str:
    """Return a meld: a tap takes it away, another makes its five red."""
    pictures = [tile_art(tile) for tile in meld.tiles]
    if not meld.is_open:
        back = '<span class="art art--back" aria-hidden="true"></span>'
        pictures = [back, *pictures[:2], back]
    tiles = words["tiles.and"].join([spoken_tile(tile, words) for tile in meld.tiles])
    said = filled(words["tiles.meld"], (("kind", words["meld." + meld.kind]), ("tiles", tiles)))
    label = filled(words["tiles.take_away"], (("tile", said),))
    shown = tap_button(f"drop-{MELDS}-{place}", "".join(pictures), label, look="bone bone--key bone--meld")
    return f'<span class="meld">{shown}{red_switch(place, meld, laid, words)}</span>'


def red_switch(place: int, meld: Meld, laid: Laid, words: Words) -> str:
    """Return the button that makes a meld's five red or plain, where there is a red one left."""
    has_red = any(tile in RED_FIVES for tile in meld.tiles)
    fives = [RED_FIVES[FIVES.index(tile)] for tile in meld.tiles if tile in FIVES]
    left = [red for red in fives if laid.reds_laid(red) < laid.reds[red - KIND_COUNT]]
    if not has_red and not left:
        return ""
    red = escape(words["tiles.red"])
    pressed = "true" if has_red else "false"
    return tap_button(
        f"red-{place}",
        f'<span class="red-dot">{red}</span>',
        words["tiles.red_of_meld"],
        look="key key--word",
        pressed=pressed,
    )


def ways_view(laid: Laid, ways: tuple[str, ...], words: Words) -> str:
    """Return the buttons that say where the next tile goes; a second tap on one takes it back to the hand."""
    return "".join([way_button(way, laid, words) for way in ways])


def way_button(way: str, laid: Laid, words: Words) -> str:
    """Return one of these buttons."""
    chosen = laid.into == way
    label = words["tiles.into_" + way]
    face = f'<span class="key-face">{escape(words["tiles.short_" + way])}</span>'
    tap = "into-" + (HAND if chosen else way)
    return tap_button(tap, face, label, look="key key--word", pressed="true" if chosen else "false")


def keyboard(laid: Laid, words: Words) -> str:
    """Return the keys of all kinds, the step back, red fives, and where else tiles go.

    A whole hand has no room for tiles, so its keys are away until one of the other places is chosen.
    """
    nothing = not laid.closed and not laid.melds and not any(tiles for _, tiles in laid.trays)
    back = f'<span class="key-face">{escape(words["tiles.short_back"])}</span>'
    step_back = tap_button("back", back, words["tiles.back"], look="key key--word key--two", off=nothing)
    ways = (*[name for name, _ in laid.purpose.trays], *((LAST,) if laid.purpose.last else ()))
    lying = counts_of(laid.everything())
    kinds = [key_of(tile, laid, lying, words) for row in KEY_ROWS for tile in row]
    reds = [key_of(red, laid, lying, words) for red in RED_FIVES if laid.reds[red - KIND_COUNT]]
    away = laid.is_whole and laid.into == HAND
    shown = "".join([step_back] if away else [*kinds, step_back, *reds]) + ways_view(laid, ways, words)
    look = "keys keys--away" if away else "keys"
    return f'<div class="{look}" role="group" aria-label="{escape(words["tiles.keys"])}">{shown}</div>'


def key_of(tile: int, laid: Laid, lying: Counts, words: Words) -> str:
    """Return the key of a tile, off when it cannot be put where tiles go now."""
    name = tile_name(tile)
    return tap_button(
        name, tile_art(tile), spoken_tile(tile, words), look="key key--tile", off=not can_take(laid, tile, lying)
    )


def calls_view(laid: Laid, words: Words) -> str:
    """Return the buttons for melds."""
    if not laid.purpose.calls or laid.is_whole:
        return ""
    buttons = ways_view(laid, laid.purpose.calls, words)
    return f'<div class="calls" role="group" aria-label="{escape(words["tiles.calls"])}">{buttons}</div>'


def trays_view(laid: Laid, words: Words) -> str:
    """Return what lies in the trays beside the hand, nothing for empty ones."""
    return "".join([tray_view(name, tiles, words) for name, tiles in laid.trays if tiles])


def tray_view(name: str, tiles: tuple[int, ...], words: Words) -> str:
    """Return one tray: a tap on a tile takes it away."""
    shown = [tray_tile(name, tile, words) for tile in tiles]
    title = escape(words["tiles.tray_" + name])
    name_shown = f'<span class="tray-name">{title}</span>'
    return f'<div class="tray" role="group" aria-label="{title}">{name_shown}{"".join(shown)}</div>'


def tray_tile(name: str, tile: int, words: Words) -> str:
    """Return one tile of a tray."""
    label = filled(words["tiles.take_away"], (("tile", spoken_tile(tile, words)),))
    return tap_button(f"drop-{name}-{tile_name(tile)}", tile_art(tile), label, look="bone bone--key")


def typed_view(form: Form, laid: Laid, words: Words) -> str:
    """Return the text fields that hold the tiles; they can be typed and pasted into."""
    written = folded(form, laid)
    names = (HAND, *((MELDS,) if laid.purpose.calls else ()), *[name for name, _ in laid.purpose.trays])
    fields = [text_field(name, written.one(name), words) for name in names]
    hidden = f'<input type="hidden" name="{INTO}" value="{escape(laid.into)}">'
    hint = f'<p class="hint-line">{escape(words["tiles.notation"])}</p>'
    return f'{hidden}<div class="typed">{"".join(fields)}{hint}</div>'


def text_field(name: str, text: str, words: Words) -> str:
    """Return one text field; what is typed is mpsz, so no phone may change it."""
    label = escape(words["tiles.tray_" + name])
    return (
        f'<label class="figure"><span>{label}</span><input type="text" name="{name}" value="{escape(text)}" '
        'autocomplete="off" autocapitalize="none" autocorrect="off" spellcheck="false" maxlength="200"></label>'
    )


def unread_view(laid: Laid, words: Words) -> str:
    """Return what cannot be read as tiles, nothing if all can."""
    lines = [
        filled(words["tiles.unread"], (("field", words["tiles.tray_" + name]), ("text", text)))
        for name, text in laid.unread
    ]
    return "".join([f'<p class="message" role="alert">{escape(line)}</p>' for line in lines])
