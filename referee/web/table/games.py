"""The first page, which lists the games of this browser, and the start of a new one."""

from __future__ import annotations

from dataclasses import dataclass, replace
from http import HTTPStatus
from typing import TYPE_CHECKING

from flask import Blueprint, make_response, render_template, url_for

from referee import desk
from referee.core.pages.preview import CHARACTERS
from referee.core.penalties.words import ruleset_named
from referee.core.rules.facts import ALL_SEATS
from referee.desk import BegunOtherwise, Refused
from referee.web import memory
from referee.web.desks import desk_in_use, new_command, order_of
from referee.web.language import follow_language, say, speaker
from referee.web.lookup.leftovers import without_leftovers
from referee.web.offers import offers_of
from referee.web.pages import hand_name
from referee.web.refusals import sentences
from referee.web.sent import form_sent
from referee.web.shelf import library_in_use, rules_of
from referee.web.table.newgame import book_of, new_game_page, plan_of
from referee.web.table.rows import RowText, row_text
from referee.web.table.written import ConflictPage, conflicting, kept_fields, onwards

if TYPE_CHECKING:
    from werkzeug.wrappers import Response

    from referee.core.forms.form import Form
    from referee.desk import TableView

games = Blueprint("games", __name__)
follow_language(games)


@dataclass(frozen=True, kw_only=True, slots=True)
class GameCard:
    """One game in the list; ``wind`` is the character of its round, empty when it is over."""

    token: str
    names: str
    wind: str
    hand: str
    rules: str


@dataclass(frozen=True, kw_only=True, slots=True)
class HomePage:
    """The games that this browser has used, the latest first."""

    games: tuple[GameCard, ...]


@games.get("/")
def home() -> str:
    """List the games of this browser and offer a new one."""
    cards = (card_of(token) for token in reversed(memory.tables()))
    return render_template("games/home.html", page=HomePage(games=tuple(card for card in cards if card is not None)))


def card_of(token: str) -> GameCard | None:
    """Return a game as it is listed, None if it is no longer there."""
    game = desk.find(desk_in_use(), token)
    if game is None:
        return None
    view = desk.view(desk_in_use(), game)
    return GameCard(
        token=token,
        names=" · ".join(seat.name for seat in view.seats),
        wind=CHARACTERS[view.table.round] if view.phase == desk.Phase.PLAYING else "",
        hand=stands_at(view),
        rules=rules_said(view),
    )


def stands_at(view: TableView) -> str:
    """Return the hand that a game has come to, or that it is over."""
    if view.phase != desk.Phase.PLAYING:
        return say(f"phase.{view.phase}")
    return hand_name(view.table.round, view.table.dealer)


def rules_said(view: TableView) -> str:
    """Return the title of a game's rules with their edition."""
    return ruleset_named(view.titles, view.edition, speaker())


@games.get("/games/new")
def new() -> str:
    """Show the form for a new game; a change of ruleset keeps what still fits."""
    library, form = library_in_use(), form_sent()
    book = book_of(form, library)
    kept = without_leftovers(form, book, offers_of(rules_of(book, form.options())))
    return render_template("games/new.html", page=new_game_page(kept, library))


@games.post("/games")
def begin() -> Response:
    """Start a game and go to its table, or say why it cannot be started."""
    form, library = form_sent(), library_in_use()
    begun = desk.start(desk_in_use(), order_of(form), plan_of(form, library))
    if isinstance(begun, BegunOtherwise):
        return conflicting(start_conflict(begun, form))
    if isinstance(begun, Refused):
        page = new_game_page(form, library, sentences(begun.problems))
        return make_response(render_template("games/new.html", page=page), HTTPStatus.UNPROCESSABLE_ENTITY)
    memory.used(begun.token)
    return onwards(url_for("play.show", token=begun.token))


def start_conflict(begun: BegunOtherwise, form: Form) -> ConflictPage:
    """Return the game that an id started, and the one in the form; an entry of another table is not shown."""
    view = begun.view
    back = url_for("games.home") if view is None else url_for("play.show", token=begun.token)
    names = (form.one(f"name-{seat}") for seat in ALL_SEATS)
    return ConflictPage(
        back=back,
        back_text=say("page.home.title") if view is None else say("page.back"),
        waiting=form.one("resolves"),
        command=new_command(),
        why=say("page.conflict.elsewhere" if view is None else "page.conflict.begun"),
        theirs=() if view is None else (start_said(view),),
        mine=(" · ".join(name for name in names if name),),
        fields=kept_fields(form),
        again=url_for("games.begin"),
        again_text=say("page.conflict.start"),
        keep=say("page.home.title") if view is None else say("page.conflict.open"),
    )


def start_said(view: TableView) -> RowText:
    """Return the start of a game in words: who plays, and by which rules."""
    players = " · ".join(seat.name for seat in view.seats)
    return replace(row_text(view.sheet[0], view), what=f"{players}, {rules_said(view)}")
