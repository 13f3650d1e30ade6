"""An order whose id is known: whether it is the same order once more, or another one under that id."""

from dataclasses import replace

from referee.core.games.codec import event_kind, event_text
from referee.core.games.events import (
    Event,
    EventKind,
    Finished,
    HandCorrected,
    HandRecorded,
    RulingIssued,
    RulingWithdrawn,
    TimeSignalled,
)
from referee.core.games.hashes import command_hash
from referee.core.games.reading import event_of
from referee.desk.opened import History
from referee.desk.orders import Order


def written_by(history: History, order: Order, first: int) -> tuple[Event, ...]:
    """Return what an order wrote from its event ``first`` on."""
    place = 0
    while history[first - 1 + place : first + place] and is_of(history, order, first, place):
        place += 1
    return tuple(each.event for each in history[first - 1 : first - 1 + place])


def is_of(history: History, order: Order, first: int, place: int) -> bool:
    """Return whether an order wrote the event that stands so many places after its first one."""
    return history[first - 1 + place].stored.command == command_hash(order.command, place)


def is_the_same(written: tuple[Event, ...], decided: tuple[Event, ...]) -> bool:
    """Return whether an order that is decided once more says what it said when it was written."""
    return tuple(map(told_by, written)) == tuple(told_by(as_read(event)) for event in decided)


def as_read(event: Event) -> Event:
    """Return an event as the log would tell it."""
    return event_of(event_kind(event), event_text(event))


def told_by(event: Event) -> tuple[EventKind, object]:
    """Return what a person told, without what the rules made of it: a later version of them may make something else."""
    match event:
        case HandRecorded(settled=settled):
            told: object = settled.hand
        case HandCorrected(number=number, way=way, settled=settled):
            told = (number, way, settled[0].hand)
        case RulingIssued():
            told = replace(event, proposed=None, lines=())
        case RulingWithdrawn(target=target, text=text):
            told = (target, text)
        case TimeSignalled(running=running):
            told = running
        case Finished():
            told = ()
        case _:
            told = event
    return (event_kind(event), told)
