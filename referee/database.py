"""The desk over a database, for the server and for commands; its clock is one that nobody can set."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from referee.desk import Desk
from referee.records import dataclass
from referee.store.sqlite import SqliteStore, database_path, open_store
from referee.texts.words import Library

if TYPE_CHECKING:
    from collections.abc import Callable


@dataclass(frozen=True, kw_only=True, slots=True)
class DatabaseDesk(Desk):
    """A desk whose store is a file; ``clock_moved`` tells by how many seconds the machine's clock was set since."""

    store: SqliteStore
    clock_moved: Callable[[], int] = int

    @property
    def path(self) -> Path:
        """Where the database lies."""
        return self.store.path

    def close(self) -> None:
        """Close the database."""
        self.store.close()


def desk_over(store: SqliteStore, library: Library) -> DatabaseDesk:
    """Return a desk over an open database that has read nothing yet."""
    clock = ServerClock()
    return DatabaseDesk(
        store=store, library=library, clock=clock.now, clock_moved=clock.moved, histories={}, rulesets={}
    )


def open_desk(
    path: Path | None, library: Library, *, must_exist: bool = False, tell: Callable[[Path], object] = bool
) -> DatabaseDesk:
    """Return the desk over the database in this file, or in the user's data folder.

    See ``database_path`` and, for ``tell``, ``open_store``.
    """
    return desk_over(open_store(database_path(path, must_exist=must_exist), tell), library)


_LARGEST_SLIP = 2
"""By how many seconds the machine's clock may differ before somebody has set it."""


def _steady() -> float:
    """Return seconds that nobody sets; where the system can count it, the sleep of a closed laptop is among them."""
    return time.clock_gettime(time.CLOCK_BOOTTIME) if hasattr(time, "CLOCK_BOOTTIME") else time.monotonic()


class ServerClock:
    """Tells the time, whoever sets the machine's clock while the program runs."""

    def __init__(self, wall: Callable[[], float] = time.time, gone: Callable[[], float] = _steady) -> None:
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
        return round(step) if abs(step) > _LARGEST_SLIP else 0
