"""Rulings in few words: for tables, buttons and headlines."""

from __future__ import annotations

from referee.core.court import Court
from referee.core.library import Book
from referee.core.offences import Consequence, Ruling
from referee.core.outcomes import When
from referee.core.ruleset import Ruleset
from referee.core.verdicts import verdict
from referee.core.words import Speaker, filled


def outcome_said(ruling: Ruling, counted: dict[str, int], court: Court) -> str:
    """Return the penalties of a ruling in few words."""
    speaker = court.speaker
    if not ruling.covered:
        return speaker.words["outcome.uncovered"]
    said = [penalty_said(each, counted, court.rules, speaker) for each in ruling.consequences]
    return speaker.words["rulings.plus"].join(said)


def penalty_said(consequence: Consequence, counted: dict[str, int], rules: Ruleset, speaker: Speaker) -> str:
    """Return one penalty in few words."""
    key, facts = verdict(consequence, counted, rules)
    return speaker.say(key.replace("verdict.", "outcome."), facts)


def weight(ruling: Ruling) -> str:
    """Return the last penalty of a ruling, by which it is coloured; the books name the heaviest last."""
    return str(ruling.consequences[-1].kind) if ruling.covered else "referee"


def book_named(court: Court) -> str:
    """Return a book's title with its edition and the options chosen."""
    lang, book = court.speaker.lang, court.book
    title = title_with_edition(book, lang)
    chosen = court.variant.split(",")
    choices = [
        choice.titles[lang]
        for option in book.options
        for choice in option.choices
        if f"{option.id}={choice.id}" in chosen
    ]
    return " · ".join([title, *choices])


def title_with_edition(book: Book, lang: str) -> str:
    """Return a book's title with its edition, which is always named."""
    title = book.titles[lang]
    return title if book.edition in title else f"{title}, {book.edition}"


def when_said(when: When, speaker: Speaker) -> str:
    """Return when an outcome applies: "live wall / dead wall, 3-5 seen"."""
    words = speaker.words
    parts = []
    for question, ids in when:
        titles = {answer.id: answer.titles[speaker.lang] for answer in question.answers}
        said = words["rulings.or"].join([titles.get(each, each) for each in ids])
        parts.append(filled(question.units[speaker.lang], (("count", said),)) if question.units else said)
    return words["rulings.and"].join(parts) or words["rulings.always"]
