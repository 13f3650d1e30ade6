"""Axe finds nothing on the pages of an event, by day and by night (WCAG 2.2 AA)."""

from typing import Any

import pytest
from flask import Flask
from playwright.sync_api import Browser, BrowserType

from referee.tournament.events import Role
from tests.conftest import CHROMIUM_FLAGS
from tests.events_web.test_event_languages import FIRST_STEPS, addresses, hall_at
from tests.web.layout import check_layout
from tests.web.table import server_alone
from tests.web.test_accessibility import TALL, violations, violations_of_colours
from tests.web.test_shapes import BROKEN

NO_PAGES = ("/state", "/print/cards")
"""Parts of pages, and what is shown once only."""


@pytest.mark.parametrize("role", [Role.ORGANISER, Role.PUBLIC])
def test_every_page_of_an_event_is_for_everybody(browser: Browser, app: Flask, address: str, role: Role) -> None:
    """During a round, with everything folded out; what stays shut answers with a page that says so, seen elsewhere."""
    hall = hall_at(app, "en", FIRST_STEPS - 1)
    context = server_alone(browser, viewport=TALL, is_mobile=True, has_touch=True, locale="en-GB", bypass_csp=True)
    page = context.new_page()
    if role == Role.ORGANISER:
        page.goto(f"{address}/in/{hall.token}")
    found: list[str] = []
    for path in [each for each in addresses(app, hall.id) if not each.endswith(NO_PAGES)]:
        shown = page.goto(address + path)
        if shown is None or shown.status >= 400 or "text/html" not in shown.headers.get("content-type", ""):
            continue
        page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
        try:
            check_layout(page)
        except AssertionError as problem:
            found.append(f"{path}: {problem}")
        found += violations(page)
        page.emulate_media(color_scheme="dark")
        found += violations_of_colours(page)
        page.emulate_media(color_scheme="light")
    context.close()

    assert "\n".join(found) == ""


@pytest.mark.parametrize("language", ["en", "ja"])
def test_large_letters_stay_on_the_screen_of_every_page(
    browser_type: BrowserType, browser_type_launch_args: dict[str, Any], app: Flask, address: str, language: str
) -> None:
    """In letters of twice the size on a narrow phone, no page of an event has to be moved sideways or breaks a word."""
    hall = hall_at(app, language, FIRST_STEPS - 1)
    flags = [*CHROMIUM_FLAGS, "--blink-settings=defaultFontSize=32"]
    large = browser_type.launch(**browser_type_launch_args | {"args": flags})
    page = server_alone(large, viewport={"width": 360, "height": 740}, is_mobile=True, locale=language).new_page()
    page.goto(f"{address}/in/{hall.token}")
    wide, broken = [], []
    for path in [each for each in addresses(app, hall.id) if not each.endswith(NO_PAGES) and "/print" not in each]:
        shown = page.goto(address + path)
        if shown is None or shown.status >= 400 or "text/html" not in shown.headers.get("content-type", ""):
            continue
        width = page.evaluate("document.documentElement.scrollWidth")
        wide += [f"{path}: {width}"] if width > 360 else []
        page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
        is_of_table = "/t/" in page.url  # has tests of its own
        broken += [f"{path}: {word}" for word in page.evaluate(BROKEN, "main") if not is_of_table]
    large.close()

    assert wide == []
    assert "\n".join(broken) == ""
