"""Applying a ruling on a phone: taps counted, two phones, and without JavaScript."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.web.layout import check_layout
from tests.web.table import Fingers, begin, check_scores, server_alone, sit

PHONE: ViewportSize = {"width": 390, "height": 844}
LED_HERE = 1
"""The tap on the answer's button that opened the page."""
MOST_TAPS = 3

FINE = "offence=empty_call&answer-call=pon"
UNSHOWN = "offence=mistaken_win&answer-call=ron&answer-cause=no_yaku&answer-shown=0"
SHOWN = "offence=mistaken_win&answer-call=ron&answer-cause=no_yaku&answer-shown=14"
LATE = "offence=late&answer-minutes=5"


@pytest.fixture
def other_phone(browser: Browser) -> Iterator[Page]:
    """Return a page on a second phone, which has its own cookies."""
    context = server_alone(browser, viewport=PHONE, is_mobile=True, has_touch=True)
    yield context.new_page()
    context.close()


@pytest.fixture
def without_scripts(browser: Browser) -> Iterator[Page]:
    """Return a page of a phone whose browser runs no JavaScript."""
    context = browser.new_context(java_script_enabled=False, viewport=PHONE, is_mobile=True, has_touch=True)
    yield context.new_page()
    context.close()


def tap_seat(fingers: Fingers, place: str) -> None:
    """Choose the player."""
    fingers.tap(fingers.page.locator(f".seat--{place} input[name=seat]"))


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_every_player_is_seen_before_anything_is_read(browser: Browser, address: str, lang: str) -> None:
    """aalto/44 and /47 on a small phone: why they are read so stands below whom it is about."""
    context = server_alone(browser, viewport={"width": 360, "height": 640}, is_mobile=True, has_touch=True)
    page = context.new_page()
    table = begin(page, address, "aalto")
    page.goto(f"{table}/rulings/apply?offence=mistaken_win&answer-call=ron&answer-shown=1&lang={lang}")

    low = page.evaluate(
        "Math.max(...[...document.querySelectorAll('.who .tile')].map((each) => each.getBoundingClientRect().bottom))"
    )
    assert low <= page.evaluate("document.querySelector('nav.sections').getBoundingClientRect().top")
    assert page.evaluate("document.querySelector('.remark').getBoundingClientRect().top") > low
    context.close()


def issue(fingers: Fingers) -> None:
    """Tap the button that issues what is shown, and wait for the table."""
    fingers.tap(fingers.page.locator(".confirm button"))
    fingers.page.wait_for_url(lambda url: url.count("/") == 4)


def test_the_nearest_ruling_is_applied_in_four_taps(page: Page, address: str) -> None:
    """wrc-2025/12.3.4 at a table of M.League, whose text is not known: open, take it over, who did it, issue."""
    table = begin(page, address, "m-league")
    page.goto(f"{table}/rulings/apply?offence=false_set&answer-call=pon&answer-noticed=after_discard")
    fingers = Fingers(page, LED_HERE)

    fingers.tap(page.locator("label:has(#nearest)"))
    tap_seat(fingers, "right")
    issue(fingers)

    expect(page.locator(".ruled-now")).to_contain_text("Ben: Dead hand")
    assert fingers.taps == 4


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        (FINE, "Ben: 100 to the table"),
        (UNSHOWN, "Ben: Dead hand"),
        (LATE, "Ben: −5,000"),
        ("offence=riichi_tile_not_turned", "Ben: "),
    ],
    ids=["warsaw/empty-call", "ema-2016/3.4.7", "ema-2016/5.7", "riichi tile"],
)
def test_a_ruling_is_applied_in_three_taps(page: Page, address: str, answer: str, sentence: str) -> None:
    """From the answer: open, who did it, issue. The table then shows the ruling."""
    table = begin(page, address, "warsaw")
    fingers = Fingers(page=page, taps=LED_HERE)
    page.goto(f"{table}/rulings/apply?{answer}")
    tap_seat(fingers, "right")
    expect(page.locator(".confirm button")).to_contain_text(f"Record for {sentence[:3]}")
    check_layout(page)
    issue(fingers)

    assert fingers.taps <= MOST_TAPS
    expect(page.locator(".ruled-now")).to_contain_text(sentence)


def test_a_chombo_shows_what_it_pays_before_it_is_issued(page: Page, address: str) -> None:
    """aalto/44: Ben pays 4,000 to the dealer and 2,000 to the others; the same dealer deals again."""
    table = begin(page, address, "aalto")
    fingers = Fingers(page=page, taps=LED_HERE)
    page.goto(f"{table}/rulings/apply?{SHOWN}")
    tap_seat(fingers, "right")
    expect(page.locator(".amount")).to_have_text("2,000/4,000")
    expect(page.locator(".next")).to_contain_text("East 1, 0 honba, Aino deals")
    issue(fingers)

    assert fingers.taps <= MOST_TAPS
    check_scores(page, (29000, 17000, 27000, 27000), 0)


def test_the_head_referee_decides_otherwise(page: Page, address: str) -> None:
    """Folded out, another penalty and its amount are chosen; the written reason is asked for and kept."""
    table = begin(page, address, "warsaw")
    page.goto(f"{table}/rulings/apply?{FINE}")
    fingers = Fingers(page=page)
    tap_seat(fingers, "right")
    page.locator(".otherwise summary").tap()
    page.locator("#kind-warning").tap()
    expect(page.locator(".confirm button")).to_have_text("Record for Ben: Warning")
    expect(page.locator("#outcome .notice")).to_contain_text("Give a reason")
    page.locator("input[name=text]").fill("first time in his life")
    page.locator("input[name=by]").fill("Eri")
    issue(fingers)

    check_scores(page, (25000, 25000, 25000, 25000), 0)
    page.goto(f"{table}/sheet")
    page.locator(".entry-text summary").tap()
    expect(page.locator(".entry-text:has(summary)")).to_contain_text("Given: Warning. Rules: 100 to the table")
    expect(page.locator(".entry-text:has(summary)")).to_contain_text("first time in his life")
    page.goto(f"{table}/rulings/apply?{FINE}")
    expect(page.locator("input[name=by]")).to_have_value("Eri")


def test_without_javascript_the_outcome_is_a_tap_more(without_scripts: Page, address: str) -> None:
    """Plain forms: who did it, show, issue; then a withdrawal with its reason."""
    page = without_scripts
    table = begin(page, address, "warsaw")
    fingers = Fingers(page=page)
    page.goto(f"{table}/rulings/apply?{FINE}")
    tap_seat(fingers, "right")
    fingers.tap(page.locator("button.show"))
    expect(page.locator(".moved-now")).to_contain_text("−100")
    issue(fingers)

    assert fingers.taps <= MOST_TAPS
    check_scores(page, (25000, 24900, 25000, 25000), 100)
    page.goto(f"{table}/sheet")
    page.locator(".entry-text summary").tap()
    page.locator(".withdraw input[name=text]").fill("It was Dai.")
    page.locator(".withdraw button").tap()
    expect(page.locator(".row--undone")).to_contain_text("Withdrawn: It was Dai.")


def test_two_phones_rule_at_once(page: Page, other_phone: Page, address: str) -> None:
    """The second sees the first's ruling, nothing of its own is written, and it can look at it again."""
    table = begin(page, address, "warsaw")
    other_phone.goto(table)
    sit(other_phone, "Aino")
    for phone, place in ((page, "right"), (other_phone, "top")):
        phone.goto(f"{table}/rulings/apply?{FINE}")
        tap_seat(Fingers(page=phone), place)
        expect(phone.locator(".confirm button")).to_be_visible()
    issue(Fingers(page=page))
    other_phone.locator(".confirm button").tap()

    expect(other_phone.get_by_role("region", name="On the score sheet")).to_contain_text("Ben: 100 to the table")
    expect(other_phone.get_by_role("region", name="On this phone")).to_contain_text("Chie")
    check_scores(page, (25000, 24900, 25000, 25000), 100)
    other_phone.get_by_role("link", name="Check mine").tap()
    issue(Fingers(page=other_phone))
    check_scores(other_phone, (25000, 24900, 24900, 25000), 200)


def test_a_dead_hand_is_marked_at_once_and_explained_afterwards(page: Page, address: str) -> None:
    """One tap marks it; the reason is two more, whenever there is time."""
    begin(page, address, "ema-2016")
    page.locator(".seat--top button[value^=dead_hand]").tap()
    page.locator(".why-dead summary").tap()
    check_layout(page)
    page.locator(".why-dead").get_by_role("button", name="Swap calling").tap()

    expect(page.locator(".ruled-now")).to_contain_text("Chie: dead hand · Swap calling")
    expect(page.locator(".why-dead")).to_have_count(0)
