"""Results and standings in a browser: what each act costs in taps, typing not counted (events/9)."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask
from playwright.sync_api import BrowserType, Page, expect

from referee.desk_event.results import agree, enter_paper
from referee.store.tournaments import PersonRow
from referee.tournament.sheets import PaperSheet
from referee.web.context import desk_in_use
from tests.conftest import CHROMIUM_FLAGS
from tests.tournaments import Hall, done, opened_hall
from tests.web.table import Fingers, server_alone

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


def test_what_is_missing_of_the_sum_is_told_while_a_sheet_is_typed(page: Page, address: str, hall: Hall) -> None:
    """Nobody adds up four scores in the head, nor wonders how a score in hundreds is read; it stays in sight."""
    page.set_viewport_size({"width": 390, "height": 664})
    at_results(page, address, hall)
    page.get_by_role("link", name="Table 2").click()
    total = page.locator("#total")
    expect(total).to_have_text("Sum 0 of 120,000")

    for seat, (score, told) in enumerate((("400", "80,000 missing"), ("300", "50,000 missing"), ("30000", "missing"))):
        page.locator(f"input[name=points{seat}]").press_sequentially(score)
        expect(total).to_contain_text(told)
    page.locator("input[name=points3]").press_sequentially("20000")

    expect(total).to_contain_text("Sum 120,000 of 120,000")
    expect(total).to_contain_text("40,000")
    expect(total).to_be_in_viewport(ratio=1)
    page.locator("input[name=left]").fill("1000")
    expect(total).to_contain_text("1,000 too many")


def test_the_four_scores_of_a_sheet_are_read_in_one_line(page: Page, address: str, hall: Hall) -> None:
    """They stand as on the sheet of paper, on the narrowest phone too."""
    page.set_viewport_size({"width": 360, "height": 640})
    at_results(page, address, hall)
    page.get_by_role("link", name="Table 2").click()
    type_scores(page, SCORES)

    expect(page.locator("#total small > span")).to_have_count(4)
    assert len(set(page.locator("#total small > span").evaluate_all("(all) => all.map((each) => each.offsetTop)"))) == 1


@pytest.mark.parametrize("key", ["Tab", "Enter"])
def test_a_sheet_is_typed_from_score_to_score_and_only_its_button_sends_it(
    page: Page, address: str, hall: Hall, key: str
) -> None:
    """What is not scored lies behind the scores; what is missing is named, and its field says so."""
    at_results(page, address, hall)
    page.get_by_role("link", name="Table 2").click()
    page.locator("[name=points0]").focus()

    for score in ("40000", "30000", "", "20000"):
        page.keyboard.type(score)
        page.keyboard.press(key)
    expect(page.locator("[name=left]")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Enter")).to_be_focused()
    page.keyboard.press("Enter")

    expect(page.get_by_role("alert")).to_contain_text("West: the score is missing.")
    wrong = page.locator("[aria-invalid]")
    expect(wrong).to_have_count(1)
    expect(wrong).to_have_attribute("name", "points2")
    wrong.fill("30000")
    wrong.press("Enter")
    page.keyboard.press("Enter")
    assert page.url.endswith("/paper")
    page.get_by_role("button", name="Enter").click()
    expect(page.get_by_text("1 of 2 sheets are in.")).to_be_visible()


def test_all_scores_of_a_sheet_are_seen_at_once_on_a_phone_on_its_side(page: Page, address: str, hall: Hall) -> None:
    """Nothing that stays at the bottom lies over them."""
    at_results(page, address, hall)
    page.set_viewport_size({"width": 844, "height": 390})
    page.goto(f"{address}/e/{hall.id}/results/1/2")

    page.locator("[name=points3]").focus()
    for seat in range(4):
        expect(page.locator(f"[name=points{seat}]")).to_be_in_viewport()
    assert page.locator(".actions--stuck").evaluate("(each) => getComputedStyle(each).position") == "static"


def test_the_paper_of_a_table_in_play_is_one_tap_from_its_page(page: Page, address: str, hall: Hall) -> None:
    """A table whose phone gave up hands in paper; once its result is in, the same way leads to it."""
    at_results(page, address, hall)
    page.goto(f"{address}/e/{hall.id}/round/2")

    page.get_by_role("link", name="Enter the paper result").click()
    type_scores(page, SCORES)
    page.get_by_role("button", name="Enter").click()
    expect(page.get_by_text("1 of 2 sheets are in.")).to_be_visible()
    page.goto(f"{address}/e/{hall.id}/round/2")

    expect(page.get_by_role("link", name="See the result")).to_be_visible()


def test_a_score_below_zero_is_typed_where_the_keyboard_has_digits_only(page: Page, address: str, hall: Hall) -> None:
    """A key below the fields changes the sign of the score that was typed last, there and back, and the sum with it."""
    at_results(page, address, hall)
    page.goto(f"{address}/e/{hall.id}/results/1/2")
    type_scores(page, ("-5200", *SCORES[1:]))
    expect(page.locator("#total strong")).to_contain_text("74,800")
    page.locator("[name=points0]").fill("5200")
    expect(page.locator("#total strong")).to_contain_text("85,200")
    page.get_by_role("button", name="± below zero").tap()

    expect(page.locator("[name=points0]")).to_have_value("-5200")
    expect(page.locator("[name=points0]")).to_be_focused()
    expect(page.locator("#total strong")).to_contain_text("74,800")
    page.get_by_role("button", name="± below zero").tap()
    expect(page.locator("[name=points0]")).to_have_value("5200")


def test_an_agreed_result_is_accepted_with_one_tap(page: Page, address: str, hall: Hall, app: Flask) -> None:
    """events/9: from the list."""
    with app.app_context():
        hall.play(1, 1)
        done(agree(hall.event_desk, hall.order(), 1, 1))
    fingers = at_results(page, address, hall)

    fingers.tap(page.get_by_role("button", name="Accept"))

    expect(page.get_by_text("1 of 2 sheets are in.")).to_be_visible()
    assert fingers.taps == 1


def test_a_result_is_taken_back_with_three_taps(page: Page, address: str, hall: Hall, app: Flask) -> None:
    """events/9: and a reason."""
    with app.app_context():
        done(enter_paper(hall.event_desk, hall.order(), sheet(1)))
    fingers = at_results(page, address, hall)

    fingers.tap(page.get_by_role("link", name="Table 1"))
    fingers.tap(page.locator("summary", has_text="Take back"))
    page.locator("input[name=reason]:visible").fill("not signed")
    fingers.tap(page.get_by_role("button", name="Take back"))

    expect(page.get_by_role("heading", name="Paper result")).to_be_visible()
    assert fingers.taps == 3
    assert hall.kinds[-1] == "result_taken_back"


def test_a_result_is_corrected_with_four_taps(page: Page, address: str, hall: Hall, app: Flask) -> None:
    """events/9: five are allowed; what stands is typed already, old and new are shown before it is entered."""
    with app.app_context():
        done(enter_paper(hall.event_desk, hall.order(), sheet(1)))
    fingers = at_results(page, address, hall)

    fingers.tap(page.get_by_role("link", name="Table 1"))
    fingers.tap(page.locator("summary", has_text="Correct"))
    expect(page.locator("input[name=points0]:visible")).to_have_value("40000")
    type_scores(page, SCORES[::-1])
    page.locator("input[name=reason]:visible").fill("read upside down")
    fingers.tap(page.get_by_role("button", name="Show what changes"))
    expect(page.get_by_role("heading", name="Changes in the standings")).to_be_visible()
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
            done(enter_paper(hall.event_desk, hall.order(), sheet(table_no)))
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
    expect(page.get_by_text("There are no standings yet: they are published when a round closes.")).to_be_visible()
    with app.app_context():
        for table_no in (1, 2):
            done(enter_paper(hall.event_desk, hall.order(), sheet(table_no)))
        hall.close()

    page.evaluate("htmx.trigger('#live', 'refresh')")

    expect(page.locator(".own-row")).to_contain_text("+25.0")


LONG = ("Wolfeschlegelsteinhausenb", "Raghunathan-Subramanianan", "Papadimitrakopoulouskinas")
"""Names of 25 letters, as whole words."""
WIDEST = (
    "Math.max(...[document.documentElement, ...document.querySelectorAll('.ranked')].map(each => each.scrollWidth))"
)
"""How wide a page or a table that could be moved sideways in it is."""
PAGES = ("results", "results/1/1", "standings", "standings?rounds=1", "standings/1", "penalties", "ema", "round", "")


@pytest.fixture(params=[(390, 16, "en"), (390, 16, "ja"), (360, 16, "en"), (360, 32, "en"), (360, 32, "ja")])
def narrow(
    request: pytest.FixtureRequest, browser_type: BrowserType, browser_type_launch_args: dict[str, Any]
) -> Iterator[Page]:
    """Return a page of a phone so wide, in letters of this size, in this language."""
    width, letters, language = request.param
    flags = [*CHROMIUM_FLAGS, f"--blink-settings=defaultFontSize={letters}"]
    browser = browser_type.launch(**browser_type_launch_args | {"args": flags})
    yield server_alone(browser, viewport={"width": width, "height": 740}, is_mobile=True, locale=language).new_page()
    browser.close()


def test_long_names_and_large_letters_stay_on_the_screen_once_results_are_in(
    narrow: Page, app: Flask, address: str, hall: Hall
) -> None:
    """events/9: 390 and 360 wide, text at 200 %, names of 25 letters; also where a correction is looked at."""
    page = narrow
    with app.app_context():
        people = [PersonRow(number=at, family=LONG[at % len(LONG)], given=LONG[-at % len(LONG)]) for at in range(1, 9)]
        hall.event_desk.store.put_people(hall.id, people)
        for table_no in (1, 2):
            done(enter_paper(hall.event_desk, hall.order(), sheet(table_no)))
        hall.close()
    page.goto(f"{address}/in/{hall.token}")
    wide = {}
    for path in PAGES:
        page.goto(f"{address}/e/{hall.id}/{path}".rstrip("/"))
        wide[path] = page.evaluate(WIDEST)
    page.goto(f"{address}/e/{hall.id}/results/1/1")
    page.locator("details").first.evaluate("(each) => { each.open = true; }")
    type_scores(page, SCORES[::-1])
    page.locator("input[name=reason]:visible").first.fill("read upside down")
    page.locator("form[action$=correct] .act").click()
    expect(page.locator("input[name=sure]")).to_be_attached()
    wide["correct"] = page.evaluate("document.documentElement.scrollWidth")

    assert page.viewport_size is not None
    assert {path: found for path, found in wide.items() if found > page.viewport_size["width"]} == {}


def test_standings_of_sixteen_tables_print_on_two_pages(page: Page, address: str, app: Flask) -> None:
    """events/6: A4, with the name of the event, every round, and nothing cut off."""
    with app.app_context():
        hall = opened_hall(desk_in_use(), "ema-2016", rounds=8)
        hall.seat(64, rounds=8)
        for round_no in range(1, 9):
            hall.start(round_no)
            for table_no in range(1, 17):
                found = PaperSheet(round=round_no, table_no=table_no, scores=(40_000, 30_000, 30_000, 20_000))
                done(enter_paper(hall.event_desk, hall.order(), found))
            hall.close(round_no)
    page.goto(f"{address}/in/{hall.token}")
    page.goto(f"{address}/e/{hall.id}/standings?rounds=1")
    printed = page.pdf(format="A4")
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 794, "height": 1123})

    assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 2
    expect(page.locator("h1.only-print")).to_contain_text("Spring Open")
    assert page.locator("table.ranks").evaluate("(table) => table.scrollWidth") <= 794


def test_a_published_table_is_taken_over_with_three_taps(page: Page, address: str, app: Flask) -> None:
    """events/9: finals only: 3; the sums are shown before anything is entered."""
    with app.app_context():
        hall = opened_hall(desk_in_use(), "ema-2016", rounds=2)
        hall.enter(8)
    page.goto(f"{address}/in/{hall.token}")
    page.goto(f"{address}/e/{hall.id}/results")
    fingers = Fingers(page=page)

    fingers.tap(page.get_by_role("link", name="Published scores"))
    page.locator("textarea").fill("round,number,final\n" + "\n".join(f"1,{at},{at - 5}.0" for at in range(1, 9)))
    fingers.tap(page.get_by_role("button", name="Read"))
    expect(page.get_by_role("cell", name="−4.0")).to_be_visible()
    assert "finals_entered" not in hall.kinds
    fingers.tap(page.locator("form[action$=paste] button").last)

    page.wait_for_url(f"**/e/{hall.id}/*")
    expect(page.locator("textarea")).to_have_count(0)
    assert fingers.taps == 3
    assert hall.kinds[-2:] == ["finals_entered", "published"]
