"""A club night: who waits is seated at the tables that are free, those first who have played least."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from referee.app.answer import Answer, page_of, redirect_after_write
from referee.app_event.draws import seed_of
from referee.app_event.visit import after_order, number_of, only_if, order_of
from referee.desk_event.opened import Done
from referee.desk_event.people import names_for
from referee.desk_event.rights import Act, not_allowed
from referee.desk_event.rounds import sit_down
from referee.records import dataclass
from referee.rules.table import ALL_SEATS
from referee.tournament.life import MOST_TABLES
from referee.tournament.search import SeededRandom
from referee.tournament.seating import waiting
from referee.tournament.winds import four, seated, winds_had

if TYPE_CHECKING:
    from referee.app.asked import Asked
    from referee.app_event.visit import Visit
    from referee.rules.table import Four


@dataclass(frozen=True, kw_only=True, slots=True)
class WaitingPage:
    """Who would sit down where, East first, in ``orders`` as the form carries it, and who goes on waiting."""

    command: str
    tables: tuple[tuple[int, tuple[str, ...]], ...]
    orders: tuple[str, ...]
    others: tuple[str, ...]


def _seatings(asked: Asked, visit: Visit) -> tuple[tuple[int, Four], ...]:
    """Return the tables that are made of those who wait; the lot decides between equals, and with the winds had."""
    taken = {table for of in visit.state.running for table in of.seats}
    most = visit.state.settings.tables or MOST_TABLES
    free = [table for table in range(1, most + 1) if table not in taken]
    lots = SeededRandom(seed_of(asked.command))
    people = waiting(visit.state, lots)
    whole = range(0, len(people) - 3, len(ALL_SEATS))
    groups = [lots.shuffled(people[first : first + len(ALL_SEATS)]) for first in whole]
    return tuple(zip(free, seated(groups, winds_had(tuple(of.tables for of in visit.state.rounds))), strict=False))


def show(asked: Asked, visit: Visit) -> Answer:
    """Show who would sit where."""
    only_if(asked, not_allowed(visit.state, visit.right, Act.DRAW))
    names = names_for(visit.event_desk, visit.id, visit.right)
    found = _seatings(asked, visit)
    sitting = {number for _, numbers in found for number in numbers}
    page = WaitingPage(
        command=asked.command,
        tables=tuple((table, tuple(names[number] for number in numbers)) for table, numbers in found),
        orders=tuple(f"{table}:" + ".".join(map(str, numbers)) for table, numbers in found),
        others=tuple(names[number] for number in waiting(visit.state) if number not in sitting),
    )
    return page_of("events/waiting.html", visit=visit, here="round", page=page)


def seat(asked: Asked, visit: Visit) -> Answer:
    """Let everybody begin who was shown; each table is an order of its own."""
    only_if(asked, not_allowed(visit.state, visit.right, Act.DRAW))
    order = order_of(asked, visit)
    for pair in asked.form.all("seats"):
        table, _, who = pair.partition(":")
        numbers = [number_of(each) for each in who.split(".")]
        if len(numbers) != len(ALL_SEATS):
            continue
        own = replace(order, command=f"{order.command} {table}")
        done = sit_down(visit.event_desk, own, number_of(table), four(numbers))
        if not isinstance(done, Done):
            return after_order(asked, visit, done, visit.to("waiting"))
    return redirect_after_write(asked, visit.to("round"))


PAGES = (
    ("waiting", "GET", "/waiting", show),
    ("seat_waiting", "POST", "/waiting", seat),
)
