"""The screen that answers what a hand pays, without a game."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from http import HTTPStatus
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from flask import Blueprint, Response, make_response, redirect, render_template, url_for

from referee.core.forms.form import Form
from referee.core.pages.payment_view import settle_payment
from referee.web.language import follow_language, language
from referee.web.lookup.leftovers import without_leftovers
from referee.web.offers import offers_of
from referee.web.pages import PaysPage, pays_page
from referee.web.render import render_block
from referee.web.sent import form_sent
from referee.web.shelf import library_in_use, rules_of

if TYPE_CHECKING:
    from werkzeug.wrappers import Response as AnyResponse

    from referee.core.text.library import Library

NOT_IN_ADDRESS = frozenset({"step", "shown", "lang"})
STEP = re.compile(r"(honba|sticks)([+-])1")

pays = Blueprint("pays", __name__)
follow_language(pays)


@dataclass(frozen=True, kw_only=True, slots=True)
class Answered:
    """The screen with its answer."""

    page: PaysPage

    @property
    def status(self) -> HTTPStatus:
        """Return the HTTP status: a refused question is an unprocessable one."""
        return HTTPStatus.UNPROCESSABLE_ENTITY if self.page.payment.refused else HTTPStatus.OK


@pays.get("/pays")
def show() -> AnyResponse:
    """Show the question form, and the payment once the form says enough."""
    form = form_sent()
    step = STEP.fullmatch(form.one("step"))
    if step is not None:
        return redirect(address_of(stepped(form, step[1], 1 if step[2] == "+" else -1)))
    answered = answer_form(form, library_in_use())
    return at_its_address(render_template("pays.html", page=answered.page), answered)


@pays.get("/pays/payment")
def payment() -> Response:
    """Return only the payment, and the address under which the whole screen shows it again."""
    form = form_sent()
    answered = answer_form(form, library_in_use())
    return at_its_address(render_block("pays.html", "payment", page=answered.page), answered)


def at_its_address(html: str, answered: Answered) -> Response:
    """Return a response; htmx then shows the address that gives the same screen again."""
    response = make_response(html, answered.status)
    response.headers["HX-Replace-Url"] = address_of(answered.page.form)
    return response


def answer_form(sent: Form, library: Library) -> Answered:
    """Return the screen for a form: its answer, its refusal, or what is still to be chosen."""
    book = next((each for each in library.books if each.id == sent.one("ruleset")), library.books[0])
    offers = offers_of(rules_of(book, sent.options()))
    form = without_leftovers(sent, book, offers)
    page = pays_page(form, library.books, book, offers)
    return Answered(page=replace(page, payment=settle_payment(form, library, language())))


def stepped(form: Form, name: str, change: int) -> Form:
    """Return the form with a number one higher or lower, never below zero; what is no number counts as zero."""
    text = form.one(name, "0")
    before = int(text) if text.isdecimal() and len(text) < len("1000") else 0
    return form.changed(name, str(max(0, before + change)))


def address_of(form: Form) -> str:
    """Return the address that shows this form again, without its empty fields."""
    filled = [(name, value) for name, value in form.pairs if value and name not in NOT_IN_ADDRESS]
    return url_for("pays.show") + ("?" + urlencode(filled) if filled else "")
