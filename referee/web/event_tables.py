"""The tables of events on the server: who may enter them or write there, and what belongs to an event besides."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING
from zlib import crc32

from flask import g, redirect, request, session

from referee.app.answer import SHEET_EVENT, SHEET_SEQ, problem_sentences, redirect_after_write
from referee.app.asked import EventTable
from referee.app.routes import url_for
from referee.app.sheet import not_agreed, seats_agreed
from referee.app.tables import expected_of, refused_order
from referee.app_event.at_table import NO_NEWS, news_at
from referee.app_event.tables import scan_again
from referee.app_event.visit import FORBIDDEN, number_of, only_if, order_of, stale_text, table_page, visit_to
from referee.desk import Refused, find, find_to_read
from referee.desk.opened import history_of
from referee.desk_event.opened import Done, row_of, tournament_now
from referee.desk_event.people import names_on_sheet
from referee.desk_event.results import Agreed, agree
from referee.desk_event.rights import PUBLIC, Act
from referee.desk_event.tables import (
    TableVisit,
    clock_at,
    no_hand_at,
    not_at,
    not_readable,
    not_ruled,
    not_withdrawn,
    note_entry,
    note_phone,
)
from referee.game.events import command_hash
from referee.texts.reader import is_digits
from referee.tournament.events import Role
from referee.tournament.refusals import EventCode, refusal
from referee.tournament.seating import not_seated
from referee.tournament.sheets import already_entered
from referee.web.host import answered, current_asked, current_asked_without_form
from referee.web.links import events_in_use, links_held, right_in

if TYPE_CHECKING:
    from flask import Flask, Response
    from werkzeug.wrappers import Response as AnyResponse

    from referee.app.answer import Answer
    from referee.app.asked import Asked
    from referee.app_event.at_table import News
    from referee.desk import Desk
    from referee.rules.table import NotDone

_TABLE_PAGE = "table.show"
_RULE = "apply.issue"
_FINISH, _WITHDRAW, _LOST, _REOPEN = "sheet.finish", "apply.withdraw", "sheet.enter_lost", "sheet.reopen"
_HANDS = frozenset({"record.confirm", "record.take_mine", "table.mark"})
_ACTS = {
    "table.rename": Act.NAMES,
    "table.sit": Act.SEE_TABLE,
    "games.archive": Act.SEE_TABLE,
    _FINISH: Act.RESULT,
}
"""What a form of a table does at an event; the others record, correct or signal."""
_LOST_ACTS = {
    "ruling_issued": Act.RULE,
    "ruling_withdrawn": Act.LINKS,
    "reopened": Act.TAKE_BACK,
    "finished": Act.ACCEPT,
    "renamed": Act.NAMES,
}
"""What it is to enter again what an older backup has lost."""
_ELSEWHERE = (EventCode.SCAN_AGAIN, EventCode.NOT_YOUR_TABLE)
"""Why the phone of a table is not let in at one that another card opens."""
_BAD_REQUEST, _CONFLICT = 400, 409
_LONGEST_MINUTES = 4


def _guard_table() -> AnyResponse | None:
    """Let only those enter an event's table, or write there, whose link allows it; some pages are the event's own."""
    values = request.view_args or {}
    if "reader" in values:
        _guard_reader(str(values["reader"]))
    found = event_table(str(values.get("token", "")))
    if found is None:
        return None
    event_desk = events_in_use()
    event, round_no, table_no = found
    try:
        right = right_in(event_desk, event, table_no)
        tournament_now(event_desk, event)
    except LookupError:
        return None
    g.table_visit = table_visit = TableVisit(
        event_desk=event_desk, event=event, round=round_no, table=table_no, right=right
    )
    refused = _lost_link(table_visit) or _refused_at(table_visit)
    if refused is not None and refused.problems[0].code in _ELSEWHERE and _shows_page():
        return answered(partial(_scan_again, table_visit), writes=False)
    only_if(current_asked(), refused)
    g.event_table = _event_table_of(table_visit, news_at(current_asked_without_form(), table_visit))
    note_phone(event_desk, event, right, session.get("device", ""), round_no if request.endpoint == _TABLE_PAGE else 0)
    return _own_answer(table_visit)


def _shows_page() -> bool:
    """Return whether a page is asked for, not data."""
    return request.method == "GET" and request.accept_mimetypes.best != "application/json"


def _scan_again(table_visit: TableVisit, asked: Asked, _desk: Desk) -> Answer:
    """Say to a phone of another table, or of a round that is over, what comes next."""
    visit = visit_to(table_visit.event_desk, table_visit.event, table_visit.right)
    return scan_again(asked, visit, table_visit.round, table_visit.table)


def _guard_reader(reader: str) -> None:
    """Let only those read the sheet of an event's game who may see it."""
    event_desk = events_in_use()
    game = find_to_read(event_desk.desk, reader)
    found = None if game is None else event_desk.store.tournament_of_game(game)
    if game is not None and found is not None:
        right = right_in(event_desk, found[0], found[2])
        only_if(current_asked(), not_readable(event_desk, right, game))
        event, round_no, table_no = found
        g.event_table = _event_table_of(
            TableVisit(event_desk=event_desk, event=event, round=round_no, table=table_no, right=right), NO_NEWS
        )
        g.called = names_on_sheet(event_desk, right, game)


def event_table(token: str) -> tuple[str, int, int] | None:
    """Return the event, the round and the table that a table's address names, None where it is no event's."""
    pieces = token.rsplit(".", 2)
    numbers = [number_of(each) for each in pieces[1:]]
    if len(pieces) != len(("event", "round", "table")) or not all(numbers):
        return None
    return pieces[0], numbers[0], numbers[1]


def _lost_link(table_visit: TableVisit) -> NotDone | None:
    """Return that the link was revoked by which the present browser came to an event, if it has no other one."""
    held = any(event == table_visit.event for event, _, _ in links_held())
    return refusal(EventCode.LINK_REVOKED, "link") if held and table_visit.right == PUBLIC else None


def _refused_at(table_visit: TableVisit) -> NotDone | None:
    """Return why the present request is not for whoever asks, or None."""
    if request.method != "POST":
        return not_at(table_visit, Act.SEE_TABLE)
    return None if _was_entered(table_visit) else _not_entered(table_visit, request.endpoint or "")


def _not_entered(table_visit: TableVisit, endpoint: str) -> NotDone | None:
    """Return why a form is not for whoever sends it, or None."""
    if endpoint in _HANDS:
        return no_hand_at(table_visit)
    if endpoint == _RULE:
        return not_at(table_visit, Act.RULE) or not_ruled(table_visit, request.form.get("offence", ""), _minutes_late())
    if endpoint == _WITHDRAW:
        return not_withdrawn(table_visit, int((request.view_args or {})["ruling"]))
    if endpoint == _REOPEN:
        return not_at(table_visit, Act.TAKE_BACK) or already_entered(
            table_visit.state.round(table_visit.round), table_visit.table
        )
    if endpoint == _LOST:
        return not_at(table_visit, _LOST_ACTS.get(request.form.get("kind", ""), Act.PLAY))
    return not_at(table_visit, _ACTS.get(endpoint, Act.PLAY))


def _minutes_late() -> int:
    """Return by how many minutes somebody is late as the present form tells it, 0 where it does not."""
    typed = request.form.get("answer-minutes", "").rstrip("+")
    return int(typed) if is_digits(typed) and len(typed) <= _LONGEST_MINUTES else 0


def _was_entered(table_visit: TableVisit) -> bool:
    """Return whether the present order was carried out at this table before: it is answered as then, at any time."""
    command = request.form.get("command_id", "")
    hashes = [command_hash(command), command_hash(command + request.form.get("mark", ""))]
    if request.endpoint == _FINISH:
        known = table_visit.event_desk.store.tournament_event_by_command(hashes[0])
        return known is not None and known.tournament == table_visit.event
    found = [table_visit.event_desk.desk.store.event_by_command(each) for each in hashes]
    return any(each is not None and each.game == table_visit.game for each in found)


def _event_table_of(table_visit: TableVisit, news: News) -> EventTable:
    """Return the place of a table as its pages know it, with what they are told."""
    clock = clock_at(table_visit)
    falls = None if clock is None else clock.signal_at
    return EventTable(
        event=f"/e/{table_visit.event}",
        round=table_visit.round,
        table=table_visit.table,
        role=table_visit.right.role,
        link=table_visit.right.link,
        signal="" if falls is None else datetime.fromtimestamp(falls / 1000, UTC).isoformat(timespec="milliseconds"),
        left=None if clock is None or falls is not None else clock.left,
        name=row_of(table_visit.event_desk, table_visit.event).name,
        told=news.now,
        counts=news.counts,
        is_settled=news.is_settled,
        news=f"{crc32(repr(news).encode()):x}",
    )


def _own_answer(table_visit: TableVisit) -> AnyResponse | None:
    """Return what only an event answers at a table: who sits where, before the first hand, and four who agree."""
    if (
        request.endpoint == _TABLE_PAGE
        and not_seated(table_visit.state, table_visit.round, table_visit.table) is not None
    ):
        return redirect(f"/e/{table_visit.event}/seats/{table_visit.round}/{table_visit.table}", 303)
    if request.endpoint == "table.state" and table_visit.right.role == Role.TABLE and table_visit.is_over:
        return _led_on(table_visit)
    if request.endpoint == _FINISH:
        return answered(partial(agreed, table_visit), writes=True, token=str((request.view_args or {})["token"]))
    return None


def _led_on(table_visit: TableVisit) -> AnyResponse | None:
    """Lead a phone that keeps its table from a game that is over to the one that is played there now, if any."""
    address = table_page(table_visit.event_desk, table_visit.event, table_visit.table)
    if not address.startswith("/t/"):
        return None
    return answered(lambda asked, _desk: redirect_after_write(asked, address), writes=False)


def agreed(table_visit: TableVisit, asked: Asked, desk: Desk, token: str) -> Answer:
    """Sign the sheet on which four agreed and enter its result; with fewer names staff accept it, with a reason."""
    wrong = not_agreed(asked)
    if wrong:
        return refused_order(token, (wrong,))
    order = order_of(asked, visit_to(table_visit.event_desk, table_visit.event, table_visit.right))
    seats = Agreed(seats=seats_agreed(asked.form), seen=expected_of(asked.form))
    entered = agree(table_visit.event_desk, order, table_visit.round, table_visit.table, seats)
    if not isinstance(entered, Done):
        reasons = (
            problem_sentences(asked, entered.problems)
            if isinstance(entered, Refused)
            else (stale_text(asked, entered),)
        )
        return refused_order(token, reasons)
    game = find(desk, token)
    last = history_of(desk, game or "")[-1]
    done = redirect_after_write(asked, url_for(_TABLE_PAGE, token=token))
    return done.with_headers((SHEET_SEQ, str(last.stored.seq)), (SHEET_EVENT, last.hash))


def _lead_out(response: Response) -> Response:
    """Lead a page that asks again and again to where it says why it is not answered any more."""
    token = str((request.view_args or {}).get("token", ""))
    if response.status_code == FORBIDDEN and request.method == "GET" and "HX-Request" in request.headers and token:
        response.headers["HX-Redirect"] = url_for(_TABLE_PAGE, token=token)
    return response


def _note_answer(response: Response) -> Response:
    """Remember whether an entry of a table's phone was taken, for staff who look at the tables."""
    table_visit: TableVisit | None = g.get("table_visit")
    taken = response.status_code < _BAD_REQUEST
    if (
        table_visit is not None
        and request.method == "POST"
        and (taken or response.status_code in (FORBIDDEN, _CONFLICT))
    ):
        note_entry(table_visit.event_desk, table_visit.event, table_visit.right, session.get("device", ""), taken=taken)
    return response


def install(app: Flask) -> None:
    """Stand before the tables of events."""
    app.before_request(_guard_table)
    app.after_request(_lead_out)
    app.after_request(_note_answer)
