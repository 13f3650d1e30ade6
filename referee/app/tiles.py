"""The tiles: what a hand is worth, and what was allowed with it; alone, or at a table whose form it goes back to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from referee.app.answer import Answer, Fragment, elsewhere, page_of
from referee.app.pages import Choice, OptionField, option_field, rulesets_offered
from referee.app.routes import url_for
from referee.app.tables import as_seen, table_at
from referee.core.forms.address import query_of
from referee.core.forms.hand_form import NOT_IN_ADDRESS
from referee.core.pages.tiles_answer import ABOUT_TILES, tiles_answer
from referee.core.pages.tiles_at_table import (
    KEPT_FOR_WINNER,
    TilesAtTable,
    tiles_laid,
    with_facts_of_table,
)
from referee.core.pages.worth_view import is_of_table

if TYPE_CHECKING:
    from referee.app.asked import Asked
    from referee.core.forms.form import Form
    from referee.desk import Desk

PAGE = "tiles/show.html"
OF_WINNER = ("value", "yaku")
"""What can be asked about the winner of a hand that is being recorded."""


@dataclass(frozen=True, kw_only=True, slots=True)
class TilesPage:
    """A page of tiles: ``preview`` is where the answer on it is asked for again.

    ``of_winner`` are the questions about the winner of a hand that is being recorded.
    """

    back: str
    back_text: str
    address: str
    preview: str
    shown: TilesAtTable
    at_table: bool
    questions: tuple[Choice, ...]
    of_winner: tuple[str, ...]
    rulesets: tuple[Choice, ...]
    options: tuple[OptionField, ...]


def show(asked: Asked, _at: Desk) -> Answer:
    """Show the tiles without a table."""
    form = asked.form
    library = asked.library
    book = library.book(form.one("ruleset", library.books[0].id)) or library.books[0]
    choices = rulesets_offered(asked, book)
    options = tuple(option_field(asked, form, book, option) for option in book.options)
    shown = TilesAtTable(carried=(), tiles=tiles_answer(form, library, asked.speaker.lang))
    home = (url_for("games.home"), asked.say("section.games"))
    return tiles_page(asked, form, url_for("tiles.show"), home, shown, (choices, options))


def answer(asked: Asked, _at: Desk) -> Answer:
    """Return only the tiles with what is answered about them."""
    view = tiles_answer(asked.form, asked.library, asked.speaker.lang)
    return Answer(body=Fragment(name="tiles", view=view))


def at_table(asked: Asked, at: Desk, token: str) -> Answer:
    """Show the tiles under a game's rules, with what the table tells about the hand.

    A winner's form is taken over into an address that says everything, for a page that is drawn again from it.
    """
    sent, table = asked.form, as_seen(asked, at, table_at(asked, at, token))
    form = with_facts_of_table(sent, table)
    if sent.one("for") and not sent.one("marked"):
        return elsewhere(f"{url_for('tiles.at_table', token=token)}?{query_of(fields_laid(form))}")
    back = form.one("to") if is_of_table(form.one("to")) else url_for("play.show", token=token)
    address = url_for("tiles.at_table", token=token)
    return tiles_page(asked, form, address, (back, asked.say("page.back")), tiles_laid(sent, table))


def tiles_page(
    asked: Asked,
    form: Form,
    address: str,
    back: tuple[str, str],
    shown: TilesAtTable,
    books: tuple[tuple[Choice, ...], tuple[OptionField, ...]] | None = None,
) -> Answer:
    """Return the whole page of tiles for the question that its form asks.

    ``books`` are the rules to choose from, None at a table, which has its own.
    """
    rulesets, options = books or ((), ())
    question = form.one("check", ABOUT_TILES[0])
    offered = OF_WINNER if form.one("for") else ABOUT_TILES
    page = TilesPage(
        back=back[0],
        back_text=back[1],
        address=address,
        preview=url_for("tiles.answer"),
        shown=shown,
        at_table=books is None,
        questions=tuple(
            Choice(value=each, text=asked.say(f"tiles.check_{each}"), chosen=each == question) for each in offered
        ),
        of_winner=OF_WINNER,
        rulesets=rulesets,
        options=options,
    )
    return page_of(PAGE, page=page)


def fields_laid(form: Form) -> list[tuple[str, str]]:
    """Return the filled fields of a form without what only belongs to one sending of a winner's form."""
    return [pair for pair in form.pairs if pair[1] and (pair[0] in KEPT_FOR_WINNER or pair[0] not in NOT_IN_ADDRESS)]
