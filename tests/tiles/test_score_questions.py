"""Score questions that are wrong, and the words of the answers."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.ask.score import FLAGS, SCORE_FIELDS
from referee.rules import score
from referee.rules.yaku import YAKU_NAMES, YAKUMAN_NAMES, price_list
from tests.cases import ask, library

GOOD: dict[str, Any] = {
    "ask": "score",
    "ruleset": "aalto",
    "tiles": "234m567m234p66s678s",
    "win": "4p",
    "by": "ron",
    "seat_wind": "S",
    "round_wind": "E",
}
JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.text(max_size=8)
    | st.sampled_from(["5m", "0s", "123m", "E", "open"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["kind", "tiles", "from"]), inner),
    max_leaves=6,
)
WRONG = (
    ("tiles", "234m567m234p66s678x", "out_of_range"),
    ("tiles", "234m567m234p66s67s", "impossible"),
    ("tiles", "222m22m345p66s678s4p", "impossible"),
    ("tiles", 5, "wrong_type"),
    ("win", "9p", "impossible"),
    ("win", "45p", "out_of_range"),
    ("by", "draw", "out_of_range"),
    ("seat_wind", "X", "out_of_range"),
    ("riichi", "dabu", "out_of_range"),
    ("flags", ["haitei"], "out_of_range"),
    ("flags", ["last_tile", "last_tile"], "impossible"),
    ("flags", ["ippatsu"], "impossible"),
    ("flags", ["rinshan"], "impossible"),
    ("flags", ["first_draw"], "impossible"),
    ("flags", ["kan_discard", "chankan"], "impossible"),
    ("flags", ["mixed_in"], "impossible"),
    ("flags", ["riichi_tile", "chankan"], "impossible"),
    ("dora_indicators", "123456m", "out_of_range"),
    ("honba", -1, "out_of_range"),
    ("honba", True, "wrong_type"),
    ("colour", "red", "unknown_field"),
    ("melds", [{"kind": "chii", "tiles": "135m"}], "impossible"),
    ("melds", [{"kind": "chii", "tiles": "123m", "from": 1}], "impossible"),
    ("melds", [{"kind": "run", "tiles": "123m"}], "out_of_range"),
)


@pytest.mark.parametrize(("field", "value", "code"), WRONG, ids=[f"{row[0]} {row[1]}" for row in WRONG])
def test_what_is_wrong_is_told(field: str, value: object, code: str) -> None:
    """The error names the code and the field, or a place inside it."""
    error = ask(GOOD | {field: value})["error"]

    assert error["code"] == code
    assert error["field"].startswith(field)
    assert error["message"]


@pytest.mark.parametrize("field", ["tiles", "win", "by", "seat_wind", "round_wind", "ruleset"])
def test_what_is_missing_is_told(field: str) -> None:
    """A field without a default must be given."""
    error = ask({key: value for key, value in GOOD.items() if key != field})["error"]

    assert (error["code"], error["field"]) == ("missing_field", field)


@settings(max_examples=300, deadline=None)
@given(field=st.sampled_from(SCORE_FIELDS), value=JSON, flags=st.lists(st.sampled_from(FLAGS), max_size=3))
def test_no_wrong_field_breaks_a_score(field: str, value: object, flags: list[str]) -> None:
    """A good question with one field replaced by anything is answered or refused."""
    answered = ask(GOOD | {"flags": flags} | {field: value})

    assert "valid" in answered or answered["error"]["code"]


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_every_yaku_has_a_name(lang: str) -> None:
    """Each id has words of its own in every language."""
    words = library().sentences[lang]
    names = [words[f"yaku.{name}"] for name in (*YAKU_NAMES, *YAKUMAN_NAMES)]

    assert len(set(names)) == len(names)


def test_an_answer_speaks_japanese() -> None:
    """Names, parts and the sentence are in the language asked for."""
    answered = ask(GOOD | {"lang": "ja"})

    assert [yaku["name"] for yaku in answered["yaku"]] == ["平和", "断么九"]
    assert answered["fu_parts"][0]["text"] == "副底"
    assert answered["text"].startswith("平和")


@pytest.mark.parametrize(
    ("lang", "triplet", "pair"),
    [("en", "closed triplet of South", "yakuhai pair of East"), ("ja", "南の暗刻", "役牌の雀頭 東")],
)
def test_the_parts_of_the_fu_name_their_tiles_as_players_do(lang: str, triplet: str, pair: str) -> None:
    """Three closed South 8 fu, a pair of the round's wind 2: no tile is written as it is typed."""
    drawn = {"tiles": "123m456p789s11222z", "win": "2z", "by": "tsumo", "seat_wind": "W", "round_wind": "E"}
    parts = ask(GOOD | drawn | {"lang": lang})["fu_parts"]

    assert [(part["text"], part["fu"]) for part in parts[1:3]] == [(triplet, 8), (pair, 2)]


def test_what_is_remembered_of_prices_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where hardly any combination of yaku can be remembered, hands are worth the same, and no more are kept."""
    book = library().book("aalto")
    assert book is not None
    hands = [GOOD | more for more in ({}, {"riichi": "riichi"}, {"by": "tsumo"}, {"riichi": "riichi", "by": "tsumo"})]
    before = [ask(each) for each in hands]
    remembered = price_list(next(iter(book.variants.values()))).counted
    assert len(remembered) > 2
    remembered.clear()
    monkeypatch.setattr(score, "MOST_COUNTED", 2)

    assert [ask(each) for each in (*hands, *hands)] == before * 2
    assert len({each["han"] for each in before}) > 2
    assert 0 < len(remembered) <= 2
