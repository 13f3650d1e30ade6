"""The questions ``ruling``, ``offences`` and ``procedure``, and what a ruling does to the points of a table."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from referee.ask.hands import read_table
from referee.ask.lookup import (
    ProcedureAnswer,
    asked_now,
    entries_found,
    entry_gist,
    guidance_elsewhere,
    offence_gist,
    procedure_answered,
    procedure_text,
    procedures_in,
)
from referee.ask.settle import error_record, line_record, settlement_record, table_record
from referee.records import dataclass
from referee.rules.offences import (
    Consequence,
    KnownAnswers,
    Penalty,
    Ruling,
    cells_of,
    exactly,
    joint_ruling,
    open_questions,
)
from referee.rules.progress import last_round
from referee.rules.settlement import settle, verify
from referee.rules.table import NOTHING, Chombo, Code, Four, Hand, Line, Table, added, only, wind_word
from referee.texts.case import MOST_TIMES, TIMES, Case, Rulebook, case_with, contradicts, guides, ruling_in
from referee.texts.codec import Record, record
from referee.texts.reader import Reader, shortened
from referee.texts.rulings import (
    amount_of_points,
    consequences_record,
    effects,
    questions_record,
    ruling_sentence,
    table_of_outcomes,
)

if TYPE_CHECKING:
    from referee.rules.offences import Ask, Named, Offence, OffenceQuestion, Procedure, Reply, Span
    from referee.rules.ruleset import Cite, Ruleset


_INCIDENT = ("table", "offender", "riichi")
"""The fields that place an offence at a table."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Incident:
    """The table during the hand, who offended, and whose riichi was accepted in this hand."""

    table: Table
    offender: int
    riichi: tuple[int, ...]


def _read_incident(reader: Reader, rules: Ruleset) -> Incident | None:
    """Return where it happened, or None when problems were noted."""
    inside = reader.nested("table")
    offender = reader.integer("offender", 0, 3)
    riichi = reader.seats("riichi")
    table = None if inside is None else read_table(inside, last_round(rules))
    return None if table is None else Incident(table=table, offender=offender, riichi=riichi)


def _incident_record(incident: Incident, ruling: Ruling, case: Case, rulebook: Rulebook) -> Record | None:
    """Return what the ruling moves at once, or None where it moves nothing."""
    kinds = [each.kind for each in ruling.consequences]
    if Penalty.CHOMBO in kinds:
        return _chombo_record(incident, rulebook)
    lines = tuple(line for each in ruling.consequences for line in _lines_of_penalty(each, incident, case))
    return _moved_record(incident.table, lines, ruling, rulebook) if lines else None


def _chombo_record(incident: Incident, rulebook: Rulebook) -> Record:
    """Return the settlement of the void hand."""
    ending = Chombo(offenders=(incident.offender,))
    hand = Hand(ending=ending, riichi=incident.riichi, open_riichi=(), dead=(), wareme=None)
    refused = verify(incident.table, hand, rulebook.rules)
    if refused:
        return error_record(refused, rulebook.rules, rulebook.speaker)
    return settlement_record(
        settle(incident.table, hand, rulebook.rules), incident.table.dealer, rulebook.rules, rulebook.speaker
    )


def _lines_of_penalty(consequence: Consequence, incident: Incident, case: Case) -> tuple[Line, ...]:
    amount = amount_of_points(consequence, case.counted())
    return penalty_lines(consequence.kind, amount, incident.offender, incident.table)


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


def _moved_record(table: Table, lines: tuple[Line, ...], ruling: Ruling, rulebook: Rulebook) -> Record:
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
        ("lines", tuple(line_record(line, ruling.cite, rulebook.speaker) for line in lines)),
        ("notes", ()),
    )


def procedure_result(reader: Reader, rulebook: Rulebook) -> Record | None:
    """Return the answer to a question ``procedure``, or None when problems were noted."""
    procedure = _read_procedure(reader, rulebook)
    answers = reader.nested("answers")
    if procedure is None or answers is None:
        return None
    answers.only(tuple(ask.id for ask in procedure.asks))
    given = {ask.id: answers.choice(ask.id, _reply_ids(ask)) for ask in procedure.asks if answers.has(ask.id)}
    if reader.problems:
        return None
    replies = [reply for ask in procedure.asks for reply in ask.replies if given.get(ask.id) == reply.id]
    elsewhere = [reply.go for reply in replies if reply.go]
    if elsewhere:
        return record(("go", elsewhere[0]))
    unanswered = tuple(ask for ask in asked_now(procedure, given, rulebook.rules) if ask.id not in given)
    if unanswered:
        return record(("questions", tuple(_ask_record(ask) for ask in unanswered)))
    return _answer_record(procedure, given, rulebook)


def _read_procedure(reader: Reader, rulebook: Rulebook) -> Procedure | None:
    """Return the procedure of a question, or note that there is none."""
    names = tuple(procedure.id for procedure in procedures_in(rulebook))
    before = len(reader.problems)
    name = reader.choice("procedure", names)
    return None if len(reader.problems) > before else procedures_in(rulebook)[names.index(name)]


def _reply_ids(ask: Ask) -> tuple[str, ...]:
    return tuple(reply.id for reply in ask.replies)


def _ask_record(ask: Ask) -> Record:
    """Return one question with its answers; one of them may be answered elsewhere."""
    return record(
        ("id", ask.id),
        ("text", ask.text),
        ("choices", tuple(_choice_record(reply) for reply in ask.replies)),
        ("labels", record(*[(reply.id, reply.title) for reply in ask.replies])),
    )


def _choice_record(reply: Reply) -> str | Record:
    """Return the id of an answer, with the procedure that answers it instead."""
    return record(("id", reply.id), ("go", reply.go)) if reply.go else reply.id


def _answer_record(procedure: Procedure, given: dict[str, str], rulebook: Rulebook) -> Record:
    """Return an answer with its steps, its sources and the rulings that belong to it."""
    answer = procedure_answered(procedure, given, rulebook)
    cites = answer.cites
    return record(
        ("text", procedure_text(procedure, answer, rulebook)),
        ("steps", answer.steps),
        ("rulings", tuple(_named_record(named, rulebook) for named in answer.rulings)),
        ("values", answer.values),
        ("clause", ", ".join([cite.clause for cite in cites])),
        ("source", _source_of(cites, rulebook)),
        ("confidence", cites[0].confidence if cites else "interpretation"),
        ("covered", answer.covered),
        ("guidance", _procedure_guidance(procedure, answer, rulebook)),
        ("note", _notes_together(cites, rulebook)),
        ("see", procedure.see),
    )


def _source_of(cites: tuple[Cite, ...], rulebook: Rulebook) -> str:
    """Return the places of the sources, each once."""
    places = [rulebook.speaker.text(cite.source) for cite in cites]
    return "; ".join([place for at, place in enumerate(places) if place not in places[:at]])


def _notes_together(cites: tuple[Cite, ...], rulebook: Rulebook) -> str | None:
    """Return why interpretations read the book as they do, None where there is nothing to be said."""
    notes = [rulebook.speaker.text(cite.note) for cite in cites if cite.note]
    return rulebook.speaker.words["language.gap"].join(notes) if notes else None


def _named_record(named: Named, rulebook: Rulebook) -> Record:
    """Return an offence that a procedure names, with its ruling in a few words."""
    offence = [each for each in rulebook.offences() if each.id == named.offence][0]  # noqa: RUF015 the phone has lists only
    return record(
        ("offence", named.offence),
        ("answers", record(*named.answers)),
        ("gist", offence_gist(offence, rulebook, named.answers)),
    )


def _procedure_guidance(procedure: Procedure, answer: ProcedureAnswer, rulebook: Rulebook) -> Record | None:
    """Return what another book says where this one does not."""
    guide = guidance_elsewhere(procedure, answer, rulebook)
    if guide is None:
        return None
    there, answer_there = guide
    return record(
        ("ruleset", there.book.id),
        ("title", there.speaker.text(there.book.titles)),
        ("edition", there.speaker.text(there.book.edition)),
        ("text", procedure_text(procedure, answer_there, there)),
        ("clause", ", ".join([cite.clause for cite in answer_there.cites])),
        ("source", _source_of(answer_there.cites, there)),
        ("confidence", answer_there.cites[0].confidence),
    )


def _procedure_record(procedure: Procedure, gist: str, rank: int) -> Record:
    return record(
        ("id", procedure.id),
        ("title", procedure.title),
        ("category", procedure.category),
        ("gist", gist),
        ("questions", tuple(_ask_record(ask) for ask in procedure.asks)),
        ("see", procedure.see),
        ("rank", rank),
    )


def ruling_result(reader: Reader, rulebook: Rulebook) -> Record | None:
    """Return the answer to a question ``ruling``, or None when problems were noted."""
    case = _read_case(reader, rulebook)
    incident = _read_incident(reader, rulebook.rules) if any(reader.has(key) for key in _INCIDENT) else None
    if reader.problems or case is None:
        return None
    unanswered = open_questions(case.cells, case.given, case.offence, rulebook.book.penalties)
    if unanswered:
        return record(("questions", questions_record(unanswered, case, rulebook)))
    ruling = ruling_in(case, rulebook)
    settled = () if incident is None else (("settle", _incident_record(incident, ruling, case, rulebook)),)
    return record(*ruling_pairs(ruling, case, rulebook), *settled)


def offences_result(reader: Reader, rulebook: Rulebook) -> Record | None:
    """Return the answer to a question ``offences``, or None when problems were noted."""
    query = reader.fields.get("query") if reader.has("query") else ""
    if not isinstance(query, str):
        reader.wrong_type("query", query, "type.text")
        return None
    return None if reader.problems else _offences_record(query, rulebook)


def _read_case(reader: Reader, rulebook: Rulebook) -> Case | None:
    """Return the offence and the answers of a question, or None when problems were noted."""
    offence = _read_offence(reader, rulebook)
    answers = reader.nested("answers")
    if offence is None or answers is None:
        return None
    answers.only((*[question.id for question in offence.questions], TIMES))
    given = tuple(_read_answer(answers, question) for question in offence.questions)
    times = _read_times(answers)
    if reader.problems:
        return None
    case = case_with(given, offence, rulebook, times)
    at = answers.at(TIMES) if contradicts(times, given, offence) else "answers"
    if at == "answers" and case.cells:
        return case
    reader.refuse(Code.IMPOSSIBLE, at, "error.impossible_answers", (("found", shortened(answers.fields)),))
    return None


def _read_times(answers: Reader) -> int:
    """Return how often an offence was committed, 0 where nothing is said."""
    return answers.integer(TIMES, 1, MOST_TIMES) if answers.has(TIMES) else 0


def _read_offence(reader: Reader, rulebook: Rulebook) -> Offence | None:
    """Return the offence of a question, or note that there is none."""
    names = tuple(offence.id for offence in rulebook.offences())
    before = len(reader.problems)
    name = reader.choice("offence", names)
    return None if len(reader.problems) > before else rulebook.offences()[names.index(name)]


def _read_answer(answers: Reader, question: OffenceQuestion) -> Span | None:
    """Return the answer to one question, or None if it was not answered."""
    if not answers.has(question.id):
        return None
    if not question.answers:
        return exactly(answers.integer(question.id, question.low, question.high))
    names = tuple(answer.id for answer in question.answers)
    value = answers.fields[question.id]
    earlier = question.named(value) if isinstance(value, str) else None
    return earlier or exactly(names.index(answers.choice(question.id, names)))


def ruling_pairs(ruling: Ruling, case: Case, rulebook: Rulebook) -> tuple[tuple[str, object], ...]:
    """Return the fields of a ruling in their order."""
    note = ruling.cite.note
    return (
        *_penalty_pairs(ruling, case, rulebook),
        ("effects", effects(ruling, case, rulebook.rules, rulebook.speaker)),
        *_source_pairs(ruling, rulebook),
        ("covered", ruling.covered),
        ("guidance", _guidance_record(ruling, case, rulebook)),
        ("note", rulebook.speaker.text(note) if note else None),
    )


def _penalty_pairs(ruling: Ruling, case: Case, rulebook: Rulebook) -> tuple[tuple[str, object], ...]:
    return (
        ("penalties", consequences_record(ruling, case.counted(), rulebook.prices)),
        ("text", ruling_sentence(ruling, case.counted(), rulebook.prices, rulebook.speaker)),
    )


def _guidance_record(ruling: Ruling, case: Case, rulebook: Rulebook) -> Record | None:
    """Return advice where the referee decides: the book's own words, else what a base or a last resort says."""
    if ruling.guidance:
        return record(("ruleset", rulebook.book.id), *_guidance_pairs(ruling, rulebook))
    guide = guidance_of(ruling, case, rulebook)
    return None if guide is None else _guide_record(*guide)


def guidance_of(ruling: Ruling, case: Case, rulebook: Rulebook) -> tuple[Case, Rulebook] | None:
    """Return the first guide that says something where this book does not, with what it makes of the same answers."""
    if ruling.covered or ruling.guidance:
        return None
    for guide in guides(rulebook):
        there = _case_under(case, guide)
        if there is not None:
            return (there, guide)
    return None


def _guidance_pairs(ruling: Ruling, rulebook: Rulebook) -> tuple[tuple[str, object], ...]:
    """Return a book's own words of guidance with their source."""
    return (("text", rulebook.speaker.text(ruling.guidance)), *_source_pairs(ruling, rulebook))


def _source_pairs(ruling: Ruling, rulebook: Rulebook) -> tuple[tuple[str, object], ...]:
    """Return where a ruling is from."""
    cite = ruling.cite
    return (("clause", cite.clause), ("source", rulebook.speaker.text(cite.source)), ("confidence", cite.confidence))


def _case_under(case: Case, guide: Rulebook) -> Case | None:
    """Return the same answers under another book, or None if it says nothing; it may have questions of its own."""
    if case.offence.id not in guide.book.penalties.outcome_tables[guide.variant]:
        return None
    cells = cells_of(guide.outcome_table(case.offence), case.given)
    there = Case(offence=case.offence, given=case.given, cells=cells, times=case.times)
    return there if covers(there, guide) or joint_ruling(there.cells, guide.book.penalties).guidance else None


def covers(there: Case, guide: Rulebook) -> bool:
    """Return whether another book rules on any of what the answers leave open."""
    return any(guide.book.penalties.rulings[cell.ruling].covered for cell in there.cells)


def _guide_record(there: Case, guide: Rulebook) -> Record:
    """Return what another book says about the same answers."""
    named = (
        ("ruleset", guide.book.id),
        ("title", guide.speaker.text(guide.book.titles)),
        ("edition", guide.speaker.text(guide.book.edition)),
    )
    if not covers(there, guide):
        return record(*named, *_guidance_pairs(joint_ruling(there.cells, guide.book.penalties), guide))
    unanswered = open_questions(there.cells, there.given, there.offence, guide.book.penalties)
    if unanswered:
        questions = questions_record(unanswered, there, guide)
        return record(*named, ("questions", questions), ("outcomes", table_of_outcomes(there, guide)))
    found = joint_ruling(there.cells, guide.book.penalties)
    return record(*named, *_penalty_pairs(found, there, guide), *_source_pairs(found, guide))


def _offences_record(query: str, rulebook: Rulebook) -> Record:
    """Return the offences and the procedures that a query may mean, best first; ``rank`` orders both together."""
    found = [(place + 1, entry) for place, entry in enumerate(entries_found(query, rulebook))]
    offences = [(rank, entry.offence, entry_gist(entry, rulebook)) for rank, entry in found if entry.offence]
    others = [(rank, entry.procedure, entry_gist(entry, rulebook)) for rank, entry in found if entry.procedure]
    return record(
        ("offences", tuple(_offence_record(each, rulebook, gist, rank) for rank, each, gist in offences)),
        ("procedures", tuple(_procedure_record(each, gist, rank) for rank, each, gist in others)),
    )


def _offence_record(offence: Offence, rulebook: Rulebook, gist: str, rank: int) -> Record:
    """Return one offence with its questions and everything it can lead to."""
    given: KnownAnswers = tuple(None for _ in offence.questions)
    case = Case(offence=offence, given=given, cells=cells_of(rulebook.outcome_table(offence), given))
    return record(
        ("id", offence.id),
        ("title", rulebook.speaker.text(offence.titles)),
        ("category", offence.category),
        ("checks", offence.checks),
        ("questions", questions_record(tuple(range(len(offence.questions))), case, rulebook)),
        ("outcomes", table_of_outcomes(case, rulebook)),
        ("gist", gist),
        ("rank", rank),
    )
