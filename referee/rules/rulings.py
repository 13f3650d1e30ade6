"""From answers to a ruling: which combinations are still possible, what they lead to, what still has to be asked.

An answer is a span of numbers here: counts, or the place of an answer in words; a span of one number is exact. A
combination of answers is a cell of the offence's chart, named by the place of each question's span.
"""

from __future__ import annotations

from referee.records import dataclass
from referee.rules.offences import NEVER, Chart, Inquiry, Offence, PenaltyBook, Ruling, Span, Texts
from referee.rules.ruleset import Cite

Given = tuple[Span | None, ...]
"""An answer for each question in order, None where there is none."""

CONFIDENCES_FROM_LEAST = ("interpretation", "secondary", "text")

MOST_ORDERED = 4
"""Of how many questions every order is tried."""

Place = tuple[int, ...]
"""A cell: the place of the span of each question."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Cell:
    """A combination of answers and the place of its ruling in the book."""

    place: Place
    ruling: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Box:
    """One row of the table of outcomes: for each question the spans that it holds, and the ruling."""

    spans: tuple[tuple[int, ...], ...]
    ruling: int


def with_defaults(given: Given, offence: Offence) -> Given:
    """Return the answers with the default wherever a question has one and was not answered."""
    return tuple(
        default_of(question) if value is None else value
        for question, value in zip(offence.questions, given, strict=True)
    )


def default_of(question: Inquiry) -> Span | None:
    """Return a question's default answer, or None."""
    return exactly([answer.id for answer in question.answers].index(question.default)) if question.default else None


def exactly(value: int) -> Span:
    """Return the span of one number."""
    return (value, value)


def is_exact(value: Span | None) -> bool:
    """Return whether an answer is given and names one number."""
    return value is not None and value[0] == value[1]


def cells_of(chart: Chart, given: Given) -> tuple[Cell, ...]:
    """Return every cell that can be and that fits the answers."""
    return tuple(cell for cell in fitting_cells(chart, given) if cell.ruling != NEVER)


def fitting_cells(chart: Chart, given: Given) -> tuple[Cell, ...]:
    """Return every cell that fits the answers, those that cannot be included."""
    known = [(question, value) for question, value in enumerate(given) if value is not None]
    return tuple(
        [
            Cell(place=place, ruling=ruling)
            for place, ruling in zip(places_of(chart.spans), chart.cells, strict=True)
            if all(meets(chart.spans[question][place[question]], value) for question, value in known)
        ]
    )


def leading(cells: tuple[Cell, ...], book: PenaltyBook) -> tuple[Cell, ...]:
    """Return the cells with one ruling for all that do the same at the table."""
    return tuple(
        cell if cell.ruling == NEVER else Cell(place=cell.place, ruling=book.leaders[cell.ruling]) for cell in cells
    )


def places_of(spans: tuple[tuple[Span, ...], ...]) -> list[Place]:
    """Return the place of every cell of a chart in their order; the last question runs fastest."""
    places: list[Place] = [()]
    for each in spans:
        places = [(*place, at) for place in places for at in range(len(each))]
    return places


def meets(span: Span, value: Span) -> bool:
    """Return whether a span holds some of an answer."""
    return span[0] <= value[1] and value[0] <= span[1]


def open_questions(cells: tuple[Cell, ...], given: Given, offence: Offence, book: PenaltyBook) -> tuple[int, ...]:
    """Return the places of the questions that can still change the ruling; none when it is decided."""
    cells = leading(cells, book)
    asked = tuple(i for i, value in enumerate(given) if not is_exact(value) and is_due(i, given, offence))
    turning = tuple(i for i in asked if decides(i, cells))
    counted = tuple(i for i in asked if any(counts(offence.questions[i], cell.ruling, book) for cell in cells))
    if not turning and len({cell.ruling for cell in cells}) > 1:
        return asked
    return tuple(i for i in asked if i in turning or i in counted)


def is_due(question: int, given: Given, offence: Offence) -> bool:
    """Return whether the answers are given that a question waits for."""
    names = [each.id for each in offence.questions]
    after = offence.questions[question].after
    return all(given[names.index(name)] == offence.questions[names.index(name)].named(after[name]) for name in after)


def decides(question: int, cells: tuple[Cell, ...]) -> bool:
    """Return whether two cells that differ in this question alone have different rulings."""
    found: dict[Place, int] = {}
    for cell in cells:
        others = (*cell.place[:question], *cell.place[question + 1 :])
        if found.setdefault(others, cell.ruling) != cell.ruling:
            return True
    return False


def counts(question: Inquiry, ruling: int, book: PenaltyBook) -> bool:
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
            clause=listed_once([cite.clause for cite in cites], ", "),
            source=joint_texts([cite.source for cite in cites], "; "),
            confidence=CONFIDENCES_FROM_LEAST[min([CONFIDENCES_FROM_LEAST.index(cite.confidence) for cite in cites])],
            note=joint_texts([cite.note for cite in cites if cite.note], " "),
        ),
        covered=first.covered,
        found=first.found,
        guidance=first.guidance,
    )


def listed_once(texts: list[str], between: str) -> str:
    """Return texts one after another, each once."""
    return between.join([text for i, text in enumerate(texts) if text not in texts[:i]])


def joint_texts(texts: list[Texts], between: str) -> Texts:
    """Return several texts as one, each once, in every language that one of them is given in."""
    languages = sorted({lang for text in texts for lang in text})
    return {lang: listed_once([text.get(lang, text["en"]) for text in texts], between) for lang in languages}


def ranges_of(question: int, cells: tuple[Cell, ...], chart: Chart) -> tuple[Span, ...]:
    """Return the spans of a count between which the ruling can change."""
    ranges: list[Span] = []
    last: tuple[tuple[Place, int], ...] = ()
    for i, (low, high) in enumerate(chart.spans[question]):
        here = slice_at(question, i, cells)
        if here and here == last and ranges[-1][1] == low - 1:
            ranges[-1] = (ranges[-1][0], high)
        elif here:
            ranges.append((low, high))
        last = here
    return tuple(ranges)


def slice_at(question: int, span: int, cells: tuple[Cell, ...]) -> tuple[tuple[Place, int], ...]:
    """Return the other answers and rulings of the cells in which a question falls into this span."""
    return tuple(
        ((*cell.place[:question], *cell.place[question + 1 :]), cell.ruling)
        for cell in cells
        if cell.place[question] == span
    )


def span_text(span: Span, highest: int) -> str:
    """Return a span as people write it: "0", "1-2", "6+"."""
    low, high = span
    if low == high:
        return str(low)
    return f"{low}+" if high == highest else f"{low}-{high}"


def boxes_of(cells: tuple[Cell, ...]) -> tuple[Box, ...]:
    """Return cells as a table with as few rows as merging finds, in the order of their first cells.

    A row may reach over combinations that cannot be where that makes it wider; it names no answer only for them.
    """
    rulings = sorted({cell.ruling for cell in cells if cell.ruling != NEVER})
    return tuple(sorted([box for ruling in rulings for box in boxes_with(ruling, cells)], key=first_cell))


def boxes_with(ruling: int, cells: tuple[Cell, ...]) -> tuple[Box, ...]:
    """Return the rows of the table that have one ruling."""
    possible = tuple(cell.place for cell in cells if cell.ruling == ruling)
    reached = tuple(cell.place for cell in cells if cell.ruling in (ruling, NEVER))
    tables = [
        tuple(box for box in merged(singles(places, ruling), order) if any(holds(box, place) for place in possible))
        for places in (possible, reached)
        for order in orders(tuple(range(len(cells[0].place))))
    ]
    fewest = min([len(table) for table in tables])
    shortest = [table for table in tables if len(table) == fewest][0]  # noqa: RUF015 the phone has lists only
    return tuple(trimmed(box, possible) for box in shortest)


def singles(places: tuple[Place, ...], ruling: int) -> tuple[Box, ...]:
    """Return a box for each cell."""
    return tuple(Box(spans=tuple((at,) for at in place), ruling=ruling) for place in places)


def trimmed(box: Box, possible: tuple[Place, ...]) -> Box:
    """Return a box without the answers that it reached only over combinations that cannot be."""
    held = [place for place in possible if holds(box, place)]
    spans = tuple(tuple(sorted({place[question] for place in held})) for question in range(len(box.spans)))
    return Box(spans=spans, ruling=box.ruling)


def distinguishing_questions(box: Box, cells: tuple[Cell, ...]) -> tuple[int, ...]:
    """Return the questions whose answers tell a box from all other cells that can be."""
    kept = list(range(len(box.spans)))
    for question in range(len(box.spans)):
        others = [each for each in kept if each != question]
        alike = [cell.place for cell in cells if all(cell.place[each] in box.spans[each] for each in others)]
        if all(place[question] in box.spans[question] for place in alike):
            kept = others
    return tuple(kept)


def holds(box: Box, place: Place) -> bool:
    """Return whether a cell is part of a box."""
    return all(at in spans for at, spans in zip(place, box.spans, strict=True))


def first_cell(box: Box) -> Place:
    """Return the first cell of a box."""
    return tuple(spans[0] for spans in box.spans)


def orders(questions: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Return every order in which the questions can be merged; of many questions those that go round."""
    if not questions:
        return ((),)
    if len(questions) > MOST_ORDERED:
        return tuple((*questions[place:], *questions[:place]) for place in range(len(questions)))
    return tuple(
        (first, *rest)
        for place, first in enumerate(questions)
        for rest in orders((*questions[:place], *questions[place + 1 :]))
    )


def merged(boxes: tuple[Box, ...], order: tuple[int, ...]) -> tuple[Box, ...]:
    """Return the boxes merged along each question in turn."""
    for question in order:
        boxes = merged_along(question, boxes)
    return boxes


def merged_along(question: int, boxes: tuple[Box, ...]) -> tuple[Box, ...]:
    """Return the boxes with those put together that differ in one question only and have the same ruling."""
    found: dict[tuple[tuple[tuple[int, ...], ...], int], tuple[int, ...]] = {}
    for box in boxes:
        key = ((*box.spans[:question], *box.spans[question + 1 :]), box.ruling)
        found[key] = (*found.get(key, ()), *box.spans[question])
    return tuple(
        Box(spans=(*others[:question], tuple(sorted(spans)), *others[question:]), ruling=ruling)
        for (others, ruling), spans in found.items()
    )
