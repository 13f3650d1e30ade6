"""A table goes on when the network is gone, the server is killed or frozen, and both sides agree afterwards."""

import re
import signal
import threading
import time

from playwright.sync_api import Page, expect

from tests.offline.conftest import PhoneAtTable, RealServer, link_says, ready, shown
from tests.web.table import RON, Fingers, Played, begin, check_scores, fill, mark, play, unhurried

TSUMO = Played(
    hand="East 2, 0 honba",
    result="Tsumo",
    wins=(("Chie", ("2 han", "30 fu")),),
    marks=(("Chie", "riichi"),),
    scores=(19300, 29200, 27000, 24500),
)
"""2 han 30 fu of a child: 500/1,000, and his own stick back."""
DRAW = Played(hand="East 3, 0 honba", result="Draw", scores=(19300, 29200, 27000, 24500))
"""Nobody is tenpai: nothing moves, the deal passes with a honba."""
OTHER = Played(
    hand="East 1, 0 honba",
    result="Ron",
    wins=(("Ben", ("3 han", "30 fu")),),
    discarder="Aino",
    scores=(21100, 28900, 25000, 25000),
)
"""The first win read as 30 fu: 3,900."""


def hands_on_sheet(page: Page, table: str) -> list[str]:
    """Return the hands on the server's sheet by name, the first one first."""
    page.goto(table + "/sheet")
    return sorted(re.findall(r"East \d, \d honba", page.locator("main").inner_text()))


def agrees(at_table: PhoneAtTable, server: RealServer) -> None:
    """See that the table which the phone showed by itself is the table that the server draws."""
    page = at_table.page
    before = shown(page)
    link_says(page, "Saved")
    page.goto(at_table.table)
    expect(page.locator(".centre h1")).to_be_visible()
    expect(page.locator("html")).not_to_have_attribute("data-answered-by", "phone")
    assert shown(page) == before
    assert server.address in page.url


def test_three_hands_without_a_network(at_table: PhoneAtTable, server: RealServer) -> None:
    """Each hand has its preview and leads to the right next hand; all are sent in order when the network is back."""
    at_table.context.set_offline(offline=True)
    fingers = Fingers(page=at_table.page)

    assert [play(fingers, RON), play(fingers, TSUMO), play(fingers, DRAW)] == [6, 5, 2]
    link_says(at_table.page, "4 unsent", "calculated on this phone")

    at_table.context.set_offline(offline=False)
    agrees(at_table, server)
    assert hands_on_sheet(at_table.page, at_table.table) == ["East 1, 0 honba", "East 2, 0 honba", "East 3, 0 honba"]


def test_a_killed_server(at_table: PhoneAtTable, server: RealServer) -> None:
    """The phone goes on while the server is dead, through a reload too, and the new server gets it all."""
    page, fingers = at_table.page, Fingers(page=at_table.page)
    play(fingers, RON)
    server.kill()

    play(fingers, TSUMO)
    page.reload()
    check_scores(page, TSUMO.scores, 0)
    play(fingers, DRAW)
    link_says(page, "3 unsent")

    server.start()
    agrees(at_table, server)
    assert len(hands_on_sheet(page, at_table.table)) == 3


def test_a_frozen_server(at_table: PhoneAtTable, server: RealServer) -> None:
    """One wait, then the phone answers at once; what the server still heard before it froze is not doubled."""
    page, fingers = at_table.page, Fingers(page=at_table.page)
    server.send(signal.SIGSTOP)
    play(fingers, RON)

    start = time.monotonic()
    play(fingers, TSUMO)
    assert time.monotonic() - start < 10

    server.send(signal.SIGCONT)
    agrees(at_table, server)
    assert len(hands_on_sheet(page, at_table.table)) == 2


def test_a_restarted_worker(at_table: PhoneAtTable, server: RealServer) -> None:
    """The browser stops its service worker between two hands: nothing is forgotten."""
    page, fingers = at_table.page, Fingers(page=at_table.page)
    server.kill()
    play(fingers, RON)

    browser = page.context.new_cdp_session(page)
    browser.send("ServiceWorker.enable")
    browser.send("ServiceWorker.stopAllWorkers")
    play(fingers, TSUMO)
    link_says(page, "3 unsent")

    server.start()
    agrees(at_table, server)
    assert len(hands_on_sheet(page, at_table.table)) == 2


def test_undo_and_time_signal_without_a_network(at_table: PhoneAtTable, server: RealServer) -> None:
    """A hand that is not sent yet can be taken back, and the signal falls where the phone says."""
    page, fingers = at_table.page, Fingers(page=at_table.page)
    server.kill()
    play(fingers, RON)
    expect(page.locator(".latest strong")).to_have_text("Ben +5,200 from Aino")
    unhurried(page).locator("details.undo summary").tap()
    page.get_by_role("button", name="Entry mistake").tap()
    check_scores(page, (25000, 25000, 25000, 25000), 0)
    expect(page.locator(".latest strong")).to_have_text("Undone: East 1, Ron: Ben (3 han 40 fu) from Aino")
    page.locator("details.others summary").tap()
    page.get_by_role("button", name=re.compile("Yes")).tap()
    expect(page.locator(".signal")).to_have_text("This hand and one more")
    play(fingers, OTHER)
    expect(page.locator(".signal")).to_have_text("Last hand")

    server.start()
    agrees(at_table, server)


def test_what_was_typed_survives_a_reload(at_table: PhoneAtTable, server: RealServer) -> None:
    """The form of a hand is as it was left, with its payment."""
    page, fingers = at_table.page, Fingers(page=at_table.page)
    server.kill()
    page.locator("nav.record").get_by_role("link", name="Ron").tap()
    fill(fingers, RON)
    expect(page.locator(".amount")).to_have_text("5,200")

    page.reload()

    expect(page.locator(".amount")).to_have_text("5,200")
    expect(page.locator("#value-1 input[value='40']")).to_be_checked()
    unhurried(page)  # a reload scrolls back to where the page was left
    page.get_by_role("button", name="Confirm").tap()
    check_scores(page, RON.scores, 0)


def in_conflict(at_table: PhoneAtTable, other: Page) -> None:
    """Record a ron and a draw without a network while another phone records another ron; come back and look."""
    page = at_table.page
    at_table.context.set_offline(offline=True)
    play(Fingers(page=page), RON)
    play(Fingers(page=page), Played(hand="East 2, 0 honba", result="Draw", scores=RON.scores))
    play(Fingers(page=other), OTHER)
    at_table.context.set_offline(offline=False)
    link_says(page, "An entry waits")
    page.locator("#link a").tap()
    page.get_by_role("button", name="Check it").tap()
    expect(page.get_by_role("region", name="On the score sheet")).to_contain_text("Ben (3 han 30 fu) from Aino")
    expect(page.get_by_role("region", name="On this phone")).to_contain_text("Ben: 3 han 40 fu")


def test_a_conflict_in_which_the_own_hand_counts(at_table: PhoneAtTable, other_phone: Page) -> None:
    """Taking the own hand undoes the other one, and what was recorded after it follows by itself."""
    in_conflict(at_table, other_phone)
    at_table.page.get_by_role("button", name="Replace it with mine").tap()

    link_says(at_table.page, "Saved")
    check_scores(at_table.page, RON.scores, 0)
    expect(at_table.page.locator(".centre h1")).to_have_text("East 3")
    check_scores(other_phone, RON.scores, 0)
    other_phone.context.close()


def test_a_conflict_in_which_the_sheet_counts(at_table: PhoneAtTable, other_phone: Page) -> None:
    """Keeping the sheet forgets the own hand; what was made on top of it is asked about too, not written blindly."""
    page = at_table.page
    in_conflict(at_table, other_phone)
    page.get_by_role("link", name="Keep the score sheet").tap()

    link_says(page, "An entry waits")
    check_scores(page, OTHER.scores, 0)
    page.locator("#link a").tap()
    page.get_by_role("button", name="Check it").tap()
    page.get_by_role("link", name="Keep the score sheet").tap()
    link_says(page, "Saved")
    check_scores(page, OTHER.scores, 0)
    other_phone.context.close()


def test_the_first_page_leads_back_to_a_table_that_began_after_it_was_kept(page: Page, server: RealServer) -> None:
    """The app is opened, a game is started, the server dies, the app is opened again: the game is there."""
    page.goto(server.address)
    ready(page)
    table = begin(page, server.address, "aalto").removeprefix(server.address)
    ready(page)
    server.kill()

    page.goto(server.address)
    page.locator(".cards a").tap()
    check_scores(page, (25000, 25000, 25000, 25000), 0)
    for kept in ("/pays", "/offline"):
        page.goto(server.address + kept)
        expect(page.locator(f".sections a[href='{table}']")).to_be_visible()


def test_a_mark_alone(at_table: PhoneAtTable, server: RealServer) -> None:
    """A riichi that is declared without a network lies on the table at once and on the server later."""
    page = at_table.page
    server.kill()
    for _ in range(3):
        mark(unhurried(page), "Dai", "riichi")
    expect(page.locator(".seat--left .score strong")).to_have_text("24,000")
    expect(page.locator(".seat--left button[value^=tenpai]")).to_be_hidden()

    server.start()
    agrees(at_table, server)
    ready(page)


NOTHING_KEPT = """async () => {
    await globalThis.phone.ask("drop", { piece: "words.en" });
    const name = (await caches.keys()).find((each) => each.startsWith("referee-"));
    await (await caches.open(name)).delete("/offline", { ignoreVary: true });
}"""


def test_a_slow_server_of_a_phone_that_keeps_no_words_yet(at_table: PhoneAtTable, server: RealServer) -> None:
    """As just after an upgrade: the page is waited for, nobody is left with a browser's own words."""
    page = at_table.page
    page.evaluate(NOTHING_KEPT)
    server.send(signal.SIGSTOP)
    awake = threading.Timer(4, server.send, [signal.SIGCONT])
    awake.start()

    page.goto(at_table.table)
    awake.join()
    expect(page.locator(".centre h1")).to_have_text("East 1")
    expect(page.locator("html")).not_to_have_attribute("data-answered-by", "phone")


WORKER_COMES_LATE = """(() => {
    const workers = navigator.serviceWorker, register = workers.register.bind(workers);
    const called = new Promise((call) => { globalThis.callWorker = call; });
    workers.register = async (...what) => { await called; return register(...what); };
})()"""
"""A browser that fetches the phone's program only when it is called, as on slow Wi-Fi."""


def test_a_seat_taken_before_the_worker_came(page: Page, server: RealServer) -> None:
    """Who sat down on pages that came before the phone's own program is not asked again without a network."""
    page.add_init_script(WORKER_COMES_LATE)
    table = begin(page, server.address, "aalto")
    page.evaluate("callWorker()")
    ready(page)
    before = shown(page)
    server.kill()

    page.goto(table)
    expect(page.locator("html")).to_have_attribute("data-answered-by", "phone")
    assert shown(page) == before
