"""A closed kan in riichi: the strict rule against another library, and the two rules against each other."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from mahjong.agari import Agari
from mahjong.hand_calculating.divider import HandDivider

from referee.rules.tiles import counts_of, tiles_of
from tests.cases import ask
from tests.judgements.hands import COPIES, waiting_hands

SAME_WAITS, STRICT = "ranking-match", "ema-2016"


@dataclass(frozen=True, slots=True, kw_only=True)
class Draw:
    """A closed tenpai hand and the fourth copy of one of its tiles, just drawn."""

    hand: tuple[str, ...]
    drawn: str

    def allowed(self, ruleset: str) -> bool:
        """Return whether the core allows the kan."""
        question = {"ask": "riichi_kan", "ruleset": ruleset, "tiles": "".join(self.hand)}
        answered = ask(question | {"drawn": self.drawn, "kan": self.drawn})
        assert "error" not in answered, answered
        return bool(answered["allowed"])

    @property
    def counts(self) -> list[int]:
        """The counts of the hand before the draw."""
        return list(counts_of(tiles_of("".join(self.hand))[0]))


def draws() -> Iterator[Draw]:
    """Yield hands in riichi that draw the fourth copy of a tile which they do not wait for."""
    chance = random.Random(9)  # noqa: S311 hands, no secrets
    for hand in waiting_hands(6_000, seed=9):
        triplets = sorted({tile for tile in hand if hand.count(tile) == COPIES - 1})
        if len(hand) == 13 and triplets:
            draw = Draw(hand=tuple(hand), drawn=chance.choice(triplets))
            waits = waits_elsewhere(draw.counts)
            if waits and tiles_of(draw.drawn)[0][0] not in waits:
                yield draw


@cache
def strictly() -> tuple[tuple[Draw, bool], ...]:
    """Return these hands, each with whether the core allows the kan by the strict rule."""
    return tuple((draw, draw.allowed(STRICT)) for draw in draws())


def waits_elsewhere(counts: list[int]) -> list[int]:
    """Return the kinds that complete the counts by the judgement of the other library."""
    more = [[count + (place == kind) for place, count in enumerate(counts)] for kind in range(34)]
    return [kind for kind in range(34) if counts[kind] < COPIES and Agari.is_agari(more[kind])]


def always_triplet(draw: Draw) -> bool:
    """Say by the other library whether waits stay and every reading of every win keeps the triplet."""
    kind = tiles_of(draw.drawn)[0][0]
    counts = draw.counts
    after = [0 if place == kind else count for place, count in enumerate(counts)]
    waits = waits_elsewhere(counts)
    if waits != waits_elsewhere(after):
        return False
    wins = [[count + (place == wait) for place, count in enumerate(counts)] for wait in waits]
    return all(
        [kind] * 3 in [list(part) for part in reading] for win in wins for reading in HandDivider.divide_hand(win)
    )


def test_strict_rule_is_that_of_another_library() -> None:
    """Waits and readings worked out elsewhere lead to the same verdicts."""
    elsewhere = [(draw, always_triplet(draw)) for draw, _ in strictly()]

    assert [draw for (draw, here), (_, there) in zip(strictly(), elsewhere, strict=True) if here != there] == []
    assert {there for _, there in elsewhere} == {True, False}


def test_what_the_strict_rule_allows_leaves_the_waits_alone() -> None:
    """No kan is allowed by the strict rule and refused by the other, and some are the other way round."""
    verdicts = {(strict, draw.allowed(SAME_WAITS)) for draw, strict in strictly()}

    assert verdicts == {(True, True), (False, True), (False, False)}
