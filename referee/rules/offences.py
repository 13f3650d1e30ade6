"""Offences, the questions that can decide them, what a book says of every answer, and from answers to a ruling."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from referee.records import dataclass
from referee.rules.ruleset import Cite

if TYPE_CHECKING:
    from referee.rules.choices import Abort

Texts = dict[str, str]
"""A text per language."""

Span = tuple[int, int]
"""Answers from the first to the last, both included; an answer in words is its place among the answers."""

NEVER = -1
"""Stands for a ruling where the answers cannot come together."""


CATEGORIES = ("tiles", "calls", "win", "riichi", "end", "conduct")
"""The kinds of offences and procedures, in the order in which they are shown."""


class Penalty(StrEnum):
    """What a player can suffer for an offence."""

    NONE = "none"
    WARNING = "warning"
    FINE = "fine"  # points to the table
    DEAD_HAND = "dead_hand"  # agari houki for the rest of the hand
    CHOMBO = "chombo"  # paid as the rulebook's chapter on chombo says
    POINTS = "points"  # off the tournament score only
    DISQUALIFICATION = "disqualification"
    REFEREE = "referee"  # at the referee's discretion


@dataclass(frozen=True, kw_only=True, slots=True)
class Consequence:
    """One penalty. ``amount`` in points, ``per`` the count question that it is multiplied by, empty for none.

    ``least`` and ``most`` bound the referee's discretion, 0 where the book gives no bounds; ``choices`` are the
    penalties it leaves him.
    """

    kind: Penalty
    amount: int
    per: str
    least: int
    most: int
    choices: tuple[str, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Ruling:
    """What a book says: penalties, a sentence to say, first steps at the table, the source, and own guidance.

    ``says`` and ``guidance`` are empty where the book adds nothing. Where it is not ``covered`` the book is silent, or
    its text was not ``found``.
    """

    consequences: tuple[Consequence, ...]
    says: Texts
    steps: tuple[Texts, ...]
    cite: Cite
    covered: bool
    found: bool
    guidance: Texts


@dataclass(frozen=True, kw_only=True, slots=True)
class Answer:
    """One answer in words."""

    id: str
    titles: Texts


@dataclass(frozen=True, kw_only=True, slots=True)
class OffenceQuestion:
    """One question about an offence: answered by one of ``answers``, or by a count from ``low`` to ``high``.

    ``default`` is the answer where nothing is said, empty if it must be asked; ``units`` says a {count} or an answer in
    a sentence, with {more} where "or more" stands behind what is counted, empty where they say enough; ``checks`` are
    the questions about tiles that help to answer. ``after`` holds the answers to other questions without which this one
    is not asked, ``earlier`` the answers of earlier catalogues, each with those of today that stand for it, the first
    and the last. ``aborts`` holds by answer the abortive draws of which a table must know one, or the answer cannot be
    there.
    """

    id: str
    texts: Texts
    answers: tuple[Answer, ...]
    low: int
    high: int
    default: str
    units: Texts
    checks: tuple[str, ...]
    after: dict[str, str]
    earlier: dict[str, tuple[str, str]]
    aborts: dict[str, tuple[str, ...]]

    def is_known(self, place: int, aborts: tuple[Abort, ...]) -> bool:
        """Return whether an answer can be where a table knows these abortive draws."""
        needed = self.aborts.get(self.answers[place].id) if self.answers else None
        return needed is None or any(each in needed for each in aborts)

    def named(self, name: str) -> Span | None:
        """Return an answer in words as a span, one of an earlier catalogue as all that stand for it, or None."""
        names = [answer.id for answer in self.answers]
        if name in names:
            return (names.index(name), names.index(name))
        if name in self.earlier:
            first, last = self.earlier[name]
            return (names.index(first), names.index(last))
        return None


@dataclass(frozen=True, kw_only=True, slots=True)
class Offence:
    """One offence; ``search`` holds folded words, ``checks`` the questions about tiles that help to decide it.

    ``ended`` says when the hand is over before it is ruled on: by draw, abort or win the answers with which it is, none
    for all of them.
    """

    id: str
    category: str
    titles: Texts
    search: tuple[str, ...]
    checks: tuple[str, ...]
    ended: dict[str, tuple[str, ...]]
    questions: tuple[OffenceQuestion, ...]

    def question(self, name: str) -> OffenceQuestion | None:
        """Return the question with this id, or None."""
        for question in self.questions:
            if question.id == name:
                return question
        return None


@dataclass(frozen=True, kw_only=True, slots=True)
class OutcomeTable:
    """An offence under a rulebook: the spans that each question falls into, and the ruling of every combination.

    ``cells`` counts through the spans with the last question running fastest; an entry is a place in the book's
    ``rulings`` or ``NEVER``.
    """

    spans: tuple[tuple[Span, ...], ...]
    cells: tuple[int, ...]


OutcomeTables = dict[str, OutcomeTable]
"""A table of outcomes for every offence."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Ladder:
    """How the price of a repeated offence rises.

    ``raises`` is what the first time costs, ``steps`` what the second costs, the third and so on; the last stands for
    all later ones. Repeats are counted within a ``scope``, for each of ``offences`` alone or for all ``together``;
    ``when`` holds the only answers that it is for, by question.
    """

    offences: tuple[str, ...]
    when: dict[str, tuple[Span, ...]]
    together: bool
    scope: str
    raises: Penalty
    steps: tuple[Ruling, ...]

    def step(self, times: int) -> Ruling:
        """Return what the offence costs when it is committed for this time, the second or a later one."""
        return self.steps[min(times, len(self.steps) + 1) - 2]


@dataclass(frozen=True, kw_only=True, slots=True)
class PenaltyBook:
    """All that one rulebook says about offences: those of its own, its rulings, and tables of outcomes by variant key.

    ``leaders`` holds for each ruling the place of the first one that does the same at the table: equal penalties and
    steps, whatever the clause. ``ladders`` say what rises when it is repeated.
    """

    own: tuple[Offence, ...]
    rulings: tuple[Ruling, ...]
    leaders: tuple[int, ...]
    outcome_tables: dict[str, OutcomeTables]
    ladders: tuple[Ladder, ...]

    def ladder(self, offence: str) -> Ladder | None:
        """Return how the price of an offence rises, None where it does not."""
        for ladder in self.ladders:
            if offence in ladder.offences:
                return ladder
        return None


Only = tuple[tuple[str, tuple[str, ...]], ...]
"""When something holds: for each ``chapter.key`` or question all that it may be; everywhere if there is nothing."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Reply:
    """One answer to a question; ``go`` is the procedure that answers it instead, empty for none."""

    id: str
    title: str
    go: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Ask:
    """One question about a procedure, which is asked ``only`` after some answers to another.

    ``usual`` is the answer that is taken where none is given, empty for none.
    """

    id: str
    text: str
    replies: tuple[Reply, ...]
    usual: str
    only: Only


@dataclass(frozen=True, kw_only=True, slots=True)
class ProcedureStep:
    """One thing to do at the table."""

    text: str
    only: Only


@dataclass(frozen=True, kw_only=True, slots=True)
class Named:
    """An offence whose ruling belongs to a procedure, with the answers that are known."""

    offence: str
    answers: tuple[tuple[str, str], ...]
    only: Only


@dataclass(frozen=True, kw_only=True, slots=True)
class ValueWhen:
    """A value whose sentence answers a procedure only after some answers."""

    value: str
    only: Only


@dataclass(frozen=True, kw_only=True, slots=True)
class Procedure:
    """One question to a referee.

    ``values`` are the ``chapter.key`` whose sentences answer it, behind ``says``, which holds under every ruleset, and
    ``when`` those of them that are not always told; where there are none, only the text of a book answers.
    """

    id: str
    category: str
    title: str
    says: str
    values: tuple[str, ...]
    when: tuple[ValueWhen, ...]
    asks: tuple[Ask, ...]
    steps: tuple[ProcedureStep, ...]
    rulings: tuple[Named, ...]
    see: tuple[str, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class BookText:
    """What the text of a book says about a procedure, and steps that only this book has."""

    texts: Texts
    steps: tuple[Texts, ...]
    cite: Cite


KnownAnswers = tuple[Span | None, ...]
"""An answer for each question in order, None where there is none."""

CONFIDENCES_FROM_LEAST = ("interpretation", "secondary", "text")

_MOST_ORDERED = 4
"""Of how many questions every order is tried."""

CellKey = tuple[int, ...]
"""A cell: the place of the span of each question."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Cell:
    """A combination of answers and the place of its ruling in the book."""

    key: CellKey
    ruling: int


@dataclass(frozen=True, kw_only=True, slots=True)
class TableRow:
    """One row of the table of outcomes: for each question the spans that it holds, and the ruling."""

    spans: tuple[tuple[int, ...], ...]
    ruling: int


def with_defaults(given: KnownAnswers, offence: Offence) -> KnownAnswers:
    """Return the answers with the default wherever a question has one and was not answered."""
    return tuple(
        default_of(question) if value is None else value
        for question, value in zip(offence.questions, given, strict=True)
    )


def default_of(question: OffenceQuestion) -> Span | None:
    """Return a question's default answer, or None."""
    return exactly([answer.id for answer in question.answers].index(question.default)) if question.default else None


def exactly(value: int) -> Span:
    """Return the span of one number."""
    return (value, value)


def is_exact(value: Span | None) -> bool:
    """Return whether an answer is given and names one number."""
    return value is not None and value[0] == value[1]


def cells_of(outcome_table: OutcomeTable, given: KnownAnswers) -> tuple[Cell, ...]:
    """Return every cell that can be and that fits the answers."""
    return tuple(cell for cell in fitting_cells(outcome_table, given) if cell.ruling != NEVER)


def fitting_cells(outcome_table: OutcomeTable, given: KnownAnswers) -> tuple[Cell, ...]:
    """Return every cell that fits the answers, those that cannot be included."""
    known = [(question, value) for question, value in enumerate(given) if value is not None]
    return tuple(
        [
            Cell(key=key, ruling=ruling)
            for key, ruling in zip(cell_keys(outcome_table.spans), outcome_table.cells, strict=True)
            if all(_meets(outcome_table.spans[question][key[question]], value) for question, value in known)
        ]
    )


def leading(cells: tuple[Cell, ...], book: PenaltyBook) -> tuple[Cell, ...]:
    """Return the cells with one ruling for all that do the same at the table."""
    return tuple(
        cell if cell.ruling == NEVER else Cell(key=cell.key, ruling=book.leaders[cell.ruling]) for cell in cells
    )


def cell_keys(spans: tuple[tuple[Span, ...], ...]) -> list[CellKey]:
    """Return the key of every cell of a table of outcomes in their order; the last question runs fastest."""
    keys: list[CellKey] = [()]
    for each in spans:
        keys = [(*key, at) for key in keys for at in range(len(each))]
    return keys


def _meets(span: Span, value: Span) -> bool:
    """Return whether a span holds some of an answer."""
    return span[0] <= value[1] and value[0] <= span[1]


def open_questions(
    cells: tuple[Cell, ...], given: KnownAnswers, offence: Offence, book: PenaltyBook
) -> tuple[int, ...]:
    """Return the places of the questions that can still change the ruling; none when it is decided."""
    cells = leading(cells, book)
    asked = tuple(i for i, value in enumerate(given) if not is_exact(value) and is_due(i, given, offence))
    turning = tuple(i for i in asked if _decides(i, cells))
    counted = tuple(i for i in asked if any(counts(offence.questions[i], cell.ruling, book) for cell in cells))
    if not turning and len({cell.ruling for cell in cells}) > 1:
        return asked
    return tuple(i for i in asked if i in turning or i in counted)


def is_due(question: int, given: KnownAnswers, offence: Offence) -> bool:
    """Return whether the answers are given that a question waits for."""
    names = [each.id for each in offence.questions]
    after = offence.questions[question].after
    return all(given[names.index(name)] == offence.questions[names.index(name)].named(after[name]) for name in after)


def _decides(question: int, cells: tuple[Cell, ...]) -> bool:
    """Return whether two cells that differ in this question alone have different rulings."""
    found: dict[CellKey, int] = {}
    for cell in cells:
        others = (*cell.key[:question], *cell.key[question + 1 :])
        if found.setdefault(others, cell.ruling) != cell.ruling:
            return True
    return False


def counts(question: OffenceQuestion, ruling: int, book: PenaltyBook) -> bool:
    """Return whether a ruling multiplies an amount by the answer to this question."""
    return any(each.per == question.id for each in book.rulings[ruling].consequences)


def joint_ruling(cells: tuple[Cell, ...], book: PenaltyBook) -> Ruling:
    """Return the ruling of cells that all do the same at the table; where rows differ, all their sources are named.

    Such a ruling is as certain as the least certain of its rows.
    """
    places = sorted({cell.ruling for cell in cells})
    rulings = [book.rulings[place] for place in places]
    first = rulings[0]
    if len(rulings) == 1:
        return first
    cites = [ruling.cite for ruling in rulings]
    return Ruling(
        consequences=first.consequences,
        says=first.says if all(ruling.says == first.says for ruling in rulings) else {},
        steps=first.steps,
        cite=Cite(
            clause=_listed_once([cite.clause for cite in cites], ", "),
            source=_joint_texts([cite.source for cite in cites], "; "),
            confidence=CONFIDENCES_FROM_LEAST[min([CONFIDENCES_FROM_LEAST.index(cite.confidence) for cite in cites])],
            note=_joint_note(rulings),
        ),
        covered=first.covered,
        found=first.found,
        guidance=first.guidance,
    )


def _joint_note(rulings: list[Ruling]) -> Texts:
    """Return the notes of several rulings, each on a line; where their causes differ, each behind those it is about."""
    noted = [ruling for ruling in rulings if ruling.cite.note]
    notes = [ruling.cite.note for ruling in noted]
    once = [note for i, note in enumerate(notes) if note not in notes[:i]]
    is_about_all = len(once) == 1 and len(noted) == len(rulings)
    differ = not is_about_all and any(ruling.says != rulings[0].says for ruling in rulings)
    causes = [[each.says for each in noted if differ and each.says and each.cite.note == note] for note in once]
    return _joint_texts([_note_behind(*pair) for pair in zip(causes, once, strict=True)], "\n")


def _note_behind(causes: list[Texts], note: Texts) -> Texts:
    """Return a note behind what it is about."""
    return {lang: _line_behind([cause.get(lang, cause["en"]) for cause in causes], note[lang]) for lang in note}


def _line_behind(causes: list[str], note: str) -> str:
    if not causes:
        return note
    between, colon = ("、", "：") if causes[0][-1] == "。" else (" / ", ": ")
    return _listed_once([cause[:-1] for cause in causes], between) + colon + note


def _listed_once(texts: list[str], between: str) -> str:
    """Return texts one after another, each once."""
    return between.join([text for i, text in enumerate(texts) if text not in texts[:i]])


def _joint_texts(texts: list[Texts], between: str) -> Texts:
    """Return several texts as one, each once, in every language that one of them is given in."""
    languages = sorted({lang for text in texts for lang in text})
    return {lang: _listed_once([text.get(lang, text["en"]) for text in texts], between) for lang in languages}


def ranges_of(question: int, cells: tuple[Cell, ...], outcome_table: OutcomeTable) -> tuple[Span, ...]:
    """Return the spans of a count between which the ruling can change."""
    ranges: list[Span] = []
    last: tuple[tuple[CellKey, int], ...] = ()
    for i, (low, high) in enumerate(outcome_table.spans[question]):
        here = _slice_at(question, i, cells)
        if here and here == last and ranges[-1][1] == low - 1:
            ranges[-1] = (ranges[-1][0], high)
        elif here:
            ranges.append((low, high))
        last = here
    return tuple(ranges)


def _slice_at(question: int, span: int, cells: tuple[Cell, ...]) -> tuple[tuple[CellKey, int], ...]:
    """Return the other answers and rulings of the cells in which a question falls into this span."""
    return tuple(
        ((*cell.key[:question], *cell.key[question + 1 :]), cell.ruling) for cell in cells if cell.key[question] == span
    )


def span_text(span: Span, highest: int) -> str:
    """Return a span as people write it: "0", "1-2", "6+"."""
    low, high = span
    if low == high:
        return str(low)
    return f"{low}+" if high == highest else f"{low}-{high}"


def table_rows(cells: tuple[Cell, ...]) -> tuple[TableRow, ...]:
    """Return cells as a table with as few rows as merging finds, in the order of their first cells.

    A row may reach over combinations that cannot be where that makes it wider; it names no answer only for them.
    """
    rulings = sorted({cell.ruling for cell in cells if cell.ruling != NEVER})
    return tuple(sorted([row for ruling in rulings for row in rows_with(ruling, cells)], key=first_cell))


def rows_with(ruling: int, cells: tuple[Cell, ...]) -> tuple[TableRow, ...]:
    """Return the rows of the table that have one ruling."""
    possible = tuple(cell.key for cell in cells if cell.ruling == ruling)
    reached = tuple(cell.key for cell in cells if cell.ruling in (ruling, NEVER))
    tables = [
        tuple(row for row in _merged(_singles(keys, ruling), order) if any(holds(row, key) for key in possible))
        for keys in (possible, reached)
        for order in orders(tuple(range(len(cells[0].key))))
    ]
    fewest = min([len(table) for table in tables])
    shortest = [table for table in tables if len(table) == fewest][0]  # noqa: RUF015 the phone has lists only
    return tuple(_trimmed(row, possible) for row in shortest)


def _singles(keys: tuple[CellKey, ...], ruling: int) -> tuple[TableRow, ...]:
    return tuple(TableRow(spans=tuple((at,) for at in key), ruling=ruling) for key in keys)


def _trimmed(row: TableRow, possible: tuple[CellKey, ...]) -> TableRow:
    """Return a row without the answers that it reached only over combinations that cannot be."""
    held = [key for key in possible if holds(row, key)]
    spans = tuple(tuple(sorted({key[question] for key in held})) for question in range(len(row.spans)))
    return TableRow(spans=spans, ruling=row.ruling)


def distinguishing_questions(row: TableRow, cells: tuple[Cell, ...]) -> tuple[int, ...]:
    """Return the questions whose answers tell a row from all other cells that can be."""
    kept = list(range(len(row.spans)))
    for question in range(len(row.spans)):
        others = [each for each in kept if each != question]
        alike = [cell.key for cell in cells if all(cell.key[each] in row.spans[each] for each in others)]
        if all(key[question] in row.spans[question] for key in alike):
            kept = others
    return tuple(kept)


def holds(row: TableRow, key: CellKey) -> bool:
    """Return whether a cell is part of a row."""
    return all(at in spans for at, spans in zip(key, row.spans, strict=True))


def first_cell(row: TableRow) -> CellKey:
    """Return the first cell of a row."""
    return tuple(spans[0] for spans in row.spans)


def orders(questions: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Return every order in which the questions can be merged; of many questions those that go round."""
    if not questions:
        return ((),)
    if len(questions) > _MOST_ORDERED:
        return tuple((*questions[place:], *questions[:place]) for place in range(len(questions)))
    return tuple(
        (first, *rest)
        for place, first in enumerate(questions)
        for rest in orders((*questions[:place], *questions[place + 1 :]))
    )


def _merged(rows: tuple[TableRow, ...], order: tuple[int, ...]) -> tuple[TableRow, ...]:
    """Return the rows merged along each question in turn."""
    for question in order:
        rows = _merged_along(question, rows)
    return rows


def _merged_along(question: int, rows: tuple[TableRow, ...]) -> tuple[TableRow, ...]:
    """Return the rows with those put together that differ in one question only and have the same ruling."""
    found: dict[tuple[tuple[tuple[int, ...], ...], int], tuple[int, ...]] = {}
    for row in rows:
        key = ((*row.spans[:question], *row.spans[question + 1 :]), row.ruling)
        found[key] = (*found.get(key, ()), *row.spans[question])
    return tuple(
        TableRow(spans=(*others[:question], tuple(sorted(spans)), *others[question:]), ruling=ruling)
        for (others, ruling), spans in found.items()
    )
