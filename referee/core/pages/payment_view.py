"""The answer to "What does this pay?": a form, its question, and the answer as HTML."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

from referee.core.asking.settle_answers import settle_answer
from referee.core.forms.form import Form
from referee.core.forms.hand_form import lacking_in_hand, settle_question
from referee.core.pages.preview import settle_preview
from referee.core.rules.ruleset import Ruleset
from referee.core.text.jsontext import json_text
from referee.core.text.library import Book, Library, variant_wanted
from referee.core.text.words import Speaker, Words


@dataclass(frozen=True, kw_only=True, slots=True)
class Payment:
    """What a form asks: ``lacking`` is the key of the next question, else ``question`` has its ``answer`` as JSON."""

    lacking: str = ""
    question: str = ""
    answer: str = ""


def settle_payment(form: Form, library: Library, lang: str) -> str:
    """Return what the hand of a form pays, or what is still to be chosen."""
    return payment_shown(payment_asked(form, library, lang), seat_below(form), library.sentences[lang])


def payment_asked(form: Form, library: Library, lang: str) -> Payment:
    """Return the question of a form with its answer, or what is lacking; an unknown ruleset is asked for as it is."""
    book = library.book(form.one("ruleset")) or library.books[0]
    ruleset = form.one("ruleset", book.id)
    lacking = lacking_in_hand(form)
    if lacking is not None and ruleset == book.id:
        return Payment(lacking=lacking)
    question = settle_question(form, ruleset, chosen_rules(book, form).setup.points)
    speaker = Speaker(lang=lang, words=library.sentences[lang])
    return Payment(question=json_text(question), answer=json_text(settle_answer(question, library, speaker)))


def payment_shown(found: Payment, me: int, words: Words) -> str:
    """Return an answer, or what is lacking, as HTML; ``me`` is the seat shown at the bottom."""
    if found.lacking:
        return hint_shown(words["hint." + found.lacking])
    return settle_preview(found.question, found.answer, me, words)


def hint_shown(hint: str) -> str:
    """Return what is still to be chosen in place of a payment."""
    return f'<div class="headline hint"><p class="who">{escape(hint)}</p></div>'


def seat_below(form: Form) -> int:
    """Return the seat that a form shows at the bottom."""
    me = form.one("me", "0")
    return int(me) if me in ("0", "1", "2", "3") else 0


def chosen_rules(book: Book, form: Form) -> Ruleset:
    """Return the rules of a book with the options that a form chooses; the default for what is no choice."""
    return book.variants[variant_wanted(book, form.options())]
