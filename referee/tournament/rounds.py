"""Rounds and their one clock: begun, paused, given more time, closed, and when each table's signal falls."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.records import dataclass
from referee.tournament.entry import too_long, why_closed, without_reason
from referee.tournament.events import (
    ClockPaused,
    ClockResumed,
    Form,
    Published,
    Release,
    Role,
    RoundClosed,
    RoundStarted,
    TimeAdded,
    TournamentClosed,
    TournamentReopened,
)
from referee.tournament.refusals import EventCode, all_refusals, listed, refusal
from referee.tournament.tournament import RoundState

if TYPE_CHECKING:
    from referee.rules.table import NotDone
    from referee.tournament.tournament import Result, Round, Tournament


SECOND = 1000
MINUTE = 60 * SECOND


@dataclass(frozen=True, kw_only=True, slots=True)
class TableClock:
    """The clock of a table: when its signal falls, and how long that is from now; None where nobody knows yet.

    ``signal_at`` is None while the clock stands still before the signal; ``left`` is then what is left of it.
    """

    signal_at: int | None
    left: int


def table_clock(of: Round, table_no: int, signal: int, now: int) -> TableClock | None:
    """Return the clock of a table whose signal falls ``signal`` minutes before the end; None where none runs.

    A pause that begins after the signal does not move it.
    """
    if of.started is None or of.minutes is None:
        return None
    due = of.started + (of.minutes - signal) * MINUTE + of.extra_at(table_no).seconds * SECOND
    for pause in of.pauses:
        if pause.since >= due:
            break
        if pause.until is None:
            return TableClock(signal_at=None, left=due - pause.since)
        due += pause.until - pause.since
    return TableClock(signal_at=due, left=due - now)


def _has_signal(of: Round, table_no: int, signal: int, now: int) -> bool:
    clock = table_clock(of, table_no, signal, now)
    return clock is not None and clock.left <= 0


def is_paused(of: Round) -> bool:
    """Return whether the clock of a round stands still."""
    return bool(of.pauses) and of.pauses[-1].until is None


MOST_EXTRA_SECONDS = 600
"""How much more time a table gets in a round from referees."""


def decide_start(tournament: Tournament, number: int, at: int) -> RoundStarted | NotDone:
    """Start a round of all tables: its draw is known to everybody, and the round before is over."""
    of = tournament.round(number)
    refused = all_refusals((why_closed(tournament), _not_ready(of, number), _still_open(tournament, number)))
    return refused or RoundStarted(round=number, minutes=tournament.settings.minutes, at=at)


def _not_ready(of: Round | None, number: int) -> NotDone | None:
    """Return why a round does not begin, or None."""
    if of is None or of.state == RoundState.DRAWN:
        return refusal(EventCode.ROUND_NOT_PUBLISHED, "round", round=number)
    if of.state != RoundState.PUBLISHED:
        return refusal(EventCode.ROUND_STARTED_ALREADY, "round", round=number)
    return None


def _still_open(tournament: Tournament, number: int) -> NotDone | None:
    """Return the rounds that are played before another one of a tournament begins, or None."""
    if tournament.settings.form == Form.NIGHT:
        return None
    before = [each for each in tournament.rounds if each.number < number and each.state != RoundState.CLOSED]
    if not before:
        return None
    first = before[0]
    return refusal(EventCode.ROUND_OPEN, "round", round=first.number, tables=listed(first.open_tables))


def is_done(result: Result | None, *, staff_check: bool) -> bool:
    """Return whether a result counts: all four agreed, or staff entered or accepted it."""
    if result is None:
        return False
    if result.accepted is not None or not result.entered.agreed:
        return True
    return len(result.entered.agreed) == len(result.entered.numbers) and not staff_check


def tables_not_done(tournament: Tournament, of: Round) -> tuple[int, ...]:
    """Return the tables of a round whose result is not in, or not agreed on."""
    if of.finals is not None:
        return ()
    check, results = tournament.settings.staff_check, dict(of.results)
    return tuple(at for at in of.seats if not is_done(results.get(at), staff_check=check))


def decide_close(tournament: Tournament, number: int) -> tuple[RoundClosed | Published, ...] | NotDone:
    """Close a round whose tables are all done, and publish its standings where that goes by itself."""
    of = tournament.round(number)
    refused = why_closed(tournament)
    if of is None or of.state != RoundState.RUNNING:
        return refused or refusal(EventCode.ROUND_NOT_RUNNING, "round", round=number)
    missing = tables_not_done(tournament, of)
    if missing:
        return refused or refusal(EventCode.ROUND_OPEN, "round", round=number, tables=listed(missing))
    if refused is not None:
        return refused
    over = RoundClosed(round=number)
    back = any(each.open_tables for each in tournament.closed_rounds)
    publishes = goes_out(tournament, number) and not back
    return (over, next_version(tournament, _last_closed(tournament, number), "")) if publishes else (over,)


def _last_closed(tournament: Tournament, number: int) -> int:
    """Return the last round that is closed once this one is: games of a night end in any order."""
    return max([number, *[each.number for each in tournament.closed_rounds]])


def goes_out(tournament: Tournament, number: int) -> bool:
    """Return whether the standings are published when a round closes."""
    match tournament.settings.release:
        case Release.EACH:
            return True
        case Release.ALL_BUT_LAST:
            return tournament.settings.form == Form.NIGHT or number < tournament.settings.rounds
        case Release.BY_HAND:
            return False


def next_version(tournament: Tournament, number: int, reason: str) -> Published:
    """Return the next version of the standings, of all rounds up to one."""
    return Published(version=len(tournament.versions) + 1, round=number, reason=reason)


def decide_release(tournament: Tournament, reason: str = "") -> Published | NotDone:
    """Show everybody the standings over all rounds that are closed."""
    over = tournament.closed_rounds
    refused = why_closed(tournament) or too_long(reason)
    if refused is not None:
        return refused
    back = [table_no for of in over for table_no in of.open_tables]
    if not over or back:
        return refusal(EventCode.RESULT_MISSING, "round", tables=listed(back))
    return next_version(tournament, over[-1].number, reason)


def decide_pause(tournament: Tournament, number: int, at: int) -> ClockPaused | NotDone:
    """Stop the clock of a round."""
    of = tournament.round(number)
    refused = _no_clock(tournament, of, number)
    if refused is None and of is not None and is_paused(of):
        refused = refusal(EventCode.CLOCK_STANDS, "round", round=number)
    return refused or ClockPaused(round=number, at=at)


def decide_resume(tournament: Tournament, number: int, at: int) -> ClockResumed | NotDone:
    """Let the clock of a round run again."""
    of = tournament.round(number)
    refused = _no_clock(tournament, of, number)
    if refused is None and of is not None and not is_paused(of):
        refused = refusal(EventCode.CLOCK_RUNS, "round", round=number)
    return refused or ClockResumed(round=number, at=at)


def _no_clock(tournament: Tournament, of: Round | None, number: int) -> NotDone | None:
    """Return why a round has no clock that could be stopped, or None."""
    refused = why_closed(tournament)
    if of is None or of.state != RoundState.RUNNING or of.minutes is None:
        return refused or refusal(EventCode.ROUND_NOT_RUNNING, "round", round=number)
    return refused


def decide_time(
    tournament: Tournament,
    added: TimeAdded,
    *,
    by: Role,
    signal: int,
    now: int,
    signalled: frozenset[int] = frozenset(),
) -> TimeAdded | NotDone:
    """Give tables more time before their signal, or one more hand after it.

    ``signal`` is how many minutes before the end it falls, ``signalled`` are the tables whose game has it already.
    """
    of = tournament.round(added.round)
    refused = _no_clock(tournament, of, added.round)
    if refused is not None or of is None:
        return refused or refusal(EventCode.ROUND_NOT_RUNNING, "round", round=added.round)
    unknown = [at for at in added.tables if at not in of.seats]
    over = [at for at in added.tables if at in signalled or _has_signal(of, at, signal, now)]
    early = [at for at in added.tables if at not in over]
    most = max([of.extra_at(at).seconds + added.seconds for at in added.tables], default=0)
    too_much = by == Role.REFEREE and most > MOST_EXTRA_SECONDS
    left = max(MOST_EXTRA_SECONDS - most + added.seconds, 0) * SECOND // 60_000
    refused = all_refusals(
        (
            refusal(EventCode.UNKNOWN_NUMBER, "tables", number=listed(unknown)) if unknown else None,
            refusal(EventCode.SIGNAL_GIVEN, "tables", tables=listed(over)) if added.seconds and over else None,
            refusal(EventCode.SIGNAL_NOT_GIVEN, "tables", tables=listed(early)) if added.hands and early else None,
            refusal(EventCode.EXTRA_TIME_LIMIT, "minutes", minutes=left) if too_much else None,
            refusal(EventCode.NOT_ALLOWED, "hands") if added.hands and by != Role.ORGANISER else None,
            too_long(added.reason),
        )
    )
    return refused or added


def decide_closing(tournament: Tournament) -> TournamentClosed | NotDone:
    """End an event that nobody plays in any more."""
    playing = tournament.running
    if playing:
        numbers = listed(each.number for each in playing)
        return refusal(EventCode.ROUND_OPEN, "round", round=numbers, tables=listed(playing[0].open_tables))
    return why_closed(tournament) or TournamentClosed()


def decide_reopening(tournament: Tournament, reason: str) -> TournamentReopened | NotDone:
    """Go on with an event that was closed, for a reason."""
    if not tournament.is_closed:
        return refusal(EventCode.EVENT_OPEN)
    return without_reason(reason) or TournamentReopened(reason=reason)
