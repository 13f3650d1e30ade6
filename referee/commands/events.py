"""`referee link EVENT`, and what other commands ask of events: whoever runs them on the serving machine organises."""

import secrets
import sqlite3
import sys

from referee.database import DatabaseDesk
from referee.desk import By, Refused
from referee.desk_event.links import make_link
from referee.desk_event.opened import EventDesk, EventOrder, open_events
from referee.desk_event.rights import Right
from referee.tournament.events import Role

OPERATOR = Right(role=Role.ORGANISER)
COMMAND_BYTES = 16


def events_of(desk: DatabaseDesk) -> EventDesk:
    """Return the desk of the events in a database."""
    return open_events(desk, desk.store)


def event_at(desk: DatabaseDesk, address: str) -> str | None:
    """Return the event of an address, or with this id; None if there is none."""
    return next((part for part in address.split("/") if desk.store.tournament_row(part) is not None), None)


def operators_order(event: str) -> EventOrder:
    """Return a new order of whoever runs a command."""
    by = By(device="", role=OPERATOR.role, name="")
    return EventOrder(command=secrets.token_hex(COMMAND_BYTES), by=by, tournament=event, right=OPERATOR)


def organisers_link(desk: DatabaseDesk, event: str) -> str:
    """Make a link for an organiser and return its path, which is told nowhere else; raise ``ValueError`` if refused."""
    match make_link(events_of(desk), operators_order(event), Role.ORGANISER):
        case Refused(problems=problems):
            raise ValueError(", ".join(problem.code for problem in problems))
        case token:
            return f"/in/{token}"


def link_event(desk: DatabaseDesk, wanted: str, address: str, *, revoke: bool) -> int:
    """Print a new link for an organiser of an event; return the exit code."""
    if revoke:
        sys.stderr.write("--revoke is for the links that edit rules; those of an event are revoked on its pages.\n")
        return 2
    event = event_at(desk, wanted)
    if event is None:
        known = "".join(f"\n  {row.id}  {row.name}" for row in desk.store.tournaments())
        sys.stderr.write(f"There is no event {wanted}.{f' There are:{known}' if known else ''}\n")
        return 1
    try:
        sys.stdout.write(f"{address.rstrip('/')}{organisers_link(desk, event)}\n")
    except (sqlite3.Error, ValueError) as problem:
        sys.stderr.write(f"No link was made ({problem}).\n")
        return 1
    return 0
