"""What the program was shipped with, read once in each process of the tests: to load everything costs half a second.

A file without a mistake says the same each time. Files of a test's own are read as ever, on top of the shipped ones;
`read_again` reads all of them anew, and so does every process that a test starts.
"""

from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from functools import cache
from pathlib import Path
from unittest.mock import patch

from referee import library, rulebook
from referee.paths import offences_file, procedures_file, rulesets_dir, search_file, words_dir
from referee.rulebook import offences as offence_files
from referee.rulebook import reading
from referee.rulebook import reading as procedure_files
from referee.rulebook import shelf as shelves
from referee.rulebook.document import Document, Offences
from referee.rulebook.penalties import PenaltyReader
from referee.rulebook.problems import Problem
from referee.rulebook.reading import Entries
from referee.texts.search import Lexicon
from referee.texts.words import Book, Library, Words

NAMES = (
    *((shelves, name) for name in ("read_document", "catalogue", "procedures", "resolved", "book_of")),
    *((library, name) for name in ("lexicon", "sentences", "book_of")),
)
"""By which modules and names the program reads."""
AS_EVER = [(module, name, getattr(module, name)) for module, name in NAMES]
RESOLVED, BOOK_OF = shelves.resolved, shelves.book_of
SENTENCES, LIBRARY_BOOK_OF = library.sentences, library.book_of


@contextmanager
def read_again() -> Iterator[None]:
    """Read everything from its files, as a program does that has just started."""
    with ExitStack() as stack:
        for module, name, read in AS_EVER:
            stack.enter_context(patch.object(module, name, read))
        yield


def read_shipped_once() -> None:
    """Let this process read what was shipped no more than once."""
    once = (read_document, catalogue, procedures, resolved, book_of, lexicon, sentences, library_book_of)
    for (module, name), read in zip(NAMES, once, strict=True):
        setattr(module, name, read)


@cache
def shipped_shelf() -> rulebook.Shelf:
    """Return the shipped rulesets."""
    with read_again():
        return rulebook.shelf_in((rulesets_dir(),))


@cache
def shipped_library() -> Library:
    """Return the library of the shipped rulesets."""
    with read_again():
        return library.library_of(shipped_shelf())


def is_shipped(*documents: Document) -> bool:
    """Say whether these are documents of the shipped rulesets."""
    return all(shipped_shelf().documents.get(each.id) is each for each in documents)


def read_document(path: Path, problems: list[Problem]) -> Document | None:
    """Return what a ruleset file says."""
    found = shipped_shelf().documents.get(path.stem) if path.parent == rulesets_dir() else None
    return found or reading.read_document(path, problems)


def catalogue(path: Path) -> Offences:
    """Return the offences of a file."""
    return shipped_shelf().reader.catalogue if path == offences_file() else offence_files.catalogue(path)


def procedures(path: Path, offences: Offences) -> Entries:
    """Return the procedures of a file."""
    is_shipped_file = path == procedures_file() and offences is shipped_shelf().reader.catalogue
    return shipped_shelf().procedures if is_shipped_file else procedure_files.procedures(path, offences)


def resolved(
    documents: dict[str, Document], reader: PenaltyReader, problems: list[Problem]
) -> tuple[rulebook.Book, ...]:
    """Return the books that documents make; the rows of the shipped ones have been read and drawn."""
    known = shipped_shelf().reader
    if reader.catalogue is known.catalogue:
        reader.sheets.update({name: known.sheets[name] for name, each in documents.items() if is_shipped(each)})
        reader.compiled.drawn.update(known.compiled.drawn)
    return RESOLVED(documents, reader, problems)


def book_of(lineage: tuple[Document, ...], reader: PenaltyReader, problems: list[Problem]) -> rulebook.Book:
    """Return the book at the end of a lineage."""
    found = shipped_shelf().book(lineage[-1].id) if is_shipped(*lineage) else None
    return found or BOOK_OF(lineage, reader, problems)


def lexicon(path: Path) -> Lexicon:
    """Return how the words of a search are understood."""
    return shipped_library().lexicon if path == search_file() else procedure_files.lexicon(path)


def sentences(folder: Path | None = None) -> dict[str, Words]:
    """Return the sentences of each language, in dictionaries of their own."""
    if folder not in (None, words_dir()):
        return SENTENCES(folder)
    return {language: dict(words) for language, words in shipped_library().sentences.items()}


def library_book_of(book: rulebook.Book, documents: Mapping[str, Document], meant: Lexicon) -> Book:
    """Return a book as questions are answered from it."""
    is_read = meant is shipped_library().lexicon and shipped_shelf().book(book.document.id) is book
    found = shipped_library().book(book.document.id) if is_read else None
    return found or LIBRARY_BOOK_OF(book, documents, meant)
