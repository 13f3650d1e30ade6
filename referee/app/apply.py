"""Applying a ruling to the table and withdrawing one: what it does there, and the pages that write it on the sheet."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, assert_never

from referee.app.answer import UNPROCESSABLE, Answer, Fragment, page_of, redirect, redirect_after_write
from referee.app.entries import (
    START_AGAIN,
    OverView,
    as_ruling,
    earlier_rulings,
    earlier_text,
    hand_title,
    is_over,
    issued_text,
    offence_named,
    over_view,
)
from referee.app.form import Pick, TextField
from referee.app.hand_form import digest_of_text
from referee.app.lookup import ANSWER, CiteView, FactsView, answers_asked, book_of, cite_view, read_plans
from referee.app.pages import refusals_at
from referee.app.preview import CHARACTERS, PLACES, READING_ORDER, PaymentView, payment_view
from referee.app.record import address_with, expected_event_in, expected_in, with_state, without_state
from referee.app.routes import url_for
from referee.app.rows import offence_title
from referee.app.ruling_draft import (
    AFTER,
    RulingDraft,
    barred_in,
    draft_of,
    guide_sanctions,
    leaves_open,
    left_to_referee,
    plans_of,
    taken_over,
)
from referee.app.rulings import facts_view, has_own_chombo, ruling_decided, times_view
from referee.app.tables import (
    CurrentTable,
    after_order,
    at_table_of_device,
    expected_of,
    is_fresh,
    order_of_referee,
    referee_named,
    refused_order,
    table_at,
)
from referee.desk import Conflict, Desk, Refused, writing
from referee.game.events import OTHER_OFFENCE, Event, HandRecorded, Proposal, RulingIssued, Sanction
from referee.game.game import Game, evolve
from referee.game.rulings import (
    WITH_AMOUNT,
    RulingPlan,
    decide_rulings,
    differs_from_proposal,
)
from referee.game.view import Preview, preview_of, shown_scores, sticks_on_table
from referee.records import dataclass
from referee.rules.choices import ChomboWithWin
from referee.rules.offences import Penalty
from referee.rules.table import ALL_SEATS, NotDone, Quoted, wind_of
from referee.texts.case import OpenCase
from referee.texts.codec import Value, json_text
from referee.texts.reader import problem_text
from referee.texts.rulings import PENALTIES, effects, heaviest_kind, idle_steps, outcome_text, sentence_below
from referee.texts.words import change_written, listed, points_written

if TYPE_CHECKING:
    from referee.app.asked import Asked
    from referee.app.form import Form, Pairs
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
    return decided if isinstance(decided, NotDone) else _preview_of_rulings(game, decided, rules, speaker)


def _preview_of_rulings(game: Game, decided: tuple[Event, ...], rules: Ruleset, speaker: Speaker) -> RulingPreview:
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
        departs=any(differs_from_proposal(each.issued, each.proposed) for each in rulings),
    )


def _digest_of_plans(plans: tuple[RulingPlan, ...]) -> str:
    """Return a short text that changes with the rulings but not with their reason."""
    return digest_of_text(json_text(tuple(_plan_record(plan) for plan in plans)))


def _plan_record(plan: RulingPlan) -> Value:
    """Return what is issued, to whom and for what, as it stands in JSON."""
    issued = None if plan.issued is None else tuple((str(each.kind), each.amount) for each in plan.issued)
    return (plan.seat, plan.offence, plan.answers, issued)


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
    ``_win_instead`` is where a win of the same moment is recorded, ``mark`` tells what was seen before it is issued.
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


def _open_facts(case: RulingDraft) -> FactsView | None:
    """Return the questions that are still to be answered, as the look-up asks them; None where there are none.

    Once they decide, how often the offence was committed can be said where that makes it dearer.
    """
    open_case = case.open_case
    if open_case is None:
        return None
    heard = (open_case,) if case.guide is None else (open_case, case.guide)
    if not all(each.is_decided for each in heard):
        return facts_view(answers_asked(case.form, open_case.case.offence), heard)
    repeats = times_view(heard)
    return None if repeats is None else FactsView(questions=(repeats,))


def _apply_outcome(sent: Form, table: AtTable) -> OutcomeView:
    """Return what would happen if the rulings of a form were issued now, or what is still to be chosen."""
    return _outcome_view(draft_of(sent, table))


def _outcome_view(case: RulingDraft) -> OutcomeView:
    """Return what would happen, or what is still to be chosen."""
    table, words = case.table, case.table.speaker.words
    if is_over(case.form, table):
        return OutcomeView(over=over_view(case.form, "rulings/apply", table))
    plans = plans_of(case)
    if case.open_case is not None and not case.open_case.is_decided:
        return OutcomeView(hint=words["apply.answer_first"])
    if not plans:
        return OutcomeView()
    if plans[0].issued is None and leaves_open(case):
        return OutcomeView(hint=words["apply.which_after" if guide_sanctions(case) else "apply.which"])
    found = rulings_previewed(table.game, plans, table.rules, table.rulebook, table.speaker)
    if isinstance(found, NotDone):
        said = [problem_text(each, table.rules, table.speaker) for each in found.problems]
        return OutcomeView(hint=" ".join(said))
    return OutcomeView(issue=_issue_view(case, plans, found))


def _issue_view(case: RulingDraft, plans: tuple[RulingPlan, ...], found: RulingPreview) -> IssueView:
    """Return what rulings do, with the button that issues them."""
    table, void = case.table, found.void
    return IssueView(
        earlier=tuple([earlier_text(each, table) for plan in plans for each in earlier_rulings(table, plan.seat)]),
        payment=None
        if void is None
        else payment_view(void.question, void.answer, table.me, table.rules, table.speaker),
        moved=_scores_moved(found, table) if void is None else (),
        lines=tuple([table.speaker.line(line) for line in found.lines]) if void is None else (),
        steps=_steps_at_table(case, plans[0], found.issued[0]),
        win_instead=_win_instead(found, table),
        needs_reason=found.departs and not plans[0].text,
        mark=_digest_of_plans(plans),
        address=table.address + "/rulings/apply",
        confirm=_confirm_text(plans, found.issued[0], table),
    )


def _scores_moved(found: RulingPreview, table: AtTable) -> tuple[ScoreMoved, ...]:
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


def _steps_at_table(case: RulingDraft, plan: RulingPlan, issued: tuple[Sanction, ...]) -> tuple[str, ...]:
    """Return what is done at the table: the book's steps where it is followed, else those of each penalty."""
    rules, speaker = case.table.rules, case.table.speaker
    followed = case.open_case if plan.issued is None else case.guide if issued == taken_over(case) else None
    game = case.table.game
    idle = idle_steps(has_sticks=sticks_on_table(game, rules) != (), has_signal=game.table.hands_left is not None)
    if followed is not None:
        return effects(ruling_decided(followed), followed.case, rules, speaker, idle)
    return effects(as_ruling(issued), None, rules, speaker, idle)


def _win_instead(found: RulingPreview, table: AtTable) -> str:
    """Return where a win of the same moment is recorded, where the rules let it take the place of a chombo."""
    if found.void is None:
        return ""
    match table.rules.chombo.with_win:
        case ChomboWithWin.VOID:
            return f"{table.address}/record?result=ron"
        case ChomboWithWin.STANDS | ChomboWithWin.REFEREE:
            return ""
        case _:
            assert_never(table.rules.chombo.with_win)


def _confirm_text(plans: tuple[RulingPlan, ...], issued: tuple[Sanction, ...], table: AtTable) -> str:
    """Return what the button says: the penalties, and for whom."""
    speaker = table.speaker
    players = listed([table.names[plan.seat] for plan in plans], speaker.words)
    facts = (
        ("issued", Quoted(text=issued_text(issued, table.rules, speaker))),
        ("players", Quoted(text=players)),
    )
    return speaker.say("apply.issue", facts)


@dataclass(frozen=True, kw_only=True, slots=True)
class Proposed:
    """What the rulebook says: in few words, aloud, and where from; ``kind`` is its heaviest penalty."""

    kind: str
    short: str
    text: str
    cite: CiteView


@dataclass(frozen=True, kw_only=True, slots=True)
class NearestRuling:
    """What the nearest book that speaks rules, with its clause; its ``pick`` is off where it cannot be taken over."""

    book: str
    kind: str
    pick: Pick
    clause: str
    has_own_chombo: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class OffenderSeat:
    """One seat as a tile to tap; ``earlier`` counts the rulings that its player had before."""

    number: int
    place: str
    wind: str
    player: str
    earlier: str
    chosen: bool

    @property
    def character(self) -> str:
        """Return the wind as it stands on its tile."""
        return CHARACTERS[self.wind]

    @property
    def is_dealer(self) -> bool:
        """Return whether the dealer sits here."""
        return self.wind == "E"


@dataclass(frozen=True, kw_only=True, slots=True)
class OtherPenalty:
    """The penalties to choose from; folded away where the book decides, unless one is chosen."""

    is_left_open: bool
    is_unfolded: bool
    kinds: tuple[Pick, ...]
    amounts: tuple[TextField, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class ApplyView:
    """The screen: ``carried`` are fields that it sends unseen; ``facts_address`` takes an answer to its ``facts``."""

    title: str
    proposed: Proposed | None
    nearest: NearestRuling | None
    carried: Pairs
    facts: FactsView | None
    facts_address: str
    hand: str
    seats: tuple[OffenderSeat, ...]
    otherwise: OtherPenalty
    outcome: OutcomeView


def _apply_view(sent: Form, table: AtTable) -> ApplyView:
    """Return everything that the screen shows about the ruling of a form."""
    case, before = draft_of(sent, table), table.game.table
    open_case, facts = case.open_case, _open_facts(case)
    return ApplyView(
        title=offence_named(case.form.one("offence"), table.library, table.speaker),
        proposed=None if open_case is None or not open_case.is_decided else _proposal_view(open_case),
        nearest=_nearest_ruling(case),
        carried=_carried_fields(case, facts),
        facts=facts,
        facts_address=table.address + "/rulings/apply/hearing",
        hand=hand_title(before.round, before.dealer, table.speaker),
        seats=tuple([_offender_seat(case, (table.me + step) % 4) for step in READING_ORDER]),
        otherwise=_other_penalty(case),
        outcome=_outcome_view(case),
    )


def _proposal_view(open_case: OpenCase) -> Proposed:
    """Return what the rulebook says once the answers decide it."""
    ruling, rulebook, counted = ruling_decided(open_case), open_case.rulebook, open_case.case.counted()
    return Proposed(
        kind=heaviest_kind(ruling),
        short=outcome_text(ruling, counted, rulebook, in_full=True) if ruling.covered else "",
        text=sentence_below(ruling, counted, rulebook.rules, rulebook.speaker),
        cite=cite_view(ruling.cite, rulebook.speaker),
    )


def _nearest_ruling(case: RulingDraft) -> NearestRuling | None:
    """Return what the guide rules, None without one and while it asks."""
    guide = case.guide
    if guide is None or not guide.is_decided:
        return None
    ruling, book = ruling_decided(guide), guide.rulebook.book.id
    text, chosen = outcome_text(ruling, guide.case.counted(), guide.rulebook, in_full=True), case.form.has(AFTER, book)
    return NearestRuling(
        book=book_of(ruling.cite, guide.rulebook),
        kind=heaviest_kind(ruling),
        pick=Pick(name=AFTER, value=book, text=text, chosen=chosen, off=not guide_sanctions(case)),
        clause=ruling.cite.clause,
        has_own_chombo=has_own_chombo(guide),
    )


def _carried_fields(case: RulingDraft, facts: FactsView | None) -> Pairs:
    """Return the fields that the screen carries along: the offence, what it resolves, the answers once they decide."""
    decided = case.open_case is None or case.open_case.is_decided
    shown = [question.name for question in facts.questions] if facts is not None else []
    answers = [
        (name, value)
        for name, value in case.form.pairs
        if name.startswith(ANSWER) and value and decided and name not in shown
    ]
    waiting = [("resolves", case.form.one("resolves"))] if case.form.one("resolves") else []
    return (("offence", case.form.one("offence")), *waiting, *answers)


def _offender_seat(case: RulingDraft, seat: int) -> OffenderSeat:
    """Return one seat; they are read in the order of the page, the holder's at the bottom."""
    table = case.table
    earlier = len(earlier_rulings(table, seat))
    return OffenderSeat(
        number=seat,
        place=PLACES[(seat - table.me) % 4],
        wind=wind_of(seat, table.game.table.dealer),
        player=table.names[seat],
        earlier=table.speaker.say("apply.earlier_count", (("count", earlier),)) if earlier else "",
        chosen=case.form.has("seat", str(seat)),
    )


def _other_penalty(case: RulingDraft) -> OtherPenalty:
    """Return the penalties to choose from under the rules of the table."""
    is_left_open, barred = leaves_open(case), barred_in(case)
    kinds = [kind for kind in PENALTIES if kind not in barred]
    return OtherPenalty(
        is_left_open=is_left_open,
        is_unfolded=(is_left_open and not _may_follow(case)) or bool(case.form.all("kind")),
        kinds=tuple([_kind_pick(case, kind) for kind in kinds]),
        amounts=tuple([_amount_asked(case, kind) for kind in kinds if kind in WITH_AMOUNT]),
    )


def _may_follow(case: RulingDraft) -> bool:
    """Return whether the guide's ruling can be taken over as it is, or once its questions are answered."""
    return case.guide is not None and (not case.guide.is_decided or guide_sanctions(case) != ())


def _kind_pick(case: RulingDraft, kind: Penalty) -> Pick:
    """Return one penalty as a tile to tap."""
    text = case.table.speaker.words["penalty." + kind]
    return Pick(name="kind", value=str(kind), text=text, chosen=case.form.has("kind", str(kind)))


def _amount_asked(case: RulingDraft, kind: Penalty) -> TextField:
    """Return the field for the points of a penalty, filled with the least that the book names."""
    left, name = left_to_referee(case.open_case), f"amount-{kind}"
    least = str(left.least) if left is not None and left.least else ""
    label = case.table.speaker.words["apply.amount_" + kind]
    return TextField(name=name, label=label, value=case.form.one(name, least))


@dataclass(frozen=True, kw_only=True, slots=True)
class ApplyPage:
    """The page; ``shown`` is everything about the ruling of its form."""

    token: str
    title: str
    command: str
    expected: str
    expected_event: str
    version: str
    shown: ApplyView
    text: str
    ruled_by: str
    refusals: tuple[str, ...] = ()


def _apply_page(
    asked: Asked, desk: Desk, current: CurrentTable, form: Form, refusals: tuple[str, ...] = ()
) -> ApplyPage:
    """Return the page for a form as it was sent, with what is wrong."""
    return ApplyPage(
        token=current.token,
        title=offence_title(asked, form.one("offence", OTHER_OFFENCE)),
        command=asked.command,
        expected=expected_in(form, current),
        expected_event=expected_event_in(form, current),
        version=current.view.version,
        shown=_apply_view(form, at_table_of_device(asked, desk, current)),
        text=form.one("text"),
        ruled_by=form.one("by", asked.device.referee),
        refusals=refusals,
    )


PAGE = "games/apply.html"


def show(asked: Asked, desk: Desk, token: str) -> Answer:
    """Show whom the ruling is for, what the rulebook proposes, and what would happen."""
    current, form = table_at(asked, desk, token), asked.form
    if form.one(START_AGAIN):
        return redirect(address_with(url_for("apply.show", token=token), with_state(form, current.view)))
    return page_of(PAGE, page=_apply_page(asked, desk, current, form))


def facts(asked: Asked, desk: Desk, token: str) -> Answer:
    """Return only what is shown about the ruling of a form."""
    view = _apply_view(asked.form, _table_of_device(asked, desk, token))
    return _with_address(asked, token, Fragment(name="applying", view=view))


def outcome(asked: Asked, desk: Desk, token: str) -> Answer:
    """Return only what would happen."""
    view = _apply_outcome(asked.form, _table_of_device(asked, desk, token))
    return _with_address(asked, token, Fragment(name="outcome", view=view))


def _table_of_device(asked: Asked, desk: Desk, token: str) -> AtTable:
    """Return the table as the page's holder looks at it."""
    return at_table_of_device(asked, desk, table_at(asked, desk, token))


def _with_address(asked: Asked, token: str, shown: Fragment) -> Answer:
    """Return a part of the page, and the address that shows the whole page again."""
    again = address_with(url_for("apply.show", token=token), asked.form)
    return Answer(body=shown).with_headers(("HX-Replace-Url", again))


def issue(asked: Asked, desk: Desk, token: str) -> Answer:
    """Issue the rulings whose outcome was shown, and remember on this device who rules."""
    return replace(issued(asked, desk, token), device=replace(asked.device, referee=referee_named(asked.form)))


def issued(asked: Asked, desk: Desk, token: str) -> Answer:
    """Answer to the order that issues rulings."""
    current, form = table_at(asked, desk, token), asked.form
    plans = plans_of(draft_of(form, at_table_of_device(asked, desk, current)))
    if is_fresh(form, current.view) and form.one("previewed") != _digest_of_plans(plans):
        return _shown_again(asked, desk, current, form, (asked.say("apply.look_again"),))
    written = writing.rule(desk, current.game, order_of_referee(asked, referee_named(form)), expected_of(form), plans)
    if isinstance(written, Refused):
        return _shown_again(asked, desk, current, form, refusals_at(asked, written.problems, current.view))
    look = address_with(url_for("apply.show", token=token), without_state(form))
    return after_order(asked, desk, token, written, _ruling_in_words(asked, current, form), look)


def _shown_again(asked: Asked, desk: Desk, current: CurrentTable, form: Form, refusals: tuple[str, ...]) -> Answer:
    """Show the page as it was sent, with what is wrong."""
    return page_of(PAGE, UNPROCESSABLE, page=_apply_page(asked, desk, current, form, refusals))


def _ruling_in_words(asked: Asked, current: CurrentTable, form: Form) -> str:
    """Return what a form rules on, for a page that shows it beside what others wrote."""
    players = listed([current.view.seats[plan.seat].name for plan in read_plans(form)], asked.speaker.words)
    return f"{offence_title(asked, form.one('offence', OTHER_OFFENCE))}: {players}"


def withdraw(asked: Asked, desk: Desk, token: str, ruling: int) -> Answer:
    """Withdraw a ruling with the reason that was typed."""
    current, form = table_at(asked, desk, token), asked.form
    order, reason = order_of_referee(asked, asked.device.referee), form.one("text")
    written = writing.withdraw_ruling(desk, current.game, order, expected_of(form), ruling, reason)
    if isinstance(written, Conflict):
        return after_order(asked, desk, token, written, f"{asked.say('apply.withdraw')}: {reason}")
    if isinstance(written, Refused):
        return refused_order(token, refusals_at(asked, written.problems, current.view))
    return redirect_after_write(asked, url_for("sheet.show", token=token), written)
