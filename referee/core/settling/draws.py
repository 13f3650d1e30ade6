"""The lines of hands without a winner: noten payments, nagashi mangan as a payment, chombo."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from referee.core.rules.choices import ChomboForm
from referee.core.rules.facts import ALL_SEATS, Chomboed, Drawn, Hand, Table, in_turn_order
from referee.core.rules.ledger import Line, Transfer, moved, only, wind_word
from referee.core.settling.sticks import bet_lines
from referee.core.settling.wins import each_phrase
from referee.core.worth.payments import amount_of, tsumo_transfers

if TYPE_CHECKING:
    from referee.core.rules.ruleset import Ruleset


class NotSettledError(AssertionError):
    """A hand that the rules refuse came to be settled: a mistake of the program."""


def drawn_lines(table: Table, hand: Hand, drawn: Drawn, rules: Ruleset) -> tuple[Line, ...]:
    """Return the lines of an exhaustive draw in which nagashi mangan, if any, is a payment."""
    bets = bet_lines(table, hand, rules)
    if drawn.nagashi:
        order = in_turn_order(drawn.nagashi, table.dealer)
        return (*bets, *(nagashi_payment_line(seat, table, rules) for seat in order))
    return (*bets, *noten_lines(drawn, rules))


def nagashi_payment_line(seat: int, table: Table, rules: Ruleset) -> Line:
    """Return the mangan that replaces the noten payments; no honba, no sticks."""
    transfers = tsumo_transfers(rules.values.mangan, seat, table.dealer)
    return Line(
        reason="line.nagashi_payment",
        rule="draws.nagashi",
        facts=(
            ("winner", wind_word(seat, table.dealer)),
            ("points", amount_of(transfers)),
            ("each", each_phrase(transfers, table)),
        ),
        points=moved(transfers),
    )


def noten_lines(drawn: Drawn, rules: Ruleset) -> tuple[Line, ...]:
    """Return the noten payments: the pool shared on both sides, nothing with none or four tenpai."""
    tenpai = len(drawn.tenpai)
    pool = rules.draws.noten_pool
    if tenpai in (0, 4) or pool == 0:
        return ()
    gain, loss = pool // tenpai, pool // (4 - tenpai)
    seats = [gain if seat in drawn.tenpai else -loss for seat in ALL_SEATS]
    return (
        Line(
            reason="line.noten",
            rule="draws.noten_pool",
            facts=(("tenpai", tenpai), ("gain", gain), ("loss", loss)),
            points=(seats[0], seats[1], seats[2], seats[3]),
        ),
    )


def chombo_lines(table: Table, chombo: Chomboed, rules: Ruleset) -> tuple[Line, ...]:
    """Return what each offender pays; the sticks of this hand were never laid."""
    return tuple(chombo_line(seat, table, rules) for seat in chombo.offenders)


def chombo_line(seat: int, table: Table, rules: Ruleset) -> Line:
    """Return the full amount of one offender."""
    player = ("player", wind_word(seat, table.dealer))
    match rules.chombo.form:
        case ChomboForm.MANGAN:
            transfers = reversed_mangan(seat, table, rules)
            return Line(
                reason="line.chombo_mangan",
                rule="chombo.form",
                facts=(player, ("points", amount_of(transfers))),
                points=moved(transfers),
            )
        case ChomboForm.CHIPS:
            each = rules.chombo.chips
            chips = tuple((seat, other, each) for other in ALL_SEATS if other != seat)
            return Line(
                reason="line.chombo_chips", rule="chombo.chips", facts=(player, ("count", each)), chips=moved(chips)
            )
        case ChomboForm.PENALTY:
            return Line(
                reason="line.chombo_penalty",
                rule="chombo.penalty",
                facts=(player, ("points", rules.chombo.penalty)),
                penalties=only(seat, -rules.chombo.penalty),
            )
        case ChomboForm.NONE:
            raise NotSettledError
        case _:
            assert_never(rules.chombo.form)


def reversed_mangan(offender: int, table: Table, rules: Ruleset) -> tuple[Transfer, ...]:
    """Return what the offender pays: to each what that player would have paid him for a mangan."""
    received = tsumo_transfers(rules.values.mangan, offender, table.dealer)
    return tuple((offender, other, amount) for other, _, amount in received)
