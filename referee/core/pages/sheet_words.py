"""Entries of the score sheet: how a hand ended, what an adjustment changed, and what an entry moved."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.core.rules.facts import Aborted, Chomboed, Drawn, Four, Hand, Win, Won
from referee.core.rules.ledger import Line, Quoted, total

if TYPE_CHECKING:
    from referee.core.text.words import Speaker

NO_LIMIT_BELOW = 5
"""From so many han on the fu of a hand say nothing."""


def hand_ended(hand: Hand, names: tuple[str, ...], speaker: Speaker) -> str:
    """Return how a hand ended, with the players' names."""
    match hand.ending:
        case Won(discarder=discarder, wins=wins):
            return win_told_of(discarder, wins, names, speaker)
        case Drawn(tenpai=tenpai):
            waiting = players_named(tenpai, names, speaker) or speaker.words["value.nobody"]
            return speaker.say("sheet.draw", (("tenpai", Quoted(text=waiting)),))
        case Aborted(reason=reason):
            return speaker.words["abort." + reason]
        case Chomboed(offenders=offenders):
            guilty = Quoted(text=players_named(offenders, names, speaker))
            return speaker.say("sheet.chombo", (("offenders", guilty),))
        case _:
            return ""


def win_told_of(discarder: int | None, wins: tuple[Win, ...], names: tuple[str, ...], speaker: Speaker) -> str:
    """Return who won, with what, and from whom."""
    if discarder is None:
        winner = Quoted(text=names[wins[0].seat])
        return speaker.say("sheet.tsumo", (("winner", winner), ("value", Quoted(text=worth_said(wins[0], speaker)))))
    winners = speaker.words["sheet.and"].join([f"{names[win.seat]} ({worth_said(win, speaker)})" for win in wins])
    facts = (("winners", Quoted(text=winners)), ("discarder", Quoted(text=names[discarder])))
    return speaker.say("sheet.ron", facts)


def players_named(seats: tuple[int, ...], names: tuple[str, ...], speaker: Speaker) -> str:
    """Return the names of players in a row."""
    return speaker.words["sheet.and"].join([names[seat] for seat in seats])


def worth_said(win: Win, speaker: Speaker) -> str:
    """Return what a winning hand was worth, as it was told."""
    if win.yakuman == 1:
        return speaker.words["hand.yakuman"]
    if win.yakuman:
        return speaker.say("hand.yakumans", (("count", win.yakuman),))
    if win.han >= NO_LIMIT_BELOW or not win.fu:
        return speaker.say("sheet.han", (("han", win.han),))
    return speaker.say("hand.han_fu", (("han", win.han), ("fu", win.fu)))


def adjusted_said(text: str, honba: int | None, dealer: str, speaker: Speaker) -> str:
    """Return the written reason of an adjustment, and what else it changed; ``dealer`` is a name, empty for nobody."""
    parts = [text]
    if honba is not None:
        parts.append(speaker.say("sheet.honba_now", (("count", honba),)))
    if dealer:
        parts.append(speaker.say("sheet.dealer_now", (("player", Quoted(text=dealer)),)))
    return " · ".join(parts)


def withdrawn_said(player: str, offence: str, text: str) -> str:
    """Return whose ruling was withdrawn, what for it was, and the typed reason."""
    return f"{player}, {offence}: {text}"


def gained(before: Four, after: Four) -> Four:
    """Return what each seat has more afterwards."""
    return (after[0] - before[0], after[1] - before[1], after[2] - before[2], after[3] - before[3])


def moved_by(lines: tuple[Line, ...]) -> Four | None:
    """Return what lines move at each seat, None where they move nothing at the table."""
    if not any(any(line.points) or line.kyoutaku for line in lines):
        return None
    return total(tuple(line.points for line in lines))
