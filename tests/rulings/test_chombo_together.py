"""A chombo that comes together with a win, a draw or another chombo, book by book."""

from pathlib import Path
from typing import Any

import pytest

from tests.cases import ask, library
from tests.rulings.test_rows import rule, write

VOID = "If another player wins at the same time, settle the win only."
STANDS = "If another player wins at the same time, settle both; do not deal again."
UNSAID_WIN = "If another player wins at the same time, call the head referee: the rules do not say."
FIRST = "At an exhaustive draw, settle the chombo only: no noten payments, no added honba."
UNSAID_DRAW = "At an exhaustive draw, call the head referee: the rules do not say whether noten is paid."
EACH = "If several players have a chombo, each owes it in full; deal again once."
UNSAID_SEVERAL = "If several players have a chombo, call the head referee: the rules do not say."
NAGASHI = "If someone has nagashi mangan, settle that win: noten riichi is then no chombo."

TOGETHER = [
    # rulesets.md, decisions for all, "chombo together with a win", "several offenders"; the draw: "Nagashi"
    ("aalto", {"offence": "exposed_tiles", "answers": {"source": "other_hand", "count": 1}}, [EACH, VOID]),
    (
        "ema-rcr-2012",
        {"offence": "noten_riichi", "answers": {"found": "exhaustive_draw"}},
        [EACH, FIRST, NAGASHI],
    ),
    ("standard-shuugi", {"offence": "wrong_tile_count", "answers": {}}, [EACH, VOID]),
    ("warsaw", {"offence": "noten_riichi", "answers": {"found": "exhaustive_draw"}}, [EACH, FIRST]),
    ("warsaw", {"offence": "noten_riichi", "answers": {"found": "four_riichi"}}, [EACH]),
    ("aalto", {"offence": "riichi_wait_changed", "answers": {"found": "exhaustive_draw"}}, [EACH, FIRST]),
    ("ema-rcr-2012", {"offence": "riichi_wait_changed", "answers": {"found": "exhaustive_draw"}}, [EACH, FIRST]),
    ("ema-rcr-2012", {"offence": "exposed_tiles", "answers": {"source": "wall", "count": 6}}, [EACH, VOID]),
    # rules-facts 7.7: EMA 2016 voids it beside a win; WRC 2025 puts it before a draw and lets all offenders pay
    ("ema-2016", {"offence": "play_cannot_continue", "answers": {}}, [EACH, VOID]),
    ("wrc-2025", {"offence": "play_cannot_continue", "answers": {}}, [EACH, VOID]),
]
"""What can come together: the last steps of a chombo under each book that rules one."""

CITED = [
    ("aalto", "aalto/decided-chombo interpretation", "aalto/decided-chombo interpretation"),
    ("ema-rcr-2012", "ema-rcr/3.4.6 secondary", "ema-rcr/decided-chombo interpretation"),
    ("standard-shuugi", "standard/decided-chombo interpretation", "standard/decided-chombo interpretation"),
    ("warsaw", "ema-2016/3.4.6 text", "ema-2016/decided-chombo interpretation"),
    ("ema-2016", "ema-2016/3.4.6 text", "ema-2016/decided-chombo interpretation"),
    ("ema-2025", "ema-2025/decided-chombo interpretation", "ema-2025/decided-chombo interpretation"),
    ("wrc-2025", "wrc-2025/12.2 secondary", "wrc-2025/12.2 secondary"),
    ("m-league", "m-league/decided-chombo interpretation", "m-league/decided-chombo interpretation"),
    ("tenhou", "tenhou/decided-chombo interpretation", "tenhou/decided-chombo interpretation"),
    ("ranking-match", "tenhou/decided-chombo interpretation", "tenhou/decided-chombo interpretation"),
]
"""Where each book says what becomes of a chombo beside a win, and of one at a draw or of several."""


@pytest.mark.parametrize(("ruleset", "asked", "expected"), TOGETHER, ids=[row[0] for row in TOGETHER])
def test_effects_say_what_comes_together(ruleset: str, asked: dict[str, Any], expected: list[str]) -> None:
    """The last steps speak of several offenders, a win or a draw, as the book decides and the moment allows."""
    answer = ask({"ask": "ruling", "ruleset": ruleset, **asked})

    assert [step for step in answer["effects"] if step in (EACH, VOID, FIRST, NAGASHI)] == expected
    assert not {STANDS, UNSAID_WIN, UNSAID_DRAW, UNSAID_SEVERAL} & set(answer["effects"])


@pytest.mark.parametrize(("ruleset", "beside_win", "otherwise"), CITED, ids=[row[0] for row in CITED])
def test_every_book_cites_what_it_says(ruleset: str, beside_win: str, otherwise: str) -> None:
    """Each of the three values has its clause; what a book does not say is marked as an interpretation."""
    book = library().book(ruleset)
    assert book is not None
    for rules in book.variants.values():
        found = [rules.cite(f"chombo.{key}") for key in ("with_win", "with_draw", "several")]
        assert [f"{cite.clause} {cite.confidence}" for cite in found] == [beside_win, otherwise, otherwise]


@pytest.mark.parametrize("ruleset", ["ema-2025", "m-league", "tenhou"])
def test_where_nothing_is_known_the_referee_decides(ruleset: str) -> None:
    """rules-facts 7.7 and 13: the wording of EMA 2025 and of M-League was not found; Tenhou has no chombo."""
    book = library().book(ruleset)
    assert book is not None
    for rules in book.variants.values():
        assert [rules.chombo.with_win, rules.chombo.with_draw, rules.chombo.several] == ["referee"] * 3


def test_club_says_otherwise(tmp_path: Path) -> None:
    """A club scores the win and the chombo, as WRC 2014 did, and leaves the rest to the referee."""
    values = '[chombo]\nwith_win = "stands"\nwith_draw = "referee"\nseveral = "referee"\n'
    clause = (
        '[clause.riverside-chombo]\nvalues = ["chombo.with_win", "chombo.with_draw", "chombo.several"]\n'
        'place = "2"\ntext = "Both count."\n'
    )
    write(tmp_path, values + clause, base="aalto")

    answer = rule(tmp_path, "play_cannot_continue", {})
    at_draw = rule(tmp_path, "noten_riichi", {"found": "exhaustive_draw"})

    assert answer["effects"][-2:] == [UNSAID_SEVERAL, STANDS]
    assert at_draw["effects"][-2:] == [UNSAID_SEVERAL, UNSAID_DRAW]
