"""Under every ruleset and option every combination of answers has exactly one ruling, with a source."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Any

import pytest

from referee.ask.rulings import ruling_pairs
from referee.rules.offences import (
    NEVER,
    Cell,
    KnownAnswers,
    Offence,
    OffenceQuestion,
    OutcomeTable,
    Span,
    cells_of,
    distinguishing_questions,
    exactly,
    fitting_cells,
    leading,
    open_questions,
    ranges_of,
    table_rows,
)
from referee.texts.case import Case, Rulebook
from referee.texts.words import Book, Speaker
from tests.cases import ask, library
from tests.libraries import load
from tests.once import read_again
from tests.quick import quickly

OFFENCES = {offence.id: offence for offence in library().offences}
PENALTIES = {book.id: book.penalties for book in library().books}
VARIANTS = [(book, variant) for book in library().books for variant in book.variants]
NAMES = [f"{book.id} {variant}".strip() for book, variant in VARIANTS]
EVERY_VARIANT = pytest.mark.parametrize(("book", "variant"), VARIANTS, ids=NAMES)

IMPOSSIBLE = {"changed_call": 4 * 2 * 2 * 15, "mistaken_win": 15}
"""A call changed into itself, at once or not, a win or not, and furiten by tsumo, with 0 to 14 tiles shown."""

COMBINATIONS = {
    "exposed_tiles": 4 * 14 * 2,
    "wrong_tile_count": 2,
    "claimed_tile_not_taken": 3,
    "wrong_draw": 2 * 2,
    "too_fast": 2,
    "too_slow": 2,
    "east_discards_early": 2,
    "empty_call": 5,
    "mistaken_win": 2 * 5 * 15,
    "wrong_word": 2 * 2 * 2,
    "changed_call": 4 * 5 * 2 * 2 * 15,
    "false_set": 3 * 2,
    "swap_calling": 2,
    "dead_hand_action": 6 * 2 * 15,
    "riichi_not_announced": 1,
    "riichi_tile_not_turned": 1,
    "riichi_stick_forgotten": 1,
    "riichi_next_tile_not_turned": 2 * 15,
    "riichi_on_open_hand": 1,
    "riichi_not_allowed": 2,
    "noten_riichi": 5 * 15,
    "riichi_wait_changed": 4,
    "riichi_discard_from_hand": 2,
    "call_in_riichi": 1,
    "riichi_hand_not_shown": 1,
    "winning_tile_mixed_in": 1,
    "false_tenpai": 1,
    "tenpai_too_early": 2,
    "tiles_mixed_before_settlement": 1,
    "play_cannot_continue": 1,
    "information": 2,
    "obstruction": 2,
    "cheating": 1,
    "late": 60,
    "phone": 1,
}
"""How many combinations of answers each offence has, typed from the catalogue of questions."""


def rulebook_of(book: Book, variant: str, lang: str = "en") -> Rulebook:
    """Return where rulings are sought in a test."""
    words = library().sentences[lang]
    return Rulebook(library=library(), book=book, variant=variant, speaker=Speaker(lang=lang, words=words))


def values_of(question: OffenceQuestion) -> list[Span]:
    """Return every answer to a question."""
    return [exactly(value) for value in range(question.low, question.high + 1)]


def combinations(offence: Offence) -> Iterator[tuple[Span, ...]]:
    """Yield every combination of answers."""
    yield from product(*(values_of(question) for question in offence.questions))


@cache
def cells_of_all(offence: str, outcome_table: OutcomeTable) -> tuple[tuple[Cell, ...], ...]:
    """Return the cells of every combination; most variants have the tables of others, looked at once."""
    return tuple(cells_of(outcome_table, given) for given in combinations(OFFENCES[offence]))


def test_catalogue_has_every_offence_and_answer() -> None:
    """The catalogue has these offences with so many combinations, and no other."""
    counted = {offence.id: len(list(combinations(offence))) for offence in library().offences}

    assert counted == COMBINATIONS


@EVERY_VARIANT
def test_every_combination_has_exactly_one_ruling(book: Book, variant: str) -> None:
    """Each combination falls into one cell; only what cannot be has no ruling."""
    for offence in library().offences:
        outcome_table = book.penalties.outcome_tables[variant][offence.id]
        found = cells_of_all(offence.id, outcome_table)
        assert all(len(cells) <= 1 for cells in found), offence.id
        assert found.count(()) == IMPOSSIBLE.get(offence.id, 0), offence.id


@EVERY_VARIANT
def test_every_ruling_has_its_source_and_words(book: Book, variant: str) -> None:
    """Clause, source, confidence, a note where it is an interpretation, and words in both languages."""
    for lang in ("en", "ja"):
        rulebook = rulebook_of(book, variant, lang)
        for offence in library().offences:
            for cell in cells_of(rulebook.outcome_table(offence), tuple(None for _ in offence.questions)):
                first = tuple(
                    exactly(spans[at][0])
                    for spans, at in zip(rulebook.outcome_table(offence).spans, cell.key, strict=True)
                )
                case = Case(offence=offence, given=first, cells=(cell,))
                found: dict[str, Any] = dict(ruling_pairs(book.penalties.rulings[cell.ruling], case, rulebook))
                assert found["clause"], found
                assert (", " if lang == "en" else "、") in found["source"], found
                assert found["confidence"] in ("text", "secondary", "interpretation"), found
                assert found["note"] or found["confidence"] != "interpretation", found
                assert found["text"], found
                assert found["effects"], found


@EVERY_VARIANT
def test_outcome_tables_say_what_the_cells_say(book: Book, variant: str) -> None:
    """Every possible combination stands in exactly one row of the table, with its own ruling."""
    for offence in library().offences:
        outcome_table = book.penalties.outcome_tables[variant][offence.id]
        given = tuple(None for _ in offence.questions)
        rows = table_rows(leading(fitting_cells(outcome_table, given), book.penalties))
        for cell in cells_of(outcome_table, given):
            here = [row for row in rows if all(at in spans for at, spans in zip(cell.key, row.spans, strict=True))]
            assert [row.ruling for row in here] == [book.penalties.leaders[cell.ruling]], offence.id


@EVERY_VARIANT
def test_rows_name_what_tells_them_apart(book: Book, variant: str) -> None:
    """The answers that a row names fit its own combinations and no others, and each of them can be."""
    for offence in library().offences:
        outcome_table = book.penalties.outcome_tables[variant][offence.id]
        given = tuple(None for _ in offence.questions)
        cells = leading(cells_of(outcome_table, given), book.penalties)
        for row in table_rows(leading(fitting_cells(outcome_table, given), book.penalties)):
            named = distinguishing_questions(row, cells)
            fit = [cell for cell in cells if all(cell.key[each] in row.spans[each] for each in named)]
            assert {cell.ruling for cell in fit} == {row.ruling}, offence.id
            for question, spans in enumerate(row.spans):
                assert {cell.key[question] for cell in fit} == set(spans), offence.id


@EVERY_VARIANT
def test_questions_asked_back_lead_to_the_ruling(book: Book, variant: str) -> None:
    """However the answers come, one question after the other ends at the ruling of the whole combination."""
    rulebook = rulebook_of(book, variant)
    for offence in library().offences:
        assert asked_in_vain(book.id, offence.id, rulebook.outcome_table(offence)) == []


@cache
def asked_in_vain(book: str, offence: str, outcome_table: OutcomeTable) -> list[Cell]:
    """Return the cells that the questions do not lead to; options that leave a table as it is are looked at once."""
    penalties = PENALTIES[book]
    found = []
    for cell in cells_of(outcome_table, tuple(None for _ in outcome_table.spans)):
        whole = tuple(exactly(spans[at][0]) for spans, at in zip(outcome_table.spans, cell.key, strict=True))
        given: KnownAnswers = tuple(None for _ in whole)
        while unanswered := open_questions(cells_of(outcome_table, given), given, OFFENCES[offence], penalties):
            given = tuple(whole[i] if i == unanswered[0] else value for i, value in enumerate(given))
        reached = {penalties.leaders[each.ruling] for each in cells_of(outcome_table, given)}
        if reached != {penalties.leaders[cell.ruling]}:
            found.append(cell)
    return found


def test_no_ruling_is_left_over() -> None:
    """Every ruling of a book is reached by some answers under some option."""
    for book in library().books:
        reached = {
            cell
            for outcome_tables in book.penalties.outcome_tables.values()
            for outcome_table in outcome_tables.values()
            for cell in outcome_table.cells
        }
        assert reached - {NEVER} == set(range(len(book.penalties.rulings)))


def test_counts_for_the_record() -> None:
    """How many of all combinations rest on text, on a secondary source, on an interpretation, or on nothing."""
    rows = []
    for book, variant in VARIANTS:
        count: Counter[str] = Counter()
        for offence in library().offences:
            for cells in cells_of_all(offence.id, book.penalties.outcome_tables[variant][offence.id]):
                for cell in cells:
                    ruling = book.penalties.rulings[cell.ruling]
                    count[ruling.cite.confidence if ruling.covered else "uncovered"] += 1
        assert count.total() == sum(COMBINATIONS.values()) - sum(IMPOSSIBLE.values())
        rows.append(f"{book.id} {variant}: {dict(sorted(count.items()))}")
    print("\n".join(rows))  # noqa: T201 shown with pytest -s


def test_library_is_read_quickly() -> None:
    """All rulesets with their penalties are put together in well under a second, on a slow machine too.

    What tests read once in a process is the same.
    """
    with read_again():
        found = quickly(load, 2)
    assert repr(found) == repr(load())


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_offences_are_listed_under_every_ruleset(lang: str) -> None:
    """The list with all tables can be asked for under each ruleset, in each language."""
    for book in library().books:
        listed = ask({"ask": "offences", "ruleset": book.id, "lang": lang})["offences"]
        assert len(listed) == len(COMBINATIONS) + len(book.penalties.own)
        assert all(each["outcomes"] for each in listed)


def test_answers_that_only_matter_together_are_both_asked() -> None:
    """Where no answer alone changes the ruling but two together do, none may be left out: offences.md, questions."""
    offence, book = OFFENCES["wrong_draw"], PENALTIES["aalto"]
    one, other = sorted(set(book.leaders))[:2]
    apart = (Cell(key=(0, 0), ruling=one), Cell(key=(1, 1), ruling=other))

    assert open_questions(apart, (None, None), offence, book) == (0, 1)
    assert open_questions(apart[:1], (None, None), offence, book) == ()


def test_a_count_that_cannot_be_lies_in_no_range() -> None:
    """A count is asked for between the numbers that can be: offences.md, answers that cannot come together."""
    outcome_table = OutcomeTable(spans=(((0, 0), (1, 3), (4, 9)),), cells=(0, NEVER, 1))

    assert ranges_of(0, cells_of(outcome_table, (None,)), outcome_table) == ((0, 0), (4, 9))


def test_an_offence_has_its_own_questions_only() -> None:
    """A question of another offence is none of this one, whatever a file says: offences.md."""
    assert OFFENCES["wrong_draw"].question("noticed") is not None
    assert OFFENCES["wrong_draw"].question("declared") is None
