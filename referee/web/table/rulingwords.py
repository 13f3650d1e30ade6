"""Rulings of a table in words: who, what for, what the rulebook proposed, what was issued, and by whom."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from referee.core.forms.ruling_form import court_under
from referee.core.pages.ruled_words import issued_said, offence_named, proposal_said, ruled_said
from referee.core.penalties.words import kinds_of
from referee.core.rules.offences import Penalty
from referee.desk import OTHER_OFFENCE, Phase
from referee.web.language import language, say, speaker, text_of
from referee.web.pages import Choice
from referee.web.shelf import library_in_use

if TYPE_CHECKING:
    from referee.core.penalties.court import Court
    from referee.core.rules.offences import Offence
    from referee.core.rules.ruleset import Ruleset
    from referee.desk import RulingRow, TableView


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


def offence_title(name: str) -> str:
    """Return an offence in words; one that nobody knows any more is named by its id."""
    return offence_named(name, library_in_use(), speaker())


def ruling_said(row: RulingRow, view: TableView) -> str:
    """Return a ruling in one sentence: who, what he suffers, and for what."""
    penalty = issued_said(row.issued, view.rules, speaker())
    return ruled_said(view.seats[row.seat].name, penalty, offence_title(row.offence), speaker())


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
    issued, proposed = issued_said(row.issued, rules, speaker()), proposal_said(row.proposed, rules, speaker())
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
