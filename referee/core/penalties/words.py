"""Rulings in few words: for tables, buttons and headlines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.core.penalties.verdicts import verdict
from referee.core.rules.ledger import Quoted
from referee.core.rules.offences import Consequence, Offence, Penalty, Ruling, Texts
from referee.core.text.library import variant_key
from referee.core.text.words import Speaker, filled

if TYPE_CHECKING:
    from referee.core.penalties.court import Court
    from referee.core.penalties.outcomes import When
    from referee.core.rules.ruleset import Ruleset

PENALTIES = (
    Penalty.NONE,
    Penalty.WARNING,
    Penalty.FINE,
    Penalty.DEAD_HAND,
    Penalty.CHOMBO,
    Penalty.POINTS,
    Penalty.DISQUALIFICATION,
    Penalty.REFEREE,
)


def outcome_said(ruling: Ruling, counted: dict[str, int], court: Court) -> str:
    """Return the penalties of a ruling in few words."""
    speaker = court.speaker
    if not ruling.covered:
        return speaker.words["outcome.uncovered" if ruling.found else "outcome.unknown"]
    said = [penalty_said(each, counted, court.prices, speaker) for each in ruling.consequences]
    return speaker.words["rulings.plus"].join(said)


def penalty_said(consequence: Consequence, counted: dict[str, int], rules: Ruleset, speaker: Speaker) -> str:
    """Return one penalty in few words."""
    key, facts = verdict(consequence, counted, rules)
    return speaker.say(key.replace("verdict.", "outcome."), facts)


def heaviest_kind(ruling: Ruling) -> str:
    """Return the last penalty of a ruling, by which it is coloured; the books name the heaviest last."""
    return str(ruling.consequences[-1].kind) if ruling.covered else "referee"


def book_named(court: Court) -> str:
    """Return a book's title with its edition and whatever was chosen in it that touches rulings."""
    speaker, book = court.speaker, court.book
    parts = [ruleset_named(book.titles, book.edition, speaker)]
    for option in book.options:
        variants = {choice.id: variant_with(option.id, choice.id, court.variant) for choice in option.choices}
        if any(rules_otherwise(variants[choice.id], court) for choice in option.choices):
            chosen = [speaker.text(choice.titles) for choice in option.choices if variants[choice.id] == court.variant]
            parts += [speaker.text(option.titles) + speaker.words["rulings.colon"] + title for title in chosen]
    return " · ".join(parts)


def variant_with(option: str, choice: str, variant: str) -> str:
    """Return the key of a variant with another choice for one option."""
    pairs = [part.partition("=") for part in variant.split(",")]
    return variant_key(tuple((name, choice if name == option else chosen) for name, _, chosen in pairs))


def rules_otherwise(variant: str, court: Court) -> bool:
    """Return whether another variant of the book rules otherwise on any offence; equal charts are one object."""
    charts, there = court.book.penalties.charts, court.book.variants[variant]
    return charts[variant] is not charts[court.variant] or there.chombo != court.rules.chombo


def ruleset_named(titles: Texts, edition: Texts, speaker: Speaker) -> str:
    """Return a book's title with its edition, which is always named."""
    title, year = speaker.text(titles), speaker.text(edition)
    facts = (("title", Quoted(text=title)), ("edition", Quoted(text=year)))
    return title if year in title else speaker.say("page.ruleset", facts)


def when_said(when: When, speaker: Speaker) -> str:
    """Return when an outcome applies: "live wall / dead wall, 3-5 seen"."""
    words = speaker.words
    parts = []
    for question, ids in when:
        titles = {answer.id: speaker.text(answer.titles) for answer in question.answers}
        said = words["rulings.or"].join([titles.get(each, each) for each in ids])
        parts.append(filled(speaker.text(question.units), (("count", said),)) if question.units else said)
    return words["rulings.and"].join(parts) or words["rulings.always"]


def kinds_of(offence: Offence, court: Court) -> tuple[str, ...]:
    """Return the penalties that an offence can lead to."""
    places = court.chart(offence).cells
    rulings = [ruling for place, ruling in enumerate(court.book.penalties.rulings) if place in places]
    return tuple(sorted({each.kind for ruling in rulings for each in ruling.consequences}))
