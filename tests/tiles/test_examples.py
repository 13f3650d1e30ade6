"""Every yaku is shown by its smallest hands, and not by hands that only come near."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from referee.ask.score import read_score
from referee.rules.ruleset import Ruleset
from referee.rules.score import bonus_of, hand_context, outcomes
from referee.rules.yaku import YAKU_NAMES, YAKUMAN_NAMES, price_list
from referee.texts.reader import Reader
from referee.texts.words import Library
from tests.libraries import load

EXAMPLES: list[dict[str, Any]] = tomllib.loads(Path(__file__).with_name("examples.toml").read_text("utf-8"))["example"]


@cache
def with_clubs() -> Library:
    """Return the shipped rulesets and a club that plays with every yaku."""
    return load((Path(__file__).with_name("clubs"),))


def rules_of(ruleset: str) -> Ruleset:
    """Return a ruleset with the default of every option."""
    book = with_clubs().book(ruleset)
    assert book is not None
    chosen = ",".join(
        f"{option.id}={option.choices[0].id}" for option in sorted(book.options, key=lambda each: each.id)
    )
    return book.variants[chosen]


def counting(example: dict[str, Any]) -> set[str]:
    """Return every yaku that counts in some reading of the hand; a hand whose facts contradict each other has none."""
    rules = rules_of(example.get("ruleset", "aalto"))
    melds = [dict(zip(("kind", "tiles"), meld.split(" "), strict=True)) for meld in example.get("melds", [])]
    fields = {key: value for key, value in example.items() if key not in ("yaku", "counts", "ruleset")}
    reader = Reader(path="", fields={"seat_wind": "S", "round_wind": "E", **fields, "melds": melds}, problems=[])
    hand = read_score(reader, rules)
    if hand is None:
        return set()
    prices = price_list(rules)
    common = hand_context(hand, prices, sum(bonus_of(hand, prices)))
    return {name for outcome in outcomes(common) for name, _ in outcome.yaku}


@pytest.mark.parametrize("example", EXAMPLES, ids=[f"{each['yaku']} {each['tiles']}" for each in EXAMPLES])
def test_yaku_counts_as_the_example_says(example: dict[str, Any]) -> None:
    """A hit counts in at least one reading, a near miss in none."""
    assert (example["yaku"] in counting(example)) == example["counts"]


def test_every_yaku_has_a_hit_and_a_near_miss() -> None:
    """Nothing that a ruleset can price is left without an example."""
    for counts in (True, False):
        named = {each["yaku"] for each in EXAMPLES if each["counts"] is counts}
        assert set(YAKU_NAMES) | set(YAKUMAN_NAMES) == named
