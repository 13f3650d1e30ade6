"""Tiles and melds as text: as people type them, and as a question tells them in JSON."""

from __future__ import annotations

from dataclasses import replace

from referee.rules.ledger import Facts, Quoted
from referee.rules.problems import Code
from referee.rules.tiles import (
    DIGITS,
    KIND_COUNT,
    MELD_KINDS,
    SUIT_LETTERS,
    Meld,
    MeldKind,
    counts_of,
    is_set_of,
    tile_name,
    tiles_of,
)
from referee.texts.reader import Reader, shortened
from referee.texts.search import FULL_WIDTH


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


def melds_of_text(text: str) -> tuple[tuple[Meld, ...], str]:
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
    """Return melds as `melds_of_text` reads them."""
    return " ".join([meld_text(meld) for meld in melds])


def meld_text(meld: Meld) -> str:
    """Return one meld: a closed kan in brackets, an added kan with a plus."""
    text = tiles_text(meld.tiles)
    if meld.kind == MeldKind.ANKAN:
        return "(" + text + ")"
    return text + "+" if meld.kind == MeldKind.KAKAN else text


def meld_record(meld: Meld) -> dict[str, str]:
    """Return a meld as a question holds it."""
    return {"kind": meld.kind, "tiles": tiles_text(meld.tiles)}


MELD_FIELDS = ("kind", "tiles", "from")
MOST_MELDS = 4
LONGEST_TILES = 200
"""How many characters a text of tiles may have."""


def read_tiles(reader: Reader, key: str, reds: tuple[int, ...]) -> tuple[int, ...]:
    """Return the tiles of a required field; ``reds`` is how many red fives of each suit the ruleset has."""
    if not reader.required(key):
        return ()
    return tiles_at(reader, reader.at(key), reader.fields[key], reds)


def read_optional_tiles(reader: Reader, key: str, reds: tuple[int, ...]) -> tuple[int, ...]:
    """Return the tiles of an optional field, none if left out."""
    return read_tiles(reader, key, reds) if reader.has(key) else ()


def read_tile(reader: Reader, key: str, reds: tuple[int, ...]) -> int | None:
    """Return the single tile of a required field, or None if something is wrong with it."""
    tiles = read_tiles(reader, key, reds)
    if len(tiles) == 1:
        return tiles[0]
    if tiles or reader.fields.get(key) == "":
        reader.refuse(Code.OUT_OF_RANGE, reader.at(key), "error.one_tile", (("count", len(tiles)),))
    return None


def tiles_at(reader: Reader, path: str, value: object, reds: tuple[int, ...]) -> tuple[int, ...]:
    """Return the tiles of a value, or note what is wrong with them and return none."""
    if not isinstance(value, str):
        reader.wrong_type(path, value, "type.text")
        return ()
    tiles, wrong = tiles_of(value[:LONGEST_TILES])
    if wrong or len(value) > LONGEST_TILES:
        facts: Facts = (("found", shortened(value)), ("part", shortened(wrong)))
        reader.refuse(Code.OUT_OF_RANGE, path, "error.no_tiles", facts)
        return ()
    missing = [tile for tile in tiles if tile >= KIND_COUNT and not reds[tile - KIND_COUNT]]
    if missing:
        facts = (("tile", Quoted(text=tile_name(min(missing)))),)
        reader.refuse(Code.IMPOSSIBLE, path, "error.no_such_red", facts)
        return ()
    return tiles


def read_melds(reader: Reader, reds: tuple[int, ...]) -> tuple[Meld, ...]:
    """Return the melds of an optional field ``melds``, those that are wrong left out and noted."""
    items = reader.items("melds")
    if len(items) > MOST_MELDS:
        reader.refuse(Code.OUT_OF_RANGE, reader.at("melds"), "error.too_many_melds", (("count", len(items)),))
        return ()
    read = [meld_at(reader, f"{reader.at('melds')}[{i}]", item, reds) for i, item in enumerate(items)]
    return tuple(meld for meld in read if meld is not None)


def meld_at(reader: Reader, path: str, value: object, reds: tuple[int, ...]) -> Meld | None:
    """Return one meld, or None if something is wrong with it."""
    inside = reader.reader_of(path, value)
    if inside is None:
        return None
    inside.only(MELD_FIELDS)
    before = len(reader.problems)
    kind = inside.choice("kind", MELD_KINDS)
    tiles = read_tiles(inside, "tiles", reds)
    source = inside.optional_integer("from", 1, 3)
    if len(reader.problems) > before:
        return None
    if not tiles or not is_set_of(kind, tiles):
        facts: Facts = (("found", shortened(inside.fields["tiles"])), ("kind", f"meld.{kind}"))
        reader.refuse(Code.IMPOSSIBLE, inside.at("tiles"), "error.no_set", facts)
        return None
    if source is not None and (kind == MeldKind.ANKAN or (kind == MeldKind.CHII and source != 3)):
        reader.refuse(Code.IMPOSSIBLE, inside.at("from"), "error.meld_source", (("kind", f"meld.{kind}"),))
    return Meld(kind=kind, tiles=tiles, source=source)


def check_copies(reader: Reader, path: str, tiles: tuple[int, ...]) -> None:
    """Note the first kind of which there are more than four."""
    counts = counts_of(tiles)
    if max(counts) > 4:
        many = [kind for kind in range(KIND_COUNT) if counts[kind] > 4]
        facts: Facts = (("count", counts[many[0]]), ("tile", Quoted(text=tile_name(many[0]))))
        reader.refuse(Code.IMPOSSIBLE, path, "error.five_copies", facts)


def check_size(reader: Reader, key: str, tiles: tuple[int, ...], melds: tuple[Meld, ...], whole: int) -> None:
    """Note a wrong number of closed tiles; ``whole`` is how many there are without melds, 13 or 14."""
    wanted = whole - 3 * len(melds)
    if len(tiles) != wanted:
        facts: Facts = (("count", len(tiles)), ("wanted", wanted), ("melds", len(melds)))
        reader.refuse(Code.IMPOSSIBLE, reader.at(key), "error.tile_count", facts)
