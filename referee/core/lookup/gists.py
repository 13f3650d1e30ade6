"""The gist of an entry: its answer under a ruleset in a few words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.core.lookup.procedures import procedure_answered, said_aloud
from referee.core.penalties.court import Charge, Court
from referee.core.penalties.outcomes import OutcomeRow, rows_of
from referee.core.penalties.rulings import Given, cells_of
from referee.core.penalties.words import outcome_said, when_said
from referee.core.rules.offences import Offence, Penalty

if TYPE_CHECKING:
    from referee.core.rules.procedures import Procedure

MOST_ROWS = 3
"""How many outcomes are told one by one."""
HEAVIER = (
    Penalty.NONE,
    Penalty.WARNING,
    Penalty.REFEREE,
    Penalty.FINE,
    Penalty.POINTS,
    Penalty.DEAD_HAND,
    Penalty.CHOMBO,
    Penalty.DISQUALIFICATION,
)
BETWEEN = " · "


def offence_gist(offence: Offence, court: Court, answers: tuple[tuple[str, str], ...] = ()) -> str:
    """Return what an offence costs, as far as the answers decide: "Dead hand · before the discard: no penalty"."""
    given = given_by(offence, answers)
    charge = Charge(offence=offence, given=given, cells=cells_of(court.chart(offence), given))
    rows = sorted(rows_of(charge, court), key=heaviness, reverse=True)
    said = [outcome_said(row.ruling, {}, court) for row in rows]
    kinds = [each for place, each in enumerate(said) if each not in said[:place]]
    if len(kinds) == 1:
        return kinds[0]
    if len(rows) > MOST_ROWS:
        return court.speaker.words["rulings.or"].join(kinds)
    colon = court.speaker.words["rulings.colon"]
    others = [when_said(row.when, court.speaker) + colon + each for row, each in zip(rows, said, strict=True)][1:]
    return BETWEEN.join([said[0], *others])


def given_by(offence: Offence, answers: tuple[tuple[str, str], ...]) -> Given:
    """Return answers in words as what a question takes; what they do not name is left out."""
    told = dict(answers)
    places = {question.id: [each.id for each in question.answers] for question in offence.questions}
    return tuple(
        (places[question.id].index(told[question.id]), places[question.id].index(told[question.id]))
        if told.get(question.id, "") in places[question.id]
        else None
        for question in offence.questions
    )


def heaviness(row: OutcomeRow) -> int:
    """Return how heavy an outcome is, by its last penalty, which is its heaviest."""
    return HEAVIER.index(row.ruling.consequences[-1].kind) if row.ruling.covered else -1


def procedure_gist(procedure: Procedure, court: Court) -> str:
    """Return the first sentence of an answer."""
    answer = procedure_answered(procedure, {}, court)
    return answer.lines[0].text if answer.covered else said_aloud(procedure, answer, court)
