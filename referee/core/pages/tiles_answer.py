"""Everything that is asked about tiles on one page: the same HTML on the server and on a phone without a network."""

from __future__ import annotations

from html import escape

from referee.core.asking.judgements import JUDGEMENT_NAMES
from referee.core.forms.form import Form
from referee.core.pages.hand_view import hand_view
from referee.core.pages.tile_view import tile_verdict
from referee.core.pages.yaku_view import yaku_view
from referee.core.text.library import Library

ABOUT_TILES = ("value", "yaku", *JUDGEMENT_NAMES)
"""What can be asked: the value of a hand by its tiles or by its yaku, and the verdicts."""

KEPT = (
    *("tiles", "melds", "dora", "ura", "discards", "passed", "call", "ticked", "shape", "dora_count"),
    *("by", "declared", "fact", "seat_wind", "round_wind", "honba", "dealer_wins", "renchan", "from_riichi"),
    *("in_riichi", "points", "wall"),
)
"""What another question may ask about again."""


def tiles_answer(form: Form, library: Library, lang: str) -> str:
    """Return the answer to the question that the field ``check`` names, the value of a hand where it names none."""
    drawn = drawn_for(form, library, lang)
    return drawn + kept_for_later(form, drawn)


def drawn_for(form: Form, library: Library, lang: str) -> str:
    """Return what is shown for the question asked."""
    if form.one("check") == "yaku":
        return yaku_view(form, library, lang)
    if form.one("check") in JUDGEMENT_NAMES:
        return tile_verdict(form, library, lang)
    return hand_view(form, library, lang)


def kept_for_later(form: Form, drawn: str) -> str:
    """Return the fields that this question does not draw as hidden ones, so that another question finds them again."""
    names = [name for name in KEPT if f' name="{name}"' not in drawn]
    fields = [(name, value) for name in names for value in form.all(name)]
    return "".join([f'<input type="hidden" name="{name}" value="{escape(value)}">' for name, value in fields])
