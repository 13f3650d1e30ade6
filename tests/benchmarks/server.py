"""The server as a process of its own: its start, its memory, and how soon it answers a hall full of phones."""

import http.client
import os
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from http import HTTPStatus
from itertools import count, cycle
from pathlib import Path
from subprocess import DEVNULL, Popen, run
from sys import executable
from urllib.parse import urlencode

from referee.paths import PACKAGE
from referee.web import create_app
from tests.benchmarks.figures import Figure, seconds_for
from tests.desks import begin, draw, opened, shipped
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
AT_TABLE = (
    "/record/payment?result=ron&drawn=1&ron=1&from=0&han-1=3&fu-1=40",
    "/record?result=draw&drawn=1&tenpai=0",
    "/rulings?seat=1",
    "",
)
"""What the phones of a table ask, beside what they poll."""

HEADERS = {"Accept-Encoding": "gzip", "Accept-Language": "en", "Sec-Fetch-Site": "same-origin"}
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
START = {"ruleset": "aalto", "name-0": "Aki", "name-1": "Ben", "name-2": "Chie", "name-3": "Dan"}
VERSION = "HX-PTag"
CLERKS = 32
"""So many requests are on their way at once at the most."""
GOOD = (HTTPStatus.OK, HTTPStatus.NOT_MODIFIED, HTTPStatus.SEE_OTHER)
WORKER = "/sw.js"

Asked = tuple[str, Mapping[str, str]]
"""An address and the headers that it is asked with."""


def server_figures() -> Iterator[Figure]:
    """Measure the server, with an empty folder for what it makes and with a full one."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        environment = compiled_into(place / "compiled")
        for cache in ("an empty", "a full"):
            server = server_at(place / f"{len(cache)}.db", environment | {"XDG_CACHE_HOME": str(place)})
            begun = time.perf_counter()
            launch_quickly(server)
            yield Figure(
                what=f"first page after a start, {cache} cache folder",
                measured=f"{time.perf_counter() - begun:.2f} s, {cpu_seconds(server):.2f} s CPU",
                wanted="under 1 s",
            )
            try:
                yield from under_load(server, f", {cache} cache folder")
                server.wait_for(WORKER, HTTPStatus.OK)
                yield Figure(
                    what=f"memory of the server at its most, {cache} cache folder",
                    measured=peak_memory(server),
                    wanted="under 150 MB",
                )
            finally:
                server.kill()
    yield from growth_figures()


def compiled_into(folder: Path) -> dict[str, str]:
    """Compile the program's byte code into a folder; return the environment in which it is found."""
    found = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    found |= {"PYTHONPYCACHEPREFIX": str(folder)}
    run([executable, "-m", "compileall", "-q", str(PACKAGE)], env=found, check=True)  # noqa: S603 our own
    run([executable, "-c", "import referee.cli"], env=found, check=True)
    return found


def server_at(database: Path, environment: Mapping[str, str]) -> RealServer:
    """Return a server that begins in an environment."""

    def begun(arguments: list[str]) -> Popen[bytes]:
        command = [executable, "-m", "referee", *arguments]
        return Popen(command, env=dict(environment), stdout=DEVNULL, stderr=DEVNULL)  # noqa: S603

    return RealServer(database=database, port=free_port(), begin=begun)


def launch_quickly(server: RealServer) -> None:
    """Start a server and wait for its first page, looking for it every few milliseconds."""
    place = ["--host", server.host, "--port", str(server.port), "--db", str(server.database)]
    server.process = server.begin(["serve", *place])
    while server.status_of("/") != HTTPStatus.OK:
        assert server.process.poll() is None
        time.sleep(0.005)


def under_load(server: RealServer, how: str) -> Iterator[Figure]:
    """Measure the running server: a hall that looks things up as soon as it is there, then one that polls."""
    asked = cycle(ASKED)
    phones = [Phone(server.port, [(WORKER, {}), *((next(asked), {}) for _ in range(40))]) for _ in range(100)]
    waits = waits_for(phones, ASKED_PER_SECOND)
    yield Figure(
        what=f"rulings and previews, {ASKED_PER_SECOND} a second of as many phones{how}",
        measured=f"p50 {part(waits, 50)}, p99 {part(waits, 99)}",
        wanted="p99 at most 20 ms, first /sw.js included",
    )
    clerk = Phone(server.port, ())
    polls = [clerk.poll_of_new_table() for _ in range(TABLES)]
    phones = [Phone(server.port, [poll]) for poll in polls for _ in range(PHONES_AT_TABLE)]
    waits = waits_for(phones, len(phones) / POLL_EVERY)
    yield Figure(
        what=f"{TABLES} tables, {PHONES_AT_TABLE} phones each, polling every {POLL_EVERY:.0f} s{how}",
        measured=f"p50 {part(waits, 50)}, p99 {part(waits, 99)}",
        wanted="held by one process",
    )
    phones = [Phone(server.port, list(as_at_event(poll, turn))) for turn, poll in enumerate(polls[:100])]
    waits = waits_for(phones, ASKED_PER_SECOND)
    yield Figure(
        what=f"{ASKED_PER_SECOND} pages a second as at an event, nine of ten polls{how}",
        measured=f"p50 {part(waits, 50)}, p99 {part(waits, 99)}",
        wanted="p99 at most 50 ms",
    )


def as_at_event(poll: Asked, turn: int) -> Iterator[Asked]:
    """Yield what the phone of a table asks: nine polls, then a page."""
    table = poll[0].removesuffix("/state")
    for place in range(4):
        page = AT_TABLE[(turn + place) % len(AT_TABLE)]
        at = (turn + place) % 10
        yield from [poll] * at
        yield (f"{table}{page}", {})
        yield from [poll] * (9 - at)


def cpu_seconds(server: RealServer) -> float:
    """Return how long the process has worked."""
    assert server.process is not None
    fields = Path(f"/proc/{server.process.pid}/stat").read_text("ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def peak_memory(server: RealServer) -> str:
    """Return the most memory that the process held."""
    assert server.process is not None
    status = Path(f"/proc/{server.process.pid}/status").read_text("ascii")
    peak = next(line.split()[1] for line in status.splitlines() if line.startswith("VmHWM"))
    return f"{int(peak) // 1024} MB"


class Phone:
    """A browser with a connection of its own that stays open, and what it asks again and again."""

    def __init__(self, port: int, asked: Sequence[Asked], address: str = "") -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        self.asked = cycle(asked)
        self.headers = HEADERS | ({"X-Forwarded-For": address} if address else {})

    def send(
        self, method: str, path: str, headers: Mapping[str, str], body: str | None = None
    ) -> http.client.HTTPResponse:
        """Ask, and read the answer to its end."""
        self.connection.request(method, path, body, {**self.headers, **headers})
        response = self.connection.getresponse()
        response.read()
        return response

    def get(self, path: str, headers: Mapping[str, str]) -> http.client.HTTPResponse:
        """Ask for a page that is there, or for the worker of a program that is still being made."""
        response = self.send("GET", path, headers)
        is_starting = path == WORKER and response.status == HTTPStatus.SERVICE_UNAVAILABLE
        assert response.status in GOOD or is_starting, (path, response.status)
        return response

    def get_next(self) -> None:
        """Ask what comes next."""
        self.get(*next(self.asked))

    def poll_of_new_table(self) -> Asked:
        """Begin a game; return what its phones ask again and again."""
        path = self.send("POST", "/games", FORM, urlencode(START)).headers["Location"] + "/state"
        return path, {VERSION: self.get(path, {}).headers[VERSION]}


def waits_for(phones: Sequence[Phone], rate: float, seconds: float = SECONDS) -> list[float]:
    """Let phones ask in turn, so many times a second, whatever the server does.

    Return for each answer the seconds since it was due; whatever has not been asked after twice the time is not asked.
    """
    waits: list[float] = []
    turns = count()
    start = time.perf_counter()
    busy = [threading.Lock() for _ in phones]

    def ask_on() -> None:
        while (turn := next(turns)) < rate * seconds:
            due = start + turn / rate
            if time.perf_counter() > start + 2 * seconds:
                return
            time.sleep(max(0.0, due - time.perf_counter()))
            with busy[turn % len(phones)]:
                phones[turn % len(phones)].get_next()
            waits.append(time.perf_counter() - due)

    clerks = [threading.Thread(target=ask_on) for _ in range(CLERKS)]
    for clerk in clerks:
        clerk.start()
    for clerk in clerks:
        clerk.join()
    return waits


def part(waits: list[float], percent: int) -> str:
    """Return the wait that so many of a hundred do not exceed."""
    return f"{sorted(waits)[len(waits) * percent // 100] * 1000:.0f} ms"


FEW_GAMES, MANY_GAMES = 20, 1000
FEW_HANDS, MANY_HANDS = 10, 100
PAGES = 20


def growth_figures() -> Iterator[Figure]:
    """Measure the page of a table beside more games and after more hands, in CPU time of this process."""
    with tempfile.TemporaryDirectory() as folder:
        desk = replace(opened(Path(folder)), clock=lambda: "2026-01-01T12:00:00.000+00:00")
        client = create_app(shipped(), desk).test_client()
        played = [begin(desk, "aalto") for _ in range(FEW_GAMES)]
        few = seconds_for(lambda: [client.get(f"/t/{played[0].token}") for _ in range(PAGES)])
        for _ in range(MANY_GAMES - FEW_GAMES):
            begin(desk, "aalto")
        many = seconds_for(lambda: [client.get(f"/t/{played[0].token}") for _ in range(PAGES)])
        yield Figure(
            what=f"table page beside {MANY_GAMES:,} games, of one beside {FEW_GAMES}",
            measured=f"{many / few:.2f}",
            wanted="flat: at most 1.2",
        )
        times = {}
        for hands in (FEW_HANDS, MANY_HANDS):
            for _ in range(hands - len(played[1].view.sheet)):
                played[1].record(draw(0, 1, 2, 3))  # the dealer keeps, and nobody pays
            times[hands] = seconds_for(lambda: [client.get(f"/t/{played[1].token}") for _ in range(PAGES)])
        yield Figure(
            what=f"table page after {MANY_HANDS} hands, of one after {FEW_HANDS}",
            measured=f"{times[MANY_HANDS] / times[FEW_HANDS]:.2f}",
            wanted="at most 2",
        )
        desk.close()
