"""Settling a finished hand, won or drawn, and what is refused because it cannot have ended so."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from referee.records import dataclass
from referee.rules.choices import Abort, ChomboForm, DeadHand, Extension, MultipleRon, Nagashi, OpenRiichi
from referee.rules.payments import bet_lines, bettors, each_phrase, nagashi_win_lines, won_lines
from referee.rules.placement import Played, Standing, standing
from referee.rules.points import ScoredWin, amount_of, claim_of, least_han, needs_two_han, tsumo_transfers
from referee.rules.progress import Progress, abort_rule, after, is_nagashi_win, last_round
from referee.rules.riichi import least_points
from referee.rules.table import (
    ALL_SEATS,
    WINDS,
    AbortiveDraw,
    Chombo,
    Code,
    ExhaustiveDraw,
    Facts,
    Hand,
    Line,
    Note,
    Pao,
    Problem,
    Quoted,
    Table,
    Transfer,
    Win,
    Won,
    in_turn_order,
    listed,
    moved,
    only,
    wind_word,
)
from referee.rules.yaku import YAKU_NAMES, YAKUMAN_NAMES

if TYPE_CHECKING:
    from referee.rules.ruleset import Ruleset


class NotSettledError(AssertionError):
    """A hand that the rules refuse came to be settled: a mistake of the program."""


def _drawn_lines(table: Table, hand: Hand, drawn: ExhaustiveDraw, rules: Ruleset) -> tuple[Line, ...]:
    """Return the lines of an exhaustive draw in which nagashi mangan, if any, is a payment."""
    bets = bet_lines(table, hand, rules)
    if drawn.nagashi:
        order = in_turn_order(drawn.nagashi, table.dealer)
        return (*bets, *(_nagashi_payment_line(seat, table, rules) for seat in order))
    return (*bets, *_noten_lines(drawn, rules))


def _nagashi_payment_line(seat: int, table: Table, rules: Ruleset) -> Line:
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


def _noten_lines(drawn: ExhaustiveDraw, rules: Ruleset) -> tuple[Line, ...]:
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


def _chombo_lines(table: Table, chombo: Chombo, rules: Ruleset) -> tuple[Line, ...]:
    """Return what each offender pays; the sticks of this hand were never laid."""
    return tuple(_chombo_line(seat, table, rules) for seat in chombo.offenders)


def _chombo_line(seat: int, table: Table, rules: Ruleset) -> Line:
    """Return the full amount of one offender."""
    player = ("player", wind_word(seat, table.dealer))
    match rules.chombo.form:
        case ChomboForm.MANGAN:
            transfers = _reversed_mangan(seat, table, rules)
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


def _reversed_mangan(offender: int, table: Table, rules: Ruleset) -> tuple[Transfer, ...]:
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
    claims = _claims_of(table, hand, rules)
    lines = _lines_of(table, hand, claims, rules)
    progress = after(table, hand, lines, rules)
    return Settlement(
        lines=lines,
        progress=progress,
        standing=None if progress.end is None else standing(played(progress.table), rules),
        notes=(*_remarks(table, hand, claims, rules), *_yakitori_notes(table, progress.table), *progress.notes),
    )


def _claims_of(table: Table, hand: Hand, rules: Ruleset) -> tuple[ScoredWin, ...]:
    """Return what the winners of a hand may claim, as they were named."""
    won = hand.ending
    return tuple([claim_of(win, table, hand, won, rules) for win in won.wins]) if isinstance(won, Won) else ()


def _lines_of(table: Table, hand: Hand, claims: tuple[ScoredWin, ...], rules: Ruleset) -> tuple[Line, ...]:
    """Return every movement of points and chips in the hand."""
    match hand.ending:
        case Won():
            return won_lines(table, hand, claims, rules)
        case ExhaustiveDraw():
            if hand.ending.nagashi and is_nagashi_win(rules):
                return nagashi_win_lines(table, hand, hand.ending.nagashi, rules)
            return _drawn_lines(table, hand, hand.ending, rules)
        case AbortiveDraw():
            return bet_lines(table, hand, rules)
        case Chombo():
            return _chombo_lines(table, hand.ending, rules)
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


def _yakitori_notes(before: Table, following: Table) -> tuple[Note, ...]:
    """Return the remark that everybody has won and all start again."""
    if all(before.yakitori) or not all(following.yakitori):
        return ()
    return (Note(reason="note.yakitori_again", rule="chips.yakitori"),)


def _remarks(table: Table, hand: Hand, claims: tuple[ScoredWin, ...], rules: Ruleset) -> tuple[Note, ...]:
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


@dataclass(frozen=True, kw_only=True, slots=True)
class FinishedHand:
    """A hand at a table under a ruleset: what every check looks at."""

    table: Table
    hand: Hand
    rules: Ruleset

    def player(self, seat: int) -> tuple[str, str]:
        """Return the fact that names a player by his seat wind."""
        return ("player", wind_word(seat, self.table.dealer))


def refusal(code: Code, field: str, rule: str, facts: Facts = (), reason: str = "") -> Problem:
    """Return a refusal with the sentence of its code, or another one."""
    named: Facts = (("field", Quoted(text=field)), *facts)
    return Problem(code=code, field=field, reason=f"refused.{reason or code}", facts=named, rule=rule)


def verify(table: Table, hand: Hand, rules: Ruleset) -> tuple[Problem, ...]:
    """Return everything that the rules refuse about the hand; empty when it can be settled."""
    case = FinishedHand(table=table, hand=hand, rules=rules)
    return (
        *game_over(case),
        *_riichi_refusals(case),
        *_four_riichi_refusals(case),
        *_wareme_refusals(case),
        *_ending_refusals(case),
    )


def game_over(case: FinishedHand) -> tuple[Problem, ...]:
    """Refuse a hand after the end of the game, and a round that cannot be where it is said to be."""
    table, course = case.table, case.rules.course
    if table.hands_left == 0:
        return (refusal(Code.GAME_OVER, "table.hands_left", "time.running", reason="time_over"),)
    beyond = WINDS.index(table.round) - WINDS.index(last_round(case.rules))
    if table.extra:
        return _extra_refusals(beyond, course.extension)
    return _EXTRA_DOES_NOT_FIT if beyond > 0 else ()


_EXTRA_DOES_NOT_FIT = (refusal(Code.IMPOSSIBLE, "table.extra", "course.rounds", reason="extra_does_not_fit"),)


def _extra_refusals(beyond: int, extension: Extension) -> tuple[Problem, ...]:
    """Refuse an extra round that lies so many rounds beyond the last regular one."""
    over = (refusal(Code.GAME_OVER, "table.round", "course.extension"),)
    match extension:
        case Extension.NONE:
            return over
        case Extension.ONE_ROUND:
            return over if beyond > 1 else _EXTRA_DOES_NOT_FIT if beyond < 1 else ()
        case Extension.UNTIL_TARGET:
            return ()
        case _:
            assert_never(extension)


def _riichi_refusals(case: FinishedHand) -> tuple[Problem, ...]:
    """Refuse open riichi where there is none, and bets that a player cannot pay.

    A chombo is not looked at: its bets go back, and a riichi without points may be what went wrong.
    """
    rules, hand = case.rules, case.hand
    if hand.open_riichi and rules.riichi.open == OpenRiichi.NONE:
        return (refusal(Code.RIICHI_NOT_ALLOWED, "hand.open_riichi", "riichi.open", reason="no_open_riichi"),)
    least = least_points(rules, is_open=False)
    if least is None or isinstance(hand.ending, Chombo):
        return ()
    return tuple(
        refusal(
            Code.RIICHI_NOT_ALLOWED,
            "hand.riichi",
            "riichi.points",
            (case.player(seat), ("points", case.table.scores[seat]), ("least", least)),
        )
        for seat in bettors(hand, rules)
        if case.table.scores[seat] < least
    )


def _four_riichi_refusals(case: FinishedHand) -> tuple[Problem, ...]:
    """Refuse four riichi in a hand that went on, where the fourth one ends it."""
    ending = case.hand.ending
    went_on = isinstance(ending, Won | ExhaustiveDraw) or (
        isinstance(ending, AbortiveDraw) and ending.reason == Abort.KYUUSHU_KYUUHAI
    )
    if len(case.hand.riichi) < 4 or not went_on or Abort.SUUCHA_RIICHI not in case.rules.draws.aborts:
        return ()
    rule = f"draws.aborts.{Abort.SUUCHA_RIICHI}"
    return (refusal(Code.IMPOSSIBLE, "hand.riichi", rule, reason="four_riichi_abort"),)


def _wareme_refusals(case: FinishedHand) -> tuple[Problem, ...]:
    """Refuse wareme where the ruleset has none."""
    if case.hand.wareme is None or case.rules.values.wareme:
        return ()
    return (refusal(Code.IMPOSSIBLE, "hand.wareme", "values.wareme", reason="no_wareme"),)


def _ending_refusals(case: FinishedHand) -> tuple[Problem, ...]:
    """Refuse what does not fit the kind of ending."""
    match case.hand.ending:
        case Won():
            return _won_refusals(case, case.hand.ending)
        case ExhaustiveDraw():
            return _drawn_refusals(case, case.hand.ending)
        case AbortiveDraw():
            return _abort_refusals(case, case.hand.ending)
        case _:
            return _chombo_refusals(case)


def _won_refusals(case: FinishedHand, won: Won) -> tuple[Problem, ...]:
    """Refuse winners too many, and each win that cannot be."""
    each = tuple(problem for i, win in enumerate(won.wins) for problem in _win_refusals(case, won, i, win))
    return (*_multiple_ron_refusals(case, won), *each)


def _multiple_ron_refusals(case: FinishedHand, won: Won) -> tuple[Problem, ...]:
    """Refuse more winners by ron than the ruleset lets win."""
    rule = case.rules.wins.multiple_ron
    if won.discarder is None or len(won.wins) < 2:
        return ()
    match rule:
        case MultipleRon.HEAD_BUMP:
            nearest = in_turn_order(tuple(win.seat for win in won.wins), won.discarder)[0]
            return (refusal(Code.HEAD_BUMP, "hand.wins", "wins.multiple_ron", (case.player(nearest),)),)
        case MultipleRon.DOUBLE:
            aborts = (refusal(Code.TRIPLE_RON_ABORTS, "hand.wins", f"draws.aborts.{Abort.SANCHAHOU}"),)
            return aborts if len(won.wins) == 3 else ()
        case MultipleRon.ALL:
            return ()
        case _:
            assert_never(rule)


def _win_refusals(case: FinishedHand, won: Won, index: int, win: Win) -> tuple[Problem, ...]:
    """Refuse one win: a dead hand, a value that cannot be, pao or chips that do not exist."""
    field = f"hand.wins[{index}]"
    return (
        *_dead_win(case, f"{field}.seat", win.seat),
        *_fu_refusals(case, won, f"{field}.fu", win),
        *_yaku_refusals(case, f"{field}.yaku", win),
        *_yakuman_refusals(case, f"{field}.yakuman", win),
        *_pao_refusals(case, won, f"{field}.pao", win),
        *_chip_refusals(case, f"{field}.chips", win),
        *_two_han_refusals(case, won, field, win),
    )


def _dead_win(case: FinishedHand, field: str, seat: int) -> tuple[Problem, ...]:
    if seat not in case.hand.dead:
        return ()
    return (refusal(Code.DEAD_HAND_CANNOT_WIN, field, "wins.dead_hand", (case.player(seat),)),)


def _fu_refusals(case: FinishedHand, won: Won, field: str, win: Win) -> tuple[Problem, ...]:
    """Refuse a pair of han and fu that no hand has: 20 fu is a self-drawn pinfu, 25 fu seven pairs."""
    least = least_han(win.fu, case.rules.values, by_tsumo=won.discarder is None)
    if win.yakuman or (least is not None and win.han >= least):
        return ()
    rule = "values.seven_pairs_fu" if win.fu == 25 else "values.pinfu_tsumo_fu"
    return (refusal(Code.IMPOSSIBLE, field, rule, (("han", win.han), ("fu", win.fu)), reason="no_such_fu"),)


def _yaku_refusals(case: FinishedHand, field: str, win: Win) -> tuple[Problem, ...]:
    """Refuse yaku that are not played, and those that are worth more han than the hand has."""
    priced = tuple(name for name in win.yaku if name in YAKU_NAMES)
    absent = tuple(name for name in priced if not any(getattr(case.rules.yaku, name)))
    if absent:
        facts: Facts = (("found", listed(absent)),)
        return (refusal(Code.IMPOSSIBLE, field, f"yaku.{absent[0]}", facts, reason="no_such_yaku"),)
    least = sum([min([han for han in getattr(case.rules.yaku, name) if han]) for name in priced])
    most = win.han if win.yaku_han is None else win.yaku_han
    if win.yakuman or least <= most:
        return ()
    facts = (("count", least), ("han", most))
    return (refusal(Code.IMPOSSIBLE, field, f"yaku.{priced[0]}", facts, reason="too_many_yaku"),)


def _yakuman_refusals(case: FinishedHand, field: str, win: Win) -> tuple[Problem, ...]:
    """Refuse more yakuman than one hand can add up to."""
    most = case.rules.values.most_yakuman
    if win.yakuman <= most:
        return ()
    facts: Facts = (("count", win.yakuman), ("most", most))
    return (refusal(Code.IMPOSSIBLE, field, "values.yakuman_sum", facts, reason="too_many_yakuman"),)


def _pao_refusals(case: FinishedHand, won: Won, field: str, win: Win) -> tuple[Problem, ...]:
    """Refuse a liability that the ruleset does not know or that does not fit the hand."""
    pao = win.pao
    if pao is None:
        return ()
    if pao.seat == win.seat:
        return (refusal(Code.IMPOSSIBLE, f"{field}.seat", "pao.covers", reason="pao_of_winner"),)
    if pao.yakuman == 0:
        return _rinshan_pao_refusals(case, won, field)
    return _yakuman_pao_refusals(case, field, win, pao)


def _yakuman_pao_refusals(case: FinishedHand, field: str, win: Win, pao: Pao) -> tuple[Problem, ...]:
    """Refuse a liability where there is none, for yakuman that create none, and for more yakuman than there are."""
    if not case.rules.pao.yakuman:
        return (refusal(Code.IMPOSSIBLE, field, "pao.yakuman", reason="no_pao"),)
    named = tuple(name for name in win.yaku if name in YAKUMAN_NAMES)
    if named and not any(name in case.rules.pao.yakuman for name in named):
        return (refusal(Code.IMPOSSIBLE, field, "pao.yakuman", (("found", listed(named)),), reason="no_pao_for"),)
    if pao.yakuman <= win.yakuman:
        return ()
    facts: Facts = (("count", pao.yakuman), ("most", win.yakuman))
    return (refusal(Code.IMPOSSIBLE, f"{field}.yakuman", "pao.yakuman", facts, reason="pao_covers_too_much"),)


def _rinshan_pao_refusals(case: FinishedHand, won: Won, field: str) -> tuple[Problem, ...]:
    """Refuse a rinshan pao where there is none, and by ron."""
    if not case.rules.pao.rinshan:
        return (refusal(Code.IMPOSSIBLE, field, "pao.rinshan", reason="no_rinshan_pao"),)
    if won.discarder is not None:
        return (refusal(Code.IMPOSSIBLE, field, "pao.rinshan", reason="rinshan_pao_by_ron"),)
    return ()


def _chip_refusals(case: FinishedHand, field: str, win: Win) -> tuple[Problem, ...]:
    """Refuse chips where the ruleset has none."""
    held = win.chips
    if case.rules.chips.used or held.ippatsu + held.red + held.ura == 0:
        return ()
    return (refusal(Code.IMPOSSIBLE, field, "chips.used", reason="no_chips"),)


def _two_han_refusals(case: FinishedHand, won: Won, field: str, win: Win) -> tuple[Problem, ...]:
    """Refuse a win of less than two han from yaku when much honba lies on the table; a yakuman passes."""
    if not needs_two_han(case.table.honba, case.rules) or claim_of(win, case.table, case.hand, won, case.rules).yakuman:
        return ()
    yaku_han = win.han if win.yaku_han is None else win.yaku_han
    if yaku_han >= 2:
        return ()
    facts: Facts = (case.player(win.seat), ("han", yaku_han), ("honba", case.table.honba))
    return (refusal(Code.TWO_HAN_MINIMUM, field, "wins.two_han", facts),)


def _drawn_refusals(case: FinishedHand, drawn: ExhaustiveDraw) -> tuple[Problem, ...]:
    """Refuse nagashi where there is none, dead hands that are tenpai, and riichi that is noten."""
    if drawn.nagashi and case.rules.draws.nagashi == Nagashi.NONE:
        return (refusal(Code.NAGASHI_NOT_ALLOWED, "hand.nagashi", "draws.nagashi"),)
    dead = tuple(problem for seat in drawn.nagashi for problem in _dead_win(case, "hand.nagashi", seat))
    if drawn.nagashi and is_nagashi_win(case.rules):
        return dead
    return (*dead, *_tenpai_refusals(case, drawn))


def is_dead_noten(rules: Ruleset) -> bool:
    """Return whether a dead hand cannot be tenpai at a draw."""
    match rules.wins.dead_hand:
        case DeadHand.NO_WIN:
            return False
        case DeadHand.NO_WIN_NO_TENPAI:
            return True
        case _:
            assert_never(rules.wins.dead_hand)


def _tenpai_refusals(case: FinishedHand, drawn: ExhaustiveDraw) -> tuple[Problem, ...]:
    """Refuse dead hands among the tenpai, and riichi players who are not."""
    dead = tuple(
        refusal(Code.DEAD_HAND_NOT_TENPAI, "hand.tenpai", "wins.dead_hand", (case.player(seat),))
        for seat in drawn.tenpai
        if seat in case.hand.dead and is_dead_noten(case.rules)
    )
    noten = tuple(
        refusal(Code.RIICHI_MUST_BE_TENPAI, "hand.tenpai", "chombo.form", (case.player(seat),))
        for seat in case.hand.riichi
        if seat not in drawn.tenpai and seat not in case.hand.dead
    )
    return (*dead, *noten)


def _abort_refusals(case: FinishedHand, aborted: AbortiveDraw) -> tuple[Problem, ...]:
    """Refuse aborts that the ruleset does not have, four riichi without four, and one declared after a riichi."""
    reason = ("reason", f"abort.{aborted.reason}")
    if aborted.reason not in case.rules.draws.aborts:
        return (refusal(Code.ABORT_NOT_ALLOWED, "hand.reason", abort_rule(aborted), (reason,)),)
    if aborted.reason == Abort.SUUCHA_RIICHI and len(case.hand.riichi) < 4:
        facts: Facts = (reason, ("count", len(case.hand.riichi)))
        return (refusal(Code.ABORT_NOT_ALLOWED, "hand.riichi", abort_rule(aborted), facts, reason="not_four_riichi"),)
    if aborted.declarer is not None and aborted.declarer in case.hand.riichi:
        found: Facts = (reason, case.player(aborted.declarer))
        return (refusal(Code.IMPOSSIBLE, "hand.declarer", abort_rule(aborted), found, reason="declarer_in_riichi"),)
    return ()


def _chombo_refusals(case: FinishedHand) -> tuple[Problem, ...]:
    """Refuse a chombo where the ruleset knows none."""
    if case.rules.chombo.form != ChomboForm.NONE:
        return ()
    return (refusal(Code.NOT_COVERED, "hand.result", "chombo.form"),)
