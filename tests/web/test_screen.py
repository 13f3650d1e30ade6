"""The first screen in a browser the size of a phone, with and without JavaScript."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.web.layout import check_layout

PHONE: ViewportSize = {"width": 390, "height": 844}
NARROW: ViewportSize = {"width": 360, "height": 640}


@pytest.fixture
def without_scripts(browser: Browser) -> Iterator[Page]:
    """Return a page of a phone whose browser runs no JavaScript."""
    context = browser.new_context(java_script_enabled=False, viewport=NARROW, is_mobile=True, has_touch=True)
    yield context.new_page()
    context.close()


def tap_tile(page: Page, place: str, name: str) -> None:
    """Tap the tile of a seat."""
    page.locator(f".seat--{place} input[name={name}]").tap()


def test_the_screen_opens_on_the_question(page: Page, address: str) -> None:
    """The screen asks "Calculate a payment" and says what to do first."""
    page.goto(address + "/pays?ruleset=aalto")

    expect(page.get_by_role("heading", level=1)).to_have_text("Payment")
    expect(page.locator("#payment")).to_have_text("Who won?")


def test_a_ron_takes_four_taps(page: Page, address: str) -> None:
    """Winner, discarder, han and fu: 3 han 40 fu by a non-dealer pays 5,200."""
    page.goto(address + "/pays?ruleset=aalto")
    tap_tile(page, "right", "ron")
    tap_tile(page, "top", "from")
    page.get_by_role("radio", name="3 han", exact=True).tap()
    page.get_by_role("radio", name="40 fu", exact=True).tap()

    expect(page.locator(".amount")).to_have_text("5,200")
    expect(page.locator(".headline .who")).to_have_text("West pays South")
    expect(page.locator(".delta--right .change")).to_have_text("+5,200")
    expect(page.locator(".delta--top .change")).to_have_text("−5,200")
    expect(page.locator(".next")).to_contain_text("East 2, 0 honba")


def test_a_tsumo_is_said_as_players_say_it(page: Page, address: str) -> None:
    """2 han 30 fu drawn by a non-dealer is "500/1,000", by the dealer "1,000 all"."""
    page.goto(address + "/pays?ruleset=aalto")
    page.get_by_role("radio", name="Tsumo").tap()
    tap_tile(page, "right", "tsumo")
    page.get_by_role("radio", name="2 han", exact=True).tap()
    page.get_by_role("radio", name="30 fu", exact=True).tap()
    expect(page.locator(".amount")).to_have_text("500/1,000")

    tap_tile(page, "bottom", "tsumo")
    page.get_by_role("radio", name="2 han", exact=True).tap()
    page.get_by_role("radio", name="30 fu", exact=True).tap()

    expect(page.locator(".amount")).to_have_text("1,000 all")


def test_honba_and_sticks_are_counted_with_buttons(page: Page, address: str) -> None:
    """Two honba and one stick on the table: a dealer's 2,600 all becomes 2,800 all, and 1,000 more for him."""
    page.goto(address + "/pays?ruleset=aalto")
    page.get_by_role("radio", name="Tsumo").tap()
    tap_tile(page, "bottom", "tsumo")
    page.get_by_role("radio", name="3 han", exact=True).tap()
    page.get_by_role("radio", name="40 fu", exact=True).tap()
    page.get_by_role("button", name="honba: one more").click(click_count=1)
    page.get_by_role("button", name="honba: one more").click()
    page.get_by_role("button", name="sticks: one more").click()

    expect(page.locator(".amount")).to_have_text("2,800 all")
    expect(page.locator(".delta--bottom .change")).to_have_text("+9,400")
    expect(page.locator(".next")).to_contain_text("East 1, 3 honba, dealer repeats")


def test_a_result_has_an_address(page: Page, address: str) -> None:
    """Opening the address that a result left in the browser shows the same result again."""
    page.goto(address + "/pays?ruleset=aalto")
    page.get_by_role("radio", name="Draw").tap()
    tap_tile(page, "left", "tenpai")
    expect(page.locator(".amount")).to_have_text("1,000")

    page.reload()

    expect(page.locator(".amount")).to_have_text("1,000")
    expect(page.locator(".delta--left .change")).to_have_text("+3,000")


def test_another_ruleset_keeps_what_it_offers(page: Page, address: str) -> None:
    """After a change of ruleset the form still holds the hand; what the new one does not know is gone."""
    page.goto(address + "/pays?ruleset=aalto&option-play=club")
    page.get_by_role("radio", name="Draw").tap()
    tap_tile(page, "left", "tenpai")

    page.get_by_label("Ruleset").select_option("ranking-match")

    expect(page.get_by_role("radio", name="Chombo")).to_have_count(0)
    expect(page.locator(".amount")).to_have_text("1,000")


def test_the_seats_turn_with_the_deal(page: Page, address: str) -> None:
    """In East 2 the first dealer, at the bottom, is North."""
    page.goto(address + "/pays?ruleset=aalto")

    page.get_by_label("Hand", exact=True).select_option("E1")

    expect(page.locator(".seat--bottom")).to_have_attribute("aria-label", "North")
    expect(page.locator(".seat--right")).to_have_attribute("aria-label", "East")


def test_double_ron_asks_for_both_hands(page: Page, address: str) -> None:
    """Two winners on one discard: two values, two payments."""
    page.goto(address + "/pays?ruleset=aalto")
    tap_tile(page, "right", "ron")
    tap_tile(page, "left", "ron")
    tap_tile(page, "top", "from")
    for seat in ("South", "North"):
        page.get_by_role("radiogroup", name=f"{seat}: limit").get_by_role("radio", name="Mangan").tap()

    expect(page.locator(".amount")).to_have_text(["8,000", "8,000"])
    expect(page.locator(".delta--top .change")).to_have_text("−16,000")


def test_a_refusal_names_the_rule_and_keeps_the_form(page: Page, address: str) -> None:
    """A winner who dealt in is refused in words where an address says so, and everything stays as it was chosen."""
    page.goto(address + "/pays?ruleset=aalto&result=ron&ron=1&from=1")
    page.get_by_role("radiogroup", name="South: limit").get_by_role("radio", name="Mangan").tap()

    expect(page.locator(".headline--refused .message")).not_to_be_empty()
    expect(page.locator(".seat--right input[name=ron]")).to_be_checked()


def test_everything_works_without_javascript(without_scripts: Page, address: str) -> None:
    """The same ron with JavaScript switched off: choose, then press the one button that is needed."""
    page = without_scripts
    page.goto(address + "/pays?ruleset=aalto")
    page.locator(".seat--right input[name=ron]").check(force=True)
    page.locator(".seat--top input[name=from]").check(force=True)
    page.get_by_role("button", name="honba: one more").tap()
    expect(page.get_by_role("spinbutton", name="honba")).to_have_value("1")
    page.get_by_role("radio", name="3 han", exact=True).check(force=True)
    page.get_by_role("radio", name="40 fu", exact=True).check(force=True)
    page.get_by_role("button", name="Show what it pays").tap()

    expect(page.locator(".amount")).to_have_text("5,500")
    expect(page.locator(".seat--right input[name=ron]")).to_be_checked()


@pytest.mark.parametrize("size", [PHONE, NARROW], ids=["390x844", "360x640"])
def test_targets_and_texts_are_large_enough(page: Page, address: str, size: ViewportSize) -> None:
    """Targets are at least 48 px, texts 16 px, amounts 28 px, and nothing is wider than the phone."""
    page.set_viewport_size(size)
    page.goto(address + "/pays?ruleset=aalto&result=ron&ron=1&from=2&han-1=3&fu-1=40&open=1")
    for summary in page.locator("summary:visible").all():
        if not summary.evaluate("each => each.parentElement.open"):
            summary.tap()

    check_layout(page)


def test_another_language_keeps_the_question(page: Page, address: str) -> None:
    """Half-way through a question the switch shows the same question, and what it pays, in Japanese."""
    page.goto(address + "/pays?ruleset=ema-2016")
    tap_tile(page, "right", "ron")
    tap_tile(page, "top", "from")
    page.get_by_role("radio", name="3 han", exact=True).tap()
    page.get_by_role("radio", name="40 fu", exact=True).tap()
    expect(page.locator(".amount")).to_have_text("5,200")

    page.get_by_role("link", name="日本語").tap()

    expect(page.get_by_role("heading", level=1)).to_have_text("点数")
    expect(page.locator(".headline .who")).to_have_text("西家から南家へ")
    expect(page.locator(".delta--top .change")).to_have_text("△5,200")
    expect(page.locator("select[name=ruleset]")).to_have_value("ema-2016")


def test_another_language_keeps_the_question_without_scripts(without_scripts: Page, address: str) -> None:
    """The link carries what the page was asked."""
    without_scripts.goto(address + "/pays?ruleset=aalto&result=tsumo&tsumo=0&han-0=2&fu-0=30")
    without_scripts.get_by_role("link", name="日本語").tap()

    expect(without_scripts.locator(".amount")).to_have_text("1,000オール")


def test_a_ron_on_the_riichi_tile_pays_no_stick(page: Page, address: str) -> None:
    """Asked only where the discarder is in riichi, and answered in one tap: 5,200, not 6,200."""
    page.goto(f"{address}/pays?ruleset=aalto&result=ron&ron=1&from=0&han-1=3&fu-1=40")
    question, gain = page.locator(".question"), page.locator(".delta--right .change")
    expect(question).to_be_hidden()
    page.locator(".seat--bottom .stick").tap()
    expect(gain).to_have_text("+6,200")
    question.get_by_role("radio", name="Yes").tap()
    expect(gain).to_have_text("+5,200")
