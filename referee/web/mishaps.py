"""Pages for what went wrong before a handler could answer: no such page, too large a request, our own mistakes."""

from flask import Flask, Response, make_response, render_template
from werkzeug.exceptions import HTTPException, InternalServerError
from werkzeug.routing import RoutingException


def show_mishap(problem: HTTPException) -> Response | HTTPException:
    """Return a page that says what went wrong, with the status of the problem; a redirect stays what it is."""
    if isinstance(problem, RoutingException):
        return problem
    sent = problem.get_response()
    body = render_template("mishap.html", title=problem.name, message=problem.description)
    response = make_response(body, problem.code or InternalServerError.code)
    if "Allow" in sent.headers:
        response.headers["Allow"] = sent.headers["Allow"]
    return response


def install(app: Flask) -> None:
    """Show a page for every HTTP error."""
    app.register_error_handler(HTTPException, show_mishap)
