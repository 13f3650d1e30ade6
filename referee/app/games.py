"""The first page, which lists the games of this browser, and the start of a new one."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from referee import desk
from referee.app.answer import GAME_RULES, UNPROCESSABLE, Answer, onwards, page_of
from referee.app.leftovers import without_leftovers
from referee.app.newgame import book_of, new_game_page, plan_of
from referee.app.offers import offers_of
from referee.app.pages import hand_name, title_of
from referee.app.refusals import sentences
from referee.app.routes import url_for
from referee.app.rows import RowText, row_text
from referee.app.tables import order_of
from referee.app.written import ConflictPage, conflicting, kept_fields
from referee.core.pages.preview import CHARACTERS
from referee.core.penalties.words import ruleset_named
from referee.core.rules.facts import ALL_SEATS
from referee.core.text.library import rules_wanted
from referee.desk import BegunOtherwise, Desk, Refused, RulesChanged, TableView

if TYPE_CHECKING:
    from referee.app.asked import Asked
    from referee.core.forms.form import Form


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


def home(asked: Asked, at: Desk) -> Answer:
    """List the games of this browser and offer a new one."""
    cards = (card_of(asked, at, token) for token in reversed(list(asked.device.tables)))
    return page_of("games/home.html", page=HomePage(games=tuple(card for card in cards if card is not None)))


def card_of(asked: Asked, at: Desk, token: str) -> GameCard | None:
    """Return a game as it is listed, None if it is no longer there."""
    game = desk.find(at, token)
    if game is None:
        return None
    view = desk.view(at, game)
    return GameCard(
        token=token,
        names=" · ".join(seat.name for seat in view.seats),
        wind=CHARACTERS[view.table.round] if view.phase == desk.Phase.PLAYING else "",
        hand=stands_at(asked, view),
        rules=rules_said(asked, view),
    )


def stands_at(asked: Asked, view: TableView) -> str:
    """Return the hand that a game has come to, or that it is over."""
    if view.phase != desk.Phase.PLAYING:
        return asked.say(f"phase.{view.phase}")
    return hand_name(asked, view.table.round, view.table.dealer)


def rules_said(asked: Asked, view: TableView) -> str:
    """Return the title of a game's rules with their edition."""
    return ruleset_named(view.titles, view.edition, asked.speaker)


def new(asked: Asked, _at: Desk) -> Answer:
    """Show the form for a new game; a change of ruleset keeps what still fits."""
    library, form = asked.library, asked.form
    book = book_of(form, library)
    kept = without_leftovers(form, book, offers_of(rules_wanted(book, form.options())))
    return page_of("games/new.html", page=new_game_page(asked, kept, library))


def begin(asked: Asked, at: Desk) -> Answer:
    """Start a game and go to its table, or say why it cannot be started."""
    form, library = asked.form, asked.library
    begun = desk.start(at, order_of(asked), plan_of(form, library))
    if isinstance(begun, BegunOtherwise):
        return conflicting(start_conflict(asked, begun, form))
    if isinstance(begun, RulesChanged):
        return conflicting(rules_conflict(asked, form))
    if isinstance(begun, Refused):
        page = new_game_page(asked, form, library, sentences(asked, begun.problems))
        return page_of("games/new.html", UNPROCESSABLE, page=page)
    gone = onwards(asked, url_for("play.show", token=begun.token))
    rules = desk.game_now(at, begun.game).start.ruleset
    return replace(gone.telling((GAME_RULES, rules)), device=asked.device.used(begun.token))


def rules_conflict(asked: Asked, form: Form) -> ConflictPage:
    """Return the choice about a game that a phone began under rules that are others by now; its address stays."""
    return ConflictPage(
        back=url_for("games.home"),
        back_text=asked.say("page.home.title"),
        waiting=form.one("resolves"),
        command=form.one("command_id"),
        why=asked.say("page.conflict.rules"),
        theirs=(),
        nothing=title_of(asked, book_of(form, asked.library)),
        mine=(players_of(form),),
        fields=tuple((name, value) for name, value in kept_fields(form) if name != "rules"),
        again=url_for("games.begin"),
        again_text=asked.say("page.conflict.begin"),
        keep=asked.say("page.conflict.drop"),
    )


def players_of(form: Form) -> str:
    """Return the names in the form of a new game."""
    names = (form.one(f"name-{seat}") for seat in ALL_SEATS)
    return " · ".join(name for name in names if name)


def start_conflict(asked: Asked, begun: BegunOtherwise, form: Form) -> ConflictPage:
    """Return the game that an id started, and the one in the form; an entry of another table is not shown."""
    view = begun.view
    back = url_for("games.home") if view is None else url_for("play.show", token=begun.token)
    return ConflictPage(
        back=back,
        back_text=asked.say("page.home.title") if view is None else asked.say("page.back"),
        waiting=form.one("resolves"),
        command=asked.command,
        why=asked.say("page.conflict.elsewhere" if view is None else "page.conflict.begun"),
        theirs=() if view is None else (start_said(asked, view),),
        mine=(players_of(form),),
        fields=kept_fields(form),
        again=url_for("games.begin"),
        again_text=asked.say("page.conflict.start"),
        keep=asked.say("page.home.title") if view is None else asked.say("page.conflict.open"),
    )


def start_said(asked: Asked, view: TableView) -> RowText:
    """Return the start of a game in words: who plays, and by which rules."""
    players = " · ".join(seat.name for seat in view.seats)
    return replace(row_text(asked, view.sheet[0], view), what=f"{players}, {rules_said(asked, view)}")
