"""What other programs ask over HTTP: questions of the JSON interface, whether the server is well, and its time."""

from __future__ import annotations

import json
from http import HTTPStatus
from typing import TYPE_CHECKING

from flask import Blueprint, Response, current_app, jsonify, request
from werkzeug.exceptions import RequestEntityTooLarge

from referee.ask_event.api import DRAW, answer
from referee.desk_event.opened import clock_milliseconds
from referee.tournament.search import Stopped
from referee.web import links
from referee.web.connections import client_waits
from referee.web.context import desk_in_use, library_in_use, policies_in_use

if TYPE_CHECKING:
    from pathlib import Path


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


clock = Blueprint("clock", __name__)


@clock.get("/clock")
def now() -> Response:
    """Return the present time in milliseconds since 1970."""
    response = jsonify(now=clock_milliseconds(links.events_in_use()))
    response.headers["Cache-Control"] = "no-store"
    return response


_STATUS_OF = {
    "not_json": HTTPStatus.BAD_REQUEST,
    "unknown_ask": HTTPStatus.NOT_FOUND,
    "too_large": HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
}
"""The status of each error that is not about the content of a question."""

_UNDER_WAY: dict[str, list[str]] = {}
"""The draw that is being made: since when, in UTC."""

api = Blueprint("api", __name__, url_prefix="/api/v1")


@api.post("/<ask>")
def answer_question(ask: str) -> Response:
    """Answer one question, whose kind stands in the address."""
    if request.mimetype != "application/json":
        sent = request.mimetype or "no media type"
        message = f"The body was sent as {sent}; only application/json is read."
        return refused("wrong_type", message, "Content-Type", HTTPStatus.UNSUPPORTED_MEDIA_TYPE)
    try:
        body = request.get_data()
    except RequestEntityTooLarge:
        message = f"The question is too large: at most {request.max_content_length} bytes are read."
        return refused("too_large", message, "", HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
    return answered(ask, text_of(body))


@api.get("/openapi.json")
def describe() -> Response:
    """Return the description of the interface."""
    folder: Path = current_app.config["STATIC"]
    return _json_response((folder / "openapi.json").read_text("utf-8"), HTTPStatus.OK)


def text_of(body: bytes) -> str:
    """Return the body as text; what is no UTF-8 becomes a text that is no JSON either."""
    try:
        return body.decode("utf-8")
    except UnicodeDecodeError:
        return ""


def answered(ask: str, question: str) -> Response:
    """Return an answer with the status that belongs to it; one draw is made at a time, for organisers.

    A draw is given up when whoever asked for it has hung up: the next one need not wait for it.
    """
    if ask != DRAW:
        return _answer_response(answer(question, library_in_use(), policies_in_use(), ask))
    if not links.is_organiser():
        message = "A draw is made for organisers: send a link's token as Authorization: Bearer."
        return refused("not_allowed", message, "Authorization", HTTPStatus.FORBIDDEN)
    mine = [desk_in_use().clock()]
    theirs = _UNDER_WAY.setdefault(DRAW, mine)
    if theirs is not mine:
        message = f"Another draw has been under way since {theirs[0]}. Ask again when it is done."
        return refused("draw_busy", message, "", HTTPStatus.CONFLICT)
    try:
        return _answer_response(answer(question, library_in_use(), policies_in_use(), ask, client_waits))
    except Stopped:
        return refused("draw_stopped", "Nobody waits for this draw any more.", "", HTTPStatus.CONFLICT)
    finally:
        del _UNDER_WAY[DRAW]


def _answer_response(text: str) -> Response:
    """Return an answer that is made with the status that belongs to it."""
    error = json.loads(text).get("error")
    if error is None:
        return _json_response(text, HTTPStatus.OK)
    return _json_response(text, _STATUS_OF.get(error["code"], HTTPStatus.UNPROCESSABLE_ENTITY))


def refused(code: str, message: str, field: str, status: HTTPStatus) -> Response:
    """Return an error that is found before anything is read, in the shape of all others."""
    error = {"code": code, "message": message, "field": field}
    return _json_response(json.dumps({"error": error}, ensure_ascii=False, separators=(",", ":")), status)


def _json_response(text: str, status: HTTPStatus) -> Response:
    """Return a JSON text as a response that nobody stores."""
    response = Response(text, status, mimetype="application/json")
    response.headers["Cache-Control"] = "no-store"
    return response
