"""Bases below, options on top: where a value comes from, and whose word it is."""

from collections.abc import Callable
from pathlib import Path

import pytest

from referee.rulebook import Book, Problem, RulebookError, books_in

Write = Callable[[str, str], Path]

ABOUT = """
[document]
title = { en = "Club", ja = "クラブ" }
edition = "2026"
confidence = "text"
source = "Club rules"
"""
TEXT = 'place = "1"\ntext = { en = "So it is.", ja = "そうする。" }\n'
PLAY = """
[option.play]
title = { en = "Play", ja = "種別" }
choices = ["club", "cup"]
labels = { club = { en = "Club", ja = "例会" }, cup = { en = "Cup", ja = "大会" } }
[option.play.set.cup.setup]
points = 30000
[option.play.set.cup.clause."club/cup"]
values = ["setup.points"]
"""


def club(values: str, decides: str, head: str = 'extends = "complete"\n', tail: str = "") -> str:
    """Return a club's file that sets ``values`` and cites one clause for ``decides``."""
    return f'{head}{ABOUT}{values}\n[clause."club/1"]\nvalues = {decides}\n{TEXT}{tail}'


def book(folder: Path, name: str) -> Book:
    """Return one of the books in a folder."""
    return next(book for book in books_in((folder,)) if book.document.id == name)


def problems_in(folder: Path) -> list[Problem]:
    """Return what is wrong with the files in a folder."""
    with pytest.raises(RulebookError) as caught:
        books_in((folder,))
    return list(caught.value.problems)


def test_own_value_goes_before_the_base(folder: Path, write: Write) -> None:
    """The club's value counts and is the club's word; the rest stays the base's."""
    write("club", club("[wins]\nhonba_ron = 1500", '["wins.honba_ron"]'))

    variant = book(folder, "club").variants[""]

    assert variant.values["wins.honba_ron"] == 1500
    assert variant.values["wins.honba_tsumo"] == 100
    assert variant.cites["wins.honba_ron"].source["en"] == "Club rules, 1"
    assert variant.cites["wins.honba_tsumo"].source["en"] == "Book of the tests, 1"


def test_inherited_value_can_be_confirmed(folder: Path, write: Write) -> None:
    """A clause that names a value without setting it keeps the value and becomes its source."""
    write("club", club("", '["wins.honba_ron"]'))

    variant = book(folder, "club").variants[""]

    assert variant.values["wins.honba_ron"] == 300
    assert variant.cites["wins.honba_ron"].clause == "club/1"


def test_interpretation_carries_its_note(folder: Path, write: Write) -> None:
    """What is decided where the document is silent says so, with the other reading."""
    note = 'confidence = "interpretation"\nnote = { en = "Or not.", ja = "異説あり。" }\n'
    write("club", club("", '["wins.honba_ron"]', tail=note))

    cite = book(folder, "club").variants[""].cites["wins.honba_ron"]

    assert (cite.confidence, cite.note) == ("interpretation", {"en": "Or not.", "ja": "異説あり。"})


def test_plain_text_stands_for_every_language(folder: Path, write: Write) -> None:
    """A club that has its rules in one language gives each text once."""
    write("club", club("", "[]").replace('{ en = "Club", ja = "クラブ" }', '"Kerho"'))

    assert book(folder, "club").document.titles == {"en": "Kerho", "ja": "Kerho"}


def test_option_lies_on_top(folder: Path, write: Write) -> None:
    """Each choice is a variant of its own; the first one is the default and here changes nothing."""
    write("club", club("", "[]", tail=PLAY + TEXT))

    variants = book(folder, "club").variants

    assert list(variants) == ["play=club", "play=cup"]
    assert variants["play=club"].values["setup.points"] == 0
    assert variants["play=cup"].values["setup.points"] == 30000
    assert variants["play=cup"].cites["setup.points"].clause == "club/cup"


def test_variants_are_named_by_sorted_options(folder: Path, write: Write) -> None:
    """Every combination of choices is there, whatever the order in the file."""
    length = PLAY.replace("option.play", "option.length").replace("setup", "time").replace("points", "minutes")
    write("club", club("", "[]", tail=PLAY + TEXT + length + TEXT))

    assert list(book(folder, "club").variants) == [
        "length=club,play=club",
        "length=club,play=cup",
        "length=cup,play=club",
        "length=cup,play=cup",
    ]


def test_two_options_cannot_decide_one_value(folder: Path, write: Write) -> None:
    """Otherwise the order of the options would decide."""
    write("club", club("", "[]", tail=PLAY + TEXT + PLAY.replace("option.play", "option.hall") + TEXT))

    (problem,) = problems_in(folder)

    assert (problem.key, problem.found) == ("option.play", "setup.points")
    assert problem.message == "The option hall decides this value too."


@pytest.mark.parametrize(("pin", "points"), [("", 0), ('base_options = { play = "cup" }\n', 30000)])
def test_base_option_can_be_pinned(folder: Path, write: Write, pin: str, points: int) -> None:
    """An heir has no options of its base: it takes the default or the choice that it names."""
    write("club", club("", "[]", tail=PLAY + TEXT))
    write("heir", club("", "[]", head=f'extends = "club"\n{pin}'))

    variants = book(folder, "heir").variants

    assert list(variants) == [""]
    assert variants[""].values["setup.points"] == points


@pytest.mark.parametrize(
    ("pin", "key", "nearest"),
    [
        ('{ pley = "cup" }', "base_options.pley", "play"),
        ('{ play = "cups" }', "base_options.play", "cup"),
    ],
)
def test_unknown_base_option_is_refused(folder: Path, write: Write, pin: str, key: str, nearest: str) -> None:
    """A mistyped option or choice of the base is told with the nearest one."""
    write("club", club("", "[]", tail=PLAY + TEXT))
    write("heir", club("", "[]", head=f'extends = "club"\nbase_options = {pin}\n'))

    (problem,) = problems_in(folder)

    assert (problem.key, problem.nearest) == (key, nearest)


def test_unknown_base_is_refused(folder: Path, write: Write) -> None:
    """A base that no file has the name of is told with the nearest one."""
    path = write("club", club("", "[]", head='extends = "complet"\n'))

    (problem,) = problems_in(folder)

    assert problem == Problem(
        file=str(path),
        key="extends",
        message="There is no such ruleset.",
        found='"complet"',
        allowed="club, complete",
        nearest="complete",
    )


def test_circle_of_bases_is_refused(folder: Path, write: Write) -> None:
    """Each file of a circle is told, with the way round; a file that only leads into it is not."""
    write("one", club("", "[]", head='extends = "two"\n'))
    write("two", club("", "[]", head='extends = "one"\n'))
    write("three", club("", "[]", head='extends = "one"\n'))

    problems = problems_in(folder)

    assert [(Path(problem.file).stem, problem.found) for problem in problems] == [
        ("one", "one > two > one"),
        ("two", "two > one > two"),
    ]


def test_mistake_of_a_base_is_told_once(folder: Path, write: Write) -> None:
    """Not again for every file that stands on it."""
    write("club", club("[chombo]\nchips = 2", '["chombo.chips"]'))
    write("heir", club("", "[]", head='extends = "club"\n'))

    (problem,) = problems_in(folder)

    assert (Path(problem.file).stem, problem.key) == ("club", "chombo.chips")


def test_impossible_choice_is_told_with_its_option(folder: Path, write: Write) -> None:
    """What only one choice makes impossible is told with that choice."""
    broken = PLAY.replace("setup", "course").replace("points", "target")
    write("club", club("", "[]", tail=broken + TEXT))

    (problem,) = problems_in(folder)

    assert problem.found == 'course.target = 30000, course.extension = "none" (with play=cup)'


def test_too_many_combinations_are_refused(folder: Path, write: Write) -> None:
    """Seven options of two choices would be 128 rulesets."""
    plain = PLAY.split("[option.play.set", maxsplit=1)[0]
    options = "".join(plain.replace("option.play", f"option.play{number}") for number in range(7))
    write("club", club("", "[]", tail=options))

    (problem,) = problems_in(folder)

    assert (problem.key, problem.found, problem.allowed) == ("option", "128", "up to 64")


def test_an_entry_of_a_list_may_have_its_own_clause(folder: Path, write: Write) -> None:
    """One abortive draw is cited by its own clause until an heir cites the whole list anew."""
    write("club", club('[draws]\naborts = ["suukaikan"]', '["draws.aborts", "draws.aborts.suukaikan"]'))
    write("heir", club("", '["draws.aborts"]', 'extends = "club"\n'))

    assert book(folder, "club").variants[""].cites["draws.aborts.suukaikan"].clause == "club/1"
    assert "draws.aborts.suukaikan" not in book(folder, "heir").variants[""].cites
