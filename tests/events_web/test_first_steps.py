"""The first steps of an event, tapped in a browser by somebody who has never seen it, and the taps of events/9."""

import re
import time
from collections.abc import Callable
from contextlib import suppress

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect
from playwright.sync_api import Error as PlaywrightError

from tests.events_web.organiser import SIXTEEN
from tests.web.table import server_alone

A_MOMENT = 800
MOST_TAPS = 8
MOST_SECONDS = 120

NARROW = {"width": 360, "height": 640}


class Finger:
    """Taps, and counts them."""

    def __init__(self) -> None:
        """Begin with none."""
        self.taps = 0

    def tap(self, where: Locator) -> None:
        """Tap something that is seen."""
        self.taps += 1
        where.wait_for()
        where.tap()


@pytest.fixture
def phone(browser: Browser, address: str) -> Page:
    """Return a narrow phone on which an event was just made."""
    context = server_alone(browser, viewport=NARROW, has_touch=True, is_mobile=True, locale="en")
    page = context.new_page()
    page.goto(address + "/events/new")
    page.get_by_label("Name of the event").fill("Spring cup")
    page.get_by_label("Ruleset").select_option("aalto")
    expect(page.get_by_label("Ruleset").locator("option[value='']")).to_have_count(0)
    Finger().tap(page.get_by_role("button", name="Create event", exact=True).last)
    expect(page.get_by_text("Keep this link")).to_be_visible()
    return page


def enter_sixteen(phone: Page, finger: Finger) -> None:
    """Paste sixteen names, from the page that shows the link."""
    finger.tap(phone.get_by_role("link", name="On to the event"))
    finger.tap(phone.get_by_role("link", name="Add people"))
    finger.tap(phone.get_by_label("The list"))
    phone.keyboard.insert_text(SIXTEEN)
    finger.tap(phone.get_by_role("button", name="Check the list"))
    finger.tap(phone.get_by_role("button", name="Add 16 people"))
    expect(phone.get_by_role("heading", name="Draw round 1")).to_be_visible()


def test_what_is_chosen_before_the_form_has_answered_is_kept(page: Page, address: str) -> None:
    """On a slow network the ruleset is chosen while the form is still drawn anew for the kind of event."""
    asked: list[Route] = []
    page.route("**/events/new?*", lambda route: asked.append(route))  # noqa: PLW0108 a method bears no mark
    page.goto(address + "/events/new")
    page.locator("[name=kind]").select_option("night")
    page.locator("[name=ruleset]").select_option("warsaw")
    for _ in range(2):
        page.wait_for_timeout(500)
        with suppress(PlaywrightError):
            asked.pop(0).continue_()
    page.wait_for_timeout(1500)

    expect(page.locator("[name=kind]")).to_have_value("night")
    expect(page.locator("[name=ruleset]")).to_have_value("warsaw")


def test_what_is_typed_while_the_form_is_drawn_anew_stays(page: Page, address: str) -> None:
    """On a slow network the name is typed on, figures and choices are entered, and the rest stays folded out."""
    asked: list[Route] = []
    page.route("**/events/new?*", lambda route: asked.append(route))  # noqa: PLW0108 a method bears no mark
    page.goto(address + "/events/new")
    page.get_by_label("Name of the event").fill("Spring")
    page.locator("details.more summary").click()
    page.get_by_label("Days").fill("2026-11-2")
    page.get_by_label("Ruleset").select_option("warsaw")
    page.get_by_label("Score sheets").select_option("paper")
    page.get_by_label("Days").fill("2026-11-29")
    page.locator("[name=tables]").fill("16")
    page.get_by_label("Name of the event").press("End")
    page.keyboard.type(" cup")
    page.wait_for_timeout(200)
    asked.pop().continue_()
    expect(page.get_by_label("Ruleset").locator("option[value='']")).to_have_count(0)
    page.keyboard.type(" 2026")

    expect(page.get_by_label("Name of the event")).to_have_value("Spring cup 2026")
    expect(page.locator("[name=tables]")).to_have_value("16")
    expect(page.get_by_label("Days")).to_be_visible()
    expect(page.get_by_label("Days")).to_have_value("2026-11-29")
    expect(page.get_by_label("Score sheets")).to_have_value("paper")
    expect(page.get_by_label("Ruleset")).to_have_value("warsaw")

    page.unroute("**/events/new?*")
    page.get_by_label("Kind of event").select_option("night")
    expect(page.get_by_label("Minutes a game")).to_be_visible()
    expect(page.locator("[name=tables]")).to_have_value("16")


def test_each_step_of_a_round_is_parted_from_the_next(phone: Page) -> None:
    """Also those that are done, whose words stay to be read on a narrow phone."""
    enter_sixteen(phone, Finger())

    marks = "(all) => all.map((each) => getComputedStyle(each, '::after').content)"
    for width in (360, 1024):
        phone.set_viewport_size({"width": width, "height": 640})
        expect(phone.locator(".phases .done")).to_have_count(1)
        found = phone.locator(".phases li").evaluate_all(marks)
        assert len(found) == 6
        assert [each == "none" for each in found] == [False] * 5 + [True]
        assert min(phone.locator(".phases li span").evaluate_all("(all) => all.map((each) => each.offsetWidth)")) > 20
        assert phone.locator(".phases .done span").first.evaluate("(each) => getComputedStyle(each).clipPath") == "none"


def test_round_one_is_published_within_eight_taps(phone: Page) -> None:
    """events/9: from the made event, with sixteen pasted names, within two minutes; each step is the page's own."""
    finger, begun = Finger(), time.monotonic()

    enter_sixteen(phone, finger)
    finger.tap(phone.locator(".next").get_by_role("link", name="Draw"))
    finger.tap(phone.get_by_role("button", name="All rounds at once (4)"))
    finger.tap(phone.get_by_role("button", name="Publish round 1"))

    expect(phone.get_by_role("heading", name="Round 1 is published")).to_be_visible()
    assert finger.taps <= MOST_TAPS
    assert time.monotonic() - begun < MOST_SECONDS


def at_people(phone: Page) -> None:
    """Open the list of people of an event of sixteen."""
    enter_sixteen(phone, Finger())
    Finger().tap(phone.get_by_role("link", name="People").last)
    expect(phone.locator("#p16")).to_be_attached()


def present(phone: Page, finger: Finger) -> None:
    """Say that somebody is there."""
    finger.tap(phone.get_by_role("button", name="present: Ben Berg"))
    expect(phone.get_by_role("button", name="present: Ben Berg")).to_have_attribute("aria-pressed", "true")
    expect(phone.locator("#counts")).to_contain_text("1 present")


def late(phone: Page, finger: Finger) -> None:
    """Say that somebody is late."""
    finger.tap(phone.get_by_role("link", name="Ben Berg"))
    finger.tap(phone.get_by_role("button", name="Late by 7 min"))
    expect(phone.get_by_text("Late by 7 min")).to_be_visible()


def exported(phone: Page, finger: Finger) -> None:
    """Take what is kept of somebody as a file."""
    finger.tap(phone.get_by_role("link", name="Ben Berg"))
    with phone.expect_download() as file:
        finger.tap(phone.get_by_role("link", name="Export all"))
    assert file.value.suggested_filename.endswith("-2.json")


def erased(phone: Page, finger: Finger) -> None:
    """Erase somebody."""
    finger.tap(phone.get_by_role("link", name="Ben Berg"))
    finger.tap(phone.get_by_text("Erase this person…"))
    expect(phone.get_by_text("Backups and exports made before")).to_be_visible()
    finger.tap(phone.get_by_role("button", name="Erase for good"))
    expect(phone.get_by_text("was erased")).to_be_visible()


@pytest.mark.parametrize(("act", "most"), [(present, 1), (late, 2), (exported, 3), (erased, 3)])
def test_taps_on_people(phone: Page, act: Callable[[Page, Finger], None], most: int) -> None:
    """events/9: present 1, late 2, export or erase one 3, from the list of people."""
    at_people(phone)
    finger = Finger()

    act(phone, finger)

    assert finger.taps <= most


def test_people_are_checked_in_as_fast_as_a_finger_goes_down_the_list(phone: Page) -> None:
    """events/9: one tap each, also where the line above has just changed."""
    at_people(phone)
    lines = [phone.locator(f"#p{number} button").first for number in range(1, 6)]
    boxes = [each.bounding_box() for each in lines[:4]]
    phone.wait_for_timeout(A_MOMENT)
    for box in filter(None, boxes):
        with phone.expect_response("**/status"):
            phone.touchscreen.tap(box["x"] + 9, box["y"] + 9)
        phone.wait_for_timeout(100)

    expect(phone.locator("#counts")).to_contain_text("4 present")
    expect(lines[4]).to_have_attribute("aria-pressed", "false")


def test_a_substitute_plays_within_four_taps(phone: Page) -> None:
    """events/9: from the list of people, for any round."""
    at_people(phone)
    Finger().tap(phone.get_by_role("link", name="Add people"))
    phone.get_by_label("The list").fill("name,kind\nZoe,substitute\n")
    Finger().tap(phone.get_by_role("button", name="Check the list"))
    Finger().tap(phone.get_by_role("button", name="Add 1 person"))
    expect(phone.get_by_role("heading", name="Draw round 1")).to_be_visible()
    Finger().tap(phone.get_by_role("link", name="People").last)
    finger = Finger()

    finger.tap(phone.get_by_role("link", name="Ben Berg"))
    finger.tap(phone.get_by_role("radio", name="from round 2 on"))
    finger.tap(phone.get_by_role("button", name="Zoe plays"))

    expect(phone.get_by_role("button", name="Ben Berg plays again")).to_be_visible()
    assert finger.taps <= 4


def test_taps_on_draws(phone: Page) -> None:
    """events/9: swap two 3; change the method 2; nothing on a narrow phone reaches over the edge."""
    enter_sixteen(phone, Finger())
    Finger().tap(phone.locator(".next").get_by_role("link", name="Draw"))
    Finger().tap(phone.get_by_role("button", name="All rounds at once (4)"))
    swapping, drawing = Finger(), Finger()
    first, second = phone.locator(".at-table .pick").nth(0), phone.locator(".at-table .pick").nth(5)
    before = first.inner_text()

    swapping.tap(first)
    swapping.tap(second)
    swapping.tap(phone.get_by_role("button", name="Swap these two"))
    expect(phone.locator(".at-table .pick").nth(5)).to_contain_text(before.split(maxsplit=1)[1])
    assert phone.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]
    drawing.tap(phone.get_by_text("Draw again"))
    drawing.tap(phone.get_by_role("button", name="This round by lot"))

    expect(phone.get_by_text("By lot ·")).to_be_visible()
    assert (swapping.taps, drawing.taps) == (3, 2)


def test_each_card_is_a_page_of_a6(phone: Page) -> None:
    """events/9: new cards within two taps, each on paper of its own."""
    enter_sixteen(phone, Finger())
    Finger().tap(phone.get_by_role("link", name="Print"))
    finger = Finger()

    finger.tap(phone.get_by_role("button", name="Create 4 cards"))
    expect(phone.get_by_text("Table 4", exact=True)).to_be_visible()
    paper = phone.pdf(prefer_css_page_size=True)

    assert finger.taps <= 2
    assert [round(float(size)) for size in re.findall(rb"/MediaBox \[0 0 ([\d.]+) [\d.]+\]", paper)] == [298] * 4
