"""The draw for the first dealer, where the players sit before they know who deals: what it asks, and whom it names."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from referee.app.pages import Choice
from referee.core.rules.choices import SeatDraw
from referee.core.rules.facts import ALL_SEATS
from referee.core.settling.setup import dealer_by_dice, dealer_by_token

if TYPE_CHECKING:
    from referee.app.asked import Asked
    from referee.core.forms.form import Form
    from referee.core.rules.ruleset import Setup

SIDES = ("E", "S")
SUMS = range(2, 13)
QUESTIONS = {SeatDraw.TOKEN: ("token", "token_at"), SeatDraw.WINDS: ("east", "dice")}
"""The questions of each draw, which are fields of the form; the other draws name the dealer by his place."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Question:
    """One question of the draw with its answers."""

    name: str
    text: str
    choices: tuple[Choice, ...]


def questions_of(asked: Asked, form: Form, setup: Setup) -> tuple[Question, ...]:
    """Return what has to be told so that the first dealer is known; nothing where he sits in the first place."""
    answers = {"token": sides(asked), "token_at": players(asked, form), "east": players(asked, form), "dice": sums()}
    return tuple(
        Question(
            name=name,
            text=asked.say(f"draw.{name}"),
            choices=tuple(
                Choice(value=value, text=text, chosen=form.has(name, value)) for value, text in answers[name]
            ),
        )
        for name in QUESTIONS.get(setup.seat_draw, ())
    )


def sides(asked: Asked) -> list[tuple[str, str]]:
    """Return the sides of the token."""
    return [(side, asked.say(f"draw.token_{side}")) for side in SIDES]


def sums() -> list[tuple[str, str]]:
    """Return what two dice can show together."""
    return [(str(pips), str(pips)) for pips in SUMS]


def players(asked: Asked, form: Form) -> list[tuple[str, str]]:
    """Return the players in the order in which they are typed."""
    return [(str(place), player_at(asked, form, place)) for place in ALL_SEATS]


def player_at(asked: Asked, form: Form, place: int) -> str:
    """Return a player's name, or how many he is in the order while it is not typed."""
    return form.one(f"name-{place}") or asked.say("draw.player", number=place + 1)


def drawn_dealer(form: Form, setup: Setup) -> int | None:
    """Return which of the players as they are typed deals first; None as long as the draw is not told."""
    told = [form.one(name) for name in QUESTIONS.get(setup.seat_draw, ())]
    match setup.seat_draw, told:
        case SeatDraw.TOKEN, [side, place] if side in SIDES and is_place(place):
            return dealer_by_token(side, int(place))
        case SeatDraw.WINDS, [place, pips] if is_place(place) and pips in map(str, SUMS):
            return dealer_by_dice(int(place), int(pips))
        case _:
            return None


def is_place(text: str) -> bool:
    """Say whether a text names one of four places."""
    return text in map(str, ALL_SEATS)
