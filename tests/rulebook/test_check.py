"""``referee check``: what a club reads about its own file."""

from collections.abc import Callable
from pathlib import Path

import pytest

from referee.commands.rulesets import run_check

Write = Callable[[str, str], Path]

CLUB = """\
extends = "aalto"
document = { title = "Riverside", edition = "2026", confidence = "text", source = "Notice board" }
course = { target = 31000 }
clause.riverside-1 = { values = ["course.target"], place = "1", text = "Play on until somebody has 31,000." }
"""


def test_whole_book_is_right(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A sound file is told so, with what it holds."""
    code = run_check(folder / "complete.toml", ())

    printed = capsys.readouterr().out
    assert code == 0
    assert printed.startswith("OK: complete. Values: ")
    assert printed.endswith(", options: 0, interpretations: 0.\n")


def test_few_lines_on_a_shipped_book_are_right(write: Write, capsys: pytest.CaptureFixture[str]) -> None:
    """A club writes down what it does otherwise, where that stands, and nothing else."""
    code = run_check(write("riverside", CLUB), ())

    assert code == 0
    assert ", its own: 1, options: 0, " in capsys.readouterr().out


def test_every_problem_is_printed(write: Write, capsys: pytest.CaptureFixture[str]) -> None:
    """A wrong file is told everything at once, a problem a line."""
    path = write("riverside", CLUB.replace("target = 31000", "target = 31050, yame = true").replace("aalto", "alto"))

    code = run_check(path, ())

    printed = capsys.readouterr().out.splitlines()
    assert code == 1
    assert [line.removeprefix(f"{path}: ").split(":")[0] for line in printed] == [
        "course.target",
        "course.yame",
        "course.yame",
        "extends",
    ]


def test_base_may_lie_in_another_folder(write: Write, tmp_path_factory: pytest.TempPathFactory) -> None:
    """A club's tournament file extends the club's own, which is found in the folder that is named."""
    base = write("riverside", CLUB)
    cup = tmp_path_factory.mktemp("cup") / "cup.toml"
    cup.write_text('extends = "riverside"\n' + CLUB.split("\n", maxsplit=1)[1], "utf-8")

    assert (run_check(cup, ()), run_check(cup, (base.parent,))) == (1, 0)


def test_name_of_a_shipped_book_is_taken(write: Write, capsys: pytest.CaptureFixture[str]) -> None:
    """An edited copy of a shipped book needs a name of its own."""
    code = run_check(write("aalto", CLUB), ())

    assert code == 1
    assert "Another ruleset has this name." in capsys.readouterr().out


def test_file_that_is_not_there(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A mistyped path is told as such."""
    code = run_check(folder / "complet.toml", ())

    assert code == 1
    assert capsys.readouterr().out == f"{folder / 'complet.toml'}: The file cannot be read.\n"
