"""Applying a ruling to the table, and withdrawing one: the only pages that write rulings on the score sheet."""

from __future__ import annotations

from dataclasses import replace
from http import HTTPStatus
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from flask import Blueprint, make_response, redirect, render_template, url_for

from referee import desk
from referee.core.games.ruling_order import plans_told
from referee.core.games.ruling_preview import mark_of_plans
from referee.core.pages.apply_outcome import apply_outcome
from referee.core.pages.apply_view import applying
from referee.core.pages.over_view import ANEW
from referee.desk import OTHER_OFFENCE, Conflict, Order, Refused
from referee.web import memory
from referee.web.desks import Seen, as_seen, desk_in_use, expected_of, is_fresh, order_of, table_at
from referee.web.language import follow_language, say
from referee.web.refusals import sentences
from referee.web.sent import form_sent
from referee.web.table.applypage import apply_page
from referee.web.table.recordpage import fields_kept, with_state, without_state
from referee.web.table.rulingwords import offence_title
from referee.web.table.written import after_order, onwards, refused_order

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask import Response
    from werkzeug.wrappers import Response as AnyResponse

    from referee.core.forms.form import Form
    from referee.core.games.at_table import AtTable

PAGE = "games/apply.html"
LONGEST_NAME = 40

apply = Blueprint("apply", __name__)
follow_language(apply)


@apply.get("/t/<token>/rulings/apply")
def show(token: str) -> str | AnyResponse:
    """Show whom the ruling is for, what the rulebook proposes, and what would happen."""
    seen, form = table_at(token), form_sent()
    if form.one(ANEW):
        return redirect(url_for("apply.show", token=token) + "?" + urlencode(fields_kept(with_state(form, seen.view))))
    return render_template(PAGE, page=apply_page(seen, form))


@apply.get("/t/<token>/rulings/apply/hearing")
def hearing(token: str) -> Response:
    """Return only what is shown about the ruling of a form."""
    return with_address(token, form_sent(), applying)


@apply.get("/t/<token>/rulings/apply/outcome")
def outcome(token: str) -> Response:
    """Return only what would happen."""
    return with_address(token, form_sent(), apply_outcome)


def with_address(token: str, form: Form, fragment: Callable[[Form, AtTable], str]) -> Response:
    """Return a part of the page for a form, and the address that shows the whole page again."""
    response = make_response(fragment(form, as_seen(table_at(token))))
    response.headers["HX-Replace-Url"] = url_for("apply.show", token=token) + "?" + urlencode(fields_kept(form))
    return response


@apply.post("/t/<token>/rulings/apply")
def issue(token: str) -> AnyResponse:
    """Issue the rulings whose outcome was shown."""
    seen, form = table_at(token), form_sent()
    plans = plans_told(form)
    if is_fresh(form, seen.view) and form.one("previewed") != mark_of_plans(plans):
        return shown_again(seen, form, (say("apply.look_again"),))
    written = desk.rule(desk_in_use(), seen.game, order_by(form), expected_of(form), plans)
    if isinstance(written, Refused):
        return shown_again(seen, form, sentences(written.problems, seen.view.rules))
    look = url_for("apply.show", token=token) + "?" + urlencode(fields_kept(without_state(form)))
    return after_order(token, written, wanted(seen, form), look)


def order_by(form: Form) -> Order:
    """Return the order of a form by the referee whom it names, and remember that name on this device."""
    name = form.one("by")[:LONGEST_NAME]
    memory.known_as(name)
    order = order_of(form)
    return replace(order, by=replace(order.by, name=name))


def shown_again(seen: Seen, form: Form, told: tuple[str, ...]) -> Response:
    """Show the page as it was sent, with what is wrong."""
    body = render_template(PAGE, page=apply_page(seen, form, told))
    return make_response(body, HTTPStatus.UNPROCESSABLE_ENTITY)


def wanted(seen: Seen, form: Form) -> str:
    """Return what a form rules on, for a page that shows it beside what others wrote."""
    players = say("sheet.and").join(seen.view.seats[plan.seat].name for plan in plans_told(form))
    return f"{offence_title(form.one('offence', OTHER_OFFENCE))}: {players}"


@apply.post("/t/<token>/rulings/<int:ruling>/withdraw")
def withdraw(token: str, ruling: int) -> AnyResponse:
    """Withdraw a ruling with the reason that was typed."""
    seen, form = table_at(token), form_sent()
    order, reason = order_by_known(form), form.one("text")
    written = desk.withdraw_ruling(desk_in_use(), seen.game, order, expected_of(form), ruling, reason)
    if isinstance(written, Conflict):
        return after_order(token, written, f"{say('apply.withdraw')}: {reason}")
    if isinstance(written, Refused):
        return refused_order(token, sentences(written.problems, seen.view.rules))
    return onwards(url_for("sheet.show", token=token), written)


def order_by_known(form: Form) -> Order:
    """Return the order of a form by the referee whose name this device knows."""
    order = order_of(form)
    return replace(order, by=replace(order.by, name=memory.referee()))
