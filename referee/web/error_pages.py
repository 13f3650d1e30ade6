"""Pages for what went wrong before a handler could answer: no such page, too large a request, our own mistakes."""

from __future__ import annotations

import sqlite3
from dataclasses import replace
from http import HTTPStatus

from flask import Flask, Response, current_app, request
from flask.globals import request_ctx
from werkzeug.exceptions import HTTPException, InternalServerError, ServiceUnavailable, default_exceptions
from werkzeug.routing import RoutingException

from referee.app.answer import OTHER, titled_error_page
from referee.app.asked import Asked, HttpError
from referee.records import dataclass
from referee.texts.words import LANGUAGE, Speaker
from referee.web.api import api, refused
from referee.web.cookies import remember_language
from referee.web.guard import CAUSE
from referee.web.host import current_asked_without_form, sent

_RETRY_AFTER = {"locked": 2, "full": 10, "read_only": 10, "starting": 5, "unavailable": 5}
"""After how many seconds it is worth while to try again, by what is in the way."""
_CAUSES = {
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_BUSY: "locked",
    sqlite3.SQLITE_LOCKED: "locked",
    sqlite3.SQLITE_READONLY: "read_only",
    sqlite3.SQLITE_IOERR: "unavailable",
    sqlite3.SQLITE_CANTOPEN: "unavailable",
}
"""What each of SQLite's errors means that is no mistake of the program."""
_API_CODES = {
    400: "not_understood",
    403: "forbidden",
    404: "not_found",
    405: "wrong_method",
    429: "too_often",
    500: "internal",
}
"""What the interface for programs calls a status that no question leads to."""
_FORWARDED = ("Allow", "Retry-After")
_PRIMARY = 0xFF
"""The part of SQLite's error codes that says the kind."""


class Unavailable(ServiceUnavailable):
    """The server is there but cannot do this now; ``cause`` says why in one word."""

    def __init__(self, cause: str) -> None:
        super().__init__()
        self.cause = cause


def _show_error_page(problem: HTTPException) -> Response | HTTPException:
    """Return a page that says what went wrong, with the status of the problem; a redirect stays what it is."""
    if isinstance(problem, RoutingException):
        return problem
    response, headers = _error_page_response(problem), problem.get_response().headers
    for header in _FORWARDED:
        if header in headers:
            response.headers[header] = headers[header]
    if isinstance(problem, Unavailable):
        _say_why(response, problem.cause)
    return remember_language(response)


def _error_page_response(problem: HTTPException) -> Response:
    """Say what went wrong: to programs in the shape of their interface, to people as a page.

    A request whose host cannot be one has no page, for its links would lead nowhere.
    """
    asked, status, message = (
        current_asked_without_form(),
        problem.code or InternalServerError.code,
        _message_of(problem),
    )
    cause = problem.cause if isinstance(problem, Unavailable) else ""
    if request.path.startswith(f"{api.url_prefix}/") or request.accept_mimetypes.best == "application/json":
        english = replace(asked, speaker=Speaker(lang=LANGUAGE, words=asked.library.sentences[LANGUAGE]))
        found = _error_page_of(english, status, message, cause)
        return refused(_API_CODES.get(status, found.kind), found.text, "", HTTPStatus(status))
    found = _error_page_of(asked, status, message, cause)
    if request_ctx.url_adapter is None:
        return Response(f"{found.title}\n\n{found.text}\n", status, mimetype="text/plain")
    return sent(titled_error_page(status, found.title, found.text))


@dataclass(frozen=True, kw_only=True, slots=True)
class ErrorPage:
    """What went wrong: ``kind`` as the word lists call it, a title and a sentence or two."""

    kind: str
    title: str
    text: str


def _error_page_of(asked: Asked, status: int, message: str, cause: str) -> ErrorPage:
    """Return what went wrong by its cause if there is one, else by its status; ``message`` says it more exactly.

    What can only go wrong on the server is a ``trouble`` in the word lists, which phones do not take along.
    """
    kind = cause or str(status)
    known = [group for group in ("trouble", "error_page") if f"{group}.title_{kind}" in asked.speaker.words]
    group, kind = (known[0], kind) if known else ("error_page", OTHER)
    text = message or asked.say(f"{group}.text_{kind}")
    return ErrorPage(kind=kind, title=asked.say(f"{group}.title_{kind}"), text=text)


def _message_of(problem: HTTPException) -> str:
    """Return what a handler said about a problem, nothing where only its kind is known."""
    text = problem.description
    return text if text is not None and text != type(problem).description else ""


def _say_why(response: Response, cause: str) -> None:
    """Say to a phone why it has to wait, and to a form that what is typed there stays."""
    response.headers["Retry-After"] = str(_RETRY_AFTER[cause])
    response.headers[CAUSE] = cause
    response.headers["Cache-Control"] = "no-store"
    if "HX-Request" in request.headers:
        response.headers["HX-Reswap"] = "none"


def _show_unanswerable(problem: HttpError) -> Response | HTTPException:
    """Return the page for what has no answer."""
    return _show_error_page(default_exceptions[problem.status](problem.message))


def _show_database_trouble(problem: sqlite3.DatabaseError) -> Response | HTTPException:
    """Say that the database cannot be used now and why; whatever is no trouble of its own is a mistake of ours."""
    cause = _CAUSES.get(getattr(problem, "sqlite_errorcode", 0) & _PRIMARY)
    if cause is None:
        raise problem
    current_app.logger.warning("The database cannot be used now: %s", problem)
    return _show_error_page(Unavailable(cause))


def install(app: Flask) -> None:
    """Show a page for every HTTP error."""
    app.register_error_handler(HTTPException, _show_error_page)
    app.register_error_handler(HttpError, _show_unanswerable)
    app.register_error_handler(sqlite3.DatabaseError, _show_database_trouble)
