"""What must hold for every hand, whatever the ruleset."""

import random
from dataclasses import replace
from typing import Any

import pytest

from tests.cases import ask
from tests.tiles.generated import KINDS, Generated, generated

RULESETS = ("aalto", "ema-2016", "ema-rcr-2012", "ranking-match", "standard-shuugi", "tenhou", "warsaw", "wrc-2025")
HANDS = 120
NAMES_A_SUIT = {"ryuuiisou", "daisharin", "benikujaku", "touhokujidoushadou"}
NEXT_SUIT = {"m": "p", "p": "s", "s": "m", "z": "z"}


def hands(ruleset: str) -> list[Generated]:
    """Return the same hands for a ruleset every time."""
    chance = random.Random(ruleset)  # noqa: S311 hands, no secrets
    return [generated(chance) for _ in range(HANDS)]


def value(ruleset: str, hand: Generated) -> dict[str, Any]:
    """Return what a hand is worth."""
    answered = ask({"ask": "score", "ruleset": ruleset, **hand.fields()})
    assert "error" not in answered, answered
    return answered


def in_next_suit(tiles: tuple[str, ...]) -> tuple[str, ...]:
    """Return tiles with man as pin, pin as sou, sou as man."""
    return tuple(tile[0] + NEXT_SUIT[tile[1]] for tile in tiles)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_order_of_tiles_does_not_matter(ruleset: str) -> None:
    """Tiles and melds in another order are worth the same, to the last word."""
    chance = random.Random(1)  # noqa: S311 order, no secrets
    for hand in hands(ruleset):
        mixed = replace(hand, closed=tuple(chance.sample(hand.closed, len(hand.closed))))
        assert value(ruleset, mixed) == value(ruleset, hand)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_another_dora_never_lowers(ruleset: str) -> None:
    """A further indicator adds nothing or something, and never makes a win of a hand that was none."""
    for place, hand in enumerate(hands(ruleset)):
        before = value(ruleset, hand)
        after = value(ruleset, replace(hand, dora=(*hand.dora, KINDS[place % len(KINDS)])))
        assert after["valid"] == before["valid"]
        assert not before["valid"] or after["base"] >= before["base"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_suits_are_alike(ruleset: str) -> None:
    """A hand moved to the next suits is worth the same, unless one of its yaku names a suit."""
    for hand in hands(ruleset):
        moved = replace(
            hand,
            closed=in_next_suit(hand.closed),
            melds=tuple((kind, in_next_suit(tiles)) for kind, tiles in hand.melds),
            win=in_next_suit((hand.win,))[0],
            dora=in_next_suit(hand.dora),
            ura=in_next_suit(hand.ura),
        )
        one, other = value(ruleset, hand), value(ruleset, moved)
        named = {yaku["id"] for answered in (one, other) for yaku in answered.get("yaku", [])}
        if not named & NAMES_A_SUIT:
            assert (one["valid"], one.get("base")) == (other["valid"], other.get("base")), hand


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_parts_add_up(ruleset: str) -> None:
    """The parts of the fu make the fu, yaku and dora make the han, the yakuman make their number."""
    for hand in hands(ruleset):
        found = value(ruleset, hand)
        if found["valid"]:
            assert sum(part["fu"] for part in found["fu_parts"]) == found["fu"]
            bonus = found["dora"] + found["red"] + found["ura"]
            assert sum(yaku["han"] for yaku in found["yaku"]) + bonus == found["han"]
            assert sum(yaku["yakuman"] for yaku in found["yaku"]) == found["yakuman"]
