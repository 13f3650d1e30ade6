"""What issuing rulings at a table does: who loses what, the steps at the table, and the button that issues them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from referee.app.entries import OverView, as_ruling, earlier_rulings, earlier_text, is_over, issued_text, over_view
from referee.app.hand_form import mark_of_text
from referee.app.preview import PaymentView, payment_view
from referee.app.ruling_form import FactsView, answers_asked, answers_given, read_plans
from referee.app.ruling_view import facts_view, ruling_decided, times_view
from referee.game.events import OTHER_OFFENCE, Event, HandRecorded, Proposal, RulingIssued, Sanction
from referee.game.game import Game, evolve
from referee.game.rulings import RulingPlan, case_named, decide_rulings, departs
from referee.game.view import Preview, preview_of, shown_scores
from referee.records import dataclass
from referee.rules.choices import ChomboWithWin
from referee.rules.offences import Consequence, Penalty
from referee.rules.table import ALL_SEATS, NotDone, Quoted
from referee.texts.case import OpenCase
from referee.texts.codec import Value, json_text
from referee.texts.reader import problem_text
from referee.texts.rulings import effects
from referee.texts.words import change_written, points_written

if TYPE_CHECKING:
    from referee.app.form import Form
    from referee.game.view import AtTable
    from referee.rules.ruleset import Ruleset
    from referee.rules.table import Line, Table
    from referee.texts.case import Rulebook
    from referee.texts.words import Speaker


@dataclass(frozen=True, kw_only=True, slots=True)
class RulingPreview:
    """What rulings would do: a proposal and the penalties of each, the lines, and the table after them.

    ``dead`` are the seats whose hands they make dead, ``void`` is the settlement of the hand that a chombo ends,
    ``departs`` says that they are other than the rulebook's, so that a written reason is needed.
    """

    proposed: tuple[Proposal | None, ...]
    issued: tuple[tuple[Sanction, ...], ...]
    lines: tuple[Line, ...]
    dead: tuple[int, ...]
    void: Preview | None
    table: Table
    departs: bool


def rulings_previewed(
    game: Game, plans: tuple[RulingPlan, ...], rules: Ruleset, rulebook: Rulebook | None, speaker: Speaker
) -> RulingPreview | NotDone:
    """Return what rulings would do, a reason given or not."""
    asked = tuple(replace(plan, text=plan.text or "-") for plan in plans)
    decided = decide_rulings(game, asked, rules, rulebook)
    return decided if isinstance(decided, NotDone) else preview_of_rulings(game, decided, rules, speaker)


def preview_of_rulings(game: Game, decided: tuple[Event, ...], rules: Ruleset, speaker: Speaker) -> RulingPreview:
    """Return what decided rulings do."""
    after, void = game, None
    for event in decided:
        if isinstance(event, HandRecorded):
            void = preview_of(event.settled.before, event.settled.hand, rules, speaker)
        after = evolve(after, after.seq + 1, event)
    rulings = tuple(event for event in decided if isinstance(event, RulingIssued))
    dead = {seat for seat, _ in after.marks.dead} - {seat for seat, _ in game.marks.dead}
    return RulingPreview(
        proposed=tuple(each.proposed for each in rulings),
        issued=tuple(each.issued for each in rulings),
        lines=tuple(line for each in rulings for line in each.lines),
        dead=tuple(sorted(dead)),
        void=void,
        table=after.table,
        departs=any(departs(each.issued, each.proposed) for each in rulings),
    )


def mark_of_plans(plans: tuple[RulingPlan, ...]) -> str:
    """Return a short text that changes with the rulings but not with their reason."""
    return mark_of_text(json_text(tuple(plan_record(plan) for plan in plans)))


def plan_record(plan: RulingPlan) -> Value:
    """Return what is issued, to whom and for what, as it stands in JSON."""
    issued = None if plan.issued is None else tuple((str(each.kind), each.amount) for each in plan.issued)
    return (plan.seat, plan.offence, plan.answers, issued)


@dataclass(frozen=True, kw_only=True, slots=True)
class RulingDraft:
    """A ruling before it is issued: its form, its table, and what was answered; None where no book decides."""

    form: Form
    table: AtTable
    open_case: OpenCase | None


@dataclass(frozen=True, kw_only=True, slots=True)
class ScoreMoved:
    """What a player's score becomes."""

    player: str
    change: str
    score: str


@dataclass(frozen=True, kw_only=True, slots=True)
class IssueView:
    """What rulings do, and the button that issues them, which says so.

    ``payment`` is that of the hand which they end; without one ``moved`` and ``lines`` say what changes at once.
    ``win_instead`` is where a win of the same moment is recorded, ``mark`` tells what was seen before it is issued.
    """

    earlier: tuple[str, ...]
    payment: PaymentView | None
    moved: tuple[ScoreMoved, ...]
    lines: tuple[str, ...]
    steps: tuple[str, ...]
    win_instead: str
    needs_reason: bool
    mark: str
    address: str
    confirm: str


@dataclass(frozen=True, kw_only=True, slots=True)
class OutcomeView:
    """What would happen, or what is still to be done; neither while seats are asked for above it."""

    over: OverView | None = None
    hint: str = ""
    issue: IssueView | None = None


def case_of(sent: Form, table: AtTable) -> RulingDraft:
    """Return what a form rules on; a form that names no offence rules on one that no book knows."""
    form = sent if sent.one("offence") else sent.changed("offence", OTHER_OFFENCE)
    return RulingDraft(form=form, table=table, open_case=open_case_of(form, table))


def open_case_of(form: Form, table: AtTable) -> OpenCase | None:
    """Return the offence of a form with its answers, None for one that no book decides."""
    rulebook = table.rulebook
    if rulebook is None or form.one("offence") == OTHER_OFFENCE:
        return None
    case = case_named(form.one("offence"), answers_given(form), rulebook)
    return None if isinstance(case, NotDone) else OpenCase(case=case, rulebook=rulebook)


def left_to_referee(open_case: OpenCase | None) -> Consequence | None:
    """Return what the book says about the referee's own decision, None where it decides itself or not yet."""
    if open_case is None or not open_case.is_decided:
        return None
    found = [each for each in ruling_decided(open_case).consequences if each.kind == Penalty.REFEREE]
    return found[0] if found else None


def leaves_open(case: RulingDraft) -> bool:
    """Return whether the referee has to choose the penalty."""
    return case.open_case is None or left_to_referee(case.open_case) is not None


def open_facts(case: RulingDraft) -> FactsView | None:
    """Return the questions that are still to be answered, as the look-up asks them; None where there are none.

    Once they decide, how often the offence was committed can be said where that makes it dearer.
    """
    open_case = case.open_case
    if open_case is None:
        return None
    if not open_case.is_decided:
        return facts_view(answers_asked(case.form, open_case.case.offence), (open_case,))
    repeats = times_view((open_case,))
    return None if repeats is None else FactsView(questions=(repeats,))


def apply_outcome(sent: Form, table: AtTable) -> OutcomeView:
    """Return what would happen if the rulings of a form were issued now, or what is still to be chosen."""
    return outcome_view(case_of(sent, table))


def outcome_view(case: RulingDraft) -> OutcomeView:
    """Return what would happen, or what is still to be chosen."""
    table, words = case.table, case.table.speaker.words
    if is_over(case.form, table):
        return OutcomeView(over=over_view(case.form, "rulings/apply", table))
    plans = read_plans(case.form)
    if case.open_case is not None and not case.open_case.is_decided:
        return OutcomeView(hint=words["apply.answer_first"])
    if not plans:
        return OutcomeView()
    if plans[0].issued is None and leaves_open(case):
        return OutcomeView(hint=words["apply.which"])
    found = rulings_previewed(table.game, plans, table.rules, table.rulebook, table.speaker)
    if isinstance(found, NotDone):
        said = [problem_text(each, table.rules, table.speaker) for each in found.problems]
        return OutcomeView(hint=" ".join(said))
    return OutcomeView(issue=issue_view(case, plans, found))


def issue_view(case: RulingDraft, plans: tuple[RulingPlan, ...], found: RulingPreview) -> IssueView:
    """Return what rulings do, with the button that issues them."""
    table, void = case.table, found.void
    return IssueView(
        earlier=tuple([earlier_text(each, table) for plan in plans for each in earlier_rulings(table, plan.seat)]),
        payment=None if void is None else payment_view(void.question, void.answer, table.me, table.speaker),
        moved=scores_moved(found, table) if void is None else (),
        lines=tuple([table.speaker.say(line.reason, line.facts) for line in found.lines]) if void is None else (),
        steps=steps_at_table(case, plans[0], found.issued[0]),
        win_instead=win_instead(found, table),
        needs_reason=found.departs,
        mark=mark_of_plans(plans),
        address=table.address + "/rulings/apply",
        confirm=confirm_text(plans, found.issued[0], table),
    )


def scores_moved(found: RulingPreview, table: AtTable) -> tuple[ScoreMoved, ...]:
    """Return what each player's score becomes where it changes."""
    words, scores = table.speaker.words, shown_scores(table.game, table.rules)
    changes = [sum([line.points[seat] for line in found.lines]) for seat in ALL_SEATS]
    rows = [
        ScoreMoved(
            player=table.names[seat],
            change=change_written(changes[seat], words),
            score=points_written(scores[seat] + changes[seat], words),
        )
        for seat in ALL_SEATS
        if changes[seat]
    ]
    return tuple(rows)


def steps_at_table(case: RulingDraft, plan: RulingPlan, issued: tuple[Sanction, ...]) -> tuple[str, ...]:
    """Return what is done at the table: the book's steps where it is followed, else those of each penalty."""
    rules, speaker = case.table.rules, case.table.speaker
    if plan.issued is None and case.open_case is not None:
        return effects(ruling_decided(case.open_case), case.open_case.case, rules, speaker)
    return effects(as_ruling(issued), None, rules, speaker)


def win_instead(found: RulingPreview, table: AtTable) -> str:
    """Return where a win of the same moment is recorded, where the rules let it take the place of a chombo."""
    if found.void is None or table.rules.chombo.with_win != ChomboWithWin.VOID:
        return ""
    return f"{table.address}/record?result=ron"


def confirm_text(plans: tuple[RulingPlan, ...], issued: tuple[Sanction, ...], table: AtTable) -> str:
    """Return what the button says: the penalties, and for whom."""
    speaker = table.speaker
    players = speaker.words["sheet.and"].join([table.names[plan.seat] for plan in plans])
    told = (
        ("issued", Quoted(text=issued_text(issued, table.rules, speaker))),
        ("players", Quoted(text=players)),
    )
    return speaker.say("apply.issue", told)
