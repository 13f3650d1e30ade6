"""What a club does about offences otherwise than its book: one row of a table of outcomes after another."""

from itertools import pairwise, product

from referee.ask.lookup import HEAVIER
from referee.records import dataclass
from referee.rulebook.document import Table, When
from referee.rulebook.offences import Row, consequence_of, consequences_at, when_of
from referee.rulebook.penalties import CompiledTable, Spans, within
from referee.rulebook.problems import Place
from referee.rulebook.settings import LONGEST_FOUND, Pairs, Refused, number_typed
from referee.rules.choices import ChomboForm
from referee.rules.offences import (
    NEVER,
    Box,
    Cell,
    Consequence,
    Offence,
    Penalty,
    Ruling,
    Texts,
    boxes_with,
    distinguishing_questions,
    first_cell,
    span_text,
)
from referee.texts.reader import spaces_off
from referee.texts.rulings import OutcomeRow, answers_of

Answers = dict[str, tuple[str, ...]]
"""For each question that matters the ids of answers, or ranges such as "3-5" or "6+"."""

CLUB = "club/"
"""How the ids of the clauses begin that stand in a club's own files."""
WHEN = "when."
"""What the names of the fields begin with that hold the answers to a question."""
AMOUNTS = {
    "fine": {"amount": "fine"},
    "points": {"amount": "points", "per": "per"},
    "referee": {"min": "least", "max": "most", "choices": "choice"},
}
"""What a penalty may come with, and the field that holds it."""
BOOK = 0
"""Stands for what the book does."""

ANSWERS_ALLOWED = {"en": "answers to the questions about this offence", "ja": "この違反についての質問の答え"}
PENALTIES_ALLOWED = {
    "en": "one or more; none stands alone, and beside a chombo there are no points and no fine",
    "ja": "一つ以上。罰なしは単独で、チョンボに減点や罰金は併せない",
}
AMOUNT_ALLOWED = {"en": "a whole number above 0, in whole hundreds", "ja": "0より大きい100の倍数"}
RANGE_ALLOWED = {
    "en": "two amounts above 0 in whole hundreds, the second one higher",
    "ja": "0より大きい100の倍数を二つ、後が大きい",
}
ALLOWED = {
    "fine": AMOUNT_ALLOWED,
    "points": AMOUNT_ALLOWED,
    "least": RANGE_ALLOWED,
    "most": RANGE_ALLOWED,
    "per": {"en": "a question about this offence that counts", "ja": "この違反の数を問う質問"},
    "choice": {"en": "any penalties that there are", "ja": "定められた罰"},
}
"""What may stand in the fields of a row."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ClubRow:
    """What a club does about an offence under some answers; ``says`` is a sentence of its own, empty for none."""

    offence: str
    when: Answers
    consequences: tuple[Consequence, ...]
    says: str


def kinds_offered(chombo_form: str) -> tuple[str, ...]:
    """Return the penalties that a row may have, the lightest first, where a chombo is paid in this form."""
    return tuple(kind for kind in HEAVIER if kind != Penalty.CHOMBO or chombo_form != ChomboForm.NONE)


def row_sent(fields: Pairs, offence: Offence) -> tuple[ClubRow | None, tuple[Refused, ...]]:
    """Return the row that a form sent, None with every field that holds what cannot stand there.

    ``when.QUESTION`` holds answers or ranges, ``penalty`` kinds, ``fine``, ``points``, ``least`` and ``most`` amounts,
    ``per`` a question, ``choice`` kinds, ``says`` a sentence. The first two and ``choice`` may come several times.
    """
    sent: dict[str, list[str]] = {}
    for name, text in fields:
        sent.setdefault(name, []).extend([spaces_off(text)] if spaces_off(text) else [])
    kinds = sorted(set(sent.get("penalty", [])), key=lambda kind: (*HEAVIER, kind).index(kind))
    refused = (
        *answers_refused(sent, offence),
        *(each for kind in kinds for each in penalty_refused(kind, sent, offence)),
    )
    place = Place(file="")
    penalties = [] if refused else [penalty_sent(kind, sent) for kind in kinds]
    consequences = () if refused else consequences_at({"penalties": penalties}, offence, place)
    if place.problems:
        refused = (refused_in("penalty", sent, PENALTIES_ALLOWED),)
    row = ClubRow(
        offence=offence.id,
        when={
            name.removeprefix(WHEN): tuple(values) for name, values in sent.items() if values and name.startswith(WHEN)
        },
        consequences=consequences,
        says=" ".join(sent.get("says", [])),
    )
    return (None if refused else row), refused


def refused_in(field: str, sent: dict[str, list[str]], allowed: Texts) -> Refused:
    """Return the refusal of what was sent in a field."""
    return Refused(field=field, found=", ".join(sent.get(field, []))[:LONGEST_FOUND], allowed=allowed)


def answers_refused(sent: dict[str, list[str]], offence: Offence) -> tuple[Refused, ...]:
    """Return the fields with answers that there are not."""
    asked = {name: values for name, values in sent.items() if values and name.startswith(WHEN)}
    wrong = [name for name, values in asked.items() if answered_wrongly({name.removeprefix(WHEN): values}, offence)]
    return tuple(refused_in(name, sent, ANSWERS_ALLOWED) for name in wrong)


def answered_wrongly(when: dict[str, list[str]], offence: Offence) -> bool:
    """Return whether some answers are none to questions about an offence."""
    place = Place(file="")
    when_of(when, offence, place)
    return bool(place.problems)


def penalty_refused(kind: str, sent: dict[str, list[str]], offence: Offence) -> tuple[Refused, ...]:
    """Return the fields of a penalty with what cannot stand there."""
    place = Place(file="")
    consequence_of(penalty_sent(kind, sent), offence, place)
    fields = dict.fromkeys(AMOUNTS.get(kind, {}).get(problem.key, "penalty") for problem in place.problems)
    return tuple(refused_in(field, sent, ALLOWED.get(field, PENALTIES_ALLOWED)) for field in fields)


def penalty_sent(kind: str, sent: dict[str, list[str]]) -> Table:
    """Return a penalty with what was sent beside it, as a file holds it."""
    table: Table = {"kind": kind}
    for key, field in AMOUNTS.get(kind, {}).items():
        values = sent.get(field, [])
        if values:
            table[key] = values if key == "choices" else values[0] if key == "per" else number_typed(values[0])
    return table


def fields_of(row: OutcomeRow) -> Pairs:
    """Return a row of a table of outcomes as a form holds it, to change it; the words of a book are not a club's."""
    fields = [(WHEN + question.id, answer) for question, answers in row.when for answer in answers]
    for table in map(penalty_table, row.ruling.consequences):
        kind = str(table["kind"])
        fields.append(("penalty", kind))
        for key, field in AMOUNTS.get(kind, {}).items():
            values = table.get(key, [])
            fields += [(field, str(each)) for each in (values if isinstance(values, list) else [values])]
    if row.ruling.says and row.ruling.cite.clause.startswith(CLUB):
        fields.append(("says", row.ruling.says["en"]))
    return tuple(fields)


def row_table(row: ClubRow, clause: str) -> Table:
    """Return a row as a file holds it."""
    when: Table = {name: list(answers) for name, answers in row.when.items()}
    penalties = [penalty_table(each) for each in row.consequences]
    table: Table = {"offence": row.offence, "when": when, "penalties": penalties, "clause": clause, "says": row.says}
    return {key: value for key, value in table.items() if value}


def penalty_table(consequence: Consequence) -> Table:
    """Return one penalty as a file holds it: its kind, with what belongs to it."""
    table: Table = {
        "kind": str(consequence.kind),
        "amount": consequence.amount,
        "per": consequence.per,
        "min": consequence.least,
        "max": consequence.most,
        "choices": list(consequence.choices),
    }
    return {key: value for key, value in table.items() if value}


def row_read(row: Row, offence: Offence) -> ClubRow:
    """Return a row of a file as a club's."""
    when: Answers = {}
    for question in offence.questions:
        spans = row.when.get(question.id, ())
        names = [answer.id for answer in question.answers]
        answers = tuple(names[low] if names else span_text((low, high), question.high) for low, high in spans)
        when |= {question.id: answers} if answers else {}
    return ClubRow(
        offence=offence.id,
        when=when,
        consequences=row.ruling.consequences,
        says=row.ruling.says.get("en", ""),
    )


def rows_after(
    chart: CompiledTable, offence: Offence, rows: tuple[ClubRow, ...], when: Answers, row: ClubRow | None
) -> tuple[ClubRow, ...]:
    """Return a club's rows on an offence after one is put over all that was, or under ``when`` the book's for None.

    No two of them meet, and none does what the ``chart`` of the book does there. ``rows`` are its rows so far.
    """
    over = [(spans_given(when, offence), row), *((spans_given(each.when, offence), each) for each in rows)]
    spans = finer(chart.spans, [held for held, _ in over], offence)
    kinds: dict[tuple[tuple[Consequence, ...], str], int] = {}
    cells = []
    for place, cell in zip(product(*(range(len(each)) for each in spans)), product(*spans), strict=True):
        book = chart.row_at(cell)
        own = next((each for held, each in over if within(cell, held, offence)), None)
        ruling = NEVER if book is None else BOOK
        if book is not None and own is not None and not does_alike(own, book.ruling):
            ruling = kinds.setdefault((own.consequences, own.says), len(kinds) + 1)
        cells.append(Cell(place=place, ruling=ruling))
    done = {ruling: kind for kind, ruling in kinds.items()}
    boxes = sorted((box for ruling in done for box in boxes_with(ruling, tuple(cells))), key=first_cell)
    possible = tuple(cell for cell in cells if cell.ruling != NEVER)
    return tuple(
        ClubRow(
            offence=offence.id,
            when=answers_in(box, possible, spans, offence),
            consequences=done[box.ruling][0],
            says=done[box.ruling][1],
        )
        for box in boxes
    )


def spans_given(when: Answers, offence: Offence) -> When:
    """Return answers as spans."""
    return when_of({name: list(answers) for name, answers in when.items()}, offence, Place(file=""))


def finer(spans: Spans, whens: list[When], offence: Offence) -> Spans:
    """Return the spans of each question cut wherever some answers begin or end."""
    cut = []
    for question, each in zip(offence.questions, spans, strict=True):
        ends = {end for when in whens for low, high in when.get(question.id, ()) for end in (low, high + 1)}
        starts = sorted({low for low, _ in each} | {end for end in ends if end <= each[-1][1]})
        cut.append(tuple((low, after - 1) for low, after in pairwise([*starts, each[-1][1] + 1])))
    return tuple(cut)


def does_alike(row: ClubRow, ruling: Ruling) -> bool:
    """Return whether a row does and says nothing else than the book."""
    return ruling.covered and row.consequences == ruling.consequences and row.says in ("", *ruling.says.values())


def answers_in(box: Box, possible: tuple[Cell, ...], spans: Spans, offence: Offence) -> Answers:
    """Return the answers that tell a box from everything else that can be."""
    questions = offence.questions
    return {
        questions[place].id: answers_of(questions[place], box.spans[place], spans[place])
        for place in distinguishing_questions(box, possible)
    }
