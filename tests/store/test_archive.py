"""Copies of score sheets: the same state, the same events byte for byte."""

import json
from pathlib import Path

import pytest

from referee import desk
from referee.cli import main
from referee.database import DatabaseDesk, desk_over
from referee.store.sqlite import RestoreError, backup, exported, open_store, restore
from tests.desks import Played, begin, draw, opened, order, ron, tsumo


@pytest.fixture
def game(own_desk: DatabaseDesk) -> Played:
    """Return a game with a little of everything in its log."""
    game = begin(own_desk, "ranking-match")
    game.mark(2, desk.MarkKind.RIICHI)
    game.record(ron(2, 3, 2, 30, riichi=[2]), draw(0, 1), tsumo(1, 4, 30))
    game.must(desk.undo, desk.UndoReason.MISCOUNTED)
    desk.note(own_desk, game.game, order(), "Die Würfel fielen \u2028 vom Tisch 🎲")
    game.must(desk.adjust, desk.Adjustment(kyoutaku=1000, text="立直棒"))
    return game


def test_an_export_restores_to_the_same(own_desk: DatabaseDesk, game: Played, tmp_path: Path) -> None:
    """Another database that restores an export writes the same export, and shows the same table at its address."""
    lines = list(exported(own_desk.store))
    other = open_store(tmp_path / "other.db")

    assert restore(other, lines) == game.view.seq
    assert list(exported(other)) == lines
    moved = desk_over(other, own_desk.library)
    assert desk.find(moved, game.token) == game.game
    assert desk.table_view(moved, game.game) == game.view
    other.close()


def test_an_export_continues_what_is_there(own_desk: DatabaseDesk, game: Played, tmp_path: Path) -> None:
    """Restoring a longer export of a game adds what is missing; restoring it again adds nothing."""
    other = open_store(tmp_path / "other.db")
    restore(other, list(exported(own_desk.store)))
    game.record(draw(3))

    assert restore(other, list(exported(own_desk.store))) == 1
    assert restore(other, list(exported(own_desk.store))) == 0
    other.close()


def test_one_game_is_exported_alone(own_desk: DatabaseDesk, game: Played) -> None:
    """An export of one game holds its ruleset, its names and its events, and nothing of others."""
    other = begin(game.desk, "tenhou")
    values = [json.loads(line) for line in exported(own_desk.store, (other.game,))]

    assert [value["kind"] for value in values] == ["ruleset", "game", "event", "end"]
    assert values[1]["names"] == ["Aki", "Ben", "Chie", "Dan"]
    assert "Aki" not in values[2]["body"]


def spoiled(lines: list[str], number: int, **changes: object) -> list[str]:
    """Return an export with one line changed."""
    values = json.loads(lines[number]) | changes
    return [*lines[:number], json.dumps(values), *lines[number + 1 :]]


@pytest.mark.parametrize(
    ("number", "changes", "why"),
    [
        (0, {"body": "{}"}, "line 1: the text of the ruleset was changed"),
        (0, {"kind": "rumour"}, "line 1: there is no kind rumour"),
        (0, {"hash": 5, "body": 5}, "line 1 is no line"),
        (1, {"token": "other"}, "line 2: another game has the id"),
        (1, {"names": 5}, "line 2 is no line"),
        (3, {"seq": 17}, "line 4: event 17 of game"),
        (3, {"at": "yesterday"}, "line 4: event 2 of game"),
        (3, {"seq": 17, "body": "{"}, "line 4: event 17 of game"),
    ],
)
@pytest.mark.usefixtures("game")
def test_a_spoiled_export_restores_nothing(
    own_desk: DatabaseDesk, number: int, changes: dict[str, object], why: str
) -> None:
    """The line and the reason are named, and the database stays as it was."""
    lines = list(exported(own_desk.store))

    with pytest.raises(RestoreError, match=why):
        restore(own_desk.store, [*lines, *spoiled(lines, number, **changes)][len(lines) :])
    assert list(exported(own_desk.store)) == lines


@pytest.mark.parametrize("text", ["no JSON", "[]", '{"kind":"game"}', '{"kind":"event","event":"x"}', "7"])
def test_what_is_no_export_restores_nothing(own_desk: DatabaseDesk, text: str) -> None:
    """Whatever the file holds, it is refused with its line."""
    with pytest.raises(RestoreError, match="line 2 is no line of an export"):
        restore(own_desk.store, ["", text])


@pytest.mark.usefixtures("game")
def test_an_unknown_event_restores_nothing(own_desk: DatabaseDesk, tmp_path: Path) -> None:
    """An event that could not be read later is not let in."""
    lines = spoiled(list(exported(own_desk.store)), 3, event="rumoured")
    other = open_store(tmp_path / "other.db")

    with pytest.raises(RestoreError, match="line 4"):
        restore(other, lines)
    assert list(exported(other)) == []
    other.close()


@pytest.mark.usefixtures("game")
def test_a_backup_is_a_database(own_desk: DatabaseDesk, tmp_path: Path) -> None:
    """It opens like any other, and is never written over a file."""
    backup(own_desk.store, tmp_path / "copy.db")
    copy = open_store(tmp_path / "copy.db")

    assert list(exported(copy)) == list(exported(own_desk.store))
    copy.close()
    with pytest.raises(FileExistsError):
        backup(own_desk.store, tmp_path / "copy.db")


def run(capsysbinary: pytest.CaptureFixture[bytes], *arguments: object) -> tuple[int, str, str]:
    """Run a command; return its exit code and what it printed."""
    code = main([str(argument) for argument in arguments])
    out, err = capsysbinary.readouterr()
    return code, out.decode(), err.decode()


def test_the_commands_move_games(
    own_desk: DatabaseDesk, tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes], game: Played
) -> None:
    """Export one game by its address, restore it elsewhere, export all: the same lines."""
    address = f"http://192.0.2.7:8000/g/{game.token}/sheet"
    code, text, _ = run(capsysbinary, "export", address, "--db", own_desk.path)
    (tmp_path / "game.jsonl").write_text(text, "utf-8")

    assert code == 0
    assert run(capsysbinary, "restore", tmp_path / "game.jsonl", "--db", tmp_path / "new.db")[0] == 0
    assert run(capsysbinary, "export", "--all", "--db", tmp_path / "new.db") == (0, text, "")
    assert run(capsysbinary, "audit", "--db", tmp_path / "new.db") == (0, "Games: 1, differences: 0\n", "")
    assert run(capsysbinary, "backup", tmp_path / "copy.db", "--db", tmp_path / "new.db")[0] == 0
    assert run(capsysbinary, "export", game.game, "--db", tmp_path / "copy.db") == (0, text, "")


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("export", "nobody"), "There is no game nobody."),
        (("restore", "missing.jsonl"), "cannot be read"),
        (("restore", "table.db"), "cannot be read"),
        (("restore", "letter.txt"), "Nothing was restored: line 1"),
        (("backup", "table.db"), "is there already"),
        (("backup", "nowhere/copy.db"), "cannot be written"),
        (("audit", "--db", "other.db"), "There is no database"),
        (("serve", "--db", "nowhere/table.db"), "There is no folder"),
    ],
)
def test_a_command_that_cannot_be_done_says_why(
    tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes], arguments: tuple[str, ...], why: str
) -> None:
    """It ends with 1 and writes nothing."""
    opened(tmp_path).close()
    (tmp_path / "letter.txt").write_text("Dear referee", "utf-8")
    before = sorted(tmp_path.iterdir())
    inside = [str(tmp_path / each) if "." in each else each for each in arguments]

    code, _, err = run(capsysbinary, *inside[:1], "--db", tmp_path / "table.db", *inside[1:])

    assert (code, why in err) == (1, True), err
    assert sorted(tmp_path.iterdir()) == before
