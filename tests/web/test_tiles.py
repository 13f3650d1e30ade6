"""The tiles on a phone: taps counted, values and verdicts compared with what was worked out by hand."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.table import Fingers, begin, check_scores

MANGAN = ("2m", "3m", "4m", "0m", "6m", "7m", "6s", "7s", "8p", "8p", "8s")
"""With a closed kan of the red dragon and 7p as indicator: riichi, chun, two dora, one red five."""


def key(page: Page, tap: str) -> None:
    """Tap a key of the keyboard, or one of the buttons beside it."""
    page.locator(f"#hand-view button.key[value='{tap}']").tap()


def typed(page: Page, name: str) -> str:
    """Return what stands in a text field."""
    return page.locator(f"#hand-view input[name={name}]").input_value()


def test_a_hand_is_fourteen_taps_away_from_its_value(page: Page, address: str) -> None:
    """Fourteen tiles, each one tap, as quick as fingers are; then the value is there without another tap."""
    page.goto(f"{address}/tiles?ruleset=aalto")
    fingers = Fingers(page)
    for tile in ("2m", "3m", "4m", "5m", "6m", "7m", "6s", "6s", "6s", "7s", "8s", "8p", "8p", "8p"):
        fingers.tap(page.locator(f"#hand-view button.key[value='{tile}']"))
    expect(page.locator(".headline .amount")).to_have_text("1,300")
    assert fingers.taps <= 16
    assert typed(page, "tiles") == "234567m66678s888p"


def test_melds_red_fives_and_indicators_are_tapped_too(page: Page, address: str) -> None:
    """A closed kan takes two taps; the hand then pays a mangan, and is still there after a reload."""
    page.goto(f"{address}/tiles?ruleset=aalto")
    for tap in ("into-ankan", "7z", *MANGAN, "into-dora", "7p"):
        key(page, tap)
    expect(page.locator(".headline .named")).to_have_text("yakuhai red, dora 2, red five 1")
    page.locator("label", has=page.locator("input[name=declared][value=riichi]")).tap()
    expect(page.locator(".headline .amount")).to_have_text("8,000")
    expect(page.locator(".headline .named")).to_have_text("riichi, yakuhai red, dora 2, red five 1")
    expect(page).to_have_url(re.compile("dora=7p"))
    page.reload()
    expect(page.locator(".headline .amount")).to_have_text("8,000")
    assert (typed(page, "tiles"), typed(page, "melds"), typed(page, "dora")) == ("234067m67s88p8s", "(7777z)", "7p")


HOLD = """() => {
    const { fetch } = window;
    window.fetch = async (...asked) => {
        const answer = await fetch(...asked);
        window.fetch = fetch;
        await new Promise((arrive) => { window.arrive = arrive; });
        return answer;
    };
}"""
"""Keeps the next answer on its way until it is let in."""


def test_a_tap_in_the_moment_an_answer_arrives_is_kept(page: Page, address: str) -> None:
    """The answer to the tap before, which knows nothing of this one, does not take it back."""
    page.goto(f"{address}/tiles?ruleset=aalto&tiles=234567m66678s888p")
    riichi = page.locator("input[name=declared][value=riichi]")
    expect(riichi).not_to_be_checked()
    page.evaluate(HOLD)
    key(page, "into-last")
    page.wait_for_function("() => window.arrive")
    riichi.evaluate("box => { box.click(); window.arrive(); }")
    expect(page.locator(".headline .named")).to_contain_text("riichi")
    expect(riichi).to_be_checked()


def test_a_tile_is_taken_away_by_a_tap_and_another_made_the_last(page: Page, address: str) -> None:
    """The winning tile stands apart; the fourth copy of a tile is the last there is."""
    page.goto(f"{address}/tiles?ruleset=aalto&tiles=234567m66678s888p")
    expect(page.locator(".bone--last .art--8p")).to_have_count(1)
    key(page, "into-last")
    page.locator(".hand-laid button[value='2m']").tap()
    expect(page.locator(".bone--last .art--2m")).to_have_count(1)
    page.locator(".bone--last").tap()
    expect(page.locator(".headline")).to_contain_text("13 of 14 tiles")
    page.locator(".hand-laid button[value='drop-tiles-3m']").tap()
    expect(page.locator(".headline")).to_contain_text("12 of 14 tiles")
    key(page, "6s")
    expect(page.locator("button.key[value='6s']")).to_be_disabled()


def test_tiles_can_be_typed_and_pasted(page: Page, address: str) -> None:
    """What is typed counts when the field is left."""
    page.goto(f"{address}/tiles?ruleset=aalto")
    page.locator("input[name=tiles]").fill("234567m66678s888p")
    page.locator("input[name=dora]").tap()
    expect(page.locator(".headline .amount")).to_have_text("1,300")
    page.locator("input[name=tiles]").fill("234567m66678s88x")
    page.locator("input[name=dora]").tap()
    expect(page.locator("#worth")).to_contain_text("is not tile notation")
    assert typed(page, "tiles") == "234567m66678s88x"


def test_everything_works_without_scripts(browser: Browser, address: str) -> None:
    """Every tap is a form that is sent; typing too."""
    context = browser.new_context(java_script_enabled=False, has_touch=True, viewport={"width": 390, "height": 844})
    page = context.new_page()
    page.goto(f"{address}/tiles?ruleset=aalto&tiles=234567m66678s88p")
    key(page, "8p")
    expect(page.locator(".headline .amount")).to_have_text("1,300")
    key(page, "back")
    expect(page.locator(".waits .art")).to_have_count(3)
    page.locator("input[name=tiles]").fill("234567m66678s888p")
    page.locator("input[name=honba]").fill("2")
    page.locator("button.show").tap()
    expect(page.locator(".headline .with-honba")).to_have_text("with 2 honba 1,900")
    context.close()


def test_a_hand_is_used_in_the_hand_that_is_recorded(page: Page, address: str) -> None:
    """Chie's ron from Ben by tiles: 8,000 and her riichi stick back; corrected by tiles to a red five less."""
    table = begin(page, address, "aalto")
    page.goto(f"{table}/record?result=ron&drawn=1&ron=2&from=1&riichi=2")
    page.get_by_role("button", name="Enter the tiles").tap()
    expect(page.locator(".hint-line").first).to_have_text("Ron, seat wind West, round wind East, 0 honba")
    assert page.locator(".hint-line").first.evaluate("(each) => parseFloat(getComputedStyle(each).paddingLeft)") >= 12
    for tap in ("into-ankan", "7z", *MANGAN, "into-dora", "7p"):
        key(page, tap)
    page.get_by_role("button", name="Use this hand").tap()
    expect(page.locator(".headline .amount")).to_have_text("8,000")
    page.get_by_role("button", name="Confirm", exact=True).tap()
    page.wait_for_url(table)
    check_scores(page, (25000, 17000, 33000, 25000), 0)
    page.goto(f"{table}/hands/0")
    page.get_by_role("button", name="Change the tiles").tap()
    expect(page.locator(".hint-line").first).to_have_text("Ron, seat wind West, round wind East, 0 honba")
    expect(page.locator(".headline .amount")).to_have_text("8,000")
    page.locator(".hand-laid button[value='drop-tiles-0m']").tap()
    page.locator(".tray button").tap()
    for tap in ("5m", "into-last"):
        key(page, tap)
    page.locator(".hand-laid button[value='8s']").tap()
    page.get_by_role("button", name="Use this hand").tap()
    # riichi and chun: 20 + 32 + 10 = 62, so 70 fu; 70 * 2^4 * 4 = 4,480
    expect(page.locator(".headline .amount")).to_have_text("4,500")


def test_a_hand_is_used_with_the_tap_that_no_answer_holds_yet(page: Page, address: str) -> None:
    """An indicator tapped just before: its two dora make 3 han 70 fu, a mangan, out of 1 han."""
    table = begin(page, address, "tenhou")
    page.goto(f"{table}/record?result=ron&drawn=1&ron=2&from=1&hand-2=234567m678s88p&melds-2=%287777z%29")
    page.get_by_role("button", name="Change the tiles").tap()
    expect(page.locator(".headline .amount")).to_have_text("2,300")
    key(page, "into-dora")
    expect(page.locator("button.key[value='into-tiles'][aria-pressed=true]")).to_have_count(1)
    page.evaluate(HOLD)
    key(page, "7p")
    page.wait_for_function("() => window.arrive")
    page.get_by_role("button", name="Use this hand").tap()
    page.evaluate("() => window.arrive()")
    page.wait_for_url("**/record*")
    expect(page.locator(".headline .amount")).to_have_text("8,000")


def test_tiles_once_entered_can_be_changed_and_forgotten(page: Page, address: str) -> None:
    """The form of the hand keeps them, leads back to them, and lets them go for han and fu."""
    table = begin(page, address, "tenhou")
    page.goto(f"{table}/record?result=tsumo&drawn=1&tsumo=0&hand-0=234m456p67855234s")
    expect(page.locator(".headline .amount")).to_have_text("1,300 all")
    page.get_by_role("button", name="Change the tiles").tap()
    page.locator(".bone--last").tap()
    expect(page.locator(".headline")).to_contain_text("13 of 14 tiles")
    key(page, "1s")
    expect(page.locator(".headline .amount")).to_have_text("700 all")
    page.get_by_role("button", name="Use this hand").tap()
    expect(page.locator(".headline .amount")).to_have_text("700 all")
    page.get_by_role("button", name="Remove the tiles").tap()
    expect(page.get_by_role("button", name="Enter the tiles")).to_be_visible()
    expect(page.locator(".headline")).to_contain_text("How many han?")


def test_the_table_tells_its_winds_and_its_rules(page: Page, address: str) -> None:
    """Opened from a table, the page asks neither for the ruleset nor for what the table knows."""
    table = begin(page, address, "tenhou", me="Chie")
    page.goto(f"{table}/tiles")
    expect(page.locator("select[name=ruleset]")).to_have_count(0)
    expect(page.locator("input[name=seat_wind][value=W]")).to_be_checked()
    assert page.locator("input[name=ruleset]").input_value() == "tenhou"


def test_yaku_are_ticked_and_the_value_is_used(page: Page, address: str) -> None:
    """Riichi, ippatsu, pinfu and two dora are a mangan; what cannot be added is greyed."""
    table = begin(page, address, "aalto")
    page.goto(f"{table}/record?result=ron&drawn=1&ron=2&from=1&riichi=2")
    page.get_by_role("button", name="Enter the tiles").tap()
    page.wait_for_url("**/tiles*")
    page.locator("select[name=check]").select_option("yaku")
    for name in ("riichi", "ippatsu", "pinfu"):
        expect(page.locator(f"input[name=ticked][value={name}]")).to_be_enabled()
        page.locator("label", has=page.locator(f"input[name=ticked][value={name}]")).tap()
        expect(page.locator(f"input[name=ticked][value={name}]")).to_be_checked()
    expect(page.locator("input[value=toitoi]")).to_be_disabled()
    expect(page.locator("input[value=haitei]")).to_be_disabled()
    expect(page.locator("input[value=tanyao]")).to_be_enabled()
    page.locator("label", has=page.locator("input[name=dora_count][value='2']")).tap()
    expect(page.locator(".headline .amount")).to_have_text("8,000")
    page.get_by_role("button", name="Use this value").tap()
    page.get_by_role("button", name="Confirm", exact=True).tap()
    page.wait_for_url(table)
    check_scores(page, (25000, 17000, 33000, 25000), 0)


def test_what_hangs_on_a_tick_goes_with_it(page: Page, address: str) -> None:
    """Without riichi there is no ippatsu."""
    page.goto(f"{address}/tiles?ruleset=aalto&check=yaku&ticked=riichi&ticked=ippatsu")
    expect(page.locator("input[value=ippatsu]")).to_be_checked()
    page.locator("label", has=page.locator("input[value=riichi]")).tap()
    expect(page.locator("input[value=ippatsu]")).to_be_disabled()
    expect(page.locator("input[value=ippatsu]")).not_to_be_checked()


@pytest.mark.parametrize(
    ("check", "taps", "word"),
    [
        ("waits", ("1m", "2m", "3m", "4p", "5p", "6p", "7s", "8s", "9s", "1z", "1z", "2z", "2z"), "Tenpai"),
        ("kuikae", ("3m", "4m", "5m", "6m"), "Not allowed"),
        ("kuikae", ("3m", "4m", "5m", "9p"), "Allowed"),
    ],
)
def test_checks_are_tapped_at_a_table(page: Page, address: str, check: str, taps: tuple[str, ...], word: str) -> None:
    """The verdict comes without another tap, under the game's rules."""
    table = begin(page, address, "tenhou")
    page.goto(f"{table}/tiles?check={check}")
    for tap in taps:
        key(page, tap)
    expect(page.locator(".verdict")).to_have_text(word)
    expect(page.locator(".headline .clause")).to_have_text("Tenhou")


def test_furiten_is_judged_from_the_river_and_from_what_was_let_pass(page: Page, address: str) -> None:
    """The river does it at once; a tile let pass does until the own discard (Tenhou)."""
    page.goto(f"{address}/tiles?ruleset=tenhou&check=furiten&tiles=234567m66678s88p")
    expect(page.locator(".verdict")).to_have_text("Not furiten")
    for tap in ("into-discards", "9s"):
        key(page, tap)
    expect(page.locator(".verdict")).to_have_text("Furiten")
    page.locator(".tray button").tap()
    expect(page.locator(".verdict")).to_have_text("Not furiten")
    for tap in ("into-passed", "6s"):
        key(page, tap)
    expect(page.locator(".verdict")).to_have_text("Furiten")
    page.locator("label", has=page.locator("input[name=since][value=own_discard]")).tap()
    expect(page.locator(".verdict")).to_have_text("Not furiten")


def test_the_question_can_be_changed_and_the_tiles_stay(page: Page, address: str) -> None:
    """From the value to the waits and back."""
    page.goto(f"{address}/tiles?ruleset=tenhou&tiles=234567m66678s88p")
    page.locator("select[name=check]").select_option("waits")
    expect(page.locator(".verdict")).to_have_text("Tenpai")
    page.locator("select[name=check]").select_option("value")
    expect(page.locator(".headline")).to_contain_text("13 of 14 tiles")


def test_the_way_back_from_a_table_s_tiles_is_the_table(page: Page, address: str) -> None:
    """One tap leads back."""
    table = begin(page, address, "tenhou")
    page.goto(f"{table}/tiles")
    page.locator(".back").first.tap()
    page.wait_for_url(table)
