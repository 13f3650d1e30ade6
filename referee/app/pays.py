"""What a hand pays, without a table or at one, and the table of every value."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from referee.app.answer import OK, UNPROCESSABLE, Answer, block_of, page_of, redirect
from referee.app.form import OPTION, Form
from referee.app.pages import (
    LIMITS_OFFERED,
    PaysPage,
    book_asked,
    limits_of,
    offers_of,
    pays_page,
    rules_line,
    without_leftovers,
)
from referee.app.preview import settle_payment
from referee.app.record import address_with, marked
from referee.app.routes import query_of, url_for
from referee.app.settings import rules_at, under_rules, with_rules
from referee.app.tables import seat_of, table_at
from referee.app.tile_win import is_table_address
from referee.desk import Phase
from referee.records import dataclass
from referee.rules.points import MANGAN_FROM, BasePoints, ron_amount, tsumo_amounts, worth, yakuman_worth
from referee.rules.table import ALL_SEATS, STICK
from referee.texts.reader import is_digits
from referee.texts.rulings import ruleset_named
from referee.texts.words import points_written, rules_wanted

if TYPE_CHECKING:
    from referee.app.asked import Asked
    from referee.app.form import Form
    from referee.app.pages import Fu
    from referee.desk import Desk, TableView
    from referee.rules.ruleset import Ruleset


_NOT_IN_ADDRESS = frozenset({"step", "shown", "lang"})
_STEPS = {"honba+1": ("honba", 1), "honba-1": ("honba", -1), "sticks+1": ("sticks", 1), "sticks-1": ("sticks", -1)}
"""What the buttons beside a number change, and by how much."""


TABLE_FIELDS = ("at", "honba", "sticks", "fines", "dealer_wins", "renchan", "hands_left")
"""The counters that a table fills in, beside its scores, its players, and the marks of its hand."""


@dataclass(frozen=True, kw_only=True, slots=True)
class PaysContext:
    """Where a payment is asked about: its addresses, where it was opened from, and at a table its view."""

    address: str
    preview: str
    points: str
    back: tuple[str, str]
    view: TableView | None = None


def _context_anywhere(asked: Asked) -> PaysContext:
    """Return where a payment is asked about without a table."""
    return PaysContext(
        address=url_for("pays.show"),
        preview=url_for("pays.payment"),
        points=url_for("point_table.show"),
        back=(url_for("games.home"), asked.say("page.home.title")),
    )


def _context_at_table(asked: Asked, view: TableView, token: str) -> PaysContext:
    """Return where a payment is asked about at a table."""
    return PaysContext(
        address=url_for("pays.at_table", token=token),
        preview=url_for("pays.payment_at_table", token=token),
        points=url_for("point_table.at_table", token=token),
        back=(url_for("table.show", token=token), asked.say("page.back")),
        view=view,
    )


def show(asked: Asked, _desk: Desk) -> Answer:
    """Show the question form, and the payment once the form says enough."""
    return under_rules(asked, "page.home.pays", lambda: _whole_page(asked, with_rules(asked), _context_anywhere(asked)))


def payment(asked: Asked, _desk: Desk) -> Answer:
    """Return only the payment, and the address under which the whole screen shows it again."""
    return _payment_alone(asked, with_rules(asked), _context_anywhere(asked))


def at_table(asked: Asked, desk: Desk, token: str) -> Answer:
    """Show the form under the rules of a table, as the table stands."""
    view = table_at(asked, desk, token).view
    return _whole_page(asked, _with_table(asked, view, token), _context_at_table(asked, view, token))


def payment_at_table(asked: Asked, desk: Desk, token: str) -> Answer:
    """Return only the payment under the rules of a table."""
    view = table_at(asked, desk, token).view
    return _payment_alone(asked, _with_table(asked, view, token), _context_at_table(asked, view, token))


def _whole_page(asked: Asked, sent: Form, context: PaysContext) -> Answer:
    """Return the screen, or after a button beside a number the way to it."""
    step = _STEPS.get(sent.one("step"))
    if step is not None:
        return redirect(address_of(_with_step(sent, *step), context))
    page = _page_with_payment(asked, sent, context)
    return _at_its_address(page_of("pays.html", _status_of(page), page=page), page, context)


def _payment_alone(asked: Asked, sent: Form, context: PaysContext) -> Answer:
    """Return the payment without the form."""
    page = _page_with_payment(asked, sent, context)
    return _at_its_address(block_of("pays.html", "payment", _status_of(page), page=page), page, context)


def _status_of(page: PaysPage) -> int:
    """Return the HTTP status: a refused question is an unprocessable one."""
    return UNPROCESSABLE if page.payment.refused else OK


def _at_its_address(answer: Answer, page: PaysPage, context: PaysContext) -> Answer:
    """Return a response; htmx then shows the address that gives the same screen again."""
    return answer.with_headers(("HX-Replace-Url", address_of(page.form, context)))


def _page_with_payment(asked: Asked, sent: Form, context: PaysContext) -> PaysPage:
    """Return the screen for a form: its answer, its refusal, or what is still to be chosen."""
    library = asked.library
    book = library.book_or_first(sent.one("ruleset"))
    offers = offers_of(rules_wanted(book, sent.options()))
    form = without_leftovers(sent, book, offers)
    page = pays_page(asked, form, book, offers)
    drawn = replace(
        page,
        address=context.address,
        preview=context.preview,
        points=context.points,
        back=context.back,
        payment=settle_payment(form, library, asked.speaker.lang),
    )
    return drawn if context.view is None else _with_players(asked, drawn, context.view)


def _with_players(asked: Asked, page: PaysPage, view: TableView) -> PaysPage:
    """Return the screen of a table: with its people, under its rules alone."""
    players = {str(seat.seat): seat.name for seat in view.seats}
    return replace(
        page,
        seats=tuple(replace(seat, player=players[seat.number]) for seat in page.seats),
        seats_in_order=tuple(replace(seat, player=players[seat.number]) for seat in page.seats_in_order),
        rules=rules_line(asked, view),
        at_table=True,
    )


def _with_table(asked: Asked, view: TableView, token: str) -> Form:
    """Return a form under the rules of a table; the first time also as the table stands, while it is played."""
    sent = asked.form
    facts = [] if sent.has("drawn", "1") or view.phase != Phase.PLAYING else _facts_of(view, seat_of(asked, token))
    named = [name for name, _ in sent.pairs]
    kept = [pair for pair in sent.pairs if not _names_rules(pair[0])]
    return Form(pairs=(*kept, *rules_at(view).items(), *[pair for pair in facts if pair[0] not in named]))


def _facts_of(view: TableView, me: int) -> list[tuple[str, str]]:
    """Return what a table tells about the hand that is played: the table before it, and the marks of its players."""
    table = view.table
    left = "" if table.hands_left is None else str(table.hands_left)
    values = (
        f"{table.round}{table.dealer}",
        *(str(table.honba), str(table.kyoutaku // STICK), str(table.kyoutaku % STICK or "")),
        *(str(table.dealer_wins or ""), str(table.renchan or ""), left),
    )
    scores = [(f"score-{seat}", str(table.scores[seat])) for seat in ALL_SEATS]
    won = [("won", str(seat)) for seat in ALL_SEATS if not table.yakitori[seat]]
    marks = [(field, seat) for field in ("riichi", "open") for seat in marked(view, field)]
    return [("me", str(me)), *zip(TABLE_FIELDS, values, strict=True), *scores, *won, *marks]


def _with_step(form: Form, name: str, change: int) -> Form:
    """Return the form with a number one higher or lower, never below zero; what is no number counts as zero."""
    text = form.one(name, "0")
    before = int(text) if is_digits(text) and len(text) < len("1000") else 0
    return form.changed(name, str(max(0, before + change)))


def address_of(form: Form, context: PaysContext) -> str:
    """Return the address that shows this form again, without its empty fields; a table tells itself how it stands."""
    if context.view is not None and not form.has("drawn", "1"):
        return context.address
    filled = [(name, value) for name, value in form.pairs if value and name not in _NOT_IN_ADDRESS]
    named = [pair for pair in filled if context.view is None or not _names_rules(pair[0])]
    return context.address + ("?" + query_of(named) if named else "")


def _names_rules(name: str) -> bool:
    return name == "ruleset" or name.startswith(OPTION)


PAGE = "points.html"


@dataclass(frozen=True, kw_only=True, slots=True)
class Cell:
    """What a hand pays by ron, and by tsumo: from each, or from the others and the dealer; empty where none is so."""

    ron: str
    tsumo: tuple[str, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Row:
    """What hands pay with the same fu or limit; ``name`` says which, ``reach`` how many han reach a limit."""

    name: str
    cells: tuple[Cell, ...]
    reach: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Side:
    """What one side is paid, the dealer or the others: below mangan by fu and han, and from mangan on."""

    title: str
    low: tuple[Row, ...]
    limits: tuple[Row, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class PointsPage:
    """The point table under the rules that are named, and the way back."""

    back: str
    rules: str
    kiriage: bool
    han: tuple[int, ...]
    sides: tuple[Side, ...]


def points(asked: Asked, _desk: Desk) -> Answer:
    """Show the table under the rules that are asked for, else those of the last time, and lead back to the payment."""
    return under_rules(asked, "points.title", lambda: _points_anywhere(asked))


def _points_anywhere(asked: Asked) -> Answer:
    """Return the table under the rules that are asked for."""
    form = with_rules(asked)
    book = book_asked(asked, form)
    named = ruleset_named(book.titles, book.edition, asked.speaker)
    return _points_page(asked, address_of(form, _context_anywhere(asked)), named, rules_wanted(book, form.options()))


def points_at_table(asked: Asked, desk: Desk, token: str) -> Answer:
    """Show the table under the rules of a game, and lead back to the hand as its form was filled in."""
    view, form = table_at(asked, desk, token).view, asked.form
    return _points_page(asked, _form_of_hand(form, token), rules_line(asked, view), view.rules)


def _form_of_hand(form: Form, token: str) -> str:
    """Return the address of the form that was left, else of the table."""
    address = form.one("to")
    return address_with(address, form) if is_table_address(address) else url_for("table.show", token=token)


def _points_page(asked: Asked, back: str, named: str, rules: Ruleset) -> Answer:
    page = PointsPage(
        back=back,
        rules=named,
        kiriage=rules.values.kiriage,
        han=tuple(range(1, MANGAN_FROM)),
        sides=(side(asked, rules, "not_dealer"), side(asked, rules, "dealer")),
    )
    return page_of(PAGE, page=page)


def side(asked: Asked, rules: Ruleset, winner: str) -> Side:
    """Return what the dealer is paid, or any other player."""
    offers, wins = offers_of(rules), winner == "dealer"
    names = limits_of(asked, offers)
    limits = [
        Row(
            name=limit.text,
            reach=limit.reach,
            cells=(cell(asked, worth(least, 0, rules.values), dealer_wins=wins),),
        )
        for limit, (_, least) in zip(names, LIMITS_OFFERED[: len(names)], strict=True)
    ]
    yakuman = cell(asked, yakuman_worth(1, rules.values), dealer_wins=wins)
    low = [_low_row(asked, rules, fu, dealer_wins=wins) for fu in offers.fu]
    return Side(
        title=asked.say(f"points.{winner}"),
        low=tuple(low),
        limits=(*limits, Row(name=asked.say("limit.yakuman"), cells=(yakuman,))),
    )


def _low_row(asked: Asked, rules: Ruleset, fu: Fu, *, dealer_wins: bool) -> Row:
    """Return what hands with these fu pay, han by han; nothing where no hand has so few."""
    cells = []
    for han in range(1, MANGAN_FROM):
        whole = cell(asked, worth(han, fu.fu, rules.values), dealer_wins=dealer_wins)
        ron, tsumo = [least is not None and han >= least for least in (fu.ron, fu.tsumo)]
        cells.append(Cell(ron=whole.ron if ron else "", tsumo=whole.tsumo if tsumo else ()))
    return Row(name=str(fu.fu), cells=tuple(cells))


def cell(asked: Asked, value: BasePoints, *, dealer_wins: bool) -> Cell:
    """Return what a hand pays, as it is said: "1,000/2,000"."""
    dealer, other = tsumo_amounts(value.base, dealer_wins=dealer_wins)
    parts = [points_written(amount, asked.speaker.words) for amount in (other, dealer) if amount is not None]
    ron = points_written(ron_amount(value.base, dealer_wins=dealer_wins), asked.speaker.words)
    return Cell(ron=ron, tsumo=tuple(parts))
