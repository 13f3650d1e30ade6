"""Events read from their JSON text, which the program wrote itself."""

from __future__ import annotations

from typing import Any

from referee.core.asking.questions import read_hand
from referee.core.games.events import (
    Adjusted,
    Event,
    EventKind,
    Finished,
    GameEnded,
    GameStarted,
    HandCorrected,
    HandRecorded,
    Marked,
    MarkKind,
    Noted,
    Proposal,
    Renamed,
    Reopened,
    RulingIssued,
    RulingWithdrawn,
    Sanction,
    Settled,
    TimeSignalled,
    Undone,
    UndoReason,
    Way,
)
from referee.core.rules.facts import Hand, Table
from referee.core.rules.ledger import Facts, Line, Note, Phrase, Quoted
from referee.core.rules.offences import Consequence, Penalty
from referee.core.settling.endgame import EndReason
from referee.core.settling.placement import Parts, Standing
from referee.core.settling.progress import Step
from referee.core.text.jsontext import trusted_value
from referee.core.text.library import frozen
from referee.core.text.reading import Reader


def event_of(kind: EventKind, text: str) -> Event:
    """Return the event of this kind that the text holds."""
    plain: Any = trusted_value(text)
    match kind:
        case EventKind.GAME_STARTED:
            options = tuple((key, plain["options"][key]) for key in sorted(plain["options"]))
            table = table_of(plain["table"])
            return GameStarted(ruleset=plain["ruleset"], book=plain["book"], options=options, table=table)
        case EventKind.HAND_RECORDED:
            return HandRecorded(settled=settled_of(plain["settled"]))
        case EventKind.HAND_CORRECTED:
            return correction_of(plain)
        case EventKind.ADJUSTED:
            return adjusted_of(plain)
        case EventKind.RULING_ISSUED:
            return ruling_issued_of(plain)
        case _:
            return short_event(kind, plain)


def short_event(kind: EventKind, plain: dict[str, Any]) -> Event:
    """Return an event without lines."""
    match kind:
        case EventKind.MARKED:
            return Marked(
                hand=plain["hand"],
                seat=plain["seat"],
                mark=MarkKind(plain["mark"]),
                on=plain["on"],
                reason=plain["reason"],
            )
        case EventKind.UNDONE:
            return Undone(target=plain["target"], reason=UndoReason(plain["reason"]))
        case EventKind.NOTED:
            return Noted(text=plain["text"])
        case EventKind.TIME_SIGNALLED:
            return TimeSignalled(running=plain["running"], hands_left=plain["hands_left"])
        case EventKind.RULING_WITHDRAWN:
            lines = tuple(line_of(each) for each in plain["lines"])
            return RulingWithdrawn(target=plain["target"], lines=lines, text=plain["text"])
        case _:
            return closing_event(kind, plain)


def closing_event(kind: EventKind, plain: dict[str, Any]) -> Event:
    """Return an end, a signature, a reopening, or a changed name; the first schema gave no reason for a reopening."""
    match kind:
        case EventKind.GAME_ENDED:
            return GameEnded()
        case EventKind.FINISHED:
            return Finished(end=EndReason(plain["end"]), standing=standing_of(plain["standing"]))
        case EventKind.RENAMED:
            return Renamed(seat=plain["seat"])
        case _:
            return Reopened(text=plain.get("text", ""))


def correction_of(plain: dict[str, Any]) -> HandCorrected:
    """Return a correction."""
    line, yakitori = plain["difference"], plain["yakitori"]
    return HandCorrected(
        number=plain["number"],
        way=Way(plain["way"]),
        settled=tuple(settled_of(each) for each in plain["settled"]),
        difference=None if line is None else line_of(line),
        yakitori=None if yakitori is None else tuple(yakitori),
    )


def adjusted_of(plain: dict[str, Any]) -> Adjusted:
    """Return an adjustment."""
    return Adjusted(
        line=line_of(plain["line"]),
        honba=plain["honba"],
        dealer=plain["dealer"],
        round=plain["round"],
        extra=plain["extra"],
        text=plain["text"],
    )


def ruling_issued_of(plain: dict[str, Any]) -> RulingIssued:
    """Return a ruling."""
    proposed = plain["proposed"]
    return RulingIssued(
        hand=plain["hand"],
        seat=plain["seat"],
        offence=plain["offence"],
        answers=tuple((question, value) for question, value in plain["answers"]),
        proposed=None if proposed is None else proposal_of(proposed),
        issued=tuple(Sanction(kind=Penalty(kind), amount=amount) for kind, amount in plain["issued"]),
        lines=tuple(line_of(each) for each in plain["lines"]),
        recorded=plain["recorded"],
        text=plain["text"],
    )


def proposal_of(plain: dict[str, Any]) -> Proposal:
    """Return what a rulebook prescribed."""
    return Proposal(
        consequences=tuple(proposed_consequence(row) for row in plain["consequences"]),
        clause=plain["clause"],
        source=plain["source"],
        confidence=plain["confidence"],
        covered=plain["covered"],
    )


def proposed_consequence(row: list[Any]) -> Consequence:
    """Return one penalty that a rulebook prescribed."""
    kind, amount, least, most, choices = row
    return Consequence(kind=Penalty(kind), amount=amount, per="", least=least, most=most, choices=tuple(choices))


def settled_of(plain: dict[str, Any]) -> Settled:
    """Return a settled hand."""
    return Settled(
        before=table_of(plain["before"]),
        hand=hand_of(plain["hand"]),
        lines=tuple(line_of(each) for each in plain["lines"]),
        notes=tuple(note_of(each) for each in plain["notes"]),
        step=Step(plain["step"]),
        after=table_of(plain["after"]),
        end=None if plain["end"] is None else EndReason(plain["end"]),
    )


def table_of(plain: dict[str, Any]) -> Table:
    """Return a table."""
    return Table(**frozen(plain))


def hand_of(plain: dict[str, Any]) -> Hand:
    """Return the facts of a hand."""
    return read_hand(Reader(path="hand", fields=plain, problems=[]), None, None)


def line_of(plain: dict[str, Any]) -> Line:
    """Return a line."""
    return Line(
        reason=plain["reason"],
        rule=plain["rule"],
        facts=facts_of(plain["facts"]),
        points=tuple(plain["points"]),
        kyoutaku=plain["kyoutaku"],
        bank=plain["bank"],
        chips=tuple(plain["chips"]),
        bank_chips=plain["bank_chips"],
        penalties=tuple(plain["penalties"]),
    )


def note_of(plain: dict[str, Any]) -> Note:
    """Return a remark."""
    return Note(reason=plain["reason"], rule=plain["rule"], facts=facts_of(plain["facts"]))


def facts_of(pairs: list[Any]) -> Facts:
    """Return facts from their pairs."""
    return tuple((name, fact_of(value)) for name, value in pairs)


def fact_of(value: Any) -> str | int | Phrase | Quoted:  # noqa: ANN401 what JSON holds
    """Return one fact."""
    if isinstance(value, str | int):
        return value
    return Quoted(text=value["text"]) if "text" in value else Phrase(key=value["key"], facts=facts_of(value["facts"]))


def standing_of(plain: dict[str, Any]) -> Standing:
    """Return a result."""
    parts = tuple(parts_of(row) for row in plain["parts"])
    return Standing(
        scores=tuple(plain["scores"]), places=tuple(plain["places"]), parts=(parts[0], parts[1], parts[2], parts[3])
    )


def parts_of(row: list[int]) -> Parts:
    """Return what one result is made of."""
    score, uma, oka, chips, penalties = row
    return Parts(score=score, uma=uma, oka=oka, chips=chips, penalties=penalties)
