"""The score sheet as a page: every row, old readings and undone rows included."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from referee.app.games import rules_said
from referee.app.pages import Choice, choices
from referee.app.points import points, thousands
from referee.app.routes import url_for
from referee.app.rows import LineText, RowText, row_text
from referee.app.tablepage import balance_said, final_points, sticks_said, undo_said
from referee.app.tables import Seen, as_seen
from referee.core.pages.sheet_view import sheet_totals
from referee.core.text.html import Html
from referee.desk import Desk, FinishedRow, Phase, ReopenedRow, Row, StartRow, TableView, UndoReason

if TYPE_CHECKING:
    from referee.app.asked import Asked


@dataclass(frozen=True, kw_only=True, slots=True)
class SheetPage:
    """The score sheet."""

    token: str
    command: str
    expected: int
    expected_event: str
    seq: int
    version: str
    poll: str
    rules: str
    started: str
    players: tuple[str, ...]
    start: tuple[str, ...]
    rows: tuple[RowText, ...]
    totals: Html
    finals: tuple[tuple[str, tuple[str, ...]], ...]
    sticks: tuple[LineText, ...]
    balance: str
    balanced: bool
    undo: str
    reasons: tuple[Choice, ...]
    can_correct: bool


def sheet_page(asked: Asked, at: Desk, seen: Seen) -> SheetPage:
    """Return the score sheet of a game."""
    view = seen.view
    first = next(row for row in view.sheet if isinstance(row, StartRow))
    return SheetPage(
        token=seen.token,
        command=asked.command,
        expected=view.expected,
        expected_event=view.expected_event,
        seq=view.seq,
        version=view.version,
        poll=url_for("sheet.state", token=seen.token),
        rules=rules_said(asked, view),
        started=first.stamp.at[:10],
        players=tuple(seat.name for seat in view.seats),
        start=tuple(points(asked, score) for score in first.table.scores),
        rows=tuple(row_text(asked, row, view) for row in view.sheet if is_row(row, view)),
        totals=Html(sheet_totals(as_seen(asked, at, seen))),
        finals=finals_of(asked, view),
        sticks=sticks_said(asked, view) if view.standing is not None else (),
        balance=balance_said(asked, view),
        balanced=view.balance.difference == 0,
        undo=undo_said(asked, view),
        reasons=choices(asked, "undo", tuple(UndoReason), ""),
        can_correct=view.phase != Phase.FINISHED,
    )


def is_row(row: Row, view: TableView) -> bool:
    """Say whether a row stands among the others: the start and the result in force are told elsewhere on the sheet."""
    if isinstance(row, FinishedRow):
        return view.phase != Phase.FINISHED or any(isinstance(each, ReopenedRow) for each in rows_after(row, view))
    return not isinstance(row, StartRow)


def rows_after(row: Row, view: TableView) -> tuple[Row, ...]:
    """Return what was entered after a row."""
    return tuple(each for each in view.sheet if each.seq > row.seq)


def finals_of(asked: Asked, view: TableView) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return the row of places and final results once the game is over."""
    if view.standing is None:
        return ()
    places, parts = view.standing.places, view.standing.parts
    results = (
        f"{asked.say(f'preview.place_{place}')} {thousands(asked, final_points(part))}"
        for place, part in zip(places, parts, strict=True)
    )
    return ((asked.say("table.result"), tuple(results)),)
