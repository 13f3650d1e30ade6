"""What a question may hold, found out by spoiling good ones: what is refused, and why, says what would be read."""

import json
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from referee.ask.api import KIND_NAMES, Kinds, read_kind, read_speaker
from referee.ask_event.api import DRAW, OVER_HTTP, answered, result_of
from referee.rules.table import Code, Phrase, Problem, Quoted
from referee.texts.codec import Decimals, json_text
from referee.texts.reader import LONGEST_TILES, Fields, Reader
from tests.cases import library, policies
from tests.openapi.schema import MADE_UP, UNSEEN, Schema, ending, merged

Place = tuple[str | int, ...]
"""Where something stands in a question: names of fields, and places in lists."""

DESCRIBED: dict[str, Any] = tomllib.loads(Path(__file__).with_name("described.toml").read_text("utf-8"))

FRACTION = Decimals(text="0.5")
"""What no field takes but one that takes anything."""

FAR = 10**15
"""A number that is too large for every field that has a bound."""

MOST_ITEMS = 6
"""A list that may be as long may be longer."""

LEFT_OUT = object()

KINDS = (*KIND_NAMES, *OVER_HTTP, DRAW)
"""All kinds that are described; a draw is made for organisers only."""

OTHERS_SAY = ("answers", "carry", "keeps", "lang", "offence", "options", "procedure")
"""Fields whose values are names that rulebooks and installations give."""

TILES: Schema = {"type": "string", "pattern": "^([0-9]+[mps]|[1-7]+z)*$", "maxLength": LONGEST_TILES}
TILE: Schema = {"type": "string", "pattern": "^([0-9][mps]|[1-7]z)$"}

DEFAULTS = {
    "lang": "en",
    "table.dealer_wins": 0,
    "table.renchan": 0,
    "/score.riichi": "none",
    "/score.honba": 0,
    "/score.dealer_wins": 0,
    "/score.renchan": 0,
    "/score.from_riichi": False,
    "passed[].by": "discard",
    "/furiten.riichi": False,
    "/riichi.open": False,
}
"""What it means that a field is left out."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Good:
    """A question that is answered."""

    kind: str
    fields: Fields

    def at(self, place: Place) -> Any:  # noqa: ANN401 a question holds anything
        """Return what stands somewhere in the question."""
        value: Any = self.fields
        for key in place:
            value = value[key]
        return value

    def holding(self, place: Place, value: object) -> "Good":
        """Return the question with something else there, good or not."""
        return Good(kind=self.kind, fields=changed(self.fields, place, value))

    def problems(self, place: Place, value: object) -> list[Problem]:
        """Return what is wrong with the question when something else stands there."""
        reader = Reader(path="", fields=self.holding(place, value).fields, problems=[])
        speaker = read_speaker(reader, library())
        kinds = Kinds(named=KINDS, known=KINDS, result_of=partial(result_of, policies=policies()))
        if read_kind(reader, self.kind, kinds) is not None:
            result_of(self.kind, reader, speaker, library(), policies())
        return reader.problems

    def refusals(self, place: Place, value: object) -> list[Problem]:
        """Return what is wrong with that value itself."""
        return [problem for problem in self.problems(place, value) if problem.field == field_at(place)]

    def answered(self, place: Place, value: object) -> str:
        """Return the answer when something else stands there."""
        return json_text(answered(self.holding(place, value).fields, library(), policies(), self.kind))


def good_questions(kind: str) -> list[Good]:
    """Return questions of a kind that show all its fields together."""
    frame: Fields = {"ask": kind, "lang": "en"}
    return [Good(kind=kind, fields=frame | json.loads(text)) for text in DESCRIBED[kind]["questions"]]


def changed(inside: Any, place: Place, value: object) -> Any:  # noqa: ANN401 a question holds anything
    """Return a question, or a part of one, with another value at a place."""
    if not place:
        return value
    found = inside.copy()
    if value is LEFT_OUT and len(place) == 1:
        found.pop(place[0], None)
    else:
        found[place[0]] = changed(found[place[0]] if place[1:] else None, place[1:], value)
    return found


def field_at(place: Place) -> str:
    """Return a place as problems name it."""
    return "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in place).removeprefix(".")


def question_schema(kind: str) -> Schema:
    """Return what all questions of a kind may hold."""
    return merged(schema_of(good, ()) for good in good_questions(kind))


def schema_of(good: Good, place: Place) -> Schema:
    """Return what one question shows of what may stand at a place."""
    match good.at(place):
        case None:
            return {"type": "null"}
        case bool():
            return {"type": "boolean"}
        case int():
            return integer(good, place)
        case str():
            return text(good, place)
        case list(items):
            return array(good, place, items)
        case _:
            return fields(good, place)


def integer(good: Good, place: Place) -> Schema:
    """Return between which bounds a number may lie, or which it may be."""
    allowed = [bound for value in (-FAR, FAR) for problem in good.refusals(place, value) for bound in bounds(problem)]
    found = {"type": "integer"} | dict(allowed)
    if not good.refusals(place, FRACTION):
        return found | {"type": "number"}
    return {"type": "integer", "enum": [int(each) for each in found["enum"]]} if "enum" in found else found


def bounds(problem: Problem) -> Iterator[tuple[str, Any]]:
    """Yield what a refusal says is allowed."""
    match dict(problem.facts).get("allowed"):
        case Phrase(key=key, facts=((_, low), (_, high))):
            yield from (("minimum", low), ("maximum", high))
            yield from (("multipleOf", 100),) if key == "allowed.hundreds" else ()
        case Quoted(text=names) if problem.code == Code.OUT_OF_RANGE:
            yield "enum", names.split(", ")
        case _:
            pass


def text(good: Good, place: Place) -> Schema:
    """Return which texts may stand there: tiles, a tile, some words, or any."""
    refused = good.refusals(place, "?")
    reasons = [problem.reason for problem in (*refused, *good.refusals(place, ""))]
    if "error.no_tiles" in reasons:
        return TILE if "error.one_tile" in reasons else TILES
    allowed = [] if place[-1] in OTHERS_SAY else [bound for problem in refused for bound in bounds(problem)]
    return {"type": "string"} | dict(allowed)


def array(good: Good, place: Place, items: list[object]) -> Schema:
    """Return what a list may hold, how much of it, and whether it may hold the same twice."""
    if not items:
        return UNSEEN
    refused = [good.refusals(place, items[:1] * count) for count in range(MOST_ITEMS + 1)]
    counts = [
        count for count, sentences in enumerate(refused) if Code.OUT_OF_RANGE not in [each.code for each in sentences]
    ]
    found: Schema = {"type": "array", "items": merged(schema_of(good, (*place, index)) for index in range(len(items)))}
    found |= {"minItems": counts[0]} if counts[0] else {}
    found |= {"maxItems": counts[-1]} if counts[-1] < MOST_ITEMS else {}
    twice = {problem.reason for problem in good.problems(place, items[:1] * 2)}
    return found | ({"uniqueItems": True} if twice & {"error.repeated", "error.fact_twice"} else {})


def fields(good: Good, place: Place) -> Schema:
    """Return the fields of an object, and which of them it needs."""
    value = good.at(place)
    if place[-1:] and place[-1] in OTHERS_SAY:
        kinds = [{"type": kind_of_value(good, (*place, name))} for name in value]
        return {"type": "object", "additionalProperties": merged(kinds)}
    known = known_fields(good, place)
    if not known:
        return UNSEEN
    return {
        "type": "object",
        "properties": {name: field(good, (*place, name), given=name in value) for name in known},
        "required": [name for name in known if is_required(good, (*place, name))],
        "additionalProperties": False,
    }


def kind_of_value(good: Good, place: Place) -> str:
    """Return what stands in a field that others name: a text or a number, which may have a fraction."""
    if isinstance(good.at(place), str):
        return "string"
    return "integer" if good.refusals(place, FRACTION) else "number"


def known_fields(good: Good, place: Place) -> list[str]:
    """Return the names that an object may hold, none where the rest of the question keeps it from being read."""
    allowed = [dict(problem.facts)["allowed"] for problem in good.refusals((*place, "?"), None)]
    return [name for names in allowed if isinstance(names, Quoted) for name in names.text.split(", ")]


def field(good: Good, place: Place, *, given: bool) -> Schema:
    """Return what may stand in a field; one that nothing reads takes anything, or another question shows it."""
    value = good.at(place) if given else made_up(good, place)
    if value is LEFT_OUT:
        return UNSEEN if place[1:] or good.refusals(place, FRACTION) else {}
    good = good.holding(place, value)
    found = schema_of(good, place)
    return UNSEEN if found == UNSEEN else found | default(good, place) | ({} if given else MADE_UP)


def default(good: Good, place: Place) -> Schema:
    """Return what it means that a field is left out, where that is told; it is tried."""
    found = ending(re.sub(r"\[\d+]", "[]", f"/{good.kind}.{field_at(place)}"), DEFAULTS)
    if found is None:
        return {}
    if good.answered(place, DEFAULTS[found]) != good.answered(place, LEFT_OUT):
        message = f"{found} is not {DEFAULTS[found]} where it is left out"
        raise ValueError(message)
    return {"default": DEFAULTS[found]}


def made_up(good: Good, place: Place) -> object:
    """Return a value that might stand in a field that the question leaves out, or that it is left out."""
    facts = [fact for problem in good.refusals(place, FRACTION) for fact in problem.facts]
    match dict(facts).get("wanted"):
        case "type.integer":
            found = integer(good, place)
            return found.get("enum", [found.get("minimum")])[0]
        case "type.text":
            return text(good, place).get("enum", ["1m"])[0]
        case "type.boolean":
            return False
        case "type.list":
            item = made_up(good.holding(place, [FRACTION] * 4), (*place, 0))
            return LEFT_OUT if item is LEFT_OUT else [item] * 4
        case "type.object":
            return {}
        case _:
            return LEFT_OUT


def is_required(good: Good, place: Place) -> bool:
    """Say whether a field is missed when it is left out."""
    return Code.MISSING_FIELD in [problem.code for problem in good.refusals(place, LEFT_OUT)]
