"""Pages for what went wrong before a handler could answer: no such page, too large a request, our own mistakes."""

from flask import Flask, Response, make_response, render_template
from werkzeug.exceptions import HTTPException, InternalServerError
from werkzeug.routing import RoutingException

from referee.web.language import remember_language, say, speaker


def show_mishap(problem: HTTPException) -> Response | HTTPException:
    """Return a page that says what went wrong, with the status of the problem; a redirect stays what it is."""
    if isinstance(problem, RoutingException):
        return problem
    sent = problem.get_response()
    kind = kind_of(problem)
    body = render_template("mishap.html", title=say(f"mishap.title_{kind}"), message=told(problem, kind))
    response = make_response(body, problem.code or InternalServerError.code)
    if "Allow" in sent.headers:
        response.headers["Allow"] = sent.headers["Allow"]
    return remember_language(response)


def kind_of(problem: HTTPException) -> str:
    """Return what the word lists call a problem: its status, or "other"."""
    return str(problem.code) if f"mishap.title_{problem.code}" in speaker().words else "other"


def told(problem: HTTPException, kind: str) -> str:
    """Return what a handler said about the problem, else what is known about its kind."""
    if problem.description is not None and problem.description != type(problem).description:
        return problem.description
    return say(f"mishap.text_{kind}")


def install(app: Flask) -> None:
    """Show a page for every HTTP error."""
    app.register_error_handler(HTTPException, show_mishap)
