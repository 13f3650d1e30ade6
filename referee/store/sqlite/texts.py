"""What a person typed, apart from the log: in the database it stands beside the event, above it inside."""

import json
from dataclasses import fields

from referee.game.codec import EVENTS
from referee.texts.codec import has_half, json_text

FIELD = "text"
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
