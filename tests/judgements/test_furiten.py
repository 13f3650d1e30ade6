"""What must hold for every furiten question, whatever the ruleset."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.cases import ask
from tests.rules.questions import BOOKS

EVENTS = ["own_draw", "own_discard", "own_call", "call"]
KINDS = [f"{number}{suit}" for suit in "mps" for number in range(1, 10)] + [f"{number}z" for number in range(1, 8)]
RULESETS = sorted({book.ruleset for book in BOOKS})
HANDS = ["234567m34p55s678s", "19m19p19s1234567z", "1122335577m668p", "2345678m111222z", "13m13p13s1122345z"]

passed_tiles = st.fixed_dictionaries(
    {"tile": st.sampled_from(KINDS), "since": st.lists(st.sampled_from(EVENTS), max_size=4)},
    optional={"by": st.sampled_from(["discard", "kakan", "ankan"])},
)
questions = st.fixed_dictionaries(
    {
        "ask": st.just("furiten"),
        "ruleset": st.sampled_from(RULESETS),
        "tiles": st.sampled_from(HANDS),
        "discards": st.lists(st.sampled_from(KINDS), max_size=6),
        "passed": st.lists(passed_tiles, max_size=3),
        "riichi": st.booleans(),
    }
)


@settings(max_examples=150, deadline=None)
@given(question=questions)
def test_order_of_discards_and_passes_does_not_matter(question: dict[str, Any]) -> None:
    """Only what was discarded and let pass counts."""
    turned = question | {"discards": question["discards"][::-1], "passed": question["passed"][::-1]}

    assert ask(question) == ask(turned)


@settings(max_examples=150, deadline=None)
@given(question=questions, event=st.sampled_from(EVENTS))
def test_what_happens_later_never_makes_furiten(question: dict[str, Any], event: str) -> None:
    """An event after the passes can only lift furiten."""
    later = question | {"passed": [each | {"since": [*each["since"], event]} for each in question["passed"]]}

    assert ask(question)["furiten"] or not ask(later)["furiten"]


@settings(max_examples=150, deadline=None)
@given(question=questions)
def test_furiten_is_about_waits(question: dict[str, Any]) -> None:
    """A hand is furiten only by its own waits, and says until when."""
    waits = ask({"ask": "waits", "ruleset": question["ruleset"], "tiles": question["tiles"]})["waits"]
    touched = {*question["discards"], *(each["tile"] for each in question["passed"])} & set(waits)
    answered = ask(question)

    assert touched or not answered["furiten"]
    assert answered["furiten"] == (answered["kind"] is not None) == (answered["until"] is not None)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_an_own_draw_and_discard_end_every_temporary_furiten(ruleset: str) -> None:
    """Whatever the rule is, a whole turn of his own is enough."""
    passed = [{"tile": "2p", "since": ["own_draw", "own_discard"]}]

    assert not ask({"ask": "furiten", "ruleset": ruleset, "tiles": HANDS[0], "passed": passed})["furiten"]
