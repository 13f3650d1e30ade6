"""Whether a game is over: bust, target, the last hand, the last dealer's lead, and the clock."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, assert_never

from referee.core.rules.choices import Bust, Extension, Rounds, SuddenDeath, Yame
from referee.core.rules.facts import Drawn, Ending, Four, Table, Won
from referee.core.settling.placement import seat_order

if TYPE_CHECKING:
    from referee.core.rules.ruleset import Ruleset


class EndReason(StrEnum):
    """Why a game is over."""

    LAST_HAND = "last_hand"
    TARGET = "target"
    DEALER_LEADS = "dealer_leads"
    BUST = "bust"
    EXTENSION_OVER = "extension_over"
    TIME = "time"
    FORCED = "forced"


def last_round(rules: Ruleset) -> str:
    """Return the wind of the last regular round."""
    return "E" if rules.course.rounds == Rounds.TONPUUSEN else "S"


def is_last_hand(table: Table, rules: Ruleset) -> bool:
    """Return whether this is the last dealer's hand of the last round that can be played."""
    if table.dealer != 3:
        return False
    if table.extra:
        return rules.course.extension == Extension.ONE_ROUND
    return table.round == last_round(rules)


def end_of_game(table: Table, ending: Ending, rules: Ruleset, *, stays: bool) -> EndReason | None:
    """Return why the game is over after this hand, or None; ``table`` has the hand's points entered."""
    if rules.course.bust == Bust.BELOW_ZERO and min(table.scores) < 0:
        return EndReason.BUST
    if isinstance(ending, Won | Drawn):
        end = end_in_extra(table, rules, stays=stays) if table.extra else end_of_regular(table, rules, stays=stays)
        if end is not None:
            return end
    return EndReason.TIME if table.hands_left == 0 else None


def end_in_extra(table: Table, rules: Ruleset, *, stays: bool) -> EndReason | None:
    """Return why the game ends in an extra round, or None."""
    if max(table.scores) >= rules.course.target and target_counts(table, rules, stays=stays):
        return EndReason.TARGET
    return EndReason.EXTENSION_OVER if is_last_hand(table, rules) and not stays else None


def target_counts(table: Table, rules: Ruleset, *, stays: bool) -> bool:
    """Return whether a reached target ends the game now."""
    match rules.course.sudden_death:
        case SuddenDeath.ALWAYS:
            return True
        case SuddenDeath.UNLESS_DEALER_CHASES:
            return not stays or leads(table.dealer, table.scores)
        case _:
            assert_never(rules.course.sudden_death)


def leads(seat: int, scores: Four) -> bool:
    """Return whether the seat is first; of equal scores the earlier starting seat is ahead."""
    return seat_order(scores)[0] == seat


def end_of_regular(table: Table, rules: Ruleset, *, stays: bool) -> EndReason | None:
    """Return why the game ends with its last regular hand, or None."""
    if not is_last_hand(table, rules):
        return None
    if stays:
        return EndReason.DEALER_LEADS if dealer_may_stop(table, rules) else None
    if rules.course.extension == Extension.NONE or max(table.scores) >= rules.course.target:
        return EndReason.LAST_HAND
    return None


def dealer_may_stop(table: Table, rules: Ruleset) -> bool:
    """Return whether the last dealer, who stays, ends the game by his lead."""
    match rules.course.yame:
        case Yame.NONE:
            return False
        case Yame.FIRST_AT_TARGET:
            return leads(table.dealer, table.scores) and table.scores[table.dealer] >= rules.course.yame_points
        case _:
            assert_never(rules.course.yame)
