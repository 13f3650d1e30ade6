"""Applying a ruling to the table, and withdrawing one: the only pages that write rulings on the score sheet."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from referee import desk
from referee.app.answer import UNPROCESSABLE, Answer, Fragment, elsewhere, onwards, page_of
from referee.app.entries import ANEW, earlier_rulings, hand_title, offence_named
from referee.app.form import Pick, TextField
from referee.app.outcome import (
    OutcomeView,
    RulingDraft,
    apply_outcome,
    case_of,
    leaves_open,
    left_to_referee,
    mark_of_plans,
    open_facts,
    outcome_view,
)
from referee.app.pages import refusals_at
from referee.app.preview import CHARACTERS, PLACES, READING_ORDER
from referee.app.record import address_with, expected_event_in, expected_in, with_state, without_state
from referee.app.routes import url_for
from referee.app.rows import offence_title
from referee.app.ruling_form import ANSWER, read_plans
from referee.app.ruling_view import ruling_decided
from referee.app.tables import Seen, after_order, as_seen, expected_of, is_fresh, order_of, refused_order, table_at
from referee.desk import OTHER_OFFENCE, Conflict, Desk, Order, Refused
from referee.desk.starting import LONGEST_NAME
from referee.game.rulings import WITH_AMOUNT
from referee.records import dataclass
from referee.rules.choices import ChomboForm
from referee.rules.offences import Penalty
from referee.rules.table import wind_of
from referee.texts.rulings import PENALTIES, outcome_text, spoken

if TYPE_CHECKING:
    from referee.app.asked import Asked
    from referee.app.form import Form, Pairs
    from referee.app.ruling_form import FactsView
    from referee.game.view import AtTable
    from referee.texts.case import OpenCase


@dataclass(frozen=True, kw_only=True, slots=True)
class Proposed:
    """What the rulebook says: in few words, aloud, with its clause, and why it is read so where it is read."""

    short: str
    said: str
    clause: str
    confidence: str
    note: str


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
    carried: Pairs
    facts: FactsView | None
    facts_address: str
    hand: str
    seats: tuple[OffenderSeat, ...]
    otherwise: OtherPenalty
    outcome: OutcomeView


def applying(sent: Form, table: AtTable) -> ApplyView:
    """Return everything that the screen shows about the ruling of a form."""
    case, before = case_of(sent, table), table.game.table
    open_case, facts = case.open_case, open_facts(case)
    return ApplyView(
        title=offence_named(case.form.one("offence"), table.library, table.speaker),
        proposed=None if open_case is None or not open_case.is_decided else proposed(open_case),
        carried=carried_fields(case, facts),
        facts=facts,
        facts_address=table.address + "/rulings/apply/hearing",
        hand=hand_title(before.round, before.dealer, table.speaker),
        seats=tuple([offender_seat(case, (table.me + step) % 4) for step in READING_ORDER]),
        otherwise=other_penalty(case),
        outcome=outcome_view(case),
    )


def proposed(open_case: OpenCase) -> Proposed:
    """Return what the rulebook says once the answers decide it."""
    ruling, rulebook, counted = ruling_decided(open_case), open_case.rulebook, open_case.case.counted()
    return Proposed(
        short=outcome_text(ruling, counted, rulebook),
        said=spoken(ruling, counted, rulebook.rules, rulebook.speaker),
        clause=ruling.cite.clause,
        confidence=ruling.cite.confidence,
        note=ruling.cite.note.get(rulebook.speaker.lang, ""),
    )


def carried_fields(case: RulingDraft, facts: FactsView | None) -> Pairs:
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


def offender_seat(case: RulingDraft, seat: int) -> OffenderSeat:
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


def other_penalty(case: RulingDraft) -> OtherPenalty:
    """Return the penalties to choose from under the rules of the table."""
    is_left_open = leaves_open(case)
    barred = [Penalty.REFEREE]
    if case.table.rules.chombo.form == ChomboForm.NONE:
        barred.append(Penalty.CHOMBO)
    kinds = [kind for kind in PENALTIES if kind not in barred]
    return OtherPenalty(
        is_left_open=is_left_open,
        is_unfolded=is_left_open or bool(case.form.all("kind")),
        kinds=tuple([kind_pick(case, kind) for kind in kinds]),
        amounts=tuple([amount_asked(case, kind) for kind in kinds if kind in WITH_AMOUNT]),
    )


def kind_pick(case: RulingDraft, kind: Penalty) -> Pick:
    """Return one penalty as a tile to tap."""
    text = case.table.speaker.words["penalty." + kind]
    return Pick(name="kind", value=str(kind), text=text, chosen=case.form.has("kind", str(kind)))


def amount_asked(case: RulingDraft, kind: Penalty) -> TextField:
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


def apply_page(asked: Asked, at: Desk, seen: Seen, form: Form, told: tuple[str, ...] = ()) -> ApplyPage:
    """Return the page for a form as it was sent, with what is wrong."""
    return ApplyPage(
        token=seen.token,
        title=offence_title(asked, form.one("offence", OTHER_OFFENCE)),
        command=asked.command,
        expected=expected_in(form, seen),
        expected_event=expected_event_in(form, seen),
        version=seen.view.version,
        shown=applying(form, as_seen(asked, at, seen)),
        text=form.one("text"),
        ruled_by=form.one("by", asked.device.referee),
        refusals=told,
    )


PAGE = "games/apply.html"


def show(asked: Asked, at: Desk, token: str) -> Answer:
    """Show whom the ruling is for, what the rulebook proposes, and what would happen."""
    seen, form = table_at(asked, at, token), asked.form
    if form.one(ANEW):
        return elsewhere(address_with(url_for("apply.show", token=token), with_state(form, seen.view)))
    return page_of(PAGE, page=apply_page(asked, at, seen, form))


def facts(asked: Asked, at: Desk, token: str) -> Answer:
    """Return only what is shown about the ruling of a form."""
    view = applying(asked.form, table_seen(asked, at, token))
    return with_address(asked, token, Fragment(name="applying", view=view))


def outcome(asked: Asked, at: Desk, token: str) -> Answer:
    """Return only what would happen."""
    view = apply_outcome(asked.form, table_seen(asked, at, token))
    return with_address(asked, token, Fragment(name="outcome", view=view))


def table_seen(asked: Asked, at: Desk, token: str) -> AtTable:
    """Return the table as the page's holder looks at it."""
    return as_seen(asked, at, table_at(asked, at, token))


def with_address(asked: Asked, token: str, shown: Fragment) -> Answer:
    """Return a part of the page, and the address that shows the whole page again."""
    again = address_with(url_for("apply.show", token=token), asked.form)
    return Answer(body=shown).telling(("HX-Replace-Url", again))


def issue(asked: Asked, at: Desk, token: str) -> Answer:
    """Issue the rulings whose outcome was shown, and remember on this device who rules."""
    return replace(issued(asked, at, token), device=replace(asked.device, referee=referee_named(asked.form)))


def issued(asked: Asked, at: Desk, token: str) -> Answer:
    """Answer to the order that issues rulings."""
    seen, form = table_at(asked, at, token), asked.form
    plans = read_plans(form)
    if is_fresh(form, seen.view) and form.one("previewed") != mark_of_plans(plans):
        return shown_again(asked, at, seen, form, (asked.say("apply.look_again"),))
    written = desk.rule(at, seen.game, order_by(asked, referee_named(form)), expected_of(form), plans)
    if isinstance(written, Refused):
        return shown_again(asked, at, seen, form, refusals_at(asked, written.problems, seen.view))
    look = address_with(url_for("apply.show", token=token), without_state(form))
    return after_order(asked, at, token, written, wanted(asked, seen, form), look)


def order_by(asked: Asked, referee: str) -> Order:
    """Return the order of a form by this referee."""
    order = order_of(asked)
    return replace(order, by=replace(order.by, name=referee))


def referee_named(form: Form) -> str:
    """Return the referee whom a form names."""
    return form.one("by")[:LONGEST_NAME]


def shown_again(asked: Asked, at: Desk, seen: Seen, form: Form, told: tuple[str, ...]) -> Answer:
    """Show the page as it was sent, with what is wrong."""
    return page_of(PAGE, UNPROCESSABLE, page=apply_page(asked, at, seen, form, told))


def wanted(asked: Asked, seen: Seen, form: Form) -> str:
    """Return what a form rules on, for a page that shows it beside what others wrote."""
    players = asked.say("sheet.and").join(seen.view.seats[plan.seat].name for plan in read_plans(form))
    return f"{offence_title(asked, form.one('offence', OTHER_OFFENCE))}: {players}"


def withdraw(asked: Asked, at: Desk, token: str, ruling: int) -> Answer:
    """Withdraw a ruling with the reason that was typed."""
    seen, form = table_at(asked, at, token), asked.form
    order, reason = order_by(asked, asked.device.referee), form.one("text")
    written = desk.withdraw_ruling(at, seen.game, order, expected_of(form), ruling, reason)
    if isinstance(written, Conflict):
        return after_order(asked, at, token, written, f"{asked.say('apply.withdraw')}: {reason}")
    if isinstance(written, Refused):
        return refused_order(token, refusals_at(asked, written.problems, seen.view))
    return onwards(asked, url_for("sheet.show", token=token), written)
