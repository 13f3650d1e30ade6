"""What MicroPython's own library lacks or does differently without a word, written out for the lowered core.

`referee.phone.lower` puts these before the program and calls them where it uses dataclasses, ``StrEnum``, dicts,
``sorted``, ``zip(strict=True)`` and ``json.loads``. They run on the phone only; in CPython they are tested against what
they stand for. This file is shipped as it is, without its annotations, so it keeps to MicroPython's Python.
"""

import json
import re
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Never


class PhoneRecord:
    """A frozen dataclass: made, compared and hashed by its fields, which the lowering names in ``_fields``.

    A field that is not given keeps its default, which is an attribute of the class.
    """

    _fields: tuple[str, ...] = ()

    def __init__(self, **given: object) -> None:
        for field, value in given.items():
            setattr(self, field, value)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, PhoneRecord) and type(self) is type(other) and self.field_values() == other.field_values()
        )

    def __hash__(self) -> int:
        return hash(self.field_values())

    def field_values(self) -> tuple[object, ...]:
        """Return the values in the order of the fields."""
        return tuple([getattr(self, field) for field in self._fields])


def phone_replace(record: PhoneRecord, **changes: object) -> PhoneRecord:
    """Stand for ``dataclasses.replace``."""
    values = dict(zip(record._fields, record.field_values()))  # noqa: B905 MicroPython has no strict
    values.update(changes)
    return type(record)(**values)


PHONE_SHAPES: dict[Any, tuple[Any, ...]] = {}
"""The shapes of the fields of each dataclass that the codec follows; the lowering fills it."""


def phone_fields_of(kind: Any) -> tuple[tuple[str, Any], ...] | None:  # noqa: ANN401 any type
    """Stand for `referee.texts.codec.fields_of`: there are no annotations any more."""
    shapes = PHONE_SHAPES.get(kind)
    return None if shapes is None else tuple(zip(kind._fields, shapes))  # noqa: B905 MicroPython has no strict


def phone_made(kind: type[PhoneRecord], fields: Iterable[tuple[str, Any, Any]], plain: dict[str, Any]) -> PhoneRecord:
    """Stand for `referee.texts.codec.made`, quicker than with keywords."""
    record = object.__new__(kind)
    for name, own, read in fields:
        value = plain[name]
        setattr(record, name, value if type(value) in own else read(value))
    return record


def phone_asdict(value: Any) -> Any:  # noqa: ANN401 whatever stands in a record
    """Stand for ``dataclasses.asdict``: what is in tuples, lists and dicts is turned into dicts, too."""
    if isinstance(value, PhoneRecord):
        return phone_dict([(field, phone_asdict(getattr(value, field))) for field in value._fields])
    if isinstance(value, dict):
        return phone_dict([(key, phone_asdict(value[key])) for key in value])
    if isinstance(value, (list, tuple)):
        return type(value)([phone_asdict(each) for each in value])
    return value


class PhoneChoice:
    """A ``StrEnum`` whose members are plain strings, spelled out wherever one is named."""

    def __init__(self, *members: str) -> None:
        self.members = members

    def __iter__(self) -> Iterator[str]:
        return iter(self.members)

    def __len__(self) -> int:
        return len(self.members)

    def __call__(self, value: object) -> object:
        """Return the member of this value, or raise ``ValueError``."""
        if value in self.members:
            return value
        raise ValueError(value)


def phone_never(value: object) -> Never:
    """Stand for ``typing.assert_never``."""
    raise AssertionError(value)


def phone_dict(*parts: Any) -> OrderedDict[Any, Any]:  # noqa: ANN401 pairs or dicts
    """Stand for a dict display: MicroPython's plain dict forgets the order of its keys."""
    out: OrderedDict[Any, Any] = OrderedDict()
    for part in parts:
        out.update(part)
    return out


def phone_sorted(items: Iterable[Any], key: Callable[[Any], Any] | None = None, reverse: bool = False) -> list[Any]:  # noqa: FBT001, FBT002 as the builtin
    """Stand for ``sorted``: MicroPython's is not stable."""
    found = list(items)
    sign = -1 if reverse else 1
    keyed = [(key(item) if key else item, sign * place) for place, item in enumerate(found)]
    return [found[sign * place] for _, place in sorted(keyed, reverse=reverse)]


def phone_zip(*columns: Iterable[Any]) -> list[tuple[Any, ...]]:
    """Stand for ``zip(strict=True)``."""
    found = [list(column) for column in columns]
    if len({len(column) for column in found}) > 1:
        raise ValueError("columns of unequal length")  # noqa: EM101, TRY003 said once
    return list(zip(*found))  # noqa: B905 MicroPython has no strict


def phone_trusted(text: str) -> object:
    """Stand for `referee.texts.codec.trusted_value`: MicroPython's own reader, for text of the program's own."""
    return json.loads(text)


def phone_loads(text: str, parse_float: Callable[[str], object]) -> object:
    """Stand for ``json.loads``: MicroPython's forgives stray commas and loses the order of keys.

    What is no JSON, NaN and Infinity too, raises ``ValueError``.
    """
    reader = PhoneReader(text, parse_float)
    value = reader.value()
    reader.skip_space()
    if reader.at < len(reader.text):
        raise ValueError(reader.at)
    return value


class PhoneReader:
    """Reads JSON text from place ``at`` on; bytes, because MicroPython finds a place in a str by counting."""

    number_form = re.compile("^-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?$")
    longest_integer = 4300
    words = ((b"null", None), (b"true", True), (b"false", False))
    escapes = b'"\\/bfnrt'
    escaped = '"\\/\b\f\n\r\t'

    def __init__(self, text: str, parse_float: Callable[[str], object]) -> None:
        self.text = text.encode()
        self.parse_float = parse_float
        self.at = 0

    def skip_space(self) -> None:
        """Go to the next byte that is no white space."""
        while self.at < len(self.text) and self.text[self.at] in b" \t\n\r":
            self.at += 1

    def found(self, mark: bytes) -> bool:
        """Go past this mark if it comes next after white space, and say whether it did."""
        self.skip_space()
        if not self.text.startswith(mark, self.at):
            return False
        self.at += len(mark)
        return True

    def expect(self, mark: bytes) -> None:
        """Go past this mark, which must come next."""
        if not self.found(mark):
            raise ValueError(self.at)

    def value(self) -> object:
        """Read the value that comes next. Open containers are stacked here: MicroPython's calls nest too little."""
        outer: list[tuple[Any, str]] = []
        while True:
            value = self.begun()
            if isinstance(value, (list, dict)) and not self.closed(value):
                outer.append((value, self.key(value)))
                continue
            while outer:
                container, key = outer.pop()
                if isinstance(container, dict):
                    container[key] = value
                else:
                    container.append(value)
                if self.found(b","):
                    outer.append((container, self.key(container)))
                    break
                if not self.closed(container):
                    raise ValueError(self.at)
                value = container
            else:
                return value

    def begun(self) -> object:
        """Read a value without parts, or go past an opening bracket and return an empty container."""
        if self.found(b'"'):
            return self.string()
        if self.found(b"{"):
            return OrderedDict()
        if self.found(b"["):
            return []
        for word, value in self.words:
            if self.found(word):
                return value
        return self.number()

    def closed(self, container: object) -> bool:
        """Go past the container's closing bracket if it comes next."""
        return self.found(b"}" if isinstance(container, dict) else b"]")

    def key(self, container: object) -> str:
        """Read the key of the next member; an array has none."""
        if not isinstance(container, dict):
            return ""
        self.expect(b'"')
        key = self.string()
        self.expect(b":")
        return key

    def number(self) -> object:
        """Read a number; what is no value at all is refused here."""
        start = self.at
        while self.at < len(self.text) and self.text[self.at] in b"+-.0123456789eE":
            self.at += 1
        text = self.text[start : self.at].decode()
        if not self.number_form.match(text):
            raise ValueError(text)
        if text.strip("-0123456789"):
            return self.parse_float(text)
        if len(text.strip("-")) > self.longest_integer:
            raise ValueError(text)
        return int(text)

    def string(self) -> str:
        """Read a string after its opening quote."""
        parts: list[str] = []
        while True:
            quote = self.text.find(b'"', self.at)
            slash = self.text.find(b"\\", self.at, quote)
            part = self.text[self.at : quote if slash < 0 else slash]
            if quote < 0 or (part and min(part) < ord(" ")):
                raise ValueError(self.at)
            parts.append(part.decode())
            if slash < 0:
                self.at = quote + 1
                return "".join(parts)
            self.at = slash + 1
            parts.append(self.escape())

    def escape(self) -> str:
        """Read an escape after its backslash."""
        kind = self.text[self.at : self.at + 1]
        self.at += 1
        if kind != b"u":
            return self.escaped[self.escapes.index(kind)]
        code = self.code()
        if code >> 10 == 0xD800 >> 10 and self.text.startswith(b"\\u", self.at):
            after_high = self.at
            self.at += 2
            low = self.code()
            if low >> 10 == 0xDC00 >> 10:
                return chr(0x10000 + ((code - 0xD800) << 10) + low - 0xDC00)
            self.at = after_high
        return chr(code)

    def code(self) -> int:
        """Read four hexadecimal digits."""
        digits = self.text[self.at : self.at + 4].decode()
        if digits.strip("0123456789abcdefABCDEF") or len(digits) < len("FFFF"):
            raise ValueError(digits)
        self.at += 4
        return int(digits, 16)
