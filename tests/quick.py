"""Whether something is quick, told alike on an idle machine and on one that is slow or busy."""

import random
import time
from collections.abc import Callable
from statistics import mean
from typing import TypeVar

Result = TypeVar("Result")
ROUNDS = 10
SECONDS_BETWEEN = 0.05
KNOWN_SECONDS = 0.004
"""What the known work takes on an idle core of the machine on which the limits were chosen."""


def quickly(work: Callable[[], Result], seconds: float) -> Result:
    """Return what the work returns, and fail if it takes more CPU seconds of an idle core each time.

    A slow machine, and one whose core others use too, is as slow for the known work before and after.
    """
    took: list[float] = []
    for _ in range(ROUNDS):
        before = seconds_of(known_work)[0]
        spent, result = seconds_of(work)
        after = seconds_of(known_work)[0]
        took.append(spent * KNOWN_SECONDS / mean((before, after)))
        if took[-1] <= seconds:
            return result
        time.sleep(SECONDS_BETWEEN)
    message = f"{min(took):.3f} s at best, and {seconds} s are allowed; all: {took}"
    raise AssertionError(message)


def seconds_of(work: Callable[[], Result]) -> tuple[float, Result]:
    """Return the CPU seconds of this thread, and the result."""
    began = time.thread_time()
    result = work()
    return time.thread_time() - began, result


def known_work() -> int:
    """Sort, group and join, as the program does."""
    chance = random.Random(1)  # noqa: S311 the same each time
    rows = sorted(((chance.random(), number % 97, str(number)) for number in range(4000)), key=lambda row: row[1:])
    groups: dict[int, list[str]] = {}
    for _, group, text in rows:
        groups.setdefault(group, []).append(text)
    return sum(len(",".join(texts)) for texts in groups.values())
