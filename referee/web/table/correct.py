"""Correcting an earlier hand: the form filled as it was recorded, what would change, and the two ways to do it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from http import HTTPStatus
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from flask import Blueprint, abort, make_response, redirect, render_template, url_for

from referee import desk
from referee.core.forms.form import Form
from referee.core.forms.hand_form import hand_recorded
from referee.core.forms.winner_tiles import from_tiles
from referee.core.pages.over_view import ANEW, CORRECTION, EXPECTED, EXPECTED_EVENT, is_over, over_shown
from referee.core.pages.record_view import RecordAnswer, told_by
from referee.desk import Correction, HandRow, Recorded, Refused, Way
from referee.web.desks import Seen, as_seen, desk_in_use, expected_of, new_command, order_of, table_at
from referee.web.language import follow_language, language, say, speaker
from referee.web.pages import hand_name
from referee.web.points import points, signed
from referee.web.refusals import sentences
from referee.web.render import render_block
from referee.web.sent import form_sent
from referee.web.table.recordpage import (
    Errand,
    RecordPage,
    expected_event_in,
    expected_in,
    fields_kept,
    hand_laid_at,
    lacking,
    record_page,
    with_state,
    without_state,
)
from referee.web.table.refill import form_of
from referee.web.table.written import after_order, onwards

if TYPE_CHECKING:
    from flask import Response
    from werkzeug.wrappers import Response as AnyResponse

    from referee.core.rules.facts import Four, Table
    from referee.desk import Changed, Consequences

FORM = "games/record.html"
CHANGES = "games/changes.html"

correct = Blueprint("correct", __name__)
follow_language(correct)


@dataclass(frozen=True, kw_only=True, slots=True)
class ChangedHand:
    """A later hand that would come out differently."""

    title: str
    changes: str
    old: tuple[str, ...]
    new: tuple[str, ...]
    next: str


@dataclass(frozen=True, kw_only=True, slots=True)
class ChangesPage:
    """What a correction changes, and the two ways; ``replay`` is empty where it is impossible."""

    token: str
    of: str
    title: str
    back: str
    send: str
    command: str
    expected: str
    expected_event: str
    version: str
    players: tuple[str, ...]
    old: tuple[str, ...]
    new: tuple[str, ...]
    later: tuple[ChangedHand, ...]
    replay: str
    no_replay: tuple[str, ...]
    points: str
    fields: tuple[tuple[str, str], ...]
    refusals: tuple[str, ...]


def hand_at(seen: Seen, number: int) -> HandRow:
    """Return the standing hand of a number, or answer that there is none."""
    hands = [row for row in seen.view.sheet if isinstance(row, HandRow) and row.number == number and row.undone is None]
    if not hands:
        abort(HTTPStatus.NOT_FOUND, say("page.changes.no_hand"))
    return hands[-1]


def errand_at(seen: Seen, row: HandRow) -> Errand:
    """Return what the form of an earlier hand is for."""
    return Errand(
        title=say("page.changes.title", hand=hand_name(row.round, row.dealer)),
        confirm=say("page.changes.see"),
        back=url_for("sheet.show", token=seen.token),
        back_text=say("table.sheet"),
        address=url_for("correct.show", token=seen.token, number=row.number),
        preview=url_for("correct.preview", token=seen.token, number=row.number),
        send=url_for("correct.changes", token=seen.token, number=row.number),
        tiles=url_for("tiles.at_table", token=seen.token),
        of=f"{CORRECTION}{row.number}",
        method="get",
        table=row.before,
        on_table=row.before.kyoutaku,
        dead=tuple(seat for seat, _ in row.dead),
    )


def answered(seen: Seen, row: HandRow, form: Form) -> RecordPage:
    """Return the form with what the hand would pay, or with the next question."""
    page = record_page(seen, form, errand_at(seen, row))
    over = over_in(seen, row, form)
    if over:
        return replace(page, told=RecordAnswer(over=over))
    hint = lacking(form)
    if hint:
        return replace(page, told=RecordAnswer(hint=hint))
    found = desk.consequences(desk_in_use(), seen.game, row.number, hand_recorded(form), language())
    if isinstance(found, Refused):
        told = sentences(found.problems, seen.view.rules)
        return replace(page, told=RecordAnswer(hint=speaker().words["language.gap"].join(told)))
    return replace(page, told=told_by(form, found.preview))


def over_in(seen: Seen, row: HandRow, form: Form) -> str:
    """Return what the form of a correction shows once the sheet has changed, nothing before."""
    table = as_seen(seen)
    return over_shown(form, f"{CORRECTION}{row.number}", table) if is_over(form, table) else ""


def naming_state(form: Form, sent: Form) -> Form:
    """Return a form that was made for the state that another one names."""
    for name in (EXPECTED, EXPECTED_EVENT):
        form = form.changed(name, sent.one(name))
    return form


@correct.get("/t/<token>/hands/<int:number>")
def show(token: str, number: int) -> str | AnyResponse:
    """Show the hand as it was recorded, to be mended."""
    seen = table_at(token)
    row = hand_at(seen, number)
    sent = form_sent()
    if sent.one(ANEW):
        again = fields_kept(with_state(sent, seen.view))
        return redirect(url_for("correct.show", token=token, number=number) + "?" + urlencode(again))
    if from_tiles(sent):
        return redirect(hand_laid_at(url_for("correct.show", token=token, number=number), sent))
    form = sent if sent.has("drawn", "1") else naming_state(form_of(row.hand), sent)
    return render_template(FORM, page=answered(seen, row, form))


@correct.get("/t/<token>/hands/<int:number>/payment")
def preview(token: str, number: int) -> Response:
    """Return only what the mended hand would pay."""
    seen = table_at(token)
    page = answered(seen, hand_at(seen, number), form_sent())
    return make_response(render_block(FORM, "payment", page=page))


@correct.get("/t/<token>/hands/<int:number>/changes")
def changes(token: str, number: int) -> AnyResponse:
    """Show every later hand that would change, and the two ways."""
    return changes_shown(token, number, form_sent())


def changes_shown(token: str, number: int, form: Form, told: tuple[str, ...] = ()) -> AnyResponse:
    """Return the page of what a correction changes, or the form again where it cannot be settled."""
    seen = table_at(token)
    row = hand_at(seen, number)
    unfit = lacking(form) or over_in(seen, row, form)
    found = None if unfit else desk.consequences(desk_in_use(), seen.game, number, hand_recorded(form), language())
    if found is None or isinstance(found, Refused):
        return make_response(render_template(FORM, page=answered(seen, row, form)), HTTPStatus.UNPROCESSABLE_ENTITY)
    status = HTTPStatus.UNPROCESSABLE_ENTITY if told else HTTPStatus.OK
    return make_response(render_template(CHANGES, page=changes_page(seen, row, form, found, told)), status)


def changes_page(seen: Seen, row: HandRow, form: Form, found: Consequences, told: tuple[str, ...]) -> ChangesPage:
    """Return what a correction changes."""
    return ChangesPage(
        token=seen.token,
        of=f"{CORRECTION}{row.number}",
        title=say("page.changes.title", hand=hand_name(row.round, row.dealer)),
        back=url_for("correct.show", token=seen.token, number=row.number),
        send=url_for("correct.save", token=seen.token, number=row.number),
        command=new_command(),
        expected=expected_in(form, seen),
        expected_event=expected_event_in(form, seen),
        version=seen.view.version,
        players=tuple(seat.name for seat in seen.view.seats),
        old=signs(row.deltas),
        new=signs(added_up(row, found)),
        later=tuple(changed_hand(each) for each in found.later),
        replay="" if found.replay_table is None else scores_said(found.replay_table),
        no_replay=sentences(found.replay_refused, seen.view.rules),
        points=scores_said(found.points_table),
        fields=tuple(fields_kept(without_state(form))),
        refusals=told,
    )


def added_up(row: HandRow, found: Consequences) -> Four:
    """Return what the mended hand moves at each seat: the old changes and the difference."""
    east, south, west, north = (old + more for old, more in zip(row.deltas, found.difference.points, strict=True))
    return (east, south, west, north)


def signs(amounts: Four) -> tuple[str, ...]:
    """Return amounts with their signs."""
    return tuple(signed(amount) for amount in amounts)


def scores_said(table: Table) -> str:
    """Return the scores that a way leads to, and the hand that is then played."""
    scores = " / ".join(points(score) for score in table.scores)
    return f"{scores} · {hand_name(table.round, table.dealer)}, {table.honba} {say('table.honba')}"


def changed_hand(changed: Changed) -> ChangedHand:
    """Return a later hand with what changes in it."""
    old, new = changed.old, changed.new
    return ChangedHand(
        title=hand_name(old.round, old.dealer),
        changes=", ".join(say(f"change.{each}") for each in changed.changes),
        old=signs(old.deltas),
        new=() if new is None else signs(new.deltas),
        next="" if new is None else say("page.changes.played_as", hand=stands(new.before)),
    )


def stands(table: Table) -> str:
    """Return a hand with its honba."""
    return say("sheet.hand", hand=hand_name(table.round, table.dealer), honba=table.honba)


@correct.post("/t/<token>/hands/<int:number>")
def save(token: str, number: int) -> AnyResponse:
    """Correct the hand in the way that was chosen."""
    form = form_sent()
    if form.one("way") not in tuple(Way):
        abort(HTTPStatus.BAD_REQUEST, say("page.changes.no_way"))
    seen = table_at(token)
    fix = Correction(number=number, hand=hand_recorded(form), way=Way(form.one("way")))
    written = desk.correct(desk_in_use(), seen.game, order_of(form), expected_of(form), fix)
    if isinstance(written, Refused):
        return changes_shown(token, number, form, sentences(written.problems, seen.view.rules))
    if isinstance(written, Recorded):
        return onwards(url_for("sheet.show", token=token), written)
    look = url_for("correct.changes", token=token, number=number) + "?" + urlencode(fields_kept(without_state(form)))
    return after_order(token, written, say("page.changes.title", hand=str(number + 1)), look)
