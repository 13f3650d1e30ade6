"""What everybody may see of an event: my seat, the clock, the seating that was published, and the standings."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from referee.app.answer import NEVER_KEPT, TAG, Answer, block_of, page_of, unchanged
from referee.app.asked import time_of
from referee.app_event.standings import finder_of, round_shown, tag_of, view_of
from referee.desk_event.people import names_for
from referee.records import dataclass
from referee.tournament.clock import SECOND, is_paused, table_clock
from referee.tournament.tournament import RoundState

if TYPE_CHECKING:
    from referee.app.asked import Asked, ShownTime
    from referee.app_event.visit import Visit
    from referee.tournament.tournament import Round


@dataclass(frozen=True, kw_only=True, slots=True)
class RoundView:
    """The round that is played or comes next: its state, when it ends, and who sits at each table.

    ``key`` names its seating, so that it is drawn once; ``ends`` is None without a clock, or while it stands still.
    """

    key: str
    number: int
    state: RoundState
    ends: ShownTime | None
    is_paused: bool
    tables: tuple[tuple[int, tuple[str, ...]], ...]


def show(asked: Asked, visit: Visit) -> Answer:
    """Show an event to everybody."""
    tag = tag_of(asked, visit)
    if asked.tag == tag:
        return unchanged()
    view = view_of(asked, visit)
    finder = finder_of(asked, visit, view)
    playing = round_view(asked, visit)
    template = "events/public.html"
    if asked.is_part:
        part = block_of(template, "live", visit=visit, here="", page=view, finder=finder, tag=tag, playing=playing)
        return part.telling((TAG, tag), NEVER_KEPT)
    return page_of(template, visit=visit, here="", page=view, finder=finder, tag=tag, playing=playing)


def round_view(asked: Asked, visit: Visit) -> RoundView | None:
    """Return the round that is played or comes next, None while there is none that everybody may know of."""
    of = round_shown(visit)
    if of is None:
        return None
    names = names_for(visit.at, visit.id, visit.right)
    return RoundView(
        key=f"{visit.id} {of.number} {of.changed} {hash(tuple(names.values()))} {asked.speaker.lang}",
        number=of.number,
        state=of.state,
        ends=ends_at(asked, of),
        is_paused=is_paused(of),
        tables=tuple(
            [(table, tuple([names.get(each, str(each)) for each in numbers])) for table, numbers in of.seats.items()]
        ),
    )


def ends_at(asked: Asked, of: Round) -> ShownTime | None:
    """Return when a round ends, None without a clock or while it stands still."""
    clock = table_clock(of, 0, 0, 0)
    if clock is None or clock.signal_at is None:
        return None
    at = datetime.fromtimestamp(clock.signal_at / SECOND, UTC)
    return time_of(asked, at.isoformat(timespec="milliseconds"))
