"""The form that applies a ruling to a table: who offended, what the answers say, and what the referee issues.

Fields: ``seat`` (several), ``offence``, ``answer-QUESTION``, ``kind`` (what a referee who decides otherwise chooses,
none for exactly what is proposed) with ``amount-fine`` and ``amount-points``, and ``text``, the written reason.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.core.forms.form import Form
from referee.core.forms.hand_form import FORM_SEATS
from referee.core.forms.ruling_form import ANSWER
from referee.core.games.events import OTHER_OFFENCE, Sanction
from referee.core.games.rulings import WITH_AMOUNT, Answers, RulingPlan
from referee.core.penalties.words import PENALTIES
from referee.core.text.spaces import number_told, spaces_off

if TYPE_CHECKING:
    from referee.core.rules.offences import Penalty


def plans_told(form: Form) -> tuple[RulingPlan, ...]:
    """Return the rulings that a form orders, one for each offender."""
    answers, issued = answers_given(form), sanctions_told(form)
    return tuple(
        RulingPlan(
            seat=int(seat),
            offence=form.one("offence", OTHER_OFFENCE),
            answers=answers,
            issued=issued,
            text=form.one("text"),
        )
        for seat in FORM_SEATS
        if form.has("seat", seat)
    )


def answers_given(form: Form) -> Answers:
    """Return the answers of a form by question; a field that is empty answers nothing."""
    told = {
        key[len(ANSWER) :]: number_told(spaces_off(value))
        for key, value in form.pairs
        if key.startswith(ANSWER) and spaces_off(value)
    }
    return tuple((question, told[question]) for question in sorted(told))


def sanctions_told(form: Form) -> tuple[Sanction, ...] | None:
    """Return the penalties that a referee chose himself, None where he issues what is proposed."""
    chosen = tuple(
        Sanction(kind=kind, amount=amount_told(form, kind)) for kind in PENALTIES if form.has("kind", str(kind))
    )
    return chosen or None


def amount_told(form: Form, kind: Penalty) -> int:
    """Return the points of a penalty; what is no number is no amount."""
    told = number_told(form.one(f"amount-{kind}")) if kind in WITH_AMOUNT else 0
    return told if isinstance(told, int) else 0
