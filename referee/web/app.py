"""The Flask application, made by a factory so that tests and the server share it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Flask
from jinja2 import StrictUndefined

from referee.paths import cache_dir, data_dir
from referee.web import (
    cache,
    compress,
    desks,
    guard,
    headers,
    host,
    limits,
    logs,
    memory,
    mishaps,
    render,
    share,
)
from referee.web.api import api
from referee.web.assets import asset, assets
from referee.web.device import parcels, upgrade
from referee.web.device.clock import clock
from referee.web.device.installed import installed
from referee.web.device.phone import phone
from referee.web.door import LARGEST_FORM
from referee.web.health import health
from referee.web.shelf import put_in_use

if TYPE_CHECKING:
    from pathlib import Path

    from referee.core.text.library import Library
    from referee.database import DatabaseDesk

BLUEPRINTS = (assets, api, health, phone, installed, clock)


def create_app(library: Library, desk: DatabaseDesk, made: Path | None = None) -> Flask:
    """Return the application with all its pages, answering from this library and writing to this desk.

    ``made`` is the folder for what the next start need not make again, the user's own if none is named.
    """
    folder = data_dir()
    app = Flask("referee", root_path=str(folder), template_folder="templates", static_folder=None)
    app.config["STATIC"] = folder / "static"
    app.config["MAX_CONTENT_LENGTH"] = LARGEST_FORM
    app.jinja_env.undefined = StrictUndefined
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.globals["asset"] = asset
    put_in_use(library, app)
    desks.put_in_use(desk, app)
    memory.install(app, desk.path)
    headers.install(app, library)
    cache.install(app, made or cache_dir())
    parcels.install(app)
    for part in (compress, guard, host, limits, logs, mishaps, render, share, upgrade):
        part.install(app)
    for blueprint in BLUEPRINTS:
        app.register_blueprint(blueprint)
    return app
