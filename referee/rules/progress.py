"""From the first dice to the end: who deals, where the wall is broken, how much honba, whether the game is over."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, assert_never

from referee.records import dataclass
from referee.rules.choices import (
    Bust,
    DealerStays,
    Extension,
    HonbaAfterDraw,
    Indicators,
    KanDora,
    LastHand,
    Nagashi,
    PaarenchanAfter,
    Rounds,
    SuddenDeath,
    WallBreak,
    Yakitori,
    Yame,
)
from referee.rules.placement import seat_order
from referee.rules.points import PAARENCHAN, is_paarenchan
from referee.rules.table import (
    ALL_SEATS,
    WINDS,
    AbortiveDraw,
    Chombo,
    Ending,
    ExhaustiveDraw,
    Four,
    Hand,
    Line,
    Note,
    Table,
    Won,
    added,
    total,
)

if TYPE_CHECKING:
    from referee.rules.ruleset import Ruleset


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
    match rules.course.rounds:
        case Rounds.TONPUUSEN:
            return "E"
        case Rounds.HANCHAN:
            return "S"
        case _:
            assert_never(rules.course.rounds)


def _is_last_hand(table: Table, rules: Ruleset) -> bool:
    """Return whether this is the last dealer's hand of the last round that can be played."""
    if table.dealer != 3:
        return False
    if not table.extra:
        return table.round == last_round(rules)
    match rules.course.extension:
        case Extension.ONE_ROUND:
            return True
        case Extension.NONE | Extension.UNTIL_TARGET:
            return False
        case _:
            assert_never(rules.course.extension)


def _end_of_game(table: Table, ending: Ending, rules: Ruleset, *, stays: bool) -> EndReason | None:
    """Return why the game is over after this hand, or None; ``table`` has the hand's points entered."""
    if min(table.scores) < 0 and _is_bust_end(rules):
        return EndReason.BUST
    if isinstance(ending, Won | ExhaustiveDraw):
        end = _end_in_extra(table, rules, stays=stays) if table.extra else _end_of_regular(table, rules, stays=stays)
        if end is not None:
            return end
    return EndReason.TIME if table.hands_left == 0 else None


def _is_bust_end(rules: Ruleset) -> bool:
    match rules.course.bust:
        case Bust.NONE:
            return False
        case Bust.BELOW_ZERO:
            return True
        case _:
            assert_never(rules.course.bust)


def _end_in_extra(table: Table, rules: Ruleset, *, stays: bool) -> EndReason | None:
    """Return why the game ends in an extra round, or None."""
    if max(table.scores) >= rules.course.target and _target_counts(table, rules, stays=stays):
        return EndReason.TARGET
    return EndReason.EXTENSION_OVER if _is_last_hand(table, rules) and not stays else None


def _target_counts(table: Table, rules: Ruleset, *, stays: bool) -> bool:
    """Return whether a reached target ends the game now."""
    match rules.course.sudden_death:
        case SuddenDeath.ALWAYS:
            return True
        case SuddenDeath.UNLESS_DEALER_CHASES:
            return not stays or _leads(table.dealer, table.scores)
        case _:
            assert_never(rules.course.sudden_death)


def _leads(seat: int, scores: Four) -> bool:
    """Return whether the seat is first; of equal scores the earlier starting seat is ahead."""
    return seat_order(scores)[0] == seat


def _end_of_regular(table: Table, rules: Ruleset, *, stays: bool) -> EndReason | None:
    """Return why the game ends with its last regular hand, or None."""
    if not _is_last_hand(table, rules):
        return None
    if stays:
        ends = _ends_by_itself(rules.course.yame) and _dealer_leads_enough(table, rules)
        return EndReason.DEALER_LEADS if ends else None
    if rules.course.extension == Extension.NONE or max(table.scores) >= rules.course.target:
        return EndReason.LAST_HAND
    return None


def _ends_by_itself(yame: Yame) -> bool:
    """Return whether the lead of the last dealer ends the game without a word from him."""
    match yame:
        case Yame.FIRST_AT_TARGET:
            return True
        case Yame.NONE | Yame.MAY_AT_TARGET:
            return False
        case _:
            assert_never(yame)


def _dealer_leads_enough(table: Table, rules: Ruleset) -> bool:
    """Return whether the last dealer, who stays, has the lead that ends the game, or lets him end it."""
    match rules.course.yame:
        case Yame.NONE:
            return False
        case Yame.FIRST_AT_TARGET | Yame.MAY_AT_TARGET:
            return _leads(table.dealer, table.scores) and table.scores[table.dealer] >= rules.course.yame_points
        case _:
            assert_never(rules.course.yame)


DEALER_MAY_STOP = "next.dealer_may_stop"
"""The remark that the last dealer, who stays and leads, may end the game."""


class Step(StrEnum):
    """What follows a hand."""

    REPEAT = "repeat"
    ROTATE = "rotate"
    END = "end"


@dataclass(frozen=True, kw_only=True, slots=True)
class Deal:
    """Whether the dealer stays, the next honba, and why: a remark on each."""

    stays: bool
    honba: int
    why: tuple[Note, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Progress:
    """What follows: the next table, the reason when the game is over, and the remarks."""

    step: Step
    end: EndReason | None
    table: Table
    notes: tuple[Note, ...]


def winners_of(ending: Ending, rules: Ruleset) -> tuple[int, ...]:
    """Return the seats that won the hand; nagashi mangan counts where it is a win."""
    match ending:
        case Won():
            return tuple([win.seat for win in ending.wins])
        case ExhaustiveDraw():
            return ending.nagashi if is_nagashi_win(rules) else ()
        case _:
            return ()


def is_nagashi_win(rules: Ruleset) -> bool:
    """Return whether nagashi mangan is a win, not a payment at a draw."""
    match rules.draws.nagashi:
        case Nagashi.NONE | Nagashi.PAYMENT:
            return False
        case Nagashi.WIN:
            return True
        case _:
            assert_never(rules.draws.nagashi)


def _next_deal(table: Table, hand: Hand, rules: Ruleset) -> Deal:
    """Return who deals next and with how much honba, before the end of the game is looked at."""
    match hand.ending:
        case Chombo():
            return Deal(stays=True, honba=table.honba, why=(Note(reason="next.chombo", rule="chombo.form"),))
        case AbortiveDraw():
            return _after_abort(table, hand.ending)
        case Won():
            return _deal_after_win(table, hand.ending, winners_of(hand.ending, rules), rules)
        case ExhaustiveDraw():
            winners = winners_of(hand.ending, rules)
            if winners:
                return _deal_after_win(table, hand.ending, winners, rules)
            return _deal_after_draw(table, hand.ending, rules)
        case _:
            assert_never(hand.ending)


def abort_rule(aborted: AbortiveDraw) -> str:
    """Return which rule makes this an abortive draw."""
    return f"draws.aborts.{aborted.reason}"


def _after_abort(table: Table, aborted: AbortiveDraw) -> Deal:
    """Return the deal after an abortive draw: the dealer stays, with one honba more."""
    why = Note(reason="next.abort", rule=abort_rule(aborted))
    honba = Note(reason="next.honba_more", rule="course.honba.abort", facts=(("honba", table.honba + 1),))
    return Deal(stays=True, honba=table.honba + 1, why=(why, honba))


def one_more(table: Table, why: Note, *, stays: bool) -> Deal:
    """Return the deal with one honba more."""
    honba = Note(reason="next.honba_more", rule="course.honba", facts=(("honba", table.honba + 1),))
    return Deal(stays=stays, honba=table.honba + 1, why=(why, honba))


def _no_more(table: Table, why: Note) -> Deal:
    """Return the deal that passes without honba."""
    gone = (Note(reason="next.honba_gone", rule="course.honba.gone"),) if table.honba else ()
    return Deal(stays=False, honba=0, why=(why, *gone))


def _deal_after_win(table: Table, ending: Ending, winners: tuple[int, ...], rules: Ruleset) -> Deal:
    """Return the deal after a win: the dealer stays if he is among the winners."""
    if table.dealer not in winners:
        return _no_more(table, Note(reason="next.dealer_lost", rule="course.dealer"))
    if _paarenchan_passes(table, ending, rules):
        return _no_more(table, Note(reason="next.paarenchan", rule="paarenchan.after"))
    return one_more(table, Note(reason="next.dealer_won", rule="course.dealer"), stays=True)


def _paarenchan_passes(table: Table, ending: Ending, rules: Ruleset) -> bool:
    """Return whether the dealer's win was a paarenchan after which the deal passes."""
    match rules.paarenchan.after:
        case PaarenchanAfter.STAYS:
            return False
        case PaarenchanAfter.PASSES:
            named = isinstance(ending, Won) and any(
                win.seat == table.dealer and PAARENCHAN in win.yaku for win in ending.wins
            )
            return named or is_paarenchan(table.dealer, table, rules)
        case _:
            assert_never(rules.paarenchan.after)


def _deal_after_draw(table: Table, drawn: ExhaustiveDraw, rules: Ruleset) -> Deal:
    """Return the deal after an exhaustive draw."""
    tenpai = table.dealer in drawn.tenpai
    if tenpai and _stays_by_tenpai(rules):
        return one_more(table, Note(reason="next.dealer_tenpai", rule="course.dealer"), stays=True)
    if _is_last_hand(table, rules) and _last_hand_needs_win(rules):
        return one_more(table, Note(reason="next.last_hand_repeats", rule="course.last_hand"), stays=True)
    reason = "next.dealer_keeps_only_by_winning" if tenpai else "next.dealer_noten"
    why = Note(reason=reason, rule="course.dealer")
    match rules.course.honba:
        case HonbaAfterDraw.ALWAYS_MORE:
            return one_more(table, why, stays=False)
        case HonbaAfterDraw.WITH_DEALER:
            return _no_more(table, why)
        case _:
            assert_never(rules.course.honba)


def _stays_by_tenpai(rules: Ruleset) -> bool:
    match rules.course.dealer:
        case DealerStays.WIN_OR_TENPAI:
            return True
        case DealerStays.WIN:
            return False
        case _:
            assert_never(rules.course.dealer)


def _last_hand_needs_win(rules: Ruleset) -> bool:
    match rules.course.last_hand:
        case LastHand.DEALER_PASSES:
            return False
        case LastHand.NON_DEALER_WIN:
            return True
        case _:
            assert_never(rules.course.last_hand)


def after(table: Table, hand: Hand, lines: tuple[Line, ...], rules: Ruleset) -> Progress:
    """Return what follows the hand whose lines were worked out."""
    deal = _next_deal(table, hand, rules)
    settled = _booked(table, hand, lines, deal, rules)
    end = _end_of_game(settled, hand.ending, rules, stays=deal.stays)
    if end is not None:
        why = Note(reason=f"end.{end}", rule=_END_RULES[end])
        remarks = (*_lead_notes(end, rules), *_left_stick_notes(settled))
        return Progress(step=Step.END, end=end, table=settled, notes=(why, *remarks))
    step = Step.REPEAT if deal.stays else Step.ROTATE
    following = _dealt(settled, deal, rules)
    chased = isinstance(hand.ending, Won | ExhaustiveDraw)
    notes = (*deal.why, *_course_notes(settled, following, rules, chased=chased))
    return Progress(step=step, end=None, table=following, notes=notes)


def _lead_notes(end: EndReason, rules: Ruleset) -> tuple[Note, ...]:
    """Return how many points the last dealer needed to end the game by his lead."""
    if end != EndReason.DEALER_LEADS:
        return ()
    least = ("points", rules.course.yame_points)
    return (Note(reason="end.lead_needed", rule="course.yame_points", facts=(least,)),)


def _left_stick_notes(table: Table) -> tuple[Note, ...]:
    """Return the remark about the points that nobody won before the game ended."""
    if table.kyoutaku == 0:
        return ()
    return (Note(reason="end.left_sticks", rule="final.left_sticks", facts=(("points", table.kyoutaku),)),)


def _course_notes(table: Table, following: Table, rules: Ruleset, *, chased: bool) -> tuple[Note, ...]:
    """Return why the game goes on after its last regular hand, and how many hands the clock leaves.

    ``chased`` says that the last dealer could have ended the game by this hand.
    """
    notes: tuple[Note, ...] = ()
    if following.extra and not table.extra:
        target = ("target", rules.course.target)
        notes = (Note(reason="next.extra_round", rule="course.extension", facts=(target,)),)
    elif _is_last_hand(table, rules) and chased and not table.extra and rules.course.yame != Yame.NONE:
        least = ("points", rules.course.yame_points)
        reason = DEALER_MAY_STOP if _dealer_leads_enough(table, rules) else "next.dealer_not_leading"
        notes = (Note(reason=reason, rule="course.yame_points", facts=(least,)),)
    if following.hands_left is not None:
        left = ("count", following.hands_left)
        notes = (*notes, Note(reason="next.hands_left", rule="time.running", facts=(left,)))
    return notes


_END_RULES = {
    "last_hand": "course.extension",
    "target": "course.sudden_death",
    "dealer_leads": "course.yame",
    "bust": "course.bust",
    "extension_over": "course.extension",
    "time": "time.running",
}
"""Which rule ends the game."""


def _booked(table: Table, hand: Hand, lines: tuple[Line, ...], deal: Deal, rules: Ruleset) -> Table:
    """Return the table with the lines entered and the counts kept, still at the same hand."""
    points = total([line.points for line in lines])
    chips = total([line.chips for line in lines])
    penalties = total([line.penalties for line in lines])
    void = isinstance(hand.ending, Chombo)
    winners = winners_of(hand.ending, rules)
    return Table(
        scores=added(table.scores, points),
        round=table.round,
        dealer=table.dealer,
        honba=table.honba,
        kyoutaku=table.kyoutaku + sum([line.kyoutaku for line in lines]),
        chips=added(table.chips, chips),
        penalties=added(table.penalties, penalties),
        dealer_wins=_dealer_wins_after(table, hand, won=deal.stays and table.dealer in winners),
        renchan=table.renchan if void else (table.renchan + 1 if deal.stays else 0),
        yakitori=yakitori_after(table, winners, rules),
        hands_left=table.hands_left if void or table.hands_left is None else table.hands_left - 1,
        extra=table.extra,
    )


def _dealer_wins_after(table: Table, hand: Hand, *, won: bool) -> int:
    """Return the present dealer's wins in a row: void hands and abortive draws leave them."""
    if isinstance(hand.ending, AbortiveDraw | Chombo):
        return table.dealer_wins
    return table.dealer_wins + 1 if won else 0


def yakitori_after(table: Table, winners: tuple[int, ...], rules: Ruleset) -> tuple[bool, bool, bool, bool]:
    """Return who has not won yet; when the last one has, all start again where the rules say so."""
    left = [waiting and seat not in winners for seat, waiting in enumerate(table.yakitori)]
    if winners and not any(left) and _starts_yakitori_again(rules):
        return (True, True, True, True)
    return (left[0], left[1], left[2], left[3])


def _starts_yakitori_again(rules: Ruleset) -> bool:
    match rules.chips.yakitori:
        case Yakitori.NONE:
            return False
        case Yakitori.RESET:
            return True
        case _:
            assert_never(rules.chips.yakitori)


def _dealt(table: Table, deal: Deal, rules: Ruleset) -> Table:
    """Return the table before the next hand."""
    passes_round = not deal.stays and table.dealer == 3
    return Table(
        scores=table.scores,
        round=WINDS[(WINDS.index(table.round) + 1) % 4] if passes_round else table.round,
        dealer=table.dealer if deal.stays else (table.dealer + 1) % 4,
        honba=deal.honba,
        kyoutaku=table.kyoutaku,
        chips=table.chips,
        penalties=table.penalties,
        dealer_wins=table.dealer_wins,
        renchan=table.renchan,
        yakitori=table.yakitori,
        hands_left=table.hands_left,
        extra=table.extra or (passes_round and table.round == last_round(rules)),
    )


MOST_INDICATORS = 5
_MOST_BY_DICE = 3


@dataclass(frozen=True, kw_only=True, slots=True)
class Break:
    """Where the wall is broken: the seat whose wall it is, and the stack counted from its right edge.

    ``stack`` is None until the second throw, ``wareme`` None where the ruleset has no wareme.
    """

    wall: int
    stack: int | None
    indicators: int
    wareme: int | None


def _counted_from(seat: int, pips: int) -> int:
    """Return the seat that the dice point to, ``seat`` itself counting one."""
    return (seat + pips - 1) % 4


def broken_wall(dealer: int, dice: tuple[int, int], reroll: tuple[int, int] | None, rules: Ruleset) -> Break:
    """Return where the wall is broken; ``reroll`` holds both dice after a second throw."""
    wall = _counted_from(dealer, dice[0] + dice[1])
    return Break(
        wall=wall,
        stack=_stack_of(dice, reroll, rules),
        indicators=_indicators_of(dice, rules),
        wareme=wall if rules.values.wareme else None,
    )


def _stack_of(dice: tuple[int, int], reroll: tuple[int, int] | None, rules: Ruleset) -> int | None:
    match rules.setup.wall_break:
        case WallBreak.ONE_THROW:
            return dice[0] + dice[1]
        case WallBreak.REROLL_ONE:
            return None if reroll is None else reroll[0] + reroll[1]
        case _:
            assert_never(rules.setup.wall_break)


def most_indicators(rules: Ruleset) -> int:
    """Return how many dora indicators can lie open at the end of a hand."""
    match rules.kan.dora_closed:
        case KanDora.NEVER:
            return _most_at_start(rules)
        case KanDora.AT_ONCE | KanDora.AFTER_DISCARD:
            return MOST_INDICATORS
        case _:
            assert_never(rules.kan.dora_closed)


def _most_at_start(rules: Ruleset) -> int:
    match rules.setup.indicators:
        case Indicators.ONE:
            return 1
        case Indicators.BY_DICE:
            return _MOST_BY_DICE
        case _:
            assert_never(rules.setup.indicators)


def _indicators_of(dice: tuple[int, int], rules: Ruleset) -> int:
    """Return how many dora indicators are turned at the start."""
    match rules.setup.indicators:
        case Indicators.ONE:
            return 1
        case Indicators.BY_DICE:
            low, high = min(dice), max(dice)
            if (low, high) in ((1, 6), (1, 1), (6, 6)):
                return 3
            return 2 if low == high else 1
        case _:
            assert_never(rules.setup.indicators)


def dealer_by_token(side: str, seat: int) -> int:
    """Return the first dealer after the token toss: ``side`` is the wind that lies up, E or S.

    The token's bottom edge points at ``seat``: that player is East, or South of the dealer on his left.
    """
    return seat if side == "E" else (seat + 3) % 4


def dealer_by_dice(provisional_east: int, pips: int) -> int:
    """Return the first dealer whom the provisional East's two dice, ``pips`` together, point to."""
    return _counted_from(provisional_east, pips)


def seats_by_lot(lot: int) -> Four:
    """Return who sits where, from the first dealer on: each of the 24 orders for one remainder of ``lot``."""
    left, drawn = [*ALL_SEATS], []
    for size in (4, 3, 2):
        drawn.append(left.pop(lot % size))
        lot //= size
    east, south, west, north = (*drawn, *left)
    return (east, south, west, north)


def hands_left_at_signal(*, running: bool, rules: Ruleset) -> int:
    """Return how many hands may still be played after the time signal, a running one included."""
    return rules.time.running if running else rules.time.between
