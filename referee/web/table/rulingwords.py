"""Rulings of a table in words: who, what for, what the rulebook proposed, what was issued, and by whom."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from referee.core.asking.penaltyasks import kinds_of
from referee.core.forms.ruling_form import court_under
from referee.core.penalties.words import penalty_said
from referee.core.rules.offences import Consequence, Penalty, Ruling
from referee.core.rules.ruleset import Cite
from referee.desk import OTHER_OFFENCE, Phase, rulings_now
from referee.web.language import language, say, speaker, text_of
from referee.web.pages import Choice, hand_name
from referee.web.shelf import library_in_use

if TYPE_CHECKING:
    from referee.core.penalties.court import Court
    from referee.core.rules.offences import Offence
    from referee.core.rules.ruleset import Ruleset
    from referee.desk import Proposal, RulingRow, Sanction, TableView


@dataclass(frozen=True, kw_only=True, slots=True)
class RulingText:
    """One ruling of the sheet; ``seq`` names it, ``withdraw`` says whether it can be withdrawn here."""

    seq: int
    said: str
    source: str
    by: str
    text: str
    withdraw: bool
    hint: str


@dataclass(frozen=True, kw_only=True, slots=True)
class DeadHand:
    """A hand that was marked dead: the question why, and the offences to choose from."""

    number: str
    why: str
    reasons: tuple[Choice, ...]


def offence_of(name: str) -> Offence | None:
    """Return an offence of the catalogue or of any book, None if none knows it."""
    library = library_in_use()
    known = (*library.offences, *(each for book in library.books for each in book.penalties.own))
    return next((each for each in known if each.id == name), None)


def offence_title(name: str) -> str:
    """Return an offence in words; one that nobody knows any more is named by its id."""
    if name == OTHER_OFFENCE:
        return say("apply.other_offence")
    found = offence_of(name)
    return name if found is None else text_of(found.titles)


def as_ruling(issued: tuple[Sanction, ...]) -> Ruling:
    """Return what a referee issues in the form in which books rule, to be said in the same words."""
    consequences = tuple(
        Consequence(kind=each.kind, amount=each.amount, per="", least=0, most=0, choices=()) for each in issued
    )
    nowhere = Cite(clause="", source={}, confidence="", note={})
    return Ruling(consequences=consequences, says={}, steps=(), cite=nowhere, covered=True, guidance={})


def sanctions_said(issued: tuple[Sanction, ...], rules: Ruleset) -> str:
    """Return penalties in few words."""
    said = (penalty_said(each, {}, rules, speaker()) for each in as_ruling(issued).consequences)
    return say("rulings.plus").join(said)


def proposal_said(proposal: Proposal | None, rules: Ruleset) -> str:
    """Return what a rulebook proposed in few words."""
    if proposal is None or not proposal.covered:
        return say("outcome.uncovered")
    return say("rulings.plus").join(penalty_said(each, {}, rules, speaker()) for each in proposal.consequences)


def ruling_said(row: RulingRow, view: TableView) -> str:
    """Return a ruling in one sentence: who, what he suffers, and for what."""
    return say(
        "apply.ruled",
        player=view.seats[row.seat].name,
        penalty=sanctions_said(row.issued, view.rules),
        offence=offence_title(row.offence),
    )


def earlier_said(row: RulingRow, view: TableView) -> str:
    """Return a ruling as a reminder: in which hand, what and for what."""
    hand = hand_name(row.round, row.dealer)
    return say("apply.earlier_one", hand=hand, said=ruling_said(row, view))


def ruling_text(row: RulingRow, view: TableView) -> RulingText:
    """Return what the sheet tells of a ruling."""
    proposed = row.proposed
    stuck = row.stands and not row.can_withdraw and view.phase != Phase.FINISHED
    return RulingText(
        seq=row.seq,
        said=both_said(row, view.rules),
        source="" if proposed is None else f"{proposed.clause}, {say(f'rulings.{proposed.confidence}')}",
        by=row.stamp.by.name,
        text=row.text,
        withdraw=row.can_withdraw,
        hint=say("desk.chombo_recorded") if stuck else "",
    )


def both_said(row: RulingRow, rules: Ruleset) -> str:
    """Return what was issued, and beside it what the rulebook proposed where that is another penalty."""
    issued, proposed = sanctions_said(row.issued, rules), proposal_said(row.proposed, rules)
    if issued == proposed:
        return say("apply.issued", issued=issued)
    return say("apply.instead", issued=issued, proposed=proposed)


def court_at(view: TableView) -> Court | None:
    """Return where the offences of a table are judged, None where its rulebook is not here any more."""
    library = library_in_use()
    book = library.book(view.book)
    return None if book is None else court_under(book, view.options, library, language())


def offences_leading_to(kind: Penalty, view: TableView) -> tuple[Offence, ...]:
    """Return the offences that can lead to a penalty under the rules of a table."""
    court = court_at(view)
    if court is None:
        return ()
    return tuple(each for each in court.offences() if kind in kinds_of(each, court))


def rulings_told(view: TableView) -> tuple[str, ...]:
    """Return the rulings of this hand, and the hands that are dead without one but for a known reason."""
    ruled = rulings_now(view)
    marked = tuple(
        say("apply.dead_for", player=seat.name, offence=offence_title(seat.dead))
        for seat in view.seats
        if seat.dead and not any(row.seat == seat.seat and row.offence == seat.dead for row in ruled)
    )
    return (*(ruling_said(row, view) for row in ruled), *marked)


def unexplained_dead(view: TableView) -> tuple[DeadHand, ...]:
    """Return the hands that were marked dead without a reason, with the offences that may have been it."""
    seats = tuple(seat for seat in view.seats if seat.dead == "")
    if not seats:
        return ()
    offences = offences_leading_to(Penalty.DEAD_HAND, view)
    reasons = (
        *(Choice(value=each.id, text=text_of(each.titles), chosen=False) for each in offences),
        Choice(value=OTHER_OFFENCE, text=offence_title(OTHER_OFFENCE), chosen=False),
    )
    return tuple(
        DeadHand(number=str(seat.seat), why=say("apply.why_dead", player=seat.name), reasons=reasons) for seat in seats
    )
