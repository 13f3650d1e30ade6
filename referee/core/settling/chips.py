"""Chips: what a winning hand is paid in them, and what a bust player loses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.core.rules.choices import PaoCovers
from referee.core.rules.facts import ALL_SEATS, Four, Table, Won, added
from referee.core.rules.ledger import Line, Transfer, moved, total, wind_word
from referee.core.worth.claims import Claim, Payer, payer_of
from referee.core.worth.payments import amount_of

if TYPE_CHECKING:
    from referee.core.rules.ruleset import Ruleset


def chip_lines(claim: Claim, table: Table, won: Won, rules: Ruleset) -> tuple[Line, ...]:
    """Return the chips of one winner: those in his hand, and those for yakuman."""
    held = claim.win.chips
    count = held.ippatsu + held.red + held.ura
    if count == 0 and claim.chip_yakuman == 0:
        return ()
    payer = payer_of(claim, won)
    ordinary = chip_transfers(claim.win.seat, payer, count, count)
    pao = claim.win.pao
    covered = claim.chip_yakuman
    if pao is not None and pao.yakuman and rules.pao.covers == PaoCovers.YAKUMAN:
        covered = min(covered, pao.yakuman)
    by_ron, by_tsumo = rules.chips.yakuman_ron, rules.chips.yakuman_tsumo
    free = claim.chip_yakuman - covered
    yakuman = (
        *chip_transfers(claim.win.seat, payer, by_ron * covered, by_tsumo * covered),
        *chip_transfers(claim.win.seat, Payer(discarder=won.discarder, liable=None), by_ron * free, by_tsumo * free),
    )
    return (
        *chip_line("line.chips", "chips.value", claim, ordinary, table),
        *chip_line("line.yakuman_chips", "chips.yakuman_ron", claim, yakuman, table),
    )


def chip_transfers(winner: int, payer: Payer, by_ron: int, by_tsumo: int) -> tuple[Transfer, ...]:
    """Return who pays chips: a liable player all by tsumo, half by ron (an odd chip is the discarder's)."""
    others = tuple(seat for seat in ALL_SEATS if seat != winner)
    if payer.discarder is None:
        return tuple((seat if payer.liable is None else payer.liable, winner, by_tsumo) for seat in others)
    if payer.liable is None:
        return ((payer.discarder, winner, by_ron),)
    return ((payer.discarder, winner, by_ron - by_ron // 2), (payer.liable, winner, by_ron // 2))


def chip_line(reason: str, rule: str, claim: Claim, transfers: tuple[Transfer, ...], table: Table) -> tuple[Line, ...]:
    """Return one line of chips, if any change hands."""
    count = amount_of(transfers)
    if count == 0:
        return ()
    facts = (("winner", wind_word(claim.win.seat, table.dealer)), ("count", count))
    return (Line(reason=reason, rule=rule, facts=facts, chips=moved(transfers)),)


def bust_chip_lines(
    before: Four, order: tuple[int, ...], paid: tuple[tuple[Line, ...], ...], table: Table, rules: Ruleset
) -> tuple[Line, ...]:
    """Return the chips of players whom a winner's payments took below zero, winner by winner."""
    chips = rules.chips.bust_east if table.round == "E" else rules.chips.bust_later
    if chips == 0:
        return ()
    lines: tuple[Line, ...] = ()
    scores = before
    for winner, payments in zip(order, paid, strict=True):
        after = added(scores, total(tuple(line.points for line in payments)))
        sunk = tuple(seat for seat in ALL_SEATS if scores[seat] >= 0 > after[seat])
        lines = (*lines, *(bust_chip_line(seat, winner, chips, table) for seat in sunk))
        scores = after
    return lines


def bust_chip_line(loser: int, winner: int, chips: int, table: Table) -> Line:
    """Return the chips that a bust player gives to the one whose win took him below zero."""
    return Line(
        reason="line.bust_chips",
        rule="chips.bust_east" if table.round == "E" else "chips.bust_later",
        facts=(
            ("player", wind_word(loser, table.dealer)),
            ("winner", wind_word(winner, table.dealer)),
            ("count", chips),
        ),
        chips=moved(((loser, winner, chips),)),
    )
