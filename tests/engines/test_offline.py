"""The journeys of a phone that loses its server, in every engine, with a service worker and without one."""

import signal
import socket
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from referee.desk.opened import find
from tests.desks import Played as AtDesk
from tests.desks import opened, ron
from tests.engines.engines import Hand
from tests.engines.table import AtTable, begin, check_scores, fill, play
from tests.offline.conftest import RealServer, free_port
from tests.offline.test_without_network import OTHER
from tests.web.table import PLAYERS, RON, Played

DRAW = Played(hand="East 2, 0 honba", result="Draw", scores=RON.scores)
ONE_WAIT = 8
"""Seconds in which a ruling is found and answered on a frozen server: one wait for a page, and a busy machine."""


def own_address() -> str:
    """Return the address of this machine in its own network, which is no secure context; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            pytest.skip("this machine is in no network, and every other address of it is a secure context")
        return str(probe.getsockname()[0])


@pytest.fixture(params=["worker", "page"])
def at_table(request: pytest.FixtureRequest, hand: Hand, tmp_path: Path) -> Iterator[AtTable]:
    """Return a hand at a new table, ready to lose the server, with a service worker and without one."""
    host = "127.0.0.1" if request.param == "worker" else own_address()
    server = RealServer(database=tmp_path / "table.db", port=free_port(), host=host)
    server.start()
    found = AtTable(hand=hand, server=server, table=begin(hand, server.address, "aalto"))
    assert found.by_page is (request.param == "page")
    found.ready()
    yield found
    hand.engine.goto("about:blank")
    if server.process is not None:
        server.send(signal.SIGCONT)
        server.kill()


def judge(hand: Hand) -> None:
    """Look up an empty pon, which under these rules costs nothing."""
    hand.tap("nav.sections a", "Rulings")
    hand.tap("#found a[href*='/empty_call']")
    hand.tap("#answer-call-pon")
    hand.sees(".verdict", "No penalty")


def ask(hand: Hand) -> None:
    """Ask for a ruling, a payment and the value of tiles."""
    judge(hand)
    hand.tap("nav.sections a", "Payment")
    hand.tap("#ron-is-1")
    hand.tap(".seat input[name=from][value='0']")
    hand.tap("#value-1 input[name=han-1][value='3']")
    hand.tap("#value-1 input[name=fu-1][value='30']")
    hand.sees("#payment", "3,900")
    hand.tap("nav.sections a", "Tiles")
    for tile in ("2m", "3m", "4m", "5m", "6m", "7m", "6s", "6s", "6s", "7s", "8s", "8p", "8p", "8p"):
        hand.tap(f"#hand-view button.key[value='{tile}']")
    hand.sees(".headline .amount", "2,000")
    hand.tap("a.back", "Table")


def test_a_killed_server(at_table: AtTable) -> None:
    """The phone answers and records by itself, through a reload too, and the new server gets each hand once."""
    hand = at_table.hand
    at_table.server.kill()
    ask(hand)
    play(hand, RON)
    hand.sees("#link", "1 unsent")
    hand.sees("#link", "calculated on this phone")
    if not at_table.by_page:
        at_table.reload()
        check_scores(hand, RON)
        hand.sees("#link", "1 unsent")
    play(hand, DRAW)

    at_table.server.start()
    at_table.agrees()
    assert at_table.hands_on_sheet() == [RON.hand, DRAW.hand]


def test_a_frozen_server(at_table: AtTable) -> None:
    """One short wait, then the phone answers; what the server still heard before it froze is not doubled."""
    hand = at_table.hand
    at_table.server.send(signal.SIGSTOP)
    start = time.monotonic()
    judge(hand)
    assert time.monotonic() - start < ONE_WAIT
    hand.tap("nav.sections a", "Table")
    play(hand, RON)
    hand.sees("#link", "1 unsent")

    at_table.server.send(signal.SIGCONT)
    at_table.agrees()
    assert at_table.hands_on_sheet() == [RON.hand]


def test_a_server_frozen_while_a_hand_is_confirmed(at_table: AtTable) -> None:
    """The order is on its way when the server freezes: it is written once, whether the server heard it or not."""
    hand = at_table.hand
    hand.tap("nav.record a", RON.result)
    fill(hand, RON)
    hand.sees("#payment", "5,200")
    at_table.server.send(signal.SIGSTOP)
    hand.tap(".confirm button", "Confirm")
    check_scores(hand, RON)
    play(hand, DRAW)

    at_table.server.send(signal.SIGCONT)
    at_table.agrees()
    assert at_table.hands_on_sheet() == [RON.hand, DRAW.hand]


def name_and_correct(hand: Hand) -> None:
    """Call Dai otherwise, and set the first hand right to 30 fu, which the sheet then says is not sent."""
    hand.tap(".others a", "Seats and names")
    hand.type("input[name=name-3]", "Daisuke")
    hand.tap("button", "Save the names")
    hand.sees("#table", "Daisuke")
    hand.tap(".tools a", "Score sheet")
    hand.tap("a[href$='/hands/0']")
    hand.tap("#value-1 input[name=fu-1][value='30']")
    hand.tap("button", "See what changes")
    hand.tap("button", "Correct hand")
    hand.sees(".row--waiting", "not sent yet")


def test_a_game_is_begun_named_and_corrected(at_table: AtTable) -> None:
    """All without a server: a new game, a hand of it, a name, the hand set right, settings; then the server has it."""
    hand, server = at_table.hand, at_table.server
    server.kill()
    hand.tap("nav.sections a", "Games")
    hand.tap("nav.actions a", "New game")
    for seat, name in enumerate(PLAYERS):
        hand.type(f"input[name=name-{seat}]", name)
    hand.tap(".actions--stuck button")
    hand.sees(".centre h1", "East 1")
    begun = replace(at_table, table=str(hand.engine.run("return location.href")))
    assert begun.token != at_table.token
    play(hand, RON)
    name_and_correct(hand)
    hand.tap("nav.sections a", "Games")
    hand.tap("a", "Settings")
    hand.tap("input[name=theme][value=black]")
    hand.sees("html[data-theme=black]")
    hand.tap("nav.sections a", "Table")
    check_scores(hand, OTHER)
    hand.sees("#link", "unsent")

    server.start()
    begun.agrees()
    hand.sees("html[data-theme=black]")
    assert begun.hands_on_sheet() == [RON.hand]


def test_a_conflict_is_a_choice(at_table: AtTable) -> None:
    """Somebody else wrote the same hand while the phone had no server: both are shown, and the own one is taken."""
    hand, server = at_table.hand, at_table.server
    server.kill()
    play(hand, RON)
    desk = opened(server.database.parent)
    game = find(desk, at_table.token)
    assert game is not None
    AtDesk(desk=desk, game=game, token=at_table.token).record(ron(1, 0, 3, 30))
    desk.close()

    server.start()
    hand.sees("#link", "An entry waits")
    hand.tap("#link a")
    hand.tap("#orders button", "Check it")
    hand.sees(".side", "Ben (3 han 30 fu) from Aino")
    hand.sees(".side", "Ben: 3 han 40 fu")
    hand.tap(".side button", "Replace it with mine")
    check_scores(hand, RON)
    at_table.agrees()
