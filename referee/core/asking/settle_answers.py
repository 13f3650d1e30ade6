"""The answer to a settle question, and how a question names the rules that it is about."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from referee.core.asking.answers import error_record, settlement_record
from referee.core.asking.questions import read_hand, read_table
from referee.core.rules.ledger import listed
from referee.core.rules.problems import Code
from referee.core.settling.endgame import last_round
from referee.core.settling.settlement import settle
from referee.core.settling.verify import verify
from referee.core.text.library import Book, Library, variant_key
from referee.core.text.reading import Fields, Reader, shown

if TYPE_CHECKING:
    from referee.core.rules.ruleset import Ruleset
    from referee.core.text.jsontext import Record
    from referee.core.text.words import Speaker


@dataclass(frozen=True, kw_only=True, slots=True)
class Asked:
    """A question with its frame read: ``rules`` is None for a kind that needs none, or when it is unknown."""

    reader: Reader
    speaker: Speaker
    rules: Ruleset | None
    book: Book | None


def settle_answer(fields: Fields, library: Library, speaker: Speaker) -> Record:
    """Return the answer to a settle question: the settlement of its hand, or why there is none."""
    reader = Reader(path="", fields=fields, problems=[])
    book = read_book(reader, library)
    variant = read_variant(reader, book)
    found = settle_result(Asked(reader=reader, speaker=speaker, rules=rules_asked_for(book, variant), book=book))
    return error_record(tuple(reader.problems), None, speaker) if found is None else found


def rules_asked_for(book: Book | None, variant: str | None) -> Ruleset | None:
    """Return the rules of a question, None where its book or an option of it is not known."""
    return None if book is None or variant is None else book.variants[variant]


def read_book(reader: Reader, library: Library) -> Book | None:
    """Return the rulebook of the question, or note that it is missing or unknown."""
    if not reader.required("ruleset"):
        return None
    wanted = reader.fields["ruleset"]
    if not isinstance(wanted, str):
        reader.wrong_type("ruleset", wanted, "type.text")
        return None
    book = library.book(wanted)
    if book is None:
        known = listed(tuple(each.id for each in library.books))
        reader.refuse(
            Code.UNKNOWN_RULESET, "ruleset", "error.unknown_ruleset", (("found", shown(wanted)), ("allowed", known))
        )
    return book


def read_variant(reader: Reader, book: Book | None) -> str | None:
    """Return the key of the options chosen, defaults where nothing is said."""
    options = reader.nested("options") if reader.has("options") else None
    if book is None:
        return None
    chosen = {option.id: option.choices[0].id for option in book.options}
    for key in sorted(options.fields) if options is not None else ():
        value = options.fields[key] if options is not None else None
        allowed = tuple(choice.id for option in book.options if option.id == key for choice in option.choices)
        if not allowed:
            names = listed(tuple(option.id for option in book.options))
            reader.refuse(Code.UNKNOWN_OPTION, f"options.{key}", "error.unknown_option", (("allowed", names),))
        elif not isinstance(value, str):
            reader.wrong_type(f"options.{key}", value, "type.text")
        elif value not in allowed:
            facts = (("found", shown(value)), ("allowed", listed(allowed)))
            reader.refuse(Code.UNKNOWN_OPTION, f"options.{key}", "error.unknown_choice", facts)
        else:
            chosen[key] = value
    return variant_key(tuple((key, chosen[key]) for key in sorted(chosen)))


def settle_result(asked: Asked) -> Record | None:
    """Return the settlement of a hand, or its refusals."""
    reader = asked.reader
    table_reader, hand_reader = reader.nested("table"), reader.nested("hand")
    table = hand = None
    if table_reader is not None:
        table = read_table(table_reader, "S" if asked.rules is None else last_round(asked.rules))
    if hand_reader is not None:
        hand = read_hand(hand_reader, table, asked.rules)
    if reader.problems or table is None or hand is None or asked.rules is None:
        return None
    refused = verify(table, hand, asked.rules)
    if refused:
        return error_record(refused, asked.rules, asked.speaker)
    return settlement_record(settle(table, hand, asked.rules), table.dealer, asked.rules, asked.speaker)
