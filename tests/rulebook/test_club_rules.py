"""A club's own rules made by copying a book: the file that is written, and the book that it makes."""

import json
import tomllib
from dataclasses import replace
from itertools import islice
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.ask.api import answer
from referee.library import library_of, with_books
from referee.paths import rulesets_dir
from referee.rulebook import Problem, RulebookError, Shelf, shelf_in
from referee.rulebook.club import (
    Checked,
    ClubRules,
    Speakers,
    changed,
    checked,
    club_table,
    copied,
    file_checked,
    ground_of,
    procedures_changed,
    rules_in,
    rules_read,
    toml_text,
    with_options,
)
from referee.rulebook.problems import Location
from referee.rulebook.reading import document_of
from referee.rulebook.vocabulary import ALL_KEYS, CHAPTERS, Plain, Shape, limit_of, row_limit
from referee.texts.case import rulebook_under
from referee.texts.words import Library, Speaker
from tests.quick import quickly

NAMES = sorted(path.stem for path in rulesets_dir().glob("*.toml"))
HOSTILE = (
    'A "quoted" title',
    "back\\slash \\u0041 \\",
    "line\nand\r\nline\ttab",
    "'''three''' and \"\"\"three\"\"\"",
    "<script>alert(1)</script>",
    "../../etc/passwd",
    "\N{RIGHT-TO-LEFT OVERRIDE}lmot.elif\N{POP DIRECTIONAL FORMATTING} \N{LEFT-TO-RIGHT ISOLATE}",
    "\x00\x01\x1b[31m\x7f\x85\u2028\u2029\ufeff\u200b",
    "{title} {{ title }} %s",
    "]\nextends = 'tenhou'\n[setup]\npoints = 0",
    "雀荘「東風」 \U0001f004 \U000e0041",
)
DEEP = 5000
"""Tables in tables, five times as many as Python follows into each other; reading them takes the square of it."""
TOML = st.recursive(
    st.booleans() | st.integers(-(2**63), 2**63 - 1) | st.text() | st.floats(allow_nan=False, allow_infinity=False),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=12,
)


@pytest.fixture(scope="module")
def shelf() -> Shelf:
    """Return the shipped books as they were read."""
    return shelf_in((rulesets_dir(),))


@pytest.fixture(scope="module")
def library(shelf: Shelf) -> Library:
    """Return the library of the shipped books."""
    return library_of(shelf)


@pytest.fixture(scope="module")
def speakers(library: Library) -> Speakers:
    """Return English and Japanese."""
    return tuple(Speaker(lang=lang, words=words) for lang, words in library.sentences.items())


def club(shelf: Shelf, base: str = "ema-2016", title: str = "Riverside") -> ClubRules:
    """Return a copy of a book."""
    book = shelf.book(base)
    assert book is not None
    return copied(book, {}, title)


@settings(max_examples=200, deadline=None)
@given(table=st.dictionaries(st.text(), TOML, max_size=4))
def test_what_is_written_is_what_was_meant(table: dict[str, Any]) -> None:
    """Whatever stands in keys and texts, a reader of TOML finds the same table, and nothing in it is hidden."""
    text = toml_text(table)

    assert tomllib.loads(text) == table
    assert all(character.isprintable() or character == "\n" for character in text)


def test_half_a_character_is_written_as_a_question_mark() -> None:
    """What no file can hold does not stop the file from being written."""
    assert tomllib.loads(toml_text({"title": "a\ud800b"})) == {"title": "a?b"}


@pytest.mark.parametrize("text", HOSTILE)
def test_texts_do_no_harm(text: str, shelf: Shelf, speakers: Speakers) -> None:
    """A text of any kind in every place that has one changes nothing else, and is read back as it was typed."""
    rules = changed(club(shelf, title=text), {"setup.points": 31000}, shelf)
    rules = replace(rules, edition=text + "!", note=text)

    found = checked(rules, "riverside-abcdef.1", shelf, speakers)

    assert found.problems == ()
    assert rules_read(found.document, shelf) == rules
    assert found.document.titles == {"en": text, "ja": text}
    assert {"extends", "base_options", "document", "setup", "clause"} == set(tomllib.loads(found.text))


def test_a_title_must_be_there(shelf: Shelf, speakers: Speakers) -> None:
    """A title of spaces is refused as in any file."""
    found = checked(club(shelf, title=" \n"), "riverside.1", shelf, speakers)

    assert found.book is None
    assert {problem.key for problem in found.problems} >= {"document.title", "document.source"}


@pytest.mark.parametrize("base", NAMES)
def test_a_copy_plays_as_its_book(base: str, shelf: Shelf, speakers: Speakers) -> None:
    """Under every option a copy without a difference has the values, clauses and tables of outcomes of the book."""
    book = shelf.book(base)
    assert book is not None
    for name, variant in book.variants.items():
        options = dict(pair.split("=") for pair in name.split(",") if pair)

        found = checked(copied(book, options, "Riverside"), "riverside.1", shelf, speakers)

        assert found.problems == ()
        assert found.book is not None
        assert found.book.variants == {"": variant}
        rulings = {
            offence: outcome_table.rulings for offence, outcome_table in found.book.penalties.outcome_tables[""].items()
        }
        assert rulings == {
            offence: outcome_table.rulings for offence, outcome_table in book.penalties.outcome_tables[name].items()
        }


def others(key: str, now: Plain) -> tuple[Plain, ...]:
    """Return what else may stand at ``chapter.key``: each other choice, or some other numbers."""
    chapter, name = key.split(".")
    kind, row = CHAPTERS[chapter][name], row_limit(key)
    if row is not None:
        rows = [(1, 1, 1), (0, 0, 0), (3, 2), (2, 0), (9000, 3000, -3000, -9000), ()]
        return tuple(each for each in rows if row.holds(each) and each != now)
    if isinstance(now, tuple):
        names = [str(each) for each in now]
        return tuple(tuple(each for each in kind.names if (each in names) != (each == other)) for other in kind.names)
    if isinstance(now, bool):
        return (not now,)
    if kind.shape is Shape.NUMBER:
        return tuple(each for each in (1200, 600, 100, 40, 10, 4, 2, 0) if each != now and limit_of(key, each) == "")
    return tuple(each for each in kind.names if each != now)


def by_hand(base: str, values: dict[str, Plain], shelf: Shelf) -> tuple[dict[str, Plain], list[str]]:
    """Return the values and the problems of a file that somebody typed: one clause for all that differs."""
    chapters: dict[str, list[str]] = {}
    for key, value in values.items():
        chapter, name = key.split(".")
        chapters.setdefault(chapter, []).append(f"{name} = {json.dumps(value)}")
    lines = [
        f'extends = "{base}"',
        'document = { title = "T", edition = "1", source = "S", confidence = "text" }',
        f'clause.all = {{ values = {json.dumps(list(values))}, place = "1", text = "All." }}',
        *[line for chapter, keys in chapters.items() for line in (f"[{chapter}]", *keys)],
    ]
    problems: list[Problem] = []
    content = tomllib.loads("\n".join(lines))
    book = shelf.resolved(document_of(content, "hand", Location(file="hand", problems=problems)), problems)
    assert book is not None
    return next(iter(book.variants.values())).values, [problem.message for problem in problems]


def same_as_by_hand(found: Checked, base: str, values: dict[str, Plain], shelf: Shelf) -> None:
    """Assert that a file has the values and the problems of one typed by hand, and says them with a clause each."""
    expected, messages = by_hand(base, values, shelf)
    problems: list[Problem] = []
    again = shelf.resolved(found.document, problems)
    assert again is not None
    variant = again.variants[""]
    assert variant.values == expected
    assert sorted(problem.message for problem in found.problems) == sorted(messages)
    assert (found.book is None) == bool(messages)
    assert {contradiction.sentence["en"] for contradiction in found.contradictions} == set(messages)
    for key in values:
        assert (variant.cites[key].clause, variant.cites[key].confidence) == (f"club/{key}", "text")


@pytest.mark.parametrize("base", NAMES)
def test_every_value_of_every_book_can_be_changed(base: str, shelf: Shelf, speakers: Speakers) -> None:
    """Each value changed, to one other choice after another, makes what a file typed by hand does."""
    start = club(shelf, base)
    now = ground_of(start, shelf).values
    choices = {key: others(key, now[key]) for key in ALL_KEYS}
    assert all(choices.values())
    for turn in range(max(map(len, choices.values()))):
        values = {key: each[turn] for key, each in choices.items() if turn < len(each)}
        rules = changed(start, values, shelf)

        found = checked(rules, "riverside.1", shelf, speakers)

        assert tomllib.loads(found.text).keys() & CHAPTERS.keys() == {key.split(".")[0] for key in values}
        assert rules_read(found.document, shelf) == rules
        same_as_by_hand(found, base, values, shelf)


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_every_choice_alone(chapter: str, shelf: Shelf, speakers: Speakers) -> None:
    """One value changed alone plays as it says, or is a contradiction that is named."""
    start = club(shelf, "ema-rcr-2012")
    now = ground_of(start, shelf).values
    for key in (f"{chapter}.{name}" for name in CHAPTERS[chapter]):
        for value in islice(others(key, now[key]), 4):
            found = checked(changed(start, {key: value}, shelf), "riverside.1", shelf, speakers)

            same_as_by_hand(found, "ema-rcr-2012", {key: value}, shelf)


def test_what_is_as_in_the_book_is_not_written(shelf: Shelf, speakers: Speakers) -> None:
    """A value put back to the book's leaves no trace."""
    start = club(shelf)
    there = changed(start, {"setup.points": 20000}, shelf)
    back = changed(there, {"setup.points": ground_of(start, shelf).values["setup.points"]}, shelf)

    assert back == start
    assert club_table(start, shelf, speakers).keys() == {"extends", "base_options", "document"}


def test_other_options_move_the_ground(shelf: Shelf, speakers: Speakers) -> None:
    """What the book says itself under another option is no difference any more, and comes from the book."""
    start = changed(club(shelf, "aalto"), {"setup.points": 0, "riichi.wall": 0}, shelf)

    moved = with_options(start, {"play": "tournament"}, shelf)
    found = checked(moved, "riverside.1", shelf, speakers)

    assert moved.options == {"play": "tournament"}
    assert moved.values == {"riichi.wall": 0}
    assert found.book is not None
    assert found.book.variants[""].values["setup.points"] == 0
    assert tomllib.loads(found.text)["base_options"] == {"play": "tournament"}
    assert with_options(moved, {"play": "nonsense"}, shelf).options == {"play": "club"}


def test_the_sentence_of_a_value_stands_in_its_clause(shelf: Shelf, speakers: Speakers) -> None:
    """In each language; what stands there in another file is not carried on."""
    rules = changed(club(shelf), {"riichi.furiten": False}, shelf)

    clauses = tomllib.loads(checked(rules, "riverside.1", shelf, speakers).text)["clause"]

    assert clauses["club/riichi.furiten"]["text"] == {
        "en": "Riichi in furiten is not allowed.",
        "ja": "フリテンリーチなし。",
    }
    assert clauses["club/riichi.furiten"]["place"]["en"] == "Riichi"


def test_sentences_of_procedures_that_change(shelf: Shelf, library: Library, speakers: Speakers) -> None:
    """A club that lets only the nearest player win says so where several ron are asked for, and nowhere else."""
    rules = changed(club(shelf), {"wins.multiple_ron": "head_bump"}, shelf)
    found = checked(rules, "riverside.1", shelf, speakers)
    assert found.book is not None
    wider = with_books(library, (found.book,), shelf)
    book, base = wider.book("riverside.1"), wider.book("ema-2016")
    assert book is not None
    assert base is not None

    known = procedures_changed(rulebook_under(base, {}, wider, "en"), rulebook_under(book, {}, wider, "en"))

    head_bump = "Head bump: if several players call ron, only the next in turn order after the discarder wins."
    assert {each.procedure: each.after for each in known}["multiple_ron"].startswith(head_bump)
    assert all(each.before != each.after for each in known)
    same = procedures_changed(rulebook_under(base, {}, wider, "ja"), rulebook_under(base, {}, wider, "ja"))
    assert same == ()


def test_a_game_is_settled_by_the_club(shelf: Shelf, library: Library, speakers: Speakers) -> None:
    """The library with the club's book answers by its values, and a newer version takes the place of an older one."""
    start = club(shelf, "aalto")
    asked = {
        "ask": "settle",
        "ruleset": "riverside",
        "table": {"scores": [30000, 24000, 23000, 23000], "round": "S", "dealer": 3, "honba": 0, "kyoutaku": 0},
        "hand": {"result": "draw", "tenpai": []},
    }
    sentences = []
    for target in (30000, 31000):
        found = checked(changed(start, {"course.target": target}, shelf), "riverside", shelf, speakers)
        assert found.book is not None
        library = with_books(library, (found.book,), shelf)
        sentences.append(json.loads(answer(json.dumps(asked), library))["next"])

    assert sentences == ["end", "rotate"]
    assert [title.id for title in library.shelf] == sorted([*NAMES, "riverside"])
    assert shelf.book("riverside") is None


def test_a_base_that_is_gone_is_missed(shelf: Shelf, speakers: Speakers) -> None:
    """Rules on a book that is not there any more say so at once."""
    found = checked(club(shelf), "riverside.1", shelf, speakers)

    with pytest.raises(LookupError, match="gone"):
        rules_read(replace(found.document, extends="gone"), shelf)


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("", "document"),
        ("[" * 50000, ""),
        ("a." * DEEP + "a = 1", ""),
        ("setup.points" + ".a" * DEEP + " = 1", ""),
        ("points = " + "9" * 10000, ""),
        ('extends = "gone"', "extends"),
        ("document = { title = 'T', edition = '1', source = 'S', confidence = 'text' }", "extends"),
        ('[setup]\npoints = "many"', "setup.points"),
        ("[[penalty]]\noffence = 3", "document"),
    ],
)
def test_any_text_sent_in_place_of_rules_is_refused(text: str, key: str, shelf: Shelf) -> None:
    """What a page carries may come back as anything."""
    with pytest.raises(RulebookError) as refused:
        rules_in(text, shelf)

    assert key in {problem.key for problem in refused.value.problems}


def test_a_saved_file_is_read_again(shelf: Shelf, speakers: Speakers) -> None:
    """What was written makes the same book when the server starts; a text that is no file of rules says so."""
    found = checked(changed(club(shelf), {"setup.points": 31000}, shelf), "riverside.1", shelf, speakers)

    again = file_checked(found.text, "riverside.1", shelf)

    assert again == found
    assert again.book is not None
    assert file_checked("", "riverside.1", shelf).book is None
    assert file_checked('extends = "riverside.1"', "riverside.1", shelf).book is None
    with pytest.raises(RulebookError, match=r"riverside\.1\.toml: The text is not TOML"):
        file_checked("title = 'unfinished", "riverside.1", shelf)


LONG = 30_000
"""About as many parts as fit into the largest file: to read them took ten seconds."""


@pytest.mark.parametrize(
    "text",
    [
        "a." * LONG + "a = 1",
        "[" + "a." * LONG + "a]",
        "[[" + "a . " * (LONG // 2) + "a]]",
        "a = {" + "b." * LONG + "c = 1}",
        '"a".' * (LONG // 2) + "a = 1",
        "'=' ." * (LONG // 3) + "a = 1",
    ],
    ids=lambda text: text[:6],
)
def test_a_key_of_thousands_of_parts_is_refused_at_once(text: str, shelf: Shelf) -> None:
    """Whoever sends it keeps nobody waiting: what is read of a text takes as long as it is, not the square of that."""

    def read() -> None:
        with pytest.raises(RulebookError, match=r"club\.toml: A key has more than 20 parts\."):
            rules_in(text, shelf)

    quickly(read, 0.5)


@pytest.mark.parametrize(
    "text",
    [
        '"""' + '\\"""' * 15_000,
        "'''" * 20_001,
        '"' * 60_001,
        "a" * 60_000,
        "a " * 30_000,
        "a-" * 30_000,
        "a. " * 19 + "\t" * 60_000,
        (". " * 20 + "\n") * 1_500,
    ],
    ids=lambda text: text[:6],
)
def test_no_text_takes_long_to_be_refused(text: str, shelf: Shelf) -> None:
    """Nor one that looks like the beginning of many keys or texts."""

    def read() -> None:
        with pytest.raises(RulebookError):
            rules_in(text, shelf)

    quickly(read, 0.5)


def test_texts_have_as_many_dots_as_they_like(shelf: Shelf, speakers: Speakers) -> None:
    """Only keys have parts: a note of short sentences, with marks of all kinds, is read as it was written."""
    note = " ".join(["a.b.c." * 30, "x. " * 30, "'''", '"""', "\\", "#", "'", '"', "a.b.c." * 30])
    rules = replace(club(shelf), note=note)

    assert rules_in(checked(rules, "riverside.1", shelf, speakers).text, shelf) == rules


def test_rules_are_carried_as_text(shelf: Shelf, speakers: Speakers) -> None:
    """Rules with a contradiction, which cannot be played with, can still be edited further."""
    rules = changed(club(shelf), {"chips.used": True}, shelf)
    found = checked(rules, "riverside.1", shelf, speakers)

    assert found.book is None
    assert rules_in(found.text, shelf) == rules


def test_rules_of_others_are_read_as_far_as_forms_go(shelf: Shelf) -> None:
    """Options, offences and rows that nobody knows are left out."""
    text = """
        extends = "aalto"
        base_options = { play = "chess", other = "x" }
        document = { title = "T", edition = "1", source = "S", confidence = "text" }
        penalty = [
          { offence = "*", penalties = ["warning"], place = "1", clause = "c" },
          { offence = "tea", penalties = ["warning"], place = "1", clause = "c" },
          { offence = "late", when = { minutes = "1000+" }, penalties = ["warning"], place = "1", clause = "c" },
        ]
    """
    rules = rules_in(text, shelf)

    assert rules == replace(club(shelf, "aalto", "T"), edition="1")
