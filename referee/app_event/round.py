"""The running round, a referee's first page: all tables at a glance, the clock, and what is done about them."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from referee.app.answer import (
    NEVER_KEPT,
    VERSION_TAG,
    Answer,
    block_of,
    not_modified,
    page_of,
    problem_sentences,
    redirect_after_write,
)
from referee.app.asked import time_of
from referee.app.pages import hand_name
from referee.app.table import hands_left_text, signal_text
from referee.app_event.missing import absent_seats_of, late_at, missing_at
from referee.app_event.visit import after_order, clock_moved_text, number_in, only_if, order_of, refused
from referee.desk import Refused
from referee.desk_event.opened import Done, clock_milliseconds, hash_of_last_entry, history_of
from referee.desk_event.overview import Badge, TableState, round_overview
from referee.desk_event.people import all_present, names_for
from referee.desk_event.rights import Act, not_allowed
from referee.desk_event.rounds import (
    add_time,
    close,
    one_more_hand,
    pause,
    resume,
    rules_of_event,
    start,
    table_address,
)
from referee.desk_event.tables import TableVisit, clock_at, give_signal, keep_table, phones_at, phones_let_in
from referee.records import dataclass
from referee.tournament.events import Form, Mode, Role, Status, TimeAdded
from referee.tournament.rounds import MINUTE, MOST_EXTRA_SECONDS, is_paused, table_clock, tables_not_done
from referee.tournament.seating import free_tables, met_before, same_four, waiting
from referee.tournament.tournament import RoundState

if TYPE_CHECKING:
    from referee.app.asked import Asked, ShownTime
    from referee.app_event.missing import AbsentSeat, Missing
    from referee.app_event.visit import Visit
    from referee.desk_event.opened import Phone
    from referee.desk_event.overview import TableOverview
    from referee.rules.ruleset import Time
    from referee.tournament.rounds import TableClock
    from referee.tournament.tournament import Round

PAGE = "events/round.html"
_MINUTES_ADDED = 5
_LONGEST_WORD = 16
"""How many letters of a name stand in a line of a tile where two tiles stand beside each other on a phone."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ClockView:
    """When a signal falls, as scripts read it, or what is left while the clock stands, and both as they are now."""

    signal: str
    left: int
    text: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Tile:
    """A table as its tile shows it; ``link`` is where the page of the table lies, seen from this one.

    ``names`` are the four who play there, ``missing`` are those of them who are missing or late.
    """

    link: str
    number: int
    state: str
    text: str
    hand: str
    badge: str
    badge_text: str
    more: str
    names: tuple[str, ...]
    missing: tuple[Missing, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class FreeTable:
    """A table of a night at which nobody plays, with the names of the four who may go on there, else none."""

    number: int
    again: tuple[str, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class RoundPage:
    """The round that is played, or the one that comes next; ``number`` is 0 where nothing was drawn, ``draw`` its draw.

    ``timing`` is how long it lasts and what follows its signal, empty where it has no limit or is over.
    ``clock_moved`` says to organisers that somebody set the clock of the serving machine, ``before`` what became of the
    round that was closed last, where none is played. ``repeats`` are the pairs of a drawn round that met before.
    These people of a night are ``waiting``, and these tables are ``free``.
    """

    command: str
    expected: int
    version: str
    number: int
    draw: int | None
    state: str
    is_night: bool
    is_paused: bool
    clock: ClockView | None
    timing: str
    clock_moved: str
    before: str
    repeats: int
    tiles: tuple[Tile, ...]
    has_long_names: bool
    done: int
    may_lead: bool
    waiting: tuple[str, ...]
    free: tuple[FreeTable, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class TableActions:
    """What staff do about one table: ``dice`` are the answers to the signal where it waits for one."""

    command: str
    number: int
    round: int
    tile: Tile
    address: str
    has_result: bool
    names: tuple[str, ...]
    clock: ClockView | None
    minutes_left: int
    dice: tuple[tuple[str, str], ...]
    can_give_hand: bool
    phones: tuple[Phone, ...]
    now: int


def _rounds_shown(visit: Visit) -> tuple[Round, ...]:
    """Return the rounds whose tables are shown: those that are played, else the next one, else the last."""
    state = visit.state
    if state.running:
        return state.running
    next_one = [of for of in state.rounds if of.state in (RoundState.PUBLISHED, RoundState.DRAWN)]
    if state.settings.form == Form.NIGHT:
        return ()
    return tuple(next_one[:1] or [of for of in state.rounds if of.seats][-1:])


def _iso(at: int) -> str:
    """Return a time as scripts and the log tell it."""
    return datetime.fromtimestamp(at / 1000, UTC).isoformat(timespec="milliseconds")


def _clock_view(clock: TableClock | None) -> ClockView | None:
    """Return a clock as a page shows it."""
    if clock is None:
        return None
    seconds = -(-max(clock.left, 0) // 1000)
    signal = "" if clock.signal_at is None else _iso(clock.signal_at)
    return ClockView(signal=signal, left=clock.left, text=f"{seconds // 60}:{seconds % 60:02}")


def round_clock(visit: Visit, of: Round) -> ClockView | None:
    """Return the clock of a round as all tables have it that were given nothing."""
    time = rules_of_event(visit.event_desk, visit.state).time
    if of.state != RoundState.RUNNING:
        return None
    return _clock_view(table_clock(of, 0, time.signal, clock_milliseconds(visit.event_desk)))


def time_before_end(asked: Asked, of: Round, minutes: int) -> ShownTime | None:
    """Return when so many minutes of a round are left, None without a clock or while it stands still."""
    clock = table_clock(of, 0, minutes, 0)
    return None if clock is None or clock.signal_at is None else time_of(asked, _iso(clock.signal_at))


def round_page(asked: Asked, visit: Visit) -> RoundPage:
    """Return the tables as they stand, of the round that is played or of the one that comes next."""
    shown = _rounds_shown(visit)
    overviews = [(of, round_overview(visit.event_desk, visit.id, of)) for of in shown]
    names = names_for(visit.event_desk, visit.id, visit.right)
    tiles = tuple(tile for of, tables in overviews for tile in _tiles_of(asked, visit, of, tables, names))
    first = shown[0] if shown else None
    is_night = visit.state.settings.form == Form.NIGHT
    moved = clock_moved_text(asked, visit)
    clock = None if first is None or is_night else round_clock(visit, first)
    fallen = clock is not None and clock.left <= 0
    head = (visit.state.seq, first and first.number, first and is_paused(first), tiles, moved, fallen)
    return RoundPage(
        command=asked.command,
        expected=visit.state.changed,
        version=tag_of(asked, visit, head),
        number=0 if first is None else first.number,
        draw=None if first is None else first.draw,
        state="" if first is None else first.state,
        is_night=is_night,
        is_paused=first is not None and is_paused(first),
        clock=clock,
        timing="" if is_night or first is None else _timing_of(asked, visit, first),
        clock_moved=moved,
        before="" if is_night or visit.state.running else _closed_text(asked, visit),
        repeats=_repeats_of(visit, first),
        tiles=tiles,
        has_long_names=any(len(word) > _LONGEST_WORD for tile in tiles for name in tile.names for word in name.split()),
        done=sum(each.state == TableState.DONE for _, tables in overviews for each in tables),
        may_lead=visit.right.role == Role.ORGANISER,
        waiting=tuple(names[each] for each in waiting(visit.state)) if is_night and not visit.state.is_closed else (),
        free=_free_tables(visit, names) if is_night and not visit.state.is_closed else (),
    )


def _free_tables(visit: Visit, names: dict[int, str]) -> tuple[FreeTable, ...]:
    """Return the tables at which an organiser of a night may seat four."""
    return tuple(
        FreeTable(number=table, again=tuple(names[number] for number in same_four(visit.state, table) or ()))
        for table in free_tables(visit.state)
    )


def _repeats_of(visit: Visit, of: Round | None) -> int:
    """Return how many pairs of a round that is still to be published met in an earlier one."""
    if of is None or of.state != RoundState.DRAWN:
        return 0
    return met_before(visit.state, of.number, of.tables)


def _timing_of(asked: Asked, visit: Visit, of: Round) -> str:
    """Return how long a round lasts and what follows its signal."""
    if of.state == RoundState.CLOSED:
        return ""
    minutes = of.minutes if of.state == RoundState.RUNNING else visit.state.settings.minutes
    return timing_text(asked, rules_of_event(visit.event_desk, visit.state).time, minutes or 0)


def timing_text(asked: Asked, time: Time, minutes: int) -> str:
    """Return what so many minutes mean under a ruleset: when the signal comes, and what is played after it."""
    if not minutes:
        return ""
    key = "event.round.timing" if time.signal else "event.round.timing_at_end"
    return asked.say(key, minutes=minutes, signal=time.signal, hands=time.running, between=time.between)


def _closed_text(asked: Asked, visit: Visit) -> str:
    """Return that the last round is closed and whether everybody sees its standings, empty before the first is."""
    over = visit.state.closed_rounds
    if not over:
        return ""
    version = visit.state.published
    is_seen = version is not None and version.round >= over[-1].number
    return asked.say(f"event.round.closed_{'published' if is_seen else 'only'}", round=over[-1].number)


def tag_of(asked: Asked, visit: Visit, shown: object) -> str:
    """Return what tells one drawing of a page from another: the last entry of the event, and what else is shown."""
    seen = hash_of_last_entry(history_of(visit.event_desk, visit.id))
    return f"{seen}-{hash((shown, asked.speaker.lang)):x}"


def _seated_names(visit: Visit, table: TableOverview, of: Round, names: dict[int, str]) -> tuple[str, ...]:
    """Return what the four are called who play at a table of a round."""
    return tuple(names[visit.state.manned_by(number, of.number)] for number in table.numbers)


def _tile_of(asked: Asked, visit: Visit, of: Round, each: TableOverview, names: dict[int, str]) -> Tile:
    table = each.table
    is_seen = of.state != RoundState.DRAWN
    how_far = each.state if is_seen else TableState.EMPTY
    is_blank = how_far == TableState.EMPTY and visit.state.settings.mode == Mode.PAPER
    is_ready = how_far == TableState.SEATED and of.state == RoundState.PUBLISHED and each.number not in of.reseated
    word = "ready" if is_ready else how_far
    state = asked.say(f"event.table.{word}" if is_seen else "event.draw.state_drawn")
    playing = each.state in (TableState.PLAYING, TableState.LAST_HANDS, TableState.OVER)
    hand = hand_name(asked, table.round, table.dealer) if table is not None and playing else ""
    left = "" if table is None else hands_left_text(asked, table.hands_left)
    more = asked.say("event.round.more_minutes", minutes=each.minutes) if each.minutes else ""
    return Tile(
        link=f"round/{each.number}",
        number=each.number,
        state=how_far,
        text=left if how_far == TableState.LAST_HANDS and left else "" if is_blank else state,
        hand=hand,
        badge="" if each.badge is None else each.badge,
        badge_text="" if each.badge is None else asked.say(f"event.badge.{each.badge}"),
        more=more,
        names=_seated_names(visit, each, of, names),
    )


def _tiles_of(
    asked: Asked, visit: Visit, of: Round, tables: tuple[TableOverview, ...], names: dict[int, str]
) -> tuple[Tile, ...]:
    """Return the tiles of a round's tables, with who is missing or late there."""
    missing = missing_at(asked, visit, of)
    return tuple(
        _noted(_tile_of(asked, visit, of, each, names), tuple(one for one in missing if one.table == each.number))
        for each in tables
    )


def _noted(tile: Tile, missing: tuple[Missing, ...]) -> Tile:
    """Return a tile that says who is missing or late, in the colour of what is worse, or of being done."""
    keeps = not missing or tile.badge or tile.state in (TableState.AGREED, TableState.DONE)
    return replace(tile, badge=tile.badge if keeps else missing[0].badge, missing=missing)


def show(asked: Asked, visit: Visit) -> Answer:
    """Show all tables."""
    only_if(asked, not_allowed(visit.state, visit.right, Act.SEE_STAFF))
    return page_of(PAGE, visit=visit, here="round", page=round_page(asked, visit))


def state(asked: Asked, visit: Visit) -> Answer:
    """Return the tables for a page that shows them already, or nothing when nothing has changed."""
    only_if(asked, not_allowed(visit.state, visit.right, Act.SEE_STAFF))
    page = round_page(asked, visit)
    if asked.tag == page.version:
        return not_modified()
    return block_of(PAGE, "tables", visit=visit, here="round", page=page).with_headers(
        (VERSION_TAG, page.version), NEVER_KEPT
    )


def _round_at(visit: Visit, table: int) -> Round | None:
    return next((of for of in _rounds_shown(visit) if table in of.seats), None)


def _one_table(asked: Asked, visit: Visit, table_no: int) -> Answer:
    only_if(asked, not_allowed(visit.state, visit.right, Act.SEE_STAFF))
    of = _round_at(visit, table_no)
    if of is None:
        return refused(
            visit, (asked.say("event.refused.unknown_number", field="", number=table_no),), visit.to("round")
        )
    return page_of("events/round_table.html", visit=visit, here="round", page=_actions_at(asked, visit, of, table_no))


def _actions_at(asked: Asked, visit: Visit, of: Round, table: int) -> TableActions:
    found = next(each for each in round_overview(visit.event_desk, visit.id, of) if each.number == table)
    names = names_for(visit.event_desk, visit.id, visit.right)
    table_visit = TableVisit(
        event_desk=visit.event_desk, event=visit.id, round=of.number, table=table, right=visit.right
    )
    time = rules_of_event(visit.event_desk, visit.state).time
    answers = (("yes", time.running), ("no", time.between))
    left = MOST_EXTRA_SECONDS * 1000 // MINUTE - found.minutes
    return TableActions(
        command=asked.command,
        number=table,
        round=of.number,
        tile=_tiles_of(asked, visit, of, (found,), names)[0],
        address="" if found.table is None else f"/t/{table_address(visit.id, of.number, table)}",
        has_result=of.result_at(table) is not None,
        names=tuple(names[visit.state.manned_by(number, of.number)] for number in found.numbers),
        clock=_clock_view(clock_at(table_visit)),
        minutes_left=_MINUTES_ADDED if visit.right.role == Role.ORGANISER else max(left, 0),
        dice=tuple((value, signal_text(asked, value, count)) for value, count in answers)
        if found.badge == Badge.DICE
        else (),
        can_give_hand=visit.right.role == Role.ORGANISER and found.state in (TableState.LAST_HANDS, TableState.OVER),
        phones=phones_let_in(phones_at(visit.event_desk, visit.id, table), visit.state, of.number, table),
        now=clock_milliseconds(visit.event_desk),
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class StartQuestion:
    """What is asked once before a round starts: tables without an open phone, and people who are only expected.

    With ``nobody_came`` these are all who have a seat and are not known to be ``absent``.
    """

    command: str
    expected: int
    round: int
    tables: tuple[int, ...]
    people: tuple[str, ...]
    nobody_came: bool
    absent: tuple[AbsentSeat, ...]


def begin(asked: Asked, visit: Visit) -> Answer:
    """Start a round; what is not ready is asked once, and whoever was only expected may be there by the same tap."""
    only_if(asked, not_allowed(visit.state, visit.right, Act.START))
    number = number_in(asked, "round")
    question = _start_question(asked, visit, number)
    if (question.tables or question.people or question.absent) and not asked.form.one("sure"):
        return page_of("events/round_start.html", visit=visit, here="round", page=question)
    order = order_of(asked, visit, expects=True)
    if asked.form.one("here"):
        there = all_present(visit.event_desk, replace(order, command=f"{order.command} here", expected=None))
        if not isinstance(there, Done):
            return after_order(asked, visit, there, visit.to("round"))
    done = start(visit.event_desk, order, number)
    return after_order(asked, visit, done, visit.to("round"))


def _start_question(asked: Asked, visit: Visit, number: int) -> StartQuestion:
    """Return what is asked before a round starts."""
    of = visit.state.round(number)
    names = names_for(visit.event_desk, visit.id, visit.right)
    on_paper = visit.state.settings.mode == Mode.PAPER
    tables = () if of is None or on_paper else round_overview(visit.event_desk, visit.id, of)
    seated = set() if of is None else {visit.state.manned_by(each, number) for four in of.tables for each in four}
    people = [each for each in visit.state.people if each.entrant.number in seated and each.is_expected]
    awaited = [each for each in people if each.status == Status.EXPECTED]
    return StartQuestion(
        command=asked.form.one("command_id", asked.command),
        expected=visit.state.changed,
        round=number,
        tables=tuple(sorted(each.number for each in tables if each.state == TableState.EMPTY)),
        people=tuple(names[each.entrant.number] for each in awaited),
        nobody_came=bool(people) and len(awaited) == len(people),
        absent=absent_seats_of(visit, number),
    )


def _hold_clock(asked: Asked, visit: Visit) -> Answer:
    done = pause(visit.event_desk, order_of(asked, visit), number_in(asked, "round"))
    return after_order(asked, visit, done, visit.to("round"))


def go_on(asked: Asked, visit: Visit) -> Answer:
    """Let the clock run again."""
    done = resume(visit.event_desk, order_of(asked, visit), number_in(asked, "round"))
    return after_order(asked, visit, done, visit.to("round"))


@dataclass(frozen=True, kw_only=True, slots=True)
class CloseQuestion:
    """What is asked once before a round closes: who came late to it and was not ruled against."""

    command: str
    expected: int
    round: int
    late: tuple[Missing, ...]


def _end_round(asked: Asked, visit: Visit) -> Answer:
    number = number_in(asked, "round")
    of = visit.state.round(number)
    is_over = of is not None and of.state == RoundState.RUNNING and not tables_not_done(visit.state, of)
    late = late_at(asked, visit, of) if of is not None and is_over and not asked.form.one("sure") else ()
    if late and not_allowed(visit.state, visit.right, Act.CLOSE) is None:
        page = CloseQuestion(
            command=asked.form.one("command_id", asked.command), expected=visit.state.changed, round=number, late=late
        )
        return page_of("events/round_close.html", visit=visit, here="round", page=page)
    done = close(visit.event_desk, order_of(asked, visit, expects=True), number)
    if isinstance(done, Refused) and of is not None and of.state == RoundState.RUNNING:
        ways = tuple(
            (asked.say("event.standings.at_table", table=table), visit.to(f"results/{number}/{table}"))
            for table in tables_not_done(visit.state, of)
        )
        return refused(visit, problem_sentences(asked, done.problems), visit.to("round"), ways=ways)
    return after_order(asked, visit, done, visit.to("round"))


def _give_time(asked: Asked, visit: Visit, table_no: int) -> Answer:
    """Give a table more minutes before its signal."""
    added = TimeAdded(
        round=number_in(asked, "round"),
        tables=(table_no,),
        seconds=number_in(asked, "minutes") * MINUTE // 1000,
        hands=0,
        call=None,
        reason=asked.form.one("reason"),
    )
    return after_order(asked, visit, add_time(visit.event_desk, order_of(asked, visit), added), visit.to("round"))


def _give_hand(asked: Asked, visit: Visit, table_no: int) -> Answer:
    """Let a table play one more hand after its signal."""
    done = one_more_hand(visit.event_desk, order_of(asked, visit), number_in(asked, "round"), table_no)
    return after_order(asked, visit, done, visit.to("round"))


def _answer_signal(asked: Asked, visit: Visit, table_no: int) -> Answer:
    """Say for a table whether the dice had been thrown when its signal fell."""
    table_visit = TableVisit(
        event_desk=visit.event_desk, event=visit.id, round=number_in(asked, "round"), table=table_no, right=visit.right
    )
    wrong = give_signal(table_visit, asked.device.id, running=asked.form.one("running") == "yes")
    if wrong is not None:
        return refused(visit, problem_sentences(asked, wrong.problems), visit.to("round"))
    return redirect_after_write(asked, visit.to("round"))


def _keep_phone(asked: Asked, visit: Visit, table_no: int) -> Answer:
    wrong = keep_table(visit.event_desk, visit.id, visit.right, table_no, asked.form.one("phone"))
    if wrong is not None:
        return refused(visit, problem_sentences(asked, wrong.problems), visit.to("round"))
    return redirect_after_write(asked, visit.to(f"round/{table_no}"))


PAGES = (
    ("round", "GET", "/round", show),
    ("round_state", "GET", "/round/state", state),
    ("round_table", "GET", "/round/<int:table_no>", _one_table),
    ("start", "POST", "/round/start", begin),
    ("pause", "POST", "/round/pause", _hold_clock),
    ("resume", "POST", "/round/resume", go_on),
    ("close", "POST", "/round/close", _end_round),
    ("add_time", "POST", "/round/<int:table_no>/time", _give_time),
    ("add_hand", "POST", "/round/<int:table_no>/hand", _give_hand),
    ("signal", "POST", "/round/<int:table_no>/signal", _answer_signal),
    ("house_phone", "POST", "/round/<int:table_no>/phone", _keep_phone),
)
