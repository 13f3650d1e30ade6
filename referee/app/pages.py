"""View-models: everything a template shows, worked out before it is rendered."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from referee.app.leftovers import mark
from referee.core.pages.payment_view import seat_below
from referee.core.pages.preview import CHARACTERS, PLACES, READING_ORDER, PaymentView
from referee.core.pages.ruled_words import hand_title
from referee.core.penalties.words import ruleset_named
from referee.core.rules.facts import ALL_SEATS, WINDS, wind_of
from referee.core.text.library import chosen_options
from referee.core.text.words import LANGUAGE

if TYPE_CHECKING:
    from referee.app.asked import Asked
    from referee.app.offers import Offers
    from referee.core.forms.form import Form
    from referee.core.rules.offences import Texts
    from referee.core.text.library import Book, Option

NOT_ASKED = PaymentView()
LIMITS = ("mangan", "haneman", "baiman", "sanbaiman")
RARE_FIELDS = (
    *("wareme", "fines", "hands_left", "dealer_wins", "renchan", "open", "dead", "won"),
    *(f"score-{seat}" for seat in ALL_SEATS),
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Choice:
    """One entry of a list: what is sent, what is read, whether it is chosen.

    ``lang`` is the language of the text where it is not the page's.
    """

    value: str
    text: str
    chosen: bool
    lang: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class OptionField:
    """One option of a ruleset with its choices; ``lang`` is the title's language where it is not the page's."""

    id: str
    title: str
    lang: str
    choices: tuple[Choice, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class SeatView:
    """A seat as it is drawn: ``number`` as it is sent, ``place`` on the page, wind in character and word.

    ``player`` is who sits there, empty where no game is played. A player with a dead hand ``can_win`` no hand, and
    ``can_be_tenpai`` only where the rules say so.
    """

    number: str
    place: str
    character: str
    name: str
    is_dealer: bool
    player: str = ""
    can_win: bool = True
    can_be_tenpai: bool = True


@dataclass(frozen=True, kw_only=True, slots=True)
class PaysPage:
    """The first screen; ``payment`` is what the hand pays, or what is still to be chosen."""

    form: Form
    offers: Offers
    shown: str
    rulesets: tuple[Choice, ...]
    options: tuple[OptionField, ...]
    results: tuple[Choice, ...]
    aborts: tuple[Choice, ...]
    limits: tuple[Choice, ...]
    hands: tuple[Choice, ...]
    seats: tuple[SeatView, ...]
    seats_in_order: tuple[SeatView, ...]
    payment: PaymentView = NOT_ASKED

    @property
    def more_is_used(self) -> bool:
        """Say whether a rarely needed field is filled in, so that it must not be folded away."""
        return self.form.uses(*RARE_FIELDS)


def pays_page(asked: Asked, form: Form, book: Book, offers: Offers) -> PaysPage:
    """Return the first screen under one ruleset."""
    seats = seat_views(asked, dealer_of(form), seat_below(form))
    return PaysPage(
        form=form,
        offers=offers,
        shown=mark(book, form),
        rulesets=rulesets_offered(asked, book),
        options=tuple(option_field(asked, form, book, option) for option in book.options),
        results=choices(asked, "result", offers.results, form.one("result", "ron")),
        aborts=choices(asked, "abort", offers.aborts, form.one("abort")),
        limits=limits_of(asked, offers),
        hands=hands_of(asked, offers, form.one("at", "E0")),
        seats=tuple(seats[(seat_below(form) + step) % 4] for step in READING_ORDER),
        seats_in_order=seats,
    )


def dealer_of(form: Form) -> int:
    """Return the dealer's seat, the first dealer's where the field makes no sense."""
    return seat_in(form.one("at", "E0")[1:])


def seat_in(text: str) -> int:
    """Return the seat that a text names, seat 0 if it names none."""
    return int(text) if text in ("0", "1", "2", "3") else 0


def seat_views(asked: Asked, dealer: int, me: int) -> tuple[SeatView, ...]:
    """Return the four seats by number."""
    return tuple(seat_view(asked, seat, wind_of(seat, dealer), PLACES[(seat - me) % 4]) for seat in ALL_SEATS)


def seat_view(asked: Asked, seat: int, wind: str, place: str) -> SeatView:
    """Return one seat with the wind it has in this hand."""
    return SeatView(
        number=str(seat), place=place, character=CHARACTERS[wind], name=asked.say(f"wind.{wind}"), is_dealer=wind == "E"
    )


def rulesets_offered(asked: Asked, chosen: Book | None) -> tuple[Choice, ...]:
    """Return the rulesets by title and edition."""
    return tuple(
        Choice(
            value=book.id, text=title_of(asked, book), chosen=book is chosen, lang=other_language(asked, book.titles)
        )
        for book in asked.library.books
    )


def choices(asked: Asked, words: str, offered: tuple[str, ...], chosen: str) -> tuple[Choice, ...]:
    """Return the offered values as a list to choose from; ``words`` is the chapter that names them."""
    return tuple(Choice(value=value, text=asked.say(f"{words}.{value}"), chosen=value == chosen) for value in offered)


def option_field(asked: Asked, form: Form, book: Book, option: Option) -> OptionField:
    """Return one option with the sent choice, else the first, chosen."""
    return option_offered(asked, option, chosen_options(book, form.options())[option.id], option.id)


def option_offered(asked: Asked, option: Option, chosen: str, name: str) -> OptionField:
    """Return one option with its choices as the field of that name."""
    entries = tuple(
        Choice(
            value=choice.id,
            text=asked.speaker.text(choice.titles),
            chosen=choice.id == chosen,
            lang=other_language(asked, choice.titles),
        )
        for choice in option.choices
    )
    return OptionField(
        id=name, title=asked.speaker.text(option.titles), lang=other_language(asked, option.titles), choices=entries
    )


def limits_of(asked: Asked, offers: Offers) -> tuple[Choice, ...]:
    """Return the limits by name, the counted yakuman where the ruleset has it."""
    return choices(asked, "limit", (*LIMITS, "counted") if offers.counted_yakuman else LIMITS, "")


def hands_of(asked: Asked, offers: Offers, chosen: str) -> tuple[Choice, ...]:
    """Return the hands of a game by name: East 1 to the last extra round's fourth."""
    winds = tuple(wind for wind in WINDS if wind in offers.rounds)
    return tuple(
        Choice(value=f"{wind}{seat}", text=hand_name(asked, wind, seat), chosen=f"{wind}{seat}" == chosen)
        for wind in winds
        for seat in ALL_SEATS
    )


def hand_name(asked: Asked, wind: str, dealer: int) -> str:
    """Return "East 1"."""
    return hand_title(wind, dealer, asked.speaker)


def title_of(asked: Asked, book: Book) -> str:
    """Return a ruleset's title with its edition."""
    return ruleset_named(book.titles, book.edition, asked.speaker)


def other_language(asked: Asked, texts: Texts) -> str:
    """Return the language that a text is shown in where it is not the page's, else nothing."""
    return "" if asked.speaker.lang in texts else LANGUAGE
