"""Without a service worker, as over plain HTTP, pages take in one another; those of events are left for others."""

from playwright.sync_api import Browser, expect

from referee.database import DatabaseDesk
from referee.desk_event.links import make_cards
from referee.desk_event.rounds import sit_down
from referee.tournament.events import Form, Status
from tests.tournaments import done, opened_hall

OF_EVENTS = "[...document.styleSheets].some((sheet) => sheet.href.includes('/events/events'))"


def test_an_event_wears_its_own_styles(browser: Browser, address: str) -> None:
    """From the first page to a new event and back: neither page is drawn with the other's styles."""
    context = browser.new_context(service_workers="block", is_mobile=True, has_touch=True)
    page = context.new_page()
    page.goto(address)
    expect(page.locator("body")).to_have_attribute("hx-boost:inherited", "true")
    assert not page.evaluate(OF_EVENTS)

    page.locator("a[href='/events/new']").tap()

    expect(page.locator("main.event")).to_be_visible()
    assert page.evaluate(OF_EVENTS)
    page.wait_for_timeout(1500)
    expect(page.locator("body")).not_to_have_attribute("hx-boost:inherited", "true")
    page.locator(".bar .back").tap()
    expect(page.locator("main.home")).to_be_visible()
    assert not page.evaluate(OF_EVENTS)
    context.close()


def test_four_who_agreed_on_a_night_read_places_and_finals_until_the_next_scan(
    browser: Browser, desk: DatabaseDesk, address: str
) -> None:
    """events/5: the page of the table is left once for the result, and asks the server no more."""
    hall = opened_hall(desk, "ema-2016", form=Form.NIGHT)
    hall.enter(4, status=Status.PRESENT)
    done(sit_down(hall.event_desk, hall.order(), 1, (1, 2, 3, 4)))
    cards = make_cards(hall.event_desk, hall.order(), (1,))
    assert isinstance(cards, tuple)
    context = browser.new_context(service_workers="block", is_mobile=True, has_touch=True, locale="en-GB")
    page = context.new_page()
    page.goto(f"{address}/in/{cards[0]}")
    expect(page.locator("body")).to_have_attribute("hx-boost:inherited", "true")
    hall.play(1, 1)
    expect(page.locator("[name=agrees]")).to_have_count(4)
    for seat in range(4):
        page.locator("label:has([name=agrees])").nth(seat).tap()

    expect(page.get_by_role("heading", name="Game 1 is over")).to_be_visible()
    expect(page.locator(".sums tbody tr td:last-child")).to_have_text(["+17.0", "0.0", "0.0", "\N{MINUS SIGN}17.0"])
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.wait_for_timeout(4_000)
    assert asked == []
    page.get_by_role("link", name="Score sheet").tap()
    expect(page.get_by_text("Given2 Family2").first).to_be_visible()
    context.close()
