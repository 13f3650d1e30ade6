"""What the first screen offers under a ruleset: only what the ruleset's own values allow."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from referee.core.rules.choices import (
    ChomboForm,
    Extension,
    MixedIn,
    MultipleRon,
    Nagashi,
    OpenRiichi,
    PaarenchanCounts,
    Rounds,
    TimeLimit,
    TwoHan,
    Yakitori,
)

if TYPE_CHECKING:
    from referee.core.rules.ruleset import Ruleset

PLAIN_FU = (30, 40, 50, 60, 70, 80, 90, 100, 110)
SEVEN_PAIRS_FU = 25
PINFU_TSUMO_FU = 20
MOST_HAN = 13
ROUND_WINDS = ("E", "S", "W", "N")


@dataclass(frozen=True, kw_only=True, slots=True)
class Offers:
    """What may be asked: results, values and circumstances; ``fu_tsumo`` are the fu of a self-drawn hand only."""

    rounds: tuple[str, ...]
    results: tuple[str, ...]
    aborts: tuple[str, ...]
    several_ron: bool
    nagashi: bool
    counted_yakuman: bool
    yakuman: tuple[int, ...]
    fu: tuple[int, ...]
    fu_tsumo: tuple[int, ...]
    start: int
    chips: bool
    pao: bool
    rinshan_pao: bool
    wareme: bool
    open_riichi: bool
    yaku_han: bool
    dealer_wins: bool
    renchan: bool
    yakitori: bool
    timed: bool


def offers_of(rules: Ruleset) -> Offers:
    """Return what the screen offers under these rules."""
    return Offers(
        rounds=rounds_of(rules),
        results=results_of(rules),
        aborts=tuple(str(abort) for abort in rules.draws.aborts),
        several_ron=rules.wins.multiple_ron != MultipleRon.HEAD_BUMP,
        nagashi=rules.draws.nagashi != Nagashi.NONE,
        counted_yakuman=rules.values.counted_yakuman,
        yakuman=tuple(range(1, rules.values.most_yakuman + 1)),
        fu=(SEVEN_PAIRS_FU, *PLAIN_FU) if rules.values.seven_pairs_fu == SEVEN_PAIRS_FU else PLAIN_FU,
        fu_tsumo=fu_by_tsumo(rules),
        start=rules.setup.points,
        chips=rules.chips.used,
        pao=bool(rules.pao.yakuman),
        rinshan_pao=rules.pao.rinshan,
        wareme=rules.values.wareme,
        open_riichi=rules.riichi.open != OpenRiichi.NONE,
        yaku_han=rules.wins.two_han != TwoHan.NEVER,
        dealer_wins=rules.paarenchan.counts == PaarenchanCounts.WINS,
        renchan=rules.paarenchan.counts == PaarenchanCounts.KEEPS,
        yakitori=rules.chips.yakitori != Yakitori.NONE,
        timed=rules.time.limit != TimeLimit.NONE,
    )


def rounds_of(rules: Ruleset) -> tuple[str, ...]:
    """Return the winds of the rounds that can be played, extra rounds included."""
    regular = 1 if rules.course.rounds == Rounds.TONPUUSEN else 2
    if rules.course.extension == Extension.UNTIL_TARGET:
        return ROUND_WINDS
    return ROUND_WINDS[: regular + (rules.course.extension == Extension.ONE_ROUND)]


def results_of(rules: Ruleset) -> tuple[str, ...]:
    """Return how a hand can end."""
    abort = ("abort",) if rules.draws.aborts else ()
    chombo = () if rules.chombo.form == ChomboForm.NONE else ("chombo",)
    return ("ron", "tsumo", "draw", *abort, *chombo)


def fu_by_tsumo(rules: Ruleset) -> tuple[int, ...]:
    """Return the fu that only a self-drawn hand can have: 20, where pinfu or a mixed-in tile makes them."""
    possible = rules.values.pinfu_tsumo_fu == PINFU_TSUMO_FU or rules.values.mixed_in != MixedIn.UNCHANGED
    return (PINFU_TSUMO_FU,) if possible else ()
