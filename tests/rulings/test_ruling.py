"""From answers to a ruling: what decides, what is asked back, what is said and done."""

from typing import Any

import pytest

from referee.rules.choices import Abort
from tests.cases import ask, library

TABLE = {"scores": [25000, 25000, 25000, 25000], "round": "E", "dealer": 0, "honba": 1, "kyoutaku": 1000}


def ruling(ruleset: str, offence: str, answers: dict[str, Any], **more: object) -> dict[str, Any]:
    """Ask for one ruling."""
    return ask({"ask": "ruling", "ruleset": ruleset, "offence": offence, "answers": answers, **more})


def asked(answer: dict[str, Any]) -> list[str]:
    """Return the ids of the questions that are asked back."""
    return [question["id"] for question in answer["questions"]]


def kinds(answer: dict[str, Any]) -> list[str]:
    """Return the kinds of the penalties."""
    return [penalty["kind"] for penalty in answer["penalties"]]


def test_fields_come_in_their_order() -> None:
    """A ruling has exactly the fields of the interface."""
    found = ruling("warsaw", "wrong_tile_count", {"count": "too_many"})

    assert list(found) == [
        "penalties",
        "text",
        "effects",
        "clause",
        "source",
        "confidence",
        "covered",
        "guidance",
        "note",
    ]


def test_ranges_are_those_of_the_ruleset() -> None:
    """Warsaw draws its lines at three and at six tiles."""
    found = ruling("warsaw", "exposed_tiles", {"source": "wall"})

    assert [each["choices"] for each in found["questions"]] == [{"min": 1, "max": 14, "ranges": ["1-2", "3-5", "6+"]}]


def test_ranges_depend_on_the_answers_given() -> None:
    """Under aalto one tile of another hand is a chombo, so the count is not asked; of the wall it is."""
    other = ruling("aalto", "exposed_tiles", {"source": "other_hand"})
    wall = ruling("aalto", "exposed_tiles", {"source": "wall"})

    assert kinds(other) == ["chombo"]
    assert wall["questions"][0]["choices"]["ranges"] == ["1-4", "5+"]


def test_default_is_never_asked() -> None:
    """Whether it was during the deal is taken as no, and changes the ruling when it is answered yes."""
    assert asked(ruling("warsaw", "exposed_tiles", {"source": "wall"})) == ["count"]
    assert kinds(ruling("warsaw", "exposed_tiles", {"source": "wall", "count": 6})) == ["chombo"]
    assert kinds(ruling("warsaw", "exposed_tiles", {"source": "wall", "count": 6, "deal": "yes"})) == ["none"]


def test_only_open_questions_are_asked() -> None:
    """Under EMA 2016 a mistaken win depends on the tiles shown alone."""
    assert asked(ruling("ema-2016", "mistaken_win", {})) == ["shown"]
    assert kinds(ruling("ema-2016", "mistaken_win", {"shown": 0})) == ["dead_hand"]
    assert kinds(ruling("ema-2016", "mistaken_win", {"shown": 1})) == ["chombo"]


def test_answer_that_does_not_matter_is_accepted() -> None:
    """Giving more than needed changes nothing."""
    little = ruling("ema-2016", "mistaken_win", {"shown": 0})

    assert ruling("ema-2016", "mistaken_win", {"shown": 0, "call": "ron", "cause": "furiten"}) == little


def test_equal_penalties_of_two_clauses_are_not_asked_apart() -> None:
    """Under aalto any shown mistaken win is a chombo; without the cause both clauses are named."""
    joint = ruling("aalto", "mistaken_win", {"shown": 5})

    assert kinds(joint) == ["chombo"]
    assert sorted(joint["clause"].split(", ")) == ["aalto/44", "aalto/47"]
    assert ruling("aalto", "mistaken_win", {"shown": 5, "cause": "no_yaku"})["clause"] == "aalto/44"


def test_null_is_no_answer() -> None:
    """As everywhere, null is the same as left out."""
    assert asked(ruling("aalto", "exposed_tiles", {"source": None})) == ["source", "count"]


def test_amount_by_the_minute_is_multiplied() -> None:
    """EMA 2016 takes 1,000 points for each minute up to ten."""
    found = ruling("ema-2016", "late", {"minutes": 7})

    assert found["penalties"] == [{"kind": "points", "amount": 7000}]
    assert "7,000" in found["text"]
    assert asked(ruling("ema-2016", "late", {})) == ["minutes"]


@pytest.mark.parametrize(
    ("ruleset", "options", "expected"),
    [
        ("warsaw", {}, {"settles": "mangan", "amount": 8000, "dealer_amount": 12000}),
        ("ema-2016", {"play": "tournament"}, {"settles": "penalty", "amount": 20000}),
        ("ema-2016", {"play": "social"}, {"settles": "mangan", "amount": 8000, "dealer_amount": 12000}),
        ("standard-shuugi", {"house": "on"}, {"settles": "chips", "amount": 2}),
        ("wrc-2025", {}, {"settles": "penalty", "amount": 30000}),
    ],
)
def test_chombo_costs_what_the_chapter_says(ruleset: str, options: dict[str, str], expected: dict[str, object]) -> None:
    """A chombo is one penalty with its form and amount."""
    found = ruling(ruleset, "play_cannot_continue", {}, options=options)

    assert found["penalties"] == [{"kind": "chombo", **expected}]
    assert len(found["effects"]) >= 4


@pytest.mark.parametrize(
    ("answers", "code", "field"),
    [
        ({"source": "sky"}, "out_of_range", "answers.source"),
        ({"source": 1}, "wrong_type", "answers.source"),
        ({"count": 0}, "out_of_range", "answers.count"),
        ({"count": 15}, "out_of_range", "answers.count"),
        ({"count": True}, "wrong_type", "answers.count"),
        ({"count": "3-5"}, "wrong_type", "answers.count"),
        ({"colour": "red"}, "unknown_field", "answers.colour"),
    ],
)
def test_wrong_answer_is_an_error(answers: dict[str, Any], code: str, field: str) -> None:
    """An unknown question or answer is refused with its path."""
    error = ruling("warsaw", "exposed_tiles", answers)["error"]

    assert (error["code"], error["field"]) == (code, field)


@pytest.mark.parametrize(
    ("offence", "answers"),
    [
        ("changed_call", {"from": "pon", "to": "pon"}),
        ("mistaken_win", {"call": "tsumo", "cause": "furiten"}),
    ],
)
def test_answers_that_cannot_come_together_are_impossible(offence: str, answers: dict[str, Any]) -> None:
    """A call cannot be changed into itself, and nobody is furiten by tsumo."""
    error = ruling("ema-2016", offence, answers)["error"]

    assert (error["code"], error["field"]) == ("impossible", "answers")


@pytest.mark.parametrize(
    ("question", "code", "field"),
    [
        ({"offence": "spilled_tea", "answers": {}}, "out_of_range", "offence"),
        ({"offence": 5, "answers": {}}, "wrong_type", "offence"),
        ({"answers": {}}, "missing_field", "offence"),
        ({"offence": "phone"}, "missing_field", "answers"),
        ({"offence": "phone", "answers": []}, "wrong_type", "answers"),
        ({"offence": "phone", "answers": {}, "table": TABLE}, "missing_field", "offender"),
        ({"offence": "phone", "answers": {}, "offender": 1}, "missing_field", "table"),
        ({"offence": "phone", "answers": {}, "table": TABLE, "offender": 4}, "out_of_range", "offender"),
        ({"offence": "phone", "answers": {}, "table": 3, "offender": 1}, "wrong_type", "table"),
        ({"offence": "phone", "answers": {}, "seat": 1}, "unknown_field", "seat"),
    ],
)
def test_wrong_question_is_an_error(question: dict[str, Any], code: str, field: str) -> None:
    """Every part of the question is read with its path."""
    error = ask({"ask": "ruling", "ruleset": "warsaw", **question})["error"]

    assert (error["code"], error["field"]) == (code, field)


def test_uncovered_offence_has_guidance_of_ema_2016() -> None:
    """A ranking match has no penalties: the head referee decides, with EMA 2016 beside it."""
    found = ruling("ranking-match", "wrong_tile_count", {"count": "too_few"})

    assert found["penalties"] == [{"kind": "referee"}]
    assert found["covered"] is False
    assert found["guidance"]["ruleset"] == "ema-2016"
    assert found["guidance"]["penalties"] == [{"kind": "dead_hand"}]


def test_guidance_may_have_questions_of_its_own() -> None:
    """The ruling is given at once; what the guide would need to know stands beside it."""
    found = ruling("tenhou", "mistaken_win", {})

    assert found["covered"] is False
    assert [each["id"] for each in found["guidance"]["questions"]] == ["shown"]
    assert len(found["guidance"]["outcomes"]) == 2


def test_covered_offence_has_no_guidance() -> None:
    """Where the book speaks nobody else does."""
    assert ruling("ema-2016", "wrong_tile_count", {"count": "too_few"})["guidance"] is None


def test_interpretation_carries_its_note() -> None:
    """What the book does not say is marked, with the reason in the language asked for."""
    found = ruling("warsaw", "mistaken_win", {"call": "ron", "cause": "incomplete", "shown": 0}, lang="ja")

    assert found["confidence"] == "interpretation"
    assert found["note"]


def test_a_note_of_some_answers_says_which() -> None:
    """aalto/44: only a win below the two-han minimum is a reading of ours, as long as the cause is not told."""
    asked = ruling("aalto", "mistaken_win", {"shown": 14})
    told = ruling("aalto", "mistaken_win", {"shown": 14, "cause": "two_han_minimum"})

    assert asked["note"].startswith(
        "A win below the two-han minimum, shown, is ruled like one without yaku: The rules do not"
    )
    assert told["note"].startswith("The rules do not name this case")
    assert ruling("aalto", "mistaken_win", {"shown": 14, "cause": "furiten"})["note"] is None


def test_chombo_at_a_table_is_settled() -> None:
    """West pays a mangan, South's riichi stick goes back, honba and carried sticks stay, East deals again."""
    answers = {"source": "wall", "count": 7}
    found = ruling("warsaw", "exposed_tiles", answers, table=TABLE, offender=2, riichi=[1])

    assert found["settle"]["deltas"] == [4000, 2000, -8000, 2000]
    assert found["settle"]["table"]["kyoutaku"] == 1000
    assert found["settle"]["table"]["honba"] == 1
    assert found["settle"]["next"] == "repeat"


def test_settlement_is_that_of_the_chombo_itself() -> None:
    """The ruling settles exactly as a hand with that result does."""
    found = ruling("aalto", "play_cannot_continue", {}, table=TABLE, offender=0, riichi=[3])
    hand = {"result": "chombo", "offenders": [0], "riichi": [3]}

    assert found["settle"] == ask({"ask": "settle", "ruleset": "aalto", "table": TABLE, "hand": hand})


def test_fine_at_a_table_is_laid_down() -> None:
    """A hundred points go from the offender to the sticks; the hand goes on."""
    found = ruling("warsaw", "empty_call", {"call": "pon"}, table=TABLE, offender=2, riichi=[])

    assert found["settle"]["deltas"] == [0, 0, -100, 0]
    assert found["settle"]["table"]["kyoutaku"] == 1100
    assert found["settle"]["next"] is None
    assert [line["clause"] for line in found["settle"]["lines"]] == [found["clause"]]


def test_points_off_the_tournament_score_leave_the_table_alone() -> None:
    """Five minutes late are 5,000 points off the result."""
    found = ruling("ema-2016", "late", {"minutes": 5}, table=TABLE, offender=3)

    assert found["settle"]["deltas"] == [0, 0, 0, 0]
    assert found["settle"]["table"]["penalties"] == [0, 0, 0, -5000]


def test_dead_hand_moves_no_points() -> None:
    """There is nothing to settle, and the answer says so."""
    found = ruling("warsaw", "wrong_tile_count", {"count": "too_many"}, table=TABLE, offender=3)

    assert found["settle"] is None


def test_no_penalty_stands_alone() -> None:
    """Putting tiles back costs nothing."""
    found = ruling("warsaw", "exposed_tiles", {"source": "own_hand", "count": 1})

    assert found["penalties"] == [{"kind": "none"}]
    assert found["effects"]


def test_table_names_no_answers_that_cannot_be() -> None:
    """A ron is not changed into a ron; whether it wins is named only for a ron, what was shown only for no win."""
    asked_for = {"ask": "offences", "ruleset": "standard-shuugi", "options": {"house": "on"}, "query": "changed call"}
    (offence, *_) = ask(asked_for)["offences"]

    assert offence["id"] == "changed_call"
    assert [row["when"] for row in offence["outcomes"]] == [
        {"from": ["chii", "pon", "kan"], "to": ["chii", "pon", "kan", "ron"]},
        {"from": ["chii", "pon", "kan"], "to": ["nothing"]},
        {"from": ["ron"], "wins": ["no"], "shown": ["0"]},
        {"from": ["ron"], "wins": ["no"], "shown": ["1+"]},
        {"from": ["ron"], "wins": ["yes"]},
    ]


@pytest.mark.parametrize(
    ("aborts", "known"),
    [
        ((), {"exhaustive_draw", "own_win_call", "other_player_won"}),
        ((Abort.SUUCHA_RIICHI,), {"exhaustive_draw", "four_riichi", "own_win_call", "other_player_won"}),
        ((Abort.SANCHAHOU,), {"exhaustive_draw", "other_abort", "own_win_call", "other_player_won"}),
    ],
)
def test_an_answer_may_need_an_abortive_draw_that_is_played(aborts: tuple[Abort, ...], known: set[str]) -> None:
    """A noten riichi is found at four riichi only where four riichi end the hand (draws.aborts)."""
    asked = next(offence for offence in library().offences if offence.id == "noten_riichi").questions[0]

    assert {answer.id for place, answer in enumerate(asked.answers) if asked.is_known(place, aborts)} == known


def test_a_question_waits_for_the_answer_it_belongs_to() -> None:
    """Whether a ron wins is asked once it was a ron, how many tiles were shown once it was no win (offences.md)."""
    assert asked(ruling("ema-2016", "changed_call", {})) == ["from", "to", "at_once"]
    assert asked(ruling("ema-2016", "changed_call", {"from": "ron"})) == ["to", "wins"]
    assert asked(ruling("ema-2016", "changed_call", {"from": "ron", "to": "pon", "wins": "no"})) == ["shown"]
    assert kinds(ruling("ema-2016", "changed_call", {"from": "pon", "to": "nothing", "wins": "no"})) == ["none"]
    assert asked(ruling("ema-2016", "noten_riichi", {})) == ["found"]
    assert asked(ruling("ema-2016", "noten_riichi", {"found": "own_win_call"})) == ["shown"]
    assert kinds(ruling("wrc-2025", "noten_riichi", {"found": "own_win_call"})) == ["chombo"]


def test_an_answer_of_an_earlier_catalogue_asks_which_is_meant() -> None:
    """abortive_draw stands for two answers: asked back where they differ, decided where they do not."""
    found = ruling("aalto", "noten_riichi", {"found": "abortive_draw"})

    assert [(each["id"], each["choices"]) for each in found["questions"]] == [("found", ["four_riichi", "other_abort"])]
    assert kinds(ruling("ema-2016", "noten_riichi", {"found": "abortive_draw"})) == ["none"]


OVER = "The hand is over: settle it as it ended."
ENDED: list[tuple[str, str, dict[str, Any]]] = [
    ("aalto", "noten_riichi", {"found": "other_player_won"}),
    ("aalto", "noten_riichi", {"found": "other_abort"}),
    ("wrc-2025", "riichi_wait_changed", {"found": "other_player_won"}),
    ("ema-2016", "noten_riichi", {"found": "abortive_draw"}),
    ("ema-2016", "dead_hand_action", {"action": "tenpai", "declared": "yes", "shown": 0}),
    ("ema-2016", "false_tenpai", {}),
    ("aalto", "winning_tile_mixed_in", {}),
]
"""Offences without a penalty that come out when the hand is over."""


@pytest.mark.parametrize(("ruleset", "offence", "answers"), ENDED, ids=[f"{row[0]} {row[1]}" for row in ENDED])
def test_a_hand_that_is_over_is_not_played_on(ruleset: str, offence: str, answers: dict[str, Any]) -> None:
    """Nothing is put right any more: the hand is settled. While it runs it is played on."""
    assert ruling(ruleset, offence, answers)["effects"] == [OVER]
    assert ruling("aalto", "riichi_wait_changed", {"found": "at_once"})["effects"] == [
        "Put right what can be put right and continue."
    ]


NOT_KNOWN = "The text of this edition on this point is not known here: the head referee decides."
SILENT = "The rules do not say: the head referee decides."


@pytest.mark.parametrize(
    ("ruleset", "offence", "sentence"),
    [
        ("ema-rcr-2012", "cheating", NOT_KNOWN),
        ("aalto", "cheating", NOT_KNOWN),
        ("ema-2025", "cheating", NOT_KNOWN),
        ("m-league", "cheating", NOT_KNOWN),
        ("ema-2016", "tiles_mixed_before_settlement", SILENT),
        ("ranking-match", "cheating", SILENT),
        ("tenhou", "cheating", SILENT),
    ],
)
def test_a_text_that_was_not_found_is_not_called_silent(ruleset: str, offence: str, sentence: str) -> None:
    """RF §7: n/f is a text that was not found; of a silent book the whole text was read."""
    answer = ruling(ruleset, offence, {})

    assert (answer["text"], answer["covered"]) == (sentence, False)


def test_guidance_counts_a_chombo_as_the_table_does() -> None:
    """m-league/chombo costs 20,000; where the WRC would rule a chombo, it is not the 30,000 of the WRC."""
    found = ruling("m-league", "play_cannot_continue", {})
    none = ruling("ranking-match", "play_cannot_continue", {})

    assert (found["guidance"]["ruleset"], found["guidance"]["penalties"][0]["amount"]) == ("wrc-2025", 20_000)
    assert (
        "20,000"
        in ruling("m-league", "wrong_draw", {"noticed": "after_discard", "mixed_in": "yes"})["guidance"]["text"]
    )
    assert none["guidance"]["penalties"][0]["settles"] == "penalty"


def test_no_penalty_is_said_once() -> None:
    """What is lost follows the ruling, which has said already that there is no penalty (aalto/42)."""
    for book in ("aalto", "standard-shuugi", "ema-rcr-2012", "ema-2016"):
        assert ruling(book, "winning_tile_mixed_in", {})["text"].lower().count("no penalty") <= 1, book
