"""The table page in every shape of screen: nothing of it is cut, covered or outside, and a hand is within reach."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserType, Page, expect

from referee.app.layout import words_of
from tests.conftest import CHROMIUM_FLAGS
from tests.web.table import server_alone

SHORT = ("Aino", "Ben", "Chika", "Dmitri")
LONG = (
    "Maximiliana-Constantinova",
    "Bartholomew van der Heide",
    "Wilhelmina Featherstonehg",
    "Ekaterina Vladimirovna Sk",
)
LONG_WORDS = (
    "Constantinopolitanischeng",
    "Bartholomäusbartholomäuse",
    "Aleksandrovitchevskayasov",
    "Wolfeschlegelsteinhausenb",
)
LONG_JA = tuple(first + "いうえおかきくけこさしすせそたちつてとなにぬねの" for first in "一二三四")
SHAPES = (
    (390, 664, 16, "en-GB", SHORT),
    (360, 640, 16, "ja-JP", LONG_JA),
    (360, 740, 16, "en-GB", LONG),
    (430, 932, 16, "ja-JP", LONG),
    (390, 844, 24, "en-GB", LONG),
    (390, 844, 32, "en-GB", LONG),
    (360, 740, 32, "ja-JP", LONG_JA),
    (844, 390, 16, "en-GB", LONG),
    (844, 390, 16, "ja-JP", LONG_JA),
    (932, 430, 16, "en-GB", SHORT),
    (667, 375, 16, "en-GB", LONG),
    (667, 375, 16, "ja-JP", LONG_JA),
    (844, 390, 24, "en-GB", SHORT),
    (820, 1180, 16, "en-GB", LONG),
    (1180, 820, 16, "ja-JP", LONG_JA),
)
"""Width, height, the browser's size of letters, language, and who plays."""

BOXES = """() => {
    const UNSEEN = ".hidden, template, script, dialog, .link";
    const SHORTENED = ".player, .hands > summary > span";
    const within = (each) => {
        const box = { left: -1e6, right: 1e6, top: -1e6, bottom: 1e6 };
        for (let at = each; at !== document.body; at = at.parentElement) {
            if (getComputedStyle(at).overflow === "visible") continue;
            const { left, right, top, bottom } = at.getBoundingClientRect();
            box.left = Math.max(box.left, left); box.right = Math.min(box.right, right);
            box.top = Math.max(box.top, top); box.bottom = Math.min(box.bottom, bottom);
        }
        return box;
    };
    const found = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const node = walker.currentNode, each = node.parentElement;
        if (!node.data.trim() || each.closest(UNSEEN) || !each.checkVisibility()) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        const clip = within(each), face = each.closest(".mark-face, .stick-face, a, button, summary, .seat, .centre");
        const frame = (face ?? document.documentElement).getBoundingClientRect();
        for (const { left, right, top, bottom } of range.getClientRects()) {
            const seen = { left: Math.max(left, clip.left), right: Math.min(right, clip.right),
                           top: Math.max(top, clip.top), bottom: Math.min(bottom, clip.bottom) };
            if (seen.right - seen.left < 1 || seen.bottom - seen.top < 1) continue;
            const isCut = !each.closest(SHORTENED) && (right - seen.right > 1 || seen.left - left > 1);
            const out = Math.max(frame.left - seen.left, seen.right - frame.right, -seen.left, seen.right - innerWidth);
            found.push({ text: node.data.trim(), isCut, fixed: Boolean(each.closest(".sections")), ...seen, out });
        }
    }
    return found;
}"""
"""Every line of text that is seen: where, whether it is cut, and how far it reaches out of its button or seat."""

REACHED = """(select) => {
    const bar = document.querySelector("nav.sections").getBoundingClientRect();
    const floor = bar.top > innerHeight / 2 ? bar.top : innerHeight;
    return [...document.querySelectorAll(select)].filter((each) => each.checkVisibility())
        .every((each) => each.getBoundingClientRect().bottom <= floor + 0.5);
}"""
"""Whether all of these lie on the screen, above the bar of sections."""


@pytest.fixture(scope="module")
def browsers(browser_type: BrowserType, browser_type_launch_args: dict[str, Any]) -> Iterator[dict[int, Browser]]:
    """Return a browser for each size of letters that its owner may have set."""
    opened = {
        size: browser_type.launch(
            **browser_type_launch_args | {"args": [*CHROMIUM_FLAGS, f"--blink-settings=defaultFontSize={size}"]}
        )
        for size in (16, 24, 32)
    }
    yield opened
    for browser in opened.values():
        browser.close()


def overlapping(boxes: list[dict[str, Any]]) -> list[tuple[str, str]]:
    """Return the texts that lie on one another; the bar of sections is laid over what can be scrolled."""
    pairs = ((one, other) for place, one in enumerate(boxes) for other in boxes[place + 1 :])
    return [
        (one["text"], other["text"])
        for one, other in pairs
        if one["fixed"] == other["fixed"]
        and one["text"] != other["text"]
        and min(one["right"], other["right"]) - max(one["left"], other["left"]) > 1
        and min(one["bottom"], other["bottom"]) - max(one["top"], other["top"]) > 4
    ]


def check_boxes(page: Page) -> None:
    """Nothing is wider than the screen; no text is cut, lies on another, or reaches out of its button or seat."""
    boxes = page.evaluate(BOXES)
    assert len(boxes) > 20
    assert page.evaluate("document.documentElement.scrollWidth") <= page.evaluate("innerWidth"), page.url
    assert [box["text"] for box in boxes if box["isCut"]] == []
    assert [(box["text"], box["out"]) for box in boxes if box["out"] > 1] == []
    assert overlapping(boxes) == []


def opened(browser: Browser, address: str, shape: tuple[int, int, int, str, tuple[str, ...]], book: str) -> Page:
    """Return the page of a new table in one shape."""
    width, height, _, language, names = shape
    context = server_alone(
        browser,
        viewport={"width": width, "height": height},
        is_mobile=True,
        has_touch=True,
        locale=language,
        reduced_motion="reduce",
    )
    page = context.new_page()
    form: dict[str, Any] = {f"name-{seat}": name for seat, name in enumerate(names)}
    started = page.request.post(f"{address}/games", form=form | {"ruleset": book})
    page.goto(started.url)
    return page


def played(page: Page, hand: str) -> None:
    """Record a hand, and mark the next as it is when most is shown."""
    table = page.url
    page.goto(f"{table}/record?drawn=1&{hand}")
    page.locator(".confirm button").evaluate("(button) => button.click()")
    page.wait_for_url(table)
    for mark in ("riichi-1-on", "tenpai-0-on", "dead_hand-2-on"):
        page.request.post(f"{table}/marks", form={"mark": mark, "hand": "1"})
    page.goto(table)


RON = "result=ron&ron=3&from=0&riichi=3&han-3=3&fu-3=40"


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: f"{shape[0]}x{shape[1]}-{shape[2]}-{shape[3]}")
@pytest.mark.parametrize("book", ["aalto", "standard-shuugi"])
def test_nothing_on_the_table_is_cut_or_covered(
    browsers: dict[int, Browser], address: str, shape: tuple[int, int, int, str, tuple[str, ...]], book: str
) -> None:
    """A new game, one that is played with all marks set, the differences of a player, and the last hands."""
    page = opened(browsers[shape[2]], address, shape, book)
    check_boxes(page)
    played(page, RON + ("&ura-3=2&wareme=1&riichi=3" if book == "standard-shuugi" else ""))
    check_boxes(page)
    page.goto(page.url + "?gap=3")
    check_boxes(page)
    page.locator(".hands > summary").evaluate("(summary) => summary.click()")
    check_boxes(page)
    page.context.close()


BROKEN = """(select) => [...document.querySelectorAll(select)].flatMap((each) => {
    if (!each.checkVisibility()) return [];
    const walker = document.createTreeWalker(each, NodeFilter.SHOW_TEXT), found = [];
    while (walker.nextNode()) {
        if (walker.currentNode.parentElement.closest(".hidden, .token")) continue;
        for (const { 0: word, index } of walker.currentNode.data.matchAll(/[a-z]+|[+\u2212\u25b3]?\\d[\\d,.:]*/giu)) {
            const range = document.createRange();
            range.setStart(walker.currentNode, index);
            range.setEnd(walker.currentNode, index + word.length);
            if (new Set([...range.getClientRects()].map((line) => line.top)).size > 1) found.push(word);
        }
    }
    return found;
})"""
"""Words and numbers that stand on two lines."""


UNHYPHENATED = """(select) => [...document.querySelectorAll(select)].flatMap((each) => {
    const walker = document.createTreeWalker(each, NodeFilter.SHOW_TEXT), range = document.createRange(), found = [];
    while (each.checkVisibility() && walker.nextNode()) {
        const { data } = walker.currentNode;
        const tops = [...data].map((letter, at) => {
            range.setStart(walker.currentNode, at);
            range.setEnd(walker.currentNode, at + 1);
            return [...range.getClientRects()].at(-1)?.top;
        });
        tops.forEach((top, at) => {
            if (at && top > tops[at - 1] + 4 && /[a-zäöü]{2}/i.test(data.slice(at - 1, at + 1))) found.push(data);
        });
    }
    return found;
})"""
"""Names of which a word is broken between two letters, without a hyphen."""
CUT = """(select) => [...document.querySelectorAll(select)].filter((each) => each.checkVisibility()
    && each.clientWidth && (each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + 1))
    .map((each) => each.innerText)"""
"""What is larger than its place, whether the rest of it is hidden or lies on something else."""
NAMED = ".player, .four b, .seat-name, thead th, figcaption span, .tile-what"


@pytest.mark.parametrize(
    "shape",
    [
        (390, 844, 16, "en-GB", LONG),
        (390, 844, 16, "en-GB", LONG_WORDS),
        (360, 740, 16, "ja-JP", LONG_JA),
        (390, 844, 32, "en-GB", LONG),
        (844, 390, 16, "en-GB", LONG_WORDS),
    ],
    ids=lambda shape: f"{shape[0]}x{shape[1]}-{shape[2]}-{shape[3]}",
)
def test_no_name_is_cut(
    browsers: dict[int, Browser], address: str, shape: tuple[int, int, int, str, tuple[str, ...]]
) -> None:
    """25 letters stand whole at the table, in a form with its answer, on the sheet and in the list of games."""
    page = opened(browsers[shape[2]], address, shape, "aalto")
    table = page.url
    assert page.evaluate(CUT, NAMED) == []
    assert page.evaluate(UNHYPHENATED, NAMED) == []
    played(page, RON)
    for path in (table, table + "/record?drawn=1&" + RON, table + "/record?result=chombo", table + "/sheet", address):
        page.goto(path)
        text = page.locator("main").inner_text().replace("\u00ad", "")
        shown = [each for each in text.split("\n") if each]
        assert all("".join(name.split()) in "".join(" ".join(shown).split()) for name in shape[4]), path
        assert page.evaluate(CUT, NAMED) == [], path
        assert page.evaluate(UNHYPHENATED, NAMED) == [], path
    page.context.close()


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("Aino", ""),
        ("Bartholomäus van der Heide", "Bar~tho~lo~mäus van der Heide"),
        ("Maximiliana-Constantinova", "Ma~xi~mi~liana-Cons~tan~ti~nova"),
        ("Wilhelmina O'Featherstone", "Wil~hel~mina O'Fea~thers~tone"),
        ("Ekaterina Щ", "Eka~te~rina Щ"),
        ("高橋・バーソロミュー大輔", "高橋・バーソロミュー大輔"),
    ],
)
def test_a_long_name_may_be_broken_before_a_syllable(name: str, words: str) -> None:
    """Its words follow each other as they did; a short one is left alone."""
    assert "".join(word + gap for word, gap in words_of(name)).replace("\u00ad", "~") == words


@pytest.mark.parametrize(("language", "width"), [("en-GB", 360), ("ja-JP", 360), ("en-GB", 390)])
def test_every_section_has_room_for_its_name(
    browsers: dict[int, Browser], address: str, language: str, width: int
) -> None:
    """The section that is open, too, which no word of it shows by being wider than the others."""
    page = opened(browsers[16], address, (width, 640, 16, language, SHORT), "aalto")
    for path in (page.url, page.url + "/pays", page.url + "/rulings"):
        page.goto(path)
        assert page.locator("nav.sections a").count() == 5
        wide = """() => [...document.querySelectorAll("nav.sections a")].filter((each) => {
            const text = document.createRange();
            text.selectNodeContents(each.querySelector("span"));
            return text.getBoundingClientRect().width > each.getBoundingClientRect().width;
        }).map((each) => each.innerText)"""
        assert page.evaluate(wide) == []
    page.context.close()


@pytest.mark.parametrize(("width", "height"), [(390, 844), (360, 740)])
def test_nothing_lies_over_a_ruling_in_letters_of_twice_the_size(
    browsers: dict[int, Browser], address: str, width: int, height: int
) -> None:
    """What is ruled, and its sentence, are read before the button that records it."""
    page = opened(browsers[32], address, (width, height, 32, "en-GB", SHORT), "aalto")
    page.goto(f"{page.url}/rulings/noten_riichi?answer-found=exhaustive_draw")
    sentence, button = (page.locator(each).bounding_box() for each in (".verdict-text", ".apply button"))
    assert sentence is not None
    assert button is not None
    assert sentence["y"] + sentence["height"] <= button["y"]
    page.context.close()


@pytest.mark.parametrize(("width", "height"), [(390, 844), (360, 640)])
def test_large_type_breaks_no_word_of_the_latest_entry(
    browsers: dict[int, Browser], address: str, width: int, height: int
) -> None:
    """What happened is read at a glance, however large the letters."""
    page = opened(browsers[32], address, (width, height, 32, "en-GB", LONG), "aalto")
    played(page, "result=draw&tenpai=1")
    assert "Tenpai: " in page.locator(".hands > summary").inner_text()
    assert page.evaluate(BROKEN, ".latest summary") == []
    page.context.close()


@pytest.mark.parametrize("side", ["", "?ruleset=standard-shuugi"])
def test_the_point_table_keeps_each_payment_on_its_line(browsers: dict[int, Browser], address: str, side: str) -> None:
    """A tsumo is read from left to right, on the common widths of phones."""
    for width in (360, 390, 430):
        page = opened(browsers[16], address, (width, 740, 16, "en-GB", SHORT), "aalto")
        page.goto(f"{address}/points{side}")
        lines = """() => [...document.querySelectorAll(".by-fu td span")].filter((each) =>
            new Set([...each.getClientRects()].map((line) => line.top)).size > 1).map((each) => each.innerText)"""
        assert page.locator(".by-fu td span").count() > 20
        assert page.evaluate(lines) == [], width
        assert "1,000/2,000" in page.locator(".by-fu").first.inner_text()
        cut = """() => [...document.querySelectorAll(".points :is(th, td)")].filter((each) => {
            const inside = document.createRange();
            inside.selectNodeContents(each);
            const [text, cell] = [inside, each].map((one) => one.getBoundingClientRect());
            const most = Math.min(cell.right + 0.5, innerWidth - 8);
            return text.width && (text.left < cell.left || text.right > most);
        }).map((each) => each.innerText)"""
        assert page.evaluate(cut) == [], width
        page.context.close()


def test_the_smallest_phone_on_its_side_shows_han_and_fu_beside_the_seats(
    browsers: dict[int, Browser], address: str
) -> None:
    """The pad stands before the rules, which are kept: what a hand is worth is tapped without scrolling."""
    page = opened(browsers[16], address, (667, 375, 16, "en-GB", SHORT), "aalto")
    page.goto(f"{address}/pays?ruleset=aalto&{RON}")
    amount = page.locator(".headline").bounding_box()
    assert amount is not None
    for name, value in (("han-3", "1"), ("han-3", "4"), ("fu-3", "25"), ("fu-3", "110")):
        box = page.locator(f"label:has([name={name}][value='{value}'])").bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= amount["y"], value
    assert page.evaluate(BROKEN, ".felt .mark, .felt .stick") == []
    page.context.close()


@pytest.mark.parametrize(
    ("shape", "reached"),
    [
        ((360, 640, 16, "en-GB", LONG), "nav.record a, .undo summary, .felt--play button"),
        ((360, 640, 16, "ja-JP", LONG_JA), "nav.record a, .undo summary, .felt--play button"),
        ((390, 664, 16, "en-GB", LONG), "nav.record a, .undo summary, .felt--play button"),
        ((390, 664, 16, "ja-JP", LONG_JA), "nav.record a, .undo summary, .felt--play button"),
        ((360, 740, 16, "en-GB", SHORT), "nav.record a"),
        ((390, 844, 16, "ja-JP", LONG_JA), "nav.record a, .tools > *, .undo summary"),
        ((844, 390, 16, "en-GB", SHORT), "nav.record a, .tools > *, .undo summary, .felt--play button"),
        ((844, 390, 16, "ja-JP", LONG_JA), "nav.record a, .tools > *, .undo summary, .felt--play button"),
        ((667, 375, 16, "en-GB", SHORT), "nav.record a, .undo summary, .felt--play button"),
        ((667, 375, 16, "ja-JP", LONG_JA), "nav.record a, .undo summary, .felt--play button"),
        ((932, 430, 16, "en-GB", LONG), "nav.record a, .tools > *, .undo summary, .felt--play button"),
    ],
    ids=lambda value: "" if isinstance(value, str) else f"{value[0]}x{value[1]}-{value[3]}",
)
def test_a_hand_is_within_reach(
    browsers: dict[int, Browser],
    address: str,
    shape: tuple[int, int, int, str, tuple[str, ...]],
    reached: str,
) -> None:
    """Without scrolling: every kind of hand and every mark on the smallest phone, all else where there is room."""
    page = opened(browsers[shape[2]], address, shape, "aalto")
    assert page.evaluate(REACHED, "nav.record a")
    page.request.post(f"{page.url}/seat", form={"me": "0"})
    played(page, RON)
    assert page.evaluate(REACHED, reached)
    page.context.close()


def test_the_question_for_the_own_seat_moves_no_button(browsers: dict[int, Browser], address: str) -> None:
    """Who opens a table for the first time finds Ron, its neighbours and the tools where they will stay."""
    page = opened(browsers[16], address, (390, 664, 16, "en-GB", SHORT), "aalto")
    tops = "[...document.querySelectorAll('nav.record a')].map((each) => each.getBoundingClientRect().top + scrollY)"
    before = page.evaluate(tops)
    assert page.evaluate(REACHED, ".tools > *")
    assert page.evaluate(REACHED, ".choose > *")
    page.set_viewport_size({"width": 844, "height": 390})
    assert page.evaluate(REACHED, ".choose > *, nav.record a, .tools > *")
    page.set_viewport_size({"width": 390, "height": 664})
    assert "optional" in page.locator(".choose").inner_text()
    page.locator(".choose").get_by_role("button", name="Aino").click()
    page.locator(".choose").wait_for(state="detached")
    assert page.evaluate(tops) == before
    page.context.close()


def test_what_is_tapped_is_in_sight_with_large_letters(browsers: dict[int, Browser], address: str) -> None:
    """With letters of twice the size: Ron and Tsumo on the first screen, and Confirm with what it confirms."""
    page = opened(browsers[32], address, (390, 844, 32, "en-GB", SHORT), "aalto")
    assert page.evaluate(REACHED, "nav.record .act--main")
    page.goto(f"{page.url}/record?{RON}")
    assert page.evaluate("scrollY") == 0
    assert page.evaluate(REACHED, ".confirm button, .answer .amount, .answer .who")
    page.context.close()


@pytest.mark.parametrize(("width", "language"), [(390, "en-GB"), (360, "ja-JP")])
@pytest.mark.parametrize("payer", ["left", "right"])
def test_a_score_below_zero_stays_at_its_seat(
    browsers: dict[int, Browser], address: str, width: int, language: str, payer: str
) -> None:
    """Not under the middle of the table, nor beyond the edge of the screen."""
    page = opened(browsers[16], address, (width, 740, 16, language, SHORT), "ema-2025")
    seat = {"left": 3, "right": 1}[payer]
    played(page, f"result=ron&ron=0&from={seat}&han-0=yakuman1")
    expect(page.locator(f".seat--{payer} .score strong")).to_contain_text(re.compile("1[89],000"))
    score, own = (page.locator(f".seat--{payer} {each}").bounding_box() for each in (".score strong", ".marks"))
    assert score is not None
    assert own is not None
    assert score["x"] + score["width"] <= own["x"] + own["width"] + 3
    assert page.evaluate("document.documentElement.scrollWidth") == width
    page.context.close()


@pytest.mark.parametrize("offence", ["exposed_tiles?ruleset=ema-2025", "mistaken_win?ruleset=ema-2016"])
def test_large_type_leaves_outcomes_on_the_screen(browsers: dict[int, Browser], address: str, offence: str) -> None:
    """What it depends on above what is ruled, so that neither is wider than the screen."""
    page = opened(browsers[32], address, (390, 844, 32, "en-GB", SHORT), "aalto")
    page.goto(f"{address}/rulings/{offence}")
    assert page.locator(".outcomes td").count() >= 4
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    page.context.close()


@pytest.mark.parametrize(
    "offence", ["mistaken_win?ruleset=wrc-2025", "cheating?ruleset=wrc-2025", "obstruction?ruleset=wrc-2025"]
)
def test_large_type_breaks_no_word_of_a_verdict(browsers: dict[int, Browser], address: str, offence: str) -> None:
    """It is what is read aloud: its amount above all."""
    page = opened(browsers[32], address, (360, 740, 32, "en-GB", SHORT), "aalto")
    page.goto(f"{address}/rulings/{offence}")
    assert page.locator(".outcome").all_inner_texts() != []
    assert page.evaluate(BROKEN, ".outcome") == []
    page.context.close()


@pytest.mark.parametrize("language", ["en-GB", "ja-JP"])
def test_the_question_for_the_own_seat_is_whole_on_the_smallest_phone(
    browsers: dict[int, Browser], address: str, language: str
) -> None:
    """Between what is saved and the table, which cut its last line off."""
    page = opened(browsers[16], address, (360, 640, 16, language, LONG), "aalto")
    asked, felt = page.locator(".choose p").bounding_box(), page.locator(".felt").bounding_box()
    assert asked is not None
    assert felt is not None
    assert asked["y"] + asked["height"] <= felt["y"]
    page.context.close()


@pytest.mark.parametrize(("width", "height"), [(844, 390), (1180, 820), (390, 844)])
def test_the_left_hand_mirrors_what_is_tapped(
    browsers: dict[int, Browser], address: str, width: int, height: int
) -> None:
    """Ron and Tsumo, the tools, the line with Undo and the two halves change sides; the seats do not."""
    page = opened(browsers[16], address, (width, height, 16, "en-GB", SHORT), "aalto")
    played(page, RON)
    lefts = """() => Object.fromEntries([".act--main", ".tools > *", ".undo", ".felt", ".seat--left", ".seat--right"]
        .map((select) => [select, document.querySelector(select).getBoundingClientRect().left]))"""
    right = page.evaluate(lefts)
    page.request.post(f"{address}/settings", form={"hand": "left"})
    page.reload()
    left = page.evaluate(lefts)
    assert (right[".seat--left"] < right[".seat--right"]) == (left[".seat--left"] < left[".seat--right"]) is True
    assert (right[".act--main"] > right[".felt"] + 100) == (width > height)
    assert (left[".felt"] > left[".act--main"]) == (width > height)
    assert left[".undo"] < right[".undo"]
    if width < height:
        assert left[".act--main"] > right[".act--main"]
        assert left[".tools > *"] > right[".tools > *"]
    page.context.close()


RULED = "/rulings/mistaken_win?ruleset=aalto&answer-call=ron&answer-cause=no_yaku&answer-shown=14"
ELSEWHERE = (
    "/",
    "/tiles",
    "/tiles?tiles=123m456p789s1122z&win=2z&by=tsumo",
    f"/pays?ruleset=aalto&{RON}",
    "/points",
    "/rulings?ruleset=aalto",
    RULED,
    "/rules",
    "/rules/aalto",
    "/rules/aalto/against/warsaw",
    "/glossary",
    "/own-rules?book=aalto",
    "/settings",
    "/offline",
)
"""Pages that need no table."""
OUTSIDE = """() => [...document.querySelectorAll("main *")].filter((each) => {
    const { left, right, width } = each.getBoundingClientRect();
    return width > 1 && each.checkVisibility() && !each.closest(".hidden") && (left < -1 || right > innerWidth + 1);
}).map((each) => each.outerHTML.slice(0, 80))"""


AT_TABLE = (
    "/sheet",
    "/adjust",
    "/seats",
    "/end",
    "/share",
    "/pays",
    f"/record?{RON}",
    "/record?result=chombo",
    "/rulings/apply?offence=mistaken_win&offender=1&answer-call=ron&answer-cause=no_yaku&answer-shown=14",
)
"""Pages of a table, by what stands behind its address."""


@pytest.mark.parametrize(
    "shape",
    [
        (390, 844, 32, "en-GB", LONG),
        (390, 844, 32, "ja-JP", LONG),
        (360, 640, 32, "en-GB", LONG),
        (360, 640, 32, "ja-JP", LONG_JA),
        (360, 640, 16, "en-GB", LONG),
        (360, 640, 16, "ja-JP", LONG_JA),
    ],
    ids=lambda shape: f"{shape[0]}x{shape[1]}-{shape[2]}-{shape[3]}",
)
def test_small_phones_and_large_type_hold_every_page(
    browsers: dict[int, Browser], address: str, shape: tuple[int, int, int, str, tuple[str, ...]]
) -> None:
    """Nothing reaches over the edge of a phone, and no page has to be moved sideways."""
    page = opened(browsers[shape[2]], address, shape, "aalto")
    outside = []
    table = page.url.removeprefix(address)
    for path in (*ELSEWHERE, *(table + part for part in AT_TABLE)):
        page.goto(address + path)
        outside += [f"{path}: {each}" for each in page.evaluate(OUTSIDE)]
        wide = page.evaluate("document.documentElement.scrollWidth")
        outside += [f"{path} is {wide} wide"] if wide > shape[0] else []
    assert outside == []
    page.context.close()


@pytest.mark.parametrize("language", ["en-GB", "ja-JP"])
@pytest.mark.parametrize(
    ("path", "seen"),
    [
        (
            "/tiles?tiles=123m456p789s1122z&win=2z&by=tsumo",
            ".hand-laid, .headline .verdict, .calls, .keys button >> nth=23",
        ),
        (f"/pays?ruleset=aalto&{RON}", ".felt .seat .tile, .results label, .headline .amount"),
    ],
    ids=["tiles", "pays"],
)
def test_a_phone_on_its_side_shows_both_halves(
    browsers: dict[int, Browser], address: str, path: str, seen: str, language: str
) -> None:
    """The hand and its value beside the keys, all seats beside the pad: nothing lies over the other."""
    page = opened(browsers[16], address, (844, 390, 16, language, SHORT), "aalto")
    page.goto(address + path)
    for what in seen.split(", "):
        for each in page.locator(what).all():
            if not each.is_visible():
                continue
            box = each.bounding_box()
            assert box is not None
            at = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
            assert each.evaluate("(each, [x, y]) => each.contains(document.elementFromPoint(x, y))", at), what
    page.context.close()


@pytest.mark.parametrize("path", ["{table}/pays", "{address}/pays?ruleset=aalto"])
def test_a_phone_on_its_side_shows_all_seats_of_a_payment(
    browsers: dict[int, Browser], address: str, path: str
) -> None:
    """Nothing of the last one lies under the bar of sections."""
    page = opened(browsers[16], address, (844, 390, 16, "en-GB", SHORT), "aalto")
    page.goto(path.format(table=page.url, address=address))
    expect(page.locator("#link")).to_be_hidden()
    assert page.evaluate(REACHED, ".felt label, .felt select")
    page.context.close()


TWO_RONS = "ron=0&ron=1&from=2&han-0=mangan&han-1=3&fu-1=40"


@pytest.mark.parametrize("language", ["en-GB", "ja-JP"])
@pytest.mark.parametrize(
    "hand",
    ["result=tsumo&tsumo=1&han-1=haneman", "result=tsumo&tsumo=0&han-0=yakuman1&honba=12", f"result=ron&{TWO_RONS}"],
)
def test_a_payment_covers_no_seat_of_a_phone_on_its_side(
    browsers: dict[int, Browser], address: str, hand: str, language: str
) -> None:
    """What everybody pays, also to two winners, stands below the seats; the sums are with each player."""
    page = opened(browsers[16], address, (844, 390, 16, language, SHORT), "aalto")
    page.goto(f"{page.url}/record?drawn=1&{hand}")
    answer, amount = page.locator(".answer").bounding_box(), page.locator(".answer .amount").first.bounding_box()
    seats = [each.bounding_box() for each in page.locator(".felt .tile:visible").all()]
    assert answer is not None
    assert amount is not None
    assert len(seats) == 4
    assert all(seat is not None and seat["y"] + seat["height"] <= answer["y"] for seat in seats)
    assert amount["height"] < 40
    page.context.close()


def test_a_phone_on_its_side_begins_a_game_on_one_screen(browsers: dict[int, Browser], address: str) -> None:
    """All four names are in sight above the button."""
    page = opened(browsers[16], address, (844, 390, 16, "en-GB", SHORT), "aalto")
    page.goto(f"{address}/games/new?ruleset=aalto")
    button = page.locator(".actions--stuck button").bounding_box()
    names = [each.bounding_box() for each in page.locator(".name input").all()]
    assert button is not None
    assert len(names) == 4
    assert all(name is not None and name["y"] + name["height"] <= button["y"] for name in names)
    page.context.close()


@pytest.mark.parametrize(("width", "height"), [(360, 640), (360, 740), (390, 844)])
def test_the_names_of_a_new_game_stand_apart_from_its_rules(
    browsers: dict[int, Browser], address: str, width: int, height: int
) -> None:
    """Where a book leaves a choice, too, and what is said of the names is still read above the button."""
    page = opened(browsers[16], address, (width, height, 16, "en-GB", SHORT), "aalto")
    page.goto(f"{address}/games/new?ruleset=aalto")
    rules, names, said, button = (
        page.locator(each).bounding_box() for each in (".plan .rules", ".names legend", ".names p", ".actions--stuck")
    )
    assert rules is not None
    assert names is not None
    assert names["y"] - rules["y"] - rules["height"] >= 8
    assert said is not None
    assert button is not None
    assert said["y"] + said["height"] <= button["y"] + 1
    page.context.close()


@pytest.mark.parametrize(("width", "size"), [(360, 16), (390, 16), (430, 16), (360, 24), (390, 32), (360, 32)])
def test_what_each_seat_gains_stands_in_one_line(
    browsers: dict[int, Browser], address: str, width: int, size: int
) -> None:
    """48,000 of a dealer's yakuman: the number is not broken, and not wider than its card."""
    page = opened(browsers[size], address, (width, 740, size, "en-GB", LONG), "aalto")
    page.goto(f"{page.url}/record?drawn=1&result=ron&ron=0&from=1&han-0=yakuman1")
    cut = """() => [...document.querySelectorAll(".delta .change")].filter((each) => {
        const range = document.createRange();
        range.selectNodeContents(each);
        const text = range.getBoundingClientRect(), card = each.closest(".delta").getBoundingClientRect();
        return range.getClientRects().length > 1 || text.left < card.left || text.right > card.right;
    }).map((each) => each.innerText)"""
    assert page.locator(".delta .change").all_inner_texts().count("−48,000") == 1
    assert page.evaluate(cut) == []
    page.context.close()


DRAWN = "result=draw&tenpai=0&tenpai=3&riichi=3"
ABOVE_CONFIRM = """() => {
    const floor = document.querySelector(".confirm").getBoundingClientRect().top;
    return [...document.querySelectorAll(".delta :is(.seat-name, .change)")]
        .every((each) => each.getBoundingClientRect().bottom <= floor + 1);
}"""


@pytest.mark.parametrize("names", [("Aino", "Ben", "Chika", "Daniel"), ("田中", "鈴木一郎", "Sebastian", "高橋花子")])
@pytest.mark.parametrize(
    ("width", "height", "hands"),
    [
        (360, 640, (RON, DRAWN, "result=chombo&offender=2")),
        (390, 844, (RON, DRAWN, f"result=ron&{TWO_RONS}")),
    ],
)
def test_what_every_seat_gains_stands_whole_above_confirm(
    browsers: dict[int, Browser], address: str, names: tuple[str, ...], width: int, height: int, hands: tuple[str, ...]
) -> None:
    """Without scrolling, in both languages; and no name of nine letters is broken."""
    language = "en-GB" if names[0].isascii() else "ja-JP"
    page = opened(browsers[16], address, (width, height, 16, language, names), "aalto")
    table = page.url
    for hand in hands:
        page.goto(f"{table}/record?drawn=1&{hand}")
        expect(page.locator(".delta")).to_have_count(4)
        assert page.evaluate(ABOVE_CONFIRM), hand
        assert page.evaluate(BROKEN, ".delta .seat-name, .delta .change, .next") == [], hand
    page.context.close()


@pytest.mark.parametrize(("width", "height"), [(844, 390), (667, 375)])
@pytest.mark.parametrize("language", ["en-GB", "ja-JP"])
def test_a_phone_on_its_side_names_the_score_sheet_on_one_line(
    browsers: dict[int, Browser], address: str, width: int, height: int, language: str
) -> None:
    """Within its button, beside the other tools."""
    page = opened(browsers[16], address, (width, height, 16, language, SHORT), "aalto")
    lines = """() => {
        const text = document.createRange();
        text.selectNodeContents(document.querySelector(".tools > a"));
        return new Set([...text.getClientRects()].map((line) => line.top)).size;
    }"""
    assert page.evaluate(lines) == 1
    assert page.evaluate(CUT, ".tools > *") == []
    page.context.close()


@pytest.mark.parametrize("path", ["/games/new", "/pays", "/tiles"])
def test_a_choice_of_rules_has_room_for_its_name(browsers: dict[int, Browser], address: str, path: str) -> None:
    """No name runs onto the border of its box, where three stand in a row on the smallest phone."""
    page = opened(browsers[16], address, (360, 640, 16, "en-GB", SHORT), "tenhou")
    page.goto(f"{address}{path}?ruleset=tenhou")
    page.locator("details:has(.option)").evaluate_all("(all) => all.forEach((each) => { each.open = true; })")
    rooms = """() => [...document.querySelectorAll(".option")].map((each) => {
        const name = document.createRange();
        name.selectNodeContents(each.querySelector("span"));
        return each.getBoundingClientRect().right - name.getBoundingClientRect().right;
    })"""
    assert page.get_by_text("Open tanyao").is_visible()
    assert min(page.evaluate(rooms)) >= 6
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    page.context.close()


KANJI = ("バーソロミュー大輔", "マクシミリアン次郎", "ヴィルヘルミナ花子", "エカテリーナ美咲")


@pytest.mark.parametrize("hand", ["result=draw&tenpai=1&tenpai=2", RON])
def test_no_line_that_has_no_room_reaches_into_the_last_hand(
    browsers: dict[int, Browser], address: str, hand: str
) -> None:
    """Under the last line of it nothing is drawn, on the smallest phone in kanji."""
    page = opened(browsers[16], address, (360, 640, 16, "ja-JP", KANJI), "aalto")
    played(page, hand)
    told = page.locator(".hands > summary > span")
    box = told.bounding_box()
    assert box is not None
    edge: Any = {"x": box["x"], "y": box["y"] + box["height"] - 1.5, "width": box["width"], "height": 1.5}
    seen = page.screenshot(clip=edge)
    told.evaluate("(each) => { each.style.visibility = 'hidden'; }")
    assert page.screenshot(clip=edge) == seen
    page.context.close()


def test_who_deals_next_begins_with_the_first_letter(browsers: dict[int, Browser], address: str) -> None:
    """What of a long name has no room beside the hand that is dealt next is left out at its end."""
    page = opened(browsers[16], address, (360, 640, 16, "ja-JP", LONG_JA), "aalto")
    played(page, "result=draw")
    told = """() => {
        const next = document.querySelector(".hands .muted"), text = document.createRange();
        text.selectNodeContents(next.lastChild);
        const whole = next.parentElement.getBoundingClientRect();
        return [...text.getClientRects()].map(({ top }) => whole.bottom - top);
    }"""
    assert min(page.evaluate(told)) >= 16
    page.context.close()


@pytest.mark.parametrize(("width", "height"), [(844, 390), (667, 375)])
def test_a_phone_on_its_side_shows_all_four_results(
    browsers: dict[int, Browser], address: str, width: int, height: int
) -> None:
    """The end of a game is told before all else, and the table ends with the window."""
    page = opened(browsers[16], address, (width, height, 16, "en-GB", SHORT), "aalto")
    table = page.url
    played(page, RON)
    page.goto(f"{table}/end")
    page.locator(".act--danger").tap()
    page.wait_for_url(table)
    expect(page.locator(".result ol > li")).to_have_count(4)
    assert page.evaluate(REACHED, ".result ol > li, .felt")
    page.context.close()


def test_a_phone_on_its_side_does_not_move_under_the_finger(browsers: dict[int, Browser], address: str) -> None:
    """Whose han are asked for stays in sight once two won and one dealt in."""
    page = opened(browsers[16], address, (844, 390, 16, "en-GB", SHORT), "aalto")
    page.request.post(f"{page.url}/seat", form={"me": "0"})
    page.goto(f"{page.url}/record?result=ron")
    for seat in ("ron-is-1", "ron-is-2", "from-is-0"):
        page.locator(f"label:has(#{seat})").tap()
    expect(page.locator(".winners")).to_be_visible()
    page.wait_for_timeout(300)
    assert page.evaluate("scrollY") == 0
    page.context.close()


ASKED = "&riichi=0&riichi_tile=no"
"""The discarder declared riichi with another tile, which is asked about."""


@pytest.mark.parametrize("language", ["en-GB", "ja-JP"])
@pytest.mark.parametrize(
    ("book", "hand"),
    [
        ("aalto", RON),
        ("aalto", f"result=ron&{TWO_RONS}"),
        ("aalto", RON + ASKED),
        ("standard-shuugi", f"{RON}&wareme=1&ura-3=1"),
        ("standard-shuugi", f"result=ron&{TWO_RONS}&wareme=2"),
        ("standard-shuugi", f"{RON}{ASKED}&wareme=1&ura-3=1"),
        ("standard-shuugi", "result=tsumo&tsumo=0&han-0=mangan&wareme=1"),
    ],
)
def test_a_laptop_shows_all_of_a_win(
    browsers: dict[int, Browser], address: str, book: str, hand: str, language: str
) -> None:
    """Below the table what it changes and Confirm; beside it the pad, whatever is asked: all of it on the screen."""
    page = opened(browsers[16], address, (1280, 800, 16, language, SHORT), book)
    page.goto(f"{page.url}/record?drawn=1&{hand}")
    pad, cards, felt, confirm = (
        page.locator(each).bounding_box() for each in (".pad:visible", ".deltas", ".felt", ".confirm button")
    )
    assert pad is not None and cards is not None and felt is not None and confirm is not None  # noqa: PT018
    assert pad["x"] >= felt["x"] + felt["width"]
    assert felt["y"] + felt["height"] <= cards["y"] <= confirm["y"] - cards["height"]
    assert page.evaluate(REACHED, ".how-much :is(.pick-face, summary), .confirm button")
    assert page.evaluate(CUT, ".delta, .question .pick-face") == []
    page.context.close()


@pytest.mark.parametrize("hand", [RON, f"result=ron&{TWO_RONS}", "result=tsumo&tsumo=0&han-0=mangan"])
def test_a_laptop_s_low_window_keeps_confirm_in_sight(browsers: dict[int, Browser], address: str, hand: str) -> None:
    """With the bars of its browser, and with names of 25 letters."""
    page = opened(browsers[16], address, (1366, 650, 16, "en-GB", LONG), "aalto")
    page.goto(f"{page.url}/record?drawn=1&{hand}")
    expect(page.locator(".answer .amount").first).to_be_in_viewport()
    expect(page.locator(".confirm button")).to_be_in_viewport(ratio=1)
    page.context.close()


def test_a_laptop_asks_beside_the_table_of_outcomes(browsers: dict[int, Browser], address: str) -> None:
    """The questions begin where the outcomes do."""
    page = opened(browsers[16], address, (1280, 800, 16, "en-GB", SHORT), "aalto")
    page.goto(f"{address}/rulings/exposed_tiles?ruleset=aalto")
    told, asked = page.locator("#ruling > .outcomes").bounding_box(), page.locator(".facts").bounding_box()
    assert told is not None
    assert asked is not None
    assert asked["x"] >= told["x"] + told["width"]
    assert abs(asked["y"] - told["y"]) < 16
    page.context.close()


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (844, 390)])
@pytest.mark.parametrize("path", ["/games/new?ruleset=aalto", "/events/new", "/settings", "/rules/aalto", "/rulings"])
def test_what_is_saved_is_told_at_the_left_edge_of_the_page(
    browsers: dict[int, Browser], address: str, width: int, height: int, path: str
) -> None:
    """One edge for the line at the top and the way back below it."""
    page = opened(browsers[16], address, (width, height, 16, "en-GB", SHORT), "aalto")
    page.goto(address + path)
    edge = "(each) => each.getBoundingClientRect().left + parseFloat(getComputedStyle(each).paddingLeft)"
    assert page.locator("#link").evaluate(edge) == page.locator("main .back, main h1").first.evaluate(edge)
    page.context.close()


def test_every_kind_of_hand_is_as_wide_as_its_word(browsers: dict[int, Browser], address: str) -> None:
    """In Japanese on the smallest phone: no word touches the edge of its button."""
    page = opened(browsers[16], address, (360, 640, 16, "ja-JP", SHORT), "aalto")
    page.goto(f"{page.url}/record?result=ron")
    narrow = """() => [...document.querySelectorAll(".results .pick-face")].filter((each) => {
        const text = document.createRange();
        text.selectNodeContents(each);
        return text.getBoundingClientRect().width > each.getBoundingClientRect().width - 12;
    }).map((each) => each.innerText)"""
    assert page.locator(".results .pick-face").count() == 5
    assert page.evaluate(narrow) == []
    page.context.close()


FIGURES = """() => [...document.querySelectorAll("table :is(td, th):not(.story)")].flatMap((cell) => {
    if (!cell.checkVisibility() || !cell.innerText) return [];
    const range = document.createRange();
    range.selectNodeContents(cell.querySelector("b") ?? cell);
    const { left, right } = range.getBoundingClientRect(), frame = cell.getBoundingClientRect();
    const lines = new Set([...range.getClientRects()].map((line) => line.top)).size;
    const isOut = left < frame.left - 1 || right > Math.min(frame.right, innerWidth) + 1;
    return !/[a-z]/i.test(cell.innerText) && cell.querySelector("b") && (lines > 1 || isOut) ? [cell.innerText] : [];
})"""
"""Scores that stand on two lines, or reach out of their column."""


@pytest.mark.parametrize(("width", "language"), [(390, "en-GB"), (390, "ja-JP"), (360, "en-GB"), (360, "ja-JP")])
def test_no_score_and_no_title_on_the_sheet_is_broken(
    browsers: dict[int, Browser], address: str, width: int, language: str
) -> None:
    """Two chombo under EMA are 40,000 off the tournament score: "penalties" and −40,000 stand in one piece."""
    page = opened(browsers[16], address, (width, 740, 16, language, SHORT), "ema-2016")
    for _ in range(2):
        played(page, "result=chombo&offender=3")
    played(page, "result=ron&ron=0&from=3&han-0=yakuman1")
    page.goto(f"{page.url}/sheet")
    assert page.locator(".totals td", has_text="40,000").count() == 1
    assert page.locator(".totals td", has_text="18,000").count() == 1
    assert page.evaluate(FIGURES) == []
    assert page.evaluate(BROKEN, ".totals th") == []
    page.context.close()


@pytest.mark.parametrize("language", ["en-GB", "ja-JP"])
def test_what_a_correction_changes_stands_above_what_it_leads_to(
    browsers: dict[int, Browser], address: str, language: str
) -> None:
    """Each player has one column in both tables, no number leaves it, and no field stands between the two."""
    page = opened(browsers[16], address, (360, 740, 16, language, SHORT), "aalto")
    table = page.url
    played(page, "result=ron&drawn=1&ron=0&from=1&han-0=yakuman1")
    page.goto(f"{table}/hands/0/changes?result=ron&drawn=1&ron=0&from=2&han-0=yakuman1")
    columns = """() => [...document.querySelectorAll(".side table")].map((each) =>
        [...each.querySelectorAll("thead th")].map((name) => name.getBoundingClientRect())
            .map(({ x, width }) => [x, width]))"""
    before, after = page.evaluate(columns)
    assert before == after
    out = """() => [...document.querySelectorAll(".side :is(td, th)")].filter((each) => {
        const inside = document.createRange();
        inside.selectNodeContents(each);
        const [text, cell] = [inside, each].map((one) => one.getBoundingClientRect());
        return text.width && (text.left < cell.left - 0.5 || text.right > cell.right + 0.5);
    }).map((each) => each.innerText)"""
    assert page.evaluate(out) == []
    below, field = page.locator(".side table").last.bounding_box(), page.locator(".by-whom").bounding_box()
    assert below is not None
    assert field is not None
    assert below["y"] + below["height"] <= field["y"]
    labels = page.locator(".by-whom span").all_inner_texts()
    assert all(("optional" if language == "en-GB" else "任意") in label for label in labels)
    page.context.close()


@pytest.mark.parametrize("width", [390, 360])
def test_large_type_shows_what_a_correction_changes_for_all_four(
    browsers: dict[int, Browser], address: str, width: int
) -> None:
    """Names, old and new payments of the hand, and the scores lie on the screen, however large the letters."""
    page = opened(browsers[32], address, (width, 740, 32, "en-GB", LONG), "aalto")
    table = page.url
    played(page, RON)
    page.goto(f"{table}/hands/0/changes?{RON.replace('fu-3=40', 'fu-3=50')}&drawn=1")
    cells = page.locator(".side :is(thead th, tbody td)")
    assert cells.count() == 24
    for box in [each.bounding_box() for each in cells.all()]:
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
    page.context.close()


@pytest.mark.parametrize("language", ["en-GB", "ja-JP"])
@pytest.mark.parametrize("width", [390, 360])
def test_large_type_leaves_a_game_of_the_list_its_width(
    browsers: dict[int, Browser], address: str, width: int, language: str
) -> None:
    """Archive stands below the card, not beside it: beside it "East 1" had room for two letters in a line."""
    page = opened(browsers[32], address, (width, 844, 32, language, LONG), "aalto")
    page.goto(address)
    hand = page.locator(".card--game > span:not([aria-hidden], .muted)").bounding_box()
    assert hand is not None
    assert hand["height"] < 64
    away, below = page.locator(".cards form").bounding_box(), page.locator(".asides").last.bounding_box()
    assert away is not None
    assert below is not None
    assert away["y"] + away["height"] <= below["y"] + 1
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.context.close()


@pytest.mark.parametrize(("width", "height"), [(390, 844), (360, 640)])
def test_large_type_breaks_no_name_and_no_key(
    browsers: dict[int, Browser], address: str, width: int, height: int
) -> None:
    """The kinds of hand stand two in a row, names of 13 letters in one piece, and the seats begin on the screen."""
    page = opened(browsers[32], address, (width, height, 32, "en-GB", LONG), "aalto")
    table = page.url
    for path in ("/record?result=ron", "/pays", "/rulings/apply?offence=wrong_tile_count"):
        page.goto(table + path)
        assert page.locator(".felt .player:visible").count() == 4
        assert page.evaluate(BROKEN, ".felt .player, .results") == [], path
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.goto(f"{table}/record?result=ron")
    top = page.locator(".felt").bounding_box()
    assert top is not None
    assert top["y"] < 720
    page.context.close()


def test_that_all_is_saved_is_said_where_something_is_written(browsers: dict[int, Browser], address: str) -> None:
    """It is no news on a page that writes nothing, and its line has the same place there."""
    page = opened(browsers[16], address, (390, 844, 16, "en-GB", SHORT), "aalto")
    link = page.locator("#link")
    expect(link).to_be_visible()
    expect(link).to_contain_text("Saved")
    top = page.locator("main").bounding_box()
    page.goto(f"{address}/rulings?ruleset=aalto")
    expect(link).to_contain_text("Saved")
    expect(link).to_be_hidden()
    assert page.locator("main").bounding_box() is not None
    assert top is not None
    assert page.locator("main").evaluate("(main) => main.getBoundingClientRect().top") == top["y"]
    page.context.close()


@pytest.mark.parametrize("language", ["en-GB", "ja-JP"])
@pytest.mark.parametrize("query", ["", "&query=chombo", "&query=riichi"])
def test_what_is_found_is_said_in_three_lines(
    browsers: dict[int, Browser], address: str, query: str, language: str
) -> None:
    """A hit is a title and at most three lines of answer, so that a handful of them is seen at once."""
    page = opened(browsers[16], address, (390, 844, 16, language, SHORT), "aalto")
    page.goto(f"{address}/rulings?ruleset=aalto{query}")
    heights = page.locator(".gist").evaluate_all("(all) => all.map((each) => each.getBoundingClientRect().height)")
    assert len(heights) > 5
    assert max(heights) < 3.2 * 21
    page.context.close()


@pytest.mark.parametrize("width", [390, 360])
def test_the_mark_of_an_open_riichi_is_one_word(browsers: dict[int, Browser], address: str, width: int) -> None:
    """Beside the table, where seats are narrowest: four kana on one line."""
    page = opened(browsers[16], address, (width, 740, 16, "ja-JP", SHORT), "aalto")
    page.locator(".seat--right button[value^=riichi-]").tap()
    mark = page.locator(".seat--right button[value^=open_riichi-]")
    expect(mark).to_be_visible()
    lines = """(mark) => {
        const range = document.createRange();
        range.selectNodeContents(mark.querySelector(".mark-face > span").lastChild);
        return range.getClientRects().length;
    }"""
    assert mark.evaluate(lines) == 1
    page.context.close()
