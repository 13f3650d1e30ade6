"""The question `standings`: who stands where after these results, and whether the sums are accounted for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.ask.hands import MOST_POINTS, read_yakitori
from referee.ask.settle import read_book, read_variant, rules_asked_for
from referee.ask_event.draws import (
    HIGHEST_NUMBER,
    MOST_ROUNDS_PLAYED,
    read_table,
    refuse_twice,
)
from referee.records import dataclass
from referee.rules.placement import Parts
from referee.rules.table import Code, Phrase, Quoted, listed
from referee.texts.codec import Decimals, Record, Thousands, record
from referee.texts.reader import Reader, read_number, shortened
from referee.texts.words import number_written
from referee.tournament.report import round_sum
from referee.tournament.results import Entered, TableScores, lines_of, published_final, ranked, sum_fault
from referee.tournament.standings import Row, TieBreak, standings

if TYPE_CHECKING:
    from fractions import Fraction

    from referee.rules.ruleset import Ruleset
    from referee.texts.words import Library, Speaker
    from referee.tournament.policy import Policies
    from referee.tournament.standings import Decided

STANDINGS_FIELDS = ("results", "adjustments", "ties", "divisions", "carry")
TABLE_FIELDS = ("round", "table", "numbers", "points", "chips", "yakitori", "left", "penalties", "reason")
_FINAL_FIELDS = ("round", "number", "final")
_MOST_TABLES = 250
_LONGEST_WHY = 500
_PART_NAMES = ("score", "uma", "oka", "chips", "penalties")


@dataclass(frozen=True, kw_only=True, slots=True)
class StandingsAsked:
    """What standings are made from; ``adjusted`` and ``carried`` are points by number."""

    results: tuple[Entered, ...]
    adjusted: dict[int, int]
    carried: dict[int, int]
    ties: tuple[TieBreak, ...]
    divisions: dict[int, int]


def standings_result(reader: Reader, speaker: Speaker, library: Library, policies: Policies) -> Record | None:
    """Return the standings with what their sum is made of, None when problems were noted."""
    book = read_book(reader, library)
    rules = rules_asked_for(book, read_variant(reader, book))
    results = _read_results(reader, rules) if reader.required("results") else ()
    asked = StandingsAsked(
        results=results,
        adjusted=_read_adjustments(reader),
        carried=_read_carry(reader),
        ties=_read_ties(reader, policies[book.id].standings.ties if book and book.id in policies else ()),
        divisions=_read_divisions(reader),
    )
    _check_divisions(reader, asked)
    if reader.problems or rules is None:
        return None
    return _standings_record(asked, rules, speaker)


def _read_results(reader: Reader, rules: Ruleset | None) -> tuple[Entered, ...]:
    """Return the results of tables, and finals alone where a published table has no more."""
    found: list[Entered] = []
    for at, each in enumerate(reader.items("results")):
        entry = reader.reader_of(f"results[{at}]", each)
        if entry is not None:
            found += [_read_final(entry) if "final" in entry.fields else _read_scores(entry, rules)]
    if not reader.problems:
        _check_rounds(reader, found)
    return tuple(found)


def _read_final(entry: Reader) -> Entered:
    entry.only(_FINAL_FIELDS)
    number = entry.integer("number", 1, HIGHEST_NUMBER)
    return Entered(
        round=entry.integer("round", 1, MOST_ROUNDS_PLAYED),
        lines=(published_final(number, _read_thousands(entry, entry.at("final"), entry.fields["final"])),),
    )


def _read_scores(entry: Reader, rules: Ruleset | None) -> Entered:
    entry.only(TABLE_FIELDS)
    read = TableScores(
        numbers=read_table(entry, entry.at("numbers"), entry.fields["numbers"])
        if entry.required("numbers")
        else (0, 0, 0, 0),
        scores=entry.four("points", -MOST_POINTS, MOST_POINTS, 100) if entry.required("points") else (0, 0, 0, 0),
        left=entry.integer("left", 0, MOST_POINTS, 100) if entry.has("left") else 0,
        chips=entry.four("chips", -MOST_POINTS, MOST_POINTS),
        yakitori=read_yakitori(entry),
        penalties=entry.four("penalties", -MOST_POINTS, 0, 100),
    )
    refuse_twice(entry, entry.at("numbers"), read.numbers)
    fault = None if rules is None or entry.problems else sum_fault(read, rules, _read_text(entry, "reason"))
    if fault is not None:
        entry.refuse(Code.IMPOSSIBLE, entry.at("points"), "error.sum_wrong", (("difference", fault.difference),))
    return Entered(
        round=entry.integer("round", 1, MOST_ROUNDS_PLAYED),
        table_no=entry.integer("table", 1, _MOST_TABLES),
        table=read,
        lines=() if rules is None or entry.problems else lines_of(read, rules),
    )


def _read_text(entry: Reader, key: str) -> str:
    """Return an optional text, empty if it is left out."""
    value = entry.fields.get(key)
    if value is None or (isinstance(value, str) and len(value) <= _LONGEST_WHY):
        return value or ""
    entry.wrong_type(entry.at(key), value, "type.text")
    return ""


def _read_thousands(reader: Reader, path: str, value: object) -> int:
    """Return points that are written in thousands with at most one decimal, or note what is wrong and return 0."""
    if isinstance(value, bool) or not isinstance(value, int | Decimals):
        reader.wrong_type(path, value, "type.number")
        return 0
    whole, _, tenths = (value.text if isinstance(value, Decimals) else str(value)).partition(".")
    read = read_number(whole + (tenths or "0"))
    if not isinstance(read, int) or len(tenths) > 1 or abs(read) > MOST_POINTS // 100:
        bounds = (("low", -MOST_POINTS // 1000), ("high", MOST_POINTS // 1000))
        reader.out_of_range(path, value, Phrase(key="allowed.tenths", facts=bounds))
        return 0
    return read * 100


def _check_rounds(reader: Reader, results: list[Entered]) -> None:
    """Note who has two results in a round, tables with two, and rounds of tables and of finals alone at once."""
    seated: set[tuple[int, int]] = set()
    tables: dict[int, set[int | None]] = {}
    for at, entered in enumerate(results):
        known = tables.setdefault(entered.round, set())
        path = f"results[{at}]"
        for line in entered.lines:
            if (entered.round, line.number) in seated:
                facts = (("round", entered.round), ("number", line.number))
                reader.refuse(Code.IMPOSSIBLE, path, "error.number_twice_in_round", facts)
            seated.add((entered.round, line.number))
        if entered.table_no in known and entered.table_no is not None:
            reader.refuse(Code.IMPOSSIBLE, f"{path}.table", "error.number_twice", (("number", entered.table_no),))
        known.add(entered.table_no)
        if None in known and len(known) > 1:
            reader.refuse(Code.IMPOSSIBLE, path, "error.tables_and_finals", (("round", entered.round),))


def _read_adjustments(reader: Reader) -> dict[int, int]:
    """Return the points outside the games by number, such as penalties."""
    found: dict[int, int] = {}
    for at, each in enumerate(reader.items("adjustments")):
        entry = reader.reader_of(f"adjustments[{at}]", each)
        if entry is not None:
            entry.only(("number", "points", "why"))
            number = entry.integer("number", 1, HIGHEST_NUMBER)
            found[number] = found.get(number, 0) + entry.integer("points", -MOST_POINTS, MOST_POINTS, 100)
            if entry.required("why"):
                _read_text(entry, "why")
    return found


def _read_carry(reader: Reader) -> dict[int, int]:
    """Return the points by number that are carried over a cut."""
    carry = reader.nested("carry") if reader.has("carry") else None
    found: dict[int, int] = {}
    for key in sorted(carry.fields) if carry is not None else ():
        number = read_number(key)
        if not isinstance(number, int):
            reader.refuse(Code.IMPOSSIBLE, f"carry.{key}", "error.no_player")
        elif carry is not None:
            found[number] = _read_thousands(reader, carry.at(key), carry.fields[key])
    return found


def _read_ties(reader: Reader, own: tuple[TieBreak, ...]) -> tuple[TieBreak, ...]:
    """Return the tie-breaks in their order: those of the book, if none are given."""
    if not reader.has("ties"):
        return own
    known = tuple(TieBreak)
    items = reader.items("ties")
    for at, each in enumerate(items):
        if each not in known:
            reader.out_of_range(f"ties[{at}]", each, listed(known))
        elif each in items[:at]:
            reader.refuse(Code.IMPOSSIBLE, f"ties[{at}]", "error.tie_twice", (("found", shortened(each)),))
    return tuple([TieBreak(str(each)) for each in items if each in known])


def _read_divisions(reader: Reader) -> dict[int, int]:
    """Return the division of each number, the first on top; who is in none stands below them all."""
    divisions = reader.items("divisions")
    found: dict[int, int] = {}
    for at, each in enumerate(divisions):
        path = f"divisions[{at}]"
        if not isinstance(each, list):
            reader.wrong_type(path, each, "type.list")
            continue
        for number in [reader.whole(f"{path}[{i}]", one, 1, HIGHEST_NUMBER) for i, one in enumerate(each)]:
            if number in found:
                reader.refuse(Code.IMPOSSIBLE, path, "error.number_twice", (("number", number),))
            found[number] = at - len(divisions)
    return found


def _check_divisions(reader: Reader, asked: StandingsAsked) -> None:
    """Note who is in a division and nowhere else."""
    known = {line.number for entered in asked.results for line in entered.lines}
    for number in sorted(asked.divisions.keys() - known - asked.carried.keys() - asked.adjusted.keys()):
        if not reader.problems:
            reader.refuse(Code.IMPOSSIBLE, "divisions", "error.number_unknown", (("number", number),))


def _standings_record(asked: StandingsAsked, rules: Ruleset, speaker: Speaker) -> Record:
    """Return the standings as a record."""
    outside = {
        number: asked.adjusted.get(number, 0) + asked.carried.get(number, 0)
        for number in sorted({*asked.adjusted, *asked.carried})
    }
    results = tuple([ranked(each.lines) for each in asked.results])
    parts = _parts_by_number(asked.results)
    rows = standings(results, outside, asked.ties, asked.divisions)
    lost = round_sum(0, [*asked.results], rules).explained
    return record(
        ("rows", tuple([_row_record(row, parts.get(row.record.number), asked, speaker) for row in rows])),
        (
            "checks",
            record(
                ("sum", Thousands(points=sum([row.record.total for row in rows]))),
                ("explained", Thousands(points=sum(outside.values()) - lost)),
            ),
        ),
    )


def _parts_by_number(results: tuple[Entered, ...]) -> dict[int, tuple[int, ...] | None]:
    """Return what the finals of each number are made of, None where some of it is unknown."""
    found: dict[int, tuple[int, ...] | None] = {}
    for line in [line for entered in results for line in entered.lines]:
        before = found.get(line.number, (0,) * len(_PART_NAMES))
        if before is None or line.parts is None:
            found[line.number] = None
        else:
            found[line.number] = tuple(
                [mine + more for mine, more in zip(before, _parts_in_order(line.parts), strict=True)]
            )
    return found


def _parts_in_order(parts: Parts) -> tuple[int, ...]:
    """Return the parts of a result in the order of their names."""
    return (parts.score, parts.uma, parts.oka, parts.chips, parts.penalties)


def _row_record(row: Row, parts: tuple[int, ...] | None, asked: StandingsAsked, speaker: Speaker) -> Record:
    """Return one row; what is unknown is null, a tie-break stands there where one put the number ahead."""
    number, places = row.record.number, row.record.places or (None,) * 4
    average = row.record.average_place
    in_games = [None] * len(_PART_NAMES) if parts is None else [Thousands(points=each) for each in parts]
    return record(
        ("number", number),
        ("place", row.place),
        ("shared", row.shared),
        ("total", Thousands(points=row.record.total)),
        (
            "parts",
            record(
                *zip(_PART_NAMES, in_games, strict=True),
                ("adjustments", Thousands(points=asked.adjusted.get(number, 0))),
                ("carry", Thousands(points=asked.carried.get(number, 0))),
            ),
        ),
        ("games", row.record.games),
        *zip(("firsts", "seconds", "thirds", "fourths"), places, strict=True),
        ("average_place", None if average is None else Decimals(text=decimal(average))),
        ("raw_points", row.record.points),
        *((("tie", _tie_record(row.tie, speaker)),) if row.tie is not None else ()),
    )


def decimal(value: Fraction, whole: str = "") -> str:
    """Return a number with two decimals at most, halves away from zero; ``whole`` is how its thousands are written."""
    hundredths = (abs(value.numerator) * 200 + value.denominator) // (2 * value.denominator)
    text = f"{hundredths // 100:{whole}}.{hundredths % 100:02}".rstrip("0").rstrip(".")
    return f"-{text}" if value < 0 and hundredths else text


def _tie_record(tie: Decided, speaker: Speaker) -> Record:
    """Return what put a number ahead of the next of the same total, results of games in thousands."""
    unit = _unit_of(tie)
    return record(
        ("by", tie.by),
        ("mine", Decimals(text=decimal(tie.mine / unit))),
        ("theirs", Decimals(text=decimal(tie.theirs / unit))),
        ("text", tie_text(tie, speaker)),
    )


def _unit_of(tie: Decided) -> int:
    """Return in what a tie-break is counted: results of games in thousands of points."""
    return 1000 if tie.by is TieBreak.DIRECT else 1


def tie_text(tie: Decided, speaker: Speaker) -> str:
    """Return what put a number ahead of the next of the same total in words, such as "4 firsts : 3"."""
    values = (tie.mine / _unit_of(tie), tie.theirs / _unit_of(tie))
    written = [Quoted(text=number_written(decimal(each, ","), speaker.words)) for each in values]
    return speaker.say(f"policy.tie.{tie.by}", (("mine", written[0]), ("theirs", written[1])))
