"""What questions are answered from: every rulebook with its options chosen, and the sentences of each language."""

from __future__ import annotations

from typing import Any

from referee.records import dataclass
from referee.rules.offences import BookText, Chart, Charts, Offence, PenaltyBook, Procedure, Texts
from referee.rules.ruleset import Cite, Ruleset
from referee.texts.codec import Codec, Form, trusted_value
from referee.texts.search import Index, Lexicon, index_read, index_record

VERSION = "@"
"""What stands in the id of a book that was saved on pages between the id of the rules and the hash of their version."""
Chapters = dict[str, dict[str, Any]]
"""A ruleset as plain values by chapter and key, with its sources by ``chapter.key``."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Choice:
    """One answer to an option."""

    id: str
    titles: Texts


@dataclass(frozen=True, kw_only=True, slots=True)
class Option:
    """What a rulebook lets an event choose; the first choice is the default."""

    id: str
    titles: Texts
    choices: tuple[Choice, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class ClauseText:
    """One clause in words; ``values`` are the ``chapter.key`` it decides, ``own`` says that no base has it."""

    cite: Cite
    texts: Texts
    values: tuple[str, ...]
    own: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class Book:
    """One rulebook; ``variants`` holds a ruleset for every combination of choices.

    ``clauses`` holds every clause that is used, ``listed`` the places of those that stand in each variant. ``index``
    finds the offences of its own. ``procedures`` holds what its text says about some by their ids, ``silence`` why it
    says nothing about others.
    """

    id: str
    titles: Texts
    edition: Texts
    confidence: str
    extends: str
    options: tuple[Option, ...]
    variants: dict[str, Ruleset]
    penalties: PenaltyBook
    index: Index
    procedures: dict[str, BookText]
    silence: str
    clauses: tuple[ClauseText, ...]
    listed: dict[str, tuple[int, ...]]

    def clauses_under(self, variant: str) -> tuple[ClauseText, ...]:
        """Return the clauses that stand in a variant, the bases' first, else in the order of their files."""
        return tuple(self.clauses[place] for place in self.listed[variant])


@dataclass(frozen=True, kw_only=True, slots=True)
class BookTitle:
    """What is known of a rulebook without opening it; ``offences`` are those that it judges."""

    id: str
    titles: Texts
    edition: Texts
    offences: tuple[str, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Library:
    """All rulebooks in the order of their ids, the offences, the procedures and sentence templates of each language.

    ``shelf`` names every rulebook that there is, also those that a phone has not fetched, ``languages`` every language
    by what it calls itself. ``index`` finds offences and procedures, as ``lexicon`` understands words.
    """

    books: tuple[Book, ...]
    shelf: tuple[BookTitle, ...]
    languages: tuple[tuple[str, str], ...]
    offences: tuple[Offence, ...]
    procedures: dict[str, tuple[Procedure, ...]]
    lexicon: Lexicon
    index: Index
    sentences: dict[str, dict[str, str]]

    def book(self, book_id: str) -> Book | None:
        """Return the rulebook with this id, or None."""
        for book in self.books:
            if book.id == book_id:
                return book
        return None

    def offered(self, chosen: str = "") -> tuple[Book, ...]:
        """Return the rulebooks to choose from: of rules saved on pages the version on the shelf, and the one chosen."""
        names = [chosen, *[title.id for title in self.shelf]]
        return tuple([book for book in self.books if book.id in names])


def variant_key(chosen: tuple[tuple[str, str], ...]) -> str:
    """Return the key of a combination of (option, choice) pairs: "house=on,table=auto"."""
    return ",".join([f"{option}={choice}" for option, choice in sorted(chosen)])


def choices_in(variant: str) -> tuple[tuple[str, str], ...]:
    """Return the (option, choice) pairs that the key of a variant names."""
    pairs = [pair.partition("=") for pair in variant.split(",") if pair]
    return tuple((option, choice) for option, _, choice in pairs)


def variant_wanted(book: Book, wanted: dict[str, str]) -> str:
    """Return the key of a book's variant with the wanted choices, defaults for the other options."""
    return variant_key(tuple((option.id, choice_wanted(option, wanted.get(option.id, ""))) for option in book.options))


def choice_wanted(option: Option, wanted: str) -> str:
    """Return the wanted choice of an option, or the default if there is no such choice."""
    known = [choice.id for choice in option.choices]
    return wanted if wanted in known else known[0]


def library_from_json(text: str) -> Library:
    """Return the library that the text holds; raise ``Unreadable`` where it holds something else."""
    library: Library = LIBRARY.value_of(Library, trusted_value(text))
    return library


def joined_libraries(library: Library, other: Library) -> Library:
    """Return two libraries as one; what both hold is taken from ``other``."""
    renewed = [book.id for book in other.books]
    books = [*[book for book in library.books if book.id not in renewed], *other.books]
    return Library(
        books=tuple(sorted(books, key=place_of_book)),
        shelf=joined_shelves(library.shelf, other.shelf),
        languages=other.languages or library.languages,
        offences=other.offences or library.offences,
        procedures=library.procedures | other.procedures,
        lexicon=other.lexicon if other.offences else library.lexicon,
        index=other.index if other.offences else library.index,
        sentences=library.sentences | other.sentences,
    )


def joined_shelves(shelf: tuple[BookTitle, ...], other: tuple[BookTitle, ...]) -> tuple[BookTitle, ...]:
    """Return two shelves as one; of each rules the version stands there that stands on ``other``."""
    renewed = [rules_id(title.id) for title in other]
    titles = [*[title for title in shelf if rules_id(title.id) not in renewed], *other]
    return tuple(sorted(titles, key=place_of_book))


def rules_id(book_id: str) -> str:
    """Return the id of the rules that a book is a version of, that of a book of its own as it is."""
    return book_id.partition(VERSION)[0]


def newest_of(library: Library, book_id: str) -> str:
    """Return the id of the newest version of rules that were saved on pages, that of any other book as it is."""
    return next((title.id for title in library.shelf if rules_id(title.id) == book_id), book_id)


def is_version(book_id: str) -> bool:
    """Return whether a book is a version of rules that were saved on pages."""
    return VERSION in book_id


def place_of_book(book: Book | BookTitle) -> tuple[bool, str]:
    """Return by what books are sorted: their ids, those that were saved on pages last."""
    return is_version(book.id), book.id


def chosen_options(book: Book, wanted: dict[str, str]) -> dict[str, str]:
    """Return a choice for every option: the wanted one where there is such a choice, else the default."""
    return {option.id: choice_wanted(option, wanted.get(option.id, "")) for option in book.options}


def rules_wanted(book: Book, wanted: dict[str, str]) -> Ruleset:
    """Return the rules of a book with the wanted options, defaults for the others."""
    return book.variants[variant_wanted(book, wanted)]


def variants_record(variants: dict[str, Ruleset]) -> dict[str, object]:
    """Return the first variant, for each what differs from the first, and each source once, which variants number."""
    sources = {str(cite): cite for rules in variants.values() for cite in rules.cites.values()}
    places = {text: place for place, text in enumerate(sources)}
    whole: dict[str, Chapters] = {
        name: {**LIBRARY.plain(rules), "cites": {key: places[str(cite)] for key, cite in rules.cites.items()}}
        for name, rules in variants.items()
    }
    first = next(iter(whole.values()))
    changes = [[name, differences(first, each)] for name, each in whole.items()]
    return {"first": first, "changes": changes, "sources": [LIBRARY.plain(cite) for cite in sources.values()]}


def differences(first: Chapters, other: Chapters) -> Chapters:
    """Return what is not as in the first variant; the number of a source that is gone is null."""
    return {chapter: differing(first[chapter], other[chapter]) for chapter in first if first[chapter] != other[chapter]}


def differing(first: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    """Return the entries of a chapter that are not as in the first variant."""
    return {key: other.get(key) for key in {**first, **other} if first.get(key) != other.get(key)}


def variants_of(plain: dict[str, Any]) -> dict[str, Ruleset]:
    """Return every variant; what is as in the first one is read once."""
    sources = LIBRARY.value_of([Cite], plain["sources"])
    first: Chapters = plain["first"]
    read: dict[str, Any] = {}
    variants: dict[str, Ruleset] = {}
    for name, changes in plain["changes"]:
        wanted = changes if read else first
        own = {chapter: {**first[chapter], **changes.get(chapter, {})} for chapter in wanted}
        if "cites" in own:
            own["cites"] = {key: sources[place] for key, place in own["cites"].items() if place is not None}
        variants[name] = LIBRARY.value_of(Ruleset, {**read, **own})
        read = read or {chapter: getattr(variants[name], chapter) for chapter in first}
    return variants


def charts_record(charts: dict[str, Charts]) -> dict[str, object]:
    """Return the charts of the variants, equal ones once."""
    kinds: list[Charts] = []
    for each in charts.values():
        if each not in kinds:
            kinds.append(each)
    return {"kinds": LIBRARY.plain(tuple(kinds)), "variants": {name: kinds.index(charts[name]) for name in charts}}


def charts_of(plain: dict[str, Any]) -> dict[str, Charts]:
    """Return the charts of each variant."""
    kinds = LIBRARY.value_of([{str: Chart}], plain["kinds"])
    return {name: kinds[place] for name, place in plain["variants"].items()}


LIBRARY = Codec(
    {
        (Book, "variants"): Form(write=variants_record, read=variants_of),
        (Book, "index"): Form(write=index_record, read=index_read),
        (Library, "index"): Form(write=index_record, read=index_read),
        (PenaltyBook, "charts"): Form(write=charts_record, read=charts_of),
    }
)
"""Writes and reads rulebooks; what their variants have in common is written once."""
