"""What a person does at the table, decided by the rules: the event to be stored, or why it is refused."""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum
from typing import TYPE_CHECKING, assert_never

from referee.ask.hands import read_table
from referee.game.events import (
    Adjusted,
    Finished,
    GameEnded,
    GameStarted,
    HandCorrected,
    HandRecorded,
    Marked,
    MarkKind,
    Noted,
    Renamed,
    Reopened,
    Settled,
    TimeSignalled,
    Undone,
    UndoReason,
    Way,
)
from referee.game.game import DifferenceEntry, Game, HandEntry, dead_by, table_after
from referee.records import dataclass
from referee.rules.choices import OpenRiichi, TimeLimit
from referee.rules.placement import standing
from referee.rules.progress import hands_left_at_signal, last_round, winners_of, yakitori_after
from referee.rules.riichi import least_points
from referee.rules.settlement import played, settle, verify
from referee.rules.table import (
    STICK,
    WINDS,
    Code,
    Facts,
    Four,
    Hand,
    Line,
    NotDone,
    Problem,
    Table,
    not_done,
    total,
    wind_word,
)
from referee.texts.reader import Reader

if TYPE_CHECKING:
    from referee.rules.ruleset import Ruleset


_LONGEST_TEXT = 500
"""How many characters a reason or a note may have."""


def why_closed(game: Game) -> NotDone | None:
    """Return why no hand can be played any more, or None."""
    if game.result is not None:
        return not_done("", "desk.signed", code=Code.GAME_OVER)
    return None if game.end is None else not_done("", "desk.over", code=Code.GAME_OVER)


def why_signed(game: Game) -> NotDone | None:
    """Return why nothing may be changed any more, or None."""
    return None if game.result is None else not_done("", "desk.signed", code=Code.GAME_OVER)


def with_dead(hand: Hand, dead: tuple[tuple[int, str], ...]) -> Hand:
    """Return the hand with the seats that were marked dead among its dead hands."""
    marked = tuple(seat for seat, _ in dead)
    return replace(hand, dead=tuple(sorted({*hand.dead, *marked})))


def _settled_hand(table: Table, hand: Hand, rules: Ruleset) -> Settled | NotDone:
    """Return the hand as it stands on the sheet, or what the rules refuse about it."""
    problems = verify(table, hand, rules)
    if problems:
        return NotDone(problems=problems)
    found = settle(table, hand, rules)
    return Settled(
        before=table,
        hand=hand,
        lines=found.lines,
        notes=found.notes,
        step=found.progress.step,
        after=found.progress.table,
        end=found.progress.end,
    )


def decide_hand(game: Game, hand: Hand, rules: Ruleset) -> HandRecorded | NotDone:
    """Record a finished hand; a hand that was marked dead stays dead, whatever is said of it."""
    refused = why_closed(game)
    if refused is not None:
        return refused
    settled = _settled_hand(game.table, with_dead(hand, game.marks.dead), rules)
    return settled if isinstance(settled, NotDone) else HandRecorded(settled=settled)


def decide_mark(game: Game, marked: Marked, rules: Ruleset) -> Marked | NotDone:
    """Mark a seat, or take its mark away; one that comes after its hand counts only if the hand is taken back."""
    if marked.hand != game.number:
        return marked
    if not marked.on:
        return dead_by_ruling(game, marked) or marked
    refused = why_closed(game)
    if refused is not None:
        return refused
    return _wrong_riichi(game, marked, rules) or marked


def _wrong_riichi(game: Game, marked: Marked, rules: Ruleset) -> NotDone | None:
    """Return why a riichi cannot be marked, or None; other marks always can."""
    if marked.mark not in (MarkKind.RIICHI, MarkKind.OPEN_RIICHI):
        return None
    if marked.mark == MarkKind.OPEN_RIICHI and rules.riichi.open == OpenRiichi.NONE:
        return not_done("mark", "refused.no_open_riichi", (), Code.RIICHI_NOT_ALLOWED, "riichi.open")
    player = ("player", wind_word(marked.seat, game.table.dealer))
    if is_dead(game, marked.seat):
        return not_done("seat", "refused.dead_hand_cannot_riichi", (player,), Code.RIICHI_NOT_ALLOWED, "wins.dead_hand")
    if not can_bet(game, marked, rules):
        facts: Facts = (player, ("points", game.table.scores[marked.seat]), ("least", STICK))
        return not_done("seat", "refused.riichi_not_allowed", facts, Code.RIICHI_NOT_ALLOWED, "riichi.points")
    return None


def is_dead(game: Game, seat: int) -> bool:
    """Return whether a seat's hand is dead now."""
    return any(each == seat for each, _ in game.marks.dead)


def dead_by_ruling(game: Game, marked: Marked) -> NotDone | None:
    """Return why a dead hand cannot be taken back by a tap, or None: a ruling is withdrawn with a reason."""
    ruled_so = any(dead_by(entry, game.number, marked.seat) for entry in game.rulings)
    return not_done("mark", "desk.dead_by_ruling") if marked.mark == MarkKind.DEAD_HAND and ruled_so else None


def can_bet(game: Game, marked: Marked, rules: Ruleset) -> bool:
    """Return whether the seat has the points that the riichi needs."""
    least = least_points(rules, is_open=marked.mark == MarkKind.OPEN_RIICHI)
    return least is None or game.table.scores[marked.seat] >= least


def undoable(game: Game) -> int | None:
    """Return the last standing event that changes the table or ends the game, or None."""
    if game.result is not None:
        return None
    seqs = [
        seq
        for seq, event in game.log
        if not isinstance(event, GameStarted | Marked | Noted | Renamed | Finished | Reopened | GameEnded)
        or (isinstance(event, GameEnded) and game.forced)
    ]
    return seqs[-1] if seqs else None


def decide_undo(game: Game, reason: UndoReason) -> Undone | NotDone:
    """Take the last entry back."""
    target = undoable(game)
    if target is None:
        return why_signed(game) or not_done("", "desk.nothing_to_undo")
    return Undone(target=target, reason=reason)


def hand_taken_back(game: Game) -> Undone | NotDone:
    """Take the last entry back where it is a hand, for another one that is recorded in its place."""
    target = undoable(game)
    hands = [entry.seq for entry in game.hands]
    if target is None or target not in hands:
        return why_signed(game) or not_done("", "desk.no_hand_instead")
    return Undone(target=target, reason=UndoReason.MISTYPED)


def decide_one_more(game: Game) -> Adjusted | NotDone:
    """Let a game go on for one more hand after its time signal."""
    left = game.table.hands_left
    if game.result is not None or left is None:
        return why_signed(game) or not_done("", "desk.nothing_changes")
    line = _adjustment_line(game.table, Adjustment())
    return Adjusted(line=line, honba=None, dealer=None, round=None, extra=None, text="", hands_left=left + 1)


def decide_signal(game: Game, rules: Ruleset, *, running: bool) -> TimeSignalled | NotDone:
    """Give the time signal, once in a game."""
    refused = why_closed(game)
    if refused is not None:
        return refused
    if rules.time.limit == TimeLimit.NONE:
        return not_done("", "desk.no_signal", rule="time.limit")
    if game.table.hands_left is not None:
        return not_done("", "desk.signal_twice", (("hands", game.table.hands_left),))
    return TimeSignalled(running=running, hands_left=hands_left_at_signal(running=running, rules=rules))


def decide_end(game: Game) -> GameEnded | NotDone:
    """End the game before its rules do."""
    return why_closed(game) or GameEnded()


def decide_finish(game: Game, rules: Ruleset) -> Finished | NotDone:
    """Issue the result of a game that is over."""
    refused = why_signed(game)
    if refused is not None:
        return refused
    if game.end is None:
        return not_done("", "desk.not_over")
    return Finished(end=game.end, standing=standing(played(game.table), rules))


def decide_reopen(game: Game, text: str) -> Reopened | NotDone:
    """Take the signature and a forced end back, for a written reason."""
    if game.result is None and not game.forced:
        return not_done("", "desk.not_closed")
    return wrong_text(text) or Reopened(text=text)


def decide_renaming(game: Game, seats: tuple[int, ...]) -> tuple[Renamed, ...] | NotDone:
    """Change the names at seats; those of a signed result are what was signed."""
    if game.result is not None:
        return not_done("names", "desk.signed_names", code=Code.GAME_OVER)
    return tuple(Renamed(seat=seat) for seat in seats) or not_done("names", "desk.nothing_changes")


def decide_note(text: str) -> Noted | NotDone:
    """Write a remark on the sheet."""
    return wrong_text(text) or Noted(text=text)


def wrong_text(text: str) -> NotDone | None:
    """Return what is wrong with a typed text, or None."""
    if not text:
        return not_done("text", "desk.text_missing", code=Code.MISSING_FIELD)
    return too_long(text)


def too_long(text: str) -> NotDone | None:
    """Return that a typed text is longer than the sheet holds, or None."""
    if len(text) > _LONGEST_TEXT:
        return not_done("text", "desk.text_too_long", (("most", _LONGEST_TEXT),), Code.OUT_OF_RANGE)
    return None


@dataclass(frozen=True, kw_only=True, slots=True)
class Adjustment:
    """What the table should be, None where it stays; points without the bets of the hand being played."""

    scores: Four | None = None
    kyoutaku: int | None = None
    honba: int | None = None
    dealer: int | None = None
    round: str | None = None
    chips: Four | None = None
    penalties: Four | None = None
    text: str = ""


def decide_adjustment(game: Game, wanted: Adjustment, rules: Ruleset) -> Adjusted | NotDone:
    """Set scores, sticks, honba, dealer or round as a person wants them, with his reason."""
    refused = why_signed(game) or wrong_text(wanted.text) or _wrong_figures(game.table, wanted)
    if refused is not None:
        return refused
    table = game.table
    wind = None if wanted.round == table.round else wanted.round
    adjusted = Adjusted(
        line=_adjustment_line(table, wanted),
        honba=None if wanted.honba == table.honba else wanted.honba,
        dealer=None if wanted.dealer == table.dealer else wanted.dealer,
        round=wind,
        extra=None if wind is None else WINDS.index(wind) > WINDS.index(last_round(rules)),
        text=wanted.text,
    )
    nothing = (adjusted.honba, adjusted.dealer, wind) == (None, None, None) and _is_empty(adjusted.line)
    return not_done("", "desk.nothing_changes") if nothing else adjusted


def _wrong_figures(table: Table, wanted: Adjustment) -> NotDone | None:
    """Return which of the figures that are to be changed cannot be, or None; figures that stay are as they are."""
    figures: tuple[tuple[str, object, object], ...] = (
        ("scores", table.scores, wanted.scores),
        ("kyoutaku", table.kyoutaku, wanted.kyoutaku),
        ("honba", table.honba, wanted.honba),
        ("dealer", table.dealer, wanted.dealer),
        ("round", table.round, wanted.round),
        ("chips", table.chips, wanted.chips),
        ("penalties", table.penalties, wanted.penalties),
    )
    changed = {
        name: list(new) if isinstance(new, tuple) else new
        for name, old, new in figures
        if new is not None and new != old
    }
    present = {"scores": [0, 0, 0, 0], "round": "E", "dealer": 0, "honba": 0, "kyoutaku": 0}
    reader = Reader(path="", fields=present | changed, problems=[])
    read_table(reader, "S")
    return NotDone(problems=tuple(reader.problems)) if reader.problems else None


def _adjustment_line(table: Table, wanted: Adjustment) -> Line:
    """Return the line that brings the table to the wanted points; what no seat gains or loses is the bank's."""
    points = gap(table.scores, wanted.scores)
    chips = gap(table.chips, wanted.chips)
    kyoutaku = 0 if wanted.kyoutaku is None else wanted.kyoutaku - table.kyoutaku
    return Line(
        reason="line.adjustment",
        rule="",
        facts=(),
        points=points,
        kyoutaku=kyoutaku,
        bank=-sum(points) - kyoutaku,
        chips=chips,
        bank_chips=-sum(chips),
        penalties=gap(table.penalties, wanted.penalties),
    )


def gap(present: Four, wanted: Four | None) -> Four:
    """Return what each seat lacks to the wanted numbers."""
    if wanted is None:
        return (0, 0, 0, 0)
    return (wanted[0] - present[0], wanted[1] - present[1], wanted[2] - present[2], wanted[3] - present[3])


def _is_empty(line: Line) -> bool:
    return not (any(line.points) or line.kyoutaku or any(line.chips) or any(line.penalties))


def difference_between(old: HandEntry, new: Settled) -> Line:
    """Return the line that makes up for a hand whose lines were wrong, while later hands keep theirs."""
    lines = ((1, new.lines), (-1, old.settled.lines))
    rows = tuple((sign, line) for sign, each in lines for line in each)
    return Line(
        reason="line.correction",
        rule="",
        facts=(),
        points=_signed_sum(tuple((sign, line.points) for sign, line in rows)),
        kyoutaku=sum(sign * line.kyoutaku for sign, line in rows),
        bank=sum(sign * line.bank for sign, line in rows),
        chips=_signed_sum(tuple((sign, line.chips) for sign, line in rows)),
        bank_chips=sum(sign * line.bank_chips for sign, line in rows),
        penalties=_signed_sum(tuple((sign, line.penalties) for sign, line in rows)),
    )


def _signed_sum(rows: tuple[tuple[int, Four], ...]) -> Four:
    """Return the sum of the rows, each added or taken off."""
    columns = tuple(sum(sign * row[seat] for sign, row in rows) for seat in (0, 1, 2, 3))
    return (columns[0], columns[1], columns[2], columns[3])


class Change(StrEnum):
    """What a correction changes about a later hand."""

    PAYMENTS = "payments"
    DEALER = "dealer"
    HONBA = "honba"
    STICKS = "sticks"
    END = "end"


@dataclass(frozen=True, kw_only=True, slots=True)
class Replayed:
    """The hands from a corrected one on, settled again in order; where one no longer fits, why and which."""

    settled: tuple[Settled, ...]
    stuck_at: int | None = None
    problems: tuple[Problem, ...] = ()


def table_of_hand(game: Game, number: int) -> Table:
    """Return the table before a hand of the sheet, the present one where there is no such hand."""
    return game.hands[number].settled.before if 0 <= number < game.number else game.table


def corrected_first(game: Game, number: int, hand: Hand, rules: Ruleset) -> Settled | NotDone:
    """Return the corrected hand settled again at its own table; marked dead hands stay dead."""
    refused = why_signed(game)
    if refused is not None:
        return refused
    if not 0 <= number < game.number:
        return not_done("number", "desk.no_such_hand", code=Code.OUT_OF_RANGE)
    old = game.hands[number]
    facts = with_dead(hand, old.marks.dead)
    if facts == old.settled.hand:
        return not_done("hand", "desk.nothing_changes")
    return _settled_hand(old.settled.before, facts, rules)


def replayed(game: Game, number: int, first: Settled, rules: Ruleset) -> Replayed:
    """Return the hands after a corrected one, settled again from their facts.

    Adjustments and the time signal stay where they were; differences that earlier corrections of these
    hands left behind are in the new lines already.
    """
    done: tuple[Settled, ...] = (first,)
    table = first.after
    after = next(i for i, entry in enumerate(game.entries) if isinstance(entry, HandEntry) and entry.number == number)
    for entry in game.entries[after + 1 :]:
        if isinstance(entry, HandEntry):
            if done[-1].end is not None:
                over = not_done("", "desk.ends_earlier", code=Code.GAME_OVER).problems
                return Replayed(settled=done, stuck_at=entry.number, problems=over)
            found = _settled_hand(table, entry.settled.hand, rules)
            if isinstance(found, NotDone):
                return Replayed(settled=done, stuck_at=entry.number, problems=found.problems)
            done = (*done, found)
            table = found.after
        elif not (isinstance(entry, DifferenceEntry) and entry.number >= number):
            table = table_after(table, entry)
    return Replayed(settled=done)


def by_replay(number: int, settled: tuple[Settled, ...]) -> HandCorrected:
    """Return a correction after which every later hand is settled again."""
    return HandCorrected(number=number, way=Way.REPLAY, settled=settled, difference=None, yakitori=None)


def by_points_only(game: Game, number: int, first: Settled, rules: Ruleset) -> HandCorrected:
    """Return a correction after which later hands keep their lines, and the corrected one what followed it."""
    old = game.hands[number]
    kept = replace(first, step=old.settled.step, after=old.settled.after, end=old.settled.end)
    return HandCorrected(
        number=number,
        way=Way.POINTS_ONLY,
        settled=(kept,),
        difference=difference_between(old, first),
        yakitori=_without_win(game, number, first.hand, rules),
    )


def _without_win(game: Game, number: int, hand: Hand, rules: Ruleset) -> tuple[bool, bool, bool, bool]:
    """Return who has not won yet when the hand ``number`` was this one."""
    table = game.start.table
    for entry in game.hands:
        facts = hand if entry.number == number else entry.settled.hand
        table = replace(table, yakitori=yakitori_after(table, winners_of(facts.ending, rules), rules))
    return table.yakitori


def decide_correction(game: Game, number: int, hand: Hand, way: Way, rules: Ruleset) -> HandCorrected | NotDone:
    """Correct a hand of the sheet in one of the two ways."""
    first = corrected_first(game, number, hand, rules)
    if isinstance(first, NotDone):
        return first
    match way:
        case Way.REPLAY:
            found = replayed(game, number, first, rules)
            if found.problems:
                return NotDone(problems=found.problems)
            return by_replay(number, found.settled)
        case Way.POINTS_ONLY:
            return by_points_only(game, number, first, rules)
        case _:
            assert_never(way)


def explained(corrected: HandCorrected | NotDone, text: str) -> HandCorrected | NotDone:
    """Return a correction with the reason that was typed; it may have none."""
    return corrected if isinstance(corrected, NotDone) else too_long(text) or replace(corrected, text=text)


def changes_between(old: Settled, new: Settled) -> tuple[Change, ...]:
    """Return what differs for the people at the table."""
    differing = (
        (Change.PAYMENTS, payments(old) != payments(new)),
        (Change.DEALER, (old.before.dealer, old.before.round) != (new.before.dealer, new.before.round)),
        (Change.HONBA, old.before.honba != new.before.honba),
        (Change.STICKS, old.before.kyoutaku != new.before.kyoutaku),
        (Change.END, old.end != new.end),
    )
    return tuple(change for change, differs in differing if differs)


def payments(settled: Settled) -> tuple[tuple[int, int, int, int], ...]:
    """Return what each seat gains and loses in points, in chips and off the tournament score."""
    return (
        total(tuple(line.points for line in settled.lines)),
        total(tuple(line.chips for line in settled.lines)),
        total(tuple(line.penalties for line in settled.lines)),
    )
