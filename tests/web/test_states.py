"""What a page shows while it waits, and how much it costs before it can be used."""

import re

import pytest
from playwright.sync_api import Browser, Request, Route, expect

from tests.web.crawl import RON, start
from tests.web.table import server_alone, unhurried

UNDER_WAY = "() => getComputedStyle(document.querySelector('form.pays'), '::after').animationName"


def test_a_slow_answer_is_seen_to_be_under_way(browser: Browser, address: str) -> None:
    """While the server thinks about a payment a line runs along the top; afterwards it is gone."""
    held: list[Route] = []
    context = server_alone(browser, has_touch=True, is_mobile=True)
    page = context.new_page()
    page.goto(address + "/pays?ruleset=aalto")
    page.route("**/pays/payment?*", lambda route: held.append(route))  # noqa: PLW0108 - Playwright takes no built-in
    assert page.evaluate(UNDER_WAY) == "none"
    page.locator(".seat--right input[name=ron]").tap()
    expect(page.locator("form.pays")).to_have_class(re.compile("htmx-request"))
    assert page.evaluate(UNDER_WAY) == "under-way"

    held[0].continue_()
    expect(page.locator("#payment")).to_contain_text("dealt in")
    assert page.evaluate(UNDER_WAY) == "none"
    context.close()


def test_a_name_typed_during_a_slow_answer_stays(browser: Browser, address: str) -> None:
    """The ruleset was changed, the names go on being typed, and only then the page is drawn for the new rules."""
    held: list[Route] = []
    context = server_alone(browser, has_touch=True, is_mobile=True, locale="en")
    page = context.new_page()
    page.goto(address + "/games/new?ruleset=wrc-2025")
    page.route("**/games/new?*", lambda route: held.append(route))  # noqa: PLW0108 - Playwright takes no built-in
    page.locator("select[name=ruleset]").select_option("aalto")
    page.locator("input[name=name-1]").press_sequentially("Ben")
    held[0].continue_()

    expect(page.locator("select[name=option-play]")).to_be_visible()
    expect(page.locator("input[name=name-1]")).to_have_value("Ben")
    context.close()


def test_what_is_folded_out_is_brought_into_view(browser: Browser, address: str) -> None:
    """The reasons of an undo lie above the bar of sections, though the button is at the foot of the screen."""
    context = server_alone(browser, viewport={"width": 360, "height": 640}, is_mobile=True, has_touch=True, locale="en")
    table = start(context.request, address)
    page = context.new_page()
    page.goto(f"{address}{table}/record?{RON}")
    page.locator(".confirm button").tap()
    page.wait_for_url(address + table)
    unhurried(page).locator(".undo summary").tap()

    expect(page.locator(".undo .chip").last).to_be_in_viewport(ratio=1)
    chip, bar = page.locator(".undo .chip").last.bounding_box(), page.locator(".sections").bounding_box()
    assert chip is not None
    assert bar is not None
    assert chip["y"] + chip["height"] <= bar["y"]
    context.close()


@pytest.mark.parametrize("path", ["/", "/pays", "table"])
def test_a_first_visit_costs_at_most_60_kilobytes(browser: Browser, address: str, path: str) -> None:
    """Page, styles, scripts and pictures together, as they are sent, before the first tap."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, is_mobile=True, has_touch=True)
    where = start(context.request, address) if path == "table" else path
    page = context.new_page()
    finished: list[Request] = []
    page.on("requestfinished", lambda request: finished.append(request))  # noqa: PLW0108 - as above
    page.goto(address + where, wait_until="load")
    sizes = [request.sizes() for request in finished]
    context.close()

    total = sum(size["responseBodySize"] + size["responseHeadersSize"] for size in sizes)
    assert 10_000 < total <= 60_000
