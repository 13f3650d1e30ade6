"""The screen that applies a ruling to a table: what the rulebook proposes, who did it, and what then happens.

The same on the server and on a phone without a network; ``templates/_parts/applying.html`` draws these view values.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from referee.core.forms.ruling_form import ANSWER
from referee.core.games.rulings import WITH_AMOUNT
from referee.core.pages.apply_outcome import (
    OutcomeView,
    Trial,
    case_of,
    leaves_open,
    left_to_referee,
    open_facts,
    outcome_view,
)
from referee.core.pages.fields_view import Pick, TextField
from referee.core.pages.preview import CHARACTERS, PLACES, READING_ORDER
from referee.core.pages.ruled_words import earlier_rulings, hand_title, offence_named
from referee.core.pages.ruling_view import ruling_decided
from referee.core.penalties.verdicts import spoken
from referee.core.penalties.words import PENALTIES, outcome_said
from referee.core.rules.choices import ChomboForm
from referee.core.rules.facts import wind_of
from referee.core.rules.offences import Penalty

if TYPE_CHECKING:
    from referee.core.forms.form import Form
    from referee.core.games.at_table import AtTable
    from referee.core.pages.facts_view import FactsView
    from referee.core.pages.fields_view import Pairs
    from referee.core.penalties.facts import Hearing


@dataclass(frozen=True, kw_only=True, slots=True)
class Proposed:
    """What the rulebook says: in few words, aloud, with its clause, and why it is read so where it is read."""

    short: str
    said: str
    clause: str
    confidence: str
    note: str


@dataclass(frozen=True, kw_only=True, slots=True)
class OffenderSeat:
    """One seat as a tile to tap; ``earlier`` counts the rulings that its player had before."""

    number: int
    place: str
    wind: str
    player: str
    earlier: str
    chosen: bool

    @property
    def character(self) -> str:
        """Return the wind as it stands on its tile."""
        return CHARACTERS[self.wind]

    @property
    def is_dealer(self) -> bool:
        """Return whether the dealer sits here."""
        return self.wind == "E"


@dataclass(frozen=True, kw_only=True, slots=True)
class OtherPenalty:
    """The penalties to choose from; folded away where the book decides, unless one is chosen."""

    is_left_open: bool
    is_unfolded: bool
    kinds: tuple[Pick, ...]
    amounts: tuple[TextField, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class ApplyView:
    """The screen: ``carried`` are fields that it sends unseen, an answer to its ``facts`` is sent to ``hearing``."""

    title: str
    proposed: Proposed | None
    carried: Pairs
    facts: FactsView | None
    hearing: str
    hand: str
    seats: tuple[OffenderSeat, ...]
    otherwise: OtherPenalty
    outcome: OutcomeView


def applying(sent: Form, table: AtTable) -> ApplyView:
    """Return everything that the screen shows about the ruling of a form."""
    case, before = case_of(sent, table), table.game.table
    hearing = case.hearing
    return ApplyView(
        title=offence_named(case.form.one("offence"), table.library, table.speaker),
        proposed=None if hearing is None or not hearing.is_decided else proposed(hearing),
        carried=carried_fields(case),
        facts=open_facts(case),
        hearing=table.address + "/rulings/apply/hearing",
        hand=hand_title(before.round, before.dealer, table.speaker),
        seats=tuple([offender_seat(case, (table.me + step) % 4) for step in READING_ORDER]),
        otherwise=other_penalty(case),
        outcome=outcome_view(case),
    )


def proposed(hearing: Hearing) -> Proposed:
    """Return what the rulebook says once the answers decide it."""
    ruling, court, counted = ruling_decided(hearing), hearing.court, hearing.charge.counted()
    return Proposed(
        short=outcome_said(ruling, counted, court),
        said=spoken(ruling, counted, court.rules, court.speaker),
        clause=ruling.cite.clause,
        confidence=ruling.cite.confidence,
        note=ruling.cite.note.get(court.speaker.lang, ""),
    )


def carried_fields(case: Trial) -> Pairs:
    """Return the fields that the screen carries along: the offence, the answers once they decide, what it resolves."""
    decided = case.hearing is None or case.hearing.is_decided
    answers = [(name, value) for name, value in case.form.pairs if name.startswith(ANSWER) and value and decided]
    waiting = [("resolves", case.form.one("resolves"))] if case.form.one("resolves") else []
    return (("offence", case.form.one("offence")), *waiting, *answers)


def offender_seat(case: Trial, seat: int) -> OffenderSeat:
    """Return one seat; they are read in the order of the page, the holder's at the bottom."""
    table = case.table
    earlier = len(earlier_rulings(table, seat))
    return OffenderSeat(
        number=seat,
        place=PLACES[(seat - table.me) % 4],
        wind=wind_of(seat, table.game.table.dealer),
        player=table.names[seat],
        earlier=table.speaker.say("apply.earlier_count", (("count", earlier),)) if earlier else "",
        chosen=case.form.has("seat", str(seat)),
    )


def other_penalty(case: Trial) -> OtherPenalty:
    """Return the penalties to choose from under the rules of the table."""
    is_left_open = leaves_open(case)
    barred = [Penalty.REFEREE]
    if case.table.rules.chombo.form == ChomboForm.NONE:
        barred.append(Penalty.CHOMBO)
    kinds = [kind for kind in PENALTIES if kind not in barred]
    return OtherPenalty(
        is_left_open=is_left_open,
        is_unfolded=is_left_open or bool(case.form.all("kind")),
        kinds=tuple([kind_pick(case, kind) for kind in kinds]),
        amounts=tuple([amount_asked(case, kind) for kind in kinds if kind in WITH_AMOUNT]),
    )


def kind_pick(case: Trial, kind: Penalty) -> Pick:
    """Return one penalty as a tile to tap."""
    text = case.table.speaker.words["penalty." + kind]
    return Pick(name="kind", value=str(kind), text=text, chosen=case.form.has("kind", str(kind)))


def amount_asked(case: Trial, kind: Penalty) -> TextField:
    """Return the field for the points of a penalty, filled with the least that the book names."""
    left, name = left_to_referee(case.hearing), f"amount-{kind}"
    least = str(left.least) if left is not None and left.least else ""
    label = case.table.speaker.words["apply.amount_" + kind]
    return TextField(name=name, label=label, value=case.form.one(name, least))
