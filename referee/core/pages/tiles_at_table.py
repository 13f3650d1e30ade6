"""The tiles of a hand at a table: under its rules, with what it tells about the hand, for the winner of a form too."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from referee.core.forms.form import OPTION, Form
from referee.core.forms.hand_form import FORM_SEATS, NOT_IN_ADDRESS
from referee.core.forms.winner_tiles import NAMED_BY_SEAT, ONLY_AT_TILES, hand_to_lay, tells_hand
from referee.core.pages.tile_entry_view import TileFace, place_in_hand, tile_face
from referee.core.pages.tiles_answer import TilesView, tiles_answer
from referee.core.rules.facts import Table, wind_of
from referee.core.tiles.texts import melds_told, plain_letters
from referee.core.tiles.tiles import tiles_of

if TYPE_CHECKING:
    from referee.core.games.at_table import AtTable
    from referee.core.games.game import Game
    from referee.core.pages.fields_view import Pairs
    from referee.core.text.words import Words

OF_TABLE = ("seat_wind", "round_wind", "honba", "dealer_wins", "renchan")
"""What a table tells about a hand."""
KEPT_FOR_WINNER = ("for", "to", "marked")
DRAWN_WITH_TILES = (
    "lang",
    *[name for name in (*ONLY_AT_TILES, *[name for name, _ in NAMED_BY_SEAT]) if name not in KEPT_FOR_WINNER],
)
"""The fields that the page draws itself; for the winner of a hand all others are carried along."""


@dataclass(frozen=True, kw_only=True, slots=True)
class TilesAtTable:
    """The tiles of a page, and the fields that the page carries along without showing them."""

    carried: Pairs
    tiles: TilesView


@dataclass(frozen=True, kw_only=True, slots=True)
class WinnerTiles:
    """The way to a winner's tiles; those that were entered with the fields that keep them in his form."""

    seat: str
    address: str
    are_entered: bool
    kept: Pairs
    tiles: tuple[TileFace, ...]


def tiles_laid(sent: Form, table: AtTable) -> TilesAtTable:
    """Return the tiles of a form at a table."""
    form = with_facts_of_table(sent, table)
    carried = tuple([(name, value) for name, value in form.pairs if value and is_carried(name, form)])
    return TilesAtTable(carried=carried, tiles=tiles_answer(form, table.library, table.speaker.lang))


def is_carried(name: str, form: Form) -> bool:
    """Return whether a field is kept unseen: the table's rules, and for a winner the form of the hand."""
    if name == "ruleset" or name.startswith(OPTION):
        return True
    of_one_sending = name in NOT_IN_ADDRESS and name not in KEPT_FOR_WINNER
    return bool(form.one("for")) and name not in DRAWN_WITH_TILES and not of_one_sending


def with_facts_of_table(sent: Form, table: AtTable) -> Form:
    """Return a form about a hand at a table: its rules, its winds, and for a win what its form says."""
    form = hand_to_lay(sent)
    winner, before, start = form.one("for"), table_meant(form, table.game), table.game.start
    told = [("ruleset", start.book), *[(OPTION + option, choice) for option, choice in start.options]]
    if winner not in FORM_SEATS:
        known = [pair for pair in told_by_table(before, table.me) if not form.one(pair[0])]
        return Form(pairs=(*known, *form.pairs, *told))
    is_tsumo = form.one("result", "ron") == "tsumo"
    mark = "open" if form.has("open", winner) else "riichi" if form.has("riichi", winner) else "none"
    from_riichi = form.has("riichi", form.one("from")) and form.one("riichi_tile") != "yes"
    told += [*told_by_table(before, int(winner)), ("by", "tsumo" if is_tsumo else "ron"), ("marked", mark)]
    told += [("from_riichi", "1")] if from_riichi and not is_tsumo else []
    kept = form.without(*OF_TABLE, "by", "marked", "from_riichi")
    return Form(pairs=(*kept.pairs, *told))


def table_meant(form: Form, game: Game) -> Table:
    """Return the table before the hand that a form is about: an earlier one where its address names it."""
    _, earlier, number = form.one("to").rpartition("/hands/")
    is_number = number != "" and all(digit in "0123456789" for digit in number) and len(number) < len("1000")
    if not earlier or not is_number or int(number) >= game.number:
        return game.table
    return game.hands[int(number)].settled.before


def told_by_table(table: Table, seat: int) -> list[tuple[str, str]]:
    """Return what a table tells about a seat's hand."""
    facts = (wind_of(seat, table.dealer), table.round, table.honba, table.dealer_wins, table.renchan)
    return [(name, str(fact)) for name, fact in zip(OF_TABLE, facts, strict=True)]


def winner_tiles(form: Form, seat: str, address: str, words: Words) -> WinnerTiles:
    """Return the way to a winner's tiles, which are entered at this address."""
    fields = [(f"{name}-{seat}", value) for _, name in NAMED_BY_SEAT for value in form.all(f"{name}-{seat}")]
    entered = tells_hand(form, seat)
    return WinnerTiles(
        seat=seat,
        address=address,
        are_entered=entered,
        kept=tuple(fields) if entered else (),
        tiles=tuple([tile_face(tile, words) for tile in tiles_of_winner(form, seat)]) if entered else (),
    )


def tiles_of_winner(form: Form, seat: str) -> tuple[int, ...]:
    """Return a winner's tiles in the order in which they are shown, the winning tile after the others."""
    tiles, _ = tiles_of(plain_letters(form.one(f"hand-{seat}")))
    melds, _ = melds_told(plain_letters(form.one(f"melds-{seat}")))
    return (*sorted(tiles[:-1], key=place_in_hand), *tiles[-1:], *[tile for meld in melds for tile in meld.tiles])
