"""Files that are not ours, full disks, and files that may only be read."""

import random
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from referee import desk
from referee.cli import main
from referee.commands.audit import audit, damage
from referee.database import DatabaseDesk, open_desk
from referee.store.sqlite import NoDatabaseError, all_games, backup, exported, open_store, restore
from referee.web import create_app
from tests.desks import Played, begin, draw, opened, order, ron, shipped, tsumo

GARBLED_FILES = 12
GARBLED_BYTES = 512


def made_by(path: Path, *statements: str) -> None:
    """Let another program make a database."""
    connection = sqlite3.connect(path)
    for statement in statements:
        connection.execute(statement)
    connection.commit()
    connection.close()


@pytest.mark.parametrize(
    "statements",
    [
        ("create table customers (id integer)",),
        ("create table events (id integer)", "create table games (id integer)"),
        ("create table customers (id integer)", "pragma user_version = 1"),
        ("pragma application_id = 77",),
        ("pragma user_version = 5",),
    ],
)
@pytest.mark.parametrize("command", ["serve", "audit", "restore"])
def test_another_programs_database_is_refused(
    tmp_path: Path, statements: tuple[str, ...], command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whatever is asked of it, it stays as it is, byte for byte, and what to do is said."""
    file = tmp_path / "shop.db"
    made_by(file, *statements)
    before = file.read_bytes()
    more = [str(tmp_path / "nothing")] if command == "restore" else []

    assert main([command, "--db", str(file), *more]) == 1
    assert "belongs to another program" in capsys.readouterr().err
    assert file.read_bytes() == before


def test_a_database_without_a_number_of_its_own_is_known_by_its_tables(own_desk: DatabaseDesk) -> None:
    """The first databases of this program are opened, and stay as they are."""
    game = begin(own_desk)
    own_desk.store.database().execute("pragma application_id = 0")
    again = open_desk(own_desk.path, shipped())

    assert desk.find(again, game.token) == game.game
    assert again.store.database().execute("pragma application_id").fetchone()[0] == 0
    again.close()


def test_a_new_database_says_whose_it_is(own_desk: DatabaseDesk) -> None:
    """So that no other program takes it for its own."""
    assert own_desk.store.database().execute("pragma application_id").fetchone()[0] == 0x52656665


def test_a_full_disk_keeps_all_that_was_confirmed(tmp_path: Path) -> None:
    """Notes until nothing more fits: the answer is 503 with the cause, pages still come, and space helps."""
    own_desk = opened(tmp_path)
    game = begin(own_desk)
    database = own_desk.store.database()
    pages = database.execute("pragma page_count").fetchone()[0]
    database.execute(f"pragma max_page_count = {pages + 4}")
    client = create_app(shipped(), own_desk).test_client()

    def note() -> tuple[int, str]:
        fields = {"note": "x" * 500, "command_id": order().command}
        answer = client.post(f"/t/{game.token}/notes", data=fields)
        return answer.status_code, answer.headers.get("Referee-Cause", "")

    answers = [note()]
    while answers[-1] == (303, ""):
        answers.append(note())
    kept = len(answers) - 1

    assert kept > 3
    assert [note() for _ in range(3)] == [(503, "full")] * 3
    assert client.get(f"/t/{game.token}/sheet").text.count("x" * 500) == kept
    assert audit(own_desk) == (1, ())
    assert damage(own_desk) == ()
    database.execute("pragma max_page_count = 10000")
    assert note() == (303, "")
    own_desk.close()


def test_a_full_disk_restores_nothing_by_halves(own_desk: DatabaseDesk, tmp_path: Path) -> None:
    """An export that does not fit is refused whole."""
    game = begin(own_desk)
    game.record(ron(0, 1, 3, 40), *[draw(1)] * 8)
    lines = list(exported(own_desk.store))
    other = open_store(tmp_path / "other.db")
    pages = other.database().execute("pragma page_count").fetchone()[0]
    other.database().execute(f"pragma max_page_count = {pages + 1}")

    with pytest.raises(sqlite3.OperationalError, match="full"):
        restore(other, lines)
    assert all_games(other.database()) == ()
    other.close()


def test_what_may_only_be_read_is_said_at_the_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The server starts, for score sheets can be read; that nothing can be recorded stands beside the address."""
    own_desk = opened(tmp_path)
    begin(own_desk)
    own_desk.close()
    plain = sqlite3.connect

    def read_only(path: str, **more: Any) -> sqlite3.Connection:  # noqa: ANN401 passed on
        found: sqlite3.Connection = plain(f"file:{path}?mode=ro", uri=True, **more)
        return found

    monkeypatch.setattr("referee.store.sqlite.store.sqlite3.connect", read_only)
    monkeypatch.setattr("referee.cli.serve", lambda *_: 0)

    assert main(["serve", "--db", str(tmp_path / "table.db")]) == 0
    assert "nothing can be recorded (attempt to write a readonly database)" in capsys.readouterr().out


def place_in_use(whole: bytes, chance: random.Random) -> int:
    """Return a place in a file at which something lies: most of a database's pages are half empty."""
    while True:
        place = chance.randrange(100, len(whole) - GARBLED_BYTES)
        if any(whole[place : place + GARBLED_BYTES]):
            return place


def test_a_damaged_file_is_told_without_a_trace(tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    """Wherever bytes are spoiled: a sentence and a code, unless nothing lay there and the export is the same."""
    own_desk = opened(tmp_path)
    for _ in range(6):
        game = begin(own_desk)
        game.record(ron(0, 1, 3, 40), draw(2), tsumo(1, 2, 30), *[draw(1)] * 6)
    backup(own_desk.store, tmp_path / "whole.db")
    own_desk.close()
    assert main(["export", "--all", "--db", str(tmp_path / "whole.db")]) == 0
    sound, codes = capsysbinary.readouterr().out, list[int]()
    whole = (tmp_path / "whole.db").read_bytes()
    chance = random.Random(11)  # noqa: S311 bytes, no secrets
    for turn in range(GARBLED_FILES):
        place = place_in_use(whole, chance)
        spoiled = whole[:place] + chance.randbytes(GARBLED_BYTES) + whole[place + GARBLED_BYTES :]
        file = tmp_path / f"{turn}.db"
        file.write_bytes(spoiled)

        code = main(["audit", "--db", str(file)])
        text = capsysbinary.readouterr().err.decode()
        exported_well = main(["export", "--all", "--db", str(file)]) == 0
        lines, more = capsysbinary.readouterr()

        assert "Traceback" not in text + more.decode()
        assert code == 1 or (exported_well and lines == sound), place
        codes.append(code)
    assert sum(codes) > GARBLED_FILES // 2


@pytest.mark.parametrize(
    ("spoil", "expected"),
    [
        (lambda own_desk: own_desk.execute("update events set body = 'no json' where seq = 2"), "unreadable"),
        (lambda own_desk: own_desk.execute("update events set kind = 'rumour' where seq = 2"), "unreadable"),
        (lambda own_desk: own_desk.execute("delete from rulesets"), "unreadable"),
        (lambda own_desk: own_desk.execute("delete from events"), "unreadable"),
        (lambda own_desk: own_desk.execute("delete from writers"), "a row of events belongs to a row of writers"),
    ],
)
def test_a_log_that_cannot_be_read_is_told(
    own_desk: DatabaseDesk,
    spoil: Callable[[sqlite3.Connection], object],
    expected: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The game is named, and the other games are looked at all the same."""
    games = [begin(own_desk, "tenhou"), begin(own_desk)]
    for game in games:
        game.record(draw(1))
    path = own_desk.path
    own_desk.close()
    connection = sqlite3.connect(path)
    for trigger in ("events_stay", "events_remain", "rulesets_remain"):
        connection.execute(f"drop trigger {trigger}")
    spoil(connection)
    connection.commit()
    connection.close()

    assert main(["audit", "--db", str(path)]) == 1
    assert expected in capsys.readouterr().out


@pytest.fixture
def export(own_desk: DatabaseDesk) -> list[str]:
    """Return an export of two games."""
    for each in ("tenhou", "aalto"):
        Played.record(begin(own_desk, each), draw(1), draw(2))
    return list(exported(own_desk.store))


def written(folder: Path, lines: list[str]) -> Path:
    """Write lines into a file."""
    file = folder / "games.jsonl"
    file.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    return file


@pytest.mark.parametrize("left", [1, 2, 3, 5, 8])
def test_an_export_that_was_cut_is_noticed(
    export: list[str], tmp_path: Path, left: int, capsys: pytest.CaptureFixture[str]
) -> None:
    """Cut at the end of any line, it restores nothing, and says how much was there."""
    file = written(tmp_path, export[:left])

    assert main(["restore", str(file), "--db", str(tmp_path / "other.db")]) == 1
    assert "the export was cut off after" in capsys.readouterr().err
    store = open_store(tmp_path / "other.db")
    assert all_games(store.database()) == ()
    store.close()


def test_an_export_that_lacks_a_line_is_noticed(export: list[str], tmp_path: Path) -> None:
    """Also in its middle, where the last event of a game can be missing without a gap."""
    last = max(place for place, line in enumerate(export) if '"kind":"event"' in line)

    assert (
        main(
            ["restore", str(written(tmp_path, export[:last] + export[last + 1 :])), "--db", str(tmp_path / "other.db")]
        )
        == 1
    )


def test_an_export_of_the_first_version_restores_with_a_word(
    export: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It has no last line, so nobody can tell whether it is whole."""
    old = [line.replace(',"closed":true', "") for line in export if '"kind":"end"' not in line]

    assert main(["restore", str(written(tmp_path, old)), "--db", str(tmp_path / "other.db")]) == 0
    text = capsys.readouterr()
    assert "nobody can tell whether it is whole" in text.err
    assert "6 events restored" in text.out
    assert main(["restore", str(written(tmp_path, export)), "--db", str(tmp_path / "other.db")]) == 0
    assert capsys.readouterr().err == ""


def test_exports_may_stand_one_behind_the_other(export: list[str], own_desk: DatabaseDesk, tmp_path: Path) -> None:
    """Each is compared with its own last line."""
    begin(own_desk).record(draw(3))
    both = written(tmp_path, export + list(exported(own_desk.store)))

    assert main(["restore", str(both), "--db", str(tmp_path / "other.db")]) == 0
    assert (
        main(
            [
                "restore",
                str(written(tmp_path, export + list(exported(own_desk.store))[:-1])),
                "--db",
                str(tmp_path / "x.db"),
            ]
        )
        == 1
    )


def questions(own_desk: DatabaseDesk, act: Callable[[DatabaseDesk], object]) -> int:
    """Return how many questions to the database something takes."""
    asked: list[str] = []
    own_desk.store.database().conn.set_trace_callback(asked.append)
    act(own_desk)
    own_desk.store.database().conn.set_trace_callback(None)
    return len(asked)


@pytest.mark.parametrize("act", [lambda own_desk: list(exported(own_desk.store)), audit])
def test_many_games_are_read_with_few_questions(own_desk: DatabaseDesk, act: Callable[[DatabaseDesk], object]) -> None:
    """Not one for each game and its names."""
    begin(own_desk)
    few = questions(own_desk, act)
    for _ in range(30):
        begin(own_desk)

    assert questions(own_desk, act) <= few + 2


def test_a_place_that_no_store_can_have_is_a_sentence(tmp_path: Path) -> None:
    """A folder is no database."""
    with pytest.raises(NoDatabaseError, match="cannot be opened"):
        open_store(tmp_path)
