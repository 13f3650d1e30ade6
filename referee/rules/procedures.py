"""Procedures: questions to a referee that are no offence, as one language tells them, and what a book's text says."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from referee.rules.ruleset import Cite

if TYPE_CHECKING:
    from referee.rules.offences import Texts


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


def procedure_of(plain: dict[str, Any]) -> Procedure:
    """Return a procedure from its plain form."""
    return Procedure(
        id=plain["id"],
        category=plain["category"],
        title=plain["title"],
        says=plain["says"],
        values=tuple(plain["values"]),
        asks=tuple(ask_of(each) for each in plain["asks"]),
        steps=tuple(ProcedureStep(text=each["text"], only=only_of(each["only"])) for each in plain["steps"]),
        rulings=tuple(named_of(each) for each in plain["rulings"]),
        see=tuple(plain["see"]),
    )


def ask_of(plain: dict[str, Any]) -> Ask:
    """Return a question from its plain form."""
    replies = tuple(Reply(id=each["id"], title=each["title"], go=each["go"]) for each in plain["replies"])
    return Ask(id=plain["id"], text=plain["text"], replies=replies, only=only_of(plain["only"]))


def named_of(plain: dict[str, Any]) -> Named:
    """Return an offence that is named from its plain form."""
    answers = tuple((question, answer) for question, answer in plain["answers"])
    return Named(offence=plain["offence"], answers=answers, only=only_of(plain["only"]))


def only_of(plain: list[Any]) -> Only:
    """Return a condition from its plain form."""
    return tuple((name, tuple(allowed)) for name, allowed in plain)


def book_text_of(plain: dict[str, Any]) -> BookText:
    """Return what a book says from its plain form."""
    return BookText(texts=plain["texts"], steps=tuple(plain["steps"]), cite=Cite(**plain["cite"]))
