"""When and by whom something was written, and taken back."""

from dataclasses import dataclass

from referee.core.games.events import UndoReason
from referee.store import Writer


@dataclass(frozen=True, kw_only=True, slots=True)
class Stamp:
    """When (UTC, ISO 8601) and by whom something was written."""

    at: str
    by: Writer


@dataclass(frozen=True, kw_only=True, slots=True)
class Undo:
    """An entry was taken back by event ``seq``."""

    seq: int
    reason: UndoReason
    stamp: Stamp
