"""Looking before correcting an earlier hand: every later hand that would change, and the two ways to go on."""

from collections.abc import Mapping
from dataclasses import dataclass

from referee.desk.opened import Desk, History, history_of, kept_rules, speaker_of
from referee.desk.orders import Refused
from referee.desk.tables import rows_of
from referee.desk.views import HandRow
from referee.game.correction import (
    Change,
    by_points_only,
    by_replay,
    changes_between,
    corrected_first,
    replayed,
    table_of_hand,
)
from referee.game.decide import NotDone, difference_between
from referee.game.events import Settled
from referee.game.game import Game, evolve
from referee.game.view import Preview, hand_from, preview_of
from referee.rules.ledger import Line, total
from referee.rules.problems import Problem
from referee.rules.progress import EndReason
from referee.rules.ruleset import Ruleset
from referee.rules.table import Four, Table


@dataclass(frozen=True, kw_only=True, slots=True)
class NewHand:
    """A later hand as it would be after a correction by replay."""

    before: Table
    lines: tuple[Line, ...]
    deltas: Four
    after: Table
    end: EndReason | None


@dataclass(frozen=True, kw_only=True, slots=True)
class Changed:
    """A later hand and what a replay would change about it; ``new`` is None where the replay does not reach it."""

    number: int
    old: HandRow
    new: NewHand | None
    changes: tuple[Change, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Consequences:
    """What a correction would do, in both ways.

    By replay every hand of ``later`` is settled again and leaves ``replay_table``; it is refused if
    ``replay_refused`` says why hand ``refused_at`` no longer fits. By points only the one line ``difference``
    leaves ``points_table``.
    """

    number: int
    before: Table
    old: HandRow
    preview: Preview
    later: tuple[Changed, ...]
    replay_refused: tuple[Problem, ...]
    refused_at: int | None
    replay_table: Table | None
    replay_end: EndReason | None
    difference: Line
    points_table: Table


def consequences(desk: Desk, game: str, number: int, hand: Mapping[str, object], lang: str) -> Consequences | Refused:
    """Return what a correction of the hand ``number`` would do; writes nothing."""
    history = history_of(desk, game)
    state = history[-1].game
    rules = kept_rules(desk, state).rules
    facts = hand_from(hand, table_of_hand(state, number), rules)
    first = facts if isinstance(facts, NotDone) else corrected_first(state, number, facts, rules)
    if isinstance(first, NotDone):
        return Refused(problems=first.problems)
    shown = preview_of(first.before, first.hand, rules, speaker_of(desk, lang))
    return consequences_of(history, number, first, rules, shown)


def consequences_of(history: History, number: int, first: Settled, rules: Ruleset, shown: Preview) -> Consequences:
    """Return both ways, worked out as they would be entered."""
    found = replayed(history[-1].game, number, first, rules)
    state = history[-1].game
    standing = {row.number: row for row in rows_of(history) if isinstance(row, HandRow) and row.undone is None}
    again = None if found.problems else evolve(state, state.seq + 1, by_replay(number, found.settled))
    patched = by_points_only(state, number, first, rules)
    later = tuple(
        changed_hand(state, standing[each], found.settled[each - number : each - number + 1])
        for each in range(number + 1, state.number)
    )
    return Consequences(
        number=number,
        before=first.before,
        old=standing[number],
        preview=shown,
        later=tuple(each for each in later if each.new is None or each.changes),
        replay_refused=found.problems,
        refused_at=found.stuck_at,
        replay_table=None if again is None else again.table,
        replay_end=None if again is None else again.end,
        difference=difference_between(state.hands[number], first),
        points_table=evolve(state, state.seq + 1, patched).table,
    )


def changed_hand(state: Game, row: HandRow, again: tuple[Settled, ...]) -> Changed:
    """Return a later hand beside itself settled again, if the replay came so far."""
    if not again:
        return Changed(number=row.number, old=row, new=None, changes=())
    settled = again[0]
    new = NewHand(
        before=settled.before,
        lines=settled.lines,
        deltas=total(tuple(line.points for line in settled.lines)),
        after=settled.after,
        end=settled.end,
    )
    return Changed(
        number=row.number, old=row, new=new, changes=changes_between(state.hands[row.number].settled, settled)
    )
