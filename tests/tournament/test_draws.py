"""Draws keep what is promised of them, counted by a checker that shares nothing with what makes them.

`python -m tests.benchmarks event` draws every size and number of rounds; here are those where something is special.
"""

from dataclasses import replace
from itertools import combinations

import pytest

from referee.tournament.draws import Draw, DrawAsked, Method, drawn
from referee.tournament.quality import Fault, FaultKind, check_draw, least_repeats, quality_of
from referee.tournament.schedules import FOUND, TURNED
from tests.quick import quickly
from tests.tournament.checker import broken_bars, counted, everybody_sits, repeats_in, tables_fit
from tests.tournament.swiss import BARS, swiss_means

SMALL = tuple(range(8, 49, 4))
"""Fields in which meetings again are hard to avoid, or cannot be."""
KEPT = tuple(size for size, _ in TURNED if size > max(SMALL))
"""Fields with a plan that was searched."""
BY_ALGEBRA = (64, 76, 100, 136, 144, 200)
"""Fields over a ring of each kind: powers of 2, a prime, powers of 5, 34 and 36 tables, and the largest."""
LARGEST_KEPT = 40 * 1024


def numbered(players: int, rounds: int, method: Method = Method.FIXED, seed: int = 1) -> DrawAsked:
    """Return a draw that is wanted for the numbers from 1."""
    return DrawAsked(players=tuple(range(1, players + 1)), rounds=rounds, method=method, seed=seed)


def checked(asked: DrawAsked) -> list[str]:
    """Return the bars that a draw breaks."""
    return broken_bars(drawn(asked).rounds, asked.players, planned=asked.method is Method.FIXED)


@pytest.mark.parametrize("players", SMALL)
def test_a_plan_for_a_small_field_is_as_good_as_promised(players: int) -> None:
    """No pair twice as long as that can be, then as seldom as promised; winds and tables in turn."""
    assert [checked(numbered(players, rounds)) for rounds in range(1, 21)] == [[]] * 20


@pytest.mark.parametrize("players", [*KEPT, *BY_ALGEBRA])
def test_a_plan_for_a_larger_field_has_no_pair_twice(players: int) -> None:
    """Twelve rounds, and fewer of the same plan."""
    assert [checked(numbered(players, rounds)) for rounds in (4, 7, 12)] == [[]] * 3


@pytest.mark.parametrize("players", [*SMALL, 52, 100])
def test_lots_have_fair_winds(players: int) -> None:
    """Everybody sits once in each round, and has every wind as often as any other, but for once."""
    assert [checked(numbered(players, rounds, Method.RANDOM)) for rounds in (1, 3, 6, 12)] == [[]] * 4


@pytest.mark.parametrize("method", [Method.FIXED, Method.RANDOM])
@pytest.mark.parametrize(("players", "rounds", "seconds"), [(200, 12, 1), (36, 20, 1), (132, 20, 1), (1000, 12, 2)])
def test_a_draw_is_made_in_time(players: int, rounds: int, seconds: float, method: Method) -> None:
    """CPU seconds; the benchmark prints what it takes."""
    broken = quickly(lambda: checked(numbered(players, rounds, method)), 2 * seconds)  # the checker counts too

    assert broken == []


@pytest.mark.parametrize("method", [Method.FIXED, Method.RANDOM])
def test_the_same_seed_draws_the_same(method: Method) -> None:
    """And another one something else."""
    one, again, other = (drawn(numbered(40, 5, method, seed)) for seed in (7, 7, 8))

    assert one == again
    assert one.rounds != other.rounds


def test_what_is_kept_is_small() -> None:
    """The plans that were searched for take a tenth of what they may."""
    texts = [*FOUND.values(), *[first for _, first in TURNED.values()]]

    assert sum(map(len, texts)) < LARGEST_KEPT


def test_quality_is_what_the_checker_counts() -> None:
    """24 players, 10 rounds: 84 pairs meet twice."""
    draw = drawn(numbered(24, 10))

    assert draw.quality.repeats == repeats_in(draw.rounds)
    assert draw.quality.most == max(counted(draw.rounds).values())
    assert draw.quality.winds == 1


def test_two_who_are_of_one_team_and_of_one_club_meet_once() -> None:
    """They are to be kept apart for two reasons, and sit together in one round."""
    assert quality_of((((1, 2, 3, 4),),), apart=((1, 2), (1, 2, 9))).apart == 1


@pytest.mark.parametrize(
    ("players", "rounds", "least"),
    [(8, 1, 0), (8, 4, 24), (8, 6, 60), (12, 4, 18), (16, 5, 0), (16, 8, 72), (20, 7, 20), (4, 3, 18), (0, 4, 0)],
)
def test_repeats_that_no_draw_avoids_are_counted_before_it(players: int, rounds: int, least: int) -> None:
    """The bars of small fields: three at a table meet again where there are fewer tables than seats at one."""
    assert least_repeats(players, rounds) == least
    if players:
        assert drawn(numbered(players, rounds)).quality.repeats >= least


def test_teams_never_meet() -> None:
    """64 players, 16 teams of four, 8 rounds: no two of a team meet, and no pair meets twice."""
    teams = tuple(tuple(range(first, first + 4)) for first in range(1, 65, 4))

    draw = drawn(replace(numbered(64, 8), apart=teams))

    met = counted(draw.rounds)
    assert checked(replace(numbered(64, 8), apart=teams)) == []
    assert [pair for team in teams for pair in combinations(team, 2) if met[frozenset(pair)]] == []
    assert draw.quality.apart == 0


def test_teams_that_have_to_meet_do_so_late() -> None:
    """28 players, 9 rounds: everybody meets everybody, so teams of seven meet too, but not at first."""
    teams = tuple(tuple(range(first, first + 7)) for first in range(1, 29, 7))
    apart = drawn(replace(numbered(28, 9), apart=teams))

    def in_team(rounds: int) -> int:
        met = counted(apart.rounds[:rounds])
        return sum(met[frozenset(pair)] for team in teams for pair in combinations(team, 2))

    assert apart.quality.apart == in_team(9)
    assert in_team(4) < in_team(9) * 4 / 9


@pytest.mark.parametrize(("players", "rounds"), [(64, 8), (100, 12), (40, 5), (20, 5)])
@pytest.mark.parametrize("method", [Method.FIXED, Method.RANDOM])
def test_who_keeps_a_table_sits_there(players: int, rounds: int, method: Method) -> None:
    """Two who keep a table sit there in all rounds; others sit at no other table too often, where there are enough."""
    keeps = {3: 2, 11: 5}

    draw = drawn(replace(numbered(players, rounds, method), keeps=tuple(keeps.items())))

    assert everybody_sits(draw.rounds, range(1, players + 1))
    for number, table in keeps.items():
        assert all(number in tables[table - 1] for tables in draw.rounds)
    assert method is Method.RANDOM or players == 20 or tables_fit(draw.rounds, keeps) == []


def after(rounds: int) -> DrawAsked:
    """Return one more round that is wanted after some that were drawn one by one."""
    asked = numbered(24, 1, Method.RANDOM)
    for _ in range(rounds):
        asked = replace(asked, history=(*asked.history, *drawn(asked).rounds))
    return asked


def test_a_round_after_others_avoids_who_met() -> None:
    """Four rounds drawn one by one: nobody meets anybody twice."""
    assert repeats_in(after(4).history) == 0


def test_a_round_after_others_sits_by_the_winds_before() -> None:
    """No other seating of a table has a smaller sum of squares of its people's winds."""
    asked = after(5)
    had = {
        (number, wind): sum(table[wind] == number for tables in asked.history for table in tables)
        for number in asked.players
        for wind in range(4)
    }

    def squares(seats: tuple[int, ...]) -> int:
        return sum((had[number, wind] + (number == seat)) ** 2 for wind, seat in enumerate(seats) for number in seats)

    for table in drawn(asked).rounds[0]:
        least = min(squares(seats) for seats in permutations_of(table))
        assert squares(table) == least


def permutations_of(table: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Return every seating of a table."""
    return [(a, b, c, d) for a in table for b in table for c in table for d in table if len({a, b, c, d}) == 4]


def test_by_place_sits_as_told() -> None:
    """Eight players: 1, 2, 7, 8 and 3, 4, 5, 6 of the standings."""
    standings = (8, 3, 5, 1, 2, 7, 6, 4)
    asked = replace(numbered(8, 1, Method.BY_PLACE), standings=standings, plan=((1, 2, 7, 8), (3, 4, 5, 6)))

    assert {frozenset(table) for table in drawn(asked).rounds[0]} == {frozenset({8, 3, 6, 4}), frozenset({5, 1, 2, 7})}


@pytest.mark.parametrize(("players", "rounds"), BARS)
def test_swiss_keeps_neighbours_together_who_have_not_met(players: int, rounds: int) -> None:
    """One event with one more repeat and a third more distance than the mean of twenty may have: see the benchmark."""
    again, distance = swiss_means(players, rounds, range(1, 2))

    most, farthest = BARS[players, rounds]
    assert again <= most + 1
    assert distance <= farthest * 4 / 3


def test_swiss_for_a_thousand_is_quick() -> None:
    """A round takes less than five seconds, and neighbours stay together."""
    first = drawn(numbered(1000, 1, Method.RANDOM))
    wish = replace(numbered(1000, 1, Method.SWISS), history=first.rounds, standings=tuple(range(1000, 0, -1)))

    draw = quickly(lambda: drawn(wish), 5)

    assert repeats_in((*first.rounds, *draw.rounds)) == 0
    assert sum(max(table) - min(table) for table in draw.rounds[0]) < 4 * 250


def test_what_is_wrong_with_a_draw_is_told() -> None:
    """Each number with its round; without a list of players only who sits twice."""
    rounds = (((1, 2, 3, 4),), ((1, 2, 3, 3),), ((1, 2, 3, 9),))
    twice = Fault(kind=FaultKind.DUPLICATE_NUMBER, round=1, number=3)

    assert check_draw(rounds) == (twice,)
    assert check_draw(rounds, (1, 2, 3, 4)) == (
        twice,
        Fault(kind=FaultKind.DRAW_INCOMPLETE, round=1, number=4),
        Fault(kind=FaultKind.UNKNOWN_NUMBER, round=2, number=9),
        Fault(kind=FaultKind.DRAW_INCOMPLETE, round=2, number=4),
    )


def test_a_draw_that_is_made_has_no_faults() -> None:
    """Whatever the numbers are."""
    asked = DrawAsked(players=(2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37), rounds=4, method=Method.FIXED, seed=3)
    draw: Draw = drawn(asked)

    assert check_draw(draw.rounds, asked.players) == ()
