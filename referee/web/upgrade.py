"""What is sent instead of a page to a phone on which another version still answers, with scripts of its own."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING

from flask import render_template, request

from referee.web.headers import build_in_use
from referee.web.phone import SAYS_BUILD, uncached

if TYPE_CHECKING:
    from flask import Flask, Response


def through_another_version() -> bool:
    """Say whether the worker of another version asks for a page.

    The first ones do not say who they are, but a browser that asks for a page itself says that it navigates. Where a
    browser tells nothing, the page comes on top of the old worker, finds its own files, and lets the new one take over.
    """
    if request.method != "GET" or "HX-Request" in request.headers:
        return False
    says = request.headers.get(SAYS_BUILD)
    if says is not None:
        return says != build_in_use()
    by_script = request.headers.get("Sec-Fetch-Mode", "navigate") != "navigate"
    return by_script and "text/html" in request.headers.get("Accept", "")


def upgrade_first(response: Response) -> Response:
    """Send the page that lets this version take over, under a status under which no version keeps it as the page."""
    is_page = response.mimetype == "text/html" and response.data
    if not is_page or response.location or not through_another_version():
        return response
    response.set_data(render_template("upgrade.html", build=build_in_use()))
    if response.status_code < HTTPStatus.BAD_REQUEST:
        response.status_code = HTTPStatus.CONFLICT
    return uncached(response)


def install(app: Flask) -> None:
    """Look at every page that leaves the app."""
    app.after_request(upgrade_first)
