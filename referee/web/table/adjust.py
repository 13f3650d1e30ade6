"""Setting scores, sticks, honba or the dealer right by hand, with a written reason; and notes on the sheet."""

from __future__ import annotations

from dataclasses import dataclass
from http import HTTPStatus
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from flask import Blueprint, make_response, redirect, render_template, url_for

from referee import desk
from referee.core.forms.form import Form
from referee.core.games.adjusting import adjustment_told, figures_of
from referee.core.games.decide import NotDone
from referee.core.pages.over_view import ANEW, EXPECTED, EXPECTED_EVENT
from referee.desk import Recorded, Refused
from referee.web.desks import Seen, desk_in_use, expected_of, game_of, new_command, order_of, table_at
from referee.web.language import follow_language, say
from referee.web.offers import offers_of
from referee.web.pages import Choice
from referee.web.refusals import sentences
from referee.web.sent import form_sent
from referee.web.table.recordpage import expected_event_in, expected_in, with_state
from referee.web.table.since import since_shown
from referee.web.table.written import after_order, onwards

if TYPE_CHECKING:
    from markupsafe import Markup
    from werkzeug.wrappers import Response

    from referee.desk import SeatView

TAKEN_OVER = ("text", "resolves")

adjust = Blueprint("adjust", __name__)
follow_language(adjust)


@dataclass(frozen=True, kw_only=True, slots=True)
class AdjustPage:
    """The form with the present figures filled in."""

    token: str
    command: str
    expected: str
    expected_event: str
    version: str
    form: Form
    over: Markup
    seats: tuple[SeatView, ...]
    rounds: tuple[Choice, ...]
    refusals: tuple[str, ...]

    @property
    def fresh(self) -> bool:
        """Say whether the figures are still those of the table, which a phone may bring up to date."""
        return not self.refusals


def adjust_page(seen: Seen, form: Form, told: tuple[str, ...] = ()) -> AdjustPage:
    """Return the form as it was sent, with what is wrong."""
    winds = offers_of(seen.view.rules).rounds
    return AdjustPage(
        token=seen.token,
        command=new_command(),
        expected=expected_in(form, seen),
        expected_event=expected_event_in(form, seen),
        version=seen.view.version,
        form=form,
        over=since_shown(seen, form.changed("of", "adjust")),
        seats=seen.view.seats,
        rounds=tuple(Choice(value=wind, text=say(f"round.{wind}"), chosen=form.has("round", wind)) for wind in winds),
        refusals=told,
    )


@adjust.get("/t/<token>/adjust")
def show(token: str) -> str | Response:
    """Show the figures to be set right; once they have changed, only the reason is taken over."""
    seen, sent = table_at(token), form_sent()
    if sent.one(ANEW):
        kept = [(name, sent.one(name)) for name in TAKEN_OVER if sent.one(name)]
        named = urlencode(with_state(Form(pairs=tuple(kept)), seen.view).pairs)
        return redirect(f"{url_for('adjust.show', token=token)}?{named}")
    form = figures_of(seen.view.table)
    for name in (*TAKEN_OVER, EXPECTED, EXPECTED_EVENT):
        form = form.changed(name, sent.one(name))
    return render_template("games/adjust.html", page=adjust_page(seen, form))


@adjust.post("/t/<token>/adjust")
def save(token: str) -> Response:
    """Set the figures as they are wanted."""
    seen, form = table_at(token), form_sent()
    wanted = adjustment_told(form)
    if isinstance(wanted, NotDone):
        return told_why(seen, form, sentences(wanted.problems))
    written = desk.adjust(desk_in_use(), seen.game, order_of(form), expected_of(form), wanted)
    if isinstance(written, Refused):
        return told_why(seen, form, sentences(written.problems, seen.view.rules))
    told = say("table.adjust") + ": " + form.one("text")
    return after_order(token, written, told, url_for("adjust.show", token=token))


def told_why(seen: Seen, form: Form, told: tuple[str, ...]) -> Response:
    """Show the form as it was sent, with what is wrong."""
    body = render_template("games/adjust.html", page=adjust_page(seen, form, told))
    return make_response(body, HTTPStatus.UNPROCESSABLE_ENTITY)


@adjust.post("/t/<token>/notes")
def note(token: str) -> Response:
    """Write a note on the sheet."""
    form = form_sent()
    written = desk.note(desk_in_use(), game_of(token), order_of(form), form.one("note"))
    if isinstance(written, Recorded):
        return onwards(url_for("sheet.show", token=token), written)
    return after_order(token, written, say("sheet.note") + ": " + form.one("note"))
