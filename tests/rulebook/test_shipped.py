"""The rulesets and sentences that come with the program."""

import re
from itertools import chain

import pytest

from referee.paths import rulesets_dir
from referee.rulebook import Book, books_in, check
from referee.rulebook.document import Texts
from referee.rulebook.vocabulary import ALL_KEYS, ENTRY_KEYS

NAMES = sorted(path.stem for path in rulesets_dir().glob("*.toml"))
JAPANESE = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]|^[A-Za-z0-9.,・ -]{1,20}$")
"""Kana or kanji, or a short name like "M.League" that is written so in Japanese too."""


@pytest.fixture(scope="module")
def books() -> dict[str, Book]:
    """Return every shipped book by id."""
    return {book.document.id: book for book in books_in((rulesets_dir(),))}


@pytest.mark.parametrize("name", NAMES)
def test_book_is_whole_and_cited(name: str, books: dict[str, Book]) -> None:
    """Under every option each key has a value and a source with a place in a document."""
    for variant in books[name].variants.values():
        assert variant.values.keys() == set(ALL_KEYS)
        assert set(ALL_KEYS) <= variant.cites.keys() <= {*ALL_KEYS, *ENTRY_KEYS}
        assert all(", " in cite.source["en"] for cite in variant.cites.values())


@pytest.mark.parametrize("name", NAMES)
def test_every_text_is_in_both_languages(name: str, books: dict[str, Book]) -> None:
    """Titles, clauses and notes are English in English and Japanese in Japanese."""
    for text in texts_of(books[name]):
        assert JAPANESE.search(text["ja"]), text
        assert not re.fullmatch(r"[^A-Za-z0-9]*", text["en"]), text


def texts_of(book: Book) -> list[Texts]:
    """Return every text of a file."""
    document = book.document
    choices = list(chain.from_iterable(option.choices for option in document.options))
    clauses = chain(document.layer.clauses, *(choice.layer.clauses for choice in choices))
    sentence = [text for clause in clauses for text in (clause.text, clause.cite.source, clause.cite.note) if text]
    return [
        document.titles,
        document.source,
        document.edition,
        *(option.titles for option in document.options),
        *(c.titles for c in choices),
        *sentence,
    ]


@pytest.mark.parametrize("name", NAMES)
def test_interpretation_has_a_note(name: str, books: dict[str, Book]) -> None:
    """Where the program decided for a document, it says why."""
    cites = chain.from_iterable(variant.cites.values() for variant in books[name].variants.values())

    assert all(cite.note for cite in cites if cite.confidence == "interpretation")


@pytest.mark.parametrize("name", NAMES)
def test_check_says_that_it_is_right(name: str) -> None:
    """The command that a club uses on its own file has nothing to say about ours."""
    report = check(rulesets_dir() / f"{name}.toml", (rulesets_dir(),))

    assert str(report).startswith(f"OK: {name}. Values: {len(ALL_KEYS)}, ")
