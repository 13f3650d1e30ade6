"""The form that tiles are laid out with: every tray is a text field, and taps come along in their order.

Taps that were not answered yet are fields ``tap``, so that nobody but the core ever edits a text.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from referee.core.forms.tile_entry import HAND, INTO, MELDS, TAP, EntryLayout, TileEntry, ways_in
from referee.core.forms.tile_taps import apply_tap
from referee.core.tiles.texts import melds_text, melds_told, plain_letters, tiles_text
from referee.core.tiles.tiles import tiles_of

if TYPE_CHECKING:
    from referee.core.forms.form import Form

MOST_TAPS = 120
LONGEST_TRAY = 200
"""How many characters of a typed text are looked at."""


def tile_entry_of(form: Form, layout: EntryLayout, reds: tuple[int, ...]) -> TileEntry:
    """Return what a form lays out, its taps included."""
    fields = (HAND, *[name for name, _ in layout.trays])
    read = [(name, *tiles_of(plain_letters(form.one(name)[:LONGEST_TRAY]))) for name in fields]
    melds, wrong_meld = melds_told(plain_letters(form.one(MELDS)[:LONGEST_TRAY]))
    unread = [(name, form.one(name)) for name, _, wrong in read if wrong]
    entry = TileEntry(
        layout=layout,
        reds=reds,
        into=form.one(INTO, layout.first),
        closed=read[0][1],
        melds=melds,
        trays=tuple([(name, tiles) for name, tiles, _ in read[1:]]),
        unread=(*unread, *(((MELDS, form.one(MELDS)),) if wrong_meld else ())),
    )
    entry = replace(entry, into=entry.into if entry.into in ways_in(layout) else layout.first)
    for tap in [value for name, value in form.pairs if name == TAP][:MOST_TAPS]:
        entry = apply_tap(entry, tap)
    return entry


def with_taps(form: Form, entry: TileEntry) -> Form:
    """Return the form with its taps worked into its fields; a text that could not be read stays as it is."""
    written = ((HAND, tiles_text(entry.closed)), (MELDS, melds_text(entry.melds)))
    trays = tuple([(name, tiles_text(tiles)) for name, tiles in entry.trays])
    kept = form.without(TAP, INTO)
    for name, text in (*written, *trays, (INTO, entry.into)):
        if name not in [field for field, _ in entry.unread]:
            kept = kept.changed(name, text)
    return kept
