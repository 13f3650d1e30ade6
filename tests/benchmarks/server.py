"""The server as a process of its own: its start, its memory, and how soon it answers a hall full of phones."""

import http.client
import tempfile
import threading
import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from urllib.parse import urlencode

from tests.benchmarks.figures import Figure
from tests.offline.conftest import RealServer, free_port

TABLES = 300
POLL_EVERY = 3.0
PHONES_AT_TABLE = 2
ASKED_PER_SECOND = 100
SECONDS = 15
ASKED = (
    "/pays/payment?result=ron&ron=1&from=2&han-1=3&fu-1=40&honba=1&sticks=1",
    "/pays?result=tsumo&tsumo=0&han-0=5&ruleset=ema-2016",
    "/rulings/mistaken_win?answer-call=ron&answer-cause=no_yaku&answer-shown=14&ruleset=aalto",
    "/rulings/exposed_tiles?answer-source=wall&answer-count=7&ruleset=ema-2025",
)
"""Rulings and previews, as fragments and as whole pages."""

HEADERS = {"Accept-Encoding": "gzip", "Accept-Language": "en", "Sec-Fetch-Site": "same-origin"}
CONNECTIONS = 24
START = {"ruleset": "aalto", "name-0": "Aki", "name-1": "Ben", "name-2": "Chie", "name-3": "Dan"}
VERSION = "HX-PTag"

Asked = tuple[str, dict[str, str]]
"""An address and the headers that it is asked with."""


def server_figures() -> Iterator[Figure]:
    """Measure the server."""
    with tempfile.TemporaryDirectory() as folder:
        server = RealServer(database=Path(folder) / "hall.db", port=free_port())
        begun = time.perf_counter()
        server.launch()
        Phone(server.port).get("/", {})
        yield Figure(
            what="`referee serve` has answered its first page after",
            measured=f"{time.perf_counter() - begun:.2f} s",
            wanted="up in under 1 s",
        )
        try:
            yield from under_load(server)
        finally:
            server.kill()


def under_load(server: RealServer) -> Iterator[Figure]:
    """Measure the running server: referees who look something up, then a hall of phones that poll."""
    waits = waits_for(server.port, tuple((path, {}) for path in ASKED), ASKED_PER_SECOND)
    yield Figure(
        what=f"rulings and previews, {ASKED_PER_SECOND} a second: p50, p99",
        measured=f"{part(waits, 50)}, {part(waits, 99)}",
        wanted="p99 at most 20 ms",
    )
    phone = Phone(server.port)
    polls = tuple(phone.poll_of_new_table() for _ in range(TABLES))
    waits = waits_for(server.port, polls, round(TABLES * PHONES_AT_TABLE / POLL_EVERY))
    yield Figure(
        what=f"{TABLES} tables, {PHONES_AT_TABLE} phones each, polling every {POLL_EVERY:.0f} s: p50, p99",
        measured=f"{part(waits, 50)}, {part(waits, 99)}",
        wanted="held by one process",
    )
    yield Figure(what="memory of the server at its most", measured=peak_memory(server), wanted="under 150 MB")


def peak_memory(server: RealServer) -> str:
    """Return the most memory that the process held."""
    assert server.process is not None
    status = Path(f"/proc/{server.process.pid}/status").read_text("ascii")
    peak = next(line.split()[1] for line in status.splitlines() if line.startswith("VmHWM"))
    return f"{int(peak) // 1024} MB"


class Phone:
    """A connection that stays open, as a browser's does."""

    def __init__(self, port: int) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)

    def send(
        self, method: str, path: str, headers: dict[str, str], body: str | None = None
    ) -> http.client.HTTPResponse:
        """Ask, and read the answer to its end."""
        self.connection.request(method, path, body, HEADERS | headers)
        response = self.connection.getresponse()
        response.read()
        return response

    def get(self, path: str, headers: dict[str, str]) -> http.client.HTTPResponse:
        """Ask for a page that is there."""
        response = self.send("GET", path, headers)
        assert response.status in (200, 304), (path, response.status)
        return response

    def poll_of_new_table(self) -> Asked:
        """Begin a game; return what its phones ask again and again."""
        form = {"Content-Type": "application/x-www-form-urlencoded"}
        path = self.send("POST", "/games", form, urlencode(START)).headers["Location"] + "/state"
        return path, {VERSION: self.get(path, {}).headers[VERSION]}


def waits_for(port: int, asked: tuple[Asked, ...], rate: int) -> list[float]:
    """Ask so many times a second, whatever the server does; return the seconds from when each answer was due."""
    waits: list[float] = []
    turns = count()
    start = time.perf_counter()

    def ask_on() -> None:
        phone = Phone(port)
        while (turn := next(turns)) < rate * SECONDS:
            due = start + turn / rate
            time.sleep(max(0.0, due - time.perf_counter()))
            phone.get(*asked[turn % len(asked)])
            waits.append(time.perf_counter() - due)

    phones = [threading.Thread(target=ask_on) for _ in range(CONNECTIONS)]
    for phone in phones:
        phone.start()
    for phone in phones:
        phone.join()
    return waits


def part(waits: list[float], percent: int) -> str:
    """Return the wait that so many of a hundred do not exceed."""
    return f"{sorted(waits)[len(waits) * percent // 100] * 1000:.0f} ms"
