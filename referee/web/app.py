"""The Flask application, made by a factory so that tests and the server share it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Flask
from jinja2 import StrictUndefined

from referee.paths import cache_dir, data_dir
from referee.web import (
    assets,
    cache,
    club,
    cookies,
    downloads,
    error_pages,
    event_tables,
    events,
    game_files,
    guard,
    host,
    links,
    phone,
    privacy,
    saving,
    server,
    share,
)
from referee.web.api import api, clock, health
from referee.web.assets import asset
from referee.web.connections import LARGEST_FORM
from referee.web.context import use_desk, use_library, use_shelf
from referee.web.publish import FILED

if TYPE_CHECKING:
    from pathlib import Path

    from referee.database import DatabaseDesk
    from referee.rulebook import Shelf
    from referee.texts.words import Library
    from referee.web.club import Club


_BLUEPRINTS = (assets.assets, api, health, phone.phone, phone.installed, clock)


def create_app(
    library: Library,
    desk: DatabaseDesk,
    made: Path | None = None,
    shelf: Shelf | None = None,
    rules: Club | None = None,
) -> Flask:
    """Return the application with all its pages, answering from this library and writing to this desk.

    ``made`` is the folder for what the next start need not make again, the user's own if none is named; ``shelf`` the
    files that the library was made from, the shipped ones if none is named. ``rules`` says where clubs save their own.
    """
    folder = data_dir()
    app = Flask("referee", root_path=str(folder), template_folder="templates", static_folder=None)
    app.config["STATIC"] = folder / "static"
    app.config["MAX_CONTENT_LENGTH"] = LARGEST_FORM
    app.jinja_env.undefined = StrictUndefined
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.globals["asset"] = asset
    app.jinja_env.globals[FILED] = None
    use_library(library, app)
    use_desk(desk, app)
    use_shelf(shelf, app)
    cookies.install(app, desk.path)
    guard.name_build(app, library, shelf)
    cache.install(app, made or cache_dir())
    downloads.install(app)
    for part in (assets, guard, host, game_files, saving, privacy, error_pages, server, share, phone):
        part.install(app)
    for part in (links, event_tables, events):
        part.install(app)
    club.install(app, rules)
    for blueprint in _BLUEPRINTS:
        app.register_blueprint(blueprint)
    return app
