"""Riichi sticks: laid on the table, taken back, and given to a winner."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from referee.core.rules.choices import OpenRiichi, SticksTo
from referee.core.rules.facts import ALL_SEATS, STICK, Hand, Table
from referee.core.rules.ledger import Line, only, wind_word

if TYPE_CHECKING:
    from referee.core.rules.ruleset import Ruleset


def bettors(hand: Hand, rules: Ruleset) -> tuple[int, ...]:
    """Return the seats that laid a stick in this hand."""
    free = hand.open_riichi if rules.riichi.open == OpenRiichi.FREE else ()
    return tuple(seat for seat in ALL_SEATS if seat in hand.riichi and seat not in free)


def bet_lines(table: Table, hand: Hand, rules: Ruleset) -> tuple[Line, ...]:
    """Return a line per riichi stick laid in this hand."""
    return tuple(
        Line(
            reason="line.riichi",
            rule="riichi.points",
            facts=(("player", wind_word(seat, table.dealer)), ("points", STICK)),
            points=only(seat, -STICK),
            kyoutaku=STICK,
        )
        for seat in bettors(hand, rules)
    )


def own_stick_lines(table: Table, hand: Hand, order: tuple[int, ...], rules: Ruleset) -> tuple[Line, ...]:
    """Return the sticks that winners take back before the rest of the table is given out."""
    match rules.wins.sticks:
        case SticksTo.NEAREST:
            return ()
        case SticksTo.OWN_FIRST:
            return tuple(stick_back_line(seat, table) for seat in order if seat in bettors(hand, rules))
        case _:
            assert_never(rules.wins.sticks)


def stick_back_line(seat: int, table: Table) -> Line:
    """Return the line with which a winner takes his own stick back."""
    return Line(
        reason="line.own_stick",
        rule="wins.sticks",
        facts=(("player", wind_word(seat, table.dealer)), ("points", STICK)),
        points=only(seat, STICK),
        kyoutaku=-STICK,
    )


def kyoutaku_lines(winner: int, points: int, table: Table) -> tuple[Line, ...]:
    """Return the line with which the points on the table go to one winner, if there are any."""
    if points == 0:
        return ()
    return (
        Line(
            reason="line.kyoutaku",
            rule="wins.sticks",
            facts=(("player", wind_word(winner, table.dealer)), ("points", points)),
            points=only(winner, points),
            kyoutaku=-points,
        ),
    )
