"""The folders that ruleset files lie in, and the books in them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from referee.paths import offences_file, procedures_file
from referee.rulebook.document import Confidence, Document
from referee.rulebook.offences import catalogue
from referee.rulebook.problems import Place, Problem, RulebookError
from referee.rulebook.procedures import check_said, procedures
from referee.rulebook.reading import read_document
from referee.rulebook.resolving import Book, check_base, resolved


@dataclass(frozen=True, kw_only=True, slots=True)
class Report:
    """What a check of one file found: its problems, sorted, and the book if there are none."""

    file: str
    problems: tuple[Problem, ...]
    book: Book | None

    def __str__(self) -> str:
        return "\n".join(map(str, self.problems)) if self.book is None else f"OK: {counts(self.book)}"


def books_in(folders: Sequence[Path]) -> tuple[Book, ...]:
    """Return the books of all files in these folders, sorted by id; raise ``RulebookError`` with every problem."""
    problems: list[Problem] = []
    paths = paths_in(folders, problems)
    books = books_of(documents_of(tuple(paths), paths, problems), problems)
    if problems:
        raise RulebookError(problems)
    return books


def check(path: Path, folders: Sequence[Path]) -> Report:
    """Return what is wrong with one file and the files it extends, which are looked for in ``folders``."""
    problems: list[Problem] = []
    paths = paths_in(folders, problems)
    known = paths.setdefault(path.stem, path)
    if known.resolve() != path.resolve():
        Place(file=str(path), problems=problems).report("Another ruleset has this name.", found=str(known))
        paths[path.stem] = path
    books = books_of(documents_of((path.stem,), paths, problems), problems)
    own = next((book for book in books if book.document.id == path.stem), None)
    return Report(file=str(path), problems=tuple(sorted(problems)), book=None if problems else own)


def books_of(documents: Mapping[str, Document], problems: list[Problem]) -> tuple[Book, ...]:
    """Return the books that documents make, with all that is wrong about offences and procedures."""
    offences = catalogue(offences_file())
    known = procedures(procedures_file(), offences)
    for document in documents.values():
        check_said(document.procedures, known, Place(file=document.file, problems=problems))
    return resolved(documents, offences, problems)


def paths_in(folders: Sequence[Path], problems: list[Problem]) -> dict[str, Path]:
    """Return the ruleset files by id; a missing folder or a name that comes twice is added to ``problems``."""
    paths: dict[str, Path] = {}
    for folder in folders:
        if not folder.is_dir():
            Place(file=str(folder), problems=problems).report("There is no such folder.")
        for path in sorted(folder.glob("*.toml")):
            if paths.setdefault(path.stem, path).resolve() != path.resolve():
                at = Place(file=str(path), problems=problems)
                at.report("Another ruleset has this name.", found=str(paths[path.stem]))
    return paths


def documents_of(ids: tuple[str, ...], paths: Mapping[str, Path], problems: list[Problem]) -> dict[str, Document]:
    """Return the documents with these ids and all that they extend."""
    documents: dict[str, Document] = {}
    waiting = list(ids)
    seen: set[str] = set()
    while waiting:
        book = waiting.pop()
        if book in seen:
            continue
        seen.add(book)
        document = read_document(paths[book], problems)
        if document is not None:
            documents[book] = document
            check_base(document, tuple(paths), problems)
            waiting.extend(base for base in (document.extends,) if base in paths)
    return documents


def counts(book: Book) -> str:
    """Return how much a book says: values, the file's own among them, options, values that are interpretations."""
    document = book.document
    layers = [document.layer, *(choice.layer for option in document.options for choice in option.choices)]
    own = {key for layer in layers for key in layer.values}
    values = {key for variant in book.variants.values() for key in variant.values}
    interpreted = {
        key
        for variant in book.variants.values()
        for key, cite in variant.cites.items()
        if cite.confidence == Confidence.INTERPRETATION
    }
    return (
        f"{document.id}. Values: {len(values)}, its own: {len(own)}, "
        f"options: {len(document.options)}, interpretations: {len(interpreted)}."
    )
