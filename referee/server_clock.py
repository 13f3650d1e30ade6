"""The one clock of the server: what the machine's showed at the start, and what has gone by since."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

LARGEST_SLIP = 2
"""By how many seconds the machine's clock may differ before somebody has set it."""


def steady() -> float:
    """Return seconds that nobody sets; where the system can count it, the sleep of a closed laptop is among them."""
    return time.clock_gettime(time.CLOCK_BOOTTIME) if hasattr(time, "CLOCK_BOOTTIME") else time.monotonic()


class ServerClock:
    """Tells the time, whoever sets the machine's clock while the program runs."""

    def __init__(self, wall: Callable[[], float] = time.time, gone: Callable[[], float] = steady) -> None:
        self.wall, self.gone = wall, gone
        self.since = wall() - gone()

    def seconds(self) -> float:
        """Return the time in seconds since 1970."""
        return self.since + self.gone()

    def now(self) -> str:
        """Return the time in UTC, to the millisecond."""
        return datetime.fromtimestamp(self.seconds(), UTC).isoformat(timespec="milliseconds")

    def moved(self) -> int:
        """Return by how many seconds the machine's clock was set since the start, 0 where nobody did."""
        step = round(self.wall() - self.seconds(), 3)
        return round(step) if abs(step) > LARGEST_SLIP else 0
