"""The score sheet, and what is done to a game as a whole: undo, time signal, end, result, link for other phones."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING

from flask import Blueprint, Response, abort, make_response, render_template, request, url_for

from referee import desk
from referee.core.forms.form import Form
from referee.desk import UndoReason
from referee.web.desks import Seen, desk_in_use, expected_of, game_of, order_of, table_at
from referee.web.language import follow_language, say
from referee.web.render import render_block
from referee.web.sent import form_sent
from referee.web.table.share import address_of, qr_of
from referee.web.table.sheetpage import sheet_page
from referee.web.table.since import since_shown
from referee.web.table.tablepage import table_page
from referee.web.table.written import VERSION, after_order

if TYPE_CHECKING:
    from werkzeug.wrappers import Response as AnyResponse

PAGE = "games/sheet.html"

sheet = Blueprint("sheet", __name__)
follow_language(sheet)


def asked_of(token: str) -> tuple[Seen, Form]:
    """Return the table of an address and the form that was sent."""
    return table_at(token), form_sent()


@sheet.get("/t/<token>/sheet")
def show(token: str) -> str:
    """Show the score sheet."""
    return render_template(PAGE, page=sheet_page(table_at(token)))


@sheet.get("/t/<token>/sheet/state")
def state(token: str) -> AnyResponse:
    """Return the sheet for a page that already shows it, or nothing when nothing has changed."""
    if request.headers.get(VERSION) == desk.version(desk_in_use(), game_of(token)):
        return Response(status=HTTPStatus.NOT_MODIFIED)
    page = sheet_page(table_at(token))
    response = make_response(render_block(PAGE, "sheet", page=page))
    response.headers[VERSION] = page.version
    response.headers["Cache-Control"] = "no-store"
    return response


@sheet.post("/t/<token>/undo")
def undo(token: str) -> AnyResponse:
    """Take back what was recorded last, with the reason that was tapped."""
    seen, form = asked_of(token)
    if form.one("reason") not in tuple(UndoReason):
        abort(HTTPStatus.BAD_REQUEST, say("table.no_reason"))
    reason = UndoReason(form.one("reason"))
    written = desk.undo(desk_in_use(), seen.game, order_of(form), expected_of(form), reason)
    told = say("table.undo") + ": " + say(f"undo.{reason}")
    return after_order(token, written, told, url_for("play.show", token=token))


@sheet.post("/t/<token>/signal")
def signal(token: str) -> AnyResponse:
    """Give the time signal."""
    seen, form = asked_of(token)
    running = form.one("running") == "yes"
    written = desk.signal(desk_in_use(), seen.game, order_of(form), expected_of(form), running=running)
    return after_order(token, written, say("table.signal"))


@sheet.get("/t/<token>/end")
def end(token: str) -> str:
    """Ask once more before a game is ended by hand."""
    seen, form = asked_of(token)
    over = since_shown(seen, form.changed("of", "end"))
    return render_template("games/end.html", page=table_page(seen), over=over)


@sheet.post("/t/<token>/end")
def force_end(token: str) -> AnyResponse:
    """End the game by the present scores."""
    seen, form = asked_of(token)
    written = desk.force_end(desk_in_use(), seen.game, order_of(form), expected_of(form))
    return after_order(token, written, say("table.force_end"))


@sheet.post("/t/<token>/finish")
def finish(token: str) -> AnyResponse:
    """Issue the result."""
    seen, form = asked_of(token)
    written = desk.finish(desk_in_use(), seen.game, order_of(form), expected_of(form))
    return after_order(token, written, say("table.finish"))


@sheet.post("/t/<token>/reopen")
def reopen(token: str) -> AnyResponse:
    """Take the issued result back."""
    seen, form = asked_of(token)
    written = desk.reopen(desk_in_use(), seen.game, order_of(form), expected_of(form), form.one("text"))
    return after_order(token, written, say("table.reopen") + ": " + form.one("text"))


@sheet.get("/t/<token>/share")
def share(token: str) -> str:
    """Show the address of the table for the other phones."""
    game_of(token)
    return render_template("games/share.html", token=token, address=address_of(token), qr=qr_of(token))
