"""A phone that has taken every piece of the library answers from the same rules as the server."""

import gzip
import json
from dataclasses import asdict, replace

from referee.phone.lower import pieces_of
from referee.rules.offences import Offence
from referee.texts.words import Book, Library, joined_libraries, library_from_json
from tests.desks import shipped

LARGEST_BOOK = 15_000
"""Bytes: what one book may weigh on its way."""
UNSAID = ("rule.title.", "rule.yaku", "rule.chips.", "dice.", "error.not_json", "installed.screenshot")
"""How sentences begin that no phone says: rules told in words, and what only programs and shops are told."""


def as_text(library: Library) -> str:
    """Return a library as text in which the order of keys does not matter."""
    return json.dumps(asdict(library), sort_keys=True, ensure_ascii=False)


def without_clauses(book: Book) -> Book:
    """Return a book without the clauses that are only read on pages."""
    penalties = replace(book.penalties, own=unsearched(book.penalties.own))
    return replace(book, clauses=(), listed=dict.fromkeys(book.listed, ()), penalties=penalties)


def unsearched(offences: tuple[Offence, ...]) -> tuple[Offence, ...]:
    """Return offences without the words that they are found by, for only the server's pages search."""
    return tuple(replace(offence, search=()) for offence in offences)


def kept_sentences() -> dict[str, dict[str, str]]:
    """Return the sentences in the pieces of every language, each in its own."""
    pieces = pieces_of(shipped())
    return {lang: json.loads(pieces[f"words.{lang}"])["sentences"][lang] for lang in shipped().sentences}


def test_the_pieces_are_the_library() -> None:
    """All books and languages, joined one by one in any order, are what the server loaded, but what only pages say."""
    pieces = list(pieces_of(shipped()).values())
    library = library_from_json(pieces[-1])
    for text in [*pieces[-2::-1], pieces[0]]:
        library = joined_libraries(library, library_from_json(text))

    books = tuple(without_clauses(book) for book in shipped().books)
    offences = unsearched(shipped().offences)
    assert as_text(library) == as_text(replace(shipped(), books=books, offences=offences, sentences=kept_sentences()))


def test_a_phone_is_sent_only_the_sentences_that_it_can_say() -> None:
    """Those of its own answers in every language, word for word; not the rules in words, nor what only programs ask."""
    kept = kept_sentences()
    english = kept["en"].keys()

    assert {
        "line.ron",
        "yaku.chinitsu",
        "rule.wins.multiple_ron.double",
        "preview.place_4",
        "table.hand",
        "page.record.confirm",
        "settings.title",
    } <= english
    assert not [
        key
        for key in english
        if key.startswith(
            ("rule.title.", "rule.yaku", "rule.chips.", "dice.", "error.not_json", "installed.screenshot")
        )
    ]
    assert all(words.items() <= shipped().sentences[lang].items() for lang, words in kept.items())
    assert {frozenset(words) for words in kept.values()} == {frozenset(english)}


def test_every_piece_of_words_names_the_other_languages() -> None:
    """A phone that took one language alone offers the others in their own words, and knows nothing else of them."""
    for lang in shipped().sentences:
        piece = library_from_json(pieces_of(shipped())[f"words.{lang}"])
        assert piece.languages == shipped().languages
        assert set(piece.sentences) == {lang}


def test_one_book_and_one_language_are_small() -> None:
    """An event needs one of each: a phone takes no more."""
    texts = pieces_of(shipped())
    sizes = {name: len(gzip.compress(texts[name].encode(), 9)) for name in texts if name.startswith("book.")}

    assert len(sizes) == len(shipped().books)
    assert {name: size for name, size in sizes.items() if size > LARGEST_BOOK} == {}
