"""The look of the device that asks, in a cookie that a script reads too, so that pages kept on a phone wear it."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, urlencode

from flask import request

from referee.app.look import Look, look_of
from referee.core.forms.form import Form

if TYPE_CHECKING:
    from flask import Response

COOKIE = "look"
A_YEAR = 365 * 24 * 60 * 60


def look() -> Look:
    """Return the look of the present device."""
    return look_of(Form(pairs=tuple(parse_qsl(request.cookies.get(COOKIE, "")))))


def keep(response: Response, chosen: Look) -> None:
    """Keep a look on this device."""
    text = urlencode({"theme": chosen.theme, "contrast": chosen.contrast, "hand": chosen.hand})
    response.set_cookie(COOKIE, text, max_age=A_YEAR, samesite="Lax", secure=request.is_secure)
