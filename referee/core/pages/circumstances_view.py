"""The circumstances of a win beside its tiles, as choices on a page."""

from __future__ import annotations

from html import escape

from referee.core.forms.form import Form
from referee.core.forms.tile_trays import Laid
from referee.core.pages.preview import CHARACTERS
from referee.core.pages.tile_rules import (
    asks_discarder,
    asks_row,
    declarations,
    declared_in,
    facts_possible,
    is_by_tsumo,
    wind_asked,
)
from referee.core.rules.facts import WINDS
from referee.core.rules.ruleset import Ruleset
from referee.core.text.words import Words, filled

LAST_TILES = {"tsumo": "haitei", "ron": "houtei"}
"""What winning with the last tile is called."""


def circumstances_view(form: Form, laid: Laid, rules: Ruleset, words: Words) -> str:
    """Return the questions about the win beside its tiles."""
    declared = radios("declared", declarations(form, laid, rules), declared_in(form, laid, rules), words)
    facts = "".join([fact_box(fact, form, words) for fact in facts_possible(form, laid, rules)])
    declared = f'<div class="picks picks--flow">{declared}</div><div class="picks picks--flow">{facts}</div>'
    if form.one("for"):
        return fixed_view(form, words) + declared
    by = radios("by", ("ron", "tsumo"), "tsumo" if is_by_tsumo(form) else "ron", words)
    return f'<div class="picks picks--half">{by}</div>{declared}{free_view(form, laid, rules, words)}'


def free_view(form: Form, laid: Laid, rules: Ruleset, words: Words) -> str:
    """Return what a table would tell: winds, honba, the dealer's row, whether the discarder is in riichi."""
    row = asks_row(form, rules)
    more = number_field(row, form, words) if row else ""
    riichi = ""
    if asks_discarder(form, laid, rules):
        riichi = tick("from_riichi", "1", words["tiles.from_riichi"], on=form.has("from_riichi", "1"))
    return (
        winds_view("seat_wind", form, words)
        + winds_view("round_wind", form, words)
        + f'<div class="figures">{number_field("honba", form, words)}{more}</div>{riichi}'
    )


def fixed_view(form: Form, words: Words) -> str:
    """Return what the table tells about the win, in words and as hidden fields."""
    names = ("by", "seat_wind", "round_wind", "honba", "dealer_wins", "renchan", "from_riichi")
    told = [(name, form.one(name)) for name in names if form.one(name)]
    kept = "".join([f'<input type="hidden" name="{name}" value="{escape(value)}">' for name, value in told])
    said = (
        words["tiles.by_tsumo" if is_by_tsumo(form) else "tiles.by_ron"],
        filled(words["tiles.seat_said"], (("wind", words["wind." + wind_asked(form, "seat_wind")]),)),
        filled(words["tiles.round_said"], (("wind", words["wind." + wind_asked(form, "round_wind")]),)),
        filled(words["preview.honba"], (("count", form.one("honba", "0")),)),
    )
    return f'{kept}<p class="hint-line">{escape(words["preview.separator"].join(said))}</p>'


def radios(name: str, values: tuple[str, ...], chosen: str, words: Words) -> str:
    """Return a group of radio buttons."""
    return "".join(
        [tick(name, value, words[f"tiles.{name}_{value}"], on=value == chosen, kind="radio") for value in values]
    )


def tick(name: str, value: str, text: str, *, on: bool, kind: str = "checkbox", off: bool = False) -> str:
    """Return one choice that looks like a tile."""
    checked = " checked" if on else ""
    shut = " disabled" if off else ""
    return (
        f'<label class="pick"><input type="{kind}" name="{name}" value="{value}"{checked}{shut}>'
        f'<span class="pick-face">{escape(text)}</span></label>'
    )


def fact_box(fact: str, form: Form, words: Words) -> str:
    """Return the box of one fact of the win."""
    way = "tsumo" if is_by_tsumo(form) else "ron"
    text = words["yaku." + LAST_TILES[way]] if fact == "last_tile" else words["tiles.fact_" + fact]
    return tick("fact", fact, text, on=form.has("fact", fact))


def winds_view(name: str, form: Form, words: Words) -> str:
    """Return the four winds to choose from."""
    chosen = wind_asked(form, name)
    boxes = "".join([wind_box(name, wind, words, on=wind == chosen) for wind in WINDS])
    title = escape(words["tiles." + name])
    return f'<div class="seat-checks" role="radiogroup" aria-label="{title}"><span>{title}</span>{boxes}</div>'


def wind_box(name: str, wind: str, words: Words, *, on: bool) -> str:
    """Return one wind to choose."""
    checked = " checked" if on else ""
    return (
        f'<label class="pick"><input type="radio" name="{name}" value="{wind}"{checked}><span class="pick-face">'
        f'<span class="wind" lang="ja" aria-hidden="true">{CHARACTERS[wind]}</span>'
        f'<span class="hidden">{escape(words["wind." + wind])}</span></span></label>'
    )


def number_field(name: str, form: Form, words: Words) -> str:
    """Return a field for a small number."""
    return (
        f'<label class="figure"><span>{escape(words["tiles." + name])}</span><input type="text" inputmode="numeric" '
        f'autocomplete="off" name="{name}" value="{escape(form.one(name))}" placeholder="0"></label>'
    )
