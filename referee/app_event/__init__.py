"""The pages of events: only a server answers them; a phone keeps the last answer of those that it has opened."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.app.routes import Route
from referee.app_event import (
    draws,
    entering,
    exports,
    finals,
    hall,
    home,
    links,
    night,
    penalties,
    people,
    printing,
    results,
    round,  # noqa: A004 the one that is played
    settings,
    standings,
    tables,
)

if TYPE_CHECKING:
    from referee.app_event.visit import EventHandler

PAGES: tuple[tuple[str, str, str, EventHandler], ...] = (
    *home.PAGES,
    *people.PAGES,
    *entering.PAGES,
    *draws.PAGES,
    *printing.PAGES,
    *settings.PAGES,
    *standings.PAGES,
    *results.PAGES,
    *finals.PAGES,
    *penalties.PAGES,
    *exports.PAGES,
    *links.PAGES,
    *round.PAGES,
    *tables.PAGES,
    *night.PAGES,
    *hall.PAGES,
)
"""What each page answers: its name, the method, what stands behind the event's address, and who answers."""

ROUTES: tuple[tuple[Route, EventHandler], ...] = tuple(
    (Route(endpoint=f"events.{name}", method=method, path=f"/e/<event>{path}"), handler)
    for name, method, path, handler in PAGES
)
"""The addresses of an event's pages, each with who answers there."""

__all__ = ["ROUTES"]
