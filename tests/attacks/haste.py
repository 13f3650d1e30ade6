"""Haste: whole games on two phones of a slow server, every button tapped several times wherever it was.

Each hand is filled in on one of the phones and Confirm is tapped two to six times at random distances, often while the
server still takes its time; sometimes somebody goes Back, reloads, or taps on the other phone's old form. After every
hand the log holds one hand more, or none where the form asked to be looked at again, and no mark that nobody set.
"""

import json
import random
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.conftest import CHROMIUM_FLAGS, PHONE, find_browser
from tests.web.slow import SlowServer, serving_slowly
from tests.web.table import Fingers, Played, begin, fill, sit

HANDS = (
    Played(hand="", result="Ron", wins=(("Ben", ("3 han", "40 fu")),), discarder="Aino", scores=(0, 0, 0, 0)),
    Played(hand="", result="Tsumo", wins=(("Chie", ("1 han", "30 fu")),), scores=(0, 0, 0, 0)),
    Played(hand="", result="Draw", scores=(0, 0, 0, 0)),
    Played(hand="", result="Chombo", offender="Dai", scores=(0, 0, 0, 0)),
)
DELAYS = ((0.0, 0.0), (0.3, 0.0), (0.0, 0.5), (0.8, 0.8), (0.0, 3.5))
"""Seconds before an order is carried out, and before it is answered; after 2.5 a phone answers by itself."""
SETTLED = 12_000


def kinds(page: Page, table: str) -> list[str]:
    """Return the kinds of the events in the server's log."""
    log = page.request.get(table + "/log").text()
    return [each[1] for each in json.loads(log)["events"]]


def phone(browser: Browser) -> Page:
    """Return a page of a new phone."""
    return browser.new_context(viewport=PHONE, is_mobile=True, has_touch=True).new_page()  # type: ignore[arg-type]


def drum(page: Page, at: tuple[float, float], dice: random.Random) -> None:
    """Tap at one place two to six times, whatever lies there by then."""
    for _ in range(dice.randint(2, 6)):
        page.touchscreen.tap(at[0] + dice.uniform(-12, 12), at[1] + dice.uniform(-8, 8))
        page.wait_for_timeout(dice.choice((40, 90, 160, 300)))


def one_hand(page: Page, table: str, slow: SlowServer, dice: random.Random) -> None:
    """Fill a hand in and confirm it in haste, then wait until all of it is on the server."""
    slow.before = slow.after = 0
    page.goto(table)
    played = dice.choice(HANDS)
    page.locator("nav.record").get_by_role("link", name=played.result, exact=True).tap()
    fill(Fingers(page=page), played)
    box = page.get_by_role("button", name="Confirm", exact=True).bounding_box(timeout=SETTLED)
    assert box is not None
    slow.before, slow.after = dice.choice(DELAYS)
    drum(page, (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2), dice)
    if dice.random() < 0.2:
        page.go_back()
        page.wait_for_timeout(300)
        drum(page, (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2), dice)
    slow.before = slow.after = 0
    page.goto(table)
    expect(page.locator("#link")).to_contain_text("Saved")


def over(page: Page) -> bool:
    """Return whether the game on a page is over."""
    return not page.locator("nav.record").is_visible()


def haste(browser: Browser, slow: SlowServer, hands: int, seed: int) -> dict[str, int]:
    """Play so many hands in haste; return how many were written, and how many confirmations asked for another look."""
    dice, found = random.Random(seed), {"hands": 0, "looked at again": 0, "games": 0}  # noqa: S311 no secret
    phones, table = (phone(browser), phone(browser)), ""
    while found["hands"] + found["looked at again"] < hands:
        page = dice.choice(phones)
        if not table or over(page):
            slow.before = slow.after = 0
            table = begin(phones[0], slow.address, dice.choice(("aalto", "ema-2016")))
            phones[1].goto(table)
            sit(phones[1], "Ben")
            page, found["games"] = phones[0], found["games"] + 1
        before = kinds(page, table)
        one_hand(page, table, slow, dice)
        new = kinds(page, table)[len(before) :]
        assert new in ([], ["hand_recorded"]), (seed, new)
        found["hands" if new else "looked at again"] += 1
    for page in phones:
        page.context.close()
    return found


def main(hands: int = 150, seed: int | None = None) -> None:
    """Play in haste for a while, and print what was written."""
    seed = random.randrange(2**32) if seed is None else seed  # noqa: S311 no secret
    with tempfile.TemporaryDirectory() as folder, serving_slowly(Path(folder)) as slow, sync_playwright() as playwright:
        path = find_browser(playwright.chromium.executable_path)
        browser = playwright.chromium.launch(executable_path=path, args=CHROMIUM_FLAGS)
        found = haste(browser, slow, hands, seed)
        browser.close()
    print(f"haste, seed {seed}: {found}")  # noqa: T201 the report


if __name__ == "__main__":
    main()
