"""JSON schemas: of what single values show, merged into what all of them show together."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

Schema = dict[str, Any]
Entry = TypeVar("Entry")

UNSEEN: Schema = {"not": {}}
"""Of what is known to be there, but no value shows."""

MADE_UP: Schema = {"$comment": "of a value that was made up"}
"""Says of a schema that it counts only where nothing better is known."""

PARTS = ("type", "properties", "required")


def merged(schemas: Iterable[Schema]) -> Schema:
    """Return what fits all that these were seen in; one that takes anything says nothing about the others."""
    parts = [part for schema in schemas for part in schema.get("oneOf", [schema]) if part != UNSEEN]
    parts = [part for part in parts if not MADE_UP.items() <= part.items()] or parts
    kinds: dict[str, list[Schema]] = {}
    for part in filter(None, parts):
        for kind in kinds_of(part):
            kinds.setdefault(kind, []).append(part)
    if not kinds:
        return {} if parts else UNSEEN
    nullable = "null" in kinds and len(kinds) > 1
    kinds = {kind: each for kind, each in kinds.items() if kind != "null" or not nullable}
    found = [alike(kind, shape) for kind, each in kinds.items() for shape in shapes_of(each)]
    if len(found) == 1:
        return found[0] | ({"type": [found[0]["type"], "null"]} if nullable else {})
    return {"oneOf": found + [{"type": "null"}] * nullable}


def kinds_of(schema: Schema) -> list[str]:
    """Return the types that a schema names."""
    kinds = schema.get("type", [])
    return [kinds] if isinstance(kinds, str) else kinds


def shapes_of(schemas: list[Schema]) -> list[list[Schema]]:
    """Return schemas of one type by shape: objects without a field in common are different things."""
    shapes: list[list[Schema]] = []
    for schema in schemas:
        names = schema.get("properties", {}).keys()
        fitting = [shape for shape in shapes if not names or names & shape[0].get("properties", {}).keys()]
        if fitting:
            fitting[0].append(schema)
        else:
            shapes.append([schema])
    return shapes


def alike(kind: str, schemas: list[Schema]) -> Schema:
    """Return what schemas of one shape come to: the bounds that all share, and the words of any."""
    first = schemas[0].items()
    found = {"type": kind} | {key: known for key, known in first if key not in PARTS and shared(key, known, schemas)}
    if all("enum" in each for each in schemas):
        found["enum"] = [*dict.fromkeys(word for each in schemas for word in each["enum"])]
    for key in ("items", "additionalProperties"):
        inner = [each[key] for each in schemas if isinstance(each.get(key), dict)]
        found |= {key: merged(inner)} if inner else {}
    objects = [each for each in schemas if "properties" in each]
    if objects:
        names = dict.fromkeys(name for each in objects for name in each["properties"])
        found["properties"] = {name: merged(each["properties"].get(name, UNSEEN) for each in objects) for name in names}
        found["required"] = [name for name in names if all(name in each["required"] for each in objects)]
    return found


def shared(key: str, expected: object, schemas: list[Schema]) -> bool:
    """Say whether all schemas say the same about something."""
    return all(each.get(key) == expected for each in schemas)


def changed_inside(schema: Schema, path: str, change: Callable[[Schema, str], Schema]) -> Schema:
    """Return a schema with everything right inside it changed; the change is told where that stands in a value."""
    found = dict(schema)
    if "properties" in schema:
        found["properties"] = {name: change(each, f"{path}.{name}") for name, each in schema["properties"].items()}
    for key, place in (("items", "[]"), ("additionalProperties", "{}")):
        if isinstance(schema.get(key), dict):
            found[key] = change(schema[key], path + place)
    if "oneOf" in schema:
        found["oneOf"] = [change(each, f"{path}({first_word(each)})") for each in schema["oneOf"]]
    return found


def first_word(schema: Schema) -> str:
    """Return what tells one of several schemas: the first field that it needs, or its type."""
    return str([*schema.get("required", ()), schema["type"]][0])


def ending(path: str, table: Mapping[str, Entry]) -> str | None:
    """Return the longest key of a table that is the end of a path."""
    parts = path.split(".")
    ends = [".".join(parts[place:]) for place in range(len(parts))]
    return next((end for end in ends if end in table), None)
