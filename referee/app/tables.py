"""The table of an address as a page sees it, the order that a form carries, and what is answered once it is written."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from referee.app.answer import CONFLICT, NOT_FOUND, UNPROCESSABLE, Answer, page_of, redirect_after_write
from referee.app.asked import HttpError
from referee.app.pages import Choice, hand_name, refusals_at, speaker_at
from referee.app.routes import query_of, url_for
from referee.app.rows import RowText, row_text
from referee.desk import (
    By,
    Clash,
    Conflict,
    Desk,
    NoteRow,
    Order,
    Refused,
    RenamedRow,
    TableView,
    Written,
    find,
    game_now,
    standing_hands,
    table_view,
)
from referee.desk.starting import LONGEST_PLAYER_NAME
from referee.game.view import AtTable
from referee.records import dataclass
from referee.texts.reader import is_digits

if TYPE_CHECKING:
    from referee.app.asked import Asked
    from referee.app.form import Form


LONGEST_COMMAND = 80
"""How much of the id of an order counts."""


@dataclass(frozen=True, kw_only=True, slots=True)
class CurrentTable:
    """A table as it stands: the token of its address, its game, and the view of it."""

    token: str
    game: str
    view: TableView


def game_of(asked: Asked, desk: Desk, token: str) -> str:
    """Return the game of an address, or answer that there is no such page."""
    game = find(desk, token)
    if game is None:
        raise HttpError(NOT_FOUND, asked.say("error_page.no_table"))
    return game


def table_at(asked: Asked, desk: Desk, token: str) -> CurrentTable:
    """Return the table of an address as it stands."""
    game = game_of(asked, desk, token)
    return CurrentTable(token=token, game=game, view=table_view(desk, game))


def at_table_of_device(asked: Asked, desk: Desk, current: CurrentTable) -> AtTable:
    """Return a table as whoever holds this device looks at it."""
    return AtTable(
        game=game_now(desk, current.game),
        rules=current.view.rules,
        names=tuple(seat.name for seat in current.view.seats),
        me=seat_of(asked, current.token),
        library=asked.library,
        speaker=speaker_at(asked, current.view),
        address=url_for("table.show", token=current.token),
        expected_event=current.view.expected_event,
    )


def seat_of(asked: Asked, token: str) -> int:
    """Return where the holder of this device sits at a table, at the first dealer's seat if he has not said."""
    return asked.device.tables.get(token) or 0


def order_of(asked: Asked, part: str = "") -> Order:
    """Return the order that a form carries; ``part`` tells apart several orders of one form."""
    command = asked.form.one("command_id", asked.command)[:LONGEST_COMMAND]
    event_table = asked.event_table
    link = "" if event_table is None else event_table.link
    by = By(device=asked.device.id, role=asked.role, name="", link=link)
    return Order(command=command + part, by=by, seen=asked.form.one("expected_event"))


def order_of_referee(asked: Asked, referee: str) -> Order:
    """Return the order of a form by this referee."""
    order = order_of(asked)
    return replace(order, by=replace(order.by, name=referee))


def referee_named(form: Form) -> str:
    """Return the referee whom a form names."""
    return form.one("by")[:LONGEST_PLAYER_NAME]


def expected_of(form: Form) -> int:
    """Return the state that the sender of a form had seen; what is no number is a state that never was."""
    text = form.one("expected")
    return int(text) if is_digits(text) and len(text) < len("1000000000") else -1


def is_fresh(form: Form, view: TableView) -> bool:
    """Say whether the sheet is still what the sender of a form had seen; the hash decides where the form tells it."""
    seen = form.one("expected_event")
    return seen == view.expected_event if seen else expected_of(form) == view.expected


_STATE_FIELDS = frozenset({"expected", "expected_event", "command_id"})
CONFLICT_PAGE = "games/conflict.html"


@dataclass(frozen=True, kw_only=True, slots=True)
class ConflictPage:
    """Both sides of a conflict: what is on the sheet meanwhile, and what this device wanted to write.

    ``again`` is where the same form is sent to once more, ``look`` where it is looked at again first; either may be
    empty. ``waiting`` is the id under which a phone still keeps the form, if it does, ``nothing`` what is said where
    nothing is on the sheet; ``rulesets`` are to choose from where those of the form are not here any more.
    """

    back: str
    back_text: str
    why: str
    theirs: tuple[RowText, ...]
    keep: str
    mine: tuple[str, ...]
    command: str
    expected: int | None = None
    expected_event: str = ""
    fields: tuple[tuple[str, str], ...] = ()
    waiting: str = ""
    again: str = ""
    again_text: str = ""
    look: str = ""
    look_text: str = ""
    now: str = ""
    refusals: tuple[str, ...] = ()
    nothing: str = ""
    rulesets: tuple[Choice, ...] = ()
    players: tuple[str, ...] = ()


def after_order(asked: Asked, desk: Desk, token: str, written: Written, wanted: str, look: str = "") -> Answer:
    """Answer to an order; ``wanted`` says what it was, ``look`` where it must be looked at again after a conflict."""
    if isinstance(written, Conflict):
        return conflicting(_order_conflict(asked, token, written, wanted, look))
    if isinstance(written, Refused):
        return refused_order(token, refusals_at(asked, written.problems, table_at(asked, desk, token).view))
    return redirect_after_write(asked, url_for("table.show", token=token), written)


def _order_conflict(asked: Asked, token: str, conflict: Conflict, wanted: str, look: str) -> ConflictPage:
    """Return both sides where the order was no hand; an order of figures that are old by now is not sent again."""
    fields = kept_fields(asked.form)
    page = conflict_page(asked, token, conflict, (wanted,), fields)
    if not look:
        return replace(page, again=asked.path)
    return replace(page, look=_with_form_waiting(look, page), look_text=asked.say("page.conflict.look"))


def _with_form_waiting(look: str, page: ConflictPage) -> str:
    """Return an address that tells the page there, too, which form of a phone is looked at."""
    if not page.waiting or "resolves=" in look:
        return look
    return f"{look}?{query_of([('resolves', page.waiting)])}"


def refused_order(token: str, refusals: tuple[str, ...]) -> Answer:
    """Say why an order was not carried out."""
    return page_of("games/refused.html", UNPROCESSABLE, token=token, refusals=refusals)


def kept_fields(form: Form) -> tuple[tuple[str, str], ...]:
    """Return the fields of a form that are sent once more."""
    return tuple((name, value) for name, value in form.pairs if name not in _STATE_FIELDS)


def conflict_page(
    asked: Asked, token: str, conflict: Conflict, mine: tuple[str, ...], fields: tuple[tuple[str, str], ...] = ()
) -> ConflictPage:
    """Return both sides of a conflict."""
    return ConflictPage(
        back=url_for("table.show", token=token),
        back_text=asked.say("page.back"),
        why=clash_text(asked, conflict.why),
        theirs=tuple(row_text(asked, row, conflict.view) for row in conflict.theirs),
        keep=asked.say("page.conflict.keep"),
        mine=mine,
        command=asked.command,
        expected=conflict.view.expected,
        expected_event=conflict.view.expected_event,
        fields=fields,
        waiting=dict(fields).get("resolves", ""),
        again_text=asked.say("page.conflict.again"),
        now=_hand_now(asked, conflict.view),
        players=tuple(seat.name for seat in conflict.view.seats),
    )


def clash_text(asked: Asked, why: Clash) -> str:
    """Return why an order was not written."""
    return asked.say(f"page.conflict.{why}")


def _hand_now(asked: Asked, view: TableView) -> str:
    return hand_name(asked, view.table.round, view.table.dealer)


def conflicting(page: ConflictPage) -> Answer:
    """Show both sides and let the person choose."""
    return page_of(CONFLICT_PAGE, CONFLICT, page=page)


def can_be_replaced(conflict: Conflict) -> bool:
    """Say whether what stands there is one hand, the last one, which can be taken back for another."""
    hands = standing_hands(conflict.theirs)
    undo = conflict.view.undo
    changes = [row for row in conflict.theirs if not isinstance(row, NoteRow | RenamedRow)]
    return len(changes) == len(hands) == 1 and undo is not None and undo.seq == hands[0].seq
