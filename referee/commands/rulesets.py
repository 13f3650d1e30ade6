"""The commands ``referee check``, ``referee clauses`` and ``referee diff``."""

import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from referee.explain.rulebook import Comparison, Difference, Sentence, compared, events_compared, events_explained
from referee.library import sentences, with_books, with_older_books
from referee.paths import checkout_tests, rulesets_dir
from referee.records import dataclass
from referee.rulebook import Book as RulebookBook
from referee.rulebook import Document, Shelf, books_in, check, policies_of, policy_of
from referee.rulebook.document import Clause, Layer
from referee.rulebook.saved import FOLDER, new_link, newest_books, revoke_links, saved_book
from referee.rulebook.shelf import silence_at_events
from referee.texts.case import Rulebook, rulebook_under
from referee.texts.rulings import ruleset_named
from referee.texts.words import Book, Library, Speaker, is_version, newest_of
from referee.tournament.policy import Policies


def run_check(path: Path, folders: Sequence[Path]) -> int:
    """Print what is right or wrong with a ruleset file; return 0 if it can be played with, else 1.

    The file may extend the shipped rulesets and those in ``folders``.
    """
    report = check(path, (rulesets_dir(), *folders))
    print("\n".join([str(report), *(_event_lines(report.book) if report.book else ())]))  # noqa: T201 - the command's answer
    return 1 if report.problems else 0


def _event_lines(book: RulebookBook) -> Iterator[str]:
    """Yield what a book says itself about events, in each language that there are words for."""
    silent = silence_at_events().clauses
    own = {rule for rule, cite in book.events.cites.items() if cite not in [each.cite for each in silent]}
    for lang, words in sentences().items():
        for chapter in events_explained(policy_of(book), Speaker(lang=lang, words=words)):
            lines = [line for line in chapter.lines if line.rule in own]
            yield from ("", words[f"policy.title.{chapter.id}"]) if lines else ()
            yield from (f"  {_with_clauses(line)}" for line in lines)


def run_link(folder: Path, address: str, *, revoke: bool) -> int:
    """Print a new link for editing the rules in a folder, or revoke all; return 1 if nothing can be written."""
    try:
        if revoke:
            sys.stdout.write(f"Editing links revoked: {revoke_links(folder / FOLDER)}.\n")
        else:
            sys.stdout.write(f"{address.rstrip('/')}/rules/edit/{new_link(folder / FOLDER)}\n")
    except OSError as problem:
        sys.stderr.write(f"Nothing can be written into {folder} ({problem.strerror}).\n")
        return 1
    return 0


_TEST_FILES = ("*.py", "*.toml")
_CLAUSE = re.compile(r"[a-z0-9.-]+/[\w.-]+")

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
    tests = _ids_in_tests(checkout_tests())
    for document in documents.values():
        if wanted in (None, document.id):
            sys.stdout.write("\n".join([*_listed_clauses(document, tests), ""]))
    if not tests:
        sys.stdout.write("The tests are not installed here; a copy of the repository has them.\n")
    return 0


def _listed_clauses(document: Document, tests: Named) -> Iterator[str]:
    yield f"{document.id}: {document.titles['en']} {document.edition['en']}"
    for entry in entries(document, tests):
        yield f"  {entry.clause}  {entry.place}"
        yield f"    data:  {', '.join(_places_of_clause(entry)) or 'words only'}"
        if tests:
            yield f"    tests: {', '.join(entry.tests) or 'none'}"
    yield ""


def _places_of_clause(entry: Entry) -> Iterator[str]:
    """Yield where a clause lives."""
    yield from entry.values
    yield from (f"option {option}" for option in entry.options)
    yield from (f"offence {offence}" for offence in entry.offences)


def entries(document: Document, tests: Named) -> tuple[Entry, ...]:
    """Return every clause of a file in its order, with what each choice of an option makes of it."""
    clauses = {clause.cite.clause: clause for _, layer in reversed(_layers(document)) for clause in layer.clauses}
    in_order = dict.fromkeys(clause.cite.clause for _, layer in _layers(document) for clause in layer.clauses)
    return tuple(entry(clauses[name], document, tests) for name in in_order)


def _layers(document: Document) -> list[tuple[str, Layer]]:
    """Return what the file says itself about games and about events, and what each choice says, with its name."""
    chosen = [(f"{option.id}={choice.id}", choice.layer) for option in document.options for choice in option.choices]
    return [("", document.layer), ("", document.events), *chosen]


def entry(clause: Clause, document: Document, tests: Named) -> Entry:
    """Return where one clause lives."""
    name = clause.cite.clause
    stands = [(option, layer) for option, layer in _layers(document) if name in _cited_in(layer)]
    values = [
        value for _, layer in stands for each in layer.clauses if each.cite.clause == name for value in each.values
    ]
    rows = [row for _, layer in stands for row in layer.rows if row.get("clause") == name]
    return Entry(
        clause=name,
        place=clause.cite.source["en"].removeprefix(f"{document.source['en']}, "),
        values=tuple(dict.fromkeys(values)),
        options=tuple(option for option, _ in stands if option),
        offences=tuple(dict.fromkeys(_offence_line(row) for row in rows)),
        tests=tuple(file for file, ids in tests.items() if name in ids),
    )


def _cited_in(layer: Layer) -> set[str]:
    """Return the ids of the clauses of a layer, and of those that its rows cite."""
    return {clause.cite.clause for clause in layer.clauses} | {str(row.get("clause")) for row in layer.rows}


def _offence_line(row: dict[str, object]) -> str:
    return "every one" if row["offence"] == "*" else str(row["offence"])


def _ids_in_tests(folder: Path | None) -> Named:
    """Return what every test file names that looks like a clause, nothing where the tests are not there."""
    if folder is None:
        return {}
    files = sorted(path for pattern in _TEST_FILES for path in folder.rglob(pattern))
    return {str(path.relative_to(folder.parent)): ids_in(path.read_text("utf-8")) for path in files}


def ids_in(text: str) -> frozenset[str]:
    """Return everything in a text that looks like the id of a clause; a full stop may end it."""
    return frozenset(found.rstrip(".") for found in _CLAUSE.findall(text))


_SIDES = ("a", "b")


class NoSuchChoiceError(ValueError):
    """A rulebook or an option that does not exist was asked for; the message says what there is."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Known:
    """What questions are answered from: every book with the sentences, and what each says about events."""

    library: Library
    policies: Policies


def with_saved(known: Known, folder: Path, shelf: Shelf, versions: Sequence[str] = ()) -> Known:
    """Return what is known with the rules that were saved on pages, each as it is now, and older ones of these ids."""
    broken: list[str] = []
    newest = newest_books(folder / FOLDER, shelf, broken)
    sys.stderr.writelines(f"A saved ruleset is left out: {each}\n" for each in broken)
    names = [each.document.id for each in newest]
    found = [saved_book(each, folder / FOLDER, shelf) for each in versions if is_version(each) and each not in names]
    older = [each for each in found if each is not None]
    return Known(
        library=with_older_books(with_books(known.library, newest, shelf), older, shelf),
        policies=known.policies | policies_of((*newest, *older)),
    )


def run_diff(known: Known, books: Sequence[str], options: Sequence[str], lang: str) -> int:
    """Print how two rulebooks differ; ``options`` are "a.play=tournament". Return 0, or 1 for an unknown name."""
    speaker = Speaker(lang=lang, words=known.library.sentences[lang])
    try:
        one, other = (
            rulebook(known.library, book, side, options, speaker) for side, book in zip(_SIDES, books, strict=True)
        )
    except NoSuchChoiceError as problem:
        sys.stderr.write(f"{problem}\n")
        return 1
    events = events_compared(known.policies[one.book.id], known.policies[other.book.id], speaker)
    sys.stdout.write("\n".join([*_side_titles(one, other), *differences(compared(one, other), events, speaker), ""]))
    return 0


def rulebook(library: Library, name: str, side: str, options: Sequence[str], speaker: Speaker) -> Rulebook:
    """Return a rulebook with the options that are asked for on its side."""
    book = library.book(newest_of(library, name))
    if book is None:
        message = f"There is no ruleset {name}. There are: {', '.join(each.id for each in library.books)}."
        raise NoSuchChoiceError(message)
    wanted = dict(_side_option(text) for text in options if text.startswith(f"{side}."))
    misplaced = [text for text in options if text.partition(".")[0] not in _SIDES]
    if misplaced:
        message = f"An option is written a.NAME=CHOICE or b.NAME=CHOICE, not {misplaced[0]}."
        raise NoSuchChoiceError(message)
    _refuse_unknown(book, wanted)
    return rulebook_under(book, wanted, library, speaker.lang)


def _side_option(text: str) -> tuple[str, str]:
    """Return name and choice of "a.play=tournament"."""
    name, _, choice = text.partition(".")[2].partition("=")
    return (name, choice)


def _refuse_unknown(book: Book, wanted: dict[str, str]) -> None:
    """Raise ``NoSuchChoiceError`` for an option or a choice that a book does not have."""
    choices = {option.id: [choice.id for choice in option.choices] for option in book.options}
    for name, choice in wanted.items():
        if choice not in choices.get(name, ()):
            known = ", ".join(f"{option}={'|'.join(names)}" for option, names in choices.items()) or "none"
            message = f"{book.id} has no option {name}={choice}. Its options: {known}."
            raise NoSuchChoiceError(message)


def _side_titles(one: Rulebook, other: Rulebook) -> list[str]:
    pairs = zip(("A", "B"), (one, other), strict=True)
    return [
        f"{side}  {ruleset_named(each.book.titles, each.book.edition, each.speaker)} ({_described(each)})"
        for side, each in pairs
    ]


def _described(rulebook: Rulebook) -> str:
    """Return the id of a book with its options."""
    return ", ".join(filter(None, (rulebook.book.id, rulebook.variant.replace(",", ", "))))


def differences(comparison: Comparison, events: Sequence[Difference], speaker: Speaker) -> Iterator[str]:
    """Yield the lines of the comparison, and of what differs at events."""
    yield from _chapters_differing(comparison.values, "rule.title.", speaker)
    yield from _chapters_differing(events, "policy.title.", speaker)
    if comparison.rulings:
        yield from ("", speaker.say("page.rules.cases"))
    for ruling in comparison.rulings:
        yield f"  {' · '.join(filter(None, (ruling.title, ruling.when)))}"
        yield from _sides(ruling.one, ruling.other)
    if any(comparison.words):
        yield from ("", speaker.say("page.rules.in_words"))
    for side, lines in zip(("A", "B"), comparison.words, strict=True):
        yield from (f"  {side}  {_with_clauses(line)}" for line in lines)
    if not comparison.values and not comparison.rulings and not events:
        yield from ("", speaker.say("page.rules.same"))


def _chapters_differing(differences: Sequence[Difference], title: str, speaker: Speaker) -> Iterator[str]:
    """Yield the lines about values that differ under their chapters; ``title`` is how the keys of the titles begin."""
    chapter = ""
    for difference in differences:
        if difference.chapter != chapter:
            chapter = difference.chapter
            yield from ("", speaker.say(title + chapter))
        yield from _sides(difference.one, difference.other)


def _sides(one: Sentence | None, other: Sentence | None) -> Iterator[str]:
    yield f"  A  {_with_clauses(one)}"
    yield f"  B  {_with_clauses(other)}"


def _with_clauses(line: Sentence | None) -> str:
    """Return a sentence that ends in its clauses, a dash where nothing is said."""
    return "-" if line is None else f"{line.text} ({line.clauses})"
