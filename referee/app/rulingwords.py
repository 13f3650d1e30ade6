"""Rulings of a table in words: who, what for, what the rulebook proposed, what was issued, and by whom."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from referee.app.pages import Choice
from referee.core.pages.ruled_words import issued_said, offence_named, proposal_said, ruled_said
from referee.core.penalties.court import court_under
from referee.core.penalties.words import kinds_of
from referee.core.rules.offences import Penalty
from referee.desk import OTHER_OFFENCE, Phase

if TYPE_CHECKING:
    from referee.app.asked import Asked
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


def offence_title(asked: Asked, name: str) -> str:
    """Return an offence in words; one that nobody knows any more is named by its id."""
    return offence_named(name, asked.library, asked.speaker)


def ruling_said(asked: Asked, row: RulingRow, view: TableView) -> str:
    """Return a ruling in one sentence: who, what he suffers, and for what."""
    penalty = issued_said(row.issued, view.rules, asked.speaker)
    return ruled_said(view.seats[row.seat].name, penalty, offence_title(asked, row.offence), asked.speaker)


def ruling_text(asked: Asked, row: RulingRow, view: TableView) -> RulingText:
    """Return what the sheet tells of a ruling."""
    proposed = row.proposed
    stuck = row.stands and not row.can_withdraw and view.phase != Phase.FINISHED
    return RulingText(
        seq=row.seq,
        said=both_said(asked, row, view.rules),
        source="" if proposed is None else f"{proposed.clause}, {asked.say(f'rulings.{proposed.confidence}')}",
        by=row.stamp.by.name,
        text=row.text,
        withdraw=row.can_withdraw,
        hint=asked.say("desk.chombo_recorded") if stuck else "",
    )


def both_said(asked: Asked, row: RulingRow, rules: Ruleset) -> str:
    """Return what was issued, and beside it what the rulebook proposed where that is another penalty."""
    issued, proposed = issued_said(row.issued, rules, asked.speaker), proposal_said(row.proposed, rules, asked.speaker)
    if issued == proposed:
        return asked.say("apply.issued", issued=issued)
    return asked.say("apply.instead", issued=issued, proposed=proposed)


def court_at(asked: Asked, view: TableView) -> Court | None:
    """Return where the offences of a table are judged, None where its rulebook is not here any more."""
    library = asked.library
    book = library.book(view.book)
    return None if book is None else court_under(book, view.options, library, asked.speaker.lang)


def offences_leading_to(asked: Asked, kind: Penalty, view: TableView) -> tuple[Offence, ...]:
    """Return the offences that can lead to a penalty under the rules of a table."""
    court = court_at(asked, view)
    if court is None:
        return ()
    return tuple(each for each in court.offences() if kind in kinds_of(each, court))


def unexplained_dead(asked: Asked, view: TableView) -> tuple[DeadHand, ...]:
    """Return the hands that were marked dead without a reason, with the offences that may have been it."""
    seats = tuple(seat for seat in view.seats if seat.dead == "")
    if not seats:
        return ()
    offences = offences_leading_to(asked, Penalty.DEAD_HAND, view)
    reasons = (
        *(Choice(value=each.id, text=asked.speaker.text(each.titles), chosen=False) for each in offences),
        Choice(value=OTHER_OFFENCE, text=offence_title(asked, OTHER_OFFENCE), chosen=False),
    )
    return tuple(
        DeadHand(number=str(seat.seat), why=asked.say("apply.why_dead", player=seat.name), reasons=reasons)
        for seat in seats
    )
