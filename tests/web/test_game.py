"""Whole games from a phone, compared with score sheets worked out by hand."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.table import Fingers, Played, begin, check_scores, mark, play, record, unhurried

pytestmark = pytest.mark.worker

AALTO = (
    # 3 han 40 fu: 40 x 2^5 = 1,280, four times 5,120 -> 5,200; Chie takes her own stick back.
    Played(
        hand="East 1, 0 honba",
        marks=(("Chie", "riichi"),),
        result="Ron",
        wins=(("Chie", ("3 han", "40 fu")),),
        discarder="Ben",
        scores=(25000, 19800, 30200, 25000),
    ),
    # The dealer's 2 han 30 fu: 480 twice -> 1,000 from each.
    Played(
        hand="East 2, 0 honba",
        result="Tsumo",
        wins=(("Ben", ("2 han", "30 fu")),),
        scores=(24000, 22800, 29200, 24000),
    ),
    # Two tenpai share 3,000: 1,500 each from the others; Dai's stick stays.
    Played(
        hand="East 2, 1 honba",
        marks=(("Ben", "tenpai"), ("Dai", "riichi")),
        result="Draw",
        scores=(22500, 24300, 27700, 24500),
        on_table=1000,
    ),
    Played(
        hand="East 2, 2 honba",
        result="Abort",
        declarer="Ben",
        scores=(22500, 24300, 27700, 24500),
        on_table=1000,
    ),
    # Both take 3 x 300 for the honba: Aino 2 han 40 fu 2,600 + 900, Chie a mangan 8,000 + 900. Aino sits nearest after
    # Dai and takes both sticks, her own and the one from before.
    Played(
        hand="East 2, 3 honba",
        marks=(("Aino", "riichi"),),
        result="Ron",
        wins=(("Aino", ("2 han", "40 fu")), ("Chie", ("Mangan",))),
        discarder="Dai",
        scores=(27000, 24300, 36600, 12100),
    ),
    # A mangan the other way round: 4,000 to the dealer Chie, 2,000 to the others; Ben's stick goes back to him.
    Played(
        hand="East 3, 0 honba",
        marks=(("Ben", "riichi"),),
        result="Chombo",
        offender="Dai",
        scores=(29000, 26300, 40600, 4100),
    ),
    # 1 han 30 fu: 240 four times -> 1,000.
    Played(
        hand="East 3, 0 honba",
        result="Ron",
        wins=(("Ben", ("1 han", "30 fu")),),
        discarder="Chie",
        scores=(29000, 27300, 39600, 4100),
    ),
    # 3 han 30 fu: 960 -> 1,000 from the others, 1,920 -> 2,000 from the dealer Dai.
    Played(
        hand="East 4, 0 honba",
        result="Tsumo",
        wins=(("Aino", ("3 han", "30 fu")),),
        scores=(33000, 26300, 38600, 2100),
    ),
    # From here on with the first hand corrected to 3 han 30 fu, 3,900: Ben 1,300 more, Chie 1,300 less.
    Played(hand="South 1, 0 honba", result="Draw", scores=(33000, 27600, 37300, 2100)),
    # 2 han 30 fu 2,000 + 300. Ben was ronned on his riichi tile: no stick.
    Played(
        hand="South 2, 1 honba",
        marks=(("Ben", "riichi"),),
        result="Ron",
        wins=(("Dai", ("2 han", "30 fu")),),
        discarder="Ben",
        riichi_tile="Yes: riichi not accepted, stick goes back",
        scores=(33000, 25300, 37300, 4400),
    ),
    # The dealer's mangan: 4,000 from each; Dai has 400 left and is not below zero.
    Played(
        hand="South 3, 0 honba",
        result="Tsumo",
        wins=(("Chie", ("Mangan",)),),
        scores=(29000, 21300, 49300, 400),
    ),
    # A haneman 12,000 + 300.
    Played(
        hand="South 3, 1 honba",
        result="Ron",
        wins=(("Aino", ("Haneman",)),),
        discarder="Chie",
        scores=(41300, 21300, 37000, 400),
    ),
    # The last hand: 2 han 40 fu 2,600 and Aino's stick, because her riichi stands. Somebody has 30,000: it is over.
    Played(
        hand="South 4, 0 honba",
        marks=(("Aino", "riichi"),),
        result="Ron",
        wins=(("Ben", ("2 han", "40 fu")),),
        discarder="Aino",
        riichi_tile="No: riichi stands, stick goes to the winner",
        scores=(37700, 24900, 37000, 400),
    ),
)
"""A game under Aalto's club rules, from East 1 to its natural end, every amount worked out by hand."""
CORRECTED = (33000, 27600, 37300, 2100)
FINAL = (("1st", "Aino", "+12.7"), ("2nd", "Chie", "+12.0"), ("3rd", "Ben", "−0.1"), ("4th", "Dai", "−24.6"))
"""Score less 25,000; Aalto's club has no uma and no oka."""
MOST_TAPS = {"Ron": 6, "Tsumo": 5, "Draw": 2, "Chombo": 5, "Abort": 3}


def taps_allowed(played: Played) -> int:
    """Return the tap target; a second winner has his own tile and value, a discarder in riichi his one question."""
    more = sum(1 + len(value) for _, value in played.wins[1:])
    return MOST_TAPS[played.result] + more + bool(played.riichi_tile)


def test_a_whole_game_agrees_with_a_sheet_worked_by_hand(page: Page, address: str) -> None:
    """East 1 to the end with every kind of hand, an undo and a correction; scores after each hand, and the result."""
    table = begin(page, address, "aalto")
    fingers = Fingers(page=page)
    for played in AALTO[:6]:
        assert play(fingers, played) <= taps_allowed(played), played.hand
    record_by_mistake_and_undo(fingers)
    for played in AALTO[6:8]:
        assert play(fingers, played) <= taps_allowed(played), played.hand
    correct_the_first_hand(page, table)
    for played in AALTO[8:]:
        assert play(fingers, played) <= taps_allowed(played), played.hand

    check_final(page)
    page.get_by_role("button", name="Confirm result").tap()
    expect(page.locator("summary", has_text="Reopen game")).to_be_visible()
    check_final(page)
    page.get_by_role("link", name="Score sheet").tap()
    expect(page.locator("tr.row")).to_have_count(15)
    assert pages_of(page.pdf(prefer_css_page_size=True)) == 1


def pages_of(document: bytes) -> int:
    """Return how many pages a PDF has."""
    return len(re.findall(rb"/Type\s*/Page\b", document))


def record_by_mistake_and_undo(fingers: Fingers) -> None:
    """Record a ron from the wrong player, and take it back: one tap, then one reason."""
    page, before = fingers.page, AALTO[5].scores
    record(fingers, Played(hand="", result="Ron", wins=(("Ben", ("1 han", "30 fu")),), discarder="Aino", scores=before))
    expect(page.locator(".centre h1")).to_have_text("East 4")
    unhurried(page).locator("details.undo summary").tap()
    page.get_by_role("button", name="Entry mistake").tap()
    expect(page.locator(".centre h1")).to_have_text("East 3")
    check_scores(page, before, 0)


def correct_the_first_hand(page: Page, table: str) -> None:
    """Mend East 1 to 30 fu in the middle of the game; the old lines stay readable."""
    page.get_by_role("link", name="Score sheet").tap()
    page.locator("details", has_text="Ron: Chie").first.locator("summary").tap()
    page.get_by_role("link", name="Correct this hand").tap()
    page.locator("#value-2").get_by_role("radio", name="30 fu", exact=True).tap()
    expect(page.locator(".amount")).to_have_text("3,900")
    page.get_by_role("button", name="See what changes").tap()
    expect(page.locator(".side").first).to_contain_text("−3,900")
    page.get_by_role("button", name="Correct hand").tap()
    expect(page.locator(".totals")).to_contain_text("27,600")
    page.locator("details", has_text="Ron: Chie").first.locator("summary").tap()
    expect(page.locator(".older")).to_contain_text("3 han 40 fu")
    page.goto(table)
    check_scores(page, CORRECTED, 0)


def check_final(page: Page) -> None:
    """Compare places and final results."""
    rows = page.locator(".result ol > li")
    expect(rows).to_have_count(4)
    for row, (place, player, final) in zip(rows.all(), FINAL, strict=True):
        expect(row).to_contain_text(place)
        expect(row).to_contain_text(player)
        expect(row.locator(".amount")).to_have_text(final)


@pytest.fixture
def without_scripts(browser: Browser) -> Iterator[Page]:
    """Return a page of a phone whose browser runs no JavaScript."""
    context = browser.new_context(
        java_script_enabled=False, viewport={"width": 360, "height": 740}, is_mobile=True, has_touch=True
    )
    yield context.new_page()
    context.close()


SHORT = (
    # The dealer's 2 han 30 fu: 1,000 from each.
    Played(
        hand="East 1, 0 honba",
        result="Tsumo",
        wins=(("Aino", ("2 han", "30 fu")),),
        scores=(28000, 24000, 24000, 24000),
    ),
    # One tenpai takes 1,000 from each.
    Played(hand="East 1, 1 honba", marks=(("Chie", "tenpai"),), result="Draw", scores=(27000, 23000, 27000, 23000)),
    # A haneman 12,000 + 2 x 300.
    Played(
        hand="East 2, 2 honba",
        result="Ron",
        wins=(("Dai", ("Haneman",)),),
        discarder="Chie",
        scores=(27000, 23000, 14400, 35600),
    ),
    # A baiman 16,000 puts Chie below zero: the game is over.
    Played(
        hand="East 3, 0 honba",
        result="Ron",
        wins=(("Aino", ("Baiman",)),),
        discarder="Chie",
        scores=(43000, 23000, -1600, 35600),
    ),
)
"""A ranking match that ends early. Less 30,000, uma 20, 10, -10, -20: Dai 15.6 -> 16, Ben -17, Chie -51.6 -> -52, and
Aino the rest, 53."""


def test_a_whole_game_without_javascript(without_scripts: Page, address: str) -> None:
    """Plain forms are enough: new game, marks, hands with their preview, the end of the game and the signed result."""
    page = without_scripts
    begin(page, address, "ranking-match")
    fingers = Fingers(page=page)
    for played in SHORT:
        play(fingers, played, scripted=False)

    expect(page.locator(".result .amount")).to_have_text(["+53.0", "+16.0", "−17.0", "−52.0"])
    page.get_by_role("button", name="Confirm result").tap()
    expect(page.locator("summary", has_text="Reopen game")).to_be_visible()


def test_a_riichi_moves_a_stick_at_once(page: Page, address: str) -> None:
    """One tap on the stick lays 1,000 points on the table, another takes them back."""
    begin(page, address, "aalto")

    mark(page, "Dai", "riichi")
    check_scores(page, (25000, 25000, 25000, 24000), 1000)
    mark(unhurried(page), "Dai", "riichi")

    check_scores(page, (25000, 25000, 25000, 25000), 0)


DEALER_BEN = Played(hand="", result="Tsumo", wins=(("Ben", ("2 han", "30 fu")),), scores=(24000, 27000, 24500, 24500))


def test_a_score_shows_the_differences_to_it(page: Page, address: str) -> None:
    """Tapping a score shows how far the others are from it; tapping it again shows the scores."""
    begin(page, address, "aalto")
    record(Fingers(page=page), DEALER_BEN)

    page.locator(".seat--right .score").tap()
    expect(page.locator(".seat--bottom .score strong")).to_have_text("−3,000")
    expect(page.locator(".seat--right .score strong")).to_have_text("27,000")
    unhurried(page).locator(".seat--right .score").tap()
    check_scores(page, DEALER_BEN.scores, 0)
