"""The Flask application, made by a factory so that tests and the server share it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Flask
from jinja2 import StrictUndefined

from referee.paths import data_dir
from referee.web import compress, desks, guard, language, memory, mishaps, sections
from referee.web.api import api
from referee.web.assets import asset, assets
from referee.web.device import look
from referee.web.device.clock import clock
from referee.web.device.installed import installed
from referee.web.device.offline import offline
from referee.web.device.phone import phone
from referee.web.device.settings import settings
from referee.web.lookup.pays import pays
from referee.web.lookup.rules import rules
from referee.web.lookup.rulings import rulings
from referee.web.lookup.tiles import by_tiles, tiles
from referee.web.render import found_shown, payment_told, record_told, ruling_shown
from referee.web.shelf import put_in_use
from referee.web.table.adjust import adjust
from referee.web.table.apply import apply
from referee.web.table.correct import correct
from referee.web.table.games import games
from referee.web.table.play import play
from referee.web.table.record import record
from referee.web.table.sheet import sheet

if TYPE_CHECKING:
    from referee.core.text.library import Library
    from referee.desk import Desk

LARGEST_REQUEST = 64 * 1024
TABLE_PAGES = (play, record, sheet, correct, adjust, apply, clock)
BLUEPRINTS = (assets, api, phone, offline, installed, settings, games, pays, rulings, tiles, rules, *TABLE_PAGES)


def create_app(library: Library, desk: Desk) -> Flask:
    """Return the application with all its pages, answering from this library and writing to this desk."""
    folder = data_dir()
    app = Flask("referee", root_path=str(folder), template_folder="templates", static_folder=None)
    app.config["STATIC"] = folder / "static"
    app.config["MAX_CONTENT_LENGTH"] = LARGEST_REQUEST
    app.jinja_env.undefined = StrictUndefined
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.globals["asset"] = asset
    app.jinja_env.globals["by_tiles"] = by_tiles
    app.jinja_env.globals["payment_told"] = payment_told
    app.jinja_env.globals["record_told"] = record_told
    app.jinja_env.globals["found_shown"] = found_shown
    app.jinja_env.globals["ruling_shown"] = ruling_shown
    put_in_use(library, app)
    desks.put_in_use(desk, app)
    memory.install(app, desk.path)
    for part in (compress, guard, language, look, mishaps, sections):
        part.install(app)
    for blueprint in BLUEPRINTS:
        app.register_blueprint(blueprint)
    return app
