"""A ruleset file read from TOML: every table checked against what may stand in it."""

import re
import tomllib
from collections.abc import Collection
from dataclasses import replace
from itertools import combinations
from pathlib import Path

from referee.rulebook.document import (
    Choice,
    Clause,
    Confidence,
    Document,
    Layer,
    Option,
    Table,
    Texts,
    joined,
    names_at,
    refuse_others,
    table_at,
    text_at,
    texts_at,
)
from referee.rulebook.offences import CONFIDENCES, offences_at
from referee.rulebook.problems import Place, Problem, RulebookError, as_written, listed, nearest_name
from referee.rulebook.procedures import book_texts_at, silence_at
from referee.rulebook.vocabulary import (
    ALL_KEYS,
    CHAPTERS,
    ENTRY_KEYS,
    EVENT_CHAPTERS,
    EVENT_KEYS,
    Plain,
    accepted,
)
from referee.rules.ruleset import Cite

ID = re.compile(r"[a-z0-9][a-z0-9_-]*")
ID_ALLOWED = "small letters a-z, digits, - and _"
BOOK_ID = re.compile(rf"{ID.pattern}(\.[a-z0-9_-]+)*")
BOOK_ID_ALLOWED = f"{ID_ALLOWED}, with dots between them"
BOOK_TABLES = (
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
    place = Place(file=str(path), problems=problems)
    if not BOOK_ID.fullmatch(path.stem):
        place.report("This name cannot be an id.", found=as_written(path.stem), allowed=BOOK_ID_ALLOWED)
    content = toml_of(path, place)
    return None if content is None else document_of(content, path.stem, place)


def toml_of(path: Path, place: Place) -> Table | None:
    """Return the parsed file, or report that there is none or that it is not TOML."""
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except OSError:
        place.report("The file cannot be read.")
    except UnicodeDecodeError:
        place.report("The file is not UTF-8 text.")
    except tomllib.TOMLDecodeError as error:
        place.report(f"The file is not TOML: {error}.")
    return None


def check_id(found: str, place: Place) -> None:
    """Report an id that cannot stand in an address."""
    if not ID.fullmatch(found):
        place.report("This name cannot be an id.", found=as_written(found), allowed=ID_ALLOWED)


def document_of(content: Table, book: str, place: Place) -> Document:
    """Return the document that the parsed file describes."""
    refuse_others(content, (*BOOK_TABLES, *CHAPTERS, *EVENT_CHAPTERS), place)
    about, at = table_at(content, "document", place)
    refuse_others(about, ("title", "edition", "confidence", "source", "silence"), at)
    source, confidence = texts_at(about, "source", at), confidence_at(about, at)
    extends = text_at(content, "extends", place) if "extends" in content else ""
    layer = layer_of(content, (source, confidence), place)
    document = Document(
        id=book,
        file=place.file,
        extends=extends,
        base_options=base_options_of(content, place),
        titles=texts_at(about, "title", at),
        edition=texts_at(about, "edition", at),
        confidence=confidence,
        source=source,
        layer=part_of(layer, CHAPTERS),
        events=replace(part_of(layer, EVENT_CHAPTERS), rows=()),
        options=options_of(content, (source, confidence), place),
        offences=offences_at(content, place),
        escalations=rows_in(content, "escalation", place),
        procedures=book_texts_at(content, source, place),
        silence=silence_at(about, at),
    )
    check_options_apart(document, place.inside("option"))
    return document


def confidence_at(table: Table, place: Place) -> str:
    """Return a confidence, or report one that does not exist."""
    found = text_at(table, "confidence", place)
    if found and found not in CONFIDENCES:
        nearest = nearest_name(found, CONFIDENCES)
        place.inside("confidence").report(
            "There is no such choice.", found=as_written(found), allowed=listed(CONFIDENCES), nearest=nearest
        )
    return found


def base_options_of(content: Table, place: Place) -> dict[str, str]:
    """Return the choices that the file makes for its base."""
    if "base_options" not in content:
        return {}
    if "extends" not in content:
        place.inside("base_options").report("A file that extends no other has no base options.")
    table, at = table_at(content, "base_options", place)
    return {option: text_at(table, option, at) for option in table}


def silent_events(path: Path) -> Layer:
    """Return what holds at events where a book is silent; raise ``RulebookError`` if the file is wrong."""
    problems: list[Problem] = []
    place = Place(file=str(path), problems=problems)
    content = toml_of(path, place) or {}
    refuse_others(content, ("document", "clause", *EVENT_CHAPTERS), place)
    about, at = table_at(content, "document", place)
    layer = layer_of(content, (texts_at(about, "source", at), Confidence.INTERPRETATION), place)
    for key in EVENT_KEYS:
        if key not in layer.values:
            place.report("This value is missing.", found=key)
    if problems:
        raise RulebookError(problems)
    return part_of(layer, EVENT_CHAPTERS)


def layer_of(content: Table, cited_as: tuple[Texts, str], place: Place) -> Layer:
    """Return the chapters and clauses of a file or of a choice; ``cited_as`` is source and default confidence."""
    values: dict[str, Plain] = {}
    wrong: set[str] = set()
    known = CHAPTERS | EVENT_CHAPTERS
    for chapter in (chapter for chapter in known if chapter in content):
        table, at = table_at(content, chapter, place)
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
        clauses=clauses_of(content, cited_as, place),
        rows=rows_in(content, "penalty", place),
    )
    check_cited(layer, place)
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


def rows_in(content: Table, name: str, place: Place) -> tuple[Table, ...]:
    """Return rows about offences as they were parsed; they are read when all offences are known."""
    found = content.get(name, [])
    if isinstance(found, list) and all(isinstance(each, dict) for each in found):
        return tuple(found)
    place.inside(name).report("Wrong type.", found=as_written(found), allowed="a list of tables")
    return ()


def clauses_of(content: Table, cited_as: tuple[Texts, str], place: Place) -> tuple[Clause, ...]:
    """Return the clauses of a file or of a choice in the order in which they stand there."""
    if "clause" not in content:
        return ()
    clauses, at = table_at(content, "clause", place)
    return tuple(clause_of(clauses, name, cited_as, at) for name in clauses)


def clause_of(clauses: Table, name: str, cited_as: tuple[Texts, str], place: Place) -> Clause:
    """Return one clause."""
    table, at = table_at(clauses, name, place)
    refuse_others(table, ("values", "place", "text", "confidence", "note", "instead_of"), at)
    confidence = confidence_at(table, at) if "confidence" in table else cited_as[1]
    if confidence == Confidence.INTERPRETATION and "note" not in table:
        at.inside("note").report("An interpretation needs a note: why so, and what other reading there is.")
    return Clause(
        values=tuple(key for key in names_at(table, "values", at) if is_known(key, at.inside("values"))),
        text=texts_at(table, "text", at),
        cite=Cite(
            clause=name,
            source=joined(cited_as[0], texts_at(table, "place", at)),
            confidence=confidence,
            note=texts_at(table, "note", at) if "note" in table else {},
        ),
        instead_of=names_at(table, "instead_of", at) if "instead_of" in table else (),
    )


def is_known(key: str, place: Place) -> bool:
    """Return whether rulesets have such a ``chapter.key``, or report that they have not."""
    if key in ALL_KEYS or key in ENTRY_KEYS or key in EVENT_KEYS:
        return True
    place.report(
        "There is no such value.",
        found=as_written(key),
        allowed="chapter.key of any value of a ruleset, chapter.key.entry of a list",
        nearest=nearest_name(key, (*ALL_KEYS, *EVENT_KEYS)),
    )
    return False


def check_cited(layer: Layer, place: Place) -> None:
    """Report each value without a clause and each with more than one."""
    for key in sorted(layer.decided):
        clauses = [clause.cite.clause for clause in layer.clauses if key in clause.values]
        at = place
        for part in key.split("."):
            at = at.inside(part)
        if not clauses:
            at.report("No clause says where this value is from.", allowed="one clause that lists it in its values")
        elif len(clauses) > 1:
            at.report("More than one clause decides this value.", found=listed(clauses), allowed="one clause")


def options_of(content: Table, cited_as: tuple[Texts, str], place: Place) -> tuple[Option, ...]:
    """Return the options of a file, sorted by id."""
    if "option" not in content:
        return ()
    options, at = table_at(content, "option", place)
    return tuple(option_of(options, name, cited_as, at) for name in sorted(options))


def option_of(options: Table, name: str, cited_as: tuple[Texts, str], place: Place) -> Option:
    """Return one option with what each of its choices changes."""
    table, at = table_at(options, name, place)
    check_id(name, at)
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
                layer=overlay_of(overlays, choice, cited_as, overlays_at),
            )
            for choice in names
        ),
    )


def overlay_of(overlays: Table, choice: str, cited_as: tuple[Texts, str], place: Place) -> Layer:
    """Return what one choice changes; nothing if the file says nothing about it."""
    check_id(choice, place)
    table, at = table_at(overlays, choice, place) if choice in overlays else ({}, place)
    refuse_others(table, (*CHAPTERS, *EVENT_CHAPTERS, "clause", "penalty"), at)
    layer = layer_of(table, cited_as, at)
    for key in sorted(part_of(layer, EVENT_CHAPTERS).decided):
        at.report("An option cannot decide what holds at events.", found=key)
    return part_of(layer, CHAPTERS)


def check_options_apart(document: Document, place: Place) -> None:
    """Report each value that two options decide: their order would matter."""
    for one, other in combinations(document.options, 2):
        both = decided_by(one) & decided_by(other)
        for key in sorted(both):
            place.inside(other.id).report(f"The option {one.id} decides this value too.", found=key)


def decided_by(option: Option) -> frozenset[str]:
    """Return every value that some choice of an option sets or cites."""
    return frozenset().union(*(choice.layer.decided for choice in option.choices))
