"""Writing on the sheet: load, decide, append; one function for each thing that a person does."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from referee.core.games.codec import event_kind, event_text
from referee.core.games.correction import decide_correction, table_of_hand
from referee.core.games.decide import (
    Adjustment,
    NotDone,
    decide_adjustment,
    decide_end,
    decide_finish,
    decide_hand,
    decide_mark,
    decide_note,
    decide_reopen,
    decide_signal,
    decide_undo,
    not_done,
)
from referee.core.games.events import Event, Marked, UndoReason
from referee.core.games.game import Game
from referee.core.games.hand_answer import hand_from
from referee.core.games.hashes import command_hash
from referee.core.rules.ruleset import Ruleset
from referee.desk.opened import Desk, History, history_of, kept_rules, seen_last
from referee.desk.orders import (
    Conflict,
    Correction,
    Mark,
    Order,
    Recorded,
    Refused,
    Written,
)
from referee.desk.rows import rows_of
from referee.desk.tables import view
from referee.desk.views import Row, StartRow, TableView
from referee.store import EVENT_SCHEMA, Database, Stored, append, event_by_command, mend_names

Decide = Callable[[Game, Ruleset], Event | tuple[Event, ...] | NotDone]
"""What to write on a game's sheet, several events for what belongs together, or why not."""

LONGEST_NAME = 40
LONGEST_REASON = 40


def write(desk: Desk, game: str, order: Order, decide: Decide) -> Recorded | Refused:
    """Write what is decided; a command that was carried out before is answered as then."""
    with desk.store.writing() as database:
        found = written_now(desk, database, game, order, decide)
    return found if isinstance(found, Refused) else recorded(desk, game, order, found)


def write_seen(desk: Desk, game: str, order: Order, expected: int, decide: Decide) -> Written:
    """Write what is decided by somebody who saw the sheet after its change ``expected``, and only if he still does."""
    with desk.store.writing() as database:
        history = history_of(desk, database, game)
        repeated = event_by_command(database, command_hash(order.command)) is not None
        conflict = not repeated and not still_seen(history, order, expected)
        found = Refused(problems=()) if conflict else written_now(desk, database, game, order, decide)
    if conflict:
        return Conflict(theirs=rows_since(history, seen_at(history, order, expected)), view=view(desk, game))
    return found if isinstance(found, Refused) else recorded(desk, game, order, found)


def still_seen(history: History, order: Order, expected: int) -> bool:
    """Return whether nobody has changed the sheet since an order's sender saw it; the hash decides where it is told."""
    if order.seen:
        return order.seen == seen_last(history)
    return history[-1].game.changed == expected


def seen_at(history: History, order: Order, expected: int) -> int:
    """Return the number of the last change that an order's sender had seen, as far as this log knows."""
    return next((each.stored.seq for each in history if order.seen and each.hash == order.seen), expected)


def written_now(desk: Desk, database: Database, game: str, order: Order, decide: Decide) -> tuple[int, bool] | Refused:
    """Return the number of the event that the order wrote, and whether it was there already."""
    before = event_by_command(database, command_hash(order.command))
    if before is not None:
        return (before.seq, True)
    state = history_of(desk, database, game)[-1].game
    decided = decide(state, kept_rules(desk, database, state).rules)
    if isinstance(decided, NotDone):
        return Refused(problems=decided.problems)
    events = decided if isinstance(decided, tuple) else (decided,)
    for place, event in enumerate(events):
        append(database, stored(desk, game, state.seq + 1 + place, order, event, place))
    return (state.seq + 1, False)


def stored(desk: Desk, game: str, seq: int, order: Order, event: Event, place: int = 0) -> Stored:
    """Return an event as it goes into the log."""
    return Stored(
        game=game,
        seq=seq,
        command=command_hash(order.command, place),
        kind=event_kind(event),
        schema=EVENT_SCHEMA,
        body=event_text(event),
        at=desk.clock(),
        writer=order.by,
    )


def recorded(desk: Desk, game: str, order: Order, found: tuple[int, bool]) -> Recorded:
    """Return the answer to an order that was carried out, with the table as it is now."""
    seq, database = found[0], desk.store.database()
    last = seq
    while event_by_command(database, command_hash(order.command, last + 1 - seq)) is not None:
        last += 1
    event = history_of(desk, database, game)[last - 1].hash
    return Recorded(seq=seq, last=last, event=event, repeated=found[1], view=view(desk, game))


def rows_since(history: History, expected: int) -> tuple[Row, ...]:
    """Return what others have written or taken back since the change ``expected``."""
    return tuple(
        row
        for row in rows_of(history)
        if not isinstance(row, StartRow)
        and (row.seq > expected or (row.undone is not None and row.undone.seq > expected))
    )


def record(desk: Desk, game: str, order: Order, expected: int, hand: Mapping[str, object]) -> Written:
    """Record a finished hand."""

    def decided(state: Game, rules: Ruleset) -> Event | NotDone:
        facts = hand_from(hand, state.table, rules)
        return facts if isinstance(facts, NotDone) else decide_hand(state, facts, rules)

    return write_seen(desk, game, order, expected, decided)


def correct(desk: Desk, game: str, order: Order, expected: int, fix: Correction) -> Written:
    """Correct an earlier hand, by replay or by points only."""

    def decided(state: Game, rules: Ruleset) -> Event | NotDone:
        facts = hand_from(fix.hand, table_of_hand(state, fix.number), rules)
        return facts if isinstance(facts, NotDone) else decide_correction(state, fix.number, facts, fix.way, rules)

    return write_seen(desk, game, order, expected, decided)


def mark(desk: Desk, game: str, order: Order, wanted: Mark) -> Recorded | Refused:
    """Mark a seat in the hand being played, or take its mark away; marks never conflict."""
    marked = Marked(hand=wanted.hand, seat=wanted.seat, mark=wanted.kind, on=wanted.on, reason=wanted.reason)
    if not is_reason(wanted.reason):
        wrong = not_done("reason", "desk.no_such_reason", (("most", LONGEST_REASON),))
        return Refused(problems=wrong.problems)
    return write(desk, game, order, lambda state, rules: decide_mark(state, marked, rules))


def is_reason(text: str) -> bool:
    """Return whether a text can be the id of a reason."""
    return len(text) <= LONGEST_REASON and (not text or text.replace("_", "").isalnum()) and text.isascii()


def undo(desk: Desk, game: str, order: Order, expected: int, reason: UndoReason) -> Written:
    """Take the last entry back."""
    return write_seen(desk, game, order, expected, lambda state, _: decide_undo(state, reason))


def adjust(desk: Desk, game: str, order: Order, expected: int, change: Adjustment) -> Written:
    """Set what the rules did not, with a reason."""
    wanted = replace(change, text=change.text.strip())
    return write_seen(desk, game, order, expected, lambda state, rules: decide_adjustment(state, wanted, rules))


def note(desk: Desk, game: str, order: Order, text: str) -> Recorded | Refused:
    """Write a remark on the sheet; remarks never conflict."""
    return write(desk, game, order, lambda _state, _rules: decide_note(text.strip()))


def signal(desk: Desk, game: str, order: Order, expected: int, *, running: bool) -> Written:
    """Give the time signal, into a running hand (its dice were thrown) or between two."""
    return write_seen(desk, game, order, expected, lambda state, rules: decide_signal(state, rules, running=running))


def force_end(desk: Desk, game: str, order: Order, expected: int) -> Written:
    """End the game before its rules do."""
    return write_seen(desk, game, order, expected, lambda state, _: decide_end(state))


def finish(desk: Desk, game: str, order: Order, expected: int) -> Written:
    """Sign the result."""
    return write_seen(desk, game, order, expected, decide_finish)


def reopen(desk: Desk, game: str, order: Order, expected: int) -> Written:
    """Take the signature and a forced end back."""
    return write_seen(desk, game, order, expected, lambda state, _: decide_reopen(state))


def rename(desk: Desk, game: str, names: tuple[str, ...]) -> TableView | Refused:
    """Mend the names, or put a substitute's in place; names are no events."""
    wrong = wrong_names(names)
    if wrong is not None:
        return Refused(problems=wrong.problems)
    with desk.store.writing() as database:
        mend_names(database, game, [name.strip() for name in names])
    return view(desk, game)


def wrong_names(names: tuple[str, ...]) -> NotDone | None:
    """Return what is wrong with the names of a table, or None."""
    given = [name for name in names if name.strip()]
    if len(given) == 3:  # noqa: PLR2004 a game of three players
        return not_done("names", "desk.three_players")
    if len(given) != 4 or len(names) != 4:  # noqa: PLR2004 four seats
        return not_done("names", "desk.four_names", (("count", len(given)),))
    if max(len(name) for name in given) > LONGEST_NAME:
        return not_done("names", "desk.name_too_long", (("most", LONGEST_NAME),))
    return None
