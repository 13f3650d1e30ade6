"""The form that starts a game: its page, and the plan that it makes for the desk."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from referee.app.draw import drawn_dealer, player_at, questions_of
from referee.app.leftovers import mark
from referee.app.offers import offers_of
from referee.app.pages import Choice, OptionField, SeatView, hands_of, option_field, rulesets_offered, seat_views
from referee.core.forms.hand_form import table_told
from referee.core.rules.facts import ALL_SEATS
from referee.core.text.library import chosen_options, rules_wanted
from referee.desk import Plan

if TYPE_CHECKING:
    from referee.app.asked import Asked
    from referee.app.draw import Question
    from referee.app.offers import Offers
    from referee.core.forms.form import Form
    from referee.core.rules.ruleset import Setup
    from referee.core.text.library import Book, Library

MIDGAME_FIELDS = (
    *("honba", "sticks", "fines", "hands_left", "dealer_wins", "renchan", "won"),
    *(f"score-{seat}" for seat in ALL_SEATS),
    *(f"chips-{seat}" for seat in ALL_SEATS),
)
FIRST_HAND = "E0"


@dataclass(frozen=True, kw_only=True, slots=True)
class NewGamePage:
    """The form for a new game under one ruleset, with what the ruleset says about seats and dice."""

    form: Form
    command: str
    shown: str
    rulesets: tuple[Choice, ...]
    options: tuple[OptionField, ...]
    hands: tuple[Choice, ...]
    seats: tuple[SeatView, ...]
    offers: Offers
    start: str
    setup: tuple[str, ...]
    draw: tuple[Question, ...]
    dealer: str
    refusals: tuple[str, ...]

    @property
    def seats_in_order(self) -> tuple[SeatView, ...]:
        """Return the seats from the first dealer on."""
        return self.seats

    @property
    def midgame(self) -> bool:
        """Say whether the game is to start later than with its first hand."""
        return starts_midgame(self.form)


def new_game_page(asked: Asked, form: Form, library: Library, refusals: tuple[str, ...] = ()) -> NewGamePage:
    """Return the form under the ruleset that it names, the first one otherwise."""
    book = book_of(form, library)
    rules = rules_wanted(book, form.options())
    offers = offers_of(rules)
    dealer = None if starts_midgame(form) else drawn_dealer(form, rules.setup)
    return NewGamePage(
        form=form,
        command=asked.command,
        shown=mark(book, form),
        rulesets=rulesets_offered(asked, book),
        options=tuple(option_field(asked, form, book, option) for option in book.options),
        hands=hands_of(asked, offers, form.one("at", FIRST_HAND)),
        seats=seat_views(asked, dealer or 0, 0),
        offers=offers,
        start=str(offers.start),
        setup=setup_said(asked, rules.setup),
        draw=questions_of(asked, form, rules.setup),
        dealer="" if dealer is None else asked.say("draw.dealer", player=player_at(asked, form, dealer)),
        refusals=refusals,
    )


def book_of(form: Form, library: Library) -> Book:
    """Return the rulebook that a form names, the first one if it names none that is known."""
    return library.book(form.one("ruleset")) or library.books[0]


def setup_said(asked: Asked, setup: Setup) -> tuple[str, ...]:
    """Return how seats are drawn, where the wall is broken, the number of indicators and the first points."""
    return (
        asked.say(f"seat_draw.{setup.seat_draw}"),
        asked.say(f"wall_break.{setup.wall_break}"),
        asked.say(f"indicators.{setup.indicators}"),
        asked.say("page.new.points", points=setup.points),
    )


def starts_midgame(form: Form) -> bool:
    """Say whether the form tells of a game that is already under way."""
    return form.one("at", FIRST_HAND) != FIRST_HAND or form.uses(*MIDGAME_FIELDS)


def plan_of(form: Form, library: Library) -> Plan:
    """Return what the desk needs to start the game."""
    book = book_of(form, library)
    setup = rules_wanted(book, form.options()).setup
    midgame = starts_midgame(form)
    dealer = 0 if midgame else drawn_dealer(form, setup) or 0
    return Plan(
        ruleset=form.one("ruleset", book.id),
        options=chosen_options(book, form.options()),
        names=tuple(form.one(f"name-{(dealer + seat) % 4}") for seat in ALL_SEATS),
        table=table_told(form, setup.points) if midgame else None,
        rules=form.one("rules"),
    )
