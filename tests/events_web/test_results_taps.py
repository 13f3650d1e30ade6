"""Results and standings in a browser: what each act costs in taps, typing not counted (events/9)."""

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from referee.desk_event.results import agree, enter_paper
from referee.tournament.sheets import PaperSheet
from referee.web.context import desk_in_use
from tests.tournaments import Hall, done, opened_hall
from tests.web.table import Fingers

SEATS = (((1, 2, 3, 4), (5, 6, 7, 8)), ((1, 5, 2, 6), (3, 7, 4, 8)))
SCORES = ("40000", "30000", "30000", "20000")


@pytest.fixture
def hall(app: Flask) -> Hall:
    """Return an event of two tables in its first round, whose agreed results staff look at."""
    with app.app_context():
        found = opened_hall(desk_in_use(), "ema-2016", rounds=2, staff_check=True)
        found.seat(8, rounds=2, seats=SEATS)
        found.start()
    return found


def at_results(page: Page, address: str, hall: Hall) -> Fingers:
    """Come in as the organiser, and open the list of sheets."""
    page.goto(f"{address}/in/{hall.token}")
    page.goto(f"{address}/e/{hall.id}/results")
    return Fingers(page=page)


def sheet(table_no: int) -> PaperSheet:
    """Return a sheet of the first round."""
    return PaperSheet(round=1, table_no=table_no, scores=(40_000, 30_000, 30_000, 20_000))


def type_scores(page: Page, scores: tuple[str, ...]) -> None:
    """Type four scores into the open form."""
    for seat, score in enumerate(scores):
        page.locator(f"input[name=points{seat}]:visible").fill(score)


def test_a_sheet_from_paper_takes_two_taps(page: Page, address: str, hall: Hall) -> None:
    """events/9: three are allowed."""
    fingers = at_results(page, address, hall)

    fingers.tap(page.get_by_role("link", name="Table 2"))
    type_scores(page, SCORES)
    fingers.tap(page.get_by_role("button", name="Enter"))

    expect(page.get_by_role("status").filter(has_text="1 of 2 sheets are in.")).to_be_visible()
    assert fingers.taps == 2


def test_an_agreed_result_is_accepted_with_one_tap(page: Page, address: str, hall: Hall, app: Flask) -> None:
    """events/9: from the list."""
    with app.app_context():
        hall.play(1, 1)
        done(agree(hall.at, hall.order(), 1, 1))
    fingers = at_results(page, address, hall)

    fingers.tap(page.get_by_role("button", name="Accept"))

    expect(page.get_by_text("1 of 2 sheets are in.")).to_be_visible()
    assert fingers.taps == 1


def test_a_result_is_taken_back_with_three_taps(page: Page, address: str, hall: Hall, app: Flask) -> None:
    """events/9: and a reason."""
    with app.app_context():
        done(enter_paper(hall.at, hall.order(), sheet(1)))
    fingers = at_results(page, address, hall)

    fingers.tap(page.get_by_role("link", name="Table 1"))
    fingers.tap(page.locator("summary", has_text="Take back"))
    page.locator("input[name=reason]:visible").fill("not signed")
    fingers.tap(page.get_by_role("button", name="Take back"))

    expect(page.get_by_role("heading", name="Sheet from paper")).to_be_visible()
    assert fingers.taps == 3
    assert hall.kinds[-1] == "result_taken_back"


def test_a_result_is_corrected_with_four_taps(page: Page, address: str, hall: Hall, app: Flask) -> None:
    """events/9: five are allowed; what stands is typed already, old and new are shown before it is entered."""
    with app.app_context():
        done(enter_paper(hall.at, hall.order(), sheet(1)))
    fingers = at_results(page, address, hall)

    fingers.tap(page.get_by_role("link", name="Table 1"))
    fingers.tap(page.locator("summary", has_text="Correct"))
    expect(page.locator("input[name=points0]:visible")).to_have_value("40000")
    type_scores(page, SCORES[::-1])
    page.locator("input[name=reason]:visible").fill("read upside down")
    fingers.tap(page.get_by_role("button", name="Show what changes"))
    expect(page.get_by_role("heading", name="What moves in the standings")).to_be_visible()
    fingers.tap(page.get_by_role("button", name="Correct it"))

    expect(page.get_by_text("1 of 2 sheets are in.")).to_be_visible()
    assert fingers.taps == 4
    assert hall.kinds[-2:] == ["result_taken_back", "result_entered"]


def test_somebody_finds_the_own_line_with_one_tap_and_it_stays_in_sight(
    page: Page, address: str, hall: Hall, app: Flask
) -> None:
    """events/9: find me: 1."""
    with app.app_context():
        for table_no in (1, 2):
            done(enter_paper(hall.at, hall.order(), sheet(table_no)))
        hall.close()
    page.goto(f"{address}/e/{hall.id}")
    fingers = Fingers(page=page)

    page.get_by_role("searchbox").fill("Given8")
    fingers.tap(page.get_by_role("button", name="Find me"))

    own = page.locator(".own-row")
    expect(own).to_contain_text("Given8 F.")
    page.mouse.wheel(0, 5000)
    expect(own).to_be_in_viewport()
    assert fingers.taps == 1
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= page.viewport_size["width"]  # type: ignore[index]


def test_standings_come_to_a_page_that_is_open(page: Page, address: str, hall: Hall, app: Flask) -> None:
    """events/8: a viewer asks every fifteen seconds, and sees what was published since."""
    page.goto(f"{address}/e/{hall.id}?me=1")
    expect(page.get_by_text("No standings have been published yet.")).to_be_visible()
    with app.app_context():
        for table_no in (1, 2):
            done(enter_paper(hall.at, hall.order(), sheet(table_no)))
        hall.close()

    page.evaluate("htmx.trigger('#live', 'refresh')")

    expect(page.locator(".own-row")).to_contain_text("+25.0")
