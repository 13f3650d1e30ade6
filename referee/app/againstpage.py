"""View-model of the card that shows two books side by side."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from referee.app.paper import Row, fitted
from referee.app.rulespage import OPTION, OTHER_OPTION, BookCard, book_card, option_fields
from referee.core.telling.side_by_side import compared

if TYPE_CHECKING:
    from referee.app.asked import Asked
    from referee.app.pages import OptionField
    from referee.core.forms.form import Form
    from referee.core.penalties.court import Court
    from referee.core.telling.compare import Difference
    from referee.core.telling.explain import Sentence
    from referee.core.telling.offence_tables import RulingDifference
    from referee.core.telling.side_by_side import Comparison

HALF = 2
CASE, RULING = 2, 1
"""How many quarters of the width a case and each book's ruling have on paper."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Side:
    """One of the two books."""

    letter: str
    card: BookCard
    options: tuple[OptionField, ...]
    chosen: str


@dataclass(frozen=True, kw_only=True, slots=True)
class CardRow:
    """One row of the card: two sentences side by side, or a case with two rulings.

    ``heading`` stands above it, on paper before it; ``hint`` explains the heading.
    """

    printed: bool = True
    heading: str = ""
    hint: str = ""
    case: str = ""
    one: Sentence | None = None
    other: Sentence | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class AgainstPage:
    """The card; ``size`` names the size of its print, ``more`` what paper has no room for."""

    sides: tuple[Side, Side]
    rows: tuple[CardRow, ...]
    size: str
    more: str


def against_page(asked: Asked, one: Court, other: Court, sent: Form) -> AgainstPage:
    """Return two books side by side."""
    comparison = compared(one, other)
    rows = (
        *value_rows(asked, comparison.values),
        *word_rows(asked, comparison),
        *ruling_rows(asked, comparison.rulings),
    )
    paper = fitted([paper_row(row) for row in rows], len(comparison.values))
    return AgainstPage(
        sides=(side(asked, "A", one, sent, OPTION), side(asked, "B", other, sent, OTHER_OPTION)),
        rows=tuple(replace(row, printed=place < paper.rows) for place, row in enumerate(rows)),
        size=f"{paper.size // 10}-5" if paper.size % 10 else str(paper.size // 10),
        more=more_said(asked, len(rows) - paper.rows),
    )


def side(asked: Asked, letter: str, court: Court, sent: Form, prefix: str) -> Side:
    """Return one of the two books with the options it is shown under."""
    fields = option_fields(asked, court.book, sent, prefix)
    chosen = [f"{field.title}: {choice.text}" for field in fields for choice in field.choices if choice.chosen]
    return Side(letter=letter, card=book_card(asked, court.book), options=fields, chosen=" · ".join(chosen))


def value_rows(asked: Asked, differences: tuple[Difference, ...]) -> tuple[CardRow, ...]:
    """Return the differences of values under the headings of their chapters."""
    chapters = ["", *[difference.chapter for difference in differences]]
    return tuple(
        CardRow(
            heading="" if each.chapter == before else asked.say(f"rule.title.{each.chapter}"),
            one=each.one,
            other=each.other,
        )
        for before, each in zip(chapters, differences, strict=False)
    )


def word_rows(asked: Asked, comparison: Comparison) -> tuple[CardRow, ...]:
    """Return what each book says in words only, side by side without being compared."""
    one, other = comparison.words
    rows = tuple(
        CardRow(one=one[place] if place < len(one) else None, other=other[place] if place < len(other) else None)
        for place in range(max(len(one), len(other)))
    )
    return headed(rows, asked.say("page.rules.in_words"), asked.say("page.rules.in_words_how"))


def ruling_rows(asked: Asked, rulings: tuple[RulingDifference, ...]) -> tuple[CardRow, ...]:
    """Return the cases that are ruled differently."""
    rows = tuple(
        CardRow(case=" · ".join(filter(None, (each.title, each.when))), one=each.one, other=each.other)
        for each in rulings
    )
    return headed(rows, asked.say("page.rules.cases"))


def headed(rows: tuple[CardRow, ...], heading: str, hint: str = "") -> tuple[CardRow, ...]:
    """Return rows with a heading above the first."""
    return tuple(replace(row, heading=heading, hint=hint) if row is rows[0] else row for row in rows)


def paper_row(row: CardRow) -> Row:
    """Return a row as it is measured for paper."""
    lead = f"{row.heading}: " if row.heading else ""
    sides = (ended(row.one), ended(row.other))
    if row.case:
        return Row(cells=((lead + row.case, CASE), (sides[0], RULING), (sides[1], RULING)))
    return Row(cells=((lead + sides[0], HALF), (sides[1], HALF)))


def ended(line: Sentence | None) -> str:
    """Return a sentence with the clauses that end it."""
    return "" if line is None else f"{line.text} ({line.clauses})"


def more_said(asked: Asked, count: int) -> str:
    """Return where the rest stands that paper has no room for, nothing if all of it has."""
    return asked.say("page.rules.more", count=count, address=asked.url) if count else ""
