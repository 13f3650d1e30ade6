"""Settling a finished hand, won or drawn: its lines, what follows, and the end of the game when it is over."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from referee.records import dataclass
from referee.rules.choices import ChomboForm, Nagashi
from referee.rules.ledger import Line, Note, Transfer, moved, only, wind_word
from referee.rules.placement import Played, Standing, standing
from referee.rules.points import ScoredWin, amount_of, claim_of, needs_two_han, tsumo_transfers
from referee.rules.progress import Progress, after
from referee.rules.table import ALL_SEATS, AbortiveDraw, Chombo, ExhaustiveDraw, Hand, Table, Won, in_turn_order
from referee.rules.wins import bet_lines, each_phrase, nagashi_win_lines, won_lines

if TYPE_CHECKING:
    from referee.rules.ruleset import Ruleset


class NotSettledError(AssertionError):
    """A hand that the rules refuse came to be settled: a mistake of the program."""


def drawn_lines(table: Table, hand: Hand, drawn: ExhaustiveDraw, rules: Ruleset) -> tuple[Line, ...]:
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


def noten_lines(drawn: ExhaustiveDraw, rules: Ruleset) -> tuple[Line, ...]:
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


def chombo_lines(table: Table, chombo: Chombo, rules: Ruleset) -> tuple[Line, ...]:
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
        case ChomboForm.EACH:
            paid = moved(tuple((seat, other, rules.chombo.penalty) for other in ALL_SEATS if other != seat))
            each_of_them = ("points", rules.chombo.penalty)
            return Line(reason="line.chombo_each", rule="chombo.penalty", facts=(player, each_of_them), points=paid)
        case ChomboForm.NONE:
            raise NotSettledError
        case _:
            assert_never(rules.chombo.form)


def reversed_mangan(offender: int, table: Table, rules: Ruleset) -> tuple[Transfer, ...]:
    """Return what the offender pays: to each what that player would have paid him for a mangan."""
    received = tsumo_transfers(rules.values.mangan, offender, table.dealer)
    return tuple((offender, other, amount) for other, _, amount in received)


@dataclass(frozen=True, kw_only=True, slots=True)
class Settlement:
    """A settled hand; ``standing`` is there when the game is over."""

    lines: tuple[Line, ...]
    progress: Progress
    standing: Standing | None
    notes: tuple[Note, ...]


def settle(table: Table, hand: Hand, rules: Ruleset) -> Settlement:
    """Return the settlement of a hand that ``verify`` does not refuse."""
    claims = claims_of(table, hand, rules)
    lines = lines_of(table, hand, claims, rules)
    progress = after(table, hand, lines, rules)
    return Settlement(
        lines=lines,
        progress=progress,
        standing=None if progress.end is None else standing(played(progress.table), rules),
        notes=(*remarks(table, hand, claims, rules), *yakitori_notes(table, progress.table), *progress.notes),
    )


def claims_of(table: Table, hand: Hand, rules: Ruleset) -> tuple[ScoredWin, ...]:
    """Return what the winners of a hand may claim, as they were named."""
    won = hand.ending
    return tuple([claim_of(win, table, hand, won, rules) for win in won.wins]) if isinstance(won, Won) else ()


def lines_of(table: Table, hand: Hand, claims: tuple[ScoredWin, ...], rules: Ruleset) -> tuple[Line, ...]:
    """Return every movement of points and chips in the hand."""
    match hand.ending:
        case Won():
            return won_lines(table, hand, claims, rules)
        case ExhaustiveDraw():
            if hand.ending.nagashi and rules.draws.nagashi == Nagashi.WIN:
                return nagashi_win_lines(table, hand, hand.ending.nagashi, rules)
            return drawn_lines(table, hand, hand.ending, rules)
        case AbortiveDraw():
            return bet_lines(table, hand, rules)
        case Chombo():
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


def remarks(table: Table, hand: Hand, claims: tuple[ScoredWin, ...], rules: Ruleset) -> tuple[Note, ...]:
    """Return what should be said beside the lines."""
    match hand.ending:
        case Won():
            unclear = needs_two_han(table.honba, rules) and any(
                claim.win.yaku_han is None and claim.yakuman == 0 for claim in claims
            )
            dora = (Note(reason="note.dora_not_separated", rule="wins.two_han"),) if unclear else ()
            return (*[note for claim in claims for note in claim.notes], *dora)
        case Chombo():
            return (Note(reason="note.sticks_returned", rule="chombo.form"),) if hand.riichi else ()
        case _:
            return ()
