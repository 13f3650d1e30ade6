"""Who takes part: people, whether they are there, and who plays for whom, decided by what has been played already."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from referee.records import dataclass
from referee.tournament.events import Form, Manned, PeopleEntered, PersonErased, PersonKind, Status, StatusSet
from referee.tournament.refusals import EventCode, all_refusals, listed, refusal
from referee.tournament.tournament import RoundState

if TYPE_CHECKING:
    from collections.abc import Sequence

    from referee.rules.table import NotDone
    from referee.tournament.events import Entrant
    from referee.tournament.tournament import Person, Round, Tournament

_MOST_PEOPLE = 1000
_LONGEST_REASON = 500
MOST_LATE = 10
"""By how many minutes somebody is late whom a ruling and no substitute awaits."""


def why_closed(tournament: Tournament) -> NotDone | None:
    """Return why nothing is done any more, or None."""
    return refusal(EventCode.EVENT_CLOSED) if tournament.is_closed else None


def without_reason(reason: str) -> NotDone | None:
    """Return what is wrong with a reason that was typed, or None."""
    if not reason:
        return refusal(EventCode.REASON_MISSING, "reason")
    return too_long(reason)


def too_long(reason: str) -> NotDone | None:
    """Return what is wrong with a reason that need not be given, or None."""
    if len(reason) <= _LONGEST_REASON:
        return None
    return refusal(EventCode.TOO_LARGE, "reason", count=len(reason), most=_LONGEST_REASON)


def seated_ever(tournament: Tournament) -> set[int]:
    """Return the numbers that sit in any round whose draw everybody has seen, or for which a substitute plays."""
    seen = [each for each in tournament.rounds if each.state != RoundState.DRAWN]
    return {number for each in seen for table in each.tables for number in table} | {
        number for each in tournament.manned for number in (each.number, each.by)
    }


def absent_unseated(tournament: Tournament) -> tuple[int, ...]:
    """Return the players who are not there and have no seat in a draw that everybody has seen."""
    seated = seated_ever(tournament)
    absent = [each.entrant for each in tournament.people if each.status == Status.ABSENT]
    return tuple(each.number for each in absent if each.kind == PersonKind.PLAYER and each.number not in seated)


def absent_seats(tournament: Tournament, of: Round) -> tuple[tuple[int, int], ...]:
    """Return table and number of the seats of a round that lack a player: who has to play there is known to be away."""
    away = {each.entrant.number for each in tournament.people if not each.is_expected}
    seats = [(table, number) for table, numbers in of.seats.items() for number in numbers] if away else []
    return tuple(each for each in seats if tournament.manned_by(each[1], of.number) in away)


@dataclass(frozen=True, kw_only=True, slots=True)
class LateSeat:
    """Somebody who comes late to a round: the place of his table at which he plays, 0 for East, and by how much."""

    table: int
    seat: int
    number: int
    minutes: int


def late_seats(tournament: Tournament, of: Round) -> tuple[LateSeat, ...]:
    """Return who was marked as late for a round and plays in it; for no other one does that hold, but on a night."""
    is_night = tournament.settings.form == Form.NIGHT
    marked = [
        each for each in tournament.people if each.status == Status.LATE and (is_night or each.from_round == of.number)
    ]
    late = {each.entrant.number: each.minutes or 0 for each in marked}
    seats = [(table, seat) for table, numbers in of.seats.items() for seat in range(len(numbers))] if late else []
    found = [(table, seat, tournament.manned_by(of.seats[table][seat], of.number)) for table, seat in seats]
    return tuple(
        LateSeat(table=table, seat=seat, number=number, minutes=late[number])
        for table, seat, number in found
        if number in late
    )


def status_now(tournament: Tournament, person: Person) -> Status:
    """Return whether somebody is there; who came late to a round that is over has been there since."""
    is_over = tournament.settings.form == Form.TOURNAMENT and person.from_round < round_now(tournament)
    return Status.PRESENT if person.status == Status.LATE and is_over else person.status


def twice(numbers: Sequence[int]) -> tuple[int, ...]:
    """Return the numbers that stand there more than once."""
    counts = Counter(numbers)
    return tuple(sorted(number for number in counts if counts[number] > 1))


def decide_people(
    tournament: Tournament, people: tuple[Entrant, ...], removed: tuple[int, ...] = ()
) -> PeopleEntered | NotDone:
    """Enter or change people, or take off some who sit in no draw that everybody has seen."""
    numbers = [each.number for each in people]
    again = twice(numbers)
    known = {each.entrant.number for each in tournament.people}
    drawn = sorted(seated_ever(tournament).intersection(removed))
    unknown = sorted(set(removed) - known)
    count = len(known.union(numbers).difference(removed))
    refused = all_refusals(
        (
            why_closed(tournament),
            refusal(EventCode.DUPLICATE_NUMBER, "number", number=listed(again)) if again else None,
            refusal(EventCode.UNKNOWN_NUMBER, "number", number=listed(unknown)) if unknown else None,
            refusal(EventCode.IN_A_DRAW, "number", number=listed(drawn)) if drawn else None,
            refusal(EventCode.TOO_LARGE, "people", count=count, most=_MOST_PEOPLE) if count > _MOST_PEOPLE else None,
        )
    )
    return refused or PeopleEntered(people=people, removed=removed)


def unknown_person(tournament: Tournament, number: int, field: str = "number") -> NotDone | None:
    """Return why nothing is told of a number, or None."""
    return refusal(EventCode.UNKNOWN_NUMBER, field, number=number) if tournament.person(number) is None else None


def decide_erasing(tournament: Tournament, number: int) -> PersonErased | NotDone:
    """Erase what is known of a person, at any time."""
    return unknown_person(tournament, number) or PersonErased(number=number)


def decide_status(
    tournament: Tournament, number: int, status: Status, minutes: int | None = None, reason: str = ""
) -> StatusSet | NotDone:
    """Say whether somebody is there, from the round on that is played or comes next."""
    late = minutes if status == Status.LATE else None
    refused = all_refusals(
        (
            why_closed(tournament),
            unknown_person(tournament, number),
            too_long(reason),
            wrong_minutes("" if late is None else str(late)) if status == Status.LATE else None,
        )
    )
    return refused or StatusSet(
        number=number, status=status, from_round=round_now(tournament), minutes=late, reason=reason
    )


def wrong_minutes(text: str) -> NotDone | None:
    """Return why nobody is late by so many minutes as they were typed, or None."""
    if text in [str(minutes) for minutes in range(1, MOST_LATE + 1)]:
        return None
    return refusal(EventCode.LATE_MINUTES, "minutes", found=text, most=MOST_LATE)


def round_now(tournament: Tournament) -> int:
    """Return the round that is played, else the one that comes next."""
    running = tournament.running
    if running:
        return running[0].number
    over = [each.number for each in tournament.rounds if each.state == RoundState.CLOSED]
    return max(over, default=0) + 1


def decide_manning(
    tournament: Tournament, number: int, by: int, from_round: int, reason: str = "", *, unplayed: int = 0
) -> Manned | NotDone:
    """Let a substitute play for a number from the beginning of a round on, or the player come back.

    ``unplayed`` is a round that is played, but not yet at the table of that number: it counts as one to come.
    """
    refused = all_refusals(
        (
            why_closed(tournament),
            unknown_person(tournament, number),
            unknown_person(tournament, by, "by"),
            too_long(reason),
            None if from_round == unplayed else _why_started(tournament, from_round),
            _busy(tournament, number, by, from_round),
        )
    )
    return refused or Manned(number=number, by=by, from_round=from_round, during=False, reason=reason)


def arrivals(tournament: Tournament, manned: Manned) -> tuple[StatusSet, ...]:
    """Return that whoever plays for a number now or in the next round is there, nothing where that is known."""
    if manned.from_round > round_now(tournament):
        return ()
    return arrived(tournament, (manned.by,), (Status.EXPECTED, Status.ABSENT))


def arrived(
    tournament: Tournament,
    numbers: Sequence[int],
    before: tuple[Status, ...] = (Status.EXPECTED, Status.LATE, Status.ABSENT),
) -> tuple[StatusSet, ...]:
    """Return that these people are there, nothing of those of whom something else than ``before`` is known."""
    people = [tournament.person(number) for number in numbers]
    found = [
        decide_status(tournament, each.entrant.number, Status.PRESENT)
        for each in people
        if each is not None and each.status in before
    ]
    return tuple(each for each in found if isinstance(each, StatusSet))


def _why_started(tournament: Tournament, from_round: int) -> NotDone | None:
    """Return why nothing is told of a round from its beginning on, or None."""
    found = tournament.round(from_round)
    if found is None or found.state in (RoundState.DRAWN, RoundState.PUBLISHED):
        return None
    return refusal(EventCode.ROUND_STARTED_ALREADY, "round", round=from_round)


def _busy(tournament: Tournament, number: int, by: int, from_round: int) -> NotDone | None:
    """Return why somebody cannot play for a number, or None: who plays himself, or plays for another one."""
    if by == number:
        return None
    person = tournament.person(by)
    if person is not None and person.entrant.kind == PersonKind.PLAYER:
        return refusal(EventCode.PLAYS_FOR_OTHERS, "by", number=by)
    of = tournament.round(from_round)
    sits = of is not None and of.table_of(by) is not None
    later = {from_round, *[each.from_round for each in tournament.manned if each.from_round > from_round]}
    others = [each for each in tournament.players if each != number]
    if sits or any(tournament.manned_by(other, each) == by for other in others for each in later):
        return refusal(EventCode.PLAYS_FOR_OTHERS, "by", number=by)
    return None
