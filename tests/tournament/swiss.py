"""Events drawn round by round from their standings, with finals by strength and luck."""

import random
from collections.abc import Iterator
from statistics import mean

from referee.tournament.draws import DrawAsked, Method, drawn
from tests.tournament.checker import counted, everybody_sits

UMA = (15, 5, -5, -15)

BARS = {(24, 6): (7, 18), (40, 8): (1, 27), (64, 8): (0, 21), (100, 8): (0, 12)}
"""By players and rounds: pairs that meet again in an event, and places between best and worst at the last tables."""


def swiss_event(players: int, rounds: int, seed: int) -> tuple[int, float]:
    """Play an event; return how many pairs met again, and the mean distance of places at the last tables.

    Strengths are normal(0, 1), each final adds normal(0, 2), and the four of a table are ranked for the uma.
    """
    luck = random.Random(seed)  # noqa: S311 results, no secrets
    strength = {number: luck.gauss(0, 1) for number in range(1, players + 1)}
    totals = dict.fromkeys(strength, 0.0)
    played: tuple[tuple[tuple[int, int, int, int], ...], ...] = ()
    distance = 0.0
    for each in range(rounds):
        order = tuple(sorted(totals, key=lambda number: -totals[number]))
        method = Method.SWISS if each else Method.RANDOM
        draw = drawn(
            DrawAsked(players=tuple(totals), rounds=1, method=method, seed=seed, history=played, standings=order)
        )
        assert everybody_sits(draw.rounds, list(totals))
        played = (*played, *draw.rounds)
        place = {number: at for at, number in enumerate(order)}
        distance = mean(
            max(map(place.__getitem__, four)) - min(map(place.__getitem__, four)) for four in draw.rounds[0]
        )
        for number, points in finals(draw.rounds[0], strength, luck):
            totals[number] += points
    return sum(times - 1 for times in counted(played).values()), distance


def finals(
    tables: tuple[tuple[int, int, int, int], ...], strength: dict[int, float], luck: random.Random
) -> Iterator[tuple[int, float]]:
    """Yield what each of a round gets."""
    for four in tables:
        scores = {number: strength[number] + luck.gauss(0, 2) for number in four}
        yield from zip(sorted(four, key=lambda number: -scores[number]), UMA, strict=True)


def swiss_means(players: int, rounds: int, seeds: range) -> tuple[float, float]:
    """Return the means of some events."""
    each = [swiss_event(players, rounds, seed) for seed in seeds]
    return mean(again for again, _ in each), mean(distance for _, distance in each)
