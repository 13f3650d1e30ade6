"""The description of the interface for programs, made from what reads the questions and from what is answered."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from referee.ask_event.api import DRAW
from referee.paths import data_dir
from referee.rules.choices import ChomboForm, LastingFuriten, TemporaryFuriten
from referee.rules.offences import CONFIDENCES_FROM_LEAST, Penalty
from referee.rules.points import LIMITS
from referee.rules.table import WINDS
from tests.openapi.answers import REFUSED, answer_schemas
from tests.openapi.questions import DESCRIBED, KINDS, TILE, TILES, question_schema
from tests.openapi.schema import MADE_UP, UNSEEN, Schema, changed_inside, ending, kinds_of, merged

FILE = data_dir() / "static" / "openapi.json"

SHARED: dict[str, Schema] = {
    "Seat": {"type": "integer", "minimum": 0, "maximum": 3},
    "Wind": {"type": "string", "enum": [*WINDS]},
    "Tiles": TILES,
    "Tile": TILE,
}
"""What is called so wherever it stands."""

BOUNDS: dict[str, Schema] = {
    "limit": {"enum": [*[name for _, name, _ in reversed(LIMITS)], "counted_yakuman", "yakuman"]},
    "until": {"enum": [*TemporaryFuriten, *LastingFuriten]},
    "penalties[].kind": {"enum": [*Penalty]},
    "settles": {"enum": [form for form in ChomboForm if form != ChomboForm.NONE]},
    "confidence": {"enum": [*CONFIDENCES_FROM_LEAST]},
    "places[]": {"minimum": 1, "maximum": 4},
}
"""What a text or a number of an answer can be, where its own type does not say so."""

LINK = "link"
"""What a program shows of its right at an event is called so."""

REFUSAL: Schema = {
    "type": "object",
    "properties": {"error": {"type": "object", "required": ["code", "message", "field"]}},
    "required": ["error"],
}
"""An error that is found before anything is read."""

HEAD: dict[str, Schema] = {
    "event": {"type": "string"},
    "name": {"type": "string"},
    "version": {"type": ["integer", "null"]},
}
"""What every export begins with."""

READING = DESCRIBED["link"]["reading"]
"""What else is answered to whoever reads an export."""

UNASKED: dict[str, Schema] = {"lines[]": {"bank_chips": {"type": "integer"}}}
"""Fields that the interface promises, though no hand that can be asked about leads to them."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Describing:
    """Says what schemas are for and gives them names, by the ends of their paths.

    ``known`` are the names that are given elsewhere, ``places`` is where each other stands, ``used`` what was said.
    """

    said: Mapping[str, str]
    named: Mapping[str, str]
    bounds: Mapping[str, Schema]
    added: Mapping[str, Schema]
    known: frozenset[str]
    places: dict[str, dict[str, Schema]] = field(default_factory=dict)
    used: set[str] = field(default_factory=set)

    def entry(self, table: Mapping[str, Any], path: str) -> Any:  # noqa: ANN401 the tables hold different things
        """Return what a table says about a path, None if nothing."""
        end = ending(path, table)
        if end is None:
            return None
        self.used.add(end)
        return table[end]

    def placed(self, schema: Schema, path: str) -> Schema:
        """Remember what has a name inside a schema, and return the schema."""
        name = self.entry(self.named, path)
        if name is not None and name not in self.known:
            self.places.setdefault(name, {})[path] = schema
        return changed_inside(schema, path, self.placed)

    def components(self) -> dict[str, Schema]:
        """Return what has a name, each as all its places show it."""
        found = {}
        for name, places in self.places.items():
            whole = merged(places.values())
            found[name] = self.with_words(whole | {"type": kinds_of(whole)[0]}, next(iter(places)))
        return found

    def described(self, schema: Schema, path: str) -> Schema:
        """Return a schema with everything said about it, or a reference if it has a name."""
        if schema == UNSEEN:
            message = f"{path} is shown by no question"
            raise LookupError(message)
        name = self.entry(self.named, path)
        if name is None:
            return self.with_words(schema, path)
        reference = {"$ref": f"#/components/schemas/{name}"}
        return {"oneOf": [reference, {"type": "null"}]} if "null" in kinds_of(schema) else reference

    def with_words(self, schema: Schema, path: str) -> Schema:
        """Return a schema that has no name of its own with everything said about it."""
        found = {
            key: sentences
            for key, sentences in changed_inside(schema, path, self.described).items()
            if key not in MADE_UP
        }
        found |= self.entry(self.bounds, path) or {}
        if "enum" in found and "null" in kinds_of(found):
            found["enum"] = [*found["enum"], None]
        if "properties" in found:
            found["properties"] |= self.entry(self.added, path) or {}
        for name in [name for name, shared in SHARED.items() if shared == found]:
            found = {"$ref": f"#/components/schemas/{name}"}
        text = self.entry(self.said, path)
        return found if text is None else found | {"description": text}

    def unused(self) -> set[str]:
        """Return the ends that no path has."""
        return {*self.said, *self.named, *self.bounds, *self.added} - self.used


def whole(schemas: Mapping[str, Schema], describing: Describing) -> tuple[dict[str, Schema], dict[str, Schema]]:
    """Return schemas by kind with everything said about them, and those in them that have names."""
    for kind, schema in schemas.items():
        describing.placed(schema, f"/{kind}")
    components = describing.components()
    found = {kind: describing.described(schema, f"/{kind}") for kind, schema in schemas.items()}
    if describing.unused():
        message = f"nothing ends with {', '.join(sorted(describing.unused()))}"
        raise LookupError(message)
    return found, components


@cache
def document() -> Schema:
    """Return the whole description."""
    found, named = DESCRIBED["said"], DESCRIBED["named"]
    shared = {name: schema | text_of(name) for name, schema in SHARED.items()}
    asking = Describing(said=found["questions"], named=named["questions"], bounds={}, added={}, known=frozenset(shared))
    questions, asked = whole({kind: question_schema(kind) for kind in KINDS}, asking)
    telling = Describing(
        said=found["answers"], named=named["answers"], bounds=BOUNDS, added=UNASKED, known=frozenset(shared | asked)
    )
    answers, noted = whole(answer_schemas(), telling)
    return {
        "openapi": "3.1.0",
        "info": DESCRIBED["info"],
        "servers": [{"url": "/api/v1"}],
        "paths": {f"/{kind}": {"post": operation(kind, questions[kind], answers[kind])} for kind in KINDS} | exports(),
        "components": {
            "schemas": shared | asked | noted,
            "responses": {status: response(text, answers[REFUSED]) for status, text in DESCRIBED["refused"].items()},
            "securitySchemes": {LINK: {"type": "http", "scheme": "bearer", "description": DESCRIBED["link"]["text"]}},
        },
    }


def text_of(name: str) -> Schema:
    """Return the description of what is called so wherever it stands."""
    text = DESCRIBED["said"]["shared"].get(name)
    return {} if text is None else {"description": text}


def operation(kind: str, question: Schema, answer: Schema) -> Schema:
    """Return one kind of question with its answers."""
    example = json.loads(DESCRIBED[kind]["questions"][0])
    refused = {status: {"$ref": f"#/components/responses/{status}"} for status in DESCRIBED["refused"]}
    found = {
        "operationId": kind,
        "summary": DESCRIBED[kind]["summary"],
        "requestBody": {"required": True, "content": {"application/json": {"schema": question, "example": example}}},
        "responses": {"200": response("The result", answer)} | refused,
    }
    if kind != DRAW:
        return found
    own = {status: response(text, REFUSAL) for status, text in DESCRIBED["link"]["refused"].items()}
    return found | {"security": [{LINK: []}], "responses": found["responses"] | own}


def exports() -> dict[str, Schema]:
    """Return what programs read of an event: addresses beside those of the interface, as JSON and as CSV."""
    server = [{"url": "/"}]
    event = {"name": "event", "in": "path", "required": True, "schema": {"type": "string"}}
    found: dict[str, Schema] = {}
    for name, known in DESCRIBED["exports"].items():
        rows = {
            field: {"type": kinds} | ({"items": {}} if "array" in kinds else {})
            for field, kinds in known["fields"].items()
        }
        each = {"type": "object", "properties": rows, "required": known.get("always", [*rows])}
        whole_answer = {
            "type": "object",
            "properties": HEAD | {name: {"type": "array", "items": each | {"additionalProperties": False}}},
            "required": [*HEAD, name],
        }
        contents = {"json": ("application/json", whole_answer), "csv": ("text/csv", {"type": "string"})}
        for ending_of_it, (kind, schema) in contents.items():
            answer = {"description": known["summary"], "content": {kind: {"schema": schema}}}
            found[f"/e/{{event}}/{name}.{ending_of_it}"] = {
                "servers": server,
                "get": {
                    "operationId": f"{name}_{ending_of_it}",
                    "summary": known["summary"],
                    "parameters": [event],
                    "security": [{}, {LINK: []}],
                    "responses": {"200": answer} | {key: {"description": text} for key, text in READING.items()},
                },
            }
    return found


def response(description: str, schema: Schema) -> Schema:
    """Return one answer over HTTP."""
    return {"description": description, "content": {"application/json": {"schema": schema}}}


def written() -> str:
    """Return the text of the file."""
    return json.dumps(document(), ensure_ascii=False, indent=1) + "\n"
