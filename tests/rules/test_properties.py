"""What must hold for every hand under every shipped ruleset."""

import json
import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.ask.api import answer
from tests.cases import ask, ask_text, library
from tests.rules.questions import BOOKS, SEATS, Question, settle_questions

SEAT_LISTS = ("riichi", "tenpai", "nagashi", "offenders")
NOTHING_HAPPENED = {"result": "draw", "tenpai": []}


def settled(question: Question) -> dict[str, Any]:
    """Return the answer to a question that must be answered."""
    answered = ask(question)
    assert "error" not in answered, answered["error"]
    return answered


def added_up(rows: list[list[int]]) -> list[int]:
    """Add rows of four seats seat by seat."""
    return [sum(row[seat] for row in rows) for seat in SEATS]


def turned(question: Question, steps: int) -> Question:
    """Move everybody on by some seats, the dealer too."""

    def moved(seat: int) -> int:
        return (seat + steps) % 4

    before = question["table"]
    scores = [before["scores"][seat - steps] for seat in SEATS]
    table = {**before, "scores": scores, "dealer": moved(before["dealer"])}
    return {**question, "table": table, "hand": turned_hand(question["hand"], moved)}


def turned_hand(hand: Question, moved: Callable[[int], int]) -> Question:
    """Move every seat that a hand names."""
    found: Question = {key: [moved(seat) for seat in hand[key]] for key in SEAT_LISTS if key in hand}
    found |= {key: moved(hand[key]) for key in ("from", "declarer", "wareme") if hand.get(key) is not None}
    if "wins" in hand:
        found["wins"] = [turned_win(win, moved) for win in hand["wins"]]
    return {**hand, **found}


def turned_win(win: Question, moved: Callable[[int], int]) -> Question:
    """Move the winner and whoever is liable."""
    pao = {"pao": {**win["pao"], "seat": moved(win["pao"]["seat"])}} if "pao" in win else {}
    return {**win, "seat": moved(win["seat"]), **pao}


def shuffled(value: Any, chance: random.Random) -> Any:  # noqa: ANN401 - any JSON value
    """Return the same JSON value with the keys of every object in another order."""
    if isinstance(value, dict):
        keys = chance.sample(list(value), len(value))
        return {key: shuffled(value[key], chance) for key in keys}
    return [shuffled(part, chance) for part in value] if isinstance(value, list) else value


def test_every_shipped_ruleset_is_asked() -> None:
    """The strategies below know each ruleset that is shipped, and no other."""
    shipped = {book["id"] for book in ask({"ask": "rulesets"})["rulesets"]}

    assert shipped == {book.ruleset for book in BOOKS}


@given(settle_questions())
def test_no_point_appears_or_is_lost(question: Question) -> None:
    """Seats, kyoutaku and bank come to nothing in every line and in the whole, and the next table shows the result."""
    answered = settled(question)
    lines, before, after = answered["lines"], question["table"], answered["table"]

    assert all(sum(line["points"]) + line["kyoutaku"] + line["bank"] == 0 for line in lines)
    assert after["scores"] == added_up([before["scores"], answered["deltas"]])
    assert after["kyoutaku"] - before["kyoutaku"] == sum(line["kyoutaku"] for line in lines)
    assert sum(answered["deltas"]) + sum(line["kyoutaku"] + line["bank"] for line in lines) == 0


@given(settle_questions())
def test_lines_add_up_to_the_answer(question: Question) -> None:
    """The lines explain everything: their points are the deltas, their chips the chips."""
    answered = settled(question)

    assert added_up([line["points"] for line in answered["lines"]]) == answered["deltas"]
    assert added_up([line["chips"] for line in answered["lines"]]) == answered["chips"]
    assert all(sum(line["chips"]) + line.get("bank_chips", 0) == 0 for line in answered["lines"])


@given(settle_questions())
def test_every_line_says_why(question: Question) -> None:
    """Every line has a sentence and a clause."""
    assert all(line["text"] and line["clause"] and line["source"] for line in settled(question)["lines"])


@given(settle_questions(), st.integers(1, 3))
def test_seats_are_alike(question: Question, steps: int) -> None:
    """When all players move on by some seats, so do the payments."""
    deltas = settled(question)["deltas"]

    moved = settled(turned(question, steps))["deltas"]

    assert [moved[(seat + steps) % 4] for seat in SEATS] == deltas


@given(settle_questions())
def test_answer_is_always_the_same(question: Question) -> None:
    """The same question has the same answer, byte by byte."""
    assert ask_text(question) == ask_text(question)


@given(settle_questions(), st.randoms(use_true_random=False))
def test_order_of_keys_does_not_matter(question: Question, chance: random.Random) -> None:
    """The keys of a question may come in any order."""
    assert ask_text(shuffled(question, chance)) == ask_text(question)


@given(settle_questions())
def test_order_of_seats_does_not_matter(question: Question) -> None:
    """Seats and winners may be named in any order."""
    hand = question["hand"]
    backwards = {key: hand[key][::-1] for key in (*SEAT_LISTS, "wins") if key in hand}

    assert ask_text({**question, "hand": {**hand, **backwards}}) == ask_text(question)


@given(settle_questions())
def test_next_table_can_be_played(question: Question) -> None:
    """Unless the game ended, the table of an answer is the table of a valid question."""
    answered = settled(question)
    following = {**question, "table": answered["table"], "hand": NOTHING_HAPPENED}

    assert (answered["next"] == "end") == (answered["end"] is not None)
    assert answered["end"] is not None or "error" not in ask(following)


@given(settle_questions())
def test_result_is_the_sum_of_its_parts(question: Question) -> None:
    """Whoever ends a game can see what the result is made of."""
    end = settled(question)["end"]
    if end is not None:
        tenths = [round(10 * sum(part.values())) for part in end["parts"]]
        assert tenths == [round(10 * points) for points in end["final"]]


def test_turning_moves_scores_with_their_players() -> None:
    """The turn used above gives each player's score to the seat he moves to."""
    table = {"scores": [0, 100, 200, 300], "dealer": 3}
    question = {"table": table, "hand": {"result": "win", "from": 2, "wins": [{"seat": 0, "han": 1, "fu": 30}]}}

    moved = turned(question, 1)

    assert moved["table"] == {"scores": [300, 0, 100, 200], "dealer": 0}
    assert moved["hand"]["from"] == 3
    assert [win["seat"] for win in moved["hand"]["wins"]] == [1]


@pytest.mark.parametrize("question", ["", "{", "[]", json.dumps({"ask": "settle"})])
def test_nonsense_is_answered(question: str) -> None:
    """A broken question gets an error, never an exception."""
    assert "error" in json.loads(answer(question, library()))
