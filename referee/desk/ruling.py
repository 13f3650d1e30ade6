"""Rulings at a table: issuing them, and withdrawing them."""

from collections.abc import Mapping

from referee.core.games.at_table import court_of_game
from referee.core.games.decide import NotDone
from referee.core.games.events import Event, Sanction
from referee.core.games.game import Game
from referee.core.games.rulings import RulingPlan, decide_rulings, decide_withdrawal
from referee.core.penalties.court import Court
from referee.core.rules.ruleset import Ruleset
from referee.core.text.spaces import spaces_off
from referee.desk.opened import Desk, speaker_of
from referee.desk.orders import Order, Written
from referee.desk.writing import write_seen


def court_of(desk: Desk, state: Game, lang: str = "en") -> Court | None:
    """Return where a game's offences are judged: its book as it is today; None where the book is not here."""
    return court_of_game(state, desk.library, speaker_of(desk, lang))


def ruling_plan(
    seat: int,
    offence: str,
    answers: Mapping[str, str | int],
    issued: tuple[Sanction, ...] | None = None,
    text: str = "",
) -> RulingPlan:
    """Return a ruling to be issued: exactly what the rulebook proposes, or ``issued`` with its written reason."""
    given = tuple(sorted(answers.items()))
    return RulingPlan(seat=seat, offence=offence, answers=given, issued=issued, text=spaces_off(text))


def rule(desk: Desk, game: str, order: Order, expected: int, plans: tuple[RulingPlan, ...]) -> Written:
    """Issue rulings on one or more offenders, and record the void hand where one of them is a chombo."""

    def decided(state: Game, rules: Ruleset) -> tuple[Event, ...] | NotDone:
        return decide_rulings(state, plans, rules, court_of(desk, state))

    return write_seen(desk, game, order, expected, decided)


def withdraw_ruling(desk: Desk, game: str, order: Order, expected: int, target: int, text: str) -> Written:
    """Withdraw the ruling of event ``target`` for a typed reason; what it had moved is given back."""
    return write_seen(desk, game, order, expected, lambda state, _: decide_withdrawal(state, target, spaces_off(text)))
