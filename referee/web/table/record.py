"""Recording a finished hand: the form, its live preview, the confirmation, and the choice after a conflict."""

from __future__ import annotations

from dataclasses import replace
from http import HTTPStatus
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from flask import Blueprint, make_response, redirect, render_template, url_for

from referee import desk
from referee.core.forms.form import Form
from referee.core.forms.hand_form import HAN_OF_LIMIT, hand_mark, hand_recorded
from referee.core.forms.winner_tiles import from_tiles, tells_hand
from referee.core.pages.over_view import ANEW, is_over, over_shown
from referee.core.pages.record_view import RecordAnswer, told_by
from referee.desk import Conflict, HandRow, Refused
from referee.web.desks import Seen, as_seen, desk_in_use, expected_of, is_fresh, order_of, table_at
from referee.web.language import follow_language, language, say
from referee.web.refusals import sentences
from referee.web.render import render_block
from referee.web.sent import form_sent
from referee.web.table.recordpage import (
    Errand,
    RecordPage,
    fields_kept,
    hand_laid_at,
    lacking,
    marks_of,
    record_page,
    with_marks,
    with_state,
)
from referee.web.table.written import CONFLICT, can_be_replaced, conflict_page, conflicting, kept_fields, onwards

if TYPE_CHECKING:
    from werkzeug.wrappers import Response

    from referee.desk import TableView

PAGE = "games/record.html"
NAMED = {"ron": "ron", "tsumo": "tsumo", "draw": "tenpai", "abort": "abort", "chombo": "offender"}
"""Which field names the players of each result."""

record = Blueprint("record", __name__)
follow_language(record)


def errand_at(seen: Seen) -> Errand:
    """Return what the form of the present hand is for."""
    return Errand(
        title=say("page.record.title"),
        confirm=say("page.record.confirm"),
        back=url_for("play.show", token=seen.token),
        back_text=say("page.back"),
        address=url_for("record.show", token=seen.token),
        preview=url_for("record.preview", token=seen.token),
        send=url_for("record.confirm", token=seen.token),
        tiles=url_for("tiles.at_table", token=seen.token),
        of="record",
        method="post",
        table=seen.view.table,
        on_table=seen.view.kyoutaku,
        dead=tuple(seat.seat for seat in seen.view.seats if seat.dead is not None),
    )


def answered(seen: Seen, form: Form) -> RecordPage:
    """Return the form with what it pays, or with the next question."""
    page = record_page(seen, form, errand_at(seen))
    table = as_seen(seen)
    if is_over(form, table):
        return replace(page, told=RecordAnswer(over=over_shown(form, "record", table)))
    hint = lacking(form)
    if hint:
        return replace(page, told=RecordAnswer(hint=hint))
    found = desk.preview(desk_in_use(), seen.game, hand_recorded(form), language())
    return replace(page, told=told_by(form, found))


@record.get("/t/<token>/record")
def show(token: str) -> str | Response:
    """Show the form of the present hand, with the marks of the table filled in; an older one is said to be over."""
    seen = table_at(token)
    sent = form_sent()
    if sent.one(ANEW):
        return redirect(address_of_form(seen, sent))
    if from_tiles(sent):
        return redirect(hand_laid_at(url_for("record.show", token=token), sent))
    form = with_marks(sent, seen.view)
    return render_template(PAGE, page=answered(seen, form))


def address_of_form(seen: Seen, form: Form) -> str:
    """Return the address that shows a form once more, for the hand that is played now."""
    again = with_state(form.changed("drawn", "1"), seen.view)
    return url_for("record.show", token=seen.token) + "?" + urlencode(fields_kept(again))


@record.get("/t/<token>/record/payment")
def preview(token: str) -> Response:
    """Return only what the hand pays, and the address that shows the whole form again."""
    form = form_sent()
    response = make_response(render_block(PAGE, "payment", page=answered(table_at(token), form)))
    response.headers["HX-Replace-Url"] = url_for("record.show", token=token) + "?" + urlencode(fields_kept(form))
    return response


@record.post("/t/<token>/hands")
def confirm(token: str) -> Response:
    """Record the hand whose payment was shown."""
    seen, form = table_at(token), form_sent()
    changed = changed_since_shown(seen, form)
    if changed:
        return shown_again(seen, form, (changed,))
    written = desk.record(desk_in_use(), seen.game, order_of(form), expected_of(form), hand_recorded(form))
    if isinstance(written, Refused):
        return shown_again(seen, form, sentences(written.problems, seen.view.rules))
    if isinstance(written, Conflict):
        return hand_conflict(token, written, form)
    return onwards(url_for("play.show", token=token), written)


def changed_since_shown(seen: Seen, form: Form) -> str:
    """Return why the payment must be looked at once more before it counts, nothing when it need not."""
    return changed_about(form, marks_of(seen.view)) if is_fresh(form, seen.view) else ""


def changed_about(form: Form, marks: str) -> str:
    """Return what is not as it was when a form's payment was shown: the marks of the table, or the hand itself."""
    if form.one("marks", marks) != marks:
        return say("page.record.marks_changed")
    if lacking(form) or form.one("previewed") != hand_mark(form):
        return say("page.record.look_again")
    return ""


def shown_again(seen: Seen, form: Form, told: tuple[str, ...]) -> Response:
    """Show the form as it was sent, with a reason; marks that others changed meanwhile are taken over."""
    if form.one("marks", marks_of(seen.view)) != marks_of(seen.view):
        form = with_marks(form.changed("drawn", ""), seen.view)
    page = replace(answered(seen, form), refusals=told)
    return make_response(render_template(PAGE, page=page), HTTPStatus.UNPROCESSABLE_ENTITY)


def hand_conflict(token: str, conflict: Conflict, form: Form) -> Response:
    """Show the recorded hand and the one in the form side by side."""
    mine = tuple(hand_in_words(conflict.view, form))
    page = conflict_page(token, conflict, mine, kept_fields(form))
    look = with_state(form.changed("drawn", "1"), conflict.view)
    return conflicting(
        replace(
            page,
            again=url_for("record.take_mine", token=token) if can_be_replaced(conflict) else "",
            again_text=say("page.conflict.mine"),
            look=url_for("record.show", token=token) + "?" + urlencode(fields_kept(look)),
            look_text=say("page.conflict.next_hand" if plays_on(conflict) else "page.conflict.look"),
        )
    )


def plays_on(conflict: Conflict) -> bool:
    """Say whether somebody recorded a hand meanwhile, so that the one in the form would be the next."""
    return any(isinstance(row, HandRow) and row.undone is None for row in conflict.theirs)


def hand_in_words(view: TableView, form: Form) -> list[str]:
    """Return how the hand of a form ended, who is named in it, and what each winner's hand is worth."""
    result = form.one("result", "ron")
    if result not in NAMED:
        return []
    named = [(seat.name, str(seat.seat)) for seat in view.seats if form.has(NAMED[result], str(seat.seat))]
    values = [f"{name}: {value_in_words(form, seat)}" for name, seat in named if is_told(form, seat)]
    return [f"{say(f'result.{result}')}: {', '.join(name for name, _ in named)}", *values]


def is_told(form: Form, seat: str) -> bool:
    """Say whether a winner's hand is told, by its value or by its tiles."""
    return tells_hand(form, seat) or bool(form.one(f"han-{seat}"))


def value_in_words(form: Form, seat: str) -> str:
    """Return what a winner's hand was tapped to be worth, or its tiles."""
    if tells_hand(form, seat):
        return form.one(f"hand-{seat}")
    han, fu = form.one(f"han-{seat}"), form.one(f"fu-{seat}")
    if han in HAN_OF_LIMIT:
        return say(f"limit.{han}")
    if han.startswith("yakuman"):
        return say("hand.yakumans", count=han.removeprefix("yakuman"))
    return say("hand.han_fu", han=han, fu=fu) if fu else say("sheet.han", han=han)


@record.post("/t/<token>/hands/instead")
def take_mine(token: str) -> Response:
    """Take back the hand that the other device recorded, and record this one in its place."""
    seen, form = table_at(token), form_sent()
    if changed_since_compared(seen, form):
        return both_shown_again(seen, form, (say("page.conflict.not_as_shown"),))
    order, expected = order_of(form), expected_of(form)
    written = desk.record_instead(desk_in_use(), seen.game, order, expected, hand_recorded(form))
    if isinstance(written, Conflict):
        return hand_conflict(token, written, form)
    if isinstance(written, Refused):
        return both_shown_again(seen, form, sentences(written.problems, seen.view.rules))
    return onwards(url_for("play.show", token=token), written)


def changed_since_compared(seen: Seen, form: Form) -> bool:
    """Say whether a hand, or a mark, is not as it was when the payment was shown of the hand that replaces another."""
    marks = desk.marks_before_last(desk_in_use(), seen.game) if is_fresh(form, seen.view) else None
    return marks is not None and changed_about(form, marks) != ""


def both_shown_again(seen: Seen, form: Form, told: tuple[str, ...]) -> Response:
    """Show the hand that stands and the one in the form once more, with the reason why nothing was changed."""
    undo = seen.view.undo
    standing = tuple(row for row in seen.view.sheet if undo is not None and row.seq == undo.seq)
    page = conflict_page(seen.token, Conflict(theirs=standing, view=seen.view), tuple(hand_in_words(seen.view, form)))
    look = url_for("play.show", token=seen.token)
    again = replace(page, refusals=told, look=look, look_text=say("page.conflict.look"))
    return make_response(render_template(CONFLICT, page=again), HTTPStatus.UNPROCESSABLE_ENTITY)
