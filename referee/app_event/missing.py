"""Who is missing or late at the tables of a round: what their tiles say, and where something is done about it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.desk_event.missing import LATE, late_unruled, recorded_tables
from referee.desk_event.people import names_for
from referee.desk_event.rights import Act, not_allowed
from referee.records import dataclass
from referee.tournament.entry import absent_seats
from referee.tournament.events import Form
from referee.tournament.seating import not_seated
from referee.tournament.tournament import RoundState

if TYPE_CHECKING:
    from referee.app.asked import Asked
    from referee.app_event.visit import Visit
    from referee.tournament.entry import LateSeat
    from referee.tournament.tournament import Round, Tournament


@dataclass(frozen=True, kw_only=True, slots=True)
class AbsentSeat:
    """A seat of a round that nobody would play: the ``number`` that has it, and the name of who has to play there."""

    table: int
    number: int
    name: str


def absent_seats_of(visit: Visit, number: int) -> tuple[AbsentSeat, ...]:
    """Return the seats of a round that lack who has to play there."""
    of = visit.state.round(number)
    names = names_for(visit.event_desk, visit.id, visit.right)
    return tuple(
        AbsentSeat(table=table, number=seat, name=names[visit.state.manned_by(seat, number)])
        for table, seat in (() if of is None else absent_seats(visit.state, of))
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class Missing:
    """Somebody who is missing or late at a ``table``: the ``badge`` and what it says, and what it means there.

    At ``way`` something is done about it, in these words; empty where nothing is, or not by whoever looks.
    """

    table: int
    badge: str
    note: str
    told: str
    way: str = ""
    way_text: str = ""


def missing_at(asked: Asked, visit: Visit, of: Round) -> tuple[Missing, ...]:
    """Return who is absent from a round without a substitute, and who comes late to it and was not ruled against."""
    if of.state == RoundState.CLOSED:
        return ()
    seats = absent_seats_of(visit, of.number)
    recorded = recorded_tables(visit.event_desk, visit.id, of) if seats else frozenset()
    absent = [_absent(asked, visit, of, each, recorded) for each in seats]
    return tuple(absent) if visit.form == Form.NIGHT else (*absent, *late_at(asked, visit, of))


def _absent(asked: Asked, visit: Visit, of: Round, seat: AbsentSeat, recorded: frozenset[int]) -> Missing:
    is_too_late = seat.table in recorded and not rounds_ahead(visit.state)
    may_change = not is_too_late and not_allowed(visit.state, visit.right, Act.PEOPLE) is None
    told = (asked.say("event.round.absent", name=seat.name), _substitute_told(asked, visit, of, seat.table, recorded))
    return Missing(
        table=seat.table,
        badge="absent",
        note=asked.say("event.badge.absent", people=seat.name),
        told=asked.say("language.gap").join(filter(None, told)),
        way=f"{visit.to(f'people/{seat.number}')}#substitute" if may_change else "",
        way_text=asked.say("event.round.lacks_do"),
    )


def substitute_told(asked: Asked, visit: Visit, number: int) -> str:
    """Return from which round on a substitute plays who is put in now for a number; empty unless it plays itself."""
    for of in visit.state.running:
        table = of.table_of(number)
        if table is not None and visit.state.manned_by(number, of.number) == number:
            return _substitute_told(asked, visit, of, table, recorded_tables(visit.event_desk, visit.id, of))
    return ""


def _substitute_told(asked: Asked, visit: Visit, of: Round, table: int, recorded: frozenset[int]) -> str:
    """Return from which round on a substitute plays who is put in now at a table; empty before its round begins.

    On a night a game begins when four have sat down. Play is known at the tables that are ``recorded``.
    """
    if of.state != RoundState.RUNNING or visit.form == Form.NIGHT:
        return ""
    if table not in recorded:
        return asked.say("event.people.sub_now", table=table, round=of.number)
    ahead = rounds_ahead(visit.state)
    if not ahead:
        return asked.say("event.people.sub_never", table=table)
    return asked.say("event.people.sub_later", table=table, round=ahead[0])


def rounds_ahead(state: Tournament) -> tuple[int, ...]:
    """Return the rounds that have not begun."""
    begun = [each.number for each in state.rounds if each.is_begun]
    return tuple(number for number in range(1, state.settings.rounds + 1) if number not in begun)


def late_at(asked: Asked, visit: Visit, of: Round) -> tuple[Missing, ...]:
    """Return who comes late to a round and was not ruled against, with the way to the ruling once it is played."""
    names = names_for(visit.event_desk, visit.id, visit.right)
    return tuple(
        _late(asked, visit, of, each, names[each.number]) for each in late_unruled(visit.event_desk, visit.id, of)
    )


def _late(asked: Asked, visit: Visit, of: Round, late: LateSeat, name: str) -> Missing:
    facts: dict[str, str | int] = {"name": name, "minutes": late.minutes}
    has_result = of.result_at(late.table) is not None
    ruling = ruling_on(visit, of, late)
    when = "result" if has_result else "now" if ruling else "before"
    return Missing(
        table=late.table,
        badge="late",
        note=asked.say("event.badge.late", **facts),
        told=asked.say(f"event.round.late_{when}", **facts, table=late.table),
        way=visit.to(f"results/{of.number}/{late.table}") if has_result else ruling,
        way_text=asked.say("event.round.result" if has_result else "event.people.rule"),
    )


def ruling_on(visit: Visit, of: Round, late: LateSeat) -> str:
    """Return where it is ruled on who comes late: at his table, once it is known there who sits where, else ""."""
    if of.state != RoundState.RUNNING or not_seated(visit.state, of.number, late.table) is not None:
        return ""
    table = f"{visit.id}.{of.number}.{late.table}"
    return f"/t/{table}/rulings/apply?offence={LATE}&answer-minutes={late.minutes or ''}&seat={late.seat}"
