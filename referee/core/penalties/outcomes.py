"""Questions, penalties and tables of outcomes as records."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from referee.core.penalties.rulings import (
    Box,
    boxes_of,
    fitting_cells,
    holds,
    joint_ruling,
    leading,
    ranges_of,
    span_text,
    telling,
)
from referee.core.penalties.verdicts import amount_of_points, chombo_amounts, spoken
from referee.core.rules.offences import Chart, Consequence, Inquiry, Penalty, Ruling
from referee.core.text.jsontext import Record, record

if TYPE_CHECKING:
    from referee.core.penalties.court import Charge, Court
    from referee.core.rules.ruleset import Ruleset

When = tuple[tuple[Inquiry, tuple[str, ...]], ...]
"""When something applies: for each question that matters the ids of its answers, or its ranges."""


@dataclass(frozen=True, kw_only=True, slots=True)
class OutcomeRow:
    """One row of a table of outcomes."""

    when: When
    ruling: Ruling


def consequences_record(ruling: Ruling, counted: dict[str, int], rules: Ruleset) -> tuple[Record, ...]:
    """Return the penalties of a ruling with their amounts."""
    return tuple(record(("kind", each.kind), *amounts(each, counted, rules)) for each in ruling.consequences)


def amounts(consequence: Consequence, counted: dict[str, int], rules: Ruleset) -> tuple[tuple[str, object], ...]:
    """Return what belongs to the kind of one penalty."""
    match consequence.kind:
        case Penalty.CHOMBO:
            return (("settles", rules.chombo.form), *chombo_amounts(rules))
        case Penalty.FINE:
            return (("amount", consequence.amount),)
        case Penalty.POINTS:
            if consequence.per and consequence.per not in counted:
                return (("amount", consequence.amount), ("per", consequence.per))
            return (("amount", amount_of_points(consequence, counted)),)
        case Penalty.REFEREE:
            bounds = (("min", consequence.least), ("max", consequence.most)) if consequence.most else ()
            return (*bounds, *((("choices", consequence.choices),) if consequence.choices else ()))
        case _:
            return ()


def questions_record(places: tuple[int, ...], charge: Charge, court: Court) -> tuple[Record, ...]:
    """Return questions with the answers that are still possible."""
    return tuple(question_record(place, charge, court) for place in places)


def question_record(place: int, charge: Charge, court: Court) -> Record:
    """Return one question: words to choose from, or a count with the ranges between which the ruling changes."""
    question = charge.offence.questions[place]
    texts = (("id", question.id), ("text", court.speaker.text(question.texts)))
    default = (("default", question.default),) if question.default else ()
    if not question.answers:
        return record(*texts, ("choices", count_record(place, charge, court)))
    open_ones = sorted({cell.place[place] for cell in charge.cells})
    answers = [question.answers[at] for at in open_ones]
    return record(
        *texts,
        ("choices", tuple(answer.id for answer in answers)),
        ("labels", record(*[(answer.id, court.speaker.text(answer.titles)) for answer in answers])),
        *default,
    )


def count_record(place: int, charge: Charge, court: Court) -> Record:
    """Return the bounds of a count and its ranges."""
    chart = court.chart(charge.offence)
    question = charge.offence.questions[place]
    ranges = ranges_of(place, leading(charge.cells, court.book.penalties), chart)
    texts = tuple(span_text(span, question.high) for span in ranges)
    return record(("min", question.low), ("max", question.high), ("ranges", texts))


def table_of_outcomes(charge: Charge, court: Court) -> tuple[Record, ...]:
    """Return everything that the answers still leave open, equal rulings in one row."""
    return tuple(row_record(row, court) for row in rows_of(charge, court))


def rows_of(charge: Charge, court: Court) -> tuple[OutcomeRow, ...]:
    """Return everything that the answers still leave open as rows, equal rulings in one."""
    cells = leading(fitting_cells(court.chart(charge.offence), charge.given), court.book.penalties)
    return tuple(row_of(box, charge, court) for box in boxes_of(cells))


def row_of(box: Box, charge: Charge, court: Court) -> OutcomeRow:
    """Return one row; where rows of the book differ in their source only, all sources are named."""
    ruling = joint_ruling(tuple(cell for cell in charge.cells if holds(box, cell.place)), court.book.penalties)
    return OutcomeRow(when=when_of_box(box, charge, court.chart(charge.offence)), ruling=ruling)


def row_record(row: OutcomeRow, court: Court) -> Record:
    """Return one row: when it applies, the penalties, and where they are from."""
    ruling = row.ruling
    return record(
        ("when", record(*[(question.id, ids) for question, ids in row.when])),
        ("penalties", consequences_record(ruling, {}, court.prices)),
        ("text", spoken(ruling, {}, court.prices, court.speaker)),
        ("clause", ruling.cite.clause),
        ("confidence", ruling.cite.confidence),
        ("covered", ruling.covered),
    )


def when_of_box(box: Box, charge: Charge, chart: Chart) -> When:
    """Return the answers of a row by question; a question that does not matter is left out."""
    questions = charge.offence.questions
    return tuple(
        (questions[i], answers_of(questions[i], box.spans[i], chart.spans[i])) for i in telling(box, charge.cells)
    )


def answers_of(question: Inquiry, places: tuple[int, ...], spans: tuple[tuple[int, int], ...]) -> tuple[str, ...]:
    """Return the answers in words, or the ranges of a count with neighbours put together."""
    if question.answers:
        return tuple(question.answers[place].id for place in places)
    ranges: list[tuple[int, int]] = []
    for low, high in [spans[place] for place in places]:
        if ranges and ranges[-1][1] == low - 1:
            ranges[-1] = (ranges[-1][0], high)
        else:
            ranges.append((low, high))
    return tuple(span_text(span, question.high) for span in ranges)
