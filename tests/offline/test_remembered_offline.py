"""What a phone remembers without a network: the next game begins with the rules and the people of the last one."""

from playwright.sync_api import Page, expect

from tests.offline.conftest import PhoneAtTable, RealServer, ready


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
