"""Standings: totals, and each tie-break in a field where only it decides."""

import random
from fractions import Fraction

import pytest

from referee.tournament.standings import Decided, GameResult, Row, SeatResult, TieBreak, continued, ranking, standings
from tests.quick import quickly

EVERY = tuple(TieBreak)
FIRSTS, AVERAGE, FOURTHS, RAW, DIRECT = EVERY


def game(*seats: tuple[int, int, int, int]) -> GameResult:
    """Return a game of numbers with final, place and points."""
    return tuple(
        SeatResult(number=each, final=final, place=place, points=points) for each, final, place, points in seats
    )


def seat(number: int, final: int, place: int, points: int = 0) -> GameResult:
    """Return a game in which one seat counts; the others do not matter to a tie."""
    return game((number, final, place, points), (91, 0, 2, 0), (92, 0, 2, 0), (93, 0, 2, 0))


def places(rows: tuple[Row, ...], *numbers: int) -> list[str]:
    """Return the places of some numbers as they are printed."""
    return [
        ("=" if row.shared else "") + str(row.place) for each in numbers for row in rows if row.record.number == each
    ]


FIELDS: dict[TieBreak, tuple[tuple[GameResult, ...], Decided]] = {
    FIRSTS: (
        (seat(1, 10_000, 1), seat(1, 10_000, 4), seat(2, 10_000, 2), seat(2, 10_000, 2)),
        Decided(by=FIRSTS, mine=Fraction(1), theirs=Fraction(0)),
    ),
    AVERAGE: (
        (seat(1, 10_000, 2), seat(1, 10_000, 3), seat(2, 10_000, 3), seat(2, 10_000, 3)),
        Decided(by=AVERAGE, mine=Fraction(5, 2), theirs=Fraction(3)),
    ),
    FOURTHS: (
        (seat(1, 10_000, 3), seat(1, 10_000, 3), seat(2, 10_000, 2), seat(2, 10_000, 4)),
        Decided(by=FOURTHS, mine=Fraction(0), theirs=Fraction(1)),
    ),
    RAW: (
        (
            seat(1, 10_000, 2, 31_000),
            seat(1, 10_000, 3, 20_000),
            seat(2, 10_000, 2, 30_900),
            seat(2, 10_000, 3, 20_000),
        ),
        Decided(by=RAW, mine=Fraction(51_000), theirs=Fraction(50_900)),
    ),
    DIRECT: (
        (
            game((1, 12_000, 2, 31_000), (2, 8_000, 3, 20_000), (91, 0, 1, 0), (92, 0, 4, 0)),
            seat(1, 8_000, 3, 20_000),
            seat(2, 12_000, 2, 31_000),
        ),
        Decided(by=DIRECT, mine=Fraction(12_000), theirs=Fraction(8_000)),
    ),
}
"""For each tie-break results in which 1 stands ahead of 2 by it alone, and what is said of it."""


@pytest.mark.parametrize("by", FIELDS)
def test_one_tie_break_decides(by: TieBreak) -> None:
    """All five in order, or it alone: 1 is ahead by it, and says so; without it the place is shared."""
    results, decided = FIELDS[by]
    others = tuple(each for each in EVERY if each is not by)

    for ties in (EVERY, (by,)):
        rows = standings(results, {}, ties)
        first = next(row for row in rows if row.record.number == 1)
        assert places(rows, 1, 2) == ["1", "2"]
        assert first.tie == decided
    if by not in (FIRSTS, AVERAGE):  # what decides there shows in another one as well
        assert places(standings(results, {}, others), 1, 2) == ["=1", "=1"]


def test_the_order_of_tie_breaks_counts() -> None:
    """1 has more firsts, 2 the better average: whichever is asked first decides."""
    results = (seat(1, 10_000, 1), seat(1, 10_000, 4), seat(2, 10_000, 2), seat(2, 10_000, 2))

    assert places(standings(results, {}, (FIRSTS, AVERAGE)), 1, 2) == ["1", "2"]
    assert places(standings(results, {}, (AVERAGE, FIRSTS)), 1, 2) == ["2", "1"]


def test_direct_is_for_two() -> None:
    """Three who are tied share the place though they met; two of them do not once another tie-break took the third."""
    together = game((1, 5_000, 2, 0), (2, 4_000, 3, 0), (3, 3_000, 3, 0), (91, 0, 1, 0))
    rest = (seat(1, 5_000, 3), seat(2, 6_000, 2), seat(3, 7_000, 1))

    assert places(standings((together, *rest), {}, (DIRECT,)), 1, 2, 3) == ["=1", "=1", "=1"]
    assert places(standings((together, *rest), {}, (FIRSTS, DIRECT)), 1, 2, 3) == ["2", "3", "1"]


def test_two_who_never_met_share_the_place() -> None:
    """Nothing decides: both are second, and the next is fourth."""
    rows = standings((seat(1, 5_000, 1), seat(2, 5_000, 1), seat(3, 1_000, 1), seat(4, 9_000, 1)), {}, EVERY)

    assert places(rows, 4, 1, 2, 3) == ["1", "=2", "=2", "4"]


def test_nothing_but_the_total_decides_where_only_finals_are_known() -> None:
    """Places and points are unknown, and so is who met."""
    results = tuple((SeatResult(number=number, final=final),) for number, final in ((1, 5_000), (2, 5_000), (3, 6_000)))
    rows = standings(results, {}, EVERY)

    assert places(rows, 3, 1, 2) == ["1", "=2", "=2"]
    assert all(row.record.places is None and row.record.points is None for row in rows)


def test_one_unknown_game_keeps_tie_breaks_from_deciding() -> None:
    """1 has a first place, but of one game of 2 nobody knows the place."""
    results = (seat(1, 5_000, 1), seat(1, 5_000, 3), seat(2, 5_000, 3), (SeatResult(number=2, final=5_000),))

    assert places(standings(results, {}, EVERY), 1, 2) == ["=1", "=1"]


def test_penalties_outside_games_count_and_divisions_stand_above() -> None:
    """2 is behind by a penalty; 3 is in the division above whatever the total is."""
    results = (seat(1, 5_000, 1), seat(2, 6_000, 1), seat(3, -9_000, 4))

    rows = standings(results, {2: -2_000}, (), {1: 2, 2: 2, 3: 1, 91: 3, 92: 3, 93: 3})

    assert places(rows, 3, 1, 2) == ["1", "2", "3"]
    assert rows[2].record.total == 4_000


@pytest.mark.parametrize("ties", [(), EVERY, (DIRECT,), (RAW, AVERAGE)])
@pytest.mark.parametrize("seed", range(6))
def test_going_on_from_standings_equals_making_them_anew(seed: int, ties: tuple[TieBreak, ...]) -> None:
    """events/6, 8: results that are entered, taken back and corrected one by one: the same lines as by replay."""
    chance = random.Random(seed)  # noqa: S311 results, no secrets
    adjusted = {number: chance.choice((0, 0, -1_000)) for number in range(1, 15)} if seed % 2 else {}
    stand: list[GameResult] = []
    found = ranking((), adjusted, ties)
    for _ in range(80):
        gone = chance.sample(stand, chance.choice((0, 0, 1, 1)) if stand else 0)
        new = [any_game(chance) for _ in range(chance.choice((0, 1, 1, 2)))]
        for each in gone:
            stand.remove(each)
        stand += new
        found = continued(found, gone, new)
        whole = ranking(tuple(stand), adjusted, ties)
        assert found.rows == whole.rows
        assert found.records == whole.records


def any_game(chance: random.Random) -> GameResult:
    """Return a game of four of sixteen with finals that are often equal, or a final that stands alone."""
    numbers = chance.sample(range(1, 17), 4)
    if chance.randrange(12) == 0:
        return (SeatResult(number=numbers[0], final=chance.choice((0, 5_000))),)
    finals = chance.choice(((15_000, 5_000, -5_000, -15_000), (5_000, 5_000, 5_000, -15_000), (0, 0, 0, 0)))
    seats = zip(numbers, finals, chance.choice(((1, 2, 3, 4), (1, 1, 3, 4), (0, 1, 2, 3))), strict=True)
    return game(*[(each, final, place, chance.choice((25_000, 30_000))) for each, final, place in seats])


def test_whose_last_result_is_taken_back_is_left_out() -> None:
    """events/6: of those who are not on the list by themselves, nobody is ranked without a game."""
    only = seat(1, 5_000, 1)

    assert [row.record.number for row in continued(ranking((only,), {2: 0}, ()), [only], []).rows] == [2]


def test_standings_of_a_thousand_are_quick() -> None:
    """1,000 people, 12 rounds, five tie-breaks: 20 ms of an idle core, and here twice that."""
    chance = random.Random(5)  # noqa: S311 results, no secrets
    numbers = list(range(1, 1001))
    results: list[GameResult] = []
    for _ in range(12):
        chance.shuffle(numbers)
        for first in range(0, 1000, 4):
            seats = zip(numbers[first : first + 4], (1, 2, 3, 4), (15_000, 5_000, -5_000, -15_000), strict=True)
            results.append(game(*[(each, uma, place, 25_000) for each, place, uma in seats]))

    rows = quickly(lambda: standings(tuple(results), {}, EVERY), 0.04)

    assert len(rows) == 1000
