"""A full event over HTTP: phones, staff and viewers ask on and on while a round starts, is played and is entered."""

import gzip
import http.client
import re
import secrets
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from html import unescape
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlencode

from referee.desk_event.links import make_cards, make_link
from referee.desk_event.results import enter_paper
from referee.desk_event.rounds import table_address
from referee.tournament.events import Role
from referee.tournament.sheets import PaperSheet
from tests.benchmarks.figures import Figure
from tests.benchmarks.server import part, peak_memory
from tests.desks import opened
from tests.offline.conftest import RealServer, free_port
from tests.tournaments import Hall, done, opened_hall

TAG = "HX-PTag"
FORM = "application/x-www-form-urlencoded"
HEADERS = {"Accept-Encoding": "gzip", "Accept-Language": "en", "Sec-Fetch-Site": "same-origin"}
CARRIED = ("command_id", "expected", "expected_event", "marks", "previewed")
DRAW = {"result": "draw", "tenpai": "1", "drawn": "1"}
RULING = {"seat": "1", "text": "tore a tile", "offence": "other", "kind": "points", "amount-points": "1000"}
UNCHANGED, SEEN_OTHER = 304, 303
CLERKS = 24
"""So many requests are on their way at once at the most."""
HANDS_A_SECOND = 3
PEAK_SECONDS = 10
FIRST_HAND = 5
"""The seconds before which no table has played a hand."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Size:
    """How large an event is: ``before`` rounds are over when the server starts, ``rounds`` are played over HTTP.

    ``seconds`` is how long a round is played, ``results`` how long its results take, and ``coming`` how long those who
    look on need to come, each with a first page, before it starts.
    """

    tables: int
    before: int
    rounds: int
    seconds: float
    results: float
    coming: float
    staff: int
    viewers: int


WHOLE = Size(tables=250, before=11, rounds=1, seconds=180, results=120, coming=16, staff=20, viewers=1000)
"""The event of `events/8`: five minutes of play and results."""
SMALL = Size(tables=16, before=0, rounds=3, seconds=2, results=1, coming=0, staff=2, viewers=40)
"""What runs with the tests."""


class Browser:
    """A connection that stays open, with the cookies of one browser."""

    def __init__(self, port: int, cookies: Mapping[str, str] | None = None) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        self.cookies = dict(cookies or {})

    def close(self) -> None:
        """Let the connection go; the next request opens another one."""
        self.connection.close()

    def send(
        self, path: str, fields: Mapping[str, str] | None = None, headers: Mapping[str, str] | None = None
    ) -> tuple[http.client.HTTPResponse, str]:
        """Ask for a page, or send a form; return the answer and its text."""
        held = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())} if self.cookies else {}
        body = None if fields is None else urlencode(fields)
        typed = {} if fields is None else {"Content-Type": FORM}
        found = HEADERS | held | typed | dict(headers or {})
        self.connection.request("GET" if body is None else "POST", path, body, found)
        answer = self.connection.getresponse()
        text = answer.read()
        for line in answer.headers.get_all("Set-Cookie") or ():
            name, _, value = line.partition(";")[0].partition("=")
            self.cookies[name] = value
        packed = answer.headers.get("Content-Encoding") == "gzip"
        return answer, (gzip.decompress(text) if packed else text).decode()


@dataclass
class Asker:
    """A page that asks on and on whether something has changed: of whom, where, how often, and what it shows."""

    kind: str
    path: str
    every: float
    cookies: Mapping[str, str]
    tag: str = ""


@dataclass
class Load:
    """The requests of everybody, and how long each kind of them took."""

    port: int
    askers: list[Asker] = field(default_factory=list)
    waits: dict[str, list[tuple[float, float]]] = field(default_factory=lambda: defaultdict(list))
    wrong: list[str] = field(default_factory=list)
    stops: threading.Event = field(default_factory=threading.Event)

    def ask_on(self) -> list[threading.Thread]:
        """Let every asker ask at its times until it is stopped, those of a kind one after the other."""
        of_kind = Counter(each.kind for each in self.askers)
        turn_of = {kind: count() for kind in of_kind}
        firsts = [
            (each.every * next(turn_of[each.kind]) / of_kind[each.kind], turn) for turn, each in enumerate(self.askers)
        ]
        turns, began = count(), time.perf_counter()
        plan = list(self.planned(firsts))

        def clerk() -> None:
            browser = Browser(self.port)
            while not self.stops.is_set() and (turn := next(turns)) < len(plan):
                due, asker = plan[turn]
                self.stops.wait(max(0.0, began + due - time.perf_counter()))
                if not self.stops.is_set():
                    self.ask(browser, asker, began + due)
            browser.close()

        clerks = [threading.Thread(target=clerk) for _ in range(CLERKS)]
        for each in clerks:
            each.start()
        return clerks

    def planned(self, first: list[tuple[float, int]], seconds: float = 900) -> Iterator[tuple[float, Asker]]:
        """Yield who asks when, in order."""
        found = [
            (at + turn * self.askers[who].every, who)
            for at, who in first
            for turn in range(int((seconds - at) / self.askers[who].every))
        ]
        for due, who in sorted(found):
            yield due, self.askers[who]

    def ask(self, browser: Browser, asker: Asker, due: float) -> None:
        """Ask once, and note how long the answer took since it was due; a page that nobody has open asks nothing."""
        if not asker.path:
            return
        browser.cookies = dict(asker.cookies)
        try:
            answer, _ = browser.send(asker.path, headers={"HX-Request": "true", TAG: asker.tag})
        except OSError as problem:
            self.wrong.append(f"{asker.path}: {problem!r}")
            return
        asker.tag = answer.headers.get(TAG, asker.tag)
        self.note("polls", due, time.perf_counter() - due)
        if answer.status not in (200, UNCHANGED, SEEN_OTHER):
            self.wrong.append(f"{asker.path}: {answer.status}")

    def note(self, kind: str, at: float, took: float) -> None:
        """Note how long something took that began at a time."""
        self.waits[kind].append((at, took))

    def timed(self, kind: str, browser: Browser, path: str, fields: Mapping[str, str]) -> str:
        """Send a form and note how long its answer took."""
        began = time.perf_counter()
        answer, text = browser.send(path, fields)
        self.note(kind, began, time.perf_counter() - began)
        if answer.status != SEEN_OTHER:
            self.wrong.append(f"{path}: {answer.status} {text[-300:]}")
        return text

    def of(self, kind: str, since: float = 0, until: float = float("inf")) -> list[float]:
        """Return how long requests of a kind took that began in a span of time."""
        return [took for at, took in self.waits[kind] if since <= at <= until] or [0.0]


@dataclass
class Played:
    """An event that is played over HTTP, and who does so."""

    size: Size
    hall: Hall
    load: Load
    organiser: Browser
    referee: Browser
    phones: list[Browser]
    cards: tuple[str, ...]

    def to(self, page: str = "") -> str:
        """Return the address of a page of the event."""
        return f"/e/{self.hall.id}{page and '/'}{page}"

    def table(self, round_no: int, table_no: int) -> str:
        """Return the address of a table."""
        return "/t/" + table_address(self.hall.id, round_no, table_no)

    def order(self, kind: str, page: str, to: str, **fields: str) -> None:
        """Send a form of the organiser."""
        _, text = self.organiser.send(self.to(page))
        self.load.timed(kind, self.organiser, self.to(to), carried(text) | fields)

    @property
    def tables(self) -> list[Asker]:
        """The pages of the tables, in order."""
        return self.load.askers[: self.size.tables]

    def scan(self) -> None:
        """Let the phone of every table scan its card, and wait for the game."""
        for table_no, (asker, phone, card) in enumerate(zip(self.tables, self.phones, self.cards, strict=True), 1):
            phone.send(f"/in/{card}")
            phone.close()
            asker.cookies, asker.tag, asker.path = dict(phone.cookies), "", self.to(f"tables/{table_no}/state")

    def start(self, round_no: int) -> None:
        """Start a round while everybody asks."""
        self.order("start", "round", "round/start", round=str(round_no), sure="yes")
        for table_no, asker in enumerate(self.tables, 1):
            asker.path, asker.tag = f"{self.table(round_no, table_no)}/state", ""

    def play(self, round_no: int) -> None:
        """Record hands, three a second and for ten seconds one at every table, and now and then a ruling."""
        time.sleep(min(FIRST_HAND, self.size.seconds / 4))
        began, turn = time.perf_counter(), 0
        peak = min(PEAK_SECONDS, self.size.seconds / 2)
        while time.perf_counter() - began < self.size.seconds:
            rate = self.size.tables / PEAK_SECONDS if time.perf_counter() - began < peak else HANDS_A_SECOND
            due = time.perf_counter() + 1 / rate
            table_no = turn % self.size.tables + 1
            self.record(round_no, table_no)
            if turn % (5 * HANDS_A_SECOND) == 0:
                self.rule(round_no, table_no)
            turn += 1
            time.sleep(max(0.0, due - time.perf_counter()))

    def record(self, round_no: int, table_no: int) -> None:
        """Record a hand on the phone of a table."""
        path, phone = self.table(round_no, table_no), self.phones[table_no - 1]
        _, form = phone.send(f"{path}/record?{urlencode(DRAW)}")
        self.load.timed("hands", phone, f"{path}/hands", carried(form) | DRAW)

    def rule(self, round_no: int, table_no: int) -> None:
        """Rule at a table."""
        path = self.table(round_no, table_no)
        _, form = self.referee.send(f"{path}/rulings/apply?{urlencode(RULING)}")
        _, shown = self.referee.send(f"{path}/rulings/apply/outcome?{urlencode(RULING)}")
        self.load.timed("rulings", self.referee, f"{path}/rulings/apply", carried(form) | carried(shown) | RULING)

    def enter(self, round_no: int) -> None:
        """Enter the results of all tables from paper."""
        for table_no in range(1, self.size.tables + 1):
            due = time.perf_counter() + self.size.results / self.size.tables
            fields = {f"points{seat}": str(score) for seat, score in enumerate(scores(table_no))}
            address = f"results/{round_no}/{table_no}"
            self.order("results", address, f"{address}/paper", **fields)
            time.sleep(max(0.0, due - time.perf_counter()))

    def close(self, round_no: int) -> None:
        """Close a round, which publishes its standings; its phones are put away until the next one."""
        for asker in self.tables:
            asker.path = ""
        time.sleep(1)
        self.order("close", "round", "round/close", round=str(round_no))


def carried(page: str) -> dict[str, str]:
    """Return what the forms of a page carry: the last id of an order, and what their sender had seen."""
    found = {name: re.findall(rf'name="{name}" value="([^"]*)"', page) for name in CARRIED}
    return {name: unescape(values[-1]) for name, values in found.items() if values} | {
        "command_id": secrets.token_hex(16)
    }


def scores(table_no: int) -> tuple[int, int, int, int]:
    """Return the scores of a table, other ones at each."""
    lead = 100 * table_no
    return 31_000 + lead, 30_500, 29_500, 29_000 - lead


def prepared(database: Path, size: Size) -> tuple[str, str, str, tuple[str, ...], Hall]:
    """Make an event whose first rounds are over and whose next one is published; return it, and its links."""
    desk = opened(database.parent)
    hall = opened_hall(desk, "ema-2016", rounds=size.before + size.rounds)
    hall.seat(size.tables * 4, rounds=size.before + size.rounds)
    for round_no in range(1, size.before + 1):
        hall.start(round_no)
        for table_no in range(1, size.tables + 1):
            sheet = PaperSheet(round=round_no, table_no=table_no, scores=scores(table_no))
            done(enter_paper(hall.event_desk, hall.order(), sheet))
        hall.close(round_no)
    cards = make_cards(hall.event_desk, hall.order(), tuple(range(1, size.tables + 1)))
    referee = make_link(hall.event_desk, hall.order(), Role.REFEREE)
    assert isinstance(cards, tuple)
    assert isinstance(referee, str)
    return str(desk.path), hall.token, referee, cards, hall


def played(server: RealServer, size: Size, links: tuple[str, str, tuple[str, ...]], hall: Hall) -> Played:
    """Let everybody come in, and return who is there."""
    organiser, referee = Browser(server.port), Browser(server.port)
    organiser.send(f"/in/{links[0]}")
    referee.send(f"/in/{links[1]}")
    load = Load(port=server.port, askers=[Asker("table", "", 3, {}) for _ in links[2]])
    load.askers += [Asker("staff", f"/e/{hall.id}/round/state", 2, referee.cookies) for _ in range(size.staff)]
    load.askers += [Asker("viewer", f"/e/{hall.id}?me={turn + 1}", 15, {}) for turn in range(size.viewers)]
    phones = [Browser(server.port) for _ in links[2]]
    return Played(size=size, hall=hall, load=load, organiser=organiser, referee=referee, phones=phones, cards=links[2])


def play_event(size: Size) -> Iterator[tuple[Figure, list[str]]]:
    """Play an event over HTTP; yield each figure beside its budget, and with it what went wrong so far."""
    with TemporaryDirectory() as folder:
        path, organiser, referee, cards, hall = prepared(Path(folder) / "games.db", size)
        server = RealServer(database=Path(path), port=free_port())
        server.launch()
        there = played(server, size, (organiser, referee, cards), hall)
        clerks = there.load.ask_on()
        time.sleep(size.coming)
        rounds = range(size.before + 1, size.before + size.rounds + 1)
        try:
            spans = [times_of(there, round_no) for round_no in rounds]
        finally:
            there.load.stops.set()
            for each in clerks:
                each.join()
            for browser in (there.organiser, there.referee, *there.phones):
                browser.close()
        for figure in figures(server, there, spans):
            yield figure, there.load.wrong
        server.kill()
        hall.event_desk.desk.store.close()  # type: ignore[attr-defined]


def times_of(there: Played, round_no: int) -> tuple[float, ...]:
    """Play a round; return when it was started, played, entered and closed."""
    there.scan()
    steps: tuple[Callable[[int], None], ...] = (there.start, there.play, there.enter, there.close)
    times = [time.perf_counter()]
    for step in steps:
        step(round_no)
        times.append(time.perf_counter())
    time.sleep(1)
    return tuple(times)


def figures(server: RealServer, there: Played, spans: list[tuple[float, ...]]) -> Iterator[Figure]:
    """Yield the figures of an event that was played."""
    load, size = there.load, there.size
    polls = load.of("polls")
    asked = f"{len(load.askers)} browsers"
    yield Figure(
        what=f"polls of {asked}: how many, p50, p99",
        measured=f"{len(polls)}, {part(polls, 50)}, {part(polls, 99)}",
        wanted="p99 at most 50 ms",
    )
    for kind, what in (("hands", "a hand"), ("rulings", "a ruling")):
        yield Figure(
            what=f"{what} recorded meanwhile: p50, p99",
            measured=f"{part(load.of(kind), 50)}, {part(load.of(kind), 99)}",
            wanted="at most 20 ms",
        )
    starts = max(max(load.of("polls", span[0] - 1, span[1] + 2)) for span in spans)
    yield Figure(
        what=f"{size.tables} games begun in one order; the slowest poll then",
        measured=f"{max(load.of('start')):.2f} s, {starts * 1000:.0f} ms",
        wanted="1 s, 200 ms",
    )
    entered = max(max(load.of("polls", span[2], span[3])) for span in spans)
    spent = max(span[3] - span[2] for span in spans)
    yield Figure(
        what=f"{size.tables} results entered; the slowest poll then",
        measured=f"{spent:.0f} s, {entered * 1000:.0f} ms",
        wanted="120 s, 200 ms",
    )
    yield from after_play(server, there)


def after_play(server: RealServer, there: Played) -> Iterator[Figure]:
    """Yield the size of the public page and of the database, the memory, and how soon a new start answers."""
    viewer = Browser(server.port)
    answer, text = viewer.send(there.to())
    viewer.close()
    packed = int(answer.headers["Content-Length"] or 0) or len(gzip.compress(text.encode()))
    people = text.count('<td role="cell" class="rank">')
    yield Figure(
        what=f"public standings of {people}, compressed",
        measured=f"{packed / 1000:.0f} KB",
        wanted="at most 80 KB",
    )
    yield Figure(what="memory of the server at its most", measured=peak_memory(server), wanted="at most 300 MB")
    server.kill()
    began = time.perf_counter()
    server.launch()
    viewer.send(there.to())
    viewer.close()
    yield Figure(
        what="killed and started again, first page after",
        measured=f"{time.perf_counter() - began:.2f} s",
        wanted="at most 3 s",
    )


def load_figures() -> Iterator[Figure]:
    """Play the event of `events/8` for five minutes."""
    for figure, wrong in play_event(WHOLE):
        assert wrong == [], wrong[:5]
        yield figure
