"""The round timer of a phone: the signal of the ruleset, kept over reloads, said by colour, sound and vibration."""

import re
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Browser, Page, expect

from tests.web.table import begin, server_alone

NOTICED = """
window.buzzed = 0; window.beeped = 0;
navigator.vibrate = () => { window.buzzed += 1; return true; };
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (when) { window.beeped += 1; return start.call(this, when); };
"""
"""Counts vibrations and tones of a page."""


ALMOST_OVER = """() => {
    const clock = JSON.parse(localStorage.getItem("clock"));
    localStorage.setItem("clock", JSON.stringify({ ...clock, deadline: clock.deadline - (75 * 60 - 3) * 1000 }));
}"""
"""Brings the signal of a round of 75 minutes that has just begun to within seconds."""


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    """Return a page of a phone whose clock the test sets; tones and vibrations are counted.

    A phone lets every page keep the screen on; a Chromium without windows has to be told.
    """
    context = server_alone(
        browser,
        viewport={"width": 390, "height": 844},
        is_mobile=True,
        has_touch=True,
        locale="en",
        permissions=["screen-wake-lock"],
    )
    page = context.new_page()
    page.add_init_script(NOTICED)
    yield page
    context.close()


def start_round(page: Page, address: str, ruleset: str = "aalto") -> str:
    """Start a game and its round timer; return the address of the table."""
    table = begin(page, address, ruleset)
    page.locator(".others summary").tap()
    page.get_by_role("button", name="Start the timer").tap()
    return table


MEASURED = "() => (JSON.parse(localStorage.getItem('clock')) ?? { guessed: true }).guessed === undefined"
"""Whether the round that this phone began ends by the server's clock."""
HIDDEN_AFTER_SWAP = """() => document.addEventListener("htmx:after:swap", () => {
    window.hiddenAfterSwap = document.getElementById("clock").hidden;
})"""


def test_the_timer_stays_when_the_page_is_drawn_anew(phone: Page, address: str) -> None:
    """A setting that is tapped draws all of the page: the timer is there at once, and can be stopped."""
    start_round(phone, address)
    phone.goto(address + "/settings")
    phone.evaluate(HIDDEN_AFTER_SWAP)
    phone.get_by_role("radio", name="Black").tap()
    expect(phone.locator("html")).to_have_attribute("data-theme", "black")
    assert phone.evaluate("window.hiddenAfterSwap") is False
    phone.on("dialog", lambda dialog: dialog.accept())
    phone.locator("#clock [data-clock=stop]").tap()
    expect(phone.locator("#clock")).to_be_hidden()


def test_a_round_that_is_left_at_once_goes_on(phone: Page, address: str) -> None:
    """Nothing waits for the server's time: the round is kept when its key is tapped, and mended when that is known."""
    phone.route("**/clock", lambda _: None)
    start_round(phone, address)
    phone.goto(address + "/settings")
    expect(phone.locator("#clock strong")).to_have_text(re.compile("75:00|74:5"))
    phone.unroute("**/clock")
    phone.goto(address + "/settings")
    phone.wait_for_function(MEASURED)


def test_a_server_that_did_not_answer_is_asked_again(phone: Page, address: str) -> None:
    """A phone that reached nobody when its round began is set right on the same page, as soon as somebody answers."""
    phone.route("**/clock", lambda route: route.abort())
    start_round(phone, address)
    assert phone.evaluate(MEASURED) is False
    phone.unroute("**/clock")
    phone.wait_for_function(MEASURED)
    assert phone.evaluate("localStorage['clock-offset']") is not None


def test_the_server_tells_its_time(client: FlaskClient) -> None:
    """The time is in milliseconds and is never kept."""
    before = time.time()
    response = client.get("/clock")

    assert before * 1000 - 1 <= response.get_json()["now"] <= time.time() * 1000 + 1
    assert response.headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize(("ruleset", "minutes"), [("aalto", "75"), ("ema-2016", "75"), ("wrc-2025", "80")])
def test_the_round_ends_with_the_signal_of_the_book(client: FlaskClient, ruleset: str, minutes: str) -> None:
    """Aalto 75 minutes, EMA the gong 15 minutes before the end of 90, WRC 80."""
    form = {f"name-{seat}": f"P{seat}" for seat in range(4)} | {"ruleset": ruleset}
    table = client.post("/games", data=form, follow_redirects=True).text

    assert re.search(r'name="minutes" value="(\d+)"', table)[1] == minutes  # type: ignore[index]


def test_a_book_without_a_time_limit_has_no_timer(client: FlaskClient) -> None:
    """Tenhou games end by their hands alone."""
    form = {f"name-{seat}": f"P{seat}" for seat in range(4)} | {"ruleset": "tenhou"}

    assert 'name="minutes"' not in client.post("/games", data=form, follow_redirects=True).text


def test_the_timer_runs_on_every_page(phone: Page, address: str) -> None:
    """It survives a reload, is there whatever is looked up or recorded, keeps the screen on, and can be stopped."""
    table = start_round(phone, address)
    strip = phone.locator("#clock")
    expect(strip.get_by_role("timer")).to_contain_text(re.compile("75:00|74:5"))
    expect(strip.get_by_role("button", name="Keep screen on")).to_have_attribute("aria-pressed", "true")

    phone.reload()
    expect(strip.get_by_role("timer")).to_contain_text("74:5")
    expect(strip.get_by_role("button", name="Keep screen on")).to_have_attribute("aria-pressed", "true")
    strip.get_by_role("button", name="Keep screen on").tap()
    expect(strip.get_by_role("button", name="Keep screen on")).to_have_attribute("aria-pressed", "false")
    for elsewhere in (table + "/record?result=ron", address + "/pays"):
        phone.goto(elsewhere)
        expect(strip).to_contain_text("74:5")

    phone.on("dialog", lambda dialog: dialog.accept())
    strip.get_by_role("button", name="Stop").tap()
    expect(strip).to_be_hidden()
    phone.goto(table)
    expect(strip).to_be_hidden()


def test_time_is_up_for_eye_ear_and_hand(phone: Page, address: str) -> None:
    """At the signal the page changes its colours, sounds and vibrates until it is told to be quiet."""
    start_round(phone, address)
    expect(phone.locator("#clock strong")).to_have_text(re.compile("75:00|74:5"))
    expect(phone.locator("html")).not_to_have_class(re.compile("time-up"))
    phone.evaluate(ALMOST_OVER)

    expect(phone.locator("html")).to_have_class(re.compile("time-up"))
    expect(phone.locator("#clock").get_by_role("alert")).to_have_text("Time is up")
    assert phone.evaluate("[beeped > 0, buzzed > 0]") == [True, True]
    assert phone.evaluate("getComputedStyle(document.body, '::after').mixBlendMode") == "difference"

    phone.get_by_role("button", name="Mute").tap()
    expect(phone.locator("html")).not_to_have_class(re.compile("time-up"))
    expect(phone.locator("#clock")).to_be_hidden()
    expect(phone.locator("[name=running]").first).to_be_focused()


def test_a_wrong_clock_of_the_phone_does_not_matter(phone: Page, address: str) -> None:
    """The deadline is the server's time plus the minutes, though this phone believes it is an hour later."""
    phone.clock.install(time=datetime.now(tz=UTC) + timedelta(hours=1))
    start_round(phone, address)
    phone.wait_for_function(MEASURED)
    expect(phone.locator("#clock strong")).to_have_text(re.compile("7[45]:.."))
    deadline = phone.evaluate("JSON.parse(localStorage.getItem('clock')).deadline")

    assert abs(deadline / 1000 - (time.time() + 75 * 60)) < 60
