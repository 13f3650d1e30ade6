"""Rules that a club saved on pages, on a phone: read and played without a network, and no new program for them."""

from collections.abc import Iterator
from http import HTTPStatus
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.offline.conftest import RealServer, free_port, link_says, ready
from tests.server.test_saving import SECOND
from tests.web.table import RON, Fingers, begin, check_scores, record, start

RULES = SECOND.replace("31000", "{points}")


@pytest.fixture
def club(tmp_path: Path) -> Iterator[RealServer]:
    """Return a server at which everybody may save rules."""
    server = RealServer(database=tmp_path / "club.db", port=free_port())
    server.start("--rulesets", str(tmp_path), "--rules-editing", "open")
    yield server
    if server.process is not None:
        server.kill()


SAVE = """async ([text, id, version]) => {
    const body = new URLSearchParams({ text, id, version });
    const answer = await fetch("/rules/save", { method: "POST", body, headers: { Accept: "application/json" } });
    return answer.json();
}"""
WORKER = "async () => (await navigator.serviceWorker.getRegistration()).active.scriptURL + (await caches.keys()).join()"
PIECE = """async (book) => {
    const cache = await caches.open((await caches.keys()).find((each) => each.startsWith("referee-")));
    return (await cache.keys()).some((request) => request.url.includes(encodeURI(book)));
}"""


def keeps(page: Page, book: str) -> None:
    """Wait until the phone keeps a book."""
    for _ in range(600):
        if page.evaluate(PIECE, book):
            return
        page.wait_for_timeout(100)
    pytest.fail(f"the phone does not keep {book}")


def test_saved_rules_are_played_without_a_network(page: Page, club: RealServer) -> None:
    """Opened once, they are read, and a game begins under them and is on the server later; the worker stays."""
    begin(page, club.address, "aalto")
    ready(page)
    before = page.evaluate(WORKER)
    found = page.evaluate(SAVE, [RULES.format(points=31000), "", ""])
    page.goto(f"{club.address}/rules/{found['id']}")
    keeps(page, found["book"])
    newer = page.evaluate(SAVE, [RULES.format(points=32000), found["id"], "1"])
    page.goto(f"{club.address}/rules/{found['id']}")
    keeps(page, newer["book"])
    assert page.evaluate(WORKER) == before

    club.kill()
    page.goto(f"{club.address}/rules/{found['id']}")
    expect(page.get_by_text("32,000").first).to_be_visible()
    page.goto(f"{club.address}/games/new?ruleset={newer['book']}")
    expect(page.locator("html")).to_have_attribute("data-answered-by", "phone")
    assert page.locator(f"select[name=ruleset] option[value='{found['book']}']").count() == 0
    expect(page.locator("select[name=ruleset]")).to_have_value(newer["book"])
    for seat, name in enumerate(("Aino", "Bo", "Chie", "Dan")):
        page.fill(f"[name=name-{seat}]", name)
    page.locator("form[action='/games'] button.act--main").tap()
    expect(page.get_by_text("32,000").first).to_be_visible()
    table = page.url

    club.start("--rulesets", str(club.database.parent), "--rules-editing", "open")
    page.goto(table)
    for _ in range(600):
        if club.status_of(table.removeprefix(club.address)) == 200:
            break
        page.wait_for_timeout(200)
    assert club.status_of(table.removeprefix(club.address)) == 200
    assert page.evaluate(WORKER) == before


def test_rules_that_are_gone_are_a_choice(page: Page, club: RealServer) -> None:
    """Begun without a network under rules that the server then lacks: a person says under which ones, hands behind."""
    fingers = Fingers(page=page)
    begin(page, club.address, "aalto")
    ready(page)
    found = page.evaluate(SAVE, [RULES.format(points=31000), "", ""])
    page.goto(f"{club.address}/rules/{found['id']}")
    keeps(page, found["book"])
    club.kill()
    page.goto(f"{club.address}/games/new?ruleset={found['book']}")
    table = start(page)
    record(fingers, RON)
    check_scores(page, (25800, 36200, 31000, 31000), 0)
    link_says(page, "3 unsent")

    club.start()
    link_says(page, "An entry waits")
    assert club.status_of(table.removeprefix(club.address)) == HTTPStatus.NOT_FOUND
    page.locator("#link a").tap()
    page.get_by_role("button", name="Check it").tap()
    expect(page.locator("main")).to_contain_text("no longer has exactly these rules")
    page.locator("select[name=ruleset]").select_option("ema-2016")
    page.locator("form[action='/games'] button").tap()
    page.wait_for_url(table)
    link_says(page, "Saved")
    page.goto(table)
    expect(page.locator("html")).not_to_have_attribute("data-answered-by", "phone")
    check_scores(page, (24800, 35200, 30000, 30000), 0)


def test_what_is_typed_stays_while_the_server_is_away(page: Page, club: RealServer) -> None:
    """The form stays as it is, and saves once the server is there again."""
    begin(page, club.address, "aalto")
    ready(page)
    found = page.evaluate(SAVE, [RULES.format(points=31000), "", ""])
    page.goto(f"{club.address}/rules/{found['id']}/edit")
    page.fill("input[name=title]", "Riverside 33")
    page.locator("button[formaction='/own-rules/result']").tap()
    save = page.locator("button[formaction='/rules/save']")
    expect(save).to_be_visible()
    club.kill()
    save.tap()
    page.wait_for_timeout(4000)
    expect(page.locator("main")).to_contain_text("Riverside 33")

    club.start("--rulesets", str(club.database.parent), "--rules-editing", "open")
    save.tap()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Riverside 33")
