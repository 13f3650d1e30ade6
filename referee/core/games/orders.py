"""What the forms of a table order, as a phone without a network carries them out for itself.

The server carries out the same forms later, in the same order, with the same decisions; until then the phone shows
the game as it will be.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from referee.core.forms.form import Form, number_told
from referee.core.forms.hand_form import FORM_SEATS, hand_recorded
from referee.core.games.adjusting import adjustment_told
from referee.core.games.correction import decide_correction, table_of_hand
from referee.core.games.decide import (
    NotDone,
    decide_adjustment,
    decide_end,
    decide_finish,
    decide_hand,
    decide_mark,
    decide_note,
    decide_reopen,
    decide_signal,
    decide_undo,
    not_done,
)
from referee.core.games.events import Event, Marked, MarkKind, UndoReason, Way
from referee.core.games.game import Game, evolve, replay
from referee.core.games.hand_answer import hand_from
from referee.core.games.hashes import command_hash, event_hash
from referee.core.games.ruling_order import plans_told
from referee.core.games.rulings import decide_rulings, decide_withdrawal

if TYPE_CHECKING:
    from referee.core.penalties.court import Court
    from referee.core.rules.ruleset import Ruleset

LONGEST_HAND_NUMBER = 6
LONGEST_COMMAND = 80
"""How much of the id of an order counts."""


@dataclass(frozen=True, kw_only=True, slots=True)
class TableOrder:
    """A form that was sent to a table: ``action`` is the last part of its address."""

    action: str
    form: Form


@dataclass(frozen=True, kw_only=True, slots=True)
class Moment:
    """An event with the game before it and after it; ``hash`` is what devices know it by."""

    seq: int
    hash: str
    event: Event
    before: Game
    after: Game


def command_of(order: TableOrder) -> str:
    """Return the id of an order; the buttons of a table's marks share one form, so each adds what it sets."""
    return order.form.one("command_id")[:LONGEST_COMMAND] + (order.form.one("mark") if order.action == "marks" else "")


def mark_told(form: Form) -> Marked | None:
    """Return the mark that a button stands for, "riichi-2-on"; None for what is no button of ours."""
    kind, _, rest = form.one("mark").partition("-")
    seat, _, wanted = rest.partition("-")
    hand = form.one("hand")
    is_number = hand != "" and all(digit in "0123456789" for digit in hand)
    if kind not in tuple(MarkKind) or seat not in FORM_SEATS or wanted not in ("on", "off") or not is_number:
        return None
    number = int(hand[:LONGEST_HAND_NUMBER])
    return Marked(hand=number, seat=int(seat), mark=MarkKind(kind), on=wanted == "on", reason=form.one("why"))


def event_ordered(
    order: TableOrder, game: Game, rules: Ruleset, court: Court | None
) -> Event | tuple[Event, ...] | NotDone:
    """Return what an order enters in a game, or why it does not; ``court`` is where its offences are judged."""
    form = order.form
    match order.action:
        case "hands":
            facts = hand_from(hand_recorded(form), game.table, rules)
            return facts if isinstance(facts, NotDone) else decide_hand(game, facts, rules)
        case "marks":
            marked = mark_told(form)
            return not_done("mark", "offline.not_here") if marked is None else decide_mark(game, marked, rules)
        case "undo":
            return undo_ordered(form.one("reason"), game)
        case "rulings/apply":
            return decide_rulings(game, plans_told(form), rules, court)
        case "adjust":
            wanted = adjustment_told(form)
            return wanted if isinstance(wanted, NotDone) else decide_adjustment(game, wanted, rules)
        case _:
            return seldom_ordered(order, game, rules)


def seldom_ordered(order: TableOrder, game: Game, rules: Ruleset) -> Event | NotDone:
    """Return what the orders enter that are given once in a while."""
    ruling, hand = ruling_withdrawn_by(order.action), hand_corrected_by(order.action)
    if ruling is not None:
        return decide_withdrawal(game, ruling, order.form.one("text"))
    if hand is not None:
        return correction_ordered(hand, order.form, game, rules)
    match order.action:
        case "notes":
            return decide_note(order.form.one("note"))
        case "signal":
            return decide_signal(game, rules, running=order.form.one("running") == "yes")
        case _:
            return closing_ordered(order, game, rules)


def ruling_withdrawn_by(action: str) -> int | None:
    """Return the event of the ruling that an action withdraws, "rulings/7/withdraw"; None for another action."""
    before, _, rest = action.partition("/")
    ruling, _, what = rest.partition("/")
    told = number_told(ruling)
    return told if (before, what) == ("rulings", "withdraw") and isinstance(told, int) else None


def hand_corrected_by(action: str) -> int | None:
    """Return the number of the hand that an action corrects, "hands/3"; None for another action."""
    before, _, number = action.partition("/")
    told = number_told(number)
    return told if before == "hands" and isinstance(told, int) else None


def correction_ordered(number: int, form: Form, game: Game, rules: Ruleset) -> Event | NotDone:
    """Return what a correction in one of the two ways enters."""
    way = form.one("way")
    if way not in tuple(Way):
        return not_done("way", "offline.not_here")
    facts = hand_from(hand_recorded(form), table_of_hand(game, number), rules)
    return facts if isinstance(facts, NotDone) else decide_correction(game, number, facts, Way(way), rules)


def undo_ordered(reason: str, game: Game) -> Event | NotDone:
    """Return what an undo for one of the known reasons enters."""
    if reason not in tuple(UndoReason):
        return not_done("reason", "offline.not_here")
    return decide_undo(game, UndoReason(reason))


def closing_ordered(order: TableOrder, game: Game, rules: Ruleset) -> Event | NotDone:
    """Return what an order about the end of the game enters; what a phone does not carry out is refused."""
    match order.action:
        case "end":
            return decide_end(game)
        case "finish":
            return decide_finish(game, rules)
        case "reopen":
            return decide_reopen(game, order.form.one("text"))
        case _:
            return not_done("", "offline.not_here")


def carried_out(game: Game, orders: tuple[TableOrder, ...], rules: Ruleset, court: Court | None) -> tuple[Moment, ...]:
    """Return what the orders will enter; a refused one enters nothing."""
    moments: list[Moment] = []
    for order in orders:
        decided = event_ordered(order, game, rules, court)
        if isinstance(decided, NotDone):
            continue
        for place, event in enumerate(decided if isinstance(decided, tuple) else (decided,)):
            after = evolve(game, game.seq + 1, event)
            named = event_hash(command_hash(command_of(order), place))
            moments.append(Moment(seq=after.seq, hash=named, event=event, before=game, after=after))
            game = after
    return tuple(moments)


def seen_last(game: Game, hashes: dict[int, str]) -> str:
    """Return the hash of the event that changed the sheet last, empty where a log did not tell it."""
    return hashes.get(game.changed, "")


def moments_since(events: tuple[tuple[int, Event], ...], hashes: dict[int, str], shown: int) -> tuple[Moment, ...]:
    """Return what happened in a game after its event ``shown``."""
    known = [each for each in events if each[0] <= shown] or list(events[:1])
    game, moments = replay(tuple(known)), []
    for seq, event in events[len(known) :]:
        after = evolve(game, seq, event)
        moments.append(Moment(seq=seq, hash=hashes.get(seq, ""), event=event, before=game, after=after))
        game = after
    return tuple(moments)
