"""A new version of the program waits until nobody can lose anything by it."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from referee.paths import rulesets_dir
from tests.offline.conftest import PhoneAtTable, RealServer, link_says
from tests.web.table import RON, Fingers, check_scores, fill, play

VERSION = "() => caches.keys().then((names) => names.filter((name) => name.startsWith('referee-')))"

LOOK_FOR_ONE = "() => navigator.serviceWorker.getRegistration().then((registration) => registration.update())"
"""What a browser does by itself now and then."""


def with_another_book(server: RealServer, folder: Path) -> None:
    """Start the server with one more ruleset: what phones keep is then another version."""
    folder.mkdir()
    text = (rulesets_dir() / "m-league.toml").read_text("utf-8")
    (folder / "house.toml").write_text(text.replace('id = "m-league"', 'id = "house"'), "utf-8")
    server.start("--rulesets", str(folder))


def renewal(page: Page) -> None:
    """Wait until the new version is offered."""
    expect(page.get_by_role("button", name="Update")).to_be_visible(timeout=30_000)


def renew(page: Page) -> None:
    """Take the new version, and wait until the page is drawn again.

    Chromium lets a new worker begin when the old one rests, which it may notice minutes later where everything is slow;
    a worker that is stopped rests.
    """
    drawn: list[Page] = []
    page.once("load", lambda _: drawn.append(page))
    page.get_by_role("button", name="Update").tap()
    devices = page.context.new_cdp_session(page)
    devices.send("ServiceWorker.enable")
    for tenth in range(1, 600):
        if drawn:
            return
        page.wait_for_timeout(100)
        if tenth % 100 == 0:
            devices.send("ServiceWorker.stopAllWorkers")
    pytest.fail("the new version did not take over")


def test_a_new_version_never_throws_anything_away(at_table: PhoneAtTable, server: RealServer, tmp_path: Path) -> None:
    """An open page offers it where all is sent and no form is begun, and takes it with one tap; the game goes on."""
    page = at_table.page
    (old,) = page.evaluate(VERSION)
    server.kill()
    play(Fingers(page=page), RON)
    expect(page.get_by_role("button", name="Update")).to_be_hidden()
    page.locator("nav.record").get_by_role("link", name="Ron").tap()
    fill(Fingers(page=page), RON)
    expect(page.locator(".amount")).to_be_visible()
    other = at_table.context.new_page()
    other.goto(at_table.table)
    with_another_book(server, tmp_path / "rulesets")
    link_says(other, "Saved")

    other.evaluate(LOOK_FOR_ONE)
    renewal(other)
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    page.wait_for_timeout(500)
    expect(page.get_by_role("button", name="Update")).to_be_hidden()
    renew(other)
    check_scores(other, RON.scores, 0)
    for _ in range(600):
        if old not in other.evaluate(VERSION):
            break
        other.wait_for_timeout(100)
    assert old not in other.evaluate(VERSION)
    assert len(other.evaluate(VERSION)) == 1
    expect(page.locator(".amount")).to_be_visible()
