"""Files that cannot be read at all, and files that say the same in another order."""

import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from referee.rulebook import Problem, RulebookError, books_in, check
from referee.rulebook.vocabulary import ALL_KEYS

Write = Callable[[str, str], Path]


def problems_in(*folders: Path) -> tuple[Problem, ...]:
    """Return what is wrong with the files in these folders."""
    with pytest.raises(RulebookError) as caught:
        books_in(folders)
    return caught.value.problems


def test_syntax_error_is_told_with_its_line(folder: Path, write: Write) -> None:
    """A file that is not TOML is refused with the line and column where it stops being so."""
    path = write("club", 'extends = "complete"\n[wins\nhonba_ron = 300\n')

    (problem,) = problems_in(folder)

    assert problem.file == str(path)
    assert "(at line 2, column 6)" in problem.message


def test_key_given_twice_is_refused(folder: Path, write: Write) -> None:
    """Nobody has to guess which of two values counts."""
    write("club", "[wins]\nhonba_ron = 300\nhonba_ron = 1500\n")

    (problem,) = problems_in(folder)

    assert "line 3" in problem.message


def test_file_that_is_not_text_is_refused(folder: Path) -> None:
    """A spreadsheet with the wrong ending is no ruleset."""
    (folder / "club.toml").write_bytes(b"\xff\xfe\x00")

    (problem,) = problems_in(folder)

    assert problem.message == "The file is not UTF-8 text."


def test_missing_folder_is_refused(folder: Path) -> None:
    """A mistyped folder is told, not taken for an empty one."""
    (problem,) = problems_in(folder, folder / "clubs")

    assert (problem.file, problem.message) == (str(folder / "clubs"), "There is no such folder.")


def test_name_must_fit_into_an_address(folder: Path) -> None:
    """A file's name is its id, so it is written in small letters."""
    (folder / "complete.toml").rename(folder / "Our Club.toml")

    (problem,) = problems_in(folder)

    assert problem.found == '"Our Club"'
    assert problem.allowed == "small letters a-z, digits, - and _, with dots between them"


@pytest.mark.parametrize(("stem", "refused"), [("club-1.5", 0), ("club.", 1), (".club", 1), ("club..5", 1)])
def test_edition_may_have_a_dot_in_the_name(stem: str, refused: int, folder: Path) -> None:
    """A book is called like its edition; a dot stands between two parts of its name."""
    (folder / "complete.toml").rename(folder / f"{stem}.toml")

    assert len(check(folder / f"{stem}.toml", ()).problems) == refused


def test_two_files_cannot_have_one_name(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    """A club's file never silently takes the place of another."""
    other = tmp_path_factory.mktemp("clubs")
    (other / "complete.toml").write_text((folder / "complete.toml").read_text("utf-8"), "utf-8")

    (problem,) = problems_in(folder, other)

    assert (problem.file, problem.found) == (str(other / "complete.toml"), str(folder / "complete.toml"))


def test_missing_keys_are_all_told(folder: Path) -> None:
    """Without a base every key has to be given: nothing is assumed, not even zero."""
    complete = (folder / "complete.toml").read_text("utf-8")
    shorter = complete.replace("honba_ron = 300\n", "").replace("chips = 0\n", "").replace("uma_high = []\n", "")
    (folder / "complete.toml").write_text(shorter, "utf-8")

    missing = {problem.key for problem in problems_in(folder) if "missing" in problem.message}

    assert missing == {"wins.honba_ron", "chombo.chips", "final.uma_high"}


def test_order_in_a_file_does_not_matter(folder: Path) -> None:
    """The same tables and keys in reverse make the same book."""
    (before,) = books_in((folder,))
    path = folder / "complete.toml"
    tables = path.read_text("utf-8").split("\n\n")
    path.write_text("\n\n".join(reversed_keys(table) for table in reversed(tables)), "utf-8")

    (after,) = books_in((folder,))

    assert after == before


def reversed_keys(table: str) -> str:
    """Return a table with its lines in reverse; one that spreads over lines stays as it is."""
    head, *lines = table.strip().splitlines()
    turned = "\n".join([head, *reversed(lines)])
    return table if "\n]" in table or head.startswith("#") or tomllib.loads(turned) == {} else turned


def test_whole_book_says_everything(folder: Path) -> None:
    """The book that the other tests stand on has every key of the vocabulary, each with a source."""
    (book,) = books_in((folder,))

    assert book.variants[""].values.keys() == set(ALL_KEYS)
    assert {cite.source["en"] for cite in book.variants[""].cites.values()} == {"Book of the tests, 1"}
