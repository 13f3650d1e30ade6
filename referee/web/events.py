"""Events on the server: which links a browser holds, who may enter a table, and the pages of events."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, cast

from flask import current_app, redirect, render_template, request, session
from markupsafe import Markup

from referee.app.answer import NEVER_KEPT, Answer
from referee.app.asked import Unanswerable
from referee.app.form import Form
from referee.app_event import ROUTES, creating
from referee.app_event.visit import only_if, visit_to
from referee.desk_event.opened import EventDesk, right_by_link, right_of, tournament_now
from referee.desk_event.rights import PUBLIC, Act, Right, not_allowed
from referee.tournament.entry import round_now
from referee.tournament.events import Role
from referee.tournament.sheets import exists
from referee.web.context import desk_in_use, policies_in_use
from referee.web.host import answered, asked_now
from referee.web.memory import say

if TYPE_CHECKING:
    from flask import Flask
    from werkzeug.wrappers import Response as AnyResponse

    from referee.app.asked import Asked
    from referee.app_event.visit import EventHandler
    from referee.desk import Desk

LINKS = "links"
"""What the browser remembers its links as: event, link, and the round for which a table's was scanned."""
HISTORIES = "event_histories"
BUILT = "event_standings"
DRAWN = "event_drawn"
MOST_DRAWN = 60
"""How many parts of pages are kept as they were drawn."""
DRAWING = "event_drawing"
NOT_FOUND = 404
RANKS = (Role.ORGANISER, Role.REFEREE, Role.TABLE)
MOST_LINKS = 12
RULE_ENDPOINTS = frozenset({"apply.issue", "apply.withdraw"})

Held = tuple[str, str, int | None]


def events_in_use() -> EventDesk:
    """Return the desk of events of the running application."""
    desk = desk_in_use()
    kept = current_app.extensions
    return EventDesk(
        desk=desk,
        store=desk.store,
        histories=kept[HISTORIES],
        policies=policies_in_use,
        built=kept[BUILT],
        drawing=kept[DRAWING],
    )


def links_held() -> list[Held]:
    """Return the links that the present browser holds."""
    return [cast("Held", tuple(each)) for each in session.get(LINKS, ())]


def hold(event: str, link: str, in_round: int | None) -> None:
    """Let the present browser hold a link, the latest last."""
    others = [each for each in links_held() if each[:2] != (event, link)]
    session[LINKS] = [*others, (event, link, in_round)][-MOST_LINKS:]


def right_in(at: EventDesk, event: str) -> Right:
    """Return what the present browser may do in an event: the strongest of its links that hold.

    A program names a link by its token instead; only what reads takes it.
    """
    found: list[Right] = []
    told = right_of(at, bearer()) if bearer() else None
    if told is not None and told[0] == event:
        found.append(told[1])
    for tournament, link, in_round in links_held():
        right = right_by_link(at, event, link) if tournament == event else None
        if right is not None:
            found.append(replace(right, in_round=in_round))
    return min(found, key=lambda each: RANKS.index(each.role), default=PUBLIC)


def bearer() -> str:
    """Return the token that a program sends, empty where it sends none or wants to write."""
    kind, _, token = request.headers.get("Authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" and request.method == "GET" else ""


def is_organiser() -> bool:
    """Return whether whoever asks holds the link of an organiser of any event, in a browser or as a token."""
    at = events_in_use()
    kind, _, token = request.headers.get("Authorization", "").partition(" ")
    told = right_of(at, token.strip()) if kind.lower() == "bearer" else None
    held = [right_by_link(at, event, link) for event, link, _ in links_held()]
    rights = [*held, None if told is None else told[1]]
    return any(each is not None and each.role == Role.ORGANISER for each in rights)


def enter(token: str) -> AnyResponse:
    """Take a link in: its token leaves the address bar, and the browser holds the link from now on."""
    at = events_in_use()
    found = right_of(at, token)
    if found is None:
        raise Unanswerable(NOT_FOUND, say("event.refused.link_revoked", field=""))
    event, right = found
    state = tournament_now(at, event)
    hold(event, right.link, round_now(state) if right.role == Role.TABLE else None)
    response = redirect(f"/e/{event}", 303)
    response.headers["Referrer-Policy"] = "no-referrer"
    response.headers["Cache-Control"] = "no-store"
    return response


def visited(handler: EventHandler, *, writes: bool, event: str, **values: str | int) -> AnyResponse:
    """Return the response to a request for a page of an event."""

    def handle(asked: Asked, _at: Desk, **told: str | int) -> Answer:
        at = events_in_use()
        try:
            visit = visit_to(at, event, right_in(at, event))
        except LookupError:
            raise Unanswerable(NOT_FOUND, asked.say("event.no_such_event")) from None
        return handler(replace(asked, form=with_files(asked.form), tag=asked.tag or tag_kept()), visit, **told)

    return answered(handle, writes=writes, **values)


def tag_kept() -> str:
    """Return the version of a page that the browser holds already, empty where it holds none."""
    return next(iter(request.if_none_match.as_set()), "")


def drawn_once(template: str, key: str, page: object) -> Markup:
    """Return a part of a page as it was drawn for the same content before, else draw it."""
    known: dict[tuple[str, str], Markup] = current_app.extensions[DRAWN]
    found = known.get((template, key))
    if found is None:
        if len(known) >= MOST_DRAWN:
            known.clear()
        found = known[template, key] = Markup(render_template(template, page=page))  # noqa: S704 drawn by a template
    return found


def with_files(form: Form) -> Form:
    """Return a form with the texts of the files that came with it; what is not UTF-8 can be told from the rest."""
    files = [(name, file.read().decode("utf-8-sig", "replace")) for name, file in request.files.items(multi=True)]
    return Form(pairs=(*form.pairs, *files))


def new() -> AnyResponse:
    """Show the form for a new event."""
    return answered(lambda asked, _at: creating.new(asked, events_in_use()), writes=False)


def begin() -> AnyResponse:
    """Make an event, and let the browser that made it hold its first link."""

    def handle(asked: Asked, _at: Desk) -> Answer:
        found = creating.begin(asked, events_in_use())
        if isinstance(found, Answer):
            return found
        event, token, answer = found
        opened = right_of(events_in_use(), token)
        if opened is not None:
            hold(event, opened[1].link, None)
        return answer.telling(NEVER_KEPT)

    return answered(handle, writes=True)


def guard_table() -> None:
    """Let only those enter an event's table, or write there, whose link allows it."""
    place = event_table(str((request.view_args or {}).get("token", "")))
    if place is None:
        return
    at = events_in_use()
    event, round_no, table_no = place
    try:
        state = tournament_now(at, event)
    except LookupError:
        return
    act = act_of(request.endpoint or "", request.method)
    only_if(asked_now(), not_allowed(state, right_in(at, event), act, table_no, round_no))


def guard_sheet() -> None:
    """Let nobody take the signature off a sheet whose result stands: the result is taken back, which opens it."""
    place = event_table(str((request.view_args or {}).get("token", "")))
    if place is None or request.endpoint != "sheet.reopen":
        return
    event, round_no, table_no = place
    with suppress(LookupError):
        of = tournament_now(events_in_use(), event).round(round_no)
        only_if(asked_now(), exists(of, table_no))


def event_table(token: str) -> tuple[str, int, int] | None:
    """Return the event, the round and the table that a table's address names, None where it is no event's."""
    pieces = token.rsplit(".", 2)
    if len(pieces) != len(("event", "round", "table")) or not (pieces[1].isdigit() and pieces[2].isdigit()):
        return None
    return pieces[0], int(pieces[1]), int(pieces[2])


def act_of(endpoint: str, method: str) -> Act:
    """Return what a request does at a table."""
    if method != "POST":
        return Act.SEE_TABLE
    return Act.RULE if endpoint in RULE_ENDPOINTS else Act.PLAY


def install(app: Flask) -> None:
    """Answer at the addresses of events."""
    app.extensions[HISTORIES] = {}
    app.extensions[BUILT] = {}
    app.extensions[DRAWN] = {}
    app.jinja_env.globals["drawn_once"] = drawn_once
    app.extensions[DRAWING] = {}
    app.before_request(guard_table)
    app.before_request(guard_sheet)
    app.add_url_rule("/events/new", "events.new", new)
    app.add_url_rule("/events", "events.begin", begin, methods=["POST"])
    app.add_url_rule("/in/<token>", "events.enter", enter)
    for route, handler in ROUTES:
        answer = partial(visited, handler, writes=route.method == "POST")
        app.add_url_rule(route.path, route.endpoint, answer, methods=[route.method])
