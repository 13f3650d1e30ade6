"""A club's own file, from TOML to the end of a game."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from referee.ask.api import answer
from tests.libraries import load

CLUB = """\
extends = "aalto"
document = { title = "Riverside", edition = "2026", confidence = "text", source = "Notice board" }
course = { target = 31000 }
clause.riverside-1 = { values = ["course.target"], place = "1", text = "Play on until somebody has 31,000." }
"""

LAST_HAND = {
    "ask": "settle",
    "table": {"scores": [30000, 24000, 23000, 23000], "round": "S", "dealer": 3, "honba": 0, "kyoutaku": 0},
    "hand": {"result": "draw", "tenpai": []},
}
"""Everybody is noten in the last hand of the South round, and the first has 30,000."""


@pytest.mark.parametrize(("ruleset", "following"), [("aalto", "end"), ("riverside", "rotate")])
def test_club_changes_one_number(ruleset: str, following: str, folder: Path, write: Callable[[str, str], Path]) -> None:
    """Where the club asks for 31,000 the same hand leads to the West round that its base does not need."""
    write("riverside", CLUB)

    answered = json.loads(answer(json.dumps(LAST_HAND | {"ruleset": ruleset}), load((folder,))))

    assert answered["next"] == following


def test_a_clubs_own_rules_stand_before_all_others(folder: Path, write: Callable[[str, str], Path]) -> None:
    """Its file says nothing of its place; of the shipped ones those lead that are played most."""
    write("riverside", CLUB)
    ranks = {book.id: book.rank for book in load((folder,)).books}

    assert ranks["riverside"] < ranks["wrc-2025"] < ranks["ema-2025"] < ranks["aalto"] == ranks["warsaw"]
