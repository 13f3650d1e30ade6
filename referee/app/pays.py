"""The screen that answers what a hand pays, without a game."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from referee.app.answer import OK, UNPROCESSABLE, Answer, block_of, elsewhere, page_of
from referee.app.pages import PaysPage, offers_of, pays_page, without_leftovers
from referee.app.preview import settle_payment
from referee.app.routes import query_of, url_for
from referee.texts.library import rules_wanted
from referee.texts.reader import is_digits

if TYPE_CHECKING:
    from referee.app.asked import Asked
    from referee.app.form import Form
    from referee.desk import Desk


NOT_IN_ADDRESS = frozenset({"step", "shown", "lang"})
STEPS = {"honba+1": ("honba", 1), "honba-1": ("honba", -1), "sticks+1": ("sticks", 1), "sticks-1": ("sticks", -1)}
"""What the buttons beside a number change, and by how much."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Answered:
    """The screen with its answer."""

    page: PaysPage

    @property
    def status(self) -> int:
        """Return the HTTP status: a refused question is an unprocessable one."""
        return UNPROCESSABLE if self.page.payment.refused else OK


def show(asked: Asked, _at: Desk) -> Answer:
    """Show the question form, and the payment once the form says enough."""
    form = asked.form
    step = STEPS.get(form.one("step"))
    if step is not None:
        return elsewhere(address_of(stepped(form, *step)))
    answered = answer_form(asked)
    return at_its_address(page_of("pays.html", answered.status, page=answered.page), answered)


def payment(asked: Asked, _at: Desk) -> Answer:
    """Return only the payment, and the address under which the whole screen shows it again."""
    answered = answer_form(asked)
    return at_its_address(block_of("pays.html", "payment", answered.status, page=answered.page), answered)


def at_its_address(answer: Answer, answered: Answered) -> Answer:
    """Return a response; htmx then shows the address that gives the same screen again."""
    return answer.telling(("HX-Replace-Url", address_of(answered.page.form)))


def answer_form(asked: Asked) -> Answered:
    """Return the screen for a form: its answer, its refusal, or what is still to be chosen."""
    sent, library = asked.form, asked.library
    book = next((each for each in library.books if each.id == sent.one("ruleset")), library.books[0])
    offers = offers_of(rules_wanted(book, sent.options()))
    form = without_leftovers(sent, book, offers)
    page = pays_page(asked, form, book, offers)
    return Answered(page=replace(page, payment=settle_payment(form, library, asked.speaker.lang)))


def stepped(form: Form, name: str, change: int) -> Form:
    """Return the form with a number one higher or lower, never below zero; what is no number counts as zero."""
    text = form.one(name, "0")
    before = int(text) if is_digits(text) and len(text) < len("1000") else 0
    return form.changed(name, str(max(0, before + change)))


def address_of(form: Form) -> str:
    """Return the address that shows this form again, without its empty fields."""
    filled = [(name, value) for name, value in form.pairs if value and name not in NOT_IN_ADDRESS]
    return url_for("pays.show") + ("?" + query_of(filled) if filled else "")
