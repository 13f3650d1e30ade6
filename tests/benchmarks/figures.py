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


Work = Callable[[], object]


def seconds_for(work: Work) -> float:
    """Return the shortest CPU time of some rounds: what disturbs a machine only ever makes it slower."""
    return min([seconds_once(work) for _ in range(ROUNDS)])


def seconds_once(work: Work) -> float:
    """Return the CPU time of this process that something takes."""
    start = time.process_time()
    work()
    return time.process_time() - start
