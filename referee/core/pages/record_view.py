"""What the form of a finished hand is told: what it pays, what is still to be chosen, and the button that confirms."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from referee.core.forms.hand_form import hand_mark, hand_recorded, lacking_in_record
from referee.core.games.hand_answer import Preview, hand_preview
from referee.core.pages.over_view import OverView, is_over, over_view
from referee.core.pages.preview import PaymentView, payment_view

if TYPE_CHECKING:
    from referee.core.forms.form import Form
    from referee.core.games.at_table import AtTable

NO_PAYMENT = PaymentView()


@dataclass(frozen=True, kw_only=True, slots=True)
class ConfirmButton:
    """The button that confirms a hand: where it sends the form, by which method, its text, and the hand's mark."""

    address: str
    method: str
    text: str
    mark: str


@dataclass(frozen=True, kw_only=True, slots=True)
class RecordView:
    """What a form is told; ``over`` says that it was made for a state which is no more, and then nothing else is told.

    Only a payment can be confirmed.
    """

    over: OverView | None = None
    payment: PaymentView = NO_PAYMENT
    confirm: ConfirmButton | None = None


def record_at_table(form: Form, table: AtTable) -> RecordView:
    """Return what the hand of a form would pay at a table, with the button that records it, or the next question."""
    if is_over(form, table):
        return RecordView(over=over_view(form, "record", table))
    words, lacking = table.speaker.words, lacking_in_record(form)
    if lacking is not None:
        return still_asked(words["hint." + lacking])
    found = hand_preview(table.game, hand_recorded(form), table.rules, table.speaker)
    button = ConfirmButton(
        address=table.address + "/hands", method="post", text=words["page.record.confirm"], mark=hand_mark(form)
    )
    return record_view(found, button, table)


def still_asked(hint: str) -> RecordView:
    """Return what is still to be chosen in place of a payment."""
    return RecordView(payment=PaymentView(hint=hint))


def record_view(found: Preview, button: ConfirmButton, table: AtTable) -> RecordView:
    """Return a payment with the button that confirms it; a hand that is refused has none."""
    payment = payment_view(found.question, found.answer, table.me, table.speaker.words)
    return RecordView(payment=payment, confirm=None if payment.settlement is None else button)
