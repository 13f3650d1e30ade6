"""One ruleset file as it was read: its own values and clauses, nothing yet taken from a base."""

from dataclasses import dataclass
from enum import StrEnum

from referee.core.rules.ruleset import Cite
from referee.rulebook.listed import Offences
from referee.rulebook.vocabulary import Plain

LANGUAGES = ("en", "ja")
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
class Said:
    """What the text of a book says about one procedure, and steps that only this book has."""

    texts: Texts
    steps: tuple[Texts, ...]
    cite: Cite


@dataclass(frozen=True, kw_only=True, slots=True)
class Document:
    """A ruleset file; ``extends`` is the id of its base or empty, ``base_options`` the choices made there.

    ``procedures`` is what its text says about some, ``silence`` why it says nothing about others, empty where it
    speaks as its base does.
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
    options: tuple[Option, ...]
    offences: Offences
    procedures: dict[str, Said]
    silence: str
