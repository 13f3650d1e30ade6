"""The library in pieces for a phone, which takes the books and languages of its event and no others."""

import json
from dataclasses import asdict
from typing import Any

from referee.core.library import Book, Library
from referee.core.offences import PenaltyBook
from referee.core.ruleset import Ruleset
from referee.library import Plain, changes


def pieces_of(library: Library) -> dict[str, str]:
    """Return the JSON text of every piece: one for each book, and the offences with the words of each language."""
    books = {f"book.{book.id}": piece([plain_book(book)], [], {}) for book in library.books}
    offences = [asdict(offence) for offence in library.offences]
    return books | {f"words.{lang}": piece([], offences, {lang: words}) for lang, words in library.sentences.items()}


def piece(books: list[dict[str, Any]], offences: list[dict[str, Any]], sentences: dict[str, dict[str, str]]) -> str:
    """Return a library with only this in it."""
    plain = {"books": books, "offences": offences, "sentences": sentences}
    return json.dumps(plain, ensure_ascii=False, separators=(",", ":"))


def plain_book(book: Book) -> dict[str, Any]:
    """Return a book as plain data, as the phone reads it."""
    whole = {name: plain_rules(rules) for name, rules in book.variants.items()}
    first = next(iter(whole.values()))
    return {
        "id": book.id,
        "titles": book.titles,
        "edition": book.edition,
        "confidence": book.confidence,
        "extends": book.extends,
        "options": [asdict(option) for option in book.options],
        "variants": {"first": first, "changes": {name: changes(first, each) for name, each in whole.items()}},
        "penalties": plain_penalties(book.penalties),
    }


def plain_rules(rules: Ruleset) -> Plain:
    """Return values by chapter and key, and the source of each."""
    values = asdict(rules)
    cites = values.pop("cites")
    return {"values": values, "cites": cites}


def plain_penalties(penalties: PenaltyBook) -> dict[str, Any]:
    """Return the penalties of a book, equal charts once."""
    kinds = list({id(charts): charts for charts in penalties.charts.values()}.values())
    places = {id(charts): place for place, charts in enumerate(kinds)}
    return {
        "offences": [asdict(offence) for offence in penalties.own],
        "rulings": [asdict(ruling) for ruling in penalties.rulings],
        "leaders": penalties.leaders,
        "charts": [{name: asdict(chart) for name, chart in charts.items()} for charts in kinds],
        "variants": {name: places[id(charts)] for name, charts in penalties.charts.items()},
    }
