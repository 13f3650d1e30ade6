"""The pages of events on the server: each is answered for whoever holds which link."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from flask import current_app, request

from referee.app.answer import NEVER_KEPT, Answer
from referee.app.asked import HttpError
from referee.app.form import Form
from referee.app_event import ROUTES, creating
from referee.app_event.visit import visit_to
from referee.desk_event.opened import right_of
from referee.web.host import answered
from referee.web.links import NOT_FOUND, events_in_use, let_in, links_held, right_in

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask import Flask
    from werkzeug.wrappers import Response as AnyResponse

    from referee.app.asked import Asked
    from referee.app_event.visit import EventHandler
    from referee.desk import Desk

_RENDERED = "event_drawn"
_MOST_DRAWN = 60
"""How many parts of pages are kept as they were drawn."""


def _visited(handler: EventHandler, *, writes: bool, event: str, **values: str | int) -> AnyResponse:
    def handle(asked: Asked, _desk: Desk, **given: str | int) -> Answer:
        event_desk, table = events_in_use(), given.get("table_no")
        try:
            visit = visit_to(event_desk, event, right_in(event_desk, event, table if isinstance(table, int) else None))
        except LookupError:
            raise HttpError(NOT_FOUND, asked.say("event.no_such_event")) from None
        return handler(replace(asked, form=_with_files(asked.form), tag=asked.tag or _tag_kept()), visit, **given)

    response = answered(handle, writes=writes, **values)
    response.headers["X-Robots-Tag"] = "noindex"
    return response


def _tag_kept() -> str:
    """Return the version of a page that the browser holds already, empty where it holds none."""
    return next(iter(request.if_none_match.as_set()), "")


def render_once(part: str, key: str, caller: Callable[[], str]) -> str:
    """Return a part of a page as it was drawn for the same content before, else let the template draw it."""
    known: dict[tuple[str, str], str] = current_app.extensions[_RENDERED]
    found = known.get((part, key))
    if found is None:
        if len(known) >= _MOST_DRAWN:
            known.clear()
        found = known[part, key] = caller()
    return found


def _with_files(form: Form) -> Form:
    """Return a form with the texts of the files that came with it; what is not UTF-8 can be told from the rest."""
    files = [(name, file.read().decode("utf-8-sig", "replace")) for name, file in request.files.items(multi=True)]
    return Form(pairs=(*form.pairs, *files))


def new() -> AnyResponse:
    """Show the form for a new event."""
    held = tuple([event for event, _, _ in links_held()])
    return answered(lambda asked, _desk: creating.new(asked, events_in_use(), held), writes=False)


def begin() -> AnyResponse:
    """Make an event, and let the browser that made it hold its first link."""

    def handle(asked: Asked, _desk: Desk) -> Answer:
        found = creating.begin(asked, events_in_use())
        if isinstance(found, Answer):
            return found
        event, token, answer = found
        opened = right_of(events_in_use(), token)
        if opened is not None:
            let_in(events_in_use(), event, opened[1])
        return answer.with_headers(NEVER_KEPT)

    return answered(handle, writes=True)


def install(app: Flask) -> None:
    """Answer at the addresses of events."""
    app.extensions[_RENDERED] = {}
    app.jinja_env.globals["render_once"] = render_once
    app.add_url_rule("/events/new", "events.new", new)
    app.add_url_rule("/events", "events.begin", begin, methods=["POST"])
    for route, handler in ROUTES:
        answer = partial(_visited, handler, writes=route.method == "POST")
        app.add_url_rule(route.path, route.endpoint, answer, methods=[route.method])
