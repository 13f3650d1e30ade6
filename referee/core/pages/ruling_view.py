"""The ruling answer: what a form about an offence is answered, the same on the server and on a phone without a network.

First the answer, or the table of all outcomes while it is open; then the questions that can still change it; then the
same facts under another book. View values only: ``templates/_parts/ruling.html`` draws them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from referee.core.asking.penaltyasks import guidance_of
from referee.core.forms.form import Form
from referee.core.forms.ruling_form import answers_asked, court_asked, offence_asked, other_books, other_court_asked
from referee.core.lookup.procedures import procedure_called
from referee.core.pages.cite_view import CiteView, cite_view
from referee.core.pages.facts_view import FactsView, facts_view
from referee.core.pages.procedure_view import ProcedureView, procedure_view
from referee.core.penalties.court import Charge, Court, charge_with
from referee.core.penalties.facts import Hearing, facts_asked
from referee.core.penalties.outcomes import OutcomeRow, rows_of
from referee.core.penalties.rulings import Given, cells_of, joint_ruling
from referee.core.penalties.verdicts import effects, spoken
from referee.core.penalties.words import book_named, heaviest_kind, outcome_said, ruleset_named, when_said
from referee.core.text.words import filled

if TYPE_CHECKING:
    from referee.core.rules.offences import Offence, Ruling
    from referee.core.text.library import Library


@dataclass(frozen=True, kw_only=True, slots=True)
class Pronouncement:
    """The penalties in few words, with the heaviest kind, then what the referee says aloud."""

    kind: str
    outcome: str
    said: str


@dataclass(frozen=True, kw_only=True, slots=True)
class OutcomeShown:
    """One row of the table of outcomes: when, what, and the clause."""

    when: str
    kind: str
    said: str
    clause: str


@dataclass(frozen=True, kw_only=True, slots=True)
class OutcomeTable:
    """Every outcome that the answers leave open, equal ones in one row."""

    title: str
    rows: tuple[OutcomeShown, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class RulingInShort:
    """What a book says in short: its ruling with its source, or what it depends on, or neither if nothing can be."""

    title: str
    pronounced: Pronouncement | None = None
    cite: CiteView | None = None
    outcomes: OutcomeTable | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class VerdictView:
    """A ruling; where the referee decides, the book's own advice or what a ``guide`` says."""

    pronounced: Pronouncement
    steps: tuple[str, ...]
    cite: CiteView
    guidance: str
    guide: RulingInShort | None


@dataclass(frozen=True, kw_only=True, slots=True)
class BookEntry:
    """A book to compare with."""

    id: str
    title: str
    chosen: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class RulingView:
    """What an offence costs: the ``verdict`` or the open ``outcomes``, neither for answers that cannot come together.

    ``sides`` are both books' answers once another one is chosen, ``every_outcome`` is the table below a ruling.
    """

    rules: str
    title: str
    verdict: VerdictView | None
    outcomes: OutcomeTable | None
    facts: FactsView | None
    books: tuple[BookEntry, ...]
    sides: tuple[RulingInShort, ...]
    every_outcome: OutcomeTable | None


@dataclass(frozen=True, kw_only=True, slots=True)
class RulingAnswer:
    """A ruling or a procedure; neither for what the ruleset does not know."""

    ruling: RulingView | None = None
    procedure: ProcedureView | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class RulingNamed:
    """An answer with the field that names the offence."""

    offence: str
    answer: RulingAnswer


def ruling_answer(form: Form, library: Library, lang: str) -> RulingAnswer:
    """Return what a form's offence costs under its ruleset, as far as its answers decide.

    Fields: ``ruleset``, ``option-OPTION``, ``offence``, ``answer-QUESTION`` (an answer's id, a count or a range of
    counts) and ``other``, a ruleset to compare with. A procedure is answered in its place.
    """
    court = court_asked(form, library, lang)
    offence = offence_asked(form, court)
    if offence is not None:
        return RulingAnswer(ruling=ruling_view(form, offence, court))
    procedure = procedure_called(form.one("offence"), court)
    return RulingAnswer() if procedure is None else RulingAnswer(procedure=procedure_view(form, procedure, court))


def ruling_named(form: Form, library: Library, lang: str) -> RulingNamed:
    """Return what a form's offence costs, with the field that names the offence."""
    return RulingNamed(offence=form.one("offence"), answer=ruling_answer(form, library, lang))


def ruling_view(form: Form, offence: Offence, court: Court) -> RulingView:
    """Return what an offence costs under a book, as far as the answers of a form decide."""
    known = answers_asked(form, offence)
    here = Hearing(charge=charge_with(known, offence, court), court=court)
    there = hearing_there(form, offence, here)
    heard = tuple([each for each in (here, there, guide_of(here)) if each is not None])
    return RulingView(
        rules=book_named(court),
        title=court.speaker.text(offence.titles),
        verdict=verdict_view(here) if can_rule(here) else None,
        outcomes=open_outcomes(here, known),
        facts=facts_view(facts_asked(known, heard), here),
        books=books_beside(here, there),
        sides=() if there is None else (side_of(here), side_of(there)),
        every_outcome=every_outcome(here),
    )


def hearing_there(form: Form, offence: Offence, here: Hearing) -> Hearing | None:
    """Return the same answers under the other book, None where no other one is asked for."""
    other = other_court_asked(form, offence, here.court)
    if other is None:
        return None
    return Hearing(charge=charge_with(here.charge.given, offence, other), court=other)


def can_rule(hearing: Hearing) -> bool:
    """Return whether the answers decide the ruling; those that cannot come together decide nothing."""
    return bool(hearing.charge.cells) and hearing.is_decided


def ruling_decided(hearing: Hearing) -> Ruling:
    """Return the ruling that the answers decide."""
    return joint_ruling(hearing.charge.cells, hearing.court.book.penalties)


def verdict_view(here: Hearing) -> VerdictView:
    """Return the ruling that the answers decide, with what is to be done at the table step by step."""
    ruling, court = ruling_decided(here), here.court
    guide, guidance = guide_of(here), ruling.guidance
    return VerdictView(
        pronounced=pronouncement(ruling, here),
        steps=effects(ruling, here.charge, court.rules, court.speaker),
        cite=cite_view(ruling.cite, court.speaker),
        guidance=court.speaker.text(guidance) if guidance and guide is None else "",
        guide=None if guide is None else guide_view(guide),
    )


def pronouncement(ruling: Ruling, hearing: Hearing) -> Pronouncement:
    """Return a ruling as it is pronounced."""
    counted, court = hearing.charge.counted(), hearing.court
    return Pronouncement(
        kind=heaviest_kind(ruling),
        outcome=outcome_said(ruling, counted, court),
        said=spoken(ruling, counted, court.prices, court.speaker),
    )


def guide_of(here: Hearing) -> Hearing | None:
    """Return the book that guides the referee where his own decides nothing, None where none is needed."""
    if not can_rule(here):
        return None
    guide = guidance_of(ruling_decided(here), here.charge, here.court)
    return None if guide is None else Hearing(charge=guide[0], court=guide[1])


def guide_view(guide: Hearing) -> RulingInShort:
    """Return what a base or the last resort says."""
    words = guide.court.speaker.words
    return ruling_in_short(guide, filled(words["rulings.guide"], (("title", book_named(guide.court)),)))


def ruling_in_short(hearing: Hearing, title: str) -> RulingInShort:
    """Return what a book says in short under a title."""
    if not hearing.is_decided:
        return RulingInShort(title=title, outcomes=outcome_table(hearing, "rulings.depends"))
    ruling = ruling_decided(hearing)
    return RulingInShort(
        title=title, pronounced=pronouncement(ruling, hearing), cite=cite_view(ruling.cite, hearing.court.speaker)
    )


def side_of(hearing: Hearing) -> RulingInShort:
    """Return one book's answer to the facts under its title."""
    title = book_named(hearing.court)
    return ruling_in_short(hearing, title) if hearing.charge.cells else RulingInShort(title=title)


def open_outcomes(here: Hearing, known: Given) -> OutcomeTable | None:
    """Return everything that the answers given leave open, None where they decide or cannot come together."""
    if not here.charge.cells or here.is_decided:
        return None
    return outcome_table(hearing_with(known, here), "rulings.still" if any(known) else "rulings.outcomes")


def every_outcome(here: Hearing) -> OutcomeTable | None:
    """Return the whole table again for a ruling that the answers decided."""
    nothing: Given = tuple([None for _ in here.charge.given])
    whole = hearing_with(nothing, here)
    return None if whole.is_decided or not here.is_decided else outcome_table(whole, "rulings.outcomes")


def outcome_table(hearing: Hearing, title: str) -> OutcomeTable:
    """Return every outcome that the answers leave open; ``title`` is the key of its title."""
    rows = tuple([outcome_line(row, hearing.court) for row in rows_of(hearing.charge, hearing.court)])
    return OutcomeTable(title=hearing.court.speaker.words[title], rows=rows)


def outcome_line(row: OutcomeRow, court: Court) -> OutcomeShown:
    """Return one row."""
    return OutcomeShown(
        when=when_said(row.when, court.speaker),
        kind=heaviest_kind(row.ruling),
        said=outcome_said(row.ruling, {}, court),
        clause=row.ruling.cite.clause,
    )


def books_beside(here: Hearing, there: Hearing | None) -> tuple[BookEntry, ...]:
    """Return the books to compare with."""
    speaker, chosen = here.court.speaker, "" if there is None else there.court.book.id
    entries = [
        BookEntry(id=book.id, title=ruleset_named(book.titles, book.edition, speaker), chosen=book.id == chosen)
        for book in other_books(here.charge.offence, here.court)
    ]
    return tuple(entries)


def hearing_with(given: Given, here: Hearing) -> Hearing:
    """Return the offence under the same book with these answers and no defaults."""
    cells = cells_of(here.chart, given)
    return Hearing(charge=Charge(offence=here.charge.offence, given=given, cells=cells), court=here.court)
