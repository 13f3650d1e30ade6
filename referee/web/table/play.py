"""The table page: looking at it, its marks, and where the holder of a device sits."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING

from flask import Blueprint, Response, abort, make_response, redirect, render_template, request, url_for

from referee import desk
from referee.core.forms.form import Form
from referee.core.forms.hand_form import FORM_SEATS
from referee.core.rules.facts import ALL_SEATS
from referee.desk import Conflict, Mark, MarkKind, Refused
from referee.web import memory
from referee.web.desks import desk_in_use, game_of, order_of, table_at
from referee.web.language import follow_language, say
from referee.web.refusals import sentences
from referee.web.render import render_block
from referee.web.sent import form_sent
from referee.web.table.newgame import setup_said
from referee.web.table.tablepage import table_page, version_tag
from referee.web.table.written import VERSION, after_order, clash_said, entered, onwards

if TYPE_CHECKING:
    from werkzeug.wrappers import Response as AnyResponse

PAGE = "games/show.html"

play = Blueprint("play", __name__)
follow_language(play)


def gap_wanted() -> int | None:
    """Return the seat whose score differences are to be shown."""
    gap = request.args.get("gap", "")
    return int(gap) if gap in FORM_SEATS else None


@play.get("/t/<token>")
def show(token: str) -> str:
    """Show the table, and remember that this browser uses it."""
    seen = table_at(token)
    memory.used(token)
    return render_template(PAGE, page=table_page(seen, gap_wanted()))


@play.get("/t/<token>/state")
def state(token: str) -> AnyResponse:
    """Return the table for a page that already shows it, or nothing when nothing has changed."""
    tag = version_tag(token, desk.version(desk_in_use(), game_of(token)), gap_wanted())
    if request.headers.get(VERSION) == tag:
        return Response(status=HTTPStatus.NOT_MODIFIED)
    return drawn(token)


def drawn(token: str, notice: str = "", status: HTTPStatus = HTTPStatus.OK) -> Response:
    """Return the table alone, with its version."""
    page = table_page(table_at(token), gap_wanted(), notice)
    response = make_response(render_block(PAGE, "table", page=page), status)
    response.headers[VERSION] = page.version
    response.headers["Cache-Control"] = "no-store"
    return response


@play.post("/t/<token>/marks")
def mark(token: str) -> AnyResponse:
    """Put a mark of the present hand where it is wanted: riichi, tenpai or a dead hand, on or off."""
    form = form_sent()
    wanted = mark_of(form)
    game = game_of(token)
    written = desk.mark(desk_in_use(), game, order_of(form, form.one("mark")), wanted)
    if isinstance(written, Conflict):
        return refused_mark(token, (clash_said(written.why),), HTTPStatus.CONFLICT)
    if isinstance(written, Refused):
        return refused_mark(token, sentences(written.problems, desk.rules_of(desk_in_use(), game)))
    if "HX-Request" in request.headers:
        return entered(drawn(token), written)
    return redirect(url_for("play.show", token=token, gap=gap_wanted()), HTTPStatus.SEE_OTHER)


def refused_mark(
    token: str, told: tuple[str, ...], status: HTTPStatus = HTTPStatus.UNPROCESSABLE_ENTITY
) -> AnyResponse:
    """Return the table with the reason why a mark cannot be set."""
    if "HX-Request" in request.headers:
        return drawn(token, " ".join(told), status)
    page = table_page(table_at(token), gap_wanted(), " ".join(told))
    return make_response(render_template(PAGE, page=page), status)


def mark_of(form: Form) -> Mark:
    """Return the mark that a button stands for: "riichi-2-on"; anything else is no button of ours."""
    kind, _, rest = form.one("mark").partition("-")
    seat, _, wanted = rest.partition("-")
    hand = form.one("hand")
    if kind not in tuple(MarkKind) or seat not in FORM_SEATS or wanted not in ("on", "off") or not hand.isdecimal():
        abort(HTTPStatus.BAD_REQUEST, say("table.no_mark"))
    return Mark(hand=int(hand[:6]), seat=int(seat), kind=MarkKind(kind), on=wanted == "on", reason=form.one("why"))


@play.get("/t/<token>/seats")
def seats(token: str) -> str:
    """Show who sits where, to mend a name or to turn the table."""
    return seats_shown(token)


def seats_shown(token: str, told: tuple[str, ...] = ()) -> str:
    """Return the page of seats and names, with what is wrong and how the ruleset sets the table up."""
    seen = table_at(token)
    setup = setup_said(seen.view.rules.setup)
    return render_template("games/seats.html", page=table_page(seen), refusals=told, setup=setup)


@play.post("/t/<token>/seat")
def sit(token: str) -> AnyResponse:
    """Remember where the holder of this device sits."""
    game_of(token)
    me = request.form.get("me", "")
    if me not in FORM_SEATS:
        abort(HTTPStatus.BAD_REQUEST, say("table.no_seat"))
    memory.sit(token, int(me))
    return onwards(url_for("play.show", token=token))


@play.post("/t/<token>/names")
def rename(token: str) -> AnyResponse:
    """Mend the players' names."""
    form = form_sent()
    east, south, west, north = (form.one(f"name-{seat}") for seat in ALL_SEATS)
    renamed = desk.rename(desk_in_use(), game_of(token), order_of(form), (east, south, west, north))
    if isinstance(renamed, Refused):
        return make_response(seats_shown(token, sentences(renamed.problems)), HTTPStatus.UNPROCESSABLE_ENTITY)
    told = f"{say('page.seats.names')}: {east} · {south} · {west} · {north}"
    return after_order(token, renamed, told, url_for("play.seats", token=token))
