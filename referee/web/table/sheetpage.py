"""The score sheet as a page: every row, old readings and undone rows included."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from flask import url_for

from referee.core.pages.sheet_view import sheet_totals
from referee.desk import FinishedRow, Phase, ReopenedRow, StartRow, UndoReason
from referee.web.desks import as_seen, new_command
from referee.web.language import say
from referee.web.pages import Choice, choices
from referee.web.points import points, thousands
from referee.web.render import drawn
from referee.web.table.games import rules_said
from referee.web.table.rows import LineText, RowText, row_text
from referee.web.table.share import qr_of
from referee.web.table.tablepage import balance_said, final_points, sticks_said, undo_said

if TYPE_CHECKING:
    from markupsafe import Markup

    from referee.desk import Row, TableView
    from referee.web.desks import Seen


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
    totals: Markup
    finals: tuple[tuple[str, tuple[str, ...]], ...]
    sticks: tuple[LineText, ...]
    balance: str
    balanced: bool
    undo: str
    reasons: tuple[Choice, ...]
    can_correct: bool
    qr: str


def sheet_page(seen: Seen) -> SheetPage:
    """Return the score sheet of a game."""
    view = seen.view
    first = next(row for row in view.sheet if isinstance(row, StartRow))
    return SheetPage(
        token=seen.token,
        command=new_command(),
        expected=view.expected,
        expected_event=view.expected_event,
        seq=view.seq,
        version=view.version,
        poll=url_for("sheet.state", token=seen.token),
        rules=rules_said(view),
        started=first.stamp.at[:10],
        players=tuple(seat.name for seat in view.seats),
        start=tuple(points(score) for score in first.table.scores),
        rows=tuple(row_text(row, view) for row in view.sheet if is_row(row, view)),
        totals=drawn(sheet_totals(as_seen(seen))),
        finals=finals_of(view),
        sticks=sticks_said(view) if view.standing is not None else (),
        balance=balance_said(view),
        balanced=view.balance.difference == 0,
        undo=undo_said(view),
        reasons=choices("undo", tuple(UndoReason), ""),
        can_correct=view.phase != Phase.FINISHED,
        qr=qr_of(seen.token),
    )


def is_row(row: Row, view: TableView) -> bool:
    """Say whether a row stands among the others: the start and the result in force are told elsewhere on the sheet."""
    if isinstance(row, FinishedRow):
        return view.phase != Phase.FINISHED or any(isinstance(each, ReopenedRow) for each in rows_after(row, view))
    return not isinstance(row, StartRow)


def rows_after(row: Row, view: TableView) -> tuple[Row, ...]:
    """Return what was entered after a row."""
    return tuple(each for each in view.sheet if each.seq > row.seq)


def finals_of(view: TableView) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return the row of places and final results once the game is over."""
    if view.standing is None:
        return ()
    places, parts = view.standing.places, view.standing.parts
    results = (
        f"{say(f'preview.place_{place}')} {thousands(final_points(part))}"
        for place, part in zip(places, parts, strict=True)
    )
    return ((say("table.result"), tuple(results)),)
