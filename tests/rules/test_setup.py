"""Before the first tile and at the time signal: seats, dice and hands left, worked out from the sheets."""

from itertools import permutations

import pytest

from referee.rules.choices import SeatDraw, TimeLimit
from referee.rules.progress import dealer_by_dice, dealer_by_token, hands_left_at_signal, seats_by_lot
from referee.rules.ruleset import Ruleset
from tests.cases import START_POINTS, library

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


def test_seats_drawn_by_lot_are_every_order_alike() -> None:
    """design.md, seats drawn at random: 24 lots are the 24 orders of four people, and the next 24 the same again."""
    drawn = [seats_by_lot(lot) for lot in range(48)]

    assert sorted(drawn[:24]) == sorted(permutations(range(4)))
    assert drawn[24:] == drawn[:24]


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


OTHER_START = {("aalto", "play=tournament"): 0, ("rmu", "rule=m"): 25_000}
"""What a choice changes: aalto/3 and the RMU's rule M."""


def test_first_points() -> None:
    """What each player starts with stands in every sheet and book."""
    for book in library().books:
        for variant, chosen in book.variants.items():
            wanted = OTHER_START.get((book.id, variant), START_POINTS[book.id])
            assert chosen.setup.points == wanted, (book.id, variant)


@pytest.mark.parametrize(("book", "minutes", "signal"), [("ema-2025", 90, 15), ("warsaw", 90, 15), ("wrc-2025", 80, 0)])
def test_other_timed_books(book: str, minutes: int, signal: int) -> None:
    """EMA 2016 holds for warsaw and, as far as is known, in 2025; an event of 2026 played WRC rules with 80 minutes."""
    for timed in (library().book(book) or pytest.fail(book)).variants.values():
        assert (timed.time.limit, timed.time.minutes, timed.time.signal) == (TimeLimit.SIGNAL, minutes, signal)
        assert [hands_left_at_signal(running=running, rules=timed) for running in (True, False)] == [2, 1]


AFTER_THE_TIME = [
    ("rrc-1.5", "uma=30-10", 75, 2, 1),
    ("toronto-2026", "", 80, 2, 2),
    ("philadelphia-2024", "", 75, 1, 0),
    ("arizona-2025", "wall=automatic", 60, 2, 1),
    ("arizona-2025", "wall=hand", 75, 1, 0),
]
"""Minutes, and hands left when they end in a hand and between two: books.md 1 and 11, each event's page."""


@pytest.mark.parametrize(("book", "option", "minutes", "running", "between"), AFTER_THE_TIME)
def test_hands_after_the_time(book: str, option: str, minutes: int, running: int, between: int) -> None:
    """The signal is the end of the time; how many hands follow each event says itself."""
    chosen = (library().book(book) or pytest.fail(book)).variants
    for timed in (rules for variant, rules in chosen.items() if option in variant):
        assert (timed.time.limit, timed.time.minutes, timed.time.signal) == (TimeLimit.SIGNAL, minutes, 0)
        assert [hands_left_at_signal(running=each, rules=timed) for each in (True, False)] == [running, between]


@pytest.mark.parametrize(
    "book", ["m-league", "mahjong-soul", "ranking-match", "standard-shuugi", "tenhou", "toronto-casual"]
)
def test_untimed_books(book: str) -> None:
    """Neither the list of a program nor the parlour sheet knows a time limit."""
    for untimed in (library().book(book) or pytest.fail(book)).variants.values():
        assert untimed.time.limit == TimeLimit.NONE
