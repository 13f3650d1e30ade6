"""An event in the real server, whose time goes on by itself and by what a test adds."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from http import HTTPStatus
from pathlib import Path

from referee.database import DatabaseDesk, desk_over
from referee.library import library_of
from referee.rulebook import Shelf
from referee.web import create_app
from referee.web.server import make_server
from tests.desks import opened


@dataclass
class Hours:
    """The time of a server; ``ahead`` are the milliseconds that were added."""

    ahead: float = field(default=0)

    def now(self) -> str:
        """Return the time as the log tells it."""
        return datetime.fromtimestamp(time.time() + self.ahead / 1000, UTC).isoformat(timespec="milliseconds")


@contextmanager
def served(folder: Path, shelf: Shelf, hours: Hours) -> Iterator[tuple[DatabaseDesk, str]]:
    """Run the program over a database of its own until it has made what phones take along; return desk and address."""
    desk = replace(desk_over(opened(folder).store, library_of(shelf)), clock=hours.now)
    app = create_app(desk.library, desk, shelf=shelf)
    server = make_server(app, "127.0.0.1", 0)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while app.test_client().get("/sw.js").status_code != HTTPStatus.OK:
        time.sleep(0.1)
    yield desk, f"http://127.0.0.1:{server.effective_port}"
    server.close()
    thread.join(timeout=5)
    desk.close()
