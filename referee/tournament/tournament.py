"""The state of an event: a fold over its log that consults no rule."""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum
from typing import TYPE_CHECKING

from referee.records import dataclass
from referee.tournament.codec import as_settings, plain_settings
from referee.tournament.events import (
    ClockPaused,
    ClockResumed,
    Drawn,
    DrawPublished,
    FinalsEntered,
    LinkIssued,
    LinkRevoked,
    Manned,
    PenaltyGiven,
    PenaltyWithdrawn,
    PeopleEntered,
    PersonErased,
    PersonKind,
    Published,
    ResultAccepted,
    ResultEntered,
    ResultTakenBack,
    RoundClosed,
    RoundEvent,
    RoundStarted,
    Seated,
    SettingsChanged,
    Status,
    StatusSet,
    TimeAdded,
    TournamentClosed,
    TournamentEvent,
    TournamentOpened,
    TournamentReopened,
    Winds,
)

if TYPE_CHECKING:
    from referee.rules.table import Four
    from referee.tournament.events import Entrant


class RoundState(StrEnum):
    """How far a round is."""

    DRAWN = "drawn"
    PUBLISHED = "published"
    RUNNING = "running"
    CLOSED = "closed"


@dataclass(frozen=True, kw_only=True, slots=True)
class Person:
    """A number, and whether who has it is there; ``status`` holds from round ``from_round`` on."""

    entrant: Entrant
    status: Status = Status.EXPECTED
    from_round: int = 1
    minutes: int | None = None
    erased: bool = False

    @property
    def is_expected(self) -> bool:
        """Return whether this person is there or may still come."""
        return self.status in (Status.EXPECTED, Status.PRESENT, Status.LATE)


@dataclass(frozen=True, kw_only=True, slots=True)
class Link:
    """A link as the log knows it."""

    issued: LinkIssued
    revoked: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class OutsidePenalty:
    """A penalty outside a game, and what took it back; ``seq`` is the entry that gave it."""

    seq: int
    given: PenaltyGiven
    withdrawn: PenaltyWithdrawn | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Result:
    """The result of a table that stands; ``seq`` is the entry that holds it, ``accepted`` what staff said of it."""

    seq: int
    entered: ResultEntered
    accepted: ResultAccepted | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Pause:
    """A time for which the clock stood still; ``until`` is None while it does."""

    since: int
    until: int | None


@dataclass(frozen=True, kw_only=True, slots=True)
class Extra:
    """What a table was given: seconds before its signal, hands after it."""

    seconds: int = 0
    hands: int = 0


@dataclass(frozen=True, kw_only=True, slots=True)
class Round:
    """A round; ``tables`` are the numbers that sit at each, from ``first_table`` on, which only a night's round needs.

    ``_reseated`` are the tables whose seats were told after the draw; ``results`` stand by table.
    """

    number: int
    draw: int
    tables: tuple[Four, ...]
    first_table: int = 1
    state: RoundState = RoundState.DRAWN
    changed: int = 0
    reseated: frozenset[int] = frozenset()
    started: int | None = None
    minutes: int | None = None
    pauses: tuple[Pause, ...] = ()
    extra: tuple[tuple[int, Extra], ...] = ()
    results: tuple[tuple[int, Result], ...] = ()
    finals: FinalsEntered | None = None

    @property
    def is_begun(self) -> bool:
        """Return whether the round was started, or taken over from a published table."""
        return self.state in (RoundState.RUNNING, RoundState.CLOSED)

    def result_at(self, table_no: int) -> Result | None:
        """Return the result of a table that stands, or None."""
        return dict(self.results).get(table_no)

    def extra_at(self, table_no: int) -> Extra:
        """Return what a table was given."""
        return dict(self.extra).get(table_no, Extra())

    def table_of(self, number: int) -> int | None:
        """Return the table at which a number sits, or None."""
        return next((at for at, numbers in self.seats.items() if number in numbers), None)

    @property
    def seats(self) -> dict[int, Four]:
        """The numbers at each table, East first, by the number of the table."""
        return dict(enumerate(self.tables, self.first_table))

    @property
    def open_tables(self) -> tuple[int, ...]:
        """The tables without a result."""
        known = dict(self.results)
        return () if self.finals else tuple(at for at in self.seats if at not in known)


@dataclass(frozen=True, kw_only=True, slots=True)
class Tournament:
    """An event after the entry ``seq`` of its log; ``changed`` is the last one that two people have to agree on."""

    seq: int
    changed: int
    settings: TournamentOpened
    people: tuple[Person, ...] = ()
    manned: tuple[Manned, ...] = ()
    penalties: tuple[OutsidePenalty, ...] = ()
    draws: tuple[Drawn, ...] = ()
    rounds: tuple[Round, ...] = ()
    links: tuple[Link, ...] = ()
    versions: tuple[tuple[int, Published], ...] = ()
    is_closed: bool = False

    def person(self, number: int) -> Person | None:
        """Return who has a number, or None."""
        return next((each for each in self.people if each.entrant.number == number), None)

    def round(self, number: int) -> Round | None:
        """Return a round that was drawn, or None."""
        return next((each for each in self.rounds if each.number == number), None)

    def draw(self, number: int) -> Drawn | None:
        """Return a draw by its number, or None."""
        return next((each for each in self.draws if each.draw == number), None)

    def winds_of(self, of: Round) -> Winds:
        """Return how the winds of a round are come by."""
        draw = self.draw(of.draw)
        return Winds.DRAWN if draw is None else draw.winds

    @property
    def players(self) -> tuple[int, ...]:
        """The numbers of those who play for themselves, in order."""
        return tuple(each.entrant.number for each in self.people if each.entrant.kind == PersonKind.PLAYER)

    @property
    def substitutes(self) -> tuple[int, ...]:
        """The numbers of those who play for others, in order."""
        return tuple(each.entrant.number for each in self.people if each.entrant.kind == PersonKind.SUBSTITUTE)

    @property
    def in_draw(self) -> tuple[int, ...]:
        """The numbers that are drawn, in order: all players, and as many substitutes as fill tables of four."""
        lacking = -len(self.players) % 4
        here = [number for number in self.substitutes if self.is_expected(number)]
        return tuple(sorted((*self.players, *here[:lacking])))

    def is_expected(self, number: int) -> bool:
        """Return whether somebody is there or may still come."""
        person = self.person(number)
        return person is not None and person.is_expected

    @property
    def taken_off(self) -> dict[int, int]:
        """The points that penalties outside games take off totals, as negative numbers, by the number of the person."""
        found: dict[int, int] = {}
        for each in self.penalties:
            if each.withdrawn is None and each.given.points:
                found[each.given.number] = found.get(each.given.number, 0) - each.given.points
        return found

    @property
    def is_started(self) -> bool:
        """Whether any round was ever started, so that the rules stay as they are."""
        return any(each.started is not None or each.finals for each in self.rounds)

    @property
    def running(self) -> tuple[Round, ...]:
        """The rounds that are played now: one in a tournament, any number on a club night."""
        return tuple(each for each in self.rounds if each.state == RoundState.RUNNING)

    @property
    def closed_rounds(self) -> tuple[Round, ...]:
        """The rounds that were closed, in order, also where a result was taken back since."""
        return tuple(each for each in self.rounds if each.state == RoundState.CLOSED)

    @property
    def published(self) -> Published | None:
        """The standings that everybody sees, or None before the first."""
        return self.versions[-1][1] if self.versions else None

    def manned_by(self, number: int, in_round: int) -> int:
        """Return who plays for a number in a round."""
        found = number
        for each in self.manned:
            if each.number == number and each.from_round <= in_round:
                found = each.by
        return found


def opened(seq: int, event: TournamentOpened) -> Tournament:
    """Return an event that was just made."""
    return Tournament(seq=seq, changed=seq, settings=event)


def evolve(tournament: Tournament, seq: int, event: TournamentEvent) -> Tournament:
    """Return the event after one more entry, which is never refused."""
    changed = seq if _needs_agreement(event) else tournament.changed
    return replace(_with_event(tournament, seq, event), seq=seq, changed=changed)


def _needs_agreement(event: TournamentEvent) -> bool:
    """Return whether two people who do this at once have to agree: what overwrites draws, seats, results, settings."""
    return isinstance(
        event,
        SettingsChanged
        | PeopleEntered
        | Drawn
        | DrawPublished
        | Seated
        | RoundStarted
        | RoundClosed
        | FinalsEntered
        | Published
        | TournamentClosed
        | TournamentReopened,
    )


def _with_event(tournament: Tournament, seq: int, event: TournamentEvent) -> Tournament:
    match event:
        case TournamentOpened() | SettingsChanged():
            return replace(tournament, settings=_settings_after(tournament.settings, event))
        case LinkIssued() | LinkRevoked():
            return replace(tournament, links=_links_after(tournament.links, event))
        case PeopleEntered() | PersonErased() | StatusSet() | Manned() | PenaltyGiven() | PenaltyWithdrawn():
            return _with_people(tournament, seq, event)
        case Published() | TournamentClosed() | TournamentReopened():
            return _closed_or_published(tournament, seq, event)
        case Drawn() | DrawPublished():
            return with_draw(tournament, seq, event)
        case _:
            return _with_round(tournament, seq, event)


def _settings_after(settings: TournamentOpened, event: TournamentOpened | SettingsChanged) -> TournamentOpened:
    """Return the settings after one changed."""
    if isinstance(event, TournamentOpened):
        return event
    return as_settings(plain_settings(settings) | {event.field: event.value})


def _closed_or_published(
    tournament: Tournament, seq: int, event: Published | TournamentClosed | TournamentReopened
) -> Tournament:
    """Return the event with one more version of its standings, or closed, or opened again."""
    if isinstance(event, Published):
        return replace(tournament, versions=(*tournament.versions, (seq, event)))
    return replace(tournament, is_closed=isinstance(event, TournamentClosed))


def _with_round(tournament: Tournament, seq: int, event: RoundEvent) -> Tournament:
    """Return the event after something happened in a round; a published table may be of a round that was not drawn."""
    known = {each.number: each for each in tournament.rounds}
    before = known.get(event.round, Round(number=event.round, draw=0, tables=()))
    known[event.round] = _round_after(before, seq, event)
    return replace(tournament, rounds=_in_order(list(known.values())))


def _in_order(rounds: list[Round]) -> tuple[Round, ...]:
    return tuple(sorted(rounds, key=lambda each: each.number))


def _links_after(links: tuple[Link, ...], event: LinkIssued | LinkRevoked) -> tuple[Link, ...]:
    """Return the links after one more, or with one that leads nowhere."""
    if isinstance(event, LinkIssued):
        return (*links, Link(issued=event, revoked=False))
    return tuple(replace(each, revoked=True) if each.issued.link == event.link else each for each in links)


def _penalties_after(
    penalties: tuple[OutsidePenalty, ...], seq: int, event: PenaltyGiven | PenaltyWithdrawn
) -> tuple[OutsidePenalty, ...]:
    """Return the penalties outside games after one more, or with one that does not count any more."""
    if isinstance(event, PenaltyGiven):
        return (*penalties, OutsidePenalty(seq=seq, given=event))
    return tuple(replace(each, withdrawn=event) if each.given.penalty == event.penalty else each for each in penalties)


def _with_people(
    tournament: Tournament,
    seq: int,
    event: PeopleEntered | PersonErased | StatusSet | Manned | PenaltyGiven | PenaltyWithdrawn,
) -> Tournament:
    """Return the event after something was told of people."""
    if isinstance(event, PenaltyGiven | PenaltyWithdrawn):
        return replace(tournament, penalties=_penalties_after(tournament.penalties, seq, event))
    if isinstance(event, Manned):
        return replace(tournament, manned=(*tournament.manned, event))
    known = {each.entrant.number: each for each in tournament.people}
    match event:
        case PeopleEntered():
            known = _people_after(known, event)
        case PersonErased():
            known[event.number] = replace(known[event.number], erased=True)
        case StatusSet():
            known[event.number] = replace(
                known[event.number], status=event.status, from_round=event.from_round, minutes=event.minutes
            )
    after = replace(tournament, people=tuple(known[number] for number in sorted(known)))
    return _without_draws_of(after, event.removed) if isinstance(event, PeopleEntered) and event.removed else after


def _without_draws_of(tournament: Tournament, removed: tuple[int, ...]) -> Tournament:
    """Return the event without draws that nobody has seen yet in which somebody sits who was taken off."""
    kept = [
        each
        for each in tournament.rounds
        if each.state != RoundState.DRAWN or all(each.table_of(number) is None for number in removed)
    ]
    return replace(tournament, rounds=tuple(kept))


def _people_after(known: dict[int, Person], event: PeopleEntered) -> dict[int, Person]:
    """Return the people by number after some were entered, changed, or taken off."""
    for each in event.people:
        before = known.get(each.number)
        known[each.number] = Person(entrant=each) if before is None else replace(before, entrant=each)
    return {number: known[number] for number in known if number not in event.removed}


def with_draw(tournament: Tournament, seq: int, event: Drawn | DrawPublished) -> Tournament:
    """Return the event with a draw, or with one that everybody sees; what everybody sees stays until then."""
    known = {each.number: each for each in tournament.rounds}
    if isinstance(event, Drawn):
        for number, tables in zip(event.rounds, event.tables, strict=True):
            if number not in known or known[number].state == RoundState.DRAWN:
                known[number] = Round(number=number, draw=event.draw, tables=tables)
        return replace(tournament, draws=(*tournament.draws, event), rounds=_in_order(list(known.values())))
    for number in event.rounds:
        known[number] = replace(
            _with_tables_of_draw(known[number], tournament.draw(event.draw)), state=RoundState.PUBLISHED, changed=seq
        )
    return replace(tournament, rounds=_in_order(list(known.values())))


def _with_tables_of_draw(of: Round, draw: Drawn | None) -> Round:
    """Return a round with the tables of a draw; with that draw already, it keeps what was swapped since."""
    if draw is None or of.draw == draw.draw:
        return of
    return Round(number=of.number, draw=draw.draw, tables=draw.tables[draw.rounds.index(of.number)])


def _round_after(of: Round, seq: int, event: RoundEvent) -> Round:
    """Return a round after something happened in it."""
    match event:
        case Seated():
            return _reseated(of, seq, event)
        case RoundStarted() | RoundClosed():
            return _started_or_closed(of, event)
        case ClockPaused() | ClockResumed():
            return replace(of, pauses=_pauses_after(of.pauses, event))
        case TimeAdded():
            return replace(of, extra=_extra_after(of, event))
        case FinalsEntered():
            return replace(of, finals=event, state=RoundState.CLOSED)
        case _:
            return replace(of, results=_results_after(dict(of.results), seq, event))


def _reseated(of: Round, seq: int, event: Seated) -> Round:
    """Return a round in which somebody else sits at a table; its only table may be any of the room."""
    first = event.table_no if len(of.tables) == 1 else of.first_table
    at = event.table_no - first
    tables = (*of.tables[:at], event.numbers, *of.tables[at + 1 :])
    return replace(of, tables=tables, first_table=first, reseated=of.reseated | {event.table_no}, changed=seq)


def _started_or_closed(of: Round, event: RoundStarted | RoundClosed) -> Round:
    if isinstance(event, RoundStarted):
        return replace(of, state=RoundState.RUNNING, started=event.at, minutes=event.minutes)
    return replace(of, state=RoundState.CLOSED)


def _pauses_after(pauses: tuple[Pause, ...], event: ClockPaused | ClockResumed) -> tuple[Pause, ...]:
    """Return the pauses of a clock that was stopped, or runs again."""
    if isinstance(event, ClockPaused):
        return (*pauses, Pause(since=event.at, until=None))
    return (*pauses[:-1], replace(pauses[-1], until=event.at))


def _extra_after(of: Round, event: TimeAdded) -> tuple[tuple[int, Extra], ...]:
    known = dict(of.extra)
    for table_no in event.tables:
        before = known.get(table_no, Extra())
        known[table_no] = Extra(seconds=before.seconds + event.seconds, hands=before.hands + event.hands)
    return tuple(sorted(known.items(), key=lambda pair: pair[0]))


def _results_after(
    known: dict[int, Result], seq: int, event: ResultEntered | ResultAccepted | ResultTakenBack
) -> tuple[tuple[int, Result], ...]:
    """Return the results of a round by table after one was entered, accepted or taken back."""
    match event:
        case ResultEntered():
            known[event.table_no] = Result(seq=seq, entered=event)
        case ResultAccepted():
            known[event.table_no] = replace(known[event.table_no], accepted=event)
        case ResultTakenBack():
            known.pop(event.table_no, None)
    return tuple(sorted(known.items(), key=lambda pair: pair[0]))
