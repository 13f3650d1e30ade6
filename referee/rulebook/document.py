"""One ruleset file as it was read, and the tables of its TOML, in which everything wrong is reported."""

import re
from collections.abc import Sequence
from enum import StrEnum

from referee.records import dataclass
from referee.rulebook.problems import Location, as_written, listed, nearest_name
from referee.rulebook.vocabulary import CHAPTERS, EVENT_CHAPTERS, Plain
from referee.rules.offences import BookText, Offence, Span
from referee.rules.ruleset import Cite

When = dict[str, tuple[Span, ...]]
"""The answers that something applies to, by question; a question left out may be answered in any way."""


@dataclass(frozen=True, kw_only=True, slots=True)
class OffenceSpec:
    """An offence and the combinations of answers that cannot be."""

    offence: Offence
    impossible: tuple[When, ...]


Offences = dict[str, OffenceSpec]
"""Offences by id, in the order of their file."""


_LANGUAGES = ("en", "ja")
"""The languages that every text is given in; it may be given in others too."""

Texts = dict[str, str]
"""A text by language."""


class Confidence(StrEnum):
    """How well a value is known."""

    TEXT = "text"  # read in the document itself
    SECONDARY = "secondary"  # read in somebody's account of the document
    INTERPRETATION = "interpretation"  # decided where the document is silent or has two readings


class Silence(StrEnum):
    """Why a book says nothing about a procedure."""

    SILENT = "silent"  # its text was read and does not speak of it
    UNREAD = "unread"  # what its text says was not found
    PROGRAM = "program"  # it is a program, which needs no referee


@dataclass(frozen=True, kw_only=True, slots=True)
class Clause:
    """A rule of the document: the ``chapter.key`` that it decides, its text, and how it is cited.

    ``instead_of`` are clauses of a base that decide no value, and that no longer hold beside this one.
    """

    values: tuple[str, ...]
    text: Texts
    cite: Cite
    instead_of: tuple[str, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Layer:
    """Values by ``chapter.key`` with their clauses, and rows of penalties as they were parsed.

    ``wrong`` are keys that are set, but not to anything usable.
    """

    values: dict[str, Plain]
    wrong: frozenset[str]
    clauses: tuple[Clause, ...]
    rows: tuple[dict[str, object], ...]

    @property
    def decided(self) -> frozenset[str]:
        """Return every key that is set or cited here."""
        cited = {key for clause in self.clauses for key in clause.values}
        return self.wrong | self.values.keys() | cited


@dataclass(frozen=True, kw_only=True, slots=True)
class Choice:
    """One answer to an option, and what it changes."""

    id: str
    titles: Texts
    layer: Layer


@dataclass(frozen=True, kw_only=True, slots=True)
class Option:
    """A question that a book leaves to the table; the first choice is the default."""

    id: str
    titles: Texts
    choices: tuple[Choice, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Document:
    """A ruleset file; ``extends`` is the id of its base or empty, ``base_options`` the choices made there.

    ``escalations`` are the rows on repeated offences as they were parsed. ``procedures`` is what its text says about
    some, ``silence`` why it says nothing about others, empty where it speaks as its base does. ``events`` is what it
    says about events, with clauses for those values only. ``usual`` is its place among the books that are played most,
    0 for every other.
    """

    id: str
    file: str
    extends: str
    base_options: dict[str, str]
    titles: Texts
    edition: Texts
    confidence: str
    source: Texts
    layer: Layer
    events: Layer
    options: tuple[Option, ...]
    offences: Offences
    escalations: tuple[dict[str, object], ...]
    procedures: dict[str, BookText]
    silence: str
    usual: int


Table = dict[str, object]
"""A TOML table as it was parsed."""

MISSING = "This key is missing."
WRONG_TYPE = "Wrong type."
_EMPTY = "This text is empty."
_LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Z][A-Za-z]+)?")
"""The code of a language, such as "fi" or "pt-BR"; what has no text in it is shown in English."""
_COMMAS = {"ja": "、"}
"""What stands between document and place where that is no comma."""
_TEXTS_ALLOWED = f"a text, or a table with one for each of {listed(_LANGUAGES)}"


def refuse_others(table: Table, allowed: Sequence[str], location: Location) -> None:
    """Report every key that has no meaning in this table."""
    for name in sorted(table.keys() - set(allowed)):
        nearest = nearest_name(name, allowed) or _right_chapter(name)
        location.inside(name).report("There is no such key here.", allowed=listed(allowed), nearest=nearest)


def _right_chapter(name: str) -> str:
    """Return the ``chapter.key`` of a key that stands in the wrong chapter, empty if none has it."""
    known = (CHAPTERS | EVENT_CHAPTERS).items()
    return next((f"{chapter}.{name}" for chapter, keys in known if name in keys), "")


def table_at(table: Table, name: str, location: Location) -> tuple[Table, Location]:
    """Return the table called ``name`` and its place; an empty one if it is missing or no table."""
    found, at = table.get(name), location.inside(name)
    if isinstance(found, dict):
        return found, at
    if name in table:
        at.report(WRONG_TYPE, found=as_written(found), allowed="a table")
    else:
        at.report(MISSING, allowed="a table")
    return {}, at


def text_at(table: Table, name: str, location: Location) -> str:
    """Return the text called ``name``, empty if there is none."""
    found = table.get(name)
    if isinstance(found, str) and found.strip():
        return found
    if isinstance(found, str):
        location.inside(name).report(_EMPTY, allowed="a text")
    elif name in table:
        location.inside(name).report(WRONG_TYPE, found=as_written(found), allowed="a text")
    else:
        location.inside(name).report(MISSING, allowed="a text")
    return ""


def texts_at(table: Table, name: str, location: Location) -> Texts:
    """Return the text called ``name`` in each language that it is given in; a plain text stands for all of them."""
    found, at = table.get(name), location.inside(name)
    if isinstance(found, dict):
        others = sorted(name for name in found.keys() - set(_LANGUAGES) if _LANGUAGE.fullmatch(name))
        refuse_others(found, (*_LANGUAGES, *others), at)
        return {language: text_at(found, language, at) for language in (*_LANGUAGES, *others)}
    if isinstance(found, str) and found.strip():
        return dict.fromkeys(_LANGUAGES, found)
    if isinstance(found, str):
        at.report(_EMPTY, allowed="a text")
    elif name in table:
        at.report(WRONG_TYPE, found=as_written(found), allowed=_TEXTS_ALLOWED)
    else:
        at.report(MISSING, allowed=_TEXTS_ALLOWED)
    return dict.fromkeys(_LANGUAGES, "")


def joined(texts: Texts, others: Texts) -> Texts:
    """Return two texts as one, in each language that either is given in."""
    english = _LANGUAGES[0]
    return {
        language: _COMMAS.get(language, ", ").join(each.get(language, each[english]) for each in (texts, others))
        for language in (texts | others)
    }


def names_at(table: Table, name: str, location: Location) -> tuple[str, ...]:
    """Return the list of names called ``name``, each once."""
    found, at = table.get(name), location.inside(name)
    if not isinstance(found, list):
        at.report(WRONG_TYPE if name in table else MISSING, found=_found_text(table, name), allowed="a list of names")
        return ()
    names = tuple(entry for entry in found if isinstance(entry, str))
    if len(names) < len(found):
        at.report(WRONG_TYPE, found=as_written(found), allowed="a list of names")
    if len(set(names)) < len(names):
        at.report("A name comes twice.", found=as_written(found))
    return tuple(dict.fromkeys(names))


def _found_text(table: Table, name: str) -> str:
    """Return what stands at ``name`` as it is written, empty if nothing does."""
    return as_written(table[name]) if name in table else ""
