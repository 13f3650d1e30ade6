"""The people of an event: entered, changed, checked in, put in for others, exported and erased."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

from referee.desk import Refused
from referee.desk_event.opened import Done, history_of, row_of, tournament_now, write
from referee.desk_event.rights import Act, not_allowed
from referee.tournament.entry import decide_erasing, decide_manning, decide_people, decide_status
from referee.tournament.events import PublicNames, ResultEntered, Role

if TYPE_CHECKING:
    from collections.abc import Mapping

    from referee.desk_event.opened import Entered, EventDesk, EventOrder
    from referee.desk_event.rights import Right
    from referee.store.tournaments import PersonRow
    from referee.tournament.events import Entrant, Status, TournamentEvent
    from referee.tournament.tournament import Tournament


def enter_people(
    at: EventDesk,
    order: EventOrder,
    people: tuple[tuple[Entrant, PersonRow], ...],
    removed: tuple[int, ...] = (),
) -> Entered:
    """Enter or change people, or take off some who sit in no draw yet: all of it, or nothing."""

    def keep(_after: Tournament, _events: tuple[TournamentEvent, ...]) -> None:
        at.store.put_people(order.tournament, [row for _, row in people])
        at.store.remove_people(order.tournament, removed)

    entrants = tuple(entrant for entrant, _ in people)
    return write(at, order, Act.PEOPLE, lambda state: decide_people(state, entrants, removed), keep)


def set_status(at: EventDesk, order: EventOrder, number: int, status: Status, minutes: int | None = None) -> Entered:
    """Say whether somebody is there; two who say so at once never conflict."""
    return write(at, order, Act.PEOPLE, lambda state: decide_status(state, number, status, minutes, order.reason))


def man(at: EventDesk, order: EventOrder, number: int, by: int, from_round: int) -> Entered:
    """Let a substitute play for a number from a round on, or the player come back."""
    return write(at, order, Act.PEOPLE, lambda state: decide_manning(state, number, by, from_round, order.reason))


def erase(at: EventDesk, order: EventOrder, number: int) -> Entered:
    """Erase what is known of a person, to the last byte in the database; number and results stay."""
    done = write(
        at,
        order,
        Act.PEOPLE,
        lambda state: decide_erasing(state, number),
        lambda _after, _events: at.store.erase_person(order.tournament, number),
    )
    if isinstance(done, Done):
        at.store.scrub()
    return done


def public_name(person: PersonRow, names: PublicNames) -> str:
    """Return how somebody is called where everybody may look; the number stands beside it anyway."""
    match names:
        case PublicNames.FULL:
            return person.shown
        case PublicNames.INITIAL:
            if person.given and person.family:
                return f"{person.given} {person.family[:1]}."
            return person.shown
        case PublicNames.NUMBERS:
            return str(person.number)


def names_for(at: EventDesk, tournament: str, right: Right) -> dict[int, str]:
    """Return what everybody is called for whoever looks: staff see whole names."""
    settings = tournament_now(at, tournament).settings
    shown = PublicNames.FULL if right.role in (Role.ORGANISER, Role.REFEREE) else settings.public_names
    return {each.number: public_name(each, shown) for each in at.store.people_of(tournament)}


def exported(at: EventDesk, tournament: str, right: Right, number: int) -> Mapping[str, object] | Refused:
    """Return everything that is kept of a person, as it goes out in JSON."""
    state = tournament_now(at, tournament)
    refused = not_allowed(state, right, Act.PEOPLE)
    person = state.person(number)
    rows = {each.number: each for each in at.store.people_of(tournament)}
    if refused is not None or person is None or number not in rows:
        return Refused(problems=() if refused is None else refused.problems)
    return {
        "event": {"id": tournament, "name": row_of(at, tournament).name},
        "person": asdict(rows[number]) | {"kind": person.entrant.kind, "keeps_table": person.entrant.keeps_table},
        "status": person.status,
        "seats": [
            {"round": each.number, "table": each.table_of(number), "by": state.manned_by(number, each.number)}
            for each in state.rounds
            if each.table_of(number) is not None
        ],
        "results": [result_told(entry, number) for entry in results_of(at, tournament, number)],
    }


def results_of(at: EventDesk, tournament: str, number: int) -> list[ResultEntered]:
    """Return every result that was entered with a number in it, also those that were taken back."""
    return [
        each.event
        for each in history_of(at, tournament)
        if isinstance(each.event, ResultEntered) and number in each.event.numbers
    ]


def result_told(result: ResultEntered, number: int) -> Mapping[str, object]:
    """Return what a result says of one person."""
    seat = result.numbers.index(number)
    return {
        "round": result.round,
        "table": result.table_no,
        "points": result.points[seat],
        "place": result.place[seat],
        "final": result.final[seat],
        "chombo": result.chombo[seat],
    }
