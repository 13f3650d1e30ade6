"""The score sheet with its figures, what is done to a game as a whole, and what an older backup has lost."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from referee.app.answer import BAD_REQUEST, NEVER_KEPT, NOT_FOUND, VERSION_TAG, Answer, block_of, not_modified, page_of
from referee.app.asked import Asked, HttpError, ShownTime, day_of
from referee.app.entries import over_since
from referee.app.pages import Choice, points, rules_line, signed
from referee.app.routes import url_for
from referee.app.rows import NONE, ResultView, RowText, result_of, row_text, sticks_if_ended
from referee.app.table import balance_text, table_page, undo_reasons, undo_text
from referee.app.tables import (
    CurrentTable,
    after_order,
    at_table_of_device,
    expected_of,
    game_of,
    order_of,
    refused_order,
    table_at,
)
from referee.desk import (
    Desk,
    EventKind,
    FinishedRow,
    Lost,
    Phase,
    ReopenedRow,
    Row,
    RulingRow,
    StartRow,
    TableView,
    UndoReason,
    find_to_read,
    game_now,
    lost,
    reader_address,
    standing_hands,
    table_version,
    table_view,
    writing,
)
from referee.records import dataclass
from referee.rules.placement import yakitori_chips
from referee.rules.progress import winners_of
from referee.rules.table import ALL_SEATS, ExhaustiveDraw, Won
from referee.texts.reader import is_digits

if TYPE_CHECKING:
    from referee.app.answer import Answer
    from referee.app.asked import Asked
    from referee.app.form import Form
    from referee.app.rows import RowText
    from referee.desk import Desk, TableView
    from referee.rules.table import Four, Hand


@dataclass(frozen=True, kw_only=True, slots=True)
class SheetPage:
    """The score sheet; ``title`` tells it from others on paper: its place in an event, else who played.

    What happened after ``sent`` is known on this phone only, ``waits`` where a row tells of it.
    """

    token: str
    command: str
    expected: int
    expected_event: str
    version: str
    poll: str
    title: str
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


def _sheet_page(asked: Asked, current: CurrentTable) -> SheetPage:
    view = current.view
    first = next(row for row in view.sheet if isinstance(row, StartRow))
    names = tuple(seat.name for seat in view.seats)
    rows = _rows_of(asked, view)
    return SheetPage(
        token=current.token,
        command=asked.command,
        expected=view.expected,
        expected_event=view.expected_event,
        version=_sheet_version(asked, view.version, view.seq),
        poll=url_for("sheet.state", token=current.token),
        title=_place_of(asked) or " · ".join(names),
        rules=rules_line(asked, view),
        started=day_of(asked, first.stamp.at),
        result=result_of(asked, view),
        players=names,
        start=tuple(points(asked, score) for score in first.table.scores),
        rows=rows,
        waits=asked.sent is not None and any(row.last > asked.sent for row in rows),
        sent=asked.sent,
        totals=_totals_of(asked, view),
        balance=balance_text(asked, view),
        balanced=view.balance.difference == 0,
        undo=undo_text(asked, view),
        reasons=undo_reasons(asked, view),
        can_correct=view.phase != Phase.FINISHED,
        graph=_graph_of(asked, view),
        figures=_figures_of(asked, view),
    )


def _place_of(asked: Asked) -> str:
    """Return the event, the round and the table of a game, empty for a casual one."""
    place = asked.event_table
    if place is None:
        return ""
    return f"{place.name} · {asked.say('table.place', round=place.round, table=place.table)}"


def _rows_of(asked: Asked, view: TableView) -> tuple[RowText, ...]:
    """Return the rows in words; a chombo that was ruled stands in one row with its ruling."""
    ruled = [row for row in view.sheet if isinstance(row, RulingRow) and row.recorded is not None]
    hands = [row.recorded for row in ruled]
    alone = {row.recorded: row for row in ruled if hands.count(row.recorded) == 1}
    found = []
    for row in view.sheet:
        if _is_row(row, view) and row not in alone.values():
            text, ruling = row_text(asked, row, view), alone.get(row.seq)
            told = None if ruling is None else row_text(asked, ruling, view)
            found.append(text if told is None else replace(text, what=told.what, ruling=told.ruling))
    return tuple(found)


def _sheet_version(asked: Asked, version: str, seq: int) -> str:
    """Return what tells one drawing of the sheet from another: what is not sent yet looks different once it is."""
    return version if asked.sent is None or seq <= asked.sent else f"{version}-{asked.sent}"


def _is_row(row: Row, view: TableView) -> bool:
    """Say whether a row stands among the others: the start and the result in force are told elsewhere on the sheet."""
    if isinstance(row, FinishedRow):
        return view.phase != Phase.FINISHED or any(isinstance(each, ReopenedRow) for each in _rows_after(row, view))
    return not isinstance(row, StartRow)


def _rows_after(row: Row, view: TableView) -> tuple[Row, ...]:
    """Return what was entered after a row."""
    return tuple(each for each in view.sheet if each.seq > row.seq)


def _totals_of(asked: Asked, view: TableView) -> tuple[Amounts, ...]:
    """Return the last lines: the scores now or at the end, and chips, yakitori and penalties where there are any."""
    scores = (
        asked.say("sheet.now" if view.standing is None else "sheet.now_final"),
        tuple(points(asked, seat.score) for seat in view.seats),
    )
    yakitori = "sheet.yakitori_now" if view.standing is None else "term.yakitori"
    more = (
        ("table.chips", view.table.chips),
        (yakitori, yakitori_chips(view.table.yakitori, view.rules)),
        ("sheet.penalties", view.table.penalties),
    )
    found = [
        (asked.say(key), tuple(signed(asked, each) if each else NONE for each in amounts))
        for key, amounts in more
        if any(amounts)
    ]
    return (scores, *found)


PAGE = "games/sheet.html"


def show(asked: Asked, desk: Desk, token: str) -> Answer:
    """Show the score sheet."""
    return page_of(PAGE, page=_sheet_page(asked, table_at(asked, desk, token)))


def state(asked: Asked, desk: Desk, token: str) -> Answer:
    """Return the sheet for a page that already shows it, or nothing when nothing has changed."""
    game = game_of(asked, desk, token)
    if asked.tag == _sheet_version(asked, table_version(desk, game), game_now(desk, game).seq):
        return not_modified()
    page = _sheet_page(asked, table_at(asked, desk, token))
    return block_of(PAGE, "sheet", page=page).with_headers((VERSION_TAG, page.version), NEVER_KEPT)


def undo(asked: Asked, desk: Desk, token: str) -> Answer:
    """Take back what was recorded last, with the reason that was tapped."""
    current, form = table_at(asked, desk, token), asked.form
    if form.one("reason") not in tuple(UndoReason):
        raise HttpError(BAD_REQUEST, asked.say("table.no_reason"))
    reason = UndoReason(form.one("reason"))
    written = writing.undo(desk, current.game, order_of(asked), expected_of(form), reason)
    summary = asked.say("table.undo") + ": " + asked.say(f"undo.{reason}")
    return after_order(asked, desk, token, written, summary, url_for("table.show", token=token))


def signal(asked: Asked, desk: Desk, token: str) -> Answer:
    """Give the time signal."""
    current, form = table_at(asked, desk, token), asked.form
    running = form.one("running") == "yes"
    expected = None if asked.event_table else expected_of(form)
    written = writing.signal(desk, current.game, order_of(asked), expected, running=running)
    return after_order(asked, desk, token, written, asked.say("table.signal"))


def end(asked: Asked, desk: Desk, token: str) -> Answer:
    """Ask once more before a game is ended by hand."""
    current, form = table_at(asked, desk, token), asked.form
    over = over_since(form.changed("of", "end"), at_table_of_device(asked, desk, current))
    sticks = sticks_if_ended(asked, current.view)
    return page_of("games/end.html", page=table_page(asked, desk, current), over=over, sticks=sticks)


def force_end(asked: Asked, desk: Desk, token: str) -> Answer:
    """End the game by the present scores."""
    current, form = table_at(asked, desk, token), asked.form
    written = writing.force_end(desk, current.game, order_of(asked), expected_of(form))
    return after_order(asked, desk, token, written, asked.say("table.force_end"))


def seats_agreed(form: Form) -> tuple[int, ...]:
    """Return the seats whose players agreed on the result."""
    return tuple(seat for seat in ALL_SEATS if form.has("agrees", str(seat)))


def not_agreed(asked: Asked) -> str:
    """Return that not all four of an event's table agreed, as only referees may go on without; empty otherwise."""
    needs_all = asked.event_table is not None and asked.event_table.role == "table"
    return asked.say("table.four_agree") if needs_all and len(seats_agreed(asked.form)) < len(ALL_SEATS) else ""


def finish(asked: Asked, desk: Desk, token: str) -> Answer:
    """Issue the result."""
    current, form, wrong = table_at(asked, desk, token), asked.form, not_agreed(asked)
    if wrong:
        return refused_order(token, (wrong,))
    written = writing.finish(desk, current.game, order_of(asked), expected_of(form))
    return after_order(asked, desk, token, written, asked.say("table.finish"))


def reopen(asked: Asked, desk: Desk, token: str) -> Answer:
    """Take the issued result back."""
    current, form = table_at(asked, desk, token), asked.form
    written = writing.reopen(desk, current.game, order_of(asked), expected_of(form), form.one("text"))
    return after_order(asked, desk, token, written, asked.say("table.reopen") + ": " + form.one("text"))


def share(asked: Asked, desk: Desk, token: str) -> Answer:
    """Show the address of the table for the other phones, and the one at which it is only read."""
    game = game_of(asked, desk, token)
    is_over = table_view(desk, game).standing is not None
    return page_of("games/share.html", token=token, reader=reader_address(desk, game), is_over=is_over)


def enter_lost(asked: Asked, desk: Desk, token: str) -> Answer:
    """Enter one lost event: ``kind`` and ``body`` as a log tells them, its number and its target where known."""
    current, form = table_at(asked, desk, token), asked.form
    seq = form.one("seq")
    entry = Lost(
        kind=form.one("kind"),
        body=form.one("body"),
        seq=int(seq) if is_digits(seq) and len(seq) < len("1000000000") else None,
        target=form.one("target"),
    )
    written = lost.enter_lost(desk, current.game, order_of(asked), entry)
    what = asked.say(f"entry.{entry.kind}") if entry.kind in tuple(EventKind) else entry.kind
    return after_order(asked, desk, token, written, what)


Amounts = tuple[str, tuple[str, ...]]
"""A line of the sheet: its title, and an amount for each seat."""

_WIDTH = 1000
_HEIGHT = 100
"""A picture that is drawn as wide and as high as its place is: heights are per cent of it."""
_STEP = 10_000
"""The scores between two lines of the graph."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Graph:
    """The scores after each hand as a picture in ``box``, which takes the shape of its place.

    ``lines`` are the corners of each seat's line, ``levels`` the heights of whole scores with what they say; ``text``
    says for whoever does not see it where everybody began and ended.
    """

    box: str
    lines: tuple[str, ...]
    levels: tuple[tuple[str, str], ...]
    text: str


def _graph_of(asked: Asked, view: TableView) -> Graph:
    """Return how the scores went, from the start to now."""
    course = _course_of(view)
    every = [score for scores in course for score in scores]
    low, high = min(every) // _STEP * _STEP, -(-max(every) // _STEP) * _STEP
    high = max(high, low + _STEP)
    apart = _STEP * (1 + (high - low) // (6 * _STEP))
    courses = [
        asked.say("sheet.went", player=seat.name, old=points(asked, first), new=points(asked, last))
        for seat, first, last in zip(view.seats, course[0], course[-1], strict=True)
    ]
    return Graph(
        box=f"0 0 {_WIDTH} {_HEIGHT}",
        lines=tuple(_corners([scores[seat] for scores in course], low, high) for seat in ALL_SEATS),
        levels=tuple(
            (str(_height_of(level, low, high)), points(asked, level)) for level in range(low, high + 1, apart)
        ),
        text=", ".join(courses),
    )


def _course_of(view: TableView) -> list[Four]:
    """Return the scores at the start, after each hand that stands, and now."""
    start = next(row for row in view.sheet if isinstance(row, StartRow))
    hands = [row.after.scores for row in standing_hands(view.sheet)]
    east, south, west, north = view.seats
    return [start.table.scores, *hands, (east.score, south.score, west.score, north.score)]


def _corners(scores: list[int], low: int, high: int) -> str:
    """Return the corners of a line as a picture takes them."""
    apart = max(len(scores) - 1, 1)
    return " ".join([f"{_WIDTH * place // apart},{_height_of(score, low, high)}" for place, score in enumerate(scores)])


def _height_of(score: int, low: int, high: int) -> int:
    """Return how far below the top of the picture a score lies."""
    return _HEIGHT - _HEIGHT * (score - low) // (high - low)


def _figures_of(asked: Asked, view: TableView) -> tuple[Amounts, ...]:
    """Return how often each player won, dealt in, declared riichi, and was tenpai at an exhaustive draw."""
    hands = [row.hand for row in standing_hands(view.sheet)]
    counted = (
        ("wins", [winners_of(hand.ending, view.rules) for hand in hands]),
        ("deal_ins", [_discarders(hand) for hand in hands]),
        ("riichi", [hand.riichi for hand in hands]),
        ("tenpai", [_tenpai(hand) for hand in hands]),
    )
    return tuple((asked.say(f"sheet.count_{name}"), _times(seats)) for name, seats in counted)


def _times(hands: list[tuple[int, ...]]) -> tuple[str, ...]:
    """Return in how many hands each seat is told."""
    return tuple(str(sum([1 for seats in hands if seat in seats])) for seat in ALL_SEATS)


def _discarders(hand: Hand) -> tuple[int, ...]:
    found = hand.ending.discarder if isinstance(hand.ending, Won) else None
    return () if found is None else (found,)


def _tenpai(hand: Hand) -> tuple[int, ...]:
    return hand.ending.tenpai if isinstance(hand.ending, ExhaustiveDraw) else ()


_READ_ONLY = "games/reader.html"
NOT_FOUND_BY_SEARCH = ("X-Robots-Tag", "noindex")


def read_by(asked: Asked, desk: Desk, reader: str) -> TableView:
    """Return the game of an address, or answer that there is no such page."""
    game = find_to_read(desk, reader)
    if game is None:
        raise HttpError(NOT_FOUND, asked.say("error_page.no_table"))
    view = table_view(desk, game)
    if not asked.called:
        return view
    return replace(view, seats=tuple(replace(seat, name=asked.called[seat.seat]) for seat in view.seats))  # type: ignore[arg-type]


def _read_page(asked: Asked, view: TableView, reader: str) -> SheetPage:
    """Return the score sheet without what could be done to it."""
    page = _sheet_page(asked, CurrentTable(token="", game=view.game, view=view))
    rows = tuple(_only_read(row) for row in page.rows)
    poll = url_for("reader.state", reader=reader)
    return replace(page, rows=rows, poll=poll, undo="", can_correct=False)


def _only_read(row: RowText) -> RowText:
    """Return a row whose ruling cannot be withdrawn."""
    return row if row.ruling is None else replace(row, ruling=replace(row.ruling, withdraw=False, hint=""))


def show_read_only(asked: Asked, desk: Desk, reader: str) -> Answer:
    """Show result and sheet."""
    page = _read_page(asked, read_by(asked, desk, reader), reader)
    return page_of(_READ_ONLY, page=page, reader=reader).with_headers(NOT_FOUND_BY_SEARCH)


def state_read_only(asked: Asked, desk: Desk, reader: str) -> Answer:
    """Return the same for a page that already shows it, or nothing when nothing has changed."""
    view = read_by(asked, desk, reader)
    if asked.tag == view.version:
        return not_modified()
    page = _read_page(asked, view, reader)
    return block_of(_READ_ONLY, "sheet", page=page, reader=reader).with_headers((VERSION_TAG, page.version), NEVER_KEPT)
