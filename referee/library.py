"""The library that the core answers from: every ruleset and every sentence, as one plain text."""

import json
from collections.abc import Sequence
from pathlib import Path

from referee.catalogue import sentences
from referee.core.library import Library, library_from_json
from referee.core.ruleset import Cite
from referee.paths import rulesets_dir
from referee.rulebook import Book, Variant, books_in
from referee.rulebook.document import Option


def load(folders: Sequence[Path] = ()) -> Library:
    """Return the shipped rulesets and those in ``folders``; raise ``RulebookError`` if any of them is wrong."""
    return library_from_json(library_json(folders))


def library_json(folders: Sequence[Path] = ()) -> str:
    """Return the library as the JSON text that the phone gets too."""
    books = [plain_book(book) for book in books_in((rulesets_dir(), *folders))]
    return json.dumps({"books": books, "sentences": sentences()}, ensure_ascii=False, separators=(",", ":"))


def plain_book(book: Book) -> dict[str, object]:
    """Return one book as plain data."""
    document = book.document
    return {
        "id": document.id,
        "titles": document.titles,
        "edition": document.edition,
        "confidence": document.confidence,
        "extends": document.extends,
        "options": [plain_option(option) for option in document.options],
        "variants": {name: plain_variant(variant) for name, variant in book.variants.items()},
    }


def plain_option(option: Option) -> dict[str, object]:
    """Return one option with its choices, the default first."""
    choices = [{"id": choice.id, "titles": choice.titles} for choice in option.choices]
    return {"id": option.id, "titles": option.titles, "choices": choices}


def plain_variant(variant: Variant) -> dict[str, object]:
    """Return values by chapter and key, and the source of each by ``chapter.key``."""
    values: dict[str, dict[str, object]] = {}
    for name, value in sorted(variant.values.items()):
        chapter, key = name.split(".")
        values.setdefault(chapter, {})[key] = value
    return {"values": values, "cites": {key: plain_cite(cite) for key, cite in sorted(variant.cites.items())}}


def plain_cite(cite: Cite) -> dict[str, object]:
    """Return one source."""
    return {"clause": cite.clause, "source": cite.source, "confidence": cite.confidence, "note": cite.note}
