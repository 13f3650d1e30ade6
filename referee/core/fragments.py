"""What looks the same with and without a network: parts of pages that the server and a phone draw with one function.

A fragment takes the form as it was sent, the library and a language, and returns HTML.
"""

from __future__ import annotations

from referee.core.hand_view import hand_view
from referee.core.payment_view import settle_payment
from referee.core.ruling_view import ruling_answer
from referee.core.tile_view import tile_verdict
from referee.core.yaku_view import yaku_view

FRAGMENTS = {
    "payment": settle_payment,
    "ruling": ruling_answer,
    "hand": hand_view,
    "tiles": tile_verdict,
    "yaku": yaku_view,
}
"""The fragments by name: functions of (form, library, language)."""
