"""The first page of an event: for organisers the next step, for everybody else what everybody may see."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.app.answer import Answer, page_of
from referee.app_event import public
from referee.tournament.events import Role

if TYPE_CHECKING:
    from referee.app.asked import Asked
    from referee.app_event.visit import Visit


def show(asked: Asked, visit: Visit) -> Answer:
    """Show an event."""
    if visit.right.role == Role.ORGANISER:
        return page_of("events/home.html", visit=visit, here="")
    return public.show(asked, visit)


PAGES = (("home", "GET", "", show),)
