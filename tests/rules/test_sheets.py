"""Whole games, hand by hand from the first deal to the natural end."""

from typing import Any

import pytest

from tests.cases import Hand, Sheet, ask, differences, label, sheets

FEWEST_HANDS = 8


@pytest.mark.parametrize("sheet", sheets(), ids=[sheet.name for sheet in sheets()])
def test_game_runs_as_worked_out_by_hand(sheet: Sheet) -> None:
    """Each hand starts where its label says and pays what was worked out, and only the last one ends the game."""
    table = sheet.first_table
    answered: dict[str, Any] = {}

    for hand in sheet.hands:
        assert not answered.get("end"), f"{hand.label}: the game was over before {hand.what}"
        assert label(table) == hand.label, hand.what
        answered = ask(sheet.question(table, hand))
        assert not differences(expected(hand), answered), f"{hand.label}: {hand.what}"
        table = answered.get("table", table)

    assert not differences({"next": "end", "end": sheet.end}, answered)


@pytest.mark.parametrize("sheet", sheets(), ids=[sheet.name for sheet in sheets()])
def test_game_is_long_enough(sheet: Sheet) -> None:
    """A golden game has at least eight hands that were played."""
    assert sum(hand.refused is None for hand in sheet.hands) >= FEWEST_HANDS


def expected(hand: Hand) -> dict[str, Any]:
    """Return the part of the answer that the sheet gives for one hand."""
    if hand.refused is not None:
        return {"error": {"code": hand.refused}}
    table = {"scores": list(hand.scores), "kyoutaku": hand.kyoutaku}
    chips = {} if hand.chips is None else {"chips": list(hand.chips)}
    return {"deltas": list(hand.deltas), "table": table, **chips}
