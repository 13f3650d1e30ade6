"""A procedure in the shape of a ruling: the sentence first, then the steps, then where it is from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from referee.core.forms.ruling_form import ANSWER
from referee.core.lookup.finding import entries_in, entry_title
from referee.core.lookup.gists import offence_gist
from referee.core.lookup.procedures import ProcedureAnswer, asked_now, guided, procedure_answered, said_aloud
from referee.core.pages.cite_view import CiteView, cite_view
from referee.core.pages.facts_view import AnswerButton, FactsView, Link, QuestionView
from referee.core.pages.lookup_view import Hit, rules_named
from referee.core.penalties.words import book_named
from referee.core.text.words import filled

if TYPE_CHECKING:
    from referee.core.forms.form import Form
    from referee.core.penalties.court import Court
    from referee.core.rules.procedures import Ask, Named, Procedure, Reply


@dataclass(frozen=True, kw_only=True, slots=True)
class ProcedureGuide:
    """What another book says where this one does not."""

    title: str
    said: str
    cites: tuple[CiteView, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class ProcedureView:
    """A procedure under one ruleset; ``rulings`` are the offences that belong to it."""

    rules: str
    title: str
    said: str
    steps: tuple[str, ...]
    cites: tuple[CiteView, ...]
    guide: ProcedureGuide | None
    facts: FactsView | None
    rulings: tuple[Hit, ...]
    near: tuple[Link, ...]


def procedure_view(form: Form, procedure: Procedure, court: Court) -> ProcedureView:
    """Return what a ruleset answers, as far as the answers of a form decide."""
    given = replies_given(form, procedure)
    answer = procedure_answered(procedure, given, court)
    return ProcedureView(
        rules=book_named(court),
        title=procedure.title,
        said=said_aloud(procedure, answer, court),
        steps=answer.steps,
        cites=tuple([cite_view(cite, court.speaker) for cite in answer.cites]),
        guide=guide_beside(procedure, answer, court),
        facts=asks_view(procedure, given, court),
        rulings=tuple([ruling_hit(named, court) for named in answer.rulings]),
        near=links_near(procedure, court),
    )


def replies_given(form: Form, procedure: Procedure) -> dict[str, str]:
    """Return the answers that a form gives; what answers nothing counts as left out."""
    given = {}
    for ask in procedure.asks:
        told = form.one(ANSWER + ask.id)
        if told in [reply.id for reply in ask.replies]:
            given[ask.id] = told
    return given


def guide_beside(procedure: Procedure, answer: ProcedureAnswer, court: Court) -> ProcedureGuide | None:
    """Return what another book says where this one does not."""
    guide = guided(procedure, answer, court)
    if guide is None:
        return None
    there, said = guide
    return ProcedureGuide(
        title=filled(court.speaker.words["rulings.guide_says"], (("title", book_named(there)),)),
        said=said_aloud(procedure, said, there),
        cites=tuple([cite_view(cite, there.speaker) for cite in said.cites]),
    )


def asks_view(procedure: Procedure, given: dict[str, str], court: Court) -> FactsView | None:
    """Return the questions whose answers leave fewer steps, None where there are none."""
    asks = asked_now(procedure, given, court.rules)
    if not asks:
        return None
    return FactsView(questions=tuple([ask_view(ask, given.get(ask.id, ""), court) for ask in asks]))


def ask_view(ask: Ask, chosen: str, court: Court) -> QuestionView:
    """Return one question with its answers."""
    buttons = tuple([reply_button(reply, chosen, court) for reply in ask.replies])
    return QuestionView(name=ANSWER + ask.id, text=ask.text, look="words", buttons=buttons)


def reply_button(reply: Reply, chosen: str, court: Court) -> AnswerButton:
    """Return one answer; one that another procedure gives leads there."""
    address = address_of(reply.go, (), court) if reply.go else ""
    return AnswerButton(value=reply.id, text=reply.title, chosen=reply.id == chosen, address=address)


def ruling_hit(named: Named, court: Court) -> Hit:
    """Return one offence with its ruling in a few words."""
    offence = [each for each in court.offences() if each.id == named.offence][0]  # noqa: RUF015 the phone has lists only
    return Hit(
        title=court.speaker.text(offence.titles),
        address=address_of(named.offence, named.answers, court),
        gist=offence_gist(offence, court, named.answers),
    )


def links_near(procedure: Procedure, court: Court) -> tuple[Link, ...]:
    """Return the ways to what is near."""
    known = {entry.id: entry for entry in entries_in(court)}
    links = [Link(text=entry_title(known[name], court), address=address_of(name, (), court)) for name in procedure.see]
    return tuple(links)


def address_of(name: str, answers: tuple[tuple[str, str], ...], court: Court) -> str:
    """Return the address of an entry beside this one, under the same rules."""
    given = "".join([f"&{ANSWER}{question}={answer}" for question, answer in answers])
    return f"{name}{rules_named(court)}{given}"
