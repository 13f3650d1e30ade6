"""The server as a host of the program: a request of Flask becomes a question, its answer a response."""

from __future__ import annotations

import secrets
from functools import partial
from typing import TYPE_CHECKING, cast

from flask import Response, g, redirect, request, session

from referee.app import HANDLERS, ROUTES
from referee.app.answer import TAG
from referee.app.asked import Asked, Device
from referee.core.forms.form import Form
from referee.web import language, memory
from referee.web.desks import desk_in_use
from referee.web.device import look
from referee.web.render import drawn
from referee.web.shelf import library_in_use

if TYPE_CHECKING:
    from flask import Flask
    from werkzeug.wrappers import Response as AnyResponse

    from referee.app.answer import Answer
    from referee.app.routes import Handler


def answered(handler: Handler, **values: str | int) -> AnyResponse:
    """Return the response to the present request."""
    asked = asked_now()
    answer = handler(asked, desk_in_use(), **values)
    if "token" in values:
        g.table = values["token"]
    device = answer.device or asked.device
    memory.remember(asked.device, device)
    response = sent(answer)
    remember(response, asked.device, device)
    if request.method == "POST":
        memory.write_as(asked.device.id)
    return language.remember_language(response)


def asked_now() -> Asked:
    """Return what the present request asks."""
    query = Form(pairs=tuple(request.args.items(multi=True)))
    is_order = request.method == "POST"
    return Asked(
        path=request.path,
        query=query,
        form=Form(pairs=tuple(request.form.items(multi=True))) if is_order else query,
        device=device_now(),
        library=library_in_use(),
        speaker=language.speaker(),
        command=secrets.token_hex(16),
        is_part="HX-Request" in request.headers,
        tag=request.headers.get(TAG, ""),
        url=request.url,
    )


def device_now() -> Device:
    """Return the device that asks, with a name for one that has none yet."""
    return Device(
        id=session.get("device") or secrets.token_hex(4),
        language=language.known(request.cookies.get(language.COOKIE)) or "",
        look=look.look(),
        tables=memory.tables(),
        referee=memory.referee(),
        rules=memory.rules(),
    )


def sent(answer: Answer) -> Response:
    """Return an answer as a response."""
    headers = dict(answer.headers)
    address = headers.pop("Location", None)
    if address is not None:
        response = cast("Response", redirect(address, answer.status, Response))
    else:
        response = Response(drawn(answer.body), answer.status)
    response.headers.extend(headers)
    return response


def remember(response: Response, before: Device, after: Device) -> None:
    """Let the browser keep what a device remembers from now on, as far as it is new."""
    if after.language != before.language:
        language.choose(response, after.language)
    if after.look != before.look:
        look.keep(response, after.look)


def install(app: Flask) -> None:
    """Answer at the addresses of the program."""
    for route in ROUTES:
        answer = partial(answered, HANDLERS[route.endpoint])
        app.add_url_rule(route.path, route.endpoint, answer, methods=[route.method])
