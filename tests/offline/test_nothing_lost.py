"""What was confirmed on a phone stays until the sheet holds it, whatever happens to either's memory."""

import shutil
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.offline.conftest import HALL, PhoneAtTable, RealServer, link_says, ready
from tests.offline.proxy import FAULTS, between
from tests.offline.test_without_https import keeps
from tests.offline.test_without_network import OTHER, agrees, hands_on_sheet, in_conflict
from tests.web.table import PLAYERS, RON, Fingers, Played, check_scores, choose_rules, fill, from_30_000, play, start

NEXT = Played(hand="East 2, 0 honba", result="Draw", scores=OTHER.scores)
"""A draw after the other phone's ron."""
DRAW_AFTER_RON = Played(hand="East 2, 0 honba", result="Draw", scores=RON.scores)
FAILING = """() => {
    IDBDatabase.prototype.transaction = () => { throw new DOMException("gone", "InvalidStateError"); };
    indexedDB.open = () => { throw new DOMException("gone", "UnknownError"); };
}"""


def form_of(page: Page, played: Played) -> None:
    """Tap a hand up to its price."""
    page.locator("nav.record").get_by_role("link", name=played.result, exact=True).tap()
    fill(Fingers(page=page), played)
    expect(page.locator("#payment .amount").first).to_be_visible()


def confirm(page: Page) -> None:
    """Confirm what is in the form."""
    page.get_by_role("button", name="Confirm", exact=True).tap()


SENT_LATER = """() => {
    const form = document.getElementById("hand");
    const button = document.querySelector("#payment [formaction], #payment button[name=previewed], .confirm button");
    const fields = new URLSearchParams(new FormData(form, button));
    const address = button.getAttribute("formaction") ?? button.getAttribute("hx-post");
    window.confirmed = () => fetch(address, { method: "POST", body: fields, headers: { "HX-Request": "true" } });
}"""
"""Keeps what Confirm would send, as a tab does that is not looked at while another one confirms the same hand."""


def test_two_tabs_with_the_same_hand(at_table: PhoneAtTable, server: RealServer) -> None:
    """Without a network both confirm: one counts, the other one is a choice at once, never a second hand."""
    first = at_table.page
    second = at_table.context.new_page()
    second.goto(at_table.table)
    form_of(first, RON)
    form_of(second, OTHER)
    second.evaluate(SENT_LATER)
    server.kill()
    confirm(first)
    check_scores(first, RON.scores, 0)
    second.evaluate("async () => { await window.confirmed(); }")
    link_says(second, "An entry waits: someone else changed the score sheet first", "1 unsent")

    server.start()
    link_says(first, "An entry waits")
    expect(first.locator("#link")).not_to_contain_text("unsent")
    first.locator("#link a").tap()
    first.get_by_role("button", name="Check it").tap()
    expect(first.get_by_role("region", name="On the score sheet")).to_contain_text("Ben (3 han 40 fu) from Aino")
    first.get_by_role("link", name="Keep the score sheet").tap()
    link_says(first, "Saved")
    assert hands_on_sheet(first, at_table.table) == [RON.hand]


def test_later_entries_wait_behind_one_that_waits(at_table: PhoneAtTable, other_phone: Page) -> None:
    """While somebody has to look at a hand, newer ones of its table do not overtake it, and that is said."""
    page = at_table.page
    in_conflict(at_table, other_phone)
    page.goto(at_table.table)
    play(Fingers(page=page), NEXT)
    link_says(page, "An entry waits", "2 behind it")
    assert hands_on_sheet(other_phone, at_table.table) == [OTHER.hand]

    for left in (2, 1):
        page.goto(f"{at_table.table.partition('/t/')[0]}/offline")
        expect(page.locator("#orders")).to_contain_text("waits for the entry above it")
        page.locator("#orders li").first.locator("summary").tap()
        page.locator("#orders li").first.get_by_role("button", name="Yes, delete").tap()
        if left > 1:
            expect(page.locator("#orders li")).to_have_count(left)
            expect(page.locator("#orders")).to_contain_text("check both and choose")
    link_says(page, "Saved")
    page.goto(at_table.table)
    expect(page.locator(".centre h1")).to_have_text("East 3")
    other_phone.context.close()


def test_a_memory_that_is_cleared_heals(at_table: PhoneAtTable, server: RealServer) -> None:
    """The browser clears the phone's database: hands are recorded all the same, also without the server soon after."""
    page = at_table.page
    browser = page.context.new_cdp_session(page)
    origin = {"origin": server.address, "storageTypes": "indexeddb"}
    browser.send("Storage.clearDataForOrigin", origin)
    play(Fingers(page=page), RON)
    link_says(page, "Saved")

    server.kill()
    play(Fingers(page=page), DRAW_AFTER_RON)
    link_says(page, "1 unsent")
    server.start()
    agrees(at_table, server)
    assert len(hands_on_sheet(page, at_table.table)) == 2


def test_an_older_backup_is_noticed(
    at_table: PhoneAtTable, other_phone: Page, server: RealServer, tmp_path: Path
) -> None:
    """What the sheet lost by it stays on its phones, is said there, and is entered again once by one tap."""
    page = at_table.page
    ready(other_phone)
    play(Fingers(page=page), RON)
    link_says(page, "Saved")
    server.kill()
    shutil.copy(server.database, tmp_path / "older.db")
    server.start()
    page.reload()
    play(Fingers(page=page), DRAW_AFTER_RON)
    link_says(page, "Saved")
    expect(other_phone.locator(".centre h1")).to_have_text("East 3", timeout=60_000)
    server.kill()
    shutil.copy(tmp_path / "older.db", server.database)
    server.start()

    for each in (other_phone, page):
        link_says(each, "Missing on the server, kept on this phone: 1")
    expect(page.locator("#link")).not_to_contain_text("Saved")
    page.locator("#link a").tap()
    page.get_by_role("button", name="Enter them again").tap()
    for each in (page, other_phone):
        link_says(each, "Saved")
    other_phone.context.close()
    page.goto(at_table.table)
    expect(page.locator(".centre h1")).to_have_text("East 3")
    assert len(hands_on_sheet(page, at_table.table)) == 2


def test_a_game_that_the_server_no_longer_knows(at_table: PhoneAtTable, server: RealServer) -> None:
    """Its log stays on the phone, which says so and goes on showing the table."""
    page = at_table.page
    play(Fingers(page=page), RON)
    server.kill()
    server.database.unlink()
    server.start()
    link_says(page, "The server does not know this table")
    check_scores(page, RON.scores, 0)
    page.goto(server.address + "/offline")
    expect(page.locator("#tables")).to_contain_text("The server does not know this table")
    expect(page.get_by_role("link", name="Download what was not sent")).to_be_visible()


def test_a_table_that_is_dropped_is_gone(at_table: PhoneAtTable, server: RealServer) -> None:
    """Its pages and its place in the list go with it, unless there is something unsent."""
    page = at_table.page
    server.kill()
    play(Fingers(page=page), RON)
    page.goto(server.address + "/offline")
    page.locator("#tables [data-drop]").tap()
    expect(page.locator("#tables")).to_contain_text("send or delete them first")

    server.start()
    expect(page.locator("#all-sent")).to_be_visible()
    page.locator("#tables [data-drop]").tap()
    expect(page.locator("#no-tables")).to_be_visible()
    kept = "async () => (await (await caches.open((await caches.keys())[0])).keys()).map((each) => each.url)"
    assert not [each for each in page.evaluate(kept) if "/t/" in each]
    page.goto(server.address)
    expect(page.locator(".cards")).to_have_count(0)


@pytest.mark.parametrize("fault", ["portal 200", "portal 302 here", "answer lost"])
def test_a_new_game_begins_once(page: Page, server: RealServer, fault: str) -> None:
    """Whatever answered in place of the server, the game that was begun is one game, and its first hand follows it."""
    with between(server.address) as proxy:
        page.goto(f"http://127.0.0.1:{proxy.port}")
        ready(page)
        page.get_by_role("link", name="World Riichi Championship rules, 2025").tap()
        for seat, name in enumerate(PLAYERS):
            page.locator(f"input[name=name-{seat}]").fill(name)
        proxy.playing = FAULTS[fault]
        page.locator(".actions--stuck button").tap()
        page.wait_for_url("**/t/*")
        link_says(page, "1 unsent")
        ron = from_30_000(RON)
        play(Fingers(page=page), ron)
        link_says(page, "2 unsent")
        proxy.playing = None
        link_says(page, "Saved")
        check_scores(page, ron.scores, 0)
        page.goto(f"http://127.0.0.1:{proxy.port}/")
        expect(page.locator(".cards li")).to_have_count(1)


def test_a_phone_that_keeps_nothing_records_through_the_network(page_in_hall: Page, server: RealServer) -> None:
    """The page's database fails for good: entries go straight to the server, and that is said."""
    page = page_in_hall
    page.goto(server.address.replace("127.0.0.1", HALL))
    keeps(page, "words.en")
    choose_rules(page, "Aalto")
    table = start(page)
    page.evaluate(FAILING)
    play(Fingers(page=page), RON)
    link_says(page, "This phone cannot save anything now")
    assert hands_on_sheet(page, table) == [RON.hand]
