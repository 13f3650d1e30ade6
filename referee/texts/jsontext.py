"""JSON text whose keys stay in the order written, byte for byte the same on a server and on a phone."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

Value = object
"""None, bool, int, str, Decimals, Thousands, Record, or a tuple, list or dict of values."""

DEEPEST = 12
"""How deep an echoed value may nest."""

ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t", "\b": "\\b", "\f": "\\f"}


@dataclass(frozen=True, kw_only=True, slots=True)
class Record:
    """An object: (key, value) pairs in order."""

    pairs: tuple[tuple[str, Value], ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Thousands:
    """Points that are written in thousands, with at most one decimal."""

    points: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Decimals:
    """A number with a fraction or an exponent, kept as it was written."""

    text: str


def json_value(text: str) -> Value:
    """Return what the JSON text says; raise ``ValueError`` if it is none."""
    return json.loads(text, parse_float=decimals, parse_constant=no_number)


def trusted_value(text: str) -> Value:
    """Return what JSON text says that the program wrote itself; the keys of its objects come in any order.

    On a phone this is many times quicker than ``json_value``, which forgives nothing and keeps the order.
    """
    return json_value(text)


def decimals(text: str) -> Decimals:
    """Keep a number with a fraction as text: no rule counts in fractions."""
    return Decimals(text=text)


def no_number(name: str) -> Value:
    """Refuse NaN and Infinity, which JSON does not know."""
    raise ValueError(name)


def record(*pairs: tuple[str, Value]) -> Record:
    """Return an object of these pairs."""
    return Record(pairs=pairs)


def plain_value(value: Value) -> Any:  # noqa: ANN401 as it would come out of JSON
    """Return a value for the program's own use: objects as dicts, numbers with a fraction as they are."""
    match value:
        case Record():
            return {key: plain_value(inner) for key, inner in value.pairs}
        case dict():
            return {key: plain_value(value[key]) for key in value}
        case tuple() | list():
            return [plain_value(inner) for inner in value]
        case _:
            return value


def json_text(value: Value) -> str:
    """Return the value as JSON without spaces, non-ASCII characters as themselves."""
    match value:
        case None:
            return "null"
        case Record():
            return "{" + ",".join(member(key, inner) for key, inner in value.pairs) + "}"
        case Thousands():
            return thousands(value.points)
        case Decimals():
            return value.text
        case _:
            return plain_text(value)


def plain_text(value: Value) -> str:
    """Return a value that came out of JSON, or is built of such, as JSON."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return '"' + "".join(escaped(letter) for letter in value) + '"'
    if isinstance(value, dict):
        return "{" + ",".join([member(str(key), value[key]) for key in value]) + "}"
    if isinstance(value, tuple | list):
        return "[" + ",".join(json_text(inner) for inner in value) + "]"
    return str(value)


def in_key_order(value: Value) -> Value:
    """Return a value with the keys of its dicts sorted: of the same value always the same text."""
    if isinstance(value, dict):
        return {key: in_key_order(value[key]) for key in sorted(value)}
    return tuple(in_key_order(each) for each in value) if isinstance(value, tuple | list) else value


def member(key: str, value: Value) -> str:
    """Return one key and its value."""
    return plain_text(key) + ":" + json_text(value)


def escaped(letter: str) -> str:
    """Return a character as it stands inside a JSON string; half a surrogate pair is escaped too."""
    if letter in ESCAPES:
        return ESCAPES[letter]
    return f"\\u{ord(letter):04x}" if ord(letter) < ord(" ") or is_half(letter) else letter


def is_half(letter: str) -> bool:
    """Return whether a character is half a surrogate pair, which no text can be written with."""
    return 0xD800 <= ord(letter) <= 0xDFFF


def has_half(value: Value) -> bool:
    """Return whether there is half a surrogate pair in a text of a value that came out of JSON."""
    if isinstance(value, str):
        return any(is_half(letter) for letter in value)
    if isinstance(value, dict):
        return any(has_half(key) or has_half(value[key]) for key in value)
    return isinstance(value, list) and any(has_half(each) for each in value)


def thousands(points: int) -> str:
    """Return points in thousands: 12300 is 12.3, -500 is -0.5, 4000 is 4."""
    whole, hundreds = abs(points) // 1000, abs(points) % 1000 // 100
    sign = "-" if points < 0 else ""
    return f"{sign}{whole}.{hundreds}" if hundreds else f"{sign}{whole}"


def too_deep(value: Value, limit: int) -> bool:
    """Return whether lists and objects nest deeper than ``limit``."""
    if not isinstance(value, list | dict):
        return False
    inner = [value[key] for key in value] if isinstance(value, dict) else value
    return limit == 0 or any(too_deep(each, limit - 1) for each in inner)
