"""Events as JSON text and back, and the hash by which every device knows one."""

from __future__ import annotations

from binascii import b2a_base64
from hashlib import sha256
from typing import Any, assert_never

from referee.ask.hands import read_hand
from referee.ask.settle import table_record
from referee.game.events import (
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
from referee.rules.ledger import Facts, Line, Note, Phrase, Quoted
from referee.rules.offences import Consequence, Penalty
from referee.rules.placement import Parts, Standing
from referee.rules.progress import EndReason, Step
from referee.rules.table import AbortiveDraw, Chombo, ExhaustiveDraw, Hand, Table, Win, Won
from referee.texts.jsontext import Record, Value, json_text, record, trusted_value
from referee.texts.library import frozen
from referee.texts.reader import Reader

LETTERS = 16
"""How much of the hash travels: enough that no two events of a club are taken for each other."""


def hashed(text: str) -> str:
    """Return the SHA-256 of a text in hexadecimal digits."""
    return digest_of(text).hex()


def digest_of(text: str) -> bytes:
    """Return the SHA-256 of a text."""
    return sha256(text.encode()).digest()


def letters_of(digest: bytes) -> str:
    """Return bytes as they are written in an address: in base 64 with letters, digits, - and _."""
    return b2a_base64(digest).decode().strip("\n").replace("+", "-").replace("/", "_")


def command_hash(command: str, place: int = 0) -> str:
    """Return what is stored of an order at its event number ``place``; nobody can work out an address from it."""
    told = command if place == 0 else f"{command} {place}"
    return hashed(f"command {told}")


def ruleset_hash(body: str) -> str:
    """Return the name under which a resolved ruleset is kept."""
    return hashed(body)


def event_hash(stored: str) -> str:
    """Return the hash by which devices name an event, from what is stored of its order."""
    return stored[:LETTERS]


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
        case ExhaustiveDraw(tenpai=tenpai, nagashi=nagashi):
            ending = (("result", "draw"), ("tenpai", tenpai), ("nagashi", nagashi))
        case AbortiveDraw(reason=reason):
            ending = (("result", "abort"), ("reason", reason))
        case Chombo(offenders=offenders):
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
