"""On the plain HTTP of a hall there is no service worker: the page itself goes on while it stays open."""

import pytest
from playwright.sync_api import Dialog, Page, expect

from tests.offline.conftest import HALL, RealServer, link_says
from tests.offline.test_rulings_offline import go_on_to_apply, issue
from tests.offline.test_without_network import DRAW, TSUMO, hands_on_sheet
from tests.web.table import RON, Fingers, check_scores, choose_rules, from_30_000, play, start

KEEPS = """async () => {
    const kept = await globalThis.phone?.ask("kept");
    return [...(kept?.pieces ?? []), ...(kept?.tables ?? []).map(({ token }) => token)];
}"""


def keeps(page: Page, what: str) -> None:
    """Wait until the page keeps a piece of the library, or a table."""
    for _ in range(600):
        if what in page.evaluate(KEEPS):
            return
        page.wait_for_timeout(100)
    pytest.fail(f"the page does not keep {what}")


def ask_for_a_ruling_and_a_hand(page: Page) -> None:
    """Look at an empty call and at one tile, and go back to the table."""
    page.locator(".sections").get_by_role("link", name="Rulings").tap()
    page.locator("#found a[href*='/empty_call'][data-htmx-powered]").first.dispatch_event("click")
    page.locator("label", has=page.locator("#answer-call-pon")).tap()
    expect(page.locator(".verdict")).to_contain_text("No penalty")
    page.locator(".sections").get_by_role("link", name="Tiles").tap()
    page.locator("#hand-view button.key[value='2m']").tap()
    expect(page.locator(".headline")).to_contain_text("1 of 14 tiles")
    page.locator("a.back").get_by_text("Table").tap()


def test_the_page_goes_on_by_itself(page_in_hall: Page, server: RealServer) -> None:
    """Killed server, no worker: rulings, tiles and three hands in the page opened first, each sent once."""
    page = page_in_hall
    page.goto(server.address.replace("127.0.0.1", HALL))
    assert page.evaluate("[isSecureContext, 'serviceWorker' in navigator]") == [False, False]
    keeps(page, "words.en")
    choose_rules(page, "Aalto")
    table = start(page)
    keeps(page, table.rpartition("/")[2])
    server.kill()

    fingers = Fingers(page=page)
    ask_for_a_ruling_and_a_hand(page)
    assert [play(fingers, RON), play(fingers, TSUMO), play(fingers, DRAW)] == [6, 5, 2]
    link_says(page, "4 unsent", "calculated on this phone")

    page.locator(".sections").get_by_role("link", name="Rulings").tap()
    page.locator(".kinds a[href='#win']").tap()
    page.locator("#win a[href$='/mistaken_win']").tap()
    go_on_to_apply(fingers, "0")
    issue(fingers, "Chie")
    expect(page.locator(".ruled-now")).to_contain_text("Chie: Dead hand")
    link_says(page, "5 unsent", "calculated on this phone")

    server.start()
    link_says(page, "Saved")
    check_scores(page, DRAW.scores, 0)
    expect(page.locator(".ruled-now")).to_contain_text("Chie: Dead hand")
    assert len(hands_on_sheet(page, table)) == 3


def mend_a_name(page: Page) -> None:
    """Call Dai otherwise, once with a name missing, which is refused with what was typed."""
    page.locator(".others summary").tap()
    page.get_by_role("link", name="Seats and names").tap()
    page.locator("input[name=name-3]").fill("Dai <3")
    page.locator("input[name=name-0]").fill("")
    page.get_by_role("button", name="Save the names").tap()
    expect(page.get_by_role("alert")).to_contain_text("Enter 4 names")
    expect(page.locator("input[name=name-3]")).to_have_value("Dai <3")
    page.locator("input[name=name-0]").fill("Aino")
    page.get_by_role("button", name="Save the names").tap()
    expect(page.locator("#table")).to_contain_text("Dai <3")


def set_right_first_hand(page: Page) -> None:
    """Correct the first hand to 30 fu from the sheet on, and go back to the table."""
    page.locator(".tools").get_by_role("link", name="Score sheet").tap()
    page.locator(".row--hand summary").first.tap()
    page.locator(".row--hand a[href$='/hands/0']").first.tap()
    page.locator("#value-1").get_by_role("radio", name="30 fu", exact=True).tap()
    page.get_by_role("button", name="See what changes").tap()
    page.get_by_role("button", name="Correct hand").tap()
    expect(page.locator(".row--waiting")).to_have_count(4)
    page.locator("a.back").first.tap()


def test_a_game_is_begun_named_and_corrected_by_the_page(page_in_hall: Page, server: RealServer) -> None:
    """Killed server, no worker: a new game with its hands, a name, a correction and a refusal, all in one open page."""
    page, fingers = page_in_hall, Fingers(page=page_in_hall)
    page.goto(server.address.replace("127.0.0.1", HALL))
    keeps(page, "words.en")
    keeps(page, "book.wrc-2025")
    server.kill()
    page.get_by_role("link", name="World Riichi Championship rules, 2025").tap()
    table = start(page)
    play(fingers, from_30_000(RON))
    play(fingers, from_30_000(TSUMO))

    mend_a_name(page)
    set_right_first_hand(page)
    check_scores(page, (25600, 32900, 32000, 29500), 0)
    link_says(page, "7 unsent")

    server.start()
    link_says(page, "Saved")
    page.goto(table)
    check_scores(page, (25600, 32900, 32000, 29500), 0)
    expect(page.locator("#table")).to_contain_text("Dai <3")
    assert len(hands_on_sheet(page, table)) == 2


def test_a_link_tapped_at_once_stays_in_the_page(page_in_hall: Page, server: RealServer) -> None:
    """A finger may be quicker than the script that makes a new link one of this page."""
    page = page_in_hall
    page.goto(server.address.replace("127.0.0.1", HALL))
    keeps(page, "words.en")
    page.evaluate(
        """() => {
            document.body.insertAdjacentHTML("beforeend", '<a href="/pays" id="new">new</a>');
            document.documentElement.dataset.same = "yes";
            document.getElementById("new").click();
        }"""
    )

    expect(page.get_by_role("heading", name="Payment")).to_be_visible()
    assert page.evaluate("document.documentElement.dataset.same") == "yes"


def test_the_round_timer_runs_on_every_page(page_in_hall: Page, server: RealServer) -> None:
    """Pages take each other's place here: it is seen at once, goes along, and is set again only when asked twice."""
    page = page_in_hall
    page.goto(server.address.replace("127.0.0.1", HALL))
    keeps(page, "words.en")
    choose_rules(page, "Aalto")
    start(page)
    page.locator(".others summary").tap()
    page.get_by_role("button", name="Start the timer").tap()
    expect(page.get_by_role("timer")).to_contain_text("74:")

    page.locator(".sections").get_by_role("link", name="Rulings").tap()
    expect(page.get_by_role("heading", name="Rulings")).to_be_visible()
    expect(page.get_by_role("timer")).to_contain_text("74:")
    page.locator(".sections").get_by_role("link", name="Table").tap()
    questions: list[str] = []

    def refuse(dialog: Dialog) -> None:
        questions.append(dialog.message)
        dialog.dismiss()

    page.on("dialog", refuse)
    page.locator(".others summary").tap()
    page.get_by_label("Minutes until the signal").fill("20")
    page.get_by_role("button", name="Start the timer").tap()
    expect(page.get_by_role("timer")).to_contain_text("74:")
    assert questions == ["Set the round timer again?"]


def test_settings_hold_at_once(page_in_hall: Page, server: RealServer) -> None:
    """Killed server, no worker: the page that goes on wears what is tapped, and the server hears of it."""
    page = page_in_hall
    page.goto(server.address.replace("127.0.0.1", HALL))
    keeps(page, "words.en")
    page.get_by_role("link", name="Settings").tap()
    server.kill()
    page.get_by_role("radio", name="Black").tap()
    expect(page.locator("html")).to_have_attribute("data-theme", "black")
    page.locator(".sections").get_by_role("link", name="Payment").tap()
    expect(page.get_by_role("heading", name="Payment")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("data-theme", "black")

    server.start()
    link_says(page, "Saved")
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "black")
