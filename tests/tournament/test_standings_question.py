"""The questions `standings` and `signal` (events.md §11), as other programs put them."""

import json
from typing import Any

import pytest

from referee.ask_event.api import OVER_HTTP, answer
from tests.cases import ask, library, policies

TABLE = {"round": 1, "table": 1, "numbers": [1, 2, 3, 4], "points": [45_000, 30_000, 25_000, 20_000]}
ASKED: dict[str, Any] = {"ask": "standings", "ruleset": "ema-2016", "results": [TABLE]}


def rows(question: dict[str, Any]) -> dict[int, dict[str, Any]]:
    """Return the rows of an answer by number."""
    return {row["number"]: row for row in ask(question)["rows"]}


def test_rows_are_told_whole() -> None:
    """Every field of events.md §11 in its order, results in thousands, points as they are."""
    found = ask(
        ASKED | {"adjustments": [{"number": 2, "points": -5_000, "why": "a call too many"}], "carry": {"2": 1.5}}
    )

    assert found["rows"][1] == {
        "number": 2,
        "place": 2,
        "shared": False,
        "total": 1.5,
        "parts": {"score": 0, "uma": 5, "oka": 0, "chips": 0, "penalties": 0, "adjustments": -5, "carry": 1.5},
        "games": 1,
        "firsts": 0,
        "seconds": 1,
        "thirds": 0,
        "fourths": 0,
        "average_place": 2,
        "raw_points": 30_000,
    }
    assert [*found] == ["rows", "checks"]
    assert found["checks"] == {"sum": -3.5, "explained": -3.5}


def test_ties_are_those_of_the_book() -> None:
    """Warsaw decides by its list and says by what; a list in the question goes before it, also an empty one."""
    second = {"round": 2, "table": 1, "numbers": [5, 6, 7, 8], "points": [37_000, 26_000, 19_000, 18_000]}
    first = {"round": 1, "table": 1, "numbers": [1, 2, 3, 4], "points": [37_000, 26_000, 22_000, 15_000]}
    question = ASKED | {"ruleset": "warsaw", "results": [first, second]}

    shared = rows(question | {"ties": []})
    decided = rows(question | {"adjustments": [{"number": 2, "points": 31_000, "why": "level with number 1"}]})

    assert [(shared[number]["place"], shared[number]["shared"]) for number in (1, 5)] == [(1, True), (1, True)]
    assert decided[2]["total"] == decided[1]["total"]
    assert (decided[1]["place"], decided[2]["place"]) == (1, 3)
    assert decided[5]["tie"] == {"by": "firsts", "mine": 1, "theirs": 0, "text": "1 first : 0"}
    assert "tie" not in decided[3]


def test_the_text_of_a_tie_is_in_the_language_asked_for() -> None:
    """As the cell of the standings shows it."""
    question = ASKED | {"adjustments": [{"number": 2, "points": 25_000, "why": "level"}], "ties": ["raw_points"]}

    assert ask(question)["rows"][0]["tie"]["text"] == "raw points 45,000 : 30,000"
    assert ask(question | {"lang": "ja"})["rows"][0]["tie"]["text"] == "素点 45,000：30,000"


def test_divisions_stand_one_above_the_other() -> None:
    """Whatever the totals; who is in none stands below."""
    found = ask(ASKED | {"divisions": [[4], [2, 3]]})

    assert [row["number"] for row in found["rows"]] == [4, 2, 3, 1]


def test_who_was_carried_over_stands_there_before_the_next_game() -> None:
    """With no games and no average."""
    found = rows(ASKED | {"results": [], "carry": {"7": 12.5, "8": -3}})

    assert (found[7]["total"], found[7]["games"], found[7]["average_place"]) == (12.5, 0, None)
    assert found[8]["total"] == -3


def test_average_places_have_two_decimals_at_most() -> None:
    """A third of eight is 2.67."""
    games = [
        TABLE | {"round": turn, "numbers": numbers}
        for turn, numbers in enumerate([[1, 2, 3, 4]] * 2 + [[2, 3, 4, 1]], 1)
    ]

    assert rows(ASKED | {"results": games})[1]["average_place"] == 2
    assert rows(ASKED | {"results": games})[2]["average_place"] == 1.67


def test_what_explains_a_sum() -> None:
    """WRC: sticks that nobody gets and penalties in games; a sum with a reason under EMA."""
    wrc = TABLE | {"points": [44_000, 30_000, 25_000, 20_000], "left": 1_000, "penalties": [0, 0, 0, -5_000]}
    short = TABLE | {"points": [44_900, 30_000, 25_000, 20_000], "reason": "100 left over"}

    assert ask(ASKED | {"ruleset": "wrc-2025", "results": [wrc]})["checks"] == {"sum": -6, "explained": -6}
    assert ask(ASKED | {"results": [short]})["checks"] == {"sum": -0.1, "explained": -0.1}


@pytest.mark.parametrize(
    ("change", "field", "code"),
    [
        ({"results": "none"}, "results", "wrong_type"),
        ({"results": [7]}, "results[0]", "wrong_type"),
        ({"results": [TABLE | {"points": [45_300, 30_000, 25_000, 20_000]}]}, "results[0].points", "impossible"),
        ({"results": [TABLE | {"points": [45_050, 29_950, 25_000, 20_000]}]}, "results[0].points[0]", "out_of_range"),
        ({"results": [TABLE | {"numbers": [1, 1, 2, 3]}]}, "results[0].numbers", "impossible"),
        ({"results": [TABLE | {"numbers": [1, 2, 3]}]}, "results[0].numbers", "out_of_range"),
        ({"results": [TABLE | {"places": [1, 2, 3, 4]}]}, "results[0].places", "unknown_field"),
        ({"results": [TABLE | {"left": -100}]}, "results[0].left", "out_of_range"),
        ({"results": [TABLE | {"penalties": [100, 0, 0, 0]}]}, "results[0].penalties[0]", "out_of_range"),
        ({"results": [TABLE | {"reason": 5}]}, "results[0].reason", "wrong_type"),
        ({"results": [TABLE, TABLE | {"table": 2}]}, "results[1]", "impossible"),
        ({"results": [TABLE, TABLE | {"numbers": [5, 6, 7, 8]}]}, "results[1].table", "impossible"),
        ({"results": [TABLE, {"round": 1, "number": 9, "final": 1}]}, "results[1]", "impossible"),
        ({"results": [{"round": 1, "number": 9, "final": 1.25}]}, "results[0].final", "out_of_range"),
        ({"results": [{"round": 1, "number": 9, "final": True}]}, "results[0].final", "wrong_type"),
        ({"results": [{"round": 1, "number": 9, "final": 1, "table": 1}]}, "results[0].table", "unknown_field"),
        ({"results": [{"round": 0, "number": 9, "final": 1}]}, "results[0].round", "out_of_range"),
        ({"adjustments": [{"number": 1, "points": -50, "why": ""}]}, "adjustments[0].points", "out_of_range"),
        ({"adjustments": [{"number": 1, "points": -500}]}, "adjustments[0].why", "missing_field"),
        ({"ties": ["luck"]}, "ties[0]", "out_of_range"),
        ({"ties": ["firsts", "firsts"]}, "ties[1]", "impossible"),
        ({"divisions": [[1], [1]]}, "divisions[1]", "impossible"),
        ({"divisions": [1]}, "divisions[0]", "wrong_type"),
        ({"divisions": [[77]]}, "divisions", "impossible"),
        ({"carry": {"one": 5}}, "carry.one", "impossible"),
        ({"carry": {"1": "5"}}, "carry.1", "wrong_type"),
        ({"carry": []}, "carry", "wrong_type"),
        ({"ruleset": "none"}, "ruleset", "unknown_ruleset"),
        ({"players": []}, "players", "unknown_field"),
    ],
)
def test_what_is_wrong_is_named(change: dict[str, Any], field: str, code: str) -> None:
    """The field with its path, and a code that programs know."""
    error = ask(ASKED | change)["error"]

    assert (error["field"], error["code"]) == (field, code)


def test_a_wrong_sum_says_by_how_much() -> None:
    """Three hundred too many are told."""
    error = ask(ASKED | {"results": [TABLE | {"points": [45_300, 30_000, 25_000, 20_000]}]})["error"]

    assert "off by 300 points" in error["message"]


def test_two_megabytes_are_read_and_answered_over_http() -> None:
    """1,000 people and 12 rounds are far below."""
    results = [
        {
            "round": turn,
            "table": table + 1,
            "numbers": [4 * table + seat for seat in range(1, 5)],
            "points": TABLE["points"],
        }
        for turn in range(1, 13)
        for table in range(250)
    ]
    question = json.dumps(ASKED | {"results": results})

    assert len(json.loads(answer(question, library(), policies(), "standings"))["rows"]) == 1000
    assert "standings" in OVER_HTTP
    assert "signal" in OVER_HTTP


@pytest.mark.parametrize(
    ("book", "running", "left", "text"),
    [
        ("ema-2016", True, 2, "This hand and 1 more."),
        ("ema-2016", False, 1, "1 more hand."),
        ("wrc-2025", True, 2, "This hand and 1 more."),
        ("aalto", True, 2, "This hand and 1 more."),
        ("tenhou", True, None, "No time limit."),
    ],
)
def test_the_signal(book: str, running: bool, left: int | None, text: str) -> None:  # noqa: FBT001 a row of the table
    """How many hands are left, the running one included; null where a book has no limit."""
    assert ask({"ask": "signal", "ruleset": book, "running": running}) == {"hands_left": left, "text": text}


def test_the_signal_needs_to_know_whether_a_hand_is_running() -> None:
    """Nothing is guessed."""
    for fields in ({}, {"running": None}, {"running": 1}):
        assert ask({"ask": "signal", "ruleset": "aalto"} | fields)["error"]["field"] == "running"
