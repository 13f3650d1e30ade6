"""What open forms ask every few seconds: whether the hand that they are for is over by now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee import desk
from referee.app.answer import NEVER_KEPT, TAG, Answer, unchanged
from referee.app.tables import Seen, as_seen, game_of, table_at
from referee.core.pages.over_view import since as since_made
from referee.core.text.html import Html

if TYPE_CHECKING:
    from referee.app.asked import Asked
    from referee.core.forms.form import Form
    from referee.desk import Desk


def since_shown(asked: Asked, at: Desk, seen: Seen, form: Form) -> Html:
    """Return what a form shows once its state is no more, nothing before."""
    return Html(since_made(form, as_seen(asked, at, seen)))


def show(asked: Asked, at: Desk, token: str) -> Answer:
    """Return that a form is over, nothing while it is not, and not even that while nothing has changed."""
    tag = desk.version(at, game_of(asked, at, token))
    if asked.tag == tag:
        return unchanged()
    shown = since_shown(asked, at, table_at(asked, at, token), asked.form)
    return Answer(body=shown.text).telling((TAG, tag), NEVER_KEPT)
