"""What the rules refuse: a finished hand that cannot have ended so under the ruleset."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.records import dataclass
from referee.rules.choices import (
    Abort,
    ChomboForm,
    DeadHand,
    Extension,
    MultipleRon,
    Nagashi,
    OpenRiichi,
    RiichiPoints,
)
from referee.rules.ledger import Facts, Quoted, listed, wind_word
from referee.rules.points import claim_of, least_han, needs_two_han
from referee.rules.problems import Code, Problem
from referee.rules.progress import abort_rule, last_round
from referee.rules.table import (
    STICK,
    WINDS,
    AbortiveDraw,
    Chombo,
    ExhaustiveDraw,
    Hand,
    Pao,
    Table,
    Win,
    Won,
    in_turn_order,
)
from referee.rules.wins import bettors
from referee.rules.yaku import YAKU_NAMES, YAKUMAN_NAMES

if TYPE_CHECKING:
    from referee.rules.ruleset import Ruleset


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
        *riichi_refusals(case),
        *four_riichi_refusals(case),
        *wareme_refusals(case),
        *ending_refusals(case),
    )


def game_over(case: FinishedHand) -> tuple[Problem, ...]:
    """Refuse a hand after the end of the game, and a round that cannot be where it is said to be."""
    table, course = case.table, case.rules.course
    if table.hands_left == 0:
        return (refusal(Code.GAME_OVER, "table.hands_left", "time.running", reason="time_over"),)
    beyond = WINDS.index(table.round) - WINDS.index(last_round(case.rules))
    if table.extra and course.extension == Extension.NONE:
        return (refusal(Code.GAME_OVER, "table.round", "course.extension"),)
    if table.extra and course.extension == Extension.ONE_ROUND and beyond > 1:
        return (refusal(Code.GAME_OVER, "table.round", "course.extension"),)
    if (table.extra and course.extension == Extension.ONE_ROUND and beyond < 1) or (not table.extra and beyond > 0):
        return (refusal(Code.IMPOSSIBLE, "table.extra", "course.rounds", reason="extra_does_not_fit"),)
    return ()


def riichi_refusals(case: FinishedHand) -> tuple[Problem, ...]:
    """Refuse open riichi where there is none, and bets that a player cannot pay.

    A chombo is not looked at: its bets go back, and a riichi without points may be what went wrong.
    """
    rules, hand = case.rules, case.hand
    if hand.open_riichi and rules.riichi.open == OpenRiichi.NONE:
        return (refusal(Code.RIICHI_NOT_ALLOWED, "hand.open_riichi", "riichi.open", reason="no_open_riichi"),)
    if rules.riichi.points == RiichiPoints.ANY or isinstance(hand.ending, Chombo):
        return ()
    return tuple(
        refusal(
            Code.RIICHI_NOT_ALLOWED,
            "hand.riichi",
            "riichi.points",
            (case.player(seat), ("points", case.table.scores[seat]), ("least", STICK)),
        )
        for seat in bettors(hand, rules)
        if case.table.scores[seat] < STICK
    )


def four_riichi_refusals(case: FinishedHand) -> tuple[Problem, ...]:
    """Refuse four riichi in a hand that went on, where the fourth one ends it."""
    ending = case.hand.ending
    went_on = isinstance(ending, Won | ExhaustiveDraw) or (
        isinstance(ending, AbortiveDraw) and ending.reason == Abort.KYUUSHU_KYUUHAI
    )
    if len(case.hand.riichi) < 4 or not went_on or Abort.SUUCHA_RIICHI not in case.rules.draws.aborts:
        return ()
    rule = f"draws.aborts.{Abort.SUUCHA_RIICHI}"
    return (refusal(Code.IMPOSSIBLE, "hand.riichi", rule, reason="four_riichi_abort"),)


def wareme_refusals(case: FinishedHand) -> tuple[Problem, ...]:
    """Refuse wareme where the ruleset has none."""
    if case.hand.wareme is None or case.rules.values.wareme:
        return ()
    return (refusal(Code.IMPOSSIBLE, "hand.wareme", "values.wareme", reason="no_wareme"),)


def ending_refusals(case: FinishedHand) -> tuple[Problem, ...]:
    """Refuse what does not fit the kind of ending."""
    match case.hand.ending:
        case Won():
            return won_refusals(case, case.hand.ending)
        case ExhaustiveDraw():
            return drawn_refusals(case, case.hand.ending)
        case AbortiveDraw():
            return abort_refusals(case, case.hand.ending)
        case _:
            return chombo_refusals(case)


def won_refusals(case: FinishedHand, won: Won) -> tuple[Problem, ...]:
    """Refuse winners too many, and each win that cannot be."""
    each = tuple(problem for i, win in enumerate(won.wins) for problem in win_refusals(case, won, i, win))
    return (*multiple_ron_refusals(case, won), *each)


def multiple_ron_refusals(case: FinishedHand, won: Won) -> tuple[Problem, ...]:
    """Refuse more winners by ron than the ruleset lets win."""
    rule = case.rules.wins.multiple_ron
    if won.discarder is None or len(won.wins) < 2:
        return ()
    if rule == MultipleRon.HEAD_BUMP:
        nearest = in_turn_order(tuple(win.seat for win in won.wins), won.discarder)[0]
        return (refusal(Code.HEAD_BUMP, "hand.wins", "wins.multiple_ron", (case.player(nearest),)),)
    if rule == MultipleRon.DOUBLE and len(won.wins) == 3:
        return (refusal(Code.TRIPLE_RON_ABORTS, "hand.wins", f"draws.aborts.{Abort.SANCHAHOU}"),)
    return ()


def win_refusals(case: FinishedHand, won: Won, index: int, win: Win) -> tuple[Problem, ...]:
    """Refuse one win: a dead hand, a value that cannot be, pao or chips that do not exist."""
    field = f"hand.wins[{index}]"
    return (
        *dead_win(case, f"{field}.seat", win.seat),
        *fu_refusals(case, won, f"{field}.fu", win),
        *yaku_refusals(case, f"{field}.yaku", win),
        *yakuman_refusals(case, f"{field}.yakuman", win),
        *pao_refusals(case, won, f"{field}.pao", win),
        *chip_refusals(case, f"{field}.chips", win),
        *two_han_refusals(case, won, field, win),
    )


def dead_win(case: FinishedHand, field: str, seat: int) -> tuple[Problem, ...]:
    """Refuse a win with a dead hand."""
    if seat not in case.hand.dead:
        return ()
    return (refusal(Code.DEAD_HAND_CANNOT_WIN, field, "wins.dead_hand", (case.player(seat),)),)


def fu_refusals(case: FinishedHand, won: Won, field: str, win: Win) -> tuple[Problem, ...]:
    """Refuse a pair of han and fu that no hand has: 20 fu is a self-drawn pinfu, 25 fu seven pairs."""
    least = least_han(win.fu, case.rules.values, by_tsumo=won.discarder is None)
    if win.yakuman or (least is not None and win.han >= least):
        return ()
    rule = "values.seven_pairs_fu" if win.fu == 25 else "values.pinfu_tsumo_fu"
    return (refusal(Code.IMPOSSIBLE, field, rule, (("han", win.han), ("fu", win.fu)), reason="no_such_fu"),)


def yaku_refusals(case: FinishedHand, field: str, win: Win) -> tuple[Problem, ...]:
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


def yakuman_refusals(case: FinishedHand, field: str, win: Win) -> tuple[Problem, ...]:
    """Refuse more yakuman than one hand can add up to."""
    most = case.rules.values.most_yakuman
    if win.yakuman <= most:
        return ()
    facts: Facts = (("count", win.yakuman), ("most", most))
    return (refusal(Code.IMPOSSIBLE, field, "values.yakuman_sum", facts, reason="too_many_yakuman"),)


def pao_refusals(case: FinishedHand, won: Won, field: str, win: Win) -> tuple[Problem, ...]:
    """Refuse a liability that the ruleset does not know or that does not fit the hand."""
    pao = win.pao
    if pao is None:
        return ()
    if pao.seat == win.seat:
        return (refusal(Code.IMPOSSIBLE, f"{field}.seat", "pao.covers", reason="pao_of_winner"),)
    if pao.yakuman == 0:
        return rinshan_pao_refusals(case, won, field)
    return yakuman_pao_refusals(case, field, win, pao)


def yakuman_pao_refusals(case: FinishedHand, field: str, win: Win, pao: Pao) -> tuple[Problem, ...]:
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


def rinshan_pao_refusals(case: FinishedHand, won: Won, field: str) -> tuple[Problem, ...]:
    """Refuse a rinshan pao where there is none, and by ron."""
    if not case.rules.pao.rinshan:
        return (refusal(Code.IMPOSSIBLE, field, "pao.rinshan", reason="no_rinshan_pao"),)
    if won.discarder is not None:
        return (refusal(Code.IMPOSSIBLE, field, "pao.rinshan", reason="rinshan_pao_by_ron"),)
    return ()


def chip_refusals(case: FinishedHand, field: str, win: Win) -> tuple[Problem, ...]:
    """Refuse chips where the ruleset has none."""
    held = win.chips
    if case.rules.chips.used or held.ippatsu + held.red + held.ura == 0:
        return ()
    return (refusal(Code.IMPOSSIBLE, field, "chips.used", reason="no_chips"),)


def two_han_refusals(case: FinishedHand, won: Won, field: str, win: Win) -> tuple[Problem, ...]:
    """Refuse a win of less than two han from yaku when much honba lies on the table; a yakuman passes."""
    if not needs_two_han(case.table.honba, case.rules) or claim_of(win, case.table, case.hand, won, case.rules).yakuman:
        return ()
    yaku_han = win.han if win.yaku_han is None else win.yaku_han
    if yaku_han >= 2:
        return ()
    facts: Facts = (case.player(win.seat), ("han", yaku_han), ("honba", case.table.honba))
    return (refusal(Code.TWO_HAN_MINIMUM, field, "wins.two_han", facts),)


def drawn_refusals(case: FinishedHand, drawn: ExhaustiveDraw) -> tuple[Problem, ...]:
    """Refuse nagashi where there is none, dead hands that are tenpai, and riichi that is noten."""
    nagashi = case.rules.draws.nagashi
    if drawn.nagashi and nagashi == Nagashi.NONE:
        return (refusal(Code.NAGASHI_NOT_ALLOWED, "hand.nagashi", "draws.nagashi"),)
    dead = tuple(problem for seat in drawn.nagashi for problem in dead_win(case, "hand.nagashi", seat))
    if drawn.nagashi and nagashi == Nagashi.WIN:
        return dead
    return (*dead, *tenpai_refusals(case, drawn))


def tenpai_refusals(case: FinishedHand, drawn: ExhaustiveDraw) -> tuple[Problem, ...]:
    """Refuse dead hands among the tenpai, and riichi players who are not."""
    dead = tuple(
        refusal(Code.DEAD_HAND_NOT_TENPAI, "hand.tenpai", "wins.dead_hand", (case.player(seat),))
        for seat in drawn.tenpai
        if seat in case.hand.dead and case.rules.wins.dead_hand == DeadHand.NO_WIN_NO_TENPAI
    )
    noten = tuple(
        refusal(Code.RIICHI_MUST_BE_TENPAI, "hand.tenpai", "chombo.form", (case.player(seat),))
        for seat in case.hand.riichi
        if seat not in drawn.tenpai and seat not in case.hand.dead
    )
    return (*dead, *noten)


def abort_refusals(case: FinishedHand, aborted: AbortiveDraw) -> tuple[Problem, ...]:
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


def chombo_refusals(case: FinishedHand) -> tuple[Problem, ...]:
    """Refuse a chombo where the ruleset knows none."""
    if case.rules.chombo.form != ChomboForm.NONE:
        return ()
    return (refusal(Code.NOT_COVERED, "hand.result", "chombo.form"),)
