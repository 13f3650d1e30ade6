"""What a person typed, apart from the log: in the database it stands beside the event, above it inside."""

import json
from dataclasses import fields
from typing import Any

from referee.game.codec import EVENTS
from referee.texts.codec import has_half, json_text

FIELD = "text"
REASONS = ("reason", "about")
"""What a person typed in the entries of events."""
WITH_TEXT = frozenset(str(kind) for kind, event in EVENTS.items() if FIELD in {field.name for field in fields(event)})
"""The kinds of events that somebody may have typed something for; it is the last of their fields."""


def parted(kind: str, body: str) -> tuple[str, str | None]:
    """Return an event's JSON without the text that was typed, and the text, None where the event has none.

    What cannot be read stays whole, for whoever looks for damages.
    """
    if kind not in WITH_TEXT:
        return body, None
    try:
        told = json.loads(body)
        text = told.pop(FIELD)
    except (ValueError, AttributeError, KeyError, TypeError):
        return body, None
    return (json_text(told), text) if isinstance(text, str) and not has_half(text) else (body, None)


def joined(body: str, text: str | None) -> str:
    """Return an event's JSON with its text, as it was before it was parted."""
    if text is None:
        return body
    before = body.removesuffix("}")
    return f'{before}{"" if before == "{" else ","}"{FIELD}":{json_text(text)}}}'


def emptied(_: str, body: str) -> tuple[str, str | None]:
    """Return the JSON of an event's entry without the reason that was typed, and the reason, None where it has none.

    The field stays in its place, empty; what cannot be read stays whole.
    """
    told = readable(body)
    field = next((name for name in REASONS if isinstance(told.get(name), str)), None)
    if field is None or has_half(told[field]):
        return body, None
    return json_text(told | {field: ""}), told[field]


def filled(body: str, text: str | None) -> str:
    """Return the JSON of an event's entry with its reason, as it was before it was emptied."""
    if not text:
        return body
    told = readable(body)
    return json_text(told | {name: text for name in REASONS if name in told})


def readable(body: str) -> dict[str, Any]:
    """Return what a JSON object holds, nothing where the text is none."""
    try:
        told = json.loads(body)
    except ValueError:
        return {}
    return told if isinstance(told, dict) else {}
