"""An event: every draw from 8 to 200 players and 12 rounds, the largest, Swiss rounds, and standings."""

import time
from collections.abc import Iterator

from referee.tournament.draws import DrawAsked, Method, drawn
from tests.benchmarks.figures import Figure
from tests.tournament.checker import broken_bars
from tests.tournament.swiss import BARS, swiss_means

SIZES = range(8, 201, 4)
ROUNDS = range(1, 13)
SEEDS = range(1, 21)


def event_figures() -> Iterator[Figure]:
    """Measure draws in CPU seconds, and count the bars that they break."""
    for method in (Method.FIXED, Method.RANDOM):
        drawings = [timed(players, rounds, method) for players in SIZES for rounds in ROUNDS]
        worst, players, rounds, _ = max(drawings)
        yield Figure(
            what=f"slowest of {len(drawings)} draws to 200 x 12, {method}",
            measured=f"{worst:.2f} s",
            wanted=f"at most 1 s ({players} x {rounds})",
        )
        yield Figure(
            what=f"bars that they break, {method}", measured=str(sum(broken for *_, broken in drawings)), wanted="0"
        )
        spent, _, _, broken = timed(1000, 12, method)
        yield Figure(
            what=f"1,000 x 12, {method}: CPU, bars broken", measured=f"{spent:.2f} s, {broken}", wanted="2 s, 0"
        )
    for (players, rounds), (most, farthest) in BARS.items():
        began = time.process_time()
        again, distance = swiss_means(players, rounds, SEEDS)
        each = (time.process_time() - began) / len(SEEDS) / rounds
        yield Figure(
            what=f"swiss {players} x {rounds}: met again, distance, CPU a round",
            measured=f"{again:.2f}, {distance:.1f}, {each:.2f} s",
            wanted=f"at most {most}, {farthest}, 2 s",
        )


def timed(players: int, rounds: int, method: Method) -> tuple[float, int, int, int]:
    """Return what a draw takes in CPU seconds, its size, and how many bars it breaks."""
    numbers = tuple(range(1, players + 1))
    began = time.process_time()
    draw = drawn(DrawAsked(players=numbers, rounds=rounds, method=method, seed=1))
    spent = time.process_time() - began
    return spent, players, rounds, len(broken_bars(draw.rounds, numbers, planned=method is Method.FIXED))
