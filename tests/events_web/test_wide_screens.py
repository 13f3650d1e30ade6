"""An organiser's laptop: pages of an event use its width, and what is tapped there is as large as on a phone."""

from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from referee.desk_event.results import enter_paper
from referee.desk_event.rounds import table_address
from referee.store.tournaments import PersonRow
from referee.tournament.sheets import PaperSheet
from referee.web.context import desk_in_use
from tests.tournaments import Hall, done, opened_hall
from tests.web.layout import WIDE, check_beside
from tests.web.table import server_alone

PEOPLE = 20
LAPTOP: ViewportSize = {"width": 1366, "height": 768}
PHONE: ViewportSize = {"width": 390, "height": 844}


@pytest.fixture
def hall(app: Flask) -> Hall:
    """Return an event of five tables in its second round."""
    with app.app_context():
        found = opened_hall(desk_in_use(), "ema-2016", rounds=2)
        found.seat(PEOPLE, rounds=2)
        found.start()
        for table_no in range(1, 1 + PEOPLE // 4):
            sheet = PaperSheet(round=1, table_no=table_no, scores=(40_000, 31_000, 29_000, 20_000))
            done(enter_paper(found.event_desk, found.order(), sheet))
        found.close()
        found.start(2)
    return found


@pytest.fixture
def laptop(browser: Browser, hall: Hall, address: str) -> Iterator[Page]:
    """Return a laptop with the organiser's link."""
    yield from organising(browser, hall, address, LAPTOP)


@pytest.fixture(params=[LAPTOP, PHONE], ids=["laptop", "phone"])
def screen(request: pytest.FixtureRequest, browser: Browser, hall: Hall, address: str) -> Iterator[Page]:
    """Return a laptop or a phone with the organiser's link."""
    yield from organising(browser, hall, address, request.param)


def organising(browser: Browser, hall: Hall, address: str, size: ViewportSize) -> Iterator[Page]:
    """Yield a page with the organiser's link on a screen of this size."""
    context = server_alone(browser, viewport=size, locale="en-GB")
    page = context.new_page()
    page.goto(f"{address}/in/{hall.token}")
    yield page
    context.close()


def lefts(rows: Locator) -> set[int]:
    """Return where rows begin: as many places as there are columns."""
    return {round(left) for left in rows.evaluate_all("(all) => all.map((each) => each.getBoundingClientRect().left)")}


@pytest.mark.parametrize(
    ("path", "rows", "columns"),
    [
        ("people", ".person", 3),
        ("draw", ".at-table", 3),
        ("round", ".tab", 4),
        ("results", ".sheet-row", 2),
        ("results/2/1", ".paper-seats label", 2),
        ("standings", ".ranks tbody tr", 2),
        ("", ".ranks tbody tr", 2),
    ],
    ids=str,
)
def test_lists_stand_in_columns_on_a_laptop(
    laptop: Page, hall: Hall, address: str, path: str, rows: str, columns: int
) -> None:
    """Twenty people or five tables are seen at once, and nothing has to be moved sideways."""
    if not path:
        laptop.context.clear_cookies()
    laptop.goto(f"{address}/e/{hall.id}/{path}".rstrip("/"))
    assert len(lefts(laptop.locator(rows))) >= columns
    bottoms = laptop.locator(rows).evaluate_all("(all) => all.map((each) => each.getBoundingClientRect().bottom)")
    if path:  # the page for everybody tells of the round first
        assert max(bottoms) <= LAPTOP["height"]
    assert laptop.evaluate("document.documentElement.scrollWidth") <= LAPTOP["width"]


def test_the_next_step_stands_beside_the_rounds_on_a_laptop(laptop: Page, hall: Hall, address: str) -> None:
    """What is to be done and how far everything is are seen together."""
    laptop.goto(f"{address}/e/{hall.id}")
    step, facts = laptop.locator(".next").bounding_box(), laptop.locator(".facts-of").bounding_box()
    assert step is not None
    assert facts is not None
    assert step["x"] + step["width"] <= facts["x"]
    assert abs(step["y"] - facts["y"]) < 8


@pytest.mark.parametrize("path", ["", "/penalties", "/people/1"])
def test_closed_boxes_begin_where_all_else_does(browser: Browser, hall: Hall, address: str, path: str) -> None:
    """On a phone: a box that opens stands in one line with the buttons."""
    for page in organising(browser, hall, address, PHONE):
        page.goto(f"{address}/e/{hall.id}{path}")
        boxes = page.locator("main details:not(details details, .note-card details)")
        expect(boxes.first).to_be_visible()
        assert lefts(boxes) <= lefts(page.locator("main :is(.actions, .asides) > :is(a, button)"))


@pytest.mark.parametrize(
    ("path", "one", "other"),
    [
        ("/events/new", ".names", "[name=rounds]"),
        ("{event}", ".next", ".facts-of"),
        ("{event}/people", ".person:nth-child(1)", ".person:nth-child(20)"),
        ("{event}/people/1", ".part", "details"),
        ("{event}/draw", ".at-table:nth-child(1)", ".at-table:nth-child(2)"),
        ("{event}/round", ".tab:nth-child(1)", ".tab:nth-child(2)"),
        ("{event}/round/1", ".actions", ".two > .part"),
        ("{event}/results", ".sheet-row:nth-child(1)", ".sheet-row:nth-child(2)"),
        ("{event}/results/1/1", ".sums", "details"),
        ("{event}/results/2/1", "label:has([name=points0])", "label:has([name=chombo0])"),
        ("{event}/standings", ".ranks tbody tr:first-child", ".ranks tbody tr:last-child"),
        ("{event}/penalties", ".sums", ".two > div + div .empty"),
        ("{event}/links", ".two > .part", ".two > div"),
        ("{event}/print", ".next", ".facts-of"),
        ("{event}/settings", ".names", ".rules"),
    ],
    ids=str,
)
def test_a_page_of_an_event_uses_the_width_of_the_screen(
    laptop: Page, hall: Hall, address: str, path: str, one: str, other: str
) -> None:
    """A phone on its side, tablets and laptops show two columns, each no wider than it is read."""
    laptop.goto(address + path.format(event=f"/e/{hall.id}"))
    check_beside(laptop, one, other)


LONG = ("Wolfeschlegelsteinhausenb Bo", "Benjamin Featherstonehaugh", "Papadimitrakopoulouskinas")
"""Words of up to 25 letters."""
BROKEN = """(all) => all.filter((each) => {
  const words = document.createRange();
  const text = each.firstChild;
  return [...text.data.matchAll(/\\S+/g)].some(({ 0: { length }, index }) => {
    words.setStart(text, index);
    words.setEnd(text, index + length);
    return new Set([...words.getClientRects()].map((box) => box.top)).size > 1;
  });
}).map((each) => each.textContent)"""
"""Names of which a word stands in two lines."""


@pytest.mark.parametrize("size", [LAPTOP, {"width": 1920, "height": 1080}], ids=["laptop", "projector"])
def test_no_word_of_a_name_is_broken_in_the_hall_or_at_a_table(
    laptop: Page, app: Flask, hall: Hall, address: str, size: ViewportSize
) -> None:
    """Read from far away, a half of a name is no name."""
    with app.app_context():
        people = [PersonRow(number=at, name=LONG[at % len(LONG)]) for at in range(1, 21)]
        hall.event_desk.store.put_people(hall.id, people)
    laptop.set_viewport_size(size)
    laptop.goto(f"{address}/e/{hall.id}/round")
    at_tables = laptop.locator(".tab small span").evaluate_all(BROKEN)
    laptop.set_viewport_size({"width": 390, "height": 844})
    at_tables += laptop.locator(".tab small span").evaluate_all(BROKEN)
    laptop.set_viewport_size(size)
    laptop.clock.install()
    laptop.goto(f"{address}/e/{hall.id}/hall")
    broken = []
    for turn in ("name", "table", "standings"):
        expect(laptop.locator(f"[data-turn={turn}]")).to_be_visible()
        names = laptop.locator(f"[data-turn={turn}] li > span").locator("i" if turn == "table" else "xpath=.")
        broken += names.evaluate_all(BROKEN)
        laptop.clock.run_for(15_000)

    assert at_tables == []
    assert broken == []


FILLED = """(list) => {
  const at = (each) => each.getBoundingClientRect();
  const [seen, lines] = [at(list), [...list.children].map(at)];
  const inside = lines.every(({ right, bottom }) => right <= seen.right + 1 && bottom <= seen.bottom + 1);
  return [inside, (Math.max(...lines.map(({ bottom }) => bottom)) - seen.top) / seen.height];
}"""
"""Whether all lines of a list are on the screen, and how much of its height they take."""

BESIDE_SIGNAL = f"""async (list) => {{
  const drawn = () => new Promise(requestAnimationFrame);
  const signal = document.querySelector("[data-signal-text]");
  do {{
    signal.hidden = false;
    await drawn();
    await drawn();
  }} while (signal.hidden);
  return [signal.getBoundingClientRect().height, ...({FILLED})(list)];
}}"""
"""How high the signal stands above a list, and FILLED of it then; each tick of the clock hides the signal."""


def test_the_hall_reads_what_comes_before_there_are_seats(laptop: Page, app: Flask, address: str) -> None:
    """In letters of a tenth of its height, with the way to the public page, and nothing of it cut off."""
    with app.app_context():
        empty = opened_hall(desk_in_use(), "ema-2016")
        empty.enter(8)
    for width, height in ((1920, 1080), (1280, 720), (390, 844)):
        laptop.set_viewport_size({"width": width, "height": height})
        laptop.goto(f"{address}/e/{empty.id}/hall")
        told = laptop.locator(".before-all")
        expect(told).to_contain_text("Round 1: seats follow")
        expect(told).to_contain_text(f"/e/{empty.id}")
        size = told.locator("p").first.evaluate("(each) => parseFloat(getComputedStyle(each).fontSize)")
        box, button = told.bounding_box(), laptop.locator("[data-start-hall]").bounding_box()
        assert box is not None
        assert button is not None
        assert size >= min(width, height) * 0.065
        assert box["y"] + box["height"] <= button["y"]
        assert box["x"] + box["width"] <= width


def test_few_names_fill_the_screen_of_the_hall(laptop: Page, hall: Hall, address: str) -> None:
    """Nothing is left empty while letters could be larger or lines higher; nobody is cut off, nor by the signal."""
    laptop.set_viewport_size({"width": 1920, "height": 1080})
    laptop.goto(f"{address}/e/{hall.id}/hall")
    names = laptop.locator("[data-turn=name] ul")
    before = names.evaluate(FILLED)
    after = names.evaluate(BESIDE_SIGNAL)
    heights = names.locator("span").evaluate_all("(all) => all.map((each) => each.getBoundingClientRect().height)")

    assert before[0]
    assert before[1] > 0.85
    assert after[0] > 0
    assert after[1]
    assert len(set(heights)) == 1  # no name is in two lines


def test_the_whole_line_of_the_standings_leads_to_the_person(screen: Page, hall: Hall, address: str) -> None:
    """A line is as high as a finger, and tapped anywhere."""
    screen.goto(f"{address}/e/{hall.id}/standings")
    row = screen.locator(".ranks tbody tr").nth(1)
    box = row.bounding_box()
    assert box is not None
    assert box["height"] >= 48
    at = [box["x"] + box["width"] - 6, box["y"] + box["height"] / 2]
    assert row.evaluate("(row, [x, y]) => document.elementFromPoint(x, y).closest('a')?.closest('tr') === row", at)


def test_the_clock_of_a_table_is_left_with_it(laptop: Page, hall: Hall, address: str) -> None:
    """Staff see the clock that counts on the page of the round, and none once a round is closed early."""
    clock = laptop.locator("#clock")
    laptop.goto(f"{address}/t/{table_address(hall.id, 2, 1)}")
    expect(clock).to_be_visible()
    laptop.goto(f"{address}/e/{hall.id}/round")
    expect(clock).to_be_hidden()
    laptop.goto(f"{address}/")
    expect(clock).to_be_hidden()


def columns_of(page: Page) -> list[tuple[list[str], int]]:
    """Return of every table, as a screen reader is told it, its column heads and the cells of its shortest row."""
    nodes = page.context.new_cdp_session(page).send("Accessibility.getFullAXTree")["nodes"]
    known = {node["nodeId"]: node for node in nodes}

    def inside(node: dict[str, Any], roles: tuple[str, ...]) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = []
        for child in (known[each] for each in node.get("childIds", ()) if each in known):
            is_wanted = child.get("role", {}).get("value") in roles and not child["ignored"]
            found += [child] if is_wanted else inside(child, roles)
        return found

    noted = []
    for table in inside(known[nodes[0]["nodeId"]], ("table",)):
        head, *rows = inside(table, ("row",))
        names = [each["name"]["value"] for each in inside(head, ("columnheader",))]
        noted.append((names, min(len(inside(row, ("cell", "rowheader", "gridcell"))) for row in rows)))
    return noted


HANDHELD = ((390, 844), (195, 422))
"""A phone, and how many letters stand on it where they are twice as large."""


@pytest.mark.parametrize(
    ("path", "heads"),
    [
        ("standings", ["#", "Name", "Total"]),
        ("", ["Table", "East", "South", "West", "North"]),
        ("results/1/1", ["", "Name", "Score", "Place", "Result"]),
    ],
    ids=["standings", "seating", "result"],
)
def test_a_screen_reader_knows_the_column_of_every_cell(
    laptop: Page, hall: Hall, address: str, path: str, heads: list[str]
) -> None:
    """A head that a phone does not show, and lines that large letters wrap, are still a table's."""
    if not path:
        laptop.context.clear_cookies()
    laptop.goto(f"{address}/e/{hall.id}/{path}".rstrip("/"))
    laptop.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
    for width, height in (*WIDE, *HANDHELD):
        laptop.set_viewport_size({"width": width, "height": height})
        found = columns_of(laptop)
        assert (heads, len(heads)) in found, (width, found)
        assert [names for names, cells in found if len(names) != cells] == [], width
