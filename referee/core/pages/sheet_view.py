"""What a phone adds to a score sheet that it kept: every entry made since, those that nobody else has seen yet too."""

from __future__ import annotations

from dataclasses import dataclass, replace
from html import escape
from typing import TYPE_CHECKING

from referee.core.games.events import (
    Adjusted,
    Event,
    Finished,
    GameEnded,
    HandCorrected,
    HandRecorded,
    Noted,
    Renamed,
    Reopened,
    RulingIssued,
    RulingWithdrawn,
    TimeSignalled,
    Undone,
    Way,
)
from referee.core.games.view import shown_scores
from referee.core.pages.ruled_words import hand_title, issued_said, offence_named, ruled_said
from referee.core.pages.sheet_words import adjusted_said, gained, hand_ended, moved_by, withdrawn_said
from referee.core.pages.table_values import undo_named
from referee.core.rules.facts import ALL_SEATS, Four
from referee.core.rules.ledger import Line, Quoted
from referee.core.text.amounts import change_written, points_written

if TYPE_CHECKING:
    from referee.core.games.at_table import AtTable
    from referee.core.games.game import Game
    from referee.core.games.orders import Moment
    from referee.core.text.words import Words


@dataclass(frozen=True, kw_only=True, slots=True)
class Entered:
    """A row in words; ``changes`` and ``scores`` are None where nothing moves at the table."""

    title: str
    what: str
    changes: Four | None = None
    scores: Four | None = None


def sheet_added(moments: tuple[Moment, ...], sent: int, table: AtTable) -> tuple[tuple[str, str | None], ...]:
    """Return the values that bring a kept sheet up to date: rows at its end, its last lines, and a note above it.

    ``moments`` is what happened since it was drawn; ``sent`` is the last event that the server's log holds.
    """
    rows = [(entered_by(moment, table), moment.seq <= sent) for moment in moments]
    shown = [row_added(row, table.speaker.words, is_sent=is_sent) for row, is_sent in rows if row is not None]
    waiting = any(row is not None and not is_sent for row, is_sent in rows)
    return (
        ("sheet-added", "".join(shown)),
        ("sheet-totals", sheet_totals(table)),
        ("sheet-waiting", table.speaker.words["offline.on_sheet"]),
        ("sheet-waiting-hidden", None if waiting else ""),
    )


def sheet_totals(table: AtTable) -> str:
    """Return the last lines of a sheet: the scores now, and chips and penalties where there are any."""
    words, game = table.speaker.words, table.game
    now = [points_written(score, words) for score in shown_scores(game, table.rules)]
    more = [("table.chips", game.table.chips), ("table.penalties", game.table.penalties)]
    rows = [("sheet.now", now)]
    rows += [(key, [change_written(amount, words) for amount in amounts]) for key, amounts in more if any(amounts)]
    return "".join([total_shown(words[key], cells) for key, cells in rows])


def total_shown(title: str, cells: list[str]) -> str:
    """Return one of the last lines."""
    shown = "".join([f"<td><b>{escape(cell)}</b></td>" for cell in cells])
    return f'<tr><th scope="row">{escape(title)}</th>{shown}</tr>'


def row_added(row: Entered, words: Words, *, is_sent: bool) -> str:
    """Return a row as the sheet shows it; one that is not sent yet says so."""
    note = "" if is_sent else f" <small>{escape(words['offline.not_sent'])}</small>"
    span = "" if row.changes or row.scores else ' colspan="5"'
    cells = "".join([cell_added(row, seat, words) for seat in ALL_SEATS]) if not span else ""
    head = f'<th scope="row"{span}>{escape(row.title)}{note}</th>'
    look = "row" if is_sent else "row row--waiting"
    told = f'<tr class="told"><td colspan="5"><p>{escape(row.what)}</p></td></tr>' if row.what else ""
    return f'<tr class="{look}">{head}{cells}</tr>{told}'


def cell_added(row: Entered, seat: int, words: Words) -> str:
    """Return what a row changes at a seat, and the score after it."""
    change, score = row.changes, row.scores
    moved = "" if change is None else change_shown(change[seat], words)
    return f"<td>{moved}{'' if score is None else f'<b>{escape(points_written(score[seat], words))}</b>'}</td>"


def change_shown(change: int, words: Words) -> str:
    """Return a change with its sign, coloured as the sheet colours it."""
    look = "gain" if change > 0 else "loss" if change else "zero"
    return f'<span class="{look}">{escape(change_written(change, words))}</span>'


def entered_by(moment: Moment, table: AtTable) -> Entered | None:
    """Return the row of an event, None for one that has none."""
    match moment.event:
        case HandRecorded():
            return hand_entered(moment.event, table)
        case HandCorrected() | Adjusted():
            return change_entered(moment.event, moment, table)
        case RulingIssued() | RulingWithdrawn():
            return ruling_entered(moment.event, moment, table)
        case _:
            return other_entered(moment.event, moment, table)


def hand_entered(event: HandRecorded, table: AtTable) -> Entered:
    """Return a hand that was recorded."""
    before, after = event.settled.before, event.settled.after
    hand = ("hand", Quoted(text=hand_title(before.round, before.dealer, table.speaker)))
    return Entered(
        title=table.speaker.say("sheet.hand", (hand, ("honba", before.honba))),
        what=hand_ended(event.settled.hand, table.names, table.speaker),
        changes=gained(before.scores, after.scores),
        scores=after.scores,
    )


def change_entered(event: HandCorrected | Adjusted, moment: Moment, table: AtTable) -> Entered:
    """Return a correction or an adjustment, with the scores that it left."""
    speaker, scores = table.speaker, moment.after.table.scores
    changes = gained(moment.before.table.scores, scores)
    if isinstance(event, Adjusted):
        dealer = "" if event.dealer is None else table.names[event.dealer]
        what = adjusted_said(event.text, event.honba, dealer, speaker)
        return Entered(title=speaker.words["sheet.adjustment"], what=what, changes=changes, scores=scores)
    hand = moment.before.hands[event.number].settled.before
    named = ("hand", Quoted(text=hand_title(hand.round, hand.dealer, speaker)))
    way = "sheet.replayed" if event.way == Way.REPLAY else "sheet.points_only"
    title = speaker.say("sheet.correction", (named,))
    return Entered(title=title, what=speaker.words[way], changes=changes, scores=scores)


def ruling_entered(event: RulingIssued | RulingWithdrawn, moment: Moment, table: AtTable) -> Entered:
    """Return a ruling, or the withdrawal of one."""
    speaker, at = table.speaker, moment.before.table
    row = with_lines_moved(event.lines, moment.after)
    if isinstance(event, RulingIssued):
        hand = ("hand", Quoted(text=hand_title(at.round, at.dealer, speaker)))
        penalty = issued_said(event.issued, table.rules, speaker)
        offence = offence_named(event.offence, table.library, speaker)
        what = ruled_said(table.names[event.seat], penalty, offence, speaker)
        return replace(row, title=speaker.say("apply.row", (hand,)), what=what)
    ruling = [entry.issued for entry in moment.before.rulings if entry.seq == event.target][0]  # noqa: RUF015 the phone has lists only
    offence = offence_named(ruling.offence, table.library, speaker)
    what = withdrawn_said(table.names[ruling.seat], offence, event.text)
    return replace(row, title=speaker.words["apply.withdrawal"], what=what)


def with_lines_moved(lines: tuple[Line, ...], after: Game) -> Entered:
    """Return a row without words, with what its lines move; nothing where they move nothing at the table."""
    moved = moved_by(lines)
    return Entered(title="", what="", changes=moved, scores=None if moved is None else after.table.scores)


def other_entered(event: Event, moment: Moment, table: AtTable) -> Entered | None:
    """Return an undo, a time signal, a note, a changed name, or how a game was closed or opened."""
    speaker = table.speaker
    match event:
        case Undone(reason=reason):
            scores = moment.after.table.scores
            return Entered(
                title=speaker.words["offline.action_undo"],
                what=undo_named(moment.before, speaker) + " · " + speaker.words["undo." + reason],
                changes=gained(moment.before.table.scores, scores),
                scores=scores,
            )
        case TimeSignalled(hands_left=left):
            return Entered(
                title=speaker.words["sheet.signal"], what=speaker.say("sheet.signal_left", (("count", left),))
            )
        case Noted(text=text):
            return Entered(title=speaker.words["sheet.note"], what=text)
        case Renamed(seat=seat):
            named = (("player", Quoted(text=table.names[seat])),)
            return Entered(title=speaker.words["sheet.renamed"], what=speaker.say("sheet.renamed_at", named))
        case _:
            return closing_entered(moment, table)


def closing_entered(moment: Moment, table: AtTable) -> Entered | None:
    """Return an end by hand, a reopening, or a result that was reopened; marks and a result in force have no row."""
    speaker = table.speaker
    match moment.event:
        case GameEnded():
            return Entered(title=speaker.words["sheet.end"], what="")
        case Finished():
            opened = [seq for seq, event in table.game.log if seq > moment.seq and isinstance(event, Reopened)]
            return Entered(title=speaker.words["sheet.finished"], what="") if opened else None
        case Reopened(text=text):
            return Entered(title=speaker.words["sheet.reopened"], what=text)
        case _:
            return None
