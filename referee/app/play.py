"""The table page: looking at it, its marks, and where the holder of a device sits."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from referee import desk
from referee.app.answer import (
    BAD_REQUEST,
    CONFLICT,
    NEVER_KEPT,
    OK,
    SEE_OTHER,
    TAG,
    UNPROCESSABLE,
    Answer,
    block_of,
    elsewhere,
    entered,
    onwards,
    page_of,
    unchanged,
)
from referee.app.asked import Asked, Unanswerable
from referee.app.newgame import setup_said
from referee.app.refusals import sentences
from referee.app.routes import url_for
from referee.app.tablepage import table_page, version_tag
from referee.app.tables import game_of, order_of, table_at
from referee.app.written import after_order, clash_said
from referee.core.forms.hand_form import FORM_SEATS
from referee.core.rules.facts import ALL_SEATS
from referee.core.text.spaces import is_digits
from referee.desk import Conflict, Desk, Mark, MarkKind, Refused

if TYPE_CHECKING:
    from referee.core.forms.form import Form

PAGE = "games/show.html"


def gap_wanted(asked: Asked) -> int | None:
    """Return the seat whose score differences are to be shown."""
    gap = asked.query.one("gap")
    return int(gap) if gap in FORM_SEATS else None


def show(asked: Asked, at: Desk, token: str) -> Answer:
    """Show the table, and remember that this browser uses it."""
    seen = table_at(asked, at, token)
    shown = page_of(PAGE, page=table_page(asked, at, seen, gap_wanted(asked)))
    return replace(shown, device=asked.device.used(token))


def state(asked: Asked, at: Desk, token: str) -> Answer:
    """Return the table for a page that already shows it, or nothing when nothing has changed."""
    tag = version_tag(asked, token, desk.version(at, game_of(asked, at, token)), gap_wanted(asked))
    if asked.tag == tag:
        return unchanged()
    return drawn(asked, at, token)


def drawn(asked: Asked, at: Desk, token: str, notice: str = "", status: int = OK) -> Answer:
    """Return the table alone, with its version."""
    page = table_page(asked, at, table_at(asked, at, token), gap_wanted(asked), notice)
    return block_of(PAGE, "table", status, page=page).telling((TAG, page.version), NEVER_KEPT)


def mark(asked: Asked, at: Desk, token: str) -> Answer:
    """Put a mark of the present hand where it is wanted: riichi, tenpai or a dead hand, on or off."""
    form = asked.form
    wanted = mark_of(asked, form)
    game = game_of(asked, at, token)
    written = desk.mark(at, game, order_of(asked, form.one("mark")), wanted)
    if isinstance(written, Conflict):
        return refused_mark(asked, at, token, (clash_said(asked, written.why),), CONFLICT)
    if isinstance(written, Refused):
        return refused_mark(asked, at, token, sentences(asked, written.problems, desk.rules_of(at, game)))
    if asked.is_part:
        return entered(drawn(asked, at, token), written)
    return elsewhere(url_for("play.show", token=token, gap=gap_wanted(asked)), SEE_OTHER)


def refused_mark(asked: Asked, at: Desk, token: str, told: tuple[str, ...], status: int = UNPROCESSABLE) -> Answer:
    """Return the table with the reason why a mark cannot be set."""
    if asked.is_part:
        return drawn(asked, at, token, " ".join(told), status)
    page = table_page(asked, at, table_at(asked, at, token), gap_wanted(asked), " ".join(told))
    return page_of(PAGE, status, page=page)


def mark_of(asked: Asked, form: Form) -> Mark:
    """Return the mark that a button stands for: "riichi-2-on"; anything else is no button of ours."""
    kind, _, rest = form.one("mark").partition("-")
    seat, _, wanted = rest.partition("-")
    hand = form.one("hand")
    if kind not in tuple(MarkKind) or seat not in FORM_SEATS or wanted not in ("on", "off") or not is_digits(hand):
        raise Unanswerable(BAD_REQUEST, asked.say("table.no_mark"))
    return Mark(hand=int(hand[:6]), seat=int(seat), kind=MarkKind(kind), on=wanted == "on", reason=form.one("why"))


def seats(asked: Asked, at: Desk, token: str) -> Answer:
    """Show who sits where, to mend a name or to turn the table."""
    return seats_shown(asked, at, token)


def seats_shown(asked: Asked, at: Desk, token: str, told: tuple[str, ...] = ()) -> Answer:
    """Return the page of seats and names, with what is wrong and how the ruleset sets the table up."""
    seen = table_at(asked, at, token)
    setup = setup_said(asked, seen.view.rules.setup)
    return page_of("games/seats.html", page=table_page(asked, at, seen), refusals=told, setup=setup)


def sit(asked: Asked, at: Desk, token: str) -> Answer:
    """Remember where the holder of this device sits."""
    game_of(asked, at, token)
    me = asked.form.one("me")
    if me not in FORM_SEATS:
        raise Unanswerable(BAD_REQUEST, asked.say("table.no_seat"))
    return replace(onwards(asked, url_for("play.show", token=token)), device=asked.device.seated(token, int(me)))


def rename(asked: Asked, at: Desk, token: str) -> Answer:
    """Mend the players' names."""
    form = asked.form
    east, south, west, north = (form.one(f"name-{seat}") for seat in ALL_SEATS)
    renamed = desk.rename(at, game_of(asked, at, token), order_of(asked), (east, south, west, north))
    if isinstance(renamed, Refused):
        return replace(seats_shown(asked, at, token, sentences(asked, renamed.problems)), status=UNPROCESSABLE)
    told = f"{asked.say('page.seats.names')}: {east} · {south} · {west} · {north}"
    return after_order(asked, at, token, renamed, told, url_for("play.seats", token=token))
