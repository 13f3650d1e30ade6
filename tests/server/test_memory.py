"""What browsers remember outlives restarts, broken keys are said, and no clock makes anything forgotten."""

import time
from http.cookies import SimpleCookie
from pathlib import Path
from threading import Barrier, Thread

import pytest
from flask.testing import FlaskClient

from referee.cli import main
from referee.desk import Desk
from referee.web.cookies import BrokenKeyError, secret_beside
from tests.desks import begin

HOURS = 60 * 60


@pytest.mark.parametrize("key", [b"", b"abc"])
def test_a_broken_key_is_refused_with_what_to_do(
    tmp_path: Path, key: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    """A key that a power cut left empty or short stops the start, in a sentence, and is left as it is."""
    file = tmp_path / "club.db.key"
    file.write_bytes(key)

    assert main(["serve", "--port", "0", "--db", str(tmp_path / "club.db")]) == 1
    text = capsys.readouterr().err
    assert str(file) in text
    assert "Delete it" in text
    assert "Traceback" not in text
    assert file.read_bytes() == key


def test_of_two_first_starts_both_take_the_same_key(tmp_path: Path) -> None:
    """Nobody ever sees half a key, and nothing else is left in the folder."""
    for turn in range(20):
        database = tmp_path / f"{turn}.db"
        together, keys = Barrier(4), list[bytes]()

        def start(database: Path = database, together: Barrier = together, keys: list[bytes] = keys) -> None:
            together.wait()
            keys.append(secret_beside(database))

        programs = [Thread(target=start) for _ in range(4)]
        for each in programs:
            each.start()
        for each in programs:
            each.join()
        assert len(set(keys)) == 1
        assert len(keys) == 4
        assert len(keys[0]) == 32
    assert len(list(tmp_path.iterdir())) == 20


def test_a_key_that_cannot_be_written_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A full disk at the first start is said, and the next start makes the key."""

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as broken:
        broken.setattr("os.fsync", full)
        with pytest.raises(BrokenKeyError, match="No space left"):
            secret_beside(tmp_path / "club.db")
    assert list(tmp_path.iterdir()) == []

    assert len(secret_beside(tmp_path / "club.db")) == 32


@pytest.mark.parametrize("jump", [-HOURS, -10 * 365 * 24 * HOURS, 20 * 365 * 24 * HOURS])
def test_a_clock_that_jumps_forgets_nothing(
    own_client: FlaskClient, hall: Desk, monkeypatch: pytest.MonkeyPatch, jump: int
) -> None:
    """The phone's list of games is there before, after, and when the clock is right again."""
    first, second = begin(hall), begin(hall)
    own_client.post(f"/t/{first.token}/seat", data={"me": "1"})
    right = time.time
    with monkeypatch.context() as clock:
        clock.setattr("time.time", lambda: right() + jump)
        assert first.token in own_client.get("/").text
        own_client.post(f"/t/{second.token}/seat", data={"me": "2"})
        assert first.token in own_client.get("/").text
    home = own_client.get("/").text

    assert first.token in home
    assert second.token in home


def test_a_cookie_lasts_by_the_browsers_clock(own_client: FlaskClient, hall: Desk) -> None:
    """A server whose clock stands still in another year names no day on which the browser forgets."""
    answer = own_client.post(f"/t/{begin(hall).token}/seat", data={"me": "1"})
    (cookie,) = SimpleCookie(answer.headers["Set-Cookie"]).values()

    assert int(cookie["max-age"]) == 365 * 24 * HOURS
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"


def test_a_cookie_that_was_changed_counts_for_nothing(own_client: FlaskClient, hall: Desk) -> None:
    """What was not signed with this key is not believed."""
    played = begin(hall)
    own_client.post(f"/t/{played.token}/seat", data={"me": "1"})
    kept = own_client.get_cookie("session")
    assert kept is not None
    own_client.set_cookie("session", kept.value[:-2] + "xx")

    assert played.token not in own_client.get("/").text
