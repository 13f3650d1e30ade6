"""Draws of an event: made, pasted, published, and seats that are swapped or told at the table."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from referee.desk import Refused
from referee.desk.opened import kept_under
from referee.desk_event.opened import Done, Drawing, Undrawn, tournament_now, write
from referee.desk_event.rights import Act, not_allowed
from referee.tournament.events import Seated
from referee.tournament.refusals import EventCode, refusal
from referee.tournament.results import counted
from referee.tournament.seating import decide_draw, decide_pasted, decide_publishing, decide_seats, decide_swap
from referee.tournament.tournament import RoundState

if TYPE_CHECKING:
    from referee.desk_event.opened import Entered, EventDesk, EventOrder
    from referee.rules.table import Four, NotDone
    from referee.tournament.events import Drawn, TournamentEvent
    from referee.tournament.seating import DrawWish
    from referee.tournament.tournament import Tournament
    from referee.tournament.winds import Rounds


def draw(event_desk: EventDesk, order: EventOrder, wish: DrawWish) -> Entered:
    """Draw rounds; nobody but staff sees them before they are published.

    A draw of many takes seconds: it is worked out while others may write, one at a time for each event, until it is
    stopped.
    """
    mine = Drawing(command=order.command, since=event_desk.desk.clock())
    busy = event_desk.drawing.setdefault(order.tournament, mine)
    if busy is not mine:
        since = time_in(tournament_now(event_desk, order.tournament).settings.zone, busy.since)
        return Refused(problems=refusal(EventCode.DRAW_BUSY, "draw", since=since).problems)

    def decide(state: Tournament) -> Drawn | NotDone:
        return decide_draw(state, wish, lambda: not mine.stopped)

    try:
        seen = tournament_now(event_desk, order.tournament)
        refused = not_allowed(seen, order.right, Act.DRAW)
        ready = refused or decide(seen)
        return write(event_desk, order, Act.DRAW, lambda state: ready if _drawn_alike(seen, state) else decide(state))
    finally:
        event_desk.drawing.pop(order.tournament)


def time_in(zone: str, at: str) -> str:
    """Return hours and minutes of a time where the event is, in UTC where its zone is not known here."""
    try:
        return f"{datetime.fromisoformat(at).astimezone(ZoneInfo(zone)):%H:%M}"
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return f"{at[11:16]} UTC"


def draw_in_background(event_desk: EventDesk, order: EventOrder, wish: DrawWish) -> Entered | None:
    """Draw rounds in a thread; None where it takes longer than whoever asked waits.

    What then comes to nothing is told by ``undrawn_of``.
    """
    refused = not_allowed(tournament_now(event_desk, order.tournament), order.right, Act.DRAW)
    if refused is not None:
        return Refused(problems=refused.problems)
    if _is_drawing(event_desk, order):
        return None
    event_desk.undrawn.pop(order.tournament, None)

    def work() -> Entered:
        found: Entered | None = None
        try:
            found = draw(event_desk, order, wish)
        finally:
            if not isinstance(found, Done):
                event_desk.undrawn[order.tournament] = Undrawn(
                    command=order.command, at=event_desk.desk.clock(), why=found
                )
        return found

    done = event_desk.aside(work)
    if done is not None:
        event_desk.undrawn.pop(order.tournament, None)
    return done


def _is_drawing(event_desk: EventDesk, order: EventOrder) -> bool:
    """Return whether the draw that an order asks for is being worked out already."""
    busy = event_desk.drawing.get(order.tournament)
    return busy is not None and busy.command == order.command


def stop_drawing(event_desk: EventDesk, order: EventOrder) -> NotDone | None:
    """Stop the draw that is being worked out for an event, if there is one; it changes nothing then."""
    refused = not_allowed(tournament_now(event_desk, order.tournament), order.right, Act.DRAW)
    busy = event_desk.drawing.get(order.tournament)
    if refused is None and busy is not None:
        busy.stopped = True
    return refused


def _drawn_alike(seen: Tournament, state: Tournament) -> bool:
    """Return whether a draw that was worked out for an event as it was seen is the one for it as it stands."""
    return (seen.changed, seen.in_draw, seen.is_closed) == (state.changed, state.in_draw, state.is_closed)


def ranked(event_desk: EventDesk, state: Tournament, before: int) -> tuple[int, ...]:
    """Return who is drawn from first to last after all rounds before one; nobody while a result of them is missing."""
    rounds = tuple(of for of in state.rounds if of.number < before)
    over = [of for of in rounds if of.state == RoundState.CLOSED and not of.open_tables]
    if not rounds or len(over) < before - 1:
        return ()
    rules = kept_under(event_desk.desk, state.settings.ruleset).rules
    first = [row.record.number for row in counted(state, rounds, rules).rows if row.record.number in state.in_draw]
    return (*first, *[number for number in state.in_draw if number not in first])


def take_over(event_desk: EventDesk, order: EventOrder, wish: DrawWish, tables: Rounds) -> Entered:
    """Take a draw over that was pasted or made by hand."""
    return write(event_desk, order, Act.DRAW, lambda state: decide_pasted(state, wish, tables))


def publish(event_desk: EventDesk, order: EventOrder, drawn: int, rounds: tuple[int, ...]) -> Entered:
    """Show a draw to everybody, round by round."""
    return write(event_desk, order, Act.DRAW, lambda state: decide_publishing(state, drawn, rounds, order.reason))


def swap(event_desk: EventDesk, order: EventOrder, round_no: int, one: int, other: int) -> Entered:
    """Let two change places; the sheets of games that have begun stay with the seats."""
    return write(
        event_desk,
        order,
        Act.DRAW,
        lambda state: decide_swap(state, round_no, one, other, order.reason),
        lambda after, events: _reseat(event_desk, order.tournament, after, events),
    )


def say_seats(event_desk: EventDesk, order: EventOrder, round_no: int, table_no: int, numbers: Four) -> Entered:
    """Say who of the four at a table sits where, as they drew themselves."""
    return write(
        event_desk,
        order,
        Act.SEATS,
        lambda state: decide_seats(state, round_no, table_no, numbers, order.reason),
        lambda after, events: _reseat(event_desk, order.tournament, after, events),
        (round_no, table_no),
    )


def _reseat(event_desk: EventDesk, tournament: str, after: Tournament, events: tuple[TournamentEvent, ...]) -> None:
    """Let the games that are played at changed tables name whoever sits there now."""
    changed = {(each.round, each.table_no): each.numbers for each in events if isinstance(each, Seated)}
    running = {each.number for each in after.rounds if each.state == RoundState.RUNNING}
    for game in event_desk.store.games_of_tournament(tournament):
        numbers = changed.get((game.round, game.table_no))
        if numbers is not None and game.round in running:
            event_desk.store.seat_numbers(game.game, manned(after, game.round, numbers))


def manned(tournament: Tournament, round_no: int, numbers: Four) -> Four:
    """Return who plays for these numbers in a round."""
    east, south, west, north = (tournament.manned_by(number, round_no) for number in numbers)
    return (east, south, west, north)
