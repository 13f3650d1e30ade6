"""The games of this browser, and the start of a new one with its draw for the first dealer."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from referee.app.answer import (
    GAME_RULES,
    OK,
    UNPROCESSABLE,
    Answer,
    page_of,
    problem_sentences,
    redirect,
    redirect_after_write,
)
from referee.app.asked import ShownTime, day_of
from referee.app.form import Form
from referee.app.hand_form import table_facts
from referee.app.pages import (
    Choice,
    OptionField,
    SeatView,
    book_asked,
    hand_name,
    hands_of,
    offers_of,
    option_field,
    rules_key,
    rules_line,
    rulesets_offered,
    seat_views,
    thousands,
    title_of,
    without_leftovers,
)
from referee.app.preview import CHARACTERS
from referee.app.record import fields_kept
from referee.app.routes import query_of, url_for
from referee.app.rows import RowText, row_text
from referee.app.settings import (
    book_used,
    keeping_rules,
    rules_at,
    rules_first,
    ways_under_rules,
    with_rules,
)
from referee.app.tables import ConflictPage, conflicting, game_of, kept_fields, order_of, table_at
from referee.desk import (
    BegunOtherwise,
    Desk,
    NewGame,
    Phase,
    Refused,
    RulesChanged,
    TableView,
    find,
    game_now,
    starting,
    table_view,
    wrong_names,
)
from referee.records import dataclass
from referee.rules.choices import SeatDraw
from referee.rules.progress import dealer_by_dice, dealer_by_token, seats_by_lot
from referee.rules.table import ALL_SEATS
from referee.texts.search import fold
from referee.texts.words import chosen_options, listed, rules_wanted

if TYPE_CHECKING:
    from referee.app.asked import Asked
    from referee.app.pages import Offers
    from referee.desk import Desk, TableView
    from referee.rules.ruleset import Setup
    from referee.texts.words import Library


_SIDES = ("E", "S")
_SUMS = range(2, 13)
_QUESTIONS = {SeatDraw.TOKEN: ("token", "token_at"), SeatDraw.WINDS: ("east", "dice")}
"""The questions of each draw, which are fields of the form; the other draws name the dealer by his place."""
_ASKED_IN_DRAW = tuple([name for questions in _QUESTIONS.values() for name in questions])
_LOT = "lot"
_DRAW, _DRAWN = "draw", "drawn"
"""What the field of the lot holds: that it is to be drawn, and that the names stand as it was drawn."""
_NAME_FIELDS = tuple([f"name-{seat}" for seat in ALL_SEATS])


@dataclass(frozen=True, kw_only=True, slots=True)
class Question:
    """One question of the draw with its answers."""

    name: str
    text: str
    choices: tuple[Choice, ...]


def _questions_of(asked: Asked, form: Form, setup: Setup) -> tuple[Question, ...]:
    """Return what has to be told so that the first dealer is known; nothing where he sits in the first place."""
    answers = {"token": _sides(asked), "token_at": players(asked, form), "east": players(asked, form), "dice": sums()}
    return tuple(
        Question(
            name=name,
            text=asked.say(f"draw.{name}"),
            choices=tuple(
                Choice(value=value, text=text, chosen=form.has(name, value)) for value, text in answers[name]
            ),
        )
        for name in _QUESTIONS.get(setup.seat_draw, ())
    )


def _sides(asked: Asked) -> list[tuple[str, str]]:
    return [(side, asked.say(f"draw.token_{side}")) for side in _SIDES]


def sums() -> list[tuple[str, str]]:
    """Return what two dice can show together."""
    return [(str(pips), str(pips)) for pips in _SUMS]


def players(asked: Asked, form: Form) -> list[tuple[str, str]]:
    """Return the players in the order in which they are typed."""
    return [(str(place), _player_at(asked, form, place)) for place in ALL_SEATS]


def _player_at(asked: Asked, form: Form, place: int) -> str:
    """Return a player's name, or how many he is in the order while it is not typed."""
    return form.one(f"name-{place}") or asked.say("draw.player", number=place + 1)


def _drawn_dealer(form: Form, setup: Setup) -> int | None:
    """Return which of the players as they are typed deals first; None as long as the draw is not told."""
    replies = [form.one(name) for name in _QUESTIONS.get(setup.seat_draw, ())]
    match setup.seat_draw, replies:
        case SeatDraw.TOKEN, [side, place] if side in _SIDES and _is_place(place):
            return dealer_by_token(side, int(place))
        case SeatDraw.WINDS, [place, pips] if _is_place(place) and pips in map(str, _SUMS):
            return dealer_by_dice(int(place), int(pips))
        case _:
            return None


def _is_place(text: str) -> bool:
    """Say whether a text names one of four places."""
    return text in map(str, ALL_SEATS)


_MIDGAME_FIELDS = (
    *("honba", "sticks", "fines", "hands_left", "dealer_wins", "renchan", "won"),
    *(f"score-{seat}" for seat in ALL_SEATS),
    *(f"chips-{seat}" for seat in ALL_SEATS),
)
_FIRST_HAND = "E0"


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
    names_known: tuple[str, ...]
    refusals: tuple[str, ...]

    @property
    def seats_in_order(self) -> tuple[SeatView, ...]:
        """Return the seats from the first dealer on."""
        return self.seats

    @property
    def midgame(self) -> bool:
        """Say whether the game is to start later than with its first hand."""
        return _starts_midgame(self.form)

    @property
    def is_drawn(self) -> bool:
        """Say whether the winds of the seats are known: none are drawn at the table, or it was told, or drawn here."""
        return not self.draw or bool(self.dealer) or self.midgame

    @property
    def draw_is_given(self) -> bool:
        """Say whether a question of the draw is answered, so that they must not be folded away."""
        return self.form.uses(*_ASKED_IN_DRAW)


def _new_game_page(asked: Asked, form: Form, library: Library, refusals: tuple[str, ...] = ()) -> NewGamePage:
    """Return the form under the ruleset that it names, the first one otherwise."""
    book = library.book_or_first(form.one("ruleset"))
    rules = rules_wanted(book, form.options())
    offers = offers_of(rules)
    dealer = None if _starts_midgame(form) else _drawn_dealer(form, rules.setup)
    if dealer is None and form.has(_LOT, _DRAWN):
        dealer = 0
    return NewGamePage(
        form=form,
        command=asked.command,
        shown=rules_key(book, form),
        rulesets=rulesets_offered(asked, book),
        options=tuple(option_field(asked, form, book, option) for option in book.options),
        hands=hands_of(asked, offers, form.one("at", _FIRST_HAND)),
        seats=seat_views(asked, dealer or 0, 0),
        offers=offers,
        start=str(offers.start),
        setup=setup_text(asked, rules.setup),
        draw=_questions_of(asked, form, rules.setup),
        dealer="" if dealer is None else asked.say("draw.dealer", player=_player_at(asked, form, dealer)),
        names_known=asked.device.names,
        refusals=refusals,
    )


def setup_text(asked: Asked, setup: Setup) -> tuple[str, ...]:
    """Return how seats are drawn, where the wall is broken, the number of indicators and the first points."""
    return (
        asked.say(f"seat_draw.{setup.seat_draw}"),
        asked.say(f"wall_break.{setup.wall_break}"),
        asked.say(f"indicators.{setup.indicators}"),
        asked.say("page.new.points", points=setup.points),
    )


def _starts_midgame(form: Form) -> bool:
    """Say whether the form tells of a game that is already under way."""
    return form.one("at", _FIRST_HAND) != _FIRST_HAND or form.uses(*_MIDGAME_FIELDS)


def _names_typed(form: Form) -> tuple[str, ...]:
    return tuple([form.one(name) for name in _NAME_FIELDS])


def _names_of(asked: Asked, form: Form) -> tuple[str, ...]:
    """Return four names, the place in the order for whoever has none; three alone are left for the desk to refuse."""
    typed = _names_typed(form)
    is_three = len([name for name in typed if name]) == len(typed) - 1
    return typed if is_three else tuple([_player_at(asked, form, place) for place in ALL_SEATS])


def _plan_of(asked: Asked, form: Form) -> NewGame:
    """Return what the desk needs to start the game."""
    book, names = asked.library.book_or_first(form.one("ruleset")), _names_of(asked, form)
    setup = rules_wanted(book, form.options()).setup
    midgame = _starts_midgame(form)
    dealer = 0 if midgame else _drawn_dealer(form, setup) or 0
    return NewGame(
        ruleset=form.one("ruleset", book.id),
        options=chosen_options(book, form.options()),
        names=tuple([names[(dealer + seat) % 4] for seat in ALL_SEATS]),
        table=table_facts(form, setup.points) if midgame else None,
        rules=form.one("rules"),
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class HomePage:
    """The games that this browser has used, and the events that it has links to.

    ``again`` is the table of the latest one, if that is over. While no rules were used here, ``ways`` lead to a new
    game under each book.
    """

    events: tuple[tuple[str, str], ...]
    listed: GamesListed
    again: str
    ways: tuple[Choice, ...]


def home(asked: Asked, desk: Desk) -> Answer:
    """List the games of this browser and offer a new one."""
    page = HomePage(
        events=asked.events,
        listed=_games_listed(asked, desk),
        again=_latest_over(asked, desk),
        ways=() if book_used(asked) else ways_under_rules(asked, url_for("games.new")),
    )
    return page_of("games/home.html", page=page)


def _latest_over(asked: Asked, desk: Desk) -> str:
    """Return the table that this device used last if its game is over, else nothing."""
    latest = asked.device.latest
    game = None if latest is None else find(desk, latest)
    is_over = game is not None and table_view(desk, game).phase != Phase.PLAYING
    return latest or "" if is_over else ""


def new(asked: Asked, _desk: Desk) -> Answer:
    """Show the form for a new game; a change of ruleset keeps what still fits."""
    return rules_first(asked, "page.new.title") or _new_under_rules(asked)


def _new_under_rules(asked: Asked) -> Answer:
    """Return the form, or the seats drawn by lot, under the rules that are asked for or were used last."""
    form = with_rules(asked)
    book = book_asked(asked, form)
    kept = without_leftovers(form, book, offers_of(rules_wanted(book, form.options())))
    return keeping_rules(asked, _seats_drawn(asked, kept) if form.has(_LOT, _DRAW) else _new_shown(asked, kept))


def _new_shown(asked: Asked, form: Form, refusals: tuple[str, ...] = ()) -> Answer:
    page = _new_game_page(asked, form, asked.library, refusals)
    return page_of("games/new.html", UNPROCESSABLE if refusals else OK, page=page)


def _seats_drawn(asked: Asked, form: Form) -> Answer:
    """Return the form with the seats drawn by lot, at an address that does not draw again when it is reloaded."""
    names = _names_of(asked, form)
    wrong = wrong_names(names)
    if wrong is not None:
        return _new_shown(asked, form.without(_LOT), problem_sentences(asked, wrong.problems))
    order = seats_by_lot(int(asked.command, 16))
    seated = [(field, names[place]) for field, place in zip(_NAME_FIELDS, order, strict=True)]
    drawn = Form(pairs=(*form.without(_LOT, *_ASKED_IN_DRAW, *_NAME_FIELDS).pairs, *seated, (_LOT, _DRAWN)))
    if asked.is_part:
        return _new_shown(asked, drawn)
    return redirect(f"{url_for('games.new')}?{query_of(fields_kept(drawn))}")


def again(asked: Asked, desk: Desk, token: str) -> Answer:
    """Show the form for another game of the people at a table under the same rules."""
    view = table_at(asked, desk, token).view
    names = [(field, seat.name) for field, seat in zip(_NAME_FIELDS, view.seats, strict=True)]
    return _new_shown(asked, Form(pairs=(*rules_at(view).items(), *names)))


def archive(asked: Asked, desk: Desk, token: str) -> Answer:
    """Put a game away from the list of this device, or take it out of the archive again."""
    game_of(asked, desk, token)
    device = asked.device.with_archived(token, away=asked.form.one("to") == "archive")
    return replace(redirect_after_write(asked, url_for("games.home")), device=device)


def begin(asked: Asked, desk: Desk) -> Answer:
    """Start a game and go to its table, or say why it cannot be started."""
    form = asked.form
    begun = starting.start(desk, order_of(asked), _plan_of(asked, form))
    if isinstance(begun, BegunOtherwise):
        return conflicting(_start_conflict(asked, begun, form))
    if isinstance(begun, RulesChanged):
        return conflicting(_rules_conflict(asked, form))
    if isinstance(begun, Refused):
        return _new_shown(asked, form, problem_sentences(asked, begun.problems))
    gone = redirect_after_write(asked, url_for("table.show", token=begun.token))
    rules = game_now(desk, begun.game).start.ruleset
    names = tuple([seat.name for seat in begun.view.seats])
    device = asked.device.with_seat(begun.token, _own_seat(asked, desk, names))
    device = device.with_names(tuple([name for name in names if name in _names_typed(form)]))
    return keeping_rules(asked, replace(gone.with_headers((GAME_RULES, rules)), device=device))


def _own_seat(asked: Asked, desk: Desk, names: tuple[str, ...]) -> int | None:
    """Return the seat of whoever sat behind this device at its latest table, None if nobody of that name plays."""
    latest = asked.device.latest
    game = None if latest is None else find(desk, latest)
    seat = None if latest is None else asked.device.tables[latest]
    if game is None or seat is None:
        return None
    mine = [place for place, name in enumerate(names) if name == table_view(desk, game).seats[seat].name]
    return mine[0] if len(mine) == 1 else None


def _rules_conflict(asked: Asked, form: Form) -> ConflictPage:
    """Return the choice about a game that a phone began under rules that are not here any more; its address stays."""
    now = asked.library.book(form.one("ruleset"))
    others = () if now else ("ruleset", *[f"option-{name}" for name in form.options()])
    return ConflictPage(
        back=url_for("games.home"),
        back_text=asked.say("page.home.title"),
        waiting=form.one("resolves"),
        command=form.one("command_id"),
        why=asked.say("page.conflict.rules"),
        theirs=(),
        nothing="" if now is None else title_of(asked, now),
        rulesets=() if now else rulesets_offered(asked, None),
        mine=(_players_of(form),),
        fields=kept_fields(form.without("rules", *others)),
        again=url_for("games.begin"),
        again_text=asked.say("page.conflict.begin"),
        keep=asked.say("page.conflict.drop"),
    )


def _players_of(form: Form) -> str:
    """Return the names in the form of a new game."""
    return " · ".join(name for name in _names_typed(form) if name)


def _start_conflict(asked: Asked, begun: BegunOtherwise, form: Form) -> ConflictPage:
    """Return the game that an id started, and the one in the form; an entry of another table is not shown."""
    view = begun.view
    back = url_for("games.home") if view is None else url_for("table.show", token=begun.token)
    return ConflictPage(
        back=back,
        back_text=asked.say("page.home.title") if view is None else asked.say("page.back"),
        waiting=form.one("resolves"),
        command=asked.command,
        why=asked.say("page.conflict.elsewhere" if view is None else "page.conflict.begun"),
        theirs=() if view is None else (_start_text(asked, view),),
        mine=(_players_of(form),),
        fields=kept_fields(form),
        again=url_for("games.begin"),
        again_text=asked.say("page.conflict.start"),
        keep=asked.say("page.home.title") if view is None else asked.say("page.conflict.open"),
    )


def _start_text(asked: Asked, view: TableView) -> RowText:
    """Return the start of a game in words: who plays, and by which rules."""
    players = " · ".join(seat.name for seat in view.seats)
    return replace(row_text(asked, view.sheet[0], view), what=f"{players}, {rules_line(asked, view)}")


_MANY_GAMES = 5
"""From so many games on a name is looked for."""
_OVER = "終"
_DAY_LETTERS = len("2026-01-01")


@dataclass(frozen=True, kw_only=True, slots=True)
class GameCard:
    """One game in the list; ``wind`` is the character of its round, or of the end when it is over.

    ``winner`` won the game if it is over, ``last_day`` had its last entry.
    """

    token: str
    names: str
    players: tuple[str, ...]
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


def _games_listed(asked: Asked, desk: Desk) -> GamesListed:
    found = [_card_of(asked, desk, token) for token in reversed(list(asked.device.tables))]
    cards = [card for card in found if card is not None]
    name, today = asked.query.one("name"), desk.clock()[:_DAY_LETTERS]
    named = [card for card in cards if fold(name) in fold(card.names)]
    by_hand = dict(asked.device.archived)
    away = [card for card in named if by_hand.get(card.token, card.last_day != today)]
    return GamesListed(
        games=tuple(card for card in named if card not in away),
        archive=tuple(away),
        name=name,
        find_offered=len(cards) >= _MANY_GAMES,
    )


def _card_of(asked: Asked, desk: Desk, token: str) -> GameCard | None:
    """Return a game as it is listed, None if it is no longer there."""
    game = find(desk, token)
    if game is None:
        return None
    view = table_view(desk, game)
    players = tuple(seat.name for seat in view.seats)
    return GameCard(
        token=token,
        names=" · ".join(players),
        players=players,
        wind=CHARACTERS[view.table.round] if view.phase == Phase.PLAYING else _OVER,
        hand=_hand_or_over(asked, view),
        rules=rules_line(asked, view),
        began=day_of(asked, view.sheet[0].stamp.at),
        winner=_winner_of(asked, view),
        last_day=view.sheet[-1].stamp.at[:_DAY_LETTERS],
    )


def _hand_or_over(asked: Asked, view: TableView) -> str:
    """Return the hand that a game has come to, or that it is over."""
    if view.phase != Phase.PLAYING:
        return asked.say(f"phase.{view.phase}")
    return hand_name(asked, view.table.round, view.table.dealer)


def _winner_of(asked: Asked, view: TableView) -> str:
    """Return who won a game that is over, all who share the first place if not everybody does, with the result."""
    if view.standing is None:
        return ""
    first = [seat.seat for seat in view.seats if view.standing.places[seat.seat] == 1]
    is_drawn = len(first) == len(ALL_SEATS)
    shared = listed([view.seats[seat].name for seat in first], asked.speaker.words)
    names = asked.say("page.home.all_four") if is_drawn else shared
    return f"{names} {thousands(asked, view.standing.parts[first[0]].total)}"
