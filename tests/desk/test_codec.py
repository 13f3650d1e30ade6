"""Dataclasses become plain values and come back by the types of their fields; what does not fit is refused."""

import ast
import gzip
import json
import sqlite3
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

import pytest

from referee.game.events import EVENTS, LOG, EventKind, event_kind, event_of, event_text
from referee.phone.lower import library_json, shapes_module
from referee.rules.table import Fact, Kinds, Note, Phrase, Quoted
from referee.store.sqlite.schema import joined
from referee.texts.codec import Codec, Form, Unreadable, fields_of, shape_of
from referee.texts.words import Library, library_from_json
from tests.desks import shipped

KEPT = Path(__file__).parents[1] / "kept"


class Wind(StrEnum):
    """Two winds are enough."""

    EAST = "east"
    SOUTH = "south"


@dataclass(frozen=True, kw_only=True, slots=True)
class Seat:
    """A seat."""

    wind: Wind
    points: tuple[int, int]


@dataclass(frozen=True, kw_only=True, slots=True)
class Sheet:
    """Something of every type that the codec follows."""

    title: str
    seats: tuple[Seat, ...]
    names: dict[str, str]
    by_name: dict[str, Seat]
    open: bool
    dealer: int | None
    fact: str | Phrase | Quoted
    hour: int


CODEC = Codec(
    {(Sheet, "hour"): Form(write=lambda hour: [hour // 60, hour % 60], read=lambda row: 60 * row[0] + row[1])}
)
SEAT = Seat(wind=Wind.EAST, points=(1, 2))
SHEET = Sheet(
    title="A",
    seats=(SEAT, Seat(wind=Wind.SOUTH, points=(3, 4))),
    names={"en": "a"},
    by_name={"x": SEAT},
    open=True,
    dealer=None,
    fact=Phrase(key="k", facts=(("n", 1), ("said", Quoted(text="t")))),
    hour=61,
)
PLAIN = {
    "title": "A",
    "seats": [{"wind": "east", "points": [1, 2]}, {"wind": "south", "points": [3, 4]}],
    "names": {"en": "a"},
    "by_name": {"x": {"wind": "east", "points": [1, 2]}},
    "open": True,
    "dealer": None,
    "fact": {"key": "k", "facts": [["n", 1], ["said", {"text": "t"}]]},
    "hour": [1, 1],
}
NOT_A_LIST, NOT_ALLOWED = "this is not a list of that length", "this is none of what is allowed"


def test_what_is_written_has_its_fields_in_order() -> None:
    """Names as keys, members of enums as texts, tuples as lists, a form in place of a field that has one."""
    assert json.dumps(CODEC.plain(SHEET)) == json.dumps(PLAIN)


def test_what_was_written_is_read_back() -> None:
    """Each value of its own type: a member of its enum, a tuple, the class of a union whose tag it carries."""
    read = CODEC.value_of(Sheet, PLAIN)
    assert read == SHEET
    assert isinstance(read.seats[1].wind, Wind)
    assert CODEC.value_of(Sheet, PLAIN | {"fact": "f", "dealer": 3}).fact == "f"


@pytest.mark.parametrize(
    ("change", "path", "reason"),
    [
        ({"color": 1}, ".color", "there is no such field"),
        ({"title": 7}, ".title", "this is not a text"),
        ({"open": 1}, ".open", "this is not true or false"),
        ({"dealer": True}, ".dealer", NOT_ALLOWED),
        ({"dealer": "1"}, ".dealer", NOT_ALLOWED),
        ({"seats": {}}, ".seats", NOT_A_LIST),
        ({"seats": "east"}, ".seats", NOT_A_LIST),
        ({"seats": [SEAT, 7]}, ".seats[1]", "this is not an object"),
        ({"seats": [SEAT, {"wind": "north", "points": [1, 2]}]}, ".seats[1].wind", NOT_ALLOWED),
        ({"seats": [{"wind": ["east"], "points": [1, 2]}]}, ".seats[0].wind", NOT_ALLOWED),
        ({"seats": [{"wind": "east", "points": [1, 2, 3]}]}, ".seats[0].points", NOT_A_LIST),
        ({"seats": [{"wind": "east", "points": [1, "2"]}]}, ".seats[0].points[1]", "this is not a whole number"),
        ({"seats": [{"wind": "east"}]}, ".seats[0].points", "this field is missing"),
        ({"seats": [{"wind": "east", "dots": 1}]}, ".seats[0].points", "this field is missing"),
        ({"names": {"en": "a", "ja": None}}, ".names.ja", "this is not a text"),
        ({"by_name": {"x": SEAT, "y": {}}}, ".by_name.y.wind", "this field is missing"),
        ({"fact": {"text": "t", "key": "k"}}, ".fact", NOT_ALLOWED),
        ({"fact": {"facts": []}}, ".fact", NOT_ALLOWED),
        ({"fact": {"key": "k"}}, ".fact.facts", "this field is missing"),
        ({"fact": {"text": "t", "facts": []}}, ".fact.facts", "there is no such field"),
        ({"fact": {"key": "k", "facts": [["n"]]}}, ".fact.facts[0]", NOT_A_LIST),
        ({"fact": {"key": "k", "facts": [["n", {"text": 1}]]}}, ".fact.facts[0][1].text", "this is not a text"),
    ],
)
def test_what_does_not_fit_is_refused_with_its_place(change: dict[str, Any], path: str, reason: str) -> None:
    """A field too many or too few, a value of another type, a name that nothing has: and where it stands."""
    with pytest.raises(Unreadable) as refused:
        CODEC.value_of(Sheet, PLAIN | change)
    assert (refused.value.path, refused.value.reason) == (path, reason)


@dataclass(frozen=True, kw_only=True, slots=True)
class Sign:
    """Its tag is a field of `Quoted`, too."""

    text: str
    size: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Aside:
    """Its own tag is no field of `Note`, but that of `Note` is one of its fields."""

    place: str
    reason: str


@pytest.mark.parametrize("hint", [Quoted | Sign, Note | Aside, Wind | Quoted, str | Sign | Quoted | None])
def test_a_union_whose_classes_carry_no_tag_of_their_own_is_refused(hint: object) -> None:
    """The codec never guesses of which class an object is, design.md section 1."""
    with pytest.raises(TypeError):
        shape_of(hint)


def test_every_fact_of_a_line_carries_its_tag() -> None:
    """The only union of classes that the log holds; it has been written so from the first version on."""
    facts = (Phrase(key="k"), Quoted(text="t"), Kinds(kinds=(1,)))
    assert shape_of(Fact) == {str, int, Phrase, Quoted, Kinds}
    assert [LOG.plain(fact) for fact in facts] == [{"key": "k", "facts": ()}, {"text": "t"}, {"kinds": (1,)}]
    assert tuple(LOG.value_of(shape_of(Fact), LOG.plain(fact)) for fact in facts) == facts


def test_a_missing_field_is_refused_even_where_the_class_has_a_default() -> None:
    """A remark without facts says so."""
    with pytest.raises(Unreadable, match=r"\.facts: this field is missing"):
        CODEC.value_of(Note, {"reason": "r", "rule": "a.b"})


TABLES = "select name from sqlite_master"
TEXTS = ("texts",)


def kept_events() -> list[tuple[str, str]]:
    """Return kind and text of every event that any version has kept, and of one that the first did not know."""
    found = [("renamed", '{"seat":2}')]
    for packed in sorted(KEPT.glob("*/games.db.gz")):
        database = sqlite3.connect(":memory:")
        database.deserialize(gzip.decompress(packed.read_bytes()))
        beside = "left join texts using (game, seq)" if TEXTS in database.execute(TABLES).fetchall() else ""
        text = "text" if beside else "null"
        rows = database.execute(f"select kind, body, {text} from events {beside} order by game, seq")  # noqa: S608 ours
        found += [(kind, joined(body, text)) for kind, body, text in rows]
        database.close()
    return found


def test_every_kept_event_is_written_as_it_was_read() -> None:
    """Byte for byte, events of every kind; only a reopening of the first schema has a reason now, an empty one."""
    events = kept_events()
    assert {kind for kind, _ in events} == set(EventKind) == set(EVENTS)
    for kind, text in events:
        event = event_of(EventKind(kind), text)
        assert event_kind(event) == kind
        assert event_text(event) == (text if (kind, text) != ("reopened", "{}") else '{"text":""}')


@pytest.mark.parametrize(
    ("kind", "text", "path"),
    [
        ("noted", '{"text":"a","by":"b"}', ".by"),
        ("undone", '{"target":1}', ".reason"),
        ("undone", '{"target":1,"reason":"why"}', ".reason"),
        ("time_signalled", '{"running":0,"hands_left":1}', ".running"),
    ],
)
def test_an_event_that_is_none_is_refused(kind: str, text: str, path: str) -> None:
    """A field too many or too few, a reason that there is not, a number in place of yes or no."""
    with pytest.raises(Unreadable) as refused:
        event_of(EventKind(kind), text)
    assert refused.value.path == path


def test_the_library_is_read_as_it_was_written() -> None:
    """All books, with their variants and tables of outcomes, of which the text tells only what differs."""
    assert library_from_json(library_json(shipped())) == shipped()


def test_the_phone_knows_the_types_of_all_that_it_reads() -> None:
    """The shapes that are written out for it are those that the annotations tell."""
    known = {kind.__module__ for kind in (Library, *EVENTS.values())}
    names: dict[str, Any] = {"PHONE_SHAPES": {}}
    exec(ast.unparse(shapes_module(known).tree), names)  # noqa: S102 it is what a phone runs
    found = names["PHONE_SHAPES"]

    assert found.keys() >= {Library, *EVENTS.values(), Phrase, Quoted}
    assert found == {kind: tuple(shape for _, shape in fields_of(kind) or ()) for kind in found}
