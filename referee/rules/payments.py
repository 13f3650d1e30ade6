"""Who pays whom how much for a won hand: bets, values, honba, liability, wareme and chips, a line each."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, assert_never

from referee.rules.choices import HonbaTo, PaoCovers, PaoHonba, SticksTo
from referee.rules.points import (
    Payer,
    ScoredWin,
    amount_of,
    claim_of,
    ron_amount,
    shares_phrase,
    tsumo_transfers,
    value_phrase,
    yakuman_worth,
)
from referee.rules.riichi import is_open_free
from referee.rules.table import (
    ALL_SEATS,
    NO_CHIPS,
    STICK,
    Four,
    Hand,
    Line,
    Phrase,
    Table,
    Transfer,
    Win,
    Won,
    added,
    distance,
    in_turn_order,
    moved,
    only,
    total,
    wind_word,
)

if TYPE_CHECKING:
    from referee.rules.ruleset import Ruleset


def bettors(hand: Hand, rules: Ruleset) -> tuple[int, ...]:
    """Return the seats that laid a stick in this hand."""
    free = hand.open_riichi if is_open_free(rules) else ()
    return tuple([seat for seat in ALL_SEATS if seat in hand.riichi and seat not in free])


def bet_lines(table: Table, hand: Hand, rules: Ruleset) -> tuple[Line, ...]:
    """Return a line per riichi stick laid in this hand."""
    return tuple([_bet_line(seat, table) for seat in bettors(hand, rules)])


def _bet_line(seat: int, table: Table) -> Line:
    return Line(
        reason="line.riichi",
        rule="riichi.points",
        facts=(("player", wind_word(seat, table.dealer)), ("points", STICK)),
        points=only(seat, -STICK),
        kyoutaku=STICK,
    )


def _own_stick_lines(table: Table, hand: Hand, order: tuple[int, ...], rules: Ruleset) -> tuple[Line, ...]:
    """Return the sticks that winners take back before the rest of the table is given out."""
    match rules.wins.sticks:
        case SticksTo.NEAREST:
            return ()
        case SticksTo.OWN_FIRST:
            return tuple(_stick_back_line(seat, table) for seat in order if seat in bettors(hand, rules))
        case _:
            assert_never(rules.wins.sticks)


def _stick_back_line(seat: int, table: Table) -> Line:
    """Return the line with which a winner takes his own stick back."""
    return Line(
        reason="line.own_stick",
        rule="wins.sticks",
        facts=(("player", wind_word(seat, table.dealer)), ("points", STICK)),
        points=only(seat, STICK),
        kyoutaku=-STICK,
    )


def _kyoutaku_lines(winner: int, points: int, table: Table) -> tuple[Line, ...]:
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


def _chip_lines(claim: ScoredWin, table: Table, rules: Ruleset) -> tuple[Line, ...]:
    """Return the chips of one winner: those in his hand, and those for yakuman."""
    held = claim.win.chips
    count = held.ippatsu + held.red + held.ura
    if count == 0 and claim.chip_yakuman == 0:
        return ()
    payer = claim.payer
    ordinary = _chip_transfers(claim.win.seat, payer, count, count)
    pao = claim.win.pao
    covered = claim.chip_yakuman
    if pao is not None and pao.yakuman and not _is_hand_covered(rules):
        covered = min(covered, pao.yakuman)
    by_ron, by_tsumo = rules.chips.yakuman_ron, rules.chips.yakuman_tsumo
    free = claim.chip_yakuman - covered
    yakuman = (
        *_chip_transfers(claim.win.seat, payer, by_ron * covered, by_tsumo * covered),
        *_chip_transfers(claim.win.seat, Payer(discarder=payer.discarder, liable=None), by_ron * free, by_tsumo * free),
    )
    return (
        *_chip_line("line.chips", "chips.value", claim, ordinary, table),
        *_chip_line("line.yakuman_chips", "chips.yakuman_ron", claim, yakuman, table),
    )


def _chip_transfers(winner: int, payer: Payer, by_ron: int, by_tsumo: int) -> tuple[Transfer, ...]:
    """Return who pays chips: a liable player all by tsumo, half by ron (an odd chip is the discarder's)."""
    others = tuple(seat for seat in ALL_SEATS if seat != winner)
    if payer.discarder is None:
        return tuple((seat if payer.liable is None else payer.liable, winner, by_tsumo) for seat in others)
    if payer.liable is None:
        return ((payer.discarder, winner, by_ron),)
    return ((payer.discarder, winner, by_ron - by_ron // 2), (payer.liable, winner, by_ron // 2))


def _chip_line(
    reason: str, rule: str, claim: ScoredWin, transfers: tuple[Transfer, ...], table: Table
) -> tuple[Line, ...]:
    """Return one line of chips, if any change hands."""
    count = amount_of(transfers)
    if count == 0:
        return ()
    facts = (("winner", wind_word(claim.win.seat, table.dealer)), ("count", count))
    return (Line(reason=reason, rule=rule, facts=facts, chips=moved(transfers)),)


def _bust_chip_lines(
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
        lines = (*lines, *(_bust_chip_line(seat, winner, chips, table) for seat in sunk))
        scores = after
    return lines


def _bust_chip_line(loser: int, winner: int, chips: int, table: Table) -> Line:
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


def won_lines(table: Table, hand: Hand, claims: tuple[ScoredWin, ...], rules: Ruleset) -> tuple[Line, ...]:
    """Return all lines of a hand won by ron or tsumo."""
    discarder = claims[0].payer.discarder
    start = claims[0].win.seat if discarder is None else discarder
    in_turn = sorted(claims, key=lambda claim: distance(start, claim.win.seat))
    order = tuple([claim.win.seat for claim in in_turn])
    paid = tuple([_paid_lines(claim, table, hand, rules, is_nearest=claim is in_turn[0]) for claim in in_turn])
    chips = tuple([line for claim in in_turn for line in _chip_lines(claim, table, rules)])
    return _collected(table, hand, order, paid, chips, rules)


def _paid_lines(claim: ScoredWin, table: Table, hand: Hand, rules: Ruleset, *, is_nearest: bool) -> tuple[Line, ...]:
    """Return what one winner is paid; the honba go to the nearest, or to each."""
    values = _value_lines(claim, table, hand, rules)
    if is_nearest or _is_honba_for_each(rules):
        return (*values, *_honba_lines(claim, table, rules))
    return values


def _is_honba_for_each(rules: Ruleset) -> bool:
    match rules.wins.honba_to:
        case HonbaTo.NEAREST:
            return False
        case HonbaTo.EACH:
            return True
        case _:
            assert_never(rules.wins.honba_to)


def nagashi_win_lines(table: Table, hand: Hand, seats: tuple[int, ...], rules: Ruleset) -> tuple[Line, ...]:
    """Return all lines where nagashi mangan is a win: separate self-drawn mangans, each with honba.

    The points on the table go to the nearest after the dealer, the dealer himself first.
    """
    order = in_turn_order(seats, table.dealer)
    paid = tuple(_nagashi_paid(seat, table, hand, rules) for seat in order)
    return _collected(table, hand, order, paid, (), rules)


def _nagashi_paid(seat: int, table: Table, hand: Hand, rules: Ruleset) -> tuple[Line, ...]:
    """Return the mangan, wareme and honba of one nagashi win."""
    return _paid_lines(_nagashi_claim(seat, table, hand, rules), table, hand, rules, is_nearest=True)


def _nagashi_claim(seat: int, table: Table, hand: Hand, rules: Ruleset) -> ScoredWin:
    """Return the claim of a nagashi mangan: a mangan, whatever the tiles."""
    win = Win(seat=seat, han=5, fu=0, yakuman=0, pao=None, yaku_han=None, yaku=("nagashi_mangan",), chips=NO_CHIPS)
    claim = claim_of(win, table, hand, Won(discarder=None, wins=(win,)), rules)
    return replace(claim, worth=replace(claim.worth, rule="draws.nagashi"))


def _collected(
    table: Table,
    hand: Hand,
    order: tuple[int, ...],
    paid: tuple[tuple[Line, ...], ...],
    chips: tuple[Line, ...],
    rules: Ruleset,
) -> tuple[Line, ...]:
    """Return bets, own sticks, payments, the table's points, chips and bust chips in their order.

    ``paid`` holds the payment lines of each winner, in the same order as ``order``.
    """
    bets = bet_lines(table, hand, rules)
    own = _own_stick_lines(table, hand, order, rules)
    values = [line for lines in paid for line in lines]
    sticks = (*bets, *own)
    rest = table.kyoutaku + sum([line.kyoutaku for line in sticks])
    before = added(table.scores, total([line.points for line in sticks]))
    return (
        *sticks,
        *values,
        *_kyoutaku_lines(order[0], rest, table),
        *chips,
        *_bust_chip_lines(before, order, paid, table, rules),
    )


def _value_lines(claim: ScoredWin, table: Table, hand: Hand, rules: Ruleset) -> tuple[Line, ...]:
    """Return the hand's own payment, the liable player's part, and what wareme adds."""
    ordinary, liable = _split_value(claim, table, rules)
    won = "line.tsumo" if claim.payer.discarder is None else "line.ron"
    covered = _covered_yakuman(claim, rules)
    paid = claim.yakuman - covered if claim.payer.discarder is None and ordinary else claim.yakuman
    lines = (
        *_payment_line(claim, ordinary, paid, table, won, claim.worth.rule),
        *_payment_line(claim, liable, covered, table, "line.pao", _pao_rule(claim)),
    )
    return (*lines, *_wareme_lines((*ordinary, *liable), table, hand))


def _pao_rule(claim: ScoredWin) -> str:
    """Return which rule makes a player liable."""
    return "pao.rinshan" if claim.win.pao is not None and claim.win.pao.yakuman == 0 else "pao.yakuman"


def _covered_yakuman(claim: ScoredWin, rules: Ruleset) -> int:
    """Return how many yakuman of a hand a liable player answers for, all where he answers for the whole hand."""
    pao = claim.win.pao
    if pao is None or claim.payer.liable is None:
        return 0
    return claim.yakuman if _is_hand_covered(rules) else min(pao.yakuman, claim.yakuman)


def _is_hand_covered(rules: Ruleset) -> bool:
    """Return whether a liable player answers for the whole hand, not only for the yakuman he made possible."""
    match rules.pao.covers:
        case PaoCovers.HAND:
            return True
        case PaoCovers.YAKUMAN:
            return False
        case _:
            assert_never(rules.pao.covers)


def _covered_base(claim: ScoredWin, rules: Ruleset) -> int:
    """Return the base points that a liable player answers for, 0 where nobody else than the payers does."""
    pao = claim.win.pao
    if pao is None or claim.payer.liable is None:
        return 0
    if pao.yakuman == 0 or _is_hand_covered(rules):
        return claim.worth.base
    return yakuman_worth(pao.yakuman, rules.values).base


def _split_value(claim: ScoredWin, table: Table, rules: Ruleset) -> tuple[tuple[Transfer, ...], tuple[Transfer, ...]]:
    """Return the ordinary payments and those of the liable player.

    By tsumo he pays the sum of what the three would pay for the covered part, by ron half of it.
    """
    winner, payer = claim.win.seat, claim.payer
    covered = _covered_base(claim, rules)
    rest = claim.worth.base - covered
    if payer.discarder is None:
        ordinary = tsumo_transfers(rest, winner, table.dealer) if rest else ()
        if payer.liable is None:
            return (ordinary, ())
        return (ordinary, ((payer.liable, winner, amount_of(tsumo_transfers(covered, winner, table.dealer))),))
    is_dealer = winner == table.dealer
    amount = ron_amount(rest, dealer_wins=is_dealer)
    if payer.liable is None:
        return (((payer.discarder, winner, amount),), ())
    half = ron_amount(covered, dealer_wins=is_dealer) // 2
    return (((payer.discarder, winner, amount + half),), ((payer.liable, winner, half),))


def _payment_line(
    claim: ScoredWin, transfers: tuple[Transfer, ...], yakuman: int, table: Table, reason: str, rule: str
) -> tuple[Line, ...]:
    """Return one line for the transfers to a winner, if there are any; ``yakuman`` of the hand are paid in it."""
    if not transfers:
        return ()
    return (
        Line(
            reason=reason,
            rule=rule,
            facts=(
                ("winner", wind_word(claim.win.seat, table.dealer)),
                ("payer", wind_word(transfers[0][0], table.dealer)),
                ("hand", value_phrase(claim.win.han, claim.win.fu, yakuman, claim.worth.limit)),
                ("points", amount_of(transfers)),
                ("each", each_phrase(transfers, table)),
            ),
            points=moved(transfers),
        ),
    )


def each_phrase(transfers: tuple[Transfer, ...], table: Table) -> Phrase:
    """Return what transfers take from each player, the dealer's share told apart where others pay too."""
    from_dealer = [amount for payer, _, amount in transfers if payer == table.dealer]
    from_others = [amount for payer, _, amount in transfers if payer != table.dealer]
    if from_dealer and from_others:
        return shares_phrase(from_dealer[0], from_others[0])
    return shares_phrase(None, transfers[0][2])


def _wareme_lines(transfers: tuple[Transfer, ...], table: Table, hand: Hand) -> tuple[Line, ...]:
    """Return what wareme adds: each payment from or to that seat once more, after rounding."""
    if hand.wareme is None:
        return ()
    doubled = tuple([move for move in transfers if hand.wareme in (move[0], move[1])])
    if not doubled:
        return ()
    return (
        Line(
            reason="line.wareme",
            rule="values.wareme",
            facts=(("player", wind_word(hand.wareme, table.dealer)), ("points", amount_of(doubled))),
            points=moved(doubled),
        ),
    )


def _honba_lines(claim: ScoredWin, table: Table, rules: Ruleset) -> tuple[Line, ...]:
    """Return the honba payment to one winner, if honba lie on the table."""
    if not table.honba:
        return ()
    transfers = _honba_transfers(claim.win.seat, claim.payer, table, rules)
    points = amount_of(transfers)
    if not points:
        return ()
    return (
        Line(
            reason="line.honba",
            rule=_honba_rule(claim.payer),
            facts=(
                ("winner", wind_word(claim.win.seat, table.dealer)),
                ("honba", table.honba),
                ("points", points),
            ),
            points=moved(transfers),
        ),
    )


def _honba_rule(payer: Payer) -> str:
    if payer.discarder is None:
        return "wins.honba_tsumo"
    return "wins.honba_ron" if payer.liable is None else "pao.ron_honba"


def _honba_transfers(winner: int, payer: Payer, table: Table, rules: Ruleset) -> tuple[Transfer, ...]:
    if payer.discarder is None:
        each = rules.wins.honba_tsumo * table.honba
        payers = tuple(seat for seat in ALL_SEATS if seat != winner)
        return tuple((seat if payer.liable is None else payer.liable, winner, each) for seat in payers)
    pays = payer.discarder if payer.liable is None else _pays_honba(payer.discarder, payer.liable, rules)
    return ((pays, winner, rules.wins.honba_ron * table.honba),)


def _pays_honba(discarder: int, liable: int, rules: Ruleset) -> int:
    """Return who pays the honba of a ron that two players pay."""
    match rules.pao.ron_honba:
        case PaoHonba.DISCARDER:
            return discarder
        case PaoHonba.LIABLE:
            return liable
        case _:
            assert_never(rules.pao.ron_honba)
