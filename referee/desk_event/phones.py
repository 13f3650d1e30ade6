"""The phones that were let in at tables: what staff see of them, and which keep their table all day.

It is kept in memory: a phone asks every few seconds, and carries itself for which round it was let in.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from referee.desk import Refused
from referee.desk_event.opened import Phone, milliseconds, tournament_now
from referee.desk_event.rights import Act, not_allowed
from referee.tournament.events import Form, Role
from referee.tournament.refusals import EventCode, refusal

if TYPE_CHECKING:
    from referee.desk_event.opened import EventDesk
    from referee.desk_event.rights import Right
    from referee.tournament.tournament import Tournament

MOST_PHONES = 40
"""How many phones are remembered at a table; the one that has not asked for longest is forgotten."""


def admitted_for(state: Tournament, table_no: int) -> int:
    """Return the round for which a table's card is scanned: the one that is played there, else the next one.

    The next one of a night has no number yet: it is told as the last number that is known, with a minus.
    """
    playing = [of.number for of in state.running if table_no in of.seats]
    if playing:
        return playing[-1]
    if state.settings.form == Form.NIGHT:
        return -max([of.number for of in state.rounds], default=0)
    if state.running:
        return state.running[0].number
    return max([of.number for of in state.closed_rounds], default=0) + 1


def round_admitted(state: Tournament, table_no: int | None, scanned: int | None) -> int | None:
    """Return the round for which a phone was let in, once it has a number."""
    if scanned is None or scanned > 0:
        return scanned
    return next((of.number for of in state.rounds if of.number > -scanned and table_no in of.seats), scanned)


def note_phone(at: EventDesk, tournament: str, right: Right, device: str, round_no: int = 0) -> None:
    """Remember that a phone with a table's link is there; ``round_no`` is the round whose page it has opened."""
    if right.role != Role.TABLE or right.table_no is None or not device:
        return
    known = at.phones.setdefault((tournament, right.table_no), {})
    before = known.pop(device, Phone(device=device, seen=0))
    opened = max(before.opened, round_no)
    known[device] = replace(before, seen=milliseconds(at), opened=opened)
    if len(known) > MOST_PHONES:
        del known[next(iter(known))]


def note_entry(at: EventDesk, tournament: str, right: Right, device: str, *, taken: bool) -> None:
    """Remember whether the latest entry of a table's phone was taken; until it has chosen, no later one comes."""
    known = at.phones.get((tournament, right.table_no or 0), {})
    if device in known:
        known[device] = replace(known[device], waits=not taken)


def phones_at(at: EventDesk, tournament: str, table_no: int) -> tuple[Phone, ...]:
    """Return the phones that were let in at a table, the latest first."""
    return tuple(at.phones.get((tournament, table_no), {}).values())[::-1]


def is_opened(at: EventDesk, tournament: str, round_no: int, table_no: int) -> bool:
    """Return whether a phone of a table has opened its page for a round."""
    return any(each.opened >= round_no for each in phones_at(at, tournament, table_no))


def keeps_table(at: EventDesk, tournament: str, table_no: int | None, device: str) -> bool:
    """Return whether staff let a phone keep its table all day."""
    found = at.phones.get((tournament, table_no or 0), {}).get(device)
    return found is not None and found.keeps


def keep_table(at: EventDesk, tournament: str, right: Right, table_no: int, device: str) -> Refused | None:
    """Let a phone that was let in at a table keep it all day."""
    refused = not_allowed(tournament_now(at, tournament), right, Act.HOUSE_PHONE)
    known = at.phones.get((tournament, table_no), {})
    if refused is None and device not in known:
        refused = refusal(EventCode.UNKNOWN_NUMBER, "phone", number=table_no)
    if refused is not None:
        return Refused(problems=refused.problems)
    known[device] = replace(known[device], keeps=True)
    return None
