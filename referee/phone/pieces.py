"""The library in pieces for a phone, which takes the books and languages of its event and no others."""

import ast
import json
from dataclasses import asdict, fields, is_dataclass, replace
from typing import Any

from referee.library import Plain, variants_told
from referee.phone.lower import program
from referee.rules.offences import Offence, PenaltyBook
from referee.rules.procedures import Procedure
from referee.rules.ruleset import Ruleset
from referee.texts.library import Book, Library
from referee.texts.search import NO_INDEX, NO_LEXICON


def pieces_of(library: Library, core: str | None = None) -> dict[str, str]:
    """Return the JSON text of every piece: one for each book, and one for each language with what every book needs.

    ``core`` is the program that a phone runs, if it is made already.
    """
    pieces = {f"book.{book.id}": piece(books=[plain_book(book)]) for book in library.books}
    common = {
        "shelf": plain_part(library.shelf),
        "languages": library.languages,
        "offences": plain_offences(library.offences),
        "lexicon": asdict(library.lexicon),
        "index": asdict(library.index),
    }
    named = keys_named(core or program())
    for lang, words in library.sentences.items():
        spoken = rules_told(library.procedures[lang])
        said = {key: sentence for key, sentence in words.items() if key.startswith(named) and is_told(key, spoken)}
        procedures = {lang: plain_part(library.procedures[lang])}
        pieces[f"words.{lang}"] = piece(**common, procedures=procedures, sentences={lang: said})
    return pieces


def rules_told(procedures: tuple[Procedure, ...]) -> tuple[str, ...]:
    """Return how the keys of the sentences begin that tell the rules which answer procedures."""
    values = {value for procedure in procedures for value in procedure.values}
    return ("rule.comma", "rule.abort.", *[f"rule.{value}." for value in sorted(values)])


def is_told(key: str, spoken: tuple[str, ...]) -> bool:
    """Return whether a sentence is no rule, or one that answers a procedure."""
    return not key.startswith("rule.") or key.startswith(spoken)


def keys_named(text: str) -> tuple[str, ...]:
    """Return how the keys of the sentences begin that a program can say: each stands in one of its texts."""
    texts = [node.value for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Constant)]
    heads = {each.partition("{")[0] for each in texts if isinstance(each, str)}
    return tuple(sorted(head for head in heads if "." in head))


def piece(**parts: object) -> str:
    """Return a library with only this in it."""
    empty: dict[str, object] = {
        "books": [],
        "shelf": [],
        "languages": [],
        "offences": [],
        "procedures": {},
        "lexicon": asdict(NO_LEXICON),
        "index": asdict(NO_INDEX),
        "sentences": {},
    }
    return json.dumps(empty | parts, ensure_ascii=False, separators=(",", ":"))


def plain_book(book: Book) -> dict[str, Any]:
    """Return a book as plain data, as the phone reads it; its clauses are read on pages only, which are kept whole."""
    whole = {name: plain_rules(rules) for name, rules in book.variants.items()}
    different = {
        "variants": variants_told(whole),
        "penalties": plain_penalties(book.penalties),
        "procedures": {name: asdict(said) for name, said in book.procedures.items()},
        "clauses": [],
        "listed": {name: [] for name in whole},
    }
    return {
        part.name: different[part.name] if part.name in different else plain_part(getattr(book, part.name))
        for part in fields(book)
    }


def plain_part(part: object) -> object:
    """Return a part of a book as plain data."""
    if isinstance(part, tuple):
        return [plain_part(each) for each in part]
    return asdict(part) if is_dataclass(part) and not isinstance(part, type) else part


def plain_offences(offences: tuple[Offence, ...]) -> object:
    """Return offences as plain data; what they are found by is read on pages only."""
    return plain_part(tuple(replace(offence, search=()) for offence in offences))


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
        "offences": plain_offences(penalties.own),
        "rulings": [asdict(ruling) for ruling in penalties.rulings],
        "leaders": penalties.leaders,
        "charts": [{name: asdict(chart) for name, chart in charts.items()} for charts in kinds],
        "variants": {name: places[id(charts)] for name, charts in penalties.charts.items()},
        "ladders": [asdict(ladder) for ladder in penalties.ladders],
    }
