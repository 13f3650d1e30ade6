"""What a winner may claim: his hand as told, and what the table itself makes of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, assert_never

from referee.core.rules.choices import OpenRiichiRon, PaarenchanCounts, TwoHan, YakumanSum
from referee.core.rules.ledger import Note, Phrase
from referee.core.worth.payments import Worth, worth, yakuman_worth

if TYPE_CHECKING:
    from referee.core.rules.facts import Hand, Table, Win, Won
    from referee.core.rules.ruleset import Ruleset

OPEN_RIICHI_RON = "open_riichi_ron"
PAARENCHAN = "paarenchan"


@dataclass(frozen=True, kw_only=True, slots=True)
class Claim:
    """A win with its worth; ``chip_yakuman`` counts the yakuman that are paid in chips."""

    win: Win
    yakuman: int
    worth: Worth
    chip_yakuman: int
    notes: tuple[Note, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Payer:
    """Who pays one winner: the discarder (None by tsumo) and the liable seat (None without pao)."""

    discarder: int | None
    liable: int | None


def payer_of(claim: Claim, won: Won) -> Payer:
    """Return who pays; a liable player who is the discarder makes an ordinary ron."""
    pao = claim.win.pao
    if pao is None or pao.seat == won.discarder:
        return Payer(discarder=won.discarder, liable=None)
    return Payer(discarder=won.discarder, liable=pao.seat)


def is_paarenchan(seat: int, table: Table, rules: Ruleset) -> bool:
    """Return whether a win of ``seat`` continues a dealer's row that is long enough."""
    return seat == table.dealer and is_long_row(table.dealer_wins, table.renchan, rules)


def is_long_row(dealer_wins: int, renchan: int, rules: Ruleset) -> bool:
    """Return whether the dealer's row, wins or hands after which he kept the deal, makes his win a paarenchan."""
    match rules.paarenchan.counts:
        case PaarenchanCounts.NONE:
            return False
        case PaarenchanCounts.WINS:
            return dealer_wins >= rules.paarenchan.before
        case PaarenchanCounts.KEEPS:
            return renchan >= rules.paarenchan.before
        case _:
            assert_never(rules.paarenchan.counts)


def deals_into_open_riichi(win: Win, hand: Hand, won: Won, rules: Ruleset) -> bool:
    """Return whether the ron makes an open riichi a yakuman: the discarder is not in riichi himself."""
    return (
        rules.riichi.open_ron == OpenRiichiRon.YAKUMAN
        and won.discarder is not None
        and win.seat in hand.open_riichi
        and won.discarder not in hand.riichi
    )


def claim_of(win: Win, table: Table, hand: Hand, won: Won, rules: Ruleset) -> Claim:
    """Return the claim of one winner, yakuman that follow from the table included."""
    open_ron = OPEN_RIICHI_RON not in win.yaku and deals_into_open_riichi(win, hand, won, rules)
    row = PAARENCHAN not in win.yaku and is_paarenchan(win.seat, table, rules)
    notes = (Note(reason="note.open_riichi_ron", rule="riichi.open_ron"),) if open_ron else ()
    if row:
        notes = (*notes, Note(reason="note.paarenchan", rule="paarenchan.counts"))
    yakuman = with_added(win.yakuman, int(open_ron) + int(row), rules)
    if yakuman == 0:
        return han_claim(win, rules)
    in_chips = with_added(win.yakuman - int(OPEN_RIICHI_RON in win.yaku), int(row), rules)
    return Claim(
        win=win,
        yakuman=yakuman,
        worth=yakuman_worth(yakuman, rules.values),
        chip_yakuman=in_chips,
        notes=notes,
    )


def han_claim(win: Win, rules: Ruleset) -> Claim:
    """Return the claim of a hand without yakuman."""
    value = worth(win.han, win.fu, rules.values)
    return Claim(
        win=win,
        yakuman=0,
        worth=value,
        chip_yakuman=int(value.limit == "counted_yakuman"),
        notes=(),
    )


def with_added(yakuman: int, more: int, rules: Ruleset) -> int:
    """Return the yakuman of a hand after the table added ``more``."""
    match rules.values.yakuman_sum:
        case YakumanSum.ADD:
            return yakuman + more
        case YakumanSum.LARGEST:
            return max(yakuman, min(more, 1))
        case _:
            assert_never(rules.values.yakuman_sum)


def needs_two_han(honba: int, rules: Ruleset) -> bool:
    """Return whether so much honba lies on the table that a win needs two han of yaku."""
    return rules.wins.two_han == TwoHan.FROM_HONBA and honba >= rules.wins.two_han_honba


def worth_phrase(claim: Claim) -> Phrase:
    """Return how the hand is named: "3 han 40 fu", "mangan", "2 yakuman"."""
    if claim.yakuman:
        return Phrase(key="hand.yakuman" if claim.yakuman == 1 else "hand.yakumans", facts=(("count", claim.yakuman),))
    if claim.worth.limit:
        return Phrase(key=f"hand.{claim.worth.limit}", facts=(("han", claim.win.han),))
    return Phrase(key="hand.han_fu", facts=(("han", claim.win.han), ("fu", claim.win.fu)))
