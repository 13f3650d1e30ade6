"""The pages on which a club writes its own rules: only a server answers them, which has the files of the books."""

from __future__ import annotations

from referee.app.routes import Route
from referee.app.rules import OWN_RULES
from referee.editor import pages

ROUTES = tuple(
    (Route(endpoint=f"own_rules.{name}", method=method, path=OWN_RULES + path), handler)
    for name, method, path, handler in (
        ("copy", "GET", "", pages.copy),
        ("show", "POST", "", pages.show),
        ("values", "POST", "/values/<chapter>", pages.values),
        ("penalties", "POST", "/penalties/<offence>", pages.penalties),
        ("row", "POST", "/penalties/<offence>/row", pages.row),
        ("result", "POST", "/result", pages.result),
        ("file", "POST", "/file", pages.file),
    )
)
"""The addresses of these pages, each with who answers there."""

__all__ = ["ROUTES"]
