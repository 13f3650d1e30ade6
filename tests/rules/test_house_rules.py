"""Choices that no shipped book makes: a club takes each from the vocabulary, and the amounts follow."""

import json
from pathlib import Path
from typing import Any

import pytest

from referee.app.tile_win import value_layout
from referee.ask.api import answer
from referee.rules.progress import most_indicators
from referee.rules.ruleset import Ruleset
from referee.texts.words import Library
from tests.libraries import load

START = {"scores": [25_000] * 4, "round": "E", "dealer": 0, "honba": 2, "kyoutaku": 0}
HEAD = """
extends = "{base}"
[document]
title = "House"
edition = "2026"
confidence = "text"
source = "Notice board"
[clause."house/1"]
place = "point 1"
text = "So we play."
"""


def library_with(folder: Path, base: str, values: dict[str, str]) -> Library:
    """Return every book and a club's one, which sets ``values`` (TOML by ``chapter.key``) on top of a base."""
    listed = "values = " + json.dumps(list(values))
    found = "".join(f"{key} = {value}\n" for key, value in values.items())
    (folder / "house.toml").write_text(found + HEAD.format(base=base) + listed, encoding="utf-8")
    return load((folder,))


def house(folder: Path, base: str, values: dict[str, str], question: dict[str, Any]) -> dict[str, Any]:
    """Return the answer of a club's ruleset that sets values on top of a base."""
    asked = json.dumps({"ask": "settle", "ruleset": "house", **question})
    answered: dict[str, Any] = json.loads(answer(asked, library_with(folder, base, values)))
    return answered


def rules_of(folder: Path, base: str, values: dict[str, str]) -> Ruleset:
    """Return a club's ruleset."""
    book = library_with(folder, base, values).book("house")
    assert book is not None
    return book.variants[""]


def draw(**facts: Any) -> dict[str, Any]:  # noqa: ANN401 as JSON is
    """Return the question of an exhaustive draw at the start of a game with two honba."""
    return {"table": START, "hand": {"result": "draw", **facts}}


def test_honba_may_be_worth_nothing(tmp_path: Path) -> None:
    """Counters that only count: two honba add no line and no point to 2 han 40 fu, 2,600 (rules-facts.md 1.2)."""
    won = {"result": "win", "from": 1, "wins": [{"seat": 2, "han": 2, "fu": 40}]}
    nothing = {"wins.honba_ron": "0", "wins.honba_tsumo": "0"}
    answered = house(tmp_path, "aalto", nothing, {"table": START, "hand": won})

    assert answered["deltas"] == [0, -2_600, 2_600, 0]
    assert len(answered["lines"]) == 1


def test_only_the_called_tile_may_be_barred(tmp_path: Path) -> None:
    """interface.md kuikae, choices.py: of 345m with the 3m called the 3m may not go, the 6m at the other end may."""
    call = {"kind": "chii", "tiles": "345m", "called": "3m"}
    asked = {"ask": "kuikae", "tiles": "3m6m99m123p456s1z", "call": call}
    rule = {"calls.kuikae": '"other_end"'}

    assert [house(tmp_path, "aalto", rule, {**asked, "discard": tile})["allowed"] for tile in ("3m", "6m")] == [
        False,
        True,
    ]


@pytest.mark.parametrize(("drawn", "discards"), [("9m", ["9m"]), ("2p", [])])
def test_riichi_may_be_refused_to_a_furiten_hand(tmp_path: Path, drawn: str, discards: list[str]) -> None:
    """Drawn complete, 234567m34p55s678s waits for what it discards, whichever that is; after 9m it does not."""
    asked = {"ask": "riichi", "tiles": "234567m34p55s678s", "drawn": drawn, "points": 25_000, "wall": 40}
    answered = house(tmp_path, "aalto", {"riichi.furiten": "false"}, asked)

    assert (answered["allowed"], answered["discards"]) == (bool(discards), discards)
    assert discards or answered["clause"] == "house/1"


def test_dealer_may_keep_the_deal_by_winning_only(tmp_path: Path) -> None:
    """Agari renchan: a tenpai dealer passes the deal, with one honba more."""
    answered = house(tmp_path, "aalto", {"course.dealer": '"win"'}, draw(tenpai=[0]))

    assert (answered["next"], answered["table"]["dealer"], answered["table"]["honba"]) == ("rotate", 1, 3)
    assert answered["table"]["scores"] == [28_000, 24_000, 24_000, 24_000]


@pytest.mark.parametrize(("tenpai", "honba"), [([0], 3), ([1], 0)], ids=["the dealer stays", "the deal passes"])
def test_honba_may_go_with_the_dealer(tmp_path: Path, tenpai: list[int], honba: int) -> None:
    """Where honba belong to the dealer, a draw that passes the deal removes them."""
    answered = house(tmp_path, "aalto", {"course.honba": '"with_dealer"'}, draw(tenpai=tenpai))

    assert answered["table"]["honba"] == honba
    assert "house/1" in {note["clause"] for note in answered["notes"]}


def test_dead_hand_may_be_tenpai(tmp_path: Path) -> None:
    """Where a dead hand only may not win, it takes part in the noten payments."""
    rule = {"wins.dead_hand": '"no_win"'}
    answered = house(tmp_path, "aalto", rule, draw(tenpai=[2], dead=[2]))

    assert answered["deltas"] == [-1000, -1000, 3000, -1000]


def test_mangan_may_be_larger(tmp_path: Path) -> None:
    """With a mangan of 2,400 base points a haneman is 3,600 and a non-dealer's ron of it 14,400."""
    won = {"result": "win", "from": 1, "wins": [{"seat": 2, "han": 6, "fu": 30}]}
    answered = house(tmp_path, "ema-rcr-2012", {"values.mangan": "2400"}, {"table": {**START, "honba": 0}, "hand": won})

    assert answered["deltas"] == [0, -14_400, 14_400, 0]


def test_halves_may_be_rounded_up_with_ties_by_seat(tmp_path: Path) -> None:
    """Half up on a Tenhou game: -500 is 0 and not -1, so the first takes one point less."""
    rule = {"final.rounding": '"half_up"'}
    table = {**START, "scores": [-500, 30_500, 30_000, 40_000], "round": "S", "dealer": 3, "honba": 0}
    answered = house(tmp_path, "tenhou", rule, {"table": table, "hand": {"result": "draw", "tenpai": []}})

    assert answered["end"]["reason"] == "bust"
    assert answered["end"]["final"] == [-50, 11, -10, 49]  # 0-30-20, 31-30+10, 30-30-10, the rest


FLOATING = {
    "final.subtract": "30000",
    "setup.points": "30000",
    "final.oka": "0",
    "final.rounding": '"none"',
    "final.ties": '"shared"',
    "final.remainder": '"nobody"',
    "final.uma_by": '"floating"',
    "final.uma": "[8000, 4000, -4000, -8000]",
    "final.uma_low": "[12000, -1000, -3000, -8000]",
    "final.uma_high": "[8000, 3000, 1000, -12000]",
}


@pytest.mark.parametrize(
    ("scores", "uma"),
    [
        ([42_000, 29_000, 27_000, 22_000], [12_000, -1_000, -3_000, -8_000]),
        ([38_000, 30_000, 28_000, 24_000], [8_000, 4_000, -4_000, -8_000]),
        ([33_000, 31_000, 30_000, 26_000], [8_000, 3_000, 1_000, -12_000]),
        ([30_000, 30_000, 30_000, 30_000], [0, 0, 0, 0]),
        ([29_900, 29_800, 29_700, 29_600], [8_000, 4_000, -4_000, -8_000]),
        ([36_000, 28_000, 28_000, 28_000], [12_000, -4_000, -4_000, -4_000]),
    ],
    ids=["one", "two, one of them with 30,000", "three", "four alike", "none, as sticks were lost", "one, three alike"],
)
def test_uma_may_depend_on_who_floats(tmp_path: Path, scores: list[int], uma: list[int]) -> None:
    """Floating uma, books.md 4: one at or above 30,000, two, three; none and all four as two. Tied players share."""
    result = house(tmp_path, "wrc-2025", FLOATING, {"ask": "final", "scores": scores})

    assert [part["uma"] * 1000 for part in result["parts"]] == uma
    assert result["final"] == [(score + part - 30_000) / 1000 for score, part in zip(scores, uma, strict=True)]


NPM = {
    "final.subtract": "30000",
    "setup.points": "25000",
    "final.oka": "20000",
    "final.rounding": '"none"',
    "final.ties": '"shared"',
    "final.remainder": '"rounded"',
    "final.unit": "10",
    "final.uma_by": '"place"',
    "final.uma": "[30000, 10000, -10000, -30000]",
}


@pytest.mark.parametrize(
    ("changed", "scores", "final"),
    [
        # (50 + 10 - 10) / 3 = 16.67 each: books.md 7; 31,000 is 1 above the return, 7,000 is 23 below it
        ({}, [31_000, 31_000, 31_000, 7_000], [17.67, 17.67, 17.67, -53]),
        ({}, [34_000, 24_000, 21_000, 21_000], [54, 4, -29, -29]),
        # the same with a rest: 6,666 and two thirds of the oka, 10,000 of the uma
        ({"final.remainder": '"nobody"'}, [31_000, 31_000, 31_000, 7_000], [17.66, 17.66, 17.66, -53]),
        ({"final.remainder": '"earlier_seat"'}, [31_000, 31_000, 31_000, 7_000], [17.68, 17.66, 17.66, -53]),
        ({"final.unit": "100"}, [31_000, 31_000, 31_000, 7_000], [17.7, 17.7, 17.7, -53]),
    ],
    ids=["a third", "a half", "the rest to nobody", "the rest to the earlier seat", "in hundreds"],
)
def test_what_is_shared_may_be_finer_than_hundreds(
    tmp_path: Path, changed: dict[str, str], scores: list[int], final: list[float]
) -> None:
    """final.unit: parts of a tied first's bonus in tens of points, rounded or with a rest."""
    result = house(tmp_path, "wrc-2025", NPM | changed, {"ask": "final", "scores": scores})

    assert result["final"] == final


EACH = {"chombo.form": '"each"', "chombo.chips": "0", "chombo.penalty": "3000"}


def test_chombo_may_cost_a_fixed_amount_to_each(tmp_path: Path) -> None:
    """Dealer or not, 3,000 to each of the others, books.md 12; the hand is dealt again with the same honba."""
    chombo = {"table": START, "hand": {"result": "chombo", "offenders": [1], "riichi": [2]}}
    answered = house(tmp_path, "aalto", EACH, chombo)

    assert answered["deltas"] == [3_000, -9_000, 3_000, 3_000]
    assert (answered["next"], answered["table"]["honba"], answered["table"]["kyoutaku"]) == ("repeat", 2, 0)
    assert [line["text"] for line in answered["lines"]] == ["Chombo by South: 3,000 points to each other player."]


def test_a_fixed_chombo_is_told_in_the_ruling(tmp_path: Path) -> None:
    """The amount, how it is said, and what is done at the table."""
    false_ron = {
        "ask": "ruling",
        "offence": "mistaken_win",
        "answers": {"call": "ron", "cause": "no_yaku", "shown": 14},
    }
    answered = house(tmp_path, "aalto", EACH, false_ron)

    assert answered["penalties"] == [{"kind": "chombo", "settles": "each", "amount": 3_000}]
    assert answered["text"].startswith("Chombo. The hand is void; 3,000 points to each other player.")
    assert "Collect 3,000 points for each other player." in answered["effects"]


ONE_DORA = {"kan.dora_closed": '"never"', "kan.dora_other": '"never"', "riichi.ura": "false"}
RIICHI_PINFU = {
    "ask": "score",
    "tiles": "234m567m678p345s99p",
    "win": "5s",
    "by": "ron",
    "seat_wind": "S",
    "round_wind": "E",
    "riichi": "riichi",
}


def test_dora_may_be_the_first_indicator_only(tmp_path: Path) -> None:
    """Without kan dora one indicator is told, without ura none of them; riichi, pinfu and the dora are 3 han."""
    one = house(tmp_path, "wrc-2025", ONE_DORA, RIICHI_PINFU | {"dora_indicators": "8p"})
    two = house(tmp_path, "wrc-2025", ONE_DORA, RIICHI_PINFU | {"dora_indicators": "88p"})
    under = house(tmp_path, "wrc-2025", ONE_DORA, RIICHI_PINFU | {"ura_indicators": "8p"})
    every = house(tmp_path, "wrc-2025", {}, RIICHI_PINFU | {"dora_indicators": "88p", "ura_indicators": "8p"})

    assert (one["han"], every["han"]) == (4, 8)
    assert [answered["error"]["field"] for answered in (two, under)] == ["dora_indicators", "ura_indicators"]
    assert "at most 1" in two["error"]["message"]
    assert "at most 0" in under["error"]["message"]


def test_dora_of_the_dice_are_at_most_three(tmp_path: Path) -> None:
    """Without kan dora no more are turned than the dice turn at the start (standard/indicators)."""
    dice = rules_of(tmp_path, "wrc-2025", ONE_DORA | {"setup.indicators": '"by_dice"'})

    assert most_indicators(dice) == 3
    assert most_indicators(rules_of(tmp_path, "wrc-2025", ONE_DORA)) == 1


def test_no_tray_for_ura_where_there_are_none(tmp_path: Path) -> None:
    """The page of a hand asks for the indicators that the rules know."""
    played = rules_of(tmp_path, "wrc-2025", ONE_DORA)

    assert value_layout(played).trays == (("dora", 1),)
    assert value_layout(rules_of(tmp_path, "wrc-2025", {})).trays == (("dora", 5), ("ura", 5))
