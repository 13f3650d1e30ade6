"""Tablets, laptops and a phone on its side: what stands below each other on a phone stands side by side there."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.web.layout import check_beside
from tests.web.table import server_alone
from tests.web.test_accessibility import violations

CHANGED = "changes?result=ron&drawn=1&ron=1&from=3&han-1=3&fu-1=50"


@pytest.fixture(scope="module")
def table(browser: Browser, address: str) -> Iterator[tuple[Page, str]]:
    """Return a laptop, and the address of a table where a hand was played."""
    context = server_alone(browser, viewport={"width": 1366, "height": 768}, locale="en-GB", bypass_csp=True)
    page = context.new_page()
    names: dict[str, Any] = {
        f"name-{seat}": name for seat, name in enumerate(("Aino", "Bartholomew", "Chika", "Dmitri"))
    }
    started = page.request.post(f"{address}/games", form=names | {"ruleset": "aalto"})
    page.goto(f"{started.url}/record?drawn=1&result=ron&ron=1&from=3&han-1=3&fu-1=40")
    page.locator(".confirm button").evaluate("(button) => button.click()")
    page.wait_for_url(started.url)
    yield page, started.url
    context.close()


@pytest.mark.parametrize(
    ("path", "one", "other"),
    [
        ("/", ".cards", ".actions"),
        ("/games/new", ".names", ".rules"),
        ("/settings", ".setting:first-child", ".setting:nth-child(5)"),
        ("/offline", "[data-piece]:nth-child(1)", "[data-piece]:nth-child(2)"),
        ("/rulings?query=noten", ".hits > :nth-child(1)", ".hits > :nth-child(2)"),
        ("/tiles?ruleset=aalto", ".hand-laid", ".keys"),
        ("{table}/tiles?tiles=123m456p789s11222z", ".headline", ".picks"),
        ("{table}/share", ".share section:nth-child(1)", ".share section:nth-child(2)"),
        ("{table}/seats", ".names", ".draw"),
        ("{table}/points", ".points section:nth-child(1)", ".points section:nth-child(2)"),
        ("{table}/adjust", "[name=score-0]", "[name=kyoutaku]"),
        ("{table}/hands/0/" + CHANGED, ".side:first-child", "#hand"),
    ],
    ids=str,
)
def test_a_page_of_a_table_uses_the_width_of_the_screen(
    table: tuple[Page, str], address: str, path: str, one: str, other: str
) -> None:
    """No page is a single column in the middle of a wide screen, and axe finds nothing on it there."""
    page, game = table
    page.goto(path.format(table=game) if path.startswith("{") else address + path)
    check_beside(page, one, other)
    assert violations(page) == []
