"""Correcting an earlier hand: what would change after it, by replay or by points only."""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum
from typing import TYPE_CHECKING, assert_never

from referee.game.decide import difference_between, settled_hand, why_signed, with_dead
from referee.game.events import HandCorrected, Settled, Way
from referee.game.game import DifferenceEntry, HandEntry, carried
from referee.records import dataclass
from referee.rules.ledger import total
from referee.rules.problems import Code, NotDone, Problem, not_done
from referee.rules.progress import winners_of, yakitori_after

if TYPE_CHECKING:
    from referee.game.game import Game
    from referee.rules.ruleset import Ruleset
    from referee.rules.table import Hand, Table


class Change(StrEnum):
    """What a correction changes about a later hand."""

    PAYMENTS = "payments"
    DEALER = "dealer"
    HONBA = "honba"
    STICKS = "sticks"
    END = "end"


@dataclass(frozen=True, kw_only=True, slots=True)
class Replayed:
    """The hands from a corrected one on, settled again in order; where one no longer fits, why and which."""

    settled: tuple[Settled, ...]
    stuck_at: int | None = None
    problems: tuple[Problem, ...] = ()


def table_of_hand(game: Game, number: int) -> Table:
    """Return the table before a hand of the sheet, the present one where there is no such hand."""
    return game.hands[number].settled.before if 0 <= number < game.number else game.table


def corrected_first(game: Game, number: int, hand: Hand, rules: Ruleset) -> Settled | NotDone:
    """Return the corrected hand settled again at its own table; marked dead hands stay dead."""
    refused = why_signed(game)
    if refused is not None:
        return refused
    if not 0 <= number < game.number:
        return not_done("number", "desk.no_such_hand", code=Code.OUT_OF_RANGE)
    old = game.hands[number]
    facts = with_dead(hand, old.marks.dead)
    if facts == old.settled.hand:
        return not_done("hand", "desk.nothing_changes")
    return settled_hand(old.settled.before, facts, rules)


def replayed(game: Game, number: int, first: Settled, rules: Ruleset) -> Replayed:
    """Return the hands after a corrected one, settled again from their facts.

    Adjustments and the time signal stay where they were; differences that earlier corrections of these
    hands left behind are in the new lines already.
    """
    done: tuple[Settled, ...] = (first,)
    table = first.after
    after = next(i for i, entry in enumerate(game.entries) if isinstance(entry, HandEntry) and entry.number == number)
    for entry in game.entries[after + 1 :]:
        if isinstance(entry, HandEntry):
            if done[-1].end is not None:
                over = not_done("", "desk.ends_earlier", code=Code.GAME_OVER).problems
                return Replayed(settled=done, stuck_at=entry.number, problems=over)
            found = settled_hand(table, entry.settled.hand, rules)
            if isinstance(found, NotDone):
                return Replayed(settled=done, stuck_at=entry.number, problems=found.problems)
            done = (*done, found)
            table = found.after
        elif not (isinstance(entry, DifferenceEntry) and entry.number >= number):
            table = carried(table, entry)
    return Replayed(settled=done)


def by_replay(number: int, settled: tuple[Settled, ...]) -> HandCorrected:
    """Return a correction after which every later hand is settled again."""
    return HandCorrected(number=number, way=Way.REPLAY, settled=settled, difference=None, yakitori=None)


def by_points_only(game: Game, number: int, first: Settled, rules: Ruleset) -> HandCorrected:
    """Return a correction after which later hands keep their lines, and the corrected one what followed it."""
    old = game.hands[number]
    kept = replace(first, step=old.settled.step, after=old.settled.after, end=old.settled.end)
    return HandCorrected(
        number=number,
        way=Way.POINTS_ONLY,
        settled=(kept,),
        difference=difference_between(old, first),
        yakitori=without_win(game, number, first.hand, rules),
    )


def without_win(game: Game, number: int, hand: Hand, rules: Ruleset) -> tuple[bool, bool, bool, bool]:
    """Return who has not won yet when the hand ``number`` was this one."""
    table = game.start.table
    for entry in game.hands:
        facts = hand if entry.number == number else entry.settled.hand
        table = replace(table, yakitori=yakitori_after(table, winners_of(facts.ending, rules), rules))
    return table.yakitori


def decide_correction(game: Game, number: int, hand: Hand, way: Way, rules: Ruleset) -> HandCorrected | NotDone:
    """Correct a hand of the sheet in one of the two ways."""
    first = corrected_first(game, number, hand, rules)
    if isinstance(first, NotDone):
        return first
    match way:
        case Way.REPLAY:
            found = replayed(game, number, first, rules)
            if found.problems:
                return NotDone(problems=found.problems)
            return by_replay(number, found.settled)
        case Way.POINTS_ONLY:
            return by_points_only(game, number, first, rules)
        case _:
            assert_never(way)


def changes_between(old: Settled, new: Settled) -> tuple[Change, ...]:
    """Return what differs for the people at the table."""
    differing = (
        (Change.PAYMENTS, payments(old) != payments(new)),
        (Change.DEALER, (old.before.dealer, old.before.round) != (new.before.dealer, new.before.round)),
        (Change.HONBA, old.before.honba != new.before.honba),
        (Change.STICKS, old.before.kyoutaku != new.before.kyoutaku),
        (Change.END, old.end != new.end),
    )
    return tuple(change for change, differs in differing if differs)


def payments(settled: Settled) -> tuple[tuple[int, int, int, int], ...]:
    """Return what each seat gains and loses in points, in chips and off the tournament score."""
    return (
        total(tuple(line.points for line in settled.lines)),
        total(tuple(line.chips for line in settled.lines)),
        total(tuple(line.penalties for line in settled.lines)),
    )
