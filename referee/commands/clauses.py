"""The command ``referee clauses``: where every clause of a ruleset file lives in the data, and which tests name it."""

import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from referee.paths import checkout_tests, rulesets_dir
from referee.rulebook import Document, books_in
from referee.rulebook.document import Clause, Layer

TEST_FILES = ("*.py", "*.toml")
CLAUSE = re.compile(r"[a-z0-9-]+/[\w.-]+")

Named = dict[str, frozenset[str]]
"""The ids that each test file names, by its path."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Entry:
    """One clause: where it stands in the document, what it decides, and the test files that name it."""

    clause: str
    place: str
    values: tuple[str, ...]
    options: tuple[str, ...]
    offences: tuple[str, ...]
    tests: tuple[str, ...]


def run_clauses(folders: Sequence[Path], wanted: str | None) -> int:
    """Print the clauses of one ruleset, or of all; return 0, or 1 if there is no such ruleset."""
    documents = {book.document.id: book.document for book in books_in((rulesets_dir(), *folders))}
    if wanted is not None and wanted not in documents:
        sys.stderr.write(f"There is no ruleset {wanted}. There are: {', '.join(documents)}.\n")
        return 1
    tests = ids_in_tests(checkout_tests())
    for document in documents.values():
        if wanted in (None, document.id):
            sys.stdout.write("\n".join([*told(document, tests), ""]))
    if not tests:
        sys.stdout.write("The tests are not installed here; a copy of the repository has them.\n")
    return 0


def told(document: Document, tests: Named) -> Iterator[str]:
    """Yield the lines about one file."""
    yield f"{document.id}: {document.titles['en']} {document.edition['en']}"
    for entry in entries(document, tests):
        yield f"  {entry.clause}  {entry.place}"
        yield f"    data:  {', '.join(lives(entry)) or 'words only'}"
        if tests:
            yield f"    tests: {', '.join(entry.tests) or 'none'}"
    yield ""


def lives(entry: Entry) -> Iterator[str]:
    """Yield where a clause lives."""
    yield from entry.values
    yield from (f"option {option}" for option in entry.options)
    yield from (f"offence {offence}" for offence in entry.offences)


def entries(document: Document, tests: Named) -> tuple[Entry, ...]:
    """Return every clause of a file in its order, with what each choice of an option makes of it."""
    clauses = {clause.cite.clause: clause for _, layer in reversed(layers(document)) for clause in layer.clauses}
    in_order = dict.fromkeys(clause.cite.clause for _, layer in layers(document) for clause in layer.clauses)
    return tuple(entry(clauses[name], document, tests) for name in in_order)


def layers(document: Document) -> list[tuple[str, Layer]]:
    """Return the file's own layer, and that of each choice with its name."""
    chosen = [(f"{option.id}={choice.id}", choice.layer) for option in document.options for choice in option.choices]
    return [("", document.layer), *chosen]


def entry(clause: Clause, document: Document, tests: Named) -> Entry:
    """Return where one clause lives."""
    name = clause.cite.clause
    stands = [(option, layer) for option, layer in layers(document) if name in cited_in(layer)]
    values = [
        value for _, layer in stands for each in layer.clauses if each.cite.clause == name for value in each.values
    ]
    rows = [row for _, layer in stands for row in layer.rows if row.get("clause") == name]
    return Entry(
        clause=name,
        place=clause.cite.source["en"].removeprefix(f"{document.source['en']}, "),
        values=tuple(dict.fromkeys(values)),
        options=tuple(option for option, _ in stands if option),
        offences=tuple(dict.fromkeys(offence_told(row) for row in rows)),
        tests=tuple(file for file, ids in tests.items() if name in ids),
    )


def cited_in(layer: Layer) -> set[str]:
    """Return the ids of the clauses of a layer, and of those that its rows cite."""
    return {clause.cite.clause for clause in layer.clauses} | {str(row.get("clause")) for row in layer.rows}


def offence_told(row: dict[str, object]) -> str:
    """Return the offence of a row."""
    return "every one" if row["offence"] == "*" else str(row["offence"])


def ids_in_tests(folder: Path | None) -> Named:
    """Return what every test file names that looks like a clause, nothing where the tests are not there."""
    if folder is None:
        return {}
    files = sorted(path for pattern in TEST_FILES for path in folder.rglob(pattern))
    return {str(path.relative_to(folder.parent)): ids_in(path.read_text("utf-8")) for path in files}


def ids_in(text: str) -> frozenset[str]:
    """Return everything in a text that looks like the id of a clause; a full stop may end it."""
    return frozenset(found.rstrip(".") for found in CLAUSE.findall(text))
