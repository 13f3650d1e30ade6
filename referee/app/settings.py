"""The settings of a device, what it keeps for a hall without a network, and the rules it used last or is asked for."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from referee.app.answer import NO_CONTENT, Answer, page_of, redirect_after_write
from referee.app.asked import Contrast, Hand, Theme, look_of
from referee.app.form import OPTION, Form
from referee.app.pages import Choice, OptionField, option_field, rulesets_offered
from referee.app.routes import query_of, url_for
from referee.records import dataclass
from referee.texts.rulings import ruleset_named
from referee.texts.words import chosen_options, is_version, rules_id

if TYPE_CHECKING:
    from collections.abc import Callable

    from referee.app.answer import Answer
    from referee.app.asked import Asked
    from referee.desk import Desk, TableView
    from referee.texts.words import Book


_DEVICE = "device"
"""The choice of whatever the device itself says."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Setting:
    """One thing that can be set: the name of its field, and its choices."""

    name: str
    choices: tuple[Choice, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class SettingsPage:
    """All settings as they are, the rules that pages begin with, and the names that are suggested.

    ``is_new`` before rules were ever chosen, ``saved`` after something was sent.
    """

    rulesets: tuple[Choice, ...]
    is_new: bool
    options: tuple[OptionField, ...]
    settings: tuple[Setting, ...]
    names: str
    saved: bool


def show(asked: Asked, _desk: Desk) -> Answer:
    """Show what this device has chosen."""
    present, rules = asked.device.look, _rules_used(asked)
    book = book_used(asked)
    page = SettingsPage(
        rulesets=rulesets_offered(asked, book),
        is_new=book is None,
        options=() if book is None else tuple(option_field(asked, rules, book, option) for option in book.options),
        settings=(
            Setting(name="language", choices=_languages_offered(asked)),
            _setting(asked, "theme", tuple(Theme), present.theme),
            _setting(asked, "contrast", tuple(Contrast), present.contrast),
            _setting(asked, "hand", tuple(Hand), present.hand),
        ),
        names=" · ".join(asked.device.names),
        saved=asked.query.uses("saved"),
    )
    return page_of("settings.html", page=page)


def save(asked: Asked, _desk: Desk) -> Answer:
    """Keep what was chosen on this device, the rest as it was, and show the settings in it."""
    form, present = asked.form, asked.device
    known = (_DEVICE, *dict(asked.library.languages))
    wanted = form.one("language") if form.one("language") in known else present.language
    chosen = replace(present, look=look_of(form, present.look), language="" if wanted == _DEVICE else wanted)
    written = redirect_after_write(asked, url_for("settings.show", saved=1))
    return keeping_rules(asked, replace(written, device=chosen))


def forget_names(asked: Asked, _desk: Desk) -> Answer:
    """Forget the names that were typed on this device; score sheets keep theirs."""
    return replace(
        redirect_after_write(asked, url_for("settings.show", saved=1)), device=replace(asked.device, names=())
    )


def forget(asked: Asked, _desk: Desk) -> Answer:
    """Take a table out of the list of this device."""
    return Answer(status=NO_CONTENT, device=asked.device.without(asked.form.one("token")))


def _setting(asked: Asked, name: str, values: tuple[str, ...], present: str) -> Setting:
    choices = ((str(value), asked.say(f"settings.{name}.{value}"), value == present) for value in values)
    return Setting(
        name=name, choices=tuple(Choice(value=value, text=text, chosen=chosen) for value, text, chosen in choices)
    )


def _languages_offered(asked: Asked) -> tuple[Choice, ...]:
    """Return the languages there are words for, each under its own name, after the one the browser asks for."""
    chosen = asked.device.language or _DEVICE
    named = [(_DEVICE, asked.say("settings.language.device"))]
    named += asked.library.languages
    return tuple(Choice(value=value, text=text, chosen=value == chosen) for value, text in named)


@dataclass(frozen=True, kw_only=True, slots=True)
class Keepable:
    """A book or a language: the piece's name, and its title."""

    piece: str
    title: str


@dataclass(frozen=True, kw_only=True, slots=True)
class OfflinePage:
    """What a phone may keep."""

    books: tuple[Keepable, ...]
    languages: tuple[Keepable, ...]


def offline(asked: Asked, _desk: Desk) -> Answer:
    """Show what a phone may keep beside the rules that were saved on pages, which it keeps when they are opened."""
    page = OfflinePage(
        books=tuple(
            Keepable(piece=f"book.{book.id}", title=ruleset_named(book.titles, book.edition, asked.speaker))
            for book in asked.library.shelf
            if not is_version(book.id)
        ),
        languages=tuple(Keepable(piece=f"words.{code}", title=name) for code, name in asked.library.languages),
    )
    return page_of("offline.html", page=page)


def book_used(asked: Asked) -> Book | None:
    """Return the book used last, of rules saved on pages the newest version; None before the first or without it."""
    wanted = rules_id(asked.device.rules.get("ruleset", ""))
    return next((book for book in asked.library.offered() if rules_id(book.id) == wanted), None)


def _rules_used(asked: Asked) -> Form:
    """Return the fields that name the rules used last, none before the first."""
    book = book_used(asked)
    sent = Form(pairs=tuple(asked.device.rules.items()))
    return Form(pairs=() if book is None else tuple(rules_as_fields(book, sent.options()).items()))


def with_rules(asked: Asked) -> Form:
    """Return the form that was sent, under the rules used last where it names none."""
    form = asked.form
    return form if form.one("ruleset") else Form(pairs=(*form.pairs, *_rules_used(asked).pairs))


@dataclass(frozen=True, kw_only=True, slots=True)
class RulesFirst:
    """The question before a page that answers under some rules: ``ways`` lead on to it, each under a book."""

    title: str
    ways: tuple[Choice, ...]


def rules_first(asked: Asked, title: str) -> Answer | None:
    """Return the page that asks for the rules, None where the address names them or some were used before.

    Whatever else the address asks for stands in each way onwards. ``title`` is the key of what is asked about.
    """
    if with_rules(asked).one("ruleset"):
        return None
    others = tuple([(name, value) for name, value in asked.query.pairs if name != "ruleset"])
    page = RulesFirst(title=asked.say(title), ways=ways_under_rules(asked, asked.path, others))
    return page_of("rules_first.html", page=page)


def ways_under_rules(asked: Asked, path: str, others: tuple[tuple[str, str], ...] = ()) -> tuple[Choice, ...]:
    """Return the addresses of a page under each of the books, by their titles."""
    return tuple(
        replace(each, value=f"{path}?{query_of([('ruleset', each.value), *others])}")
        for each in rulesets_offered(asked, None)
    )


def rules_as_fields(book: Book, options: dict[str, str]) -> dict[str, str]:
    """Return the fields that name a book under these options, defaults for the others."""
    chosen = chosen_options(book, options)
    return {"ruleset": book.id} | {OPTION + option: chosen[option] for option in chosen}


def rules_at(view: TableView) -> dict[str, str]:
    """Return the fields that name the rules of a table."""
    return {"ruleset": view.book} | {OPTION + option: choice for option, choice in view.options.items()}


def under_rules(asked: Asked, title: str, draw: Callable[[], Answer]) -> Answer:
    """Answer under the rules that are asked for or were used last, which are remembered; where none were, ask first."""
    return rules_first(asked, title) or keeping_rules(asked, draw())


def keeping_rules(asked: Asked, answer: Answer) -> Answer:
    """Let the device remember the rules that the form names, if there are such rules."""
    book = asked.library.book(asked.form.one("ruleset"))
    if book is None:
        return answer
    rules = rules_as_fields(book, asked.form.options())
    return replace(answer, device=replace(answer.device or asked.device, rules=rules))
