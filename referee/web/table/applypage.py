"""The page that applies a ruling to the table; what it shows about the ruling is drawn by the core."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from referee.core.pages.apply_view import applying
from referee.desk import OTHER_OFFENCE
from referee.web import memory
from referee.web.desks import as_seen, new_command
from referee.web.language import say
from referee.web.render import drawn
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
    expected: int
    shown: Markup
    text: str
    ruled_by: str
    refusals: tuple[str, ...] = ()


def apply_page(seen: Seen, form: Form, told: tuple[str, ...] = ()) -> ApplyPage:
    """Return the page for a form as it was sent, with what is wrong."""
    title = offence_title(form.one("offence", OTHER_OFFENCE))
    return page_around(seen, form, (title, drawn(applying(form, as_seen(seen)))), told)


def apply_shell(seen: Seen, form: Form, place: Markup) -> ApplyPage:
    """Return the page without a ruling: a phone keeps it, and draws at this place what its address names."""
    return page_around(seen, form, (say("apply.title"), place))


def page_around(seen: Seen, form: Form, about: tuple[str, Markup], told: tuple[str, ...] = ()) -> ApplyPage:
    """Return what stands around a ruling: its title, the order that the page carries, the reason, and who rules."""
    return ApplyPage(
        token=seen.token,
        title=about[0],
        command=new_command(),
        expected=seen.view.expected,
        shown=about[1],
        text=form.one("text"),
        ruled_by=form.one("by", memory.referee()),
        refusals=told,
    )
