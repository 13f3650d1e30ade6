"""A game under the address at which it is only read: its result and its score sheet, and nothing that writes."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from referee import desk
from referee.app.answer import NEVER_KEPT, NOT_FOUND, TAG, block_of, page_of, unchanged
from referee.app.asked import Unanswerable
from referee.app.routes import url_for
from referee.app.sheet import sheet_page
from referee.app.tables import Seen

if TYPE_CHECKING:
    from referee.app.answer import Answer
    from referee.app.asked import Asked
    from referee.app.rows import RowText
    from referee.app.sheet import SheetPage
    from referee.desk import Desk, TableView

PAGE = "games/reader.html"
NOT_FOUND_BY_SEARCH = ("X-Robots-Tag", "noindex")


def read_by(asked: Asked, at: Desk, reader: str) -> TableView:
    """Return the game of an address, or answer that there is no such page."""
    game = desk.find_to_read(at, reader)
    if game is None:
        raise Unanswerable(NOT_FOUND, asked.say("error_page.no_table"))
    return desk.view(at, game)


def read_page(asked: Asked, view: TableView, reader: str) -> SheetPage:
    """Return the score sheet without what could be done to it."""
    page = sheet_page(asked, Seen(token="", game=view.game, view=view))
    rows = tuple(only_read(row) for row in page.rows)
    poll = url_for("reader.state", reader=reader)
    return replace(page, rows=rows, poll=poll, undo="", can_correct=False)


def only_read(row: RowText) -> RowText:
    """Return a row whose ruling cannot be withdrawn."""
    return row if row.ruling is None else replace(row, ruling=replace(row.ruling, withdraw=False, hint=""))


def show(asked: Asked, at: Desk, reader: str) -> Answer:
    """Show result and sheet."""
    page = read_page(asked, read_by(asked, at, reader), reader)
    return page_of(PAGE, page=page, reader=reader).telling(NOT_FOUND_BY_SEARCH)


def state(asked: Asked, at: Desk, reader: str) -> Answer:
    """Return the same for a page that already shows it, or nothing when nothing has changed."""
    view = read_by(asked, at, reader)
    if asked.tag == view.version:
        return unchanged()
    page = read_page(asked, view, reader)
    return block_of(PAGE, "sheet", page=page, reader=reader).telling((TAG, page.version), NEVER_KEPT)
