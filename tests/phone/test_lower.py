"""Lowered code means what it meant: each piece of source runs in CPython before and after, with the same outcome."""

import ast
import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import referee
from referee.phone.lower import lowered, shortened, spell_out, stripped
from referee.phone.runtime import phone_loads, phone_sorted
from tests.phone.conftest import Phone

PHONE = (Path(referee.__file__).parent / "phone" / "runtime.py").read_text("utf-8")
HEAD = """
from __future__ import annotations
from collections.abc import Sequence
from dataclasses import asdict, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Protocol, TypeAlias, TypeVar, assert_never
from referee.records import dataclass
if TYPE_CHECKING:
    from nowhere import Nothing
class Kind(StrEnum):
    \"\"\"A choice.\"\"\"
    RON = "ron"
    \"\"\"From a discard.\"\"\"
    TSUMO = "tsumo"
class Named(Protocol):
    name: str
@dataclass(frozen=True, kw_only=True, slots=True)
class Win:
    \"\"\"A win.\"\"\"
    seat: int
    \"\"\"Who.\"\"\"
    han: int = 1
    seats: tuple[int, ...] = ()
    @property
    def doubled(self) -> int:
        return self.han * 2
@dataclass(frozen=True, kw_only=True, slots=True)
class Held:
    win: Win
    wins: tuple[Win, ...]
    named: dict[str, object]
HELD = Held(win=Win(seat=1), wins=(Win(seat=2),), named={"z": Win(seat=3), "a": Kind.RON})
Some = TypeVar("Some", bound=StrEnum)
Ending: TypeAlias = "Win | Kind"
Winners = tuple[Win, ...] | None
TABLE: dict[str, int] = {"z": 1, "a": 2}
def name_of(x: object) -> str:
    match x:
        case None:
            return "none"
        case Kind.RON | Kind.TSUMO as kind:
            return "kind " + kind
        case bool():
            return "bool"
        case int() if x > 5 or x < 0:
            return "far"
        case int():
            return "int"
        case Win(seat=0 | 1, han=han):
            return f"early {han}"
        case Win(seat=seat, seats=[first, _]) if first == seat:
            return f"own {first}"
        case Win(seat=s) as win:
            return f"win {s} {win.han:,}"
        case [a, [b, 2]]:
            return f"nested {a} {b}"
        case (1, _) | [_]:
            return "sequence"
        case "a{b}":
            return f"{{text}} {x}{'!' if x else '?'}"
        case _:
            return "other"
"""
EXPRESSIONS = """
[name_of(x) for x in (None, "ron", Kind.TSUMO, True, 3, 6, -1, "a{b}", "q", [1, [5, 2]], [1, 3], (7,), [1, 2, 3], {})]
[name_of(x) for x in (Win(seat=0), Win(seat=2, seats=(2, 5)), Win(seat=2, han=1200), Win(seat=3, seats=(2, 5)))]
Win(seat=1) == Win(seat=1, han=1), Win(seat=1) == Win(seat=2), len({Win(seat=1), Win(seat=1)}), Win(seat=1) == 1
(lambda x: (x.seat, x.han, x.doubled))(replace(Win(seat=1), han=4))
list(TABLE), list({**TABLE, "b": 3, "z": 4}.items()), [*{k: 1 for k in ("y", "x")}], [*dict([("q", 1), ("b", 2)])]
[*(1, 2), 3, *[4]], (*[1], 2), (0, *()), sorted({*(1, 2), 2, 3}), len({**{}})
list(Kind), tuple(k for k in Kind), Kind("ron") == Kind.RON, len(Kind), "".join(k for k in Kind), f"{Kind.RON}"
sorted([3, 1], reverse=True), sorted(range(20), key=lambda n: n % 3), sorted("bca", key=lambda c: -ord(c))
list(zip((1, 2), "ab", strict=True)), list(zip((1, 2), "a", strict=False))
isinstance(True, int), isinstance(None, int | None), isinstance("x", (int, str)), isinstance({}, dict)
isinstance(1, bool), isinstance((), list | tuple), isinstance(True, str | (int | None))
sum(n for n in (1, 2)), max((n for n in (1, 2)), default=0), any(n > 1 for n in (1, 2))
"-".join(str(n) for n in (1, 2)), tuple(str(n) for n in (1, 2))
list(asdict(Win(seat=1, seats=(4, 2))).items()), list(asdict(HELD)), asdict(HELD)["wins"][0]["seat"]
list(asdict(HELD)["named"]), asdict(HELD)["named"]["a"], type(asdict(HELD)["wins"]) == tuple
f"{1200:,} {-5:+,} {7:02d} {255:04x} {Kind.RON} {'東'}{{}} {f'{1}'}"
"""


def run(*texts: str) -> SimpleNamespace:
    """Run texts in one new namespace."""
    names: dict[str, Any] = {}
    for text in texts:
        exec(compile(text, "sample", "exec"), names)  # noqa: S102 our own text
    return SimpleNamespace(**names)


def phone_text() -> str:
    """Return what stands before the lowered core."""
    return ast.unparse(stripped(PHONE))


def lowered_sample(source: str) -> str:
    """Return a sample as a phone runs it, behind the classes of `HEAD`."""
    tree = stripped(source)
    spell_out([stripped(HEAD), tree])
    return lowered(tree, "sample.py")


@pytest.mark.parametrize("expression", EXPRESSIONS.strip().splitlines())
def test_lowered_code_means_the_same(expression: str) -> None:
    """The value of an expression is the same before and after lowering."""
    source = f"{HEAD}\nresult = ({expression})\n"
    expected = run(source).result
    text = phone_text() + "\n" + lowered_sample(source)
    assert run(text).result == expected
    assert run(shortened(text, {"result"})).result == expected


def test_lowered_code_means_the_same_on_the_phone(phone: Phone) -> None:
    """MicroPython finds the values that CPython finds."""
    expressions = EXPRESSIONS.strip().splitlines()
    sources = [lowered_sample(f"result = ({expression})") for expression in expressions]
    head = phone_text() + "\n" + lowered_sample(HEAD)
    there = phone(head + "\ndef reply(text):\n    exec(text, globals())\n    return repr(result)\n", sources)
    assert there == [ascii(run(head, source).result) for source in sources]


def test_lowered_code_holds_nothing_that_micropython_cannot_read() -> None:
    """No match, no annotation, no docstring, no decorator of the standard library, no import of it."""
    text = lowered_sample(HEAD)
    assert [
        word for word in ("match ", "case ", "import", "->", ": int", "A win", "@dataclass", "Protocol") if word in text
    ] == []


def test_assert_never_still_fails() -> None:
    """What may never be reached still stops the program when it is."""
    text = lowered(stripped("from typing import assert_never\ndef f(x):\n    assert_never(x)\n"), "sample.py")
    with pytest.raises(AssertionError):
        run(phone_text(), text).f(1)


def test_zip_of_unequal_lengths_still_fails() -> None:
    """``strict=True`` keeps its meaning."""
    with pytest.raises(ValueError, match="unequal"):
        run(phone_text(), lowered(stripped("x = list(zip((1, 2), (1,), strict=True))"), "sample.py"))


def test_choice_refuses_an_unknown_value() -> None:
    """``Kind("ko")`` raises as a StrEnum does."""
    with pytest.raises(ValueError, match="ko"):
        run(phone_text(), lowered_sample(HEAD + "\nKind('ko')"))


def test_other_patterns_are_refused_with_file_and_line() -> None:
    """A pattern that is not lowered is named where it stands."""
    with pytest.raises(NotImplementedError, match=r"rules/x\.py:2: this pattern is not lowered"):
        lowered(stripped("match x:\n    case {'a': 1}:\n        pass"), "rules/x.py")


def no_constant(word: str) -> object:
    """Refuse NaN and its like."""
    raise ValueError(word)


def read_by(reader: Any, text: str) -> object:  # noqa: ANN401 either reader
    """Return what a reader makes of a text, keys in order, or that it refuses."""
    try:
        return json.dumps(reader(text))
    except ValueError:
        return "refused"


def by_cpython(text: str) -> object:
    """Read a text as the core does on a server."""
    return json.loads(text, parse_float=str, parse_constant=no_constant)


def by_phone(text: str) -> object:
    """Read a text as the core does on a phone."""
    return phone_loads(text, parse_float=str)


BROKEN = r"""
[1,]|[,1]|[1 2]|[1,,2]|[1}|{"a":1]|{"a"}|{"a":}|{"a":1,}|{,"a":1}|{"a":1 "b":2}|{"a" 1}|["a":1]|{1:2}|{a:1}|01|-01|+1
.5|5.|-|--1|1-2|1_0|0x10|1e|1e5|1E+05|-0|0.10|NaN|-Infinity|Infinity|nul|nulls|truex|True||  |"a|a"|'a'|"\q"|"\u12"
"\u12zz"|"\ud83d\ude00"|"\ud83d"|"\ude00\ud83d"|"\ud83dx"|"\ud83dA"|"\u00e9\/\b\f\n\r\t\"\\"|{"b":1,"a":2,"b":3}
[1] x|{}{}|[|{|"\|[[[[]]]]|{"a":{"b":[null,true,false,-12,"東😀"]}}| [ 1 , 2 ] |99999999999999999999|-|"東\"x"
"""


@pytest.mark.parametrize("text", [text for line in BROKEN.strip("\n").split("\n") for text in line.split("|")])
def test_json_is_read_as_in_cpython(text: str) -> None:
    """The phone takes and refuses the same texts, with the same values and keys in the same order."""
    assert read_by(by_phone, text) == read_by(by_cpython, text)


@pytest.mark.parametrize(
    "text", ['"a\nb"', '"a\x01"', '"\x7f"', "\ufeff1", "\u00a01", "\x0b1", "\t\r\n 1\n", "9" * 4300, "9" * 4301]
)
def test_json_with_unusual_characters_is_read_as_in_cpython(text: str) -> None:
    """Control characters, other spaces and very long numbers are judged alike."""
    assert read_by(by_phone, text) == read_by(by_cpython, text)


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4),
    max_leaves=12,
)


@given(VALUES, st.booleans(), st.data())
def test_any_json_is_read_as_in_cpython(value: object, ascii_only: bool, data: st.DataObject) -> None:  # noqa: FBT001
    """Whole texts, and texts from which one character was taken, are read alike."""
    text = json.dumps(value, ensure_ascii=ascii_only)
    cut = data.draw(st.integers(0, len(text) - 1))
    for each in (text, text[:cut] + text[cut + 1 :]):
        assert read_by(by_phone, each) == read_by(by_cpython, each)


@given(st.lists(st.tuples(st.integers(0, 3), st.integers())), st.booleans())
def test_sorting_is_stable(items: list[tuple[int, int]], reverse: bool) -> None:  # noqa: FBT001
    """Equal keys keep their order, in both directions."""
    assert phone_sorted(items, lambda item: item[0], reverse) == sorted(
        items, key=lambda item: item[0], reverse=reverse
    )
