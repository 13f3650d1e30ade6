"""The JSON interface over HTTP: `POST /api/v1/<ask>` is one question to the core and its answer."""

from __future__ import annotations

import json
from http import HTTPStatus
from typing import TYPE_CHECKING

from flask import Blueprint, Response, current_app, request
from werkzeug.exceptions import RequestEntityTooLarge

from referee.core.asking.wire import answer
from referee.web.shelf import library_in_use

if TYPE_CHECKING:
    from pathlib import Path

STATUS_OF = {
    "not_json": HTTPStatus.BAD_REQUEST,
    "unknown_ask": HTTPStatus.NOT_FOUND,
    "too_large": HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
}
"""The status of each error that is not about the content of a question."""

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
        limit = current_app.config["MAX_CONTENT_LENGTH"]
        message = f"The question is too large: at most {limit} bytes are read."
        return refused("too_large", message, "", HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
    return answered(ask, text_of(body))


@api.get("/openapi.json")
def describe() -> Response:
    """Return the description of the interface."""
    folder: Path = current_app.config["STATIC"]
    return json_response((folder / "openapi.json").read_text("utf-8"), HTTPStatus.OK)


def text_of(body: bytes) -> str:
    """Return the body as text; what is no UTF-8 becomes a text that is no JSON either."""
    try:
        return body.decode("utf-8")
    except UnicodeDecodeError:
        return ""


def answered(ask: str, question: str) -> Response:
    """Return the core's answer with the status that belongs to it."""
    text = answer(question, library_in_use(), ask)
    error = json.loads(text).get("error")
    if error is None:
        return json_response(text, HTTPStatus.OK)
    return json_response(text, STATUS_OF.get(error["code"], HTTPStatus.UNPROCESSABLE_ENTITY))


def refused(code: str, message: str, field: str, status: HTTPStatus) -> Response:
    """Return an error that is found before the core is asked, in the shape of the core's errors."""
    error = {"code": code, "message": message, "field": field}
    return json_response(json.dumps({"error": error}, ensure_ascii=False, separators=(",", ":")), status)


def json_response(text: str, status: HTTPStatus) -> Response:
    """Return a JSON text as a response that nobody stores."""
    response = Response(text, status, mimetype="application/json")
    response.headers["Cache-Control"] = "no-store"
    return response
