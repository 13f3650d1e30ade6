"""Whatever stands or happens between phone and server: nothing confirmed is lost or doubled, and the words are true."""

import os
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from functools import cache
from html import unescape
from typing import Any
from urllib.parse import urlsplit
from urllib.request import urlopen

import pytest
from playwright.sync_api import BrowserType, Page, expect

from tests.offline.conftest import HALL, RealServer, free_port, link_says, ready
from tests.offline.forks import Parent
from tests.offline.proxy import FAULTS, Between, between
from tests.offline.test_without_https import keeps
from tests.web.table import begin, choose_rules, start

FOREIGN = ("something else answers", "1 unsent")
DEAD = ("Offline since", "1 unsent")
SAYS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(FAULTS, FOREIGN),
    **dict.fromkeys(("gateway 503", "broken", "half", "answer lost", "slow"), DEAD),
    "answer lost": ("1 unsent",),
    "ours 503": ("cannot write now (disk full)", "1 unsent"),
    "ours 500": ("cannot write now", "1 unsent"),
    "ours 404": ("An entry waits: the server does not know the table",),
    "ours 413": ("An entry waits: it is too large for the server",),
    "ours 429": ("An entry waits: the server takes no more of them",),
}
HELD = ("ours 404", "ours 413", "ours 429")
FEW = {
    ("worker", "confirm"): ("portal 200", "ours 413", "answer lost"),
    ("worker", "send"): ("portal 403", "ours 503"),
    ("page", "confirm"): ("portal 302 here", "half"),
    ("page", "send"): ("portal 200",),
}
EVERY = {(mode, when): tuple(FAULTS) for mode in ("worker", "page") for when in ("confirm", "send")}
WANTED = EVERY if os.environ.get("FAULTS") == "all" else FEW
CASES = [(mode, when, fault) for (mode, when), faults in WANTED.items() for fault in faults]


@dataclass
class Hall:
    """A phone at a table, with something between it and the server; ``played`` counts the hands."""

    page: Page
    between: Between
    table: str
    server: RealServer
    played: int = 0

    def on_sheet(self) -> list[str]:
        """Return the hands on the server's sheet, as its rows are headed."""
        with urlopen(self.server.address + urlsplit(self.table).path + "/sheet") as answer:  # noqa: S310 - our own server
            return re.findall(r'<span class="hidden">(East 1, \d+ honba)</span>', unescape(answer.read().decode()))


@pytest.fixture(scope="module")
def halls(
    tmp_path_factory: pytest.TempPathFactory,
    forks: Parent,
    browser_type: BrowserType,
    browser_type_launch_args: dict[str, Any],
) -> Iterator[Callable[[str], Hall]]:
    """Return a phone at a table for each way to go on: with a service worker, and on the plain HTTP of a hall."""
    arguments = [*browser_type_launch_args["args"], f"--host-resolver-rules=MAP {HALL} 127.0.0.1"]
    with ExitStack() as at_the_end:
        browser = browser_type.launch(**(browser_type_launch_args | {"args": arguments}))
        at_the_end.callback(browser.close)
        folder = tmp_path_factory.mktemp("faults")
        server = RealServer(database=folder / "club.db", port=free_port(), begin=forks.start)
        server.start()
        at_the_end.callback(server.kill)

        @cache
        def hall(mode: str) -> Hall:
            proxy = at_the_end.enter_context(between(server.address))
            page = browser.new_context(
                viewport={"width": 390, "height": 844}, is_mobile=True, has_touch=True
            ).new_page()
            return Hall(page=page, between=proxy, table=at_new_table(page, proxy.port, mode), server=server)

        yield hall


def at_new_table(page: Page, port: int, mode: str) -> str:
    """Start a game, wait until the phone keeps what it needs, and return the address of the table."""
    if mode == "worker":
        table = begin(page, f"http://127.0.0.1:{port}", "aalto")
        ready(page)
        return table
    page.goto(f"http://{HALL}:{port}")
    keeps(page, "words.en")
    choose_rules(page, "Aalto")
    table = start(page)
    keeps(page, table.rpartition("/")[2])
    return table


def fill_in(page: Page) -> None:
    """Tap a draw with everybody tenpai: nothing moves, the same hand comes again with one honba more."""
    page.locator("nav.record").get_by_role("link", name="Draw", exact=True).tap()
    tiles = page.locator("label.for-draw.tile")
    expect(tiles).to_have_count(4)
    for seat in range(4):
        tiles.nth(seat).tap()
    expect(page.locator("#payment")).to_contain_text("Next: East 1")


def send_held(page: Page) -> None:
    """Send what the server did not take once more."""
    page.locator("#link a").tap()
    expect(page.get_by_role("link", name="Download what was not sent")).to_be_visible()
    page.get_by_role("button", name="Send now").tap()


@pytest.mark.parametrize(("mode", "when", "fault"), CASES)
def test_a_fault(halls: Callable[[str], Hall], mode: str, when: str, fault: str) -> None:
    """Shown at once, said as what it is, and once on the sheet when the fault is over."""
    hall = halls(mode)
    page = hall.page
    link_says(page, "Saved")
    fill_in(page)
    hall.between.playing = FAULTS[fault if when == "confirm" else "broken"]
    page.get_by_role("button", name="Confirm", exact=True).tap()
    hall.played += 1
    if when == "send":
        link_says(page, "Offline since", "1 unsent")
        hall.between.playing = FAULTS[fault]
    link_says(page, *SAYS[fault])
    expect(page.locator("#link")).not_to_contain_text("Saved")
    if fault in HELD:
        hall.between.playing = None
        send_held(page)
    else:
        expect(page.locator(".centre .counts")).to_contain_text(f"{hall.played} honba")
    hall.between.playing = None
    link_says(page, "Saved")
    expect(page.locator(".centre .counts")).to_contain_text(f"{hall.played} honba")
    expect(page.get_by_role("heading", name="Hotel")).to_have_count(0)
    assert hall.on_sheet() == [f"East 1, {honba} honba" for honba in range(hall.played)]
