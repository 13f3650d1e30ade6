"""A settled hand as HTML, for the pages that build theirs in Python still; the others draw it with a template.

What stands here is what ``templates/_parts/payment.html`` draws; it goes with the last of those pages.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from referee.core.pages.preview import PaymentView, ReasonRow, SeatRow, payment_view

if TYPE_CHECKING:
    from typing import Any

    from referee.core.text.words import Words


def settle_preview(question: dict[str, Any], answer: dict[str, Any], me: int, words: Words) -> str:
    """Return what a hand pays, why, and what comes next; ``me`` is the seat shown at the bottom."""
    headline, details = settle_parts(question, answer, me, words)
    return headline + details


def settle_parts(question: dict[str, Any], answer: dict[str, Any], me: int, words: Words) -> tuple[str, str]:
    """Return the same in two parts: the headline, and everything below it."""
    view = payment_view(question, answer, me, words)
    found = view.settlement
    if found is None:
        return refusal_shown(view, words), ""
    rows = [
        f'<p class="payment"><strong class="amount">{escape(row.amount)}</strong> '
        f'<span class="who">{escape(row.who)}</span></p>'
        for row in found.payments
    ]
    seats = "".join([seat_cell(seat, words) for seat in found.seats])
    reasons = [reason_shown("line", row) for row in found.lines] + [reason_shown("note", row) for row in found.notes]
    details = (
        f'<div class="deltas" role="group" aria-label="{escape(words["preview.changes"])}">{seats}</div>'
        + what_follows(found.next_hand, words)
        + f'<div class="reasons"><h2>{escape(words["preview.why"])}</h2><ul>{"".join(reasons)}</ul></div>'
    )
    return f'<div class="headline">{"".join(rows)}</div>', details


def refusal_shown(view: PaymentView, words: Words) -> str:
    """Return a refusal in place of a payment."""
    return (
        f'<div class="headline headline--refused"><p class="who">{escape(words["preview.refused"])}</p>'
        f'<p class="message">{escape(view.refused)}</p></div>'
    )


def seat_cell(seat: SeatRow, words: Words) -> str:
    """Return one seat: wind, change, chips, new score, and the final place when the game is over."""
    chips = f'<span class="chips">{escape(seat.chips)}</span>' if seat.chips else ""
    final = f'<span class="final">{escape(seat.rank)} <b>{seat.final}</b></span>' if seat.rank else ""
    return (
        f'<div class="delta delta--{seat.place} delta--{seat.moved}">'
        f'<span class="wind" lang="ja" aria-hidden="true">{seat.character}</span>'
        f'<span class="seat-name">{escape(words["wind." + seat.wind])}</span>'
        f'<strong class="change">{seat.change}</strong>{chips}'
        f'<span class="score">{escape(seat.score)}</span>{final}</div>'
    )


def what_follows(next_hand: str, words: Words) -> str:
    """Return what comes next: the name of the next hand, and whether the dealer stays."""
    if not next_hand:
        return f'<p class="next"><strong>{escape(words["preview.game_over"])}</strong></p>'
    return f'<p class="next"><span>{escape(words["preview.next"])}</span> <strong>{escape(next_hand)}</strong></p>'


def reason_shown(kind: str, row: ReasonRow) -> str:
    """Return one line or remark with its clause."""
    return f'<li class="{kind}"><span>{escape(row.text)}</span>{cited(row.clause, row.source)}</li>'


def cited(clause: str, source: str) -> str:
    """Return the clause that decided, with its source where there is one."""
    if not clause:
        return ""
    origin = f' <span class="source">{escape(source)}</span>' if source else ""
    return f'<small class="clause"><code>{escape(clause)}</code>{origin}</small>'
