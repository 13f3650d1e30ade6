"""What a page answers to a written order: on to the table, or what two devices recorded side by side."""

from __future__ import annotations

from dataclasses import dataclass, replace
from http import HTTPStatus
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from flask import Response, make_response, redirect, render_template, request, url_for

from referee.core.forms.form import Form
from referee.desk import Conflict, HandRow, NoteRow, Recorded, Refused, RenamedRow, Written
from referee.web.desks import new_command, table_at
from referee.web.language import say
from referee.web.pages import hand_name
from referee.web.refusals import sentences
from referee.web.sent import form_sent
from referee.web.table.rows import RowText, row_text

if TYPE_CHECKING:
    from werkzeug.wrappers import Response as AnyResponse

    from referee.desk import Clash, TableView

STALE = frozenset({"expected", "expected_event", "command_id"})
CONFLICT = "games/conflict.html"
VERSION = "HX-PTag"
"""The header that tells one state of what is shown from another."""
SHEET_SEQ = "Sheet-Seq"
SHEET_EVENT = "Sheet-Event"
"""The headers that tell a phone the number and the hash of the last event that its order wrote."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ConflictPage:
    """Both sides of a conflict: what is on the sheet meanwhile, and what this device wanted to write.

    ``again`` is where the same form is sent to once more, ``look`` where it is looked at again first; either may be
    empty. ``waiting`` is the id under which a phone still keeps the form, if it does.
    """

    back: str
    back_text: str
    why: str
    theirs: tuple[RowText, ...]
    keep: str
    mine: tuple[str, ...]
    command: str
    expected: int | None = None
    expected_event: str = ""
    fields: tuple[tuple[str, str], ...] = ()
    waiting: str = ""
    again: str = ""
    again_text: str = ""
    look: str = ""
    look_text: str = ""
    now: str = ""
    refusals: tuple[str, ...] = ()


def onwards(address: str, written: Recorded | None = None) -> AnyResponse:
    """Go to another page, also when only a part of this one asked; ``written`` is what an order entered, if any."""
    if "HX-Request" not in request.headers:
        return redirect(address, HTTPStatus.SEE_OTHER)
    response = Response(status=HTTPStatus.OK)
    response.headers["HX-Redirect"] = address
    return response if written is None else entered(response, written)


def entered(response: Response, written: Recorded) -> Response:
    """Tell a phone which event its order wrote last."""
    response.headers[SHEET_SEQ] = str(written.last)
    response.headers[SHEET_EVENT] = written.event
    return response


def after_order(token: str, written: Written, wanted: str, look: str = "") -> AnyResponse:
    """Answer to an order; ``wanted`` says what it was, ``look`` where it must be looked at again after a conflict."""
    if isinstance(written, Conflict):
        return conflicting(order_conflict(token, written, wanted, look))
    if isinstance(written, Refused):
        return refused_order(token, sentences(written.problems, table_at(token).view.rules))
    return onwards(url_for("play.show", token=token), written)


def order_conflict(token: str, conflict: Conflict, wanted: str, look: str) -> ConflictPage:
    """Return both sides where the order was no hand; an order of figures that are old by now is not sent again."""
    fields = kept_fields(form_sent())
    page = conflict_page(token, conflict, (wanted,), fields)
    if not look:
        return replace(page, again=request.path)
    return replace(page, look=resolving(look, page), look_text=say("page.conflict.look"))


def resolving(look: str, page: ConflictPage) -> str:
    """Return an address that tells the page there, too, which form of a phone is looked at."""
    if not page.waiting or "resolves=" in look:
        return look
    return f"{look}?{urlencode({'resolves': page.waiting})}"


def refused_order(token: str, told: tuple[str, ...]) -> AnyResponse:
    """Say why an order was not carried out."""
    body = render_template("games/refused.html", token=token, refusals=told)
    return make_response(body, HTTPStatus.UNPROCESSABLE_ENTITY)


def kept_fields(form: Form) -> tuple[tuple[str, str], ...]:
    """Return the fields of a form that are sent once more."""
    return tuple((name, value) for name, value in form.pairs if name not in STALE)


def conflict_page(
    token: str, conflict: Conflict, mine: tuple[str, ...], fields: tuple[tuple[str, str], ...] = ()
) -> ConflictPage:
    """Return both sides of a conflict."""
    return ConflictPage(
        back=url_for("play.show", token=token),
        back_text=say("page.back"),
        why=clash_said(conflict.why),
        theirs=tuple(row_text(row, conflict.view) for row in conflict.theirs),
        keep=say("page.conflict.keep"),
        mine=mine,
        command=new_command(),
        expected=conflict.view.expected,
        expected_event=conflict.view.expected_event,
        fields=fields,
        waiting=dict(fields).get("resolves", ""),
        again_text=say("page.conflict.again"),
        now=stands_at(conflict.view),
    )


def clash_said(why: Clash) -> str:
    """Return why an order was not written."""
    return say(f"page.conflict.{why}")


def stands_at(view: TableView) -> str:
    """Return the hand that is to be played now."""
    return hand_name(view.table.round, view.table.dealer)


def conflicting(page: ConflictPage) -> AnyResponse:
    """Show both sides and let the person choose."""
    return make_response(render_template(CONFLICT, page=page), HTTPStatus.CONFLICT)


def can_be_replaced(conflict: Conflict) -> bool:
    """Say whether what stands there is one hand, the last one, which can be taken back for another."""
    hands = [row for row in conflict.theirs if isinstance(row, HandRow) and row.undone is None]
    undo = conflict.view.undo
    changes = [row for row in conflict.theirs if not isinstance(row, NoteRow | RenamedRow)]
    return len(changes) == len(hands) == 1 and undo is not None and undo.seq == hands[0].seq
