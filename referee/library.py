"""The library that the core answers from: every ruleset and every sentence, as one plain text."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from referee.catalogue import sentences
from referee.paths import offences_file, procedures_file, rulesets_dir, search_file
from referee.rulebook import Book, Variant, books_in
from referee.rulebook.document import Clause, Document, Layer, Option, Texts
from referee.rulebook.offences import catalogue
from referee.rulebook.penalties import CompiledTable, Penalties
from referee.rulebook.procedures import Entry, lexicon, procedures
from referee.rules.offences import NEVER
from referee.rules.ruleset import Cite
from referee.texts.library import Library, library_from_json
from referee.texts.search import index_of

Plain = dict[str, dict[str, Any]]
"""A variant as plain data: its values by chapter and key, its sources by ``chapter.key``."""


def load(folders: Sequence[Path] = (), words: Path | None = None) -> Library:
    """Return the shipped rulesets and those in ``folders``, with the shipped sentences or those in ``words``.

    Raise ``RulebookError`` or ``CatalogueError`` if any of them is wrong.
    """
    return library_from_json(library_json(folders, words))


def library_json(folders: Sequence[Path] = (), words: Path | None = None) -> str:
    """Return the library as the JSON text that the phone gets too."""
    shelf = books_in((rulesets_dir(), *folders))
    documents = {book.document.id: book.document for book in shelf}
    books = [plain_book(book) | plain_clauses(book, documents) for book in shelf]
    offences = catalogue(offences_file())
    entries = procedures(procedures_file(), offences)
    meant = lexicon(search_file())
    for book in shelf:
        own = {offence.id: offence.search for offence in book.penalties.own}
        books[shelf.index(book)]["index"] = asdict(index_of(tuple(own.items()), meant))
    found_by = {name: each.offence.search for name, each in offences.items()}
    found_by |= {name: entry.search for name, entry in entries.items()}
    said = sentences(words)
    plain = {
        "books": books,
        "shelf": list(map(plain_title, books)),
        "offences": [asdict(each.offence) for each in offences.values()],
        "procedures": {lang: [plain_procedure(entry, lang) for entry in entries.values()] for lang in said},
        "lexicon": asdict(meant),
        "index": asdict(index_of(tuple(found_by.items()), meant)),
        "languages": [(lang, told["language.name"]) for lang, told in said.items()],
        "sentences": said,
    }
    return json.dumps(plain, ensure_ascii=False, separators=(",", ":"))


def plain_procedure(entry: Entry, lang: str) -> dict[str, object]:
    """Return one procedure in one language, in English where it is not given in it."""

    def told(texts: Texts) -> str:
        return texts.get(lang, texts["en"]) if texts else ""

    return {
        "id": entry.id,
        "category": entry.category,
        "title": told(entry.titles),
        "says": told(entry.says),
        "values": entry.values,
        "asks": [
            {
                "id": each.id,
                "text": told(each.texts),
                "replies": [{"id": one.id, "title": told(one.titles), "go": one.go} for one in each.answers],
                "only": each.only,
            }
            for each in entry.questions
        ],
        "steps": [{"text": told(each.texts), "only": each.only} for each in entry.steps],
        "rulings": [asdict(each) for each in entry.rulings],
        "see": entry.see,
    }


def plain_book(book: Book) -> dict[str, Any]:
    """Return one book as plain data."""
    document = book.document
    return {
        "id": document.id,
        "titles": document.titles,
        "edition": document.edition,
        "confidence": document.confidence,
        "extends": document.extends,
        "options": [plain_option(option) for option in document.options],
        "variants": plain_variants(book),
        "penalties": plain_penalties(book.penalties),
        "procedures": {
            name: {"texts": said.texts, "steps": said.steps, "cite": plain_cite(said.cite)}
            for name, said in book.procedures.items()
        },
        "silence": book.silence,
    }


def plain_title(book: dict[str, Any]) -> dict[str, object]:
    """Return what is told of a book, as plain data itself, to those who have not opened it."""
    named = {key: book[key] for key in ("id", "titles", "edition")}
    return named | {"offences": sorted(book["penalties"]["charts"][0])}


def plain_clauses(book: Book, documents: Mapping[str, Document]) -> dict[str, object]:
    """Return the clauses of a book, each once, and which of them stand in each variant."""
    own = own_clauses(book.document)
    always = own | in_words_only(book.document, documents)
    places: dict[str, int] = {}
    listed = {}
    for name, variant in book.variants.items():
        used = always | {cite.clause for cite in variant.cites.values()} | ruled_by(book.penalties.charts[name])
        texts = [clause_json(clause, own) for id_, clause in variant.clauses.items() if id_ in used]
        listed[name] = [places.setdefault(text, len(places)) for text in texts]
    return {"clauses": [json.loads(text) for text in places], "listed": listed}


def in_words_only(document: Document, documents: Mapping[str, Document]) -> frozenset[str]:
    """Return the ids of the clauses of a file and its bases that decide neither a value nor an offence there."""
    layers = layers_of(document)
    deciding = {clause.cite.clause for layer in layers for clause in layer.clauses if clause.values}
    ruling = {str(row.get("clause")) for layer in layers for row in layer.rows}
    inherited = in_words_only(documents[document.extends], documents) if document.extends else frozenset()
    return (own_clauses(document) - deciding - ruling) | inherited


def layers_of(document: Document) -> tuple[Layer, ...]:
    """Return the layers of a file: its own, and that of each choice."""
    return (document.layer, *(choice.layer for option in document.options for choice in option.choices))


def own_clauses(document: Document) -> frozenset[str]:
    """Return the ids of the clauses in a file."""
    return frozenset(clause.cite.clause for layer in layers_of(document) for clause in layer.clauses)


def ruled_by(charts: Mapping[str, CompiledTable]) -> frozenset[str]:
    """Return the ids of the clauses that rule on offences."""
    return frozenset(row.ruling.cite.clause for drawn in charts.values() for row in drawn.rows if row)


def clause_json(clause: Clause, own: frozenset[str]) -> str:
    """Return one clause as JSON."""
    plain = {
        "cite": plain_cite(clause.cite),
        "texts": clause.text,
        "values": clause.values,
        "own": clause.cite.clause in own,
    }
    return json.dumps(plain, ensure_ascii=False, sort_keys=True)


def plain_penalties(penalties: Penalties) -> dict[str, object]:
    """Return the penalties of a book, equal rulings and equal charts once."""
    places: dict[str, int] = {}
    known: dict[int, int] = {}
    kinds: dict[tuple[int, ...], int] = {}
    charts: list[dict[str, object]] = []
    variants = {}
    for variant, drawn in penalties.charts.items():
        key = tuple(map(id, drawn.values()))
        if key not in kinds:
            kinds[key] = len(charts)
            charts.append({name: plain_chart(each, places, known) for name, each in drawn.items()})
        variants[variant] = kinds[key]
    rulings = [json.loads(text) for text in places]
    return {
        "offences": [asdict(offence) for offence in penalties.own],
        "rulings": rulings,
        "leaders": leaders_of(rulings),
        "charts": charts,
        "variants": variants,
        "ladders": [asdict(ladder) for ladder in penalties.ladders],
    }


def leaders_of(rulings: list[dict[str, object]]) -> list[int]:
    """Return for each ruling the place of the first one that does the same at the table."""
    done = [[ruling[key] for key in ("consequences", "steps", "covered", "found", "guidance")] for ruling in rulings]
    return [done.index(each) for each in done]


def plain_chart(drawn: CompiledTable, places: dict[str, int], known: dict[int, int]) -> dict[str, object]:
    """Return one chart; new rulings are added to ``places``, ``known`` spares writing a ruling out again."""
    cells = []
    for row in drawn.rows:
        if row is not None and id(row) not in known:
            text = json.dumps(asdict(row.ruling), ensure_ascii=False, sort_keys=True)
            known[id(row)] = places.setdefault(text, len(places))
        cells.append(NEVER if row is None else known[id(row)])
    return {"spans": drawn.spans, "cells": cells}


def plain_option(option: Option) -> dict[str, object]:
    """Return one option with its choices, the default first."""
    choices = [{"id": choice.id, "titles": choice.titles} for choice in option.choices]
    return {"id": option.id, "titles": option.titles, "choices": choices}


def plain_variants(book: Book) -> dict[str, object]:
    """Return the variants of a book as plain data."""
    return variants_told({name: plain_variant(variant) for name, variant in book.variants.items()})


def variants_told(whole: dict[str, Plain]) -> dict[str, object]:
    """Return the first variant, for each only what differs from the first, and once each source that they number."""
    told = {str(cite): cite for variant in whole.values() for cite in variant["cites"].values()}
    places = {text: place for place, text in enumerate(told)}
    numbered = {
        name: variant | {"cites": {key: places[str(cite)] for key, cite in variant["cites"].items()}}
        for name, variant in whole.items()
    }
    first = next(iter(numbered.values()))
    different = [[name, changes(first, variant)] for name, variant in numbered.items()]
    return {"first": first, "changes": different, "sources": list(told.values())}


def changes(first: Plain, variant: Plain) -> Plain:
    """Return the values and sources that differ from the first variant's; a source that is gone is null."""
    values = {chapter: differing(first["values"][chapter], each) for chapter, each in variant["values"].items()}
    gone = dict.fromkeys(first["cites"].keys() - variant["cites"].keys())
    return {"values": values, "cites": differing(first["cites"], variant["cites"]) | gone}


def differing(first: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    """Return the entries that are not as in ``first``."""
    return {key: value for key, value in other.items() if key not in first or value != first[key]}


def plain_variant(variant: Variant) -> Plain:
    """Return values by chapter and key, and the source of each by ``chapter.key``."""
    values: dict[str, dict[str, Any]] = {}
    for name, value in sorted(variant.values.items()):
        chapter, key = name.split(".")
        values.setdefault(chapter, {})[key] = value
    return {"values": values, "cites": {key: plain_cite(cite) for key, cite in sorted(variant.cites.items())}}


def plain_cite(cite: Cite) -> dict[str, object]:
    """Return one source."""
    return {"clause": cite.clause, "source": cite.source, "confidence": cite.confidence, "note": cite.note}
