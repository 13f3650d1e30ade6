"""The form of a hand in every shape of screen: all of a usual hand in sight, nothing cut, nothing covered."""

import re
from collections.abc import Iterator
from dataclasses import fields, replace
from typing import Any

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Browser, BrowserType, Page, ViewportSize, expect

from referee.app.pages import Offers, is_offered, offers_of
from tests.desks import shipped
from tests.web.requests_at_table import RON, fields_of, send, started, text_of_page
from tests.web.table import Fingers, Played, fill, server_alone

CHIPS = "standard-shuugi&option-house=on"
WALL = "standard-shuugi"
SCORES = (0, 0, 0, 0)
SINGLE = Played(hand="", result="Ron", wins=(("Ben", ("3 han", "40 fu")),), discarder="Aino", scores=SCORES)
TSUMO = Played(hand="", result="Tsumo", wins=(("Ben", ("3 han", "40 fu")),), scores=SCORES)
DOUBLE = Played(
    hand="",
    result="Ron",
    wins=(("Ben", ("3 han", "40 fu")), ("Chie", ("2 han", "30 fu"))),
    discarder="Aino",
    scores=SCORES,
)
JAPANESE = {" han": "翻", " fu": "符"}
IN_SIGHT = """() => [...document.querySelectorAll(
        ".chosen, .winners button, .pad label, .pad button, .chips-won label, .confirm button, .amount, .sum"
    )].filter((each) => each.checkVisibility({ visibilityProperty: true })).flatMap((each) => {
        const { left, right, top, bottom } = each.getBoundingClientRect();
        const low = each.closest(".answer") ? (top + bottom) / 2 : bottom - 2;
        const over = document.elementFromPoint((left + right) / 2, Math.min(low, innerHeight - 1));
        const seen = top >= 0 && left >= 0 && right <= innerWidth && bottom <= innerHeight && each.contains(over);
        return seen ? [] : [each.outerHTML.slice(0, 100)];
    })"""
"""What of a hand's values, payment and button is not whole in sight, or lies under something else."""
SEATS_IN_SIGHT = IN_SIGHT.replace(".chosen,", ".results label, .felt label, .for-abort label,")
LONG_NAMES = (
    "Maximiliana-Constantinova",
    "Bartholomew van der Heide",
    "Wilhelmina Featherstonehg",
    "Ekaterina Vladimirovna Sk",
)
TABLE_IN_SIGHT = IN_SIGHT.replace(".chosen,", ".results label, .felt label,")


def japanese(part: str) -> str:
    """Return "3 han" as the page says it in Japanese."""
    for word, found in JAPANESE.items():
        part = part.replace(word, found)
    return part


def in_language(played: Played, language: str) -> Played:
    """Return a hand with what is tapped in it as a language names it."""
    if language == "en-GB":
        return played
    wins = tuple((player, tuple(japanese(part) for part in value)) for player, value in played.wins)
    return Played(hand="", result=played.result, wins=wins, discarder=played.discarder, scores=SCORES)


def table_of(page: Page, address: str, ruleset: str, names: tuple[str, ...] = ("Aino", "Ben", "Chie", "Dai")) -> str:
    """Start a game, sit down, and return the address of its table."""
    book, *options = ruleset.split("&")
    form: dict[str, Any] = {f"name-{seat}": name for seat, name in enumerate(names)} | {"ruleset": book}
    form |= dict(option.split("=") for option in options)
    table = page.request.post(f"{address}/games", form=form).url
    page.request.post(f"{table}/seat", form={"me": "0"})
    return table


def phone(browser: Browser, width: int, height: int, language: str = "en-GB") -> Page:
    """Return a page of a phone of this shape."""
    size: ViewportSize = {"width": width, "height": height}
    context = server_alone(browser, viewport=size, is_mobile=True, has_touch=True, locale=language)
    return context.new_page()


@pytest.mark.parametrize("language", ["en-GB", "ja-JP"])
@pytest.mark.parametrize(
    ("size", "played", "ruleset"),
    [
        ((390, 664), SINGLE, CHIPS),
        ((360, 640), SINGLE, CHIPS),
        ((390, 664), SINGLE, WALL),
        ((360, 640), SINGLE, WALL),
        ((390, 664), TSUMO, CHIPS),
        ((360, 640), TSUMO, CHIPS),
        ((390, 844), DOUBLE, "aalto"),
        ((360, 740), DOUBLE, "aalto"),
    ],
)
def test_nothing_of_a_hand_scrolls(
    browser: Browser, address: str, size: tuple[int, int], played: Played, ruleset: str, language: str
) -> None:
    """The whole pad, chips included, Confirm, every winner's value and their sum are in sight together."""
    page = phone(browser, *size, language)
    riichi = "&drawn=1&riichi=1" if ruleset in (CHIPS, WALL) else ""
    page.goto(f"{table_of(page, address, ruleset)}/record?result={'ron' if played.discarder else 'tsumo'}{riichi}")
    fill(Fingers(page=page), in_language(played, language))
    if ruleset == WALL:
        page.locator("input[name=wareme][value='2']").tap()
        expect(page.locator(".chosen")).to_contain_text("Chie")
    if ruleset in (CHIPS, WALL):
        page.locator("#value-1 input[name=ura-1][value='2']").tap()
        page.wait_for_url("**ura-1=2**")
    expect(page.locator(".answer .amount")).to_have_count(len(played.wins))
    expect(page.locator(".sum")).to_have_count(len(played.wins) - 1)

    assert page.evaluate("scrollY") == 0
    assert page.evaluate(IN_SIGHT) == []
    page.context.close()


def test_chips_are_told_before_the_next_winner(browser: Browser, address: str) -> None:
    """The chip keys below a whole value are still those of its winner, whose riichi is one tap from the question.

    A hurried finger's second tap does not take the riichi back.
    """
    page = phone(browser, 390, 844)
    page.goto(f"{table_of(page, address, CHIPS)}/record?result=ron&drawn=1&from=0&ron=1&ron=2")
    for value in ("3 han", "40 fu"):
        page.locator("#value-1").get_by_role("radio", name=value, exact=True).tap()
    page.locator("#value-1 input[name=ura-1][value='1']").tap()
    page.locator("button[data-winner='2']").tap()
    for value in ("2 han", "30 fu"):
        page.locator("#value-2").get_by_role("radio", name=value, exact=True).tap()
    label = page.locator(".headline").get_by_text("Ben: riichi")
    expect(label).to_be_visible()
    box = label.bounding_box()
    assert box is not None
    for _ in range(2):
        page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    expect(page.locator(".payment")).to_have_text(["5,200 +1 chip Aino (East) pays Ben (South)", re.compile("2,000")])
    expect(page.get_by_role("button", name="Confirm", exact=True)).to_be_visible()
    page.context.close()


@pytest.mark.parametrize("ruleset", ["tenhou", "aalto"])
def test_three_ron_that_abort_ask_for_no_value(browser: Browser, address: str, ruleset: str) -> None:
    """`tenhou/double-ron`, `aalto/18`: said with the third winner, a tap from Confirm."""
    page = phone(browser, 390, 844)
    page.goto(f"{table_of(page, address, ruleset)}/record?result=ron&drawn=1&ron=1&ron=2&ron=3")
    expect(page.locator(".headline .who")).to_have_text(re.compile("^Triple ron is an abortive draw here"))
    page.locator(".headline").get_by_text("Abort", exact=True).tap()

    expect(page.get_by_role("radio", name="sanchahou (triple ron)")).to_be_checked()
    expect(page.get_by_role("button", name="Confirm", exact=True)).to_be_visible()
    expect(page.locator(".headline .who")).to_have_text("No payments")
    page.context.close()


@pytest.mark.parametrize("width", [390, 360])
def test_what_is_chosen_at_a_side_moves_nothing_beside_it(browser: Browser, address: str, width: int) -> None:
    """Nagashi mangan of the seat at the right: the riichi key beside it stays under the finger."""
    page = phone(browser, width, 740)
    page.goto(f"{table_of(page, address, 'tenhou')}/record?result=draw")
    beside = page.locator(".seat--right .stick-face:visible")
    before = beside.bounding_box()
    page.locator("#nagashi-is-1").tap()
    expect(page.locator(".answer .amount")).to_have_text("2,000/4,000")
    assert beside.bounding_box() == before
    page.context.close()


CARDS = """() => [...document.querySelectorAll(".delta")].map((each) => [each, each.getBoundingClientRect()])
    .sort(([, one], [, other]) => one.top - other.top || one.left - other.left)
    .map(([each]) => each.querySelector(".seat-name").innerText.split("\\n").pop())"""
"""Whose cards stand there, in the order in which they are read."""


@pytest.mark.parametrize("winners", ["ron=3", "ron=3&ron=1"])
def test_what_a_hand_changes_is_read_in_turn(browser: Browser, address: str, winners: str) -> None:
    """However many won, the own seat is the first, and whose stick moved is whole above Confirm."""
    page = phone(browser, 390, 844)
    values = "riichi=3&riichi=1&han-1=2&fu-1=40&han-3=4&fu-3=40"
    page.goto(f"{table_of(page, address, 'aalto')}/record?result=ron&drawn=1&from=0&{winners}&{values}")
    expect(page.locator(".confirm button")).to_be_visible()

    assert page.evaluate(CARDS) == ["Aino", "Ben", "Chie", "Dai"]
    for stick in page.locator(".stick-in").all():
        box, card = stick.bounding_box(), stick.locator("xpath=..").bounding_box()
        foot = page.locator(".answer").bounding_box()
        assert box is not None
        assert card is not None
        assert foot is not None
        assert stick.evaluate("(each) => each.scrollWidth <= each.clientWidth + 1")
        assert box["x"] + box["width"] <= card["x"] + card["width"]
        assert box["y"] + box["height"] <= foot["y"]
    expect(page.locator(".stick-in:visible")).to_have_count(2)
    page.context.close()


@pytest.mark.parametrize("language", ["en-GB", "ja-JP"])
@pytest.mark.parametrize("size", [(390, 664), (360, 640)])
def test_nothing_of_a_hand_without_a_winner_scrolls(
    browser: Browser, address: str, size: tuple[int, int], language: str
) -> None:
    """All seats, every abortive draw, and Confirm once there is an answer, under names of 25 letters."""
    page = phone(browser, *size, language)
    table = table_of(page, address, "aalto", LONG_NAMES)
    for result, first in (
        ("draw", ".seat--left .for-draw"),
        ("chombo", ".seat--left .tile"),
        ("abort", ".seat--left .for-abort"),
    ):
        page.goto(f"{table}/record?drawn=1&result={result}")
        assert page.evaluate(SEATS_IN_SIGHT) == []
        page.locator(f"{first}:visible").first.tap()
        confirm = page.locator(".confirm button")
        expect(confirm).to_be_in_viewport(ratio=1)
        if result != "abort":
            assert page.evaluate(SEATS_IN_SIGHT) == []
        assert page.evaluate("scrollY") == 0
    page.context.close()


@pytest.mark.parametrize("size", [(390, 844), (390, 664), (360, 640)])
def test_what_is_tapped_next_is_asked_between_the_seats(browser: Browser, address: str, size: tuple[int, int]) -> None:
    """Who won, then who dealt in, without waiting for an answer; nothing is said twice at the foot of the form."""
    page = phone(browser, *size)
    table = table_of(page, address, "aalto")
    page.goto(f"{table}/record?result=ron")
    asked, foot = page.locator(".centre .hand:visible"), page.locator("#payment .headline")
    expect(asked).to_have_text("Who won?")
    page.route("**/record/preview*", lambda route: route.abort())
    page.locator(".seat--right input[name=ron]").tap()
    expect(asked).to_have_text("Who dealt in?")
    page.unroute_all()
    page.locator(".seat--left input[name=from]").tap()
    expect(asked).to_have_count(0)
    expect(foot).to_have_text("How many han?")
    for result, question in (("tsumo", "Who drew the winning tile?"), ("chombo", "Whose chombo?")):
        page.goto(f"{table}/record?result={result}")
        expect(asked).to_have_text(question)
        expect(foot).to_have_count(0)
    page.context.close()


@pytest.mark.parametrize(
    ("language", "nobody"), [("en-GB", "Nobody tenpai: no payments"), ("ja-JP", "全員ノーテン：支払いなし")]
)
@pytest.mark.parametrize("size", [(390, 844), (390, 664), (360, 640)])
def test_a_draw_is_confirmed_where_a_win_is(
    browser: Browser, address: str, size: tuple[int, int], language: str, nobody: str
) -> None:
    """At the foot of the screen, over the same field; that nobody is tenpai is read there, in two taps as before."""
    page = phone(browser, *size, language)
    table = table_of(page, address, "aalto")
    places = []
    for path in ("?result=draw", "?result=draw&drawn=1&tenpai=2", "?result=ron&drawn=1&ron=1&from=0&han-1=3&fu-1=40"):
        page.goto(f"{table}/record{path}")
        said, confirm = (page.locator(each).bounding_box() for each in (".answer .headline", ".confirm button"))
        assert said is not None
        assert confirm is not None
        assert confirm["y"] + confirm["height"] <= said["y"]
        assert said["y"] + said["height"] <= size[1]
        places.append(confirm["y"])
        if path == "?result=draw":
            expect(page.locator(".answer .payment")).to_have_text(nobody)
    assert max(places) - min(places) < page.locator(".confirm button").evaluate("(each) => each.clientHeight")
    page.context.close()


def test_who_is_in_riichi_is_tenpai(browser: Browser, address: str) -> None:
    """One tap at a draw says both; a second one at the tile says that the riichi was noten, which is a chombo."""
    page = phone(browser, 390, 844)
    page.goto(f"{table_of(page, address, 'aalto', LONG_NAMES)}/record?result=draw")
    page.locator(".seat--right input[name=riichi]").tap()
    expect(page.locator(".seat--right input[name=tenpai]")).to_be_checked()
    expect(page.locator(".answer .payment")).to_contain_text("3,000")
    page.locator(".seat--right input[name=tenpai]").tap()
    expect(page.locator(".headline--refused")).to_contain_text("chombo")
    page.context.close()


@pytest.mark.parametrize("result", ["draw", "chombo", "abort"])
def test_long_names_have_two_lines_on_a_low_screen(browser: Browser, address: str, result: str) -> None:
    """Above and below the table they stand whole."""
    page = phone(browser, 360, 640)
    page.goto(f"{table_of(page, address, 'aalto', LONG_NAMES)}/record?result={result}")
    for place in ("top", "bottom"):
        name = page.locator(f".seat--{place} .player:visible")
        assert name.evaluate("(name) => name.scrollHeight <= name.clientHeight + 1")
    page.context.close()


@pytest.mark.parametrize("hand", ["right", "left"])
@pytest.mark.parametrize("form", ["result=ron&ron=1&from=0&han-1=3&fu-1=40", "result=draw"])
def test_the_left_hand_changes_the_sides_of_a_laptop(browser: Browser, address: str, hand: str, form: str) -> None:
    """What the hand is worth, or comes to, stands on the side of the hand that taps it."""
    page = phone(browser, 1280, 800)
    page.request.post(f"{address}/settings", form={"hand": hand})
    page.goto(f"{table_of(page, address, 'aalto')}/record?{form}")
    felt, pad = page.locator(".felt").bounding_box(), page.locator(".how-much").bounding_box()
    assert felt is not None
    assert pad is not None
    assert (felt["x"] + felt["width"] <= pad["x"]) == (hand == "right")
    assert (pad["x"] + pad["width"] <= felt["x"]) == (hand == "left")
    page.context.close()


def test_the_sum_of_two_winners_is_said(browser: Browser, address: str) -> None:
    """3 han 40 fu is 5,200 and 2 han 30 fu 2,000: the dealer who dealt in pays 7,200; one pad shows at a time."""
    page = phone(browser, 390, 844)
    page.goto(f"{table_of(page, address, 'aalto')}/record?result=ron")
    fill(Fingers(page=page), DOUBLE)
    expect(page.locator(".sum")).to_have_text("7,200 in all")
    expect(page.locator(".value:visible")).to_have_count(1)
    page.get_by_role("button", name="Ben 3 han 40 fu").tap()
    expect(page.locator("#value-1")).to_be_visible()
    expect(page.locator("#value-2")).to_be_hidden()
    page.locator("#value-1").get_by_role("radio", name="Mangan").tap()
    expect(page.locator(".sum")).to_have_text("10,000 in all")
    page.context.close()


@pytest.mark.parametrize("language", ["en-GB", "ja-JP"])
@pytest.mark.parametrize(
    "hand",
    [
        "aalto result=draw&tenpai=0&tenpai=1",
        "ema-2016 result=draw&tenpai=0&tenpai=3&riichi=0&riichi=3",
        "ema-2016 result=ron&ron=3&ron=0&from=2&riichi=0&han-0=4&fu-0=30&han-3=mangan",
    ],
)
def test_what_all_four_get_is_in_sight(browser: Browser, address: str, hand: str, language: str) -> None:
    """Also below a pad and its two winners, who stand everywhere in the order in which they win a tile."""
    page = phone(browser, 390, 844, language)
    ruleset, fields = hand.split()
    page.goto(f"{table_of(page, address, ruleset)}/record?drawn=1&{fields}")
    answer = page.locator(".answer").bounding_box()
    cards = [each.bounding_box() for each in page.locator(".delta").all()]
    assert answer is not None
    assert len(cards) == 4
    assert all(card is not None and card["y"] + card["height"] <= answer["y"] for card in cards)
    if "ron" in hand:
        boxes = [page.locator(".winners button", has_text=name).bounding_box() for name in ("Dai", "Aino")]
        dai, aino = (0 if box is None else box["x"] for box in boxes)
        assert dai < aino
        assert "Dai" in page.locator(".answer .who").first.inner_text()
        assert page.locator(".chosen").inner_text().startswith("Dai")
    page.context.close()


@pytest.mark.parametrize("size", [(390, 844), (1280, 800)])
def test_what_everybody_has_stands_where_the_changes_will(
    browser: Browser, address: str, size: tuple[int, int]
) -> None:
    """While the worth of a hand is chosen: before it as the table says, less a stick laid, and then nothing moves."""
    page = phone(browser, *size)
    page.goto(f"{table_of(page, address, 'aalto')}/record?result=ron&drawn=1&ron=1&from=0&riichi=1")
    cards = page.locator(".deltas .delta")
    expect(page.locator(".delta--right .score")).to_have_text("24,000")
    expect(page.locator(".delta--bottom .score")).to_have_text("25,000")
    expect(cards.locator(".change")).to_have_text([""] * 4)
    own = page.locator(".delta--bottom")
    before = own.evaluate("(each) => each.getBoundingClientRect().top")

    page.get_by_role("radio", name="Mangan").tap()
    expect(page.locator(".confirm button")).to_be_visible()
    expect(page.locator(".delta--right .change")).to_have_text("+8,000")
    assert own.evaluate("(each) => each.getBoundingClientRect().top") == before
    page.context.close()


TAPS = (
    (Played(hand="", result="Ron", wins=(("Ben", ("Mangan",)),), discarder="Aino", scores=SCORES), 5),
    (SINGLE, 6),
    (Played(hand="", result="Tsumo", wins=(("Ben", ("Mangan",)),), scores=SCORES), 4),
    (TSUMO, 5),
    (DOUBLE, 9),
    (Played(hand="", result="Chombo", offender="Ben", scores=SCORES), 3),
)


def test_a_hand_takes_as_few_taps_as_before(browser: Browser, address: str) -> None:
    """On the smallest screen, from the table to Confirm, without a single scroll."""
    page = phone(browser, 360, 640)
    table = table_of(page, address, "aalto")
    for played, most in TAPS:
        page.goto(table)
        fingers = Fingers(page=page)
        fingers.tap(page.locator("nav.record").get_by_role("link", name=played.result, exact=True))
        fill(fingers, played)
        confirm = page.get_by_role("button", name="Confirm", exact=True)
        expect(confirm).to_be_in_viewport(ratio=1)
        assert fingers.taps + 1 == most, played
    page.context.close()


@pytest.mark.parametrize(("width", "height"), [(844, 390), (667, 375)])
@pytest.mark.parametrize("hand", ["right", "left"])
def test_a_phone_on_its_side_has_two_columns(
    browser: Browser, address: str, hand: str, width: int, height: int
) -> None:
    """The table and Confirm on one side, the pad on the other; the left hand has them changed."""
    page = phone(browser, width, height)
    page.request.post(f"{address}/settings", form={"hand": hand})
    page.goto(f"{table_of(page, address, 'aalto')}/record?{query(RON)}")
    boxes = [page.locator(each).bounding_box() for each in (".felt", ".pad >> visible=true", ".confirm button")]
    felt, pad, confirm = [each for each in boxes if each is not None]

    assert page.evaluate(TABLE_IN_SIGHT) == []
    assert (felt["x"] + felt["width"] <= pad["x"]) == (hand == "right")
    assert (confirm["x"] < width / 2) == (hand == "right")
    assert page.evaluate("document.documentElement.scrollWidth") == width
    page.context.close()


def query(fields: dict[str, str]) -> str:
    """Return fields as the query of an address."""
    return "&".join(f"{name}={value}" for name, value in fields.items())


LATIN = (
    "Bartholomaeus Konstantinop",
    "Maximiliane Hohenlohe Oeh",
    "Wolfgang Amadeus Theophil",
    "Anastasia Romanovna Sach",
)
KANJI = tuple("寿限無寿限無五劫の擦り切れ海砂利水魚の水行末雲来" + each for each in "東南西北")
CUT = """() => {
    const seen = [...document.querySelectorAll("main *")]
        .filter((each) => each.checkVisibility({ visibilityProperty: true }));
    const own = (each) => [...each.childNodes].filter((part) => part.nodeType === Node.TEXT_NODE && part.data.trim());
    const shortened = (each) => getComputedStyle(each.closest(".player") ?? each).webkitLineClamp !== "none"
        || each.closest(".hidden, legend");
    const sticksOut = (part) => {
        const range = document.createRange();
        range.selectNode(part);
        const text = range.getBoundingClientRect();
        const box = part.parentElement.closest("label, button, a, p, .unit").getBoundingClientRect();
        const above = parseFloat(getComputedStyle(part.parentElement).fontSize) / 4;
        return text.left < box.left - 1 || text.right > box.right + 1 || text.top < box.top - above
            || text.bottom > box.bottom + above || text.right > innerWidth + 1 || text.left < -1;
    };
    const cut = seen.filter((each) => each.closest("label, button, a, p, .unit") && !shortened(each))
        .filter((each) => own(each).some(sticksOut));
    const boxes = seen.filter((each) => each.matches("label, .confirm button, .pad button, .winners button, summary"))
        .map((each) => [each, each.getBoundingClientRect()]);
    const apart = (one, other) => one.right <= other.left + 1 || other.right <= one.left + 1
        || one.bottom <= other.top + 1 || other.bottom <= one.top + 1;
    const stuck = (each) => [".answer", ".confirm"].map((bar) => each.closest(bar))
        .some((bar) => bar && getComputedStyle(bar).position === "sticky");
    const covered = boxes.filter(([one, box]) => !stuck(one) && boxes.some(
        ([other, its]) => one !== other && !stuck(other) && !apart(box, its)));
    return [...cut, ...covered.map(([each]) => each)].map((each) => each.outerHTML.slice(0, 120));
}"""
"""Texts that stick out of what they stand on, and what is tapped that lies on something else that is tapped."""
FORMS = (
    query(RON),
    query(RON) + "&ron=2&han-2=mangan",
    query(RON) + "&riichi=0",
    "result=ron",
    "result=tsumo&tsumo=1&drawn=1",
    "result=draw&drawn=1",
    "result=abort&drawn=1",
    "result=chombo&drawn=1",
)

SHAPES = ((360, 640), (844, 390), (667, 375))


@pytest.fixture(params=[16, 24, 32])
def large_type(
    request: pytest.FixtureRequest, browser_type: BrowserType, browser_type_launch_args: dict[str, Any]
) -> Iterator[Browser]:
    """Return a browser whose letters are as large as on an ordinary phone, half as large again, and twice as large."""
    arguments = [*browser_type_launch_args["args"], f"--blink-settings=defaultFontSize={request.param}"]
    browser = browser_type.launch(**browser_type_launch_args | {"args": arguments})
    yield browser
    browser.close()


@pytest.mark.parametrize(("language", "names"), [("en-GB", LATIN), ("ja-JP", KANJI)])
def test_nothing_is_cut_or_covered(large_type: Browser, address: str, language: str, names: tuple[str, ...]) -> None:
    """With names of 25 letters, upright and on its side, in letters of every size."""
    page = phone(large_type, *SHAPES[0], language)
    for ruleset in (CHIPS, "aalto"):
        table = table_of(page, address, ruleset, tuple(name[:25] for name in names))
        for form in FORMS:
            page.goto(f"{table}/record?{form}")
            for width, height in SHAPES:
                page.set_viewport_size({"width": width, "height": height})
                assert page.evaluate(CUT) == [], form
                assert page.evaluate("document.documentElement.scrollWidth") <= width, form
            for width, height in SHAPES:
                page.set_viewport_size({"width": width, "height": height})
                for strip in page.locator(".chosen:visible").all():
                    strip.tap()
                assert page.evaluate(CUT) == [], form
    page.context.close()


def test_who_won_did_not_deal_in(page: Page, address: str) -> None:
    """The seat of a winner cannot be tapped as the one who dealt in, nor the other way round, and says why."""
    page.goto(f"{table_of(page, address, 'aalto')}/record?result=ron")
    page.locator(".seat--right input[name=ron]").tap()
    discarder = page.locator(".seat--right label:has(input[name=from])")
    expect(discarder.locator("input")).to_be_disabled()
    expect(discarder.locator(".why-not")).to_have_text("won")
    page.locator(".seat--left input[name=from]").tap()
    winner = page.locator(".seat--left label:has(input[name=ron])")
    expect(winner.locator("input")).to_be_disabled()
    expect(winner.locator(".why-not")).to_have_text("dealt in")


@pytest.mark.parametrize(
    ("ruleset", "result", "han"), [("aalto", "ron", 2), ("aalto", "tsumo", 3), ("wrc-2025", "tsumo", 3)]
)
def test_fu_that_no_such_hand_has_say_how_many_han_they_need(
    page: Page, address: str, ruleset: str, result: str, han: int
) -> None:
    """Fu that the rules would refuse beside the han that were tapped cannot be tapped, nor stay tapped."""
    page.goto(f"{table_of(page, address, ruleset)}/record?result={result}&{result}=1&from=0&han-1={han}&fu-1=25")
    seven_pairs = page.locator("#value-1 label:has(input[name=fu-1][value='25'])")
    expect(page.locator("#payment .amount")).to_be_visible()
    expect(seven_pairs.locator("input")).to_be_checked()
    page.locator(f"input[name=han-1][value='{han - 1}']").tap()
    expect(page.locator("#payment")).to_contain_text("How many fu?")
    expect(seven_pairs.locator("input")).to_be_disabled()
    expect(seven_pairs.locator(".why-not:visible")).to_have_text(f"{han}+ han")
    page.locator(f"input[name=han-1][value='{han}']").tap()
    expect(seven_pairs.locator("input")).to_be_enabled()


def test_twenty_fu_need_two_han_where_pinfu_has_them(client: FlaskClient) -> None:
    """Who draws the winning tile of a pinfu has two han at least; nobody who took it from another has twenty fu."""
    page = client.get(started(client, "tenhou") + "/record", query_string={"result": "tsumo", "tsumo": "1"}).text
    key = re.search(r'<input [^>]*name="fu-1" value="20"[^>]*>', page)
    assert key is not None
    assert 'data-ron="" data-tsumo="2"' in key[0]


@pytest.mark.parametrize("size", [(1280, 800), (844, 390)])
def test_beside_the_table_the_pad_waits_for_a_winner(browser: Browser, address: str, size: tuple[int, int]) -> None:
    """It is seen where it will be used, and cannot be used by finger or keyboard before."""
    page = phone(browser, *size)
    page.goto(f"{table_of(page, address, 'aalto')}/record?result=ron")
    waiting = page.locator(".value[inert]")
    expect(waiting).to_be_visible()
    place = waiting.locator(".pad").bounding_box()
    page.locator(".seat--right input[name=ron]").tap()
    expect(waiting).to_have_count(0)
    assert page.locator("#value-1 .pad").bounding_box() == place
    page.context.close()


def test_a_draw_on_its_side_covers_nothing(browser: Browser, address: str) -> None:
    """What each seat gets stands above what is rare, not over it."""
    page = phone(browser, 844, 390)
    page.goto(f"{table_of(page, address, 'aalto')}/record?result=draw")
    last, rare = page.locator(".deltas").bounding_box(), page.locator(".more").bounding_box()
    assert last is not None
    assert rare is not None
    assert last["y"] + last["height"] <= rare["y"]
    page.context.close()


def test_a_result_that_the_rules_do_not_have_is_not_asked(client: FlaskClient) -> None:
    """`ema-2025` knows no abortive draw: whoever types its address is asked for a ron."""
    text = client.get(started(client, "ema-2025") + "/record?result=abort&lang=en").text
    assert re.search(r'value="ron" id="result-ron" checked', text)
    assert "Which abortive draw?" not in text.partition('id="payment"')[2]


def test_a_stick_that_comes_back_is_told(client: FlaskClient) -> None:
    """The score at the table is without it: whoever wins it back reads why the sum is another."""
    won = "?result=ron&drawn=1&ron=1&from=0&han-1=3&fu-1=40&riichi=1&riichi=2&lang=en"
    text = client.get(started(client) + "/record" + won).text
    cards = [text_of_page(each) for each in re.findall(r'<div class="delta .*?</div>', text)]
    assert [card for card in cards if "stick" in card] == [
        *("西 West: Chie −1,000 riichi stick now 24,000", "南 South: Ben +6,200 stick back now 31,200"),
    ]


def test_aborts_name_the_players(client: FlaskClient) -> None:
    """Whoever declared or is in riichi is tapped by name; an open riichi is called so in full."""
    text = client.get(started(client) + "/record?result=abort&lang=en").text
    declarers = re.findall(r'name="declarer" value="(\d)".*?<span class="player">(\w+)</span>', text, re.DOTALL)
    assert sorted(declarers) == [("0", "Aino"), ("1", "Ben"), ("2", "Chie"), ("3", "Dai")]
    assert ">Open riichi<" in text


def test_kyuushu_kyuuhai_asks_who_declared_it(page: Page, address: str) -> None:
    """Who is tapped declared it; no other abort is declared, and nobody in riichi can; the sheet says who."""
    table = table_of(page, address, "aalto")
    page.goto(f"{table}/record?result=abort")
    kind, payment = page.get_by_role("radio", name="kyuushu kyuuhai"), page.locator("#payment")
    page.locator(".seat--right input[name=declarer]").tap()
    expect(kind).to_be_checked()
    page.get_by_role("radio", name="suufon renda").tap()
    expect(page.locator("input[name=declarer]:checked")).to_have_count(0)
    kind.tap()
    expect(payment).to_contain_text("Who declared it?")
    page.locator(".seat--left .stick").tap()
    expect(page.locator(".seat--left input[name=declarer]")).to_be_disabled()
    page.locator(".seat--top input[name=declarer]").tap()
    page.get_by_role("button", name="Confirm").tap()
    expect(page.locator(".latest")).to_contain_text("Chie: kyuushu kyuuhai")
    page.goto(f"{table}/hands/0")
    expect(page.locator(".seat--top input[name=declarer]")).to_be_checked()


def test_the_pad_of_one_winner_is_drawn(client: FlaskClient) -> None:
    """Of several winners the first one's pad is shown from the start, so that nothing jumps when the scripts run."""
    path = started(client) + "/record?drawn=1&result=ron&ron=3&ron=1&from=0&han-1=3&fu-1=40&han-3=2&fu-3=30"
    text = client.get(path).text
    assert re.findall(r'id="value-(\d)" data-away', text) == ["0", "2", "3"]
    assert re.findall(r'data-winner="(\d)" aria-pressed="false">', text) == ["1", "3"]
    assert "data-away" not in client.get(path.replace("ron=3&", "")).text


def test_a_pad_keeps_the_han_that_were_told(client: FlaskClient) -> None:
    """A haneman of seven han stays one when its hand is corrected; the sheet calls it by its name."""
    path = started(client)
    assert send(client, path, RON | {"han-1": "7", "fu-1": ""}) == 303
    assert 'name="han-1" value="7" checked' in client.get(path + "/hands/0").text
    assert "(haneman)" in client.get(path + "/sheet?lang=en").text


@pytest.mark.parametrize(("ruleset", "sentence"), [("aalto", "kazoe yakuman (13 han)"), ("ema-2016", "sanbaiman")])
def test_a_limit_is_called_by_its_name_on_the_sheet(client: FlaskClient, ruleset: str, sentence: str) -> None:
    """Thirteen han are what the rules make of them, whether the han were tapped or the limit."""
    path = started(client, ruleset)
    assert send(client, path, RON | {"han-1": "13", "fu-1": ""}) == 303
    assert f"Ron: Ben ({sentence}) from Aino" in client.get(path + "/sheet?lang=en").text


def test_han_and_fu_that_count_as_a_limit_are_told_with_it(client: FlaskClient) -> None:
    """4 han 30 fu is a mangan under WRC 2025: the sheet keeps what was tapped and says what it was."""
    path = started(client, "wrc-2025")
    assert send(client, path, RON | {"han-1": "4", "fu-1": "30"}) == 303
    assert "Ron: Ben (4 han 30 fu, mangan) from Aino" in client.get(path + "/sheet?lang=en").text


def test_more_than_three_chips_can_be_told(client: FlaskClient) -> None:
    """Five ura dora bring five chips, and the form that shows them again is not folded."""
    path = started(client, "standard-shuugi", **{"option-house": "on"})
    found = RON | {"riichi": "1", "han-1": "haneman", "ura-1": "5", "ippatsu-1": "1"}
    text = client.get(path + "/record", query_string=found | {"lang": "en"}).text
    assert "+6 chips" in text
    assert re.search(r"<details open>\s*<summary>More about Ben", text)


def test_two_ways_that_come_to_the_same_are_one(client: FlaskClient) -> None:
    """Nothing was played after the hand: its correction is one button; a later hand that changes asks which way."""
    path = started(client)
    assert send(client, path, RON) == 303
    mended = RON | {"fu-1": "30", "lang": "en"}
    form = text_of_page(client.get(path + "/hands/0", query_string=mended).text)
    assert ["then 28,900" in form, "now 28,900" in form] == [True, False]
    assert "終了時28,900点" in client.get(path + "/hands/0", query_string=mended | {"lang": "ja"}).text
    text = client.get(path + "/hands/0/changes", query_string=mended).text
    assert text.count('name="way"') == 1
    shown = text_of_page(text)
    assert "Scores Aino Ben Chie Dai old 19,800 30,200 25,000 25,000 new 21,100 28,900 25,000 25,000" in shown
    assert "Next: East 2, 0 honba" in shown
    draw = {"result": "draw", "drawn": "1", "tenpai": "1"}
    assert send(client, path, draw) == 303
    text = client.get(path + "/hands/0/changes", query_string=draw | {"tenpai": "0"}).text
    assert text.count('name="way"') == 2


def test_without_scripts_all_pads_stand_below_each_other(browser: Browser, address: str) -> None:
    """Both winners' pads, with their names above them."""
    context = browser.new_context(java_script_enabled=False, viewport={"width": 360, "height": 640}, has_touch=True)
    page = context.new_page()
    page.goto(f"{table_of(page, address, 'aalto')}/record?{query(RON)}&ron=2")
    expect(page.locator(".value:visible")).to_have_count(2)
    expect(page.locator("#value-2 legend")).to_be_visible()
    expect(page.locator(".felt")).to_be_visible()
    expect(page.locator(".winners")).to_be_hidden()
    context.close()


def test_the_point_table_follows_the_rules(client: FlaskClient) -> None:
    """4 han 30 fu is 7,700, and 8,000 where it is rounded up; 20 fu are paid by tsumo only, from two han on."""
    rounded = client.get("/points?ruleset=ema-2025&lang=en").text
    exact = client.get("/points?ruleset=ema-2016&lang=en").text
    assert "7,700" in exact
    assert "7,700" not in re.sub(r"(?s).*?<h2>", "", rounded.partition("Winner is the dealer")[0], count=1)
    row = re.search(r'<tr><th scope="row">20</th>(.*?)</tr>', exact, re.DOTALL)
    assert row is not None
    cells = re.findall(r"<td>(.*?)</td>", row[1])
    assert cells[0] == ""
    assert cells[1] == "<span>400/<wbr>700</span>"


def test_the_point_table_leads_back_to_the_form(page: Page, address: str) -> None:
    """One tap away before a seat is chosen, under the rules of the table; the way back keeps what was tapped."""
    page.goto(f"{table_of(page, address, 'ema-2025')}/record?result=ron")
    page.locator(".seat--right input[name=ron]").tap()
    page.get_by_role("button", name="Points table").tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Points table")
    expect(page.locator(".points")).to_contain_text("4 han 30 fu and 3 han 60 fu count as mangan.")
    page.locator("a.back").tap()
    expect(page.locator(".seat--right input[name=ron]")).to_be_checked()
    page.goto(f"{address}/pays?ruleset=ema-2016&ron=1")
    page.get_by_role("button", name="Points table").tap()
    expect(page.locator(".points")).to_contain_text("7,700")
    page.locator("a.back").tap()
    expect(page.locator("select[name=ruleset]")).to_have_value("ema-2016")


def test_a_way_back_leads_nowhere_else(client: FlaskClient) -> None:
    """An address that is no table's is not taken for the form that was left."""
    path = started(client)
    text = client.get(path + "/points", query_string={"to": "//elsewhere.example"}).text
    assert "elsewhere" not in text.partition("</header>")[0]
    assert fields_of(client, path, RON)["expected"] == "1"


ASKED = (
    *("chips-0", "dealer_wins", "han-0", "hands_left", "nagashi-0", "open-0", "pao-0", "pao_yakuman-0", "renchan"),
    *("ippatsu-0", "red-0", "ura-0", "wareme", "won-0", "yaku_han-0"),
)
"""The fields of the form of a hand that not every ruleset asks for."""


FLAGS = [field.name for field in fields(Offers) if field.type == "bool"]


@pytest.mark.parametrize("flag", [flag for flag in FLAGS if flag != "several_ron"])  # that one asks for no field
def test_every_flag_of_what_is_offered_decides_about_a_field(flag: str) -> None:
    """A flag that no field follows would leave its field in the form of a ruleset that does not know it."""
    book = shipped().book("wrc-2025")
    assert book is not None
    no_flag: dict[str, Any] = dict.fromkeys(FLAGS, False)
    one_flag: dict[str, Any] = {flag: True}
    nothing = replace(offers_of(book.variants[""]), **no_flag)
    some = replace(nothing, **one_flag)
    kept = [[name for name in ASKED if is_offered(name, "counted", book, offers)] for offers in (nothing, some)]
    assert kept[0] == []
    assert kept[1] != []


def test_the_seats_folded_away_tell_the_riichi_sticks(browser: Browser, address: str) -> None:
    """What is set while they are open is still told when they close by themselves, and what is taken back no longer."""
    page = phone(browser, 390, 844)
    page.goto(f"{table_of(page, address, 'aalto')}/record?drawn=1&result=ron&ron=1&from=0")
    chosen = page.locator(".chosen")
    expect(chosen).to_contain_text("Ben won · Aino dealt in")
    for seat, sticks in ((3, 1), (1, 2), (3, 1)):
        chosen.tap()
        page.locator(f".stick:has([value='{seat}'])").tap()
        expect(chosen).to_contain_text(f"Ben won · Aino dealt in · riichi \N{MULTIPLICATION SIGN}{sticks}")
        expect(page.locator("#hand")).to_have_attribute("data-folded", "")
    page.context.close()
