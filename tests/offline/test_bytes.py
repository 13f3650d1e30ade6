"""What a phone fetches: until a page can be used, and then in the background, so that it goes on without a network.

``pytest -rP tests/offline/test_bytes.py`` prints every file with its bytes on the way, headers included.
"""

import threading
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Page

from referee.database import open_desk
from referee.web import create_app
from referee.web.server import make_server
from tests.desks import shipped
from tests.offline.conftest import KEPT

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

KILOBYTE = 1024
BEFORE_USE = 60 * KILOBYTE
IN_THE_BACKGROUND = 400 * KILOBYTE
FOR_ONE_TABLE = 60 * KILOBYTE
"""What a table adds: its log, its rulebook with those that speak where it is silent, and its own pages."""
SHOWN_WITH = ("document", "style", "script", "image", "font")
"""What a browser fetches for the page itself, as ``Sec-Fetch-Dest`` tells it."""
LAST_KEPT = "/offline"
"""What a phone fetches last."""
ASKED_AGAIN = ("/state", "/log", "/clock", "/phone/alive")
"""How the addresses end that a page asks every few seconds."""


@dataclass(frozen=True, kw_only=True)
class Fetched:
    """One answer of the server: its address, whether the page waited for it, and its bytes."""

    path: str
    shown: bool
    size: int


class Counting:
    """The application, with a list of everything it sent."""

    def __init__(self, app: "WSGIApplication") -> None:
        self.app = app
        self.sent: list[Fetched] = []

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        """Answer a request, and note how long the answer was."""
        heads: list[str] = []

        def started(status: str, headers: list[tuple[str, str]], *rest: object) -> object:
            heads.extend([status, *(f"{name}: {value}\r\n" for name, value in headers)])
            return start_response(status, headers, *rest)  # type: ignore[arg-type]

        body = b"".join(self.app(environ, started))  # type: ignore[arg-type]
        shown = environ.get("HTTP_SEC_FETCH_DEST") in SHOWN_WITH
        size = len("".join(heads)) + len(body)
        self.sent.append(Fetched(path=environ["PATH_INFO"], shown=shown, size=size))
        return [body]


@dataclass(frozen=True, kw_only=True)
class CountingServer:
    """A server that nobody has asked anything, and the address of a table on it."""

    address: str
    table: str
    counting: Counting


@pytest.fixture
def server(tmp_path: Path) -> Iterator[CountingServer]:
    """Return a server that counts what it sends."""
    desk = open_desk(tmp_path / "club.db", shipped())
    app = create_app(shipped(), desk)
    players = {f"name-{seat}": f"P{seat}" for seat in range(4)}
    table = app.test_client().post("/games", data={"ruleset": "aalto"} | players).headers["Location"]
    counting = Counting(app.wsgi_app)
    app.wsgi_app = counting  # type: ignore[method-assign]
    running = make_server(app, "127.0.0.1", 0)
    thread = threading.Thread(target=running.run, daemon=True)
    thread.start()
    yield CountingServer(address=f"http://127.0.0.1:{running.effective_port}", table=table, counting=counting)
    running.close()
    thread.join(timeout=5)
    desk.close()


def visit(page: Page, server: CountingServer, path: str) -> list[Fetched]:
    """Open a page as the first one, and return what was fetched until the phone has everything."""
    page.goto(server.address + path)
    for _ in range(600):
        if LAST_KEPT in page.evaluate(KEPT):
            break
        page.wait_for_timeout(100)
    sent = [each for each in server.counting.sent if not each.path.endswith(ASKED_AGAIN)]
    for each in sent:
        print(f"{each.size:>8,}  {'page      ' if each.shown else 'background'}  {each.path}")  # noqa: T201 the report
    print(f"{weight(sent, shown=True):>8,}  before use")  # noqa: T201
    print(f"{weight(sent, shown=False):>8,}  in the background")  # noqa: T201
    assert LAST_KEPT in [each.path for each in sent]
    return sent


def weight(sent: list[Fetched], *, shown: bool) -> int:
    """Return how many bytes a page waited for, or did not wait for."""
    return sum(each.size for each in sent if each.shown == shown)


def test_a_first_visit_is_small(page: Page, server: CountingServer) -> None:
    """60 KB until the first page can be used, 400 KB until the phone can do without a network, and nothing twice."""
    sent = visit(page, server, "/")
    paths = [each.path for each in sent]

    assert 0 < weight(sent, shown=True) <= BEFORE_USE
    assert BEFORE_USE < weight(sent, shown=False) <= IN_THE_BACKGROUND
    assert [path for path in set(paths) if paths.count(path) > 1] == []


def test_a_first_visit_of_a_table_is_small(page: Page, server: CountingServer) -> None:
    """A phone that scans the code of a table takes the same, and what it needs at this one table."""
    sent = visit(page, server, server.table)

    assert 0 < weight(sent, shown=True) <= BEFORE_USE
    assert BEFORE_USE < weight(sent, shown=False) <= IN_THE_BACKGROUND + FOR_ONE_TABLE
