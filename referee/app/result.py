"""The result of a game that is over: places, the arithmetic of every result, and what decided it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.app.pages import points, thousands
from referee.app.rows import LineText
from referee.records import dataclass
from referee.rules.choices import Rounding
from referee.rules.placement import uma_by_place
from referee.rules.progress import EndReason
from referee.rules.table import STICK

if TYPE_CHECKING:
    from collections.abc import Iterator

    from referee.app.asked import Asked
    from referee.desk import TableView
    from referee.rules.placement import Parts, Standing
    from referee.rules.ruleset import Ruleset


@dataclass(frozen=True, kw_only=True, slots=True)
class ResultRow:
    """One player's place and final result, with the sum that it comes from; ``score`` is that of the table."""

    rank: str
    player: str
    final: str
    score: str
    arithmetic: str


@dataclass(frozen=True, kw_only=True, slots=True)
class ResultView:
    """Why the game is over, the result in the order of the places, and what became of the sticks on the table.

    ``reasons`` say what is added and taken off, each with its clause; ``phase`` whether it is confirmed.
    """

    phase: str
    why: str
    rows: tuple[ResultRow, ...]
    sticks: tuple[LineText, ...]
    reasons: tuple[LineText, ...]


def result_of(asked: Asked, view: TableView) -> ResultView | None:
    """Return the result of a game that is over."""
    if view.standing is None:
        return None
    standing = view.standing
    order = sorted(view.seats, key=lambda seat: (standing.places[seat.seat], seat.seat))
    rows = tuple(
        ResultRow(
            rank=asked.say(f"preview.place_{standing.places[seat.seat]}"),
            player=seat.name,
            final=thousands(asked, standing.parts[seat.seat].total),
            score=points(asked, standing.scores[seat.seat]),
            arithmetic=arithmetic(asked, standing.scores[seat.seat], standing.parts[seat.seat], view.rules),
        )
        for seat in order
    )
    why = "table.over" if view.end in (None, EndReason.FORCED) else f"end.{view.end}"
    return ResultView(
        phase=asked.say(f"phase.{view.phase}"),
        why=asked.say(why),
        rows=rows,
        sticks=stick_lines(asked, view),
        reasons=tuple(reasons(asked, standing, view.rules)),
    )


def arithmetic(asked: Asked, score: int, parts: Parts, rules: Ruleset) -> str:
    """Return "33.0 − 30.0 + oka 20.0 = +23.0"; what a score part has beside the score and what it loses is rounding."""
    named = (
        ("", -rules.final.subtract),
        (asked.say("final.rounding") + " ", parts.score + rules.final.subtract - score),
        (asked.say("table.oka") + " ", parts.oka),
        (asked.say("table.uma") + " ", parts.uma),
        (asked.say("table.chips") + " ", parts.chips),
        (asked.say("table.penalties") + " ", parts.penalties),
    )
    added = [f"{'+' if amount > 0 else MINUS} {name}{unsigned(asked, abs(amount))}" for name, amount in named if amount]
    return " ".join([unsigned(asked, score), *added, "=", thousands(asked, parts.total)])


MINUS = "\N{MINUS SIGN}"
"""Takes off, in every language; a negative number is written as the language writes it."""


def unsigned(asked: Asked, amount: int) -> str:
    """Return points in thousands, without the sign of a gain."""
    return thousands(asked, amount).replace("+", "")


def reasons(asked: Asked, standing: Standing, rules: Ruleset) -> Iterator[LineText]:
    """Yield what the rules add to the scores and take off them, as far as they do, and how equal scores are placed."""
    final = rules.final
    if final.subtract:
        yield because(asked, rules, "subtract", points=final.subtract)
    if final.rounding != Rounding.NONE:
        yield because(asked, rules, "rounding", f"_{final.rounding}")
    if final.oka:
        yield because(asked, rules, "oka", points=final.oka)
    uma = uma_by_place(standing.scores, rules)
    if any(uma):
        by_place = [str(each) if final.uma_chips else thousands(asked, each) for each in uma]
        yield because(asked, rules, "uma", "_chips" if final.uma_chips else "", uma=" / ".join(by_place))
    if len(set(standing.scores)) < len(standing.scores):
        yield because(asked, rules, "ties", f"_{final.ties}")


def because(asked: Asked, rules: Ruleset, rule: str, choice: str = "", **facts: str | int) -> LineText:
    """Return what one rule of the result says, with its clause; ``choice`` tells its sentences apart."""
    return LineText(text=asked.say(f"final.{rule}{choice}", **facts), clause=rules.cite(f"final.{rule}").clause)


def stick_lines(asked: Asked, view: TableView) -> tuple[LineText, ...]:
    """Return what became of the sticks of a game that is over: those of an unfinished hand, and those left."""
    returned = tuple(
        LineText(
            text=asked.say("table.stick_returned", player=view.seats[seat].name, points=points(asked, STICK)), clause=""
        )
        for seat in view.returned
    )
    return (*returned, *left_lines(asked, view))


def left_lines(asked: Asked, view: TableView) -> tuple[LineText, ...]:
    """Return who was given the points that were left on the table, or that nobody was, with the clause."""
    cite = view.rules.cite("final.left_sticks")
    given = tuple(
        asked.say("table.left_given", player=seat.name, points=points(asked, view.left_given[seat.seat]))
        for seat in view.seats
        if view.left_given[seat.seat]
    )
    left = (asked.say("table.left_to_nobody", points=points(asked, view.kyoutaku)),) if view.kyoutaku else ()
    return tuple(LineText(text=text, clause=cite.clause) for text in (*given, *left))
