"""The library that every question is answered from: every ruleset and every sentence, as read from the files."""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from referee import rulebook
from referee.paths import rulesets_dir, search_file, words_dir
from referee.rulebook.document import Clause, Document, Layer
from referee.rulebook.penalties import CompiledTable, Penalties
from referee.rulebook.reading import Entry, lexicon
from referee.rules.offences import (
    NEVER,
    Ask,
    OutcomeTable,
    OutcomeTables,
    PenaltyBook,
    Procedure,
    ProcedureStep,
    Reply,
    Ruling,
    Texts,
)
from referee.texts.search import Lexicon, index_of
from referee.texts.words import (
    SELDOM,
    Book,
    BookTitle,
    Choice,
    ClauseText,
    Library,
    Option,
    joined_libraries,
    joined_shelves,
)

_ALWAYS = ("en", "ja")
"""The languages that are always there; texts that another one lacks are shown in the first."""

_FACT = re.compile(r"\{([a-z][a-z_0-9]*)(?:\|[^{}|]+\|[^{}|]+)?\}")
"""The place of a fact in a sentence, or of a word that goes with its number: ``{count|chip|chips}``."""

Words = dict[str, str]
"""The sentence templates of one language by key."""


class CatalogueError(ValueError):
    """The word lists do not match each other; ``problems`` holds one sentence for each mistake."""

    def __init__(self, problems: tuple[str, ...]) -> None:
        self.problems = problems
        super().__init__("\n".join(problems))


_OF_EVENTS = "event"
"""The folder of what is said of events, which a phone never says by itself."""


def sentences(folder: Path | None = None) -> dict[str, Words]:
    """Return the word list of each language; raise ``CatalogueError`` unless all say the same things."""
    folder = folder or words_dir()
    problems: list[str] = []
    by_language: dict[str, Words] = {language: {} for language in languages_in(folder)}
    for part in ("", f"{_OF_EVENTS}/") if (folder / _OF_EVENTS).is_dir() else ("",):
        lists = {language: _words_in(folder, f"{part}{language}.toml", problems) for language in by_language}
        problems += [f"{part}{problem}" for problem in _keys_missing(lists)]
        for language, words in lists.items():
            problems += _keys_differing((_ALWAYS[0], lists[_ALWAYS[0]]), (language, words))
            by_language[language] |= words
    if problems:
        raise CatalogueError(tuple(sorted(problems)))
    return by_language


def languages_in(folder: Path) -> tuple[str, ...]:
    """Return the languages that a folder has word lists for, those that are always there first."""
    others = {path.stem for path in folder.glob("*.toml")} - set(_ALWAYS)
    return (*_ALWAYS, *sorted(others))


def _words_in(folder: Path, name: str, problems: list[str]) -> Words:
    """Return the templates of one file by key; what is no template is added to ``problems``."""
    words: Words = {}
    for key, found in _words_under(_read_words(folder, name, problems), ""):
        if not isinstance(found, str) or _facts_of(found) is None:
            problems.append(f"{name}: {key} is not a sentence")
        else:
            words[key] = found
    return words


def _read_words(folder: Path, name: str, problems: list[str]) -> dict[str, object]:
    """Return a parsed file, or nothing and a problem."""
    try:
        return tomllib.loads((folder / name).read_text("utf-8"))
    except OSError:
        problems.append(f"{name}: cannot be read")
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        problems.append(f"{name}: {error}")
    return {}


def _words_under(table: Mapping[str, object], prefix: str) -> Iterator[tuple[str, object]]:
    """Yield every entry of a table and of the tables in it, keys joined with dots."""
    for name, found in table.items():
        if isinstance(found, dict):
            yield from _words_under(found, f"{prefix}{name}.")
        else:
            yield f"{prefix}{name}", found


def _facts_of(template: str) -> frozenset[str] | None:
    """Return the names between braces, ``None`` if a brace stands for anything else."""
    if {"{", "}"} & set(_FACT.sub("", template)):
        return None
    return frozenset(_FACT.findall(template))


def _keys_missing(lists: Mapping[str, Words]) -> list[str]:
    """Return a sentence for each key that a language lacks and another has."""
    keys = {key for words in lists.values() for key in words}
    return [f"{language}.toml: {key} is missing" for language, words in lists.items() for key in keys - words.keys()]


def _keys_differing(one: tuple[str, Words], other: tuple[str, Words]) -> list[str]:
    """Return a sentence for each key under which two languages hold different facts."""
    (first, words), (second, others) = one, other
    unlike = [key for key in words.keys() & others.keys() if _facts_of(words[key]) != _facts_of(others[key])]
    return [f"{key}: {first} and {second} do not name the same facts" for key in unlike]


Found = TypeVar("Found")


def library_of(shelf: rulebook.Shelf, words: Path | None = None) -> Library:
    """Return the rulesets of a shelf with the shipped sentences or those in ``words``.

    Raise ``CatalogueError`` if any of them is wrong.
    """
    meant = lexicon(search_file())
    books = tuple(book_of(each, shelf.documents, meant) for each in shelf.books)
    offences = shelf.reader.catalogue
    found_by = {name: each.offence.search for name, each in offences.items()}
    found_by |= {name: entry.search for name, entry in shelf.procedures.items()}
    by_language = sentences(words)
    return Library(
        books=books,
        shelf=tuple(map(title_of, books)),
        languages=tuple((lang, words_of["language.name"]) for lang, words_of in by_language.items()),
        offences=tuple(each.offence for each in offences.values()),
        procedures={
            lang: tuple(_procedure_in(entry, lang) for entry in shelf.procedures.values()) for lang in by_language
        },
        lexicon=meant,
        index=index_of(tuple(found_by.items()), meant),
        sentences=by_language,
    )


def with_books(library: Library, books: Sequence[rulebook.Book], shelf: rulebook.Shelf) -> Library:
    """Return a library with more books, which stand on those of a shelf, or with newer ones of the same rules."""
    joined = with_older_books(library, books, shelf)
    names = {each.document.id for each in books}
    titles = tuple(title_of(each) for each in joined.books if each.id in names)
    return replace(joined, shelf=joined_shelves(library.shelf, titles))


def with_older_books(library: Library, books: Sequence[rulebook.Book], shelf: rulebook.Shelf) -> Library:
    """Return a library with more books that are not offered, as there are newer versions of the same rules."""
    documents = {**shelf.documents, **{each.document.id: each.document for each in books}}
    added = tuple(book_of(each, documents, library.lexicon) for each in books)
    return joined_libraries(library, replace(library, books=added))


def _procedure_in(entry: Entry, lang: str) -> Procedure:
    """Return one procedure in one language, in English where it is not given in it."""

    def text_of(texts: Texts) -> str:
        return texts.get(lang, texts["en"]) if texts else ""

    return Procedure(
        id=entry.id,
        category=entry.category,
        title=text_of(entry.titles),
        says=text_of(entry.says),
        values=entry.values,
        when=entry.when,
        asks=tuple(
            Ask(
                id=each.id,
                text=text_of(each.texts),
                replies=tuple(Reply(id=one.id, title=text_of(one.titles), go=one.go) for one in each.answers),
                usual=each.usual,
                only=each.only,
            )
            for each in entry.questions
        ),
        steps=tuple(ProcedureStep(text=text_of(each.texts), only=each.only) for each in entry.steps),
        rulings=entry.rulings,
        see=entry.see,
    )


def book_of(book: rulebook.Book, documents: Mapping[str, Document], meant: Lexicon) -> Book:
    """Return one book."""
    document = book.document
    clauses, listed = _clauses_of(book, documents)
    return Book(
        id=document.id,
        titles=document.titles,
        edition=document.edition,
        confidence=document.confidence,
        extends=document.extends,
        options=tuple(
            Option(
                id=each.id,
                titles=each.titles,
                choices=tuple(Choice(id=one.id, titles=one.titles) for one in each.choices),
            )
            for each in document.options
        ),
        variants={name: rulebook.ruleset_of(variant) for name, variant in book.variants.items()},
        penalties=_penalties_of(book.penalties),
        index=index_of(tuple((offence.id, offence.search) for offence in book.penalties.own), meant),
        procedures=book.procedures,
        silence=book.silence,
        rank=_rank_of(document),
        clauses=clauses,
        listed=listed,
    )


def _rank_of(document: Document) -> int:
    """Return where a book stands among all: those of a club itself lead, those that are seldom played come last."""
    shipped = Path(document.file).parent == rulesets_dir()
    return document.usual or (SELDOM if shipped else 0)


def title_of(book: Book) -> BookTitle:
    """Return what is told of a book to those who have not opened it."""
    judged = next(iter(book.penalties.outcome_tables.values()))
    return BookTitle(id=book.id, titles=book.titles, edition=book.edition, offences=tuple(sorted(judged)))


def _clauses_of(
    book: rulebook.Book, documents: Mapping[str, Document]
) -> tuple[tuple[ClauseText, ...], dict[str, tuple[int, ...]]]:
    """Return the clauses of a book, each once, and which of them stand in each variant."""
    own = _own_clauses(book.document)
    about_events = {name: clause.values for name, clause in book.events.clauses.items()}
    always = own | _in_words_only(book.document, documents)
    clauses: list[ClauseText] = []
    places: dict[int, int] = {}
    listed = {}
    for name, variant in book.variants.items():
        used = (
            always | {cite.clause for cite in variant.cites.values()} | _ruled_by(book.penalties.outcome_tables[name])
        )
        standing = [clause for id_, clause in variant.clauses.items() if id_ in used]
        texts = {id(each): _clause_text(each, own, about_events) for each in standing if id(each) not in places}
        places |= {clause: _place_in(clauses, text) for clause, text in texts.items()}
        listed[name] = tuple(places[id(each)] for each in standing)
    return tuple(clauses), listed


def _clause_text(clause: Clause, own: frozenset[str], about_events: Mapping[str, tuple[str, ...]]) -> ClauseText:
    """Return one clause in words, with all that it decides, also at events."""
    name = clause.cite.clause
    values = (*clause.values, *about_events.get(name, ()))
    return ClauseText(cite=clause.cite, texts=clause.text, values=values, own=name in own)


def _place_in(found: list[Found], value: Found) -> int:
    """Return the place of a value in a list, at whose end it is put if it is not there yet."""
    try:
        return found.index(value)
    except ValueError:
        found.append(value)
        return len(found) - 1


def _in_words_only(document: Document, documents: Mapping[str, Document]) -> frozenset[str]:
    """Return the ids of the clauses of a file and its bases that decide neither a value nor an offence there."""
    layers = _layers_of(document)
    deciding = {clause.cite.clause for layer in (*layers, document.events) for clause in layer.clauses if clause.values}
    ruling = {str(row.get("clause")) for layer in layers for row in layer.rows}
    inherited = _in_words_only(documents[document.extends], documents) if document.extends else frozenset()
    return (_own_clauses(document) - deciding - ruling) | inherited


def _layers_of(document: Document) -> tuple[Layer, ...]:
    """Return the layers of a file: its own, and that of each choice."""
    return (document.layer, *(choice.layer for option in document.options for choice in option.choices))


def _own_clauses(document: Document) -> frozenset[str]:
    return frozenset(clause.cite.clause for layer in _layers_of(document) for clause in layer.clauses)


def _ruled_by(outcome_tables: Mapping[str, CompiledTable]) -> frozenset[str]:
    """Return the ids of the clauses that rule on offences."""
    return frozenset(row.ruling.cite.clause for drawn in outcome_tables.values() for row in drawn.rows if row)


def _penalties_of(penalties: Penalties) -> PenaltyBook:
    """Return the penalties of a book, equal rulings once; variants with the same tables of outcomes share them."""
    rulings: list[Ruling] = []
    places: dict[int, int] = {}
    shared: dict[tuple[int, ...], OutcomeTables] = {}
    outcome_tables = {}
    for variant, drawn in penalties.outcome_tables.items():
        key = tuple(map(id, drawn.values()))
        if key not in shared:
            shared[key] = {name: _outcome_table_of(each, rulings, places) for name, each in drawn.items()}
        outcome_tables[variant] = shared[key]
    return PenaltyBook(
        own=penalties.own,
        rulings=tuple(rulings),
        leaders=_leaders_of(rulings),
        outcome_tables=outcome_tables,
        ladders=penalties.ladders,
    )


def _leaders_of(rulings: Sequence[Ruling]) -> tuple[int, ...]:
    """Return for each ruling the place of the first one that does the same at the table."""
    done = [(each.consequences, each.steps, each.covered, each.found, each.guidance) for each in rulings]
    return tuple(map(done.index, done))


def _outcome_table_of(drawn: CompiledTable, rulings: list[Ruling], places: dict[int, int]) -> OutcomeTable:
    """Return one table of outcomes; new rulings are added to ``rulings``, and their ``places`` by their rows."""
    for row in drawn.rows:
        if row is not None and id(row) not in places:
            places[id(row)] = _place_in(rulings, row.ruling)
    cells = tuple(NEVER if row is None else places[id(row)] for row in drawn.rows)
    return OutcomeTable(spans=drawn.spans, cells=cells)
