"""The tiles: what a hand is worth, and what was allowed with it; alone, or at a table whose form it goes back to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from flask import Blueprint, redirect, render_template, url_for
from markupsafe import Markup

from referee.core.forms.form import OPTION, Form
from referee.core.forms.hand_form import FORM_SEATS
from referee.core.forms.winner_tiles import NAMED_BY_SEAT, ONLY_AT_TILES, hand_to_lay, winner_tiles_view
from referee.core.pages.hand_view import is_of_table
from referee.core.pages.tiles_answer import ABOUT_TILES, tiles_answer
from referee.core.rules.facts import wind_of
from referee.web import memory
from referee.web.desks import table_at
from referee.web.language import follow_language, language, say, speaker
from referee.web.pages import Choice, OptionField, option_field, rulesets_offered
from referee.web.sent import form_sent
from referee.web.shelf import library_in_use
from referee.web.table.correct import hand_at
from referee.web.table.recordpage import NOT_IN_ADDRESS

if TYPE_CHECKING:
    from werkzeug.wrappers import Response

    from referee.core.rules.facts import Table
    from referee.web.desks import Seen

PAGE = "tiles/show.html"
OF_WINNER = ("value", "yaku")
"""What can be asked about the winner of a hand that is being recorded."""
OF_TABLE = ("seat_wind", "round_wind", "honba", "dealer_wins", "renchan")
"""What a table tells about a hand."""
KEPT_FOR_WINNER = frozenset({"for", "to", "marked"})
DRAWN_BY_PAGE = frozenset({"lang", *ONLY_AT_TILES, *(name for name, _ in NAMED_BY_SEAT)}) - KEPT_FOR_WINNER
"""The fields that the page draws itself; for the winner of a hand all others are carried along."""

tiles = Blueprint("tiles", __name__)
follow_language(tiles)


@dataclass(frozen=True, kw_only=True, slots=True)
class TilesPage:
    """A page of tiles: ``shown`` is its fragment, ``preview`` where the fragment is asked for again."""

    back: str
    back_text: str
    address: str
    preview: str
    shown: Markup
    questions: tuple[Choice, ...]
    rulesets: tuple[Choice, ...]
    options: tuple[OptionField, ...]
    carried: tuple[tuple[str, str], ...]


@tiles.get("/tiles")
def show() -> str:
    """Show the tiles without a table."""
    form = form_sent()
    library = library_in_use()
    book = library.book(form.one("ruleset", library.books[0].id)) or library.books[0]
    choices = rulesets_offered(library.books, book)
    options = tuple(option_field(form, book, option) for option in book.options)
    return tiles_page(form, url_for("tiles.show"), (url_for("games.home"), say("section.games")), (choices, options))


@tiles.get("/tiles/answer")
def answer() -> Markup:
    """Return only the tiles with what is answered about them."""
    return fragment(form_sent())


def laid_hand(form: Form, seat: str) -> Markup:
    """Return a winner's tiles for the form of a finished hand."""
    return Markup(winner_tiles_view(form, seat, speaker().words))  # noqa: S704 - fragments escape


@tiles.get("/t/<token>/tiles")
def at_table(token: str) -> str | Response:
    """Show the tiles under a game's rules, with what the table tells about the hand.

    A winner's form is taken over into an address that says everything, for a page that is drawn again from it.
    """
    sent = form_sent()
    form = with_table(table_at(token), sent)
    if sent.one("for") and not sent.one("marked"):
        return redirect(f"{url_for('tiles.at_table', token=token)}?{urlencode(fields_laid(form))}")
    back = form.one("to") if is_of_table(form.one("to")) else url_for("play.show", token=token)
    return tiles_page(form, url_for("tiles.at_table", token=token), (back, say("page.back")), ((), ()))


def fragment(form: Form) -> Markup:
    """Return the core's answer to a form."""
    return Markup(tiles_answer(form, library_in_use(), language()))  # noqa: S704 - the core escapes


def tiles_page(
    form: Form, address: str, back: tuple[str, str], books: tuple[tuple[Choice, ...], tuple[OptionField, ...]]
) -> str:
    """Return the whole page of tiles for the question that its form asks; ``books`` are the rules to choose from."""
    offered = OF_WINNER if form.one("for") else ABOUT_TILES
    asked = form.one("check", ABOUT_TILES[0])
    carried = tuple(
        (name, text) for name, text in form.pairs if text and is_carried(name, form, chooses_rules=bool(books[0]))
    )
    page = TilesPage(
        back=back[0],
        back_text=back[1],
        address=address,
        preview=url_for("tiles.answer"),
        shown=fragment(form),
        questions=tuple(Choice(value=each, text=say(f"tiles.check_{each}"), chosen=each == asked) for each in offered),
        rulesets=books[0],
        options=books[1],
        carried=tuple(carried),
    )
    return render_template(PAGE, page=page)


def fields_laid(form: Form) -> list[tuple[str, str]]:
    """Return the filled fields of a form without what only belongs to one sending of a winner's form."""
    away = NOT_IN_ADDRESS - KEPT_FOR_WINNER
    return [(name, value) for name, value in form.pairs if value and name not in away]


def is_carried(name: str, form: Form, *, chooses_rules: bool) -> bool:
    """Say whether a field is kept on the page without being shown: a table's rules, and the form of a winner's hand."""
    if name == "ruleset" or name.startswith(OPTION):
        return not chooses_rules
    return bool(form.one("for")) and name not in DRAWN_BY_PAGE and name not in NOT_IN_ADDRESS - KEPT_FOR_WINNER


def with_table(seen: Seen, sent: Form) -> Form:
    """Return a form about a hand at a table: its rules, its winds, and for a win what its form says."""
    form = hand_to_lay(sent)
    winner = form.one("for")
    view, table = seen.view, table_meant(seen, form)
    told = [("ruleset", view.book), *((f"option-{option}", choice) for option, choice in view.options.items())]
    if winner not in FORM_SEATS:
        seat = memory.tables().get(seen.token) or 0
        return Form(pairs=(*[pair for pair in facts_of(table, seat) if not form.one(pair[0])], *form.pairs, *told))
    is_tsumo = form.one("result", "ron") == "tsumo"
    mark = "open" if form.has("open", winner) else "riichi" if form.has("riichi", winner) else "none"
    discarder = form.one("from")
    from_riichi = form.has("riichi", discarder) and form.one("riichi_tile") != "yes"
    told += [*facts_of(table, int(winner)), ("by", "tsumo" if is_tsumo else "ron"), ("marked", mark)]
    told += [("from_riichi", "1")] if from_riichi and not is_tsumo else []
    kept = form.without(*OF_TABLE, "by", "marked", "from_riichi")
    return Form(pairs=(*kept.pairs, *told))


def table_meant(seen: Seen, form: Form) -> Table:
    """Return the table before the hand that a form is about: an earlier one where its address names it."""
    number = form.one("to").rpartition("/hands/")[2]
    return hand_at(seen, int(number)).before if number.isdecimal() and len(number) < len("1000") else seen.view.table


def facts_of(table: Table, seat: int) -> list[tuple[str, str]]:
    """Return what a table tells about a seat's hand."""
    facts = (wind_of(seat, table.dealer), table.round, table.honba, table.dealer_wins, table.renchan)
    return [(name, str(fact)) for name, fact in zip(OF_TABLE, facts, strict=True)]
