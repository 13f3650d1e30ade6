"""The questions ``ruling`` and ``offences``: read, decided and answered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.core.asking.procedureasks import procedure_record
from referee.core.asking.scenes import SCENE, read_scene, scene_record
from referee.core.lookup.finding import entries_found, entry_gist
from referee.core.penalties.court import Charge, Court, guides
from referee.core.penalties.outcomes import consequences_record, questions_record, table_of_outcomes
from referee.core.penalties.rulings import Given, cells_of, exactly, joint_ruling, open_questions, with_defaults
from referee.core.penalties.verdicts import effects, spoken
from referee.core.rules.problems import Code
from referee.core.text.jsontext import Record, record
from referee.core.text.reading import Reader, shown

if TYPE_CHECKING:
    from referee.core.rules.offences import Inquiry, Offence, Ruling, Span


def ruling_result(reader: Reader, court: Court) -> Record | None:
    """Return the answer to a question ``ruling``, or None when problems were noted."""
    charge = read_charge(reader, court)
    scene = read_scene(reader, court.rules) if any(reader.has(key) for key in SCENE) else None
    if reader.problems or charge is None:
        return None
    unanswered = open_questions(charge.cells, charge.given, charge.offence, court.book.penalties)
    if unanswered:
        return record(("questions", questions_record(unanswered, charge, court)))
    ruling = joint_ruling(charge.cells, court.book.penalties)
    settled = () if scene is None else (("settle", scene_record(scene, ruling, charge, court)),)
    return record(*ruling_pairs(ruling, charge, court), *settled)


def offences_result(reader: Reader, court: Court) -> Record | None:
    """Return the answer to a question ``offences``, or None when problems were noted."""
    query = reader.fields.get("query") if reader.has("query") else ""
    if not isinstance(query, str):
        reader.wrong_type("query", query, "type.text")
        return None
    return None if reader.problems else offences_record(query, court)


def read_charge(reader: Reader, court: Court) -> Charge | None:
    """Return the offence and the answers of a question, or None when problems were noted."""
    offence = read_offence(reader, court)
    answers = reader.nested("answers")
    if offence is None or answers is None:
        return None
    answers.only(tuple(question.id for question in offence.questions))
    given = tuple(read_answer(answers, question) for question in offence.questions)
    if reader.problems:
        return None
    full = with_defaults(given, offence)
    cells = cells_of(court.chart(offence), full)
    if not cells:
        reader.refuse(Code.IMPOSSIBLE, "answers", "error.impossible_answers", (("found", shown(answers.fields)),))
        return None
    return Charge(offence=offence, given=full, cells=cells)


def read_offence(reader: Reader, court: Court) -> Offence | None:
    """Return the offence of a question, or note that there is none."""
    names = tuple(offence.id for offence in court.offences())
    before = len(reader.problems)
    name = reader.choice("offence", names)
    return None if len(reader.problems) > before else court.offences()[names.index(name)]


def read_answer(answers: Reader, question: Inquiry) -> Span | None:
    """Return the answer to one question, or None if it was not answered."""
    if not answers.has(question.id):
        return None
    if not question.answers:
        return exactly(answers.integer(question.id, question.low, question.high))
    names = tuple(answer.id for answer in question.answers)
    told = answers.fields[question.id]
    earlier = question.named(told) if isinstance(told, str) else None
    return earlier or exactly(names.index(answers.choice(question.id, names)))


def ruling_pairs(ruling: Ruling, charge: Charge, court: Court) -> tuple[tuple[str, object], ...]:
    """Return the fields of a ruling in their order."""
    note = ruling.cite.note
    return (
        *pronounced(ruling, charge, court),
        ("effects", effects(ruling, charge, court.rules, court.speaker)),
        *sourced(ruling, court),
        ("covered", ruling.covered),
        ("guidance", guidance_record(ruling, charge, court)),
        ("note", court.speaker.text(note) if note else None),
    )


def pronounced(ruling: Ruling, charge: Charge, court: Court) -> tuple[tuple[str, object], ...]:
    """Return the penalties and how they are said."""
    return (
        ("penalties", consequences_record(ruling, charge.counted(), court.prices)),
        ("text", spoken(ruling, charge.counted(), court.prices, court.speaker)),
    )


def guidance_record(ruling: Ruling, charge: Charge, court: Court) -> Record | None:
    """Return advice where the referee decides: the book's own words, else what a base or a last resort says."""
    if ruling.guidance:
        return record(("ruleset", court.book.id), *advice(ruling, court))
    guide = guidance_of(ruling, charge, court)
    return None if guide is None else guide_record(*guide)


def guidance_of(ruling: Ruling, charge: Charge, court: Court) -> tuple[Charge, Court] | None:
    """Return the first guide that says something where this book does not, with what it makes of the same answers."""
    if ruling.covered or ruling.guidance:
        return None
    for guide in guides(court):
        there = charge_there(charge, guide)
        if there is not None:
            return (there, guide)
    return None


def advice(ruling: Ruling, court: Court) -> tuple[tuple[str, object], ...]:
    """Return a book's own words of guidance with their source."""
    return (("text", court.speaker.text(ruling.guidance)), *sourced(ruling, court))


def sourced(ruling: Ruling, court: Court) -> tuple[tuple[str, object], ...]:
    """Return where a ruling is from."""
    cite = ruling.cite
    return (("clause", cite.clause), ("source", court.speaker.text(cite.source)), ("confidence", cite.confidence))


def charge_there(charge: Charge, guide: Court) -> Charge | None:
    """Return the same answers under another book, or None if it says nothing; it may have questions of its own."""
    if charge.offence.id not in guide.book.penalties.charts[guide.variant]:
        return None
    there = Charge(
        offence=charge.offence, given=charge.given, cells=cells_of(guide.chart(charge.offence), charge.given)
    )
    return there if covers(there, guide) or joint_ruling(there.cells, guide.book.penalties).guidance else None


def covers(there: Charge, guide: Court) -> bool:
    """Return whether another book rules on any of what the answers leave open."""
    return any(guide.book.penalties.rulings[cell.ruling].covered for cell in there.cells)


def guide_record(there: Charge, guide: Court) -> Record:
    """Return what another book says about the same answers."""
    named = (
        ("ruleset", guide.book.id),
        ("title", guide.speaker.text(guide.book.titles)),
        ("edition", guide.speaker.text(guide.book.edition)),
    )
    if not covers(there, guide):
        return record(*named, *advice(joint_ruling(there.cells, guide.book.penalties), guide))
    unanswered = open_questions(there.cells, there.given, there.offence, guide.book.penalties)
    if unanswered:
        questions = questions_record(unanswered, there, guide)
        return record(*named, ("questions", questions), ("outcomes", table_of_outcomes(there, guide)))
    found = joint_ruling(there.cells, guide.book.penalties)
    return record(*named, *pronounced(found, there, guide), *sourced(found, guide))


def offences_record(query: str, court: Court) -> Record:
    """Return the offences and the procedures that a query may mean, best first; ``rank`` orders both together."""
    found = [(place + 1, entry) for place, entry in enumerate(entries_found(query, court))]
    offences = [(rank, entry.offence, entry_gist(entry, court)) for rank, entry in found if entry.offence]
    others = [(rank, entry.procedure, entry_gist(entry, court)) for rank, entry in found if entry.procedure]
    return record(
        ("offences", tuple(offence_record(each, court, gist, rank) for rank, each, gist in offences)),
        ("procedures", tuple(procedure_record(each, gist, rank) for rank, each, gist in others)),
    )


def offence_record(offence: Offence, court: Court, gist: str, rank: int) -> Record:
    """Return one offence with its questions and everything it can lead to."""
    given: Given = tuple(None for _ in offence.questions)
    charge = Charge(offence=offence, given=given, cells=cells_of(court.chart(offence), given))
    return record(
        ("id", offence.id),
        ("title", court.speaker.text(offence.titles)),
        ("category", offence.category),
        ("checks", offence.checks),
        ("questions", questions_record(tuple(range(len(offence.questions))), charge, court)),
        ("outcomes", table_of_outcomes(charge, court)),
        ("gist", gist),
        ("rank", rank),
    )
