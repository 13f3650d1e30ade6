"""Copies that a running server makes by itself."""

import signal
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from referee.cli import main
from referee.commands.copies import Backups, outdated
from tests.attacks.writers import Writers
from tests.desks import begin, opened
from tests.offline.conftest import RealServer, free_port

SECONDS_TO_COPY = 60


def name_at(when: datetime) -> str:
    """Return the name of a copy made then."""
    return f"referee-{when:%Y%m%d-%H%M%S}.db"


def copies(folder: Path, fewest: int) -> list[Path]:
    """Return the copies in a folder, as soon as there are so many."""
    deadline = time.monotonic() + SECONDS_TO_COPY
    while len(found := sorted(folder.glob("referee-*.db"))) < fewest and time.monotonic() < deadline:
        time.sleep(0.1)
    return found


def test_a_server_copies_what_changed_and_once_more_at_its_end(tmp_path: Path) -> None:
    """The copy at the start holds no game, the last one every acknowledged entry; nothing changed, nothing copied."""
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    (folder / ".unfinished-copy.db").write_bytes(b"killed while copying")
    server = RealServer(database=tmp_path / "club.db", port=free_port())
    server.launch("--backup", str(folder), "--backup-every", "600")
    first = copies(folder, 1)
    time.sleep(1.1)

    writers = Writers(server.port, phones=1)
    with writers.at_work():
        writers.wait_for(3)
    server.send(signal.SIGTERM)
    assert server.process is not None
    assert server.process.wait(timeout=60) == 0

    assert len(first) == 1
    *_, last = copies(folder, 2)
    writers.check(last)
    assert main(["audit", "--db", str(last)]) == 0
    assert sorted(folder.iterdir()) == copies(folder, 2)


def test_a_copy_is_made_again_when_it_is_time(tmp_path: Path) -> None:
    """Every six seconds here; a folder that went away meanwhile hinders nobody, and copies go on when it is back."""
    folder, away = tmp_path / "elsewhere", tmp_path / "away"
    folder.mkdir()
    server = RealServer(database=tmp_path / "club.db", port=free_port())
    server.launch("--backup", str(folder), "--backup-every", "0.1")
    copies(folder, 1)
    folder.rename(away)
    writers = Writers(server.port, phones=1)
    with writers.at_work():
        writers.wait_for(1)
    time.sleep(7)
    away.rename(folder)

    found = copies(folder, 2)
    assert server.status_of("/health") == 200
    server.kill()

    assert len(found) == 2
    writers.check(found[1])


def test_a_start_that_finds_nothing_new_makes_no_copy(tmp_path: Path) -> None:
    """A service that fails and is started again would push out every copy of the day; what came since is copied."""
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    at = opened(tmp_path)
    Backups(store=at.store, folder=folder, minutes=5).copy_what_changed()
    (first,) = folder.iterdir()
    before = first.rename(folder / "referee-20261101-000000.db")

    Backups(store=at.store, folder=folder, minutes=5).copy_what_changed()
    assert list(folder.iterdir()) == [before]

    begin(at)
    Backups(store=at.store, folder=folder, minutes=5).copy_what_changed()
    at.close()
    assert len(list(folder.iterdir())) == 2


def test_the_newest_stay_and_of_each_day_the_last() -> None:
    """24 copies, and those of 30 days; other files are nobody's business."""
    noon = datetime(2026, 11, 23, 12, tzinfo=UTC)
    today = [name_at(noon - timedelta(minutes=5 * i)) for i in range(40)]
    before = [name_at(noon - timedelta(days=day, hours=hour)) for day in range(1, 41) for hour in (0, 5)]

    gone = outdated([*today, *before, "referee.db", "notes.txt"])

    assert set(today) - gone == set(today[:24])
    assert set(before) - gone == {name_at(noon - timedelta(days=day)) for day in range(1, 30)}
    assert gone <= {*today, *before}


@pytest.mark.parametrize("value", ["0", "nan", "often"])
def test_minutes_are_minutes(value: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The refusal names the option, the value and what is allowed."""
    with pytest.raises(SystemExit):
        main(["serve", "--backup-every", value])

    assert f"argument --backup-every: {value} is not allowed: give minutes from 0.1 to 1440" in capsys.readouterr().err


def test_a_missing_folder_is_refused_before_a_hand_is_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Not at the first copy, when nobody looks any more."""
    wanted = ["--db", str(tmp_path / "club.db"), "--backup", str(tmp_path / "missing")]

    assert main(["serve", *wanted]) == 1
    assert "missing: this is no folder that can be written to" in capsys.readouterr().err
