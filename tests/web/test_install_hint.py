"""The hint to install: after the first hand, once on a device, as the phone can do it, and over nothing."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.web.table import Fingers, Played, begin, record, server_alone

READY = """
window.prompted = 0;
const ready = new Event("beforeinstallprompt", { cancelable: true });
ready.prompt = () => { window.prompted += 1; };
addEventListener("DOMContentLoaded", () => setTimeout(() => dispatchEvent(ready), 50));
"""
"""What Chromium on Android does when it could install a page."""

IOS = "Object.defineProperty(navigator, 'standalone', { value: false });"
"""What Safari on an iPhone says in a page that is not installed."""

HAND = Played(hand="East 1", result="Tsumo", wins=(("Ben", ("3 han", "40 fu")),), scores=(0, 0, 0, 0))


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """Return a phone of its own, which remembers nothing."""
    context = server_alone(browser, viewport={"width": 390, "height": 844}, is_mobile=True, has_touch=True, locale="en")
    yield context
    context.close()


def after_a_hand(context: BrowserContext, address: str, script: str) -> Page:
    """Start a game on this phone, see that no hint disturbs it, and record its first hand."""
    context.add_init_script(script)
    page = context.new_page()
    begin(page, address, "tenhou")
    page.wait_for_timeout(200)
    expect(page.locator(".install")).to_have_count(0)
    record(Fingers(page=page), HAND)
    return page


def test_android_installs_with_a_button(context: BrowserContext, address: str) -> None:
    """After the first hand a button asks the phone to install; after that the hint is gone for good."""
    page = after_a_hand(context, address, READY)
    page.get_by_role("button", name="Install").tap()

    assert page.evaluate("prompted") == 1
    expect(page.locator(".install")).to_be_hidden()
    page.reload()
    page.wait_for_timeout(200)
    expect(page.locator(".install")).to_be_hidden()


def test_an_iphone_is_told_the_steps(context: BrowserContext, address: str) -> None:
    """Where a page cannot ask for it, the steps are said; once seen, the hint does not come again."""
    page = after_a_hand(context, address, IOS)
    hint = page.locator(".install")
    hint.scroll_into_view_if_needed()

    expect(hint).to_contain_text("Tap Share, then “Add to Home Screen”.")
    expect(hint.get_by_role("button", name="Install")).to_be_hidden()
    page.reload()
    expect(hint).to_be_hidden()
    page.goto(address + "/settings")
    expect(hint).to_contain_text("Tap Share, then “Add to Home Screen”.")


def test_the_hint_covers_nothing(context: BrowserContext, address: str) -> None:
    """It stands below the table's own buttons and moves none of them."""
    page = after_a_hand(context, address, READY)
    expect(page.locator(".install")).to_be_visible()
    places = [page.locator(each).bounding_box() for each in (".record", ".tools", ".install")]

    tops = [place["y"] for place in places if place is not None]

    assert len(tops) == 3
    assert tops == sorted(tops)
    assert page.locator(".install").evaluate("(each) => getComputedStyle(each).position") == "static"


def test_other_browsers_are_told_nothing(context: BrowserContext, address: str) -> None:
    """A browser that can install nothing never shows the hint."""
    page = after_a_hand(context, address, "")
    page.wait_for_timeout(200)

    expect(page.locator(".install")).to_be_hidden()
