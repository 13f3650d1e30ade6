"""Procedures read from TOML: the catalogue, what a book's text says about some, and how searched words are meant."""

import tomllib
from collections.abc import Mapping
from pathlib import Path

from referee.records import dataclass
from referee.rulebook.document import (
    Confidence,
    Offences,
    Silence,
    Table,
    Texts,
    joined,
    names_at,
    refuse_others,
    table_at,
    text_at,
    texts_at,
)
from referee.rulebook.offences import name_out_of, report_name
from referee.rulebook.problems import Place, RulebookError, as_written, listed, nearest_name
from referee.rulebook.vocabulary import CHAPTERS, Kind, Shape
from referee.rules.offences import CATEGORIES, BookText, Named, ValueWhen
from referee.rules.ruleset import Cite
from referee.texts.search import Lexicon, fold, lexicon_of

Only = tuple[tuple[str, tuple[str, ...]], ...]
"""When something holds: for each ``chapter.key`` or question all that it may be."""

PROCEDURE_KEYS = ("category", "title", "says", "values", "when", "see", "search", "question", "steps", "rulings")
QUESTION_KEYS = ("id", "text", "answers", "only")
BOOK_KEYS = ("text", "clause", "place", "confidence", "note", "steps")
FLAGS = ("yes", "no")
AMOUNTS = ("some", "none")
"""What a condition may ask of a number: whether it is more than nothing."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Answered:
    """One answer to a question; ``go`` is the procedure that answers it instead, empty for none."""

    id: str
    titles: Texts
    go: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Question:
    """One question about a procedure."""

    id: str
    texts: Texts
    answers: tuple[Answered, ...]
    only: Only


@dataclass(frozen=True, kw_only=True, slots=True)
class Done:
    """One thing to do at the table."""

    texts: Texts
    only: Only


@dataclass(frozen=True, kw_only=True, slots=True)
class Entry:
    """One procedure in every language, with the folded words that find it."""

    id: str
    category: str
    titles: Texts
    says: Texts
    values: tuple[str, ...]
    when: tuple[ValueWhen, ...]
    questions: tuple[Question, ...]
    steps: tuple[Done, ...]
    rulings: tuple[Named, ...]
    see: tuple[str, ...]
    search: tuple[str, ...]


Entries = dict[str, Entry]
"""Procedures by id, in the order of their file."""


def procedures(path: Path, offences: Offences) -> Entries:
    """Return the procedures of the shipped catalogue; raise ``RulebookError`` with everything that is wrong with it."""
    place = Place(file=str(path))
    content = tomllib.loads(path.read_text("utf-8"))
    refuse_others(content, ("procedure",), place)
    table, at = table_at(content, "procedure", place)
    entries = {name: entry_at(table, name, at) for name in table}
    for entry in entries.values():
        check_names(entry, entries, offences, at.inside(entry.id))
    if place.problems:
        raise RulebookError(place.problems)
    return entries


def lexicon(path: Path) -> Lexicon:
    """Return how words are understood that somebody searches for; raise ``RulebookError`` if the file is wrong."""
    place = Place(file=str(path))
    content = tomllib.loads(path.read_text("utf-8"))
    refuse_others(content, ("stop", "filler", "same"), place)
    stops, fillers = names_at(content, "stop", place), names_at(content, "filler", place)
    groups = content.get("same", [])
    if not isinstance(groups, list) or not all(isinstance(group, list) and len(group) > 1 for group in groups):
        place.inside("same").report("Wrong type.", found=as_written(groups), allowed="a list of lists of two or more")
        groups = []
    alike = tuple(names_at({"same": group}, "same", place) for group in groups)
    words = [word for group in alike for word in group]
    for word in sorted({word for word in words if words.count(word) > 1}):
        place.inside("same").report("A word means two things.", found=as_written(word))
    if place.problems:
        raise RulebookError(place.problems)
    return lexicon_of(stops, fillers, alike)


def entry_at(table: Table, name: str, place: Place) -> Entry:
    """Return one procedure."""
    own, at = table_at(table, name, place)
    refuse_others(own, PROCEDURE_KEYS, at)
    titles = texts_at(own, "title", at)
    words = names_at(own, "search", at)
    return Entry(
        id=name,
        category=name_out_of(own, "category", CATEGORIES, at),
        titles=titles,
        says=texts_at(own, "says", at) if "says" in own else {},
        values=values_at(own, at) if "values" in own else (),
        when=when_at(own, at) if "when" in own else (),
        questions=tuple(question_at(each, inner) for each, inner in tables_at(own, "question", at)),
        steps=tuple(step_at(each, inner) for each, inner in tables_at(own, "steps", at)),
        rulings=tuple(ruled_at(each, inner) for each, inner in tables_at(own, "rulings", at)),
        see=names_at(own, "see", at) if "see" in own else (),
        search=tuple(dict.fromkeys(filter(None, map(fold, (name, *titles.values(), *words))))),
    )


def tables_at(table: Table, name: str, place: Place) -> list[tuple[Table, Place]]:
    """Return each table of a list with its place."""
    found, at = table.get(name, []), place.inside(name)
    if isinstance(found, list) and all(isinstance(each, dict) for each in found):
        return [(each, at.inside(str(number + 1))) for number, each in enumerate(found)]
    at.report("Wrong type.", found=as_written(found), allowed="a list of tables")
    return []


def values_at(table: Table, place: Place) -> tuple[str, ...]:
    """Return the values that answer a procedure."""
    names = names_at(table, "values", place)
    return tuple(name for name in names if kind_at(name, place.inside("values")) is not None)


def when_at(table: Table, place: Place) -> tuple[ValueWhen, ...]:
    """Return after which answers a value is told, for those that are not always told."""
    found, at = table_at(table, "when", place)
    return tuple(ValueWhen(value=value, only=only_at({"only": found[value]}, at)) for value in found)


def kind_at(name: str, place: Place) -> Kind | None:
    """Return what may stand at ``chapter.key``, or report that rulesets have no such value."""
    chapter, _, key = name.partition(".")
    if key in CHAPTERS.get(chapter, {}):
        return CHAPTERS[chapter][key]
    known = [f"{each}.{key}" for each, keys in CHAPTERS.items() for key in keys]
    place.report("There is no such value.", found=as_written(name), nearest=nearest_name(name, known))
    return None


def question_at(table: Table, place: Place) -> Question:
    """Return one question with its answers."""
    refuse_others(table, QUESTION_KEYS, place)
    answers, at = table_at(table, "answers", place)
    return Question(
        id=text_at(table, "id", place),
        texts=texts_at(table, "text", place),
        answers=tuple(answer_at(answers, name, at) for name in answers),
        only=only_at(table, place),
    )


def answer_at(answers: Table, name: str, place: Place) -> Answered:
    """Return one answer, which may lead to another procedure."""
    found = answers.get(name)
    go = ""
    if isinstance(found, dict) and "go" in found:
        go = text_at(found, "go", place.inside(name))
        answers = {name: {key: text for key, text in found.items() if key != "go"}}
    return Answered(id=name, titles=texts_at(answers, name, place), go=go)


def step_at(table: Table, place: Place) -> Done:
    """Return one step."""
    texts = {key: text for key, text in table.items() if key != "only"}
    return Done(texts=texts_at({"step": texts}, "step", place), only=only_at(table, place))


def ruled_at(table: Table, place: Place) -> Named:
    """Return an offence that is named, with the answers that are known."""
    refuse_others(table, ("offence", "answers", "only"), place)
    answers, at = table_at(table, "answers", place) if "answers" in table else ({}, place)
    given = tuple((name, text_at(answers, name, at)) for name in answers)
    return Named(offence=text_at(table, "offence", place), answers=given, only=only_at(table, place))


def only_at(table: Table, place: Place) -> Only:
    """Return when something holds, everywhere where nothing is said."""
    if "only" not in table:
        return ()
    only, at = table_at(table, "only", place)
    return tuple((name, names_at(only, name, at)) for name in only)


def check_names(entry: Entry, entries: Mapping[str, Entry], offences: Offences, place: Place) -> None:
    """Report every name in a procedure that stands for nothing."""
    if entry.id in offences:
        place.report("An offence has this name.")
    for name in entry.see:
        if name not in entries and name not in offences:
            report_name(name, (*entries, *offences), place.inside("see"))
    for question in entry.questions:
        check_only(question.only, entry, place.inside("question"))
        for answer in question.answers:
            if answer.go and answer.go not in entries:
                report_name(answer.go, tuple(entries), place.inside("question"))
    check_when(entry, place.inside("when"))
    for step in entry.steps:
        check_only(step.only, entry, place.inside("steps"))
    for ruled in entry.rulings:
        check_only(ruled.only, entry, place.inside("rulings"))
        check_ruled(ruled, offences, place.inside("rulings"))


def check_when(entry: Entry, place: Place) -> None:
    """Report values that are told after some answers but do not answer the procedure."""
    for condition in entry.when:
        if condition.value not in entry.values:
            report_name(condition.value, entry.values, place)
        check_only(condition.only, entry, place)


def check_only(only: Only, entry: Entry, place: Place) -> None:
    """Report every condition that asks for what cannot be."""
    asked = {question.id: tuple(answer.id for answer in question.answers) for question in entry.questions}
    for name, allowed in only:
        kind = None if name in asked else kind_at(name, place.inside("only"))
        possible = asked[name] if name in asked else possible_names(kind) if kind else allowed
        for each in allowed:
            if each not in possible:
                report_name(each, possible, place.inside("only").inside(name))


def possible_names(kind: Kind) -> tuple[str, ...]:
    """Return what a value may be called in a condition."""
    if kind.is_list:
        return (*kind.names, "none")
    return {Shape.FLAG: FLAGS, Shape.NUMBER: AMOUNTS, Shape.NAME: kind.names}[kind.shape]


def check_ruled(ruled: Named, offences: Offences, place: Place) -> None:
    """Report an offence, a question or an answer that there is not."""
    if ruled.offence not in offences:
        report_name(ruled.offence, tuple(offences), place)
        return
    offence = offences[ruled.offence].offence
    for name, answer in ruled.answers:
        question = offence.question(name)
        if question is None:
            report_name(name, tuple(each.id for each in offence.questions), place)
        elif question.answers and answer not in [each.id for each in question.answers]:
            report_name(answer, tuple(each.id for each in question.answers), place)


def book_texts_at(content: Table, source: Texts, place: Place) -> dict[str, BookText]:
    """Return what the text of a book says about procedures."""
    if "procedure" not in content:
        return {}
    table, at = table_at(content, "procedure", place)
    return {name: book_text_at(table, name, source, at) for name in table}


def book_text_at(table: Table, name: str, source: Texts, place: Place) -> BookText:
    """Return what the text of a book says about one procedure."""
    own, at = table_at(table, name, place)
    refuse_others(own, BOOK_KEYS, at)
    confidence = name_out_of(own, "confidence", tuple(Confidence), at)
    return BookText(
        texts=texts_at(own, "text", at),
        steps=tuple(texts_at({"step": each}, "step", inner) for each, inner in tables_at(own, "steps", at)),
        cite=Cite(
            clause=text_at(own, "clause", at),
            source=joined(source, texts_at(own, "place", at)) if "place" in own else source,
            confidence=confidence,
            note=texts_at(own, "note", at) if "note" in own else {},
        ),
    )


def silence_at(about: Table, place: Place) -> str:
    """Return why a book is silent, empty where it is as its base is."""
    return name_out_of(about, "silence", tuple(Silence), place) if "silence" in about else ""


def check_texts(texts: Mapping[str, BookText], known: Mapping[str, Entry], place: Place) -> None:
    """Report what a book says about procedures that there are not, or that its values answer already."""
    for name in texts:
        at = place.inside("procedure").inside(name)
        if name not in known:
            nearest = nearest_name(name, known)
            at.report("There is no such procedure.", found=name, allowed=listed(known), nearest=nearest)
        elif known[name].values:
            at.report("The values of the ruleset answer this procedure.", allowed=listed(known[name].values))
