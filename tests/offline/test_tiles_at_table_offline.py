"""A winner's hand is entered by its tiles without a network, from the form of a table and back into it."""

from playwright.sync_api import Page, expect

from tests.offline.conftest import PhoneAtTable, RealServer
from tests.offline.test_without_network import agrees
from tests.web.table import check_scores, mark, place

HAND = ("into-ankan", "7z", "2m", "3m", "4m", "0m", "6m", "7m", "6s", "7s", "8p", "8p", "8s", "into-dora", "7p")
"""Riichi, chun, two dora and a red five: a mangan."""


DRAWN = """async () => {
    const [, picture] = getComputedStyle(document.querySelector(".art")).backgroundImage.match(/url\\("(.*)"\\)/);
    return (await fetch(picture)).ok;
}"""
"""Whether the picture of the tiles is there."""


def enter_tiles(page: Page) -> None:
    """Open the tiles of the winner from the form of the hand."""
    page.locator("fieldset.value:visible").get_by_role("button", name="Enter the tiles").tap()
    expect(page.locator("#hand-view .headline")).to_be_visible()


def test_tiles_go_there_and_back_without_a_network(at_table: PhoneAtTable, server: RealServer) -> None:
    """Chie's ron from Ben on her riichi: winds and riichi come from the table, 8,000 goes back into its form."""
    page = at_table.page
    server.kill()
    mark(page, "Chie", "riichi")
    page.locator("nav.record").get_by_role("link", name="Ron").tap()
    page.locator(f"{place('Chie')} input[name=ron]").tap()
    page.locator(f"{place('Ben')} input[name=from]").tap()
    enter_tiles(page)
    expect(page.locator(".hint-line").first).to_have_text("Ron, seat wind West, round wind East, 0 honba")
    expect(page.locator("select[name=check] option")).to_have_count(2)
    for tap in HAND:
        page.locator(f"#hand-view button.key[value='{tap}']").tap()
    expect(page.locator(".headline .amount")).to_have_text("8,000")
    assert page.evaluate(DRAWN)
    page.reload()
    expect(page.locator(".headline .amount")).to_have_text("8,000")
    page.get_by_role("button", name="Use this hand").tap()

    expect(page.locator(".laid-hand .art")).to_have_count(15)
    expect(page.locator(f"{place('Ben')} input[name=from]")).to_be_checked()
    expect(page.locator("#value-2 .picks").first).to_be_hidden()
    expect(page.locator(".headline .amount")).to_have_text("8,000")
    page.get_by_role("button", name="Remove the tiles").tap()
    expect(page.locator("#payment")).to_contain_text("How many han?")
    page.go_back()
    expect(page.locator(".headline .amount")).to_have_text("8,000")
    page.get_by_role("button", name="Confirm", exact=True).tap()
    check_scores(page, (25000, 17000, 33000, 25000), 0)

    server.start()
    agrees(at_table, server)
