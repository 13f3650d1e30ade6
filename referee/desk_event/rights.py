"""Who may do what at an event: one table, asked before anything is decided."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from referee.records import dataclass
from referee.rules.table import NotDone, Problem
from referee.tournament.events import Form, Role
from referee.tournament.refusals import EventCode, refusal
from referee.tournament.tournament import RoundState

if TYPE_CHECKING:
    from referee.tournament.tournament import Tournament


@dataclass(frozen=True, kw_only=True, slots=True)
class Right:
    """What somebody may do in an event: the role, and the link it is from, "" for the public.

    A table's link is for table ``table_no``, and holds for the round ``in_round`` for which it was scanned; None where
    a device was made one that keeps its table all day.
    """

    role: Role
    link: str = ""
    label: str = ""
    table_no: int | None = None
    in_round: int | None = None


PUBLIC = Right(role=Role.PUBLIC)


class Act(StrEnum):
    """What is done at an event."""

    SETTINGS = "settings"
    PEOPLE = "people"
    LINKS = "links"
    DRAW = "draw"
    SIT_DOWN = "sit_down"  # four people of a night begin a game
    SEATS = "seats"  # who of a table's four sits where
    START = "start"
    CLOCK = "clock"
    TIME = "time"
    CLOSE = "close"
    PUBLISH = "publish"
    PLAY = "play"  # everything on a game's own pages but rulings
    RULE = "rule"
    WITHDRAW = "withdraw"  # a ruling, which a referee does only with those that came by his own link
    NAMES = "names"  # of a game, which are those of the people who sit there: nobody changes them at the table
    RESULT = "result"
    ACCEPT = "accept"
    TAKE_BACK = "take_back"
    FINALS = "finals"
    PENALTY = "penalty"  # outside a game
    HOUSE_PHONE = "house_phone"
    SEE_STAFF = "see_staff"  # running games, results that are not published, all rulings
    SEE_TABLE = "see_table"  # a running game


STAFF = frozenset({Role.ORGANISER, Role.REFEREE})
_ORGANISER = frozenset({Role.ORGANISER})
_ANY_LINK = frozenset({Role.ORGANISER, Role.REFEREE, Role.TABLE})

_MAY: dict[Act, frozenset[Role]] = {
    Act.SETTINGS: _ORGANISER,
    Act.PEOPLE: _ORGANISER,
    Act.LINKS: _ORGANISER,
    Act.DRAW: _ORGANISER,
    Act.SIT_DOWN: frozenset({Role.ORGANISER, Role.TABLE}),
    Act.SEATS: _ANY_LINK,
    Act.START: _ORGANISER,
    Act.CLOCK: _ORGANISER,
    Act.TIME: STAFF,
    Act.CLOSE: _ORGANISER,
    Act.PUBLISH: _ORGANISER,
    Act.PLAY: _ANY_LINK,
    Act.RULE: STAFF,
    Act.WITHDRAW: STAFF,
    Act.NAMES: frozenset(),
    Act.RESULT: _ANY_LINK,
    Act.ACCEPT: STAFF,
    Act.TAKE_BACK: STAFF,
    Act.FINALS: _ORGANISER,
    Act.PENALTY: _ORGANISER,
    Act.HOUSE_PHONE: STAFF,
    Act.SEE_STAFF: STAFF,
    Act.SEE_TABLE: _ANY_LINK,
}
"""The roles that may do each; a table's link further only at its own table, in its round."""

_AT_NIGHT = {Act.RULE: Role.TABLE, Act.WITHDRAW: Role.TABLE}
"""What the tables of a night do themselves, where no referee walks about."""


def not_allowed(
    tournament: Tournament, right: Right, act: Act, round_no: int | None = None, table_no: int | None = None
) -> NotDone | None:
    """Return why somebody may not do this, in this round at this table where it is about one; None if he may."""
    at_night = tournament.settings.form == Form.NIGHT and _AT_NIGHT.get(act) == right.role
    if right.role not in _MAY[act] and not at_night:
        return only_for(act)
    if right.role != Role.TABLE:
        return None
    if table_no is not None and table_no != right.table_no:
        return refusal(EventCode.NOT_YOUR_TABLE, "table", own=right.table_no or 0, table=table_no)
    if round_no is None:
        return _outside_scan(tournament, right, act)
    return _outside_round(tournament, right, act, round_no)


def only_for(act: Act) -> NotDone:
    """Return the refusal that says whose link lets do this."""
    who = {_ORGANISER: "organiser", STAFF: "staff", _ANY_LINK: "any_link"}.get(_MAY[act], act)
    return NotDone(problems=(Problem(code=EventCode.NOT_ALLOWED, field=act, reason=f"event.only.{who}"),))


def is_scan_over(tournament: Tournament, right: Right) -> bool:
    """Return whether the round is over for which a table's card was scanned, so that its phone is let in nowhere."""
    found = None if right.in_round is None else tournament.round(right.in_round)
    return found is not None and found.state == RoundState.CLOSED and right.table_no not in found.open_tables


def _outside_scan(tournament: Tournament, right: Right, act: Act) -> NotDone | None:
    """Return why a table's link does not begin another game, or None: that for which its card was scanned is over."""
    found = None if right.in_round is None else tournament.round(right.in_round)
    if act != Act.SIT_DOWN or found is None or found.state != RoundState.CLOSED:
        return None
    return refusal(EventCode.SCAN_AGAIN, "link", round=found.number)


def _outside_round(tournament: Tournament, right: Right, act: Act, round_no: int) -> NotDone | None:
    """Return why a table's link does not hold for a round, or None: it was scanned for one, which is played now."""
    if right.in_round is not None and right.in_round != round_no:
        return refusal(EventCode.SCAN_AGAIN, "link", round=right.in_round)
    found = tournament.round(round_no)
    if found is None or found.state == RoundState.RUNNING:
        return None
    if found.state == RoundState.CLOSED and right.table_no in found.open_tables:
        return None
    if act != Act.SEE_TABLE:
        return refusal(EventCode.NOT_THIS_ROUND, "round", round=round_no)
    over = found.state == RoundState.CLOSED and right.in_round is not None
    return refusal(EventCode.SCAN_AGAIN, "link", round=round_no) if over else None
