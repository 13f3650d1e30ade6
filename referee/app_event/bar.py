"""The bar of rulings that are looked up from an event: it leads back there, not to a table of another time."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from referee.app.form import OPTION
from referee.app.layout import Section, sections
from referee.app.routes import query_of
from referee.app.rulings import EVENT

if TYPE_CHECKING:
    from referee.app.asked import Asked


def sections_from_event(asked: Asked, event: str) -> tuple[Section, ...]:
    """Return the entries of the bar, with the event where else the latest table is; its rules stay."""
    games, *others, rulings = sections(asked, "rulings", None)
    back = Section(id="event", address=f"/e/{event}/round", text=asked.say("page.home.of_event"), current=False)
    kept = [(name, value) for name, value in asked.query.pairs if name in ("ruleset", EVENT) or name.startswith(OPTION)]
    return (games, back, *others, replace(rulings, address=f"{rulings.address}?{query_of(kept)}"))
