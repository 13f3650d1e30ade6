"""What many pages show: books and options to choose from, what a ruleset offers, points as a language writes them."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from referee.app.answer import NOT_FOUND
from referee.app.asked import HttpError
from referee.app.entries import hand_title
from referee.app.form import Form
from referee.app.preview import CHARACTERS, PLACES, READING_ORDER, PaymentView, seat_below
from referee.records import dataclass
from referee.rules.choices import (
    ChomboForm,
    Extension,
    MultipleRon,
    Nagashi,
    OpenRiichi,
    PaarenchanCounts,
    TimeLimit,
    TwoHan,
    Yakitori,
)
from referee.rules.points import COUNTED_FROM, LIMITS, least_han
from referee.rules.progress import last_round
from referee.rules.table import ALL_SEATS, WINDS, wind_of
from referee.texts.reader import problem_text
from referee.texts.rulings import ruleset_named
from referee.texts.words import (
    LANGUAGE,
    SELDOM,
    change_written,
    chosen_options,
    is_version,
    number_written,
    points_written,
    rules_id,
)

if TYPE_CHECKING:
    from referee.app.asked import Asked
    from referee.desk import HandRow, TableView
    from referee.rules.offences import Texts
    from referee.rules.ruleset import Ruleset
    from referee.rules.table import Problem, Table
    from referee.texts.words import Book, Option, Speaker


def rules_line(asked: Asked, view: TableView) -> str:
    """Return the title of a game's rules with their edition."""
    return ruleset_named(view.titles, view.edition, asked.speaker)


def points(asked: Asked, amount: int) -> str:
    """Return points with thousands set apart."""
    return points_written(amount, asked.speaker.words)


def signed(asked: Asked, amount: int) -> str:
    """Return a change or a difference with its sign; zero has none."""
    return change_written(amount, asked.speaker.words)


def thousands(asked: Asked, amount: int) -> str:
    """Return a final result in thousands with its sign and one decimal, or two; ``amount`` is in points."""
    tenths, rest = abs(amount) // 100, abs(amount) % 100 // 10
    sign = "+" if amount > 0 else "-" if amount < 0 else ""
    return number_written(f"{sign}{tenths // 10:,}.{tenths % 10}{rest or ''}", asked.speaker.words)


_FU = (20, 25, 30, 40, 50, 60, 70, 80, 90, 100, 110)
_ROUND_WINDS = ("E", "S", "W", "N")


@dataclass(frozen=True, kw_only=True, slots=True)
class Fu:
    """A number of fu, and with how many han at least a hand has them by ron and by tsumo, None where none can."""

    fu: int
    ron: int | None
    tsumo: int | None


@dataclass(frozen=True, kw_only=True, slots=True)
class Offers:
    """What may be asked: results, values and circumstances."""

    rounds: tuple[str, ...]
    results: tuple[str, ...]
    aborts: tuple[str, ...]
    several_ron: bool
    nagashi: bool
    counted_yakuman: bool
    yakuman: tuple[int, ...]
    fu: tuple[Fu, ...]
    start: int
    chips: bool
    red: int
    pao: bool
    rinshan_pao: bool
    wareme: bool
    open_riichi: bool
    yaku_han: bool
    dealer_wins: bool
    renchan: bool
    yakitori: bool
    timed: bool


def offers_of(rules: Ruleset) -> Offers:
    """Return what the screen offers under these rules."""
    return Offers(
        rounds=_rounds_of(rules),
        results=_results_of(rules),
        aborts=tuple(str(abort) for abort in rules.draws.aborts),
        several_ron=rules.wins.multiple_ron != MultipleRon.HEAD_BUMP,
        nagashi=rules.draws.nagashi != Nagashi.NONE,
        counted_yakuman=rules.values.counted_yakuman,
        yakuman=tuple(range(1, rules.values.most_yakuman + 1)),
        fu=tuple([each for each in [_limits_of(fu, rules) for fu in _FU] if each.ron or each.tsumo]),
        start=rules.setup.points,
        chips=rules.chips.used,
        red=sum(rules.hand.red),
        pao=bool(rules.pao.yakuman),
        rinshan_pao=rules.pao.rinshan,
        wareme=rules.values.wareme,
        open_riichi=rules.riichi.open != OpenRiichi.NONE,
        yaku_han=rules.wins.two_han != TwoHan.NEVER,
        dealer_wins=rules.paarenchan.counts == PaarenchanCounts.WINS,
        renchan=rules.paarenchan.counts == PaarenchanCounts.KEEPS,
        yakitori=rules.chips.yakitori != Yakitori.NONE,
        timed=rules.time.limit != TimeLimit.NONE,
    )


def _rounds_of(rules: Ruleset) -> tuple[str, ...]:
    """Return the winds of the rounds that can be played, extra rounds included."""
    regular = _ROUND_WINDS.index(last_round(rules)) + 1
    match rules.course.extension:
        case Extension.NONE:
            return _ROUND_WINDS[:regular]
        case Extension.ONE_ROUND:
            return _ROUND_WINDS[: regular + 1]
        case Extension.UNTIL_TARGET:
            return _ROUND_WINDS
        case _:
            assert_never(rules.course.extension)


def _results_of(rules: Ruleset) -> tuple[str, ...]:
    abort = ("abort",) if rules.draws.aborts else ()
    chombo = () if rules.chombo.form == ChomboForm.NONE else ("chombo",)
    return ("ron", "tsumo", "draw", *abort, *chombo)


def _limits_of(fu: int, rules: Ruleset) -> Fu:
    values = rules.values
    return Fu(fu=fu, ron=least_han(fu, values, by_tsumo=False), tsumo=least_han(fu, values, by_tsumo=True))


def without_leftovers(form: Form, book: Book, offers: Offers) -> Form:
    """Return the form as it is, or after a change of ruleset without what the new one does not offer.

    ``shown`` names the ruleset and options that the sent form was drawn for. Where nothing changed, or nobody says
    so, nothing is dropped: the rules then refuse what the ruleset does not know.
    """
    if form.one("shown", rules_key(book, form)) == rules_key(book, form):
        return form
    kept = [(name, value) for name, value in form.pairs if is_offered(name, value, book, offers)]
    return Form(pairs=tuple(kept))


def rules_key(book: Book, form: Form) -> str:
    """Return a ruleset with its chosen options as one short text."""
    return ",".join(
        [book.id, *(f"{option}:{choice}" for option, choice in chosen_options(book, form.options()).items())]
    )


def is_offered(name: str, value: str, book: Book, offers: Offers) -> bool:
    """Say whether the ruleset offers this field with this value."""
    kind = name.partition("-")[0]
    allowed = {
        "option": (name.partition("-")[2], value) in _known_options(book),
        "result": value in offers.results,
        "abort": value in offers.aborts,
        "at": value[:1] in offers.rounds,
        "nagashi": offers.nagashi,
        "wareme": offers.wareme,
        "open": offers.open_riichi,
        "won": offers.yakitori,
        "hands_left": offers.timed,
        "dealer_wins": offers.dealer_wins,
        "renchan": offers.renchan,
        "yaku_han": offers.yaku_han,
        "ippatsu": offers.chips,
        "red": offers.chips,
        "ura": offers.chips,
        "chips": offers.chips,
        "pao": offers.pao or offers.rinshan_pao,
        "pao_yakuman": offers.pao,
        "han": _is_value_offered(value, offers),
        "fu": value in [str(each.fu) for each in offers.fu],
    }
    return allowed.get(kind, True)


def _known_options(book: Book) -> set[tuple[str, str]]:
    return {(option.id, choice.id) for option in book.options for choice in option.choices}


def _is_value_offered(value: str, offers: Offers) -> bool:
    """Say whether a hand's value, told in han or by its limit's name, can be chosen."""
    if value.startswith("yakuman"):
        return value[len("yakuman") :] in map(str, offers.yakuman)
    return value != "counted" or offers.counted_yakuman


_NOT_ASKED = PaymentView()
LIMITS_OFFERED = (*[(name, least) for least, name, _ in reversed(LIMITS)], ("counted", COUNTED_FROM))
"""The limits below yakuman, and the least han of each."""
_MOST_LIMIT_HAN = 26
"""How many han a hand can have been told with: two sanbaiman and four."""
_RARE_FIELDS = (
    *("fines", "hands_left", "dealer_wins", "renchan", "open", "dead", "won"),
    *(f"score-{seat}" for seat in ALL_SEATS),
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Choice:
    """One entry of a list: what is sent, what is read, whether it is chosen.

    ``lang`` is the language of the text where it is not the page's. ``usual`` is a ruleset that is played often.
    """

    value: str
    text: str
    chosen: bool
    lang: str = ""
    usual: bool = False

    @property
    def seldom(self) -> bool:
        """Say whether a ruleset may be folded away."""
        return not self.usual


@dataclass(frozen=True, kw_only=True, slots=True)
class Limit:
    """A limit by its name: what is sent for it, the numbers of han that reach it as sent, and "6-7" as read."""

    value: str
    text: str
    han: tuple[str, ...]
    reach: str


@dataclass(frozen=True, kw_only=True, slots=True)
class OptionField:
    """One option of a ruleset with its choices; ``lang`` is the title's language where it is not the page's."""

    id: str
    title: str
    lang: str
    choices: tuple[Choice, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class SeatView:
    """A seat as it is drawn: ``number`` as it is sent, ``place`` on the page, wind in letter, character and word.

    ``player`` is who sits there, empty where no game is played. A player with a dead hand ``can_win`` no hand, and
    ``can_be_tenpai`` only where the rules say so.
    """

    number: str
    place: str
    wind: str
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
    limits: tuple[Limit, ...]
    hands: tuple[Choice, ...]
    seats: tuple[SeatView, ...]
    seats_in_order: tuple[SeatView, ...]
    payment: PaymentView = _NOT_ASKED
    address: str = ""
    preview: str = ""
    points: str = ""
    back: tuple[str, str] = ("", "")
    rules: str = ""
    at_table: bool = False

    @property
    def more_is_used(self) -> bool:
        """Say whether a rarely needed field is filled in, not by a table, so that it must not be folded away."""
        return not self.at_table and self.form.uses(*_RARE_FIELDS)


def pays_page(asked: Asked, form: Form, book: Book, offers: Offers) -> PaysPage:
    """Return the first screen under one ruleset."""
    seats = seat_views(asked, _dealer_of(form), seat_below(form))
    return PaysPage(
        form=form,
        offers=offers,
        shown=rules_key(book, form),
        rulesets=rulesets_offered(asked, book),
        options=tuple(option_field(asked, form, book, option) for option in book.options),
        results=choices(asked, "result", offers.results, form.one("result", "ron")),
        aborts=choices(asked, "abort", offers.aborts, form.one("abort")),
        limits=limits_of(asked, offers),
        hands=hands_of(asked, offers, form.one("at", "E0")),
        seats=tuple(seats[(seat_below(form) + step) % 4] for step in READING_ORDER),
        seats_in_order=seats,
    )


def _dealer_of(form: Form) -> int:
    """Return the dealer's seat, the first dealer's where the field makes no sense."""
    return _seat_of_text(form.one("at", "E0")[1:])


def _seat_of_text(text: str) -> int:
    """Return the seat that a text names, seat 0 if it names none."""
    return int(text) if text in ("0", "1", "2", "3") else 0


def seat_views(asked: Asked, dealer: int, me: int) -> tuple[SeatView, ...]:
    """Return the four seats by number."""
    return tuple(_seat_view(asked, seat, wind_of(seat, dealer), PLACES[(seat - me) % 4]) for seat in ALL_SEATS)


def _seat_view(asked: Asked, seat: int, wind: str, place: str) -> SeatView:
    return SeatView(
        number=str(seat),
        place=place,
        wind=wind,
        character=CHARACTERS[wind],
        name=asked.say(f"wind.{wind}"),
        is_dealer=wind == "E",
    )


def rulesets_offered(asked: Asked, chosen: Book | None) -> tuple[Choice, ...]:
    """Return the rulesets by title and edition, those first that are likely to be meant."""
    return tuple(
        Choice(
            value=book.id,
            text=title_of(asked, book),
            chosen=book is chosen,
            lang=_other_language(asked, book.titles),
            usual=rank < SELDOM,
        )
        for rank, book in books_by_rank(asked, "" if chosen is None else chosen.id)
    )


def book_asked(asked: Asked, form: Form) -> Book:
    """Return the book that a form names, the first one where it names none; answer 404 if there is none of this id."""
    return book_named(asked, form.one("ruleset", asked.library.books[0].id))


def book_named(asked: Asked, name: str) -> Book:
    """Return the book with this id; answer 404 if there is none."""
    book = asked.library.book(name)
    if book is None:
        raise HttpError(NOT_FOUND, asked.say("error_page.no_rules", found=name))
    return book


def books_by_rank(asked: Asked, chosen: str = "") -> tuple[tuple[int, Book], ...]:
    """Return the books to choose from: the one chosen or used last, a club's own, those played most, all others."""
    meant = rules_id(chosen or asked.device.rules.get("ruleset", ""))
    offered = asked.library.offered(chosen)
    ranked = [(-1 if rules_id(book.id) == meant else book.rank, is_version(book.id), book.id, book) for book in offered]
    return tuple([(rank, book) for rank, _, _, book in sorted(ranked)])


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
            lang=_other_language(asked, choice.titles),
        )
        for choice in option.choices
    )
    return OptionField(
        id=name, title=asked.speaker.text(option.titles), lang=_other_language(asked, option.titles), choices=entries
    )


def limits_of(asked: Asked, offers: Offers) -> tuple[Limit, ...]:
    """Return the limits by name, the counted yakuman where the ruleset has it; the highest has no end."""
    offered = LIMITS_OFFERED if offers.counted_yakuman else LIMITS_OFFERED[:-1]
    ends = [least - 1 for _, least in offered[1:]]
    limits = [_limit_of(asked, name, least, end) for (name, least), end in zip(offered, (*ends, 0), strict=True)]
    return tuple(limits)


def _limit_of(asked: Asked, name: str, least: int, most: int) -> Limit:
    """Return a limit that reaches from one number of han to another, 0 for no end."""
    reach = asked.say("value.reach" if most else "value.reach_up", least=least, most=most)
    han = tuple([str(number) for number in range(least, (most or _MOST_LIMIT_HAN) + 1)])
    return Limit(value=name, text=asked.say(f"limit.{name}"), han=han, reach=han[0] if most == least else reach)


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


def hand_with_honba(asked: Asked, at: Table | HandRow) -> str:
    """Return "East 1, 1 honba"."""
    return asked.say("sheet.hand", hand=hand_name(asked, at.round, at.dealer), honba=at.honba)


def hand_told(asked: Asked, at: Table | HandRow) -> str:
    """Return "East 1", of its repeats "East 1, 1 honba"."""
    return hand_with_honba(asked, at) if at.honba else hand_name(asked, at.round, at.dealer)


def speaker_at(asked: Asked, view: TableView, dealer: int | None = None) -> Speaker:
    """Return the words of a page about a table, its players known as they sit in a hand of that dealer, else now."""
    names = tuple(seat.name for seat in view.seats)
    return asked.speaker.naming(names, view.table.dealer if dealer is None else dealer)


def refusals_at(
    asked: Asked, problems: tuple[Problem, ...], view: TableView, dealer: int | None = None
) -> tuple[str, ...]:
    """Return one sentence for each problem of an order at a table."""
    speaker = speaker_at(asked, view, dealer)
    return tuple(problem_text(problem, view.rules, speaker) for problem in problems)


def title_of(asked: Asked, book: Book) -> str:
    """Return a ruleset's title with its edition."""
    return ruleset_named(book.titles, book.edition, asked.speaker)


def _other_language(asked: Asked, texts: Texts) -> str:
    """Return the language that a text is shown in where it is not the page's, else nothing."""
    return "" if asked.speaker.lang in texts else LANGUAGE
