"""The types that the codec follows, written out for the phone, where classes have lost their annotations."""

from __future__ import annotations

import ast
from dataclasses import is_dataclass
from typing import TYPE_CHECKING

from referee.game.codec import EVENTS
from referee.phone.link import PROJECT, Module, module_of
from referee.texts.codec import SIMPLE, fields_of
from referee.texts.library import Library

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from referee.texts.codec import Shape

SHAPES = f"{PROJECT}.phone.runtime.shapes"
"""What the module is called that is written here."""


def shapes_module(known: Collection[str]) -> Module:
    """Return a module that tells the shapes of the fields of every class that can be read from plain values.

    What cannot be reached from the modules ``known`` is left out.
    """
    classes = followed([kind for kind in (Library, *EVENTS.values()) if kind.__module__ in known])
    imports = [f"from {kind.__module__} import {kind.__name__} as {alias(kind)}" for kind in classes]
    rows = [f"{alias(kind)}: {shapes_told(kind)}" for kind in classes if is_dataclass(kind)]
    source = "\n".join([*imports, f"PHONE_SHAPES.update({{{', '.join(rows)}}})"])
    return module_of(SHAPES, source, ast.parse(source))


def shapes_told(kind: type) -> str:
    """Return the shapes of the fields of a dataclass as the text of an expression."""
    return shape_told(tuple(shape for _, shape in fields_of(kind) or ()))


def followed(kinds: list[type]) -> list[type]:
    """Return these dataclasses, and all classes that stand in their fields, sorted by name."""
    found: set[type] = set()
    waiting = list(kinds)
    while waiting:
        kind = waiting.pop()
        if kind not in found:
            found.add(kind)
            waiting += [inner for _, shape in fields_of(kind) or () for inner in classes_in(shape)]
    return sorted(found, key=alias)


def classes_in(shape: Shape) -> Iterator[type]:
    """Yield the dataclasses and enums in a shape."""
    if isinstance(shape, type):
        yield from () if shape in SIMPLE else (shape,)
        return
    for inner in shape.values() if isinstance(shape, dict) else shape:
        yield from classes_in(inner)


def alias(kind: type) -> str:
    """Return a name that no other class has."""
    return f"{kind.__name__}_{kind.__module__.replace('.', '_')}"


def shape_told(shape: Shape) -> str:
    """Return a shape as the text of an expression."""
    if isinstance(shape, type):
        simple = "type(None)" if shape is type(None) else shape.__name__
        return simple if shape in SIMPLE else alias(shape)
    if isinstance(shape, dict):
        return f"{{str: {shape_told(shape[str])}}}"
    inner = [shape_told(each) for each in shape]
    if isinstance(shape, frozenset):
        return f"{{{', '.join(sorted(inner))}}}"
    return f"[{inner[0]}]" if isinstance(shape, list) else f"({''.join([f'{each}, ' for each in inner])})"
