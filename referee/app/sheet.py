"""The score sheet, what is done to a game as a whole, and entering again what an older backup has lost."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from referee import desk
from referee.app.answer import BAD_REQUEST, NEVER_KEPT, TAG, Answer, block_of, page_of, unchanged
from referee.app.asked import Asked, Unanswerable
from referee.app.entries import over_since
from referee.app.figures import Amounts, Graph, figures_of, graph_of
from referee.app.pages import Choice, choices, points, rules_line, signed
from referee.app.result import ResultView, result_of
from referee.app.routes import url_for
from referee.app.rows import RowText, row_text
from referee.app.table import balance_text, table_page, undo_text
from referee.app.tables import Seen, after_order, as_seen, expected_of, game_of, order_of, refused_order, table_at
from referee.app.times import ShownTime, day_of
from referee.desk import Desk, EventKind, FinishedRow, Lost, Phase, ReopenedRow, Row, StartRow, TableView, UndoReason
from referee.rules.table import ALL_SEATS
from referee.texts.reader import is_digits

if TYPE_CHECKING:
    from referee.app.form import Form


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
    started: ShownTime
    result: ResultView | None
    players: tuple[str, ...]
    start: tuple[str, ...]
    rows: tuple[RowText, ...]
    waits: bool
    sent: int | None
    totals: tuple[Amounts, ...]
    balance: str
    balanced: bool
    undo: str
    reasons: tuple[Choice, ...]
    can_correct: bool
    graph: Graph
    figures: tuple[Amounts, ...]


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
        rules=rules_line(asked, view),
        started=day_of(asked, first.stamp.at),
        result=result_of(asked, view),
        players=tuple(seat.name for seat in view.seats),
        start=tuple(points(asked, score) for score in first.table.scores),
        rows=rows,
        waits=asked.sent is not None and any(row.last > asked.sent for row in rows),
        sent=asked.sent,
        totals=totals_of(asked, view),
        balance=balance_text(asked, view),
        balanced=view.balance.difference == 0,
        undo=undo_text(asked, view),
        reasons=choices(asked, "undo", tuple(UndoReason), ""),
        can_correct=view.phase != Phase.FINISHED,
        graph=graph_of(asked, view),
        figures=figures_of(asked, view),
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


PAGE = "games/sheet.html"


def show(asked: Asked, at: Desk, token: str) -> Answer:
    """Show the score sheet."""
    return page_of(PAGE, page=sheet_page(asked, table_at(asked, at, token)))


def state(asked: Asked, at: Desk, token: str) -> Answer:
    """Return the sheet for a page that already shows it, or nothing when nothing has changed."""
    game = game_of(asked, at, token)
    if asked.tag == sheet_version(asked, desk.version(at, game), desk.game_now(at, game).seq):
        return unchanged()
    page = sheet_page(asked, table_at(asked, at, token))
    return block_of(PAGE, "sheet", page=page).telling((TAG, page.version), NEVER_KEPT)


def undo(asked: Asked, at: Desk, token: str) -> Answer:
    """Take back what was recorded last, with the reason that was tapped."""
    seen, form = table_at(asked, at, token), asked.form
    if form.one("reason") not in tuple(UndoReason):
        raise Unanswerable(BAD_REQUEST, asked.say("table.no_reason"))
    reason = UndoReason(form.one("reason"))
    written = desk.undo(at, seen.game, order_of(asked), expected_of(form), reason)
    told = asked.say("table.undo") + ": " + asked.say(f"undo.{reason}")
    return after_order(asked, at, token, written, told, url_for("table.show", token=token))


def signal(asked: Asked, at: Desk, token: str) -> Answer:
    """Give the time signal."""
    seen, form = table_at(asked, at, token), asked.form
    running = form.one("running") == "yes"
    expected = None if asked.place else expected_of(form)
    written = desk.signal(at, seen.game, order_of(asked), expected, running=running)
    return after_order(asked, at, token, written, asked.say("table.signal"))


def end(asked: Asked, at: Desk, token: str) -> Answer:
    """Ask once more before a game is ended by hand."""
    seen, form = table_at(asked, at, token), asked.form
    over = over_since(form.changed("of", "end"), as_seen(asked, at, seen))
    return page_of("games/end.html", page=table_page(asked, at, seen), over=over)


def force_end(asked: Asked, at: Desk, token: str) -> Answer:
    """End the game by the present scores."""
    seen, form = table_at(asked, at, token), asked.form
    written = desk.force_end(at, seen.game, order_of(asked), expected_of(form))
    return after_order(asked, at, token, written, asked.say("table.force_end"))


def seats_agreed(form: Form) -> tuple[int, ...]:
    """Return the seats whose players agreed on the result."""
    return tuple(seat for seat in ALL_SEATS if form.has("agrees", str(seat)))


def not_agreed(asked: Asked) -> str:
    """Return that not all four of an event's table agreed, as only referees may go on without; empty otherwise."""
    needs_all = asked.place is not None and asked.place.role == "table"
    return asked.say("table.four_agree") if needs_all and len(seats_agreed(asked.form)) < len(ALL_SEATS) else ""


def finish(asked: Asked, at: Desk, token: str) -> Answer:
    """Issue the result."""
    seen, form, wrong = table_at(asked, at, token), asked.form, not_agreed(asked)
    if wrong:
        return refused_order(token, (wrong,))
    written = desk.finish(at, seen.game, order_of(asked), expected_of(form))
    return after_order(asked, at, token, written, asked.say("table.finish"))


def reopen(asked: Asked, at: Desk, token: str) -> Answer:
    """Take the issued result back."""
    seen, form = table_at(asked, at, token), asked.form
    written = desk.reopen(at, seen.game, order_of(asked), expected_of(form), form.one("text"))
    return after_order(asked, at, token, written, asked.say("table.reopen") + ": " + form.one("text"))


def share(asked: Asked, at: Desk, token: str) -> Answer:
    """Show the address of the table for the other phones, and the one at which it is only read."""
    game = game_of(asked, at, token)
    is_over = desk.view(at, game).standing is not None
    return page_of("games/share.html", token=token, reader=desk.reader(at, game), is_over=is_over)


def enter_lost(asked: Asked, at: Desk, token: str) -> Answer:
    """Enter one lost event: ``kind`` and ``body`` as a log tells them, its number and its target where known."""
    seen, form = table_at(asked, at, token), asked.form
    seq = form.one("seq")
    told = Lost(
        kind=form.one("kind"),
        body=form.one("body"),
        seq=int(seq) if is_digits(seq) and len(seq) < len("1000000000") else None,
        target=form.one("target"),
    )
    written = desk.enter_lost(at, seen.game, order_of(asked), told)
    what = asked.say(f"entry.{told.kind}") if told.kind in tuple(EventKind) else told.kind
    return after_order(asked, at, token, written, what)
