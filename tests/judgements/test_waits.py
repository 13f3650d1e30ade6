"""Waits, against another library and against themselves turned round."""

import random

from mahjong.agari import Agari

from referee.rules.tiles import completing_kinds, counts_of, kind_names, tile_name, tiles_of
from tests.cases import ask
from tests.judgements.hands import COPIES, waiting_hands

TURNED = {"m": "p", "p": "s", "s": "m", "z": "z"}
RULESETS = ("aalto", "tenhou", "ranking-match")


def waits_of(hand: list[str]) -> list[str]:
    """Return the kinds that complete closed tiles."""
    return list(kind_names(completing_kinds(counts_of(tiles_of("".join(hand))[0]))))


def completed_elsewhere(hand: list[str]) -> list[str]:
    """Return the kinds that complete closed tiles by the judgement of the other library, held four times or not."""
    found = []
    counts = list(counts_of(tiles_of("".join(hand))[0]))
    for kind in range(34):
        counts[kind] += 1
        if Agari.is_agari(counts):
            found.append(tile_name(kind))
        counts[kind] -= 1
    return found


def test_waits_are_those_of_another_library() -> None:
    """Ten thousand hands, tenpai and not, of thirteen tiles and fewer."""
    hands = list(waiting_hands(10_000, seed=5))
    found = {}
    for hand in hands:
        here = [wait for wait in waits_of(hand) if hand.count(wait) < COPIES]
        there = [wait for wait in completed_elsewhere(hand) if hand.count(wait) < COPIES]
        if here != there:
            found["".join(hand)] = (here, there)

    assert found == {}
    assert sum(bool(waits_of(hand)) for hand in hands) > len(hands) // 2, "most of the hands must wait"


def test_order_of_tiles_does_not_matter() -> None:
    """A hand is the same however it is laid out."""
    chance = random.Random(6)  # noqa: S311 hands, no secrets
    for hand in waiting_hands(200, seed=6):
        melds = [{"kind": "ankan", "tiles": f"{n}{n}{n}{n}z"} for n in range(1, 1 + (13 - len(hand)) // 3)]
        question = {"ask": "waits", "ruleset": chance.choice(RULESETS), "melds": melds}
        shuffled = chance.sample(hand, len(hand))
        if any(hand.count(f"{n}z") for n in range(1, 1 + len(melds))):
            continue

        assert ask(question | {"tiles": "".join(hand)}) == ask(question | {"tiles": "".join(shuffled)})


def test_suits_are_alike() -> None:
    """With man, pin and sou exchanged the waits are exchanged too."""
    for hand in waiting_hands(2_000, seed=7):
        turned = [tile[0] + TURNED[tile[1]] for tile in hand]

        assert sorted(waits_of(turned)) == sorted(wait[0] + TURNED[wait[1]] for wait in waits_of(hand))


def test_every_karaten_rule_agrees_on_hands_without_four_copies() -> None:
    """The rules differ only about tiles of which the player has all four."""
    for hand in waiting_hands(300, seed=8):
        if len(hand) != 13 or any(hand.count(tile) == COPIES for tile in hand):
            continue
        question = {"ask": "waits", "tiles": "".join(hand)}
        verdicts = [ask(question | {"ruleset": ruleset})["tenpai"] for ruleset in RULESETS]

        assert verdicts == [bool(waits_of(hand))] * len(RULESETS)
