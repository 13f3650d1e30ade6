"""A referee's rulings at a table: what the rulebook proposes, what is issued, and what a withdrawal gives back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.ask.hands import MOST_POINTS
from referee.ask.rulings import penalty_lines
from referee.game.decide import decide_hand, why_closed, why_signed, wrong_text
from referee.game.events import OTHER_OFFENCE, Event, Proposal, RulingIssued, RulingWithdrawn, Sanction
from referee.game.game import Game, HandEntry, RulingEntry, evolve
from referee.records import dataclass
from referee.rules.offences import Consequence, Penalty, Ruling, open_questions
from referee.rules.table import (
    NOTHING,
    Chombo,
    Code,
    Facts,
    Hand,
    Line,
    NotDone,
    Quoted,
    Table,
    moved,
    not_done,
    only,
    wind_word,
)
from referee.texts.case import MOST_TIMES, TIMES, answer_span, case_with, contradicts, ruling_in
from referee.texts.reader import read_number
from referee.texts.rulings import amount_of_points

if TYPE_CHECKING:
    from referee.rules.ruleset import Ruleset
    from referee.texts.case import Case, Rulebook


Answers = tuple[tuple[str, str | int], ...]
"""Questions of an offence with their answers: the id of an answer, a count, or a range of counts such as "3-5"."""

WITH_AMOUNT = (Penalty.FINE, Penalty.POINTS)
"""The penalties that are so and so many points."""


@dataclass(frozen=True, kw_only=True, slots=True)
class RulingPlan:
    """A ruling that a referee means to issue; ``issued`` is None where it is exactly what is proposed."""

    seat: int
    offence: str
    answers: Answers
    issued: tuple[Sanction, ...] | None
    text: str


def proposal_for(offence: str, answers: Answers, rulebook: Rulebook | None) -> Proposal | NotDone | None:
    """Return what the rulebook prescribes, None for an offence of no catalogue."""
    if offence == OTHER_OFFENCE:
        return None
    if rulebook is None:
        return not_done("offence", "desk.no_rulebook", code=Code.UNKNOWN_RULESET)
    case = case_named(offence, answers, rulebook)
    if isinstance(case, NotDone):
        return case
    unanswered = open_questions(case.cells, case.given, case.offence, rulebook.book.penalties)
    if unanswered:
        names = Quoted(text=", ".join([case.offence.questions[place].id for place in unanswered]))
        return not_done("answers", "desk.answers_missing", (("questions", names),), Code.MISSING_FIELD)
    return _proposed_by(ruling_in(case, rulebook), case.counted())


def case_named(name: str, answers: Answers, rulebook: Rulebook) -> Case | NotDone:
    """Return an offence with the answers that were told, or why they are none."""
    found = [offence for offence in rulebook.offences() if offence.id == name]
    if not found:
        return not_done("offence", "desk.no_such_offence", code=Code.OUT_OF_RANGE)
    values = {question: str(value) for question, value in answers}
    given = tuple(
        answer_span(values[question.id], question) if question.id in values else None for question in found[0].questions
    )
    times = number_of_times(values.get(TIMES, ""))
    understood = sum([value is not None for value in given]) + (1 if times else 0)
    case = case_with(given, found[0], rulebook, times)
    if understood < len(values) or not case.cells or contradicts(times, given, found[0]):
        return not_done("answers", "desk.no_such_answers", code=Code.OUT_OF_RANGE)
    return case


def number_of_times(text: str) -> int:
    """Return how often an offence was committed, this time included; 0 for what is no such number."""
    number = read_number(text)
    return number if isinstance(number, int) and 1 <= number <= MOST_TIMES else 0


def _proposed_by(ruling: Ruling, counted: dict[str, int]) -> Proposal:
    """Return what a rulebook's ruling prescribes, counted out."""
    return Proposal(
        consequences=tuple(_multiplied(each, counted) for each in ruling.consequences),
        clause=ruling.cite.clause,
        source=ruling.cite.source["en"],
        confidence=ruling.cite.confidence,
        covered=ruling.covered,
    )


def sanctions_of(ruling: Ruling, counted: dict[str, int]) -> tuple[Sanction, ...]:
    """Return the penalties that issue exactly what a ruling prescribes."""
    return _as_proposed(_proposed_by(ruling, counted))


def _multiplied(consequence: Consequence, counted: dict[str, int]) -> Consequence:
    kind = Penalty(consequence.kind)
    return Consequence(
        kind=kind,
        amount=amount_of_points(consequence, counted) if kind in WITH_AMOUNT else 0,
        per="",
        least=consequence.least,
        most=consequence.most,
        choices=consequence.choices,
    )


def _as_proposed(proposal: Proposal) -> tuple[Sanction, ...]:
    """Return the penalties that issue exactly what is proposed."""
    return tuple(Sanction(kind=each.kind, amount=each.amount) for each in proposal.consequences)


def differs_from_proposal(issued: tuple[Sanction, ...], proposal: Proposal | None) -> bool:
    """Return whether a ruling is another than the rulebook's; a choice that the book leaves is not."""
    if proposal is None:
        return True
    if issued == _as_proposed(proposal):
        return False
    fixed = tuple(each for each in _as_proposed(proposal) if each.kind != Penalty.REFEREE)
    left = tuple(each for each in proposal.consequences if each.kind == Penalty.REFEREE)
    rest = tuple(each for each in issued if each not in fixed)
    if len(rest) + len(fixed) != len(issued):
        return True
    return not (rest == () if not left else len(rest) == 1 and _is_left_open(rest[0], left[0]))


def _is_left_open(sanction: Sanction, left: Consequence) -> bool:
    """Return whether a penalty is within the discretion that a book names."""
    if sanction.kind == Penalty.POINTS and left.most:
        return left.least <= sanction.amount <= left.most
    return sanction.kind in left.choices


def decide_rulings(
    game: Game, plans: tuple[RulingPlan, ...], rules: Ruleset, rulebook: Rulebook | None
) -> tuple[Event, ...] | NotDone:
    """Rule on one or more offenders; where the hand is void by chombo, it is recorded in the same breath."""
    refused = why_signed(game) or (None if plans else not_done("seat", "desk.nobody_ruled", code=Code.MISSING_FIELD))
    if refused is not None:
        return refused
    rulings: tuple[RulingIssued, ...] = ()
    last = game.seq + len(plans) + 1 if any(_is_chombo(plan, rulebook) for plan in plans) else None
    for plan in plans:
        found = ruling_issued(game, plan, last, rulebook)
        if isinstance(found, NotDone):
            return found
        rulings = (*rulings, found)
    return rulings if last is None else _with_void_hand(game, rulings, rules)


def _is_chombo(plan: RulingPlan, rulebook: Rulebook | None) -> bool:
    """Return whether a ruling that is meant to be issued makes the hand void."""
    issued = plan.issued
    if issued is None:
        found = proposal_for(plan.offence, plan.answers, rulebook)
        issued = _as_proposed(found) if isinstance(found, Proposal) else ()
    return any(each.kind == Penalty.CHOMBO for each in issued)


def ruling_issued(
    game: Game, plan: RulingPlan, recorded: int | None, rulebook: Rulebook | None
) -> RulingIssued | NotDone:
    """Return one ruling as it is issued; ``recorded`` is the event that will record the void hand."""
    proposed = proposal_for(plan.offence, plan.answers, rulebook)
    if isinstance(proposed, NotDone):
        return proposed
    issued = plan.issued
    if issued is None:
        issued = () if proposed is None else _as_proposed(proposed)
    refused = _wrong_sanctions(issued) or _wrong_reason(plan, issued, proposed) or _too_late(game, issued)
    if refused is not None:
        return refused
    return RulingIssued(
        hand=game.number,
        seat=plan.seat,
        offence=plan.offence,
        answers=plan.answers,
        proposed=proposed,
        issued=issued,
        lines=sanction_lines(issued, plan.seat, game.table),
        recorded=recorded,
        text=plan.text,
    )


def sanction_lines(issued: tuple[Sanction, ...], seat: int, table: Table) -> tuple[Line, ...]:
    """Return what the penalties of a ruling move at once; a chombo moves what its void hand says."""
    return tuple(line for each in issued for line in penalty_lines(each.kind, each.amount, seat, table))


def _wrong_sanctions(issued: tuple[Sanction, ...]) -> NotDone | None:
    """Return what is wrong with the penalties of a ruling, or None."""
    kinds = tuple(each.kind for each in issued)
    if not kinds:
        return not_done("issued", "desk.no_penalty", code=Code.MISSING_FIELD)
    if any(kinds.count(kind) > 1 for kind in kinds) or (Penalty.NONE in kinds and len(kinds) > 1):
        return not_done("issued", "desk.penalties_clash")
    for each in issued:
        if each.kind in WITH_AMOUNT and (each.amount <= 0 or each.amount > MOST_POINTS or each.amount % 100):
            return not_done("amount", "desk.no_such_amount", (("points", each.amount),), Code.OUT_OF_RANGE)
    return None


def _wrong_reason(plan: RulingPlan, issued: tuple[Sanction, ...], proposed: Proposal | None) -> NotDone | None:
    """Return what is wrong with the written reason, or None; who departs from the book has to give one."""
    if plan.text:
        return wrong_text(plan.text)
    if differs_from_proposal(issued, proposed):
        return not_done("text", "desk.reason_missing", code=Code.MISSING_FIELD)
    return None


def _too_late(game: Game, issued: tuple[Sanction, ...]) -> NotDone | None:
    """Return why a penalty that changes the hand cannot be issued any more, or None."""
    changes_hand = any(each.kind in (Penalty.DEAD_HAND, Penalty.CHOMBO) for each in issued)
    return why_closed(game) if changes_hand else None


def _with_void_hand(game: Game, rulings: tuple[RulingIssued, ...], rules: Ruleset) -> tuple[Event, ...] | NotDone:
    """Return the rulings and the hand that they make void, with every offender who pays for it."""
    state = game
    for ruling in rulings:
        state = evolve(state, state.seq + 1, ruling)
    guilty = tuple(each.seat for each in rulings if any(one.kind == Penalty.CHOMBO for one in each.issued))
    ending = Chombo(offenders=tuple(seat for seat in (0, 1, 2, 3) if seat in guilty))
    marks = game.marks
    hand = Hand(ending=ending, riichi=marks.riichi, open_riichi=marks.open_riichi, dead=(), wareme=None)
    recorded = decide_hand(state, hand, rules)
    return recorded if isinstance(recorded, NotDone) else (*rulings, recorded)


def decide_withdrawal(game: Game, target: int, text: str) -> RulingWithdrawn | NotDone:
    """Withdraw a ruling that stands; what it moved is given back by whoever has it now."""
    refused = why_signed(game) or wrong_text(text)
    if refused is not None:
        return refused
    found = [entry for entry in game.rulings if entry.seq == target]
    if not found:
        return not_done("target", "desk.no_such_ruling", code=Code.OUT_OF_RANGE)
    if chombo_stands(game, found[0]):
        return not_done("target", "desk.chombo_recorded")
    lines = lines_given_back(game, found[0])
    return lines if isinstance(lines, NotDone) else RulingWithdrawn(target=target, lines=lines, text=text)


def chombo_stands(game: Game, ruling: RulingEntry) -> bool:
    """Return whether the sheet holds the void hand of a ruling with its offender: that hand has to go first."""
    return any(
        hand.seq == ruling.issued.recorded
        and isinstance(hand.settled.hand.ending, Chombo)
        and ruling.issued.seat in hand.settled.hand.ending.offenders
        for hand in game.hands
    )


def lines_given_back(game: Game, ruling: RulingEntry) -> tuple[Line, ...] | NotDone:
    """Return the lines that give back what a ruling moved: a fine by the table, or by who has won it since."""
    seat, table = ruling.issued.seat, game.table
    fine = sum([line.kyoutaku for line in ruling.issued.lines])
    off = sum([line.penalties[seat] for line in ruling.issued.lines])
    winner = _taker_of_kyoutaku(game, ruling)
    if fine and winner is None and table.kyoutaku < fine:
        return not_done("target", "desk.fine_gone", (("points", fine),))
    player = ("player", wind_word(seat, table.dealer))
    returned = (_fine_line(seat, fine, winner, table),) if fine else ()
    facts: Facts = (player, ("points", -off))
    points = (Line(reason="line.points_returned", rule="", facts=facts, penalties=only(seat, -off)),) if off else ()
    return (*returned, *points)


def _fine_line(seat: int, fine: int, winner: int | None, table: Table) -> Line:
    """Return the line with which a fine goes back to who paid it."""
    facts: Facts = (("player", wind_word(seat, table.dealer)), ("points", fine))
    if winner is None:
        return Line(reason="line.fine_returned", rule="", facts=facts, points=only(seat, fine), kyoutaku=-fine)
    points = NOTHING if winner == seat else moved(((winner, seat, fine),))
    named: Facts = (*facts, ("payer", wind_word(winner, table.dealer)))
    return Line(reason="line.fine_won_returned", rule="", facts=named, points=points)


def _taker_of_kyoutaku(game: Game, ruling: RulingEntry) -> int | None:
    """Return who has taken the points on the table since a ruling, or None while they lie there."""
    for entry in game.entries:
        if isinstance(entry, HandEntry) and entry.seq > ruling.seq:
            for line in entry.settled.lines:
                if line.reason == "line.kyoutaku":
                    return [seat for seat in (0, 1, 2, 3) if line.points[seat] > 0][0]  # noqa: RUF015 the phone has lists only
    return None
