"""The people of an event: entered, changed, checked in, put in for others, exported and erased."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict
from typing import TYPE_CHECKING

from referee.desk import Refused
from referee.desk_event.draws import manned as manned_at
from referee.desk_event.missing import unplayed_round
from referee.desk_event.opened import Done, history_of, kept_by_state, row_of, tournament_now, write
from referee.desk_event.rights import Act, not_allowed
from referee.rules.table import NotDone
from referee.store.tournaments import PersonRow, folded
from referee.texts.search import plain
from referee.tournament.entry import arrivals, decide_erasing, decide_manning, decide_people, decide_status
from referee.tournament.events import (
    Entrant,
    PeopleEntered,
    PersonKind,
    PublicNames,
    ResultEntered,
    Role,
    Status,
    StatusSet,
)
from referee.tournament.formats.people import Person
from referee.tournament.refusals import EventCode, all_refusals, refusal
from referee.tournament.seating import missing_substitutes
from referee.tournament.tournament import RoundState

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from referee.desk_event.opened import Entered, EventDesk, EventOrder
    from referee.desk_event.rights import Right
    from referee.tournament.events import TournamentEvent
    from referee.tournament.tournament import Tournament


def people_listed(event_desk: EventDesk, tournament: str) -> tuple[Person, ...]:
    """Return everybody as lists tell them, by number."""
    rows = {each.number: each for each in event_desk.store.people_of(tournament)}
    return tuple(
        _person_of(each.entrant, rows.get(each.entrant.number, PersonRow(number=each.entrant.number)))
        for each in tournament_now(event_desk, tournament).people
    )


def _person_of(entrant: Entrant, row: PersonRow) -> Person:
    """Return somebody as lists tell him, from what stands in the log and beside it."""
    return Person(**(asdict(row) | {"kind": entrant.kind.value, "keeps_table": entrant.keeps_table or 0}))


def _stored_parts(person: Person) -> tuple[Entrant, PersonRow]:
    """Return what of a person stands in the log, and what beside it."""
    values = asdict(person)
    kind, table = PersonKind(values.pop("kind")), values.pop("keeps_table")
    entrant = Entrant(number=person.number, kind=kind, team=person.team, keeps_table=table or None)
    return entrant, PersonRow(**values)


def enter_list(event_desk: EventDesk, order: EventOrder, people: Iterable[Person]) -> Entered:
    """Enter or change people as a list tells them."""
    return enter_people(event_desk, order, tuple(_stored_parts(person) for person in people))


def enter_people(
    event_desk: EventDesk,
    order: EventOrder,
    people: tuple[tuple[Entrant, PersonRow], ...],
    removed: tuple[int, ...] = (),
) -> Entered:
    """Enter or change people, or take off some whom no draw has shown yet: all of it, or nothing."""

    def keep(_after: Tournament, _events: tuple[TournamentEvent, ...]) -> None:
        event_desk.store.put_people(order.tournament, [row for _, row in people])
        event_desk.store.remove_people(order.tournament, removed)

    entrants = tuple(entrant for entrant, _ in people)
    return write(event_desk, order, Act.PEOPLE, lambda state: decide_people(state, entrants, removed), keep)


def add_substitutes(event_desk: EventDesk, order: EventOrder, called: str, count: int | None = None) -> Entered:
    """Add so many substitutes, else as many as are missing at tables of four, each called so, with a number."""
    known = len(tournament_now(event_desk, order.tournament).substitutes)

    def decide(state: Tournament) -> PeopleEntered | NotDone:
        last = max([each.entrant.number for each in state.people], default=0)
        numbers = range(last + 1, last + 1 + (missing_substitutes(state) if count is None else count))
        if not numbers:
            return refusal(EventCode.NOTHING_CHANGED)
        return decide_people(state, tuple(_stored_parts(substitute(number))[0] for number in numbers))

    def keep(_after: Tournament, events: tuple[TournamentEvent, ...]) -> None:
        added = [each.number for event in events if isinstance(event, PeopleEntered) for each in event.people]
        names = [f"{called} {known + place}" for place in range(1, len(added) + 1)]
        rows = [PersonRow(number=number, name=name) for number, name in zip(added, names, strict=True)]
        event_desk.store.put_people(order.tournament, rows)

    return write(event_desk, order, Act.PEOPLE, decide, keep)


def substitute(number: int) -> Person:
    """Return a substitute of whom nothing else is known."""
    return Person(number=number, kind=PersonKind.SUBSTITUTE)


def set_status(
    event_desk: EventDesk, order: EventOrder, number: int, status: Status, minutes: int | None = None
) -> Entered:
    """Say whether somebody is there; two who say so at once never conflict."""
    return write(
        event_desk, order, Act.PEOPLE, lambda state: decide_status(state, number, status, minutes, order.reason)
    )


def all_present(event_desk: EventDesk, order: EventOrder) -> Entered:
    """Say of everybody who is expected that they are there."""

    def decide(state: Tournament) -> tuple[StatusSet, ...] | NotDone:
        expected = [each.entrant.number for each in state.people if each.status == Status.EXPECTED]
        found = [decide_status(state, number, Status.PRESENT) for number in expected]
        refused = all_refusals(each for each in found if not isinstance(each, StatusSet))
        return refused or tuple(each for each in found if isinstance(each, StatusSet))

    return write(event_desk, order, Act.PEOPLE, decide)


def man(event_desk: EventDesk, order: EventOrder, number: int, by: int, from_round: int) -> Entered:
    """Let a substitute play for a number from a round on, or the player come back; who plays now is there."""

    def decide(state: Tournament) -> tuple[TournamentEvent, ...] | NotDone:
        unplayed = unplayed_round(event_desk, order.tournament, number)
        manned = decide_manning(state, number, by, from_round, order.reason, unplayed=unplayed)
        return manned if isinstance(manned, NotDone) else (manned, *arrivals(state, manned))

    def sit(after: Tournament, _events: tuple[TournamentEvent, ...]) -> None:
        of = after.round(from_round)
        table = None if of is None or of.state != RoundState.RUNNING else of.table_of(number)
        for game in event_desk.store.games_of_tournament(order.tournament, from_round):
            if of is not None and game.table_no == table:
                event_desk.store.seat_numbers(game.game, manned_at(after, from_round, of.seats[table]))

    return write(event_desk, order, Act.PEOPLE, decide, sit)


def erase(event_desk: EventDesk, order: EventOrder, number: int) -> Entered:
    """Erase what is known of a person, to the last byte in the database; number and results stay."""
    done = write(
        event_desk,
        order,
        Act.PEOPLE,
        lambda state: decide_erasing(state, number),
        lambda _after, _events: event_desk.store.erase_person(order.tournament, number),
    )
    if isinstance(done, Done):
        event_desk.store.scrub()
    return done


def texts_naming(event_desk: EventDesk, tournament: str, number: int) -> tuple[str, ...]:
    """Return what was typed in an event that may name a person, and stays when he is erased."""
    return tuple(dict.fromkeys(each.text for each in event_desk.store.texts_naming(tournament, number)))


def _public_name(person: PersonRow, names: PublicNames, families: Counter[str]) -> str:
    """Return how somebody is called where everybody may look, among people of these families."""
    match names:
        case PublicNames.FULL:
            return person.display_name
        case PublicNames.INITIAL:
            return person.short_name(families)
        case PublicNames.NUMBERS:
            return str(person.number)


def names_for(event_desk: EventDesk, tournament: str, right: Right) -> dict[int, str]:
    """Return what everybody is called for whoever looks: staff see whole names."""
    settings = tournament_now(event_desk, tournament).settings
    return _names_as(
        event_desk,
        tournament,
        PublicNames.FULL if right.role in (Role.ORGANISER, Role.REFEREE) else settings.public_names,
    )


def _names_as(event_desk: EventDesk, tournament: str, names: PublicNames) -> dict[int, str]:
    """Return everybody's name in that form."""

    def make(_before: dict[int, str] | None) -> dict[int, str]:
        people = event_desk.store.people_of(tournament)
        families = Counter([each.parted_name[0] for each in people])
        return {each.number: _public_name(each, names, families) for each in people}

    return kept_by_state(event_desk, (tournament, "names", names), row_of(event_desk, tournament).revision, make)


def without_accents(name: str) -> str:
    """Return a name as it is looked for and sorted by: in small letters without accents; kana and kanji stay."""
    return plain(folded(name)).strip()


def by_letters(name: str) -> tuple[str, str]:
    """Return what names are sorted by: letters with an accent among those without; kana and kanji as they stand."""
    return without_accents(name), name


def names_on_sheet(event_desk: EventDesk, right: Right, game: str) -> tuple[str, ...]:
    """Return what the four of an event's game are called for whoever reads its sheet; empty where he may know all."""
    found = event_desk.store.tournament_of_game(game)
    if found is None or right.role in (Role.ORGANISER, Role.REFEREE) or right.table_no == found[2]:
        return ()
    names = names_for(event_desk, found[0], right)
    return tuple(names[number] for number in event_desk.store.numbers_of_game(game))


def exported(event_desk: EventDesk, tournament: str, right: Right, number: int) -> Mapping[str, object] | Refused:
    """Return everything that is kept of a person, as it goes out in JSON."""
    state = tournament_now(event_desk, tournament)
    refused = not_allowed(state, right, Act.PEOPLE)
    person = state.person(number)
    rows = {each.number: each for each in event_desk.store.people_of(tournament)}
    if refused is not None or person is None or number not in rows:
        return Refused(problems=() if refused is None else refused.problems)
    return {
        "event": {"id": tournament, "name": row_of(event_desk, tournament).name},
        "person": asdict(rows[number]) | {"kind": person.entrant.kind, "keeps_table": person.entrant.keeps_table},
        "status": person.status,
        "seats": [
            {"round": each.number, "table": each.table_of(number), "by": state.manned_by(number, each.number)}
            for each in state.rounds
            if each.table_of(number) is not None
        ],
        "penalties": [
            {
                "points": each.given.points,
                "offence": each.given.offence,
                "reason": each.given.reason,
                "withdrawn": each.withdrawn is not None,
            }
            for each in state.penalties
            if each.given.number == number
        ],
        "results": [_result_facts(entry, number) for entry in _results_of(event_desk, tournament, number)],
    }


def _results_of(event_desk: EventDesk, tournament: str, number: int) -> list[ResultEntered]:
    """Return every result that was entered with a number in it, also those that were taken back."""
    return [
        each.event
        for each in history_of(event_desk, tournament)
        if isinstance(each.event, ResultEntered) and number in each.event.numbers
    ]


def _result_facts(result: ResultEntered, number: int) -> Mapping[str, object]:
    seat = result.numbers.index(number)
    return {
        "round": result.round,
        "table": result.table_no,
        "points": result.points[seat],
        "place": result.place[seat],
        "final": result.final[seat],
        "chombo": result.chombo[seat],
    }
