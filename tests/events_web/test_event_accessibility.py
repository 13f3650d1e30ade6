"""Axe finds nothing on the pages of an event, by day and by night (WCAG 2.2 AA)."""

from typing import Any

import pytest
from flask import Flask
from playwright.sync_api import Browser, BrowserType, expect

from referee.desk_event.links import make_cards, make_link
from referee.desk_event.results import agree
from referee.tournament.events import Role
from referee.web.context import desk_in_use
from tests.conftest import CHROMIUM_FLAGS
from tests.events_web.test_event_languages import FIRST_STEPS, addresses, hall_at
from tests.tournaments import done, opened_hall
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


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_referee_and_a_phone_whose_round_is_over_have_all_in_sight(
    browser: Browser, app: Flask, address: str, language: str
) -> None:
    """On a narrow phone, by night: a referee's tabs with the rulings, and what a table's phone is told."""
    context = server_alone(browser, viewport={"width": 360, "height": 640}, locale=language, color_scheme="dark")
    page = context.new_page()
    with app.app_context():
        hall = opened_hall(desk_in_use(), rounds=2)
        hall.seat(4, rounds=2)
        hall.start()
        cards = make_cards(hall.event_desk, hall.order(), (1,))
        assert isinstance(cards, tuple)
        page.goto(f"{address}/in/{cards[0]}")
        hall.play(1, 1)
        done(agree(hall.event_desk, hall.order(), 1, 1))
        hall.close()
        page.goto(page.url)
        link = make_link(hall.event_desk, hall.order(), Role.REFEREE)
    expect(page.locator(".actions a")).to_have_count(2)
    check_layout(page)
    page.goto(f"{address}/in/{link}")
    expect(page.locator(".sections a")).to_have_count(4)
    for path in ("", "/1"):
        page.goto(f"{address}/e/{hall.id}/round{path}")
        check_layout(page)
    context.close()
