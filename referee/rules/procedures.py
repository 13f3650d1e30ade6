"""Procedures: questions to a referee that are no offence, as one language tells them, and what a book's text says."""

from __future__ import annotations

from dataclasses import dataclass

from referee.rules.offences import Texts
from referee.rules.ruleset import Cite

Only = tuple[tuple[str, tuple[str, ...]], ...]
"""When something holds: for each ``chapter.key`` or question all that it may be; everywhere if there is nothing."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Reply:
    """One answer to a question; ``go`` is the procedure that answers it instead, empty for none."""

    id: str
    title: str
    go: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Ask:
    """One question about a procedure, which is asked ``only`` after some answers to another."""

    id: str
    text: str
    replies: tuple[Reply, ...]
    only: Only


@dataclass(frozen=True, kw_only=True, slots=True)
class ProcedureStep:
    """One thing to do at the table."""

    text: str
    only: Only


@dataclass(frozen=True, kw_only=True, slots=True)
class Named:
    """An offence whose ruling belongs to a procedure, with the answers that are known."""

    offence: str
    answers: tuple[tuple[str, str], ...]
    only: Only


@dataclass(frozen=True, kw_only=True, slots=True)
class Procedure:
    """One question to a referee.

    ``values`` are the ``chapter.key`` whose sentences answer it, behind ``says``, which holds under every ruleset;
    where there are none, only the text of a book answers.
    """

    id: str
    category: str
    title: str
    says: str
    values: tuple[str, ...]
    asks: tuple[Ask, ...]
    steps: tuple[ProcedureStep, ...]
    rulings: tuple[Named, ...]
    see: tuple[str, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class BookText:
    """What the text of a book says about a procedure, and steps that only this book has."""

    texts: Texts
    steps: tuple[Texts, ...]
    cite: Cite
