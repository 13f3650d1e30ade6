"""From han and fu to base points, what they pay by ron and by tsumo, and what each winner may claim."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from referee.records import dataclass
from referee.rules.choices import MixedIn, PaarenchanCounts, TwoHan, YakumanSum
from referee.rules.table import ALL_SEATS, Hand, Note, Phrase, Table, Transfer, Win, Won
from referee.rules.yaku import is_open_ron_yakuman

if TYPE_CHECKING:
    from referee.rules.ruleset import Ruleset, Values


LIMITS = ((11, "sanbaiman", 6), (8, "baiman", 4), (6, "haneman", 3), (5, "mangan", 2))
"""From how many han on a limit applies, its name, and how many half mangan it is worth."""

_YAKUMAN_IN_MANGAN = 4
"""How many mangan one yakuman is worth."""

_KIRIAGE_SHORT = 80
"""By how many base points 4 han 30 fu and 3 han 60 fu miss a mangan."""

MANGAN_FROM = 5
"""From how many han on fu do not count."""

COUNTED_FROM = 13
"""From how many han on a hand is a counted yakuman, where the rulebook has it."""


@dataclass(frozen=True, kw_only=True, slots=True)
class BasePoints:
    """What a hand is worth: base points, the limit's name, empty below mangan, and the rule that decided."""

    base: int
    limit: str
    rule: str


def worth(han: int, fu: int, values: Values) -> BasePoints:
    """Return the worth of a hand without yakuman; ``fu`` is looked at below five han only."""
    if han >= MANGAN_FROM:
        return _limit_worth(han, values)
    base = fu * 2 ** (han + 2)
    short = base == values.mangan - _KIRIAGE_SHORT
    if base >= values.mangan or (values.kiriage and short):
        return BasePoints(base=values.mangan, limit="mangan", rule="values.kiriage" if short else "values.mangan")
    return BasePoints(base=base, limit="", rule="values.kiriage" if short else "values.mangan")


def _limit_worth(han: int, values: Values) -> BasePoints:
    """Return the worth of a hand of five han or more, which does not depend on fu."""
    if han >= COUNTED_FROM and values.counted_yakuman:
        return BasePoints(base=_yakuman_base(values), limit="counted_yakuman", rule="values.counted_yakuman")
    rule = "values.counted_yakuman" if han >= COUNTED_FROM else "values.mangan"
    name, halves = next((name, halves) for least, name, halves in LIMITS if han >= least)
    return BasePoints(base=values.mangan * halves // 2, limit=name, rule=rule)


def _yakuman_base(values: Values) -> int:
    return values.mangan * _YAKUMAN_IN_MANGAN


def yakuman_worth(count: int, values: Values) -> BasePoints:
    """Return the worth of ``count`` yakuman together."""
    return BasePoints(base=_yakuman_base(values) * count, limit="yakuman", rule="values.yakuman_sum")


def least_han(fu: int, values: Values, *, by_tsumo: bool) -> int | None:
    """Return with how many han at least a hand has these fu, None where none can: 20 is a pinfu, 25 seven pairs."""
    if fu == 20:
        pinfu = 2 if values.pinfu_tsumo_fu == 20 else None
        return (pinfu if values.mixed_in == MixedIn.UNCHANGED else 1) if by_tsumo else None
    if fu == 25:
        pairs = 3 if by_tsumo else 2
        return pairs if values.seven_pairs_fu == 25 else None
    return 1


def _rounded_up(points: int) -> int:
    """Return ``points`` rounded up to a whole hundred."""
    return -(-points // 100) * 100


def ron_amount(base: int, *, dealer_wins: bool) -> int:
    """Return what a discarder pays, honba not included."""
    return _rounded_up(base * (6 if dealer_wins else 4))


def tsumo_amounts(base: int, *, dealer_wins: bool) -> tuple[int | None, int]:
    """Return what the dealer (None if he wins) and each other player pay a self-drawn hand, honba not included."""
    double, single = _rounded_up(base * 2), _rounded_up(base)
    return (None, double) if dealer_wins else (double, single)


def tsumo_transfers(base: int, winner: int, dealer: int) -> tuple[Transfer, ...]:
    """Return what the three others pay a self-drawn hand, honba not included."""
    return tuple(
        (seat, winner, _rounded_up(base * (2 if dealer in (seat, winner) else 1)))
        for seat in ALL_SEATS
        if seat != winner
    )


def amount_of(transfers: tuple[Transfer, ...]) -> int:
    """Return the sum of all transfers."""
    return sum([amount for _, _, amount in transfers])


_OPEN_RIICHI_RON = "open_riichi_ron"
PAARENCHAN = "paarenchan"


@dataclass(frozen=True, kw_only=True, slots=True)
class Payer:
    """Who pays one winner: the discarder (None by tsumo) and the liable seat (None without pao)."""

    discarder: int | None
    liable: int | None


@dataclass(frozen=True, kw_only=True, slots=True)
class ScoredWin:
    """A win with its worth and who pays it; ``chip_yakuman`` counts the yakuman that are paid in chips."""

    win: Win
    payer: Payer
    yakuman: int
    worth: BasePoints
    chip_yakuman: int
    notes: tuple[Note, ...]


def _payer_of(win: Win, won: Won) -> Payer:
    """Return who pays; a liable player who is the discarder makes an ordinary ron."""
    pao = win.pao
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


def _deals_into_open_riichi(win: Win, hand: Hand, won: Won, rules: Ruleset) -> bool:
    """Return whether the ron makes an open riichi a yakuman: the discarder is not in riichi himself."""
    return (
        is_open_ron_yakuman(rules)
        and won.discarder is not None
        and win.seat in hand.open_riichi
        and won.discarder not in hand.riichi
    )


def claim_of(win: Win, table: Table, hand: Hand, won: Won, rules: Ruleset) -> ScoredWin:
    """Return the claim of one winner, yakuman that follow from the table included."""
    open_ron = _OPEN_RIICHI_RON not in win.yaku and _deals_into_open_riichi(win, hand, won, rules)
    row = PAARENCHAN not in win.yaku and is_paarenchan(win.seat, table, rules)
    notes = (Note(reason="note.open_riichi_ron", rule="riichi.open_ron"),) if open_ron else ()
    if row:
        notes = (*notes, Note(reason="note.paarenchan", rule="paarenchan.counts"))
    yakuman = _with_added(win.yakuman, int(open_ron) + int(row), rules)
    payer = _payer_of(win, won)
    if yakuman == 0:
        return _han_claim(win, payer, rules)
    in_chips = _with_added(win.yakuman - int(_OPEN_RIICHI_RON in win.yaku), int(row), rules)
    return ScoredWin(
        win=win,
        payer=payer,
        yakuman=yakuman,
        worth=yakuman_worth(yakuman, rules.values),
        chip_yakuman=in_chips,
        notes=notes,
    )


def _han_claim(win: Win, payer: Payer, rules: Ruleset) -> ScoredWin:
    """Return the claim of a hand without yakuman."""
    value = worth(win.han, win.fu, rules.values)
    return ScoredWin(
        win=win,
        payer=payer,
        yakuman=0,
        worth=value,
        chip_yakuman=int(value.limit == "counted_yakuman"),
        notes=(),
    )


def _with_added(yakuman: int, more: int, rules: Ruleset) -> int:
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
    match rules.wins.two_han:
        case TwoHan.NEVER:
            return False
        case TwoHan.FROM_HONBA:
            return honba >= rules.wins.two_han_honba
        case _:
            assert_never(rules.wins.two_han)


def value_phrase(han: int, fu: int, yakuman: int, limit: str) -> Phrase:
    """Return how a hand is named: "3 han 40 fu", "mangan", "2 yakuman"."""
    if yakuman:
        return Phrase(key="hand.yakuman" if yakuman == 1 else "hand.yakumans", facts=(("count", yakuman),))
    if limit:
        return Phrase(key=f"hand.{limit}", facts=(("han", han),))
    return Phrase(key="hand.han_fu", facts=(("han", han), ("fu", fu)))


def shares_phrase(dealer: int | None, other: int) -> Phrase:
    """Return a self-drawn payment as players say it: "500/1,000", "2,000 all" where no dealer pays."""
    if dealer is None:
        return Phrase(key="each.all", facts=(("points", other),))
    return Phrase(key="each.split", facts=(("other", other), ("dealer", dealer)))
