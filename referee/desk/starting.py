"""Starting a game, at its first hand or in the middle of it, and the names at its table."""

from referee.ask.hands import read_table
from referee.ask.settle import read_book, read_variant, rules_asked_for
from referee.desk.opened import (
    Begun,
    BegunOtherwise,
    Clash,
    Desk,
    History,
    NewGame,
    Order,
    Refused,
    RulesChanged,
    Written,
    find,
    game_of_command,
    history_of,
    kept_text,
    token_hash,
    token_of,
)
from referee.desk.tables import table_view
from referee.desk.writing import Clashing, Found, answered, appended, stored, written_by
from referee.game.decide import decide_renaming
from referee.game.events import GameStarted, Renamed, command_hash, ruleset_hash
from referee.rules.choices import Abort
from referee.rules.progress import last_round
from referee.rules.ruleset import Ruleset
from referee.rules.settlement import FinishedHand, game_over
from referee.rules.table import NOTHING, AbortiveDraw, Hand, NotDone, Table, not_done
from referee.store import GameRow, Stored
from referee.texts.reader import SPACES, Reader, spaces_off
from referee.texts.words import choices_in

Blocks = tuple[tuple[int, int], ...]
"""Ranges of code points, each with its first and its last."""

_CAPITALS = ((0x41, 0x5A, 0x20), (0xC0, 0xDE, 0x20), (0x391, 0x3A9, 0x20), (0x400, 0x40F, 0x50), (0x410, 0x42F, 0x20))
"""Capitals of Latin, Greek and Cyrillic: the first and the last, and how far behind them their small letters stand."""
_CONTROLS = ((0x00, 0x1F), (0x7F, 0x9F), (0x2028, 0x2029), (0xD800, 0xDFFF))
"""Characters that break a line or steer a machine, and halves of surrogate pairs."""
_TURNING = ((0x202A, 0x202E), (0x2066, 0x2069))
"""Characters that turn the direction of the text after them."""
_BLANK = ((0x115F, 0x1160), (0x2800, 0x2800), (0x3164, 0x3164), (0xFFA0, 0xFFA0))
"""Letters and signs that show nothing."""
_FORMATS = (
    (0xAD, 0xAD),
    (0x600, 0x605),
    (0x61C, 0x61C),
    (0x6DD, 0x6DD),
    (0x70F, 0x70F),
    (0x890, 0x891),
    (0x8E2, 0x8E2),
    (0x180B, 0x180F),
    (0x200B, 0x200F),
    (0x2060, 0x206F),
    (0xE000, 0xF8FF),
    (0xFE00, 0xFE0F),
    (0xFEFF, 0xFEFF),
    (0xFFF0, 0xFFFB),
    (0xFFFE, 0xFFFF),
    (0xE0000, 0x10FFFF),
)
"""Joiners, selectors of variants, tags, and what has a meaning in private only."""
_MARKS = (
    (0x300, 0x36F),
    (0x483, 0x489),
    (0x591, 0x5BD),
    (0x610, 0x61A),
    (0x64B, 0x65F),
    (0x1AB0, 0x1AFF),
    (0x1DC0, 0x1DFF),
    (0x20D0, 0x20FF),
    (0x302A, 0x302F),
    (0x3099, 0x309A),
    (0xFE20, 0xFE2F),
)
"""Accents and points that stand on another letter: those of Latin, Cyrillic, Hebrew, Arabic, of signs and of kana."""


def is_unreadable(letter: str) -> bool:
    """Return whether a character breaks the line that it stands in, or turns what follows."""
    return _is_among(letter, _CONTROLS) or _is_among(letter, _TURNING)


def is_visible(letter: str) -> bool:
    """Return whether a character can be seen: a letter, a digit, a mark of punctuation or a sign."""
    hidden = (_CONTROLS, _TURNING, _BLANK, _FORMATS, _MARKS)
    return letter not in SPACES and not any(_is_among(letter, blocks) for blocks in hidden)


def _is_among(letter: str, blocks: Blocks) -> bool:
    return any(first <= ord(letter) <= last for first, last in blocks)


def _in_small_letters(name: str) -> str:
    """Return a name in small letters, as far as they stand at a fixed place behind the capitals."""
    return "".join([_small(letter) for letter in name])


def _small(letter: str) -> str:
    """Return the small letter of a capital, any other character as it is."""
    return next((chr(ord(letter) + step) for first, last, step in _CAPITALS if first <= ord(letter) <= last), letter)


LONGEST_PLAYER_NAME = 40


def rename(desk: Desk, game: str, order: Order, names: tuple[str, ...]) -> Written:
    """Mend names, or put a substitute's in place; the log says at which seats and by whom, never the name."""
    wrong = wrong_names(names)
    if wrong is not None:
        return Refused(problems=wrong.problems)
    wanted = tuple(spaces_off(name) for name in names)
    with desk.store.writing():
        history = history_of(desk, game)
        row = desk.store.game_row(game)
        known = () if row is None else row.names
        before = desk.store.event_by_command(command_hash(order.command))
        if before is None:
            found = _renamed_now(desk, history, order, (known, wanted))
        else:
            found = _renamed_before(history, order, before, is_so=known == wanted)
    return answered(desk, history, order, found)


def _renamed_now(desk: Desk, history: History, order: Order, names: tuple[tuple[str, ...], tuple[str, ...]]) -> Found:
    """Write which seats have other names, and the names beside the log."""
    known, wanted = names
    seats = tuple(seat for seat, name in enumerate(wanted) if known[seat] != name)
    decided = decide_renaming(history[-1].game, seats)
    if isinstance(decided, NotDone):
        return Refused(problems=decided.problems)
    desk.store.mend_names(history[0].stored.game, wanted)
    return appended(desk, history, order, decided)


def _renamed_before(history: History, order: Order, before: Stored, *, is_so: bool) -> Found:
    """Return whether an order changed names as it says now; where they were changed again since, nobody can tell."""
    if before.game != history[0].stored.game:
        return Clashing(why=Clash.ELSEWHERE)
    written = written_by(history, order, before.seq)
    last = before.seq + len(written) - 1
    since = any(isinstance(each.event, Renamed) for each in history[last:])
    if all(isinstance(event, Renamed) for event in written) and (is_so or since):
        return (before.seq, True)
    return Clashing(why=Clash.REUSED, first=before.seq, last=last)


def wrong_names(names: tuple[str, ...]) -> NotDone | None:
    """Return what is wrong with the names of a table, or None."""
    given = [spaces_off(name) for name in names if spaces_off(name)]
    if len(given) == 3:  # noqa: PLR2004 a game of three players
        return not_done("names", "desk.three_players")
    if len(given) != 4 or len(names) != 4:  # noqa: PLR2004 four seats
        return not_done("names", "desk.four_names", (("count", len(given)),))
    if max(len(name) for name in given) > LONGEST_PLAYER_NAME:
        return not_done("names", "desk.name_too_long", (("most", LONGEST_PLAYER_NAME),))
    return _wrong_letters(given)


def _wrong_letters(given: list[str]) -> NotDone | None:
    """Return what is wrong with four names as they would be read, or None."""
    if any(is_unreadable(letter) for name in given for letter in name):
        return not_done("names", "desk.name_unreadable")
    if not all(any(map(is_visible, name)) for name in given):
        return not_done("names", "desk.name_blank")
    if len({_in_small_letters(name) for name in given}) == 1:
        return not_done("names", "desk.names_same")
    return None


SHORTEST_COMMAND = 32
"""The address of a game is made from the command that starts it, so that has to be hard to guess."""


def start(desk: Desk, order: Order, plan: NewGame) -> Begun | Refused | BegunOtherwise | RulesChanged:
    """Start a game; the same order again answers with the same game and address."""
    ready = _planned(desk, order, plan)
    if isinstance(ready, NotDone):
        is_gone = plan.rules and desk.library.book(plan.ruleset) is None
        return RulesChanged() if is_gone else Refused(problems=ready.problems)
    text, started = ready
    token = token_of(order.command)
    names = tuple(spaces_off(name) for name in plan.names)
    with desk.store.writing():
        before = desk.store.event_by_command(command_hash(order.command))
        game = game_of_command(order.command) if before is None else before.game
        if before is not None and not _begun_so(desk, game, token, started, names):
            known = game if find(desk, token) == game else None
            return BegunOtherwise(token=token, view=None if known is None else table_view(desk, known))
        if before is None and plan.rules not in ("", started.ruleset):
            return RulesChanged()
        if before is None:
            desk.store.add_ruleset(started.ruleset, text)
            desk.store.add_game(
                GameRow(id=game, token=token_hash(token), created=desk.clock(), revision=0, names=names)
            )
            desk.store.append(stored(desk, game, 1, order, started))
    return Begun(token=token, game=game, view=table_view(desk, game), repeated=before is not None)


def _begun_so(desk: Desk, game: str, token: str, started: GameStarted, names: tuple[str, ...]) -> bool:
    """Return whether a game was begun as it is ordered once more; names count until they are mended."""
    row = desk.store.game_row(game)
    first = history_of(desk, game)[0].event
    if row is None or row.token != token_hash(token) or not isinstance(first, GameStarted):
        return False
    same = (first.book, first.options, first.table) == (started.book, started.options, started.table)
    return same and (row.revision > 0 or row.names == names)


def _planned(desk: Desk, order: Order, plan: NewGame) -> tuple[str, GameStarted] | NotDone:
    """Return the text of the ruleset and the first event of a game, or everything that is wrong with the plan."""
    reader = Reader(path="", fields={"ruleset": plan.ruleset, "options": dict(plan.options)}, problems=[])
    book = read_book(reader, desk.library)
    variant = read_variant(reader, book)
    rules = rules_asked_for(book, variant)
    table = _table_from(plan, rules, reader)
    wrong = tuple(
        problem
        for each in (wrong_names(plan.names), _wrong_command(order))
        if each is not None
        for problem in each.problems
    )
    if reader.problems or wrong or book is None or variant is None or table is None:
        return NotDone(problems=(*reader.problems, *wrong))
    options = choices_in(variant)
    text = kept_text(book, dict(options))
    return text, GameStarted(ruleset=ruleset_hash(text), book=book.id, options=options, table=table)


def _table_from(plan: NewGame, rules: Ruleset | None, reader: Reader) -> Table | None:
    """Return the table at which the game starts, or None when something is wrong."""
    if rules is None:
        return None
    if plan.table is None:
        return first_table(rules)
    table = read_table(Reader(path="table", fields=dict(plan.table), problems=reader.problems), last_round(rules))
    if not reader.problems:
        reader.problems.extend(game_over(FinishedHand(table=table, hand=_NO_HAND, rules=rules)))
    return None if reader.problems else table


_NO_HAND = Hand(ending=AbortiveDraw(reason=Abort.KYUUSHU_KYUUHAI), riichi=(), open_riichi=(), dead=(), wareme=None)
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


def _wrong_command(order: Order) -> NotDone | None:
    """Return what is wrong with the id of an order that starts a game, or None."""
    if len(order.command) >= SHORTEST_COMMAND:
        return None
    return not_done("command", "desk.too_short_command", (("least", SHORTEST_COMMAND),))
