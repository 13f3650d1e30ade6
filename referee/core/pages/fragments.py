"""What looks the same with and without a network: parts of pages that the server and a phone draw with one function.

A fragment takes the form as it was sent, the library and a language, and returns HTML.
"""

from __future__ import annotations

from referee.core.pages.payment_view import settle_payment
from referee.core.pages.ruling_view import ruling_answer
from referee.core.pages.tiles_answer import tiles_answer

FRAGMENTS = {
    "payment": settle_payment,
    "ruling": ruling_answer,
    "tiles": tiles_answer,
}
"""The fragments by name: functions of (form, library, language)."""
