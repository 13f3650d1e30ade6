"""A hand at a table: what is tapped there in any engine, and what the page then shows."""

import re
from dataclasses import dataclass

from tests.engines.engines import Hand
from tests.offline.conftest import ONCE, RealServer
from tests.web.table import PLAYERS, Played, place

KEPT = """const kept = await globalThis.phone?.ask("kept");
return Boolean(kept?.pieces.length && kept.tables.some(({{ token }}) => token === "{token}"));"""
"""Says whether the phone keeps the log of a table."""
TABLE = "return document.querySelector('#table').outerHTML"
"""The table as the page shows it."""


def begin(hand: Hand, address: str, ruleset: str) -> str:
    """Start a game from the first page on, sit down as Aino, and return the address of the table."""
    hand.engine.goto(f"{address}/")
    hand.sees("#link", "Saved")
    hand.tap(".which summary")
    hand.tap(f".books a[href*='ruleset={ruleset}']")
    hand.sees(f"option[value={ruleset}][selected]")
    for seat, name in enumerate(PLAYERS):
        hand.type(f"input[name=name-{seat}]", name)
    hand.tap(".actions--stuck button")
    hand.tap(".choose button", PLAYERS[0])
    hand.misses(".choose")
    hand.sees(".seat--bottom .player", PLAYERS[0])
    return str(hand.engine.run("return location.href"))


def play(hand: Hand, played: Played) -> None:
    """Play one hand: see that it is the right one, record it, and check the scores."""
    hand.sees(".centre h1", played.hand.split(",")[0])
    hand.tap("nav.record a", played.result)
    fill(hand, played)
    hand.tap(".confirm button", "Confirm")
    check_scores(hand, played)


def fill(hand: Hand, played: Played) -> None:
    """Tap what happened into the form of a hand; a value is as many han and fu."""
    for winner, _ in played.wins:
        hand.tap(f"{place(winner)} input[name={'ron' if played.discarder else 'tsumo'}]")
    if played.discarder:
        hand.tap(f"{place(played.discarder)} input[name=from]")
    for winner, value in played.wins:
        for number, unit in map(str.split, value):
            hand.tap(f"#value-{PLAYERS.index(winner)} input[name^={unit}-][value='{number}']")


def check_scores(hand: Hand, played: Played) -> None:
    """Compare the table with the score sheet."""
    for player, score in zip(PLAYERS, played.scores, strict=True):
        hand.sees(f"{place(player)} .score strong", f"{score:,}")


@dataclass(frozen=True)
class AtTable:
    """A hand at the page of a table, whose server can be killed and frozen."""

    hand: Hand
    server: RealServer
    table: str

    @property
    def by_page(self) -> bool:
        """Whether the page itself has to go on: there is no service worker without HTTPS."""
        return self.hand.engine.run("return isSecureContext") is False

    def ready(self) -> None:
        """Wait until everything that the table needs without a network is kept; the page about the phone comes last."""
        self.hand.wait(KEPT.format(token=self.token), "not kept")

    @property
    def token(self) -> str:
        """The table's name in addresses."""
        return self.table.rpartition("/")[2]

    def reload(self) -> None:
        """Open the address that is shown once more."""
        self.hand.engine.goto(self.hand.engine.run("return location.href"))

    def agrees(self) -> None:
        """See that the server draws the table as the phone showed it by itself."""
        before = ONCE.sub("", str(self.hand.engine.run(TABLE)))
        self.hand.sees("#link", "Saved")
        self.hand.engine.goto(self.table)
        self.hand.sees(".centre h1")
        assert ONCE.sub("", str(self.hand.engine.run(TABLE))) == before

    def hands_on_sheet(self) -> list[str]:
        """Return the hands on the server's sheet by name, the first one first."""
        self.hand.engine.goto(self.table + "/sheet")
        sheet = self.hand.engine.run("return document.querySelector('main').innerText")
        return sorted(re.findall(r"East \d, \d honba", sheet))
