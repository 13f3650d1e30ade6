"""What open forms ask every few seconds: whether the hand that they are for is over by now."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING

from flask import Blueprint, Response, make_response, request

from referee import desk
from referee.core.pages.over_view import since as since_made
from referee.web.desks import as_seen, desk_in_use, game_of, table_at
from referee.web.language import follow_language
from referee.web.render import drawn
from referee.web.sent import form_sent
from referee.web.table.written import VERSION

if TYPE_CHECKING:
    from markupsafe import Markup

    from referee.core.forms.form import Form
    from referee.web.desks import Seen

since = Blueprint("since", __name__)
follow_language(since)


def since_shown(seen: Seen, form: Form) -> Markup:
    """Return what a form shows once its state is no more, nothing before."""
    return drawn(since_made(form, as_seen(seen)))


@since.get("/t/<token>/since")
def show(token: str) -> Response:
    """Return that a form is over, nothing while it is not, and not even that while nothing has changed."""
    tag = desk.version(desk_in_use(), game_of(token))
    if request.headers.get(VERSION) == tag:
        return Response(status=HTTPStatus.NOT_MODIFIED)
    response = make_response(since_shown(table_at(token), form_sent()))
    response.headers[VERSION] = tag
    response.headers["Cache-Control"] = "no-store"
    return response
