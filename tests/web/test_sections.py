"""The bar of sections, which leads from every page to the main ones."""

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient
from playwright.sync_api import APIRequestContext, Browser, Page

from tests.cases import library
from tests.web.crawl import linked
from tests.web.table import server_alone
from tests.web.test_layout import PAGES, RON, played_once

NAMES = {f"name-{seat}": name for seat, name in enumerate(("Aki", "Ben", "Chie", "Dan"))}


def entries(html: str) -> list[tuple[str, bool]]:
    """Return the addresses in the bar of a page, each with whether it is the present section."""
    bar = html.partition('<nav class="sections')[2].partition("</nav>")[0]
    return [(found[1], "aria-current" in found[0]) for found in re.finditer(r'<a href="([^"]+)"[^>]*>', bar)]


def test_a_browser_without_a_table_is_led_to_games_and_payments(client: FlaskClient) -> None:
    """The bar has no table before there is one, and marks where the reader is."""
    assert ("/", True) in entries(client.get("/").text)
    assert not any("/t/" in address for address, _ in entries(client.get("/").text))
    assert ("/pays", True) in entries(client.get("/pays").text)


def test_every_page_leads_back_to_the_table(client: FlaskClient) -> None:
    """The last table is one tap away from every page, and it is that of the page where the page has one."""
    first, second = (client.post("/games", data=NAMES | {"ruleset": "ema-2016"}).headers["Location"] for _ in range(2))

    for path in ("/", "/pays", "/settings", "/games/new", "/nowhere"):
        assert (second, False) in entries(client.get(path).text), path
    for path in ("", "/sheet", "/seats", "/adjust"):
        assert (first, True) in entries(client.get(first + path).text), path


def test_a_wrong_address_leads_to_no_wrong_table(client: FlaskClient) -> None:
    """The page that says there is no such table does not lead back to it."""
    assert all("/t/" not in address for address, _ in entries(client.get("/t/nobody/sheet").text))


LINK = re.compile(r'<a [^>]*href="(?:/t/[^/"]+)?/rulings[/?"]')
KIND = re.compile(r'<section class="kind" id="([^"]+)">(.*?)</section>', re.DOTALL)
ENTRY = re.compile(r'href="(?:/t/[^/"]+)?/rulings/([a-z_]+)[?"]')


def test_every_answer_is_three_taps_from_every_page(page: Page, address: str, app: Flask) -> None:
    """Rulings on every page, there every kind, and under it every offence and every procedure."""
    table = played_once(page, address)
    request = page.context.request
    seen = {
        path: text
        for path in linked(app, request, address, ["/", table]).values()
        if (text := shown(request, address + path))
    }
    assert len(seen) > 25
    assert [path for path, text in seen.items() if not LINK.search(text)] == []

    for lookup in ("/rulings", f"{table}/rulings"):
        text = shown(request, address + lookup)
        found = {
            entry
            for kind, entries in KIND.findall(text)
            if f'href="#{kind}"' in text
            for entry in ENTRY.findall(entries)
        }
        assert found >= {each.id for each in library().offences} | {each.id for each in library().procedures["en"]}


def shown(request: APIRequestContext, address: str) -> str:
    """Return a page, nothing where there is none."""
    answer = request.get(address)
    return answer.text() if "<main" in answer.text() else ""


@pytest.mark.parametrize("language", ["en-GB", "ja-JP"])
def test_the_bar_covers_nothing(browser: Browser, address: str, language: str) -> None:
    """At the end of every page nothing that can be tapped lies below the bar."""
    context = server_alone(browser, viewport={"width": 360, "height": 640}, has_touch=True, locale=language)
    page = context.new_page()
    table = played_once(page, address)
    for path in ("/", "/settings", "/games/new", "/pays?" + RON.partition("?")[2], *(table + each for each in PAGES)):
        page.goto(address + path)
        page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
        lowest = page.evaluate(
            "Math.max(...[...document.querySelectorAll('main a, main button, main summary')]"
            ".filter((each) => each.checkVisibility()).map((each) => each.getBoundingClientRect().bottom))"
        )
        bar = page.evaluate(
            "[...document.querySelectorAll('nav.sections')].filter((each) => each.checkVisibility())"
            ".map((each) => each.getBoundingClientRect().top)[0] ?? innerHeight"
        )
        assert lowest <= bar + 0.5, path
    context.close()
