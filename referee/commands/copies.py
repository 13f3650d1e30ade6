"""`referee export`, `restore`, `backup` and `audit`: the score sheets as a whole."""

import sqlite3
import sys
from pathlib import Path

from referee.commands.audit import Difference, audit, damage
from referee.database import DatabaseDesk
from referee.desk import game_at
from referee.store.sqlite import RestoreError, backup, exported, restore

UNCHECKED = (
    "{file} comes from an earlier version, which does not say where an export ends: "
    "nobody can tell whether it is whole.\n"
)


def export_games(desk: DatabaseDesk, wanted: str | None) -> int:
    """Write one game, or every game, to the standard output; return the exit code."""
    game = None if wanted is None else game_at(desk, wanted)
    if wanted is not None and game is None:
        return failed(f"There is no game {wanted}.")
    try:
        for line in exported(desk.store, None if game is None else (game,)):
            sys.stdout.buffer.write(line.encode("utf-8") + b"\n")
        sys.stdout.flush()
    except (sqlite3.Error, OSError, ValueError, LookupError) as problem:
        return failed(f"The export is not whole: {problem}. `referee audit` says what is damaged.")
    return 0


def restore_games(desk: DatabaseDesk, file: Path) -> int:
    """Enter an export; return the exit code."""
    try:
        with file.open(encoding="utf-8") as lines:
            count = restore(desk.store, lines, lambda: sys.stderr.write(UNCHECKED.format(file=file)))
    except (OSError, UnicodeDecodeError) as problem:
        return failed(f"{file} cannot be read ({problem}).")
    except (RestoreError, sqlite3.Error) as problem:
        return failed(f"Nothing was restored: {problem}.")
    sys.stdout.write(f"{count} events restored to {desk.path}\n")
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
    for difference in found:
        sys.stdout.write(told(difference))
    sys.stdout.write(
        f"Games: {games}, differences: {len(found)}{', damages: ' if damaged else ''}{len(damaged) or ''}\n"
    )
    return 1 if found or damaged else 0


def told(difference: Difference) -> str:
    """Return a difference as a paragraph."""
    hand = "" if difference.number is None else f", hand {difference.number + 1}"
    return (
        f"{difference.game} event {difference.seq}{hand}: {difference.what}\n"
        f"  stored:     {difference.stored}\n  worked out: {difference.worked_out}\n"
    )


def failed(message: str) -> int:
    """Say why a command did nothing; return the exit code."""
    sys.stderr.write(f"{message}\n")
    return 1
