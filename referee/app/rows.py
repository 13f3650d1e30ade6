"""Rows of the score sheet in words, and the result of a game that is over: places, arithmetic and what decided it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.app.asked import ShownTime, time_of
from referee.app.entries import (
    adjusted_text,
    changes_by_lines,
    hand_ended,
    issued_text,
    offence_named,
    proposal_text,
    ruled_text,
    score_changes,
    withdrawn_text,
)
from referee.app.pages import Choice, hand_name, hand_told, hand_with_honba, points, signed, speaker_at, thousands
from referee.desk import (
    OTHER_OFFENCE,
    AdjustmentRow,
    CorrectionRow,
    FinishedRow,
    HandRow,
    NoteRow,
    Phase,
    RenamedRow,
    ReopenedRow,
    RulingRow,
    SignalRow,
    StartRow,
    Way,
    WithdrawalRow,
    is_for_staff,
)
from referee.records import dataclass
from referee.rules.choices import Rounding
from referee.rules.offences import Penalty
from referee.rules.placement import uma_by_place, yakitori_chips
from referee.rules.progress import EndReason
from referee.rules.table import ALL_SEATS, STICK, AbortiveDraw, Chombo, ExhaustiveDraw, Four, Hand, Won, total
from referee.texts.case import rulebook_under
from referee.texts.rulings import kinds_of
from referee.texts.words import listed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from referee.app.asked import Asked
    from referee.desk import Row, TableView, Version
    from referee.rules.offences import Offence
    from referee.rules.placement import Parts, Standing
    from referee.rules.ruleset import Ruleset
    from referee.rules.table import Line, Table
    from referee.texts.case import Rulebook
    from referee.texts.words import Speaker


Reading = tuple[Hand, Four]
"""How a hand ended, and what it moved."""


@dataclass(frozen=True, kw_only=True, slots=True)
class RulingText:
    """One ruling of the sheet; ``seq`` names it, ``withdraw`` says whether it can be withdrawn here."""

    seq: int
    summary: str
    clause: str
    confidence: str
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


def ruling_line(asked: Asked, row: RulingRow, view: TableView) -> str:
    """Return a ruling in one sentence: who, what he suffers, and for what."""
    penalty = issued_text(row.issued, view.rules, asked.speaker)
    return ruled_text(view.seats[row.seat].name, penalty, offence_title(asked, row.offence), asked.speaker)


def _ruling_text(asked: Asked, row: RulingRow, view: TableView) -> RulingText:
    proposed = row.proposed
    open_still = row.stands and view.phase != Phase.FINISHED
    for_staff = is_for_staff(row, asked.role)
    hint = "desk.staff_ruling" if for_staff else "" if row.can_withdraw else "desk.chombo_recorded"
    return RulingText(
        seq=row.seq,
        summary=_issued_and_proposed_text(asked, row, view.rules),
        clause="" if proposed is None else proposed.clause,
        confidence="" if proposed is None else proposed.confidence,
        by=row.stamp.by.name,
        text=row.text,
        withdraw=row.can_withdraw and not for_staff,
        hint=asked.say(hint) if hint and open_still else "",
    )


def _issued_and_proposed_text(asked: Asked, row: RulingRow, rules: Ruleset) -> str:
    """Return what was issued, and beside it what the rulebook proposed where that is another penalty."""
    issued, proposed = issued_text(row.issued, rules, asked.speaker), proposal_text(row.proposed, rules, asked.speaker)
    if issued == proposed:
        return asked.say("apply.issued", issued=issued)
    return asked.say("apply.instead", issued=issued, proposed=proposed)


def _rulebook_at(asked: Asked, view: TableView) -> Rulebook | None:
    """Return where the offences of a table are judged, None where its rulebook is not here any more."""
    library = asked.library
    book = library.book(view.book)
    return None if book is None else rulebook_under(book, view.options, library, asked.speaker.lang)


def _offences_leading_to(asked: Asked, kind: Penalty, view: TableView) -> tuple[Offence, ...]:
    rulebook = _rulebook_at(asked, view)
    if rulebook is None:
        return ()
    return tuple(each for each in rulebook.offences() if kind in kinds_of(each, rulebook))


def unexplained_dead(asked: Asked, view: TableView) -> tuple[DeadHand, ...]:
    """Return the hands that were marked dead without a reason, with the offences that may have been it."""
    seats = tuple(seat for seat in view.seats if seat.dead == "")
    if not seats:
        return ()
    offences = _offences_leading_to(asked, Penalty.DEAD_HAND, view)
    reasons = (
        *(Choice(value=each.id, text=asked.speaker.text(each.titles), chosen=False) for each in offences),
        Choice(value=OTHER_OFFENCE, text=offence_title(asked, OTHER_OFFENCE), chosen=False),
    )
    return tuple(
        DeadHand(number=str(seat.seat), why=asked.say("apply.why_dead", player=seat.name), reasons=reasons)
        for seat in seats
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class LineText:
    """One line: its sentence, its clause and what it moves at each seat."""

    text: str
    clause: str


@dataclass(frozen=True, kw_only=True, slots=True)
class OldReading:
    """A hand as it was recorded before it was corrected."""

    what: str
    changes: tuple[str, ...]
    lines: tuple[LineText, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class RowText:
    """One row of the sheet: ``number`` where the row is a hand, ``undone`` says why where it was taken back.

    ``last`` is the number of the last event about it. A hand has a short name beside its title, "E2-1", its ``kind`` in
    one word, and the seats that declared riichi; ``chips`` are what it moves of them, none where it moves none.
    """

    last: int
    number: int | None
    title: str
    what: str
    changes: tuple[str, ...]
    scores: tuple[str, ...]
    lines: tuple[LineText, ...]
    older: tuple[OldReading, ...]
    at: ShownTime
    undone: str
    ruling: RulingText | None = None
    code: str = ""
    kind: str = ""
    riichi: tuple[int, ...] = ()
    chips: tuple[str, ...] = ()


def row_text(asked: Asked, row: Row, view: TableView) -> RowText:
    """Return one row in words; a ruling that was withdrawn is struck out with the reason."""
    if isinstance(row, HandRow):
        return _hand_row(asked, row, view)
    title, what = _other_row(asked, row, view)
    lines, table = moved_by(row)
    changes = _changes_of(asked, lines)
    speaker = speaker_at(asked, view, _dealer_of(row))
    return RowText(
        last=last_about(row),
        number=None,
        title=title,
        what=what,
        changes=changes,
        scores=_scores_of(asked, table.scores) if table and changes else (),
        lines=tuple(_line_text(line, view.rules, speaker) for line in lines),
        older=(),
        at=time_of(asked, row.stamp.at),
        undone=_undone_text(asked, row),
        ruling=_ruling_text(asked, row, view) if isinstance(row, RulingRow) else None,
        chips=_chips_of(asked, row),
    )


def _dealer_of(row: Row) -> int | None:
    """Return who dealt when a penalty was issued or withdrawn."""
    if isinstance(row, RulingRow):
        return row.dealer
    return row.table.dealer if isinstance(row, WithdrawalRow) else None


def _hand_row(asked: Asked, row: HandRow, view: TableView) -> RowText:
    speaker = speaker_at(asked, view, row.dealer)
    return RowText(
        last=last_about(row),
        number=row.number,
        title=hand_with_honba(asked, row),
        what=_hand_text(asked, row.hand, view) + corrected_below(asked, row),
        changes=_moved_text(asked, row),
        scores=tuple(points(asked, score) for score in row.after.scores),
        lines=tuple(_line_text(line, view.rules, speaker) for line in row.lines),
        older=tuple(_old_reading(asked, each, view) for each in row.older if _is_changed(each, row)),
        at=time_of(asked, row.stamp.at),
        undone=_undone_text(asked, row),
        code=hand_code(asked, row),
        kind=_kind_of(asked, row.hand),
        riichi=row.hand.riichi,
        chips=_chips_of(asked, row),
    )


def _moved_text(asked: Asked, row: HandRow) -> tuple[str, ...]:
    """Return what a hand moved at each seat; a chombo that moves nothing yet tells in brackets what it costs later."""
    moved = changes_when_played(row)
    if any(moved) or not isinstance(row.hand.ending, Chombo):
        return tuple(signed(asked, amount) for amount in moved)
    costs = [sum([line.penalties[seat] for line in row.lines]) for seat in ALL_SEATS]
    return tuple(f"({signed(asked, cost)})" if cost else NONE for cost in costs)


NONE = "\N{EN DASH}"
"""Stands where nothing moves."""


def hand_code(asked: Asked, row: HandRow) -> str:
    """Return "E2-1": East 2 with 1 honba."""
    return asked.say("sheet.code", round=asked.say(f"sheet.round_{row.round}"), number=row.dealer + 1, honba=row.honba)


def _kind_of(asked: Asked, hand: Hand) -> str:
    match hand.ending:
        case Won(discarder=discarder):
            return asked.say("result.tsumo" if discarder is None else "result.ron")
        case ExhaustiveDraw():
            return asked.say("result.draw")
        case AbortiveDraw():
            return asked.say("result.abort")
        case _:
            return asked.say("result.chombo")


def _moves(line: Line) -> bool:
    """Say whether a line of a ruling moves something: what else was issued is said above it."""
    return any((*line.points, *line.chips, *line.penalties))


def changes_when_played(row: HandRow) -> Four:
    """Return what the hand moved when it was played; a correction of the points only stands in a row of its own."""
    return score_changes(row.before.scores, row.after.scores)


def corrected_below(asked: Asked, row: HandRow) -> str:
    """Return a hint where the facts are corrected here and the points in a later row."""
    return "" if changes_when_played(row) == row.deltas else asked.say("sheet.corrected_below")


def _is_changed(version: Version, row: HandRow) -> bool:
    """Say whether an earlier reading is another than the present one; one that was only settled again is not told."""
    return version.hand != row.hand or version.deltas != row.deltas


def _old_reading(asked: Asked, version: Version, view: TableView) -> OldReading:
    speaker = speaker_at(asked, view, version.dealer)
    return OldReading(
        what=_hand_text(asked, version.hand, view),
        changes=tuple(signed(asked, amount) for amount in version.deltas),
        lines=tuple(_line_text(line, view.rules, speaker) for line in version.lines),
    )


def moved_by(row: Row) -> tuple[tuple[Line, ...], Table | None]:
    """Return the lines of a row that is no hand, and the table after it where that is told."""
    match row:
        case RulingRow():
            return tuple(filter(_moves, row.lines)), row.table
        case WithdrawalRow():
            return row.lines, row.table
        case AdjustmentRow():
            return (row.line,), row.table
        case CorrectionRow(difference=line):
            return () if line is None else (line,), row.table
        case _:
            return (), None


def chips_moved(row: Row) -> Four:
    """Return the chips that a row moves at each seat."""
    if isinstance(row, HandRow):
        return score_changes(row.before.chips, row.after.chips)
    return total([line.chips for line in moved_by(row)[0]])


def _chips_of(asked: Asked, row: Row) -> tuple[str, ...]:
    moved = chips_moved(row)
    return tuple(signed(asked, each) if each else "" for each in moved) if any(moved) else ()


def _other_row(asked: Asked, row: Row, view: TableView) -> tuple[str, str]:
    """Return title and text of a row that is no hand."""
    match row:
        case AdjustmentRow():
            return asked.say("sheet.adjustment"), _adjustment_text(asked, row, view)
        case CorrectionRow():
            number = _correction_of(asked, row, view)
            return asked.say("sheet.correction", hand=number), _correction_text(asked, row, view)
        case RulingRow():
            return asked.say("apply.row", hand=hand_name(asked, row.round, row.dealer)), ruling_line(asked, row, view)
        case SignalRow():
            return asked.say("sheet.signal"), asked.say("sheet.signal_left", count=row.hands_left)
        case WithdrawalRow():
            what = withdrawn_text(view.seats[row.seat].name, offence_title(asked, row.offence), row.text)
            return asked.say("apply.withdrawal"), what
        case _:
            return _plain_row(asked, row, view)


def _plain_row(asked: Asked, row: Row, view: TableView) -> tuple[str, str]:
    """Return title and text of a row that moves nothing: how a game begins and ends, and whose name was changed."""
    match row:
        case NoteRow(text=text):
            return asked.say("sheet.note"), text
        case ReopenedRow(text=text):
            return asked.say("sheet.reopened"), text
        case RenamedRow(seat=seat):
            return asked.say("sheet.renamed"), asked.say("sheet.renamed_at", player=view.seats[seat].name)
        case FinishedRow():
            return asked.say("sheet.finished"), ""
        case StartRow():
            return asked.say("sheet.start"), ""
        case _:
            return asked.say("sheet.end"), ""


def _correction_of(asked: Asked, row: CorrectionRow, view: TableView) -> str:
    """Return the name of the hand that was corrected."""
    hands = [each for each in view.sheet if isinstance(each, HandRow) and each.number == row.number]
    return hand_told(asked, hands[-1]) if hands else str(row.number + 1)


def _correction_text(asked: Asked, row: CorrectionRow, view: TableView) -> str:
    """Return what a correction changed, the old value and the new one, how later hands followed, why, and by whom."""
    way = asked.say("sheet.replayed" if row.way == Way.REPLAY else "sheet.points_only")
    why = [asked.say("apply.reason", text=row.text)] if row.text else []
    who = [asked.say("sheet.corrected_by", name=row.stamp.by.name)] if row.stamp.by.name else []
    found = _versions_around(row, view)
    if found is None:
        return " · ".join([way, *why, *who])
    (old, before), (new, after) = found
    hands = [_hand_text(asked, each, view) for each in (old, new)]
    names = [seat.name for seat in view.seats]
    moved = [
        f"{name} {asked.say('sheet.old_and_new', old=signed(asked, was), new=signed(asked, now))}"
        for name, was, now in zip(names, before, after, strict=True)
        if was != now
    ]
    said = asked.say("sheet.old_and_new", old=hands[0], new=hands[1]) if hands[0] != hands[1] else hands[1]
    return " · ".join([said, *moved, way, *why, *who])


def _versions_around(row: CorrectionRow, view: TableView) -> tuple[Reading, Reading] | None:
    """Return a hand before a correction and after it, None where the correction does not stand or changed nothing."""
    hands = [each for each in view.sheet if isinstance(each, HandRow) and each.number == row.number]
    if not hands or row.undone is not None:
        return None
    hand = hands[-1]
    before = [each for each in hand.older if each.seq < row.seq]
    after = [each for each in hand.older if each.seq >= row.seq]
    if not before:
        return None
    now = (after[0].hand, after[0].deltas) if after else (hand.hand, hand.deltas)
    return (before[-1].hand, before[-1].deltas), now


def _adjustment_text(asked: Asked, row: AdjustmentRow, view: TableView) -> str:
    """Return the written reason of an adjustment, and what else it changed."""
    dealer = "" if row.dealer is None else view.seats[row.dealer].name
    return adjusted_text(row.text, row.honba, dealer, row.hands_left, asked.speaker)


def _scores_of(asked: Asked, scores: Four) -> tuple[str, ...]:
    return tuple(points(asked, score) for score in scores)


def _changes_of(asked: Asked, lines: tuple[Line, ...]) -> tuple[str, ...]:
    """Return what lines that are no hand's move at each seat, nothing where they move nothing at the table."""
    return tuple(signed(asked, amount) for amount in changes_by_lines(lines) or ())


def _line_text(line: Line, rules: Ruleset, speaker: Speaker) -> LineText:
    """Return a line's sentence with its clause."""
    cite = rules.cites.get(line.rule)
    return LineText(text=speaker.line(line), clause="" if cite is None else cite.clause)


def last_about(row: Row) -> int:
    """Return the number of the event that a row tells, or of the one that took it back."""
    return row.seq if row.undone is None else row.undone.seq


def _undone_text(asked: Asked, row: Row) -> str:
    """Return why a row was taken back or withdrawn, nothing while it stands."""
    if row.undone is None and isinstance(row, RulingRow) and row.withdrawn:
        return asked.say("apply.withdrawn", text=row.withdrawn.text)
    return "" if row.undone is None else asked.say("sheet.undone", reason=asked.say(f"undo.{row.undone.reason}"))


def _hand_text(asked: Asked, hand: Hand, view: TableView) -> str:
    """Return how a hand ended, with the players' names."""
    return hand_ended(hand, tuple(seat.name for seat in view.seats), view.rules, asked.speaker)


@dataclass(frozen=True, kw_only=True, slots=True)
class ResultRow:
    """One player's place and final result, with the sum that it comes from; ``score`` is that of the table."""

    rank: str
    player: str
    final: str
    score: str
    arithmetic: str


@dataclass(frozen=True, kw_only=True, slots=True)
class ResultView:
    """Why the game is over, the result in the order of the places, and ``told``: sticks on the table, yakitori, ties.

    ``_reasons`` say what is added and taken off, each with its clause; ``phase`` whether it is confirmed.
    """

    phase: str
    why: str
    rows: tuple[ResultRow, ...]
    told: tuple[LineText, ...]
    reasons: tuple[LineText, ...]


def result_of(asked: Asked, view: TableView) -> ResultView | None:
    """Return the result of a game that is over."""
    if view.standing is None:
        return None
    standing = view.standing
    order = sorted(view.seats, key=lambda seat: (standing.places[seat.seat], seat.seat))
    rows = tuple(
        ResultRow(
            rank=asked.say(f"preview.place_{standing.places[seat.seat]}"),
            player=seat.name,
            final=thousands(asked, standing.parts[seat.seat].total),
            score=points(asked, standing.scores[seat.seat]),
            arithmetic=arithmetic(asked, standing.scores[seat.seat], standing.parts[seat.seat], view.rules),
        )
        for seat in order
    )
    return ResultView(
        phase=asked.say(f"phase.{view.phase}"),
        why=over_text(asked, view.end),
        rows=rows,
        told=(*_stick_lines(asked, view), *_yakitori_lines(asked, view), *_tie_lines(asked, standing, view)),
        reasons=tuple(_reasons(asked, standing, view.rules)),
    )


def over_text(asked: Asked, end: EndReason | None) -> str:
    """Return the sentence that says why a game is over."""
    return asked.say("table.over" if end in (None, EndReason.FORCED) else f"end.{end}")


def arithmetic(asked: Asked, score: int, parts: Parts, rules: Ruleset) -> str:
    """Return "33.0 − 30.0 + oka 20.0 = +23.0"; what a score part has beside the score and what it loses is rounding."""
    named = (
        ("", -rules.final.subtract),
        (asked.say("final.rounding") + " ", parts.score + rules.final.subtract - score),
        (asked.say("table.oka") + " ", parts.oka),
        (asked.say("table.uma") + " ", parts.uma),
        _chips_added(asked, parts.chips, rules),
        (asked.say("table.penalties") + " ", parts.penalties),
    )
    added = [
        f"{'+' if amount > 0 else _MINUS} {name}{_thousands_unsigned(asked, abs(amount))}"
        for name, amount in named
        if amount
    ]
    return " ".join([_thousands_unsigned(asked, score), *added, "=", thousands(asked, parts.total)])


def _chips_added(asked: Asked, chips: int, rules: Ruleset) -> tuple[str, int]:
    """Return "14 chips times" and what each is worth, below zero where they are taken off."""
    if not chips:
        return "", 0
    value = rules.chips.value
    text = asked.say("preview.chips", count=abs(chips) // value) + " \N{MULTIPLICATION SIGN} "
    return text.replace(" ", "\N{NO-BREAK SPACE}"), value if chips > 0 else -value


_MINUS = "\N{MINUS SIGN}"
"""Takes off, in every language; a negative number is written as the language writes it."""


def _thousands_unsigned(asked: Asked, amount: int) -> str:
    """Return points in thousands, without the sign of a gain."""
    return thousands(asked, amount).replace("+", "")


def _reasons(asked: Asked, standing: Standing, rules: Ruleset) -> Iterator[LineText]:
    """Yield what the rules add to the scores and take off them, as far as they do, and how equal scores are placed."""
    final = rules.final
    if final.subtract:
        yield _reason_line(asked, rules, "subtract", points=final.subtract)
    if final.rounding != Rounding.NONE:
        yield _reason_line(asked, rules, "rounding", f"_{final.rounding}")
    if final.oka:
        yield _reason_line(asked, rules, "oka", points=final.oka)
    uma = uma_by_place(standing.scores, rules)
    if any(uma):
        by_place = [signed(asked, each) if final.uma_chips else thousands(asked, each) for each in uma]
        yield _reason_line(asked, rules, "uma", "_chips" if final.uma_chips else "", uma=" / ".join(by_place))
    if rules.chips.used:
        worth = asked.say("final.chip", points=points(asked, rules.chips.value))
        yield LineText(text=worth, clause=rules.cite("chips.value").clause)
    if len(set(standing.scores)) < len(standing.scores):
        yield _reason_line(asked, rules, "ties", f"_{final.ties}")


def _reason_line(asked: Asked, rules: Ruleset, rule: str, choice: str = "", **facts: str | int) -> LineText:
    """Return what one rule of the result says, with its clause; ``choice`` tells its sentences apart."""
    return LineText(text=asked.say(f"final.{rule}{choice}", **facts), clause=rules.cite(f"final.{rule}").clause)


def _stick_lines(asked: Asked, view: TableView) -> tuple[LineText, ...]:
    """Return what became of the sticks of a game that is over: those of an unfinished hand, and those left."""
    returned = tuple(
        LineText(
            text=asked.say("table.stick_returned", player=view.seats[seat].name, points=points(asked, STICK)), clause=""
        )
        for seat in view.returned
    )
    return (*returned, *_left_lines(asked, view))


def _yakitori_lines(asked: Asked, view: TableView) -> tuple[LineText, ...]:
    """Return who pays chips for not having won, nothing where nobody does or all four would."""
    moved = yakitori_chips(view.table.yakitori, view.rules)
    waiting = [seat.name for seat in view.seats if moved[seat.seat] < 0]
    if not waiting:
        return ()
    players, each = listed(waiting, asked.speaker.words), view.rules.chips.yakitori_each
    text = asked.say("final.yakitori", players=players, count=len(waiting), each=each)
    return (LineText(text=text, clause=view.rules.cite("chips.yakitori").clause),)


def _tie_lines(asked: Asked, standing: Standing, view: TableView) -> tuple[LineText, ...]:
    """Return who shares a place although penalties part the results, which looks like a mistake without a reason."""
    by_place = [[seat for seat in view.seats if standing.places[seat.seat] == place] for place in (1, 2, 3)]
    return tuple(
        _reason_line(
            asked,
            view.rules,
            "ties",
            "_parted",
            players=listed([seat.name for seat in tied], asked.speaker.words),
            place=asked.say(f"preview.place_{standing.places[tied[0].seat]}"),
        )
        for tied in by_place
        if len({standing.parts[seat.seat].penalties for seat in tied}) > 1
    )


def sticks_if_ended(asked: Asked, view: TableView) -> tuple[LineText, ...]:
    """Return what becomes of the sticks on the table if the game is ended now: those of this hand, and those left."""
    left, cite = view.table.kyoutaku, view.rules.cite("final.left_sticks")
    back = [LineText(text=asked.say("effect.chombo_sticks"), clause="")] if view.kyoutaku > left else []
    said = asked.say(f"table.left_to_{view.rules.final.left_sticks}", points=points(asked, left))
    return (*back, *([LineText(text=said, clause=cite.clause)] if left else []))


def _left_lines(asked: Asked, view: TableView) -> tuple[LineText, ...]:
    """Return who was given the points that were left on the table, or that nobody was, with the clause."""
    cite = view.rules.cite("final.left_sticks")
    given = tuple(
        asked.say("table.left_given", player=seat.name, points=points(asked, view.left_given[seat.seat]))
        for seat in view.seats
        if view.left_given[seat.seat]
    )
    left = (asked.say("table.left_to_nobody", points=points(asked, view.kyoutaku)),) if view.kyoutaku else ()
    return tuple(LineText(text=text, clause=cite.clause) for text in (*given, *left))
