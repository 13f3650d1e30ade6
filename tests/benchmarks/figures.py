"""A figure, and how it is come by."""

import time
from collections.abc import Callable
from dataclasses import dataclass

ROUNDS = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """What was measured, the figure with its unit, and what it is meant to be."""

    what: str
    measured: str
    wanted: str = ""


def seconds_for(work: Callable[[], object]) -> float:
    """Return the shortest time of some rounds: what disturbs a machine only ever makes it slower."""
    times = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)
