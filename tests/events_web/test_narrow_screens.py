"""An organiser's phone: long names and long buttons leave the words of a page the room that they need."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from referee.database import DatabaseDesk
from referee.desk_event.creating import rename_event
from referee.desk_event.links import make_cards
from tests.tournaments import Hall, opened_hall
from tests.web.table import server_alone

LONG = "Nordic Riichi Spring Championship of the Capital Region 2026"


@pytest.fixture
def hall(desk: DatabaseDesk) -> Hall:
    """Return an event with cards at four tables, and a name as long as one may be."""
    found = opened_hall(desk, "ema-2016", rounds=1)
    found.seat(16)
    assert isinstance(make_cards(found.event_desk, found.order(), (1, 2, 3, 4)), tuple)
    assert rename_event(found.event_desk, found.id, found.right, LONG) is None
    return found


@pytest.fixture(params=["en-GB", "ja-JP"])
def phone(request: pytest.FixtureRequest, browser: Browser, hall: Hall, address: str) -> Iterator[Page]:
    """Return a narrow phone with the organiser's link."""
    size = {"width": 360, "height": 640}
    context = server_alone(browser, viewport=size, locale=request.param, has_touch=True, is_mobile=True)
    page = context.new_page()
    page.goto(f"{address}/in/{hall.token}")
    yield page
    context.close()


def test_a_long_name_of_an_event_pushes_no_title_down(phone: Page, hall: Hall, address: str) -> None:
    """events/9: it is cut after two lines, whole for whoever hears the page."""
    for path in ("round", "people", "draw?round=1", "links"):
        phone.goto(f"{address}/e/{hall.id}/{path}")
        bar = phone.locator(".bar").bounding_box()
        assert bar is not None
        assert bar["height"] <= 60, path
        assert LONG in (phone.locator(".bar .back").text_content() or "")


def test_what_is_said_of_cards_is_not_squeezed_beside_their_button(phone: Page, hall: Hall, address: str) -> None:
    """The words have the width of the page, the button stands below them."""
    phone.goto(f"{address}/e/{hall.id}/links")
    words = phone.locator(".row--below .row-text").bounding_box()
    button = phone.locator(".row--below button").bounding_box()
    assert words is not None
    assert button is not None
    assert words["width"] >= 300
    assert button["y"] >= words["y"] + words["height"]
