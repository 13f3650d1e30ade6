"""Rulings are found, applied and withdrawn without a network, and the server ends with the same sheet."""

from playwright.sync_api import Page, expect

from tests.offline.conftest import PhoneAtTable, RealServer, link_says
from tests.offline.test_without_network import OTHER, agrees
from tests.web.table import Fingers, check_scores, mark, place, play

MOST_TAPS = 6
"""Rulings, the offence, its answer, apply, who, issue."""

KEPT = """async (part) => {
    const kept = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
    return kept.flat().some(({ url }) => url.includes(part));
}"""
"""Whether the phone keeps a file with this in its address."""


def look_up(fingers: Fingers, answer: str) -> None:
    """Go from the table to the rulings, open a mistaken win, say how many tiles were shown, and go on to apply it."""
    page = fingers.page
    fingers.tap(page.locator(".sections").get_by_role("link", name="Rulings"))
    page.locator("#query").fill("mistaken win")
    fingers.tap(page.locator("#found > .hits a[href$='/mistaken_win']"))
    go_on_to_apply(fingers, answer)


def go_on_to_apply(fingers: Fingers, answer: str) -> None:
    """Answer what a ruling depends on, and go on to apply it."""
    page = fingers.page
    fingers.tap(page.locator(f".facts input[value='{answer}']"))
    expect(page.locator(".verdict")).to_be_visible()
    fingers.tap(page.get_by_role("button", name="Record this ruling"))


def tap_seat(fingers: Fingers, player: str) -> None:
    """Choose the player."""
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
    expect(page.locator(f"{place('Chie')} .earlier")).to_have_text("1 earlier ruling")
    fined_for_the_second_time(fingers, "Ben")
    check_scores(page, (25000, 24000, 25000, 24000), 2000)

    fingers.taps = 0
    look_up(fingers, "1+")
    issue(fingers, "Aino")
    assert fingers.taps <= MOST_TAPS
    check_scores(page, (13000, 28000, 29000, 29000), 1000)
    expect(page.locator(".ruled-now")).to_be_hidden()
    link_says(page, "4 unsent", "calculated on this phone")

    server.start()
    agrees(at_table, server)
    page.goto(at_table.table + "/sheet")
    expect(page.locator("main.sheet")).to_contain_text("Reason: the second time")


def test_a_book_that_was_looked_up_is_asked_again_without_a_network(at_table: PhoneAtTable, server: RealServer) -> None:
    """Warsaw's, neither the table's nor the last one chosen: nobody has to have thought of saving it."""
    page, asked = at_table.page, "/rulings/exposed_tiles?ruleset=warsaw"
    page.goto(server.address + asked)
    page.wait_for_function(KEPT, arg="/book.warsaw.")
    server.kill()

    page.goto(server.address + asked)
    expect(page.locator("html")).to_have_attribute("data-answered-by", "phone")
    expect(page.locator(".under")).to_contain_text("Warsaw")
    page.goto(server.address + asked.replace("exposed_tiles", "mistaken_win"))
    expect(page.locator(".outcomes")).to_be_visible()


def test_a_ruling_is_withdrawn_without_a_network(at_table: PhoneAtTable, server: RealServer) -> None:
    """A dead hand that is on the server's sheet lives again at once, and later there."""
    page, fingers = at_table.page, Fingers(page=at_table.page)
    look_up(fingers, "0")
    issue(fingers, "Chie")
    page.goto(at_table.table + "/sheet")
    expect(page.locator(".entry-text summary")).to_contain_text("Chie: Dead hand")
    server.kill()
    page.locator(".entry-text summary").tap()
    page.locator(".withdraw input[name=text]").fill("It was a slip.")
    page.locator(".withdraw button").tap()
    expect(page.locator(".row--waiting")).to_contain_text("Ruling withdrawn")
    page.goto(at_table.table)
    expect(page.locator(f"{place('Chie')} button[value^=dead_hand]")).to_have_attribute("aria-pressed", "false")

    server.start()
    agrees(at_table, server)
    page.goto(at_table.table + "/sheet")
    expect(page.locator(".row--undone")).to_contain_text("Withdrawn: It was a slip.")


def test_a_ruling_that_waits_is_shown_beside_what_others_wrote(at_table: PhoneAtTable, other_phone: Page) -> None:
    """Another phone recorded the hand meanwhile: both sides are shown, and the ruling is looked at again and issued."""
    page, fingers = at_table.page, Fingers(page=at_table.page)
    at_table.context.set_offline(offline=True)
    look_up(fingers, "0")
    fined_for_the_second_time(fingers, "Ben")
    play(Fingers(page=other_phone), OTHER)
    at_table.context.set_offline(offline=False)
    link_says(page, "An entry waits")
    page.locator("#link a").tap()
    expect(page.locator("#orders")).to_contain_text("Ruling")
    page.get_by_role("button", name="Check it").tap()
    expect(page.get_by_role("region", name="On the score sheet")).to_contain_text("Ben (3 han 30 fu) from Aino")
    expect(page.get_by_role("region", name="On this phone")).to_contain_text("Invalid win call (ron or tsumo): Ben")
    page.get_by_role("link", name="Check mine").tap()
    expect(page.locator(".centre .hand")).to_have_text("East 2")
    expect(page.locator(".moved-now")).to_contain_text("27,900")
    page.locator(".confirm button").tap()
    page.wait_for_url(lambda url: url.count("/") == 4)

    link_says(page, "Saved")
    check_scores(page, (21100, 27900, 25000, 25000), 1000)
    check_scores(other_phone, (21100, 27900, 25000, 25000), 1000)
    other_phone.context.close()
