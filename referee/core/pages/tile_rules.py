"""The ruleset of a form about tiles, and what a win can have come with under it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.core.rules.choices import MixedIn, OpenRiichi, OpenRiichiRon, PaarenchanCounts, Renhou
from referee.core.rules.facts import WINDS
from referee.core.text.library import Library, variant_key
from referee.core.tiles.tiles import ORPHANS, kind_of
from referee.core.worth.winning import Flag, RiichiState

if TYPE_CHECKING:
    from referee.core.forms.form import Form
    from referee.core.forms.tile_entry import TileEntry
    from referee.core.rules.ruleset import Ruleset

RIICHI_OF_MARK = {
    "none": (RiichiState.NONE,),
    "riichi": (RiichiState.RIICHI, RiichiState.DOUBLE),
    "open": (RiichiState.OPEN, RiichiState.OPEN_DOUBLE),
}
"""What a player with a mark on the table can have declared."""


def rules_asked(form: Form, library: Library) -> Ruleset | None:
    """Return the rules that a form names with its options, of the first book where it names none, None if unknown."""
    book = library.book(form.one("ruleset", library.books[0].id))
    if book is None:
        return None
    wanted = form.options()
    chosen: list[tuple[str, str]] = []
    for option in book.options:
        known = [choice.id for choice in option.choices]
        chosen.append((option.id, wanted[option.id] if wanted.get(option.id, "") in known else known[0]))
    return book.variants[variant_key(tuple(chosen))]


def is_by_tsumo(form: Form) -> bool:
    """Return whether the win is self-drawn."""
    return form.one("by") == "tsumo"


def wind_asked(form: Form, name: str) -> str:
    """Return a wind that a form names: East for the round, South for the seat where it names none."""
    default = "E" if name == "round_wind" else "S"
    return form.one(name, default) if form.one(name) in WINDS else default


def declarations(form: Form, entry: TileEntry, rules: Ruleset) -> tuple[str, ...]:
    """Return what the winner can have declared; the marks of a table decide where there is one."""
    if any(meld.is_open for meld in entry.melds):
        return (RiichiState.NONE,)
    marked = RIICHI_OF_MARK.get(form.one("marked"))
    if marked is not None:
        return marked
    usual = (RiichiState.NONE, RiichiState.RIICHI, RiichiState.DOUBLE)
    return usual if rules.riichi.open == OpenRiichi.NONE else (*usual, RiichiState.OPEN, RiichiState.OPEN_DOUBLE)


def declared_in(form: Form, entry: TileEntry, rules: Ruleset) -> str:
    """Return what the winner declared."""
    known = declarations(form, entry, rules)
    return form.one("declared") if form.one("declared") in known else known[0]


def facts_possible(form: Form, entry: TileEntry, rules: Ruleset) -> tuple[str, ...]:
    """Return the facts that this win can have come with, and that the ruleset asks about."""
    riichi = declared_in(form, entry, rules) != RiichiState.NONE
    first_turn = not riichi and not entry.melds
    ippatsu = (Flag.IPPATSU,) if riichi and rules.yaku.ippatsu[0] else ()
    if is_by_tsumo(form):
        return (*ippatsu, Flag.LAST_TILE, *facts_of_tsumo(form, entry, rules, first_turn=first_turn))
    return (*ippatsu, Flag.LAST_TILE, Flag.CHANKAN, *facts_of_ron(form, entry, rules, first_turn=first_turn))


def facts_of_tsumo(form: Form, entry: TileEntry, rules: Ruleset, *, first_turn: bool) -> tuple[str, ...]:
    """Return the rarer facts of a self-drawn win."""
    konged = any(meld.is_kan for meld in entry.melds)
    early = konged and form.has("fact", Flag.RINSHAN) and rules.yakuman.toukanhou[0] > 0
    return (
        *((Flag.RINSHAN,) if konged else ()),
        *((Flag.FIRST_DRAW,) if first_turn else ()),
        *((Flag.FIRST_TURN_KAN,) if early else ()),
        *((Flag.MIXED_IN,) if rules.values.mixed_in != MixedIn.UNCHANGED else ()),
    )


def facts_of_ron(form: Form, entry: TileEntry, rules: Ruleset, *, first_turn: bool) -> tuple[str, ...]:
    """Return the rarer facts of a win on another player's tile."""
    is_east = wind_asked(form, "seat_wind") == "E"
    orphans = bool(entry.closed) and not entry.melds and all(kind_of(tile) in ORPHANS for tile in entry.closed)
    return (
        *((Flag.KAN_DISCARD,) if rules.yaku.kanburi[0] else ()),
        *((Flag.RIICHI_TILE,) if rules.yaku.tsubame_gaeshi[0] else ()),
        *((Flag.BEFORE_FIRST_DRAW,) if first_turn and not is_east and rules.hand.renhou != Renhou.NONE else ()),
        *((Flag.ROBBED_CLOSED_KAN,) if orphans and rules.hand.closed_kan_kokushi else ()),
    )


def asks_discarder(form: Form, entry: TileEntry, rules: Ruleset) -> bool:
    """Return whether it matters if the discarder is in riichi himself."""
    opened = declared_in(form, entry, rules) in (RiichiState.OPEN, RiichiState.OPEN_DOUBLE)
    return opened and not is_by_tsumo(form) and rules.riichi.open_ron == OpenRiichiRon.YAKUMAN


def asks_row(form: Form, rules: Ruleset) -> str:
    """Return the field of the dealer's row, where a paarenchan can be won."""
    if wind_asked(form, "seat_wind") != "E" or rules.paarenchan.counts == PaarenchanCounts.NONE:
        return ""
    return "dealer_wins" if rules.paarenchan.counts == PaarenchanCounts.WINS else "renchan"
