"""The desk over a database, for the server and for commands, which need more of the file than a game does."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from referee.desk import Desk
from referee.server_clock import ServerClock
from referee.store.sqlite import SqliteStore, database_path, open_store
from referee.texts.library import Library


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
