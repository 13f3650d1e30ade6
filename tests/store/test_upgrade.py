"""An older database is copied aside, then brought to today's tables: once, whole, and nothing else changes."""

import gzip
import shutil
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from referee import desk
from referee.cli import main
from referee.commands.audit import audit, damage
from referee.database import open_desk
from referee.store.sqlite import NoDatabaseError, all_games, exported, open_store
from referee.store.sqlite.schema import VERSION
from tests.desks import order, shipped

ROOT = Path(__file__).parents[2]
KEPT = ROOT / "tests" / "kept"
FIRST = ("eaf7b57", "50b4e3d")
"""The versions that kept what people typed in the log."""
SECOND = "f0a100c"
"""The last version that knew no events of several tables."""
TYPED = ("Counted again", "Ben left for a minute", "A call of chii after all", "First time")
LOG = """select events.game, seq, command, kind, schema, body, at, device, role, name
from events join writers on writers.id = events.writer order by events.game, seq"""
PARTS = """select schema.name, columns.name, columns.type, columns."notnull"
from sqlite_master as schema left join pragma_table_info(schema.name) as columns"""
IS_KILLED = """
import os, signal, sys
from pathlib import Path
from referee.store.sqlite import open_store, schema
from sqlite_utils import Database
turn, run = int(sys.argv[2]), Database.execute
def killing(database, *statement):
    global turn
    turn -= 1
    if turn == 0:
        os.kill(os.getpid(), signal.SIGKILL)
    return run(database, *statement)
def begun(copy):
    Database.execute = killing
open_store(Path(sys.argv[1]), begun)
"""
STATEMENTS = {"50b4e3d": 30, "f0a100c": 14}
"""How many statements bring a version to today's tables: the last of them writes it all."""


def unpacked(version: str, folder: Path) -> Path:
    """Return a copy of a kept database."""
    file = folder / "table.db"
    with gzip.open(KEPT / version / "games.db.gz") as packed, file.open("wb") as copy:
        shutil.copyfileobj(packed, copy)
    return file


def log_in(file: Path) -> list[tuple[object, ...]]:
    """Return the log as earlier versions stored it, without what stands beside it."""
    with closing(sqlite3.connect(file)) as database:
        return database.execute(LOG).fetchall()


def log_now(file: Path) -> list[tuple[object, ...]]:
    """Return the log as it is read from today's tables."""
    with closing(open_store(file)) as store:
        events = [
            event for game in sorted(row.id for row in all_games(store.database())) for event in store.events_of(game)
        ]
    found = ("game", "seq", "command", "kind", "schema", "body", "at")
    by = ("device", "role", "name")
    return [(*(getattr(each, name) for name in found), *(getattr(each.writer, name) for name in by)) for each in events]


@pytest.mark.parametrize("version", FIRST)
def test_texts_move_out_of_the_log_and_nothing_else_changes(version: str, tmp_path: Path) -> None:
    """Every event reads byte for byte as before; none of what was typed stands in the log, all of it beside it."""
    file = unpacked(version, tmp_path)
    before, found = log_in(file), list[Path]()
    own_desk = open_desk(file, shipped(), tell=found.append)
    database = own_desk.store.database()
    bodies = "".join(body for (body,) in database.execute("select body from events").fetchall())
    texts = {text for (text,) in database.execute("select text from texts").fetchall()}

    assert not [text for text in TYPED if text in bodies]
    assert texts >= set(TYPED)
    assert database.execute("pragma user_version").fetchone() == (VERSION,)
    assert damage(own_desk) == ()
    assert audit(own_desk) == (len(all_games(database)), ())
    with pytest.raises(sqlite3.IntegrityError, match="never"):
        database.execute("update events set body = '{}'")
    game = all_games(database)[0].id
    assert isinstance(desk.note(own_desk, game, order(), "Written after the move"), desk.Recorded)
    own_desk.close()
    assert [row for row in log_now(file) if "Written after the move" not in str(row[5])] == before
    assert found == [tmp_path / "table.db.version-1"]
    assert log_in(found[0]) == before


@pytest.mark.parametrize("version", ["50b4e3d", SECOND])
def test_an_export_is_the_same_before_and_after(version: str, tmp_path: Path) -> None:
    """What the version wrote itself is what is written now, line by line."""
    with closing(open_store(unpacked(version, tmp_path))) as store:
        lines = "".join(f"{line}\n" for line in exported(store))
    assert lines.encode() == gzip.decompress((KEPT / version / "games.jsonl.gz").read_bytes())


@pytest.mark.parametrize("version", [*FIRST, SECOND])
def test_an_upgraded_database_has_the_tables_of_a_new_one(version: str, tmp_path: Path) -> None:
    """Each with the same columns, indices and triggers, whatever it was brought from."""
    schemas = []
    for file in (unpacked(version, tmp_path), tmp_path / "new.db"):
        open_store(file).close()
        with closing(sqlite3.connect(file)) as database:
            schemas.append(set(database.execute(PARTS).fetchall()))
    assert schemas[0] == schemas[1]
    assert ("links", "revoked", "INTEGER", 1) in schemas[0]
    assert ("writers", "link", "TEXT", 1) in schemas[0]


def test_the_second_version_is_copied_under_its_own_number(tmp_path: Path) -> None:
    """Its log stays as it was, in the file and in the copy."""
    file, found = unpacked(SECOND, tmp_path), list[Path]()
    before = log_in(file)
    open_store(file, found.append).close()

    assert found == [tmp_path / "table.db.version-2"]
    assert log_in(file) == before == log_in(found[0])


def test_the_copy_is_named_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The command that opens the file first says where the copy lies; the next has nothing to do."""
    file = unpacked("50b4e3d", tmp_path)
    file.chmod(0o600)

    assert main(["audit", "--db", str(file)]) == 0
    assert f"{file}.version-1" in capsys.readouterr().err
    assert main(["audit", "--db", str(file)]) == 0
    assert capsys.readouterr().err == ""
    assert sorted(each.name for each in tmp_path.iterdir()) == ["table.db", "table.db.version-1"]
    assert Path(f"{file}.version-1").stat().st_mode & 0o777 == 0o600


def test_without_a_copy_nothing_is_moved(tmp_path: Path) -> None:
    """What stands in the way is said, and the file stays as it was."""
    file = unpacked("50b4e3d", tmp_path)
    before = log_in(file)
    (tmp_path / "table.db.version-1.part").mkdir()

    with pytest.raises(NoDatabaseError, match=r"the copy .*table\.db\.version-1 cannot be written"):
        open_store(file)
    assert log_in(file) == before


def test_a_move_that_fails_leaves_no_copy(tmp_path: Path) -> None:
    """A full disk: the file is as it was, and the next start does not find it fuller."""
    file = unpacked("50b4e3d", tmp_path)
    before = log_in(file)

    def no_room(_: Path) -> None:
        message = "database or disk is full"
        raise sqlite3.OperationalError(message)

    with pytest.raises(NoDatabaseError, match="full"):
        open_store(file, no_room)
    assert log_in(file) == before
    assert [each.name for each in tmp_path.iterdir()] == ["table.db"]


def test_another_copy_is_never_overwritten(tmp_path: Path) -> None:
    """An older database that is put back in its place is copied beside the copy of the other one."""
    open_store(unpacked("eaf7b57", tmp_path)).close()
    copy = (tmp_path / "table.db.version-1").read_bytes()
    open_store(unpacked("50b4e3d", tmp_path)).close()

    assert (tmp_path / "table.db.version-1").read_bytes() == copy
    assert log_in(tmp_path / "table.db.version-1.2")


@pytest.mark.parametrize(
    ("version", "turn"),
    [
        ("50b4e3d", 1),
        ("50b4e3d", 9),
        ("50b4e3d", 17),
        ("50b4e3d", 24),
        ("50b4e3d", STATEMENTS["50b4e3d"]),
        (SECOND, 2),
        (SECOND, 8),
        (SECOND, STATEMENTS[SECOND]),
    ],
)
def test_a_killed_move_is_as_if_it_had_not_begun(tmp_path: Path, version: str, turn: int) -> None:
    """Wherever it was killed: the next start finds the old tables, moves them whole, and uses the same copy."""
    file = unpacked(version, tmp_path)
    before = log_in(file)
    copy = f"table.db.version-{2 if version == SECOND else 1}"
    command = [sys.executable, "-c", IS_KILLED, str(file), str(turn)]
    killed = subprocess.run(command, cwd=ROOT, check=False)  # noqa: S603

    assert killed.returncode == -signal.SIGKILL
    with closing(sqlite3.connect(file)) as database:
        assert not database.execute("select 1 from sqlite_master where name = 'tournaments'").fetchall()
    assert log_in(file) == before
    assert log_now(file)
    assert (log_in if version == SECOND else log_now)(file) == before
    assert sorted(each.name for each in tmp_path.iterdir()) == ["table.db", copy]


@pytest.mark.parametrize("version", STATEMENTS)
def test_a_move_is_over_with_its_last_statement(version: str, tmp_path: Path) -> None:
    """So the test above kills it up to the very end."""
    command = [sys.executable, "-c", IS_KILLED, str(unpacked(version, tmp_path)), str(STATEMENTS[version] + 1)]
    assert subprocess.run(command, cwd=ROOT, check=False).returncode == 0  # noqa: S603
