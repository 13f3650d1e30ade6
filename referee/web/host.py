"""The server as a host of the program: a request of Flask becomes a question, its answer a response."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, cast

from flask import Response, redirect, request

from referee.app import DOCUMENTS, HANDLERS, ROUTES
from referee.app.device import device_told
from referee.core.text.jsontext import plain_value
from referee.web import language, memory
from referee.web.asked import asked_now
from referee.web.desks import desk_in_use
from referee.web.device import look
from referee.web.render import drawn, lay_out

if TYPE_CHECKING:
    from flask import Flask
    from werkzeug.wrappers import Response as AnyResponse

    from referee.app.answer import Answer
    from referee.app.device import Device
    from referee.app.routes import Handler


DEVICE = "Referee-Device"
"""The header that tells a phone what the server knows its browser to remember."""


def answered(handler: Handler, **values: str | int) -> AnyResponse:
    """Return the response to the present request."""
    asked = asked_now()
    answer = handler(asked, desk_in_use(), **values)
    device = answer.device or asked.device
    memory.remember(asked.device, device)
    lay_out(replace(asked, device=device), cast("str | None", values.get("token")))
    response = sent(answer)
    remember(response, asked.device, device)
    if answer.device is not None or not asked.is_part:
        response.headers[DEVICE] = json.dumps(plain_value(device_told(device)))
    if request.method == "POST":
        memory.write_as(asked.device.id)
    return language.remember_language(response)


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
    handlers = HANDLERS | DOCUMENTS
    for route in ROUTES:
        answer = partial(answered, handlers[route.endpoint])
        app.add_url_rule(route.path, route.endpoint, answer, methods=[route.method])
