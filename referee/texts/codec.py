"""Dataclasses as JSON text and back, by the types of their fields, to the byte the same on a server and on a phone."""

from __future__ import annotations

import json
from dataclasses import is_dataclass
from types import UnionType
from typing import TYPE_CHECKING, Any, get_args, get_origin, get_type_hints

from referee.records import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sized


Shape = Any
"""A type as it is followed, also on a phone, where types have no parameters.

``str``, ``int``, ``bool``, ``type(None)``, a StrEnum and a dataclass are themselves, ``[a]`` is ``tuple[a, ...]``,
``(a, b)`` is ``tuple[a, b]``, ``{str: a}`` is ``dict[str, a]``, and a set is the union of its members, see
``_tagged``.
"""
Fields = tuple[tuple[str, Shape], ...]
"""The fields of a dataclass in their order."""
Reader = tuple[set[Any], "Callable[[Any], Any]"]
"""The types whose values are taken as they are, and what reads any other plain value or raises ``Unreadable``."""
Field = tuple[str, set[Any], "Callable[[Any], Any]"]
"""The name of a field, and how it is read."""
SIMPLE = {str: "a text", int: "a whole number", bool: "true or false", type(None): "null"}
"""The types of what JSON holds as it is, and what each is called."""
_NOT_A_LIST = "this is not a list of that length"
_NOT_AN_OBJECT = "this is not an object"
MISSING, _UNKNOWN = "this field is missing", "there is no such field"
_NOT_ALLOWED = "this is none of what is allowed"


class Unreadable(ValueError):  # noqa: N818 it is the value that is wrong
    """A plain value is not of the type wanted: what is wrong with it, and where, such as ``.lines[2].points``."""

    def __init__(self, reason: str, path: str = "") -> None:
        super().__init__(f"{path or 'the value'}: {reason}")
        self.reason = reason
        self.path = path

    def inside(self, place: str | int) -> Unreadable:
        """Return the same, told from one step further out: from the object or the list where it stands there."""
        step = f"[{place}]" if isinstance(place, int) else f".{place}"
        return Unreadable(self.reason, step + self.path)


@dataclass(frozen=True, kw_only=True, slots=True)
class Form:
    """How a field is written whose plain value is another one than its type says, and how that is read."""

    write: Callable[[Any], object]
    read: Callable[[Any], object]


def fields_of(kind: Any) -> Fields | None:  # noqa: ANN401 any type
    """Return the fields of a dataclass, None for another type; the lowering writes them out for phones."""
    return tuple((name, shape_of(hint)) for name, hint in get_type_hints(kind).items()) if is_dataclass(kind) else None


def shape_of(hint: Any) -> Shape:  # noqa: ANN401 any annotation
    """Return the shape of a type."""
    inner = [shape_of(each) for each in get_args(hint) if each is not ...]
    origin = get_origin(hint)
    if origin is UnionType:
        return _tagged(inner)
    if origin is dict:
        return {str: inner[1]}
    if origin is tuple:
        return inner if ... in get_args(hint) else tuple(inner)
    return hint


def _tagged(union: list[Shape]) -> Shape:
    """Return the shape of a union, of which every class can be told from the others by its tag.

    The tag is the name of its first field, which is written in every object and is a field of no other class. Where
    that is not so, ``TypeError`` is raised: two classes are never told apart by chance.
    """
    classes = [shape for shape in union if shape not in SIMPLE]
    fields = [list(get_type_hints(kind)) if is_dataclass(kind) else [""] for kind in classes]
    tags = [names[0] for names in fields]
    if len(tags) > 1 and ("" in tags or any(sum(tag in names for names in fields) > 1 for tag in tags)):
        called = " | ".join(sorted(str(kind) for kind in classes))
        raise TypeError(called)
    return frozenset(union)


def made(kind: Any, fields: Iterable[Field], plain: dict[str, Any]) -> Any:  # noqa: ANN401 one of a dataclass
    """Return the dataclass that an object with all of its fields stands for."""
    values = {}
    for name, own, read in fields:
        value = plain[name]
        values[name] = value if type(value) in own else read(value)
    return kind(**values)


class Codec:
    """Writes and reads dataclasses; ``forms`` are those of the fields that are written in another way."""

    def __init__(self, forms: Mapping[tuple[type, str], Form]) -> None:
        self.forms = forms
        self.known: dict[Any, tuple[str, ...] | None] = {}
        self.readers: dict[Any, Reader] = {}

    def names(self, kind: Any) -> tuple[str, ...] | None:  # noqa: ANN401 any type
        """Return the names of the fields of a dataclass, None for another type."""
        if kind not in self.known:
            fields = fields_of(kind)
            self.known[kind] = None if fields is None else tuple([name for name, _ in fields])
        return self.known[kind]

    def plain(self, value: Any) -> Any:  # noqa: ANN401 whatever stands in a dataclass
        """Return a value with its dataclasses as dicts, the keys in the order of the fields; a tuple stays one."""
        if isinstance(value, tuple):
            return tuple([self.plain(each) for each in value])
        if isinstance(value, dict):
            return {key: self.plain(value[key]) for key in value}
        kind = type(value)
        names = self.names(kind)
        return value if names is None else {name: self.field_value(kind, name, getattr(value, name)) for name in names}

    def field_value(self, kind: type, name: str, value: Any) -> Any:  # noqa: ANN401 the value of a field
        """Return the plain value of a field."""
        form = self.forms.get((kind, name))
        return self.plain(value) if form is None else form.write(value)

    def value_of(self, shape: Shape, plain: Any) -> Any:  # noqa: ANN401 what the shape says
        """Return the value that a plain one stands for; raise ``Unreadable`` if it is not of this shape.

        What is of a class already is taken as it is.
        """
        own, read = self.reader(shape)
        return plain if type(plain) in own else read(plain)

    def reader(self, shape: Shape) -> Reader:
        """Return how the plain values of a shape are read."""
        if isinstance(shape, list):
            return _list_reader(self.reader(shape[0]))
        if isinstance(shape, dict):
            return _dict_reader(self.reader(shape[str]))
        if isinstance(shape, tuple):
            readers = [self.reader(each) for each in shape]
            alike = all(each == shape[0] for each in shape)
            return _list_reader(readers[0], len(shape)) if alike else _row_reader(readers)
        if isinstance(shape, frozenset | set):
            return self.union_reader(shape)
        if shape not in self.readers:
            self.readers[shape] = self.class_reader(shape)
        return self.readers[shape]

    def class_reader(self, kind: Any) -> Reader:  # noqa: ANN401 any type
        """Return how a dataclass, the texts of an enum, or what JSON holds as it is are read."""
        names = self.names(kind)
        if names is None:
            return _simple_reader(kind) if kind in SIMPLE else _choice_reader(kind)
        fields: list[Field] = []

        def read(plain: Any) -> Any:  # noqa: ANN401 any value
            if not fields:
                fields.extend([(name, *self.field_reader(kind, name, shape)) for name, shape in fields_of(kind) or ()])
            if not isinstance(plain, dict) or len(plain) != len(names):
                raise _misfit(names, plain)
            rest = iter(fields)
            try:
                return made(kind, rest, plain)
            except Unreadable as problem:
                raise problem.inside(names[_place_reached(names, rest)]) from None
            except KeyError:
                raise _misfit(names, plain) from None

        return {kind}, read

    def field_reader(self, kind: type, name: str, shape: Shape) -> Reader:
        """Return how a field is read."""
        form = self.forms.get((kind, name))
        return self.reader(shape) if form is None else (set(), form.read)

    def union_reader(self, union: frozenset[Shape] | set[Shape]) -> Reader:
        """Return how a value of one of several shapes is read; an object is of the class whose tag it carries."""
        others = [shape for shape in union if shape not in SIMPLE]
        own = {shape for shape in union if shape in SIMPLE}
        if len(others) == 1:
            return own, self.reader(others[0])[1]
        by_tag = {(self.names(shape) or ("",))[0]: self.reader(shape)[1] for shape in others}

        def read(plain: Any) -> Any:  # noqa: ANN401 any value
            tags = [tag for tag in by_tag if tag in plain] if isinstance(plain, dict) else []
            if len(tags) != 1:
                raise Unreadable(_NOT_ALLOWED)
            return by_tag[tags[0]](plain)

        return own, read


def _list_reader(reader: Reader, length: int | None = None) -> Reader:
    """Return how a list whose values are read alike is read, as a tuple; of any length if none is given."""
    own, read_each = reader

    def read(plain: Any) -> tuple[Any, ...]:  # noqa: ANN401 any value
        if not isinstance(plain, list | tuple) or (length is not None and len(plain) != length):
            raise Unreadable(_NOT_A_LIST)
        rest = iter(plain)
        try:
            return tuple([value if type(value) in own else read_each(value) for value in rest])
        except Unreadable as problem:
            raise problem.inside(_place_reached(plain, rest)) from None

    return set(), read


def _row_reader(readers: list[Reader]) -> Reader:
    """Return how a list is read that has a value for each of these readers, as a tuple."""
    owns, reads = [own for own, _ in readers], [read for _, read in readers]

    def read(plain: Any) -> Any:  # noqa: ANN401 any value
        if not isinstance(plain, list | tuple) or len(plain) != len(readers):
            raise Unreadable(_NOT_A_LIST)
        rest = iter(plain)
        try:
            cells = zip(owns, reads, rest)  # noqa: B905 one takes from the other while it is read
            return tuple([value if type(value) in own else read_one(value) for own, read_one, value in cells])
        except Unreadable as problem:
            raise problem.inside(_place_reached(plain, rest)) from None

    return set(), read


def _dict_reader(reader: Reader) -> Reader:
    """Return how an object whose values are read alike is read, as a dict."""
    own, read_each = reader

    def read(plain: Any) -> dict[str, Any]:  # noqa: ANN401 any value
        if not isinstance(plain, dict):
            raise Unreadable(_NOT_AN_OBJECT)
        if not [value for value in plain.values() if type(value) not in own]:
            return plain
        rest = iter(plain)
        try:
            return {name: plain[name] if type(plain[name]) in own else read_each(plain[name]) for name in rest}
        except Unreadable as problem:
            raise problem.inside(tuple(plain)[_place_reached(plain, rest)]) from None

    return set(), read


def _place_reached(whole: Sized, rest: Iterator[Any]) -> int:
    """Return the place in ``whole`` of what was taken last from an iterator over it."""
    return len(whole) - len(list(rest)) - 1


def _misfit(names: tuple[str, ...], plain: Any) -> Unreadable:  # noqa: ANN401 any value
    """Return the refusal of what is no object with fields of these names, of the first one that is wrong."""
    if not isinstance(plain, dict):
        return Unreadable(_NOT_AN_OBJECT)
    for name in names:
        if name not in plain:
            return Unreadable(MISSING).inside(name)
    others = sorted([name for name in plain if name not in names])
    return Unreadable(_UNKNOWN).inside(others[0]) if others else Unreadable(_NOT_ALLOWED)


def _simple_reader(kind: type) -> Reader:
    """Return how what JSON holds as it is is read."""

    def read(_: Any) -> Any:  # noqa: ANN401 any value
        raise Unreadable("this is not " + SIMPLE[kind])

    return {kind}, read


def _choice_reader(kind: Any) -> Reader:  # noqa: ANN401 a StrEnum
    """Return how the texts of an enum are read."""
    known = tuple(kind)

    def read(plain: Any) -> Any:  # noqa: ANN401 any value
        if plain not in known:
            raise Unreadable(_NOT_ALLOWED)
        return kind(plain)

    return set(), read


Value = object
"""None, bool, int, str, Decimals, Thousands, Record, or a tuple, list or dict of values."""

DEEPEST = 12
"""How deep an echoed value may nest."""

_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t", "\b": "\\b", "\f": "\\f"}
_FIRST_HALF, _LAST_HALF = 0xD800, 0xDFFF
"""Halves of surrogate pairs."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Record:
    """An object: (key, value) pairs in order."""

    pairs: tuple[tuple[str, Value], ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Thousands:
    """Points that are written in thousands, with at most two decimals."""

    points: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Decimals:
    """A number with a fraction or an exponent, kept as it was written."""

    text: str


def json_value(text: str) -> Value:
    """Return what the JSON text says; raise ``ValueError`` if it is none."""
    return json.loads(text, parse_float=_decimals, parse_constant=_no_number)


def trusted_value(text: str) -> Value:
    """Return what JSON text says that the program wrote itself; the keys of its objects come in any order.

    On a phone this is many times quicker than ``json_value``, which forgives nothing and keeps the order.
    """
    return json_value(text)


def _decimals(text: str) -> Decimals:
    """Keep a number with a fraction as text: no rule counts in fractions."""
    return Decimals(text=text)


def _no_number(name: str) -> Value:
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
    """Return the value as JSON without spaces, non-ASCII characters as themselves.

    What there is most of is asked for first; numbers by their very type, as true and false are numbers too.
    """
    if type(value) is int:
        return str(value)
    if isinstance(value, str):
        return _in_quotes(value)
    if isinstance(value, Record):
        return "{" + ",".join([f"{_in_quotes(key)}:{json_text(inner)}" for key, inner in value.pairs]) + "}"
    if isinstance(value, tuple) or isinstance(value, list):  # noqa: SIM101 twice as quick as asking for both at once
        return "[" + ",".join([str(inner) if type(inner) is int else json_text(inner) for inner in value]) + "]"
    if isinstance(value, dict):
        return "{" + ",".join([f"{_in_quotes(str(key))}:{json_text(value[key])}" for key in value]) + "}"
    return _number_text(value)


def _number_text(value: Value) -> str:
    """Return what is no text and holds nothing as JSON."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Thousands):
        return thousands(value.points)
    return value.text if isinstance(value, Decimals) else str(value)


_QUOTED: dict[str, str] = {}
"""Texts as JSON: keys, clauses and sources come again and again, 99 of 100 texts of an answer."""
_MOST_QUOTED = 2000
_LONGEST_QUOTED = 200


def _in_quotes(text: str) -> str:
    found = _QUOTED.get(text)
    if found is None:
        found = '"' + (text if _is_plain(text) else "".join([escaped(letter) for letter in text])) + '"'
        if len(_QUOTED) >= _MOST_QUOTED:
            _QUOTED.clear()
        if len(text) <= _LONGEST_QUOTED:
            _QUOTED[text] = found
    return found


def _is_plain(text: str) -> bool:
    """Return whether a text stands inside a JSON string as it is: nearly all do, and are told at once."""
    return not text or (min(text) >= " " and ord(max(text)) < _FIRST_HALF and '"' not in text and "\\" not in text)


def in_key_order(value: Value) -> Value:
    """Return a value with the keys of its dicts sorted: of the same value always the same text."""
    if isinstance(value, dict):
        return {key: in_key_order(value[key]) for key in sorted(value)}
    return tuple(in_key_order(each) for each in value) if isinstance(value, tuple | list) else value


def escaped(letter: str) -> str:
    """Return a character as it stands inside a JSON string; half a surrogate pair is escaped too."""
    if letter in _ESCAPES:
        return _ESCAPES[letter]
    return f"\\u{ord(letter):04x}" if ord(letter) < ord(" ") or _is_half(letter) else letter


def _is_half(letter: str) -> bool:
    """Return whether a character is half a surrogate pair, which no text can be written with."""
    return _FIRST_HALF <= ord(letter) <= _LAST_HALF


def has_half(value: Value) -> bool:
    """Return whether there is half a surrogate pair in a text of a value that came out of JSON."""
    if isinstance(value, str):
        return any(_is_half(letter) for letter in value)
    if isinstance(value, dict):
        return any(has_half(key) or has_half(value[key]) for key in value)
    return isinstance(value, list) and any(has_half(each) for each in value)


def thousands(points: int) -> str:
    """Return points, tens at least, in thousands: 12300 is 12.3, 16670 is 16.67, -500 is -0.5, 4000 is 4."""
    whole, hundreds, tens = abs(points) // 1000, abs(points) % 1000 // 100, abs(points) % 100 // 10
    sign = "-" if points < 0 else ""
    if tens:
        return f"{sign}{whole}.{hundreds}{tens}"
    return f"{sign}{whole}.{hundreds}" if hundreds else f"{sign}{whole}"


def too_deep(value: Value, limit: int) -> bool:
    """Return whether lists and objects nest deeper than ``limit``."""
    if not isinstance(value, list | dict):
        return False
    inner = [value[key] for key in value] if isinstance(value, dict) else value
    return limit == 0 or any(too_deep(each, limit - 1) for each in inner)
