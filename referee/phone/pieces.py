"""The library in pieces for a phone, which takes the books and languages of its event and no others."""

import ast
import json
from dataclasses import replace

from referee.phone.lower import program
from referee.rules.offences import Offence, Procedure
from referee.texts.search import NO_INDEX, NO_LEXICON
from referee.texts.words import LIBRARY, Book, Library

EMPTY = Library(
    books=(),
    shelf=(),
    languages=(),
    offences=(),
    procedures={},
    lexicon=NO_LEXICON,
    index=NO_INDEX,
    sentences={},
)
"""A library with nothing in it."""


def pieces_of(library: Library, core: str | None = None) -> dict[str, str]:
    """Return the JSON text of every piece: one for each book, and one for each language with what every book needs.

    ``core`` is the program that a phone runs, if it is made already.
    """
    pieces = {f"book.{book.id}": library_json(replace(EMPTY, books=(for_phones(book),))) for book in library.books}
    common = replace(library, books=(), offences=unsearched(library.offences))
    named = keys_named(core or program())
    for lang, words in library.sentences.items():
        spoken = rules_in_procedures(library.procedures[lang])
        sentences = {
            key: sentence for key, sentence in words.items() if key.startswith(named) and is_in_procedures(key, spoken)
        }
        own = replace(common, procedures={lang: library.procedures[lang]}, sentences={lang: sentences})
        pieces[f"words.{lang}"] = library_json(own)
    return pieces


def rules_in_procedures(procedures: tuple[Procedure, ...]) -> tuple[str, ...]:
    """Return how the keys of the sentences begin that tell the rules which answer procedures."""
    values = {value for procedure in procedures for value in procedure.values}
    return ("rule.comma", *[f"rule.{value}." for value in sorted(values)])


def is_in_procedures(key: str, spoken: tuple[str, ...]) -> bool:
    """Return whether a sentence is no rule, or one that answers a procedure."""
    return not key.startswith("rule.") or key.startswith(spoken)


def keys_named(text: str) -> tuple[str, ...]:
    """Return how the keys of the sentences begin that a program can say: each stands in one of its texts."""
    texts = [node.value for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Constant)]
    heads = {each.partition("{")[0] for each in texts if isinstance(each, str)}
    return tuple(sorted(head for head in heads if "." in head))


def library_json(library: Library) -> str:
    """Return a library as the JSON text that a phone reads."""
    return json.dumps(LIBRARY.plain(library), ensure_ascii=False, separators=(",", ":"))


def for_phones(book: Book) -> Book:
    """Return a book without its clauses, which are read on pages only, and those are kept whole."""
    penalties = replace(book.penalties, own=unsearched(book.penalties.own))
    return replace(book, penalties=penalties, clauses=(), listed=dict.fromkeys(book.listed, ()))


def unsearched(offences: tuple[Offence, ...]) -> tuple[Offence, ...]:
    """Return offences without what they are found by, which is read on pages only."""
    return tuple(replace(offence, search=()) for offence in offences)
