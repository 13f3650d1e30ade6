"""A phone that has taken every piece of the library answers from the same rules as the server."""

import gzip
import json
from dataclasses import asdict, replace

from referee.core.text.library import Book, Library, joined_libraries, library_from_json
from referee.phone.pieces import pieces_of
from tests.desks import shipped

LARGEST_BOOK = 15_000
"""Bytes: what one book may weigh on its way."""


def told(library: Library) -> str:
    """Return a library as text in which the order of keys does not matter."""
    return json.dumps(asdict(library), sort_keys=True, ensure_ascii=False)


def without_clauses(book: Book) -> Book:
    """Return a book without the clauses that are only read on pages."""
    return replace(book, clauses=(), listed=dict.fromkeys(book.listed, ()))


def test_the_pieces_are_the_library() -> None:
    """All books and languages, joined one by one in any order, are what the server loaded."""
    pieces = list(pieces_of(shipped()).values())
    library = library_from_json(pieces[-1])
    for text in [*pieces[-2::-1], pieces[0]]:
        library = joined_libraries(library, library_from_json(text))

    books = tuple(without_clauses(book) for book in shipped().books)
    assert told(library) == told(replace(shipped(), books=books))


def test_one_book_and_one_language_are_small() -> None:
    """An event needs one of each: a phone takes no more."""
    texts = pieces_of(shipped())
    sizes = {name: len(gzip.compress(texts[name].encode(), 9)) for name in texts if name.startswith("book.")}

    assert len(sizes) == len(shipped().books)
    assert {name: size for name, size in sizes.items() if size > LARGEST_BOOK} == {}
