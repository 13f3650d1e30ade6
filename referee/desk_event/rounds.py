"""Rounds of an event: all tables begin in one transaction; the one clock; what closes and what is shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.desk import Order
from referee.desk.opened import game_of_command, kept_under, token_hash
from referee.desk.opened import history_of as game_history
from referee.desk.starting import first_table
from referee.desk.writing import appended, stored
from referee.desk_event.draws import manned
from referee.desk_event.opened import clock_milliseconds, write
from referee.desk_event.rights import Act
from referee.game.decide import decide_one_more
from referee.game.events import GameStarted
from referee.rules.table import NotDone
from referee.store import GameRow
from referee.store.tournaments import SeatedGame
from referee.tournament.events import RoundStarted, TimeAdded
from referee.tournament.rounds import (
    decide_close,
    decide_closing,
    decide_pause,
    decide_release,
    decide_reopening,
    decide_resume,
    decide_start,
    decide_time,
)
from referee.tournament.seating import decide_sitting_down

if TYPE_CHECKING:
    from referee.desk.opened import History
    from referee.desk_event.opened import Entered, EventDesk, EventOrder
    from referee.rules.ruleset import Ruleset
    from referee.rules.table import Four
    from referee.tournament.events import TournamentEvent
    from referee.tournament.tournament import Tournament


def table_address(tournament: str, round_no: int, table_no: int) -> str:
    """Return what stands in the address of an event's table."""
    return f"{tournament}.{round_no}.{table_no}"


def start(event_desk: EventDesk, order: EventOrder, round_no: int) -> Entered:
    """Start a round: its clock, and a game at every table."""
    return write(
        event_desk,
        order,
        Act.START,
        lambda state: decide_start(state, round_no, clock_milliseconds(event_desk)),
        lambda after, events: _begin_games(event_desk, order, after, events),
    )


def sit_down(event_desk: EventDesk, order: EventOrder, table_no: int, numbers: Four) -> Entered:
    """Let four people of a night begin a game at a table."""
    return write(
        event_desk,
        order,
        Act.SIT_DOWN,
        lambda state: decide_sitting_down(state, table_no, numbers, clock_milliseconds(event_desk)),
        lambda after, events: _begin_games(event_desk, order, after, events),
        (None, table_no),
    )


def _begin_games(
    event_desk: EventDesk, order: EventOrder, after: Tournament, events: tuple[TournamentEvent, ...]
) -> None:
    """Begin a game at every table of the rounds that were started."""
    started = {each.round for each in events if isinstance(each, RoundStarted)}
    for of in [each for each in after.rounds if each.number in started]:
        for table_no, numbers in of.seats.items():
            _begin_game(event_desk, order, after, (of.number, table_no, manned(after, of.number, numbers)))


def _begin_game(event_desk: EventDesk, order: EventOrder, after: Tournament, place: tuple[int, int, Four]) -> None:
    """Begin the game of a round and a table, at which these people sit; its token is its address, which opens nothing.

    What lets somebody write is the link that he has.
    """
    round_no, table_no, numbers = place
    address = table_address(order.tournament, round_no, table_no)
    own = Order(command=f"{order.command} {address}", by=order.by)
    game = game_of_command(own.command)
    row = GameRow(
        id=game, token=token_hash(address), created=event_desk.desk.clock(), revision=0, names=("", "", "", "")
    )
    event_desk.desk.store.add_game(row)
    seated = SeatedGame(round=round_no, table_no=table_no, game=game, numbers=numbers)
    event_desk.store.add_tournament_game(order.tournament, seated)
    settings = after.settings
    table = first_table(rules_of_event(event_desk, after))
    begun = GameStarted(ruleset=settings.ruleset, book=settings.book, options=settings.options, table=table)
    event_desk.desk.store.append(stored(event_desk.desk, game, 1, own, begun))


def rules_of_event(event_desk: EventDesk, state: Tournament) -> Ruleset:
    """Return the rules under which an event is played."""
    return kept_under(event_desk.desk, state.settings.ruleset).rules


def pause(event_desk: EventDesk, order: EventOrder, round_no: int) -> Entered:
    """Stop the clock; tables that had their signal play on."""
    return write(
        event_desk, order, Act.CLOCK, lambda state: decide_pause(state, round_no, clock_milliseconds(event_desk))
    )


def resume(event_desk: EventDesk, order: EventOrder, round_no: int) -> Entered:
    """Let the clock run again."""
    return write(
        event_desk, order, Act.CLOCK, lambda state: decide_resume(state, round_no, clock_milliseconds(event_desk))
    )


def add_time(event_desk: EventDesk, order: EventOrder, added: TimeAdded) -> Entered:
    """Give tables more minutes before their signal."""
    return write(event_desk, order, Act.TIME, lambda state: _decided_time(event_desk, order, added, state))


def _decided_time(event_desk: EventDesk, order: EventOrder, added: TimeAdded, state: Tournament) -> TimeAdded | NotDone:
    """Return the time that tables are given now, or why not."""
    return decide_time(
        state,
        added,
        by=order.right.role,
        signal=rules_of_event(event_desk, state).time.signal,
        now=clock_milliseconds(event_desk),
        signalled=_signalled_tables(event_desk, order.tournament, added.round),
    )


def one_more_hand(event_desk: EventDesk, order: EventOrder, round_no: int, table_no: int) -> Entered:
    """Give a table one more hand after its signal, on its sheet too."""
    added = TimeAdded(round=round_no, tables=(table_no,), seconds=0, hands=1, call=None, reason=order.reason)

    def more(_after: Tournament, _events: tuple[TournamentEvent, ...]) -> None:
        for each in event_desk.store.games_of_tournament(order.tournament, round_no):
            if each.table_no == table_no:
                history = game_history(event_desk.desk, each.game)
                given = decide_one_more(history[-1].game)
                if not isinstance(given, NotDone):
                    appended(event_desk.desk, history, Order(command=order.command + " hand", by=order.by), (given,))

    return write(event_desk, order, Act.CLOCK, lambda state: _decided_time(event_desk, order, added, state), more)


def histories_of(event_desk: EventDesk, tournament: str, round_no: int) -> dict[int, History]:
    """Return what happened at each table of a round; of most, nothing has since they were looked at last."""
    found: dict[int, History] = {}
    for table_no, (game, revision, last) in event_desk.store.last_entries(tournament, round_no).items():
        known = event_desk.desk.histories.get(game)
        is_known = known is not None and known[0] == revision and len(known[1]) == last
        found[table_no] = known[1] if known is not None and is_known else game_history(event_desk.desk, game)
    return found


def _signalled_tables(event_desk: EventDesk, tournament: str, round_no: int) -> frozenset[int]:
    """Return the tables of a round in whose game the signal was entered."""
    games = histories_of(event_desk, tournament, round_no)
    return frozenset(table for table, history in games.items() if history[-1].game.table.hands_left is not None)


def close(event_desk: EventDesk, order: EventOrder, round_no: int) -> Entered:
    """Close a round whose tables are all done."""
    return write(event_desk, order, Act.CLOSE, lambda state: decide_close(state, round_no))


def release(event_desk: EventDesk, order: EventOrder) -> Entered:
    """Show everybody the standings over the rounds that are closed."""
    return write(event_desk, order, Act.PUBLISH, lambda state: decide_release(state, order.reason))


def end(event_desk: EventDesk, order: EventOrder) -> Entered:
    """Close an event."""
    return write(event_desk, order, Act.SETTINGS, decide_closing)


def reopen(event_desk: EventDesk, order: EventOrder) -> Entered:
    """Go on with an event that was closed."""
    return write(event_desk, order, Act.SETTINGS, lambda state: decide_reopening(state, order.reason))
