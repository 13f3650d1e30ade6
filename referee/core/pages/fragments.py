"""What looks the same with and without a network: parts of pages that the server and a phone work out alike.

A fragment takes the form as it was sent, and returns what its macro draws.
"""

from __future__ import annotations

from referee.core.pages.apply_outcome import apply_outcome
from referee.core.pages.apply_view import applying
from referee.core.pages.lookup_view import look_up_at_table, look_up_found
from referee.core.pages.over_view import since
from referee.core.pages.payment_view import settle_payment
from referee.core.pages.record_view import record_at_table
from referee.core.pages.ruling_view import ruling_answer, ruling_at_table
from referee.core.pages.tiles_answer import tiles_answer
from referee.core.pages.tiles_at_table import tiles_laid, winner_by_tiles

FRAGMENTS = {
    "payment": settle_payment,
    "found": look_up_found,
    "ruling": ruling_answer,
    "tiles": tiles_answer,
}
"""The fragments by name: functions of (form, library, language)."""

DRAWN_BY = {
    "payment": ("_parts/payment.html", "payment"),
    "record": ("_parts/record.html", "record"),
    "since": ("_parts/over.html", "form_over"),
    "found": ("_parts/found.html", "found"),
    "found_at_table": ("_parts/found.html", "found"),
    "ruling": ("_parts/ruling.html", "answer"),
    "ruling_at_table": ("_parts/ruling.html", "ruling_named"),
    "applying": ("_parts/applying.html", "applying"),
    "outcome": ("_parts/outcome.html", "outcome"),
    "tiles": ("_parts/tiles.html", "tiles"),
    "tiles_laid": ("_parts/tiles.html", "tiles_laid"),
    "winner_by_tiles": ("_parts/tiles.html", "winner_by_tiles"),
}
"""The macros that draw fragments, each by its template and its name."""

TABLE_FRAGMENTS = {
    "record": record_at_table,
    "applying": applying,
    "found_at_table": look_up_at_table,
    "ruling_at_table": ruling_at_table,
    "outcome": apply_outcome,
    "since": since,
    "tiles_laid": tiles_laid,
    "winner_by_tiles": winner_by_tiles,
}
"""The fragments of a table's pages by name: functions of (form, table)."""
