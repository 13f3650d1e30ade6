"""The rules that were used last on this device, under which every page begins that belongs to no table."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from referee.app.form import OPTION, Form
from referee.texts.library import chosen_options, rules_id

if TYPE_CHECKING:
    from referee.app.answer import Answer
    from referee.app.asked import Asked
    from referee.desk import TableView
    from referee.texts.library import Book


def book_used(asked: Asked) -> Book | None:
    """Return the book used last, of rules saved on pages the newest version; None before the first or without it."""
    wanted = rules_id(asked.device.rules.get("ruleset", ""))
    return next((book for book in asked.library.offered() if rules_id(book.id) == wanted), None)


def rules_used(asked: Asked) -> Form:
    """Return the fields that name the rules used last, none before the first."""
    book = book_used(asked)
    sent = Form(pairs=tuple(asked.device.rules.items()))
    return Form(pairs=() if book is None else tuple(rules_as_fields(book, sent.options()).items()))


def with_rules(asked: Asked) -> Form:
    """Return the form that was sent, under the rules used last where it names none."""
    form = asked.form
    return form if form.one("ruleset") else Form(pairs=(*form.pairs, *rules_used(asked).pairs))


def rules_as_fields(book: Book, options: dict[str, str]) -> dict[str, str]:
    """Return the fields that name a book under these options, defaults for the others."""
    chosen = chosen_options(book, options)
    return {"ruleset": book.id} | {OPTION + option: chosen[option] for option in chosen}


def rules_at(view: TableView) -> dict[str, str]:
    """Return the fields that name the rules of a table."""
    return {"ruleset": view.book} | {OPTION + option: choice for option, choice in view.options.items()}


def keeping_rules(asked: Asked, answer: Answer) -> Answer:
    """Let the device remember the rules that the form names, if there are such rules."""
    book = asked.library.book(asked.form.one("ruleset"))
    if book is None:
        return answer
    rules = rules_as_fields(book, asked.form.options())
    return replace(answer, device=replace(answer.device or asked.device, rules=rules))
