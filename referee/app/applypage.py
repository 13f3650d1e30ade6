"""The page that applies a ruling to the table; what it shows about the ruling is drawn by the core."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from referee.app.recordpage import expected_event_in, expected_in
from referee.app.rulingwords import offence_title
from referee.app.tables import Seen, as_seen
from referee.core.pages.apply_view import applying
from referee.desk import OTHER_OFFENCE, Desk

if TYPE_CHECKING:
    from referee.app.asked import Asked
    from referee.core.forms.form import Form
    from referee.core.pages.apply_view import ApplyView


@dataclass(frozen=True, kw_only=True, slots=True)
class ApplyPage:
    """The page; ``shown`` is everything about the ruling of its form."""

    token: str
    title: str
    command: str
    expected: str
    expected_event: str
    version: str
    shown: ApplyView
    text: str
    ruled_by: str
    refusals: tuple[str, ...] = ()


def apply_page(asked: Asked, at: Desk, seen: Seen, form: Form, told: tuple[str, ...] = ()) -> ApplyPage:
    """Return the page for a form as it was sent, with what is wrong."""
    return ApplyPage(
        token=seen.token,
        title=offence_title(asked, form.one("offence", OTHER_OFFENCE)),
        command=asked.command,
        expected=expected_in(form, seen),
        expected_event=expected_event_in(form, seen),
        version=seen.view.version,
        shown=applying(form, as_seen(asked, at, seen)),
        text=form.one("text"),
        ruled_by=form.one("by", asked.device.referee),
        refusals=told,
    )
