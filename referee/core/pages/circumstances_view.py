"""The circumstances of a win beside its tiles, as fields of a page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.core.pages.fields_view import FieldGroup, Pick, number_group, radio_group, tick_group
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
from referee.core.text.words import Words, filled

if TYPE_CHECKING:
    from referee.core.forms.form import Form
    from referee.core.forms.tile_entry import TileEntry
    from referee.core.rules.ruleset import Ruleset

LAST_TILES = {"tsumo": "haitei", "ron": "houtei"}
"""What winning with the last tile is called."""
KNOWN_AT_TABLE = ("by", "seat_wind", "round_wind", "honba", "dealer_wins", "renchan", "from_riichi")
"""The circumstances that a table tells about a win."""


def circumstances_asked(form: Form, entry: TileEntry, rules: Ruleset, words: Words) -> tuple[FieldGroup, ...]:
    """Return the questions about the win beside its tiles."""
    declared = radio_group("flow", "declared", declarations(form, entry, rules), declared_in(form, entry, rules), words)
    facts = tuple([fact_pick(fact, form, words) for fact in facts_possible(form, entry, rules)])
    of_hand = (declared, FieldGroup(look="flow", picks=facts))
    if form.one("for"):
        return (known_at_table(form, words), *of_hand)
    row = asks_row(form, rules)
    riichi = (tick_group("alone", "from_riichi", "1", form, words),) if asks_discarder(form, entry, rules) else ()
    return (
        way_asked(form, words),
        *of_hand,
        winds_asked("seat_wind", form, words),
        winds_asked("round_wind", form, words),
        number_group(("honba", row) if row else ("honba",), form, words),
        *riichi,
    )


def way_asked(form: Form, words: Words) -> FieldGroup:
    """Return the choice between ron and tsumo."""
    return radio_group("half", "by", ("ron", "tsumo"), "tsumo" if is_by_tsumo(form) else "ron", words)


def known_at_table(form: Form, words: Words) -> FieldGroup:
    """Return what the table tells about the win, in words and as fields that are not shown."""
    said = (
        words["tiles.by_tsumo" if is_by_tsumo(form) else "tiles.by_ron"],
        filled(words["tiles.seat_said"], (("wind", words["wind." + wind_asked(form, "seat_wind")]),)),
        filled(words["tiles.round_said"], (("wind", words["wind." + wind_asked(form, "round_wind")]),)),
        filled(words["preview.honba"], (("count", form.one("honba", "0")),)),
    )
    kept = tuple([(name, form.one(name)) for name in KNOWN_AT_TABLE if form.one(name)])
    return FieldGroup(look="known", title=words["preview.separator"].join(said), kept=kept)


def fact_pick(fact: str, form: Form, words: Words) -> Pick:
    """Return the box of one fact of the win."""
    way = "tsumo" if is_by_tsumo(form) else "ron"
    text = words["yaku." + LAST_TILES[way]] if fact == "last_tile" else words["tiles.fact_" + fact]
    return Pick(name="fact", value=fact, text=text, chosen=form.has("fact", fact))


def winds_asked(name: str, form: Form, words: Words) -> FieldGroup:
    """Return the four winds to choose from."""
    chosen = wind_asked(form, name)
    picks = [
        Pick(name=name, value=wind, text=words["wind." + wind], chosen=wind == chosen, character=CHARACTERS[wind])
        for wind in WINDS
    ]
    return FieldGroup(look="winds", kind="radio", title=words["tiles." + name], picks=tuple(picks))
