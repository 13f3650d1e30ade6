"""A game in figures: how the scores went, and how often each player won, dealt in, declared riichi and was tenpai."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from referee.app.pages import points
from referee.desk import StartRow, standing_hands
from referee.rules.table import ALL_SEATS, ExhaustiveDraw, Won

if TYPE_CHECKING:
    from referee.app.asked import Asked
    from referee.desk import TableView
    from referee.rules.table import Four, Hand

Amounts = tuple[str, tuple[str, ...]]
"""A line of the sheet: its title, and an amount for each seat."""

WIDTH = 280
HEIGHT = 160
MARGIN = 12
"""Above and below, for thick lines and the score that stands on the uppermost."""
SCORES_AT_LEFT = 60
"""How much room the scores at the left of the picture take."""
STEP = 10_000
"""The scores between two lines of the graph."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Graph:
    """The scores after each hand as a picture; ``box`` is what of it is seen.

    ``lines`` are the corners of each seat's line, ``levels`` the heights of whole scores with what they say; ``told``
    says for whoever does not see it where everybody began and ended.
    """

    box: str
    width: int
    lines: tuple[str, ...]
    levels: tuple[tuple[str, str], ...]
    told: str


def graph_of(asked: Asked, view: TableView) -> Graph:
    """Return how the scores went, from the start to now."""
    course = course_of(view)
    every = [score for scores in course for score in scores]
    low, high = min(every) // STEP * STEP, -(-max(every) // STEP) * STEP
    high = max(high, low + STEP)
    apart = STEP * (1 + (high - low) // (6 * STEP))
    told = [
        asked.say("sheet.went", player=seat.name, old=points(asked, first), new=points(asked, last))
        for seat, first, last in zip(view.seats, course[0], course[-1], strict=True)
    ]
    return Graph(
        box=f"{-SCORES_AT_LEFT} {-MARGIN} {SCORES_AT_LEFT + WIDTH + 2} {HEIGHT + 2 * MARGIN}",
        width=WIDTH,
        lines=tuple(corners([scores[seat] for scores in course], low, high) for seat in ALL_SEATS),
        levels=tuple((str(height_of(level, low, high)), points(asked, level)) for level in range(low, high + 1, apart)),
        told=", ".join(told),
    )


def course_of(view: TableView) -> list[Four]:
    """Return the scores at the start, after each hand that stands, and now."""
    start = next(row for row in view.sheet if isinstance(row, StartRow))
    hands = [row.after.scores for row in standing_hands(view.sheet)]
    east, south, west, north = view.seats
    return [start.table.scores, *hands, (east.score, south.score, west.score, north.score)]


def corners(scores: list[int], low: int, high: int) -> str:
    """Return the corners of a line as a picture takes them."""
    apart = max(len(scores) - 1, 1)
    return " ".join([f"{WIDTH * place // apart},{height_of(score, low, high)}" for place, score in enumerate(scores)])


def height_of(score: int, low: int, high: int) -> int:
    """Return how far below the top of the picture a score lies."""
    return HEIGHT - HEIGHT * (score - low) // (high - low)


def figures_of(asked: Asked, view: TableView) -> tuple[Amounts, ...]:
    """Return how often each player won, dealt in, declared riichi, and was tenpai at an exhaustive draw."""
    hands = [row.hand for row in standing_hands(view.sheet)]
    counted = (("wins", winners), ("deal_ins", discarders), ("riichi", declared), ("tenpai", tenpai))
    return tuple((asked.say(f"sheet.count_{name}"), times([seats(hand) for hand in hands])) for name, seats in counted)


def times(told: list[tuple[int, ...]]) -> tuple[str, ...]:
    """Return in how many hands each seat is told."""
    return tuple(str(sum([1 for seats in told if seat in seats])) for seat in ALL_SEATS)


def winners(hand: Hand) -> tuple[int, ...]:
    """Return the seats that won a hand."""
    return tuple(win.seat for win in hand.ending.wins) if isinstance(hand.ending, Won) else ()


def discarders(hand: Hand) -> tuple[int, ...]:
    """Return the seat that dealt in."""
    found = hand.ending.discarder if isinstance(hand.ending, Won) else None
    return () if found is None else (found,)


def declared(hand: Hand) -> tuple[int, ...]:
    """Return the seats whose riichi was accepted."""
    return hand.riichi


def tenpai(hand: Hand) -> tuple[int, ...]:
    """Return the seats that were tenpai at an exhaustive draw."""
    return hand.ending.tenpai if isinstance(hand.ending, ExhaustiveDraw) else ()
