"""A procedure answered: from the values of a ruleset, else from the text of the book, else not at all."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from referee.core.penalties.court import Court, guides
from referee.core.telling.explain import Sentence, points_of, told

if TYPE_CHECKING:
    from referee.core.rules.procedures import Ask, BookText, Named, Only, Procedure
    from referee.core.rules.ruleset import Cite, Ruleset

NOTHING_SAID = "none"


@dataclass(frozen=True, kw_only=True, slots=True)
class ProcedureAnswer:
    """What a ruleset answers: ``lines`` with their sources; without any the ruleset does not cover it.

    ``steps`` are done at the table, ``rulings`` name the offences that are judged by themselves.
    """

    lines: tuple[Sentence, ...]
    steps: tuple[str, ...]
    rulings: tuple[Named, ...]

    @property
    def covered(self) -> bool:
        """Return whether the ruleset says anything."""
        return bool(self.lines)

    @property
    def cites(self) -> tuple[Cite, ...]:
        """Return the sources, the least certain first, each once; the first one's confidence is that of the answer."""
        cites = [cite for line in self.lines for cite in line.cites]
        clauses = [cite.clause for cite in cites]
        once = [cite for place, cite in enumerate(cites) if cite.clause not in clauses[:place]]
        sure = ("interpretation", "secondary", "text")
        return tuple([cite for level in sure for cite in once if cite.confidence == level])

    @property
    def values(self) -> tuple[str, ...]:
        """Return the values that the sentences are made from."""
        return tuple([line.rule for line in self.lines if line.rule])


def procedure_called(name: str, court: Court) -> Procedure | None:
    """Return the procedure with this id, None if there is none."""
    for procedure in procedures_in(court):
        if procedure.id == name:
            return procedure
    return None


def procedures_in(court: Court) -> tuple[Procedure, ...]:
    """Return the procedures in the language of the court."""
    return court.library.procedures[court.speaker.lang]


def procedure_answered(procedure: Procedure, given: dict[str, str], court: Court) -> ProcedureAnswer:
    """Return what a ruleset answers, as far as the answers given decide."""
    text = court.book.procedures.get(procedure.id)
    steps = [step.text for step in procedure.steps if holds_under(step.only, given, court.rules)]
    if text is not None:
        steps += [court.speaker.text(step) for step in text.steps]
    return ProcedureAnswer(
        lines=lines_from_values(procedure, court) if procedure.values else lines_from_text(text, court),
        steps=tuple(steps),
        rulings=tuple([named for named in procedure.rulings if holds_under(named.only, given, court.rules)]),
    )


def lines_from_values(procedure: Procedure, court: Court) -> tuple[Sentence, ...]:
    """Return the sentences that the values of a ruleset make, in the order in which the procedure names them."""
    chapters = [value.split(".")[0] for value in procedure.values]
    once = [chapter for place, chapter in enumerate(chapters) if chapter not in chapters[:place]]
    points = [point for chapter in once for point in points_of(chapter, court.rules)]
    ordered = [point for value in procedure.values for point in points if point.rules[0] == value]
    return tuple(told(point, court.rules, court.speaker) for point in ordered)


def lines_from_text(text: BookText | None, court: Court) -> tuple[Sentence, ...]:
    """Return the sentence of a book's text, nothing where there is none."""
    return () if text is None else (Sentence(rule="", text=court.speaker.text(text.texts), cites=(text.cite,)),)


def said_aloud(procedure: Procedure, answer: ProcedureAnswer, court: Court) -> str:
    """Return an answer as a referee reads it aloud."""
    speaker = court.speaker
    if not answer.covered:
        return speaker.words["procedure." + court.book.silence]
    general = [procedure.says] if procedure.says else []
    return speaker.words["language.gap"].join([*general, *[line.text for line in answer.lines]])


def guided(procedure: Procedure, answer: ProcedureAnswer, court: Court) -> tuple[Court, ProcedureAnswer] | None:
    """Return what the first book says that speaks where this one does not."""
    if answer.covered:
        return None
    for guide in guides(court):
        there = procedure_answered(procedure, {}, guide)
        if there.covered:
            return (guide, there)
    return None


def asked_now(procedure: Procedure, given: dict[str, str], rules: Ruleset) -> tuple[Ask, ...]:
    """Return the questions that can be asked after the answers given."""
    return tuple([ask for ask in procedure.asks if is_after(ask, given) and holds_under(ask.only, given, rules)])


def is_after(ask: Ask, given: dict[str, str]) -> bool:
    """Return whether the answers are given that a question comes after."""
    return all(name in given for name, _ in ask.only if "." not in name)


def holds_under(only: Only, given: dict[str, str], rules: Ruleset) -> bool:
    """Return whether a condition holds; a question that was not answered may yet be answered so."""
    return all(is_met(name, allowed, given, rules) for name, allowed in only)


def is_met(name: str, allowed: tuple[str, ...], given: dict[str, str], rules: Ruleset) -> bool:
    """Return whether a value or an answer is among those allowed."""
    found = value_names(name, rules) if "." in name else (given[name],) if name in given else allowed
    return any(each in allowed for each in found)


def value_names(rule: str, rules: Ruleset) -> tuple[str, ...]:
    """Return what a value is called in a condition: a choice, yes or no, some or none, or the entries of a list."""
    chapter, _, key = rule.partition(".")
    value = getattr(getattr(rules, chapter), key)
    if isinstance(value, bool):
        return ("yes" if value else "no",)
    if isinstance(value, int):
        return ("some" if value else NOTHING_SAID,)
    if isinstance(value, tuple):
        return tuple([str(each) for each in value]) or (NOTHING_SAID,)
    return (str(value),)
