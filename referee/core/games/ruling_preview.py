"""Looking before ruling: what rulings would do at a table if they were issued now."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from referee.core.forms.hand_form import mark_of_text
from referee.core.games.decide import NotDone
from referee.core.games.events import Event, HandRecorded, Proposal, RulingIssued, Sanction
from referee.core.games.game import Game, evolve
from referee.core.games.hand_answer import Preview, preview_of
from referee.core.games.rulings import RulingPlan, decide_rulings, departs
from referee.core.text.jsontext import Value, json_text

if TYPE_CHECKING:
    from referee.core.penalties.court import Court
    from referee.core.rules.facts import Table
    from referee.core.rules.ledger import Line
    from referee.core.rules.ruleset import Ruleset
    from referee.core.text.words import Speaker


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
    game: Game, plans: tuple[RulingPlan, ...], rules: Ruleset, court: Court | None, speaker: Speaker
) -> RulingPreview | NotDone:
    """Return what rulings would do, a reason given or not."""
    asked = tuple(replace(plan, text=plan.text or "-") for plan in plans)
    decided = decide_rulings(game, asked, rules, court)
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
    return mark_of_text(json_text(tuple(told_by_plan(plan) for plan in plans)))


def told_by_plan(plan: RulingPlan) -> Value:
    """Return what is issued, to whom and for what, as it stands in JSON."""
    issued = None if plan.issued is None else tuple((str(each.kind), each.amount) for each in plan.issued)
    return (plan.seat, plan.offence, plan.answers, issued)
