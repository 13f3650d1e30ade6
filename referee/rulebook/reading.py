"""A ruleset file and the catalogue of procedures, read from TOML: every table checked against what may stand in it."""

import re
import tomllib
from collections.abc import Collection, Mapping
from dataclasses import replace
from itertools import combinations
from pathlib import Path

from referee.records import dataclass
from referee.rulebook.document import (
    WRONG_TYPE,
    Choice,
    Clause,
    Confidence,
    Document,
    Layer,
    Offences,
    Option,
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
from referee.rulebook.offences import CONFIDENCES, name_out_of, offences_at, report_name
from referee.rulebook.problems import Location, Problem, RulebookError, as_written, listed, nearest_name
from referee.rulebook.vocabulary import (
    ALL_KEYS,
    CHAPTERS,
    ENTRY_KEYS,
    EVENT_CHAPTERS,
    EVENT_KEYS,
    FLAGS,
    Kind,
    Plain,
    Shape,
    accepted,
)
from referee.rules.offences import CATEGORIES, BookText, Named, ValueWhen
from referee.rules.ruleset import Cite
from referee.texts.search import Lexicon, fold, lexicon_of

Only = tuple[tuple[str, tuple[str, ...]], ...]
"""When something holds: for each ``chapter.key`` or question all that it may be."""

_PROCEDURE_KEYS = ("category", "title", "says", "values", "when", "see", "search", "question", "steps", "rulings")
_QUESTION_KEYS = ("id", "text", "answers", "usual", "only")
_BOOK_KEYS = ("text", "clause", "place", "confidence", "note", "steps")
_AMOUNTS = ("some", "none")
"""What a condition may ask of a number: whether it is more than nothing."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Answered:
    """One answer to a question; ``go`` is the procedure that answers it instead, empty for none."""

    id: str
    titles: Texts
    go: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Question:
    """One question about a procedure; ``usual`` is the answer taken where none is given, empty for none."""

    id: str
    texts: Texts
    answers: tuple[Answered, ...]
    usual: str
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
    location = Location(file=str(path))
    content = tomllib.loads(path.read_text("utf-8"))
    refuse_others(content, ("procedure",), location)
    table, at = table_at(content, "procedure", location)
    entries = {name: _entry_at(table, name, at) for name in table}
    for entry in entries.values():
        _check_names(entry, entries, offences, at.inside(entry.id))
    if location.problems:
        raise RulebookError(location.problems)
    return entries


def lexicon(path: Path) -> Lexicon:
    """Return how words are understood that somebody searches for; raise ``RulebookError`` if the file is wrong."""
    location = Location(file=str(path))
    content = tomllib.loads(path.read_text("utf-8"))
    refuse_others(content, ("stop", "filler", "same"), location)
    stops, fillers = names_at(content, "stop", location), names_at(content, "filler", location)
    groups = content.get("same", [])
    if not isinstance(groups, list) or not all(isinstance(group, list) and len(group) > 1 for group in groups):
        location.inside("same").report(
            "Wrong type.", found=as_written(groups), allowed="a list of lists of two or more"
        )
        groups = []
    alike = tuple(names_at({"same": group}, "same", location) for group in groups)
    words = [word for group in alike for word in group]
    for word in sorted({word for word in words if words.count(word) > 1}):
        location.inside("same").report("A word means two things.", found=as_written(word))
    if location.problems:
        raise RulebookError(location.problems)
    return lexicon_of(stops, fillers, alike)


def _entry_at(table: Table, name: str, location: Location) -> Entry:
    own, at = table_at(table, name, location)
    refuse_others(own, _PROCEDURE_KEYS, at)
    titles = texts_at(own, "title", at)
    words = names_at(own, "search", at)
    return Entry(
        id=name,
        category=name_out_of(own, "category", CATEGORIES, at),
        titles=titles,
        says=texts_at(own, "says", at) if "says" in own else {},
        values=_values_at(own, at) if "values" in own else (),
        when=_when_at(own, at) if "when" in own else (),
        questions=tuple(_question_at(each, inner) for each, inner in _tables_at(own, "question", at)),
        steps=tuple(_step_at(each, inner) for each, inner in _tables_at(own, "steps", at)),
        rulings=tuple(_ruled_at(each, inner) for each, inner in _tables_at(own, "rulings", at)),
        see=names_at(own, "see", at) if "see" in own else (),
        search=tuple(dict.fromkeys(filter(None, map(fold, (name, *titles.values(), *words))))),
    )


def _tables_at(table: Table, name: str, location: Location) -> list[tuple[Table, Location]]:
    found, at = table.get(name, []), location.inside(name)
    if isinstance(found, list) and all(isinstance(each, dict) for each in found):
        return [(each, at.inside(str(number + 1))) for number, each in enumerate(found)]
    at.report("Wrong type.", found=as_written(found), allowed="a list of tables")
    return []


def _values_at(table: Table, location: Location) -> tuple[str, ...]:
    names = names_at(table, "values", location)
    return tuple(name for name in names if _kind_at(name, location.inside("values")) is not None)


def _when_at(table: Table, location: Location) -> tuple[ValueWhen, ...]:
    """Return after which answers a value is told, for those that are not always told."""
    found, at = table_at(table, "when", location)
    return tuple(ValueWhen(value=value, only=_only_at({"only": found[value]}, at)) for value in found)


def _kind_at(name: str, location: Location) -> Kind | None:
    """Return what may stand at ``chapter.key``, or report that rulesets have no such value."""
    chapter, _, key = name.partition(".")
    if key in CHAPTERS.get(chapter, {}):
        return CHAPTERS[chapter][key]
    known = [f"{each}.{key}" for each, keys in CHAPTERS.items() for key in keys]
    location.report("There is no such value.", found=as_written(name), nearest=nearest_name(name, known))
    return None


def _question_at(table: Table, location: Location) -> Question:
    refuse_others(table, _QUESTION_KEYS, location)
    answers, at = table_at(table, "answers", location)
    return Question(
        id=text_at(table, "id", location),
        texts=texts_at(table, "text", location),
        answers=tuple(_answer_at(answers, name, at) for name in answers),
        usual=_usual_at(table, tuple(answers), location),
        only=_only_at(table, location),
    )


def _usual_at(table: Table, answers: tuple[str, ...], location: Location) -> str:
    """Return the answer taken where none is given, if a question has one."""
    if "usual" not in table:
        return ""
    usual = text_at(table, "usual", location)
    if usual not in answers:
        report_name(usual, answers, location.inside("usual"))
    return usual


def _answer_at(answers: Table, name: str, location: Location) -> Answered:
    """Return one answer, which may lead to another procedure."""
    found = answers.get(name)
    go = ""
    if isinstance(found, dict) and "go" in found:
        go = text_at(found, "go", location.inside(name))
        answers = {name: {key: text for key, text in found.items() if key != "go"}}
    return Answered(id=name, titles=texts_at(answers, name, location), go=go)


def _step_at(table: Table, location: Location) -> Done:
    texts = {key: text for key, text in table.items() if key != "only"}
    return Done(texts=texts_at({"step": texts}, "step", location), only=_only_at(table, location))


def _ruled_at(table: Table, location: Location) -> Named:
    """Return an offence that is named, with the answers that are known."""
    refuse_others(table, ("offence", "answers", "only"), location)
    answers, at = table_at(table, "answers", location) if "answers" in table else ({}, location)
    given = tuple((name, text_at(answers, name, at)) for name in answers)
    return Named(offence=text_at(table, "offence", location), answers=given, only=_only_at(table, location))


def _only_at(table: Table, location: Location) -> Only:
    """Return when something holds, everywhere where nothing is said."""
    if "only" not in table:
        return ()
    only, at = table_at(table, "only", location)
    return tuple((name, names_at(only, name, at)) for name in only)


def _check_names(entry: Entry, entries: Mapping[str, Entry], offences: Offences, location: Location) -> None:
    """Report every name in a procedure that stands for nothing."""
    if entry.id in offences:
        location.report("An offence has this name.")
    for name in entry.see:
        if name not in entries and name not in offences:
            report_name(name, (*entries, *offences), location.inside("see"))
    for question in entry.questions:
        _check_only(question.only, entry, location.inside("question"))
        for answer in question.answers:
            if answer.go and answer.go not in entries:
                report_name(answer.go, tuple(entries), location.inside("question"))
    _check_when(entry, location.inside("when"))
    for step in entry.steps:
        _check_only(step.only, entry, location.inside("steps"))
    for ruled in entry.rulings:
        _check_only(ruled.only, entry, location.inside("rulings"))
        _check_ruled(ruled, offences, location.inside("rulings"))


def _check_when(entry: Entry, location: Location) -> None:
    """Report values that are told after some answers but do not answer the procedure."""
    for condition in entry.when:
        if condition.value not in entry.values:
            report_name(condition.value, entry.values, location)
        _check_only(condition.only, entry, location)


def _check_only(only: Only, entry: Entry, location: Location) -> None:
    """Report every condition that asks for what cannot be."""
    asked = {question.id: tuple(answer.id for answer in question.answers) for question in entry.questions}
    for name, allowed in only:
        kind = None if name in asked else _kind_at(name, location.inside("only"))
        possible = asked[name] if name in asked else _possible_names(kind) if kind else allowed
        for each in allowed:
            if each not in possible:
                report_name(each, possible, location.inside("only").inside(name))


def _possible_names(kind: Kind) -> tuple[str, ...]:
    """Return what a value may be called in a condition."""
    if kind.is_list:
        return (*kind.names, "none")
    return {Shape.FLAG: tuple(FLAGS), Shape.NUMBER: _AMOUNTS, Shape.NAME: kind.names}[kind.shape]


def _check_ruled(ruled: Named, offences: Offences, location: Location) -> None:
    """Report an offence, a question or an answer that there is not."""
    if ruled.offence not in offences:
        report_name(ruled.offence, tuple(offences), location)
        return
    offence = offences[ruled.offence].offence
    for name, answer in ruled.answers:
        question = offence.question(name)
        if question is None:
            report_name(name, tuple(each.id for each in offence.questions), location)
        elif question.answers and answer not in [each.id for each in question.answers]:
            report_name(answer, tuple(each.id for each in question.answers), location)


def _book_texts_at(content: Table, source: Texts, location: Location) -> dict[str, BookText]:
    if "procedure" not in content:
        return {}
    table, at = table_at(content, "procedure", location)
    return {name: _book_text_at(table, name, source, at) for name in table}


def _book_text_at(table: Table, name: str, source: Texts, location: Location) -> BookText:
    own, at = table_at(table, name, location)
    refuse_others(own, _BOOK_KEYS, at)
    confidence = name_out_of(own, "confidence", tuple(Confidence), at)
    return BookText(
        texts=texts_at(own, "text", at),
        steps=tuple(texts_at({"step": each}, "step", inner) for each, inner in _tables_at(own, "steps", at)),
        cite=Cite(
            clause=text_at(own, "clause", at),
            source=joined(source, texts_at(own, "place", at)) if "place" in own else source,
            confidence=confidence,
            note=texts_at(own, "note", at) if "note" in own else {},
        ),
    )


def _silence_at(about: Table, location: Location) -> str:
    """Return why a book is silent, empty where it is as its base is."""
    return name_out_of(about, "silence", tuple(Silence), location) if "silence" in about else ""


def _rank_at(about: Table, location: Location) -> int:
    """Return a book's place among those that are played most, 0 where it has none."""
    found = about.get("usual", 0)
    if isinstance(found, int) and not isinstance(found, bool) and found >= 0:
        return found
    location.inside("usual").report(WRONG_TYPE, found=as_written(found), allowed="a place from 1 on")
    return 0


def check_texts(texts: Mapping[str, BookText], known: Mapping[str, Entry], location: Location) -> None:
    """Report what a book says about procedures that there are not, or that its values answer already."""
    for name in texts:
        at = location.inside("procedure").inside(name)
        if name not in known:
            nearest = nearest_name(name, known)
            at.report("There is no such procedure.", found=name, allowed=listed(known), nearest=nearest)
        elif known[name].values:
            at.report("The values of the ruleset answer this procedure.", allowed=listed(known[name].values))


_ID = re.compile(r"[a-z0-9][a-z0-9_-]*")
_ID_ALLOWED = "small letters a-z, digits, - and _"
_BOOK_ID = re.compile(rf"{_ID.pattern}(\.[a-z0-9_-]+)*")
_BOOK_ID_ALLOWED = f"{_ID_ALLOWED}, with dots between them"
_BOOK_TABLES = (
    "extends",
    "base_options",
    "document",
    "option",
    "clause",
    "offence",
    "penalty",
    "escalation",
    "procedure",
)


def read_document(path: Path, problems: list[Problem]) -> Document | None:
    """Return the file's content as far as it can be read; what is wrong with it is added to ``problems``."""
    location = Location(file=str(path), problems=problems)
    if not _BOOK_ID.fullmatch(path.stem):
        location.report("This name cannot be an id.", found=as_written(path.stem), allowed=_BOOK_ID_ALLOWED)
    content = _toml_of(path, location)
    return None if content is None else document_of(content, path.stem, location)


def _toml_of(path: Path, location: Location) -> Table | None:
    """Return the parsed file, or report that there is none or that it is not TOML."""
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except OSError:
        location.report("The file cannot be read.")
    except UnicodeDecodeError:
        location.report("The file is not UTF-8 text.")
    except tomllib.TOMLDecodeError as error:
        location.report(f"The file is not TOML: {error}.")
    return None


def _check_id(found: str, location: Location) -> None:
    """Report an id that cannot stand in an address."""
    if not _ID.fullmatch(found):
        location.report("This name cannot be an id.", found=as_written(found), allowed=_ID_ALLOWED)


def document_of(content: Table, book: str, location: Location) -> Document:
    """Return the document that the parsed file describes."""
    refuse_others(content, (*_BOOK_TABLES, *CHAPTERS, *EVENT_CHAPTERS), location)
    about, at = table_at(content, "document", location)
    refuse_others(about, ("title", "edition", "confidence", "source", "silence", "usual"), at)
    source, confidence = texts_at(about, "source", at), _confidence_at(about, at)
    extends = text_at(content, "extends", location) if "extends" in content else ""
    layer = _layer_of(content, (source, confidence), location)
    document = Document(
        id=book,
        file=location.file,
        extends=extends,
        base_options=_base_options_of(content, location),
        titles=texts_at(about, "title", at),
        edition=texts_at(about, "edition", at),
        confidence=confidence,
        source=source,
        layer=part_of(layer, CHAPTERS),
        events=replace(part_of(layer, EVENT_CHAPTERS), rows=()),
        options=_options_of(content, (source, confidence), location),
        offences=offences_at(content, location),
        escalations=_rows_in(content, "escalation", location),
        procedures=_book_texts_at(content, source, location),
        silence=_silence_at(about, at),
        usual=_rank_at(about, at),
    )
    _check_options_apart(document, location.inside("option"))
    return document


def _confidence_at(table: Table, location: Location) -> str:
    """Return a confidence, or report one that does not exist."""
    found = text_at(table, "confidence", location)
    if found and found not in CONFIDENCES:
        nearest = nearest_name(found, CONFIDENCES)
        location.inside("confidence").report(
            "There is no such choice.", found=as_written(found), allowed=listed(CONFIDENCES), nearest=nearest
        )
    return found


def _base_options_of(content: Table, location: Location) -> dict[str, str]:
    """Return the choices that the file makes for its base."""
    if "base_options" not in content:
        return {}
    if "extends" not in content:
        location.inside("base_options").report("A file that extends no other has no base options.")
    table, at = table_at(content, "base_options", location)
    return {option: text_at(table, option, at) for option in table}


def silent_events(path: Path) -> Layer:
    """Return what holds at events where a book is silent; raise ``RulebookError`` if the file is wrong."""
    problems: list[Problem] = []
    location = Location(file=str(path), problems=problems)
    content = _toml_of(path, location) or {}
    refuse_others(content, ("document", "clause", *EVENT_CHAPTERS), location)
    about, at = table_at(content, "document", location)
    layer = _layer_of(content, (texts_at(about, "source", at), Confidence.INTERPRETATION), location)
    for key in EVENT_KEYS:
        if key not in layer.values:
            location.report("This value is missing.", found=key)
    if problems:
        raise RulebookError(problems)
    return part_of(layer, EVENT_CHAPTERS)


def _layer_of(content: Table, cited_as: tuple[Texts, str], location: Location) -> Layer:
    """Return the chapters and clauses of a file or of a choice; ``cited_as`` is source and default confidence."""
    values: dict[str, Plain] = {}
    wrong: set[str] = set()
    known = CHAPTERS | EVENT_CHAPTERS
    for chapter in (chapter for chapter in known if chapter in content):
        table, at = table_at(content, chapter, location)
        refuse_others(table, tuple(known[chapter]), at)
        for key in (key for key in known[chapter] if key in table):
            value = accepted(table[key], f"{chapter}.{key}", at.inside(key))
            if value is None:
                wrong.add(f"{chapter}.{key}")
            else:
                values[f"{chapter}.{key}"] = value
    layer = Layer(
        values=values,
        wrong=frozenset(wrong),
        clauses=_clauses_of(content, cited_as, location),
        rows=_rows_in(content, "penalty", location),
    )
    _check_cited(layer, location)
    return layer


def part_of(layer: Layer, chapters: Collection[str]) -> Layer:
    """Return what a layer says about some chapters; a clause that decides something else as well tells only them."""

    def kept(key: str) -> bool:
        return key.partition(".")[0] in chapters

    return replace(
        layer,
        values={key: value for key, value in layer.values.items() if kept(key)},
        wrong=frozenset(filter(kept, layer.wrong)),
        clauses=tuple(replace(clause, values=tuple(filter(kept, clause.values))) for clause in layer.clauses),
    )


def _rows_in(content: Table, name: str, location: Location) -> tuple[Table, ...]:
    """Return rows about offences as they were parsed; they are read when all offences are known."""
    found = content.get(name, [])
    if isinstance(found, list) and all(isinstance(each, dict) for each in found):
        return tuple(found)
    location.inside(name).report("Wrong type.", found=as_written(found), allowed="a list of tables")
    return ()


def _clauses_of(content: Table, cited_as: tuple[Texts, str], location: Location) -> tuple[Clause, ...]:
    """Return the clauses of a file or of a choice in the order in which they stand there."""
    if "clause" not in content:
        return ()
    clauses, at = table_at(content, "clause", location)
    return tuple(_clause_of(clauses, name, cited_as, at) for name in clauses)


def _clause_of(clauses: Table, name: str, cited_as: tuple[Texts, str], location: Location) -> Clause:
    table, at = table_at(clauses, name, location)
    refuse_others(table, ("values", "place", "text", "confidence", "note", "instead_of"), at)
    confidence = _confidence_at(table, at) if "confidence" in table else cited_as[1]
    if confidence == Confidence.INTERPRETATION and "note" not in table:
        at.inside("note").report("An interpretation needs a note: why so, and what other reading there is.")
    return Clause(
        values=tuple(key for key in names_at(table, "values", at) if _is_known(key, at.inside("values"))),
        text=texts_at(table, "text", at),
        cite=Cite(
            clause=name,
            source=joined(cited_as[0], texts_at(table, "place", at)),
            confidence=confidence,
            note=texts_at(table, "note", at) if "note" in table else {},
        ),
        instead_of=names_at(table, "instead_of", at) if "instead_of" in table else (),
    )


def _is_known(key: str, location: Location) -> bool:
    """Return whether rulesets have such a ``chapter.key``, or report that they have not."""
    if key in ALL_KEYS or key in ENTRY_KEYS or key in EVENT_KEYS:
        return True
    location.report(
        "There is no such value.",
        found=as_written(key),
        allowed="chapter.key of any value of a ruleset, chapter.key.entry of a list",
        nearest=nearest_name(key, (*ALL_KEYS, *EVENT_KEYS)),
    )
    return False


def _check_cited(layer: Layer, location: Location) -> None:
    """Report each value without a clause and each with more than one."""
    for key in sorted(layer.decided):
        clauses = [clause.cite.clause for clause in layer.clauses if key in clause.values]
        at = location
        for part in key.split("."):
            at = at.inside(part)
        if not clauses:
            at.report("No clause says where this value is from.", allowed="one clause that lists it in its values")
        elif len(clauses) > 1:
            at.report("More than one clause decides this value.", found=listed(clauses), allowed="one clause")


def _options_of(content: Table, cited_as: tuple[Texts, str], location: Location) -> tuple[Option, ...]:
    """Return the options of a file, sorted by id."""
    if "option" not in content:
        return ()
    options, at = table_at(content, "option", location)
    return tuple(_option_of(options, name, cited_as, at) for name in sorted(options))


def _option_of(options: Table, name: str, cited_as: tuple[Texts, str], location: Location) -> Option:
    table, at = table_at(options, name, location)
    _check_id(name, at)
    refuse_others(table, ("title", "choices", "labels", "set"), at)
    names = names_at(table, "choices", at)
    if not names and isinstance(table.get("choices"), list):
        at.inside("choices").report("An option needs choices.", found="[]", allowed="one choice or more")
    labels, labels_at = table_at(table, "labels", at)
    refuse_others(labels, names, labels_at)
    overlays, overlays_at = table_at(table, "set", at) if "set" in table else ({}, at)
    refuse_others(overlays, names, overlays_at)
    return Option(
        id=name,
        titles=texts_at(table, "title", at),
        choices=tuple(
            Choice(
                id=choice,
                titles=texts_at(labels, choice, labels_at),
                layer=_overlay_of(overlays, choice, cited_as, overlays_at),
            )
            for choice in names
        ),
    )


def _overlay_of(overlays: Table, choice: str, cited_as: tuple[Texts, str], location: Location) -> Layer:
    """Return what one choice changes; nothing if the file says nothing about it."""
    _check_id(choice, location)
    table, at = table_at(overlays, choice, location) if choice in overlays else ({}, location)
    refuse_others(table, (*CHAPTERS, *EVENT_CHAPTERS, "clause", "penalty"), at)
    layer = _layer_of(table, cited_as, at)
    for key in sorted(part_of(layer, EVENT_CHAPTERS).decided):
        at.report("An option cannot decide what holds at events.", found=key)
    return part_of(layer, CHAPTERS)


def _check_options_apart(document: Document, location: Location) -> None:
    """Report each value that two options decide: their order would matter."""
    for one, other in combinations(document.options, 2):
        both = _decided_by(one) & _decided_by(other)
        for key in sorted(both):
            location.inside(other.id).report(f"The option {one.id} decides this value too.", found=key)


def _decided_by(option: Option) -> frozenset[str]:
    """Return every value that some choice of an option sets or cites."""
    return frozenset().union(*(choice.layer.decided for choice in option.choices))
