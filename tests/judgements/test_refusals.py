"""Questions about tiles that cannot be answered: each is refused with its field, what was found and what is allowed."""

import json
from typing import Any

import pytest

from tests.cases import ask

TILES = "234567m34p55s678s"
KUIKAE = {
    "ask": "kuikae",
    "tiles": "3m6m99m123p456s1z",
    "call": {"kind": "chii", "tiles": "345m", "called": "3m"},
    "discard": "1z",
}
RIICHI = {"ask": "riichi", "tiles": TILES, "drawn": "9m", "points": 25_000, "wall": 40}
KAN = {"ask": "riichi_kan", "tiles": "111m234m567p88p99s", "drawn": "1m", "kan": "1m"}
WAITS = {"ask": "waits", "tiles": TILES}
FURITEN = {"ask": "furiten", "tiles": TILES, "discards": "1z", "passed": [], "riichi": False}

REFUSED: list[tuple[dict[str, Any], str, str]] = [
    ({"ask": "waits"}, "missing_field", "tiles"),
    (WAITS | {"tiles": 13}, "wrong_type", "tiles"),
    (WAITS | {"tiles": "234567m34x"}, "out_of_range", "tiles"),
    (WAITS | {"tiles": "234567m3"}, "out_of_range", "tiles"),
    (WAITS | {"tiles": "8z"}, "out_of_range", "tiles"),
    (WAITS | {"tiles": ""}, "impossible", "tiles"),
    (WAITS | {"tiles": TILES + "1z"}, "impossible", "tiles"),
    (WAITS | {"tiles": "11111m34p55s678s1z"}, "impossible", "tiles"),
    (WAITS | {"tiles": "234067m34p55s678s", "ruleset": "ema-2016"}, "impossible", "tiles"),
    (WAITS | {"melds": {}}, "wrong_type", "melds"),
    (WAITS | {"melds": [{"kind": "chii", "tiles": "124m"}]}, "impossible", "melds[0].tiles"),
    (WAITS | {"melds": [{"kind": "kan", "tiles": "1111m"}]}, "out_of_range", "melds[0].kind"),
    (WAITS | {"melds": [{"kind": "ankan", "tiles": "1111m"}]}, "impossible", "tiles"),
    (
        WAITS | {"tiles": "23m456p789s22z", "melds": [{"kind": "pon", "tiles": "222m", "from": 4}]},
        "out_of_range",
        "melds[0].from",
    ),
    (WAITS | {"tiles": "22m456p789s22z", "melds": [{"kind": "pon", "tiles": "222m"}]}, "impossible", "tiles"),
    (WAITS | {"drawn": "1m"}, "unknown_field", "drawn"),
    (FURITEN | {"discards": 5}, "wrong_type", "discards"),
    (FURITEN | {"discards": ["1z", 5]}, "wrong_type", "discards[1]"),
    (FURITEN | {"discards": "9z"}, "out_of_range", "discards"),
    (FURITEN | {"passed": "2p"}, "wrong_type", "passed"),
    (FURITEN | {"passed": ["2p"]}, "wrong_type", "passed[0]"),
    (FURITEN | {"passed": [{"since": []}]}, "missing_field", "passed[0].tile"),
    (FURITEN | {"passed": [{"tile": "25p", "since": []}]}, "out_of_range", "passed[0].tile"),
    (FURITEN | {"passed": [{"tile": "2p", "since": "call"}]}, "wrong_type", "passed[0].since"),
    (FURITEN | {"passed": [{"tile": "2p", "since": ["call", "yawn"]}]}, "out_of_range", "passed[0].since[1]"),
    (FURITEN | {"passed": [{"tile": "2p", "since": [True]}]}, "wrong_type", "passed[0].since[0]"),
    (FURITEN | {"passed": [{"tile": "2p", "by": "pon"}]}, "out_of_range", "passed[0].by"),
    (FURITEN | {"passed": [{"tile": "2p", "when": 1}]}, "unknown_field", "passed[0].when"),
    (FURITEN | {"riichi": "yes"}, "wrong_type", "riichi"),
    (KAN | {"drawn": "12m"}, "out_of_range", "drawn"),
    (KAN | {"kan": "2m"}, "impossible", "kan"),
    (KAN | {"tiles": "111m24m68m57p88p99s"}, "impossible", "tiles"),
    (KAN | {"drawn": "1z"}, "impossible", "kan"),
    (KAN | {"tiles": "1111m234m567p88p9s"}, "impossible", "drawn"),
    (KAN | {"tiles": "111m567p88p99s", "melds": [{"kind": "chii", "tiles": "234m"}]}, "impossible", "melds[0]"),
    ({key: KAN[key] for key in ("ask", "tiles", "kan")}, "missing_field", "drawn"),
    (KUIKAE | {"discard": "2z"}, "impossible", "discard"),
    (KUIKAE | {"discard": ""}, "out_of_range", "discard"),
    (KUIKAE | {"call": "chii"}, "wrong_type", "call"),
    (KUIKAE | {"call": {"kind": "ankan", "tiles": "3333m", "called": "3m"}}, "out_of_range", "call.kind"),
    (KUIKAE | {"call": {"kind": "chii", "tiles": "346m", "called": "3m"}}, "impossible", "call.tiles"),
    (KUIKAE | {"call": {"kind": "chii", "tiles": "345m", "called": "6m"}}, "impossible", "call.called"),
    (KUIKAE | {"call": {"kind": "chii", "tiles": "345m"}}, "missing_field", "call.called"),
    (KUIKAE | {"call": {"kind": "chii", "tiles": "345m", "called": "3m", "from": 1}}, "impossible", "call.from"),
    (KUIKAE | {"call": {"kind": "pon", "tiles": "999m", "called": "9m"}}, "impossible", "call.tiles"),
    (KUIKAE | {"tiles": TILES}, "impossible", "tiles"),
    (RIICHI | {"points": "many"}, "wrong_type", "points"),
    (RIICHI | {"points": True}, "wrong_type", "points"),
    (RIICHI | {"wall": -1}, "out_of_range", "wall"),
    (RIICHI | {"wall": 71}, "out_of_range", "wall"),
    (RIICHI | {"tiles": "5555m34p55s678s1z"}, "impossible", "tiles"),
    (RIICHI | {"tiles": "2m9999m34p55s678s1z", "drawn": "9m"}, "impossible", "drawn"),
    ({key: RIICHI[key] for key in ("ask", "tiles", "drawn", "points")}, "missing_field", "wall"),
]


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize(("question", "code", "field"), REFUSED, ids=[json.dumps(row[0])[:90] for row in REFUSED])
def test_question_is_refused(question: dict[str, Any], code: str, field: str, lang: str) -> None:
    """The error names the code, the field in its sentence too, and there is one in each language."""
    error = ask({"ruleset": "aalto", "lang": lang} | question)["error"]

    assert (error["code"], error["field"]) == (code, field), error
    assert field in error["message"]


def test_fields_with_a_natural_answer_may_be_left_out() -> None:
    """No melds, no discards, nothing passed, no riichi."""
    assert ask({"ask": "furiten", "ruleset": "aalto", "tiles": TILES})["furiten"] is False
