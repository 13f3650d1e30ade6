"""A score sheet that a phone kept shows what was entered since, and figures are set right without a network."""

from dataclasses import replace

from playwright.sync_api import Browser, expect

from tests.offline.conftest import LOGS, PhoneAtTable, RealServer, link_says, ready
from tests.offline.test_without_network import OTHER, TSUMO, agrees
from tests.web.table import RON, Fingers, check_scores, play

LATER = replace(TSUMO, scores=(18300, 30200, 27000, 24500))
"""The same tsumo after the adjustment."""


def test_a_kept_sheet_is_never_silently_an_old_one(at_table: PhoneAtTable, server: RealServer) -> None:
    """Kept before the first hand: the hand that was sent stands on it, the one that was not says so, with amounts."""
    page, fingers = at_table.page, Fingers(page=at_table.page)
    play(fingers, RON)
    server.kill()
    play(fingers, TSUMO)
    page.locator(".tools").get_by_role("link", name="Score sheet").tap()

    expect(page.locator(".notice:visible")).to_contain_text("The last rows are not on the server yet")
    rows = page.locator("tr.row")
    expect(rows).to_have_count(2)
    expect(rows.first).to_contain_text("East 1, 0 honba")
    expect(rows.first).not_to_contain_text("not sent yet")
    expect(rows.last.locator("th")).to_have_text("East 2, 0 honbaE2-0 Tsumo not sent yet")
    expect(rows.last.locator(".loss").first).to_have_text("−500")
    expect(page.locator(".totals tr").first).to_contain_text("19,300")

    server.start()
    expect(page.locator("tr.row--waiting")).to_have_count(0)
    expect(page.locator("tr.row")).to_have_count(2)
    expect(page.locator(".totals tr").first).to_contain_text("19,300")
    expect(page.locator("main")).not_to_contain_text("not sent yet")


def test_figures_are_set_right_without_a_network(at_table: PhoneAtTable, server: RealServer) -> None:
    """The form starts from the hand that only this phone knows; a note on the sheet waits for its turn too."""
    page, fingers = at_table.page, Fingers(page=at_table.page)
    server.kill()
    play(fingers, RON)
    page.goto(at_table.table + "/adjust")
    expect(page.locator("input[name=score-0]")).to_have_value("19800")
    expect(page.locator("select[name=dealer]")).to_have_value("1")
    page.locator("input[name=score-0]").fill("18800")
    page.locator("input[name=score-1]").fill("31200")
    page.locator("input[name=text]").fill("counted")
    page.locator(".act--main").tap()
    check_scores(page, (18800, 31200, 25000, 25000), 0)
    page.goto(at_table.table + "/sheet")
    page.locator("input[name=note]").fill("a tile fell")
    page.locator("button", has_text="note").tap()
    expect(page.locator("main.sheet")).to_contain_text("a tile fell")
    page.goto(at_table.table)
    play(fingers, LATER)
    link_says(page, "5 unsent")

    server.start()
    agrees(at_table, server)


def test_a_correction_that_was_seen_is_made_without_a_network(at_table: PhoneAtTable, server: RealServer) -> None:
    """The network goes while a correction is on the screen: it still counts."""
    page = at_table.page
    play(Fingers(page=page), RON)
    page.goto(at_table.table + "/hands/0")
    page.locator("#value-1").get_by_role("radio", name="30 fu", exact=True).tap()
    page.get_by_role("button", name="See what changes").tap()
    expect(page.locator(".changes")).to_be_visible()
    server.kill()
    page.get_by_role("button", name="Correct hand").tap()
    expect(page.locator(".row--waiting")).to_contain_text("Correction of East 1")
    page.goto(at_table.table)
    check_scores(page, OTHER.scores, 0)

    server.start()
    agrees(at_table, server)


def test_a_game_is_read_without_a_network(browser: Browser, at_table: PhoneAtTable, server: RealServer) -> None:
    """By a phone that has only opened the address to read; it says so where it has never opened one."""
    play(Fingers(page=at_table.page), RON)
    at_table.page.goto(at_table.table + "/share")
    reader = at_table.page.locator(".link-shown input").last.input_value()
    path = "/s/" + reader.rpartition("/")[2]
    page = browser.new_context(viewport={"width": 390, "height": 844}, is_mobile=True, has_touch=True).new_page()
    page.goto(server.address + path)
    ready(page)
    page.wait_for_function(f"async () => (await ({LOGS})()).includes({path[1:]!r})")
    server.kill()
    page.goto(server.address + path)
    expect(page.locator("html")).to_have_attribute("data-answered-by", "phone")
    expect(page.locator("tr.row--hand")).to_have_count(1)
    expect(page.locator("main form")).to_have_count(0)
    page.goto(server.address + "/s/never-opened")
    expect(page.locator("#not-kept")).to_be_visible()
    page.context.close()
