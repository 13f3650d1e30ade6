"""A round with everybody there at once: two phones, a referee, an organiser, a viewer and the hall (`events/13.11`)."""

import re
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from referee.desk_event.links import make_cards, make_link
from referee.desk_event.people import set_status
from referee.rulebook import Shelf
from referee.tournament.events import Release, Role, Status
from tests.events_web.served import Hours, served
from tests.events_web.test_first_steps import Finger
from tests.tournaments import Hall, done, opened_hall

MINUTE = 60_000
MORE = 5
"""The minutes that staff give a table with one button."""
LATE = "rulings/apply?offence=late&answer-minutes=5"
LED_THERE = 1
"""The tap on the answer that leads to the ruling's page."""
ANEW = "document.dispatchEvent(new Event('visibilitychange'))"
PHONE = {"width": 390, "height": 844}
SCORES = ("40000", "30000", "30000", "20000")


@dataclass
class Everybody:
    """Whoever is there, each in a browser of his own."""

    hall: Hall
    hours: Hours
    address: str
    phones: tuple[Page, Page]
    referee: Page
    organiser: Page
    public: Page
    screen: Page

    def to(self, page: str = "") -> str:
        """Return the address of a page of the event."""
        return f"{self.address}/e/{self.hall.id}{page and '/'}{page}"

    def later(self, milliseconds: float) -> None:
        """Let time go by for the server, and everybody look at his screen then."""
        self.hours.ahead += milliseconds
        for page in (*self.phones, self.referee, self.screen):
            with page.expect_response("**/clock"):
                page.evaluate(ANEW)


@pytest.fixture(params=["en-GB", "ja-JP"])
def there(request: pytest.FixtureRequest, browser: Browser, shelf: Shelf, tmp_path: Path) -> Iterator[Everybody]:
    """Return everybody at an event of two tables whose first round is published, in English and in Japanese."""
    hours = Hours()
    with served(tmp_path, shelf, hours) as (desk, address), ExitStack() as contexts:
        hall = opened_hall(desk, "ema-2016", rounds=1, release=Release.BY_HAND)
        hall.seat(8)
        for number in range(1, 9):
            done(set_status(hall.event_desk, hall.order(), number, Status.PRESENT))
        cards = make_cards(hall.event_desk, hall.order(), (1,))
        token = make_link(hall.event_desk, hall.order(), Role.REFEREE)
        assert isinstance(cards, tuple)

        def page(path: str) -> Page:
            """Return a page of a new browser."""
            context = contexts.enter_context(
                browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True, locale=request.param)  # type: ignore[arg-type]
            )
            opened = context.new_page()
            opened.goto(address + path)
            expect(opened.locator("html")).to_have_attribute("lang", request.param[:2])
            return opened

        yield Everybody(
            hall=hall,
            hours=hours,
            address=address,
            phones=(page(f"/in/{cards[0]}"), page(f"/in/{cards[0]}")),
            referee=page(f"/in/{token}"),
            organiser=page(f"/in/{hall.token}"),
            public=page(f"/e/{hall.id}"),
            screen=page(f"/e/{hall.id}/hall"),
        )


def start(there: Everybody) -> None:
    """Start the round: one tap, and one more for the question about the table without a phone."""
    finger = Finger()
    there.organiser.goto(there.to())
    finger.tap(there.organiser.locator(".next form button"))
    finger.tap(there.organiser.locator("form:has([name=sure]) button"))
    for phone in there.phones:
        phone.wait_for_url("**/t/**")
        expect(phone.locator("#clock")).to_be_visible()
        phone.locator(".choose button").first.click()
        expect(phone.locator(".choose")).to_have_count(0)
    expect(there.screen.locator("[data-clock-at]")).to_be_visible()
    expect(there.public.locator("#live h2").first).to_be_visible()
    assert finger.taps == 2


def rule(there: Everybody) -> None:
    """Rule in the game, from the referee's home: the ruling of today, three taps from its answer on."""
    referee, finger = there.referee, Finger()
    expect(referee.locator(".tab")).to_have_count(2)
    finger.tap(referee.locator(".tab[href='round/1']"))
    finger.tap(referee.locator("a.act--main"))
    referee.wait_for_url("**/t/**")
    assert finger.taps == 2
    ruling = Finger()
    ruling.taps = LED_THERE
    referee.goto(f"{referee.url}/{LATE}")
    ruling.tap(referee.locator(".seat--right input[name=seat]"))
    ruling.tap(referee.locator(".confirm button"))
    referee.wait_for_url(lambda url: url.count("/") == 4)
    assert ruling.taps <= 3
    for phone in there.phones:
        expect(phone.locator(".ruled-now li")).to_have_count(1)


def give_time(there: Everybody) -> None:
    """Give the table more minutes: from the referee's home three taps are allowed."""
    referee, finger = there.referee, Finger()
    referee.goto(there.to("round"))
    finger.tap(referee.locator(".tab[href='round/1']"))
    finger.tap(referee.locator("button[name=minutes]"))
    expect(referee.locator(".tab[href='round/1']")).to_contain_text(f"+{MORE}")
    assert finger.taps <= 3


def signal(there: Everybody) -> None:
    """Let the signal fall: every phone of the table and the hall say so; one phone answers for both."""
    there.later((75 + MORE) * MINUTE - 10_000)
    for phone in there.phones:
        expect(phone.locator("html.time-up")).to_have_count(1)
        expect(phone.locator("[role=alert] [name=running]")).to_have_count(2)
        expect(phone.locator("nav.record")).to_be_hidden()
    expect(there.screen.locator("html.hall-signal")).to_have_count(1)
    expect(there.screen.locator("[data-signal-text]")).to_be_visible()
    fallen = re.compile(r"^(Signal|合図) \d\d:\d\d")
    expect(there.screen.locator(".big-clock > span")).to_have_text(fallen, use_inner_text=True)
    expect(there.referee.locator(".tab--dice")).to_have_count(1)
    expect(there.referee.locator(".tab--sheet")).to_have_count(1)
    finger = Finger()
    finger.tap(there.phones[0].locator("[role=alert] [name=running][value=yes]"))
    for phone in there.phones:
        expect(phone.locator(".signal")).to_be_visible()
        expect(phone.locator("nav.record")).to_be_visible()
        expect(phone.locator("html.time-up")).to_have_count(0)
    assert finger.taps == 1


def play_on(there: Everybody) -> None:
    """Play this hand and one more, each recorded by another phone: two draws of two taps."""
    for phone in there.phones:
        finger = Finger()
        finger.tap(phone.locator("nav.record a[href*='result=draw']"))
        finger.tap(phone.locator(".confirm button"))
        phone.wait_for_url(lambda url: url.count("/") == 4)
        assert finger.taps == 2
        if phone is there.phones[0]:
            expect(there.phones[1].locator(".repeats b")).to_have_text("1")
    for phone in there.phones:
        expect(phone.locator("[name=agrees]")).to_have_count(4)


def agree(there: Everybody) -> None:
    """Let four people tap their names on one phone, which enters the result on both."""
    finger = Finger()
    for seat in range(4):
        finger.tap(there.phones[1].locator("label:has([name=agrees])").nth(seat))
    for phone in there.phones:
        expect(phone.locator("[name=agrees]")).to_have_count(0)
    expect(there.referee.locator(".tab--done")).to_have_count(1)
    assert finger.taps == 4


def type_paper(there: Everybody) -> None:
    """Type the sheet of the other table: three taps and the digits are allowed."""
    organiser, finger = there.organiser, Finger()
    organiser.goto(there.to("results"))
    finger.tap(organiser.locator("a[href$='results/1/2']"))
    for seat, score in enumerate(SCORES):
        organiser.locator(f"input[name=points{seat}]:visible").fill(score)
    finger.tap(organiser.locator("form[action$='paper'] button").last)
    expect(there.referee.locator(".tab--done")).to_have_count(2)
    assert finger.taps <= 3


def close(there: Everybody) -> None:
    """Close the round and reveal its standings, each with one tap; nobody sees them before."""
    organiser, public = there.organiser, there.public
    for done_next in ("round/close", "reveal"):
        public.goto(there.to())
        assert public.locator(".empty").count() == 1
        organiser.goto(there.to())
        finger = Finger()
        finger.tap(organiser.locator(f".next form[action$='/{done_next}'] button"))
        expect(organiser.locator(f".next form[action$='/{done_next}']")).to_have_count(0)
        expect(organiser.locator("#link")).to_have_class(re.compile("link--saved"))
        expect(organiser.locator("#link")).to_be_hidden()
        assert finger.taps == 1
    organiser.goto(there.to())
    expect(organiser.locator(".next form[action$='/end']")).to_be_visible()


def test_a_round_with_everybody_there(there: Everybody) -> None:
    """events/13.11: ruled, five minutes more, the signal, four agree, closed, revealed; the taps of `events/9`."""
    start(there)
    there.public.goto(there.to())
    expect(there.public.locator("[data-clock-at]")).to_have_text(re.compile(r"^7[45]:\d\d$"))
    saved = there.public.locator("#link")
    expect(saved).to_have_class(re.compile("link--saved"))
    expect(saved).to_be_hidden()
    rule(there)
    give_time(there)
    signal(there)
    play_on(there)
    agree(there)
    type_paper(there)
    close(there)
    for phone in there.phones:
        expect(phone.locator("h1")).to_have_text(re.compile("^(Round 1 is over|1回戦は終了しました)$"))
        expect(phone.locator("#clock")).to_be_hidden()

    public, finger = there.public, Finger()
    public.goto(there.to())
    public.locator("input[name=me]").fill("Given3")
    finger.tap(public.locator(".find-game button"))
    expect(public.locator(".own-row")).to_contain_text("Given3")
    assert finger.taps == 1
    expect(there.screen.locator("[data-turn=standings] li")).to_have_count(8)
    result = there.hall.state.rounds[0].result_at(1)
    assert result is not None
    assert result.entered.agreed == (0, 1, 2, 3)
    assert there.hall.kinds[-2:] == ["round_closed", "published"]
