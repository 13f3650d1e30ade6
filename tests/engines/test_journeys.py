"""The journeys that have to work in every engine."""

from tests.engines.engines import Hand
from tests.web.table import PLAYERS


def test_a_ron_is_priced_as_it_is_tapped(hand: Hand, address: str) -> None:
    """South rons East with 3 han 30 fu: 30 x 2^5 = 960, four times 3,840 -> 3,900."""
    hand.engine.goto(f"{address}/pays?ruleset=ema-2016")
    hand.tap("#ron-is-1")
    hand.tap(".seat input[name=from][value='0']")
    hand.tap("#value-1 input[name=han-1][value='3']")
    hand.tap("#value-1 input[name=fu-1][value='30']")
    hand.sees("#payment", "3,900")


def test_a_hand_is_recorded_and_taken_back(hand: Hand, address: str) -> None:
    """A mangan from the dealer: 8,000; undone, everybody has what he started with."""
    hand.engine.goto(f"{address}/games/new?ruleset=ema-2016")
    for seat, name in enumerate(PLAYERS):
        hand.type(f"input[name=name-{seat}]", name)
    hand.tap(".actions--stuck button")
    hand.tap(".choose button", "Aino")
    hand.misses(".choose")
    hand.tap("nav.record a", "Ron")
    hand.tap("#ron-is-1")
    hand.tap(".seat input[name=from][value='0']")
    hand.tap("#value-1 input[value=mangan]")
    hand.tap(".confirm button", "Confirm")
    hand.sees(".seat--bottom .score", "22,000")
    hand.sees(".seat--right .score", "38,000")
    hand.tap("details.undo summary")
    hand.tap("details.undo button", "Entry mistake")
    hand.sees(".seat--bottom .score", "30,000")
