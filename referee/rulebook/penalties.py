"""The penalties of a whole book: its rows on those of its bases, drawn into charts for every combination of options."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import combinations

from referee.core.rules.choices import ChomboForm
from referee.core.rules.offences import Offence, Penalty
from referee.rulebook.charts import (
    MOST_CELLS,
    Draughtsman,
    Drawn,
    Finding,
    Layers,
    has_too_many_cells,
    idle_rows,
    report,
)
from referee.rulebook.document import Document
from referee.rulebook.listed import Offences
from referee.rulebook.problems import Place
from referee.rulebook.rows import EVERY, Context, Row, rows_of

Choices = Mapping[str, str]
"""A choice for every option."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Sheet:
    """The rows of one file: its own and those of each (option, choice)."""

    own: tuple[Row, ...]
    chosen: dict[tuple[str, str], tuple[Row, ...]]

    def layers(self, choices: Choices) -> Layers:
        """Return the rows under these choices, the topmost layer first."""
        return (tuple(row for pair in choices.items() for row in self.chosen.get(pair, ())), self.own)


@dataclass(frozen=True, kw_only=True, slots=True)
class Penalties:
    """What a book says about offences: those that are not in the catalogue, and charts by variant and offence."""

    own: tuple[Offence, ...]
    charts: dict[str, dict[str, Drawn]]


@dataclass(frozen=True, kw_only=True, slots=True)
class Clerk:
    """Reads the rows of every file once and draws every chart once."""

    catalogue: Offences
    sheets: dict[str, Sheet] = field(default_factory=dict)
    draughtsman: Draughtsman = field(default_factory=Draughtsman)

    def offences(self, lineage: tuple[Document, ...]) -> Offences:
        """Return the offences that the last document of a lineage knows."""
        known = dict(self.catalogue)
        for document in lineage:
            known |= document.offences
        return known

    def sheet(self, lineage: tuple[Document, ...], place: Place) -> Sheet:
        """Return the rows of the last document of a lineage, read with its offences and clauses."""
        document = lineage[-1]
        if document.id not in self.sheets:
            self.sheets[document.id] = sheet_of(lineage, self.offences(lineage), place)
        return self.sheets[document.id]


def sheet_of(lineage: tuple[Document, ...], offences: Offences, place: Place) -> Sheet:
    """Return the rows of the last document of a lineage."""
    document = lineage[-1]
    clauses = tuple(clause for each in reversed(lineage) for clause in each.layer.clauses)
    own = Context(document=document, offences=offences, clauses=clauses)
    chosen = {}
    for option in document.options:
        for choice in option.choices:
            at = place.inside("option").inside(option.id).inside("set").inside(choice.id)
            context = Context(document=document, offences=offences, clauses=(*choice.layer.clauses, *clauses))
            chosen[option.id, choice.id] = rows_of(choice.layer.rows, context, at)
    return Sheet(own=rows_of(document.layer.rows, own, place), chosen=chosen)


def penalties_of(
    lineage: tuple[Document, ...], variants: Mapping[str, str], pins: tuple[Choices, ...], clerk: Clerk, place: Place
) -> Penalties:
    """Return the penalties of the last document of a lineage.

    ``variants`` maps each variant to its form of chombo, ``pins`` are the choices made for each base.
    """
    offences = clerk.offences(lineage)
    check_new(lineage, clerk, place)
    sheet = clerk.sheet(lineage, place)
    check_sheet(sheet, offences, place)
    below = tuple(
        layer
        for base, pin in reversed(list(zip(lineage[:-1], pins, strict=True)))
        for layer in clerk.sheets[base.id].layers(pin)
    )
    charts: dict[str, dict[str, Drawn]] = {}
    found: dict[tuple[str, Finding], list[str]] = {}
    for variant in variants:
        layers = (*sheet.layers(dict(pair.split("=") for pair in variant.split(",") if pair)), *below)
        charts[variant] = charts_under(layers, offences, clerk, variant, found)
    report_found(found, offences, len(variants), place)
    check_chombo(charts, variants, place)
    own = tuple(listed.offence for name, listed in offences.items() if name not in clerk.catalogue)
    return Penalties(own=own, charts=charts)


def charts_under(
    layers: Layers, offences: Offences, clerk: Clerk, variant: str, found: dict[tuple[str, Finding], list[str]]
) -> dict[str, Drawn]:
    """Return the chart of every offence; what is wrong is noted under its variant."""
    charts = {}
    for name, listed in offences.items():
        if has_too_many_cells(listed, layers):
            found.setdefault((name, Finding(rows=(), answers=f"more than {MOST_CELLS} combinations")), []).append(
                variant
            )
            continue
        charts[name], findings = clerk.draughtsman.draw(listed, layers)
        for finding in findings:
            found.setdefault((name, finding), []).append(variant)
    return charts


def report_found(
    found: Mapping[tuple[str, Finding], list[str]], offences: Offences, variants: int, place: Place
) -> None:
    """Report gaps and conflicts, each once, naming the variants where it does not hold under all."""
    for name, listed in offences.items():
        mine = {finding: names for (offence, finding), names in found.items() if offence == name}
        for names in sorted(set(map(tuple, mine.values()))):
            under = "" if len(names) == variants else f" (with {' or '.join(names)})"
            report(tuple(each for each in mine if tuple(mine[each]) == names), listed, under, place)


def check_new(lineage: tuple[Document, ...], clerk: Clerk, place: Place) -> None:
    """Report an offence that the catalogue or a base has already."""
    known = clerk.offences(lineage[:-1])
    for name in lineage[-1].offences:
        if name in known:
            place.inside("offence").inside(name).report("There is such an offence already; rows for it are enough.")


def check_sheet(sheet: Sheet, offences: Offences, place: Place) -> None:
    """Report rows that never rule, and offences that two options decide."""
    for rows in (sheet.own, *sheet.chosen.values()):
        for name in sorted({row.offence for row in rows} - {EVERY}):
            for row in idle_rows(rows, offences[name]):
                place.inside("penalty").report("A row never rules: others cover all its answers.", found=row.name)
    by_option: dict[str, set[str]] = {}
    for (option, _), rows in sheet.chosen.items():
        by_option.setdefault(option, set()).update(row.offence for row in rows)
    for (one, first), (other, second) in combinations(by_option.items(), 2):
        for name in sorted(first & second):
            place.inside("option").inside(other).report(f"The option {one} has rows for this too.", found=name)


def check_chombo(charts: Mapping[str, Mapping[str, Drawn]], variants: Mapping[str, str], place: Place) -> None:
    """Report every row with a chombo where the book has none."""
    named: dict[str, None] = {}
    for variant, form in variants.items():
        if form == ChomboForm.NONE:
            named |= dict.fromkeys(row.name for drawn in charts[variant].values() for row in chombo_rows(drawn))
    for name in named:
        at = place.inside("penalty")
        at.report("There is no chombo here: chombo.form is none.", found=name, allowed="another penalty")


def chombo_rows(drawn: Drawn) -> tuple[Row, ...]:
    """Return the rows of a chart that are a chombo."""
    return tuple(
        row for row in drawn.rows if row and any(each.kind == Penalty.CHOMBO for each in row.ruling.consequences)
    )
