"""Writing on the sheet: load, decide, append; one function for each thing that a person does, corrections included."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from referee.desk.opened import (
    Clash,
    Conflict,
    Correction,
    Desk,
    History,
    Mark,
    Order,
    Recorded,
    Refused,
    Written,
    game_now,
    hash_of_last_change,
    history_of,
    kept_rules,
    rules_of,
    speaker_of,
)
from referee.desk.tables import rows_of, table_view
from referee.desk.views import HandRow, Row, RulingRow, StartRow, is_for_staff, ruling_taken_back, standing_hands
from referee.game.decide import (
    Adjustment,
    Change,
    by_points_only,
    by_replay,
    changes_between,
    corrected_first,
    decide_adjustment,
    decide_correction,
    decide_end,
    decide_finish,
    decide_hand,
    decide_mark,
    decide_note,
    decide_reopen,
    decide_signal,
    decide_undo,
    difference_between,
    explained,
    hand_taken_back,
    replayed,
    table_of_hand,
)
from referee.game.events import (
    Adjusted,
    Event,
    EventKind,
    Finished,
    HandCorrected,
    HandRecorded,
    Marked,
    Noted,
    Reopened,
    RulingIssued,
    RulingWithdrawn,
    Settled,
    TimeSignalled,
    Undone,
    UndoReason,
    command_hash,
    event_kind,
    event_of,
    event_text,
)
from referee.game.game import Game, evolve, leaves_form_open
from referee.game.rulings import RulingPlan, decide_rulings, decide_withdrawal
from referee.game.view import Preview, hand_from, marks_text, preview_of, rulebook_of_game
from referee.records import dataclass
from referee.rules.progress import EndReason
from referee.rules.ruleset import Ruleset
from referee.rules.table import Four, Line, NotDone, Problem, Table, not_done, total
from referee.store import EVENT_SCHEMA, Stored
from referee.texts.case import Rulebook
from referee.texts.reader import spaces_off
from referee.texts.words import Speaker


def written_by(history: History, order: Order, first: int) -> tuple[Event, ...]:
    """Return what an order wrote from its event ``first`` on."""
    place = 0
    while history[first - 1 + place : first + place] and _is_of(history, order, first, place):
        place += 1
    return tuple(each.event for each in history[first - 1 : first - 1 + place])


def _is_of(history: History, order: Order, first: int, place: int) -> bool:
    """Return whether an order wrote the event that stands so many places after its first one."""
    return history[first - 1 + place].stored.command == command_hash(order.command, place)


def _is_the_same(written: tuple[Event, ...], decided: tuple[Event, ...], *, is_mended: bool) -> bool:
    """Return whether an order that is decided once more says what it said when it was written.

    Where its game ``is_mended`` since, nobody can tell what a text said that is empty now.
    """
    if len(written) != len(decided):
        return False
    read = [_as_logged(event) for event in decided]
    again = [_without_erased_text(new, old) for new, old in zip(read, written, strict=True)] if is_mended else read
    return list(map(_typed_part, written)) == list(map(_typed_part, again))


def _without_erased_text(event: Event, written: Event) -> Event:
    """Return an event without its text where that of the one that was written is erased."""
    if isinstance(event, HandCorrected | Adjusted | Noted | Reopened | RulingIssued | RulingWithdrawn):
        return replace(event, text="") if getattr(written, "text", None) == "" else event
    return event


def _as_logged(event: Event) -> Event:
    """Return an event as the log would tell it."""
    return event_of(event_kind(event), event_text(event))


def _typed_part(event: Event) -> tuple[EventKind, object]:
    """Return what a person told, without what the rules made of it: a later version of them may make something else."""
    match event:
        case HandRecorded(settled=settled):
            typed: object = settled.hand
        case HandCorrected(number=number, way=way, settled=settled, text=text):
            typed = (number, way, settled[0].hand, text)
        case RulingIssued():
            typed = replace(event, proposed=None, lines=())
        case RulingWithdrawn(target=target, text=text):
            typed = (target, text)
        case TimeSignalled(running=running):
            typed = running
        case Finished():
            typed = ()
        case _:
            typed = event
    return (event_kind(event), typed)


Decide = Callable[[Game, Ruleset], Event | tuple[Event, ...] | NotDone]
"""What to write on a game's sheet, several events for what belongs together, or why not."""

_SIGNAL = "signal-"
_LONGEST_REASON = 40
_REASON_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_"


@dataclass(frozen=True, kw_only=True, slots=True)
class Clashing:
    """Why an order is not written, and which events are shown as the other side: from ``first``, up to ``last``."""

    why: Clash
    first: int = 0
    last: int = 0


Found = tuple[int, bool] | Refused | Clashing
"""The number of the first event that an order wrote and whether it was there before, or why it wrote nothing."""


def write(desk: Desk, game: str, order: Order, decide: Decide) -> Written:
    """Write what is decided; a command that was carried out before is answered as then."""
    return _write_seen(desk, game, order, None, decide)


def _write_seen(desk: Desk, game: str, order: Order, expected: int | None, decide: Decide) -> Written:
    """Write what is decided by somebody who saw the sheet after its change ``expected``, and only if he still does.

    Without ``expected`` it does not matter what he saw.
    """
    with desk.store.writing():
        history = history_of(desk, game)
        before = desk.store.event_by_command(command_hash(order.command))
        found: Found
        if before is not None:
            found = repeated(desk, history, order, before, decide)
        elif expected is not None and not (
            _is_up_to_date(history, order, expected)
            or _is_worth_the_same(desk, history, _seq_seen(history, order, expected), decide)
        ):
            found = Clashing(why=Clash.STALE, first=_seq_seen(history, order, expected) + 1, last=len(history))
        else:
            found = _written_now(desk, history, order, decide)
    return answered(desk, history, order, found)


def answered(desk: Desk, history: History, order: Order, found: Found) -> Written:
    """Return the answer to an order, after what was found about it; ``history`` is from before it was written."""
    game = history[0].stored.game
    match found:
        case Refused():
            return found
        case Clashing():
            return Conflict(theirs=_rows_between(history, found), view=table_view(desk, game), why=found.why)
        case _:
            return recorded(desk, game, order, found)


def _is_worth_the_same(desk: Desk, history: History, seen: int, decide: Decide) -> bool:
    """Return whether a hand is worth the same as when its sender saw the sheet, with only rulings and time since."""
    since = history[seen:]
    if not 0 < seen < len(history) or not all(leaves_form_open(each.event) for each in since):
        return False
    rules = kept_rules(desk, history[-1].game).rules
    then, now = decide(history[seen - 1].game, rules), decide(history[-1].game, rules)
    return isinstance(then, HandRecorded) and isinstance(now, HandRecorded) and then.settled.lines == now.settled.lines


def _is_up_to_date(history: History, order: Order, expected: int) -> bool:
    """Return whether nobody has changed the sheet since an order's sender saw it; the hash decides where it is told."""
    if order.seen:
        return order.seen == hash_of_last_change(history)
    return history[-1].game.changed == expected


def _seq_seen(history: History, order: Order, expected: int) -> int:
    """Return the number of the last change that an order's sender had seen, as far as this log knows."""
    return next((each.stored.seq for each in history if order.seen and each.hash == order.seen), expected)


def repeated(desk: Desk, history: History, order: Order, before: Stored, decide: Decide) -> tuple[int, bool] | Clashing:
    """Return the event that the order wrote before, if it says the same now: it is decided once more at that place."""
    if before.game != history[0].stored.game:
        return Clashing(why=Clash.ELSEWHERE)
    written = written_by(history, order, before.seq)
    if before.seq > 1:
        state = history[before.seq - 2].game
        decided = decide(state, kept_rules(desk, state).rules)
        is_mended = desk.store.revision_of(before.game) > 0
        if not isinstance(decided, NotDone) and _is_the_same(written, _as_events(decided), is_mended=is_mended):
            return (before.seq, True)
    return Clashing(why=Clash.REUSED, first=before.seq, last=before.seq + len(written) - 1)


def _as_events(decided: Event | tuple[Event, ...]) -> tuple[Event, ...]:
    """Return what was decided as events, one or several."""
    return decided if isinstance(decided, tuple) else (decided,)


def _written_now(desk: Desk, history: History, order: Order, decide: Decide) -> tuple[int, bool] | Refused:
    """Return the number of the event that the order writes."""
    state = history[-1].game
    decided = decide(state, kept_rules(desk, state).rules)
    refused = decided if isinstance(decided, NotDone) else _why_for_staff(history, order, _as_events(decided))
    if isinstance(decided, NotDone) or refused is not None:
        return Refused(problems=() if refused is None else refused.problems)
    return appended(desk, history, order, _as_events(decided))


def _why_for_staff(history: History, order: Order, events: tuple[Event, ...]) -> NotDone | None:
    """Return why an order takes back nothing here, or None: a table leaves to staff what staff have ruled."""
    for event in events:
        if isinstance(event, Undone | RulingWithdrawn):
            ruling = ruling_taken_back(rows_of(history), event.target)
            if ruling is not None and is_for_staff(ruling, order.by.role):
                return not_done("", "desk.staff_ruling" if isinstance(ruling, RulingRow) else "desk.staff_withdrawal")
    return None


def appended(desk: Desk, history: History, order: Order, events: tuple[Event, ...]) -> tuple[int, bool]:
    """Write the events of an order at the end of its game."""
    last = history[-1].stored
    for place, event in enumerate(events):
        desk.store.append(stored(desk, last.game, last.seq + 1 + place, order, event, place))
    return (last.seq + 1, False)


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
    last = seq = found[0]
    while desk.store.event_by_command(command_hash(order.command, last + 1 - seq)) is not None:
        last += 1
    event = history_of(desk, game)[last - 1].hash
    return Recorded(seq=seq, last=last, event=event, repeated=found[1], view=table_view(desk, game))


def _rows_between(history: History, clash: Clashing) -> tuple[Row, ...]:
    """Return what the events of the other side wrote or took back."""
    return tuple(
        row
        for row in rows_of(history)
        if not isinstance(row, StartRow)
        and any(clash.first <= seq <= clash.last for seq in (row.seq, 0 if row.undone is None else row.undone.seq))
    )


def record(desk: Desk, game: str, order: Order, expected: int, hand: Mapping[str, object]) -> Written:
    """Record a finished hand."""

    def decided(state: Game, rules: Ruleset) -> Event | NotDone:
        facts = hand_from(hand, state.table, rules)
        return facts if isinstance(facts, NotDone) else decide_hand(state, facts, rules)

    return _write_seen(desk, game, order, expected, decided)


def record_instead(desk: Desk, game: str, order: Order, expected: int, hand: Mapping[str, object]) -> Written:
    """Take back the hand that stands last and record this one in its place: both, or nothing."""

    def decided(state: Game, rules: Ruleset) -> tuple[Event, ...] | NotDone:
        undone = hand_taken_back(state)
        if isinstance(undone, NotDone):
            return undone
        before = evolve(state, state.seq + 1, undone)
        facts = hand_from(hand, before.table, rules)
        mine = facts if isinstance(facts, NotDone) else decide_hand(before, facts, rules)
        return mine if isinstance(mine, NotDone) else (undone, mine)

    return _write_seen(desk, game, order, expected, decided)


def marks_before_last(desk: Desk, game: str) -> str | None:
    """Return the marks of the hand that stands last as they were before it, None where no hand is the last entry."""
    state = game_now(desk, game)
    undone = hand_taken_back(state)
    if isinstance(undone, NotDone):
        return None
    return marks_text(evolve(state, state.seq + 1, undone), rules_of(desk, game))


def correct(desk: Desk, game: str, order: Order, expected: int, fix: Correction) -> Written:
    """Correct an earlier hand, by replay or by points only."""

    def decided(state: Game, rules: Ruleset) -> Event | NotDone:
        facts = hand_from(fix.hand, table_of_hand(state, fix.number), rules)
        if isinstance(facts, NotDone):
            return facts
        return explained(decide_correction(state, fix.number, facts, fix.way, rules), spaces_off(fix.text))

    return _write_seen(desk, game, order, expected, decided)


def mark(desk: Desk, game: str, order: Order, wanted: Mark) -> Written:
    """Mark a seat in the hand being played, or take its mark away; marks never conflict."""
    marked = Marked(hand=wanted.hand, seat=wanted.seat, mark=wanted.kind, on=wanted.on, reason=wanted.reason)
    if not is_reason(wanted.reason):
        wrong = not_done("reason", "desk.no_such_reason", (("most", _LONGEST_REASON),))
        return Refused(problems=wrong.problems)
    return write(desk, game, order, lambda state, rules: decide_mark(state, marked, rules))


def is_reason(text: str) -> bool:
    """Return whether a text can be the id of a reason."""
    is_word = all(letter in _REASON_LETTERS for letter in text) and (not text or text.strip("_") != "")
    return len(text) <= _LONGEST_REASON and is_word


def undo(desk: Desk, game: str, order: Order, expected: int, reason: UndoReason) -> Written:
    """Take the last entry back."""
    return _write_seen(desk, game, order, expected, lambda state, _: decide_undo(state, reason))


def adjust(desk: Desk, game: str, order: Order, expected: int, change: Adjustment) -> Written:
    """Set what the rules did not, with a reason."""
    wanted = replace(change, text=spaces_off(change.text))
    return _write_seen(desk, game, order, expected, lambda state, rules: decide_adjustment(state, wanted, rules))


def note(desk: Desk, game: str, order: Order, text: str) -> Written:
    """Write a remark on the sheet; remarks never conflict."""
    return write(desk, game, order, lambda _state, _rules: decide_note(spaces_off(text)))


def signal(desk: Desk, game: str, order: Order, expected: int | None, *, running: bool) -> Written:
    """Give the time signal, into a running hand (its dice were thrown) or between two.

    Whoever gives one that was given already under the id that all share, heard of it too late.
    """
    known = desk.store.event_by_command(command_hash(order.command))
    if known is not None and known.game == game and order.command.startswith(_SIGNAL):
        return recorded(desk, game, order, (known.seq, True))
    return _write_seen(desk, game, order, expected, lambda state, rules: decide_signal(state, rules, running=running))


def force_end(desk: Desk, game: str, order: Order, expected: int) -> Written:
    """End the game before its rules do."""
    return _write_seen(desk, game, order, expected, lambda state, _: decide_end(state))


def finish(desk: Desk, game: str, order: Order, expected: int) -> Written:
    """Sign the result."""
    return _write_seen(desk, game, order, expected, decide_finish)


def reopen(desk: Desk, game: str, order: Order, expected: int, text: str) -> Written:
    """Take the signature and a forced end back, with a reason."""
    return _write_seen(desk, game, order, expected, lambda state, _: decide_reopen(state, spaces_off(text)))


def rulebook_of(desk: Desk, state: Game, lang: str = "en") -> Rulebook | None:
    """Return where a game's offences are judged: its book as it is today; None where the book is not here."""
    return rulebook_of_game(state, desk.library, speaker_of(desk, lang))


def rule(desk: Desk, game: str, order: Order, expected: int, plans: tuple[RulingPlan, ...]) -> Written:
    """Issue rulings on one or more offenders, and record the void hand where one of them is a chombo."""

    def decided(state: Game, rules: Ruleset) -> tuple[Event, ...] | NotDone:
        return decide_rulings(state, plans, rules, rulebook_of(desk, state))

    return _write_seen(desk, game, order, expected, decided)


def withdraw_ruling(desk: Desk, game: str, order: Order, expected: int, target: int, text: str) -> Written:
    """Withdraw the ruling of event ``target`` for a typed reason; what it had moved is given back."""
    return _write_seen(desk, game, order, expected, lambda state, _: decide_withdrawal(state, target, spaces_off(text)))


@dataclass(frozen=True, kw_only=True, slots=True)
class NewHand:
    """A later hand as it would be after a correction by replay."""

    before: Table
    lines: tuple[Line, ...]
    deltas: Four
    after: Table
    end: EndReason | None


@dataclass(frozen=True, kw_only=True, slots=True)
class Changed:
    """A later hand and what a replay would change about it; ``new`` is None where the replay does not reach it."""

    number: int
    old: HandRow
    new: NewHand | None
    changes: tuple[Change, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Consequences:
    """What a correction would do, in both ways.

    By replay every hand of ``later`` is settled again and leaves ``replay_table``; it is refused if
    ``replay_refused`` says why hand ``refused_at`` no longer fits. By points only the one line ``difference``
    leaves ``points_table``.
    """

    number: int
    before: Table
    old: HandRow
    preview: Preview
    later: tuple[Changed, ...]
    replay_refused: tuple[Problem, ...]
    refused_at: int | None
    replay_table: Table | None
    replay_end: EndReason | None
    difference: Line
    points_table: Table


def consequences(
    desk: Desk, game: str, number: int, hand: Mapping[str, object], speaker: Speaker
) -> Consequences | Refused:
    """Return what a correction of the hand ``number`` would do; writes nothing."""
    history = history_of(desk, game)
    state = history[-1].game
    rules = kept_rules(desk, state).rules
    facts = hand_from(hand, table_of_hand(state, number), rules)
    first = facts if isinstance(facts, NotDone) else corrected_first(state, number, facts, rules)
    if isinstance(first, NotDone):
        return Refused(problems=first.problems)
    preview = preview_of(first.before, first.hand, rules, speaker)
    return _consequences_of(history, number, first, rules, preview)


def _consequences_of(history: History, number: int, first: Settled, rules: Ruleset, preview: Preview) -> Consequences:
    """Return both ways, worked out as they would be entered."""
    found = replayed(history[-1].game, number, first, rules)
    state = history[-1].game
    standing = {row.number: row for row in standing_hands(rows_of(history))}
    again = None if found.problems else evolve(state, state.seq + 1, by_replay(number, found.settled))
    patched = by_points_only(state, number, first, rules)
    later = tuple(
        _changed_hand(state, standing[each], found.settled[each - number : each - number + 1])
        for each in range(number + 1, state.number)
    )
    return Consequences(
        number=number,
        before=first.before,
        old=standing[number],
        preview=preview,
        later=tuple(each for each in later if each.new is None or each.changes),
        replay_refused=found.problems,
        refused_at=found.stuck_at,
        replay_table=None if again is None else again.table,
        replay_end=None if again is None else again.end,
        difference=difference_between(state.hands[number], first),
        points_table=evolve(state, state.seq + 1, patched).table,
    )


def _changed_hand(state: Game, row: HandRow, again: tuple[Settled, ...]) -> Changed:
    """Return a later hand beside itself settled again, if the replay came so far."""
    if not again:
        return Changed(number=row.number, old=row, new=None, changes=())
    settled = again[0]
    new = NewHand(
        before=settled.before,
        lines=settled.lines,
        deltas=total(tuple(line.points for line in settled.lines)),
        after=settled.after,
        end=settled.end,
    )
    return Changed(
        number=row.number, old=row, new=new, changes=changes_between(state.hands[row.number].settled, settled)
    )
