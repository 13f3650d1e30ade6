"""The score sheet, and what is done to a game as a whole: undo, time signal, end, result, link for other phones."""

from __future__ import annotations

from referee import desk
from referee.app.answer import BAD_REQUEST, NEVER_KEPT, TAG, Answer, block_of, page_of, unchanged
from referee.app.asked import Asked, Unanswerable
from referee.app.routes import url_for
from referee.app.sheetpage import sheet_page, sheet_version
from referee.app.tablepage import table_page
from referee.app.tables import as_seen, expected_of, game_of, order_of, table_at
from referee.app.written import after_order
from referee.core.pages.over_view import since
from referee.desk import Desk, UndoReason

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
    return after_order(asked, at, token, written, told, url_for("play.show", token=token))


def signal(asked: Asked, at: Desk, token: str) -> Answer:
    """Give the time signal."""
    seen, form = table_at(asked, at, token), asked.form
    running = form.one("running") == "yes"
    written = desk.signal(at, seen.game, order_of(asked), expected_of(form), running=running)
    return after_order(asked, at, token, written, asked.say("table.signal"))


def end(asked: Asked, at: Desk, token: str) -> Answer:
    """Ask once more before a game is ended by hand."""
    seen, form = table_at(asked, at, token), asked.form
    over = since(form.changed("of", "end"), as_seen(asked, at, seen))
    return page_of("games/end.html", page=table_page(asked, at, seen), over=over)


def force_end(asked: Asked, at: Desk, token: str) -> Answer:
    """End the game by the present scores."""
    seen, form = table_at(asked, at, token), asked.form
    written = desk.force_end(at, seen.game, order_of(asked), expected_of(form))
    return after_order(asked, at, token, written, asked.say("table.force_end"))


def finish(asked: Asked, at: Desk, token: str) -> Answer:
    """Issue the result."""
    seen, form = table_at(asked, at, token), asked.form
    written = desk.finish(at, seen.game, order_of(asked), expected_of(form))
    return after_order(asked, at, token, written, asked.say("table.finish"))


def reopen(asked: Asked, at: Desk, token: str) -> Answer:
    """Take the issued result back."""
    seen, form = table_at(asked, at, token), asked.form
    written = desk.reopen(at, seen.game, order_of(asked), expected_of(form), form.one("text"))
    return after_order(asked, at, token, written, asked.say("table.reopen") + ": " + form.one("text"))


def share(asked: Asked, at: Desk, token: str) -> Answer:
    """Show the address of the table for the other phones."""
    game_of(asked, at, token)
    return page_of("games/share.html", token=token)
