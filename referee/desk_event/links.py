"""Links of an event: each has a token that is shown once and kept as a hash."""

from __future__ import annotations

from base64 import b32encode
from dataclasses import replace
from typing import TYPE_CHECKING

from referee.desk import Refused
from referee.desk_event.opened import token_hash, tournament_now, write, write_inside
from referee.desk_event.rights import Act, not_allowed
from referee.game.events import digest_of, hashed
from referee.store.tournaments import LinkRow
from referee.texts.reader import spaces_off
from referee.tournament.events import Role
from referee.tournament.life import decide_link, decide_revoking, too_many_links

if TYPE_CHECKING:
    from referee.desk_event.opened import Entered, EventDesk, EventOrder
    from referee.tournament.events import TournamentEvent
    from referee.tournament.tournament import Tournament

_TOKEN_BYTES = 16
_LINK_LETTERS = 8
_LONGEST_LABEL = 40


def _token_of(command: str) -> str:
    """Return the token of the link that an order makes: 128 bits in 26 letters and digits; a retry makes the same."""
    return b32encode(digest_of("link of " + command)[:_TOKEN_BYTES]).decode().rstrip("=").lower()


def _link_of(command: str) -> str:
    """Return the id of the link that an order makes, which tells nothing of its token."""
    return hashed("link id " + command)[:_LINK_LETTERS]


def issue(event_desk: EventDesk, order: EventOrder, role: Role, *, label: str = "", table_no: int | None = None) -> str:
    """Make a link inside a transaction, and return its token; the caller has seen to the right."""
    link, token = _link_of(order.command), _token_of(order.command)
    text = spaces_off(label)[:_LONGEST_LABEL]
    row = LinkRow(link=link, token=token_hash(token), role=role, table_no=table_no, label=text, revoked=False)
    write_inside(
        event_desk,
        order,
        lambda state: decide_link(state, link, role, table_no),
        lambda _after, _events: event_desk.store.add_link(order.tournament, row),
    )
    return token


def make_link(event_desk: EventDesk, order: EventOrder, role: Role, label: str = "") -> str | Refused:
    """Make a link for an organiser or a referee, and return its token."""
    with event_desk.store.writing():
        refused = _refused_links(event_desk, order, 1)
        return refused or issue(event_desk, order, role, label=label)


def make_cards(event_desk: EventDesk, order: EventOrder, tables: tuple[int, ...]) -> tuple[str, ...] | Refused:
    """Make a card for each of these tables, and return their tokens; older cards stay valid."""
    with event_desk.store.writing():
        refused = _refused_links(event_desk, order, len(tables))
        return refused or tuple(
            issue(event_desk, replace(order, command=f"{order.command} {table}"), Role.TABLE, table_no=table)
            for table in tables
        )


def _refused_links(event_desk: EventDesk, order: EventOrder, count: int) -> Refused | None:
    """Return why links are not made, or None."""
    state = tournament_now(event_desk, order.tournament)
    refused = not_allowed(state, order.right, Act.LINKS) or too_many_links(state, count)
    return None if refused is None else Refused(problems=refused.problems)


def revoke(event_desk: EventDesk, order: EventOrder, links: tuple[str, ...]) -> Entered:
    """Let links lead nowhere any more."""

    def forget(_after: Tournament, _events: tuple[TournamentEvent, ...]) -> None:
        for link in links:
            event_desk.store.revoke_link(order.tournament, link)

    return write(event_desk, order, Act.LINKS, lambda state: decide_revoking(state, links), forget)
