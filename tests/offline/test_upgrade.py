"""A phone on which an older version still runs: no entry of it is lost, and no new page runs on its scripts."""

import re
import secrets
import shutil
import threading
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from hashlib import sha256
from http import HTTPStatus
from mimetypes import guess_type
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient
from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Page, expect

from referee import desk as desks
from referee.database import DatabaseDesk
from referee.web import create_app, downloads, guard
from referee.web.server import make_server
from tests.desks import Played, order, ron
from tests.offline.conftest import link_says, ready
from tests.offline.proxy import Answer, Asked, Between, between, broken
from tests.offline.test_without_network import OTHER, TSUMO
from tests.web.table import PLAYERS, RON, Fingers, check_scores, play
from tests.web.table import Played as HandTapped

KEPT = Path(__file__).parents[1] / "kept"
FIRST = KEPT / "eaf7b57"
"""The first version that phones may still run, as its server sent it."""
BETWEEN = ("50b4e3d", "8b580b0")
"""Later versions, whose workers and scripts are kept: the first that answered without a network by one program, and the
last before books were kept as they were opened.
"""
VERSIONS = "() => caches.keys().then((names) => names.filter((name) => name.startsWith('referee-')))"
SCRIPTS = """() => Promise.all([...document.scripts].map(async ({ src }) => [src, await (await fetch(src)).text()]))"""
"""The scripts of the page that is shown, as the worker in charge answers for them."""

OLD_PAGE = "New version: load it"
"""What only pages of the first version say."""
ANSWERED_HERE = 'data-answered-by="phone"'
"""What the pages say that later versions answer themselves."""
UPGRADE_PATIENCE = 90_000
"""Milliseconds: the plain page alone waits 20 seconds for what is unsent, and as long for the new version."""

KNOWS = """async ([build]) => {
    const end = (asked) => new Promise((resolve) => { asked.onsuccess = () => resolve(asked.result); });
    const [{ logs }, { pieces }] = [await phone.ask("export"), await phone.ask("kept")];
    const database = await end(indexedDB.open("referee"));
    const rules = await end(database.transaction("rules").objectStore("rules").getAllKeys());
    database.close();
    const knows = ({ address, book, ruleset }) =>
        address && pieces.includes(`book.${book}`) && rules.includes(`${build} ${ruleset}`);
    return logs.every(knows);
}"""
"""Whether this version keeps what it needs of every table, in its own words."""

STARTED = """async () => {
    const late = () => new Promise((resolve) => setTimeout(resolve, 1000));
    while (!(await Promise.race([phone.ask("state"), late()])));
}"""


def unpacked(name: str) -> dict[str, bytes]:
    """Return what lies in a box, by address."""
    with zipfile.ZipFile(FIRST / name) as box:
        return {each: box.read(each) for each in box.namelist()}


SENT, PAGES = unpacked("sent.zip"), unpacked("pages.zip")
PASSED_ON = re.compile(r"^/t/[^/]+/(log|rules/.*)$|^/phone/alive$|^/clock$")
"""What the first version is answered as it was then."""


def first_version(asked: Asked) -> Answer | None:
    """Answer as the server of the first version, at tables of today's server."""
    path = urlsplit(asked.path).path
    if (content := SENT.get(path.lstrip("/"))) is not None:
        return Answer(200, [("Content-Type", guess_type(path)[0] or "application/octet-stream")], content)
    at_table = re.match("/t/([^/]+)", path)
    token = at_table[1] if at_table else "TOKEN"
    if (content := PAGES.get(path.replace(token, "TOKEN").lstrip("/") or "index")) is not None:
        text = content.decode().replace("TOKEN", token).replace("COMMAND", secrets.token_hex(16))
        return Answer(200, [("Content-Type", "text/html; charset=utf-8")], text.encode())
    return asked.pass_on() if PASSED_ON.search(path) else Answer(304 if path.endswith("/state") else 404, [])


def untold(asked: Asked) -> Answer | None:
    """Answer as today's server where a browser says nothing of its own."""
    kept = {name: value for name, value in asked.headers.items() if not name.lower().startswith("sec-fetch")}
    return replace(asked, headers=kept).pass_on()


Server = Callable[[Asked], Answer]


NOTICE = b'id="notice"'
NOTICE_THEN = b'id="said"'


def as_then(asked: Asked) -> Answer:
    """Let the page that loads a new version name its notice as the scripts of versions between look for it."""
    headers = {name: value for name, value in asked.headers.items() if name.lower() != "accept-encoding"}
    answer = replace(asked, headers=headers).pass_on()
    return replace(answer, body=answer.body.replace(NOTICE, NOTICE_THEN.ljust(len(NOTICE))))


@contextmanager
def version_served(desk: DatabaseDesk, app: Flask, static: Path | None, name: str) -> Iterator[Server]:
    """Serve a version of another name, with the static files of this folder where there are some."""
    with app.test_request_context():
        downloads.downloads()  # of today's program: those of this name, in the cache, may be of any day's
    made = create_app(desk.library, desk)
    made.config["STATIC"] = static or made.config["STATIC"]
    made.extensions[guard.BUILD_NAME] = f"referee-{name}"
    made.extensions[downloads.EXTENSION] = app.extensions[downloads.EXTENSION]
    server = make_server(made, "127.0.0.1", 0)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()

    def served(asked: Asked) -> Answer:
        passed = replace(asked, beyond=f"http://127.0.0.1:{server.effective_port}")
        return as_then(passed) if static else passed.pass_on()

    yield served
    server.close()
    thread.join(timeout=5)


@pytest.fixture
def later_version(request: pytest.FixtureRequest, desk: DatabaseDesk, app: Flask, tmp_path: Path) -> Iterator[Server]:
    """Return a server with the worker and the scripts of a version between, or of another name alone, with today's.

    A phone takes over all that is new there: only its scripts decide how the next version takes over from them.
    """
    static = None
    if request.param in BETWEEN:
        static = tmp_path.resolve() / "static"
        shutil.copytree(app.config["STATIC"], static, ignore=shutil.ignore_patterns("readme"))
        with zipfile.ZipFile(KEPT / request.param / "scripts.zip") as box:
            box.extractall(static)
    with version_served(desk, app, static, request.param) as served:
        yield served


def evaluated(page: Page, script: str, given: object = None) -> Any:  # noqa: ANN401 whatever a script returns
    """Return what a script finds on a page, or on the next one if that takes its place meanwhile."""
    try:
        return page.evaluate(script, given)
    except PlaywrightError:
        page.wait_for_load_state()
        return page.evaluate(script, given)


def until(page: Page, script: str, expected: object, given: object = None) -> None:
    """Wait until a page answers so."""
    for _ in range(200):
        if evaluated(page, script, given) == expected:
            return
        page.wait_for_timeout(100)
    assert evaluated(page, script, given) == expected


@dataclass(frozen=True, kw_only=True)
class Phone:
    """A phone and what stands between it and the server; ``mixed`` are the pages that another version was given.

    ``seen`` lets orders pass.
    """

    page: Page
    proxy: Between
    desk: DatabaseDesk
    build: str
    mixed: list[str]
    seen: threading.Event = field(default_factory=threading.Event)

    @property
    def here(self) -> str:
        """Where it finds the server."""
        return f"http://127.0.0.1:{self.proxy.port}"

    def table(self, ruleset: str = "aalto") -> Played:
        """Begin a game and open its table, ready to lose the network."""
        begun = desks.start(self.desk, order(), desks.NewGame(ruleset=ruleset, options={}, names=PLAYERS, table=None))
        assert isinstance(begun, desks.Begun)
        self.page.request.post(f"{self.here}/t/{begun.token}/seat", form={"me": "0"})
        self.page.goto(f"{self.here}/t/{begun.token}")
        ready(self.page)
        return Played(desk=self.desk, game=begun.game, token=begun.token)

    def today(self, asked: Asked) -> Answer | None:
        """Answer as today's server, and note every page that today's worker has not asked for."""
        answer = asked.pass_on()
        says = {name.lower(): value for name, value in asked.headers.items()}
        if b"js/offline.js" in answer.body and says.get("referee-build") != self.build:
            self.mixed.append(asked.path)
        return answer

    def slow(self, asked: Asked) -> Answer | None:
        """Answer as today's server, to orders only once they were seen on their way."""
        if asked.method == "POST":
            self.seen.wait(timeout=20)
        return self.today(asked)

    def opens(self, path: str) -> None:
        """Go to a page until the server's is shown: a phone that waits two seconds for it then shows its own."""
        for _ in range(10):
            self.page.goto(f"{self.here}{path}")
            shown = evaluated(self.page, "document.documentElement.outerHTML")
            if OLD_PAGE not in shown and ANSWERED_HERE not in shown:
                return

    def plays_alone(self, hand: HandTapped, count: int = 1) -> None:
        """Lose the server and enter a hand, with which so many entries are unsent."""
        self.proxy.playing = broken
        play(Fingers(page=self.page), hand)
        link_says(self.page, f"{count} unsent")

    def wake(self) -> None:
        """Stop the worker as a phone in a pocket does, and let the page start one that has to look for the server."""
        devices = self.page.context.new_cdp_session(self.page)
        devices.send("ServiceWorker.enable")
        devices.send("ServiceWorker.stopAllWorkers")
        self.page.evaluate(STARTED)

    def is_new(self) -> None:
        """See that only this version is left, that the page's scripts are what it names, and that nothing was mixed."""
        page = self.page
        expect(page.locator("#link")).to_contain_text("Saved", timeout=UPGRADE_PATIENCE)
        until(page, VERSIONS, [self.build])
        self.runs_its_scripts()
        ready(page)
        until(page, KNOWS, expected=True, given=[self.build])
        assert self.mixed == []

    def runs_its_scripts(self) -> None:
        """See that every script of the page is what its address says."""
        for source, text in evaluated(self.page, SCRIPTS):
            assert sha256(text.encode()).hexdigest().startswith(source.split("/")[4]), source


@pytest.fixture
def phone(page: Page, app: Flask, desk: DatabaseDesk, address: str) -> Iterator[Phone]:
    """Return a phone of the first version."""
    with between(address) as proxy:
        proxy.playing = first_version
        yield Phone(page=page, proxy=proxy, desk=desk, build=guard.build_of(app), mixed=[])


def hands(game: Played) -> list[list[int]]:
    """Return the scores after every hand of the sheet."""
    return [list(row.after.scores) for row in game.view.sheet if isinstance(row, desks.HandRow)]


def goes_on_alone(phone: Phone, game: Played) -> None:
    """See that the phone answers a table without a network, also an entry, which arrives later."""
    before = len(hands(game))
    phone.proxy.playing = broken
    phone.page.goto(f"{phone.here}/t/{game.token}")
    expect(phone.page.locator("html")).to_have_attribute("data-answered-by", "phone")
    play(Fingers(page=phone.page), TSUMO if before else RON)
    link_says(phone.page, "unsent")
    phone.proxy.playing = phone.today
    link_says(phone.page, "Saved")
    assert len(hands(game)) == before + 1


def test_the_next_page_is_new(phone: Phone) -> None:
    """Where nothing is unsent this version takes over at once, and knows the tables that the first one knew."""
    games = [phone.table(), phone.table()]
    phone.proxy.playing = phone.today
    phone.opens(f"/t/{games[0].token}")
    phone.is_new()
    for game in games:
        goes_on_alone(phone, game)


def test_an_entry_is_sent_before(phone: Phone) -> None:
    """What was entered without a network goes out first, once, while a plain page says so; also with two tabs."""
    game = phone.table()
    phone.plays_alone(RON)
    phone.page.goto(f"{phone.here}/offline")
    other = phone.page.context.new_page()
    other.goto(f"{phone.here}/t/{game.token}/record")
    phone.wake()
    phone.proxy.playing = phone.slow
    phone.opens(f"/t/{game.token}")
    expect(phone.page.get_by_role("status")).to_have_text("1 unsent, sending")
    phone.seen.set()
    check_scores(phone.page, RON.scores, 0)
    phone.is_new()
    assert hands(game) == [list(RON.scores)]

    other.goto(f"{phone.here}/t/{game.token}")
    replace(phone, page=other).is_new()
    other.close()
    goes_on_alone(phone, game)


def test_a_browser_that_does_not_tell_who_asks(phone: Phone) -> None:
    """One without `Sec-Fetch-Mode`, or whose worker did not start: a new page on the old worker has its own scripts."""
    game = phone.table()
    phone.plays_alone(RON)
    phone.page.goto(f"{phone.here}/offline")
    phone.wake()
    phone.proxy.playing = untold
    phone.opens(f"/t/{game.token}")
    assert "js/offline.js" in phone.page.content()
    phone.runs_its_scripts()
    phone.is_new()
    assert hands(game) == [list(RON.scores)]


def test_an_entry_that_waits_for_somebody_stays(phone: Phone) -> None:
    """Another hand was entered first: the new version shows both, and nothing is entered twice."""
    game = phone.table()
    phone.plays_alone(RON)
    phone.page.goto(f"{phone.here}/offline")
    game.record(ron(1, 0, 3, 30))
    phone.wake()
    phone.proxy.playing = phone.today
    phone.opens(f"/t/{game.token}")
    link_says(phone.page, "An entry waits: someone else changed the score sheet first")
    until(phone.page, VERSIONS, [phone.build])
    phone.page.locator("#link a").tap()
    phone.page.get_by_role("button", name="Check it").tap()
    expect(phone.page.get_by_role("region", name="On the score sheet")).to_contain_text("Ben (3 han 30 fu) from Aino")
    phone.page.get_by_role("link", name="Keep the score sheet").tap()
    phone.is_new()
    assert hands(game) == [list(OTHER.scores)]


@pytest.mark.parametrize("later_version", ["earlier", *BETWEEN], indirect=True)
def test_a_later_version(phone: Phone, later_version: Server) -> None:
    """It lets this one take over as the first one does; what it keeps of every table is of use without a network."""
    phone.proxy.playing = later_version
    games = [phone.table("m-league"), phone.table()]
    phone.plays_alone(RON)
    phone.wake()
    phone.proxy.playing = phone.today
    phone.opens("/")
    phone.is_new()
    assert hands(games[1]) == [list(RON.scores)]
    for game in games:
        goes_on_alone(phone, game)


@pytest.mark.parametrize("later_version", BETWEEN[:1], indirect=True)
def test_one_version_after_the_other(phone: Phone, later_version: Server) -> None:
    """From the first version over one between to this one: what was entered under each of them arrives once."""
    game = phone.table()
    phone.plays_alone(RON)
    phone.page.goto(f"{phone.here}/offline")
    phone.wake()
    phone.proxy.playing = later_version
    phone.opens(f"/t/{game.token}")
    expect(phone.page.locator("#link")).to_contain_text("Saved", timeout=UPGRADE_PATIENCE)
    until(phone.page, VERSIONS, ["referee-50b4e3d"])
    check_scores(phone.page, RON.scores, 0)
    ready(phone.page)

    phone.proxy.playing = broken
    phone.page.goto(f"{phone.here}/t/{game.token}")
    play(Fingers(page=phone.page), TSUMO)
    link_says(phone.page, "2 unsent")
    phone.wake()
    phone.proxy.playing = phone.today
    phone.opens(f"/t/{game.token}")
    phone.is_new()
    assert hands(game) == [list(RON.scores), list(TSUMO.scores)]


def test_what_the_first_version_asks_for(client: FlaskClient) -> None:
    """It gets what it can use, or is refused: no page or piece of this version that it would keep as one of its own."""
    asked = {"Accept": "text/html", "Sec-Fetch-Mode": "cors"}
    for path in ("/", "/offline", "/rulings", "/games/new", "/nowhere"):
        found = client.get(path, headers=asked)
        assert found.status_code in (HTTPStatus.CONFLICT, HTTPStatus.NOT_FOUND)
        assert "js/offline.js" not in found.text
        assert "js/offline.js" in client.get(path, headers=asked | {"Sec-Fetch-Mode": "navigate"}).text
    assert client.get("/phone/alive", headers=asked).status_code == HTTPStatus.NO_CONTENT
    pieces = [path for path in SENT if path.startswith("phone/") and path != "phone/build.json"]
    assert {client.get(f"/{path}").status_code for path in pieces} == {HTTPStatus.NOT_FOUND}
