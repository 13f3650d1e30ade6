"""A club's rules while they are written: what a form carries of them, and what its fields change in them."""

from __future__ import annotations

import re
import tomllib
from dataclasses import replace
from itertools import count
from typing import TYPE_CHECKING

from referee.app.answer import BAD_REQUEST
from referee.app.asked import HttpError
from referee.library import with_books
from referee.records import dataclass
from referee.rulebook import RulebookError
from referee.rulebook.club import (
    Checked,
    ClubRules,
    changed,
    checked,
    ground_of,
    in_sight,
    is_line,
    is_too_large,
    name_of,
    offences_of,
    rules_in,
    toml_text,
    with_options,
    with_row,
)
from referee.rulebook.settings import LONGEST_FOUND, WHEN, Refused, row_sent, settings_sent
from referee.texts.case import Rulebook, rulebook_under
from referee.texts.words import Speaker

if TYPE_CHECKING:
    from referee.app.asked import Asked
    from referee.app.form import Form, FormPairs
    from referee.rulebook import Shelf
    from referee.rulebook.shelf import Variant
    from referee.rules.offences import Offence, Texts

_TOO_LARGE = 413
_LONGEST_NOTE = 2000
"""How many characters a note may have."""
_TEXT_LEFT_OUT = {"en": "en", "ja": "ja"}
"""Stands for a sentence that is made anew from what it is about."""
_BETWEEN_RANGES = re.compile(r"[\s,;、\uff0c]+")
_TEXT_ALLOWED = {
    "title": {"en": "1 to 60 characters that can be seen", "ja": "目に見える1文字以上60文字以内"},
    "edition": {"en": "up to 60 characters that can be seen", "ja": "目に見える60文字以内"},
    "note": {"en": "up to 2,000 characters", "ja": "2,000文字以内"},
}


@dataclass(frozen=True, kw_only=True, slots=True)
class Draft:
    """A club's rules; ``id`` and ``version`` tell which saved book they come from, empty for none."""

    rules: ClubRules
    id: str = ""
    version: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Reading:
    """A draft that was checked, and its book and the one it rests on as they are read, whatever is wrong with it.

    ``ground`` are the values of the book under the options of the draft.
    """

    draft: Draft
    found: Checked
    ground: Variant
    before: Rulebook
    after: Rulebook


def draft_sent(asked: Asked, shelf: Shelf) -> Draft:
    """Return the rules that a form carries."""
    form = asked.form
    return draft_in(asked, shelf, form.one("text"), (form.one("id"), form.one("version")))


def draft_in(asked: Asked, shelf: Shelf, text: str, saved: tuple[str, str] = ("", "")) -> Draft:
    """Return the rules in the text of a file; ``saved`` are the id and the version of a saved book."""
    try:
        if is_too_large(text):
            raise HttpError(_TOO_LARGE, asked.say("club.page.too_large"))
        return Draft(rules=rules_in(text, shelf), id=saved[0], version=saved[1])
    except (RulebookError, LookupError) as problem:
        raise HttpError(BAD_REQUEST, f"{asked.say('club.page.unreadable')} {problem}") from None


def reading_of(draft: Draft, asked: Asked, shelf: Shelf) -> Reading:
    """Return a draft with all that is wrong with it, and as it is read in the page's language."""
    speakers = tuple(Speaker(lang=lang, words=words) for lang, words in asked.library.sentences.items())
    name = next(name for each in count() if (name := f"own.{each}") not in shelf.documents)
    found = checked(draft.rules, name, shelf, speakers)
    made = shelf.resolved(found.document, [])
    if made is None:
        raise LookupError(draft.rules.base)
    library, lang = with_books(asked.library, (made,), shelf), asked.speaker.lang
    book, base = library.book(name), library.book(draft.rules.base)
    if book is None or base is None:
        raise LookupError(name)
    return Reading(
        draft=draft,
        found=found,
        ground=ground_of(draft.rules, shelf),
        before=rulebook_under(base, draft.rules.options, library, lang),
        after=rulebook_under(book, {}, library, lang),
    )


def text_carried(text: str) -> str:
    """Return the text of a club's file as forms carry it: without the sentences that can be made anew."""
    table = tomllib.loads(text)
    for clause in table.get("clause", {}).values():
        clause |= {"place": "-", "text": _TEXT_LEFT_OUT if isinstance(clause["text"], dict) else clause["text"]}
    return toml_text(table)


def applied(draft: Draft, sent: Form, shelf: Shelf) -> tuple[Draft, tuple[Refused, ...]]:
    """Return a draft with what was sent from one of its pages, and every field that holds what cannot stand there."""
    kind, _, name = sent.one("from").partition("/")
    rules, refused = draft.rules, tuple[Refused, ...]()
    if kind == "about":
        rules, refused = _with_words(rules, sent, shelf)
    if kind == "values":
        values, refused = settings_sent(sent.pairs)
        rules = changed(rules, values, shelf)
    if kind == "row" and name in offences_of(rules, shelf):
        offence = offences_of(rules, shelf)[name].offence
        made, refused = row_sent(_ranges_apart(sent.pairs, offence), offence)
        rules = rules if made is None else with_row(rules, made, shelf)
    return replace(draft, rules=rules), refused


def _with_words(rules: ClubRules, sent: Form, shelf: Shelf) -> tuple[ClubRules, tuple[Refused, ...]]:
    """Return rules with the title, the edition, the note and the options that were sent."""
    line = {name: " ".join(sent.one(name).split()) for name in ("title", "edition")}
    texts = line | {"note": "\n".join(sent.one("note").splitlines())}
    right = {name: is_line(text) for name, text in line.items()} | {"note": len(texts["note"]) <= _LONGEST_NOTE}
    wrong = [name for name, text in texts.items() if not (right[name] and (text or name != "title"))]
    was = {"title": rules.title, "edition": rules.edition, "note": rules.note}
    kept = {name: was[name] if name in wrong else text for name, text in texts.items()}
    other = with_options(rules, sent.options(), shelf)
    named = replace(other, title=kept["title"], edition=kept["edition"], note=kept["note"])
    return named, tuple(refusal(name, texts[name]) for name in wrong)


def refusal(field: str, found: str) -> Refused:
    """Return the refusal of a text."""
    allowed: Texts = _TEXT_ALLOWED[field]
    return Refused(field=field, found=in_sight(found[:LONGEST_FOUND]), allowed=allowed)


def _ranges_apart(pairs: FormPairs, offence: Offence) -> FormPairs:
    """Return fields with each range of a count by itself, as they are typed into one field."""
    counts = [WHEN + question.id for question in offence.questions if not question.answers]
    return tuple(
        (name, part) for name, text in pairs for part in (_BETWEEN_RANGES.split(text) if name in counts else (text,))
    )


def file_name(draft: Draft, shelf: Shelf) -> str:
    """Return what the file of a draft may be called: as no book is called yet, unless it is the one that was saved."""
    if draft.id:
        return f"{draft.id}.toml"
    name = name_of(draft.rules.title) or "own-rules"
    numbered = (name, *(f"{name}-{number}" for number in range(2, len(shelf.documents) + 3)))
    return next(f"{each}.toml" for each in numbered if each not in shelf.documents)
