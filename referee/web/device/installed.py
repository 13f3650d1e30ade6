"""What a phone needs to install the pages as an app: the manifest, and the addresses of its shortcuts."""

from __future__ import annotations

import json
from http import HTTPStatus
from typing import TYPE_CHECKING

from flask import Blueprint, Response, redirect, url_for

from referee.web.asked import device_now
from referee.web.assets import asset
from referee.web.language import follow_language, language, say

if TYPE_CHECKING:
    from werkzeug.wrappers import Response as AnyResponse

FELT = "#1f5c4b"
PAGE = "#efe9dc"
ICONS = (
    ("icons/referee-192.png", "192x192", "any"),
    ("icons/referee-512.png", "512x512", "any"),
    ("icons/referee-maskable-512.png", "512x512", "maskable"),
)
"""The pictures of the app; the maskable one has nothing outside the inner four fifths, which a phone may cut off."""
SCREENSHOT = "icons/screenshot-table.png", "585x1170"
"""A picture of the table, which a phone shows when it asks whether to install the app."""

Entry = dict[str, str]

installed = Blueprint("installed", __name__)
follow_language(installed)


@installed.get("/manifest.webmanifest")
def manifest() -> Response:
    """Describe the app to the phone that installs it, in the language of the page that links here."""
    described = {
        "id": "/",
        "name": say("page.app"),
        "short_name": say("installed.short_name"),
        "description": say("installed.description"),
        "lang": language(),
        "start_url": url_for("games.home"),
        "scope": "/",
        "display": "standalone",
        "theme_color": FELT,
        "background_color": PAGE,
        "categories": ["games", "utilities"],
        "icons": [icon(path, sizes, purpose) for path, sizes, purpose in ICONS],
        "screenshots": [screenshot(*SCREENSHOT)],
        "shortcuts": shortcuts(),
    }
    return Response(json.dumps(described, ensure_ascii=False), mimetype="application/manifest+json")


def icon(path: str, sizes: str, purpose: str) -> Entry:
    """Return one picture of the app."""
    return {"src": asset(path), "sizes": sizes, "type": "image/png", "purpose": purpose}


def screenshot(path: str, sizes: str) -> Entry:
    """Return a picture of a page on a phone."""
    label = say("installed.screenshot")
    return {"src": asset(path), "sizes": sizes, "type": "image/png", "form_factor": "narrow", "label": label}


def shortcuts() -> list[Entry]:
    """Return what a long press on the app's icon offers."""
    return [
        {"name": say("section.rulings"), "url": url_for("rulings.show")},
        {"name": say("installed.my_table"), "url": url_for("installed.my_table")},
        {"name": say("page.home.pays"), "url": url_for("pays.show")},
    ]


@installed.get("/my-table")
def my_table() -> AnyResponse:
    """Go to the table that this browser used last, or to the list of games where there is none."""
    token = device_now().latest
    address = url_for("games.home") if token is None else url_for("play.show", token=token)
    return redirect(address, HTTPStatus.SEE_OTHER)
