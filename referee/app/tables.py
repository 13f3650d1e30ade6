"""The table of an address as a page sees it, and the order that a form carries."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from referee import desk
from referee.app.answer import NOT_FOUND
from referee.app.asked import Unanswerable
from referee.app.routes import url_for
from referee.desk import By, Order
from referee.game.view import AtTable
from referee.texts.reader import is_digits

if TYPE_CHECKING:
    from referee.app.asked import Asked
    from referee.app.form import Form
    from referee.desk import Desk, TableView


LONGEST_COMMAND = 80
"""How much of the id of an order counts."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Seen:
    """A table as it stands: the token of its address, its game, and the view of it."""

    token: str
    game: str
    view: TableView


def game_of(asked: Asked, at: Desk, token: str) -> str:
    """Return the game of an address, or answer that there is no such page."""
    game = desk.find(at, token)
    if game is None:
        raise Unanswerable(NOT_FOUND, asked.say("mishap.no_table"))
    return game


def table_at(asked: Asked, at: Desk, token: str) -> Seen:
    """Return the table of an address as it stands."""
    game = game_of(asked, at, token)
    return Seen(token=token, game=game, view=desk.view(at, game))


def as_seen(asked: Asked, at: Desk, seen: Seen) -> AtTable:
    """Return a table as whoever holds this device looks at it."""
    return AtTable(
        game=desk.game_now(at, seen.game),
        rules=seen.view.rules,
        names=tuple(seat.name for seat in seen.view.seats),
        me=seat_of(asked, seen.token),
        library=asked.library,
        speaker=asked.speaker,
        address=url_for("table.show", token=seen.token),
        expected_event=seen.view.expected_event,
    )


def seat_of(asked: Asked, token: str) -> int:
    """Return where the holder of this device sits at a table, at the first dealer's seat if he has not said."""
    return asked.device.tables.get(token) or 0


def order_of(asked: Asked, part: str = "") -> Order:
    """Return the order that a form carries; ``part`` tells apart several orders of one form."""
    command = asked.form.one("command_id", asked.command)[:LONGEST_COMMAND]
    by = By(device=asked.device.id, role="table", name="")
    return Order(command=command + part, by=by, seen=asked.form.one("expected_event"))


def expected_of(form: Form) -> int:
    """Return the state that the sender of a form had seen; what is no number is a state that never was."""
    text = form.one("expected")
    return int(text) if is_digits(text) and len(text) < len("1000000000") else -1


def is_fresh(form: Form, view: TableView) -> bool:
    """Say whether the sheet is still what the sender of a form had seen; the hash decides where the form tells it."""
    seen = form.one("expected_event")
    return seen == view.expected_event if seen else expected_of(form) == view.expected
