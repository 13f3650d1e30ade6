"""Two rulesets side by side say what a person found who compared the sheets by hand."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from referee.explain.rulebook import Difference, RulingDifference, Sentence, compared, differences_of, ruled_differently
from tests.reading.readers import LANGUAGES, rulebook, speaker

PAIRS: list[dict[str, Any]] = tomllib.loads((Path(__file__).parent / "differences.toml").read_text("utf-8"))["pair"]


def about(difference: Difference) -> str:
    """Return what a difference is about."""
    line = difference.one or difference.other
    assert line is not None
    return line.rule


def says(line: Sentence | None, piece: str, clause: str) -> bool:
    """Return whether a sentence holds a piece and ends in a clause."""
    if line is None:
        return (piece, clause) == ("", "")
    return bool(piece) and piece in line.text and clause in line.clauses.split(", ")


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: f"{pair['one']} {pair['other']}")
def test_differences_are_those_found_by_hand(pair: dict[str, Any]) -> None:
    """Neither more nor fewer, with the right numbers and clauses on each side, in reading order."""
    found = differences_of(rulebook(pair["one"]).rules, rulebook(pair["other"]).rules, speaker())

    assert [about(difference) for difference in found] == [row[0] for row in pair["rows"]]
    wrong = [
        (row, difference)
        for row, difference in zip(pair["rows"], found, strict=True)
        if not (says(difference.one, row[1], row[2]) and says(difference.other, row[3], row[4]))
    ]
    assert wrong == []


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: f"{pair['one']} {pair['other']}")
def test_turned_round_it_says_the_same(pair: dict[str, Any]) -> None:
    """B against A is A against B with the sides changed."""
    one, other = rulebook(pair["one"]).rules, rulebook(pair["other"]).rules
    there = [(each.one, each.other) for each in differences_of(one, other, speaker())]
    back = [(each.other, each.one) for each in differences_of(other, one, speaker())]

    assert sorted(map(str, there)) == sorted(map(str, back))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_book_does_not_differ_from_itself(lang: str) -> None:
    """Nothing is reported where nothing differs."""
    found = compared(rulebook("aalto", lang), rulebook("aalto", lang))

    assert (found.values, found.rulings, found.words) == ((), (), ((), ()))


def test_options_of_one_book_can_be_compared() -> None:
    """aalto/4, aalto/5: the club ends below zero and plays on until 30,000, the tournament does neither."""
    club, tournament = rulebook("aalto", "en", "play=club"), rulebook("aalto", "en", "play=tournament")
    found = {about(each): each for each in differences_of(club.rules, tournament.rules, speaker())}

    assert says(found["course.bust"].other, "does not end the game", "aalto/4")
    assert says(found["course.extension"].other, "No extra round", "aalto/5")


def ruled(offence: str, one: str, other: str) -> list[RulingDifference]:
    """Return how two books rule differently on one offence."""
    return [each for each in ruled_differently(rulebook(one), rulebook(other)) if each.offence == offence]


def test_a_fine_against_nothing() -> None:
    """warsaw/forgotten-stick fines a forgotten riichi stick 100; EMA 2016, 5.3, does not."""
    (found,) = ruled("riichi_stick_forgotten", "warsaw", "ema-2016")

    assert (found.when, found.one.text, found.one.clauses) == (
        "always",
        "100 to the table",
        "warsaw/forgotten-stick",
    )
    assert (found.other.text, found.other.clauses) == ("nothing", "ema-2016/5.3")


def test_rows_say_when_they_apply() -> None:
    """warsaw/revealed: three to five tiles a dead hand, six a chombo; EMA 2016 leaves its own wall to the referee."""
    found = {each.when: (each.one.text, each.other.text) for each in ruled("exposed_tiles", "warsaw", "ema-2016")}

    assert len(found) == 3
    assert ("dead hand", "chombo") in found.values()
    assert all("3\N{EN DASH}5 seen" in when or "6 or more seen" in when for when in found)


def test_false_set_adds_the_fine_to_the_dead_hand() -> None:
    """warsaw/false-set fines 100 beside EMA's own dead hand, which stays."""
    found = {each.one.text: each.other.text for each in ruled("false_set", "warsaw", "ema-2016")}

    assert found == {"100 to the table": "nothing", "100 to the table + dead hand": "dead hand"}


def test_what_is_ruled_alike_is_left_out() -> None:
    """warsaw/base: what the sheet does not name is EMA 2016, so most offences do not differ."""
    named = {each.offence for each in ruled_differently(rulebook("warsaw"), rulebook("ema-2016"))}

    assert "wrong_draw" not in named
    assert len(named) == 10


def test_words_without_a_value_are_shown_beside_each_other() -> None:
    """aalto/7 and aalto/33 decide no value; ema-rcr/paper does not hold at a club."""
    one, other = compared(rulebook("aalto"), rulebook("ema-rcr-2012")).words

    assert {"aalto/7", "aalto/33"} <= {line.clauses for line in one}
    assert [line.clauses for line in other] == ["ema-rcr/paper"]


def test_words_that_an_option_turns_into_values_are_none() -> None:
    """standard/house-wareme decides a value with house=on, so it is compared there and not shown as words."""
    words = compared(rulebook("standard-shuugi"), rulebook("aalto")).words[0]

    assert [line.clauses for line in words] == ["standard/house-peek"]
