"""What a ruleset says about the course of play, point by point: from the seats to the end of the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.core.rules.choices import Extension, MultipleRon, OpenRiichi, PaarenchanCounts, TimeLimit
from referee.core.rules.facts import STICK
from referee.core.rules.ledger import Phrase
from referee.core.telling.points import Point, chosen, flag, number, number_or_none

if TYPE_CHECKING:
    from referee.core.rules.ruleset import Calls, Course, Draws, Furiten, Kan, Paarenchan, Riichi, Setup, Time, Wins


def setup_points(setup: Setup) -> tuple[Point, ...]:
    """Return what is said about the time before the first hand."""
    return (
        chosen("setup.seat_draw", setup.seat_draw),
        chosen("setup.wall_break", setup.wall_break),
        chosen("setup.indicators", setup.indicators),
        number("setup.points", setup.points),
    )


def riichi_points(riichi: Riichi) -> tuple[Point, ...]:
    """Return what is said about riichi."""
    opened = (chosen("riichi.open_ron", riichi.open_ron),) if riichi.open != OpenRiichi.NONE else ()
    return (
        chosen("riichi.points", riichi.points, (("stick", STICK),)),
        number_or_none("riichi.wall", riichi.wall),
        flag("riichi.furiten", value=riichi.furiten),
        chosen("riichi.kan", riichi.kan),
        chosen("riichi.open", riichi.open),
        *opened,
    )


def furiten_points(furiten: Furiten) -> tuple[Point, ...]:
    """Return what is said about furiten."""
    return (
        chosen("furiten.discard", furiten.discard),
        chosen("furiten.temporary", furiten.temporary),
        chosen("furiten.riichi", furiten.riichi),
        flag("furiten.robbed_kan", value=furiten.robbed_kan),
    )


def calls_points(calls: Calls) -> tuple[Point, ...]:
    """Return what is said about calls."""
    seconds = (("seconds", calls.seconds),)
    return (
        chosen("calls.set_priority", calls.set_priority, seconds, ("calls.seconds",)),
        chosen("calls.set_until", calls.set_until, seconds, ("calls.seconds",)),
        chosen("calls.ron_until", calls.ron_until),
        chosen("calls.early_draw", calls.early_draw),
        chosen("calls.kuikae", calls.kuikae),
    )


def kan_points(kan: Kan) -> tuple[Point, ...]:
    """Return what is said about the indicators of a kan."""
    return (chosen("kan.dora_closed", kan.dora_closed), chosen("kan.dora_other", kan.dora_other))


def wins_points(wins: Wins) -> tuple[Point, ...]:
    """Return what is said about wins; who of several takes what is told only where several can win."""
    third = ("draws.aborts.sanchahou",) if wins.multiple_ron == MultipleRon.DOUBLE else ()
    several = (chosen("wins.sticks", wins.sticks), chosen("wins.honba_to", wins.honba_to))
    return (
        chosen("wins.multiple_ron", wins.multiple_ron, (), third),
        *(() if wins.multiple_ron == MultipleRon.HEAD_BUMP else several),
        number("wins.honba_ron", wins.honba_ron, (("tsumo", wins.honba_tsumo),), ("wins.honba_tsumo",)),
        chosen("wins.two_han", wins.two_han, (("honba", wins.two_han_honba),), ("wins.two_han_honba",)),
        chosen("wins.dead_hand", wins.dead_hand),
    )


def paarenchan_points(paarenchan: Paarenchan) -> tuple[Point, ...]:
    """Return what is said about the dealer's row."""
    row = chosen("paarenchan.counts", paarenchan.counts, (("before", paarenchan.before),), ("paarenchan.before",))
    if paarenchan.counts == PaarenchanCounts.NONE:
        return (row,)
    return (row, chosen("paarenchan.after", paarenchan.after))


def draws_points(draws: Draws) -> tuple[Point, ...]:
    """Return what is said about hands without a win."""
    return (
        number_or_none("draws.noten_pool", draws.noten_pool),
        chosen("draws.karaten", draws.karaten),
        chosen("draws.nagashi", draws.nagashi),
        aborts_point(draws),
    )


def aborts_point(draws: Draws) -> Point:
    """Return which abortive draws there are; each may have a source of its own."""
    if not draws.aborts:
        return Point(rules=("draws.aborts",), said=Phrase(key="rule.draws.aborts.none"))
    return Point(
        rules=("draws.aborts", *[f"draws.aborts.{name}" for name in draws.aborts]),
        said=Phrase(key="rule.draws.aborts.some"),
        names=tuple(f"rule.abort.{name}" for name in draws.aborts),
    )


def course_points(course: Course) -> tuple[Point, ...]:
    """Return what is said about the way from hand to hand and the end of the game."""
    target = (("target", course.target),)
    extra = course.extension != Extension.NONE
    return (
        chosen("course.dealer", course.dealer),
        chosen("course.honba", course.honba),
        chosen("course.rounds", course.rounds),
        chosen("course.last_hand", course.last_hand),
        chosen("course.yame", course.yame, (("points", course.yame_points),), ("course.yame_points",)),
        chosen("course.extension", course.extension, target, ("course.target",)),
        *((chosen("course.sudden_death", course.sudden_death, target),) if extra else ()),
        chosen("course.bust", course.bust),
    )


def time_points(time: Time) -> tuple[Point, ...]:
    """Return what is said about the clock."""
    limit = chosen("time.limit", time.limit, (("minutes", time.minutes),), ("time.minutes",))
    if time.limit == TimeLimit.NONE:
        return (limit,)
    return (
        limit,
        number_or_none("time.signal", time.signal),
        number("time.running", time.running, (("between", time.between),), ("time.between",)),
    )
