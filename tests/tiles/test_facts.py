"""Which facts of a win are asked about under which ruleset."""

import pytest

from referee.app.form import Form
from referee.app.tile_entry import EntryLayout, tile_entry_of
from referee.app.tile_win import facts_possible
from tests.tiles.test_examples import rules_of

WINNING = EntryLayout(closed=14, calls=(), trays=())
RARE = {"aalto": (), "standard-shuugi": ("kan_discard",), "every-yaku": ("kan_discard", "riichi_tile")}
"""Of the discards that make a yaku of their own, those that the book prices."""


@pytest.mark.parametrize("ruleset", sorted(RARE))
def test_only_what_counts_is_asked(ruleset: str) -> None:
    """A discard after a kan and a riichi tile are asked about where they are worth something, and by ron only."""
    rules = rules_of(ruleset)
    for by in ("ron", "tsumo"):
        form = Form(pairs=(("by", by),))
        facts = facts_possible(form, tile_entry_of(form, WINNING, rules.hand.red), rules)
        found = tuple(str(fact) for fact in facts if fact in ("kan_discard", "riichi_tile"))
        assert found == (RARE[ruleset] if by == "ron" else ())
