"""The page that applies a ruling to the table: who did it, what the rulebook proposes, and what then happens."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from flask import url_for
from markupsafe import Markup

from referee.core.asking.penaltyasks import PENALTIES
from referee.core.forms.ruling_form import answers_asked
from referee.core.games.decide import NotDone
from referee.core.games.ruling_order import answers_given, plans_told
from referee.core.games.rulings import WITH_AMOUNT, charge_told
from referee.core.pages.preview import READING_ORDER, settle_preview
from referee.core.pages.ruling_view import facts_section
from referee.core.penalties.facts import Hearing, facts_asked
from referee.core.penalties.rulings import joint_ruling
from referee.core.penalties.verdicts import effects, spoken
from referee.core.penalties.words import outcome_said
from referee.core.rules.choices import ChomboForm, ChomboWithWin
from referee.core.rules.offences import Penalty
from referee.desk import OTHER_OFFENCE, Refused, earlier_rulings, preview_rulings
from referee.web import memory
from referee.web.desks import desk_in_use, new_command
from referee.web.language import language, say, speaker
from referee.web.pages import SeatView, hand_name, seat_views
from referee.web.points import points, signed
from referee.web.refusals import sentences
from referee.web.table.rulingwords import as_ruling, court_at, earlier_said, offence_title, sanctions_said

if TYPE_CHECKING:
    from referee.core.forms.form import Form
    from referee.core.penalties.court import Court
    from referee.core.rules.offences import Consequence, Ruling
    from referee.desk import RulingPlan, RulingPreview, Sanction, TableView
    from referee.web.desks import Seen


@dataclass(frozen=True, kw_only=True, slots=True)
class SeatToRule:
    """A seat with the number of rulings that its player had before."""

    seat: SeatView
    earlier: int


@dataclass(frozen=True, kw_only=True, slots=True)
class KindToChoose:
    """One penalty that the head referee may give; ``amount`` is None for a kind that has none."""

    value: str
    text: str
    amount: str | None
    amount_of: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Verdict:
    """What the rulebook says: in few words, aloud, with its clause, and why it is read so where it is read."""

    short: str
    said: str
    clause: str
    confidence: str
    note: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Moved:
    """What a player's score becomes at once."""

    player: str
    change: str
    score: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Outcome:
    """What happens if the rulings are issued now; ``void`` is what a chombo pays, ``instead`` where a win goes."""

    issued: str
    players: str
    earlier: tuple[str, ...]
    moved: tuple[Moved, ...]
    told: tuple[str, ...]
    void: Markup
    steps: tuple[str, ...]
    instead: str
    needs_reason: bool
    asked: str


@dataclass(frozen=True, kw_only=True, slots=True)
class ApplyPage:
    """The page; ``outcome`` is there once it is known what would happen, else ``hint`` says what is lacking."""

    token: str
    command: str
    expected: int
    form: Form
    title: str
    hand: str
    kept: tuple[tuple[str, str], ...]
    verdict: Verdict | None
    facts: Markup
    seats: tuple[SeatToRule, ...]
    kinds: tuple[KindToChoose, ...]
    left_open: bool
    decides: bool
    ruled_by: str
    hint: str = ""
    outcome: Outcome | None = None
    refusals: tuple[str, ...] = ()


def apply_page(seen: Seen, form: Form) -> ApplyPage:
    """Return the page for a form, with what would happen as far as that is known."""
    view, court = seen.view, court_at(seen.view)
    hearing = hearing_of(form, court)
    verdict = None if hearing is None or not hearing.is_decided else verdict_of(hearing)
    left_open = hearing is None or leaves_open(hearing)
    page = ApplyPage(
        token=seen.token,
        command=new_command(),
        expected=view.expected,
        form=form,
        title=offence_title(form.one("offence")),
        hand=hand_name(view.table.round, view.table.dealer),
        kept=kept_fields(form, hearing),
        verdict=verdict,
        facts=open_facts(form, hearing),
        seats=seats_to_rule(seen),
        kinds=kinds_to_choose(form, view, hearing),
        left_open=left_open,
        decides=left_open or bool(form.all("kind")),
        ruled_by=form.one("by", memory.referee()),
    )
    return with_outcome(page, seen, hearing)


def hearing_of(form: Form, court: Court | None) -> Hearing | None:
    """Return the offence of a form with its answers, None for one that no book decides."""
    if court is None or form.one("offence") in ("", OTHER_OFFENCE):
        return None
    charge = charge_told(form.one("offence"), answers_given(form), court)
    return None if isinstance(charge, NotDone) else Hearing(charge=charge, court=court)


def ruling_of(hearing: Hearing) -> Ruling:
    """Return the ruling that the answers decide."""
    return joint_ruling(hearing.charge.cells, hearing.court.book.penalties)


def verdict_of(hearing: Hearing) -> Verdict:
    """Return what the rulebook says."""
    ruling, court = ruling_of(hearing), hearing.court
    counted = hearing.charge.counted()
    return Verdict(
        short=outcome_said(ruling, counted, court),
        said=spoken(ruling, counted, court.rules, court.speaker),
        clause=ruling.cite.clause,
        confidence=say(f"rulings.{ruling.cite.confidence}"),
        note=ruling.cite.note.get(language(), ""),
    )


def leaves_open(hearing: Hearing) -> bool:
    """Say whether the book leaves the penalty to the referee."""
    return hearing.is_decided and discretion_of(hearing) is not None


def discretion_of(hearing: Hearing) -> Consequence | None:
    """Return what the book says about the referee's own decision, None where it decides itself."""
    return next((each for each in ruling_of(hearing).consequences if each.kind == Penalty.REFEREE), None)


def open_facts(form: Form, hearing: Hearing | None) -> Markup:
    """Return the questions that are still to be answered, as the look-up asks them."""
    if hearing is None or hearing.is_decided:
        return Markup()
    known = answers_asked(form, hearing.charge.offence)
    html = facts_section(facts_asked(known, (hearing,)), hearing)
    return Markup(html)  # noqa: S704 - the core escapes


def kept_fields(form: Form, hearing: Hearing | None) -> tuple[tuple[str, str], ...]:
    """Return the fields that the page carries along: the offence, and the answers once they decide."""
    answers = tuple((name, value) for name, value in form.pairs if name.startswith("answer-") and value)
    carried = answers if hearing is None or hearing.is_decided else ()
    return (("offence", form.one("offence")), *carried)


def seats_to_rule(seen: Seen) -> tuple[SeatToRule, ...]:
    """Return the seats in the order in which a page reads them, the holder's at the bottom."""
    me = memory.tables().get(seen.token) or 0
    drawn = seat_views(seen.view.table.dealer, me)
    order = tuple((me + step) % 4 for step in READING_ORDER)
    return tuple(
        SeatToRule(
            seat=replace(drawn[seat], player=seen.view.seats[seat].name),
            earlier=len(earlier_rulings(seen.view, seat)),
        )
        for seat in order
    )


def kinds_to_choose(form: Form, view: TableView, hearing: Hearing | None) -> tuple[KindToChoose, ...]:
    """Return the penalties that a head referee may give under the rules of a table, from the book's least amount on."""
    barred = {Penalty.REFEREE, *((Penalty.CHOMBO,) if view.rules.chombo.form == ChomboForm.NONE else ())}
    least = least_amount(hearing)
    return tuple(
        KindToChoose(
            value=str(kind),
            text=say(f"penalty.{kind}"),
            amount=form.one(f"amount-{kind}", least) if kind in WITH_AMOUNT else None,
            amount_of=say(f"apply.amount_{kind}") if kind in WITH_AMOUNT else "",
        )
        for kind in PENALTIES
        if kind not in barred
    )


def least_amount(hearing: Hearing | None) -> str:
    """Return the least points that the book leaves the referee to take, nothing where it names none."""
    left = None if hearing is None or not hearing.is_decided else discretion_of(hearing)
    return str(left.least) if left is not None and left.least else ""


def with_outcome(page: ApplyPage, seen: Seen, hearing: Hearing | None) -> ApplyPage:
    """Return the page with what would happen, or with what is still to be chosen; seats are asked for above."""
    if page.facts:
        return replace(page, hint=say("apply.answer_first"))
    plans = plans_told(page.form)
    if not plans:
        return page
    if undecided(plans, hearing):
        return replace(page, hint=say("apply.which"))
    found = preview_rulings(desk_in_use(), seen.game, plans, language())
    if isinstance(found, Refused):
        return replace(page, hint=" ".join(sentences(found.problems, seen.view.rules)))
    return replace(page, outcome=outcome_of(plans, found, seen, hearing))


def undecided(plans: tuple[RulingPlan, ...], hearing: Hearing | None) -> bool:
    """Say whether the referee still has to choose, because no book proposes anything to issue."""
    return plans[0].issued is None and (hearing is None or leaves_open(hearing))


def outcome_of(plans: tuple[RulingPlan, ...], found: RulingPreview, seen: Seen, hearing: Hearing | None) -> Outcome:
    """Return what issuing the rulings does, in words."""
    view, issued = seen.view, found.issued[0]
    seats = tuple(plan.seat for plan in plans)
    chombo = found.void is not None
    return Outcome(
        issued=sanctions_said(issued, view.rules),
        players=say("sheet.and").join(view.seats[seat].name for seat in seats),
        earlier=tuple(earlier_said(row, view) for seat in seats for row in earlier_rulings(view, seat)),
        moved=() if chombo else moved_at(found, view),
        told=tuple(speaker().say(line.reason, line.facts) for line in found.lines),
        void=void_shown(found, seen),
        steps=steps_told(plans[0], issued, view, hearing),
        instead=instead_of(view, seen.token) if chombo else "",
        needs_reason=found.departs,
        asked=mark_of_plans(plans),
    )


def moved_at(found: RulingPreview, view: TableView) -> tuple[Moved, ...]:
    """Return whose score changes at once."""
    changes = tuple(sum(line.points[seat.seat] for line in found.lines) for seat in view.seats)
    return tuple(
        Moved(player=seat.name, change=signed(change), score=points(seat.score + change))
        for seat, change in zip(view.seats, changes, strict=True)
        if change
    )


def void_shown(found: RulingPreview, seen: Seen) -> Markup:
    """Return what the void hand of a chombo pays, as every payment is shown."""
    if found.void is None:
        return Markup()
    me = memory.tables().get(seen.token) or 0
    html = settle_preview(found.void.question, found.void.answer, me, speaker().words)
    return Markup(html)  # noqa: S704 - the preview escapes


def steps_told(
    plan: RulingPlan, issued: tuple[Sanction, ...], view: TableView, hearing: Hearing | None
) -> tuple[str, ...]:
    """Return what is done at the table: the book's steps where it is followed, else those of each penalty."""
    if plan.issued is None and hearing is not None:
        return effects(ruling_of(hearing), hearing.charge.counted(), view.rules, speaker())
    return effects(as_ruling(issued), {}, view.rules, speaker())


def instead_of(view: TableView, token: str) -> str:
    """Return where a win of the same moment is recorded, empty where it does not take the chombo away."""
    if view.rules.chombo.with_win != ChomboWithWin.VOID:
        return ""
    return url_for("record.show", token=token, result="ron")


def mark_of_plans(plans: tuple[RulingPlan, ...]) -> str:
    """Return a short text that changes with the rulings but not with their reason."""
    told = repr([(plan.seat, plan.offence, plan.answers, plan.issued) for plan in plans])
    return hashlib.sha256(told.encode()).hexdigest()[:16]
