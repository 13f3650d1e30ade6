"""Whether a value fits a schema, as far as the description of the interface uses schemas."""

import re
from collections.abc import Callable, Iterator
from typing import Any

from tests.openapi.schema import Schema, kinds_of

TYPES: dict[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "null": (type(None),),
}
BOUNDS: dict[str, Callable[[Any, Any], bool]] = {
    "enum": lambda value, words: value in words,
    "minimum": lambda value, low: value is None or value >= low,
    "maximum": lambda value, high: value is None or value <= high,
    "multipleOf": lambda value, unit: value % unit == 0,
    "pattern": lambda value, pattern: re.search(pattern, value) is not None,
    "maxLength": lambda value, longest: len(value) <= longest,
    "minItems": lambda value, fewest: len(value) >= fewest,
    "maxItems": lambda value, most: len(value) <= most,
    "uniqueItems": lambda value, _: len({str(each) for each in value}) == len(value),
}


def misfits(value: Any, schema: Schema, named: dict[str, Schema], path: str = "") -> Iterator[str]:  # noqa: ANN401 any JSON
    """Yield where a value is not what a schema says; ``named`` are the schemas that others refer to."""
    if "$ref" in schema:
        yield from misfits(value, named[schema["$ref"].rpartition("/")[2]], named, path)
    elif "oneOf" in schema:
        fitting = [each for each in schema["oneOf"] if not any(misfits(value, each, named, path))]
        yield from [f"{path}: {value!r} fits {len(fitting)} of several"] if len(fitting) != 1 else []
    elif schema.get("type") and not any(is_of(value, kind) for kind in kinds_of(schema)):
        yield f"{path}: {value!r} is no {schema['type']}"
    else:
        found = [key for key, fits in BOUNDS.items() if key in schema and not fits(value, schema[key])]
        yield from [f"{path}: {value!r}, {key} is {schema[key]}" for key in found]
        yield from misfits_inside(value, schema, named, path)


def is_of(value: object, kind: str) -> bool:
    """Say whether a value is of a type; true and false are no numbers."""
    return isinstance(value, TYPES[kind]) and (kind == "boolean" or not isinstance(value, bool))


def misfits_inside(value: Any, schema: Schema, named: dict[str, Schema], path: str) -> Iterator[str]:  # noqa: ANN401 any JSON
    """Yield what is wrong inside a list or an object."""
    if isinstance(value, list):
        for index, each in enumerate(value):
            yield from misfits(each, schema["items"], named, f"{path}[{index}]")
    if isinstance(value, dict):
        yield from [f"{path}.{name} is missing" for name in schema.get("required", ()) if name not in value]
        others = schema.get("additionalProperties", {})
        for name, each in value.items():
            inner = schema.get("properties", {}).get(name, others)
            yield from (
                [f"{path}.{name} is unknown"] if inner is False else misfits(each, inner, named, f"{path}.{name}")
            )
