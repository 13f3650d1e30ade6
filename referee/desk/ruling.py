"""Rulings at a table: what would happen, issuing them, withdrawing them, and those that a player had before."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from referee.core.games.decide import NotDone
from referee.core.games.events import Event, HandRecorded, Proposal, RulingIssued, Sanction
from referee.core.games.game import Game, evolve
from referee.core.games.hand_answer import Preview, preview_of
from referee.core.games.rulings import RulingPlan, decide_rulings, decide_withdrawal, departs
from referee.core.penalties.court import Court
from referee.core.rules.facts import Table
from referee.core.rules.ledger import Line
from referee.core.rules.ruleset import Ruleset
from referee.core.text.library import variant_key
from referee.desk.asking import speaker_of
from referee.desk.opened import Desk, history_of, kept_rules
from referee.desk.orders import Order, Refused, Written
from referee.desk.rulesets import Kept
from referee.desk.rulingrows import RulingRow
from referee.desk.views import TableView
from referee.desk.writing import write_seen


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


def court_of(desk: Desk, kept: Kept, lang: str = "en") -> Court | None:
    """Return where a game's offences are judged: its book as it is today; None where the book is not here."""
    book = desk.library.book(kept.book)
    variant = variant_key(tuple(kept.options.items()))
    if book is None or variant not in book.variants:
        return None
    return Court(library=desk.library, book=book, variant=variant, speaker=speaker_of(desk, lang))


def ruling_plan(
    seat: int,
    offence: str,
    answers: Mapping[str, str | int],
    issued: tuple[Sanction, ...] | None = None,
    text: str = "",
) -> RulingPlan:
    """Return a ruling to be issued: exactly what the rulebook proposes, or ``issued`` with its written reason."""
    given = tuple(sorted(answers.items()))
    return RulingPlan(seat=seat, offence=offence, answers=given, issued=issued, text=text.strip())


def rule(desk: Desk, game: str, order: Order, expected: int, plans: tuple[RulingPlan, ...]) -> Written:
    """Issue rulings on one or more offenders, and record the void hand where one of them is a chombo."""

    def decided(state: Game, rules: Ruleset) -> tuple[Event, ...] | NotDone:
        kept = kept_rules(desk, desk.store.database(), state)
        return decide_rulings(state, plans, rules, court_of(desk, kept))

    return write_seen(desk, game, order, expected, decided)


def withdraw_ruling(desk: Desk, game: str, order: Order, expected: int, target: int, text: str) -> Written:
    """Withdraw the ruling of event ``target`` for a typed reason; what it had moved is given back."""
    return write_seen(desk, game, order, expected, lambda state, _: decide_withdrawal(state, target, text.strip()))


def preview_rulings(desk: Desk, game: str, plans: tuple[RulingPlan, ...], lang: str) -> RulingPreview | Refused:
    """Return what rulings would do if they were issued now, a reason given or not; writes nothing."""
    database = desk.store.database()
    state = history_of(desk, database, game)[-1].game
    kept = kept_rules(desk, database, state)
    asked = tuple(replace(plan, text=plan.text or "-") for plan in plans)
    decided = decide_rulings(state, asked, kept.rules, court_of(desk, kept))
    if isinstance(decided, NotDone):
        return Refused(problems=decided.problems)
    return preview_of_rulings(desk, state, decided, kept.rules, lang)


def preview_of_rulings(desk: Desk, state: Game, decided: tuple[Event, ...], rules: Ruleset, lang: str) -> RulingPreview:
    """Return what decided rulings do."""
    before, void = state, None
    for event in decided:
        if isinstance(event, HandRecorded):
            void = preview_of(event.settled.before, event.settled.hand, rules, speaker_of(desk, lang))
        state = evolve(state, state.seq + 1, event)
    rulings = tuple(event for event in decided if isinstance(event, RulingIssued))
    dead = {seat for seat, _ in state.marks.dead} - {seat for seat, _ in before.marks.dead}
    return RulingPreview(
        proposed=tuple(each.proposed for each in rulings),
        issued=tuple(each.issued for each in rulings),
        lines=tuple(line for each in rulings for line in each.lines),
        dead=tuple(sorted(dead)),
        void=void,
        table=state.table,
        departs=any(departs(each.issued, each.proposed) for each in rulings),
    )


def earlier_rulings(view: TableView, seat: int) -> tuple[RulingRow, ...]:
    """Return the rulings on a player that stand, the oldest first: to be seen before another is chosen."""
    return tuple(row for row in view.sheet if isinstance(row, RulingRow) and row.seat == seat and row.stands)


def rulings_now(view: TableView) -> tuple[RulingRow, ...]:
    """Return the rulings of the hand that is played now."""
    return tuple(row for row in view.sheet if isinstance(row, RulingRow) and row.number == view.number and row.stands)
