"""The page of a table before its game: who sits there next, four who sit down on a club night, who has which wind."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from referee.app.answer import (
    NEVER_KEPT,
    SEE_OTHER,
    VERSION_TAG,
    Answer,
    block_of,
    not_modified,
    page_of,
    redirect,
    redirect_after_write,
)
from referee.app.preview import CHARACTERS
from referee.app_event.at_table import paper_result, seats_to_come
from referee.app_event.draws import seed_of
from referee.app_event.results import view_of
from referee.app_event.round import tag_of
from referee.app_event.standings import round_to_come
from referee.app_event.visit import FORBIDDEN, after_order, number_in, number_of, only_if, order_of, refused, table_page
from referee.desk_event.draws import say_seats
from referee.desk_event.people import names_for
from referee.desk_event.rights import Act, is_scan_over, not_allowed
from referee.desk_event.rounds import sit_down, table_address
from referee.desk_event.standings import sheets_of
from referee.desk_event.tables import TableVisit
from referee.records import dataclass
from referee.rules.table import ALL_SEATS
from referee.tournament.events import Form, Role, Status
from referee.tournament.search import SeededRandom
from referee.tournament.seating import not_seated, same_four
from referee.tournament.tournament import RoundState
from referee.tournament.winds import four, seated, winds_had

if TYPE_CHECKING:
    from referee.app.asked import Asked
    from referee.app_event.at_table import Comes, PaperResult
    from referee.app_event.results import SheetView
    from referee.app_event.visit import Visit
    from referee.rules.table import Four
    from referee.tournament.tournament import Round, Tournament

PAGE = "events/table.html"
_WINDS = ("E", "S", "W", "N")


@dataclass(frozen=True, kw_only=True, slots=True)
class SeatView:
    """A seat of a table that is not played at yet."""

    wind: str
    character: str
    number: int
    name: str


@dataclass(frozen=True, kw_only=True, slots=True)
class NextTable:
    """What comes next at a table: ``seats`` of the round that was drawn, or who may sit down on a club night.

    ``unpublished`` is the round that comes next while nobody may know yet who sits where, else 0.
    Whoever ``must_scan`` the card of a table again is not let in there before. ``again`` are the names of the four who
    played there last and may go on; in ``tapped`` they stand as they sit by a new lot, once that is asked for.
    """

    command: str
    version: str
    table: int
    round: int
    unpublished: int
    seats: tuple[SeatView, ...]
    is_night: bool
    must_scan: bool
    people: tuple[tuple[int, str], ...]
    again: tuple[str, ...]
    tapped: tuple[int, ...]


def _next_round(visit: Visit, table: int) -> Round | None:
    """Return the next round that everybody has seen in which somebody sits at a table."""
    found = [of for of in visit.state.rounds if of.state == RoundState.PUBLISHED and table in of.seats]
    return found[0] if found else None


def _unpublished_round(visit: Visit) -> int:
    """Return the round that comes next where its seats were not shown to everybody yet, else 0."""
    number = round_to_come(visit)
    of = visit.state.round(number)
    return number if of is None or of.state == RoundState.DRAWN else 0


def _seat_views(asked: Asked, visit: Visit, of: Round, numbers: Four) -> tuple[SeatView, ...]:
    """Return who sits where."""
    names = names_for(visit.event_desk, visit.id, visit.right)
    return tuple(
        SeatView(
            wind=asked.say(f"wind.{wind}"),
            character=CHARACTERS[wind],
            number=number,
            name=names[visit.state.manned_by(number, of.number)],
        )
        for wind, number in zip(_WINDS, numbers, strict=True)
    )


def _sitting_again(asked: Asked, visit: Visit, numbers: Four) -> tuple[int, ...]:
    """Return four people in the order in which they sit by a new lot, with the winds that each has had least."""
    lots = SeededRandom(seed_of(asked.command))
    (order,) = seated([lots.shuffled(list(numbers))], winds_had(tuple(of.tables for of in visit.state.rounds)))
    return order


def _free_people(visit: Visit, tapped: tuple[int, ...] = ()) -> tuple[tuple[int, str], ...]:
    """Return who of a night may sit down, those first who are ``tapped``, then those who are there."""
    names = names_for(visit.event_desk, visit.id, visit.right)
    busy = {number for of in visit.state.running for numbers in of.tables for number in numbers}
    gone = (Status.ABSENT, Status.WITHDRAWN, Status.DISQUALIFIED)
    free = [each for each in visit.state.people if each.entrant.number not in busy and each.status not in gone]
    free.sort(key=lambda each: each.status != Status.PRESENT)
    free.sort(key=lambda each: (*tapped, each.entrant.number).index(each.entrant.number))
    return tuple((each.entrant.number, names[each.entrant.number]) for each in free)


def _next_table(asked: Asked, visit: Visit, table: int) -> NextTable:
    of = _next_round(visit, table)
    is_night = visit.state.settings.form == Form.NIGHT
    seats = () if of is None else _seat_views(asked, visit, of, of.seats[table])
    last = same_four(visit.state, table) if is_night else None
    tapped = _sitting_again(asked, visit, last) if last is not None and asked.query.has("again", "1") else ()
    people = _free_people(visit, tapped) if is_night else ()
    names = dict(people)
    unpublished = _unpublished_round(visit)
    return NextTable(
        command=asked.command,
        version=tag_of(asked, visit, (table, visit.right, seats, people, unpublished)),
        table=table,
        round=0 if of is None else of.number,
        unpublished=unpublished,
        seats=seats,
        is_night=is_night,
        must_scan=is_scan_over(visit.state, visit.right),
        people=people,
        again=tuple(names[number] for number in last or ()),
        tapped=tapped,
    )


def allowed(asked: Asked, visit: Visit, table: int) -> None:
    """Let only those see what comes next at a table who have its link, or are staff."""
    only_if(asked, not_allowed(visit.state, visit.right, Act.SEE_TABLE, table_no=table))


@dataclass(frozen=True, kw_only=True, slots=True)
class ScanAgain:
    """What a phone is told that is not let in at a table: ``sheet`` is where the game that is over is read.

    The ``result`` of that game, the first place first, stays in sight until the next scan: four have just agreed on it,
    or it came from ``paper``.
    With ``own`` the phone is let in at that table. ``step`` names the words for what is done next, empty where that is
    all, ``comes`` where its four sit next: after the ``round`` of a tournament the page asks for that.
    """

    title: str
    version: str
    round: int
    table: int
    comes: Comes | None
    own: int
    step: str
    sheet: str
    result: SheetView | None
    paper: PaperResult | None


def _step_after(state: Tournament) -> str:
    """Return what follows a round that is over: the card of the next table is scanned, or it was the last one."""
    is_last = state.settings.form != Form.NIGHT and len(state.closed_rounds) >= state.settings.rounds
    return "last" if is_last or state.is_closed else "next"


def _result_at(asked: Asked, visit: Visit, of: Round, table_no: int) -> SheetView | None:
    """Return the result of a table by places, None where none stands."""
    standing = of.result_at(table_no)
    if standing is None:
        return None
    view = view_of(asked, visit, standing.entered)
    return replace(view, seats=tuple(sorted(view.seats, key=lambda seat: int(seat.place))))


def _paper_at(asked: Asked, visit: Visit, of: Round, table_no: int) -> PaperResult | None:
    """Return who entered the result of a table, and where its phone's sheet differs; None where that sheet counts."""
    standing = of.result_at(table_no)
    at = TableVisit(event_desk=visit.event_desk, event=visit.id, round=of.number, table=table_no, right=visit.right)
    return None if standing is None else paper_result(asked, at, standing)


def scan_again(asked: Asked, visit: Visit, round_no: int, table_no: int) -> Answer:
    """Say to a table's phone that it is not let in at this one, and what the four who have it do next."""
    page = _scan_page(asked, visit, round_no, table_no)
    return page_of("events/scan_again.html", FORBIDDEN, visit=visit, here="", page=page)


def _scan_page(asked: Asked, visit: Visit, round_no: int, table_no: int) -> ScanAgain:
    """Return what a table's phone is told that is not let in at this table in this round."""
    own, is_over = visit.right.table_no or 0, is_scan_over(visit.state, visit.right)
    at = (visit.right.in_round or 0, own) if is_over else (round_no, table_no)
    of = visit.state.round(at[0])
    played = of if of is not None and of.state == RoundState.CLOSED and at[1] == own else None
    title = asked.say(f"event.over.{visit.form}", round=at[0]) if played else asked.say("event.scan.own", table=own)
    names = names_for(visit.event_desk, visit.id, visit.right)
    comes = seats_to_come(asked, visit.state, at, names) if played else None
    return ScanAgain(
        title=title,
        version=tag_of(asked, visit, comes),
        round=at[0] if played and visit.form == Form.TOURNAMENT else 0,
        table=own,
        comes=comes,
        own=0 if is_over else own,
        step=_step_after(visit.state) if is_over else "" if played else "other",
        sheet=sheets_of(visit.event_desk, visit.id, visit.right, [at]).get(at, "") if played else "",
        result=None if played is None else _result_at(asked, visit, played, own),
        paper=None if played is None else _paper_at(asked, visit, played, own),
    )


def _part_of(asked: Asked, visit: Visit, page: ScanAgain | NextTable, template: str, part: str) -> Answer:
    """Return a part of a page for one that shows it, or nothing where nothing has changed."""
    if asked.tag == page.version:
        return not_modified()
    shown = block_of(template, part, visit=visit, here="", page=page)
    return shown.with_headers((VERSION_TAG, page.version), NEVER_KEPT)


def show(asked: Asked, visit: Visit, table_no: int) -> Answer:
    """Show what comes next at a table, or go to the game that is played there."""
    if visit.right.role == Role.TABLE and visit.right.table_no != table_no:
        return scan_again(asked, visit, 0, table_no)
    allowed(asked, visit, table_no)
    address = table_page(visit.event_desk, visit.id, table_no)
    if address.startswith("/t/"):
        return redirect(address, SEE_OTHER)
    return page_of(PAGE, visit=visit, here="round", page=_next_table(asked, visit, table_no))


def state(asked: Asked, visit: Visit, table_no: int) -> Answer:
    """Lead a page on once its game has begun; return what changed before, but never names that are being tapped.

    A page that asks who sits where waits until another phone has said so, one of a round that is over for the next.
    """
    allowed(asked, visit, table_no)
    seats, after = [number_of(asked.query.one(name)) for name in ("seats", "after")]
    if seats and not_seated(visit.state, seats, table_no) is not None:
        return not_modified()
    if after and visit.right.role == Role.TABLE:
        return _after_round(asked, visit, after, table_no)
    address = table_page(visit.event_desk, visit.id, table_no)
    if seats or address.startswith("/t/"):
        return redirect_after_write(asked, address)
    page = _next_table(asked, visit, table_no)
    return not_modified() if page.is_night else _part_of(asked, visit, page, PAGE, "table")


def _after_round(asked: Asked, visit: Visit, round_no: int, table_no: int) -> Answer:
    """Return what comes after a round that is over, or lead back to its table once that is open again."""
    if not is_scan_over(visit.state, visit.right):
        return redirect_after_write(asked, f"/t/{table_address(visit.id, round_no, table_no)}")
    page = _scan_page(asked, visit, round_no, table_no)
    return _part_of(asked, visit, page, "events/scan_again.html", "next")


def sit(asked: Asked, visit: Visit, table_no: int) -> Answer:
    """Let four people of a night begin a game; they sit in the order in which they were tapped."""
    who = [number_of(number) for number in asked.form.all("who")]
    tapped = [number_of(number) for number in asked.form.one("tapped").split()]
    numbers, back = tapped if sorted(tapped) == sorted(who) else who, visit.to(f"tables/{table_no}")
    may_sit = not_allowed(visit.state, visit.right, Act.SIT_DOWN, table_no=table_no) is None
    if may_sit and len(numbers) != len(ALL_SEATS):
        return refused(visit, (asked.say("event.night.not_four", count=len(numbers)),), back)
    seated = four([*numbers, *[0 for _ in ALL_SEATS]][: len(ALL_SEATS)])
    done = sit_down(visit.event_desk, order_of(asked, visit), table_no, seated)
    return after_order(asked, visit, done, back)


@dataclass(frozen=True, kw_only=True, slots=True)
class WindsPage:
    """Who sits where at a table that draws its own seats; it ``waits`` until one of its phones has said so."""

    command: str
    waits: bool
    expected: int
    round: int
    table: int
    seats: tuple[SeatView, ...]


def winds(asked: Asked, visit: Visit, round_no: int, table_no: int) -> Answer:
    """Ask who sits where."""
    only_if(asked, not_allowed(visit.state, visit.right, Act.SEATS, round_no, table_no))
    of = visit.state.round(round_no)
    if of is None or table_no not in of.seats:
        return redirect(visit.to(f"tables/{table_no}"), SEE_OTHER)
    page = WindsPage(
        command=asked.command,
        waits=not_seated(visit.state, round_no, table_no) is not None,
        expected=visit.state.changed,
        round=round_no,
        table=table_no,
        seats=_seat_views(asked, visit, of, of.seats[table_no]),
    )
    return page_of("events/winds.html", visit=visit, here="", page=page)


def _note_seats(asked: Asked, visit: Visit, round_no: int, table_no: int) -> Answer:
    """Take down who sits where."""
    numbers = four([number_in(asked, f"seat-{seat}") for seat in ALL_SEATS])
    done = say_seats(visit.event_desk, order_of(asked, visit), round_no, table_no, numbers)
    of = visit.state.round(round_no)
    running = of is not None and of.state == RoundState.RUNNING
    address = f"/t/{table_address(visit.id, round_no, table_no)}" if running else visit.to(f"tables/{table_no}")
    return after_order(asked, visit, done, address)


PAGES = (
    ("table", "GET", "/tables/<int:table_no>", show),
    ("table_state", "GET", "/tables/<int:table_no>/state", state),
    ("sit_down", "POST", "/tables/<int:table_no>", sit),
    ("winds", "GET", "/seats/<int:round_no>/<int:table_no>", winds),
    ("say_winds", "POST", "/seats/<int:round_no>/<int:table_no>", _note_seats),
)
