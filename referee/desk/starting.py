"""Starting a game: at its first hand, or in the middle of it."""

from referee.ask.hands import read_table
from referee.ask.settle import read_book, read_variant
from referee.desk.names import wrong_names
from referee.desk.opened import Desk, find, game_of_command, history_of, kept_text, token_hash, token_of
from referee.desk.orders import Begun, BegunOtherwise, NewGame, Order, Refused, RulesChanged
from referee.desk.tables import view
from referee.desk.writing import stored
from referee.game.codec import command_hash, ruleset_hash
from referee.game.decide import NotDone, not_done
from referee.game.events import GameStarted
from referee.rules.choices import Abort
from referee.rules.progress import last_round
from referee.rules.ruleset import Ruleset
from referee.rules.table import NOTHING, AbortiveDraw, Hand, Table
from referee.rules.verify import FinishedHand, game_over
from referee.store import GameRow
from referee.texts.library import Book
from referee.texts.reader import Reader, spaces_off

SHORTEST_COMMAND = 32
"""The address of a game is made from the command that starts it, so that has to be hard to guess."""


def start(desk: Desk, order: Order, plan: NewGame) -> Begun | Refused | BegunOtherwise | RulesChanged:
    """Start a game; the same order again answers with the same game and address."""
    ready = planned(desk, order, plan)
    if isinstance(ready, NotDone):
        return Refused(problems=ready.problems)
    text, started = ready
    token = token_of(order.command)
    names = tuple(spaces_off(name) for name in plan.names)
    with desk.store.writing():
        before = desk.store.event_by_command(command_hash(order.command))
        game = game_of_command(order.command) if before is None else before.game
        if before is not None and not begun_so(desk, game, token, started, names):
            known = game if find(desk, token) == game else None
            return BegunOtherwise(token=token, view=None if known is None else view(desk, known))
        if before is None and plan.rules not in ("", started.ruleset):
            return RulesChanged()
        if before is None:
            desk.store.add_ruleset(started.ruleset, text)
            desk.store.add_game(
                GameRow(id=game, token=token_hash(token), created=desk.clock(), revision=0, names=names)
            )
            desk.store.append(stored(desk, game, 1, order, started))
    return Begun(token=token, game=game, view=view(desk, game), repeated=before is not None)


def begun_so(desk: Desk, game: str, token: str, started: GameStarted, names: tuple[str, ...]) -> bool:
    """Return whether a game was begun as it is ordered once more; names count until they are mended."""
    row = desk.store.game_row(game)
    first = history_of(desk, game)[0].event
    if row is None or row.token != token_hash(token) or not isinstance(first, GameStarted):
        return False
    same = (first.book, first.options, first.table) == (started.book, started.options, started.table)
    return same and (row.revision > 0 or row.names == names)


def planned(desk: Desk, order: Order, plan: NewGame) -> tuple[str, GameStarted] | NotDone:
    """Return the text of the ruleset and the first event of a game, or everything that is wrong with the plan."""
    reader = Reader(path="", fields={"ruleset": plan.ruleset, "options": dict(plan.options)}, problems=[])
    book = read_book(reader, desk.library)
    variant = read_variant(reader, book)
    rules = None if book is None or variant is None else book.variants[variant]
    table = table_from(plan, rules, reader)
    wrong = tuple(
        problem
        for each in (wrong_names(plan.names), wrong_command(order))
        if each is not None
        for problem in each.problems
    )
    if reader.problems or wrong or book is None or table is None:
        return NotDone(problems=(*reader.problems, *wrong))
    options = all_options(book, plan.options)
    text = kept_text(book, options)
    chosen = tuple(sorted(options.items()))
    return text, GameStarted(ruleset=ruleset_hash(text), book=book.id, options=chosen, table=table)


def table_from(plan: NewGame, rules: Ruleset | None, reader: Reader) -> Table | None:
    """Return the table at which the game starts, or None when something is wrong."""
    if rules is None:
        return None
    if plan.table is None:
        return first_table(rules)
    table = read_table(Reader(path="table", fields=dict(plan.table), problems=reader.problems), last_round(rules))
    if not reader.problems:
        reader.problems.extend(game_over(FinishedHand(table=table, hand=NO_HAND, rules=rules)))
    return None if reader.problems else table


NO_HAND = Hand(ending=AbortiveDraw(reason=Abort.KYUUSHU_KYUUHAI), riichi=(), open_riichi=(), dead=(), wareme=None)
"""A hand of which nothing is known: enough to ask whether any can be played."""


def first_table(rules: Ruleset) -> Table:
    """Return the table before the first hand."""
    points = rules.setup.points
    return Table(
        scores=(points, points, points, points),
        round="E",
        dealer=0,
        honba=0,
        kyoutaku=0,
        chips=NOTHING,
        penalties=NOTHING,
        dealer_wins=0,
        renchan=0,
        yakitori=(True, True, True, True),
        hands_left=None,
        extra=False,
    )


def all_options(book: Book, wanted: dict[str, str]) -> dict[str, str]:
    """Return a choice for every option of a book."""
    return {option.id: wanted.get(option.id, option.choices[0].id) for option in book.options}


def wrong_command(order: Order) -> NotDone | None:
    """Return what is wrong with the id of an order that starts a game, or None."""
    if len(order.command) >= SHORTEST_COMMAND:
        return None
    return not_done("command", "desk.too_short_command", (("least", SHORTEST_COMMAND),))
