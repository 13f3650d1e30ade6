"""A server that can be killed and frozen, and a phone that has opened a table of it."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http import HTTPStatus
from http.client import HTTPConnection, HTTPException
from itertools import count
from pathlib import Path
from typing import Any, Protocol

import pytest
from playwright.sync_api import Browser, BrowserContext, BrowserType, Page, expect

from tests.offline.forks import Parent, parent
from tests.web.table import begin, sit

HALL = "hall.test"
"""A name for this machine under which pages are no secure context."""
SECONDS_TO_START = 420


class Process(Protocol):
    """A program that runs."""

    @property
    def pid(self) -> int:
        """Its number."""

    def send_signal(self, sig: int, /) -> None:
        """Send it a signal."""

    def poll(self) -> int | None:
        """Return None while it runs."""

    def wait(self, timeout: float) -> int:
        """Wait until it has ended, and return its exit code."""


def from_nothing(arguments: list[str]) -> Process:
    """Start the program as a person does."""
    command = [sys.executable, "-m", "referee", *arguments]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)  # noqa: S603


@dataclass
class RealServer:
    """The program as a process of its own, over one database; ``begin`` starts it."""

    database: Path
    port: int
    host: str = "127.0.0.1"
    process: Process | None = field(default=None)
    begin: Callable[[list[str]], Process] = from_nothing

    @property
    def address(self) -> str:
        """Where it answers."""
        return f"http://{self.host}:{self.port}"

    def launch(self, *more: str) -> None:
        """Start it and wait until it answers."""
        place = ["--host", self.host, "--port", str(self.port), "--db", str(self.database)]
        self.process = self.begin(["serve", *place, *more])
        self.wait_for("/phone/alive", HTTPStatus.NO_CONTENT)

    def start(self, *more: str) -> None:
        """Start it and wait until it has made what phones take along."""
        self.launch(*more)
        self.wait_for("/sw.js", HTTPStatus.OK)

    def wait_for(self, path: str, status: int) -> None:
        """Wait until an address answers with this status."""
        deadline = time.monotonic() + SECONDS_TO_START
        while time.monotonic() < deadline:
            if self.status_of(path) == status:
                return
            if self.process is not None and self.process.poll() is not None:
                pytest.fail(f"the server ended with {self.process.poll()}")
            time.sleep(0.05)
        pytest.fail("the server did not start")

    def status_of(self, path: str) -> int:
        """Return the status of an answer, 0 where nobody answers."""
        asked = HTTPConnection(self.host, self.port, timeout=30)
        try:
            asked.request("GET", path)
            return asked.getresponse().status
        except (OSError, HTTPException):
            return 0
        finally:
            asked.close()

    def send(self, what: signal.Signals) -> None:
        """Send the process a signal."""
        assert self.process is not None
        self.process.send_signal(what)

    def kill(self) -> None:
        """Kill it as a power cut does."""
        self.send(signal.SIGKILL)
        assert self.process is not None
        self.process.wait(timeout=10)
        self.process = None


FIRST_PORT, PORTS_OF_A_WORKER, MOST_WORKERS = 20_000, 500, 24
PORTS_TRIED = count(os.getpid())


def free_port() -> int:
    """Return a port that nobody listens on, that no other worker takes, and that no system lends to a connection.

    A killed server begins again at its port: until then nobody else may have been given it.
    """
    worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")) % MOST_WORKERS
    first = FIRST_PORT + worker * PORTS_OF_A_WORKER
    ports = (first + tried % PORTS_OF_A_WORKER for tried in PORTS_TRIED)
    return next(port for port in ports if is_free(port))


def is_free(port: int) -> bool:
    """Say whether nobody listens there."""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) != 0


@pytest.fixture(scope="session")
def forks() -> Iterator[Parent]:
    """Return what starts the program without reading everything each time; how it starts is tested elsewhere."""
    with parent() as process:
        yield process


@pytest.fixture
def server(tmp_path: Path, forks: Parent) -> Iterator[RealServer]:
    """Return a running server over a new database."""
    running = RealServer(database=tmp_path / "club.db", port=free_port(), begin=forks.start)
    running.start()
    yield running
    if running.process is not None:
        running.send(signal.SIGCONT)
        running.kill()


@dataclass(frozen=True)
class PhoneAtTable:
    """A phone that has opened a table and keeps what it needs there."""

    page: Page
    table: str

    @property
    def context(self) -> BrowserContext:
        """The browser's memory."""
        return self.page.context


@pytest.fixture
def at_table(page: Page, server: RealServer) -> PhoneAtTable:
    """Return a phone at a new table under the Aalto rules, ready to lose the network."""
    table = begin(page, server.address, "aalto")
    ready(page)
    all_sent(page)
    return PhoneAtTable(page=page, table=table)


@pytest.fixture
def page_in_hall(browser_type: BrowserType, browser_type_launch_args: dict[str, Any]) -> Iterator[Page]:
    """Return a phone's page in a browser for which the server has a name that is no secure context."""
    arguments = [*browser_type_launch_args["args"], f"--host-resolver-rules=MAP {HALL} 127.0.0.1"]
    browser = browser_type.launch(**(browser_type_launch_args | {"args": arguments}))
    context = browser.new_context(viewport={"width": 390, "height": 844}, is_mobile=True, has_touch=True)
    yield context.new_page()
    browser.close()


@pytest.fixture
def other_phone(browser: Browser, at_table: PhoneAtTable) -> Page:
    """Return a second phone at the same table, with a network."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, is_mobile=True, has_touch=True)
    found = context.new_page()
    found.goto(at_table.table)
    sit(found, "Aino")
    return found


KEPT = """async () => {
    const name = (await caches.keys()).find((each) => each.startsWith("referee-"));
    if (!name || !navigator.serviceWorker.controller) return [];
    return (await (await caches.open(name)).keys()).map((request) => new URL(request.url).pathname);
}"""
WORKER = """async () => {
    const found = await navigator.serviceWorker.getRegistration();
    const states = ["installing", "waiting", "active"].filter((each) => found?.[each]);
    const names = await caches.keys();
    const controls = Boolean(navigator.serviceWorker.controller);
    return { states, controls, caches: names };
}"""
LOGS = """async () => {
    const { tables, pieces } = (await globalThis.phone?.ask("kept")) ?? { tables: [] };
    const { logs } = (await globalThis.phone?.ask("export")) ?? {};
    const isThere = ({ book }) => !book || book.includes("@") || pieces.includes(`book.${book}`);
    return (logs?.filter(isThere) ?? tables).map(({ token }) => token);
}"""
"""The tables that a phone can answer for: it keeps a table's log before the book. The first version tells no books."""


def ready(page: Page) -> None:
    """Wait until the phone keeps everything that its present page needs without a network."""
    here = re.search("/t/([^/?]+)", page.url)
    kept: set[str] = set()
    for _ in range(600):
        kept = set(page.evaluate(KEPT))
        is_there = "/offline" in kept and any(path.endswith("core.py") for path in kept)
        if is_there and (here is None or here[1] in page.evaluate(LOGS)):
            return
        page.wait_for_timeout(100)
    worker = page.evaluate(WORKER)
    pytest.fail(f"the phone keeps only {kept}, its worker is {worker}")


UNSENT = """async () => (await globalThis.phone.ask("state")).orders.length"""


def all_sent(page: Page) -> None:
    """Wait until the server knows all that was done on the phone, the seat too, which no line at the top counts."""
    for _ in range(600):
        if page.evaluate(UNSENT) == 0:
            return
        page.wait_for_timeout(100)
    pytest.fail("the phone has not sent everything")


def link_says(page: Page, *words: str) -> None:
    """Wait until the line at the top of the page says all of this."""
    for each in words:
        expect(page.locator("#link")).to_contain_text(each)


ONCE = re.compile(
    r' name="command_id" value="[^"]*"| hx-ptag="[^"]*"| data-htmx-powered[^ >]*| open=""| htmx-[a-z]+'
    r'| data-running="[^"]*"|<span class="stick-art flying"[^>]*></span>'
)
"""What belongs to one drawing of a page only."""


def shown(page: Page) -> str:
    """Return the table as the page shows it, without what belongs to this drawing only."""
    return ONCE.sub("", str(page.locator("#table").evaluate("(table) => table.outerHTML")))
