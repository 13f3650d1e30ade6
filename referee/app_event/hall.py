"""The screen of the hall: the clock, who sits where, by name and by table in turn, and the standings."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from referee.app.answer import NEVER_KEPT, VERSION_TAG, Answer, block_of, not_modified, page_of
from referee.app.table import hands_left_text
from referee.app_event.round import round_clock, tag_of, time_before_end
from referee.app_event.standings import round_to_come, view_of
from referee.desk_event.opened import row_of
from referee.desk_event.people import by_letters, names_for
from referee.desk_event.rights import PUBLIC
from referee.desk_event.rounds import rules_of_event
from referee.records import dataclass
from referee.tournament.events import Form
from referee.tournament.rounds import is_paused
from referee.tournament.tournament import RoundState

if TYPE_CHECKING:
    from referee.app.asked import Asked, ShownTime
    from referee.app_event.round import ClockView
    from referee.app_event.standings import StandingsView
    from referee.app_event.visit import Visit
    from referee.tournament.tournament import Round

PAGE = "events/hall.html"


@dataclass(frozen=True, kw_only=True, slots=True)
class HallPage:
    """What the hall sees; ``done`` of the tables are in, ``follows`` is the round whose seats are not known yet, or 0.

    ``signal`` says what follows the signal, ``falls`` when it is given, and ``ends`` when the round does. ``by_name``
    are name, table and wind, ``by_table`` the table and its four names. ``standings`` are those that were published.
    """

    version: str
    round: int
    done: int
    is_running: bool
    follows: int
    signal: str
    is_paused: bool
    clock: ClockView | None
    falls: ShownTime | None
    ends: ShownTime | None
    by_name: tuple[tuple[str, int, str], ...]
    by_table: tuple[tuple[int, tuple[str, ...]], ...]
    standings: StandingsView | None


def _rounds_seen(visit: Visit) -> tuple[Round, ...]:
    """Return the rounds whose seats the hall sees: those that are played, else the next that was published."""
    if visit.state.running:
        return visit.state.running
    return tuple([of for of in visit.state.rounds if of.state == RoundState.PUBLISHED][:1])


def _version_of(asked: Asked, visit: Visit) -> str:
    """Return what tells one drawing of the screen from another: the last entry, and how often names were changed."""
    return tag_of(asked, visit, row_of(visit.event_desk, visit.id).revision)


def _hall_page(asked: Asked, visit: Visit) -> HallPage:
    """Return what the hall sees; names as everybody may see them, whoever has set the screen up."""
    names, shown = names_for(visit.event_desk, visit.id, PUBLIC), _rounds_seen(visit)
    by_table = tuple(
        (table, tuple(names[visit.state.manned_by(number, of.number)] for number in numbers))
        for of in shown
        for table, numbers in of.seats.items()
    )
    winds = [asked.say(f"wind.{wind}") for wind in "ESWN"]
    seats = [(name, table, winds[seat]) for table, four in by_table for seat, name in enumerate(four)]
    first = shown[0] if shown else None
    is_night = visit.state.settings.form == Form.NIGHT
    time = rules_of_event(visit.event_desk, visit.state).time
    stands = first is not None and is_paused(first)
    return HallPage(
        version=_version_of(asked, visit),
        round=0 if first is None or is_night else first.number,
        done=0 if first is None else len(first.results),
        is_running=bool(visit.state.running),
        follows=0 if shown else round_to_come(visit),
        signal=hands_left_text(asked, time.running),
        is_paused=stands,
        clock=None if first is None or is_night else round_clock(visit, first),
        falls=None if first is None else time_before_end(asked, first, time.signal),
        ends=None if first is None else time_before_end(asked, first, 0),
        by_name=tuple(sorted(seats, key=lambda each: (by_letters(each[0]), each[1]))),
        by_table=by_table,
        standings=view_of(asked, replace(visit, right=PUBLIC)),
    )


def show(asked: Asked, visit: Visit) -> Answer:
    """Show the hall's screen."""
    return page_of(PAGE, visit=visit, here="", page=_hall_page(asked, visit))


def state(asked: Asked, visit: Visit) -> Answer:
    """Return the screen for a page that shows it already, or nothing when nothing has changed."""
    if asked.tag == _version_of(asked, visit):
        return not_modified()
    page = _hall_page(asked, visit)
    return block_of(PAGE, "hall", visit=visit, here="", page=page).with_headers((VERSION_TAG, page.version), NEVER_KEPT)


PAGES = (
    ("hall", "GET", "/hall", show),
    ("hall_state", "GET", "/hall/state", state),
)
