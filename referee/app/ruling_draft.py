"""A ruling before it is issued: what its form answers, what it takes over from the nearest book, and what it orders."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from referee.app.lookup import answers_given, read_plans
from referee.app.rulings import guide_of, ruling_decided
from referee.game.events import OTHER_OFFENCE, Sanction
from referee.game.rulings import RulingPlan, case_named, sanctions_of
from referee.records import dataclass
from referee.rules.choices import ChomboForm
from referee.rules.offences import Consequence, Penalty
from referee.rules.table import NotDone, Quoted
from referee.texts.case import OpenCase
from referee.texts.words import clauses_named

if TYPE_CHECKING:
    from referee.app.form import Form
    from referee.game.view import AtTable


@dataclass(frozen=True, kw_only=True, slots=True)
class RulingDraft:
    """A ruling before it is issued: its form, its table, and what was answered; None where no book decides.

    ``guide`` is the nearest book that speaks where that of the table does not.
    """

    form: Form
    table: AtTable
    open_case: OpenCase | None
    guide: OpenCase | None


def draft_of(sent: Form, table: AtTable) -> RulingDraft:
    """Return what a form rules on; a form that names no offence rules on one that no book knows."""
    form = sent if sent.one("offence") else sent.changed("offence", OTHER_OFFENCE)
    open_case = _open_case_of(form, table)
    guide = None if open_case is None else guide_of(open_case)
    return RulingDraft(form=form, table=table, open_case=open_case, guide=guide)


def _open_case_of(form: Form, table: AtTable) -> OpenCase | None:
    """Return the offence of a form with its answers, None for one that no book decides."""
    rulebook = table.rulebook
    if rulebook is None or form.one("offence") == OTHER_OFFENCE:
        return None
    case = case_named(form.one("offence"), answers_given(form), rulebook)
    return None if isinstance(case, NotDone) else OpenCase(case=case, rulebook=rulebook)


AFTER = "after"
"""The field that names the book whose ruling the head referee takes over."""


def plans_of(case: RulingDraft) -> tuple[RulingPlan, ...]:
    """Return the rulings that a form orders, with what it takes over from the guide, which is then the reason."""
    plans, taken = read_plans(case.form), taken_over(case)
    if not taken:
        return plans
    kinds = [each.kind for each in taken]
    return tuple(
        [
            replace(
                plan,
                issued=(*taken, *[each for each in plan.issued or () if each.kind not in kinds]),
                text=plan.text or _reason_taken(case),
            )
            for plan in plans
        ]
    )


def taken_over(case: RulingDraft) -> tuple[Sanction, ...]:
    """Return the penalties that a form takes over from the guide, none where it does not."""
    is_wanted = case.guide is not None and case.form.has(AFTER, case.guide.rulebook.book.id)
    return guide_sanctions(case) if is_wanted else ()


def guide_sanctions(case: RulingDraft) -> tuple[Sanction, ...]:
    """Return the penalties that the guide prescribes, none where it asks or cannot be followed at this table."""
    guide = case.guide
    if guide is None or not guide.is_decided:
        return ()
    found = sanctions_of(ruling_decided(guide), guide.case.counted())
    return () if any(each.kind in barred_in(case) for each in found) else found


def _reason_taken(case: RulingDraft) -> str:
    """Return where the guide's ruling is from, as the reason for what is issued."""
    speaker, guide = case.table.speaker, case.guide
    clauses = "" if guide is None else clauses_named(ruling_decided(guide).cite.clause, speaker)
    return speaker.say("apply.taken", (("clauses", Quoted(text=clauses)),))


def left_to_referee(open_case: OpenCase | None) -> Consequence | None:
    """Return what the book says about the referee's own decision, None where it decides itself or not yet."""
    if open_case is None or not open_case.is_decided:
        return None
    found = [each for each in ruling_decided(open_case).consequences if each.kind == Penalty.REFEREE]
    return found[0] if found else None


def leaves_open(case: RulingDraft) -> bool:
    """Return whether the referee has to choose the penalty."""
    return case.open_case is None or left_to_referee(case.open_case) is not None


def barred_in(case: RulingDraft) -> tuple[Penalty, ...]:
    """Return the penalties that cannot be issued at the table."""
    has_chombo = case.table.rules.chombo.form != ChomboForm.NONE
    return (Penalty.REFEREE,) if has_chombo else (Penalty.REFEREE, Penalty.CHOMBO)
