"""Which row rules: every combination of answers is looked at when a book is put together.

The topmost layer with a row that fits decides; within a layer the most specific row. A combination without a row,
or with two rows neither of which is more specific, is a problem.
"""

from dataclasses import dataclass, field
from itertools import combinations, pairwise, product
from math import prod

from referee.core.rules.offences import Ruling, Span
from referee.rulebook.listed import Listed, When
from referee.rulebook.problems import Place
from referee.rulebook.rows import EVERY, Row

MOST_CELLS = 4000
"""How many combinations of answers an offence may have."""

Layers = tuple[tuple[Row, ...], ...]
"""Rows by layer, the topmost first."""

Spans = tuple[tuple[Span, ...], ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Drawn:
    """An offence under a book: spans of each question, and the row of each combination, None where it cannot be."""

    spans: Spans
    rows: tuple[Row | None, ...]

    @property
    def rulings(self) -> tuple[Ruling | None, ...]:
        """Return the ruling of each combination."""
        return tuple(row.ruling if row else None for row in self.rows)


@dataclass(frozen=True, kw_only=True, slots=True)
class Finding:
    """What stands in the way: two rows in conflict, or answers without a row (``rows`` is empty then)."""

    rows: tuple[str, ...]
    answers: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Draughtsman:
    """Draws charts, each set of rows once: most books take over most of their base."""

    drawn: dict[tuple[object, ...], tuple[Drawn, tuple[Finding, ...]]] = field(default_factory=dict)

    def draw(self, listed: Listed, layers: Layers) -> tuple[Drawn, tuple[Finding, ...]]:
        """Return the chart of an offence and what is wrong with it."""
        named = tuple(relevant(layer, listed.offence.id) for layer in layers)
        used = tuple(layer for layer in named if layer)
        key = (id(listed), *(tuple(id(row) for row in layer) for layer in used))
        if key not in self.drawn:
            self.drawn[key] = drawn_chart(listed, used)
        return self.drawn[key]


def relevant(layer: tuple[Row, ...], offence: str) -> tuple[Row, ...]:
    """Return the rows of a layer that are for an offence."""
    return tuple(row for row in layer if offence in row.covers)


def drawn_chart(listed: Listed, layers: Layers) -> tuple[Drawn, tuple[Finding, ...]]:
    """Return the chart of an offence under these layers, and every gap and conflict in it."""
    spans = spans_of_questions(listed, layers)
    cells = tuple(product(*spans))
    fitting = [[(row, covered(row, listed, cells)) for row in layer] for layer in layers]
    barred = {place for when in listed.impossible for place, cell in enumerate(cells) if within(cell, when, listed)}
    findings: dict[Finding, None] = {}
    rows = [
        None if place in barred else decided(place, fitting, listed, cells, findings) for place in range(len(cells))
    ]
    return Drawn(spans=spans, rows=tuple(rows)), tuple(findings)


def spans_of_questions(listed: Listed, layers: Layers) -> Spans:
    """Return for each question the spans that no row and no impossible combination cuts through."""
    whens = [row.when for layer in layers for row in layer] + list(listed.impossible)
    spans = []
    for question in listed.offence.questions:
        if question.answers:
            spans.append(tuple((place, place) for place in range(len(question.answers))))
        else:
            cuts = {question.low, question.high + 1}
            cuts |= {cut for when in whens for low, high in when.get(question.id, ()) for cut in (low, high + 1)}
            spans.append(tuple((low, after - 1) for low, after in pairwise(sorted(cuts))))
    return tuple(spans)


def within(cell: tuple[Span, ...], when: When, listed: Listed) -> bool:
    """Return whether a combination falls under these answers."""
    ids = [question.id for question in listed.offence.questions]
    return all(
        name not in when or any(low <= span[0] and span[1] <= high for low, high in when[name])
        for name, span in zip(ids, cell, strict=True)
    )


def covered(row: Row, listed: Listed, cells: tuple[tuple[Span, ...], ...]) -> frozenset[int]:
    """Return the places of the combinations that a row applies to."""
    if not row.when:
        return frozenset(range(len(cells)))
    return frozenset(place for place, cell in enumerate(cells) if within(cell, row.when, listed))


def is_narrower(one: tuple[Row, frozenset[int]], other: tuple[Row, frozenset[int]]) -> bool:
    """Return whether a row is more specific than another."""
    if one[0].offence != other[0].offence:
        return other[0].offence == EVERY
    return one[1] < other[1]


def decided(
    place: int,
    layers: list[list[tuple[Row, frozenset[int]]]],
    listed: Listed,
    cells: tuple[tuple[Span, ...], ...],
    findings: dict[Finding, None],
) -> Row | None:
    """Return the row that rules a combination; a gap or a conflict is noted."""
    for layer in layers:
        fits = [entry for entry in layer if place in entry[1]]
        best = [entry[0] for entry in fits if not any(is_narrower(other, entry) for other in fits)]
        clash = [pair for pair in combinations(best, 2) if pair[0].ruling != pair[1].ruling]
        if clash:
            names = tuple(row.name for row in clash[0])
            findings.setdefault(Finding(rows=names, answers=""))
        if best:
            return best[0]
    findings.setdefault(Finding(rows=(), answers=spelled(cells[place], listed)))
    return None


def spelled(cell: tuple[Span, ...], listed: Listed) -> str:
    """Return a combination of answers as text."""
    pairs = zip(listed.offence.questions, cell, strict=True)
    return ", ".join(f"{question.id} = {answer_text(question.answers, span)}" for question, span in pairs)


def answer_text(answers: tuple[object, ...], span: Span) -> str:
    """Return one answer as text."""
    if answers:
        return str(getattr(answers[span[0]], "id", ""))
    return str(span[0]) if span[0] == span[1] else f"{span[0]}-{span[1]}"


def report(findings: tuple[Finding, ...], listed: Listed, only_under: str, place: Place) -> None:
    """Report the conflicts of an offence, and its first gap."""
    at = place.inside("penalty")
    name = listed.offence.id
    for finding in findings:
        if finding.rows:
            at.report(
                f"Two rows for {name} say different things, and neither is more specific{only_under}.",
                found=" and ".join(finding.rows),
                allowed="one row, or one whose answers are part of the other's",
            )
    gaps = [finding.answers for finding in findings if not finding.rows]
    if gaps:
        found = f"{gaps[0] or 'any answers'}" + (f" and {len(gaps) - 1} more" if len(gaps) > 1 else "")
        at.report(f"No row says what {name} costs{only_under}.", found=found, allowed="a row for every answer")


def idle_rows(rows: tuple[Row, ...], listed: Listed) -> tuple[Row, ...]:
    """Return the rows of a layer that never rule, because other rows of it cover all their answers."""
    mine = relevant(rows, listed.offence.id)
    named = tuple(row for row in mine if row.offence != EVERY)
    spans = spans_of_questions(listed, (named,))
    cells = tuple(product(*spans))
    masks = [(row, covered(row, listed, cells)) for row in named]
    ruling = {id(best) for place in range(len(cells)) for best in ruling_at_place(place, masks)}
    return tuple(row for row in named if id(row) not in ruling)


def ruling_at_place(place: int, masks: list[tuple[Row, frozenset[int]]]) -> list[Row]:
    """Return the most specific rows at one place."""
    fits = [entry for entry in masks if place in entry[1]]
    return [entry[0] for entry in fits if not any(is_narrower(other, entry) for other in fits)]


def has_too_many_cells(listed: Listed, layers: Layers) -> bool:
    """Return whether an offence has too many combinations of answers to look at."""
    return prod(len(spans) for spans in spans_of_questions(listed, layers)) > MOST_CELLS
