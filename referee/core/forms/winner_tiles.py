"""A winner's hand told by its tiles: from the page of tiles into the form of a finished hand, and into its question."""

from __future__ import annotations

from typing import Any

from referee.core.forms.form import OPTION, Form
from referee.core.forms.tile_entry import INTO, TAP
from referee.core.tiles.texts import meld_told, melds_told, plain_letters, tiles_text
from referee.core.tiles.tiles import tile_name, tiles_of

NAMED_BY_SEAT = (
    ("tiles", "hand"),
    ("melds", "melds"),
    ("dora", "dora"),
    ("ura", "uradora"),
    ("declared", "declared"),
    ("fact", "fact"),
)
"""The fields of the page of tiles, and what each is called before a winner's seat: "hand-2"."""

TOLD_BY_HAND = ("han", "fu", "yaku_han", "ippatsu", "red", "ura")
"""The fields of a winner that his tiles make needless."""

TOLD_BY_TICKS = (("use_han", "han"), ("use_fu", "fu"))
"""What ticked yaku come to, and what each is called before a winner's seat."""

ONLY_AT_TILES = (
    *("by", "seat_wind", "round_wind", "honba", "dealer_wins", "renchan", "from_riichi", "marked", "to", "for"),
    *("ruleset", "forget", "check", "ticked", "shape", "dora_count", "fu", "use_han", "use_fu", INTO, TAP),
)
"""The fields of the page of tiles that the form of a finished hand does not know."""


def from_tiles(form: Form) -> bool:
    """Return whether a form comes back from the tiles, or is to forget the tiles of a seat."""
    return form.uses("for", "forget")


def with_hand_laid(form: Form) -> Form:
    """Return the form of a finished hand with what its tiles told, or without the tiles that it is to forget."""
    seat, forgotten = form.one("for"), form.one("forget")
    names = TOLD_BY_TICKS if form.one("use_han") else NAMED_BY_SEAT
    laid = [(f"{name}-{seat}", value) for told, name in names for value in form.all(told) if seat]
    gone = [f"{name}-{each}" for _, name in NAMED_BY_SEAT for each in (seat, forgotten)]
    gone += [f"{name}-{seat}" for name in TOLD_BY_HAND if laid]
    kept = form.without(*ONLY_AT_TILES, *[told for told, _ in NAMED_BY_SEAT], *gone)
    pairs = tuple([(name, value) for name, value in kept.pairs if not name.startswith(OPTION)])
    return Form(pairs=(*pairs, *laid))


def hand_to_lay(form: Form) -> Form:
    """Return the form of the tiles for the winner that ``for`` names, with the tiles that he has already.

    Dora indicators of another winner are everybody's.
    """
    seat = form.one("for")
    if not seat or form.one("tiles"):
        return form
    known = [(told, value) for told, name in NAMED_BY_SEAT for value in form.all(f"{name}-{seat}")]
    if "dora" not in [name for name, _ in known]:
        others = [value for name, value in form.pairs if name.startswith("dora-") and value]
        known += [("dora", value) for value in others[:1]]
    kept = form.without(*[f"{name}-{seat}" for _, name in NAMED_BY_SEAT])
    return Form(pairs=(*kept.pairs, *known))


def tells_hand(form: Form, seat: str) -> bool:
    """Return whether a winner's hand is told by its tiles."""
    return bool(form.one(f"hand-{seat}"))


def hand_of_winner(form: Form, seat: str) -> dict[str, Any]:
    """Return a winner's hand as a settle question holds it; what the table tells is left to the table."""
    text = plain_letters(form.one(f"hand-{seat}"))
    tiles, wrong = tiles_of(text)
    melds, _ = melds_told(plain_letters(form.one(f"melds-{seat}")))
    hand: dict[str, Any] = {
        "tiles": text if wrong else tiles_text(tiles),
        "win": tile_name(tiles[-1]) if tiles else "",
        "melds": [meld_told(meld) for meld in melds],
        "flags": list(form.all(f"fact-{seat}")),
        "dora_indicators": plain_letters(form.one(f"dora-{seat}")),
        "ura_indicators": plain_letters(form.one(f"uradora-{seat}")),
    }
    declared = form.one(f"declared-{seat}")
    return hand | {"riichi": declared} if declared else hand
