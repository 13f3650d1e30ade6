"""The server as a host of the program: a request of Flask becomes a question, its answer a response, drawn by Jinja."""

from __future__ import annotations

import json
import secrets
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, cast

from flask import Response, current_app, g, redirect, render_template, request, session
from werkzeug.local import LocalProxy

from referee.app import DOCUMENTS, HANDLERS, ROUTES
from referee.app.answer import FRAGMENT_MACROS, VERSION_TAG, Fragment, Rendering
from referee.app.asked import Asked, Device, device_record
from referee.app.form import Form
from referee.app.layout import FUNCTIONS, VALUES, layout_of
from referee.editor import ROUTES as EDITING
from referee.texts.codec import plain_value
from referee.web import cookies
from referee.web.club import library_asked, may_save, policies_asked, versions_asked
from referee.web.context import desk_in_use, shelf_in_use
from referee.web.guard import DEVICE

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask import Flask
    from werkzeug.wrappers import Response as AnyResponse

    from referee.app.answer import Answer
    from referee.app.routes import Handler
    from referee.desk import Desk


def current_asked() -> Asked:
    """Return what the present request asks."""
    asked = current_asked_without_form()
    is_order = request.method == "POST"
    form = Form(pairs=tuple(request.form.items(multi=True))) if is_order else asked.query
    return replace(asked, form=form, url=request.url)


def current_asked_without_form() -> Asked:
    """Return what the present request asks even if its form cannot be read and its host cannot be one."""
    query = Form(pairs=tuple(request.args.items(multi=True)))
    return Asked(
        path=request.path,
        query=query,
        form=query,
        device=device_now(),
        library=library_asked(),
        speaker=cookies.speaker(),
        command=secrets.token_hex(16),
        is_part="HX-Request" in request.headers,
        tag=request.headers.get(VERSION_TAG, ""),
        may_save_rules=may_save(),
        versions=versions_asked(),
        policies=policies_asked(),
        event_table=g.get("event_table"),
        called=g.get("called", ()),
        events=g.get("events", ()),
    )


def device_now() -> Device:
    """Return the device that asks, with a name for one that has none yet."""
    return Device(
        id=session.get("device") or secrets.token_hex(4),
        language=cookies.chosen_here(),
        look=cookies.look(),
        tables=cookies.tables(),
        referee=cookies.referee(),
        rules=cookies.rules(),
        names=cookies.names(),
        archived=cookies.archived(),
    )


def render_body(body: Rendering | Fragment | str) -> str:
    """Return the body of an answer as HTML."""
    if isinstance(body, str):
        return body
    if isinstance(body, Fragment):
        return _render_fragment(body.name, body.view)
    if body.block:
        return _render_block(body.template, body.block, **body.values)
    return render_template(body.template, **body.values)


def _render_fragment(name: str, view: object) -> str:
    template, macro = FRAGMENT_MACROS[name]
    return str(getattr(current_app.jinja_env.get_template(template).module, macro)(view))


def _render_block(template: str, block: str, **values: object) -> str:
    found = current_app.jinja_env.get_template(template)
    return "".join(found.blocks[block](found.new_context(values)))


def _use_layout(asked: Asked, table: str | None) -> dict[str, object]:
    """Return the layout with which the present page is drawn from now on: for whoever asked, leading to this table."""
    g.layout = found = layout_of(asked, request.blueprint or "", table)
    return found


def _layout_value(name: str) -> Any:  # noqa: ANN401 values and functions of all kinds
    """Return a part of the present page's layout; one that no handler has answered leads to the latest table."""
    layout: dict[str, object] = g.get("layout") or _use_layout(current_asked_without_form(), None)
    return layout[name]


def _call_layout(name: str, /, *given: object, **named: object) -> object:
    """Return what a function of the present page's layout returns."""
    return _layout_value(name)(*given, **named)


def clause_names(clauses: str) -> str:
    """Return what people call clauses, each name once, for the pages that only the server draws.

    A book that stands there with a clause is not named again for what was decided without one.
    """
    names = list(dict.fromkeys(link.text for link in _layout_value("clause_links")(clauses)))
    numbered = " ".join(name for name in names if "§" in name)
    return ", ".join(name for name in names if "§" in name or name not in numbered)


def answered(handler: Handler, *, writes: bool, **values: str | int) -> AnyResponse:
    """Return the response to the present request; a browser that ``writes`` has a name from then on."""
    asked = current_asked()
    answer = handler(asked, desk_in_use(), **values)
    device = answer.device or asked.device
    cookies.remember(asked.device, device)
    _use_layout(replace(asked, device=device), cast("str | None", values.get("token")))
    response = sent(answer)
    _remember(response, asked.device, device)
    if answer.device is not None or not asked.is_part:
        tell_device(response, device)
    if writes:
        cookies.write_as(asked.device.id)
    return cookies.remember_language(response)


def tell_device(response: AnyResponse, device: Device) -> None:
    """Say on a response what the device remembers, for its phone to know without a network."""
    response.headers[DEVICE] = json.dumps(plain_value(device_record(device)))


def _from_shelf(handler: Callable[..., Answer], asked: Asked, _desk: Desk, **values: str) -> Answer:
    """Return the answer of a handler that needs the files of the books, not the desk."""
    return handler(asked, shelf_in_use(), **values)


def sent(answer: Answer) -> Response:
    """Return an answer as a response."""
    headers = dict(answer.headers)
    address = headers.pop("Location", None)
    if address is not None:
        response = cast("Response", redirect(address, answer.status, Response))
    else:
        response = Response(render_body(answer.body), answer.status)
    response.headers.update(headers)
    return response


def _remember(response: Response, before: Device, after: Device) -> None:
    """Let the browser keep what a device remembers from now on, as far as it is new."""
    if after.language != before.language:
        cookies.choose_language(response, after.language)
    if after.look != before.look:
        cookies.keep_look(response, after.look)
    if after.names != before.names:
        cookies.keep_names(response, after.names)


def install(app: Flask) -> None:
    """Answer at the addresses of the program, and let every template name the parts of the layout.

    Only globals reach the macros of other files; what is called needs no proxy, with which a page would take a quarter
    longer.
    """
    handlers = HANDLERS | DOCUMENTS
    for route in ROUTES:
        answer = partial(answered, handlers[route.endpoint], writes=route.method == "POST")
        app.add_url_rule(route.path, route.endpoint, answer, methods=[route.method])
    for route, editing in EDITING:
        answer = partial(answered, partial(_from_shelf, editing), writes=False)
        app.add_url_rule(route.path, route.endpoint, answer, methods=[route.method])
    for name in VALUES:
        app.jinja_env.globals[name] = LocalProxy(partial(_layout_value, name))
    for name in FUNCTIONS:
        app.jinja_env.globals[name] = partial(_call_layout, name)
    app.jinja_env.globals["clause_names"] = clause_names
