"""What the table answers to every entry: what it moved and which hand is played next; and the hands before."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.app.entries import hand_ended
from referee.app.pages import hand_name, hand_stands, signed
from referee.app.rows import entered, last_about, row_text, ruling_line
from referee.desk import HandRow, Phase, RulingRow, StartRow, standing_hands
from referee.records import dataclass
from referee.rules.table import Chombo, ExhaustiveDraw, Won

if TYPE_CHECKING:
    from referee.app.asked import Asked
    from referee.desk import Row, TableView
    from referee.rules.table import Four

HANDS_SHOWN = 3
"""How many hands lie below the latest entry."""


@dataclass(frozen=True, kw_only=True, slots=True)
class HandLine:
    """One hand in one line."""

    title: str
    said: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Latest:
    """The latest entry in few words, the hand that is played now, and the last hands, the latest first."""

    said: str
    next: str
    hands: tuple[HandLine, ...]


def latest_of(asked: Asked, view: TableView) -> Latest | None:
    """Return what is answered to the latest entry, None before the first."""
    row = max(view.sheet, key=last_about)
    if isinstance(row, StartRow):
        return None
    hands = standing_hands(view.sheet)
    return Latest(
        said=entry_line(asked, row, view),
        next=next_line(asked, view) if view.phase == Phase.PLAYING else "",
        hands=tuple([hand_line(asked, each, view) for each in list(reversed(hands))[:HANDS_SHOWN]]),
    )


def next_line(asked: Asked, view: TableView) -> str:
    """Return "East 2, 1 honba, Ben deals"; honba only where there are any."""
    table = view.table
    stands = hand_stands(asked, table) if table.honba else hand_name(asked, table.round, table.dealer)
    dealer = asked.say("sheet.dealer_now", player=view.seats[table.dealer].name)
    return asked.say("preview.separator").join([stands, dealer])


def hand_line(asked: Asked, row: HandRow, view: TableView) -> HandLine:
    """Return one hand in one line."""
    return HandLine(title=hand_stands(asked, row), said=hand_moved(asked, row, view))


def entry_line(asked: Asked, row: Row, view: TableView) -> str:
    """Return one entry in few words; one that was taken back is only named."""
    if row.undone is not None:
        return asked.say("latest.undone", what=entry_named(asked, row, view))
    match row:
        case HandRow():
            return hand_moved(asked, row, view)
        case RulingRow():
            return ruling_line(asked, row, view)
        case _:
            told = row_text(asked, row, view)
            return asked.say("rulings.colon").join([each for each in (told.title, told.what) if each])


def entry_named(asked: Asked, row: Row, view: TableView) -> str:
    """Return what an entry is called."""
    return hand_name(asked, row.round, row.dealer) if isinstance(row, HandRow) else row_text(asked, row, view).title


def hand_moved(asked: Asked, row: HandRow, view: TableView) -> str:
    """Return "Dmitri +6,200 from Aino": whom the hand moved up or made pay, and how it ended."""
    names, moved = tuple(seat.name for seat in view.seats), entered(row)
    match row.hand.ending:
        case Won(discarder=discarder, wins=wins):
            winners = with_amounts(asked, tuple([win.seat for win in wins]), names, row, moved)
            if discarder is None:
                return asked.say("latest.tsumo", winners=winners)
            return asked.say("latest.ron", winners=winners, discarder=names[discarder])
        case ExhaustiveDraw(tenpai=tenpai, nagashi=nagashi) if nagashi or tenpai:
            key = "latest.nagashi" if nagashi else "sheet.draw"
            return asked.say(key, tenpai=with_amounts(asked, nagashi or tenpai, names, row, moved))
        case Chombo(offenders=offenders):
            return asked.say("sheet.chombo", offenders=with_amounts(asked, offenders, names, row, moved))
        case _:
            return hand_ended(row.hand, names, view.rules, asked.speaker)


def with_amounts(asked: Asked, seats: tuple[int, ...], names: tuple[str, ...], row: HandRow, moved: Four) -> str:
    """Return players with what the hand moves at their seats, chips included."""
    told = [" ".join(filter(None, [names[seat], amounts_text(asked, moved[seat], row.chips[seat])])) for seat in seats]
    return asked.say("sheet.and").join(told)


def amounts_text(asked: Asked, moved: int, chips: int) -> str:
    """Return points and chips with their signs, nothing where none move."""
    parts = [signed(asked, moved)] if moved else []
    if chips:
        parts.append(asked.say("preview.chips", count=signed(asked, chips)))
    return asked.say("preview.separator").join(parts)
