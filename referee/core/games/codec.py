"""Events as JSON text and back; the text of an event is what a log stores and a phone sends."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from referee.core.asking.answers import table_record
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
    Noted,
    Proposal,
    Renamed,
    Reopened,
    RulingIssued,
    RulingWithdrawn,
    Settled,
    TimeSignalled,
    Undone,
)
from referee.core.rules.facts import Aborted, Chomboed, Drawn, Hand, Win, Won
from referee.core.rules.ledger import Facts, Line, Note, Phrase, Quoted
from referee.core.text.jsontext import Record, Value, json_text, record

if TYPE_CHECKING:
    from referee.core.settling.placement import Standing

KINDS_OF_EVENTS = (
    (GameStarted, EventKind.GAME_STARTED),
    (Marked, EventKind.MARKED),
    (HandRecorded, EventKind.HAND_RECORDED),
    (Undone, EventKind.UNDONE),
    (HandCorrected, EventKind.HAND_CORRECTED),
    (Adjusted, EventKind.ADJUSTED),
    (Noted, EventKind.NOTED),
    (TimeSignalled, EventKind.TIME_SIGNALLED),
    (GameEnded, EventKind.GAME_ENDED),
    (Finished, EventKind.FINISHED),
    (Reopened, EventKind.REOPENED),
    (RulingIssued, EventKind.RULING_ISSUED),
    (RulingWithdrawn, EventKind.RULING_WITHDRAWN),
    (Renamed, EventKind.RENAMED),
)
"""The name under which each event is stored."""


def event_kind(event: Event) -> EventKind:
    """Return the name under which an event is stored."""
    return next(kind for event_type, kind in KINDS_OF_EVENTS if isinstance(event, event_type))


def event_text(event: Event) -> str:
    """Return the JSON text of an event."""
    return json_text(event_record(event))


def event_record(event: Event) -> Record:
    """Return an event as a record."""
    match event:
        case GameStarted(ruleset=ruleset, book=book, options=options, table=table):
            chosen = record(*options)
            return record(("ruleset", ruleset), ("book", book), ("options", chosen), ("table", table_record(table)))
        case HandRecorded(settled=settled):
            return record(("settled", settled_record(settled)))
        case HandCorrected(number=number, way=way, settled=hands, difference=line, yakitori=yakitori):
            return record(
                ("number", number),
                ("way", way),
                ("settled", tuple(settled_record(each) for each in hands)),
                ("difference", None if line is None else whole_line(line)),
                ("yakitori", yakitori),
            )
        case Finished(end=end, standing=standing):
            return record(("end", end), ("standing", whole_standing(standing)))
        case Adjusted():
            return record(
                ("line", whole_line(event.line)),
                ("honba", event.honba),
                ("dealer", event.dealer),
                ("round", event.round),
                ("extra", event.extra),
                ("text", event.text),
            )
        case _:
            return short_record(event)


def short_record(
    event: Marked | Undone | Noted | TimeSignalled | GameEnded | Reopened | RulingIssued | RulingWithdrawn | Renamed,
) -> Record:
    """Return a ruling, or an event without lines, as a record."""
    match event:
        case RulingIssued() | RulingWithdrawn():
            return ruling_event_record(event)
        case Marked(hand=hand, seat=seat, mark=mark, on=on, reason=reason):
            return record(("hand", hand), ("seat", seat), ("mark", mark), ("on", on), ("reason", reason))
        case Undone(target=target, reason=reason):
            return record(("target", target), ("reason", reason))
        case TimeSignalled(running=running, hands_left=hands_left):
            return record(("running", running), ("hands_left", hands_left))
        case Noted() | Reopened() | Renamed() | GameEnded():
            return plain_record(event)
        case _:
            assert_never(event)


def plain_record(event: Noted | Reopened | Renamed | GameEnded) -> Record:
    """Return an event that is a text, a seat, or nothing more than that it happened."""
    match event:
        case Renamed(seat=seat):
            return record(("seat", seat))
        case GameEnded():
            return record()
        case _:
            return record(("text", event.text))


def ruling_event_record(event: RulingIssued | RulingWithdrawn) -> Record:
    """Return a ruling, or its withdrawal, as a record."""
    lines = ("lines", tuple(whole_line(line) for line in event.lines))
    if isinstance(event, RulingWithdrawn):
        return record(("target", event.target), lines, ("text", event.text))
    return record(
        ("hand", event.hand),
        ("seat", event.seat),
        ("offence", event.offence),
        ("answers", event.answers),
        ("proposed", None if event.proposed is None else proposal_record(event.proposed)),
        ("issued", tuple((each.kind, each.amount) for each in event.issued)),
        lines,
        ("recorded", event.recorded),
        ("text", event.text),
    )


def proposal_record(proposal: Proposal) -> Record:
    """Return what a rulebook prescribed; a consequence is its kind, amount, bounds and choices."""
    rows = tuple((each.kind, each.amount, each.least, each.most, each.choices) for each in proposal.consequences)
    return record(
        ("consequences", rows),
        ("clause", proposal.clause),
        ("source", proposal.source),
        ("confidence", proposal.confidence),
        ("covered", proposal.covered),
    )


def settled_record(settled: Settled) -> Record:
    """Return a settled hand as a record."""
    return record(
        ("before", table_record(settled.before)),
        ("hand", hand_record(settled.hand)),
        ("lines", tuple(whole_line(line) for line in settled.lines)),
        ("notes", tuple(whole_note(note) for note in settled.notes)),
        ("step", settled.step),
        ("after", table_record(settled.after)),
        ("end", settled.end),
    )


def hand_record(hand: Hand) -> Record:
    """Return the facts of a hand as a settle question holds them."""
    match hand.ending:
        case Won(discarder=discarder, wins=wins):
            rows = tuple(win_record(win) for win in wins)
            ending: tuple[tuple[str, Value], ...] = (("result", "win"), ("from", discarder), ("wins", rows))
        case Drawn(tenpai=tenpai, nagashi=nagashi):
            ending = (("result", "draw"), ("tenpai", tenpai), ("nagashi", nagashi))
        case Aborted(reason=reason):
            ending = (("result", "abort"), ("reason", reason))
        case Chomboed(offenders=offenders):
            ending = (("result", "chombo"), ("offenders", offenders))
        case _:
            assert_never(hand.ending)
    common = (("riichi", hand.riichi), ("open_riichi", hand.open_riichi), ("dead", hand.dead), ("wareme", hand.wareme))
    return record(*ending, *common)


def win_record(win: Win) -> Record:
    """Return one winner; what is not known is left out."""
    value = (("yakuman", win.yakuman),) if win.yakuman else (("han", win.han),)
    fu = (("fu", win.fu),) if win.fu else ()
    pao = () if win.pao is None else (("pao", record(("seat", win.pao.seat), ("yakuman", win.pao.yakuman or None))),)
    yaku_han = () if win.yaku_han is None else (("yaku_han", win.yaku_han),)
    chips = record(("ippatsu", win.chips.ippatsu), ("red", win.chips.red), ("ura", win.chips.ura))
    laid = (("laid", record(*win.laid)),) if win.laid else ()
    return record(("seat", win.seat), *value, *fu, *pao, *yaku_han, ("yaku", win.yaku), ("chips", chips), *laid)


def whole_line(line: Line) -> Record:
    """Return everything that a line holds."""
    return record(
        ("reason", line.reason),
        ("rule", line.rule),
        ("facts", facts_pairs(line.facts)),
        ("points", line.points),
        ("kyoutaku", line.kyoutaku),
        ("bank", line.bank),
        ("chips", line.chips),
        ("bank_chips", line.bank_chips),
        ("penalties", line.penalties),
    )


def whole_note(note: Note) -> Record:
    """Return everything that a remark holds."""
    return record(("reason", note.reason), ("rule", note.rule), ("facts", facts_pairs(note.facts)))


def facts_pairs(facts: Facts) -> tuple[tuple[str, Value], ...]:
    """Return facts as pairs; a phrase is an object with its own facts, a quotation one with its text."""
    return tuple((name, fact_value(fact)) for name, fact in facts)


def fact_value(fact: str | int | Phrase | Quoted) -> Value:
    """Return one fact as a JSON value."""
    match fact:
        case Phrase(key=key, facts=inner):
            return record(("key", key), ("facts", facts_pairs(inner)))
        case Quoted(text=text):
            return record(("text", text))
        case _:
            return fact


def whole_standing(standing: Standing) -> Record:
    """Return a result in points."""
    rows = tuple((each.score, each.uma, each.oka, each.chips, each.penalties) for each in standing.parts)
    return record(("scores", standing.scores), ("places", standing.places), ("parts", rows))
