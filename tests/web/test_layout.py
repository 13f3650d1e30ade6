"""Every page of a game on small phones, in both languages."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, ViewportSize

from tests.web.layout import check_layout
from tests.web.table import PLAYERS, server_alone

STYLES = Path(__file__).resolve().parents[2] / "static" / "css"
SIZES: dict[str, ViewportSize] = {"390x844": {"width": 390, "height": 844}, "360x740": {"width": 360, "height": 740}}
RON = "/record?result=ron&drawn=1&ron=1&from=0&riichi=0&riichi_tile=no&han-1=3&fu-1=40"
PAGES = (
    "",
    "/hands/0",
    "/hands/0/changes?" + RON.partition("?")[2].replace("fu-1=40", "fu-1=50"),
    "/record?result=ron",
    RON,
    "/record?result=draw",
    "/rulings/apply?offence=mistaken_win&answer-call=ron&answer-cause=no_yaku&answer-shown=14&seat=0&seat=1",
    "/rulings/apply?seat=2&kind=points&amount-points=2000",
    "/sheet",
    "/adjust",
    "/end",
    "/share",
    "/seats",
    "/tiles",
    "/tiles?tiles=11m&melds=123m+(9999p)+055s+7777z&dora=1m&by=tsumo",
    "/tiles?check=yaku&ticked=riichi&ticked=tanyao",
    "/tiles?check=furiten&tiles=234567m66678s88p&discards=1z9s&passed=6s",
    "/tiles?check=kuikae&call=345m&tiles=6m",
    "/record?result=ron&drawn=1&ron=2&from=1&hand-2=234567m66678s888p",
)
"""The pages of a table."""


@pytest.mark.parametrize("language", ["en-GB", "ja-JP"])
@pytest.mark.parametrize("size", SIZES)
def test_every_page_fits_a_phone(browser: Browser, address: str, size: str, language: str) -> None:
    """Nothing is too small to tap or to read, and nothing is wider than the phone, also with everything folded out."""
    context = server_alone(browser, viewport=SIZES[size], is_mobile=True, has_touch=True, locale=language)
    page = context.new_page()
    table = played_once(page, address)
    for path in ("/", "/tiles?ruleset=tenhou", "/games/new?ruleset=aalto&at=E2", *(table + each for each in PAGES)):
        page.goto(address + path)
        check_layout(page)
        folds = page.locator("summary:visible")
        for place in range(folds.count()):
            if place < folds.count():  # one that unfolds may take the place of another
                folds.nth(place).tap()
        check_layout(page)
    context.close()


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (1024, 768), (820, 1180)])
def test_wide_screens_use_their_width(browser: Browser, address: str, width: int, height: int) -> None:
    """A laptop and a tablet on its side have what is done beside the table; an upright tablet below it."""
    context = server_alone(browser, viewport={"width": width, "height": height}, has_touch=True, locale="en")
    page = context.new_page()
    table = played_once(page, address)
    for path, table_part, beside in ((table, ".felt", ".record"), (table + RON, ".felt", ".how-much")):
        page.goto(address + path)
        left, right = page.locator(table_part).bounding_box(), page.locator(beside).bounding_box()
        assert left is not None
        assert right is not None
        assert (left["x"] + left["width"] <= right["x"]) == (width > height)
        assert right["y"] + right["height"] <= height
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.evaluate(LOWEST, ".confirm") <= height
    context.close()


def test_a_laptop_shows_rulings_two_beside_each_other(browser: Browser, address: str) -> None:
    """What is asked most needs half the height; the first screen's ways stand beside its games, see the wide pages."""
    context = server_alone(browser, viewport={"width": 1366, "height": 768}, locale="en")
    page = context.new_page()
    page.goto(f"{address}/rulings?ruleset=aalto")
    rulings = page.locator(".offered .hits:first-of-type .act")
    boxes = [box for each in rulings.all() if (box := each.bounding_box())]
    assert len({round(box["x"]) for box in boxes}) == 2
    assert boxes[0]["y"] == boxes[1]["y"]
    context.close()


LOWEST = (
    "(select) => Math.max(...[...document.querySelectorAll(select)].map((each) => each.getBoundingClientRect().bottom))"
)
"""How far down the last of these reaches."""
TOP = "(one) => document.querySelector(one).getBoundingClientRect().top"


def test_a_hand_is_recorded_without_scrolling(browser: Browser, address: str) -> None:
    """Every way a hand can end lies above the bar of a small phone; a usual one shows all han and fu too."""
    context = server_alone(browser, viewport=SIZES["360x740"], is_mobile=True, has_touch=True, locale="ja-JP")
    page = context.new_page()
    table = played_once(page, address)
    page.request.post(f"{address}{table}/seat", form={"me": "0"})
    page.goto(address + table)
    assert page.evaluate(LOWEST, "nav.record a") <= page.evaluate(TOP, "nav.sections")

    page.set_viewport_size(SIZES["390x844"])
    page.goto(address + table + RON.replace("&riichi=0&riichi_tile=no", ""))
    chosen = "#value-1 .pick:has([value='sanbaiman']) .pick-face, #value-1 .pick:has([value='40']) .pick-face"
    assert page.evaluate(LOWEST, chosen) <= page.evaluate(TOP, ".answer")
    context.close()


WORN = """() => [...document.querySelectorAll("main, main *")].filter((each) => each.checkVisibility()).map((each) => {
    const { display, font, color, backgroundColor, border, boxShadow, padding, margin } = getComputedStyle(each);
    const { width, height } = each.getBoundingClientRect();
    const markup = each.outerHTML.slice(0, 80);
    return [markup, width, height, display, font, color, backgroundColor, border, boxShadow, padding, margin].join("|");
})"""
"""How everything on a page looks."""
OTHERS = (
    *("/rulings", "/rulings/empty_call?answer-call=pon", "/rules", "/rules/aalto", "/rules/aalto/against/warsaw"),
    *("/pays?" + RON.partition("?")[2], "/games/new?ruleset=aalto", "/games/new", "/offline", "/settings", "/nowhere"),
)
"""The pages of no table."""
ON_EVERY_PAGE = ("base", "components", "contrast")
"""The sheets that every page names itself, so that they always come first."""


def test_the_sheets_of_other_pages_change_nothing(browser: Browser, address: str) -> None:
    """Without HTTPS a phone stays in one page, which then wears the style sheets of all pages at once."""
    context = server_alone(browser, viewport=SIZES["390x844"], is_mobile=True, has_touch=True, reduced_motion="reduce")
    page = context.new_page()
    table = played_once(page, address)
    sheets = sorted(f"/static/-/css/{file.name}" for file in STYLES.glob("*.css") if file.stem not in ON_EVERY_PAGE)
    for path in ("/", *OTHERS, *(table + each for each in PAGES)):
        page.goto(address + path)
        alone = page.evaluate(WORN)
        for sheet in sheets:
            page.add_style_tag(url=sheet)
        assert page.evaluate(WORN) == alone, path
    context.close()


def played_once(page: Page, address: str) -> str:
    """Start a game, record a hand with a long name in it, and return the path of the table."""
    form: dict[str, Any] = {f"name-{seat}": name for seat, name in enumerate(PLAYERS)} | {"name-1": "Bartholomäus"}
    started = page.request.post(f"{address}/games", form=form | {"ruleset": "aalto"})
    table = started.url.removeprefix(address)
    page.goto(address + table + RON)
    page.locator(".confirm button").tap()
    page.wait_for_url(address + table)
    page.request.post(f"{address}{table}/marks", form={"mark": "riichi-3-on", "hand": "1"})
    return table
