"""The folders that ruleset files lie in, and from files to whole rulesets: bases below, options on top."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise, product
from math import prod
from pathlib import Path

from referee.game.events import hashed
from referee.paths import events_file, offences_file, procedures_file
from referee.records import dataclass
from referee.rulebook.contradictions import impossible
from referee.rulebook.document import Clause, Confidence, Document, Layer, Option, Silence
from referee.rulebook.offences import catalogue
from referee.rulebook.penalties import Penalties, PenaltyReader, penalties_of
from referee.rulebook.problems import Location, Problem, RulebookError, as_written, listed, nearest_name
from referee.rulebook.reading import Entries, check_texts, procedures, read_document, silent_events
from referee.rulebook.vocabulary import ALL_KEYS, Plain
from referee.rules.offences import BookText
from referee.rules.ruleset import Cite, Ruleset
from referee.texts.codec import in_key_order, json_text, trusted_value
from referee.texts.words import LIBRARY
from referee.tournament.policy import Policies, Policy, StandingsRules, TournamentRules

_MOST_VARIANTS = 64
"""How many combinations of choices a book may have."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Variant:
    """A book with its options chosen: values and sources by ``chapter.key``; ``wrong`` are set to nothing usable.

    ``clauses`` are those of the book and its bases by id, the bases' first, each as the topmost layer words it.
    """

    values: dict[str, Plain]
    wrong: frozenset[str]
    cites: dict[str, Cite]
    clauses: dict[str, Clause]

    def under(self, layer: Layer) -> "Variant":
        """Return this variant with a layer on top."""
        kept = {key: value for key, value in self.values.items() if key not in layer.wrong}
        return Variant(
            values=kept | layer.values,
            wrong=(self.wrong - layer.values.keys()) | layer.wrong,
            cites=self.cites_under(layer),
            clauses=self.clauses_under(layer),
        )

    def clauses_under(self, layer: Layer) -> dict[str, Clause]:
        """Return the clauses with a layer on top, without those that it replaces."""
        replaced = {name for clause in layer.clauses for name in clause.instead_of}
        kept = {name: clause for name, clause in self.clauses.items() if name not in replaced}
        return kept | {clause.cite.clause: clause for clause in layer.clauses}

    def cites_under(self, layer: Layer) -> dict[str, Cite]:
        """Return the sources with a layer on top; a new source of a list also replaces those of its entries."""
        new = {key: clause.cite for clause in layer.clauses for key in clause.values}
        kept = {key: cite for key, cite in self.cites.items() if key.rpartition(".")[0] not in new}
        return kept | new


def ruleset_of(variant: Variant) -> Ruleset:
    """Return the rules of a variant."""
    rules: Ruleset = LIBRARY.value_of(Ruleset, {"cites": dict(variant.cites), **_in_chapters(variant.values)})
    return rules


def _in_chapters(values: Mapping[str, Plain]) -> dict[str, dict[str, object]]:
    """Return values that go by ``chapter.key`` chapter by chapter."""
    chapters: dict[str, dict[str, object]] = {}
    for name, value in values.items():
        chapter, key = name.split(".")
        chapters.setdefault(chapter, {})[key] = value
    return chapters


NOTHING = Variant(values={}, wrong=frozenset(), cites={}, clauses={})


@dataclass(frozen=True, kw_only=True, slots=True)
class Book:
    """A resolved ruleset; ``variants`` by "option=choice" pairs, sorted and joined by commas.

    ``procedures`` is what its text and its bases' say about some, ``silence`` why they say nothing about others.
    ``events`` are the values of what it says about events, whatever the options.
    """

    document: Document
    variants: dict[str, Variant]
    penalties: Penalties
    procedures: dict[str, BookText]
    silence: str
    events: Variant


def resolved(documents: Mapping[str, Document], reader: PenaltyReader, problems: list[Problem]) -> tuple[Book, ...]:
    """Return every book that can be resolved, sorted by id; what stands in the way is added to ``problems``.

    A book on a base with problems of its own is left out: its values would be judged by the base's mistakes.
    """
    books: list[Book] = []
    lineages = [lineage_of(document, documents, problems) for document in documents.values()]
    for lineage in sorted(lineages, key=len):
        unsound = {problem.file for problem in problems}
        if lineage and not any(base.file in unsound for base in lineage[:-1]):
            books.append(book_of(lineage, reader, problems))
    return tuple(sorted(books, key=lambda book: book.document.id))


def lineage_of(document: Document, documents: Mapping[str, Document], problems: list[Problem]) -> tuple[Document, ...]:
    """Return the document after all its bases, the lowest first; empty if they do not lead to a whole book."""
    lineage = [document]
    while lineage[0].extends:
        base = documents.get(lineage[0].extends)
        if base is None or base in lineage:
            _report_base(document, lineage, base, problems)
            return ()
        lineage.insert(0, base)
    return tuple(lineage)


def _report_base(document: Document, lineage: list[Document], base: Document | None, problems: list[Problem]) -> None:
    """Report a circle in each file that is part of it; the bases of bases are reported where they are named."""
    if base is document:
        path = " > ".join(member.id for member in (*reversed(lineage), document))
        at = Location(file=document.file, key="extends", problems=problems)
        at.report("A file cannot extend itself.", found=path)


def check_base(document: Document, books: tuple[str, ...], problems: list[Problem]) -> None:
    """Report a base that no file has the name of."""
    if document.extends and document.extends not in books:
        Location(file=document.file, key="extends", problems=problems).report(
            "There is no such ruleset.",
            found=as_written(document.extends),
            allowed=listed(sorted(books)),
            nearest=nearest_name(document.extends, books),
        )


def book_of(lineage: tuple[Document, ...], reader: PenaltyReader, problems: list[Problem]) -> Book:
    """Return the last document of a lineage as a book; what is missing or impossible is reported."""
    document = lineage[-1]
    location = Location(file=document.file, problems=problems)
    variant, pins = NOTHING, []
    for base, heir in pairwise(lineage):
        at = Location(file=heir.file, key="base_options", problems=problems if heir is document else [])
        pins.append(_pinned(base, heir, at))
        variant = _with_choices(variant.under(base.layer), base, pins[-1])
    _check_replaced(document, variant, location)
    variants = _variants_of(variant.under(document.layer), document, location)
    forms = {name: str(each.values.get("chombo.form", "")) for name, each in variants.items()}
    penalties = penalties_of(lineage, forms, tuple(pins), reader, location)
    book = Book(
        document=document,
        variants=variants,
        penalties=penalties,
        procedures=_procedures_of(lineage),
        silence=next((each.silence for each in reversed(lineage) if each.silence), Silence.SILENT),
        events=_events_of(lineage),
    )
    _check_whole(book, location)
    _check_possible(book, location)
    return book


def _procedures_of(lineage: list[Document] | tuple[Document, ...]) -> dict[str, BookText]:
    """Return what a book and its bases say about procedures; what is inherited is as sure as the heir, at most.

    A book that says itself why it is silent takes over no text.
    """
    found: dict[str, BookText] = {}
    for document in lineage:
        found = {} if document.silence else found
        found = {name: _less_sure(text, document.confidence) for name, text in found.items()} | document.procedures
    return found


def _events_of(lineage: tuple[Document, ...]) -> Variant:
    """Return what the last document of a lineage says about events, on what holds where books are silent.

    A book that says itself why it is silent takes over nothing, as of procedures.
    """
    silent = NOTHING.under(silence_at_events())
    found = silent
    for document in lineage:
        found = (silent if document.silence else found).under(document.events)
    return found


@cache
def silence_at_events() -> Layer:
    """Return what holds at events where a book is silent."""
    return silent_events(events_file())


def _less_sure(book_text: BookText, confidence: str) -> BookText:
    """Return what a base says with the confidence of the book that takes it over, where that is weaker."""
    order = list(Confidence)
    weaker = max(book_text.cite.confidence, confidence, key=lambda each: order.index(Confidence(each)))
    return replace(book_text, cite=replace(book_text.cite, confidence=str(weaker)))


def _check_replaced(document: Document, below: Variant, location: Location) -> None:
    """Report each clause that is to be replaced and that no base has, or that decides values."""
    layers = [document.layer, *(choice.layer for option in document.options for choice in option.choices)]
    in_words = [name for name, clause in below.clauses.items() if not clause.values]
    for clause in (clause for layer in layers for clause in layer.clauses):
        for name in (name for name in clause.instead_of if name not in in_words):
            location.inside("clause").inside(clause.cite.clause).inside("instead_of").report(
                "The base has no such clause without a value.",
                found=as_written(name),
                allowed=listed(in_words) or "none",
                nearest=nearest_name(name, in_words),
            )


def _pinned(base: Document, heir: Document, location: Location) -> dict[str, str]:
    """Return a choice for every option of the base: the heir's, else the base's default."""
    options = {option.id: option for option in base.options}
    for name in sorted(heir.base_options.keys() - options.keys()):
        nearest = nearest_name(name, options)
        allowed = listed(options) or "none: the base has no options"
        location.inside(name).report("The base has no such option.", allowed=allowed, nearest=nearest)
    return {name: pinned_choice(option, heir.base_options.get(name, ""), location) for name, option in options.items()}


def pinned_choice(option: Option, wanted: str, location: Location) -> str:
    """Return the wanted choice of an option, the default if none is wanted or there is no such choice."""
    names = [choice.id for choice in option.choices]
    if wanted in names:
        return wanted
    if wanted:
        nearest = nearest_name(wanted, names)
        location.inside(option.id).report(
            "There is no such choice.", found=as_written(wanted), allowed=listed(names), nearest=nearest
        )
    return names[0]


def _with_choices(variant: Variant, document: Document, choices: Mapping[str, str]) -> Variant:
    """Return a variant with the overlays of the choices on top; no two options touch the same value."""
    for option in document.options:
        for choice in option.choices:
            if choice.id == choices[option.id]:
                variant = variant.under(choice.layer)
    return variant


def _variants_of(ground: Variant, document: Document, location: Location) -> dict[str, Variant]:
    """Return the variant for each combination of choices, the defaults first."""
    options = [option for option in document.options if option.choices]
    count = prod(len(option.choices) for option in options)
    if count > _MOST_VARIANTS:
        location.inside("option").report(
            "The options have too many combinations.", found=str(count), allowed=f"up to {_MOST_VARIANTS}"
        )
        return {}
    variants = {}
    for combination in product(*([(option.id, choice.id) for choice in option.choices] for option in options)):
        key = ",".join(f"{option}={choice}" for option, choice in combination)
        variants[key] = _with_choices(ground, document, dict(combination))
    return variants


def _check_whole(book: Book, location: Location) -> None:
    """Report each value that some variant lacks."""
    for key in ALL_KEYS:
        lacking = [
            name for name, variant in book.variants.items() if key not in variant.values and key not in variant.wrong
        ]
        if lacking:
            chapter, name = key.split(".")
            message = "This key is missing" + _only_under(lacking, book) + ", and no base has it."
            location.inside(chapter).inside(name).report(message)


def _check_possible(book: Book, location: Location) -> None:
    """Report each impossible combination, once for each set of values that it is made of."""
    found: dict[tuple[str, str, str], list[str]] = {}
    for name, variant in book.variants.items():
        for rule in impossible(variant.values):
            values = listed(f"{key} = {as_written(variant.values[key])}" for key in rule.reads)
            found.setdefault((rule.reads[0], rule.sentence["en"], values), []).append(name)
    for (key, sentence, values), names in found.items():
        chapter, name = key.split(".")
        location.inside(chapter).inside(name).report(sentence, found=values + _only_under(names, book))


def _only_under(names: list[str], book: Book) -> str:
    """Return under which variants something holds, empty if under all."""
    return "" if len(names) == len(book.variants) else f" (with {' or '.join(names)})"


@dataclass(frozen=True, kw_only=True, slots=True)
class Report:
    """What a check of one file found: its problems, sorted, and the book if there are none."""

    file: str
    problems: tuple[Problem, ...]
    book: Book | None

    def __str__(self) -> str:
        return "\n".join(map(str, self.problems)) if self.book is None else f"OK: {counts(self.book)}"


@dataclass(frozen=True, kw_only=True, slots=True)
class Shelf:
    """Every ruleset file as it was read, the books that they make, and what rows and texts are read against."""

    documents: dict[str, Document]
    books: tuple[Book, ...]
    procedures: Entries
    reader: PenaltyReader

    def book(self, name: str) -> Book | None:
        """Return the book with this id, None if there is none."""
        return next((book for book in self.books if book.document.id == name), None)

    def resolved(self, document: Document, problems: list[Problem]) -> Book | None:
        """Return the book that a further document makes on its base, None if the base is none; problems are added.

        The shelf stays as it is, whatever the document says.
        """
        documents = {**self.documents, document.id: document}
        check_base(document, tuple(documents), problems)
        check_texts(document.procedures, self.procedures, Location(file=document.file, problems=problems))
        lineage = lineage_of(document, documents, problems)
        return book_of(lineage, self.reader.beside(document.id), problems) if lineage else None


def shelf_in(folders: Sequence[Path]) -> Shelf:
    """Return the files in these folders; raise ``RulebookError`` with every problem."""
    problems: list[Problem] = []
    paths = _paths_in(folders, problems)
    shelf = _shelf_of(_documents_of(tuple(paths), paths, problems), problems)
    if problems:
        raise RulebookError(problems)
    return shelf


def books_in(folders: Sequence[Path]) -> tuple[Book, ...]:
    """Return the books of all files in these folders, sorted by id; raise ``RulebookError`` with every problem."""
    return shelf_in(folders).books


def check(path: Path, folders: Sequence[Path]) -> Report:
    """Return what is wrong with one file and the files it extends, which are looked for in ``folders``."""
    problems: list[Problem] = []
    paths = _paths_in(folders, problems)
    known = paths.setdefault(path.stem, path)
    if known.resolve() != path.resolve():
        Location(file=str(path), problems=problems).report("Another ruleset has this name.", found=str(known))
        paths[path.stem] = path
    own = _shelf_of(_documents_of((path.stem,), paths, problems), problems).book(path.stem)
    return Report(file=str(path), problems=tuple(sorted(problems)), book=None if problems else own)


def _shelf_of(documents: dict[str, Document], problems: list[Problem]) -> Shelf:
    """Return documents with the books that they make, and all that is wrong about offences and procedures."""
    offences = catalogue(offences_file())
    known = procedures(procedures_file(), offences)
    for document in documents.values():
        check_texts(document.procedures, known, Location(file=document.file, problems=problems))
    reader = PenaltyReader(catalogue=offences)
    return Shelf(documents=documents, books=resolved(documents, reader, problems), procedures=known, reader=reader)


def _paths_in(folders: Sequence[Path], problems: list[Problem]) -> dict[str, Path]:
    """Return the ruleset files by id; a missing folder or a name that comes twice is added to ``problems``."""
    paths: dict[str, Path] = {}
    for folder in folders:
        if not folder.is_dir():
            Location(file=str(folder), problems=problems).report("There is no such folder.")
        for path in sorted(folder.glob("*.toml")):
            if paths.setdefault(path.stem, path).resolve() != path.resolve():
                at = Location(file=str(path), problems=problems)
                at.report("Another ruleset has this name.", found=str(paths[path.stem]))
    return paths


def _documents_of(ids: tuple[str, ...], paths: Mapping[str, Path], problems: list[Problem]) -> dict[str, Document]:
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


def policy_of(book: Book) -> Policy:
    """Return what a book says about events."""
    return policy_with(book, {})


def policy_with(book: Book, values: Mapping[str, Plain]) -> Policy:
    """Return what a book says about events, with other values by ``chapter.key``."""
    chapters = _in_chapters({**book.events.values, **values})
    return Policy(
        standings=LIBRARY.value_of(StandingsRules, chapters["standings"]),
        tournament=LIBRARY.value_of(TournamentRules, chapters["tournament"]),
        ladders=book.penalties.ladders,
        cites=book.events.cites,
    )


def policies_of(books: Iterable[Book]) -> Policies:
    """Return what each of some books says about events, by their ids."""
    return {book.document.id: policy_of(book) for book in books}


def policy_text(policy: Policy) -> str:
    """Return the text that an event keeps; the same policy gives the same text."""
    return json_text(in_key_order(LIBRARY.plain(policy)))


def policy_in(text: str) -> Policy:
    """Return the policy that a text holds which an event has kept."""
    policy: Policy = LIBRARY.value_of(Policy, trusted_value(text))
    return policy


def policy_hash(text: str) -> str:
    """Return the hash under which the text of a policy is kept."""
    return hashed(text)
