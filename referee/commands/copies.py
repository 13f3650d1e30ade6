"""`referee export`, `restore`, `backup` and `audit`: the score sheets as a whole, copied and worked out again."""

import itertools
import sqlite3
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

from referee.commands.differences import Difference, difference, difference_line
from referee.commands.event_audit import tournament_differences
from referee.commands.events import event_at, organisers_link
from referee.database import DatabaseDesk
from referee.desk import Desk, game_at, rulebook_of
from referee.desk.opened import History, kept_rules, logged_event
from referee.game.codec import ruleset_hash
from referee.game.correction import decide_correction
from referee.game.decide import decide_finish, decide_hand
from referee.game.events import (
    Event,
    Finished,
    HandCorrected,
    HandRecorded,
    RulingIssued,
    RulingWithdrawn,
    Settled,
)
from referee.game.game import Game
from referee.game.rulings import given_back, proposal_for, sanction_lines
from referee.rules.problems import NotDone
from referee.rules.ruleset import Ruleset
from referee.store import Stored
from referee.store.sqlite import GAME_LOG, RestoreError, all_games, backup, exported, restore
from referee.texts.case import Rulebook

SOUND = "ok"
NO_EVENTS = "there are no entries"


def damage(desk: DatabaseDesk) -> tuple[str, ...]:
    """Return what SQLite itself finds wrong with the file."""
    database = desk.store.database()
    try:
        checked = [str(row[0]) for row in database.execute("pragma integrity_check").fetchall()]
        loose = database.execute("pragma foreign_key_check").fetchall()
    except sqlite3.Error as problem:
        return (str(problem),)
    found = [line for text in checked for line in text.splitlines() if line != SOUND]
    return (*found, *(f"a row of {row[0]} belongs to a row of {row[2]} that is not there" for row in loose))


def audit(desk: DatabaseDesk) -> tuple[int, tuple[Difference, ...]]:
    """Return how many games were looked at, and every difference."""
    database = desk.store.database()
    games = [row.id for row in all_games(database)]
    known: dict[str, str] = {}
    found: list[Difference] = []
    for game, events in GAME_LOG.each(database, games):
        found += differences_or_why(game, partial(differences_of, desk, game, events, known))
    for row in desk.store.tournaments():
        found += differences_or_why(row.id, partial(tournament_differences, desk, row.id))
    return len(games), tuple(found)


def differences_or_why(whose: str, work_out: Callable[[], list[Difference]]) -> list[Difference]:
    """Return the differences of a game or an event; one that cannot be read is one, whatever is wrong with it."""
    try:
        return work_out()
    except Exception as problem:  # noqa: BLE001 a damaged text may break anything that reads it
        told = f"{type(problem).__name__}: {problem}"
        return [Difference(game=whose, seq=0, number=None, what="unreadable", stored=told, worked_out="")]


def differences_of(desk: Desk, game: str, events: tuple[Stored, ...], known: dict[str, str]) -> list[Difference]:
    """Return the differences of one game; ``known`` holds the hashes of rulesets that were worked out again."""
    history: History = ()
    for stored in events:
        history = (*history, logged_event(stored, history))
    if not history:
        raise LookupError(NO_EVENTS)
    digest = history[0].game.start.ruleset
    found: list[Difference] = []
    if digest not in known:
        known[digest] = ruleset_hash(desk.store.ruleset_body(digest))
    if known[digest] != digest:
        found.append(Difference(game=game, seq=1, number=None, what="ruleset", stored=digest, worked_out=known[digest]))
    kept = kept_rules(desk, history[0].game)
    rulebook = rulebook_of(desk, history[0].game)
    for before, each in itertools.pairwise(history):
        at = (game, each.stored.seq)
        found += event_differences(before.game, each.event, kept.rules, at)
        found += ruling_differences(before.game, each.event, rulebook, at)
    return found


def event_differences(game: Game, event: Event, rules: Ruleset, at: tuple[str, int]) -> list[Difference]:
    """Return where an event is not what the rules decide in the game before it."""
    match event:
        case HandRecorded(settled=settled):
            again = decide_hand(game, settled.hand, rules)
            hands = again if isinstance(again, NotDone) else (again.settled,)
            return hands_differ(game.number, (settled,), hands, at)
        case HandCorrected(number=number, way=way, settled=stored):
            corrected = decide_correction(game, number, stored[0].hand, way, rules)
            return hands_differ(number, stored, corrected if isinstance(corrected, NotDone) else corrected.settled, at)
        case Finished():
            result = decide_finish(game, rules)
            return [] if result == event else [difference(at, None, "result", event, result)]
        case _:
            return []


def ruling_differences(game: Game, event: Event, rulebook: Rulebook | None, at: tuple[str, int]) -> list[Difference]:
    """Return where a ruling is not what the rulebook proposes today, or moved other points than its penalties say.

    A ruling of a book that is not here any more, or whose answers today's catalogue asks otherwise, is compared by its
    points only.
    """
    pairs: tuple[tuple[str, object, object], ...] = ()
    match event:
        case RulingIssued():
            found = event.proposed if rulebook is None else proposal_for(event.offence, event.answers, rulebook)
            again = event.proposed if isinstance(found, NotDone) else found
            lines = sanction_lines(event.issued, event.seat, game.table)
            pairs = (("proposed", event.proposed, again), ("lines", event.lines, lines))
        case RulingWithdrawn():
            entry = next(each for each in game.rulings if each.seq == event.target)
            pairs = (("lines", event.lines, given_back(game, entry)),)
        case _:
            pass
    return [difference(at, None, part, stored, found) for part, stored, found in pairs if stored != found]


def hands_differ(
    number: int, stored: tuple[Settled, ...], again: tuple[Settled, ...] | NotDone, at: tuple[str, int]
) -> list[Difference]:
    """Return where stored hands, the first with this number, are not what was worked out again."""
    if isinstance(again, NotDone):
        return [difference(at, number, "refused", "recorded", again)]
    return [
        difference(at, number + i, part, getattr(old, part), getattr(new, part))
        for i, (old, new) in enumerate(zip(stored, again, strict=True))
        for part in ("before", "lines", "step", "after", "end")
        if getattr(old, part) != getattr(new, part)
    ]


UNCHECKED = (
    "{file} comes from an earlier version, which does not say where an export ends: "
    "nobody can tell whether it is whole.\n"
)


def export_games(desk: DatabaseDesk, wanted: str | None) -> int:
    """Write one game, one event with its games, or everything, to the standard output; return the exit code."""
    event = None if wanted is None else event_at(desk, wanted)
    game = None if wanted is None or event is not None else game_at(desk, wanted)
    if wanted is not None and game is None and event is None:
        return failed(f"There is no game {wanted}.")
    try:
        for line in exported(desk.store, None if game is None else (game,), event):
            sys.stdout.buffer.write(line.encode("utf-8") + b"\n")
        sys.stdout.flush()
    except (sqlite3.Error, OSError, ValueError, LookupError) as problem:
        return failed(f"The export is not whole: {problem}. `referee audit` says what is damaged.")
    return 0


NEW_CARDS = """{name}: links are not part of an export. Make new ones for referees, and new cards for tables; the link
of an organiser is from now on {link}
"""


def restore_games(desk: DatabaseDesk, file: Path) -> int:
    """Enter an export, and make a link for the organiser of each event that was not there; return the exit code."""
    known = {row.id for row in desk.store.tournaments()}
    try:
        with file.open(encoding="utf-8") as lines:
            count = restore(desk.store, lines, lambda: sys.stderr.write(UNCHECKED.format(file=file)))
    except (OSError, UnicodeDecodeError) as problem:
        return failed(f"{file} cannot be read ({problem}).")
    except (RestoreError, sqlite3.Error) as problem:
        return failed(f"Nothing was restored: {problem}.")
    sys.stdout.write(f"{count} events restored to {desk.path}\n")
    for row in desk.store.tournaments():
        if row.id not in known:
            sys.stdout.write(NEW_CARDS.format(name=row.name, link=organisers_link(desk, row.id)))
    return 0


def backup_all(desk: DatabaseDesk, file: Path) -> int:
    """Copy the database; return the exit code."""
    try:
        backup(desk.store, file)
    except FileExistsError:
        return failed(f"{file} is there already.")
    except sqlite3.Error as problem:
        return failed(f"{file} cannot be written ({problem}).")
    sys.stdout.write(f"{desk.path} copied to {file}\n")
    return 0


def audit_all(desk: DatabaseDesk) -> int:
    """Report what SQLite finds damaged and every hand that the rules would settle otherwise; return 1 for any."""
    damaged = damage(desk)
    for each in damaged:
        sys.stdout.write(f"Damaged: {each}\n")
    try:
        games, found = audit(desk)
    except sqlite3.Error as problem:
        return failed(f"The games cannot be read ({problem}). Take the latest backup or export.")
    for different in found:
        sys.stdout.write(difference_line(different))
    sys.stdout.write(
        f"Games: {games}, differences: {len(found)}{', damages: ' if damaged else ''}{len(damaged) or ''}\n"
    )
    return 1 if found or damaged else 0


def failed(message: str) -> int:
    """Say why a command did nothing; return the exit code."""
    sys.stderr.write(f"{message}\n")
    return 1
