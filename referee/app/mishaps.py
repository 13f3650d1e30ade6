"""The page that says what went wrong: no such page, too large a request, our own mistakes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from referee.app.answer import Answer, page_of

if TYPE_CHECKING:
    from referee.app.asked import Asked

OTHER = "other"
"""What the word lists call whatever they have no words of its own for."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Mishap:
    """What went wrong: ``kind`` as the word lists call it, a title and a sentence or two."""

    kind: str
    title: str
    text: str


def mishap(asked: Asked, status: int, message: str = "", cause: str = "") -> Answer:
    """Answer with the page that says what went wrong."""
    told = mishap_told(asked, status, message, cause)
    return page_of("mishap.html", status, title=told.title, message=told.text)


def mishap_told(asked: Asked, status: int, message: str = "", cause: str = "") -> Mishap:
    """Return what went wrong by its cause if there is one, else by its status; ``message`` says it more exactly."""
    wanted = cause or str(status)
    kind = wanted if f"mishap.title_{wanted}" in asked.speaker.words else OTHER
    return Mishap(kind=kind, title=asked.say(f"mishap.title_{kind}"), text=message or asked.say(f"mishap.text_{kind}"))
