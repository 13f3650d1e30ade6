"""The games that a device has used: those of today, and the archive, where older ones go, or any by hand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from referee import desk
from referee.app.pages import hand_name, rules_line, thousands
from referee.app.preview import CHARACTERS
from referee.app.result import final_points
from referee.app.times import ShownTime, day_of
from referee.desk import Phase
from referee.texts.search import fold

if TYPE_CHECKING:
    from referee.app.asked import Asked
    from referee.desk import Desk, TableView

MANY_GAMES = 5
"""From so many games on a name is looked for."""
OVER = "終"
DAY_LETTERS = len("2026-01-01")


@dataclass(frozen=True, kw_only=True, slots=True)
class GameCard:
    """One game in the list; ``wind`` is the character of its round, or of the end when it is over.

    ``winner`` won the game if it is over, ``last_day`` had its last entry.
    """

    token: str
    names: str
    wind: str
    hand: str
    rules: str
    began: ShownTime
    winner: str
    last_day: str


@dataclass(frozen=True, kw_only=True, slots=True)
class GamesListed:
    """The games with this ``name`` among their players, all if it is empty, the latest first."""

    games: tuple[GameCard, ...]
    archive: tuple[GameCard, ...]
    name: str
    find_offered: bool


def games_listed(asked: Asked, at: Desk) -> GamesListed:
    """Return the games of this device."""
    found = [card_of(asked, at, token) for token in reversed(list(asked.device.tables))]
    cards = [card for card in found if card is not None]
    name, today = asked.query.one("name"), at.clock()[:DAY_LETTERS]
    named = [card for card in cards if fold(name) in fold(card.names)]
    by_hand = dict(asked.device.archived)
    away = [card for card in named if by_hand.get(card.token, card.last_day != today)]
    return GamesListed(
        games=tuple(card for card in named if card not in away),
        archive=tuple(away),
        name=name,
        find_offered=len(cards) >= MANY_GAMES,
    )


def card_of(asked: Asked, at: Desk, token: str) -> GameCard | None:
    """Return a game as it is listed, None if it is no longer there."""
    game = desk.find(at, token)
    if game is None:
        return None
    view = desk.view(at, game)
    return GameCard(
        token=token,
        names=" · ".join(seat.name for seat in view.seats),
        wind=CHARACTERS[view.table.round] if view.phase == Phase.PLAYING else OVER,
        hand=stands_at(asked, view),
        rules=rules_line(asked, view),
        began=day_of(asked, view.sheet[0].stamp.at),
        winner=winner_of(asked, view),
        last_day=view.sheet[-1].stamp.at[:DAY_LETTERS],
    )


def stands_at(asked: Asked, view: TableView) -> str:
    """Return the hand that a game has come to, or that it is over."""
    if view.phase != Phase.PLAYING:
        return asked.say(f"phase.{view.phase}")
    return hand_name(asked, view.table.round, view.table.dealer)


def winner_of(asked: Asked, view: TableView) -> str:
    """Return who won a game that is over, all who share the first place, with the result."""
    if view.standing is None:
        return ""
    first = [seat.seat for seat in view.seats if view.standing.places[seat.seat] == 1]
    names = asked.say("sheet.and").join([view.seats[seat].name for seat in first])
    return f"{names} {thousands(asked, final_points(view.standing.parts[first[0]]))}"
