"""The signal of a round on a phone without a network whose own clock is wrong (`events/3`, 7)."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from referee.desk_event.links import make_cards
from referee.rulebook import Shelf
from tests.events_web.served import Hours, served
from tests.offline.conftest import ready
from tests.tournaments import opened_hall

MINUTE = 60_000
SOON = 15_000
"""How long before the signal the phone loses the network, in milliseconds."""
POLLED = 4000
"""After how many milliseconds a table has surely been drawn again."""
Enter = Callable[[int, int], AbstractContextManager[Page]]


@pytest.fixture
def enter(browser: Browser, shelf: Shelf, tmp_path: Path) -> Enter:
    """Return what lets a phone open its table whose clock is so much slower than the server's, when so much is left."""

    @contextmanager
    def at_table(slower: int, left: int) -> Iterator[Page]:
        hours = Hours()
        with served(tmp_path, shelf, hours) as (desk, address):
            hall = opened_hall(desk, "ema-2016", rounds=1)
            hall.seat(4)
            hours.ahead = slower + left - 75 * MINUTE
            hall.start()
            hours.ahead = slower
            cards = make_cards(hall.event_desk, hall.order(), (1,))
            assert isinstance(cards, tuple)
            context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
            page = context.new_page()
            page.goto(f"{address}/in/{cards[0]}")
            page.locator(".choose button").first.click()
            ready(page)
            context.set_offline(offline=True)
            yield page
            context.close()

    return at_table


def test_a_phone_that_is_slow_asks_for_the_dice_in_time(enter: Enter) -> None:
    """events/3: the clock goes on without a network, in the server's time."""
    with enter(10 * MINUTE, SOON) as phone:
        phone.reload()
        expect(phone.locator("nav.record")).to_be_visible()
        expect(phone.locator("html")).to_have_attribute("data-answered-by", "phone")
        expect(phone.locator("[role=alert] [name=running]")).to_have_count(2, timeout=SOON + 6000)
        expect(phone.locator("nav.record")).to_be_hidden()
        phone.wait_for_timeout(POLLED)
        expect(phone.locator("html.time-up")).to_have_count(1)
        phone.locator("[data-clock=stop]").tap()
        expect(phone.locator(".clock-over")).to_have_text("Time is up")
        expect(phone.locator(".clock-left")).to_be_hidden()
        phone.locator("[role=alert] [name=running]").last.tap()
        expect(phone.locator("nav.record")).to_be_visible()
        expect(phone.locator("html.time-up")).to_have_count(0)


def test_a_phone_that_is_fast_does_not_ask_too_early(enter: Enter) -> None:
    """events/3: hands are recorded until the signal falls."""
    with enter(-10 * MINUTE, 5 * MINUTE) as phone:
        phone.reload()
        expect(phone.locator("html")).to_have_attribute("data-answered-by", "phone")
        expect(phone.locator("nav.record")).to_be_visible()
        expect(phone.locator("[role=alert] [name=running]")).to_have_count(0)
