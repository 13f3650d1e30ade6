"""The questions ``ruling``, ``offences`` and ``procedure``, and what a ruling does to the points of a table."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from referee.ask.hands import read_table
from referee.ask.lookup import (
    ProcedureAnswer,
    asked_now,
    entries_found,
    entry_gist,
    guided,
    offence_gist,
    procedure_answered,
    procedures_in,
    said_aloud,
)
from referee.ask.settle import error_record, settlement_record, table_record
from referee.rules.ledger import Line, only, wind_word
from referee.rules.offences import Consequence, Penalty, Ruling
from referee.rules.problems import Code
from referee.rules.progress import last_round
from referee.rules.rulings import Given, cells_of, exactly, joint_ruling, open_questions, with_defaults
from referee.rules.settlement import settle
from referee.rules.table import NOTHING, Chomboed, Four, Hand, Table, added
from referee.rules.verify import verify
from referee.texts.case import Charge, Court, guides
from referee.texts.jsontext import Record, record
from referee.texts.reader import Reader, shown
from referee.texts.rulings import (
    amount_of_points,
    consequences_record,
    effects,
    questions_record,
    spoken,
    table_of_outcomes,
)

if TYPE_CHECKING:
    from referee.rules.offences import Inquiry, Offence, Span
    from referee.rules.procedures import Ask, Named, Procedure, Reply
    from referee.rules.ruleset import Cite, Ruleset


SCENE = ("table", "offender", "riichi")
"""The fields that place an offence at a table."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Scene:
    """The table during the hand, who offended, and whose riichi was accepted in this hand."""

    table: Table
    offender: int
    riichi: tuple[int, ...]


def read_scene(reader: Reader, rules: Ruleset) -> Scene | None:
    """Return where it happened, or None when problems were noted."""
    inside = reader.nested("table")
    offender = reader.integer("offender", 0, 3)
    riichi = reader.seats("riichi")
    table = None if inside is None else read_table(inside, last_round(rules))
    return None if table is None else Scene(table=table, offender=offender, riichi=riichi)


def scene_record(scene: Scene, ruling: Ruling, charge: Charge, court: Court) -> Record | None:
    """Return what the ruling moves at once, or None where it moves nothing."""
    kinds = [each.kind for each in ruling.consequences]
    if Penalty.CHOMBO in kinds:
        return chombo_record(scene, court)
    lines = tuple(line for each in ruling.consequences for line in lines_of_penalty(each, scene, charge))
    return moved_record(scene.table, lines, ruling, court) if lines else None


def chombo_record(scene: Scene, court: Court) -> Record:
    """Return the settlement of the void hand."""
    ending = Chomboed(offenders=(scene.offender,))
    hand = Hand(ending=ending, riichi=scene.riichi, open_riichi=(), dead=(), wareme=None)
    refused = verify(scene.table, hand, court.rules)
    if refused:
        return error_record(refused, court.rules, court.speaker)
    return settlement_record(settle(scene.table, hand, court.rules), scene.table.dealer, court.rules, court.speaker)


def lines_of_penalty(consequence: Consequence, scene: Scene, charge: Charge) -> tuple[Line, ...]:
    """Return what one penalty of a ruling moves."""
    amount = amount_of_points(consequence, charge.counted())
    return penalty_lines(consequence.kind, amount, scene.offender, scene.table)


def penalty_lines(kind: Penalty, amount: int, offender: int, table: Table) -> tuple[Line, ...]:
    """Return the line of a fine or of points off the tournament score; other penalties move nothing."""
    facts = (("player", wind_word(offender, table.dealer)), ("points", amount))
    taken = only(offender, -amount)
    match kind:
        case Penalty.FINE:
            return (Line(reason="line.fine", rule="", facts=facts, points=taken, kyoutaku=amount),)
        case Penalty.POINTS:
            return (Line(reason="line.penalty_points", rule="", facts=facts, penalties=taken),)
        case _:
            return ()


def moved_record(table: Table, lines: tuple[Line, ...], ruling: Ruling, court: Court) -> Record:
    """Return the lines and the table after them; the hand goes on."""
    deltas: Four = NOTHING
    penalties: Four = table.penalties
    for line in lines:
        deltas, penalties = added(deltas, line.points), added(penalties, line.penalties)
    after_it = replace(
        table,
        scores=added(table.scores, deltas),
        kyoutaku=table.kyoutaku + sum([line.kyoutaku for line in lines]),
        penalties=penalties,
    )
    return record(
        ("deltas", deltas),
        ("chips", NOTHING),
        ("table", table_record(after_it)),
        ("next", None),
        ("end", None),
        ("lines", tuple(penalty_line_record(line, ruling, court) for line in lines)),
        ("notes", ()),
    )


def penalty_line_record(line: Line, ruling: Ruling, court: Court) -> Record:
    """Return one line, which cites the row of the ruling."""
    penalties = (("penalties", line.penalties),) if any(line.penalties) else ()
    return record(
        ("reason", line.reason.split(".")[1]),
        ("points", line.points),
        ("kyoutaku", line.kyoutaku),
        ("bank", line.bank),
        ("chips", line.chips),
        *penalties,
        ("text", court.speaker.say(line.reason, line.facts)),
        ("clause", ruling.cite.clause),
        ("source", court.speaker.text(ruling.cite.source)),
    )


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
