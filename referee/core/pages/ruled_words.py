"""Rulings of a table in words: who, what for, what was issued, and the reminder of earlier ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.core.games.events import OTHER_OFFENCE, Proposal, Sanction
from referee.core.penalties.words import penalty_said
from referee.core.rules.ledger import Quoted
from referee.core.rules.offences import Consequence, Offence, Ruling
from referee.core.rules.ruleset import Cite, Ruleset

if TYPE_CHECKING:
    from referee.core.games.at_table import AtTable
    from referee.core.games.entries import RulingEntry
    from referee.core.text.library import Library
    from referee.core.text.words import Speaker


def offence_known(name: str, library: Library) -> Offence | None:
    """Return an offence of the catalogue or of any book, None if none knows it."""
    found = [each for each in library.offences if each.id == name]
    found += [each for book in library.books for each in book.penalties.own if each.id == name]
    return found[0] if found else None


def offence_named(name: str, library: Library, speaker: Speaker) -> str:
    """Return an offence in words; one that nobody knows any more is named by its id."""
    if name == OTHER_OFFENCE:
        return speaker.words["apply.other_offence"]
    found = offence_known(name, library)
    return name if found is None else speaker.text(found.titles)


def as_ruling(issued: tuple[Sanction, ...]) -> Ruling:
    """Return what a referee issues in the form in which books rule, to be said in the same words."""
    consequences = tuple(
        Consequence(kind=each.kind, amount=each.amount, per="", least=0, most=0, choices=()) for each in issued
    )
    nowhere = Cite(clause="", source={}, confidence="", note={})
    return Ruling(consequences=consequences, says={}, steps=(), cite=nowhere, covered=True, found=True, guidance={})


def issued_said(issued: tuple[Sanction, ...], rules: Ruleset, speaker: Speaker) -> str:
    """Return penalties in few words."""
    said = [penalty_said(each, {}, rules, speaker) for each in as_ruling(issued).consequences]
    return speaker.words["rulings.plus"].join(said)


def proposal_said(proposal: Proposal | None, rules: Ruleset, speaker: Speaker) -> str:
    """Return what a rulebook proposed in few words."""
    if proposal is None or not proposal.covered:
        return speaker.words["outcome.referee"]
    said = [penalty_said(each, {}, rules, speaker) for each in proposal.consequences]
    return speaker.words["rulings.plus"].join(said)


def ruled_said(player: str, penalty: str, offence: str, speaker: Speaker) -> str:
    """Return a ruling in one sentence: who, what he suffers, and for what."""
    facts = (("player", player), ("penalty", penalty), ("offence", offence))
    return speaker.say("apply.ruled", tuple((name, Quoted(text=text)) for name, text in facts))


def entry_said(entry: RulingEntry, table: AtTable) -> str:
    """Return a ruling of the sheet in one sentence."""
    event, speaker = entry.issued, table.speaker
    penalty = issued_said(event.issued, table.rules, speaker)
    return ruled_said(table.names[event.seat], penalty, offence_named(event.offence, table.library, speaker), speaker)


def earlier_said(entry: RulingEntry, table: AtTable) -> str:
    """Return a ruling as a reminder: in which hand, what and for what."""
    hand = ("hand", Quoted(text=hand_ruled_in(entry, table)))
    return table.speaker.say("apply.earlier_one", (hand, ("said", Quoted(text=entry_said(entry, table)))))


def hand_ruled_in(entry: RulingEntry, table: AtTable) -> str:
    """Return in which hand a ruling was issued."""
    number, hands = entry.issued.hand, table.game.hands
    before = hands[number].settled.before if number < len(hands) else table.game.table
    return hand_title(before.round, before.dealer, table.speaker)


def hand_title(wind: str, dealer: int, speaker: Speaker) -> str:
    """Return "East 1"."""
    return speaker.say("table.hand", (("round", "round." + wind), ("number", dealer + 1)))


def earlier_rulings(table: AtTable, seat: int) -> tuple[RulingEntry, ...]:
    """Return the rulings on a player that stand, the oldest first: to be seen before another is chosen."""
    return tuple(entry for entry in table.game.rulings if entry.issued.seat == seat)


def rulings_now(table: AtTable) -> tuple[str, ...]:
    """Return the rulings of this hand, and the hands that are dead without one but for a known reason."""
    game = table.game
    ruled = [entry for entry in game.rulings if entry.issued.hand == game.number]
    charged = [(entry.issued.seat, entry.issued.offence) for entry in ruled]
    marked = [(seat, why) for seat, why in sorted(game.marks.dead) if why and (seat, why) not in charged]
    return (*[entry_said(entry, table) for entry in ruled], *[dead_said(seat, why, table) for seat, why in marked])


def dead_said(seat: int, why: str, table: AtTable) -> str:
    """Return why a hand is dead that was marked so."""
    offence = Quoted(text=offence_named(why, table.library, table.speaker))
    return table.speaker.say("apply.dead_for", (("player", Quoted(text=table.names[seat])), ("offence", offence)))
