"""Every tap is seen to count within a tenth of a second, and what fails says what is kept."""

import re
import time

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.web.table import begin, server_alone

LOOK = "each => { const look = getComputedStyle(each); return look.filter + look.opacity + look.boxShadow; }"
PRESSED = "each => getComputedStyle(each).filter"
IN_TIME = 100
UNDER_WAY = """within => addEventListener("click", () => setTimeout(() => {
  const tapped = document.querySelector(".going");
  const line = tapped && getComputedStyle(tapped, "::after").animationName;
  sessionStorage.setItem("seen", tapped ? `${getComputedStyle(tapped).opacity} ${line}` : "nothing");
}, within))"""
"""Remembers what a tap shows, for the next page: nobody can be asked while it is waited for."""


def answer_late(route: Route) -> None:
    """Let the server take its time."""
    time.sleep(1)
    route.continue_()


@pytest.fixture
def plain(browser: Browser) -> Page:
    """Return a page that only the server answers."""
    return server_alone(browser, viewport={"width": 390, "height": 844}, locale="en").new_page()


@pytest.mark.parametrize(
    ("path", "what"),
    [
        ("/", ".asides a"),
        ("/", ".sections a >> nth=1"),
        ("/", ".books a"),
        ("/pays?ruleset=aalto", "details.more > summary"),
        ("/pays?ruleset=aalto", ".step >> nth=0"),
        ("/games/new?ruleset=aalto", ".act--main"),
        ("/games/new?ruleset=aalto", "button[name=lot]"),
        ("/tiles?ruleset=aalto", ".key >> nth=0"),
        ("/rulings", "main .act >> nth=1"),
        ("/rulings?ruleset=aalto", "main a:visible >> nth=1"),
    ],
)
def test_what_is_pressed_shows_it(plain: Page, address: str, path: str, what: str) -> None:
    """While the finger is down a button or a link looks different."""
    plain.goto(address + path)
    target = plain.locator(what).first
    target.scroll_into_view_if_needed()
    target.hover()
    before = target.evaluate(LOOK)
    plain.mouse.down()
    plain.wait_for_timeout(IN_TIME)
    assert target.evaluate(LOOK) != before
    plain.mouse.move(1, 1)
    plain.mouse.up()


def test_a_choice_that_is_pressed_shows_it(plain: Page, address: str) -> None:
    """The face of a choice, which lies below what is tapped, looks pressed as well."""
    plain.goto(address + "/settings")
    plain.locator(".pick").nth(1).hover()
    plain.mouse.down()
    assert plain.locator(".pick-face").nth(1).evaluate(PRESSED) != "none"
    plain.mouse.up()


@pytest.mark.parametrize(
    ("path", "what", "next_path"),
    [("/", ".books a", "**/games/new?ruleset=*"), ("/games/new?ruleset=aalto", ".plan .act--main", "**/games")],
)
def test_a_page_that_takes_its_time_is_seen_to_be_under_way(
    plain: Page, address: str, path: str, what: str, next_path: str
) -> None:
    """Within a tenth of a second of the tap what was tapped is dimmed, and a line runs above; then nothing is left."""
    plain.goto(address + path)
    plain.evaluate(UNDER_WAY, IN_TIME)
    plain.route(next_path, answer_late)
    plain.locator(what).first.click()

    expect(plain.locator(".going")).to_have_count(0)
    assert plain.evaluate("sessionStorage.getItem('seen')") == "0.6 under-way"


def test_a_link_that_leads_nowhere_comes_back(plain: Page, address: str) -> None:
    """A page come back to with the browser's own button has nothing under way."""
    plain.goto(address)
    plain.locator(".books a").first.click()
    plain.wait_for_url("**/games/new?*")
    plain.go_back()
    expect(plain.locator(".going")).to_have_count(0)


@pytest.mark.parametrize("path", ["/pays", "/games/new", "/rulings", "/tiles"])
def test_a_change_that_nobody_answers_is_told(plain: Page, address: str, path: str) -> None:
    """What stands there is from before the change: that is said, and no more once somebody answers again."""
    plain.goto(f"{address}{path}?ruleset=aalto")
    expect(plain.locator("#trouble")).to_be_hidden()
    plain.route("**/*", lambda route: route.abort())
    change = "document.querySelector('main [hx-get][hx-trigger]')"
    plain.wait_for_timeout(500)
    ask = f"htmx.trigger({change}, {change}.getAttribute('hx-trigger').split(/[ ,]/)[0])"
    plain.evaluate(ask)
    expect(plain.locator("#trouble")).to_contain_text("from before your last change")
    plain.unroute("**/*")
    plain.evaluate(ask)
    expect(plain.locator("#trouble")).to_be_hidden()


def test_the_page_of_what_is_kept_says_that_it_looks(browser: Browser, address: str) -> None:
    """Before this phone has told what it keeps, nobody is told that there is nothing."""
    plain = browser.new_context(service_workers="block", locale="en").new_page()
    held: list[Route] = []
    plain.route("**/phone/build.json", lambda route: held.append(route))  # noqa: PLW0108 - Playwright takes no built-in
    plain.goto(address + "/offline")
    expect(plain.locator("[data-looks]").first).to_be_visible()
    expect(plain.locator("#all-sent, #no-tables")).to_have_count(2)
    expect(plain.locator("#all-sent")).to_be_hidden()
    expect(plain.locator("#no-tables")).to_be_hidden()

    held[0].continue_()
    expect(plain.locator("#all-sent")).to_be_visible(timeout=20000)
    expect(plain.locator("[data-looks]").first).to_be_hidden()


@pytest.mark.parametrize(
    ("locale", "written"), [("en-GB", r"^\d+ \w+ \d{4}"), ("en-US", r"^\w+ \d+, \d{4}"), ("de", r"^\w+ \d+, \d{4}")]
)
def test_a_day_is_written_as_in_the_reader_s_country(browser: Browser, address: str, locale: str, written: str) -> None:
    """In the language of the page; where the reader has named no country of it, as that language is mostly written."""
    page = server_alone(browser, locale=locale, is_mobile=True, has_touch=True).new_page()
    table = begin(page, address, "aalto")
    page.goto(f"{table}/sheet?lang=en")
    expect(page.locator(".of-game time")).to_have_text(re.compile(written))
