"""Axe finds nothing on the pages of an event, by day and by night (WCAG 2.2 AA)."""

import pytest
from flask import Flask
from playwright.sync_api import Browser

from referee.tournament.events import Role
from tests.events_web.test_event_languages import FIRST_STEPS, addresses, hall_at
from tests.web.layout import check_layout
from tests.web.test_accessibility import COLOURS, TALL, violations

NO_PAGES = ("/state", "/print/cards")
"""Parts of pages, and what is shown once only."""


@pytest.mark.parametrize("role", [Role.ORGANISER, Role.PUBLIC])
def test_every_page_of_an_event_is_for_everybody(browser: Browser, app: Flask, address: str, role: Role) -> None:
    """During a round, with everything folded out; what stays shut answers with a page that says so, seen elsewhere."""
    hall = hall_at(app, "en", FIRST_STEPS - 1)
    context = browser.new_context(viewport=TALL, is_mobile=True, has_touch=True, locale="en-GB", bypass_csp=True)
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
        found += violations(page, COLOURS)
        page.emulate_media(color_scheme="light")
    context.close()

    assert "\n".join(found) == ""
