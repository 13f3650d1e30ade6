"""What everybody may see of an event: the clock, the seating that was published, and the standings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.app.answer import Answer, page_of

if TYPE_CHECKING:
    from referee.app.asked import Asked
    from referee.app_event.visit import Visit


def show(_asked: Asked, visit: Visit) -> Answer:
    """Show an event to everybody."""
    return page_of("events/public.html", visit=visit, here="")
