"""From keys, facts and amounts to sentences, and the library of rulebooks and words that they come from."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from referee.records import dataclass
from referee.rules.offences import BookText, Offence, OutcomeTable, OutcomeTables, PenaltyBook, Procedure, Texts
from referee.rules.ruleset import Cite, Ruleset
from referee.rules.table import ALL_SEATS, WINDS, Fact, Facts, Kinds, Line, Phrase, Quoted, wind_word
from referee.rules.tiles import FIRST_DRAGON, FIRST_HONOUR, RED_FIVES, kind_of, tile_name
from referee.texts.codec import Codec, Form, trusted_value
from referee.texts.search import LOWER, UPPER, Index, Lexicon, index_read, index_record

if TYPE_CHECKING:
    from collections.abc import Mapping


def points_written(amount: int, words: Mapping[str, str]) -> str:
    """Return points or a count with thousands set apart."""
    return number_written(f"{amount:,}", words)


def shares_written(other: int, dealer: int | None, words: Mapping[str, str]) -> str:
    """Return what all three pay as players say it: "2,000 all", or "500/1,000" with the dealer's share last."""
    if dealer is None or dealer == other:
        return filled(words["preview.all"], (("points", points_written(other, words)),))
    return points_written(other, words) + "/" + points_written(dealer, words)


def change_written(amount: int, words: Mapping[str, str]) -> str:
    """Return a change or a difference with its sign; zero has none."""
    return ("+" if amount > 0 else "") + points_written(amount, words)


def number_written(plain: str, words: Mapping[str, str]) -> str:
    """Return a number that is given as a program writes it: "-1,234.5"."""
    whole, point, tenths = plain.replace("-", words["language.minus"]).partition(".")
    decimal = words["language.decimal"] if point else ""
    return whole.replace(",", words["language.thousands"]) + decimal + tenths


Words = dict[str, str]
"""One language: sentence templates by key.

``{name}`` marks a fact, ``{name|chip|chips}`` the first word where the fact is one and the second otherwise.
"""

LANGUAGE = "en"
"""The language of a reader whose own there are no words for, and of texts that are not given in his."""
_ONE = ("1", "+1", "-1", "\N{MINUS SIGN}1")
"""How a fact that is one may be written."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Speaker:
    """A language with its words; ``players`` are those who sit at a table, each by the key of the wind's word."""

    lang: str
    words: Words
    players: tuple[tuple[str, str], ...] = ()

    def naming(self, names: tuple[str, ...], dealer: int) -> Speaker:
        """Return the same language once it knows who sits where in a hand of that dealer."""
        return replace(self, players=tuple([(wind_word(seat, dealer), names[seat]) for seat in ALL_SEATS]))

    def player(self, wind: str) -> str:
        """Return the name of who sits there, nothing where nobody is known; ``wind`` is the key of the wind's word."""
        for known, name in self.players:
            if known == wind:
                return name
        return ""

    def say(self, key: str, facts: Facts = ()) -> str:
        """Return the sentence ``key`` with its facts filled in."""
        return filled(self.words[key], tuple([(name, self.value(fact)) for name, fact in facts]))

    def line(self, line: Line) -> str:
        """Return why points move; nagashi mangan that counts as a tsumo is still called by its name."""
        is_nagashi = (line.rule, line.reason) == ("draws.nagashi", "line.tsumo")
        return self.say("line.nagashi_won" if is_nagashi else line.reason, line.facts)

    def value(self, fact: Fact) -> str:
        """Return a fact in words: numbers with thousands separated, words looked up, quotations as they are."""
        if isinstance(fact, int):
            return points_written(fact, self.words)
        match fact:
            case Phrase():
                return self.say(fact.key, fact.facts)
            case Quoted():
                return fact.text
            case Kinds():
                return self.words["score.comma"].join([tile_in_words(kind, self.words) for kind in fact.kinds])
            case _:
                return self.word(fact)

    def word(self, key: str) -> str:
        """Return a word as it is; a wind at which somebody known sits is said with the name: "Aino (East)"."""
        player = self.player(key)
        if not player:
            return self.words[key]
        return filled(self.words["seat.player"], (("player", player), ("wind", self.words[key])))

    def text(self, texts: Texts) -> str:
        """Return a text in this language, in English where it is not given in it."""
        return texts.get(self.lang, texts[LANGUAGE])


_DRAGON_NAMES = ("white", "green", "red_dragon")
"""The words that name a dragon, in the order of the tiles."""


def tile_in_words(tile: int, words: Words) -> str:
    """Return what people call a tile: "5 man", "red 5 man", "East"."""
    kind = kind_of(tile)
    if kind >= FIRST_DRAGON:
        return words["tiles." + _DRAGON_NAMES[kind - FIRST_DRAGON]]
    if kind >= FIRST_HONOUR:
        return words["round." + WINDS[kind - FIRST_HONOUR]]
    plain = filled(words["tiles.suit_" + tile_name(kind)[1]], (("number", str(kind % 9 + 1)),))
    return filled(words["tiles.red_five"], (("tile", plain),)) if tile in RED_FIVES else plain


def listed(parts: list[str], words: Words) -> str:
    """Return what is named together in a row: "Aino, Ben and Chika"."""
    before, last = parts[:-1], parts[-1:]
    return words["sheet.and"].join([part for part in (words["sheet.comma"].join(before), *last) if part])


def clause_named(clause: str, speaker: Speaker) -> str:
    """Return what people call a clause: "§ 24 · Aalto" for ``aalto/24``, the book alone where it has no number."""
    of, _, place = clause.partition("/")
    book = speaker.words.get(f"clause.of.{of}", of)
    if not "0" <= place[:1] <= "9":
        return book
    return filled(speaker.words["clause.numbered"], (("place", place.partition("-")[0]), ("book", book)))


def clauses_named(clauses: str, speaker: Speaker) -> str:
    """Return what people call clauses, whose ids stand in a row, each name once."""
    names = [clause_named(clause, speaker) for clause in clauses.split(", ")]
    return ", ".join([name for place, name in enumerate(names) if name not in names[:place]])


def with_field_named(message: str, field: str, words: Words) -> str:
    """Return a sentence that begins with the path of a field; it then begins with what people call the field."""
    name = "field." + field.rpartition(".")[2].partition("[")[0]
    if not field or not message.startswith(field) or name not in words:
        return message
    return words[name] + message[len(field) :]


def filled(template: str, values: tuple[tuple[str, str], ...]) -> str:
    """Return the template with every ``{name}`` replaced once; values are never read as templates."""
    if "{" not in template:
        return template
    pieces = template.split("{")
    text = pieces[0]
    for piece in pieces[1:]:
        end = piece.index("}")
        text += named(piece[:end], values) + piece[end + 1 :]
    return text


def named(place: str, values: tuple[tuple[str, str], ...]) -> str:
    """Return what stands at a place: the value of its name, or the word that goes with the value."""
    name, _, forms = place.partition("|")
    for known, value in values:
        if known == name:
            return _with_number(value, forms) if forms else value
    raise AssertionError("a sentence names a fact that it was not given: " + name)


def _with_number(value: str, forms: str) -> str:
    """Return the word for one or the word for several."""
    one, _, several = forms.partition("|")
    return one if value in _ONE else several


VERSION = "@"
"""What stands in the id of a book that was saved on pages between the id of the rules and the hash of their version."""
SELDOM = 99
"""The rank of the books behind those that are played most."""
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
    says nothing about others. ``rank`` is its place where one is chosen, ``SELDOM`` for all that are seldom played.
    """

    id: str
    titles: Texts
    edition: Texts
    confidence: str
    extends: str
    options: tuple[Option, ...]
    variants: dict[str, Ruleset]
    index: Index
    procedures: dict[str, BookText]
    silence: str
    rank: int
    clauses: tuple[ClauseText, ...]
    listed: dict[str, tuple[int, ...]]
    penalties: PenaltyBook

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

    def book_or_first(self, book_id: str) -> Book:
        """Return the rulebook with this id, the first one where there is none."""
        return self.book(book_id) or self.books[0]

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


def chosen_options(book: Book, wanted: dict[str, str]) -> dict[str, str]:
    """Return a choice for every option: the wanted one where there is such a choice, else the default."""
    return {option.id: _choice_wanted(option, wanted.get(option.id, "")) for option in book.options}


def _choice_wanted(option: Option, wanted: str) -> str:
    """Return the wanted choice of an option, or the default if there is no such choice."""
    known = [choice.id for choice in option.choices]
    return wanted if wanted in known else known[0]


def variant_wanted(book: Book, wanted: dict[str, str]) -> str:
    """Return the key of a book's variant with the wanted choices, defaults for the other options."""
    return variant_key(tuple(chosen_options(book, wanted).items()))


def rules_wanted(book: Book, wanted: dict[str, str]) -> Ruleset:
    """Return the rules of a book with the wanted choices, defaults for the other options.

    What must not fall back to a default, a question and what a game was begun under, is read strictly before.
    """
    return book.variants[variant_wanted(book, wanted)]


def library_from_json(text: str) -> Library:
    """Return the library that the text holds; raise ``Unreadable`` where it holds something else."""
    library: Library = LIBRARY.value_of(Library, trusted_value(text))
    return library


def joined_libraries(library: Library, other: Library) -> Library:
    """Return two libraries as one; what both hold is taken from ``other``."""
    renewed = [book.id for book in other.books]
    books = [*[book for book in library.books if book.id not in renewed], *other.books]
    return Library(
        books=tuple(sorted(books, key=_place_of_book)),
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
    return tuple(sorted(titles, key=_place_of_book))


def rules_id(book_id: str) -> str:
    """Return the id of the rules that a book is a version of, that of a book of its own as it is."""
    return book_id.partition(VERSION)[0]


def newest_of(library: Library, book_id: str) -> str:
    """Return the id of the newest version of rules that were saved on pages, that of any other book as it is."""
    return next((title.id for title in library.shelf if rules_id(title.id) == book_id), book_id)


def is_version(book_id: str) -> bool:
    """Return whether a book is a version of rules that were saved on pages."""
    return VERSION in book_id


def _place_of_book(book: Book | BookTitle) -> tuple[bool, str]:
    """Return by what books are sorted: their ids, those that were saved on pages last."""
    return is_version(book.id), book.id


def _variants_record(variants: dict[str, Ruleset]) -> dict[str, object]:
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
    return {
        chapter: _differing(first[chapter], other[chapter]) for chapter in first if first[chapter] != other[chapter]
    }


def _differing(first: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    """Return the entries of a chapter that are not as in the first variant."""
    return {key: other.get(key) for key in {**first, **other} if first.get(key) != other.get(key)}


def _variants_of(plain: dict[str, Any]) -> dict[str, Ruleset]:
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


def _outcome_tables_record(outcome_tables: dict[str, OutcomeTables]) -> dict[str, object]:
    """Return the tables of outcomes of the variants, equal ones once."""
    kinds: list[OutcomeTables] = []
    for each in outcome_tables.values():
        if each not in kinds:
            kinds.append(each)
    return {
        "kinds": LIBRARY.plain(tuple(kinds)),
        "variants": {name: kinds.index(outcome_tables[name]) for name in outcome_tables},
    }


def _outcome_tables_of(plain: dict[str, Any]) -> dict[str, OutcomeTables]:
    kinds = LIBRARY.value_of([{str: OutcomeTable}], plain["kinds"])
    return {name: kinds[place] for name, place in plain["variants"].items()}


LIBRARY = Codec(
    {
        (Book, "variants"): Form(write=_variants_record, read=_variants_of),
        (Book, "index"): Form(write=index_record, read=index_read),
        (Library, "index"): Form(write=index_record, read=index_read),
        (PenaltyBook, "outcome_tables"): Form(write=_outcome_tables_record, read=_outcome_tables_of),
    }
)
"""Writes and reads rulebooks; what their variants have in common is written once."""


TERM = "term."
"""How the keys of the terms begin."""
_BETWEEN = ("（", "(", "）", ")", "・", ",")
"""What parts the forms of a term: "dead hand (agari houki)", "haitei, houtei"."""
_DONE = "\N{MIDDLE DOT}"
"""Stands in place of what belongs to a longer term that was found."""


def forms_of(term: str) -> list[str]:
    """Return what a term is called: "dead hand" and "agari houki"."""
    for mark in _BETWEEN:
        term = term.replace(mark, _DONE)
    return [form.strip(" ") for form in term.split(_DONE) if form.strip(" ")]


def terms_in(text: str, words: Words) -> tuple[tuple[str, str], ...]:
    """Return the name and the usual form of each term in a text, in its order; "riichi furiten" holds no "riichi"."""
    rest = text
    for capital, small in zip(UPPER, LOWER, strict=True):
        rest = rest.replace(capital, small)
    found: dict[str, tuple[int, str, str]] = {}
    for _, form, name, usual in _forms_in(words):
        at = _place_of(form, rest)
        if at >= 0:
            found[name] = (min(at, found[name][0] if name in found else at), name, usual)
            rest = rest.replace(form, _DONE * len(form))
    return tuple([(name, usual) for _, name, usual in sorted(found.values())])


Spoken = list[tuple[int, str, str, str]]
"""The forms of all terms, the longest first: how long each is, the form, the term's name and its usual form."""
_KNOWN_FORMS: list[tuple[Words, Spoken]] = []
"""The forms of the languages spoken lately, the newest last: finding them takes six times as long as all else here."""
_MOST_LANGUAGES = 4


def _forms_in(words: Words) -> Spoken:
    for of, found in _KNOWN_FORMS:
        if of is words:
            return found
    terms = [(key[len(TERM) :], forms_of(words[key])) for key in words if key.startswith(TERM)]
    forms = sorted([(-len(form), form, name, called[0]) for name, called in terms for form in called])
    _KNOWN_FORMS.append((words, forms))
    del _KNOWN_FORMS[:-_MOST_LANGUAGES]
    return forms


def _place_of(form: str, text: str) -> int:
    """Return where a term begins that is no part of another word, less than zero if it stands nowhere."""
    at = text.find(form)
    while at >= 0 and (_runs_on(form, text[:at][-1:]) or _runs_on(form, text[at + len(form) :].lstrip("s")[:1])):
        at = text.find(form, at + 1)
    return at


def _runs_on(form: str, beside: str) -> bool:
    """Return whether a word goes on with a letter: with any Latin one, with a kanji where the term is only one."""
    if form < "{":
        return "a" <= beside <= "z"
    return len(form) == 1 and "一" <= beside <= "龥"
