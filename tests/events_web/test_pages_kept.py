"""Pages of an event without the network: the last answer of each, with its time, and locked (`events/7`)."""

import pytest
from playwright.sync_api import Page, expect

from referee.database import DatabaseDesk
from referee.desk_event.links import revoke
from referee.desk_event.people import erase
from tests.events_web.phones import Phones, until
from tests.tournaments import Hall, done, opened_hall

HELD = """async () => {
    const found = {};
    for (const name of (await caches.keys()).filter((each) => each.startsWith("event "))) {
        found[name] = (await (await caches.open(name)).keys()).map(({ url }) => url.replace(location.origin, ""));
    }
    return found;
}"""
"""The pages of events that a phone keeps, by whose they are."""
NOW = "globalThis.phone.time(Number(document.documentElement.dataset.asOf))"
NOTE = "#no-connection"


@pytest.fixture
def hall(desk: DatabaseDesk) -> Hall:
    """Return an event whose first round is published."""
    found = opened_hall(desk, "ema-2016", rounds=2)
    found.seat(8, rounds=2)
    return found


def kept(page: Page) -> list[str]:
    """Return the pages that a phone keeps, of whomever."""
    return [path for paths in page.evaluate(HELD).values() for path in paths]


def test_a_page_is_shown_with_its_time_and_cannot_be_sent(phones: Phones, hall: Hall) -> None:
    """events/7: the last answer of each page opened here, with its time; its forms say why they are locked."""
    page = phones.phone(hall.token)
    page.goto(phones.at("/people"))
    page.goto(phones.at("/round"))
    seen = page.locator("#tables").inner_text()
    phones.cut()

    page.goto(phones.at("/people"))
    expect(page.locator(NOTE)).to_contain_text(f"This page is as it was at {page.evaluate(NOW)}")
    page.goto(phones.at("/round"))
    expect(page.locator(NOTE)).to_contain_text("Without the server nothing can be sent from here.")
    assert page.locator("#tables").inner_text() == seen
    button = page.get_by_role("button", name="Start round 1")
    before = hall.state.seq
    button.tap()

    expect(page.locator(".not-sent")).to_have_text("Not sent: the server cannot be reached now.")
    expect(page.locator("#link")).to_contain_text("Offline since")
    expect(page.locator("#link")).not_to_contain_text("calculated")
    assert hall.state.seq == before
    phones.mend()
    expect(page.locator(NOTE)).to_be_hidden()
    page.get_by_role("button", name="Start round 1").tap()
    page.wait_for_url(phones.at("/round/start"))


def test_what_was_never_opened_is_not_shown(phones: Phones, hall: Hall) -> None:
    """events/7: a page that was not opened here says so; one with another address is another page."""
    page = phones.phone(hall.token)
    page.goto(phones.at("/standings"))
    phones.cut()
    page.goto(phones.at("/people"))

    expect(page.locator("main")).to_contain_text("This page is not saved on this phone")


def test_the_offline_page_leads_to_what_is_kept_and_removes_it(phones: Phones, hall: Hall) -> None:
    """events/7: without the network the pages that were opened here are found, by their titles, and can be removed."""
    page = phones.phone(hall.token)
    page.goto(phones.at("/people"))
    page.goto(phones.at("/round"))
    phones.cut()
    page.goto(phones.at("/draw"))
    events = page.locator("#events li")
    expect(events).to_have_count(1)
    expect(events).to_contain_text("Spring Open")
    events.get_by_role("link", name="Round 1").tap()
    expect(page.locator(NOTE)).to_contain_text("This page is as it was at")

    page.goto(phones.at("/draw"))
    events.get_by_role("button", name="Remove").tap()
    expect(page.locator("#events")).to_be_hidden()
    assert kept(page) == []


def test_an_open_page_is_locked_while_the_network_is_away_and_keeps_what_was_typed(phones: Phones, hall: Hall) -> None:
    """events/7, design/6: neither the first try, before the phone knows, nor a later one leaves the page."""
    page = phones.phone(hall.token)
    page.goto(phones.at("/settings"))
    rounds = page.locator("main form[method=post] input[type=text], main form[method=post] input[type=number]").first
    rounds.fill("7")
    phones.cut()
    before = hall.state.seq

    page.locator("main form[method=post] button").last.tap()
    expect(page.locator(NOTE)).to_contain_text("what you typed stays")
    page.locator("main form[method=post] button").last.tap()
    expect(page.locator(".not-sent")).to_be_visible()
    expect(rounds).to_have_value("7")
    assert hall.state.seq == before
    phones.mend()
    expect(page.locator(NOTE)).to_be_hidden()
    expect(page.locator(".not-sent")).to_have_count(0)
    expect(rounds).to_have_value("7")


def test_the_page_that_was_there_before_the_worker_is_kept_too(phones: Phones) -> None:
    """events/7: a referee who scans the link and stays on the page finds it again."""
    page = phones.new()
    phones.take(page, phones.link())
    page.wait_for_url(phones.at("/round"))
    until(page, lambda: kept(page) == [f"/e/{phones.hall.id}/round"])
    phones.cut()
    page.reload()

    expect(page.locator(NOTE)).to_be_visible()
    assert page.evaluate("[...document.styleSheets].every((sheet) => sheet.cssRules.length > 0)")
    assert page.evaluate("[...document.styleSheets].filter((sheet) => sheet.href.includes('/events/')).length") == 2


def test_a_revoked_link_takes_its_pages_with_it(phones: Phones, hall: Hall) -> None:
    """events/1, 7: as soon as the phone hears of it, by whatever it asks."""
    page = phones.phone(phones.link())
    page.goto(phones.at("/round"))
    assert f"/e/{hall.id}/round" in kept(page)

    done(revoke(hall.event_desk, hall.order(), (hall.state.links[-1].issued.link,)))

    until(page, lambda: kept(page) == [])
    phones.cut()
    page.goto(phones.at("/round"))
    expect(page.locator("main")).to_contain_text("This page is not saved on this phone")


def test_links_do_not_show_each_other_their_pages(phones: Phones, hall: Hall) -> None:
    """events/7: pages are kept for one link; who gets or loses one finds nothing of before."""
    page = phones.phone(phones.link())
    page.goto(phones.at("/round"))
    [referee] = page.evaluate(HELD)
    phones.take(page, hall.token)
    page.goto(phones.at("/people"))

    assert page.evaluate(HELD).keys() == {page.evaluate(HELD).popitem()[0]} != {referee}
    assert f"/e/{hall.id}/people" in kept(page)
    assert f"/e/{hall.id}/round" not in kept(page)
    page.context.clear_cookies()
    page.goto(phones.at())
    assert kept(page) == [f"/e/{hall.id}"]


def test_events_do_not_disturb_each_other(phones: Phones, hall: Hall, desk: DatabaseDesk) -> None:
    """events/7: pages are kept per event."""
    other = opened_hall(desk, "ema-2016", rounds=1)
    page = phones.phone(hall.token)
    phones.take(page, other.token)

    assert set(kept(page)) == {f"/e/{hall.id}", f"/e/{other.id}"}


def test_a_page_that_shows_a_token_is_not_kept(phones: Phones, hall: Hall) -> None:
    """events/1: a token is shown once; the page of table cards is on paper, not in the phone."""
    page = phones.phone(hall.token)
    page.goto(phones.at("/links"))
    page.locator("form[action$='/links'] button").first.tap()
    expect(page.locator(".link-shown input")).to_have_count(1)
    token = page.locator(".link-shown input").input_value().rsplit("/", 1)[-1]
    texts = page.evaluate(
        """async () => {
            const found = [];
            for (const name of await caches.keys()) {
                const cache = await caches.open(name);
                for (const key of await cache.keys()) found.push(key.url + (await (await cache.match(key)).text()));
            }
            return found.join("");
        }"""
    )

    assert len(token) == 26
    assert token not in texts


def test_an_erased_name_leaves_every_phone_at_its_next_fetch(phones: Phones, hall: Hall) -> None:
    """events/2.2, 13.13: whichever page of the event is fetched next."""
    page = phones.phone(hall.token)
    page.goto(phones.at("/people"))
    done(erase(hall.event_desk, hall.order(), 3))
    page.goto(phones.at("/standings"))

    assert kept(page) == [f"/e/{hall.id}/standings"]


def test_the_hall_screen_says_since_when_it_has_no_news(phones: Phones) -> None:
    """events/7: also one that was opened again without the network, which tells the time of what it shows."""
    page = phones.phone()
    page.goto(phones.at("/hall"))
    phones.cut()
    page.wait_for_timeout(11_000)
    page.reload()

    expect(page.locator(".old-news")).to_be_visible(timeout=8_000)
    expect(page.locator("#link")).not_to_contain_text("calculated")
