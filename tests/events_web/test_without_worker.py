"""Without a service worker, as over plain HTTP, pages take in one another; those of events are left for others."""

from playwright.sync_api import Browser, expect

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
