"""The penalties of a whole book: its rows on those of its bases, and which one rules for any combination of answers."""

from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from itertools import combinations, compress, count, pairwise, product
from math import prod

from referee.records import dataclass
from referee.rulebook.document import Document, Offences, OffenceSpec, Table, When, refuse_others, text_at
from referee.rulebook.offences import EVERY, Context, Row, name_out_of, report_offence, rows_of, ruling_at, when_at
from referee.rulebook.problems import Location, as_written
from referee.rules.choices import ChomboForm
from referee.rules.offences import CATEGORIES, Ladder, Offence, Penalty, Ruling, Span
from referee.texts.words import choices_in

_MOST_CELLS = 4000
"""How many combinations of answers an offence may have."""
_ESCALATION_KEYS = (
    "offence",
    "category",
    "when",
    "scope",
    "raises",
    "steps",
    "clause",
    "place",
    "confidence",
    "note",
    "says",
)
_SCOPES = ("event", "day")
"""Within what repeats of an offence are counted."""
_MOST_STEPS = 8
"""How often a price can rise: an offence is counted up to nine times."""

NO_CHOMBO = {
    "en": "There is no chombo here: chombo.form is none.",
    "ja": "ここにはチョンボがない（chombo.form = none）。",
}
"""What is wrong with a row that costs one."""

Layers = tuple[tuple[Row, ...], ...]
"""Rows by layer, the topmost first."""

Spans = tuple[tuple[Span, ...], ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class CompiledTable:
    """An offence under a book: spans of each question, and the row of each combination, None where it cannot be."""

    spans: Spans
    rows: tuple[Row | None, ...]

    @property
    def rulings(self) -> tuple[Ruling | None, ...]:
        """Return the ruling of each combination."""
        return tuple(row.ruling if row else None for row in self.rows)

    def row_at(self, cell: tuple[Span, ...]) -> Row | None:
        """Return the row of a combination of spans that no span here cuts through."""
        place = 0
        for spans, (first, _) in zip(self.spans, cell, strict=True):
            place = place * len(spans) + next(at for at, (low, high) in enumerate(spans) if low <= first <= high)
        return self.rows[place]


@dataclass(frozen=True, kw_only=True, slots=True)
class TableFault:
    """What stands in the way: two rows in conflict, or answers without a row (``rows`` is empty then)."""

    rows: tuple[str, ...]
    answers: str


@dataclass(frozen=True, kw_only=True, slots=True)
class DecisionTables:
    """Draws tables of outcomes, each set of rows once: most books take over most of their base."""

    drawn: dict[tuple[object, ...], tuple[CompiledTable, tuple[TableFault, ...]]] = field(default_factory=dict)

    def draw(self, listed: OffenceSpec, layers: Layers) -> tuple[CompiledTable, tuple[TableFault, ...]]:
        """Return the table of outcomes of an offence and what is wrong with it."""
        named = tuple(_relevant(layer, listed.offence.id) for layer in layers)
        used = tuple(layer for layer in named if layer)
        key = (id(listed), *(tuple(id(row) for row in layer) for layer in used))
        if key not in self.drawn:
            self.drawn[key] = _compiled_table(listed, used)
        return self.drawn[key]


def _relevant(layer: tuple[Row, ...], offence: str) -> tuple[Row, ...]:
    return tuple(row for row in layer if offence in row.covers)


def _compiled_table(listed: OffenceSpec, layers: Layers) -> tuple[CompiledTable, tuple[TableFault, ...]]:
    """Return the table of outcomes of an offence under these layers, and every gap and conflict in it."""
    spans = _spans_of_questions(listed, layers)
    cells = tuple(product(*spans))
    fitting = [[(row, covered(row.when, listed.offence, spans)) for row in layer] for layer in layers]
    barred = {place for when in listed.impossible for place in covered(when, listed.offence, spans)}
    findings: dict[TableFault, None] = {}
    rows = [
        None if place in barred else _row_for_combination(place, fitting, listed, cells, findings)
        for place in range(len(cells))
    ]
    return CompiledTable(spans=spans, rows=tuple(rows)), tuple(findings)


def _spans_of_questions(listed: OffenceSpec, layers: Layers) -> Spans:
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


def falls_under_row(cell: tuple[Span, ...], when: When, offence: Offence) -> bool:
    """Return whether a combination falls under these answers."""
    return all(_is_among(span, when.get(question.id)) for question, span in zip(offence.questions, cell, strict=True))


def _is_among(span: Span, spans: Sequence[Span] | None) -> bool:
    """Return whether answers are all among these, which are not told where all are meant."""
    return spans is None or any(low <= span[0] and span[1] <= high for low, high in spans)


def covered(when: When, offence: Offence, spans: Spans) -> frozenset[int]:
    """Return the places of the combinations that fall under these answers."""
    questions = zip(offence.questions, spans, strict=True)
    among = [[_is_among(span, when.get(question.id)) for span in each] for question, each in questions]
    return frozenset(compress(count(), map(all, product(*among))))


def _is_narrower(one: tuple[Row, frozenset[int]], other: tuple[Row, frozenset[int]]) -> bool:
    """Return whether a row is more specific than another."""
    if one[0].offence != other[0].offence:
        return other[0].offence == EVERY
    return one[1] < other[1]


def _row_for_combination(
    place: int,
    layers: list[list[tuple[Row, frozenset[int]]]],
    listed: OffenceSpec,
    cells: tuple[tuple[Span, ...], ...],
    findings: dict[TableFault, None],
) -> Row | None:
    """Return the row that rules a combination; a gap or a conflict is noted."""
    for layer in layers:
        fits = [entry for entry in layer if place in entry[1]]
        best = [entry[0] for entry in fits if not any(_is_narrower(other, entry) for other in fits)]
        clash = [pair for pair in combinations(best, 2) if pair[0].ruling != pair[1].ruling]
        if clash:
            names = tuple(row.name for row in clash[0])
            findings.setdefault(TableFault(rows=names, answers=""))
        if best:
            return best[0]
    findings.setdefault(TableFault(rows=(), answers=_combination_text(cells[place], listed)))
    return None


def _combination_text(cell: tuple[Span, ...], listed: OffenceSpec) -> str:
    pairs = zip(listed.offence.questions, cell, strict=True)
    return ", ".join(f"{question.id} = {_answer_text(question.answers, span)}" for question, span in pairs)


def _answer_text(answers: tuple[object, ...], span: Span) -> str:
    if answers:
        return str(getattr(answers[span[0]], "id", ""))
    return str(span[0]) if span[0] == span[1] else f"{span[0]}-{span[1]}"


def report(findings: tuple[TableFault, ...], listed: OffenceSpec, only_under: str, location: Location) -> None:
    """Report the conflicts of an offence, and its first gap."""
    at = location.inside("penalty")
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


def _idle_rows(rows: tuple[Row, ...], listed: OffenceSpec) -> tuple[Row, ...]:
    """Return the rows of a layer that never rule, because other rows of it cover all their answers."""
    mine = _relevant(rows, listed.offence.id)
    named = tuple(row for row in mine if row.offence != EVERY)
    spans = _spans_of_questions(listed, (named,))
    masks = [(row, covered(row.when, listed.offence, spans)) for row in named]
    ruling = {id(best) for place in range(prod(map(len, spans))) for best in _ruling_at_place(place, masks)}
    return tuple(row for row in named if id(row) not in ruling)


def _ruling_at_place(place: int, masks: list[tuple[Row, frozenset[int]]]) -> list[Row]:
    fits = [entry for entry in masks if place in entry[1]]
    return [entry[0] for entry in fits if not any(_is_narrower(other, entry) for other in fits)]


def _has_too_many_cells(listed: OffenceSpec, layers: Layers) -> bool:
    """Return whether an offence has too many combinations of answers to look at."""
    return prod(len(spans) for spans in _spans_of_questions(listed, layers)) > _MOST_CELLS


Choices = Mapping[str, str]
"""A choice for every option."""


@dataclass(frozen=True, kw_only=True, slots=True)
class FileRows:
    """The rows of one file, its own and those of each (option, choice), and its ladders."""

    own: tuple[Row, ...]
    chosen: dict[tuple[str, str], tuple[Row, ...]]
    ladders: tuple[Ladder, ...]

    @property
    def covers(self) -> frozenset[str]:
        """Return the offences that the file rules on itself."""
        rows = (*self.own, *(row for rows in self.chosen.values() for row in rows))
        return frozenset(name for row in rows for name in row.covers)

    def layers(self, choices: Choices) -> Layers:
        """Return the rows under these choices, the topmost layer first."""
        return (tuple(row for pair in choices.items() for row in self.chosen.get(pair, ())), self.own)


@dataclass(frozen=True, kw_only=True, slots=True)
class Penalties:
    """What a book says about offences: its own, tables of outcomes by variant and offence, ladders."""

    own: tuple[Offence, ...]
    outcome_tables: dict[str, dict[str, CompiledTable]]
    ladders: tuple[Ladder, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class PenaltyReader:
    """Reads the rows of every file once and draws every table of outcomes once."""

    catalogue: Offences
    sheets: dict[str, FileRows] = field(default_factory=dict)
    compiled: DecisionTables = field(default_factory=DecisionTables)

    def beside(self, document: str) -> "PenaltyReader":
        """Return a reader that has read and drawn as much, but for one document, and that leaves this one as it is."""
        return PenaltyReader(
            catalogue=self.catalogue,
            sheets={name: sheet for name, sheet in self.sheets.items() if name != document},
            compiled=DecisionTables(drawn=dict(self.compiled.drawn)),
        )

    def offences(self, lineage: tuple[Document, ...]) -> Offences:
        """Return the offences that the last document of a lineage knows."""
        known = dict(self.catalogue)
        for document in lineage:
            known |= document.offences
        return known

    def sheet(self, lineage: tuple[Document, ...], location: Location) -> FileRows:
        """Return the rows of the last document of a lineage, read with its offences and clauses."""
        document = lineage[-1]
        if document.id not in self.sheets:
            self.sheets[document.id] = _sheet_of(lineage, self.offences(lineage), location)
        return self.sheets[document.id]


def _sheet_of(lineage: tuple[Document, ...], offences: Offences, location: Location) -> FileRows:
    """Return the rows of the last document of a lineage."""
    document = lineage[-1]
    clauses = tuple(clause for each in reversed(lineage) for clause in each.layer.clauses)
    own = Context(document=document, offences=offences, clauses=clauses)
    chosen = {}
    for option in document.options:
        for choice in option.choices:
            at = location.inside("option").inside(option.id).inside("set").inside(choice.id)
            context = Context(document=document, offences=offences, clauses=(*choice.layer.clauses, *clauses))
            chosen[option.id, choice.id] = rows_of(choice.layer.rows, context, at)
    return FileRows(
        own=rows_of(document.layer.rows, own, location),
        chosen=chosen,
        ladders=_ladders_of(document.escalations, own, location),
    )


def penalties_of(
    lineage: tuple[Document, ...],
    variants: Mapping[str, str],
    pins: tuple[Choices, ...],
    reader: PenaltyReader,
    location: Location,
) -> Penalties:
    """Return the penalties of the last document of a lineage.

    ``variants`` maps each variant to its form of chombo, ``pins`` are the choices made for each base.
    """
    offences = reader.offences(lineage)
    _check_new(lineage, reader, location)
    sheet = reader.sheet(lineage, location)
    check_sheet(sheet, offences, location)
    below = tuple(
        layer
        for base, pin in reversed(list(zip(lineage[:-1], pins, strict=True)))
        for layer in reader.sheets[base.id].layers(pin)
    )
    outcome_tables: dict[str, dict[str, CompiledTable]] = {}
    found: dict[tuple[str, TableFault], list[str]] = {}
    for variant in variants:
        layers = (*sheet.layers(dict(choices_in(variant))), *below)
        outcome_tables[variant] = _outcome_tables_under(layers, offences, reader, variant, found)
    _report_found(found, offences, len(variants), location)
    _check_chombo(outcome_tables, variants, location)
    own = tuple(listed.offence for name, listed in offences.items() if name not in reader.catalogue)
    return Penalties(own=own, outcome_tables=outcome_tables, ladders=_ladders_in(lineage, reader))


def _ladders_in(lineage: tuple[Document, ...], reader: PenaltyReader) -> tuple[Ladder, ...]:
    """Return the ladders of the last document of a lineage, each offence on one at most.

    A base's ladder holds for those offences alone on which no heir rules itself.
    """
    found: dict[str, Ladder] = {}
    for document in lineage:
        sheet = reader.sheets[document.id]
        found = {name: ladder for name, ladder in found.items() if name not in sheet.covers}
        for ladder in reversed(sheet.ladders):
            found |= dict.fromkeys(ladder.offences, ladder)
    used = list({id(ladder): ladder for ladder in found.values()}.values())
    return tuple(
        replace(ladder, offences=tuple(sorted(name for name in found if found[name] is ladder))) for ladder in used
    )


def _outcome_tables_under(
    layers: Layers,
    offences: Offences,
    reader: PenaltyReader,
    variant: str,
    found: dict[tuple[str, TableFault], list[str]],
) -> dict[str, CompiledTable]:
    """Return the table of outcomes of every offence; what is wrong is noted under its variant."""
    outcome_tables = {}
    for name, listed in offences.items():
        if _has_too_many_cells(listed, layers):
            found.setdefault((name, TableFault(rows=(), answers=f"more than {_MOST_CELLS} combinations")), []).append(
                variant
            )
            continue
        outcome_tables[name], findings = reader.compiled.draw(listed, layers)
        for finding in findings:
            found.setdefault((name, finding), []).append(variant)
    return outcome_tables


def _report_found(
    found: Mapping[tuple[str, TableFault], list[str]], offences: Offences, variants: int, location: Location
) -> None:
    """Report gaps and conflicts, each once, naming the variants where it does not hold under all."""
    for name, listed in offences.items():
        mine = {finding: names for (offence, finding), names in found.items() if offence == name}
        for names in sorted(set(map(tuple, mine.values()))):
            under = "" if len(names) == variants else f" (with {' or '.join(names)})"
            report(tuple(each for each in mine if tuple(mine[each]) == names), listed, under, location)


def _check_new(lineage: tuple[Document, ...], reader: PenaltyReader, location: Location) -> None:
    """Report an offence that the catalogue or a base has already."""
    known = reader.offences(lineage[:-1])
    for name in lineage[-1].offences:
        if name in known:
            location.inside("offence").inside(name).report("There is such an offence already; rows for it are enough.")


def check_sheet(sheet: FileRows, offences: Offences, location: Location) -> None:
    """Report rows that never rule, and offences that two options decide."""
    for rows in (sheet.own, *sheet.chosen.values()):
        for name in sorted({row.offence for row in rows} - {EVERY}):
            for row in _idle_rows(rows, offences[name]):
                location.inside("penalty").report("A row never rules: others cover all its answers.", found=row.name)
    by_option: dict[str, set[str]] = {}
    for (option, _), rows in sheet.chosen.items():
        by_option.setdefault(option, set()).update(row.offence for row in rows)
    for (one, first), (other, second) in combinations(by_option.items(), 2):
        for name in sorted(first & second):
            location.inside("option").inside(other).report(f"The option {one} has rows for this too.", found=name)


def _check_chombo(
    outcome_tables: Mapping[str, Mapping[str, CompiledTable]], variants: Mapping[str, str], location: Location
) -> None:
    """Report every row with a chombo where the book has none."""
    named: dict[str, None] = {}
    for variant, form in variants.items():
        if form == ChomboForm.NONE:
            named |= dict.fromkeys(row.name for drawn in outcome_tables[variant].values() for row in chombo_rows(drawn))
    for name in named:
        at = location.inside("penalty")
        at.report(NO_CHOMBO["en"], found=name, allowed="another penalty")


def chombo_rows(drawn: CompiledTable) -> tuple[Row, ...]:
    """Return the rows of a table of outcomes that are a chombo."""
    return tuple(
        row for row in drawn.rows if row and any(each.kind == Penalty.CHOMBO for each in row.ruling.consequences)
    )


def _ladders_of(tables: tuple[Table, ...], context: Context, location: Location) -> tuple[Ladder, ...]:
    """Return the ladders of a file, those for a single offence before wider ones; wrong ones are left out."""
    at = location.inside("escalation")
    read = [ladder for i, table in enumerate(tables) for ladder in _ladder_of(table, context, at.inside(str(i + 1)))]
    return tuple(sorted(read, key=lambda ladder: (len(ladder.offences), ladder.offences)))


def _ladder_of(table: Table, context: Context, location: Location) -> tuple[Ladder, ...]:
    """Return one ladder, or nothing if it cannot be read."""
    before = len(location.problems)
    refuse_others(table, _ESCALATION_KEYS, location)
    offences = _raised_at(table, context, location)
    steps, at = table.get("steps"), location.inside("steps")
    if not isinstance(steps, list) or not 0 < len(steps) <= _MOST_STEPS:
        at.report("A ladder needs steps.", found=as_written(steps), allowed=f"1 to {_MOST_STEPS} lists of penalties")
        steps = []
    rulings = tuple(ruling_at({**_shared_by_steps(table), "penalties": step}, None, context, at) for step in steps)
    known = context.offences.get(str(table.get("offence")))
    ladder = Ladder(
        offences=offences,
        when=when_at(table, known.offence if known else None, location),
        together="category" in table,
        scope=name_out_of(table, "scope", _SCOPES, location),
        raises=Penalty(name_out_of(table, "raises", (Penalty.NONE.value, Penalty.WARNING.value), location)),
        steps=rulings,
    )
    return () if len(location.problems) > before else (ladder,)


def _shared_by_steps(table: Table) -> Table:
    """Return the source and the sentence of a ladder, which all its steps share."""
    return {key: table[key] for key in ("clause", "place", "confidence", "note", "says") if key in table}


def _raised_at(table: Table, context: Context, location: Location) -> tuple[str, ...]:
    """Return the offences that a ladder is for: one, all, or those of a category."""
    if ("offence" in table) == ("category" in table):
        location.report("A ladder is for an offence or for a category.", allowed="one of offence and category")
        return ()
    if "category" in table:
        category = name_out_of(table, "category", CATEGORIES, location)
        return tuple(name for name, each in context.offences.items() if each.offence.category == category)
    name = text_at(table, "offence", location)
    if name and name != EVERY and name not in context.offences:
        report_offence(name, tuple(context.offences), location)
    return tuple(context.offences) if name == EVERY else (name,)
