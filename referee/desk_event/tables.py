"""The tables of an event: who may enter one, write there or read its sheet, and how far its game is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.desk import Order, Refused, signal
from referee.desk.opened import history_of
from referee.desk.tables import signal_command
from referee.desk_event.opened import milliseconds, tournament_now
from referee.desk_event.results import rulebook_of
from referee.desk_event.rights import Act, Right, not_allowed, only_for
from referee.desk_event.rounds import rules_of_event
from referee.records import dataclass
from referee.rules.choices import TimeLimit
from referee.store import Writer
from referee.tournament.clock import table_clock
from referee.tournament.events import Role
from referee.tournament.refusals import EventCode, refusal
from referee.tournament.seating import not_seated
from referee.tournament.tournament import RoundState

if TYPE_CHECKING:
    from referee.desk_event.opened import EventDesk
    from referee.rules.ruleset import Ruleset
    from referee.rules.table import NotDone
    from referee.tournament.clock import TableClock
    from referee.tournament.tournament import Round, Tournament


LATE = "late"
"""The offence that in an event is carried out by a substitution once a player is too late."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Spot:
    """A table in a round of an event, as somebody with this right comes to it."""

    at: EventDesk
    event: str
    round: int
    table: int
    right: Right

    @property
    def state(self) -> Tournament:
        """The event as it stands."""
        return tournament_now(self.at, self.event)

    @property
    def game(self) -> str | None:
        """The game that is played there, None before it begins."""
        games = self.at.store.games_of_tournament(self.event, self.round)
        return next((each.game for each in games if each.table_no == self.table), None)

    @property
    def is_over(self) -> bool:
        """Whether nothing is entered there any more: the round is closed, and the result was not taken back."""
        of = self.state.round(self.round)
        return of is not None and of.state == RoundState.CLOSED and self.table not in of.open_tables


def not_at(spot: Spot, act: Act) -> NotDone | None:
    """Return why this is not done at a table, or None."""
    return not_allowed(spot.state, spot.right, act, spot.table, spot.round)


def no_hand_at(spot: Spot) -> NotDone | None:
    """Return why no hand is entered at a table, or None: it waits until everybody has told where he sits."""
    return not_at(spot, Act.PLAY) or not_seated(spot.state, spot.round, spot.table)


def not_ruled(spot: Spot, offence: str, minutes: int) -> NotDone | None:
    """Return why nobody is ruled against for coming so late, or None: after these minutes a substitute plays instead.

    What the round then counts is in its result, so that a ruling would count it twice.
    """
    policy = rulebook_of(spot.at, spot.state).policy
    most = 0 if policy is None else policy.tournament.late
    if offence != LATE or not 0 < most < minutes:
        return None
    return refusal(EventCode.SUBSTITUTE_PLAYS, "minutes", minutes=most)


def not_withdrawn(spot: Spot, ruling: int) -> NotDone | None:
    """Return why a ruling is not withdrawn, or None: referees do so with their own, before the result."""
    refused = not_at(spot, Act.WITHDRAW)
    game = spot.game
    if refused is not None or spot.right.role != Role.REFEREE or game is None:
        return refused
    of = spot.state.round(spot.round)
    issued = history_of(spot.at.desk, game)[ruling - 1 : ruling]
    is_own = bool(issued) and issued[0].stored.writer.link == spot.right.link
    has_result = of is not None and of.result_at(spot.table) is not None
    return None if is_own and not has_result else only_for(Act.LINKS)


def not_readable(at: EventDesk, right: Right, game: str) -> NotDone | None:
    """Return why the sheet of an event's game is not read, or None: everybody does once its round is published."""
    found = at.store.tournament_of_game(game)
    if found is None:
        return None
    event, round_no, table_no = found
    state = tournament_now(at, event)
    of = state.round(round_no)
    is_closed = of is not None and of.state == RoundState.CLOSED
    is_published = is_closed and any(version.round >= round_no for _, version in state.versions)
    is_own = right.role == Role.TABLE and right.table_no == table_no
    return None if is_published or is_own else not_allowed(state, right, Act.SEE_STAFF)


def clock_at(spot: Spot) -> TableClock | None:
    """Return the clock of a table, None where none runs towards a signal."""
    state = spot.state
    of = state.round(spot.round)
    return None if of is None else clock_of(of, spot.table, rules_of_event(spot.at, state), milliseconds(spot.at))


def clock_of(of: Round, table_no: int, rules: Ruleset, now: int) -> TableClock | None:
    """Return the clock of a table in a round, None where none runs towards a signal."""
    if of.state != RoundState.RUNNING or rules.time.limit != TimeLimit.SIGNAL:
        return None
    return table_clock(of, table_no, rules.time.signal, now)


def give_signal(spot: Spot, device: str, *, running: bool) -> Refused | None:
    """Say for a table whether the dice had been thrown when its signal fell; its phone may have said so."""
    game = spot.game
    refused = not_at(spot, Act.PLAY)
    if refused is not None or game is None:
        return Refused(problems=() if refused is None else refused.problems)
    command = signal_command(history_of(spot.at.desk, game))
    by = Writer(device=device, role=spot.right.role, name="", link=spot.right.link)
    done = signal(spot.at.desk, game, Order(command=command, by=by), None, running=running)
    return done if isinstance(done, Refused) else None
