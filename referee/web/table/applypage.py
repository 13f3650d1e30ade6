"""The page that applies a ruling to the table; what it shows about the ruling is drawn by the core."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from referee.core.pages.apply_view import applying
from referee.desk import OTHER_OFFENCE
from referee.web import memory
from referee.web.desks import as_seen, new_command
from referee.web.render import drawn_part
from referee.web.table.recordpage import expected_event_in, expected_in
from referee.web.table.rulingwords import offence_title

if TYPE_CHECKING:
    from markupsafe import Markup

    from referee.core.forms.form import Form
    from referee.web.desks import Seen


@dataclass(frozen=True, kw_only=True, slots=True)
class ApplyPage:
    """The page; ``shown`` is everything about the ruling of its form."""

    token: str
    title: str
    command: str
    expected: str
    expected_event: str
    version: str
    shown: Markup
    text: str
    ruled_by: str
    refusals: tuple[str, ...] = ()


def apply_page(seen: Seen, form: Form, told: tuple[str, ...] = ()) -> ApplyPage:
    """Return the page for a form as it was sent, with what is wrong."""
    return ApplyPage(
        token=seen.token,
        title=offence_title(form.one("offence", OTHER_OFFENCE)),
        command=new_command(),
        expected=expected_in(form, seen),
        expected_event=expected_event_in(form, seen),
        version=seen.view.version,
        shown=drawn_part("applying", applying(form, as_seen(seen))),
        text=form.one("text"),
        ruled_by=form.one("by", memory.referee()),
        refusals=told,
    )
