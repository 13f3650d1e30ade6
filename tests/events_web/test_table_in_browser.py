"""A phone at a table of an event, in a browser: led from the card to its game, and the taps of `events/9`."""

import re
from collections.abc import Iterator

import pytest
from flask import Flask
from playwright.sync_api import Browser, Page, Route, expect

from referee.database import DatabaseDesk
from referee.desk import force_end
from referee.desk_event.draws import draw, publish
from referee.desk_event.links import make_cards, revoke
from referee.desk_event.results import enter_paper
from referee.desk_event.rounds import sit_down, table_address
from referee.tournament.events import DrawMethod, Form, Role, Status, Winds
from referee.tournament.seating import DrawWish
from referee.tournament.sheets import PaperSheet
from referee.web.context import desk_in_use
from tests.desks import ron
from tests.tournaments import Hall, done, opened_hall
from tests.web.test_layout import LOWEST, TOP


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
    cards = make_cards(hall.event_desk, hall.order(), (1,))
    assert isinstance(cards, tuple)
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, locale="en-GB")
    page = context.new_page()
    page.goto(f"{address}/in/{cards[0]}")
    yield page
    context.close()


def test_a_phone_is_led_from_its_card_to_its_game_and_four_agree(phone: Page, hall: Hall) -> None:
    """events/9: nothing to tap until the game opens; its clock runs on every page; four taps enter the result.

    However low the screen is, the clock pushes neither the seats nor the kinds of hand out of it.
    """
    expect(phone.locator(".seated li")).to_have_count(4)
    hall.start()
    phone.wait_for_url("**/t/**")
    expect(phone.locator("#clock strong")).to_contain_text(":")
    assert phone.evaluate("JSON.parse(localStorage.clock).round")
    for width, height in ((360, 640), (390, 664), (844, 390), (667, 375)):
        phone.set_viewport_size({"width": width, "height": height})
        below = "nav.record" if height > width else "nav.sections"
        assert phone.evaluate(LOWEST, "nav.record a") <= phone.evaluate(TOP, "nav.sections"), width
        assert phone.evaluate(LOWEST, ".felt--play button") <= phone.evaluate(TOP, below), width
    hall.play(1, 1)
    expect(phone.get_by_text("The fourth tap confirms the result.")).to_be_visible()
    expect(phone.get_by_role("button", name="Confirm result")).to_be_hidden()
    for seat in range(4):
        phone.locator("label:has([name=agrees])").nth(seat).tap()
    expect(phone.locator("[name=agrees]")).to_have_count(0)

    result = hall.state.rounds[0].result_at(1)
    assert result is not None
    assert result.entered.agreed == (0, 1, 2, 3)
    assert result.entered.seq is not None


def test_no_name_is_lost_to_an_answer_that_was_on_its_way(
    browser: Browser, hall: Hall, address: str, app: Flask
) -> None:
    """events/9: what was asked for before the first of four taps does not take the place of what is ticked."""
    del app
    cards = make_cards(hall.event_desk, hall.order(), (1,))
    assert isinstance(cards, tuple)
    page = browser.new_context(has_touch=True, locale="en-GB", service_workers="block").new_page()
    page.goto(f"{address}/in/{cards[0]}")
    hall.start()
    page.wait_for_url("**/t/**")
    hall.play(1, 1)
    expect(page.locator("[name=agrees]")).to_have_count(4)
    held: list[Route] = []
    page.route("**/state*", lambda route: held.append(route))  # noqa: PLW0108 - Playwright takes no built-in
    with page.expect_request("**/state*"):
        page.evaluate("document.dispatchEvent(new Event('referee:news'))")
    page.locator("label:has([name=agrees])").nth(0).tap()
    with page.expect_response("**/state*"):
        asked = {name: value for name, value in held[0].request.headers.items() if name != "hx-ptag"}
        held[0].fulfill(response=held[0].fetch(headers=asked))
    for seat in range(1, 4):
        page.locator("label:has([name=agrees])").nth(seat).tap()
    expect(page.locator("[name=agrees]")).to_have_count(0)

    result = hall.state.rounds[0].result_at(1)
    assert result is not None
    assert result.entered.agreed == (0, 1, 2, 3)


def test_only_what_a_table_is_now_comes_under_an_open_fold(phone: Page, hall: Hall) -> None:
    """events/5: a hand of another phone waits until the fold is closed; a result of staff, or a lost card, does not."""
    hall.start()
    phone.wait_for_url("**/t/**")
    phone.locator(".others > summary").tap()
    fold = phone.locator(".others[open]")
    game = hall.game(1, 1)
    game.record(ron(1, 0, 2, 30))
    for _ in range(2):
        with phone.expect_response("**/state*"):
            pass
    expect(fold).to_be_visible()
    expect(phone.get_by_role("heading", name="East 1")).to_be_visible()
    game.must(force_end)
    phone.locator(".others > summary").tap()
    phone.locator("label:has([name=agrees])").nth(0).tap()
    phone.mouse.wheel(0, 2000)
    expect(phone.get_by_role("link", name="Score sheet")).to_be_in_viewport()
    sheet = PaperSheet(round=1, table_no=1, scores=(40_000, 30_000, 30_000, 20_000))
    done(enter_paper(hall.event_desk, hall.order(), sheet))
    expect(phone.get_by_text("The result, entered by an organiser:")).to_be_in_viewport()
    expect(phone.locator("[name=agrees]")).to_have_count(0)
    phone.locator(".others > summary").tap()
    cards = tuple(each.issued.link for each in hall.state.links if each.issued.role == Role.TABLE)
    done(revoke(hall.event_desk, hall.order(), cards))
    expect(phone.get_by_text("This link or card no longer works.")).to_be_visible()
    expect(phone.locator("#table")).to_have_count(0)


def test_four_taps_say_who_sits_where(phone: Page, hall: Hall) -> None:
    """events/9: with winds `table` four taps, and the table opens, on another phone that asks the same, too."""
    wish = DrawWish(rounds=(1,), method=DrawMethod.RANDOM, seed=3, winds=Winds.TABLE)
    done(draw(hall.event_desk, hall.order(), wish))
    done(publish(hall.event_desk, hall.order(reason="drawn at the table"), 2, (1,)))
    before = hall.state.rounds[0].seats[1]
    hall.start()
    phone.wait_for_url("**/seats/1/1")
    other = phone.context.new_page()
    other.goto(phone.url)
    other.locator("label:has([name=seat-0])").first.tap()
    for seat, number in enumerate(before[::-1]):
        phone.locator(f"label:has([name=seat-{seat}][value='{number}'])").tap()

    for each in (phone, other):
        each.wait_for_url(f"**/t/{table_address(hall.id, 1, 1)}")
    assert hall.state.rounds[0].seats[1] == before[::-1]


def test_the_same_four_of_a_night_go_on_by_two_taps_and_a_phone_follows_who_is_seated(
    browser: Browser, desk: DatabaseDesk, address: str
) -> None:
    """events/9: one tap fills in the names, one starts; a phone at its table is led to a game that staff began."""
    night = opened_hall(desk, "ema-2016", form=Form.NIGHT)
    night.enter(6, status=Status.PRESENT)
    done(sit_down(night.event_desk, night.order(), 1, (1, 2, 3, 4)))
    done(enter_paper(night.event_desk, night.order(), PaperSheet(round=1, table_no=1, scores=SCORES)))
    cards = make_cards(night.event_desk, night.order(), (1,))
    assert isinstance(cards, tuple)
    page = browser.new_page(viewport={"width": 360, "height": 640}, has_touch=True, locale="en-GB")
    page.goto(f"{address}/in/{cards[0]}")
    page.get_by_role("link", name="Same four again").tap()
    expect(page.locator("[name=who]:checked")).to_have_count(4)
    sits = [page.locator("[name=who]").nth(at).get_attribute("value") for at in range(4)]
    page.get_by_role("button", name="Start the game").tap()
    page.wait_for_url(f"**/t/{table_address(night.id, 2, 1)}")
    assert [str(each) for each in night.state.rounds[1].seats[1]] == sits

    done(enter_paper(night.event_desk, night.order(), PaperSheet(round=2, table_no=1, scores=SCORES)))
    page.goto(f"{address}/in/{cards[0]}")
    page.locator("label:has([name=who])").first.tap()
    done(sit_down(night.event_desk, night.order(), 1, (5, 6, 1, 2)))
    page.wait_for_url(f"**/t/{table_address(night.id, 3, 1)}")
    page.close()


SCORES = (40_000, 31_000, 29_000, 20_000)
MIDDLES = """(keys) => keys.map((key) => {
    const words = document.createRange();
    words.selectNodeContents(key);
    const [of, box] = [words.getBoundingClientRect(), key.getBoundingClientRect()];
    return Math.round(of.top + of.bottom - box.top - box.bottom);
})"""
OUTSIDE = """(tiles) => tiles.filter((tile) => {
    const [word, box, sign] = [tile.querySelector("span").getBoundingClientRect(), tile.getBoundingClientRect(),
        getComputedStyle(tile, "::after").content];
    return word.right > box.right - 6 || sign !== "none";
}).length"""


def test_words_stand_in_the_middle_of_a_night_s_keys_and_whole_in_an_organiser_s_tables(
    browser: Browser, hall: Hall, app: Flask, address: str
) -> None:
    """events/9: at 360 wide; a name that is not tapped yet leaves no empty line above it."""
    with app.app_context():
        night = opened_hall(desk_in_use(), "ema-2016", form=Form.NIGHT)
        night.enter(6, status=Status.PRESENT)
    hall.start()
    page = browser.new_page(viewport={"width": 360, "height": 640}, locale="en-GB")
    for of, path in ((night, "tables/1"), (hall, "")):
        page.goto(f"{address}/in/{of.token}")
        page.goto(f"{address}/e/{of.id}/{path}".rstrip("/"))
        if of is night:
            assert set(page.locator(".pick-face").evaluate_all(MIDDLES)) <= {-1, 0, 1}
    expect(page.locator(".now-tables .tab")).to_have_count(2)
    assert page.locator(".now-tables .tab").evaluate_all(OUTSIDE) == 0
    page.close()


SEEN_WHOLE = """(rows) => rows.filter((row) => {
    const box = row.getBoundingClientRect();
    return box.left >= 0 && box.right <= innerWidth && box.top >= 0 && box.bottom <= innerHeight && box.width;
}).map((row) => row.textContent)"""


def test_the_hall_shows_everybody_whatever_the_screen_holds(browser: Browser, address: str, app: Flask) -> None:
    """events/9: by name and by table in turn; few in large letters, many one screen after the other; a large clock."""
    large = dict[int, float]()
    for people in (8, 200):
        with app.app_context():
            hall = opened_hall(desk_in_use(), "ema-2016", rounds=1)
            hall.seat(people)
            hall.start()
        page = browser.new_page(viewport={"width": 1280, "height": 720})
        page.clock.install(time=0)
        page.clock.pause_at(1_000)
        page.goto(f"{address}/e/{hall.id}/hall")
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
        before = re.compile(r"^until the signal · \d\d:\d\d")
        expect(page.locator(".big-clock > span")).to_have_text(before, use_inner_text=True)
        page.locator("[data-start-hall]").click()
        names = page.locator("[data-turn=name] li")
        large[people] = float(names.first.evaluate("(each) => parseFloat(getComputedStyle(each).fontSize)"))
        seen = set[str]()
        for _ in range(20):
            seen |= set(names.evaluate_all(SEEN_WHOLE))
            if page.locator("[data-turn=table]").is_visible():
                break
            page.clock.run_for(5_000)
            page.wait_for_timeout(100)
        clock = page.locator(".big-clock").bounding_box()
        assert clock is not None
        assert len(seen) == people
        assert clock["height"] >= 720 / 4
        expect(page.locator("[data-turn=table]")).to_be_visible()
        page.close()
    assert large[8] > 1.5 * large[200] >= 1.5 * 18
