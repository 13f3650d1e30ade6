"""Rulings are found, applied and withdrawn without a network, and the server ends with the same sheet."""

from playwright.sync_api import expect

from tests.offline.conftest import PhoneAtTable, RealServer, link_says
from tests.offline.test_without_network import agrees
from tests.web.table import Fingers, check_scores, mark, place

MOST_TAPS = 6
"""Rulings, the offence, its answer, apply, who, issue."""


def look_up(fingers: Fingers, answer: str) -> None:
    """Go from the table to the rulings, open a mistaken win, say how many tiles were shown, and go on to apply it."""
    page = fingers.page
    fingers.tap(page.locator(".sections").get_by_role("link", name="Rulings"))
    page.locator("#query").fill("mistaken win")
    fingers.tap(page.locator(".hits a:visible").first)
    fingers.tap(page.locator(f".facts input[value='{answer}']"))
    expect(page.locator(".verdict")).to_be_visible()
    fingers.tap(page.get_by_role("button", name="Apply"))


def tap_seat(fingers: Fingers, player: str) -> None:
    """Tap who did it."""
    fingers.tap(fingers.page.locator(f"{place(player)} label.tile"))


def issue(fingers: Fingers, player: str) -> None:
    """Tap who did it, and issue what is then shown."""
    tap_seat(fingers, player)
    fingers.tap(fingers.page.locator(".confirm button"))
    fingers.page.wait_for_url(lambda url: url.count("/") == 4)


def fined_for_the_second_time(fingers: Fingers, player: str) -> None:
    """Let the referee decide otherwise: a fine of 1,000 with its reason."""
    page = fingers.page
    page.locator(".otherwise summary").tap()
    page.locator("label:has(#kind-fine)").tap()
    page.locator("#amount-fine").fill("1000")
    page.locator("input[name=text]").fill("the second time")
    issue(fingers, player)


def test_the_whole_way_without_a_network(at_table: PhoneAtTable, server: RealServer) -> None:
    """aalto/47: a dead hand, a fine by the referee, and a chombo that ends the hand; the table shows each at once."""
    page, fingers = at_table.page, Fingers(page=at_table.page)
    server.kill()
    mark(page, "Dai", "riichi")
    look_up(fingers, "0")
    expect(page.locator(".found")).to_contain_text("Dead hand")
    issue(fingers, "Chie")
    assert fingers.taps <= MOST_TAPS
    expect(page.locator(".ruled-now")).to_contain_text("Chie: Dead hand")
    expect(page.locator(f"{place('Chie')} button[value^=dead_hand]")).to_have_attribute("aria-pressed", "true")

    look_up(fingers, "0")
    expect(page.locator(f"{place('Chie')} .earlier")).to_have_text("1 earlier")
    fined_for_the_second_time(fingers, "Ben")
    check_scores(page, (25000, 24000, 25000, 24000), 2000)

    fingers.taps = 0
    look_up(fingers, "1+")
    issue(fingers, "Aino")
    assert fingers.taps <= MOST_TAPS
    check_scores(page, (13000, 28000, 29000, 29000), 1000)
    expect(page.locator(".ruled-now")).to_be_hidden()
    link_says(page, "4 unsent", "computed on this phone")

    server.start()
    agrees(at_table, server)
    page.goto(at_table.table + "/sheet")
    expect(page.locator("main.sheet")).to_contain_text("Reason: the second time")
