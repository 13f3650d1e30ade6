"""The tables of an event: who may enter or write there, how far each is, and which phones were let in."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from referee.desk import Order, Refused, signal
from referee.desk.opened import history_of
from referee.desk.tables import signal_command
from referee.desk_event.missing import LATE
from referee.desk_event.opened import Phone, clock_milliseconds, tournament_now
from referee.desk_event.results import rulebook_of
from referee.desk_event.rights import Act, Right, not_allowed, only_for
from referee.desk_event.rounds import rules_of_event
from referee.records import dataclass
from referee.rules.choices import TimeLimit
from referee.store import Writer
from referee.tournament.events import Form, Role
from referee.tournament.refusals import EventCode, refusal
from referee.tournament.rounds import table_clock
from referee.tournament.seating import not_seated
from referee.tournament.tournament import RoundState

if TYPE_CHECKING:
    from referee.desk_event.opened import EventDesk
    from referee.rules.ruleset import Ruleset
    from referee.rules.table import NotDone
    from referee.tournament.rounds import TableClock
    from referee.tournament.tournament import Round, Tournament


@dataclass(frozen=True, kw_only=True, slots=True)
class TableVisit:
    """A table in a round of an event, as somebody with this right comes to it."""

    event_desk: EventDesk
    event: str
    round: int
    table: int
    right: Right

    @property
    def state(self) -> Tournament:
        """The event as it stands."""
        return tournament_now(self.event_desk, self.event)

    @property
    def game(self) -> str | None:
        """The game that is played there, None before it begins."""
        return self.event_desk.store.game_at(self.event, self.round, self.table)

    @property
    def is_over(self) -> bool:
        """Whether nothing is entered there any more: the round is closed, and the result was not taken back."""
        of = self.state.round(self.round)
        return of is not None and of.state == RoundState.CLOSED and self.table not in of.open_tables


def not_at(table_visit: TableVisit, act: Act) -> NotDone | None:
    """Return why this is not done at a table, or None."""
    return not_allowed(table_visit.state, table_visit.right, act, table_visit.round, table_visit.table)


def no_hand_at(table_visit: TableVisit) -> NotDone | None:
    """Return why no hand is entered at a table, or None: it waits until everybody has told where he sits."""
    return not_at(table_visit, Act.PLAY) or not_seated(table_visit.state, table_visit.round, table_visit.table)


def not_ruled(table_visit: TableVisit, offence: str, minutes: int) -> NotDone | None:
    """Return why nobody is ruled against for coming so late, or None: after these minutes a substitute plays instead.

    What the round then counts is in its result, so that a ruling would count it twice.
    """
    policy = rulebook_of(table_visit.event_desk, table_visit.state).policy
    most = 0 if policy is None else policy.tournament.late
    if offence != LATE or not 0 < most < minutes:
        return None
    return refusal(EventCode.SUBSTITUTE_PLAYS, "minutes", minutes=most)


def not_withdrawn(table_visit: TableVisit, ruling: int) -> NotDone | None:
    """Return why a ruling is not withdrawn, or None: referees do so with their own, before the result."""
    refused = not_at(table_visit, Act.WITHDRAW)
    game = table_visit.game
    if refused is not None or table_visit.right.role != Role.REFEREE or game is None:
        return refused
    of = table_visit.state.round(table_visit.round)
    issued = history_of(table_visit.event_desk.desk, game)[ruling - 1 : ruling]
    is_own = bool(issued) and issued[0].stored.writer.link == table_visit.right.link
    has_result = of is not None and of.result_at(table_visit.table) is not None
    return None if is_own and not has_result else only_for(Act.LINKS)


def not_readable(event_desk: EventDesk, right: Right, game: str) -> NotDone | None:
    """Return why the sheet of an event's game is not read, or None: everybody does once its round is published."""
    found = event_desk.store.tournament_of_game(game)
    if found is None:
        return None
    event, round_no, table_no = found
    state = tournament_now(event_desk, event)
    of = state.round(round_no)
    is_closed = of is not None and of.state == RoundState.CLOSED
    is_published = is_closed and any(version.round >= round_no for _, version in state.versions)
    is_own = right.role == Role.TABLE and right.table_no == table_no
    return None if is_published or is_own else not_allowed(state, right, Act.SEE_STAFF)


def clock_at(table_visit: TableVisit) -> TableClock | None:
    """Return the clock of a table, None where none runs towards a signal."""
    state = table_visit.state
    of = state.round(table_visit.round)
    return (
        None
        if of is None
        else clock_of(
            of,
            table_visit.table,
            rules_of_event(table_visit.event_desk, state),
            clock_milliseconds(table_visit.event_desk),
        )
    )


def clock_of(of: Round, table_no: int, rules: Ruleset, now: int) -> TableClock | None:
    """Return the clock of a table in a round, None where none runs towards a signal."""
    if of.state != RoundState.RUNNING or rules.time.limit != TimeLimit.SIGNAL:
        return None
    return table_clock(of, table_no, rules.time.signal, now)


def give_signal(table_visit: TableVisit, device: str, *, running: bool) -> Refused | None:
    """Say for a table whether the dice had been thrown when its signal fell; its phone may have said so."""
    game = table_visit.game
    refused = not_at(table_visit, Act.PLAY)
    if refused is not None or game is None:
        return Refused(problems=() if refused is None else refused.problems)
    command = signal_command(history_of(table_visit.event_desk.desk, game))
    by = Writer(device=device, role=table_visit.right.role, name="", link=table_visit.right.link)
    done = signal(table_visit.event_desk.desk, game, Order(command=command, by=by), None, running=running)
    return done if isinstance(done, Refused) else None


_MOST_PHONES = 40
"""How many phones are remembered at a table; the one that has not asked for longest is forgotten."""


def admitted_for(state: Tournament, table_no: int) -> int:
    """Return the round for which a table's card is scanned: the one that is played there, else the next one.

    The next one of a night has no number yet: it is told as the last number that is known, with a minus.
    """
    playing = [of.number for of in state.running if table_no in of.seats]
    if playing:
        return playing[-1]
    if state.settings.form == Form.NIGHT:
        return -max([of.number for of in state.rounds], default=0)
    if state.running:
        return state.running[0].number
    return max([of.number for of in state.closed_rounds], default=0) + 1


def round_admitted(state: Tournament, table_no: int | None, scanned: int | None) -> int | None:
    """Return the round for which a phone was let in, once it has a number."""
    if scanned is None or scanned > 0:
        return scanned
    return next((of.number for of in state.rounds if of.number > -scanned and table_no in of.seats), scanned)


def note_phone(event_desk: EventDesk, tournament: str, right: Right, device: str, round_no: int = 0) -> None:
    """Remember that a phone with a table's link is there; ``round_no`` is the round whose page it has opened."""
    if right.role != Role.TABLE or right.table_no is None or not device:
        return
    known = event_desk.phones.setdefault((tournament, right.table_no), {})
    before = known.pop(device, Phone(device=device, seen=0))
    opened = max(before.opened, round_no)
    known[device] = replace(before, seen=clock_milliseconds(event_desk), opened=opened, admitted=right.in_round)
    if len(known) > _MOST_PHONES:
        del known[next(iter(known))]


def note_entry(event_desk: EventDesk, tournament: str, right: Right, device: str, *, taken: bool) -> None:
    """Remember whether the latest entry of a table's phone was taken; until it has chosen, no later one comes."""
    known = event_desk.phones.get((tournament, right.table_no or 0), {})
    if device in known:
        known[device] = replace(known[device], waits=not taken)


def phones_at(event_desk: EventDesk, tournament: str, table_no: int) -> tuple[Phone, ...]:
    """Return the phones that were ever let in at a table, the latest first."""
    return tuple(event_desk.phones.get((tournament, table_no), {}).values())[::-1]


def is_opened(event_desk: EventDesk, tournament: str, round_no: int, table_no: int) -> bool:
    """Return whether a phone of a table has opened its page for a round."""
    return any(each.opened >= round_no for each in phones_at(event_desk, tournament, table_no))


def phones_let_in(phones: tuple[Phone, ...], state: Tournament, round_no: int, table_no: int) -> tuple[Phone, ...]:
    """Return those of the phones of a table that are let in there in a round."""
    return tuple(
        [each for each in phones if each.keeps or round_admitted(state, table_no, each.admitted) in (round_no, None)]
    )


def keeps_table(event_desk: EventDesk, tournament: str, table_no: int | None, device: str) -> bool:
    """Return whether staff let a phone keep its table all day."""
    found = event_desk.phones.get((tournament, table_no or 0), {}).get(device)
    return found is not None and found.keeps


def keep_table(event_desk: EventDesk, tournament: str, right: Right, table_no: int, device: str) -> Refused | None:
    """Let a phone that was let in at a table keep it all day."""
    refused = not_allowed(tournament_now(event_desk, tournament), right, Act.HOUSE_PHONE)
    known = event_desk.phones.get((tournament, table_no), {})
    if refused is None and device not in known:
        refused = refusal(EventCode.UNKNOWN_NUMBER, "phone", number=table_no)
    if refused is not None:
        return Refused(problems=refused.problems)
    known[device] = replace(known[device], keeps=True)
    return None
