"""The answer to a settle question, as a record of the JSON interface with sentences and citations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.ask.hands import read_hand, read_table
from referee.ask.score import interpretations
from referee.records import dataclass
from referee.rules.progress import last_round
from referee.rules.settlement import settle, verify
from referee.rules.table import ALL_SEATS, Code, Facts, Line, Note, listed, total, wind_word
from referee.texts.codec import Record, Thousands, record
from referee.texts.reader import Fields, Reader, shortened
from referee.texts.words import Book, Library, variant_key

if TYPE_CHECKING:
    from referee.rules.placement import Parts, Standing
    from referee.rules.progress import Break, EndReason
    from referee.rules.ruleset import Cite, Ruleset
    from referee.rules.settlement import Settlement
    from referee.rules.table import Problem, Table
    from referee.texts.words import Option, Speaker


def error_record(problems: tuple[Problem, ...], rules: Ruleset | None, speaker: Speaker) -> Record:
    """Return an error; ``problems`` is there when there are several. Refusals name the clause."""
    each = tuple(_problem_record(problem, rules, speaker) for problem in problems)
    several = (("problems", each),) if len(each) > 1 else ()
    return record(("error", record(*each[0].pairs, *several)))


def _problem_record(problem: Problem, rules: Ruleset | None, speaker: Speaker) -> Record:
    message = speaker.say(problem.reason, problem.facts)
    base = (("code", problem.code), ("message", message), ("field", problem.field))
    if rules is None or not problem.rule:
        return record(*base)
    cite = rules.cite(problem.rule)
    return record(*base, ("clause", cite.clause), ("source", speaker.text(cite.source)))


def settlement_record(settled: Settlement, dealer: int, rules: Ruleset, speaker: Speaker) -> Record:
    """Return the answer to a settle question."""
    end = settled.progress.end
    standing = settled.standing
    used = (*_rules_used(settled.lines), *[note.rule for note in settled.notes])
    return record(
        ("deltas", total(tuple(line.points for line in settled.lines))),
        ("chips", total(tuple(line.chips for line in settled.lines))),
        ("table", table_record(settled.progress.table)),
        ("next", settled.progress.step),
        ("end", None if end is None or standing is None else standing_record(standing, end)),
        ("lines", tuple(line_record(line, rules.cite(line.rule), speaker) for line in settled.lines)),
        ("notes", (*_remarks(settled.notes, dealer, rules, speaker), *interpretations(used, rules, speaker))),
    )


def table_record(table: Table) -> Record:
    """Return the fields of a table in their order."""
    return record(
        ("scores", table.scores),
        ("round", table.round),
        ("dealer", table.dealer),
        ("honba", table.honba),
        ("kyoutaku", table.kyoutaku),
        ("chips", table.chips),
        ("penalties", table.penalties),
        ("dealer_wins", table.dealer_wins),
        ("renchan", table.renchan),
        ("yakitori", table.yakitori),
        ("hands_left", table.hands_left),
        ("extra", table.extra),
    )


def line_record(line: Line, cite: Cite, speaker: Speaker) -> Record:
    """Return one line, which cites what decides; chips of the bank and penalties are shown where there are any."""
    bank_chips = (("bank_chips", line.bank_chips),) if line.bank_chips else ()
    penalties = (("penalties", line.penalties),) if any(line.penalties) else ()
    return record(
        ("reason", line.reason.split(".")[1]),
        ("points", line.points),
        ("kyoutaku", line.kyoutaku),
        ("bank", line.bank),
        ("chips", line.chips),
        *bank_chips,
        *penalties,
        ("text", speaker.line(line)),
        ("clause", cite.clause),
        ("source", speaker.text(cite.source)),
    )


_WON = ("line.ron", "line.tsumo", "line.pao")
_OF_SEVERAL = ("wins.sticks", "wins.honba_to")
"""The values that say which of several winners gets what, so that how they are read makes no difference to one."""


def _rules_used(lines: tuple[Line, ...]) -> list[str]:
    """Return the values that have decided what the lines move."""
    winners = {seat for line in lines if line.reason in _WON for seat in ALL_SEATS if line.points[seat] > 0}
    return [line.rule for line in lines if len(winners) > 1 or line.rule not in _OF_SEVERAL]


def _remarks(notes: tuple[Note, ...], dealer: int, rules: Ruleset, speaker: Speaker) -> tuple[Record, ...]:
    """Return the remarks in words; a remark may name the dealer by his seat."""
    place: Facts = (("dealer", wind_word(dealer, dealer)),)
    return tuple(
        record(("text", speaker.say(note.reason, (*note.facts, *place))), ("clause", rules.cite(note.rule).clause))
        for note in notes
    )


def standing_record(standing: Standing, reason: EndReason | None) -> Record:
    """Return the end of a game; ``reason`` is left out where nobody asked why."""
    return record(
        *((("reason", reason),) if reason is not None else ()),
        ("scores", standing.scores),
        ("places", standing.places),
        ("final", tuple(Thousands(points=parts.total) for parts in standing.parts)),
        ("parts", tuple(_parts_record(parts) for parts in standing.parts)),
    )


def _parts_record(parts: Parts) -> Record:
    """Return what a result is made of, in thousands."""
    return record(
        ("score", Thousands(points=parts.score)),
        ("uma", Thousands(points=parts.uma)),
        ("oka", Thousands(points=parts.oka)),
        ("chips", Thousands(points=parts.chips)),
        ("penalties", Thousands(points=parts.penalties)),
    )


def dice_record(broken: Break, dealer: int, rules: Ruleset, speaker: Speaker) -> Record:
    """Return where the wall is broken, in numbers and words."""
    facts: Facts = (("wall", wind_word(broken.wall, dealer)), ("stack", broken.stack or 0))
    key = "dice.throw_again" if broken.stack is None else "dice.broken"
    indicators = speaker.say("dice.indicators", (("count", broken.indicators),)) if broken.indicators > 1 else ""
    cite = rules.cite("setup.wall_break")
    return record(
        ("wall", broken.wall),
        ("stack", broken.stack),
        ("indicators", broken.indicators),
        ("wareme", broken.wareme),
        ("text", speaker.say(key, facts) + indicators),
        ("clause", cite.clause),
    )


def rulesets_record(library: Library, speaker: Speaker) -> Record:
    """Return what rulebooks there are, each with its titles, edition, confidence and options."""
    books = tuple(
        record(
            ("id", book.id),
            ("title", speaker.text(book.titles)),
            ("titles", _titles_record(book.titles)),
            ("edition", speaker.text(book.edition)),
            ("confidence", book.confidence),
            ("extends", book.extends or None),
            ("options", tuple(_option_record(option, speaker) for option in book.options)),
        )
        for book in library.offered()
    )
    return record(("rulesets", books))


def _titles_record(titles: dict[str, str]) -> Record:
    """Return a title per language."""
    return record(*[(lang, titles[lang]) for lang in sorted(titles)])


def _option_record(option: Option, speaker: Speaker) -> Record:
    """Return an option with its choices, the default first."""
    return record(
        ("id", option.id),
        ("title", speaker.text(option.titles)),
        ("choices", tuple(choice.id for choice in option.choices)),
        ("labels", record(*[(choice.id, speaker.text(choice.titles)) for choice in option.choices])),
        ("default", option.choices[0].id),
    )


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
            Code.UNKNOWN_RULESET, "ruleset", "error.unknown_ruleset", (("found", shortened(wanted)), ("allowed", known))
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
            facts = (("found", shortened(value)), ("allowed", listed(allowed)))
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
