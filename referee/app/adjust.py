"""Setting scores, sticks, honba or the dealer right by hand, with a written reason; and notes on the sheet."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from referee import desk
from referee.app.answer import UNPROCESSABLE, Answer, elsewhere, onwards, page_of, sentences
from referee.app.entries import ANEW, EXPECTED, EXPECTED_EVENT, OverView, over_since
from referee.app.form import Form
from referee.app.pages import Choice, offers_of
from referee.app.record import expected_event_in, expected_in, with_state
from referee.app.routes import query_of, url_for
from referee.app.tables import Seen, as_seen, expected_of, game_of, order_of, table_at
from referee.app.written import after_order
from referee.desk import Desk, Recorded, Refused, SeatView
from referee.game.decide import Adjustment, NotDone, not_done
from referee.rules.problems import Code
from referee.rules.table import ALL_SEATS, Table
from referee.texts.reader import number_told

if TYPE_CHECKING:
    from referee.app.asked import Asked


FIGURES = (*[f"score-{seat}" for seat in ALL_SEATS], "kyoutaku", "honba", "dealer")
"""The fields that hold whole numbers."""


def figures_of(table: Table) -> Form:
    """Return the form filled with the figures as they are."""
    scores = [(f"score-{seat}", str(table.scores[seat])) for seat in ALL_SEATS]
    others = [("kyoutaku", str(table.kyoutaku)), ("honba", str(table.honba)), ("dealer", str(table.dealer))]
    return Form(pairs=(*scores, *others, ("round", table.round)))


def adjustment_told(form: Form) -> Adjustment | NotDone:
    """Return what the figures shall be, those that stay as they are among them."""
    told = {name: number_told(form.one(name, "-")) for name in FIGURES}
    wanted = {name: number for name, number in told.items() if isinstance(number, int)}
    if len(wanted) < len(FIGURES):
        return not_done("", "page.adjust.whole_numbers", code=Code.WRONG_TYPE)
    return Adjustment(
        scores=(wanted["score-0"], wanted["score-1"], wanted["score-2"], wanted["score-3"]),
        kyoutaku=wanted["kyoutaku"],
        honba=wanted["honba"],
        dealer=wanted["dealer"],
        round=form.one("round") or None,
        chips=None,
        penalties=None,
        text=form.one("text"),
    )


TAKEN_OVER = ("text", "resolves")


@dataclass(frozen=True, kw_only=True, slots=True)
class AdjustPage:
    """The form with the present figures filled in."""

    token: str
    command: str
    expected: str
    expected_event: str
    version: str
    form: Form
    over: OverView | None
    seats: tuple[SeatView, ...]
    rounds: tuple[Choice, ...]
    refusals: tuple[str, ...]


def adjust_page(asked: Asked, at: Desk, seen: Seen, form: Form, told: tuple[str, ...] = ()) -> AdjustPage:
    """Return the form as it was sent, with what is wrong."""
    winds = offers_of(seen.view.rules).rounds
    return AdjustPage(
        token=seen.token,
        command=asked.command,
        expected=expected_in(form, seen),
        expected_event=expected_event_in(form, seen),
        version=seen.view.version,
        form=form,
        over=over_since(form.changed("of", "adjust"), as_seen(asked, at, seen)),
        seats=seen.view.seats,
        rounds=tuple(
            Choice(value=wind, text=asked.say(f"round.{wind}"), chosen=form.has("round", wind)) for wind in winds
        ),
        refusals=told,
    )


def show(asked: Asked, at: Desk, token: str) -> Answer:
    """Show the figures to be set right; once they have changed, only the reason is taken over."""
    seen, sent = table_at(asked, at, token), asked.form
    if sent.one(ANEW):
        kept = [(name, sent.one(name)) for name in TAKEN_OVER if sent.one(name)]
        named = query_of(with_state(Form(pairs=tuple(kept)), seen.view).pairs)
        return elsewhere(f"{url_for('adjust.show', token=token)}?{named}")
    form = figures_of(seen.view.table)
    for name in (*TAKEN_OVER, EXPECTED, EXPECTED_EVENT):
        form = form.changed(name, sent.one(name))
    return page_of("games/adjust.html", page=adjust_page(asked, at, seen, form))


def save(asked: Asked, at: Desk, token: str) -> Answer:
    """Set the figures as they are wanted."""
    seen, form = table_at(asked, at, token), asked.form
    wanted = adjustment_told(form)
    if isinstance(wanted, NotDone):
        return told_why(asked, at, seen, form, sentences(asked, wanted.problems))
    written = desk.adjust(at, seen.game, order_of(asked), expected_of(form), wanted)
    if isinstance(written, Refused):
        return told_why(asked, at, seen, form, sentences(asked, written.problems, seen.view.rules))
    told = asked.say("table.adjust") + ": " + form.one("text")
    return after_order(asked, at, token, written, told, url_for("adjust.show", token=token))


def told_why(asked: Asked, at: Desk, seen: Seen, form: Form, told: tuple[str, ...]) -> Answer:
    """Show the form as it was sent, with what is wrong."""
    return page_of("games/adjust.html", UNPROCESSABLE, page=adjust_page(asked, at, seen, form, told))


def note(asked: Asked, at: Desk, token: str) -> Answer:
    """Write a note on the sheet."""
    form = asked.form
    written = desk.note(at, game_of(asked, at, token), order_of(asked), form.one("note"))
    if isinstance(written, Recorded):
        return onwards(asked, url_for("sheet.show", token=token), written)
    return after_order(asked, at, token, written, asked.say("sheet.note") + ": " + form.one("note"))
