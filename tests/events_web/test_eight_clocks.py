"""Eight phones whose clocks are wrong show the same time, with a network and without one (`events/3`, 13.8)."""

import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from referee.database import DatabaseDesk
from referee.desk_event.links import make_cards
from referee.desk_event.rounds import add_time
from referee.rulebook import Shelf
from referee.tournament.events import TimeAdded
from tests.conftest import SECONDS_TO_SHOW
from tests.events_web.served import Hours, served
from tests.tournaments import Hall, done, opened_hall

MINUTE = 60_000
OFFSETS = (-10, -7, -4, -1, 2, 4, 7, 10)
"""By how many minutes the clock of each phone is wrong."""
RATES = (-20e-6, 20e-6)
"""How much too slow or too fast they run, in turn."""
MORE_MINUTES = 120
WRONG_CLOCK = """([offset, rate]) => {
    const [wall, gone] = [Date.now.bind(Date), performance.now.bind(performance)];
    const begun = wall();
    window.ahead = 0;
    window.real = () => wall() + window.ahead;
    Date.now = () => window.real() + offset + (window.real() - begun) * rate;
    performance.now = () => (gone() + window.ahead) * (1 + rate);
}"""
"""Sets the clock of a page wrong; ``ahead`` lets time go by for it, ``real`` is what a right clock would show."""
AT_A_TICK = """async (signal) => {
    const shown = () => document.querySelector("#clock strong").textContent;
    const [before, left] = [shown(), () => (signal - window.real()) / 1000];
    await new Promise((resolve) => {
        const look = () => (shown() === before ? setTimeout(look, 10) : resolve());
        look();
    });
    return [shown(), left()];
}"""
"""What a phone shows and the seconds left, of the moment in which it changes, which a busy machine does not part."""
LOOK_AGAIN = "document.dispatchEvent(new Event('visibilitychange'))"


@dataclass
class Room:
    """Two tables in their round, and the phones of the eight who sit there."""

    hall: Hall
    hours: Hours
    phones: list[Page]

    def later(self, minutes: float) -> None:
        """Let time go by, for the server and for every phone."""
        self.hours.ahead += minutes * MINUTE
        for phone in self.phones:
            phone.evaluate("milliseconds => { window.ahead += milliseconds; }", minutes * MINUTE)

    def errors(self) -> list[float]:
        """Return by how many milliseconds each phone takes the server's time for another."""
        return [phone.evaluate("roundClock.now() - window.real()") for phone in self.phones]

    def signal(self) -> float:
        """Return when the signal falls, in milliseconds."""
        found = {phone.evaluate("JSON.parse(localStorage.clock).deadline") for phone in self.phones}
        assert len(found) == 1
        return float(found.pop())

    def differences(self) -> list[float]:
        """Return by how many seconds each phone shows something else than is left until the signal."""
        signal = self.signal()
        return [difference(phone, signal) for phone in self.phones]


def difference(phone: Page, signal: float) -> float:
    """Return by how many seconds a phone shows something else than is left, just when it has shown another second."""
    shown, left = phone.evaluate(AT_A_TICK, signal)
    minutes, seconds = shown.split(":")
    return int(minutes) * 60 + int(seconds) - float(left)


def until(phone: Page, expected: str) -> None:
    """Wait until something is true of a page, whose policy lets no text be run there."""
    deadline = time.monotonic() + SECONDS_TO_SHOW
    while not phone.evaluate(expected):
        assert time.monotonic() < deadline, expected
        phone.wait_for_timeout(50)


@pytest.fixture
def room(browser: Browser, shelf: Shelf, tmp_path: Path) -> Iterator[Room]:
    """Return eight phones at two tables whose round has begun, long before its signal."""
    hours = Hours()
    with served(tmp_path, shelf, hours) as (desk, address):
        hall = long_round(desk)
        cards = make_cards(hall.event_desk, hall.order(), (1, 2))
        assert isinstance(cards, tuple)
        with ExitStack() as contexts:
            phones = []
            for place, offset in enumerate(OFFSETS):
                context = contexts.enter_context(browser.new_context(service_workers="block"))
                skew = [offset * MINUTE, RATES[place % 2]]
                context.add_init_script(f"({WRONG_CLOCK})({skew})")
                phones.append(context.new_page())
                phones[-1].goto(f"{address}/in/{cards[place // 4]}")
                until(phones[-1], "localStorage['clock-offset'] !== undefined")
            yield Room(hall, hours, phones)


def long_round(desk: DatabaseDesk) -> Hall:
    """Return an event at whose two tables a round has begun, long before its signal."""
    hall = opened_hall(desk, "ema-2016", rounds=1)
    hall.seat(8)
    hall.start()
    more = TimeAdded(round=1, tables=(1, 2), seconds=MORE_MINUTES * 60, hands=0, call=None, reason="long")
    done(add_time(hall.event_desk, hall.order(), more))
    return hall


def set_right(phone: Page, offset: int) -> None:
    """Let a phone's own clock be set right in a pocket, and somebody look at the phone then."""
    phone.evaluate(f"() => {{ const wrong = Date.now; Date.now = () => wrong() - {offset * MINUTE}; }}")
    with phone.expect_response("**/clock"):
        phone.evaluate(LOOK_AGAIN)
    until(phone, "Math.abs(roundClock.now() - window.real()) < 500")


def test_eight_phones_with_wrong_clocks_agree(room: Room) -> None:
    """events/13.8: offsets of 10 minutes and 20 ppm: within 1 s online, within 3 s after 90 minutes without network."""
    believed = [phone.evaluate("Date.now() - window.real()") for phone in room.phones]
    assert max(believed) - min(believed) > 19 * MINUTE
    assert max(map(abs, room.errors())) < 500

    room.later(85)
    assert max(map(abs, room.errors())) < 500
    assert all(-0.6 <= each <= 1.6 for each in room.differences())
    set_right(room.phones[0], OFFSETS[0])
    assert abs(room.errors()[0]) < 500
    for phone in room.phones:
        phone.context.set_offline(offline=True)
        phone.evaluate(LOOK_AGAIN)
    room.later(90)
    for phone in room.phones[::2]:
        phone.evaluate(LOOK_AGAIN)
    assert max(map(abs, room.errors())) < 1500
    assert max(room.differences()) - min(room.differences()) < 3
