"""The desk of events: what was read of each, who holds which link, and the one way of writing into an event's log."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field, fields
from datetime import datetime
from typing import TypeVar, cast

from referee.desk import Desk, Order, Refused
from referee.desk_event.rights import Act, Right, not_allowed
from referee.game.events import command_hash, event_hash, hashed
from referee.records import dataclass
from referee.rules.table import NotDone
from referee.store.tournaments import (
    TOURNAMENT_SCHEMA,
    LinkRow,
    StoredTournamentEvent,
    TournamentRow,
    TournamentStore,
)
from referee.tournament.codec import event_kind, event_of, event_text
from referee.tournament.events import Role, TournamentEvent, TournamentEventKind, TournamentOpened
from referee.tournament.policy import Policies
from referee.tournament.tournament import Tournament, evolve, opened

MOST_REMEMBERED = 20
"""How many events are kept in memory beside the log."""
_MOST_BUILT = 40
"""How many standings, tables of names and lists of lines are kept in memory."""

Built = TypeVar("Built")


@dataclass(frozen=True, kw_only=True, slots=True)
class LoggedEntry:
    """An entry as it was stored and read, and the event after it."""

    stored: StoredTournamentEvent
    event: TournamentEvent
    tournament: Tournament


History = tuple[LoggedEntry, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Phone:
    """A phone that was let in at a table: when it asked last, whose page of which round it opened last.

    ``admitted`` is the round for which it was let in, None for all day. One that ``keeps`` its table need not scan the
    card again. On one that ``waits`` an entry waits that was not taken: somebody else had changed the sheet, or the
    round was closed.
    """

    device: str
    seen: int
    opened: int = 0
    admitted: int | None = 0
    keeps: bool = False
    waits: bool = False


Phones = dict[tuple[str, int], dict[str, Phone]]
"""The phones at a table of an event by the names of the devices, the latest last."""


@dataclass(kw_only=True, slots=True)
class Drawing:
    """A draw that is being worked out: by which order, since when (UTC, ISO 8601), and whether somebody stopped it."""

    command: str
    since: str
    stopped: bool = False


def run_now(work: Callable[[], Entered]) -> Entered | None:
    """Do work at once."""
    return work()


@dataclass(frozen=True, kw_only=True, slots=True)
class EventDesk:
    """Where everything of events is entered, beside the desk of the games; ``histories`` saves reading logs again.

    ``policies`` tells what the books of today say about events; an event keeps what its own said when it was made.
    ``phones`` are those that were let in at tables since the program started.
    ``kept_by_state`` holds what was worked out of logs, each with the state of the log that it was worked out of.
    ``drawing`` holds the draws that are being worked out, by event, and ``undrawn`` those that came to nothing while
    nobody waited for them. ``aside`` does work in a thread, and returns None where it takes longer than one waits.
    ``clock_moved`` tells by how many seconds the clock of the serving machine was set since the program started.
    """

    desk: Desk
    store: TournamentStore
    histories: dict[str, tuple[int, History]] = field(default_factory=dict)
    policies: Callable[[], Policies] = dict
    phones: Phones = field(default_factory=dict)
    built: dict[object, tuple[object, object]] = field(default_factory=dict)
    drawing: dict[str, Drawing] = field(default_factory=dict)
    undrawn: dict[str, Undrawn] = field(default_factory=dict)
    aside: Callable[[Callable[[], Entered]], Entered | None] = run_now
    clock_moved: Callable[[], int] = int


@dataclass(frozen=True, kw_only=True, slots=True)
class EventOrder(Order):
    """One wish to write into an event's log, by whoever has this right.

    ``expected`` is the last change that its sender had seen, where it matters: what overwrites others' work. ``reason``
    is what was typed.
    """

    tournament: str
    right: Right
    expected: int | None = None
    reason: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Done:
    """It is in the log as the entries from ``seq`` on; ``repeated`` if an earlier request with it wrote them."""

    seq: int
    events: tuple[TournamentEvent, ...]
    tournament: Tournament
    repeated: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class Stale:
    """Nothing was written: ``theirs`` is what others have entered since, or what the id of the order wrote."""

    theirs: tuple[LoggedEntry, ...]
    tournament: Tournament
    reused: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class Undrawn:
    """A draw that came to nothing, when (UTC, ISO 8601), and why; ``why`` is None where the program failed."""

    command: str
    at: str
    why: Refused | Stale | None


Entered = Done | Refused | Stale
Decided = TournamentEvent | tuple[TournamentEvent, ...] | NotDone
Decide = Callable[[Tournament], Decided]
"""What to write into an event's log, or why not."""
Also = Callable[[Tournament, tuple[TournamentEvent, ...]], object]
"""What else is written in the same transaction: about the event after these entries."""


def open_events(desk: Desk, store: TournamentStore, policies: Callable[[], Policies] = dict) -> EventDesk:
    """Return a desk that has read nothing yet."""
    return EventDesk(desk=desk, store=store, policies=policies)


def row_of(event_desk: EventDesk, tournament: str) -> TournamentRow:
    """Return what an event is called; raise ``LookupError`` if there is none with this id."""
    row = event_desk.store.tournament_row(tournament)
    if row is None:
        raise LookupError(tournament)
    return row


def history_of(event_desk: EventDesk, tournament: str) -> History:
    """Return everything that happened in an event; raise ``LookupError`` if there is none with this id."""
    revision = row_of(event_desk, tournament).revision
    known = event_desk.histories.get(tournament, (revision, ()))
    history = known[1] if known[0] == revision else ()
    new = event_desk.store.tournament_events_of(tournament, len(history))
    if new:
        history = (*history, *_read_on(history, new))
    if not history:
        raise LookupError(tournament)
    if len(event_desk.histories) >= MOST_REMEMBERED and tournament not in event_desk.histories:
        event_desk.histories.clear()
    event_desk.histories[tournament] = (revision, history)
    return history


def _read_on(history: History, stored: tuple[StoredTournamentEvent, ...]) -> list[LoggedEntry]:
    """Return stored entries, each with the event after it."""
    found: list[LoggedEntry] = []
    state = history[-1].tournament if history else None
    for each in stored:
        event = event_of(TournamentEventKind(each.kind), each.body)
        state = begun(each.seq, event) if state is None else evolve(state, each.seq, event)
        found.append(LoggedEntry(stored=each, event=event, tournament=state))
    return found


def begun(seq: int, event: TournamentEvent) -> Tournament:
    """Return an event after its first entry."""
    assert isinstance(event, TournamentOpened), "a log begins with the making of its event"  # noqa: S101 our mistake
    return opened(seq, event)


def tournament_now(event_desk: EventDesk, tournament: str) -> Tournament:
    """Return an event as it stands."""
    return history_of(event_desk, tournament)[-1].tournament


def kept_by_state(
    event_desk: EventDesk, key: tuple[str, ...], state: object, make: Callable[[Built | None], Built]
) -> Built:
    """Return what was made of the same state before, else make it, where that helps from what was made last."""
    made_of, known = event_desk.built.get(key, (None, None))
    before = cast("Built | None", known)
    if before is not None and made_of == state:
        return before
    if len(event_desk.built) >= _MOST_BUILT:
        event_desk.built.clear()
    found = make(before)
    event_desk.built[key] = (state, found)
    return found


def clock_milliseconds(event_desk: EventDesk) -> int:
    """Return the time as clocks of rounds count it."""
    return round(datetime.fromisoformat(event_desk.desk.clock()).timestamp() * 1000)


def write(
    event_desk: EventDesk,
    order: EventOrder,
    act: Act,
    decide: Decide,
    also: Also | None = None,
    round_table: tuple[int | None, int | None] = (None, None),
) -> Entered:
    """Write what is decided, all of it or nothing, if its sender may; a repeated order is answered as then.

    ``round_table`` names the round and the table that it is about, if it is about one.
    """
    with event_desk.store.writing():
        refused = not_allowed(tournament_now(event_desk, order.tournament), order.right, act, *round_table)
        if refused is not None and not _is_written(event_desk, order):
            return Refused(problems=refused.problems)
        return write_inside(event_desk, order, decide, also)


def _is_written(event_desk: EventDesk, order: EventOrder) -> bool:
    """Return whether an order was carried out before: then it is answered as then, whatever its link lets do now."""
    return event_desk.store.tournament_event_by_command(command_hash(order.command)) is not None


def write_inside(event_desk: EventDesk, order: EventOrder, decide: Decide, also: Also | None = None) -> Entered:
    """Write what is decided where the transaction is held already."""
    history = history_of(event_desk, order.tournament)
    before = event_desk.store.tournament_event_by_command(command_hash(order.command))
    if before is not None:
        return repeated(history, order, before, decide)
    state = history[-1].tournament
    if order.expected is not None and order.expected != state.changed:
        theirs = tuple(each for each in history if each.stored.seq > order.expected)
        return Stale(theirs=theirs, tournament=state)
    decided = decide(state)
    if isinstance(decided, NotDone):
        return Refused(problems=decided.problems)
    events = decided if isinstance(decided, tuple) else (decided,)
    after = append(event_desk, order, state.seq, events)
    if also is not None:
        also(after, events)
    return Done(seq=state.seq + 1, events=events, tournament=after)


def append(event_desk: EventDesk, order: EventOrder, last: int, events: tuple[TournamentEvent, ...]) -> Tournament:
    """Write the entries of an order at the end of a log, and return the event after them."""
    for place, event in enumerate(events):
        event_desk.store.append_tournament_event(
            StoredTournamentEvent(
                tournament=order.tournament,
                seq=last + 1 + place,
                command=command_hash(order.command, place),
                kind=event_kind(event),
                schema=TOURNAMENT_SCHEMA,
                body=event_text(event),
                at=event_desk.desk.clock(),
                writer=order.by,
            )
        )
    return tournament_now(event_desk, order.tournament)


def repeated(history: History, order: Order, before: StoredTournamentEvent, decide: Decide) -> Done | Stale:
    """Return what an order wrote before, if it says the same now: it is decided once more at that place."""
    state = history[-1].tournament
    if before.tournament != history[0].stored.tournament:
        return Stale(theirs=(), tournament=state, reused=True)
    written = _written_by(history, order, before.seq)
    events = tuple(each.event for each in written)
    if before.seq > 1:
        decided = decide(history[before.seq - 2].tournament)
        again = () if isinstance(decided, NotDone) else decided if isinstance(decided, tuple) else (decided,)
        if [_typed_part(each) for each in again] != [_typed_part(each) for each in events]:
            return Stale(theirs=written, tournament=state, reused=True)
    return Done(seq=before.seq, events=events, tournament=state, repeated=True)


def _written_by(history: History, order: Order, first: int) -> History:
    """Return what an order wrote from its entry ``first`` on."""
    place = 0
    while (found := history[first - 1 + place : first + place]) and found[0].stored.command == command_hash(
        order.command, place
    ):
        place += 1
    return history[first - 1 : first - 1 + place]


def _typed_part(event: TournamentEvent) -> dict[str, object]:
    """Return what a person told, without the time at which it was entered and without what may be erased since."""
    values = {each.name: getattr(event, each.name) for each in fields(event) if each.name not in ("at", "reason")}
    return {"kind": event_kind(event), **values}


def hash_of_last_entry(history: History) -> str:
    """Return the hash of the last entry, as the version of a page."""
    return event_hash(history[-1].stored.command)


def token_hash(token: str) -> str:
    """Return what is stored of a link's token."""
    return hashed("link " + token)


def right_of(event_desk: EventDesk, token: str) -> tuple[str, Right] | None:
    """Return the event of a link's token and what it lets do, None where it leads nowhere (any more)."""
    found = event_desk.store.link_by_token(token_hash(token))
    if found is None or found[1].revoked:
        return None
    return found[0], _right_from(found[1])


def right_by_link(event_desk: EventDesk, tournament: str, link: str) -> Right | None:
    """Return what a link lets do whose id a browser carries, None where it was revoked."""
    found = event_desk.store.link_row(tournament, link)
    return None if found is None or found.revoked else _right_from(found)


def _right_from(link: LinkRow) -> Right:
    return Right(role=Role(link.role), link=link.link, label=link.label, table_no=link.table_no)
