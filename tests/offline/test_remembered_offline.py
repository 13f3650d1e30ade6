"""What a phone remembers without a network: the next game begins with the rules and the people of the last one."""

import signal

from playwright.sync_api import Page, expect

from tests.offline.conftest import PhoneAtTable, RealServer, all_sent, ready
from tests.offline.proxy import Answer, Asked, between
from tests.web.table import begin

FORGET = """async () => {
    const { store: address } = await (await fetch("/phone/build.json")).json();
    const { store } = await import(address);
    await store.remove("rules", "device");
}"""
ANSWERED_MEANWHILE = """async () => {
    const { store: address } = await (await fetch("/phone/build.json")).json();
    const { store } = await import(address);
    await store.get("rules", "device");
    const { open } = IDBFactory.prototype;
    let opened = 0;
    IDBFactory.prototype.open = function (...named) {
        opened += 1;
        return open.apply(this, named);
    };
    const asked = store.get("rules", "device");
    for (let i = 0; i < 30; i++) await Promise.resolve();
    for (const until = Date.now() + 3500; Date.now() < until; );
    await asked;
    return opened;
}"""
"""How often the database is opened anew for an answer that came while the machine, as it were, was being started."""


def test_the_same_players_sit_down_again_without_a_network(at_table: PhoneAtTable, server: RealServer) -> None:
    """Another game of the table, its payments, and names suggested, all of it drawn by the phone alone."""
    page = at_table.page
    server.kill()
    page.goto(f"{at_table.table}/again")
    expect(page.locator("html")).to_have_attribute("data-answered-by", "phone")
    expect(page.locator("input[name=name-3]")).to_have_value("Dai")
    page.get_by_role("button", name="Draw seats by lot").click()
    expect(page.locator(".names [role=status]")).to_contain_text("deals first.")
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_url(lambda there: "/t/" in there and not there.startswith(at_table.table))
    page.locator("nav.sections a", has_text="Payment").click()
    expect(page.locator("input[name=honba]")).to_have_value("0")
    page.goto(f"{server.address}/games/new")
    expect(page.locator("#names option")).to_have_count(4)


def test_the_rules_are_asked_for_first_without_a_network(page: Page, server: RealServer) -> None:
    """A phone on which nobody chose any asks before it rules, once, for one of those that it keeps."""
    page.goto(server.address)
    ready(page)
    server.kill()
    page.goto(f"{server.address}/rulings")
    expect(page.locator("html")).to_have_attribute("data-answered-by", "phone")
    expect(page.locator("main")).to_contain_text("Which rules do you play?")
    page.locator(".books a").first.click()
    page.wait_for_url("**/rulings?ruleset=*")
    chosen = page.locator("select[name=ruleset]").input_value()
    page.goto(f"{server.address}/pays")
    expect(page.locator("select[name=ruleset]")).to_have_value(chosen)


def test_what_the_server_says_late_is_remembered(at_table: PhoneAtTable, server: RealServer) -> None:
    """Told when nobody waited for it any more, it still says that this is no first visit."""
    page = at_table.page
    page.goto(f"{server.address}/settings")
    page.evaluate(FORGET)
    server.send(signal.SIGSTOP)
    page.goto(f"{server.address}/?lang=ja")
    expect(page.locator("html")).to_have_attribute("data-answered-by", "phone")
    server.send(signal.SIGCONT)
    all_sent(page)
    server.kill()
    page.goto(server.address)
    expect(page.locator("html")).to_have_attribute("data-answered-by", "phone")
    expect(page.locator("a[href='/games/new']")).to_be_visible()


def test_an_answer_that_came_while_the_phone_was_held_up_is_not_late(page: Page, server: RealServer) -> None:
    """Starting takes seconds on some phones; what they remember would else be taken for lost."""
    page.goto(server.address)
    assert page.evaluate(ANSWERED_MEANWHILE) == 0


def without_the_book(asked: Asked) -> Answer | None:
    """Break every connection that asks for the Aalto book."""
    return None if "/book.aalto" in asked.path else asked.pass_on()


def test_a_phone_without_its_book_still_begins(page: Page, server: RealServer) -> None:
    """The network went before the book of the first game had come: the first page needs none, and others can be had."""
    with between(server.address) as proxy:
        proxy.playing = without_the_book
        address = f"http://127.0.0.1:{proxy.port}"
        page.goto(address)
        ready(page)
        begin(page, address, "aalto")
    server.kill()
    page.goto(address)
    expect(page.locator("html")).to_have_attribute("data-answered-by", "phone")
    expect(page.locator(".books a")).to_have_text(["World Riichi Championship rules, 2025"])
