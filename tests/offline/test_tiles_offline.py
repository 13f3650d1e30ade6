"""Tiles are tapped in and judged without a network, by the same core."""

from playwright.sync_api import expect

from tests.offline.conftest import PhoneAtTable, RealServer


def test_a_hand_is_valued_and_judged_with_the_server_gone(at_table: PhoneAtTable, server: RealServer) -> None:
    """234567m 66678s 888p by ron is tanyao, 40 fu: 1,300; the page was opened before, the ruleset is kept."""
    page = at_table.page
    page.goto(f"{server.address}/tiles?ruleset=aalto")
    expect(page.locator(".headline")).to_contain_text("0 of 14 tiles")
    server.kill()
    for tile in ("2m", "3m", "4m", "5m", "6m", "7m", "6s", "6s", "6s", "7s", "8s", "8p", "8p"):
        page.locator(f"#hand-view button.key[value='{tile}']").tap()
    expect(page.locator(".waits .art")).to_have_count(3)
    page.locator("#hand-view button.key[value='8p']").tap()
    expect(page.locator(".headline .amount")).to_have_text("1,300")
    page.locator("select[name=check]").select_option("riichi_kan")
    expect(page.locator(".headline")).to_have_text(
        "The kan: a kan of 8p needs 4 tiles; with the drawn one there are 3."
    )
    page.locator("select[name=check]").select_option("value")
    expect(page.locator(".headline .amount")).to_have_text("1,300")
