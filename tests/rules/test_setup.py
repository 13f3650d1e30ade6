"""Before the first tile and at the time signal: seats, dice and hands left, worked out from the sheets."""

import pytest

from referee.core.choices import SeatDraw, TimeLimit
from referee.core.ruleset import Ruleset
from referee.core.setup import dealer_by_dice, dealer_by_token, hands_left_at_signal
from tests.cases import library

EAST_UP = [("E", seat, seat) for seat in range(4)]
SOUTH_UP = [("S", 1, 0), ("S", 2, 1), ("S", 3, 2), ("S", 0, 3)]


def rules(book: str, variant: str = "") -> Ruleset:
    """Return one ruleset of the shipped library."""
    found = library().book(book)
    assert found is not None
    return found.variants[variant]


@pytest.mark.parametrize(
    ("side", "pointed_at", "dealer"),
    EAST_UP + SOUTH_UP,
    ids=[f"aalto/1 {side} up at seat {seat}" for side, seat, _ in EAST_UP + SOUTH_UP],
)
def test_token_toss_finds_the_first_dealer(side: str, pointed_at: int, dealer: int) -> None:
    """East up: the player at the bottom edge deals; South up: he is South, so the player before him deals."""
    assert dealer_by_token(side, pointed_at) == dealer


@pytest.mark.parametrize(
    ("variant", "drawn"),
    [("play=club", SeatDraw.TOKEN), ("play=tournament", SeatDraw.ASSIGNED)],
    ids=["aalto/1 club tosses a token", "aalto/1 tournament seats are given"],
)
def test_aalto_seats(variant: str, drawn: SeatDraw) -> None:
    """The club tosses its token; in a tournament the referees give the seats."""
    assert rules("aalto", variant).setup.seat_draw == drawn


@pytest.mark.parametrize(
    ("east", "dice", "dealer"),
    [(0, (1, 1), 1), (0, (2, 3), 0), (2, (3, 4), 0), (1, (6, 6), 0), (3, (4, 5), 3)],
    ids=[f"warsaw/seating {case}" for case in ("two", "five", "seven", "twelve", "nine")],
)
def test_provisional_east_throws_for_the_first_dealer(east: int, dice: tuple[int, int], dealer: int) -> None:
    """The provisional East counts one for himself and goes round by turn: 5 and 9 come back to him."""
    assert rules("warsaw").setup.seat_draw == SeatDraw.WINDS
    assert dealer_by_dice(east, sum(dice)) == dealer


@pytest.mark.parametrize(
    ("book", "variant", "minutes", "signal"),
    [("aalto", "play=tournament", 75, 0), ("ema-rcr-2012", "", 90, 15), ("ema-2016", "play=tournament", 90, 15)],
    ids=["aalto/48 75 minutes", "ema-rcr/time signal at 15", "ema-2016/5.9 signal at 15"],
)
def test_time_signal(book: str, variant: str, minutes: int, signal: int) -> None:
    """At the signal a running hand is finished and one more is played; between two hands just one."""
    timed = rules(book, variant)

    assert (timed.time.limit, timed.time.minutes, timed.time.signal) == (TimeLimit.SIGNAL, minutes, signal)
    assert hands_left_at_signal(running=True, rules=timed) == 2
    assert hands_left_at_signal(running=False, rules=timed) == 1
