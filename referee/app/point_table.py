"""The point table of a ruleset: what every han and fu pays by ron and by tsumo, to the dealer and to the others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from referee.app.answer import Answer, page_of
from referee.app.pages import LIMITS_OFFERED, limits_of, offers_of, points, rules_line
from referee.app.pays import address_of, anywhere
from referee.app.record import address_with
from referee.app.routes import url_for
from referee.app.tables import table_at
from referee.app.tile_win import is_of_table
from referee.rules.points import MANGAN_FROM, BasePoints, least_han, ron_amount, tsumo_amounts, worth, yakuman_worth
from referee.texts.library import rules_wanted
from referee.texts.rulings import ruleset_named

if TYPE_CHECKING:
    from referee.app.asked import Asked
    from referee.app.form import Form
    from referee.desk import Desk
    from referee.rules.ruleset import Ruleset


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


def show(asked: Asked, _at: Desk) -> Answer:
    """Show the table under the rules that are asked for, and lead back to the payment that was asked."""
    form, library = asked.form, asked.library
    book = library.book(form.one("ruleset")) or library.books[0]
    named = ruleset_named(book.titles, book.edition, asked.speaker)
    return points_page(asked, address_of(form, anywhere(asked)), named, rules_wanted(book, form.options()))


def at_table(asked: Asked, at: Desk, token: str) -> Answer:
    """Show the table under the rules of a game, and lead back to the hand as its form was filled in."""
    view, form = table_at(asked, at, token).view, asked.form
    return points_page(asked, form_of_hand(form, token), rules_line(asked, view), view.rules)


def form_of_hand(form: Form, token: str) -> str:
    """Return the address of the form that was left, else of the table."""
    told = form.one("to")
    return address_with(told, form) if is_of_table(told) else url_for("table.show", token=token)


def points_page(asked: Asked, back: str, named: str, rules: Ruleset) -> Answer:
    """Return the table under these rules."""
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
    low = [low_row(asked, rules, fu, dealer_wins=wins) for fu in (*offers.fu_tsumo, *offers.fu)]
    return Side(
        title=asked.say(f"points.{winner}"),
        low=tuple(low),
        limits=(*limits, Row(name=asked.say("limit.yakuman"), cells=(yakuman,))),
    )


def low_row(asked: Asked, rules: Ruleset, fu: int, *, dealer_wins: bool) -> Row:
    """Return what hands with these fu pay, han by han; nothing where no hand has so few."""
    cells = []
    for han in range(1, MANGAN_FROM):
        whole = cell(asked, worth(han, fu, rules.values), dealer_wins=dealer_wins)
        ron, tsumo = [is_possible(han, fu, rules, by_tsumo=by_tsumo) for by_tsumo in (False, True)]
        cells.append(Cell(ron=whole.ron if ron else "", tsumo=whole.tsumo if tsumo else ()))
    return Row(name=str(fu), cells=tuple(cells))


def is_possible(han: int, fu: int, rules: Ruleset, *, by_tsumo: bool) -> bool:
    """Say whether a hand can have so few fu."""
    least = least_han(fu, rules.values, by_tsumo=by_tsumo)
    return least is not None and han >= least


def cell(asked: Asked, value: BasePoints, *, dealer_wins: bool) -> Cell:
    """Return what a hand pays."""
    dealer, other = tsumo_amounts(value.base, dealer_wins=dealer_wins)
    parts = [points(asked, amount) for amount in (other, dealer) if amount is not None]
    return Cell(ron=points(asked, ron_amount(value.base, dealer_wins=dealer_wins)), tsumo=tuple(parts))
