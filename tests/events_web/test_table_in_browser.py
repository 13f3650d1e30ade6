"""A phone at a table of an event, in a browser: led from the card to its game, and the taps of `events/9`."""

from collections.abc import Iterator

import pytest
from flask import Flask
from playwright.sync_api import Browser, Page, expect

from referee.database import DatabaseDesk
from referee.desk_event.draws import draw, publish
from referee.desk_event.links import make_cards
from referee.desk_event.rounds import table_address
from referee.tournament.events import DrawMethod, Winds
from referee.tournament.seating import DrawWish
from tests.tournaments import Hall, done, opened_hall


@pytest.fixture
def hall(desk: DatabaseDesk) -> Hall:
    """Return an event whose first round is published."""
    found = opened_hall(desk, "ema-2016", rounds=1)
    found.seat(8, rounds=1)
    return found


@pytest.fixture
def phone(browser: Browser, hall: Hall, app: Flask, address: str) -> Iterator[Page]:
    """Return a phone that has just scanned the card of table 1."""
    del app
    cards = make_cards(hall.at, hall.order(), (1,))
    assert isinstance(cards, tuple)
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, locale="en-GB")
    page = context.new_page()
    page.goto(f"{address}/in/{cards[0]}")
    yield page
    context.close()


def test_a_phone_is_led_from_its_card_to_its_game_and_four_agree(phone: Page, hall: Hall) -> None:
    """events/9: nothing to tap until the game opens; its clock runs on every page; four taps enter the result."""
    expect(phone.locator(".seated li")).to_have_count(4)
    hall.start()
    phone.wait_for_url("**/t/**")
    expect(phone.locator("#clock strong")).to_contain_text(":")
    assert phone.evaluate("JSON.parse(localStorage.clock).round")
    hall.play(1, 1)
    for seat in range(4):
        phone.locator("label:has([name=agrees])").nth(seat).tap()
    expect(phone.locator("[name=agrees]")).to_have_count(0)

    result = hall.state.rounds[0].result_at(1)
    assert result is not None
    assert result.entered.agreed == (0, 1, 2, 3)
    assert result.entered.seq is not None


def test_four_taps_say_who_sits_where(phone: Page, hall: Hall) -> None:
    """events/9: with winds `table` four taps, and the table opens."""
    wish = DrawWish(rounds=(1,), method=DrawMethod.RANDOM, seed=3, winds=Winds.TABLE)
    done(draw(hall.at, hall.order(), wish))
    done(publish(hall.at, hall.order(reason="drawn at the table"), 2, (1,)))
    before = hall.state.rounds[0].seats[1]
    hall.start()
    phone.wait_for_url("**/seats/1/1")
    for seat, number in enumerate(before[::-1]):
        phone.locator(f"label:has([name=seat-{seat}][value='{number}'])").tap()

    phone.wait_for_url(f"**/t/{table_address(hall.id, 1, 1)}")
    assert hall.state.rounds[0].seats[1] == before[::-1]
