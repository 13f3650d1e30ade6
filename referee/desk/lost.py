"""Entries that a phone still holds and an older backup does not: decided once more, on the sheet as it is now."""

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from referee.ask.hands import read_hand
from referee.desk.opened import Desk, Order, Refused, Written, history_of
from referee.desk.writing import is_reason, rulebook_of, write
from referee.game.decide import (
    Adjustment,
    decide_adjustment,
    decide_correction,
    decide_end,
    decide_finish,
    decide_hand,
    decide_mark,
    decide_note,
    decide_reopen,
    decide_signal,
    decide_undo,
    explained,
    undoable,
    why_signed,
)
from referee.game.events import (
    Adjusted,
    Event,
    EventKind,
    Finished,
    GameEnded,
    HandCorrected,
    HandRecorded,
    Marked,
    Noted,
    Reopened,
    RulingIssued,
    RulingWithdrawn,
    TimeSignalled,
    Undone,
    command_hash,
    event_hash,
    event_of,
)
from referee.game.game import Game
from referee.game.rulings import RulingPlan, decide_withdrawal, ruling_issued
from referee.records import dataclass
from referee.rules.ruleset import Ruleset
from referee.rules.table import ALL_SEATS, Four, Hand, NotDone, added, not_done
from referee.texts.case import Rulebook
from referee.texts.codec import has_half, json_value
from referee.texts.reader import Reader

if TYPE_CHECKING:
    from referee.rules.table import Problem


COMMAND = "lost-"
"""How the id of an order begins that enters a lost event; its hash follows, so that two phones write it once."""
_NO_EVENT = (KeyError, TypeError, ValueError, IndexError, AttributeError, RuntimeError)
"""What goes wrong where a text is no event of ours; one that nests too deep is a ``RuntimeError`` on both hosts."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Lost:
    """A lost event: its kind and its text, and as far as it is told the number that it had.

    ``target`` is the hash of the event that it is about: what it took back or withdrew.
    """

    kind: str
    body: str
    seq: int | None = None
    target: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class LostContext:
    """Where a lost event is decided again."""

    lost: Lost
    rules: Ruleset
    rulebook: Rulebook | None
    seq_of: Callable[[int], int | None]


def enter_lost(desk: Desk, game: str, order: Order, lost: Lost) -> Written:
    """Enter an event that this log does not have; what it says is decided again, its lines are not trusted."""
    event = _event_of_lost(lost)
    if isinstance(event, NotDone):
        return Refused(problems=event.problems)

    def seq_of(number: int) -> int | None:
        return _seq_named(desk, game, lost.target) if lost.target else number

    def decided(state: Game, rules: Ruleset) -> Event | NotDone:
        context = LostContext(lost=lost, rules=rules, rulebook=rulebook_of(desk, state), seq_of=seq_of)
        try:
            return _decided_again(event, state, context)
        except _NO_EVENT:
            return unreadable()

    return write(desk, game, order, decided)


def _seq_named(desk: Desk, game: str, digest: str) -> int | None:
    """Return the number of the event with a hash, or of the one that was entered again in its place."""
    names = (digest, event_hash(command_hash(COMMAND + digest)))
    return next((each.stored.seq for each in history_of(desk, game) if each.hash in names), None)


def _event_of_lost(lost: Lost) -> Event | NotDone:
    """Return what a text says, or that it is no event of ours."""
    try:
        event = event_of(EventKind(lost.kind), lost.body)
        is_writable = not has_half(json_value(lost.body))
    except _NO_EVENT:
        return unreadable()
    return event if is_writable and _is_sound(event) else unreadable()


def _is_sound(event: Event) -> bool:
    """Return whether an event holds texts and numbers where it should; figures are looked at when it is decided."""
    texts = [getattr(event, name) for name in ("text", "reason", "offence") if hasattr(event, name)]
    if not all(isinstance(text, str) for text in texts):
        return False
    match event:
        case Marked(hand=hand, seat=seat, on=on, reason=reason):
            return _is_number(hand) and seat in ALL_SEATS and _is_flag(on) and is_reason(reason)
        case TimeSignalled(running=running):
            return _is_flag(running)
        case RulingIssued(seat=seat, answers=answers):
            return seat in ALL_SEATS and all(_is_plain(part) for pair in answers for part in pair)
        case _:
            return True


def _is_plain(value: object) -> bool:
    """Return whether a value from outside is a text or a number."""
    return isinstance(value, str | int)


def _is_number(value: object) -> bool:
    """Return whether a value from outside is a whole number."""
    return isinstance(value, int)


def _is_flag(value: object) -> bool:
    """Return whether a value from outside is yes or no."""
    return value is True or value is False


def unreadable() -> NotDone:
    """Return that a text is no entry of a score sheet."""
    return not_done("", "desk.lost_unreadable")


def _another_target() -> NotDone:
    """Return that the entry is not here which a lost one was about."""
    return not_done("", "desk.lost_target")


def _decided_again(event: Event, game: Game, context: LostContext) -> Event | NotDone:
    """Return a lost event as it is entered now, or why it is not."""
    match event:
        case HandRecorded():
            hand = _hand_of_fields(_json_of_lost(context.lost)["settled"]["hand"])
            return hand if isinstance(hand, NotDone) else decide_hand(game, hand, context.rules)
        case HandCorrected():
            return _corrected_again(event, game, context)
        case Adjusted():
            return _adjusted_again(event, game, context.rules)
        case RulingIssued() | RulingWithdrawn():
            return _ruled_again(event, game, context)
        case Undone(target=target, reason=reason):
            is_last = undoable(game) is not None and context.seq_of(target) == undoable(game)
            return decide_undo(game, reason) if is_last else why_signed(game) or _another_target()
        case _:
            return _plain_again(event, game, context.rules)


def _json_of_lost(lost: Lost) -> Any:  # noqa: ANN401 whatever a phone sends
    return json_value(lost.body)


def _hand_of_fields(fields: dict[str, object]) -> Hand | NotDone:
    """Return the facts of a hand, or everything that is wrong with them."""
    problems: list[Problem] = []
    hand = read_hand(Reader(path="hand", fields=fields, problems=problems), None, None)
    return NotDone(problems=tuple(problems)) if problems else hand


def _corrected_again(event: HandCorrected, game: Game, context: LostContext) -> Event | NotDone:
    """Correct the same hand again; it is the same if it was played at the same table."""
    if not 0 <= event.number < game.number or game.hands[event.number].settled.before != event.settled[0].before:
        return _another_target()
    hand = _hand_of_fields(_json_of_lost(context.lost)["settled"][0]["hand"])
    if isinstance(hand, NotDone):
        return hand
    return explained(decide_correction(game, event.number, hand, event.way, context.rules), event.text)


def _adjusted_again(event: Adjusted, game: Game, rules: Ruleset) -> Event | NotDone:
    """Move again what an adjustment moved, and set what it set."""
    table, line = game.table, event.line
    wanted = Adjustment(
        scores=_with_changes(table.scores, line.points),
        kyoutaku=table.kyoutaku + line.kyoutaku,
        honba=event.honba,
        dealer=event.dealer,
        round=event.round,
        chips=_with_changes(table.chips, line.chips),
        penalties=_with_changes(table.penalties, line.penalties),
        text=event.text,
    )
    return decide_adjustment(game, wanted, rules)


def _with_changes(before: Four, change: Four) -> Four:
    east, south, west, north = change
    return added(before, (east, south, west, north))


def _ruled_again(event: RulingIssued | RulingWithdrawn, game: Game, context: LostContext) -> Event | NotDone:
    """Issue a ruling again as it was issued, or withdraw the same one again."""
    if isinstance(event, RulingWithdrawn):
        target = context.seq_of(event.target)
        return _another_target() if target is None else decide_withdrawal(game, target, event.text)
    plan = RulingPlan(
        seat=event.seat, offence=event.offence, answers=event.answers, issued=event.issued, text=event.text
    )
    return why_signed(game) or ruling_issued(game, plan, _recorded_again(event, game, context.lost), context.rulebook)


def _recorded_again(event: RulingIssued, game: Game, lost: Lost) -> int | None:
    """Return which number the void hand of a ruling will have, which is the next lost event or one soon after it."""
    if event.recorded is None or lost.seq is None:
        return event.recorded
    return game.seq + 1 + event.recorded - lost.seq


def _plain_again(event: Event, game: Game, rules: Ruleset) -> Event | NotDone:
    """Enter again what a person told without figures; names stand beside the log and are changed by hand."""
    match event:
        case Marked():
            return decide_mark(game, event, rules)
        case Noted(text=text):
            return decide_note(text)
        case TimeSignalled(running=running):
            return decide_signal(game, rules, running=running)
        case _:
            return _closed_again(event, game, rules)


def _closed_again(event: Event, game: Game, rules: Ruleset) -> Event | NotDone:
    """Close or open the game again; a reopening of the first schema had no reason."""
    match event:
        case GameEnded():
            return decide_end(game)
        case Finished():
            return decide_finish(game, rules)
        case Reopened(text=text):
            again = decide_reopen(game, text or "-")
            return again if isinstance(again, NotDone) else replace(again, text=text)
        case _:
            return not_done("", "desk.lost_name")
