"""When something was written: in UTC as the log holds it; a script of the page shows it by the reader's own clock."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from referee.app.asked import Asked


@dataclass(frozen=True, kw_only=True, slots=True)
class ShownTime:
    """A time: ``at`` as ISO 8601, ``text`` in UTC, ``shown`` how much of it is shown, "time" or "day"."""

    at: str
    text: str
    shown: str


def time_of(asked: Asked, at: str) -> ShownTime:
    """Return hours and minutes."""
    return ShownTime(at=at, text=asked.say("sheet.time", time=at[11:16]), shown="time")


def day_of(asked: Asked, at: str) -> ShownTime:
    """Return the day with hours and minutes."""
    return ShownTime(at=at, text=asked.say("sheet.day", day=at[:10], time=at[11:16]), shown="day")
