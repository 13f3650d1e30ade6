"""Where the rules are the same, another library finds the same value."""

import random
from typing import Any

from mahjong.constants import EAST, NORTH, SOUTH, WEST
from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules
from mahjong.meld import Meld

from tests.cases import ask
from tests.tiles.generated import KINDS, Generated, generated

HANDS = 4000
WINDS = {"E": EAST, "S": SOUTH, "W": WEST, "N": NORTH}
FIVES = (16, 52, 88)
"""The tile numbers of the red fives."""

MELDS = {
    "chii": Meld.CHI,
    "pon": Meld.PON,
    "daiminkan": Meld.KAN,
    "ankan": Meld.KAN,
    "kakan": Meld.SHOUMINKAN,
}


class Wall:
    """The 136 tiles, given out kind by kind; a red five only where nothing else is left."""

    def __init__(self) -> None:
        self.left = {kind: [place * 4 + copy for copy in (1, 2, 3, 0)] for place, kind in enumerate(KINDS)}

    def take(self, tiles: tuple[str, ...]) -> list[int]:
        """Return numbers for the tiles."""
        return [self.left[tile].pop(0) for tile in tiles]


def their_question(hand: Generated) -> dict[str, Any]:
    """Return a hand as the other library is asked about it."""
    wall = Wall()
    closed = wall.take(hand.closed)
    melds = [Meld(MELDS[kind], wall.take(tiles), opened=kind != "ankan") for kind, tiles in hand.melds]
    return {
        "tiles": [*closed, *[tile for meld in melds for tile in meld.tiles]],
        "win_tile": closed[hand.closed.index(hand.win)],
        "melds": melds,
        "dora_indicators": [KINDS.index(tile) * 4 for tile in hand.dora],
        "config": their_config(hand),
        "ura_dora_indicators": [KINDS.index(tile) * 4 for tile in hand.ura],
    }


def their_config(hand: Generated) -> HandConfig:
    """Return all beside the tiles as the other library takes it."""
    return HandConfig(
        is_tsumo=hand.tsumo,
        is_riichi=hand.riichi == "riichi",
        is_daburu_riichi=hand.riichi == "double",
        is_ippatsu="ippatsu" in hand.flags,
        is_rinshan="rinshan" in hand.flags,
        is_haitei="last_tile" in hand.flags and hand.tsumo,
        is_houtei="last_tile" in hand.flags and not hand.tsumo,
        player_wind=WINDS[hand.seat],
        round_wind=WINDS[hand.round],
        options=OptionalRules(has_open_tanyao=True, has_aka_dora=False, has_double_yakuman=False),
    )


def their_value(hand: Generated) -> tuple[int, int, int]:
    """Return han, fu and the points of all payments as the other library counts them; no win is zeros."""
    result = HandCalculator.estimate_hand_value(**their_question(hand))
    if result.error or result.cost is None or result.han is None or result.fu is None:
        return (0, 0, 0)
    others = 2 * result.cost["additional"] if hand.tsumo else 0
    return (result.han, result.fu, result.cost["main"] + others)


def our_value(hand: Generated) -> tuple[int, int, int]:
    """Return the same from our own answer; yakuman count 13 han each, and their fu are not compared."""
    answered: dict[str, Any] = ask({"ask": "score", "ruleset": "tenhou", **hand.fields()})
    if not answered["valid"]:
        return (0, 0, 0)
    paid = answered["ron"]
    if hand.tsumo:
        tsumo = answered["tsumo"]
        paid = 3 * tsumo["other"] if tsumo["dealer"] is None else tsumo["dealer"] + 2 * tsumo["other"]
    return (answered["han"], answered["fu"], paid)


def test_generated_hands_are_worth_the_same() -> None:
    """Han, fu and payment agree; beyond a mangan, where readings can tie, the payment."""
    chance = random.Random(20_261_121)  # noqa: S311 hands, no secrets
    for _ in range(HANDS):
        hand = generated(chance)
        ours, theirs = our_value(hand), their_value(hand)
        assert ours[2] == theirs[2], hand
        assert ours[0] >= 5 or ours[0] == 0 or ours == theirs, hand
