"""The time of this server, against which every phone sets the round timer that it keeps itself."""

from __future__ import annotations

from datetime import UTC, datetime

from flask import Blueprint, Response, jsonify

clock = Blueprint("clock", __name__)


@clock.get("/clock")
def now() -> Response:
    """Return the present time in milliseconds since 1970."""
    response = jsonify(now=round(datetime.now(tz=UTC).timestamp() * 1000))
    response.headers["Cache-Control"] = "no-store"
    return response
