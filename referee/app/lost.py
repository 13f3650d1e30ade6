"""Entering again what an older backup does not hold, from the log of a phone that still does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee import desk
from referee.app.tables import order_of, table_at
from referee.app.written import after_order
from referee.core.text.spaces import is_digits
from referee.desk import Desk, EventKind, Lost

if TYPE_CHECKING:
    from referee.app.answer import Answer
    from referee.app.asked import Asked


def enter(asked: Asked, at: Desk, token: str) -> Answer:
    """Enter one lost event: ``kind`` and ``body`` as a log tells them, its number and its target where known."""
    seen, form = table_at(asked, at, token), asked.form
    seq = form.one("seq")
    told = Lost(
        kind=form.one("kind"),
        body=form.one("body"),
        seq=int(seq) if is_digits(seq) and len(seq) < len("1000000000") else None,
        target=form.one("target"),
    )
    written = desk.enter_lost(at, seen.game, order_of(asked), told)
    what = asked.say(f"event.{told.kind}") if told.kind in tuple(EventKind) else told.kind
    return after_order(asked, at, token, written, what)
