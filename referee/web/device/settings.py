"""The settings of a device: language, theme, contrast and the hand that holds it; they work without JavaScript."""

from __future__ import annotations

from dataclasses import dataclass
from http import HTTPStatus
from typing import TYPE_CHECKING

from flask import Blueprint, redirect, render_template, request, url_for

from referee.web import language as languages
from referee.web.device.look import Contrast, Hand, Theme, keep, look, look_of
from referee.web.language import follow_language, known, say
from referee.web.pages import Choice

if TYPE_CHECKING:
    from werkzeug.wrappers import Response

DEVICE = "device"
"""The choice of whatever the device itself says."""

settings = Blueprint("settings", __name__)
follow_language(settings)


@dataclass(frozen=True, kw_only=True, slots=True)
class Setting:
    """One thing that can be set: the name of its field, and its choices."""

    name: str
    choices: tuple[Choice, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class SettingsPage:
    """All settings as they are; ``saved`` after they were sent."""

    settings: tuple[Setting, ...]
    saved: bool


@settings.get("/settings")
def show() -> str:
    """Show what this device has chosen."""
    present = look()
    page = SettingsPage(
        settings=(
            Setting(name="language", choices=languages_offered()),
            setting("theme", tuple(Theme), present.theme),
            setting("contrast", tuple(Contrast), present.contrast),
            setting("hand", tuple(Hand), present.hand),
        ),
        saved="saved" in request.args,
    )
    return render_template("settings.html", page=page)


@settings.post("/settings")
def save() -> Response:
    """Keep what was chosen on this device, and show the settings in it."""
    response = redirect(url_for("settings.show", saved=1), HTTPStatus.SEE_OTHER)
    keep(response, look_of(request.form))
    wanted = known(request.form.get("language"))
    if wanted is None:
        response.delete_cookie(languages.COOKIE)
    else:
        languages.keep(response, wanted)
    return response


def setting(name: str, values: tuple[str, ...], present: str) -> Setting:
    """Return one setting with its choices in words."""
    choices = ((str(value), say(f"settings.{name}.{value}"), value == present) for value in values)
    return Setting(
        name=name, choices=tuple(Choice(value=value, text=text, chosen=chosen) for value, text, chosen in choices)
    )


def languages_offered() -> tuple[Choice, ...]:
    """Return the languages there are words for, each under its own name, after the one the browser asks for."""
    chosen = known(request.cookies.get(languages.COOKIE)) or DEVICE
    named = [(DEVICE, say("settings.language.device"))]
    named += languages.languages()
    return tuple(Choice(value=value, text=text, chosen=value == chosen) for value, text in named)
