"""What the table answers to every entry: who gained what from whom, what comes next, and the way to take it back."""

import re

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Browser, Page, ViewportSize, expect
from werkzeug.datastructures import MultiDict

from tests.web.requests_at_table import RON, expected_at, fields_of, send, started, text_of_page
from tests.web.table import PLAYERS, Fingers, begin, mark, server_alone, unhurried

RIICHI_RON = {"result": "ron", "ron": "3", "from": "0", "han-3": "3", "fu-3": "40", "riichi": "1", "drawn": "1"}
TSUMO = {"result": "tsumo", "tsumo": "2", "han-2": "5", "drawn": "1"}
DRAW = {"result": "draw", "tenpai": "1", "drawn": "1"}
NOBODY = {"result": "draw", "drawn": "1"}
CHOMBO = {"result": "chombo", "offender": "1", "drawn": "1"}
SEATED: dict[str, str | float | bool] = {
    "ruleset": "warsaw",
    **{f"name-{seat}": name for seat, name in enumerate(PLAYERS)},
}


ANSWER = """() => {
  const line = document.querySelector(".latest .hands summary > span");
  const [all, told, next] = [line, ...line.children].map((each) => each.getBoundingClientRect());
  const tall = parseFloat(getComputedStyle(line.firstChild).lineHeight);
  return [Math.round(all.height / tall), told.bottom > all.bottom + 4, next.top + tall < all.bottom + 2];
}"""
"""How many lines an answer takes, whether what it tells is cut, and whether what comes next is seen."""


def answered(client: FlaskClient, path: str) -> str:
    """Return what the table says about the latest entry, nothing before the first."""
    found = re.search(r'<summary data-key="h">(.*?)</summary>', client.get(path).text, re.DOTALL)
    return "" if found is None else text_of_page(found[1])


def last_hands(client: FlaskClient, path: str) -> list[str]:
    """Return the last hands, the latest first."""
    found = re.search(r'<details class="hands".*?<ul>(.*?)</ul>', client.get(path).text, re.DOTALL)
    assert found is not None
    return [text_of_page(each) for each in re.findall(r"<li>(.*?)</li>", found[1])]


def undo(client: FlaskClient, path: str) -> None:
    """Take the last entry back."""
    form = {
        "expected": expected_at(client, path),
        "reason": "mistyped",
        "command_id": f"undo {path} {answered(client, path)}",
    }
    assert client.post(path + "/undo", data=form).status_code == 303


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        (RON, "Ben +5,200 from Aino · East 2, Ben deals"),
        (RIICHI_RON, "Dai +6,200 from Aino · East 2, Ben deals"),
        (TSUMO, "Chie +8,000 by tsumo · East 2, Ben deals"),
        (DRAW, "Tenpai: Ben +3,000 · East 2, Ben deals"),
        (NOBODY, "Exhaustive draw, tenpai: nobody · East 2, Ben deals"),
        (CHOMBO, "Chombo: Ben −8,000 · East 1, Aino deals"),
    ],
)
def test_a_hand_is_answered(client: FlaskClient, hand: dict[str, str], expected: str) -> None:
    """By name, with the sticks in the sum, and with what comes next."""
    path = started(client)
    assert answered(client, path) == ""
    assert send(client, path, hand) == 303
    assert answered(client, path) == expected


@pytest.mark.parametrize(("book", "penalty"), [("wrc-2025", "−30,000"), ("ema-2016", "−20,000")])
def test_a_chombo_that_nobody_pays_says_what_it_costs(client: FlaskClient, book: str, penalty: str) -> None:
    """`wrc-2025/12.2`, `ema-2016`: the answer names what is taken off the tournament score."""
    path = started(client, ruleset=book)
    assert send(client, path, CHOMBO) == 303
    assert answered(client, path) == f"Chombo: Ben {penalty} tournament score · East 1, Aino deals"


def test_every_other_entry_is_answered(client: FlaskClient) -> None:
    """A ruling, an adjustment, a note, an undo, the end: the latest entry is told, and the hand that is played."""
    path = started(client)
    assert send(client, path, RON) == 303
    figures = {f"score-{seat}": "25000" for seat in range(4)} | {"kyoutaku": "0", "honba": "0", "dealer": "1"}
    adjusted = figures | {"round": "E", "text": "Miscounted", "expected": expected_at(client, path)}
    assert client.post(path + "/adjust", data=adjusted | {"command_id": f"adjust {path}"}).status_code == 303
    assert answered(client, path) == "Adjustment: Miscounted · East 2, Ben deals"
    undo(client, path)
    assert answered(client, path) == "Undone: Adjustment · East 2, Ben deals"
    client.post(path + "/notes", data={"note": "Tea", "command_id": f"note {path}"})
    assert answered(client, path) == "Note: Tea · East 2, Ben deals"
    client.post(path + "/end", data={"expected": expected_at(client, path), "command_id": f"end {path}"})
    assert answered(client, path) == "Game ended early"


@pytest.mark.parametrize(
    ("hand", "told"),
    [
        ("tenpai=0 tenpai=1 riichi=0 riichi=1", "Aino and Ben +500 (+1,500 − stick)"),
        ("tenpai=0 tenpai=1 tenpai=2 riichi=0", "Aino 0 (+1,000 − stick), Ben and Chie +1,000"),
        ("tenpai=0 tenpai=1 tenpai=2 tenpai=3 riichi=2", "Aino, Ben and Dai, Chie −1,000 (riichi stick)"),
    ],
)
def test_a_draw_says_whose_stick_is_in_the_sum(client: FlaskClient, hand: str, told: str) -> None:
    """The sums are those of the score sheet; what the noten players pay can be read beside them."""
    path = started(client)
    query = [("result", "draw"), ("drawn", "1"), *[(each[:6], each[7:]) for each in hand.split()]]
    text = client.get(path + "/record", query_string=query).text
    carried = ("command_id", "expected", "expected_event", "marks", "previewed")
    shown = [(name, re.search(rf'name="{name}" value="([^"]*)"', text)) for name in carried]
    sent = [*query, *[(name, found[1]) for name, found in shown if found]]
    assert client.post(path + "/hands", data=MultiDict(sent)).status_code == 303
    assert answered(client, path).startswith(f"Tenpai: {told} ·")
    assert "Changes include riichi sticks." in client.get(path + "/sheet?lang=en").text


def test_an_undone_hand_is_named(client: FlaskClient) -> None:
    """After an undo the table says which hand was taken back, and the hands before stand one tap away, none twice.

    A button beside it would take back yet another hand: that is done on the sheet, beside what is struck out.
    """
    path = started(client)
    for hand in (RON, RIICHI_RON, TSUMO):
        assert send(client, path, hand) == 303
    assert last_hands(client, path) == [
        "East 2, 0 honba Dai +6,200 from Aino",
        "East 1, 0 honba Ben +5,200 from Aino",
    ]
    assert '<details class="undo"><summary' in client.get(path).text
    undo(client, path)
    assert answered(client, path) == "Undone: East 3, Tsumo: Chie (mangan) · East 3, Chie deals"
    assert '<details class="undo" hidden><summary' in client.get(path).text
    assert "Undo East 2. Why?" in client.get(path + "/sheet").text
    assert last_hands(client, path)[0] == "East 2, 0 honba Dai +6,200 from Aino"


def test_a_japanese_reader_is_answered_in_japanese(client: FlaskClient) -> None:
    """The same line in the words of a club in Japan."""
    path = started(client)
    assert send(client, path, RIICHI_RON) == 303
    client.set_cookie("lang", "ja")
    page = client.get(path, headers={"Accept-Language": "ja"}).text
    assert "Dai +6,200（放銃：Aino）" in page
    assert "東2局、親：Ben" in page


def test_payments_name_people(client: FlaskClient) -> None:
    """The headline, the seats, the next hand and the reasons name who sits there, the sum has the sticks in it."""
    path = started(client)
    shown = text_of_page(client.get(path + "/record", query_string=RIICHI_RON).text)
    assert "5,200 Aino (East) pays Dai (North) Dai: +6,200 in all, sticks included" in shown
    assert "East 2, 0 honba, Ben deals" in shown
    assert "Ben (South) places a riichi stick" in shown
    assert "Aino (East) did not win: the deal passes." in shown
    assert send(client, path, RIICHI_RON) == 303
    assert "Aino (East) pays Dai (North) 5,200" in text_of_page(client.get(path + "/sheet").text)
    refused = fields_of(client, path, RON | {"riichi": "2", "from": "2", "ron": "2"})
    assert "Chie" in text_of_page(client.post(path + "/hands", data=refused).text)


def test_a_corrected_hand_names_who_sat_there(client: FlaskClient) -> None:
    """An earlier hand is told with its own dealer's winds, whoever deals now."""
    path = started(client)
    for hand in (RON, TSUMO):
        assert send(client, path, hand) == 303
    shown = text_of_page(client.get(path + "/hands/0", query_string=RON | {"fu-1": "50"}).text)
    assert "6,400 Aino (East) pays Ben (South)" in shown


@pytest.mark.parametrize(
    ("way", "sentence"),
    [
        ("replay", "Correction of East 1: Ben +6,400 from Aino"),
        ("points_only", "Correction of East 1: Difference entered as one line."),
    ],
)
def test_a_correction_is_answered_in_one_line(client: FlaskClient, way: str, sentence: str) -> None:
    """What the hand moves now, 3 han 50 fu; the old value stands on the sheet."""
    path = started(client)
    assert send(client, path, RON) == 303
    assert send(client, path, TSUMO) == 303
    client.post(path + "/hands/0", data=fields_of(client, path, RON | {"fu-1": "50"}) | {"way": way})
    assert f"<strong>{sentence}</strong>" in client.get(path + "?lang=en").text


def test_everybody_at_the_start_has_no_place(client: FlaskClient) -> None:
    """A place is told once a hand has made the scores differ, not by a stick that lies on the table."""
    path = started(client)
    assert '<span class="rank"></span>' in client.get(path).text
    client.post(path + "/marks", data={"mark": "riichi-1-on", "hand": "0"})
    assert "24,000" in client.get(path).text
    assert client.get(path).text.count('<span class="rank"></span>') == 4
    assert send(client, path, RON) == 303
    assert '<span class="rank">1st</span>' in client.get(path).text


def test_chips_lie_on_the_table(client: FlaskClient) -> None:
    """Where a ruleset has chips they are shown at each seat, then also who has not won; elsewhere nothing is."""
    path = started(client, "standard-shuugi", **{"option-house": "on"})
    chips = re.compile(r'class="chips">(.*?)</span></span>', re.DOTALL)
    assert [text_of_page(each) for each in chips.findall(client.get(path).text)] == ["chips 0"] * 4
    assert send(client, path, RON | {"red-1": "2"}) == 303
    waiting = {"chips −2 焼 yakitori", "chips 0 焼 yakitori"}
    assert {text_of_page(each) for each in chips.findall(client.get(path).text)} == {"chips +2", *waiting}
    assert "Ben +5,200, +2 chips from Aino" in answered(client, path)
    assert 'class="chips"' not in client.get(started(client)).text


def confirm_ron(page: Page) -> None:
    """Record a ron of Dai's on Aino, with Ben's stick on the table."""
    with page.expect_response("**/marks"):
        mark(page, "Ben", "riichi")
    page.goto(unhurried(page).url + "/record?drawn=1&result=ron&ron=3&from=0&riichi=1&han-3=3&fu-3=40")
    Fingers(page=page).tap(page.locator(".confirm button"))


FELT = "JSON.parse(sessionStorage.getItem('felt') ?? '[]').length"
RUNNING = "document.querySelectorAll('[data-running]').length"
WATCH = """() => {
    const felt = () => JSON.parse(sessionStorage.getItem("felt") ?? "[]");
    navigator.vibrate = (pattern) => sessionStorage.setItem("felt", JSON.stringify([...felt(), pattern]));
    window.moved = new Set();
    const look = () => {
        for (const each of document.querySelectorAll("[data-running]")) moved.add(each.dataset.running);
        for (const each of document.querySelectorAll(".flying")) moved.add("stick");
        requestAnimationFrame(look);
    };
    look();
}"""


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_scores_and_sticks_move_and_the_phone_is_felt(browser: Browser, address: str, motion: str) -> None:
    """From old to new where motion is wanted; the phone that enters something is felt once for each entry."""
    context = server_alone(
        browser,
        viewport={"width": 390, "height": 844},
        is_mobile=True,
        has_touch=True,
        locale="en",
        reduced_motion="reduce" if motion == "reduce" else "no-preference",
    )
    context.add_init_script(f"({WATCH})()")
    page = context.new_page()
    begin(page, address, "aalto")
    before = page.evaluate(FELT)
    confirm_ron(page)
    expect(page.locator(".latest strong")).to_have_text("Dai +6,200 from Aino")
    expect(page.locator(".seat--left .score strong")).to_have_text("31,200")
    if motion == "no-preference":
        page.wait_for_function("() => moved.has('stick') && moved.size > 5")
    page.wait_for_timeout(1500)
    page.wait_for_function(f"() => {RUNNING} === 0")
    moved = page.evaluate("[...moved]")
    assert ("stick" in moved) == (motion == "no-preference")
    assert (len(moved) > 5) == (motion == "no-preference")
    assert page.evaluate(FELT) == before + 2
    context.close()


FLOWN_TO = """() => new Promise((found) => {
    const look = () => {
        const [flying] = document.querySelectorAll(".flying");
        if (!flying) return requestAnimationFrame(look);
        const { x, y } = new DOMMatrix(flying.getAnimations()[0].effect.getKeyframes()[1].transform)
            .transformPoint(new DOMPoint(0, 0));
        const seats = [...document.querySelectorAll(".seat .stick-art")].map((each) => each.getBoundingClientRect());
        found(seats.some((seat) => Math.abs(seat.x - x) < 1 && Math.abs(seat.y - y) < 1));
    };
    look();
})"""
"""Whether a flying stick ends where a seat's own stick lies."""


def test_a_stick_flies_to_the_place_of_the_winners_own(browser: Browser, address: str) -> None:
    """Not over the digits, which are read aloud at that moment."""
    context = server_alone(browser, viewport={"width": 390, "height": 844}, is_mobile=True, has_touch=True, locale="en")
    context.add_init_script(f"window.flown = ({FLOWN_TO})()")
    page = context.new_page()
    begin(page, address, "aalto")
    confirm_ron(page)
    expect(page.locator(".latest strong")).to_have_text("Dai +6,200 from Aino")
    assert page.evaluate("window.flown")
    context.close()


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize(("width", "height"), [(390, 844), (360, 640)])
def test_an_answer_takes_two_lines(
    page: Page, address: str, client: FlaskClient, width: int, height: int, lang: str
) -> None:
    """It is told whole; what comes next, which the table tells too, stands beside or below it, or not at all."""
    page.set_viewport_size({"width": width, "height": height})
    for name, is_next_seen in (("Ben", True), ("Maximiliane Berg", False)):
        path = started(client, **{"name-1": name})
        assert send(client, path, RON) == 303
        page.goto(f"{address}{path}?lang={lang}")
        lines, cut, is_seen = page.evaluate(ANSWER)
        assert lines == 2
        assert not cut
        assert is_seen == is_next_seen


def test_what_is_taken_back_or_written_by_hand_is_felt_too(browser: Browser, address: str) -> None:
    """Undo, a correction and an adjustment are answered in the same line, and felt like a hand; a refusal is not."""
    context = server_alone(browser, is_mobile=True, has_touch=True, locale="en")
    context.add_init_script(f"({WATCH})()")
    context.route("**/js/offline.js", lambda route: route.abort())
    page = context.new_page()
    table = begin(page, address, "aalto")
    fingers = Fingers(page=page)
    confirm_ron(page)
    expect(page.locator(".latest strong")).to_have_text("Dai +6,200 from Aino")
    before = page.evaluate(FELT)
    page.goto(table + "/hands/0/changes?drawn=1&result=ron&ron=3&from=0&riichi=1&han-3=3&fu-3=30")
    fingers.tap(page.locator("#hand button").first)
    expect(page.locator("#sheet")).to_contain_text("Correction")
    assert page.evaluate(FELT) == before + 1
    page.goto(table + "/adjust")
    fingers.tap(page.get_by_role("button", name="Adjust", exact=True))
    expect(page.locator(".refusals")).to_be_visible()
    assert page.evaluate(FELT) == before + 1
    page.locator("input[name=text]").fill("Counted again")
    page.locator("input[name=honba]").fill("2")
    fingers.tap(unhurried(page).get_by_role("button", name="Adjust", exact=True))
    expect(page.locator(".latest strong")).to_contain_text("Counted again")
    assert page.evaluate(FELT) == before + 2
    page.locator(".undo summary").tap()
    fingers.tap(page.locator(".undo button").first)
    expect(page.locator(".latest strong")).to_contain_text("Undone")
    assert page.evaluate(FELT) == before + 3
    context.close()


def test_another_phone_sees_the_entry_and_does_not_shake(browser: Browser, address: str) -> None:
    """What one phone enters is answered and moves on the other, too, which nobody feels."""
    first, second = (server_alone(browser, is_mobile=True, has_touch=True, locale="en") for _ in range(2))
    page, other = first.new_page(), second.new_page()
    second.add_init_script(f"({WATCH})()")
    other.goto(begin(page, address, "aalto"))
    confirm_ron(page)
    expect(other.locator(".latest strong")).to_have_text("Dai +6,200 from Aino")
    other.wait_for_function("() => moved.size > 0")
    assert other.evaluate("sessionStorage.getItem('felt')") is None
    first.close()
    second.close()


def test_keys_do_what_buttons_do(browser: Browser, address: str) -> None:
    """The list is shown for "?", then no key does anything; "h" shows the last hands, "t" goes to a tsumo."""
    context = server_alone(browser, viewport={"width": 1280, "height": 800}, locale="en")
    page = context.new_page()
    table = page.request.post(f"{address}/games", form={f"name-{seat}": name for seat, name in enumerate("ABCD")}).url
    page.goto(f"{table}/record?drawn=1&result=ron&ron=3&from=0&han-3=3&fu-3=40")
    page.locator(".confirm button").click()
    page.wait_for_url(table)
    expect(page.locator(".latest strong")).to_contain_text("+5,200")
    unhurried(page).keyboard.press("?")
    expect(page.locator("#keys")).to_be_visible()
    expect(page.locator("#keys kbd")).to_have_text(["r", "t", "d", "a", "c", "u", "h", "s", "?"])
    page.keyboard.press("r")
    expect(page.locator("#keys")).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("h")
    expect(page.locator(".hands")).to_have_attribute("open", "")
    page.keyboard.press("h")
    page.keyboard.press("u")
    expect(page.locator(".undo")).to_have_attribute("open", "")
    page.locator(".undo").get_by_text("Keep it").click()
    expect(page.locator(".undo")).not_to_have_attribute("open", "")
    page.keyboard.press("t")
    page.wait_for_url("**/record?result=tsumo")
    context.close()


KEYS = "[...new Set([...document.querySelectorAll('[data-key]')].map((each) => each.dataset.key))].sort()"


def press(page: Page, keys: str) -> None:
    """Press one key after the other."""
    for key in keys.split():
        page.keyboard.press(key)


def test_a_ron_and_a_tsumo_are_recorded_by_keys_alone(browser: Browser, address: str) -> None:
    """From the table and back to it; Enter confirms once, however long it is held."""
    context = server_alone(browser, viewport={"width": 1280, "height": 800}, locale="en")
    page, sent = context.new_page(), list[str]()
    table = str(page.request.post(f"{address}/games", form=SEATED | {"ruleset": "aalto"}).url)
    page.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
    page.goto(table)
    for kind, keys, amount, told in (
        ("ron", "n E 3 f f f", "5,200", "Dai +5,200 from Aino"),
        ("tsumo", "w 5", "2,000/4,000", "Dai +8,000 by tsumo"),
    ):
        press(page, kind[0])
        page.wait_for_url(f"**/record?result={kind}")
        press(page, keys)
        expect(page.locator(".confirm button")).to_be_visible()
        expect(page.locator(".amount")).to_have_text(amount)
        page.keyboard.down("Enter")
        page.keyboard.down("Enter")
        press(page, "Enter")
        page.wait_for_url(table)
        expect(page.locator(".latest strong")).to_have_text(told)
    assert len(sent) == 2
    context.close()


def test_the_wall_and_chips_are_told_by_keys_too(browser: Browser, address: str) -> None:
    """Each press of a key is the next wall, or one chip more."""
    context = server_alone(browser, viewport={"width": 1280, "height": 800}, locale="en")
    page = context.new_page()
    table = str(page.request.post(f"{address}/games", form=SEATED | {"ruleset": "standard-shuugi"}).url)
    page.goto(f"{table}/record?drawn=1&result=ron&riichi=3")
    press(page, "n E 5 b b b i u u k")
    expect(page.locator(".amount")).to_contain_text("8,000 +4 chips")
    expect(page.locator("input[name=wareme]:checked")).to_have_value("2")
    press(page, "Enter")
    page.wait_for_url(table)
    context.close()


@pytest.mark.parametrize(("ruleset", "wall"), [("aalto", ""), ("standard-shuugi", "&wareme=2")])
def test_the_form_of_a_hand_names_its_keys(browser: Browser, address: str, ruleset: str, wall: str) -> None:
    """All that there are and no other; none does anything while a text is typed, and Escape leads back."""
    context = server_alone(browser, viewport={"width": 1280, "height": 800}, locale="en")
    page = context.new_page()
    table = str(page.request.post(f"{address}/games", form=SEATED | {"ruleset": ruleset}).url)
    page.goto(f"{table}/record?drawn=1&result=ron&ron=3&from=0&han-3=3&fu-3=40{wall}")
    press(page, "?")
    expect(page.locator("#keys")).to_be_visible()
    named = page.locator("#keys kbd").all_inner_texts()
    assert sorted(named) == sorted([*page.evaluate(KEYS), "?"])
    press(page, "Escape")
    page.locator("#hand").evaluate("(form) => form.prepend(document.createElement('input'))")
    field = page.locator("#hand > input:not([name])")
    field.press("d")
    expect(field).to_have_value("d")
    expect(page.locator("#result-ron")).to_be_checked()
    page.locator("#result-ron").press("d")
    expect(page.locator("#result-draw")).to_be_checked()
    press(page, "Escape")
    page.wait_for_url(table)
    context.close()


@pytest.mark.parametrize("scripted", [True, False])
def test_what_was_written_is_in_sight(browser: Browser, address: str, *, scripted: bool) -> None:
    """On a small phone, wherever the form stood: a note on the sheet, figures at the top of the table."""
    size: ViewportSize = {"width": 360, "height": 640}
    context = server_alone(browser, viewport=size, is_mobile=True, has_touch=True, java_script_enabled=scripted)
    page = context.new_page()
    table = str(page.request.post(f"{address}/games", form=SEATED).url)
    for number in range(12):
        page.request.post(f"{table}/notes", form={"note": f"note {number}", "command_id": f"note-{number}-{scripted}"})
    page.goto(table)
    page.locator("details.others > summary").tap()
    page.get_by_role("link", name="Add a note").tap()
    page.locator("#note input[name=note]").fill("the clock ran")
    unhurried(page)
    page.get_by_role("button", name="Save note").tap()
    expect(page.get_by_text("the clock ran")).to_be_in_viewport()

    page.goto(f"{table}/adjust")
    page.locator("[name=score-0]").fill("24000")
    page.locator("[name=score-1]").fill("26000")
    page.locator("[name=text]").fill("counted again")
    unhurried(page)
    page.get_by_role("button", name="Adjust", exact=True).tap()
    expect(page.locator("header.latest")).to_be_in_viewport()
    context.close()


def test_a_laptop_shows_the_last_hands_and_the_sections(page: Page, address: str, client: FlaskClient) -> None:
    """What a phone unfolds stands below what is done there; the bar of a phone leaves a form its foot."""
    path = started(client)
    for hand in (RON, RIICHI_RON, TSUMO):
        assert send(client, path, hand) == 303
    for width, height, is_laptop in ((1280, 800, True), (390, 844, False), (932, 430, False)):
        page.set_viewport_size({"width": width, "height": height})
        page.goto(address + path)
        shown = page.locator(".latest li").evaluate_all("(all) => all.map((each) => each.checkVisibility())")
        assert shown == [is_laptop] * 2
        page.goto(f"{address}{path}/record?result=ron")
        expect(page.locator("nav.sections")).to_be_visible(visible=is_laptop)
