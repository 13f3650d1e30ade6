"""A request of Flask as the question that the program answers."""

from __future__ import annotations

import secrets
from dataclasses import replace

from flask import request, session

from referee.app.answer import TAG
from referee.app.asked import Asked
from referee.app.device import Device
from referee.core.forms.form import Form
from referee.web import language, memory
from referee.web.device import look
from referee.web.shelf import library_in_use


def asked_now() -> Asked:
    """Return what the present request asks."""
    asked = asked_at_least()
    is_order = request.method == "POST"
    form = Form(pairs=tuple(request.form.items(multi=True))) if is_order else asked.query
    return replace(asked, form=form, url=request.url)


def asked_at_least() -> Asked:
    """Return what the present request asks even if its form cannot be read and its host cannot be one."""
    query = Form(pairs=tuple(request.args.items(multi=True)))
    return Asked(
        path=request.path,
        query=query,
        form=query,
        device=device_now(),
        library=library_in_use(),
        speaker=language.speaker(),
        command=secrets.token_hex(16),
        is_part="HX-Request" in request.headers,
        tag=request.headers.get(TAG, ""),
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
