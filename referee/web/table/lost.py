"""Entering again what an older backup does not hold, from the log of a phone that still does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Blueprint

from referee import desk
from referee.desk import EventKind, Lost
from referee.web.desks import desk_in_use, order_of, table_at
from referee.web.language import follow_language, say
from referee.web.sent import form_sent
from referee.web.table.written import after_order

if TYPE_CHECKING:
    from werkzeug.wrappers import Response

lost = Blueprint("lost", __name__)
follow_language(lost)


@lost.post("/t/<token>/lost")
def enter(token: str) -> Response:
    """Enter one lost event: ``kind`` and ``body`` as a log tells them, its number and its target where known."""
    seen, form = table_at(token), form_sent()
    seq = form.one("seq")
    told = Lost(
        kind=form.one("kind"),
        body=form.one("body"),
        seq=int(seq) if seq.isdecimal() and len(seq) < len("1000000000") else None,
        target=form.one("target"),
    )
    written = desk.enter_lost(desk_in_use(), seen.game, order_of(form), told)
    what = say(f"event.{told.kind}") if told.kind in tuple(EventKind) else told.kind
    return after_order(token, written, what)
