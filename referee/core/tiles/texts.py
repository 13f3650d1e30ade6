"""Tiles and melds as people type them: mpsz, in plain or full-width letters, and back."""

from __future__ import annotations

from dataclasses import replace

from referee.core.text.fold import FULL_WIDTH
from referee.core.tiles.tiles import DIGITS, SUIT_LETTERS, Meld, MeldKind, is_set_of, tile_name, tiles_of


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
