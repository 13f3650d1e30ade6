"""The people of an event: who is there, who plays for whom, and what is known of each."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from referee.app.answer import OK, UNPROCESSABLE, Answer, page_of, problem_sentences, redirect_after_write
from referee.app.asked import HttpError
from referee.app_event.missing import rounds_ahead, ruling_on, substitute_told
from referee.app_event.pasted import problem_lines
from referee.app_event.visit import after_order, number_in, number_of, only_if, order_of, refused
from referee.desk import Refused
from referee.desk_event.missing import late_unruled, unplayed_round
from referee.desk_event.opened import Done
from referee.desk_event.people import (
    add_substitutes,
    all_present,
    enter_list,
    enter_people,
    erase,
    exported,
    man,
    people_listed,
    set_status,
    texts_naming,
    without_accents,
)
from referee.desk_event.results import rulebook_of
from referee.desk_event.rights import Act, not_allowed
from referee.explain.rulebook import substitution_explained
from referee.records import dataclass
from referee.store.tournaments import PersonRow, unnamed
from referee.texts.codec import json_text
from referee.tournament.entry import (
    MOST_LATE,
    absent_unseated,
    late_seats,
    round_now,
    seated_ever,
    status_now,
    wrong_minutes,
)
from referee.tournament.events import Form, PersonKind, Status
from referee.tournament.formats.people import COLUMNS, Person, previewed
from referee.tournament.formats.sheets import csv_text
from referee.tournament.seating import missing_substitutes
from referee.tournament.tournament import RoundState

if TYPE_CHECKING:
    from referee.app.asked import Asked
    from referee.app_event.visit import Visit
    from referee.desk_event.opened import Entered
    from referee.explain.rulebook import Sentence
    from referee.tournament.tournament import Person as Known

_CHECKED_IN = (Status.PRESENT, Status.EXPECTED, Status.ABSENT)
"""What is told of somebody with one tap."""
MINUTES = tuple(range(1, MOST_LATE + 1))
_LONG_LIST = 24
"""From how many people on they are looked for by name."""
_NO_PERSON = 404


@dataclass(frozen=True, kw_only=True, slots=True)
class PersonLine:
    """Somebody as the list shows him: ``about`` is club, team and country, ``by`` who plays for him now.

    Where it ``asks``, the mark of being late goes only by a second tap: whoever is late counts as present anyway.
    """

    number: int
    name: str
    about: str
    status: Status
    minutes: int | None
    is_substitute: bool
    is_erased: bool
    by: str
    asks: bool = False
    refusals: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class PeoplePage:
    """Everybody, as far as the typed ``query`` finds them; ``missing`` substitutes are not there yet.

    ``absent`` players could be taken off the list instead. ``awaits`` says that somebody has not been checked in.
    """

    command: str
    lines: tuple[PersonLine, ...]
    counts: tuple[tuple[str, int], ...]
    count: int
    query: str
    is_long: bool
    missing: int
    absent: int
    awaits: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class PersonPage:
    """One person; ``late`` says of who is late what stands in for a ``ruling``, which is where lateness is ruled on.

    ``can_go`` says whether the number can be taken off the list, ``rule`` what a round counts that a substitute plays,
    None where no book is known; ``told`` what one would count for in the round in play.
    """

    command: str
    line: PersonLine
    person: Person
    rounds: tuple[int, ...]
    rule: Sentence | None
    substitutes: tuple[tuple[int, str], ...]
    can_come_back: bool
    can_go: bool
    told: str
    late: str
    ruling: str
    texts: tuple[str, ...]
    refusals: tuple[str, ...] = ()


def show(asked: Asked, visit: Visit) -> Answer:
    """Show everybody."""
    only_if(asked, not_allowed(visit.state, visit.right, Act.PEOPLE))
    query = asked.form.one("q")
    return page_of("events/people.html", visit=visit, here="people", page=_people_page(asked, visit, query))


def _people_page(asked: Asked, visit: Visit, query: str = "") -> PeoplePage:
    found, wanted = lines(visit), without_accents(query)
    return PeoplePage(
        command=asked.command,
        lines=tuple(each for each in found if wanted in without_accents(f"{each.number} {each.name} {each.about}")),
        counts=counts(visit),
        count=len(found),
        query=query,
        is_long=len(found) > _LONG_LIST,
        missing=missing_substitutes(visit.state) if visit.state.settings.form == Form.TOURNAMENT and found else 0,
        absent=len(absent_unseated(visit.state)),
        awaits=any(each.status == Status.EXPECTED for each in visit.state.people),
    )


def lines(visit: Visit) -> tuple[PersonLine, ...]:
    """Return everybody as the list shows them, by number."""
    people = people_listed(visit.event_desk, visit.id)
    names = {each.number: name_of(each) for each in people}
    known = {each.entrant.number: each for each in visit.state.people}
    return tuple(_line_of(visit, known[each.number], each, names) for each in people)


def _line_of(visit: Visit, known: Known, person: Person, names: dict[int, str]) -> PersonLine:
    """Return somebody as the list shows him."""
    by = visit.state.manned_by(person.number, round_now(visit.state))
    return PersonLine(
        number=person.number,
        name=names[person.number],
        about=" · ".join(filter(None, (person.club, person.team, person.country))),
        status=status_now(visit.state, known),
        minutes=known.minutes,
        is_substitute=person.kind == PersonKind.SUBSTITUTE,
        is_erased=known.erased,
        by="" if by == person.number else names.get(by, unnamed(by)),
    )


def name_of(person: Person) -> str:
    """Return how somebody is called at the event."""
    from_row = PersonRow(number=person.number, family=person.family, given=person.given, name=person.name)
    return from_row.display_name


def counts(visit: Visit) -> tuple[tuple[str, int], ...]:
    """Return how many people there are of each status, without those that nobody has."""
    found = [status_now(visit.state, each) for each in visit.state.people]
    return tuple((str(status), found.count(status)) for status in Status if status in found)


def _check_in(asked: Asked, visit: Visit, number: int) -> Answer:
    """Say whether somebody is there, and show only his line again where only that asked."""
    typed = asked.form.one("status")
    status = next((each for each in (*_CHECKED_IN, Status.LATE) if each == typed), Status.EXPECTED)
    if _asks_first(asked, visit, number, status):
        return _asked_first(asked, visit, number)
    done = _enter_status(asked, visit, number, status)
    if not asked.is_part:
        return after_order(asked, visit, done, _back_to(asked, visit, number))
    problems = problem_sentences(asked, done.problems) if isinstance(done, Refused) else ()
    after = replace(visit, state=done.tournament) if isinstance(done, Done) else visit
    line = replace(_line_at(asked, after, number), refusals=problems)
    return page_of("events/person_line.html", visit=after, line=line, page=_people_page(asked, after))


def _asks_first(asked: Asked, visit: Visit, number: int, status: Status) -> bool:
    """Return whether a tap in the list would take off unasked that somebody is late, on which a referee may rule."""
    known = visit.state.person(number)
    is_late = known is not None and status_now(visit.state, known) == Status.LATE
    at_list = asked.form.one("at") != "person" and not asked.form.has("sure", "yes")
    return is_late and status == Status.PRESENT and at_list and visit.form == Form.TOURNAMENT


def _asked_first(asked: Asked, visit: Visit, number: int) -> Answer:
    """Ask in the line, or lead to the page of the person, where the minutes stand beside the answer."""
    only_if(asked, not_allowed(visit.state, visit.right, Act.PEOPLE))
    if not asked.is_part:
        return redirect_after_write(asked, visit.to(f"people/{number}"))
    line = replace(_line_at(asked, visit, number), asks=True)
    return page_of("events/person_line.html", visit=visit, line=line, page=_people_page(asked, visit))


def _enter_status(asked: Asked, visit: Visit, number: int, status: Status) -> Entered:
    """Write whether somebody is there; minutes that cannot be are refused as they were typed."""
    minutes = asked.form.one("minutes")
    wrong = wrong_minutes(minutes) if status == Status.LATE else None
    why = not_allowed(visit.state, visit.right, Act.PEOPLE) or wrong
    if why is not None:
        return Refused(problems=why.problems)
    return set_status(visit.event_desk, order_of(asked, visit), number, status, number_of(minutes) or None)


def _line_at(asked: Asked, visit: Visit, number: int) -> PersonLine:
    """Return the line of a number, or answer that nobody has it."""
    for line in lines(visit):
        if line.number == number:
            return line
    raise HttpError(_NO_PERSON, asked.say("event.people.nobody", number=number))


def _back_to(asked: Asked, visit: Visit, number: int) -> str:
    """Return where an order about somebody leads back to: the page of the person, or the place in the list."""
    return visit.to(f"people/{number}") if asked.form.one("at") == "person" else visit.to("people") + f"#p{number}"


def _check_in_all(asked: Asked, visit: Visit) -> Answer:
    return after_order(asked, visit, all_present(visit.event_desk, order_of(asked, visit)), visit.to("people"))


def _add_missing_substitutes(asked: Asked, visit: Visit) -> Answer:
    """Add the substitutes that tables of four lack, or one more to play for who is named."""
    called, number = asked.say("event.people.substitute"), number_in(asked, "number")
    done = add_substitutes(visit.event_desk, order_of(asked, visit), called, 1 if number else None)
    return after_order(asked, visit, done, visit.to(f"people/{number}") if number else visit.to("people"))


def _show_one(asked: Asked, visit: Visit, number: int) -> Answer:
    only_if(asked, not_allowed(visit.state, visit.right, Act.PEOPLE))
    return _one_shown(asked, visit, _person_at(asked, visit, number))


def _person_at(asked: Asked, visit: Visit, number: int) -> Person:
    """Return who has a number, or answer that nobody has it."""
    for person in people_listed(visit.event_desk, visit.id):
        if person.number == number:
            return person
    raise HttpError(_NO_PERSON, asked.say("event.people.nobody", number=number))


def _one_shown(asked: Asked, visit: Visit, person: Person, refusals: tuple[str, ...] = ()) -> Answer:
    """Draw the page of a person, with what was typed."""
    state, number = visit.state, person.number
    found = lines(visit)
    rounds = _rounds_open(visit, number)
    late, ruling = _ruling_at(asked, visit, number)
    page = PersonPage(
        command=asked.command,
        line=next(each for each in found if each.number == number),
        person=person,
        rounds=rounds,
        rule=rule_of_substitutes(asked, visit),
        substitutes=tuple((each.number, each.name) for each in found if _is_free(visit, each, rounds)),
        can_come_back=bool(rounds) and state.manned_by(number, rounds[-1]) != number,
        can_go=number not in seated_ever(state),
        told=substitute_told(asked, visit, number),
        late=late,
        ruling=ruling,
        texts=texts_naming(visit.event_desk, visit.id, number),
        refusals=refusals,
    )
    status = UNPROCESSABLE if refusals else OK
    return page_of("events/person.html", status, visit=visit, here="people", page=page, minutes=MINUTES)


def rule_of_substitutes(asked: Asked, visit: Visit) -> Sentence | None:
    """Return the rule of an event by which a round counts that a substitute played, None where no book is known."""
    policy = rulebook_of(visit.event_desk, visit.state).policy
    return None if policy is None else substitution_explained(policy, asked.speaker)


def _rounds_open(visit: Visit, number: int) -> tuple[int, ...]:
    """Return the rounds from which on somebody may play for a number: that in play too, while nothing is recorded."""
    unplayed = unplayed_round(visit.event_desk, visit.id, number)
    return (*filter(None, (unplayed,)), *rounds_ahead(visit.state))


def _is_free(visit: Visit, line: PersonLine, rounds: tuple[int, ...]) -> bool:
    """Return whether somebody can play for others from the first of these rounds on."""
    state = visit.state
    if not line.is_substitute or not rounds or not state.is_expected(line.number):
        return False
    seats = state.round(rounds[0])
    sits = line.number in state.in_draw if seats is None else seats.table_of(line.number) is not None
    return not sits and all(state.manned_by(other, rounds[0]) != line.number for other in state.players)


def _ruling_at(asked: Asked, visit: Visit, number: int) -> tuple[str, str]:
    """Return what is said of somebody who is late, and where it is ruled on: at the table at which he plays."""
    for of in visit.state.rounds:
        late = [each for each in late_seats(visit.state, of) if each.number == number]
        if late and of.state == RoundState.RUNNING:
            if late[0] not in late_unruled(visit.event_desk, visit.id, of):
                return asked.say("event.people.ruled"), ""
            return asked.say("event.people.rule_later"), ruling_on(visit, of, late[0])
    return asked.say("event.people.rule_later"), ""


def change(asked: Asked, visit: Visit, number: int) -> Answer:
    """Change what is known of somebody; everything that is wrong is said at once."""
    only_if(asked, not_allowed(visit.state, visit.right, Act.PEOPLE))
    before = _person_at(asked, visit, number)
    typed = [asked.form.one(name) for name in COLUMNS]
    text = csv_text(COLUMNS, [[str(number), *typed[1:]]])
    found = previewed(text, tuple(each for each in people_listed(visit.event_desk, visit.id) if each.number != number))
    if found.problems or not found.people:
        return _one_shown(asked, visit, _as_typed(asked, before), problem_lines(asked, found.problems))
    done = enter_list(visit.event_desk, order_of(asked, visit, expects=True), found.people)
    return after_order(asked, visit, done, visit.to(f"people/{number}"))


def _as_typed(asked: Asked, before: Person) -> Person:
    form = asked.form
    return replace(
        before, family=form.one("family"), given=form.one("given"), name=form.one("name"), club=form.one("club")
    )


def substitute(asked: Asked, visit: Visit, number: int) -> Answer:
    """Let somebody play for a number from a round on."""
    by, from_round = number_in(asked, "by"), number_in(asked, "round")
    done = man(visit.event_desk, order_of(asked, visit), number, by, from_round)
    return after_order(asked, visit, done, visit.to(f"people/{number}"))


def _take_off(asked: Asked, visit: Visit, number: int) -> Answer:
    return _taken_off(asked, visit, (number,), "people")


def _take_off_absent(asked: Asked, visit: Visit) -> Answer:
    """Take off the list who is absent, and go on where that was offered: on the list, or on the event's first page."""
    return _taken_off(asked, visit, absent_unseated(visit.state), "" if asked.form.one("at") == "home" else "people")


def _taken_off(asked: Asked, visit: Visit, numbers: tuple[int, ...], page: str) -> Answer:
    done = enter_people(visit.event_desk, order_of(asked, visit), (), numbers)
    return after_order(asked, visit, done, visit.to(page))


def export(asked: Asked, visit: Visit, number: int) -> Answer:
    """Hand out everything that is kept of somebody, as a file."""
    only_if(asked, not_allowed(visit.state, visit.right, Act.PEOPLE))
    _person_at(asked, visit, number)
    found = exported(visit.event_desk, visit.id, visit.right, number)
    if isinstance(found, Refused):
        return refused(visit, problem_sentences(asked, found.problems), visit.to("people"))
    return Answer(
        headers=(
            ("Content-Type", "application/json; charset=utf-8"),
            ("Content-Disposition", f'attachment; filename="{visit.id}-{number}.json"'),
            ("Cache-Control", "no-store"),
        ),
        body=json_text(found),
    )


def forget(asked: Asked, visit: Visit, number: int) -> Answer:
    """Erase what is known of somebody."""
    return after_order(
        asked, visit, erase(visit.event_desk, order_of(asked, visit), number), visit.to(f"people/{number}")
    )


PAGES = (
    ("people", "GET", "/people", show),
    ("people_here", "POST", "/people/here", _check_in_all),
    ("people_fill", "POST", "/people/fill", _add_missing_substitutes),
    ("people_off", "POST", "/people/off", _take_off_absent),
    ("people_one", "GET", "/people/<int:number>", _show_one),
    ("people_one_export", "GET", "/people/<int:number>.json", export),
    ("people_one_status", "POST", "/people/<int:number>/status", _check_in),
    ("people_one_change", "POST", "/people/<int:number>", change),
    ("people_one_man", "POST", "/people/<int:number>/substitute", substitute),
    ("people_one_off", "POST", "/people/<int:number>/off", _take_off),
    ("people_one_erase", "POST", "/people/<int:number>/erase", forget),
)
