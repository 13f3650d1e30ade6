"""The names at a table: what is no name, and changing one, which is an entry of the log."""

from referee.core.games.decide import NotDone, decide_renaming, not_done
from referee.core.games.events import Renamed
from referee.core.games.hashes import command_hash
from referee.core.text.spaces import spaces_off
from referee.desk.letters import in_small_letters, is_shown, is_unreadable
from referee.desk.opened import Desk, History, history_of
from referee.desk.orders import Clash, Order, Refused, Written
from referee.desk.repeated import written_by
from referee.desk.writing import Clashing, Found, answered, appended
from referee.store import Stored

LONGEST_NAME = 40


def rename(desk: Desk, game: str, order: Order, names: tuple[str, ...]) -> Written:
    """Mend names, or put a substitute's in place; the log says at which seats and by whom, never the name."""
    wrong = wrong_names(names)
    if wrong is not None:
        return Refused(problems=wrong.problems)
    told = tuple(spaces_off(name) for name in names)
    with desk.store.writing():
        history = history_of(desk, game)
        row = desk.store.game_row(game)
        known = () if row is None else row.names
        before = desk.store.event_by_command(command_hash(order.command))
        if before is None:
            found = renamed_now(desk, history, order, (known, told))
        else:
            found = renamed_before(history, order, before, is_so=known == told)
    return answered(desk, history, order, found)


def renamed_now(desk: Desk, history: History, order: Order, names: tuple[tuple[str, ...], tuple[str, ...]]) -> Found:
    """Write which seats have other names, and the names beside the log."""
    known, told = names
    seats = tuple(seat for seat, name in enumerate(told) if known[seat] != name)
    decided = decide_renaming(history[-1].game, seats)
    if isinstance(decided, NotDone):
        return Refused(problems=decided.problems)
    desk.store.mend_names(history[0].stored.game, told)
    return appended(desk, history, order, decided)


def renamed_before(history: History, order: Order, before: Stored, *, is_so: bool) -> Found:
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
    if max(len(name) for name in given) > LONGEST_NAME:
        return not_done("names", "desk.name_too_long", (("most", LONGEST_NAME),))
    return wrong_letters(given)


def wrong_letters(given: list[str]) -> NotDone | None:
    """Return what is wrong with four names as they would be read, or None."""
    if any(is_unreadable(letter) for name in given for letter in name):
        return not_done("names", "desk.name_unreadable")
    if not all(any(map(is_shown, name)) for name in given):
        return not_done("names", "desk.name_blank")
    if len({in_small_letters(name) for name in given}) == 1:
        return not_done("names", "desk.names_same")
    return None
