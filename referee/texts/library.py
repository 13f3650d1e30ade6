"""What questions are answered from: every rulebook with its options chosen, and the sentences of each language."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from referee.rules.offences import Offence, PenaltyBook, Texts, offence_of, penalty_book_of
from referee.rules.procedures import BookText, Procedure, book_text_of, procedure_of
from referee.rules.ruleset import (
    Calls,
    ChipRules,
    ChomboRules,
    Cite,
    Course,
    Draws,
    Final,
    Furiten,
    HandRules,
    Kan,
    Paarenchan,
    PaoRules,
    Riichi,
    Ruleset,
    Setup,
    Time,
    Values,
    Wins,
    YakumanPrices,
    YakuPrices,
)
from referee.texts.jsontext import trusted_value
from referee.texts.search import Index, Lexicon, index_from, lexicon_from


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


def variant_key(chosen: tuple[tuple[str, str], ...]) -> str:
    """Return the key of a combination of (option, choice) pairs: "house=on,table=auto"."""
    return ",".join([f"{option}={choice}" for option, choice in sorted(chosen)])


def variant_wanted(book: Book, wanted: dict[str, str]) -> str:
    """Return the key of a book's variant with the wanted choices, defaults for the other options."""
    return variant_key(tuple((option.id, choice_wanted(option, wanted.get(option.id, ""))) for option in book.options))


def choice_wanted(option: Option, wanted: str) -> str:
    """Return the wanted choice of an option, or the default if there is no such choice."""
    known = [choice.id for choice in option.choices]
    return wanted if wanted in known else known[0]


def library_from_json(text: str) -> Library:
    """Return the library that the text holds; the text is trusted, because the rulebook reader wrote it."""
    plain: Any = trusted_value(text)
    return Library(
        books=tuple(book_of(each) for each in plain["books"]),
        shelf=tuple(book_title_of(each) for each in plain["shelf"]),
        languages=tuple((code, name) for code, name in plain["languages"]),
        offences=tuple(offence_of(each) for each in plain["offences"]),
        procedures=procedures_of(plain["procedures"]),
        lexicon=lexicon_from(plain["lexicon"]),
        index=index_from(plain["index"]),
        sentences=plain["sentences"],
    )


def joined_libraries(library: Library, other: Library) -> Library:
    """Return two libraries as one; what both hold is taken from ``other``."""
    renewed = [book.id for book in other.books]
    books = [*[book for book in library.books if book.id not in renewed], *other.books]
    return Library(
        books=tuple(sorted(books, key=book_id_of)),
        shelf=other.shelf or library.shelf,
        languages=other.languages or library.languages,
        offences=other.offences or library.offences,
        procedures=library.procedures | other.procedures,
        lexicon=other.lexicon if other.offences else library.lexicon,
        index=other.index if other.offences else library.index,
        sentences=library.sentences | other.sentences,
    )


def procedures_of(plain: dict[str, Any]) -> dict[str, tuple[Procedure, ...]]:
    """Return the procedures of each language from their plain form."""
    return {lang: tuple(procedure_of(each) for each in plain[lang]) for lang in plain}


def book_title_of(plain: dict[str, Any]) -> BookTitle:
    """Return the title of a rulebook from its plain form."""
    return BookTitle(
        id=plain["id"],
        titles=plain["titles"],
        edition=plain["edition"],
        offences=tuple(plain["offences"]),
    )


def book_id_of(book: Book) -> str:
    """Return the id of a book, by which books are sorted."""
    return book.id


def book_of(plain: dict[str, Any]) -> Book:
    """Return a rulebook from its plain form."""
    return Book(
        id=plain["id"],
        titles=plain["titles"],
        edition=plain["edition"],
        confidence=plain["confidence"],
        extends=plain["extends"],
        options=tuple(option_of(each) for each in plain["options"]),
        variants=variants_of(plain["variants"]),
        penalties=penalty_book_of(plain["penalties"]),
        index=index_from(plain["index"]),
        procedures={name: book_text_of(plain["procedures"][name]) for name in plain["procedures"]},
        silence=plain["silence"],
        clauses=tuple(clause_text_of(each) for each in plain["clauses"]),
        listed={key: tuple(plain["listed"][key]) for key in plain["listed"]},
    )


def variants_of(plain: dict[str, Any]) -> dict[str, Ruleset]:
    """Return a ruleset for each variant: the first one, with what this variant changes about it."""
    return {
        name: ruleset_of(changed_variant(plain["first"], changes, plain["sources"]))
        for name, changes in plain["changes"]
    }


def changed_variant(first: dict[str, Any], changes: dict[str, Any], sources: list[Any]) -> dict[str, Any]:
    """Return a variant in full; it numbers its sources, and lacks one whose number is null."""
    values, cites = first["values"], first["cites"] | changes["cites"]
    return {
        "values": {chapter: values[chapter] | changes["values"][chapter] for chapter in values},
        "cites": {key: sources[cites[key]] for key in cites if cites[key] is not None},
    }


def clause_text_of(plain: dict[str, Any]) -> ClauseText:
    """Return a clause from its plain form."""
    return ClauseText(cite=Cite(**plain["cite"]), texts=plain["texts"], values=tuple(plain["values"]), own=plain["own"])


def option_of(plain: dict[str, Any]) -> Option:
    """Return an option from its plain form."""
    choices = tuple(Choice(id=each["id"], titles=each["titles"]) for each in plain["choices"])
    return Option(id=plain["id"], titles=plain["titles"], choices=choices)


def ruleset_of(plain: dict[str, Any]) -> Ruleset:
    """Return a ruleset from its plain form."""
    values = {chapter: frozen(plain["values"][chapter]) for chapter in plain["values"]}
    cites = plain["cites"]
    return Ruleset(
        setup=Setup(**values["setup"]),
        riichi=Riichi(**values["riichi"]),
        furiten=Furiten(**values["furiten"]),
        calls=Calls(**values["calls"]),
        kan=Kan(**values.get("kan", {})),
        wins=Wins(**values["wins"]),
        values=Values(**values["values"]),
        hand=HandRules(**values["hand"]),
        yaku=YakuPrices(**values["yaku"]),
        yakuman=YakumanPrices(**values["yakuman"]),
        pao=PaoRules(**values["pao"]),
        paarenchan=Paarenchan(**values["paarenchan"]),
        draws=Draws(**values["draws"]),
        course=Course(**values["course"]),
        chombo=ChomboRules(**values["chombo"]),
        chips=ChipRules(**values["chips"]),
        final=Final(**values["final"]),
        time=Time(**values["time"]),
        cites={key: Cite(**cites[key]) for key in cites},
    )


def frozen(chapter: dict[str, Any]) -> dict[str, Any]:
    """Return a chapter with its lists as tuples."""
    return {key: tuple(chapter[key]) if isinstance(chapter[key], list) else chapter[key] for key in chapter}


def chosen_options(book: Book, wanted: dict[str, str]) -> dict[str, str]:
    """Return a choice for every option: the wanted one where there is such a choice, else the default."""
    return {option.id: choice_wanted(option, wanted.get(option.id, "")) for option in book.options}


def rules_wanted(book: Book, wanted: dict[str, str]) -> Ruleset:
    """Return the rules of a book with the wanted options, defaults for the others."""
    return book.variants[variant_wanted(book, wanted)]
