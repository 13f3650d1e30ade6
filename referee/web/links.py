"""The links to events that a browser holds: taken in from their addresses, and what they let do."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, cast

from flask import current_app, g, redirect, request, session

from referee.app.answer import NEVER_KEPT
from referee.app.asked import HttpError
from referee.app_event.visit import first_page
from referee.desk_event.opened import EventDesk, kept_by_state, right_by_link, right_of, row_of, tournament_now
from referee.desk_event.rights import PUBLIC, Right
from referee.desk_event.tables import admitted_for, keeps_table, note_phone, round_admitted
from referee.game.events import hashed
from referee.tournament.events import Role
from referee.web.background import run_in_background
from referee.web.context import desk_in_use, policies_in_use
from referee.web.cookies import say, write_as
from referee.web.host import device_now

if TYPE_CHECKING:
    from flask import Flask, Response
    from werkzeug.wrappers import Response as AnyResponse

    from referee.desk_event.opened import Phones

_LINKS = "links"
"""What the browser remembers its links as: event, link, and the round for which a table's was scanned."""
_HISTORIES = "event_histories"
_PHONES = "event_phones"
_BUILT = "event_standings"
_DRAWING, _UNDRAWN = "event_drawing", "event_undrawn"
_ENTER = "events.enter"
_OK, NOT_FOUND = 200, 404
_RANKS = (Role.TABLE, Role.REFEREE, Role.ORGANISER)
"""The roles, the strongest last."""
_MOST_LINKS = 12
_MOST_NAMED = 3
_HOME = "games.home"
_LET_IN = {"Referrer-Policy": "no-referrer", "Cache-Control": "no-store"}
"""What an address with a token asks for: that it is told to no other page, and not kept."""
_HOLDER = "Event-Holder"
"""The header that names an event and who its page is for, and says ``kept`` of a page that a phone may keep."""
_HOLDER_LETTERS = 16

Held = tuple[str, str, int | None]


def events_in_use() -> EventDesk:
    """Return the desk of events of the running application."""
    desk = desk_in_use()
    return EventDesk(
        desk=desk,
        store=desk.store,
        histories=current_app.extensions[_HISTORIES],
        policies=policies_in_use,
        built=current_app.extensions[_BUILT],
        drawing=current_app.extensions[_DRAWING],
        undrawn=current_app.extensions[_UNDRAWN],
        aside=partial(run_in_background, desk),
        phones=cast("Phones", current_app.extensions[_PHONES]),
        clock_moved=desk.clock_moved,
    )


def links_held() -> list[Held]:
    """Return the links that the present browser holds."""
    return [cast("Held", tuple(each)) for each in session.get(_LINKS, ())]


def _hold(event: str, link: str, in_round: int | None) -> None:
    """Let the present browser hold a link, the latest last."""
    others = [each for each in links_held() if each[:2] != (event, link)]
    session[_LINKS] = [*others, (event, link, in_round)][-_MOST_LINKS:]


def right_in(event_desk: EventDesk, event: str, table_no: int | None = None) -> Right:
    """Return what the present browser may do in an event, at this table: the strongest of its links that hold.

    Of the links of tables that of this one counts, else the one that was scanned last. A program names a link by its
    token instead; only what reads takes it.
    """
    g.event = event
    found: list[Right] = []
    named = right_of(event_desk, bearer()) if bearer() else None
    if named is not None and named[0] == event:
        found.append(named[1])
    for tournament, link, round_no in links_held():
        right = right_by_link(event_desk, event, link) if tournament == event else None
        if right is not None:
            found.append(replace(right, in_round=_round_in(event_desk, event, right, round_no)))
    return max(found[::-1], key=lambda each: (_RANKS.index(each.role), each.table_no == table_no), default=PUBLIC)


def bearer() -> str:
    """Return the token that a program sends, empty where it sends none or wants to write."""
    return _token_sent() if request.method == "GET" else ""


def _token_sent() -> str:
    """Return the token of a link that a request carries, empty where it carries none."""
    kind, _, token = request.headers.get("Authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" else ""


def is_organiser() -> bool:
    """Return whether whoever asks holds the link of an organiser of any event, in a browser or as a token."""
    event_desk = events_in_use()
    named = right_of(event_desk, _token_sent())
    held = [right_by_link(event_desk, event, link) for event, link, _ in links_held()]
    rights = [*held, None if named is None else named[1]]
    return any(each is not None and each.role == Role.ORGANISER for each in rights)


def _round_in(event_desk: EventDesk, event: str, right: Right, round_no: int | None) -> int | None:
    """Return the round for which a link was scanned; a phone that keeps its table carries that itself from now on."""
    if round_no is not None and keeps_table(event_desk, event, right.table_no, device_now().id):
        _hold(event, right.link, None)
        return None
    return round_admitted(tournament_now(event_desk, event), right.table_no, round_no)


def enter(token: str) -> AnyResponse:
    """Take a link in: its token leaves the address bar, and the browser holds the link from now on."""
    event_desk = events_in_use()
    found = right_of(event_desk, token)
    if found is None:
        raise HttpError(NOT_FOUND, say("event.refused.link_revoked", field=""))
    event, right = found
    write_as(device_now().id)
    let_in(event_desk, event, right)
    return redirect(first_page(event_desk, event, right_in(event_desk, event, right.table_no)), 303)


def let_in(event_desk: EventDesk, event: str, right: Right) -> None:
    """Let the present browser hold a link; a table's holds for the round that is played there, or for the next."""
    if right.table_no is None:
        _hold(event, right.link, None)
        return
    round_no = admitted_for(tournament_now(event_desk, event), right.table_no)
    keeps = keeps_table(event_desk, event, right.table_no, device_now().id)
    _hold(event, right.link, None if keeps else round_no)
    note_phone(event_desk, event, replace(right, in_round=None if keeps else round_no), device_now().id)


def _keep_secret(response: Response) -> Response:
    """Tell the address of a link to no other page."""
    if request.endpoint == _ENTER:
        response.headers.update(_LET_IN)
    return response


def _holder_of(event_desk: EventDesk, event: str) -> str:
    """Return a name for the present browser at an event; it has another one when it gets or loses a link.

    So it has when a person is erased: then phones give up all pages on which the name may stand.
    """
    links = [
        link for tournament, link, _ in links_held() if tournament == event and right_by_link(event_desk, event, link)
    ]
    state = tournament_now(event_desk, event)
    erased = kept_by_state(
        event_desk, (event, "erased"), state.seq, lambda _before: sum(each.erased for each in state.people)
    )
    return hashed(" ".join([*links, str(erased)]))[:_HOLDER_LETTERS]


def _name_holder(response: Response) -> Response:
    """Tell a phone whose page of an event this is: it keeps those of nobody else, and shows them to nobody else."""
    event = g.get("event")
    if event is None:
        return response
    try:
        holder = f"{event} {_holder_of(events_in_use(), event)}"
    except LookupError:
        return response
    response.headers[_HOLDER] = f"{holder} kept" if _is_kept(response) else holder
    return response


def _is_kept(response: Response) -> bool:
    """Return whether a phone may keep an answer: a whole page of an event, in which no token stands."""
    is_page = response.status_code == _OK and response.mimetype == "text/html" and "HX-Request" not in request.headers
    return is_page and request.path.startswith("/e/") and response.headers.get(NEVER_KEPT[0]) != NEVER_KEPT[1]


def _name_events() -> None:
    """Name the events of this browser on its first page, from where it would else find no way back to them."""
    if request.endpoint != _HOME:
        return
    event_desk = events_in_use()
    asked = [(event, right_by_link(event_desk, event, link)) for event, link, _ in links_held()]
    rights = {event: right for event, right in asked if right is not None}
    g.events = tuple(
        (row_of(event_desk, event).name, first_page(event_desk, event, right))
        for event, right in list(rights.items())[: -_MOST_NAMED - 1 : -1]
    )


def install(app: Flask) -> None:
    """Take links in."""
    app.extensions[_HISTORIES] = {}
    app.extensions[_PHONES] = {}
    app.extensions[_BUILT] = {}
    app.extensions[_DRAWING] = {}
    app.extensions[_UNDRAWN] = {}
    app.add_url_rule("/in/<token>", _ENTER, enter)
    app.before_request(_name_events)
    app.after_request(_keep_secret)
    app.after_request(_name_holder)
