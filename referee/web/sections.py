"""The way from every screen to the main ones: the bar of sections that every page carries.

Rulings are one tap away from everywhere, under the rules of the table that is being played.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from flask import g, request, url_for

from referee.web import memory
from referee.web.language import say

if TYPE_CHECKING:
    from flask import Flask

TABLE_PAGES = frozenset({"play", "record", "sheet", "correct", "adjust"})
"""The blueprints whose pages belong to the table that is played."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Section:
    """One entry of the bar: ``id`` names its sign and its words, ``current`` that the page belongs to it."""

    id: str
    address: str
    text: str
    current: bool


def table_in_view() -> str | None:
    """Return the token of the table that the page belongs to, else of the one this browser used last."""
    here = cast("str | None", g.get("table"))
    return here or next(reversed(memory.tables()), None)


def sections() -> tuple[Section, ...]:
    """Return the entries of the bar, the one most needed in a hurry nearest to the thumb."""
    token = table_in_view()
    table = () if token is None else (section("table", "play.show", token),)
    asked = (at_table("tiles", token), at_table("rulings", token))
    return (section("games", "games.home"), *table, section("pays", "pays.show"), *asked)


def asides() -> tuple[Section, ...]:
    """Return what only the first page leads to."""
    return section("rules", "rules.books"), section("offline", "offline.show"), section("settings", "settings.show")


def at_table(name: str, token: str | None) -> Section:
    """Return the way to a section that answers under a table's own rules where there is a table."""
    return section(name, f"{name}.show") if token is None else section(name, f"{name}.at_table", token)


def section(name: str, endpoint: str, token: str | None = None) -> Section:
    """Return one entry."""
    address = url_for(endpoint) if token is None else url_for(endpoint, token=token)
    return Section(id=name, address=address, text=say(f"section.{name}"), current=name == section_of_page())


def section_of_page() -> str:
    """Return the section that the present page belongs to."""
    here = request.blueprint or ""
    return "table" if here in TABLE_PAGES else here


def install(app: Flask) -> None:
    """Let every template lead to the main screens."""
    app.jinja_env.globals["sections"] = sections
    app.jinja_env.globals["asides"] = asides
