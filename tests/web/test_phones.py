"""Several phones at one table, and a server that dies in the middle of a game."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.offline.conftest import RealServer, free_port, ready
from tests.web.table import RON, Fingers, Played, begin, check_scores, fill, mark, play, record, sit, unhurried

pytestmark = pytest.mark.worker

PHONE: ViewportSize = {"width": 390, "height": 844}
OTHER = Played(
    hand="East 1, 0 honba",
    result="Ron",
    wins=(("Ben", ("3 han", "30 fu")),),
    discarder="Aino",
    scores=(21100, 28900, 25000, 25000),
)
"""The same win read as 30 fu: 3,900."""

DRAW = Played(hand="East 2, 0 honba", result="Draw", scores=RON.scores)


@pytest.fixture
def other_phone(browser: Browser) -> Iterator[Page]:
    """Return a page on a second phone, which has its own cookies."""
    context = browser.new_context(viewport=PHONE, is_mobile=True, has_touch=True)
    yield context.new_page()
    context.close()


def test_every_phone_shows_a_change_within_four_seconds(page: Page, other_phone: Page, address: str) -> None:
    """A riichi and a hand recorded on one phone appear on the other without a touch."""
    table = begin(page, address, "aalto")
    other_phone.goto(table)
    sit(other_phone, "Aino")

    mark(page, "Dai", "riichi")
    expect(other_phone.locator(".seat--left .score strong")).to_have_text("24,000", timeout=4000)
    record(Fingers(page=page), RON)
    expect(other_phone.locator(".centre h1")).to_have_text("East 2", timeout=4000)


def test_nothing_moves_under_a_finger(page: Page, other_phone: Page, address: str) -> None:
    """While the reasons of an undo are shown the page stays as it is; an undo of something else is a conflict."""
    table = begin(page, address, "aalto")
    record(Fingers(page=page), RON)
    expect(page.locator(".centre h1")).to_have_text("East 2")
    unhurried(page).locator("details.undo summary").tap()
    expect(page.locator("details.undo")).to_have_attribute("open", "")
    other_phone.request.post(f"{table}/seat", form={"me": "0"})
    other_phone.goto(table)
    record(Fingers(page=other_phone), DRAW)

    page.wait_for_timeout(4000)
    expect(page.locator(".centre h1")).to_have_text("East 2")
    page.get_by_role("button", name="Entry mistake").tap()
    expect(page.get_by_role("region", name="On the score sheet")).to_contain_text("Exhaustive draw, tenpai: nobody")
    page.get_by_role("link", name="Check mine").tap()
    expect(page.locator(".centre h1")).to_have_text("East 3")


def test_marks_never_conflict(page: Page, other_phone: Page, address: str) -> None:
    """A mark on one phone hinders no hand on the other; one that changes the payment is shown before it counts."""
    table = begin(page, address, "aalto")
    other_phone.goto(table)
    sit(other_phone, "Aino")
    fingers = Fingers(page=page)
    page.locator("nav.record").get_by_role("link", name="Ron").tap()
    fill(fingers, RON)

    mark(other_phone, "Dai", "riichi")
    page.get_by_role("button", name="Confirm").tap()
    expect(page.locator(".refusals")).to_contain_text("The marks of this hand have changed")
    expect(page.locator(".seat--left input[name=riichi]")).to_be_checked()
    unhurried(page).get_by_role("button", name="Confirm").tap()

    expect(page.locator(".centre h1")).to_have_text("East 2")
    check_scores(page, (19800, 31200, 25000, 24000), 0)


DEAF = "(all) => all.forEach((each) => each.remove())"


def both_record(page: Page, other_phone: Page, address: str) -> str:
    """Let two phones record different hands before either hears of the other's; return the table's address."""
    table = begin(page, address, "aalto")
    other_phone.goto(table)
    sit(other_phone, "Aino")
    for phone, played in ((page, RON), (other_phone, OTHER)):
        phone.locator("nav.record").get_by_role("link", name="Ron").tap()
        fill(Fingers(page=phone), played)
    other_phone.locator("[data-watch]").evaluate_all(DEAF)
    page.get_by_role("button", name="Confirm").tap()
    expect(page.locator(".centre h1")).to_have_text("East 2")
    other_phone.get_by_role("button", name="Confirm").tap()
    expect(other_phone.get_by_role("region", name="On the score sheet")).to_be_visible()
    unhurried(other_phone)
    return table


def test_the_second_phone_sees_both_hands_and_keeps_the_first(page: Page, other_phone: Page, address: str) -> None:
    """Both sides are shown, nothing of the second is written, and keeping the first is one tap."""
    table = both_record(page, other_phone, address)

    expect(other_phone.get_by_role("region", name="On the score sheet")).to_contain_text("Ben (3 han 40 fu) from Aino")
    expect(other_phone.get_by_role("region", name="On this phone")).to_contain_text("Ben")
    other_phone.get_by_role("link", name="Keep the score sheet").tap()

    check_scores(other_phone, RON.scores, 0)
    assert hands_on(other_phone, table) == (1, 0)


def test_the_second_phone_may_take_its_own_hand_instead(page: Page, other_phone: Page, address: str) -> None:
    """The other hand is taken back and stays readable; one hand stands."""
    table = both_record(page, other_phone, address)
    other_phone.get_by_role("button", name="Replace it with mine").tap()

    check_scores(other_phone, OTHER.scores, 0)
    expect(page.locator(".seat--right .score strong")).to_have_text("28,900", timeout=4000)
    assert hands_on(other_phone, table) == (1, 1)


def test_the_second_phone_may_have_the_next_hand(page: Page, other_phone: Page, address: str) -> None:
    """What was tapped is kept in the form, which now settles it as the hand after: there Ben deals."""
    both_record(page, other_phone, address)
    other_phone.get_by_role("link", name="Enter mine as the next hand").tap()
    expect(other_phone.locator(".amount")).to_have_text("5,800")
    other_phone.get_by_role("button", name="Confirm").tap()

    check_scores(other_phone, (14000, 36000, 25000, 25000), 0)


def hands_on(page: Page, table: str) -> tuple[int, int]:
    """Return how many hands stand on the sheet, and how many were taken back."""
    page.goto(table + "/sheet")
    return page.locator("tr.row:not(.row--undone)").count(), page.locator("tr.row--undone").count()


def test_a_killed_server_loses_nothing(page: Page, tmp_path: Path) -> None:
    """Killed with a hand in the form and started again: the phone keeps the hand and sends it, nothing is doubled."""
    server = RealServer(database=tmp_path / "club.db", port=free_port())
    server.start()
    table = begin(page, server.address, "aalto")
    ready(page)
    play(Fingers(page=page), RON)
    mark(page, "Chie", "riichi")
    page.locator("nav.record").get_by_role("link", name="Tsumo").tap()
    fill(Fingers(page=page), Played(hand="", result="Tsumo", wins=(("Chie", ("2 han", "30 fu")),), scores=RON.scores))
    expect(page.locator(".amount")).to_have_text("500/1,000")

    server.kill()
    page.get_by_role("button", name="Confirm").tap()
    expect(page.locator("#link")).to_contain_text("1 unsent")
    server.start()
    expect(page.locator("#link")).to_contain_text("Saved")

    page.wait_for_url(re.compile(r"/t/[^/]+$"))
    check_scores(page, (19300, 29200, 27000, 24500), 0)
    assert hands_on(page, table) == (2, 0)
    page.goto(f"{server.address}/")
    expect(page.get_by_role("link", name="Aino · Ben · Chie · Dai")).to_be_visible()
    server.kill()
