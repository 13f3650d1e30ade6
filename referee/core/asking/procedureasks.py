"""The question ``procedure``: read and answered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.core.lookup.gists import offence_gist
from referee.core.lookup.procedures import (
    ProcedureAnswer,
    asked_now,
    guided,
    procedure_answered,
    procedures_in,
    said_aloud,
)
from referee.core.text.jsontext import Record, record

if TYPE_CHECKING:
    from referee.core.penalties.court import Court
    from referee.core.rules.procedures import Ask, Named, Procedure, Reply
    from referee.core.rules.ruleset import Cite
    from referee.core.text.reading import Reader


def procedure_result(reader: Reader, court: Court) -> Record | None:
    """Return the answer to a question ``procedure``, or None when problems were noted."""
    procedure = read_procedure(reader, court)
    answers = reader.nested("answers")
    if procedure is None or answers is None:
        return None
    answers.only(tuple(ask.id for ask in procedure.asks))
    given = {ask.id: answers.choice(ask.id, reply_ids(ask)) for ask in procedure.asks if answers.has(ask.id)}
    if reader.problems:
        return None
    replies = [reply for ask in procedure.asks for reply in ask.replies if given.get(ask.id) == reply.id]
    elsewhere = [reply.go for reply in replies if reply.go]
    if elsewhere:
        return record(("go", elsewhere[0]))
    unanswered = tuple(ask for ask in asked_now(procedure, given, court.rules) if ask.id not in given)
    if unanswered:
        return record(("questions", tuple(ask_record(ask) for ask in unanswered)))
    return answer_record(procedure, given, court)


def read_procedure(reader: Reader, court: Court) -> Procedure | None:
    """Return the procedure of a question, or note that there is none."""
    names = tuple(procedure.id for procedure in procedures_in(court))
    before = len(reader.problems)
    name = reader.choice("procedure", names)
    return None if len(reader.problems) > before else procedures_in(court)[names.index(name)]


def reply_ids(ask: Ask) -> tuple[str, ...]:
    """Return the ids of the answers to a question."""
    return tuple(reply.id for reply in ask.replies)


def ask_record(ask: Ask) -> Record:
    """Return one question with its answers; one of them may be answered elsewhere."""
    return record(
        ("id", ask.id),
        ("text", ask.text),
        ("choices", tuple(choice_record(reply) for reply in ask.replies)),
        ("labels", record(*[(reply.id, reply.title) for reply in ask.replies])),
    )


def choice_record(reply: Reply) -> str | Record:
    """Return the id of an answer, with the procedure that answers it instead."""
    return record(("id", reply.id), ("go", reply.go)) if reply.go else reply.id


def answer_record(procedure: Procedure, given: dict[str, str], court: Court) -> Record:
    """Return an answer with its steps, its sources and the rulings that belong to it."""
    answer = procedure_answered(procedure, given, court)
    cites = answer.cites
    return record(
        ("text", said_aloud(procedure, answer, court)),
        ("steps", answer.steps),
        ("rulings", tuple(named_record(named, court) for named in answer.rulings)),
        ("values", answer.values),
        ("clause", ", ".join([cite.clause for cite in cites])),
        ("source", source_of(cites, court)),
        ("confidence", cites[0].confidence if cites else "interpretation"),
        ("covered", answer.covered),
        ("guidance", procedure_guidance(procedure, answer, court)),
        ("note", notes_together(cites, court)),
        ("see", procedure.see),
    )


def source_of(cites: tuple[Cite, ...], court: Court) -> str:
    """Return the places of the sources, each once."""
    places = [court.speaker.text(cite.source) for cite in cites]
    return "; ".join([place for at, place in enumerate(places) if place not in places[:at]])


def notes_together(cites: tuple[Cite, ...], court: Court) -> str | None:
    """Return why interpretations read the book as they do, None where there is nothing to be said."""
    notes = [court.speaker.text(cite.note) for cite in cites if cite.note]
    return court.speaker.words["language.gap"].join(notes) if notes else None


def named_record(named: Named, court: Court) -> Record:
    """Return an offence that a procedure names, with its ruling in a few words."""
    offence = [each for each in court.offences() if each.id == named.offence][0]  # noqa: RUF015 the phone has lists only
    return record(
        ("offence", named.offence),
        ("answers", record(*named.answers)),
        ("gist", offence_gist(offence, court, named.answers)),
    )


def procedure_guidance(procedure: Procedure, answer: ProcedureAnswer, court: Court) -> Record | None:
    """Return what another book says where this one does not."""
    guide = guided(procedure, answer, court)
    if guide is None:
        return None
    there, said = guide
    return record(
        ("ruleset", there.book.id),
        ("title", there.speaker.text(there.book.titles)),
        ("edition", there.speaker.text(there.book.edition)),
        ("text", said_aloud(procedure, said, there)),
        ("clause", ", ".join([cite.clause for cite in said.cites])),
        ("source", source_of(said.cites, there)),
        ("confidence", said.cites[0].confidence),
    )


def procedure_record(procedure: Procedure, gist: str, rank: int) -> Record:
    """Return one procedure of a list."""
    return record(
        ("id", procedure.id),
        ("title", procedure.title),
        ("category", procedure.category),
        ("gist", gist),
        ("questions", tuple(ask_record(ask) for ask in procedure.asks)),
        ("see", procedure.see),
        ("rank", rank),
    )
