"""What open forms ask every few seconds: whether the hand that they are for is over by now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee import desk
from referee.app.answer import NEVER_KEPT, TAG, Answer, Fragment, unchanged
from referee.app.tables import as_seen, game_of, table_at
from referee.core.pages.over_view import since

if TYPE_CHECKING:
    from referee.app.asked import Asked
    from referee.desk import Desk


def show(asked: Asked, at: Desk, token: str) -> Answer:
    """Return that a form is over, nothing while it is not, and not even that while nothing has changed."""
    tag = desk.version(at, game_of(asked, at, token))
    if asked.tag == tag:
        return unchanged()
    over = since(asked.form, as_seen(asked, at, table_at(asked, at, token)))
    return Answer(body=Fragment(name="since", view=over)).telling((TAG, tag), NEVER_KEPT)
