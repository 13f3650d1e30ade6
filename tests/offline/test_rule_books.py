"""The rulebooks that were opened on a phone are read on it without a network, others are said not to be here."""

import re
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.offline.conftest import PhoneAtTable, RealServer
from tests.offline.test_new_version import LOOK_FOR_ONE, VERSION, with_another_book
from tests.offline.test_upgrade import evaluated

KEPT = """async (path) => {
    const found = await caches.match(path, { ignoreVary: true });
    return Boolean(found);
}"""
SOCIAL = "/rules/ema-2016?option-play=social"


def opened(page: Page, address: str, path: str) -> None:
    """Read a document, and wait until the phone keeps it."""
    page.goto(address + path)
    kept(page, path)


def kept(page: Page, path: str) -> None:
    """Wait until the phone keeps a document."""
    for _ in range(600):
        if evaluated(page, KEPT, path):
            return
        page.wait_for_timeout(100)
    raise AssertionError(path)


def test_books_that_were_opened(at_table: PhoneAtTable, server: RealServer) -> None:
    """As they were opened: with these options and no others; a ruling's clause leads to its words in them."""
    page, address = at_table.page, server.address
    opened(page, address, "/rules/aalto")
    opened(page, address, SOCIAL)
    server.kill()

    page.goto(address + SOCIAL)
    expect(page.locator("select[name=option-play]")).to_have_value("social")
    expect(page.locator("#link")).to_contain_text("as seen at")
    page.goto(address + "/rules/ema-2016?option-play=competition")
    expect(page.locator("main")).to_contain_text("not saved on this phone")
    page.goto(address + "/rules/warsaw")
    expect(page.locator("main")).to_contain_text("not saved on this phone")

    page.goto(at_table.table + "/rulings/mistaken_win?answer-shown=14")
    page.locator("a[href^='/rules/clauses/aalto/44']").first.tap()
    expect(page).to_have_url(re.compile("/rules/aalto#clause-aalto/44$"))
    expect(page.locator("[id='clause-aalto/44']")).to_be_in_viewport()
    page.goto(address + "/rules/clauses/warsaw/3.1")
    expect(page.locator("main")).to_contain_text("not saved on this phone")


def test_a_tap_on_a_clause_shows_its_words(page: Page, server: RealServer) -> None:
    """With a network, through the worker: where the server sends the page, the clause is on the screen."""
    page.goto(server.address)
    evaluated(page, "() => navigator.serviceWorker.ready.then(() => true)")
    page.goto(server.address + "/rulings/mistaken_win?ruleset=aalto&answer-shown=14")
    page.locator("a.clause").first.tap()
    expect(page).to_have_url(re.compile(r"/rules/aalto\?.*#clause-aalto/\d+$"))
    expect(page.locator(f"[id='{page.url.partition('#')[2]}']")).to_be_in_viewport()


def test_a_new_version_keeps_them_anew(at_table: PhoneAtTable, server: RealServer, tmp_path: Path) -> None:
    """The next version of the program asks for what was opened under the one before, and is read without a network."""
    page, address = at_table.page, server.address
    (old,) = page.evaluate(VERSION)
    opened(page, address, "/rules/aalto")
    server.kill()
    with_another_book(server, tmp_path / "rulesets")
    page.goto(at_table.table)
    evaluated(page, LOOK_FOR_ONE)
    for _ in range(600):
        if old not in evaluated(page, VERSION):
            break
        page.wait_for_timeout(100)
    assert old not in evaluated(page, VERSION)
    kept(page, "/rules/aalto")
    server.kill()

    page.goto(address + "/rules/aalto")
    expect(page.locator("#clauses")).to_be_attached()
    expect(page.locator("#link")).to_contain_text("as seen at")
