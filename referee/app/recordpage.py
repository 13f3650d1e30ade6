"""The form of a finished hand: what it shows, what it still asks, and what it pays."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from referee.app.offers import offers_of
from referee.app.pages import Choice, SeatView, choices, hand_name, limits_of, seat_views
from referee.app.points import points
from referee.app.tables import seat_of
from referee.core.forms.address import query_of
from referee.core.forms.form import Form
from referee.core.forms.hand_form import NOT_IN_ADDRESS, lacking_in_record
from referee.core.pages.over_view import ANEW, EXPECTED, EXPECTED_EVENT
from referee.core.pages.preview import READING_ORDER
from referee.core.pages.record_view import RecordView
from referee.core.rules.choices import DeadHand

if TYPE_CHECKING:
    from referee.app.asked import Asked
    from referee.app.offers import Offers
    from referee.app.tables import Seen
    from referee.core.rules.facts import Table
    from referee.desk import SeatView as SeatSeen
    from referee.desk import TableView

MARKED = ("riichi", "open", "tenpai")
"""The fields of the form that start from the marks of the table."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Errand:
    """What a form is for: words, addresses, the table before the hand, and whose hand is dead in it.

    ``tiles`` is where tiles are entered, ``of`` the last part of its own address.
    """

    title: str
    back: str
    back_text: str
    address: str
    preview: str
    tiles: str
    of: str
    table: Table
    on_table: int
    dead: tuple[int, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class RecordPage:
    """The form of a hand; ``told`` is what it pays, or the next question."""

    token: str
    form: Form
    errand: Errand
    command: str
    expected: str
    expected_event: str
    version: str
    marks: str
    offers: Offers
    hand: str
    honba: int
    on_table: str
    results: tuple[Choice, ...]
    aborts: tuple[Choice, ...]
    limits: tuple[Choice, ...]
    seats: tuple[SeatView, ...]
    seats_in_order: tuple[SeatView, ...]
    told: RecordView
    refusals: tuple[str, ...] = ()


def record_page(asked: Asked, seen: Seen, form: Form, errand: Errand, told: RecordView) -> RecordPage:
    """Return the form with what it is told."""
    view, table = seen.view, errand.table
    offers, me = offers_of(view.rules), seat_of(asked, seen.token)
    seats = tuple(
        seat_drawn(drawn, seat, errand, view)
        for drawn, seat in zip(seat_views(asked, table.dealer, me), view.seats, strict=True)
    )
    return RecordPage(
        token=seen.token,
        form=form,
        errand=errand,
        command=asked.command,
        expected=expected_in(form, seen),
        expected_event=expected_event_in(form, seen),
        version=view.version,
        marks=marks_of(view),
        offers=offers,
        hand=hand_name(asked, table.round, table.dealer),
        honba=table.honba,
        on_table=points(asked, errand.on_table),
        results=choices(asked, "result", offers.results, form.one("result", "ron")),
        aborts=choices(asked, "abort", offers.aborts, form.one("abort")),
        limits=limits_of(asked, offers),
        seats=tuple(seats[(me + step) % 4] for step in READING_ORDER),
        seats_in_order=seats,
        told=told,
    )


def seat_drawn(drawn: SeatView, seat: SeatSeen, errand: Errand, view: TableView) -> SeatView:
    """Return a seat with its player, and how its hand can have ended."""
    is_dead = seat.seat in errand.dead
    waits = not is_dead or view.rules.wins.dead_hand != DeadHand.NO_WIN_NO_TENPAI
    return replace(drawn, player=seat.name, can_win=not is_dead, can_be_tenpai=waits)


def expected_in(form: Form, seen: Seen) -> str:
    """Return the state that a form was made for: the one that it names, else the present one."""
    return form.one(EXPECTED, str(seen.view.expected))


def expected_event_in(form: Form, seen: Seen) -> str:
    """Return the hash of that state's last change, empty where the form names the state by its number alone."""
    return form.one(EXPECTED_EVENT) if form.one(EXPECTED) else seen.view.expected_event


def with_state(form: Form, view: TableView) -> Form:
    """Return a form made for the present state, whatever it was made for before."""
    told = ((EXPECTED, str(view.expected)), (EXPECTED_EVENT, view.expected_event))
    return Form(pairs=(*without_state(form).pairs, *told))


def without_state(form: Form) -> Form:
    """Return a form that does not say which state it was made for."""
    return form.without(ANEW, EXPECTED, EXPECTED_EVENT)


def with_marks(sent: Form, view: TableView) -> Form:
    """Return a form that was not drawn yet with the marks of the table filled in."""
    if sent.has("drawn", "1"):
        return sent
    marks = [(field, seat) for field in MARKED for seat in marked(view, field)]
    return Form(pairs=(*sent.without(*MARKED).pairs, *marks))


def marked(view: TableView, field: str) -> list[str]:
    """Return the seats that a field starts with; riichi is tenpai, a dead hand is not where the rules say so."""
    never = view.rules.wins.dead_hand == DeadHand.NO_WIN_NO_TENPAI
    held = {
        "riichi": [seat.riichi for seat in view.seats],
        "open": [seat.open_riichi for seat in view.seats],
        "tenpai": [(seat.tenpai or seat.riichi) and not (never and seat.dead is not None) for seat in view.seats],
    }
    return [str(seat) for seat, holds in enumerate(held[field]) if holds]


def marks_of(view: TableView) -> str:
    """Return the marks that change a payment as one short text."""
    return ";".join(",".join(marked(view, field)) for field in MARKED)


def lacking(asked: Asked, form: Form) -> str:
    """Return the question that comes next, nothing when the hand is complete."""
    found = lacking_in_record(form)
    return "" if found is None else asked.say(f"hint.{found}")


def fields_kept(form: Form) -> list[tuple[str, str]]:
    """Return the filled fields that say what happened, without what only belongs to one sending."""
    return [(name, value) for name, value in form.pairs if value and name not in NOT_IN_ADDRESS]


def address_with(address: str, form: Form) -> str:
    """Return the address that shows a form once more as it is filled in."""
    return f"{address}?{query_of(fields_kept(form))}"
