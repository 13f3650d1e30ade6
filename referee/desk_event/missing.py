"""Who is missing or late at a table, as far as its sheet tells what can still be done about it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.desk_event.opened import tournament_now
from referee.desk_event.rounds import histories_of
from referee.tournament.entry import late_seats
from referee.tournament.events import Form

if TYPE_CHECKING:
    from referee.desk_event.opened import EventDesk
    from referee.tournament.entry import LateSeat
    from referee.tournament.tournament import Round

LATE = "late"
"""The offence of whoever comes late, which a substitution carries out once he is too late."""


def unplayed_round(event_desk: EventDesk, tournament: str, number: int) -> int:
    """Return the round in play in which nothing is recorded yet at the table of a number, 0 where there is none.

    The games of a night begin when four sit down, so that nobody is missing there.
    """
    state = tournament_now(event_desk, tournament)
    for of in () if state.settings.form == Form.NIGHT else state.running:
        table = of.table_of(number)
        if table is not None and table not in recorded_tables(event_desk, tournament, of):
            return of.number
    return 0


def recorded_tables(event_desk: EventDesk, tournament: str, of: Round) -> frozenset[int]:
    """Return the tables of a round that have a hand or a result."""
    games = histories_of(event_desk, tournament, of.number)
    return frozenset([*dict(of.results), *[table for table, history in games.items() if history[-1].game.hands]])


def late_unruled(event_desk: EventDesk, tournament: str, of: Round) -> tuple[LateSeat, ...]:
    """Return who comes late to a round and was not ruled against for it."""
    late = late_seats(tournament_now(event_desk, tournament), of)
    games = histories_of(event_desk, tournament, of.number) if late else {}
    ruled = {
        (table, ruling.issued.seat)
        for table, history in games.items()
        for ruling in history[-1].game.rulings
        if ruling.issued.offence == LATE
    }
    return tuple(each for each in late if (each.table, each.seat) not in ruled)
