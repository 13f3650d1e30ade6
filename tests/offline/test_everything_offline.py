"""What once needed a connection: beginning a game, names, corrections, settings, the other language, a conflict."""

from hashlib import sha256
from http import HTTPStatus

from playwright.sync_api import expect

from tests.offline.conftest import PhoneAtTable, RealServer, link_says, ready
from tests.offline.test_nothing_lost import SENT_LATER, form_of
from tests.offline.test_without_network import OTHER, TSUMO, agrees, hands_on_sheet
from tests.web.table import PLAYERS, RON, Fingers, check_scores, play

RULES_NAMED = """async () => {
    const { orders } = await globalThis.phone.ask("state");
    return Object.fromEntries(orders.find(({ action }) => action === "begin").pairs).rules;
}"""
"""By which hash the beginning of a game names its rules."""

WORDS_KEPT = """async () => {
    const stores = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    const kept = (await Promise.all(stores.map((store) => store.keys()))).flat();
    return kept.some(({ url }) => url.includes("words.ja"));
}"""


def test_a_game_begins_without_a_network(at_table: PhoneAtTable, server: RealServer) -> None:
    """Its hands wait behind its beginning; once the server has it, the address and its code are told, too."""
    page, fingers = at_table.page, Fingers(page=at_table.page)
    server.kill()
    page.goto(server.address)
    page.get_by_role("link", name="New game").tap()
    for seat, name in enumerate(PLAYERS):
        page.locator(f"input[name=name-{seat}]").fill(name)
    page.locator(".actions--stuck button").tap()
    page.wait_for_url(lambda url: "/t/" in url and url != at_table.table)
    table = page.url
    play(fingers, RON)
    play(fingers, TSUMO)
    page.goto(table + "/share")
    expect(page.locator("main")).to_contain_text("started without a connection")
    page.goto(table)
    link_says(page, "4 unsent")
    beginning = (
        "async () => (await globalThis.phone.ask('state')).orders.find(({ action }) => action === 'begin').pairs"
    )
    assert len(dict(page.evaluate(beginning))["rules"]) == len(sha256(b"").hexdigest())

    server.start()
    agrees(PhoneAtTable(page=page, table=table), server)
    assert len(hands_on_sheet(page, table)) == 2
    page.goto(table + "/share")
    expect(page.locator(".qr img")).to_have_count(2)


def test_names_and_a_correction_without_a_network(at_table: PhoneAtTable, server: RealServer) -> None:
    """A name is mended, an earlier hand is set right by replay; both are marked as not sent, then on the server."""
    page, fingers = at_table.page, Fingers(page=at_table.page)
    play(fingers, RON)
    play(fingers, TSUMO)
    link_says(page, "Saved")
    server.kill()
    page.goto(at_table.table + "/seats")
    page.locator("input[name=name-3]").fill("Daisuke")
    page.get_by_role("button", name="Save the names").tap()
    expect(page.locator("#table")).to_contain_text("Daisuke")
    page.goto(at_table.table + "/hands/0")
    page.locator("#value-1").get_by_role("radio", name="30 fu", exact=True).tap()
    page.get_by_role("button", name="See what changes").tap()
    page.get_by_role("button", name="Correct hand").tap()
    expect(page.locator(".row--waiting")).to_have_count(2)

    server.start()
    link_says(page, "Saved")
    page.goto(at_table.table)
    agrees(at_table, server)
    expect(page.locator("#table")).to_contain_text("Daisuke")


def test_settings_and_the_other_language_without_a_network(at_table: PhoneAtTable, server: RealServer) -> None:
    """Both hold at once here, on the server's pages once it has heard of them; of two changes the later one counts."""
    page = at_table.page
    for lang in ("ja", "en"):
        page.goto(f"{at_table.table}?lang={lang}")
        ready(page)
    page.wait_for_function(WORDS_KEPT)
    server.kill()
    page.goto(server.address + "/settings")
    for theme in ("light", "black"):
        page.locator("label", has=page.locator(f"input[name=theme][value={theme}]")).tap()
        expect(page.locator("html")).to_have_attribute("data-theme", theme)
    waiting = page.evaluate("async () => (await phone.ask('state')).orders.map(({ action, pairs }) => [action, pairs])")
    assert [(action, dict(pairs)["theme"]) for action, pairs in waiting if action == "settings"] == [
        ("settings", "black")
    ]
    page.goto(at_table.table)
    expect(page.locator("html")).to_have_attribute("data-theme", "black")
    page.goto(at_table.table + "?lang=ja")
    expect(page.locator("html")).to_have_attribute("lang", "ja")

    server.start()
    link_says(page, "保存")
    page.goto(at_table.table)
    expect(page.locator("html")).not_to_have_attribute("data-answered-by", "phone")
    expect(page.locator("html")).to_have_attribute("data-theme", "black")
    expect(page.locator("html")).to_have_attribute("lang", "ja")


def test_a_game_is_put_away_without_a_network(at_table: PhoneAtTable, server: RealServer) -> None:
    """It leaves the list at once, and the server hears of it later."""
    page = at_table.page
    server.kill()
    page.goto(server.address)
    page.get_by_role("button", name="Archive").tap()
    expect(page.locator("details.archive")).to_have_count(1)

    server.start()
    link_says(page, "Saved")
    page.goto(server.address)
    expect(page.locator("html")).not_to_have_attribute("data-answered-by", "phone")
    expect(page.locator("details.archive")).to_have_count(1)


def test_a_conflict_is_settled_without_a_network(at_table: PhoneAtTable, server: RealServer) -> None:
    """Two tabs confirm: both sides are shown by this phone, the second hand is taken instead, and that is sent."""
    first = at_table.page
    second = at_table.context.new_page()
    second.goto(at_table.table)
    form_of(second, OTHER)
    second.evaluate(SENT_LATER)
    server.kill()
    play(Fingers(page=first), RON)
    assert second.evaluate("async () => (await window.confirmed()).status") == HTTPStatus.CONFLICT
    first.locator("#link a").tap()
    first.get_by_role("button", name="Check it").tap()
    expect(first.get_by_role("region", name="On the score sheet")).to_contain_text("Ben (3 han 40 fu) from Aino")
    expect(first.get_by_role("region", name="On this phone")).to_contain_text("Ben: 3 han 30 fu")
    first.get_by_role("button", name="Replace it with mine").tap()
    check_scores(first, OTHER.scores, 0)

    server.start()
    link_says(first, "Saved")
    first.goto(at_table.table)
    check_scores(first, OTHER.scores, 0)
