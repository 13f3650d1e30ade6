"""Payments held against an independent scorer, the PyPI package `mahjong`."""

import pytest
from mahjong.constants import EAST, WEST
from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules
from mahjong.hand_calculating.scores import ScoresCalculator

from tests.cases import ask

HONBA = 3
STICKS = 2
RULESETS = {"tenhou": False, "wrc-2025": True}
"""Ruleset to ask, and whether it rounds up to mangan."""

CLOSED_SELF_DRAWN = 20
SEVEN_PAIRS = 25
BELOW_MANGAN = [(han, fu) for han in (1, 2, 3, 4) for fu in (20, 25, *range(30, 111, 10))]
LIMITS = [(han, 30) for han in range(5, 15)]


def can_be(han: int, fu: int, *, tsumo: bool) -> bool:
    """Say whether some hand has these han and fu at all."""
    if fu == CLOSED_SELF_DRAWN:
        return tsumo and han >= 2
    if fu == SEVEN_PAIRS:
        return han >= (3 if tsumo else 2)
    return not (tsumo and (han, fu) == (1, 110))


def oracle(han: int, fu: int, *, tsumo: bool, dealer: bool, kiriage: bool) -> int:
    """Return what the winner gains according to the other scorer, honba and sticks included."""
    config = HandConfig(
        is_tsumo=tsumo,
        player_wind=EAST if dealer else WEST,
        tsumi_number=HONBA,
        kyoutaku_number=STICKS,
        options=OptionalRules(kiriage=kiriage),
    )
    return ScoresCalculator.calculate_scores(han, fu, config)["total"]


def gained(ruleset: str, han: int, fu: int, *, tsumo: bool, dealer: bool) -> int:
    """Return what the winner gains according to settle."""
    winner = 0 if dealer else 2
    table = {"scores": [60_000] * 4, "round": "E", "dealer": 0, "honba": HONBA, "kyoutaku": STICKS * 1000}
    hand = {"result": "win", "from": None if tsumo else 1, "wins": [{"seat": winner, "han": han, "fu": fu}]}
    answered = ask({"ask": "settle", "ruleset": ruleset, "table": table, "hand": hand})
    return int(answered["deltas"][winner])


@pytest.mark.parametrize(("han", "fu"), [*BELOW_MANGAN, *LIMITS])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_winner_gains_what_the_other_scorer_says(ruleset: str, han: int, fu: int) -> None:
    """With honba and sticks on the table, both programs give the winner the same amount."""
    for tsumo, dealer in ((True, True), (True, False), (False, True), (False, False)):
        if can_be(han, fu, tsumo=tsumo):
            expected = oracle(han, fu, tsumo=tsumo, dealer=dealer, kiriage=RULESETS[ruleset])
            assert gained(ruleset, han, fu, tsumo=tsumo, dealer=dealer) == expected, (tsumo, dealer)
