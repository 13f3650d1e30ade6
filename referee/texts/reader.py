"""Reading a question field by field, tiles included: every problem with its path, its value and what is allowed."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from referee.records import dataclass
from referee.rules.table import Code, Facts, Phrase, Problem, Quoted, listed
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
from referee.texts.codec import json_text, too_deep
from referee.texts.search import FULL_WIDTH
from referee.texts.words import Speaker, clause_named, with_field_named

if TYPE_CHECKING:
    from referee.rules.ruleset import Ruleset


SPACES = " \t\n\r\v\f\x1c\x1d\x1e\x1f\x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000" + "".join(
    [chr(code) for code in range(0x2000, 0x200B)]
)
"""What counts as a space, as in CPython; the last but those of typesetters is the ideographic space."""


def spaces_off(text: str) -> str:
    """Return a text without the spaces at its ends."""
    first, last = 0, len(text)
    while first < last and text[first] in SPACES:
        first += 1
    while first < last and text[last - 1] in SPACES:
        last -= 1
    return text[first:last]


_LONGEST_NUMBER = 12


def read_number(text: str) -> int | str:
    """Return the whole number that a text says, or the text itself when it says none."""
    before, minus, rest = text.partition("-")
    digits = rest if minus and not before else text
    return int(text) if is_digits(digits) and len(digits) <= _LONGEST_NUMBER else text


def is_digits(text: str) -> bool:
    """Return whether a text is made of the digits 0 to 9, of one at least."""
    return text != "" and all(letter in "0123456789" for letter in text)


def problem_text(problem: Problem, rules: Ruleset | None, speaker: Speaker) -> str:
    """Return what is wrong as a sentence, with the clause where a rule of ``rules`` decided."""
    text = with_field_named(speaker.say(problem.reason, problem.facts), problem.field, speaker.words)
    if rules is None or not problem.rule:
        return text
    clause = Quoted(text=clause_named(rules.cite(problem.rule).clause, speaker))
    return speaker.say("page.cited", (("said", Quoted(text=text)), ("clause", clause)))


_LONGEST_SHOWN = 40
"""How many characters of a wrong value are shown."""

MOST_COUNT = 10_000
"""The largest count of anything."""

Fields = dict[str, object]
"""A JSON object as it was read."""


def shortened(value: object) -> Quoted:
    """Return a wrong value for a message, cut short."""
    if isinstance(value, list | dict) and too_deep(value, 3):
        return Quoted(text="[…]")
    text = json_text(value)
    return Quoted(text=text if len(text) <= _LONGEST_SHOWN else text[:_LONGEST_SHOWN] + "…")


@dataclass(frozen=True, kw_only=True, slots=True)
class Reader:
    """An object of a question at ``path``; problems go into the list that all readers of a question share."""

    path: str
    fields: Fields
    problems: list[Problem]

    def at(self, key: str) -> str:
        """Return the path of a field."""
        return f"{self.path}.{key}" if self.path else key

    def refuse(self, code: Code, path: str, reason: str, facts: Facts = ()) -> None:
        """Note a problem."""
        named: Facts = (("field", Quoted(text=path)), *facts)
        self.problems.append(Problem(code=code, field=path, reason=reason, facts=named))

    def wrong_type(self, path: str, value: object, wanted: str) -> None:
        """Note that a value is of the wrong type; ``wanted`` is the key of the word for the right one."""
        facts: Facts = (("found", shortened(value)), ("wanted", wanted))
        self.refuse(Code.WRONG_TYPE, path, "error.wrong_type", facts)

    def out_of_range(self, path: str, value: object, allowed: Phrase | Quoted) -> None:
        """Note that a value is not one of those allowed."""
        self.refuse(Code.OUT_OF_RANGE, path, "error.out_of_range", (("found", shortened(value)), ("allowed", allowed)))

    def only(self, known: tuple[str, ...]) -> None:
        """Note every field that is not known here."""
        for key in sorted(self.fields):
            if key not in known:
                facts: Facts = (("allowed", listed(known)),)
                self.refuse(Code.UNKNOWN_FIELD, self.at(key), "error.unknown_field", facts)

    def has(self, key: str) -> bool:
        """Return whether an optional field is given; null is the same as left out."""
        return self.fields.get(key) is not None

    def required(self, key: str) -> bool:
        """Return whether a required field is there; note it if not."""
        if key in self.fields:
            return True
        self.refuse(Code.MISSING_FIELD, self.at(key), "error.missing_field")
        return False

    def integer(self, key: str, low: int, high: int, unit: int = 1) -> int:
        """Return a required whole number between ``low`` and ``high``, a multiple of ``unit``; 0 if wrong."""
        if not self.required(key):
            return 0
        return self.whole(self.at(key), self.fields[key], low, high, unit)

    def optional_integer(self, key: str, low: int, high: int) -> int | None:
        """Return an optional whole number."""
        return self.integer(key, low, high) if self.has(key) else None

    def whole(self, path: str, value: object, low: int, high: int, unit: int = 1) -> int:
        """Return a whole number, or note what is wrong with it and return 0."""
        if isinstance(value, bool) or not isinstance(value, int):
            self.wrong_type(path, value, "type.integer")
            return 0
        if not low <= value <= high or value % unit:
            key = "allowed.range" if unit == 1 else "allowed.hundreds"
            self.out_of_range(path, value, Phrase(key=key, facts=(("low", low), ("high", high))))
            return 0
        return value

    def flag(self, key: str) -> bool | None:
        """Return an optional true or false."""
        value = self.fields.get(key)
        if value is None or isinstance(value, bool):
            return value
        self.wrong_type(self.at(key), value, "type.boolean")
        return None

    def choice(self, key: str, allowed: tuple[str, ...]) -> str:
        """Return a required text that is one of those allowed; the first of them if wrong."""
        if not self.required(key):
            return allowed[0]
        value = self.fields[key]
        if not isinstance(value, str):
            self.wrong_type(self.at(key), value, "type.text")
        elif value in allowed:
            return value
        else:
            self.out_of_range(self.at(key), value, listed(allowed))
        return allowed[0]

    def items(self, key: str) -> tuple[object, ...]:
        """Return an optional list; empty if left out or wrong."""
        if not self.has(key):
            return ()
        value = self.fields[key]
        if isinstance(value, list):
            return tuple(value)
        self.wrong_type(self.at(key), value, "type.list")
        return ()

    def four(self, key: str, low: int, high: int, unit: int = 1) -> tuple[int, int, int, int]:
        """Return a list of four whole numbers; zeros if left out."""
        if not self.has(key):
            return (0, 0, 0, 0)
        read = [self.whole(f"{self.at(key)}[{i}]", value, low, high, unit) for i, value in enumerate(self.items(key))]
        if len(read) == 4:
            return (read[0], read[1], read[2], read[3])
        if isinstance(self.fields[key], list):
            self.refuse(Code.OUT_OF_RANGE, self.at(key), "error.four_values", (("count", len(read)),))
        return (0, 0, 0, 0)

    def seats(self, key: str) -> tuple[int, ...]:
        """Return a list of seats without repeats, in ascending order."""
        items = self.items(key)
        read = [self.whole(f"{self.at(key)}[{i}]", value, 0, 3) for i, value in enumerate(items)]
        if len(set(read)) < len(read) and not self.problems:
            self.refuse(Code.IMPOSSIBLE, self.at(key), "error.repeated", (("found", shortened(list(items))),))
        return tuple(sorted(set(read)))

    def nested(self, key: str) -> Reader | None:
        """Return a reader for an object inside this one, or None if it is missing or no object."""
        if not self.required(key):
            return None
        return self.reader_of(self.at(key), self.fields[key])

    def reader_of(self, path: str, value: object) -> Reader | None:
        """Return a reader for a value that must be an object."""
        if isinstance(value, dict):
            return Reader(path=path, fields=value, problems=self.problems)
        self.wrong_type(path, value, "type.object")
        return None


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
            meld = _meld_of(digits, letter, closed=opened)
            if meld is None:
                return (tuple(melds), digits + letter)
            melds.append(meld)
            digits = ""
    return (tuple(melds), digits)


def _meld_of(digits: str, letter: str, *, closed: bool) -> Meld | None:
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
    return " ".join([_meld_text(meld) for meld in melds])


def _meld_text(meld: Meld) -> str:
    """Return one meld: a closed kan in brackets, an added kan with a plus."""
    text = tiles_text(meld.tiles)
    if meld.kind == MeldKind.ANKAN:
        return "(" + text + ")"
    return text + "+" if meld.kind == MeldKind.KAKAN else text


def meld_record(meld: Meld) -> dict[str, str]:
    """Return a meld as a question holds it."""
    return {"kind": meld.kind, "tiles": tiles_text(meld.tiles)}


_MELD_FIELDS = ("kind", "tiles", "from")
_MOST_MELDS = 4
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
    if len(items) > _MOST_MELDS:
        reader.refuse(Code.OUT_OF_RANGE, reader.at("melds"), "error.too_many_melds", (("count", len(items)),))
        return ()
    read = [meld_at(reader, f"{reader.at('melds')}[{i}]", item, reds) for i, item in enumerate(items)]
    return tuple(meld for meld in read if meld is not None)


def meld_at(reader: Reader, path: str, value: object, reds: tuple[int, ...]) -> Meld | None:
    """Return one meld, or None if something is wrong with it."""
    inside = reader.reader_of(path, value)
    if inside is None:
        return None
    inside.only(_MELD_FIELDS)
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
