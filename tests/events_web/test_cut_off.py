"""A table of an event that is cut off from the network: what it enters arrives, or waits for a referee (`events/7`)."""

import json

import pytest
from playwright.sync_api import expect

from referee.database import DatabaseDesk
from referee.desk_event.links import revoke
from referee.desk_event.results import agree, enter_paper, take_back
from referee.tournament.sheets import PaperSheet
from tests.events_web.phones import Phones, until
from tests.offline.conftest import link_says
from tests.tournaments import Hall, done, opened_hall
from tests.web.table import Fingers, Played, play

SEATS = (((1, 2, 3, 4), (5, 6, 7, 8)),)
RON = Played(
    hand="East 1, 0 honba",
    result="Ron",
    wins=(("Ben", ("3 han", "40 fu")),),
    discarder="Aino",
    scores=(24800, 35200, 30000, 30000),
)
"""3 han 40 fu from the dealer: 5,200; the names stand for the seats, East below."""


@pytest.fixture
def hall(desk: DatabaseDesk) -> Hall:
    """Return an event in its first round."""
    found = opened_hall(desk, "ema-2016", rounds=1)
    found.seat(8, rounds=1, seats=SEATS)
    found.start()
    return found


def test_four_agree_without_the_network(phones: Phones, hall: Hall) -> None:
    """events/5, 7: the fourth tap enters the result on the phone, and it arrives with the network."""
    page = phones.at_table()
    hall.play(1, 1)
    expect(page.locator("[name=agrees]")).to_have_count(4)
    page.reload()
    phones.cut()
    for seat in range(4):
        page.locator("label:has([name=agrees])").nth(seat).tap()
    expect(page.locator("[name=agrees]")).to_have_count(0)
    link_says(page, "1 unsent")
    assert hall.state.rounds[0].result_at(1) is None

    phones.mend()

    link_says(page, "Saved")
    result = hall.state.rounds[0].result_at(1)
    assert result is not None
    assert result.entered.agreed == (0, 1, 2, 3)


def test_a_result_that_staff_entered_is_told_without_the_network(phones: Phones, hall: Hall) -> None:
    """events/5, 7: the phone draws its page itself, and offers nobody to agree."""
    page = phones.at_table()
    hall.play(1, 1)
    sheet = PaperSheet(round=1, table_no=1, scores=(40_000, 30_000, 30_000, 20_000))
    done(enter_paper(hall.event_desk, hall.order(), sheet))
    expect(page.get_by_text("Given1 Family1 40,000 (+25.0), not 28,000")).to_be_visible()
    page.reload()
    phones.cut()
    page.reload()

    expect(page.locator("html")).to_have_attribute("data-answered-by", "phone")
    expect(page.get_by_text("Given1 Family1 40,000 (+25.0), not 28,000")).to_be_visible()
    expect(page.locator(".result")).to_be_visible()
    expect(page.locator("[name=agrees]")).to_have_count(0)


def test_a_hand_of_a_closed_round_is_sent_once_the_result_is_taken_back(phones: Phones, hall: Hall) -> None:
    """events/7: refused (`not_this_round`), kept, "Show this to a referee", sent when the result was taken back."""
    page = phones.at_table()
    phones.cut()
    play(Fingers(page=page), RON)
    link_says(page, "1 unsent")
    done(
        enter_paper(
            hall.event_desk, hall.order(), PaperSheet(round=1, table_no=1, scores=(30_000, 30_000, 30_000, 30_000))
        )
    )
    hall.play(1, 2)
    done(agree(hall.event_desk, hall.order(), 1, 2))
    hall.close()
    before = hall.game(1, 1).view.version
    phones.mend()

    link_says(page, "An entry waits: show it to a referee")
    expect(page.get_by_role("main")).to_contain_text("Round 1 is over")
    page.goto(f"{phones.address}/offline")
    expect(page.locator("#orders")).to_contain_text("Show this to a referee")
    assert hall.game(1, 1).view.version == before
    referee = phones.phone(phones.link())
    referee.goto(phones.at("/round"))
    expect(referee.locator(".tab").first).to_contain_text("entry waits on its phone")
    assert referee.locator(".tab b").first.inner_text() == "1"

    done(take_back(hall.event_desk, hall.order(reason="the phone had another hand"), 1, 1))

    until(page, lambda: hall.game(1, 1).view.version != before)
    assert tuple(hall.game(1, 1).scores) == RON.scores
    link_says(page, "Saved")
    expect(referee.locator("#tables")).not_to_contain_text("entry waits on its phone")


def test_a_phone_whose_link_is_revoked_keeps_what_it_has_not_sent(phones: Phones, hall: Hall) -> None:
    """events/1: its unsent entries stay readable and can be taken along as a file; the sheet does not move."""
    page = phones.at_table()
    phones.cut()
    play(Fingers(page=page), RON)
    link_says(page, "1 unsent")
    before = hall.game(1, 1).view.version
    done(revoke(hall.event_desk, hall.order(), (hall.state.links[-1].issued.link,)))
    phones.mend()

    link_says(page, "An entry waits")
    expect(page.get_by_role("main")).to_contain_text("This link or card no longer works")
    page.goto(f"{phones.address}/offline")
    expect(page.locator("#orders")).to_contain_text("Hand: Ron")
    with page.expect_download() as file:
        page.locator("#export").tap()
    [order] = json.loads(file.value.path().read_text("utf-8"))["orders"]
    assert {("ron", "1"), ("from", "0"), ("han-1", "3"), ("fu-1", "40")} <= {*map(tuple, order["pairs"])}
    assert hall.game(1, 1).view.version == before
