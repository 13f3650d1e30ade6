"""What answers hold: the shapes of the answers to everything that the tests ask."""

import itertools
import json
from collections.abc import Iterator
from enum import StrEnum
from types import NoneType
from typing import Any

from referee.ask_event.api import answered
from referee.texts.codec import Decimals, Record, Thousands
from tests.cases import all_questions, ask, library, policies
from tests.openapi.questions import KINDS, good_questions
from tests.openapi.schema import Schema, merged

Question = dict[str, Any]

REFUSED = "refused"
"""Stands for a kind: the questions that are answered with an error."""

NAMED_BY_OTHERS = ("answers", "labels", "titles", "when")
"""Objects whose fields are called as rulebooks and catalogues say."""

TYPES = {bool: "boolean", int: "integer", str: "string", Thousands: "number", Decimals: "number", NoneType: "null"}


def sample_questions() -> Iterator[Question]:
    """Yield empty and good questions of each kind, those of the tests, and all that a rulebook can be asked by name."""
    for kind in KINDS:
        yield {"ask": kind}
        yield from (dict(good.fields) for good in good_questions(kind))
    yield from (json.loads(question) for question in all_questions())
    for book in library().books:
        yield from questions_by_name({"ruleset": book.id})


def questions_by_name(book: Question) -> Iterator[Question]:
    """Yield the question what can be asked by name, those questions, and each of them with all its answers."""
    yield {"ask": "offences"} | book
    listed = ask({"ask": "offences"} | book)
    for offence in listed["offences"]:
        yield {"ask": "ruling", "offence": offence["id"], "answers": {}} | book
    for procedure in listed["procedures"]:
        names = [question["id"] for question in procedure["questions"]]
        for chosen in itertools.product(*[[*question["labels"]] for question in procedure["questions"]]):
            answers = dict(zip(names, chosen, strict=True))
            yield {"ask": "procedure", "procedure": procedure["id"], "answers": answers} | book
        yield {"ask": "procedure", "procedure": procedure["id"], "answers": {}} | book


def answer_schemas() -> dict[str, Schema]:
    """Return the schema of the answers to each kind of question."""
    shown: dict[str, list[Schema]] = {}
    for question in sample_questions():
        answer = answered(question, library(), policies(), None)
        is_error = [name for name, _ in answer.pairs] == ["error"]
        shown.setdefault(REFUSED if is_error else question["ask"], []).append(schema_of(answer))
    return {kind: echoing(merged(schemas)) for kind, schemas in shown.items()}


def echoing(schema: Schema) -> Schema:
    """Return the schema of an answer with the id that it echoes."""
    if "oneOf" in schema:
        return {"oneOf": [echoing(each) for each in schema["oneOf"]]}
    return schema | {"properties": {"id": {}} | schema["properties"]}


def schema_of(value: object, name: str = "") -> Schema:
    """Return what one value shows; ``name`` is that of its field."""
    match value:
        case StrEnum():
            return {"type": "string", "enum": [*type(value)]}
        case tuple() | list():
            of_seats = {"minItems": 4, "maxItems": 4} if len(value) == 4 else {}
            return {"type": "array", "items": merged([schema_of(each) for each in value])} | of_seats
        case Record(pairs=pairs) if name in NAMED_BY_OTHERS:
            return {"type": "object", "additionalProperties": merged([schema_of(each) for _, each in pairs])}
        case Record(pairs=pairs):
            shown = {key: schema_of(each, key) for key, each in pairs}
            return {"type": "object", "properties": shown, "required": [*shown]}
        case _:
            return {"type": TYPES[type(value)]}
