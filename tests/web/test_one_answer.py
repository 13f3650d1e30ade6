"""One form, one answer: taps in haste, two tabs, Back, and another phone in between, with real taps."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from tests.web.requests_at_table import RON, expected_at, fields_of, started
from tests.web.slow import SlowServer, hurry, rows, serving_slowly
from tests.web.table import Fingers, Played, begin, fill, place, server_alone, sit, unhurried

pytestmark = pytest.mark.worker

SIZES: dict[str, ViewportSize] = {
    "390x844": {"width": 390, "height": 844},
    "360x640": {"width": 360, "height": 640},
}
BEN = Played(hand="", result="Ron", wins=(("Ben", ("3 han", "40 fu")),), discarder="Aino", scores=(0, 0, 0, 0))
DRAW = Played(hand="", result="Draw", scores=(0, 0, 0, 0))


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    """Touch every page, but feign no phone: there a touch in the moment of a new page lands as if that did not fit."""
    return browser_context_args | {"is_mobile": False}


@pytest.fixture(scope="module")
def slow_running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SlowServer]:
    """Return a running server whose delays a test sets."""
    with serving_slowly(tmp_path_factory.mktemp("slow")) as running:
        yield running


@pytest.fixture
def slow(slow_running: SlowServer) -> SlowServer:
    """Return the server without a delay yet."""
    slow_running.before = slow_running.after = 0
    slow_running.posts.clear()
    return slow_running


@pytest.fixture
def other_phone(browser: Browser) -> Iterator[Page]:
    """Return a page on a second phone."""
    context = browser.new_context(viewport=SIZES["360x640"], is_mobile=True, has_touch=True)
    yield context.new_page()
    context.close()


def opened(page: Page, result: str = "Ron") -> None:
    """Open the form of a hand from the table, and wait until it has settled."""
    page.locator("nav.record").get_by_role("link", name=result, exact=True).tap()
    expect(page.locator("#hand")).to_be_visible()


def at_the_table(page: Page) -> None:
    """Wait until the table is shown."""
    expect(page.locator(".felt--play")).to_be_visible()


@pytest.mark.parametrize(("before", "after"), [(0, 0), (0.6, 0.6), (0, 4)], ids=["quick", "slow", "answer too late"])
def test_confirm_tapped_four_times_writes_one_hand(page: Page, slow: SlowServer, before: float, after: float) -> None:
    """Han from yaku are typed and Confirm is tapped at once, four times within half a second; the hand stands once."""
    table = begin(page, slow.address, "aalto")
    opened(page, "Tsumo")
    fill(Fingers(page=page), Played(hand="", result="Tsumo", wins=(("Ben", ("4 han", "30 fu")),), scores=(0, 0, 0, 0)))
    page.locator("#value-1 summary").tap()
    confirm = page.get_by_role("button", name="Confirm", exact=True)
    expect(confirm).to_be_visible()
    slow.before, slow.after = before, after
    page.locator("input[name=yaku_han-1]").press_sequentially("2")
    page.keyboard.press("Backspace")
    page.keyboard.type("1")
    hurry(page, confirm, 4)

    expect(page.get_by_text("This has changed").or_(page.locator(".felt--play"))).to_be_visible()
    if confirm.count():
        unhurried(page)
        hurry(page, confirm, 4)
    at_the_table(page)
    slow.before = slow.after = 0
    expect(page.locator("#link")).to_contain_text("Saved")  # of the first page ever: its worker is made
    assert len(rows(page, table)) == 1


WAYS = {
    "undo": ("details.undo summary", "Entry mistake"),
    "end": ("details.others summary", "End game now"),
    "adjust": ("details.others summary", "Adjust points"),
}


def ready_to_send(page: Page, table: str, way: str) -> Locator:
    """Open a form that writes on the sheet, fill it in, and return its button."""
    if way in WAYS:
        fold, name = WAYS[way]
        page.locator(fold).tap()
        if way == "undo":
            return page.get_by_role("button", name=name)
        page.get_by_role("link", name=name).tap()
    elif way == "correct":
        page.goto(table + "/hands/0")
        page.get_by_role("radio", name="30 fu").first.tap()
        expect(page.locator(".amount")).to_have_text("3,900")
        page.get_by_role("button", name="See what changes").tap()
        return page.get_by_role("button", name="Correct hand")
    else:
        page.goto(table + "/rulings/apply?seat=1&kind=fine&amount-fine=1000&text=noise")
    if way == "adjust":
        page.locator("input[name=score-0]").fill("30000")
        page.locator("input[name=score-1]").fill("20000")
        page.locator("input[name=text]").first.fill("counted")
        return page.get_by_role("button", name="Adjust", exact=True)
    return page.locator(".act--danger" if way == "end" else ".confirm .act--main")


@pytest.mark.parametrize("way", [*WAYS, "correct", "apply"])
def test_every_form_is_written_once(page: Page, slow: SlowServer, way: str) -> None:
    """Undo, end, adjustment, correction and ruling, each tapped four times on a slow server, are one order each."""
    table = begin(page, slow.address, "aalto")
    for played in (BEN, DRAW):
        opened(page, played.result)
        fill(Fingers(page=page), played)
        page.get_by_role("button", name="Confirm", exact=True).tap()
        at_the_table(page)
    before = rows(page, table)
    button = ready_to_send(page, table, way)
    unhurried(page)
    slow.posts.clear()
    slow.before = 0.7
    hurry(page, button, 4)

    page.wait_for_url(re.compile("/t/[^/]+(/sheet(#now)?)?$"))
    slow.before = 0
    expect(page.locator("#link")).to_contain_text("Saved")
    assert len(slow.posts) == 1
    if way != "end":
        assert (len(rows(page, table)) != len(before)) == (way != "undo")


UNHEARD = """() => addEventListener("htmx:after:request", (event) => {
  if (!event.detail.ctx.sourceElement.matches("[data-watch]")) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true)"""
"""Makes a page deaf to what it asks for by itself; a route would not meet what passes through a worker."""


def is_over(page: Page, what: str) -> None:
    """See that a form says that its hand is over and what was recorded, prices nothing, and cannot be confirmed."""
    expect(page.locator(".over")).to_contain_text(what)
    expect(page.locator(".amount")).to_have_count(0)
    expect(page.get_by_role("button", name="Confirm", exact=True)).to_have_count(0)


def test_a_hand_recorded_on_another_phone(page: Page, other_phone: Page, address: str) -> None:
    """The open form says so without a touch, and leads to the next hand."""
    table = begin(page, address, "aalto")
    other_phone.goto(table)
    sit(other_phone, "Aino")
    for phone in (page, other_phone):
        opened(phone)
        fill(Fingers(page=phone), BEN)
    page.get_by_role("button", name="Confirm", exact=True).tap()
    at_the_table(page)

    is_over(other_phone, "East 1, Ron: Ben (3 han 40 fu) from Aino")
    other_phone.get_by_role("link", name="On to East 2, 0 honba").tap()
    expect(other_phone.locator(".centre h1")).to_have_text("East 2")


def test_a_preview_of_a_hand_that_is_over_prices_nothing(page: Page, other_phone: Page, address: str) -> None:
    """A change of fu after the other phone's entry is not settled as the next hand; nor anywhere else."""
    table = begin(page, address, "aalto")
    opened(page)
    fill(Fingers(page=page), BEN)
    assert other_phone.request.post(table + "/notes", form={"note": "late"}).ok
    page.evaluate(UNHEARD)
    page.locator("#value-1").get_by_role("radio", name="30 fu").tap()
    expect(page.locator(".amount")).to_have_text("3,900")
    shown = page.request.get(page.url.replace("/record?", "/record/payment?")).text()
    assert "3,900" in shown
    state = page.locator("#hand input[name=expected]").input_value()
    send_draw(other_phone, table)

    page.locator("#value-1").get_by_role("radio", name="40 fu").tap()
    is_over(page, "East 1, Exhaustive draw")
    assert page.locator("#hand input[name=expected]").input_value() == state
    asked = page.url.replace("/record?", "/record/payment?")
    for path in (asked, page.url):
        page_text = page.request.get(path).text()
        assert "This hand is over." in page_text
        assert "3,900" not in page_text


def send_draw(phone: Page, table: str) -> None:
    """Record a draw without touching a page."""
    text = phone.request.get(table + "/record?result=draw&drawn=1").text()
    named = re.findall(r'name="(command_id|expected|marks|previewed)" value="([^"]*)"', text)
    sent = phone.request.post(table + "/hands", form=dict(named) | {"result": "draw", "drawn": "1"})
    assert sent.ok, sent.text()


def test_two_tabs(page: Page, address: str) -> None:
    """Both tabs hold the form of one hand: the second one cannot record it again, and takes it over as the next."""
    table = begin(page, address, "aalto")
    tab = page.context.new_page()
    tab.goto(table)
    for each in (page, tab):
        each.bring_to_front()
        opened(each)
        fill(Fingers(page=each), BEN)
    page.bring_to_front()
    page.get_by_role("button", name="Confirm", exact=True).tap()
    at_the_table(page)
    tab.bring_to_front()
    is_over(tab, "East 1, Ron: Ben")
    assert len(rows(page, table)) == 1

    tab.get_by_role("button", name="Use what I typed").tap()
    expect(tab.locator(".amount")).to_have_text("7,700")
    expect(tab.locator("#screen h1")).to_have_text("Record East 2")


@pytest.mark.parametrize("way", ["back", "reload"])
def test_back_to_a_form_that_was_sent(page: Page, address: str, way: str) -> None:
    """A draw of two taps is recorded; its form says that it is over, also after a reload, and is not sent again."""
    table = begin(page, address, "aalto")
    opened(page, "Draw")
    here = page.url.partition("&expected_event=")[0]
    page.get_by_role("button", name="Confirm", exact=True).tap()
    at_the_table(page)
    page.go_back()
    is_over(page, "East 1, Exhaustive draw, tenpai: nobody")
    if way == "reload":
        assert page.url.startswith(f"{here}&expected_event=")
        page.reload()
        is_over(page, "East 1, Exhaustive draw, tenpai: nobody")
    assert len(rows(page, table)) == 1


@pytest.mark.parametrize("path", ["/adjust", "/end", "/rulings/apply?seat=1&kind=fine&amount-fine=1000", "/hands/0"])
def test_other_forms_say_that_the_sheet_has_changed(page: Page, address: str, path: str) -> None:
    """Adjustment, end, ruling and correction show what was entered meanwhile instead of their figures and buttons."""
    table = begin(page, address, "aalto")
    send_draw(page, table)
    page.goto(table + path)
    page.locator("h1").first.tap()
    expect(page.locator("main[data-held]")).to_be_visible()
    here = page.url
    send_draw(page, table)

    found = page.locator(".over")
    expect(found).to_contain_text("The score sheet has changed meanwhile.")
    expect(found).to_contain_text("Exhaustive draw, tenpai: nobody")
    expect(page.locator(".act--main:visible, .act--danger:visible")).to_have_count(1)
    page.goto(here)
    expect(found).to_be_visible()
    expect(page.locator(".act--main:visible, .act--danger:visible")).to_have_count(1)
    if path != "/end":
        page.get_by_role("button", name="Check it again").tap()
        expect(found).to_have_count(0)


PRESSED = """(name) => new Promise((drawn) => {
    const look = () => document.getElementById(name)?.ariaPressed === "true" ? drawn() : requestAnimationFrame(look);
    look();
})"""
"""Waits for a button that was drawn anew as pressed, without the rests of an expectation: a hurried finger has none."""


NOTED = """addEventListener("pointerdown", () => {
    const changed = performance.getEntriesByName("page changed").at(-1).startTime;
    sessionStorage.setItem("after", performance.now() - changed);
}, true)"""
"""Notes how long after the page has changed it was touched."""
HURRIED = 600


def is_hurried(page: Page) -> bool:
    """Say whether the last touch came at once: on a busy machine a test may be slower than any finger."""
    return float(page.evaluate("sessionStorage.getItem('after')")) < HURRIED


def test_a_second_tap_meets_nothing_on_the_next_page(page: Page, address: str) -> None:
    """For a moment a touch at the same place is ignored."""
    page.add_init_script(NOTED)
    table = begin(page, address, "aalto")
    tabs = page.locator(".sections a").nth(1).bounding_box()
    assert tabs is not None
    here = (tabs["x"] + 20, tabs["y"] + 20)
    for _ in range(5):
        unhurried(page).touchscreen.tap(*here)
        page.wait_for_timeout(100)
        page.goto(table)
        page.touchscreen.tap(here[0] + 40, here[1])
        page.wait_for_timeout(300)
        if is_hurried(page):
            break
        page.goto(table)
    assert page.url == table
    assert is_hurried(page)


def test_a_second_tap_takes_nothing_back_on_a_table_drawn_again(page: Page, address: str) -> None:
    """For a moment a touch at the same place is ignored; a mouse is not."""
    page.add_init_script(NOTED)
    begin(page, address, "aalto")
    riichi = page.locator(f"{place('Dai')} button[value^=riichi-]")
    stick = riichi.bounding_box()
    assert stick is not None
    for _ in range(5):
        unhurried(page)
        riichi.tap()
        page.evaluate(PRESSED, riichi.get_attribute("id"))
        page.touchscreen.tap(stick["x"] + stick["width"] / 2, stick["y"] + stick["height"] / 2)
        page.wait_for_timeout(300)
        if is_hurried(page):
            break
        expect(riichi).to_have_attribute("aria-pressed", "false")
    assert is_hurried(page)
    expect(riichi).to_have_attribute("aria-pressed", "true")
    riichi.click()
    expect(riichi).to_have_attribute("aria-pressed", "false")


BUTTONS = """() => {
    const sections = document.querySelector(".sections");
    const bar = sections?.checkVisibility() ? sections.getBoundingClientRect().top : innerHeight;
    const ours = ".confirm .act, .act--main, .act--danger, .undo .chip, button[name=way], #doing .act";
    return [...document.querySelectorAll(ours)]
        .filter((each) => each.checkVisibility() && !each.closest("nav.record"))
        .map((each) => each.getBoundingClientRect())
        .map(({ left, top, right, bottom }) => [left, top, right, Math.min(bottom, bar)])
        .filter(([, top, , bottom]) => top < bottom);
}"""
"""Where the buttons lie that write, as far as the bar of sections does not cover them."""
DOUBLE_RON = "/record?drawn=1&result=ron&ron=1&ron=2&from=0&han-1=3&fu-1=40&han-2=mangan"
TENPAI = "/record?drawn=1&result=draw&tenpai=1"
DANGERS = """() => [...document.querySelectorAll(".sections a, .stick--button")]
    .filter((each) => each.checkVisibility())
    .map((each) => each.getBoundingClientRect()).map(({ left, top, right, bottom }) => [left, top, right, bottom])"""


def meets(one: list[float], other: list[float]) -> bool:
    """Say whether two boxes lie over each other, by more than a rounding."""
    return one[0] < other[2] - 1 and other[0] < one[2] - 1 and one[1] < other[3] - 1 and other[1] < one[3] - 1


@pytest.mark.parametrize("size", SIZES)
def test_no_button_lies_where_the_next_page_has_tabs_or_a_riichi(browser: Browser, address: str, size: str) -> None:
    """Of every form that leads back to the table, in both languages, as it is scrolled when it is opened."""
    context = server_alone(browser, viewport=SIZES[size], is_mobile=True, has_touch=True)
    page = context.new_page()
    table = begin(page, address, "aalto")
    send_draw(page, table)
    for lang in ("en", "ja"):
        page.goto(f"{address}/?lang={lang}")
        page.goto(table)
        dangers = page.evaluate(DANGERS)
        assert len(dangers) == 9
        ways = (
            "/record?drawn=1&result=ron&ron=1&from=0&han-1=3&fu-1=40",
            "/record?result=draw",
            DOUBLE_RON,
            TENPAI,
            "/adjust",
            "/end",
        )
        tsumo = "/record?drawn=1&result=tsumo&tsumo=0&han-0=mangan"
        for path in (
            *ways,
            tsumo,
            "/hands/0?drawn=1&result=draw&tenpai=1",
            "/rulings/apply?seat=1&kind=fine&amount-fine=1000&text=x",
            *(["undo"] if size == "390x844" else []),
        ):
            page.goto(table + ("" if path == "undo" else path))
            if path == "undo":
                page.locator("details.undo summary").tap()
            page.wait_for_timeout(100)
            found = page.evaluate(BUTTONS)
            assert found or path == "undo", path
            assert not [(one, other) for one in found for other in dangers if meets(one, other)], (lang, path)
    context.close()


@pytest.mark.parametrize(
    ("waiting", "sentence"),
    [
        ("[]", "No answer yet. You may confirm again: it is counted only once."),
        ("[{ id }]", "Saved on this phone: it will be sent"),
    ],
)
def test_a_form_that_is_not_answered_says_what_is_kept(
    browser: Browser, address: str, waiting: str, sentence: str
) -> None:
    """It is busy at once, and after ten seconds it tells whether this phone has the entry, and can be sent again."""
    context = browser.new_context(
        viewport=SIZES["390x844"], is_mobile=True, has_touch=True, service_workers="block", reduced_motion="reduce"
    )
    page = context.new_page()
    page.route("**/phone/build.json", lambda _: None)
    begin(page, address, "aalto")
    page.goto(page.url + "/record?result=draw")
    page.clock.install()
    page.evaluate(
        """(waiting) => {
        const id = () => document.querySelector("[name=command_id]").value;
        globalThis.phone = { ask: async () => ({ orders: waiting === "[]" ? [] : [{ id: id() }] }) };
    }""",
        waiting,
    )
    sent: list[str] = []
    page.route("**/hands", lambda route: sent.append(route.request.post_data or ""))
    confirm = page.get_by_role("button", name="Confirm", exact=True)
    confirm.tap()
    expect(page.locator("#hand")).to_have_attribute("aria-busy", "true")
    expect(confirm).to_have_attribute("aria-disabled", "true")
    confirm.tap(force=True)
    page.clock.run_for(11_000)
    expect(page.locator(".waits")).to_contain_text(sentence)
    expect(page.locator("#hand")).not_to_have_attribute("aria-busy", "true")
    with page.expect_request("**/hands"):
        confirm.tap()
    page.wait_for_timeout(200)
    assert len(sent) == 2
    assert sent[0] == sent[1]
    context.close()


COUNTED = {"kyoutaku": "0", "honba": "0", "dealer": "0", "round": "E", "text": "counted"}
TWICE: tuple[tuple[str, dict[str, str]], ...] = (
    ("/hands", RON),
    ("/undo", {"reason": "mistyped"}),
    ("/signal", {"running": "yes"}),
    ("/end", {}),
    ("/reopen", {"text": "One hand is missing."}),
    ("/adjust", {"score-0": "30000", "score-1": "20000", "score-2": "25000", "score-3": "25000"} | COUNTED),
    ("/notes", {"note": "late"}),
    ("/hands", RON),
    ("/hands/0", RON | {"fu-1": "30", "way": "points_only"}),
)


def test_without_a_script_a_second_tap_is_harmless(client: FlaskClient) -> None:
    """Every form that is sent twice as it is gets the same answer twice, and is on the sheet once."""
    path = started(client)
    for number, (action, fields) in enumerate(TWICE):
        found = fields_of(client, path, fields) if action == "/hands" else dict(fields)
        sent = found | {"expected": expected_at(client, path), "command_id": f"tapped-{path}-{number}"}
        first = client.post(path + action, data=sent)
        state = expected_at(client, path), client.get(path + "/sheet").text
        again = client.post(path + action, data=sent)
        assert (first.status_code, first.headers.get("Location")) == (303, again.headers.get("Location")), action
        assert again.status_code == 303, action
        assert (expected_at(client, path), client.get(path + "/sheet").text)[0] == state[0]
