"""The form that sets a table right by hand: the figures as they are, and what is to be changed about them."""

from __future__ import annotations

from referee.core.forms.form import Form, number_told
from referee.core.games.decide import Adjustment, NotDone, not_done
from referee.core.rules.facts import ALL_SEATS, Table
from referee.core.text.problems import Code

FIGURES = (*[f"score-{seat}" for seat in ALL_SEATS], "kyoutaku", "honba", "dealer")
"""The fields that hold whole numbers."""


def figures_of(table: Table) -> Form:
    """Return the form filled with the figures as they are."""
    scores = [(f"score-{seat}", str(table.scores[seat])) for seat in ALL_SEATS]
    others = [("kyoutaku", str(table.kyoutaku)), ("honba", str(table.honba)), ("dealer", str(table.dealer))]
    return Form(pairs=(*scores, *others, ("round", table.round)))


def adjustment_told(form: Form, table: Table) -> Adjustment | NotDone:
    """Return what is to be changed: figures that stay as they are, are left out."""
    told = {name: number_told(form.one(name, "-")) for name in FIGURES}
    wanted = {name: number for name, number in told.items() if isinstance(number, int)}
    if len(wanted) < len(FIGURES):
        return not_done("", "page.adjust.whole_numbers", code=Code.WRONG_TYPE)
    scores = (wanted["score-0"], wanted["score-1"], wanted["score-2"], wanted["score-3"])
    return Adjustment(
        scores=None if scores == table.scores else scores,
        kyoutaku=None if wanted["kyoutaku"] == table.kyoutaku else wanted["kyoutaku"],
        honba=None if wanted["honba"] == table.honba else wanted["honba"],
        dealer=None if wanted["dealer"] == table.dealer else wanted["dealer"],
        round=None if form.one("round", table.round) == table.round else form.one("round"),
        chips=None,
        penalties=None,
        text=form.one("text"),
    )
