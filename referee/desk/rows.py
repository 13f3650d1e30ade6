"""The rows of the score sheet, standing and taken back, from what happened."""

from dataclasses import dataclass

from referee.core.games.entries import HandEntry
from referee.core.games.events import (
    Adjusted,
    Event,
    Finished,
    GameEnded,
    GameStarted,
    HandCorrected,
    HandRecorded,
    Noted,
    Renamed,
    Reopened,
    RulingIssued,
    RulingWithdrawn,
    Settled,
    TimeSignalled,
    Undone,
    Way,
)
from referee.core.games.game import Game
from referee.core.games.rulings import chombo_stands, departs
from referee.core.rules.ledger import total
from referee.desk.opened import Happened, History
from referee.desk.rulingrows import RulingRow, WithdrawalRow, Withdrawn
from referee.desk.stamps import Stamp, Undo
from referee.desk.views import (
    AdjustmentRow,
    CorrectionRow,
    EndRow,
    FinishedRow,
    HandRow,
    NoteRow,
    RenamedRow,
    ReopenedRow,
    Row,
    SignalRow,
    StartRow,
    Version,
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Place:
    """Where a row stands: what is the same for rows of every kind."""

    seq: int
    stamp: Stamp
    undone: Undo | None


def rows_of(history: History) -> tuple[Row, ...]:
    """Return the sheet, the oldest row first."""
    undone = {each.event.target: undo_of(each, each.event) for each in history if isinstance(each.event, Undone)}
    rows: list[Row] = []
    for each in history:
        taken = taken_with(each, undone)
        place = Place(seq=each.stored.seq, stamp=stamp_of(each), undone=taken)
        row = row_in(history, each, place)
        if row is not None:
            rows.append(row)
    return tuple(rows)


def taken_with(each: Happened, undone: dict[int, Undo]) -> Undo | None:
    """Return how an event was taken back: by itself, or with the void hand that its ruling was recorded with."""
    found = undone.get(each.stored.seq)
    if found is None and isinstance(each.event, RulingIssued) and each.event.recorded is not None:
        return undone.get(each.event.recorded)
    return found


def row_in(history: History, each: Happened, place: Place) -> Row | None:
    """Return the row of an event; hands and rulings are looked up where they stand now."""
    match each.event:
        case HandRecorded():
            return hand_row(each, place, history)
        case RulingIssued():
            return ruling_row(each.event, each.game, place, history)
        case RulingWithdrawn():
            return withdrawal_row(each.event, each.game, place, history)
        case _:
            return row_of(each, place)


def stamp_of(each: Happened) -> Stamp:
    """Return when and by whom an event was written."""
    return Stamp(at=each.stored.at, by=each.stored.writer)


def undo_of(each: Happened, event: Undone) -> Undo:
    """Return how an entry was taken back."""
    return Undo(seq=each.stored.seq, reason=event.reason, stamp=stamp_of(each))


def row_of(each: Happened, place: Place) -> Row | None:
    """Return the row of an event other than a hand, or None if it has none of its own."""
    match each.event:
        case GameStarted(table=table):
            return StartRow(seq=place.seq, stamp=place.stamp, undone=place.undone, table=table)
        case HandCorrected() | Adjusted():
            return change_row(each.event, place, each.game)
        case TimeSignalled(running=running, hands_left=left):
            return SignalRow(seq=place.seq, stamp=place.stamp, undone=place.undone, running=running, hands_left=left)
        case Noted(text=text):
            return NoteRow(seq=place.seq, stamp=place.stamp, undone=place.undone, text=text)
        case _:
            return closing_row(each.event, place)


def change_row(event: HandCorrected | Adjusted, place: Place, game: Game) -> Row:
    """Return the row of a correction or an adjustment, with the table after it."""
    if isinstance(event, HandCorrected):
        return CorrectionRow(
            seq=place.seq,
            stamp=place.stamp,
            undone=place.undone,
            number=event.number,
            way=event.way,
            difference=event.difference,
            table=game.table,
        )
    return AdjustmentRow(
        seq=place.seq,
        stamp=place.stamp,
        undone=place.undone,
        line=event.line,
        text=event.text,
        honba=event.honba,
        dealer=event.dealer,
        round=event.round,
        table=game.table,
    )


def closing_row(event: Event, place: Place) -> Row | None:
    """Return the row of an end, a signature, a reopening or a changed name; marks and undos have no row."""
    match event:
        case GameEnded():
            return EndRow(seq=place.seq, stamp=place.stamp, undone=place.undone)
        case Finished(end=end, standing=standing):
            return FinishedRow(seq=place.seq, stamp=place.stamp, undone=place.undone, end=end, standing=standing)
        case Reopened(text=text):
            return ReopenedRow(seq=place.seq, stamp=place.stamp, undone=place.undone, text=text)
        case Renamed(seat=seat):
            return RenamedRow(seq=place.seq, stamp=place.stamp, undone=place.undone, seat=seat)
        case _:
            return None


def ruling_row(event: RulingIssued, then: Game, place: Place, history: History) -> RulingRow:
    """Return the row of a ruling, with the table after it."""
    now = history[-1].game
    standing = [entry for entry in now.rulings if entry.seq == place.seq]
    return RulingRow(
        seq=place.seq,
        stamp=place.stamp,
        undone=place.undone,
        number=event.hand,
        round=then.table.round,
        dealer=then.table.dealer,
        honba=then.table.honba,
        seat=event.seat,
        offence=event.offence,
        answers=event.answers,
        proposed=event.proposed,
        issued=event.issued,
        departs=departs(event.issued, event.proposed),
        lines=event.lines,
        recorded=event.recorded,
        text=event.text,
        withdrawn=withdrawn_by(place.seq, history),
        can_withdraw=now.result is None and any(not chombo_stands(now, entry) for entry in standing),
        table=then.table,
    )


def withdrawn_by(ruling: int, history: History) -> Withdrawn | None:
    """Return how a ruling was withdrawn, None while it stands."""
    standing = {seq for seq, _ in history[-1].game.log}
    for each in history:
        event = each.event
        if isinstance(event, RulingWithdrawn) and event.target == ruling and each.stored.seq in standing:
            return Withdrawn(seq=each.stored.seq, text=event.text, stamp=stamp_of(each))
    return None


def withdrawal_row(event: RulingWithdrawn, then: Game, place: Place, history: History) -> WithdrawalRow | None:
    """Return the row of a withdrawal, with the table after it."""
    ruling = history[event.target - 1].event
    if not isinstance(ruling, RulingIssued):
        return None
    return WithdrawalRow(
        seq=place.seq,
        stamp=place.stamp,
        undone=place.undone,
        target=event.target,
        seat=ruling.seat,
        offence=ruling.offence,
        lines=event.lines,
        text=event.text,
        table=then.table,
    )


def hand_row(each: Happened, place: Place, history: History) -> HandRow | None:
    """Return the row of a hand: as it stands now, or as it was recorded if it was taken back."""
    recorded = entry_of(each.game, place.seq)
    standing = entry_of(history[-1].game, place.seq)
    entry = standing or recorded
    if entry is None or not isinstance(each.event, HandRecorded):
        return None
    older = () if standing is None else older_versions(each.event, standing, history[-1].game)
    settled = entry.settled
    return HandRow(
        seq=place.seq,
        stamp=place.stamp,
        undone=place.undone,
        number=entry.number,
        round=settled.before.round,
        dealer=settled.before.dealer,
        honba=settled.before.honba,
        before=settled.before,
        hand=settled.hand,
        dead=entry.marks.dead,
        lines=settled.lines,
        notes=settled.notes,
        deltas=total(tuple(line.points for line in settled.lines)),
        chips=total(tuple(line.chips for line in settled.lines)),
        next=settled.step,
        after=settled.after,
        end=settled.end,
        older=older,
    )


def entry_of(game: Game, seq: int) -> HandEntry | None:
    """Return the hand that an event recorded, if it stands in the game."""
    return next((entry for entry in game.hands if entry.seq == seq), None)


def older_versions(recorded: HandRecorded, entry: HandEntry, game: Game) -> tuple[Version, ...]:
    """Return how a hand stood before each correction that changed it."""
    versions = [version(entry.seq, None, recorded.settled)]
    for seq, event in game.log:
        if isinstance(event, HandCorrected) and 0 <= entry.number - event.number < len(event.settled):
            versions.append(version(seq, event.way, event.settled[entry.number - event.number]))
    return tuple(old for place, old in enumerate(versions[:-1]) if differs(old, versions[place + 1]))


def version(seq: int, way: Way | None, settled: Settled) -> Version:
    """Return a hand as it stood after an event."""
    return Version(
        seq=seq,
        way=way,
        hand=settled.hand,
        lines=settled.lines,
        deltas=total(tuple(line.points for line in settled.lines)),
        after=settled.after,
    )


def differs(old: Version, new: Version) -> bool:
    """Return whether a correction changed anything that a reader of the sheet sees."""
    return (old.hand, old.lines, old.after) != (new.hand, new.lines, new.after)
