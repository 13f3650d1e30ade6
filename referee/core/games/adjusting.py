"""The form that sets a table right by hand: the figures as they are, and what is to be changed about them."""

from __future__ import annotations

from referee.core.forms.form import Form
from referee.core.games.decide import Adjustment, NotDone, not_done
from referee.core.rules.facts import ALL_SEATS, Table
from referee.core.rules.problems import Code
from referee.core.text.spaces import number_told

FIGURES = (*[f"score-{seat}" for seat in ALL_SEATS], "kyoutaku", "honba", "dealer")
"""The fields that hold whole numbers."""


def figures_of(table: Table) -> Form:
    """Return the form filled with the figures as they are."""
    scores = [(f"score-{seat}", str(table.scores[seat])) for seat in ALL_SEATS]
    others = [("kyoutaku", str(table.kyoutaku)), ("honba", str(table.honba)), ("dealer", str(table.dealer))]
    return Form(pairs=(*scores, *others, ("round", table.round)))


def adjustment_told(form: Form) -> Adjustment | NotDone:
    """Return what the figures shall be, those that stay as they are among them."""
    told = {name: number_told(form.one(name, "-")) for name in FIGURES}
    wanted = {name: number for name, number in told.items() if isinstance(number, int)}
    if len(wanted) < len(FIGURES):
        return not_done("", "page.adjust.whole_numbers", code=Code.WRONG_TYPE)
    return Adjustment(
        scores=(wanted["score-0"], wanted["score-1"], wanted["score-2"], wanted["score-3"]),
        kyoutaku=wanted["kyoutaku"],
        honba=wanted["honba"],
        dealer=wanted["dealer"],
        round=form.one("round") or None,
        chips=None,
        penalties=None,
        text=form.one("text"),
    )
