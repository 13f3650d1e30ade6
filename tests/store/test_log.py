"""The log: nothing in it is ever changed, lost or doubled."""

import signal
import sqlite3
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from referee import desk
from referee.database import DatabaseDesk, open_desk
from referee.desk import Conflict, Recorded
from referee.store.sqlite import NoDatabaseError, database_path, open_store
from referee.store.sqlite.schema import VERSION
from referee.store.sqlite.store import data_folder
from tests.desks import begin, draw, opened, order, ron, shipped

WRITES_FOR_EVER = """
import sys
from pathlib import Path
from referee import desk
from tests.desks import begin, opened, order
game = begin(opened(Path(sys.argv[1])))
print(game.game, flush=True)
while True:
    desk.note(game.desk, game.game, order(), "again")
"""


@pytest.mark.parametrize("change", ["update events set body = '{}'", "delete from events", "delete from rulesets"])
def test_what_is_written_stays(own_desk: DatabaseDesk, change: str) -> None:
    """SQLite itself refuses to change or delete an event or a ruleset."""
    begin(own_desk)

    with pytest.raises(sqlite3.IntegrityError, match="never"):
        own_desk.store.database().execute(change)


def test_a_number_is_given_once(own_desk: DatabaseDesk) -> None:
    """Two events of one game cannot have the same number, nor two events the same command."""
    game = begin(own_desk)
    insert = "insert into events select game, {}, {}, kind, schema, body, at, writer from events"

    for seq, command in (("seq", "'other'"), ("seq + 1", "command")):
        with pytest.raises(sqlite3.IntegrityError, match="UNIQUE"):
            own_desk.store.database().execute(insert.format(seq, command))
    assert len(own_desk.store.events_of(game.game)) == 1


def test_a_retried_request_is_entered_once(own_desk: DatabaseDesk) -> None:
    """The same command answers with what it wrote the first time, also when the table has moved on."""
    game, wish, seen = begin(own_desk), order(), 1

    first = desk.record(own_desk, game.game, wish, seen, draw(0))
    game.record(draw(1))
    again = desk.record(own_desk, game.game, wish, seen, draw(0))

    assert isinstance(first, Recorded)
    assert isinstance(again, Recorded)
    assert (again.seq, again.repeated) == (first.seq, True)
    assert game.view.number == 2


def test_of_two_phones_one_writes_and_the_other_sees_both(own_desk: DatabaseDesk) -> None:
    """Different hands from the same state: the log holds one, the second phone learns what it is."""
    game = begin(own_desk)
    seen = game.view.expected

    first = desk.record(own_desk, game.game, order(), seen, ron(0, 1, 3, 40))
    second = desk.record(own_desk, game.game, order(), seen, draw(2))

    assert isinstance(first, Recorded)
    assert isinstance(second, Conflict)
    assert [row.seq for row in second.theirs] == [first.seq]
    assert second.view.number == 1


def test_marks_and_notes_never_conflict(own_desk: DatabaseDesk) -> None:
    """They neither need the newest state nor make another's state old."""
    game = begin(own_desk)
    seen = game.view.expected
    game.mark(1, desk.MarkKind.TENPAI)
    desk.note(own_desk, game.game, order(), "water spilled")

    assert isinstance(desk.record(own_desk, game.game, order(), seen, draw(1)), Recorded)


def test_eight_threads_lose_and_double_nothing(own_desk: DatabaseDesk) -> None:
    """Each thread records until its own ten orders are in; afterwards the log holds each once, in one row."""
    game = begin(own_desk, "standard-shuugi")
    written: list[int] = []

    def play() -> None:
        for _ in range(10):
            wish, done = order(), None
            while not isinstance(done, Recorded):
                done = desk.adjust(
                    own_desk,
                    game.game,
                    wish,
                    game.view.expected,
                    desk.Adjustment(honba=len(written) + 1000, text="race"),
                )
            written.append(done.seq)
            desk.adjust(own_desk, game.game, wish, 0, desk.Adjustment(honba=7, text="again"))

    threads = [threading.Thread(target=play) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert sorted(written) == list(range(2, 82))
    assert [each.seq for each in own_desk.store.events_of(game.game)] == list(range(1, 82))


def test_nobody_looks_into_the_file_while_it_is_written(own_desk: DatabaseDesk) -> None:
    """Who reads waits for exactly as long as a write takes, instead of asking SQLite again and again."""
    game = begin(own_desk)
    seen: list[int] = []
    with own_desk.store.file:
        reader = threading.Thread(target=lambda: seen.append(own_desk.store.revision_of(game.game)))
        reader.start()
        reader.join(timeout=0.2)
        assert seen == []
    reader.join(timeout=10)

    assert seen == [0]


def test_a_long_transaction_bars_nobody_before_it_is_kept(own_desk: DatabaseDesk) -> None:
    """More is written at once than SQLite keeps in memory by itself: others read on, and it is kept at once."""
    game = begin(own_desk)
    read: list[float] = []

    def look() -> None:
        began = time.monotonic()
        own_desk.store.revision_of(game.game)
        read.append(time.monotonic() - began)

    with own_desk.store.writing() as database:
        for number in range(6000):
            database.execute("insert into rulesets values (?, ?)", (f"{number}", "x" * 1000))
        reader = threading.Thread(target=look)
        reader.start()
        reader.join(timeout=30)
        began = time.monotonic()

    assert read[0] < 0.9
    assert time.monotonic() - began < 0.9


def test_a_killed_process_leaves_a_whole_log(tmp_path: Path) -> None:
    """Killed while it writes: every event that is there can be read, and the next one can be written."""
    root = Path(__file__).parents[2]
    command = [sys.executable, "-c", WRITES_FOR_EVER, str(tmp_path)]
    with subprocess.Popen(command, cwd=root, stdout=subprocess.PIPE, text=True) as child:  # noqa: S603
        assert child.stdout is not None
        name = child.stdout.readline().strip()
        time.sleep(0.4)
        child.send_signal(signal.SIGKILL)

    own_desk = opened(tmp_path)
    view = desk.table_view(own_desk, name)
    assert view.seq > 3
    assert len(view.sheet) == view.seq
    assert isinstance(desk.note(own_desk, name, order(), "after the fall"), Recorded)
    assert own_desk.store.database().execute("pragma integrity_check").fetchone() == ("ok",)
    own_desk.close()


def test_a_database_is_never_made_where_nobody_asked(tmp_path: Path) -> None:
    """A missing folder is refused; a command that only reads wants the file to be there."""
    with pytest.raises(NoDatabaseError, match="no folder"):
        open_desk(tmp_path / "nowhere" / "table.db", shipped())
    with pytest.raises(NoDatabaseError, match="no database"):
        open_desk(tmp_path / "table.db", shipped(), must_exist=True)
    assert list(tmp_path.iterdir()) == []


def test_what_is_no_database_is_refused(tmp_path: Path) -> None:
    """Another file is left as it is."""
    file = tmp_path / "letter.txt"
    file.write_text("Dear referee, this is not a database. " * 40, "utf-8")

    with pytest.raises(NoDatabaseError, match="cannot be opened"):
        open_store(file)
    assert file.read_text("utf-8").startswith("Dear referee")


def test_a_newer_database_is_refused(tmp_path: Path) -> None:
    """An older program does not write into what it does not understand."""
    opened(tmp_path).close()
    connection = sqlite3.connect(tmp_path / "table.db")
    connection.execute(f"pragma user_version = {VERSION + 1}")
    connection.close()

    with pytest.raises(NoDatabaseError, match="newer"):
        open_store(tmp_path / "table.db")


@pytest.mark.parametrize(
    ("platform", "environment", "folder"),
    [
        ("linux", {}, "/home/eri/.local/share"),
        ("linux", {"XDG_DATA_HOME": "/data"}, "/data"),
        ("linux", {"XDG_DATA_HOME": "relative"}, "/home/eri/.local/share"),
        ("darwin", {}, "/home/eri/Library/Application Support"),
        ("win32", {"LOCALAPPDATA": "/local"}, "/local"),
        ("win32", {}, "/home/eri/AppData/Local"),
    ],
)
def test_the_data_folder_is_the_systems(platform: str, environment: dict[str, str], folder: str) -> None:
    """Without --db the database lies where the system keeps what a user made."""
    assert data_folder(platform, environment, Path("/home/eri")) == Path(folder)


def test_the_own_folder_is_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The program's folder in the data folder need not be there."""
    monkeypatch.setattr("referee.store.sqlite.store.data_folder", lambda *_: tmp_path / "share")

    assert database_path(None, must_exist=False) == tmp_path / "share" / "referee" / "referee.db"
    assert (tmp_path / "share" / "referee").is_dir()


def test_a_folder_that_cannot_be_made_is_explained(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The way out is --db."""
    (tmp_path / "share").write_text("a file", "utf-8")
    monkeypatch.setattr("referee.store.sqlite.store.data_folder", lambda *_: tmp_path / "share")

    with pytest.raises(NoDatabaseError, match="--db"):
        database_path(None, must_exist=False)
