"""The score sheet as a page: every row, old readings and undone rows included."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from referee.app.games import rules_said
from referee.app.pages import Choice, choices
from referee.app.points import points, signed, thousands
from referee.app.routes import url_for
from referee.app.rows import LineText, RowText, row_text
from referee.app.tablepage import balance_said, final_points, sticks_said, undo_said
from referee.app.tables import Seen
from referee.desk import FinishedRow, Phase, ReopenedRow, Row, StartRow, TableView, UndoReason

if TYPE_CHECKING:
    from referee.app.asked import Asked


Amounts = tuple[str, tuple[str, ...]]
"""A line of the sheet: its title, and an amount for each seat."""


@dataclass(frozen=True, kw_only=True, slots=True)
class SheetPage:
    """The score sheet; what happened after ``sent`` is known on this phone only, ``waits`` where a row tells of it."""

    token: str
    command: str
    expected: int
    expected_event: str
    version: str
    poll: str
    rules: str
    started: str
    players: tuple[str, ...]
    start: tuple[str, ...]
    rows: tuple[RowText, ...]
    waits: bool
    sent: int | None
    totals: tuple[Amounts, ...]
    finals: tuple[Amounts, ...]
    sticks: tuple[LineText, ...]
    balance: str
    balanced: bool
    undo: str
    reasons: tuple[Choice, ...]
    can_correct: bool


def sheet_page(asked: Asked, seen: Seen) -> SheetPage:
    """Return the score sheet of a game."""
    view = seen.view
    first = next(row for row in view.sheet if isinstance(row, StartRow))
    rows = tuple(row_text(asked, row, view) for row in view.sheet if is_row(row, view))
    return SheetPage(
        token=seen.token,
        command=asked.command,
        expected=view.expected,
        expected_event=view.expected_event,
        version=sheet_version(asked, view.version, view.seq),
        poll=url_for("sheet.state", token=seen.token),
        rules=rules_said(asked, view),
        started=first.stamp.at[:10],
        players=tuple(seat.name for seat in view.seats),
        start=tuple(points(asked, score) for score in first.table.scores),
        rows=rows,
        waits=asked.sent is not None and any(row.last > asked.sent for row in rows),
        sent=asked.sent,
        totals=totals_of(asked, view),
        finals=finals_of(asked, view),
        sticks=sticks_said(asked, view) if view.standing is not None else (),
        balance=balance_said(asked, view),
        balanced=view.balance.difference == 0,
        undo=undo_said(asked, view),
        reasons=choices(asked, "undo", tuple(UndoReason), ""),
        can_correct=view.phase != Phase.FINISHED,
    )


def sheet_version(asked: Asked, version: str, seq: int) -> str:
    """Return what tells one drawing of the sheet from another: what is not sent yet looks different once it is."""
    return version if asked.sent is None or seq <= asked.sent else f"{version}-{asked.sent}"


def is_row(row: Row, view: TableView) -> bool:
    """Say whether a row stands among the others: the start and the result in force are told elsewhere on the sheet."""
    if isinstance(row, FinishedRow):
        return view.phase != Phase.FINISHED or any(isinstance(each, ReopenedRow) for each in rows_after(row, view))
    return not isinstance(row, StartRow)


def rows_after(row: Row, view: TableView) -> tuple[Row, ...]:
    """Return what was entered after a row."""
    return tuple(each for each in view.sheet if each.seq > row.seq)


def totals_of(asked: Asked, view: TableView) -> tuple[Amounts, ...]:
    """Return the last lines: the scores now, and chips and penalties where there are any."""
    scores = (asked.say("sheet.now"), tuple(points(asked, seat.score) for seat in view.seats))
    more = (("table.chips", view.table.chips), ("table.penalties", view.table.penalties))
    found = [(asked.say(key), tuple(signed(asked, each) for each in amounts)) for key, amounts in more if any(amounts)]
    return (scores, *found)


def finals_of(asked: Asked, view: TableView) -> tuple[Amounts, ...]:
    """Return the row of places and final results once the game is over."""
    if view.standing is None:
        return ()
    places, parts = view.standing.places, view.standing.parts
    results = (
        f"{asked.say(f'preview.place_{place}')} {thousands(asked, final_points(part))}"
        for place, part in zip(places, parts, strict=True)
    )
    return ((asked.say("table.result"), tuple(results)),)
