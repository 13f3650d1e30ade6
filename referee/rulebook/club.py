"""A club's own rules as they are edited on pages: a book, what differs from it, and the file that says so."""

import re
import tomllib
import unicodedata
from collections.abc import Mapping
from dataclasses import field, replace

import tomli_w

from referee.ask.lookup import procedure_answered, procedure_text, procedures_in
from referee.explain.rulebook import events_explained
from referee.records import dataclass
from referee.rulebook.contradictions import impossible
from referee.rulebook.document import MISSING, Confidence, Document, Offences, Table
from referee.rulebook.offences import Context, rows_of
from referee.rulebook.penalties import NO_CHOMBO, chombo_rows
from referee.rulebook.problems import Location, Problem, RulebookError, listed
from referee.rulebook.reading import document_of
from referee.rulebook.settings import (
    CLUB,
    Answers,
    ClubRow,
    row_read,
    row_table,
    rows_after,
    ruleset_with,
    sentence_in,
    sentence_with,
    texts_of,
)
from referee.rulebook.shelf import (
    NOTHING,
    Book,
    Shelf,
    Variant,
    check_base,
    lineage_of,
    pinned_choice,
    policy_with,
    ruleset_of,
)
from referee.rulebook.vocabulary import ALL_KEYS, EVENT_KEYS, Plain
from referee.rules.choices import ChomboForm
from referee.rules.offences import Offence, Ruling, Texts
from referee.rules.ruleset import Cite, Ruleset
from referee.texts.case import Rulebook
from referee.texts.rulings import ruling_sentence, when_text
from referee.texts.words import Speaker, variant_key
from referee.tournament.policy import Policy

_NOTE = "club/note"
"""The clause that holds what a club says about its rules as a whole."""
_HIDDEN = re.compile(r"[^\n -~]")
"""What may be a character that is not seen and turns, hides or breaks what stands beside it."""
MOST_BYTES = 64 * 1024
"""How long the file of a club's rules may be."""
_MOST_PARTS = 20
"""How many parts a key may have: to read one takes the square of their number, and 20,000 take four seconds."""
_MANY_LINES = r'"""(?:\\.|[^\\])*?(?:"""|\Z)', r"'{3}.*?(?:'{3}|\Z)"
_ONE_LINE = r'"(?:\\.|[^"\\\n])*"?', r"'[^'\n]*'?", r"#[^\n]*"
TEXT = re.compile("|".join([*_MANY_LINES, *_ONE_LINE]), re.DOTALL)
"""A text or a remark of a file, also one without an end."""
_KEY = re.compile(r"[\w-]+(?:[ \t]*\.[ \t]*[\w-]+)*")
LONGEST_TITLE, _LONGEST_ID = 60, 40
"""How many characters a title and an edition may have, and what the file is called by."""
_FIRST_LONG = 0x10000
"""The first character whose number has more than four digits."""

Speakers = tuple[Speaker, ...]
"""Every language that there are words for."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ClubRules:
    """A club's rules: the id of the book they rest on, the choice made for each of its options, and what differs.

    ``values`` go by ``chapter.key``, and so do ``events``, which say what differs at events. ``rows`` on one offence
    never meet under the same answers. ``edition`` and ``note`` may be empty.
    """

    base: str
    options: dict[str, str]
    title: str
    edition: str = ""
    note: str = ""
    values: dict[str, Plain]
    rows: tuple[ClubRow, ...]
    events: dict[str, Plain] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True, slots=True)
class Contradiction:
    """Values that no rulebook can have together: their keys, why in each language, and the offences it is about."""

    keys: tuple[str, ...]
    sentence: Texts
    offences: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Checked:
    """A club's rules as a file: its text and document, the book if nothing is wrong, and what is.

    ``problems`` are all that ``referee check`` names; ``contradictions`` are those among them that a form can make.
    """

    text: str
    document: Document
    book: Book | None
    contradictions: tuple[Contradiction, ...]
    problems: tuple[Problem, ...]

    @property
    def others(self) -> tuple[Problem, ...]:
        """Return the problems that are no contradictions."""
        messages = [each.sentence["en"] for each in self.contradictions]
        return tuple(each for each in self.problems if each.message not in messages)


@dataclass(frozen=True, kw_only=True, slots=True)
class ProcedureChange:
    """A procedure that is answered otherwise than by the book: its id and title, and what is said aloud."""

    procedure: str
    title: str
    before: str
    after: str


def copied(book: Book, options: Mapping[str, str], title: str) -> ClubRules:
    """Return a book as a club's rules without a difference yet; options that are not named take their defaults."""
    return ClubRules(
        base=book.document.id,
        options={
            option.id: pinned_choice(option, options.get(option.id, ""), Location(file=""))
            for option in book.document.options
        },
        title=title,
        values={},
        rows=(),
    )


def is_too_large(text: str) -> bool:
    """Return whether a file with this text is larger than a club's rules may be."""
    return len(text.encode("utf-8", "replace")) > MOST_BYTES


def name_of(title: str) -> str:
    """Return what of a title can stand in an address and in the name of a file; empty if that is nothing."""
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
    return "-".join(re.findall("[a-z0-9]+", plain))[:_LONGEST_ID].strip("-")


def base_of(rules: ClubRules, shelf: Shelf) -> Book:
    """Return the book that a club's rules rest on; raise ``LookupError`` if there is none of that name."""
    book = shelf.book(rules.base)
    if book is None:
        raise LookupError(rules.base)
    return book


def ground_of(rules: ClubRules, shelf: Shelf) -> Variant:
    """Return the values that a club's rules change: the book's under their options."""
    return base_of(rules, shelf).variants[variant_key(tuple(rules.options.items()))]


def changed(rules: ClubRules, values: Mapping[str, Plain], shelf: Shelf) -> ClubRules:
    """Return a club's rules with other values; what is as in the book is no difference any more."""
    book = ground_of(rules, shelf).values
    kept = {key: value for key, value in {**rules.values, **values}.items() if value != book[key]}
    return replace(rules, values=kept)


def with_options(rules: ClubRules, options: Mapping[str, str], shelf: Shelf) -> ClubRules:
    """Return a club's rules on other options of its book; what the book then says is no difference any more."""
    other = copied(base_of(rules, shelf), {**rules.options, **options}, rules.title)
    moved = changed(replace(rules, options=other.options, rows=()), {}, shelf)
    for row in rules.rows:
        moved = with_row(moved, row, shelf)
    return moved


def offences_of(rules: ClubRules, shelf: Shelf) -> Offences:
    """Return every offence that a club's rules can rule on."""
    return shelf.reader.offences(lineage_of(base_of(rules, shelf).document, shelf.documents, []))


def with_row(rules: ClubRules, row: ClubRow, shelf: Shelf) -> ClubRules:
    """Return a club's rules with a row over all that was done under its answers."""
    return ruled(rules, row.offence, row.when, row, shelf)


def without_row(rules: ClubRules, offence: str, when: Answers, shelf: Shelf) -> ClubRules:
    """Return a club's rules that do as the book under these answers."""
    return ruled(rules, offence, when, None, shelf)


def ruled(rules: ClubRules, offence: str, when: Answers, row: ClubRow | None, shelf: Shelf) -> ClubRules:
    """Return a club's rules with a row under some answers, with the book's where there is none."""
    outcome_table = base_of(rules, shelf).penalties.outcome_tables[variant_key(tuple(rules.options.items()))][offence]
    known = offences_of(rules, shelf)[offence].offence
    mine = tuple(each for each in rules.rows if each.offence == offence)
    others = tuple(each for each in rules.rows if each.offence != offence)
    return replace(rules, rows=(*others, *rows_after(outcome_table, known, mine, when, row)))


def club_table(rules: ClubRules, shelf: Shelf, speakers: Speakers) -> Table:
    """Return a club's rules as a ruleset file holds them: a clause for each difference, in words of each language."""
    offences = offences_of(rules, shelf)
    own = ruleset_with(ruleset_of(ground_of(rules, shelf)), rules.values)
    rows = _rows_named(rules.rows, tuple(offences))
    about: Table = {"title": rules.title, "edition": rules.edition or rules.title, "source": rules.title}
    note: Table = {_NOTE: {"values": [], "place": rules.title, "text": rules.note}} if rules.note else {}
    ruled = {name: _row_clause(row, offences[row.offence].offence, own, speakers) for name, row in rows.items()}
    whole: Table = {
        "extends": rules.base,
        "base_options": dict(rules.options),
        "document": {**about, "confidence": str(Confidence.TEXT)},
        **_chapters_of(rules.values | rules.events),
        "clause": {**_value_clauses(rules, own, speakers), **_event_clauses(rules, shelf, speakers), **note, **ruled},
        "penalty": [row_table(row, name) for name, row in rows.items()],
    }
    return {key: value for key, value in whole.items() if value}


def _chapters_of(values: Mapping[str, Plain]) -> dict[str, Table]:
    """Return values by chapter and key as a file holds them."""
    chapters: dict[str, Table] = {}
    for key in (key for key in (*ALL_KEYS, *EVENT_KEYS) if key in values):
        chapter, name = key.split(".")
        value = values[key]
        chapters.setdefault(chapter, {})[name] = list(value) if isinstance(value, tuple) else value
    return chapters


def _value_clauses(rules: ClubRules, own: Ruleset, speakers: Speakers) -> dict[str, Table]:
    """Return the clause of each value that differs, in the sentence of each language."""
    return {
        CLUB + key: {
            "values": [key],
            "place": {each.lang: each.words["rule.title." + key.split(".")[0]] for each in speakers},
            "text": {each.lang: value_sentence(key, rules.values[key], own, each) for each in speakers},
        }
        for key in ALL_KEYS
        if key in rules.values
    }


def _event_clauses(rules: ClubRules, shelf: Shelf, speakers: Speakers) -> dict[str, Table]:
    """Return the clause of each value that differs at events, in the sentence of each language."""
    own = policy_with(base_of(rules, shelf), rules.events)
    return {
        CLUB + key: {
            "values": [key],
            "place": {each.lang: each.words["policy.title." + key.split(".")[0]] for each in speakers},
            "text": {each.lang: _event_value_text(key, own, each) for each in speakers},
        }
        for key in EVENT_KEYS
        if key in rules.events
    }


def _event_value_text(key: str, policy: Policy, speaker: Speaker) -> str:
    """Return what is said of a value at events; some is told beside another."""
    lines = [line for chapter in events_explained(policy, speaker) for line in chapter.lines]
    return next(line.text for line in lines if key.startswith(line.rule))


def _rows_named(rows: tuple[ClubRow, ...], offences: tuple[str, ...]) -> dict[str, ClubRow]:
    """Return rows by the ids of their clauses, those of each offence numbered, in the order of the offences."""
    named: dict[str, ClubRow] = {}
    for offence in offences:
        mine = [row for row in rows if row.offence == offence]
        named |= {f"{CLUB}{offence}.{number + 1}": row for number, row in enumerate(mine)}
    return named


def value_sentence(key: str, value: Plain, rules: Ruleset, speaker: Speaker) -> str:
    """Return what is said of a value, for a number that nothing is said of what it is called."""
    sentence = sentence_in(key, rules, speaker)
    if not sentence and isinstance(value, str | bool):
        sentence = sentence_with(key, texts_of(value)[0], rules, speaker)
    return sentence or speaker.words["club." + key] + speaker.words["rulings.colon"] + listed(texts_of(value))


def _row_clause(row: ClubRow, offence: Offence, rules: Ruleset, speakers: Speakers) -> Table:
    """Return the clause of a row, which says when it applies and what is done."""
    when = tuple((question, row.when[question.id]) for question in offence.questions if question.id in row.when)
    cite = Cite(clause="", source={}, confidence=str(Confidence.TEXT), note={})
    ruling = Ruling(consequences=row.consequences, says={}, steps=(), cite=cite, covered=True, found=True, guidance={})
    return {
        "values": [],
        "place": {each.lang: each.text(offence.titles) for each in speakers},
        "text": {
            each.lang: when_text(when, each) + each.words["rulings.colon"] + ruling_sentence(ruling, {}, rules, each)
            for each in speakers
        },
    }


def toml_text(table: Mapping[str, object]) -> str:
    """Return a table as TOML, in which no text can end before its end or look like another.

    Beside what the library writes by its number so is every other character that is not seen: only texts hold any. A
    half of a pair of characters, which no file can hold, becomes a question mark.
    """
    return in_sight(tomli_w.dumps(table).encode("utf-8", "replace").decode("utf-8"))


def is_line(text: str) -> bool:
    """Return whether a text can be a title or an edition: one line of not too many characters, all of them seen."""
    return len(text) <= LONGEST_TITLE and text.isprintable()


def in_sight(text: str) -> str:
    """Return a text in which the number of a character stands for each that is not seen."""
    return _HIDDEN.sub(lambda found: _visible(found[0]), text)


def _visible(character: str) -> str:
    """Return a character as a text of TOML holds it in sight."""
    if character.isprintable():
        return character
    return f"\\u{ord(character):04x}" if ord(character) < _FIRST_LONG else f"\\U{ord(character):08x}"


def _document_in(text: str, name: str, problems: list[Problem]) -> Document:
    """Return the ruleset file with this text and id; what is wrong is added to ``problems``.

    Raise ``RulebookError`` if the text, which anybody may have sent, is no TOML that can be read at all.
    """
    location = Location(file=f"{name}.toml", problems=problems)
    if any(key.count(".") >= _MOST_PARTS for key in _KEY.findall(TEXT.sub("text", text))):
        location.report(f"A key has more than {_MOST_PARTS} parts.")
        raise RulebookError(problems)
    try:
        return document_of(tomllib.loads(text), name, location)
    except (ValueError, RecursionError):
        location.report("The text is not TOML.")
        raise RulebookError(problems) from None


def rules_in(text: str, shelf: Shelf) -> ClubRules:
    """Return the club's rules in the text of a file, such as a page carries from form to form.

    Raise ``RulebookError`` with every problem of a text that somebody else may have written; contradictions are none.
    """
    problems: list[Problem] = []
    document = _document_in(text, "club", problems)
    check_base(document, tuple(shelf.documents), problems)
    if not document.extends:
        Location(file=document.file, key="extends", problems=problems).report(MISSING, allowed=listed(shelf.documents))
    if problems:
        raise RulebookError(problems)
    return rules_read(document, shelf)


def rules_read(document: Document, shelf: Shelf) -> ClubRules:
    """Return the club's rules that a file written by ``club_table`` holds, to edit them further.

    Raise ``LookupError`` if its base is gone. Of any other file all is lost that a form does not show: it is copied.
    """
    title, edition = document.titles["en"], document.edition["en"]
    base = shelf.book(document.extends)
    if base is None:
        raise LookupError(document.extends)
    note = next((clause.text["en"] for clause in document.layer.clauses if clause.cite.clause == _NOTE), "")
    empty = replace(
        copied(base, document.base_options, title),
        edition="" if edition == title else edition,
        note=note,
    )
    ground = base.events.values
    events = {key: value for key, value in document.events.values.items() if value != ground[key]}
    rules = replace(changed(empty, document.layer.values, shelf), events=events)
    known = offences_of(rules, shelf)
    context = Context(document=document, offences=known, clauses=document.layer.clauses)
    for row in rows_of(document.layer.rows, context, Location(file=document.file)):
        if row.offence in known:
            rules = with_row(rules, row_read(row, known[row.offence].offence), shelf)
    return rules


def checked(rules: ClubRules, name: str, shelf: Shelf, speakers: Speakers) -> Checked:
    """Return a club's rules as the file of this name, and everything that is wrong with it."""
    return file_checked(toml_text(club_table(rules, shelf, speakers)), name, shelf)


def file_checked(text: str, name: str, shelf: Shelf) -> Checked:
    """Return the file with this text and name, and what is wrong with it; raise ``RulebookError`` for no TOML."""
    problems: list[Problem] = []
    document = _document_in(text, name, problems)
    book = shelf.resolved(document, problems)
    return Checked(
        text=text,
        document=document,
        book=None if problems else book,
        contradictions=() if book is None else _contradictions_in(book),
        problems=tuple(sorted(problems)),
    )


def _contradictions_in(book: Book) -> tuple[Contradiction, ...]:
    """Return the values of a book that cannot stand together, and a chombo that its rows cost but its values lack."""
    values = next(iter(book.variants.values()), NOTHING).values
    found = tuple(Contradiction(keys=each.reads, sentence=each.sentence) for each in impossible(values))
    if values.get("chombo.form") != ChomboForm.NONE:
        return found
    outcome_tables = next(iter(book.penalties.outcome_tables.values()))
    offences = tuple(name for name, outcome_table in outcome_tables.items() if chombo_rows(outcome_table))
    lacking = Contradiction(keys=("chombo.form",), sentence=NO_CHOMBO, offences=offences)
    return (*found, lacking) if offences else found


def procedures_changed(before: Rulebook, after: Rulebook) -> tuple[ProcedureChange, ...]:
    """Return every procedure that two rulebooks answer with other words."""
    changes = [
        ProcedureChange(
            procedure=procedure.id,
            title=procedure.title,
            before=procedure_text(procedure, procedure_answered(procedure, {}, before), before),
            after=procedure_text(procedure, procedure_answered(procedure, {}, after), after),
        )
        for procedure in procedures_in(after)
    ]
    return tuple(each for each in changes if each.before != each.after)
