"""`python -m tests.attacks`: every attack at full size, or those that are named, with figures; 1 if one succeeded."""

import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from referee.web.server import files_allowed
from tests.attacks import forms
from tests.attacks.hall import Hall, filled
from tests.attacks.kills import ended_again_and_again
from tests.attacks.network import every_fault
from tests.attacks.writers import Writers
from tests.offline.conftest import RealServer, free_port

FULL_HALL = Hall(phones=600, connections=6, half_open=200, seconds=120)
TABLES = 300
ROUNDS = 100
FORM_ROUNDS = 150

Attack = Callable[[Path], Iterator[str]]
"""Attacks a server whose database lies in this folder; says what happened, raises ``AssertionError`` if it broke."""


def hall(folder: Path) -> Iterator[str]:
    """Fill a hall."""
    server = RealServer(database=folder / "hall.db", port=free_port())
    server.start()
    tables = Writers(server.port, phones=TABLES)
    tables.begin_games()
    seen = filled(server.port, [f"/t/{token}/state" for token in tables.tokens], FULL_HALL)
    server.kill()
    yield seen.in_line()
    assert seen.failed == [], seen.failed[:5]
    assert len(seen.half_open_for) >= FULL_HALL.half_open


def kills(folder: Path) -> Iterator[str]:
    """End the server again and again while phones write."""
    yield ended_again_and_again(folder / "club.db", rounds=ROUNDS)


def spoiled_forms(_: Path) -> Iterator[str]:
    """Send forms with spoiled fields to tables of every rulebook."""
    yield forms.main(FORM_ROUNDS)


ATTACKS: dict[str, Attack] = {"forms": spoiled_forms, "hall": hall, "kills": kills, "network": every_fault}


def main() -> int:
    """Make the attacks that are named, or all."""
    files_allowed()
    failed = 0
    for name in sys.argv[1:] or ATTACKS:
        try:
            with tempfile.TemporaryDirectory() as folder:
                for line in ATTACKS[name](Path(folder)):
                    sys.stdout.write(f"{name}: {line}\n")
                    sys.stdout.flush()
        except AssertionError as problem:
            sys.stdout.write(f"{name}: BROKEN: {problem}\n")
            failed = 1
    return failed


if __name__ == "__main__":
    sys.exit(main())
