"""Rows of penalties read from TOML: what a book says about an offence under certain answers."""

from dataclasses import dataclass
from itertools import chain

from referee.core.rules.offences import Consequence, Offence, Penalty, Ruling
from referee.core.rules.ruleset import Cite
from referee.rulebook.document import Clause, Confidence, Document, Texts
from referee.rulebook.listed import Offences, When
from referee.rulebook.offences import report_name, when_of
from referee.rulebook.problems import Place, as_written, listed, nearest_name
from referee.rulebook.tables import Table, joined, names_at, refuse_others, text_at, texts_at

EVERY = "*"
"""Stands for every offence."""

ROW_TABLES = (
    "offence",
    "when",
    "penalties",
    "clause",
    "place",
    "confidence",
    "note",
    "says",
    "steps",
    "covered",
    "found",
    "guidance",
)
KINDS = tuple(member.value for member in Penalty)
CONFIDENCES = tuple(member.value for member in Confidence)
AMOUNT_KEYS = {
    Penalty.FINE: ("kind", "amount"),
    Penalty.POINTS: ("kind", "amount", "per"),
    Penalty.REFEREE: ("kind", "min", "max", "choices"),
}
APART = (frozenset({"chombo", "points"}), frozenset({"chombo", "fine"}))
"""Penalties that cannot come together: a chombo has its price already."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Row:
    """One row: when it applies and what it says; ``name`` is how problems speak of it.

    ``covers`` are the offences it is for: one, or all that its file knows.
    """

    name: str
    offence: str
    covers: frozenset[str]
    when: When
    ruling: Ruling


@dataclass(frozen=True, kw_only=True, slots=True)
class Context:
    """What rows are read against: the offences there are, and the clauses a row may cite, the nearest first."""

    document: Document
    offences: Offences
    clauses: tuple[Clause, ...]

    def cite(self, name: str) -> Cite | None:
        """Return the source of a clause, or None if there is no such clause."""
        return next((clause.cite for clause in self.clauses if clause.cite.clause == name), None)


def rows_of(tables: tuple[Table, ...], context: Context, place: Place) -> tuple[Row, ...]:
    """Return the rows of a file or of a choice; what is wrong with a row is reported and the row left out."""
    read = (row_of(table, i + 1, context, place.inside("penalty").inside(str(i + 1))) for i, table in enumerate(tables))
    return tuple(chain.from_iterable(read))


def row_of(table: Table, number: int, context: Context, place: Place) -> tuple[Row, ...]:
    """Return one row, or nothing if it cannot be read."""
    before = len(place.problems)
    refuse_others(table, ROW_TABLES, place)
    name = text_at(table, "offence", place)
    listed_offence = context.offences.get(name)
    if name and name != EVERY and listed_offence is None:
        report_offence(name, tuple(context.offences), place)
    offence = listed_offence.offence if listed_offence else None
    when = when_at(table, offence, place)
    ruling = ruling_at(table, offence, context, place)
    if len(place.problems) > before:
        return ()
    covers = frozenset(context.offences) if name == EVERY else frozenset({name})
    label = row_name(number, name, table, context)
    return (Row(name=label, offence=name, covers=covers, when=when, ruling=ruling),)


def report_offence(name: str, known: tuple[str, ...], place: Place) -> None:
    """Report an offence that nobody has heard of."""
    nearest = nearest_name(name, known)
    place.inside("offence").report("There is no such offence.", found=as_written(name), nearest=nearest)


def row_name(number: int, offence: str, table: Table, context: Context) -> str:
    """Return how problems speak of a row."""
    when = f" with {as_written(table['when'])}" if "when" in table else ""
    return f"penalty {number} of {context.document.id} ({offence}{when})"


def when_at(table: Table, offence: Offence | None, place: Place) -> When:
    """Return the answers that a row is for."""
    if "when" not in table:
        return {}
    if offence is None:
        if table.get("offence") == EVERY:
            place.inside("when").report("A row for every offence cannot have answers.", found=as_written(table["when"]))
        return {}
    return when_of(table["when"], offence, place.inside("when"))


def ruling_at(table: Table, offence: Offence | None, context: Context, place: Place) -> Ruling:
    """Return what a row says."""
    consequences = consequences_at(table, offence, place)
    kinds = [each.kind for each in consequences]
    covered, found = covered_at(table, kinds, place), found_at(table, place)
    if "guidance" in table and Penalty.REFEREE not in kinds:
        place.inside("guidance").report("Guidance is for a referee who decides.", allowed='penalties = ["referee"]')
    return Ruling(
        consequences=consequences,
        says=texts_at(table, "says", place) if "says" in table else {},
        steps=steps_at(table, place),
        cite=cite_at(table, context, place),
        covered=covered,
        found=found,
        guidance=texts_at(table, "guidance", place) if "guidance" in table else {},
    )


def covered_at(table: Table, kinds: list[Penalty], place: Place) -> bool:
    """Return whether the book covers the case."""
    found = table.get("covered", True)
    if not isinstance(found, bool):
        place.inside("covered").report("Wrong type.", found=as_written(found), allowed="true or false")
        return True
    if not found and kinds != [Penalty.REFEREE]:
        place.inside("covered").report("Where the book says nothing the referee decides.", allowed='["referee"]')
    return found


def found_at(table: Table, place: Place) -> bool:
    """Return whether the text was found that would cover the case."""
    found = table.get("found", True)
    if not isinstance(found, bool):
        place.inside("found").report("Wrong type.", found=as_written(found), allowed="true or false")
        return True
    if not found and table.get("covered", True):
        place.inside("found").report("What was not found cannot cover the case.", allowed="covered = false")
    return found


def steps_at(table: Table, place: Place) -> tuple[Texts, ...]:
    """Return the steps at the table that come first."""
    found, at = table.get("steps", []), place.inside("steps")
    if not isinstance(found, list):
        at.report("Wrong type.", found=as_written(found), allowed="a list of texts")
        return ()
    return tuple(texts_at({str(i + 1): step}, str(i + 1), at) for i, step in enumerate(found))


def cite_at(table: Table, context: Context, place: Place) -> Cite:
    """Return the source of a row: its clause's, with whatever the row says otherwise."""
    clause = text_at(table, "clause", place)
    known = context.cite(clause)
    if known is None and clause and "place" not in table:
        near = nearest_name(clause, [each.cite.clause for each in context.clauses])
        place.inside("clause").report(
            "There is no such clause.",
            found=as_written(clause),
            allowed="a clause, or a place in the row",
            nearest=near,
        )
    source, confidence, note = cited_as(known, context.document)
    if "place" in table:
        source = joined(context.document.source, texts_at(table, "place", place))
    if "confidence" in table:
        confidence = text_at(table, "confidence", place)
        if confidence not in CONFIDENCES:
            report_name(confidence, CONFIDENCES, place.inside("confidence"))
    if "note" in table:
        note = texts_at(table, "note", place)
    if confidence == Confidence.INTERPRETATION and not note:
        place.inside("note").report("An interpretation needs a note: why so, and what other reading there is.")
    return Cite(clause=clause, source=source, confidence=confidence, note=note)


def cited_as(known: Cite | None, document: Document) -> tuple[Texts, str, Texts]:
    """Return source, confidence and note of a clause, or of the document as a whole."""
    if known is None:
        return document.source, document.confidence, {}
    return known.source, known.confidence, known.note


def consequences_at(table: Table, offence: Offence | None, place: Place) -> tuple[Consequence, ...]:
    """Return the penalties of a row."""
    found, at = table.get("penalties"), place.inside("penalties")
    if not isinstance(found, list) or not found:
        at.report("A row needs penalties.", found=as_written(found), allowed=f"a list of {listed(KINDS)}")
        return ()
    read = tuple(chain.from_iterable(consequence_of(each, offence, at) for each in found))
    kinds = [each.kind for each in read]
    if len(set(kinds)) < len(kinds):
        at.report("A penalty comes twice.", found=as_written(found))
    if Penalty.NONE in kinds and len(kinds) > 1:
        at.report("No penalty stands alone.", found=as_written(found))
    if any(apart <= set(kinds) for apart in APART):
        at.report("A chombo has its price already: no points and no fine beside it.", found=as_written(found))
    return read


def consequence_of(found: object, offence: Offence | None, place: Place) -> tuple[Consequence, ...]:
    """Return one penalty, or nothing if it cannot be read."""
    table: Table = {"kind": found} if isinstance(found, str) else found if isinstance(found, dict) else {}
    if not table:
        place.report("Wrong type.", found=as_written(found), allowed="a penalty, or a table with its kind")
        return ()
    kind = text_at(table, "kind", place)
    if kind not in KINDS:
        report_name(kind, KINDS, place)
        return ()
    refuse_others(table, AMOUNT_KEYS.get(Penalty(kind), ("kind",)), place)
    amounted = kind in (Penalty.FINE, Penalty.POINTS)
    least, most = bounds_at(table, place)
    return (
        Consequence(
            kind=Penalty(kind),
            amount=points_at(table, "amount", place) if amounted else 0,
            per=per_at(table, offence, place),
            least=least,
            most=most,
            choices=choices_at(table, place),
        ),
    )


def bounds_at(table: Table, place: Place) -> tuple[int, int]:
    """Return the bounds of the referee's discretion, zeros where there are none."""
    if "min" not in table and "max" not in table:
        return (0, 0)
    least, most = points_at(table, "min", place), points_at(table, "max", place)
    if least >= most:
        place.inside("max").report("A range needs a most above its least.", found=f"{least} to {most}")
    return (least, most)


def choices_at(table: Table, place: Place) -> tuple[str, ...]:
    """Return the penalties that the book leaves to the referee."""
    names = names_at(table, "choices", place) if "choices" in table else ()
    for name in names:
        if name not in KINDS or name == Penalty.REFEREE:
            report_name(name, tuple(kind for kind in KINDS if kind != Penalty.REFEREE), place.inside("choices"))
    return names


def per_at(table: Table, offence: Offence | None, place: Place) -> str:
    """Return the count question that an amount is multiplied by, empty for none."""
    if "per" not in table:
        return ""
    name = text_at(table, "per", place)
    counts = tuple(question.id for question in offence.questions if not question.answers) if offence else ()
    if name not in counts:
        report_name(name, counts, place.inside("per"))
    return name


def points_at(table: Table, key: str, place: Place) -> int:
    """Return an amount of points."""
    found = table.get(key)
    if isinstance(found, int) and not isinstance(found, bool) and found > 0 and found % 100 == 0:
        return found
    allowed = "a whole number above 0, in whole hundreds"
    place.inside(key).report("This value cannot be.", found=as_written(found), allowed=allowed)
    return 0
