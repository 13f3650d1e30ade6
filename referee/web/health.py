"""Whether the server can do its work, for whoever watches over it."""

from __future__ import annotations

from http import HTTPStatus

from flask import Blueprint, Response

from referee.web.desks import desk_in_use

SECONDS = 1.0
"""How long the database may be held by another program."""

health = Blueprint("health", __name__)


@health.get("/health")
def show() -> Response:
    """Answer 200 if score sheets can be read and written now; a database that cannot do that answers 503."""
    desk_in_use().store.check(SECONDS)
    response = Response("ok\n", HTTPStatus.OK, mimetype="text/plain")
    response.headers["Cache-Control"] = "no-store"
    return response
