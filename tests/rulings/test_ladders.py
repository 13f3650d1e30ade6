"""Repeated offences: what the second time costs, the third and so on."""

from pathlib import Path
from typing import Any

import pytest

from referee.rulebook import check
from tests.cases import ask, library

WARNED = {"kind": "warning"}
NOTHING = {"kind": "none"}


def off(points: int) -> dict[str, Any]:
    """Return points off the tournament score as an answer tells them."""
    return {"kind": "points", "amount": points}


def ruled(ruleset: str, offence: str, **answers: object) -> dict[str, Any]:
    """Return a ruling."""
    return ask({"ask": "ruling", "ruleset": ruleset, "offence": offence, "answers": answers})


LADDERS = [
    # rrc-1.5/repeats, books.md 1: 2,000, 4,000, 8,000, 16,000, then doubling, per cause, after a warning
    ("rrc-1.5", "information", {}, [WARNED, off(2000), off(4000), off(8000), off(16_000), off(32_000)]),
    ("rrc-1.5", "empty_call", {"call": "chii"}, [WARNED, off(2000), off(4000)]),
    ("rrc-1.5", "exposed_tiles", {"source": "own_hand", "count": 2}, [WARNED, off(2000), off(4000)]),
    ("rrc-1.5", "exposed_tiles", {"source": "dead_wall", "count": 2}, [{"kind": "dead_hand"}, {"kind": "dead_hand"}]),
    # wrc-2025/12.3.1 and 12.3.6, rules-facts 7 rows 10 and 81: a warning, repeated 5P
    ("wrc-2025", "exposed_tiles", {"source": "wall", "count": 2}, [WARNED, off(5000), off(5000)]),
    ("wrc-2025", "false_tenpai", {}, [WARNED, off(5000)]),
    ("wrc-2025", "riichi_stick_forgotten", {}, [WARNED, WARNED]),
    # toronto-2026/exposed and optional rule 6.3, books.md 11: nothing, a warning, then 5P
    ("toronto-2026", "exposed_tiles", {"source": "wall", "count": 3}, [NOTHING, WARNED, off(5000), off(5000)]),
    ("toronto-2026", "exposed_tiles", {"source": "wall", "count": 3, "deal": "yes"}, [NOTHING, NOTHING]),
    ("toronto-2026", "false_tenpai", {}, [WARNED, off(5000)]),
    ("philadelphia-2024", "exposed_tiles", {"source": "wall", "count": 1}, [NOTHING, WARNED, off(5000)]),
    # m-league/cards, rules-facts 10: the second yellow card of a day 20.0
    ("m-league", "exposed_tiles", {"source": "own_hand", "count": 2}, [WARNED, off(20_000)]),
    # no ladder: the ruling stays
    ("ema-2016", "riichi_stick_forgotten", {}, [NOTHING, NOTHING]),
]


NAMES = [" ".join(row[:2]) for row in LADDERS]


@pytest.mark.parametrize(("ruleset", "offence", "answers", "costs"), LADDERS, ids=NAMES)
def test_price_rises_with_every_repeat(
    ruleset: str, offence: str, answers: dict[str, Any], costs: list[dict[str, Any]]
) -> None:
    """The first time as the row says, then step by step; the last step stands for all later times."""
    found = [ruled(ruleset, offence, **answers, times=i + 1)["penalties"] for i in range(len(costs))]

    assert [[{key: each[key] for key in cost} for each in one] for one, cost in zip(found, costs, strict=True)] == [
        [cost] for cost in costs
    ]


def test_repeated_without_a_number_is_the_second_time() -> None:
    """offences.md: repeated=yes means two; a raised price cites the ladder."""
    answer = ruled("rrc-1.5", "too_slow", repeated="yes")

    assert answer == ruled("rrc-1.5", "too_slow", times=2)
    assert (answer["penalties"][0]["amount"], answer["clause"], answer["confidence"]) == (
        2000,
        "rrc-1.5/repeats",
        "text",
    )
    assert ruled("rrc-1.5", "too_slow", repeated="no") == ruled("rrc-1.5", "too_slow", times=1)


def test_times_and_repeated_cannot_disagree() -> None:
    """Who says the first time and repeated has made a mistake; and nobody counts beyond nine."""
    assert ruled("rrc-1.5", "too_slow", repeated="yes", times=1)["error"]["field"] == "answers.times"
    assert ruled("rrc-1.5", "too_slow", times=10)["error"]["field"] == "answers.times"


def test_a_book_that_rules_itself_takes_over_no_ladder() -> None:
    """m-league stands on wrc-2025 and leaves a false tenpai to the referee, repeated or not."""
    assert ruled("m-league", "false_tenpai", times=2)["penalties"][0]["kind"] == "referee"


def test_ladders_say_what_is_counted() -> None:
    """Each cause alone, over the event or over a day."""
    books = {name: library().book(name) for name in ("rrc-1.5", "m-league")}
    ladders = {name: book.penalties.ladder("exposed_tiles") for name, book in books.items() if book is not None}

    assert {name: (found.scope, found.together) for name, found in ladders.items() if found is not None} == {
        "rrc-1.5": ("event", False),
        "m-league": ("day", False),
    }


CLUB = """\
extends = "complete"
document = { title = "Riverside", edition = "2026", confidence = "text", source = "Notice board" }
clause.club-1 = { values = [], place = "1", text = "Repeats cost more." }

[[penalty]]
offence = "phone"
penalties = ["warning"]
clause = "club-1"

[[escalation]]
"""
RIGHT = """\
category = "conduct"
scope = "day"
raises = "warning"
clause = "club-1"
steps = [["dead_hand"], ["referee"]]
"""
WRONG = [
    (RIGHT, []),
    (RIGHT.replace('"conduct"', '"conducts"'), ["escalation.1.category"]),
    (RIGHT.replace("category", "offense"), ["escalation.1", "escalation.1.offense"]),
    (RIGHT.replace('category = "conduct"', 'offence = "phones"'), ["escalation.1.offence"]),
    (RIGHT.replace('"day"', '"week"'), ["escalation.1.scope"]),
    (RIGHT.replace('"warning"', '"chombo"'), ["escalation.1.raises"]),
    (RIGHT.replace('[["dead_hand"], ["referee"]]', "[]"), ["escalation.1.steps"]),
    (RIGHT.replace('"dead_hand"', '"deadhand"'), ["escalation.1.steps.penalties"]),
    (RIGHT.replace('clause = "club-1"\n', ""), ["escalation.1.steps.clause"]),
]


@pytest.mark.parametrize(("ladder", "keys"), WRONG, ids=[" ".join(keys) or "right" for _, keys in WRONG])
def test_wrong_ladder_is_told(ladder: str, keys: list[str], tmp_path: Path) -> None:
    """`referee check` names what cannot be, where it stands."""
    base = Path(__file__).parent.parent / "rulebook" / "complete.toml"
    (tmp_path / "complete.toml").write_text(base.read_text("utf-8"), "utf-8")
    (tmp_path / "club.toml").write_text(CLUB + ladder, "utf-8")

    assert sorted({problem.key for problem in check(tmp_path / "club.toml", (tmp_path,)).problems}) == keys
