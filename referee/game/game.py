"""The state of a game: a fold over its events that consults no rule, with its marks and everything on the sheet."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, assert_never

from referee.game.events import (
    Adjusted,
    Event,
    Finished,
    GameEnded,
    GameStarted,
    HandCorrected,
    HandRecorded,
    Marked,
    MarkKind,
    Noted,
    Renamed,
    Reopened,
    RulingIssued,
    RulingWithdrawn,
    TimeSignalled,
    Undone,
    Way,
)
from referee.records import dataclass
from referee.rules.offences import Penalty
from referee.rules.progress import DEALER_MAY_STOP, EndReason
from referee.rules.table import ALL_SEATS, Table, added

if TYPE_CHECKING:
    from referee.game.events import Settled
    from referee.rules.placement import Standing
    from referee.rules.table import Line


@dataclass(frozen=True, kw_only=True, slots=True)
class Marks:
    """What is marked for the hand being played: seats in order, dead hands with the id of their reason."""

    riichi: tuple[int, ...] = ()
    open_riichi: tuple[int, ...] = ()
    tenpai: tuple[int, ...] = ()
    dead: tuple[tuple[int, str], ...] = ()


def _with_mark(marks: Marks, event: Marked) -> Marks:
    """Return the marks with one more, or one less; an open riichi is a riichi too."""
    match event.mark:
        case MarkKind.RIICHI:
            riichi = _with_seat(marks.riichi, event)
            return replace(marks, riichi=riichi, open_riichi=tuple(s for s in marks.open_riichi if s in riichi))
        case MarkKind.OPEN_RIICHI:
            riichi = _with_seat(marks.riichi, event) if event.on else marks.riichi
            return replace(marks, riichi=riichi, open_riichi=_with_seat(marks.open_riichi, event))
        case MarkKind.TENPAI:
            return replace(marks, tenpai=_with_seat(marks.tenpai, event))
        case MarkKind.DEAD_HAND:
            return _with_dead_mark(marks, event.seat, event.reason) if event.on else _without_dead(marks, event.seat)
        case _:
            assert_never(event.mark)


def _with_seat(seats: tuple[int, ...], event: Marked) -> tuple[int, ...]:
    """Return the seats with the marked one, or without it."""
    return tuple(seat for seat in ALL_SEATS if (event.on if seat == event.seat else seat in seats))


def _ruled_dead(marks: Marks, ruling: RulingIssued) -> Marks:
    """Return the marks with the hand dead that a ruling says is dead; the offence is the reason."""
    return _with_dead_mark(marks, ruling.seat, ruling.offence)


def _with_dead_mark(marks: Marks, seat: int, reason: str) -> Marks:
    """Return the marks with one more dead hand; a reason that is known is not lost to a mark without one."""
    known = dict(marks.dead).get(seat, "")
    others = _without_dead(marks, seat).dead
    return replace(marks, dead=tuple(sorted((*others, (seat, reason or known)))))


def _without_dead(marks: Marks, seat: int) -> Marks:
    """Return the marks without a seat's dead hand."""
    return replace(marks, dead=tuple((each, reason) for each, reason in marks.dead if each != seat))


@dataclass(frozen=True, kw_only=True, slots=True)
class HandEntry:
    """A hand on the sheet, as it was last settled; ``seq`` is the event that recorded it."""

    seq: int
    number: int
    settled: Settled
    marks: Marks


@dataclass(frozen=True, kw_only=True, slots=True)
class DifferenceEntry:
    """What a correction by points only of the hand ``number`` added."""

    seq: int
    number: int
    line: Line
    yakitori: tuple[bool, bool, bool, bool]


@dataclass(frozen=True, kw_only=True, slots=True)
class AdjustmentEntry:
    """An adjustment."""

    seq: int
    adjusted: Adjusted


@dataclass(frozen=True, kw_only=True, slots=True)
class SignalEntry:
    """A time signal."""

    seq: int
    hands_left: int


@dataclass(frozen=True, kw_only=True, slots=True)
class RulingEntry:
    """A ruling; ``withdrawn`` is the event that withdrew it, None while it stands."""

    seq: int
    issued: RulingIssued
    withdrawn: int | None

    def orders(self, kind: Penalty) -> bool:
        """Return whether this penalty is among those issued."""
        return any(each.kind == kind for each in self.issued.issued)


@dataclass(frozen=True, kw_only=True, slots=True)
class WithdrawalEntry:
    """What the withdrawal of a ruling gave back."""

    seq: int
    lines: tuple[Line, ...]


Entry = HandEntry | DifferenceEntry | AdjustmentEntry | SignalEntry | RulingEntry | WithdrawalEntry
"""Everything on the sheet that changes the table."""


def table_after(table: Table, entry: Entry) -> Table:
    """Return the table after an entry."""
    match entry:
        case HandEntry():
            return entry.settled.after
        case DifferenceEntry():
            return replace(_with_line(table, entry.line), yakitori=entry.yakitori)
        case AdjustmentEntry():
            return _adjusted_table(table, entry.adjusted)
        case SignalEntry():
            return replace(table, hands_left=entry.hands_left)
        case RulingEntry():
            return _with_lines(table, entry.issued.lines)
        case WithdrawalEntry():
            return _with_lines(table, entry.lines)
        case _:
            assert_never(entry)


def _with_line(table: Table, line: Line) -> Table:
    return replace(
        table,
        scores=added(table.scores, line.points),
        kyoutaku=table.kyoutaku + line.kyoutaku,
        chips=added(table.chips, line.chips),
        penalties=added(table.penalties, line.penalties),
    )


def _with_lines(table: Table, lines: tuple[Line, ...]) -> Table:
    for line in lines:
        table = _with_line(table, line)
    return table


def _adjusted_table(table: Table, adjusted: Adjusted) -> Table:
    """Return the table as it was adjusted; another dealer has no row of wins behind him."""
    dealer = table.dealer if adjusted.dealer is None else adjusted.dealer
    same = dealer == table.dealer
    return replace(
        _with_line(table, adjusted.line),
        honba=table.honba if adjusted.honba is None else adjusted.honba,
        dealer=dealer,
        round=table.round if adjusted.round is None else adjusted.round,
        extra=table.extra if adjusted.extra is None else adjusted.extra,
        dealer_wins=table.dealer_wins if same else 0,
        renchan=table.renchan if same else 0,
        hands_left=table.hands_left if adjusted.hands_left is None else adjusted.hands_left,
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class Game:
    """A game after its event ``seq``; ``changed`` is the last event that changed the sheet.

    ``log`` holds the events that stand, with their numbers; ``table`` is before the bets of the hand now played.
    """

    start: GameStarted
    entries: tuple[Entry, ...]
    table: Table
    marks: Marks
    forced: bool
    result: Finished | None
    seq: int
    changed: int
    log: tuple[tuple[int, Event], ...]

    @property
    def hands(self) -> tuple[HandEntry, ...]:
        """The hands that stand, in order."""
        return tuple(entry for entry in self.entries if isinstance(entry, HandEntry))

    @property
    def rulings(self) -> tuple[RulingEntry, ...]:
        """The rulings that stand, in order."""
        return tuple(entry for entry in self.entries if isinstance(entry, RulingEntry) and entry.withdrawn is None)

    @property
    def number(self) -> int:
        """The number of the hand that is played now, counted from 0."""
        return len(self.hands)

    @property
    def end(self) -> EndReason | None:
        """Why the game is over, or None while it is played."""
        if self.forced:
            return EndReason.DEALER_LEADS if self.dealer_may_stop else EndReason.FORCED
        end = self.hands[-1].settled.end if self.hands else None
        return None if end == EndReason.TIME and self.table.hands_left else end

    @property
    def dealer_may_stop(self) -> bool:
        """Whether the last dealer may end the game before the hand that is played now."""
        return bool(self.hands) and any(note.reason == DEALER_MAY_STOP for note in self.hands[-1].settled.notes)

    @property
    def standing(self) -> Standing | None:
        """The result as it was issued, or None before the signature."""
        return None if self.result is None else self.result.standing


def begun(seq: int, event: GameStarted) -> Game:
    """Return a game that has just begun."""
    return Game(
        start=event,
        entries=(),
        table=event.table,
        marks=Marks(),
        forced=False,
        result=None,
        seq=seq,
        changed=seq,
        log=((seq, event),),
    )


def replay(events: tuple[tuple[int, Event], ...]) -> Game:
    """Return the game that the numbered events make; the first of them starts it."""
    seq, first = events[0]
    assert isinstance(first, GameStarted), "a game begins with its start"  # noqa: S101 a wrong log is our mistake
    game = begun(seq, first)
    for number, event in events[1:]:
        game = evolve(game, number, event)
    return game


def evolve(game: Game, seq: int, event: Event) -> Game:
    """Return the game after one more event, which is never refused."""
    if isinstance(event, Undone):
        kept = tuple((number, each) for number, each in game.log if not _is_undone_with(number, each, event.target))
        return replace(replay(kept), seq=seq, changed=seq)
    after = _with_event(replace(game, log=(*game.log, (seq, event))), seq, event)
    return replace(after, seq=seq, changed=seq if changes_sheet(event) else game.changed)


def _is_undone_with(seq: int, event: Event, target: int) -> bool:
    """Return whether an event is taken back with ``target``: a void hand takes the rulings along that made it void."""
    return seq == target or (isinstance(event, RulingIssued) and event.recorded == target)


def changes_sheet(event: Event) -> bool:
    """Return whether two people who do this at the same time have to agree; marks, notes and names never conflict."""
    return not isinstance(event, Marked | Noted | Renamed)


def leaves_form_open(event: Event) -> bool:
    """Return whether a hand that is being entered goes on beside this: time, rulings that void nothing, points."""
    match event:
        case TimeSignalled():
            return True
        case RulingIssued(recorded=recorded):
            return recorded is None
        case Adjusted(honba=honba, dealer=dealer, round=wind):
            return (honba, dealer, wind) == (None, None, None)
        case _:
            return isinstance(event, RulingWithdrawn) or not changes_sheet(event)


def _with_event(game: Game, seq: int, event: Event) -> Game:
    match event:
        case HandRecorded() | HandCorrected() | Adjusted() | TimeSignalled():
            marks = Marks() if isinstance(event, HandRecorded) else game.marks
            return replace(_with_entries(game, _entries_after(game, seq, event)), marks=marks)
        case RulingIssued():
            return ruled(game, RulingEntry(seq=seq, issued=event, withdrawn=None))
        case RulingWithdrawn():
            return withdrawn(game, seq, event)
        case Marked():
            return replace(game, marks=_with_mark(game.marks, event)) if event.hand == game.number else game
        case _:
            return _closed_or_opened(game, event)


def _closed_or_opened(game: Game, event: Event) -> Game:
    """Return the game after an end, a signature or a reopening; other events leave it as it was."""
    match event:
        case GameEnded():
            return replace(game, forced=True)
        case Finished():
            return replace(game, result=event)
        case Reopened():
            return replace(game, forced=False, result=None)
        case _:
            return game


def _entries_after(
    game: Game, seq: int, event: HandRecorded | HandCorrected | Adjusted | TimeSignalled
) -> tuple[Entry, ...]:
    """Return the entries after an event that changes them."""
    match event:
        case HandRecorded():
            entry = HandEntry(seq=seq, number=game.number, settled=event.settled, marks=game.marks)
            return (*game.entries, entry)
        case HandCorrected():
            return _corrected_entries(game, seq, event)
        case Adjusted():
            return (*game.entries, AdjustmentEntry(seq=seq, adjusted=event))
        case TimeSignalled():
            return (*game.entries, SignalEntry(seq=seq, hands_left=event.hands_left))
        case _:
            assert_never(event)


def ruled(game: Game, entry: RulingEntry) -> Game:
    """Return the game with a ruling: what it moves, and its dead hand while that hand is played."""
    after = _with_entries(game, (*game.entries, entry))
    ends_hand = entry.orders(Penalty.DEAD_HAND) and entry.issued.hand == game.number
    return replace(after, marks=_ruled_dead(game.marks, entry.issued)) if ends_hand else after


def withdrawn(game: Game, seq: int, event: RulingWithdrawn) -> Game:
    """Return the game without a ruling: what it moved is given back, and a hand that it alone made dead lives."""
    entries = tuple(
        replace(entry, withdrawn=seq) if isinstance(entry, RulingEntry) and entry.seq == event.target else entry
        for entry in game.entries
    )
    after = _with_entries(game, (*entries, WithdrawalEntry(seq=seq, lines=event.lines)))
    target = next(entry for entry in game.rulings if entry.seq == event.target)
    return _revived(after, target) if target.orders(Penalty.DEAD_HAND) else after


def _revived(game: Game, target: RulingEntry) -> Game:
    """Return the game with a hand alive whose ruling was withdrawn, unless another ruling still makes it dead."""
    seat, hand = target.issued.seat, target.issued.hand
    if any(dead_by(entry, hand, seat) for entry in game.rulings):
        return game
    entries = tuple(
        replace(entry, marks=_without_dead(entry.marks, seat))
        if isinstance(entry, HandEntry) and entry.number == hand
        else entry
        for entry in game.entries
    )
    marks = _without_dead(game.marks, seat) if hand == game.number else game.marks
    return replace(game, entries=entries, marks=marks)


def dead_by(entry: RulingEntry, hand: int, seat: int) -> bool:
    """Return whether a ruling made this seat's hand dead in this hand."""
    return (entry.issued.hand, entry.issued.seat) == (hand, seat) and entry.orders(Penalty.DEAD_HAND)


def _with_entries(game: Game, entries: tuple[Entry, ...]) -> Game:
    """Return the game with these entries, and the table that they leave."""
    table = game.start.table
    for entry in entries:
        table = table_after(table, entry)
    return replace(game, entries=entries, table=table)


def _corrected_entries(game: Game, seq: int, event: HandCorrected) -> tuple[Entry, ...]:
    """Return the entries after a correction.

    Hands that were settled again already hold earlier differences of theirs, so those are taken off.
    """
    last = event.number + len(event.settled)
    entries = tuple(
        replace(entry, settled=event.settled[entry.number - event.number])
        if isinstance(entry, HandEntry) and event.number <= entry.number < last
        else entry
        for entry in game.entries
        if not (event.way == Way.REPLAY and isinstance(entry, DifferenceEntry) and entry.number >= event.number)
    )
    if event.difference is None or event.yakitori is None:
        return entries
    added_up = DifferenceEntry(seq=seq, number=event.number, line=event.difference, yakitori=event.yakitori)
    return (*entries, added_up)
