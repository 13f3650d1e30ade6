"""Settling a finished hand: its lines, what follows, and the end of the game when it is over."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, assert_never

from referee.core.rules.choices import Nagashi
from referee.core.rules.facts import Aborted, Chomboed, Drawn, Hand, Table, Won
from referee.core.rules.ledger import Line, Note
from referee.core.settling.draws import chombo_lines, drawn_lines
from referee.core.settling.placement import Played, Standing, standing
from referee.core.settling.progress import Progress, after
from referee.core.settling.sticks import bet_lines
from referee.core.settling.wins import nagashi_win_lines, won_lines
from referee.core.worth.claims import claim_of, needs_two_han

if TYPE_CHECKING:
    from referee.core.rules.ruleset import Ruleset


@dataclass(frozen=True, kw_only=True, slots=True)
class Settlement:
    """A settled hand; ``standing`` is there when the game is over."""

    lines: tuple[Line, ...]
    progress: Progress
    standing: Standing | None
    notes: tuple[Note, ...]


def settle(table: Table, hand: Hand, rules: Ruleset) -> Settlement:
    """Return the settlement of a hand that ``verify`` does not refuse."""
    lines = lines_of(table, hand, rules)
    progress = after(table, hand, lines, rules)
    return Settlement(
        lines=lines,
        progress=progress,
        standing=None if progress.end is None else standing(played(progress.table), rules),
        notes=(*remarks(table, hand, rules), *yakitori_notes(table, progress.table), *progress.notes),
    )


def lines_of(table: Table, hand: Hand, rules: Ruleset) -> tuple[Line, ...]:
    """Return every movement of points and chips in the hand."""
    match hand.ending:
        case Won():
            return won_lines(table, hand, hand.ending, rules)
        case Drawn():
            if hand.ending.nagashi and rules.draws.nagashi == Nagashi.WIN:
                return nagashi_win_lines(table, hand, hand.ending.nagashi, rules)
            return drawn_lines(table, hand, hand.ending, rules)
        case Aborted():
            return bet_lines(table, hand, rules)
        case Chomboed():
            return chombo_lines(table, hand.ending, rules)
        case _:
            assert_never(hand.ending)


def played(table: Table) -> Played:
    """Return what the final result is worked out from."""
    return Played(
        scores=table.scores,
        kyoutaku=table.kyoutaku,
        chips=table.chips,
        penalties=table.penalties,
        yakitori=table.yakitori,
    )


def yakitori_notes(before: Table, following: Table) -> tuple[Note, ...]:
    """Return the remark that everybody has won and all start again."""
    if all(before.yakitori) or not all(following.yakitori):
        return ()
    return (Note(reason="note.yakitori_again", rule="chips.yakitori"),)


def remarks(table: Table, hand: Hand, rules: Ruleset) -> tuple[Note, ...]:
    """Return what should be said beside the lines."""
    match hand.ending:
        case Won():
            claimed = tuple(claim_of(win, table, hand, hand.ending, rules) for win in hand.ending.wins)
            unclear = needs_two_han(table.honba, rules) and any(
                claim.win.yaku_han is None and claim.yakuman == 0 for claim in claimed
            )
            dora = (Note(reason="note.dora_not_separated", rule="wins.two_han"),) if unclear else ()
            return (*tuple(note for claim in claimed for note in claim.notes), *dora)
        case Chomboed():
            return (Note(reason="note.sticks_returned", rule="chombo.form"),) if hand.riichi else ()
        case _:
            return ()
