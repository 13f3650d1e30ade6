"""The answer to "What does this pay?": from a form to what is shown about its hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.core.asking.settle_answers import settle_answer
from referee.core.forms.hand_form import lacking_in_hand, settle_question
from referee.core.pages.preview import PaymentView, payment_view
from referee.core.text.jsontext import plain_value
from referee.core.text.library import Book, Library, variant_wanted
from referee.core.text.words import Speaker

if TYPE_CHECKING:
    from referee.core.forms.form import Form
    from referee.core.rules.ruleset import Ruleset


def settle_payment(form: Form, library: Library, lang: str) -> PaymentView:
    """Return what the hand of a form pays, or what is still to be chosen; an unknown ruleset is refused."""
    words = library.sentences[lang]
    book = library.book(form.one("ruleset")) or library.books[0]
    ruleset = form.one("ruleset", book.id)
    lacking = lacking_in_hand(form)
    if lacking is not None and ruleset == book.id:
        return PaymentView(hint=words["hint." + lacking])
    question = settle_question(form, ruleset, chosen_rules(book, form).setup.points)
    answer = plain_value(settle_answer(question, library, Speaker(lang=lang, words=words)))
    return payment_view(question, answer, seat_below(form), words)


def seat_below(form: Form) -> int:
    """Return the seat that a form shows at the bottom."""
    me = form.one("me", "0")
    return int(me) if me in ("0", "1", "2", "3") else 0


def chosen_rules(book: Book, form: Form) -> Ruleset:
    """Return the rules of a book with the options that a form chooses; the default for what is no choice."""
    return book.variants[variant_wanted(book, form.options())]
