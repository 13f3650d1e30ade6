"""The questions about draws, as other programs put them to `referee ask`."""

import json
from typing import Any

import pytest

from referee.ask_event.api import LARGEST, answer
from tests.cases import library, policies
from tests.tournament.checker import broken_bars

DRAW = {"ask": "draw", "players": list(range(1, 17)), "rounds": 5, "method": "fixed", "seed": 7}
CHECK = {"ask": "check_draw", "rounds": [[[1, 2, 3, 4]], [[2, 1, 4, 3]]]}


def asked(question: dict[str, Any]) -> dict[str, Any]:
    """Return the answer to a question."""
    answered: dict[str, Any] = json.loads(answer(json.dumps(question), library(), policies()))
    return answered


def test_a_draw_is_answered_with_its_quality() -> None:
    """Sixteen players, five rounds: nobody meets anybody twice; the id comes back."""
    found = asked(DRAW | {"id": "a"})

    assert [*found] == ["id", "rounds", "quality"]
    assert broken_bars(found["rounds"], range(1, 17), planned=True) == []
    assert found["quality"] == {"repeats": 0, "most": 1, "winds": 1, "visits": found["quality"]["visits"], "apart": 0}


def test_the_same_question_has_the_same_answer() -> None:
    """Byte for byte."""
    assert answer(json.dumps(DRAW), library(), policies()) == answer(json.dumps(DRAW), library(), policies())


def test_one_more_round_is_drawn_after_others() -> None:
    """The rounds of an answer are the history of the next question, and count in its quality."""
    first = asked(DRAW)

    more = asked(DRAW | {"rounds": 1, "method": "random", "history": {"rounds": first["rounds"]}})

    assert more["quality"]["repeats"] == 24  # everybody met everybody: all pairs of the round meet again


def test_by_place_and_swiss_need_standings() -> None:
    """A round at once, from first to last; a plan names each place once."""
    eight: dict[str, Any] = {
        "ask": "draw",
        "players": [*range(1, 9)],
        "rounds": 1,
        "seed": 1,
        "standings": [*range(8, 0, -1)],
    }
    plan = [[1, 2, 7, 8], [3, 4, 5, 6]]

    found = asked(eight | {"method": "by_place", "plan": plan})
    swiss = asked(eight | {"method": "swiss"})

    assert sorted(sorted(table) for table in found["rounds"][0]) == [[1, 2, 7, 8], [3, 4, 5, 6]]
    assert sorted(sorted(table) for table in swiss["rounds"][0]) == [[1, 2, 3, 4], [5, 6, 7, 8]]


def test_a_draw_that_was_made_elsewhere_is_checked() -> None:
    """What is wrong is named with its round; with a list of players also who is missing."""
    found = asked(CHECK | {"players": [1, 2, 3, 4, 5]})

    assert found["quality"] == {"repeats": 6, "most": 2, "winds": 1, "visits": 2, "apart": 0}
    assert found["problems"][0] == {
        "code": "draw_incomplete",
        "message": "Round 1: number 5 has no seat.",
        "field": "rounds[0]",
    }


@pytest.mark.parametrize(
    ("change", "field", "code"),
    [
        ({"players": [1, 2, 3, 4, 5]}, "players", "out_of_range"),
        ({"players": [1, 2, 3, 3]}, "players", "impossible"),
        ({"players": []}, "players", "out_of_range"),
        ({"players": "all"}, "players", "wrong_type"),
        ({"rounds": 21}, "rounds", "out_of_range"),
        ({"method": "swiss"}, "rounds", "out_of_range"),
        ({"method": "swiss", "rounds": 1}, "standings", "missing_field"),
        ({"method": "swiss", "rounds": 1, "standings": [1]}, "standings", "impossible"),
        ({"method": "pairs"}, "method", "out_of_range"),
        ({"seed": 0.5}, "seed", "wrong_type"),
        ({"winds": "east"}, "winds", "out_of_range"),
        ({"history": {"rounds": [[[1, 2, 3]]]}}, "history.rounds[0][0]", "out_of_range"),
        ({"apart": [[1, 1]]}, "apart[0]", "impossible"),
        ({"keeps": {"1": 5}}, "keeps.1", "out_of_range"),
        ({"keeps": {"99": 1}}, "keeps.99", "impossible"),
        ({"keeps": {"1": 2, "2": 2}}, "keeps", "impossible"),
        ({"colour": 1}, "colour", "unknown_field"),
    ],
)
def test_what_is_wrong_is_named(change: dict[str, Any], field: str, code: str) -> None:
    """The field, what stands there, and what is allowed."""
    error = asked(DRAW | change)["error"]

    assert (error["field"], error["code"]) == (field, code)
    assert field.split(".", maxsplit=1)[0].split("[", maxsplit=1)[0] in error["message"]


@pytest.mark.parametrize("text", ['{"ask": "draw", "id": ' + "[" * 100_000, '{"ask":"draw"' + " " * LARGEST])
def test_what_is_too_large_is_refused(text: str) -> None:
    """2 MB, and what nests deeper than can be read."""
    assert json.loads(answer(text, library(), policies()))["error"]["code"] in ("too_large", "not_json")


def test_other_questions_are_answered_as_ever() -> None:
    """Also where a question names a draw; one that is not known is told all kinds that there are."""
    assert asked({"ask": "rulesets", "id": "draw"})["id"] == "draw"
    assert asked({"ask": "drew"})["error"]["message"].endswith("riichi, standings, draw, check_draw, signal.")
