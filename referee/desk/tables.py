"""A table as it is shown: seats with their scores, what may be done next, and the rows of its sheet."""

from referee.desk.opened import Desk, History, LoggedEvent, hash_of_last_change, history_of, kept_rules, revised_history
from referee.desk.views import (
    AdjustmentRow,
    Balance,
    CorrectionRow,
    EndRow,
    FinishedRow,
    HandRow,
    NoteRow,
    Phase,
    RenamedRow,
    ReopenedRow,
    Row,
    RulingRow,
    SeatView,
    SignalOffer,
    SignalRow,
    Stamp,
    StartRow,
    TableView,
    Undo,
    UndoOffer,
    Version,
    WithdrawalRow,
    Withdrawn,
)
from referee.game.decide import undoable
from referee.game.events import (
    Adjusted,
    Event,
    Finished,
    GameEnded,
    GameStarted,
    HandCorrected,
    HandRecorded,
    MarkKind,
    Noted,
    Renamed,
    Reopened,
    RulingIssued,
    RulingWithdrawn,
    Settled,
    TimeSignalled,
    Undone,
    Way,
    event_kind,
)
from referee.game.game import Game, HandEntry
from referee.game.rulings import chombo_stands, differs_from_proposal
from referee.game.view import (
    can_declare,
    can_declare_open,
    can_signal,
    final_standing,
    left_given,
    riichi_sticks,
    shown_kyoutaku,
    shown_scores,
    sticks_on_table,
)
from referee.records import dataclass
from referee.rules.placement import places_of, tie_groups
from referee.rules.ruleset import Ruleset
from referee.rules.table import ALL_SEATS, NOTHING, Four, total, wind_of


@dataclass(frozen=True, kw_only=True, slots=True)
class RowHead:
    """Where a row stands: what is the same for rows of every kind."""

    seq: int
    stamp: Stamp
    undone: Undo | None


def rows_of(history: History) -> tuple[Row, ...]:
    """Return the sheet, the oldest row first."""
    undone = {each.event.target: _undo_of(each, each.event) for each in history if isinstance(each.event, Undone)}
    rows: list[Row] = []
    for each in history:
        taken = _undo_shared(each, undone)
        head = RowHead(seq=each.stored.seq, stamp=_stamp_of(each), undone=taken)
        row = _row_in(history, each, head)
        if row is not None:
            rows.append(row)
    return tuple(rows)


def _undo_shared(each: LoggedEvent, undone: dict[int, Undo]) -> Undo | None:
    """Return how an event was taken back: by itself, or with the void hand that its ruling was recorded with."""
    found = undone.get(each.stored.seq)
    if found is None and isinstance(each.event, RulingIssued) and each.event.recorded is not None:
        return undone.get(each.event.recorded)
    return found


def _row_in(history: History, each: LoggedEvent, head: RowHead) -> Row | None:
    """Return the row of an event; hands and rulings are looked up where they stand now."""
    match each.event:
        case HandRecorded():
            return _hand_row(each, head, history)
        case RulingIssued():
            return _ruling_row(each.event, each.game, head, history)
        case RulingWithdrawn():
            return _withdrawal_row(each.event, each.game, head, history)
        case _:
            return _row_of(each, head)


def _stamp_of(each: LoggedEvent) -> Stamp:
    """Return when and by whom an event was written."""
    return Stamp(at=each.stored.at, by=each.stored.writer)


def _undo_of(each: LoggedEvent, event: Undone) -> Undo:
    """Return how an entry was taken back."""
    return Undo(seq=each.stored.seq, reason=event.reason, stamp=_stamp_of(each))


def _row_of(each: LoggedEvent, head: RowHead) -> Row | None:
    """Return the row of an event other than a hand, or None if it has none of its own."""
    match each.event:
        case GameStarted(table=table):
            return StartRow(seq=head.seq, stamp=head.stamp, undone=head.undone, table=table)
        case HandCorrected() | Adjusted():
            return _change_row(each.event, head, each.game)
        case TimeSignalled(running=running, hands_left=left):
            return SignalRow(seq=head.seq, stamp=head.stamp, undone=head.undone, running=running, hands_left=left)
        case Noted(text=text):
            return NoteRow(seq=head.seq, stamp=head.stamp, undone=head.undone, text=text)
        case _:
            return _closing_row(each.event, head)


def _change_row(event: HandCorrected | Adjusted, head: RowHead, game: Game) -> Row:
    """Return the row of a correction or an adjustment, with the table after it."""
    if isinstance(event, HandCorrected):
        return CorrectionRow(
            seq=head.seq,
            stamp=head.stamp,
            undone=head.undone,
            number=event.number,
            way=event.way,
            difference=event.difference,
            text=event.text,
            table=game.table,
        )
    return AdjustmentRow(
        seq=head.seq,
        stamp=head.stamp,
        undone=head.undone,
        line=event.line,
        text=event.text,
        honba=event.honba,
        dealer=event.dealer,
        round=event.round,
        hands_left=event.hands_left,
        table=game.table,
    )


def _closing_row(event: Event, head: RowHead) -> Row | None:
    """Return the row of an end, a signature, a reopening or a changed name; marks and undos have no row."""
    match event:
        case GameEnded():
            return EndRow(seq=head.seq, stamp=head.stamp, undone=head.undone)
        case Finished(end=end, standing=standing):
            return FinishedRow(seq=head.seq, stamp=head.stamp, undone=head.undone, end=end, standing=standing)
        case Reopened(text=text):
            return ReopenedRow(seq=head.seq, stamp=head.stamp, undone=head.undone, text=text)
        case Renamed(seat=seat):
            return RenamedRow(seq=head.seq, stamp=head.stamp, undone=head.undone, seat=seat)
        case _:
            return None


def _ruling_row(event: RulingIssued, then: Game, head: RowHead, history: History) -> RulingRow:
    """Return the row of a ruling, with the table after it."""
    now = history[-1].game
    standing = [entry for entry in now.rulings if entry.seq == head.seq]
    return RulingRow(
        seq=head.seq,
        stamp=head.stamp,
        undone=head.undone,
        number=event.hand,
        round=then.table.round,
        dealer=then.table.dealer,
        honba=then.table.honba,
        seat=event.seat,
        offence=event.offence,
        answers=event.answers,
        proposed=event.proposed,
        issued=event.issued,
        departs=differs_from_proposal(event.issued, event.proposed),
        lines=event.lines,
        recorded=event.recorded,
        text=event.text,
        withdrawn=_withdrawn_by(head.seq, history),
        can_withdraw=now.result is None and any(not chombo_stands(now, entry) for entry in standing),
        table=then.table,
    )


def _withdrawn_by(ruling: int, history: History) -> Withdrawn | None:
    """Return how a ruling was withdrawn, None while it stands."""
    standing = {seq for seq, _ in history[-1].game.log}
    for each in history:
        event = each.event
        if isinstance(event, RulingWithdrawn) and event.target == ruling and each.stored.seq in standing:
            return Withdrawn(seq=each.stored.seq, text=event.text, stamp=_stamp_of(each))
    return None


def _withdrawal_row(event: RulingWithdrawn, then: Game, head: RowHead, history: History) -> WithdrawalRow | None:
    """Return the row of a withdrawal, with the table after it."""
    ruling = history[event.target - 1].event
    if not isinstance(ruling, RulingIssued):
        return None
    return WithdrawalRow(
        seq=head.seq,
        stamp=head.stamp,
        undone=head.undone,
        target=event.target,
        seat=ruling.seat,
        offence=ruling.offence,
        lines=event.lines,
        text=event.text,
        table=then.table,
    )


def _hand_row(each: LoggedEvent, head: RowHead, history: History) -> HandRow | None:
    """Return the row of a hand: as it stands now, or as it was recorded if it was taken back."""
    recorded = _entry_of(each.game, head.seq)
    standing = _entry_of(history[-1].game, head.seq)
    entry = standing or recorded
    if entry is None or not isinstance(each.event, HandRecorded):
        return None
    older = () if standing is None else _older_versions(each.event, standing, history[-1].game)
    settled = entry.settled
    return HandRow(
        seq=head.seq,
        stamp=head.stamp,
        undone=head.undone,
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


def _entry_of(game: Game, seq: int) -> HandEntry | None:
    """Return the hand that an event recorded, if it stands in the game."""
    return next((entry for entry in game.hands if entry.seq == seq), None)


def _older_versions(recorded: HandRecorded, entry: HandEntry, game: Game) -> tuple[Version, ...]:
    """Return how a hand stood before each correction that changed it."""
    versions = [_version_settled(entry.seq, None, recorded.settled)]
    for seq, event in game.log:
        if isinstance(event, HandCorrected) and 0 <= entry.number - event.number < len(event.settled):
            versions.append(_version_settled(seq, event.way, event.settled[entry.number - event.number]))
    return tuple(old for place, old in enumerate(versions[:-1]) if _is_changed(old, versions[place + 1]))


def _version_settled(seq: int, way: Way | None, settled: Settled) -> Version:
    """Return a hand as it stood after an event."""
    return Version(
        seq=seq,
        way=way,
        dealer=settled.before.dealer,
        hand=settled.hand,
        lines=settled.lines,
        deltas=total(tuple(line.points for line in settled.lines)),
        after=settled.after,
    )


def _is_changed(old: Version, new: Version) -> bool:
    """Return whether a correction changed anything that a reader of the sheet sees."""
    return (old.hand, old.lines, old.after) != (new.hand, new.lines, new.after)


def table_view(desk: Desk, game: str) -> TableView:
    """Return a table as it stands; raise ``LookupError`` if there is no such game."""
    row = desk.store.game_row(game)
    if row is None:
        raise LookupError(game)
    history = history_of(desk, game)
    state = history[-1].game
    kept = kept_rules(desk, state)
    rules = kept.rules
    phase = _phase_of(state)
    return TableView(
        game=game,
        seq=state.seq,
        expected=state.changed,
        expected_event=hash_of_last_change(history),
        version=version_of(history[-1], row.revision),
        book=kept.book,
        titles=kept.titles,
        edition=kept.edition,
        options=kept.options,
        rules=rules,
        phase=phase,
        number=state.number,
        table=state.table,
        kyoutaku=shown_kyoutaku(state, rules),
        seats=_seats_of(state, row.names, rules),
        balance=_balance_of(state, rules),
        hands_left=state.table.hands_left,
        signal=_signal_offer(history, rules),
        sheet=rows_of(history),
        undo=_undo_offer(state, history),
        end=state.end,
        standing=final_standing(state, rules),
        returned=() if state.end is None else riichi_sticks(state, rules),
        left_given=left_given(state, rules),
        can_finish=phase == Phase.OVER,
        can_reopen=phase == Phase.FINISHED or state.forced,
        can_force_end=phase == Phase.PLAYING,
        dealer_may_stop=phase == Phase.PLAYING and state.dealer_may_stop,
    )


def table_version(desk: Desk, game: str) -> str:
    """Return a tag that changes whenever the table's page would; cheap, for polling."""
    revision, history = revised_history(desk, game)
    return version_of(history[-1], revision)


def version_of(last: LoggedEvent, revision: int) -> str:
    """Return what tells one state of a table from any other: an older backup counts on with the same numbers."""
    return f"{last.stored.seq}.{last.hash}.{revision}"


def _phase_of(game: Game) -> Phase:
    """Return where the game is."""
    if game.result is not None:
        return Phase.FINISHED
    return Phase.PLAYING if game.end is None else Phase.OVER


def _seats_of(game: Game, names: tuple[str, ...], rules: Ruleset) -> tuple[SeatView, SeatView, SeatView, SeatView]:
    scores = shown_scores(game, rules)
    places = places_of(tie_groups(scores, rules.final.ties))
    seats = tuple(seat_of(seat, game, rules, scores, (names[seat], places[seat])) for seat in ALL_SEATS)
    return (seats[0], seats[1], seats[2], seats[3])


def seat_of(seat: int, game: Game, rules: Ruleset, scores: Four, named: tuple[str, int]) -> SeatView:
    """Return one seat; ``named`` holds its name and its place."""
    marks = game.marks
    own = scores[seat]
    return SeatView(
        seat=seat,
        name=named[0],
        wind=wind_of(seat, game.table.dealer),
        score=own,
        place=named[1],
        stick=seat in sticks_on_table(game, rules),
        riichi=seat in marks.riichi,
        open_riichi=seat in marks.open_riichi,
        tenpai=seat in marks.tenpai,
        dead=dict(marks.dead).get(seat),
        can_riichi=can_declare(game, seat, MarkKind.RIICHI, rules),
        can_open_riichi=can_declare_open(game, seat, rules),
        differences=(own - scores[0], own - scores[1], own - scores[2], own - scores[3]),
        chips=game.table.chips[seat],
        penalties=game.table.penalties[seat],
    )


def _balance_of(game: Game, rules: Ruleset) -> Balance:
    scores, total = sum(game.table.scores), rules.setup.points * len(NOTHING)
    kyoutaku = game.table.kyoutaku
    return Balance(scores=scores, kyoutaku=kyoutaku, total=total, difference=scores + kyoutaku - total)


def _signal_offer(history: History, rules: Ruleset) -> SignalOffer | None:
    """Return what a time signal would do now, or None where there is none to give."""
    if not can_signal(history[-1].game, rules):
        return None
    return SignalOffer(running=rules.time.running, between=rules.time.between, command=signal_command(history))


def signal_command(history: History) -> str:
    """Return the id of the order that gives the time signal: of the game, and how often it was taken back."""
    given = sum([isinstance(each.event, TimeSignalled) for each in history])
    return f"signal-{history[0].stored.game}-{given}"


def _undo_offer(game: Game, history: History) -> UndoOffer | None:
    """Return what an undo would take back."""
    seq = undoable(game)
    if seq is None:
        return None
    event = history[seq - 1].event
    number = event.number if isinstance(event, HandCorrected) else None
    if isinstance(event, HandRecorded):
        number = game.number - 1
    return UndoOffer(seq=seq, kind=event_kind(event), number=number)
