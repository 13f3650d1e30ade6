"""Applying a ruling to the table, and withdrawing one: the only pages that write rulings on the score sheet."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from referee import desk
from referee.app.answer import UNPROCESSABLE, Answer, Fragment, elsewhere, onwards, page_of
from referee.app.applypage import apply_page
from referee.app.recordpage import address_with, with_state, without_state
from referee.app.refusals import sentences
from referee.app.routes import url_for
from referee.app.rulingwords import offence_title
from referee.app.tables import Seen, as_seen, expected_of, is_fresh, order_of, table_at
from referee.app.written import after_order, refused_order
from referee.core.games.ruling_order import plans_told
from referee.core.games.ruling_preview import mark_of_plans
from referee.core.pages.apply_outcome import apply_outcome
from referee.core.pages.apply_view import applying
from referee.core.pages.over_view import ANEW
from referee.desk import OTHER_OFFENCE, Conflict, Desk, Order, Refused

if TYPE_CHECKING:
    from referee.app.asked import Asked
    from referee.core.forms.form import Form
    from referee.core.games.at_table import AtTable

PAGE = "games/apply.html"
LONGEST_NAME = 40


def show(asked: Asked, at: Desk, token: str) -> Answer:
    """Show whom the ruling is for, what the rulebook proposes, and what would happen."""
    seen, form = table_at(asked, at, token), asked.form
    if form.one(ANEW):
        return elsewhere(address_with(url_for("apply.show", token=token), with_state(form, seen.view)))
    return page_of(PAGE, page=apply_page(asked, at, seen, form))


def hearing(asked: Asked, at: Desk, token: str) -> Answer:
    """Return only what is shown about the ruling of a form."""
    view = applying(asked.form, table_seen(asked, at, token))
    return with_address(asked, token, Fragment(name="applying", view=view))


def outcome(asked: Asked, at: Desk, token: str) -> Answer:
    """Return only what would happen."""
    view = apply_outcome(asked.form, table_seen(asked, at, token))
    return with_address(asked, token, Fragment(name="outcome", view=view))


def table_seen(asked: Asked, at: Desk, token: str) -> AtTable:
    """Return the table as the page's holder looks at it."""
    return as_seen(asked, at, table_at(asked, at, token))


def with_address(asked: Asked, token: str, shown: Fragment) -> Answer:
    """Return a part of the page, and the address that shows the whole page again."""
    again = address_with(url_for("apply.show", token=token), asked.form)
    return Answer(body=shown).telling(("HX-Replace-Url", again))


def issue(asked: Asked, at: Desk, token: str) -> Answer:
    """Issue the rulings whose outcome was shown, and remember on this device who rules."""
    return replace(issued(asked, at, token), device=replace(asked.device, referee=referee_named(asked.form)))


def issued(asked: Asked, at: Desk, token: str) -> Answer:
    """Answer to the order that issues rulings."""
    seen, form = table_at(asked, at, token), asked.form
    plans = plans_told(form)
    if is_fresh(form, seen.view) and form.one("previewed") != mark_of_plans(plans):
        return shown_again(asked, at, seen, form, (asked.say("apply.look_again"),))
    written = desk.rule(at, seen.game, order_by(asked, referee_named(form)), expected_of(form), plans)
    if isinstance(written, Refused):
        return shown_again(asked, at, seen, form, sentences(asked, written.problems, seen.view.rules))
    look = address_with(url_for("apply.show", token=token), without_state(form))
    return after_order(asked, at, token, written, wanted(asked, seen, form), look)


def order_by(asked: Asked, referee: str) -> Order:
    """Return the order of a form by this referee."""
    order = order_of(asked)
    return replace(order, by=replace(order.by, name=referee))


def referee_named(form: Form) -> str:
    """Return the referee whom a form names."""
    return form.one("by")[:LONGEST_NAME]


def shown_again(asked: Asked, at: Desk, seen: Seen, form: Form, told: tuple[str, ...]) -> Answer:
    """Show the page as it was sent, with what is wrong."""
    return page_of(PAGE, UNPROCESSABLE, page=apply_page(asked, at, seen, form, told))


def wanted(asked: Asked, seen: Seen, form: Form) -> str:
    """Return what a form rules on, for a page that shows it beside what others wrote."""
    players = asked.say("sheet.and").join(seen.view.seats[plan.seat].name for plan in plans_told(form))
    return f"{offence_title(asked, form.one('offence', OTHER_OFFENCE))}: {players}"


def withdraw(asked: Asked, at: Desk, token: str, ruling: int) -> Answer:
    """Withdraw a ruling with the reason that was typed."""
    seen, form = table_at(asked, at, token), asked.form
    order, reason = order_by(asked, asked.device.referee), form.one("text")
    written = desk.withdraw_ruling(at, seen.game, order, expected_of(form), ruling, reason)
    if isinstance(written, Conflict):
        return after_order(asked, at, token, written, f"{asked.say('apply.withdraw')}: {reason}")
    if isinstance(written, Refused):
        return refused_order(token, sentences(asked, written.problems, seen.view.rules))
    return onwards(asked, url_for("sheet.show", token=token), written)
