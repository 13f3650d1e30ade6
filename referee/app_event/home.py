"""The first page of an event: for organisers the next step, for everybody else what everybody may see."""

from __future__ import annotations

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
from referee.app_event.missing import absent_seats_of
from referee.app_event.round import round_clock, round_page, time_before_end
from referee.app_event.standings import finder_of, player_text, round_shown, round_to_come, tag_of, view_of
from referee.app_event.visit import after_order, clock_moved_text, order_of, table_page
from referee.desk_event.opened import kept_by_state
from referee.desk_event.overview import TableState
from referee.desk_event.people import names_for
from referee.desk_event.rights import is_scan_over
from referee.desk_event.rounds import end, release, rules_of_event
from referee.records import dataclass
from referee.tournament.entry import absent_unseated
from referee.tournament.events import Form, Mode, Role, Status
from referee.tournament.plans import SEATS
from referee.tournament.rounds import is_paused, tables_not_done
from referee.tournament.seating import met_before, missing_substitutes, waiting
from referee.tournament.tournament import RoundState

if TYPE_CHECKING:
    from referee.app.asked import Asked, ShownTime
    from referee.app_event.missing import AbsentSeat
    from referee.app_event.round import ClockView, RoundPage, Tile
    from referee.app_event.visit import Visit
    from referee.tournament.tournament import Round, Tournament


@dataclass(frozen=True, kw_only=True, slots=True)
class RoundView:
    """The round that is played or comes next: its state, its signal and its end, and who sits at each table.

    ``key`` names its seating, so that it is drawn once; ``hands`` may follow the signal, where it falls into one and
    where it falls between two; ``done`` of its tables are in. Both times are None without a clock, or while it stands;
    ``clock`` is the one that runs. A night's ``number`` is 0: its tables play as they come.
    """

    key: str
    number: int
    state: RoundState
    signal: ShownTime | None
    ends: ShownTime | None
    is_paused: bool
    clock: ClockView | None
    hands: tuple[int, int]
    done: int
    tables: tuple[tuple[int, tuple[str, ...]], ...]


def _show_public(asked: Asked, visit: Visit) -> Answer:
    running = visit.state.running
    fallen = [clock.left <= 0 for of in running if (clock := round_clock(visit, of)) is not None]
    tag = f"{tag_of(asked, visit)}-{sum([len(of.results) for of in running])}-{sum(fallen)}"
    if asked.tag == tag:
        return not_modified()
    view = view_of(asked, visit)
    finder = finder_of(asked, visit, view)
    playing = _round_view(asked, visit)
    template = "events/public.html"
    follows = 0 if playing else round_to_come(visit)
    if asked.is_part:
        part = block_of(
            template, "live", visit=visit, here="", page=view, finder=finder, tag=tag, playing=playing, follows=follows
        )
        return part.with_headers((VERSION_TAG, tag), NEVER_KEPT)
    return page_of(template, visit=visit, here="", page=view, finder=finder, tag=tag, playing=playing, follows=follows)


def _round_view(asked: Asked, visit: Visit) -> RoundView | None:
    """Return the round that is played or comes next, None while there is none that everybody may know of."""
    of = round_shown(visit)
    if of is None:
        return None
    names = names_for(visit.event_desk, visit.id, visit.right)
    if visit.state.settings.form == Form.NIGHT:
        return _night_view(asked, visit, names)
    time = rules_of_event(visit.event_desk, visit.state).time
    return RoundView(
        key=f"{visit.id} {of.number} {of.changed} {_names_key(visit, names)} {asked.speaker.lang}",
        number=of.number,
        state=of.state,
        signal=time_before_end(asked, of, time.signal),
        ends=time_before_end(asked, of, 0),
        is_paused=is_paused(of),
        clock=round_clock(visit, of),
        hands=(time.running, time.between),
        done=len(of.results),
        tables=seated(asked, visit, of, names),
    )


def _night_view(asked: Asked, visit: Visit, names: dict[int, str]) -> RoundView:
    """Return all tables of a night that are played, each of which is a round of its own with a clock of its own."""
    playing = visit.state.running
    return RoundView(
        key=f"{visit.id} {[of.changed for of in playing]} {_names_key(visit, names)} {asked.speaker.lang}",
        number=0,
        state=RoundState.RUNNING,
        signal=None,
        ends=None,
        is_paused=False,
        clock=None,
        hands=(0, 0),
        done=0,
        tables=tuple(sorted([table for of in playing for table in seated(asked, visit, of, names)])),
    )


def _names_key(visit: Visit, names: dict[int, str]) -> str:
    """Return what tells one list of who sits where from another with the same seats."""
    return f"{hash(tuple(names.values()))} {len(visit.state.manned)}"


def seated(asked: Asked, visit: Visit, of: Round, names: dict[int, str]) -> tuple[tuple[int, tuple[str, ...]], ...]:
    """Return who plays at each table of a round, made once for everybody who sees the same names."""
    state, lang = visit.state, asked.speaker.lang

    def make(_before: tuple[tuple[int, tuple[str, ...]], ...] | None) -> tuple[tuple[int, tuple[str, ...]], ...]:
        tables = of.seats.items()
        return tuple(
            [
                (table, tuple([player_text(asked, names, each, state.manned_by(each, of.number)) for each in numbers]))
                for table, numbers in tables
            ]
        )

    seen = (of.tables, of.first_table, state.manned, names)
    return kept_by_state(visit.event_desk, (visit.id, "seated", visit.right.role, lang), seen, make)


_PHASES = ("people", "draw", "publish", "start", "close", "reveal")
"""The steps of a round in their order, of which the first page shows how far it is."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Step:
    """What an organiser does next: ``id`` names its words, ``phase`` one of ``_PHASES``.

    With an ``action`` a button does it, sending the ``fields``; else a link leads to the page ``to``.
    ``repeats`` are the pairs of a round to be published that met before. Without so many ``absent`` players, all others
    sit at tables of four.
    """

    id: str
    phase: str
    round: int = 0
    count: int = 0
    repeats: int = 0
    absent: int = 0
    to: str = ""
    action: str = ""
    fields: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class HomePage:
    """The next step of an event, what it lacks, how far its rounds are, and who is there.

    Before it phones may need cards, and seats of who is ``absent`` a substitute. A night of which nobody plays any more
    ``can_end`` at any time.

    So many ``people`` have a seat, of whom ``awaited`` are neither here nor known to stay away. ``playing`` is what is
    played while that step waits for it, with the ``tiles`` of its tables; the page at ``poll`` tells it again.
    """

    command: str
    expected: int
    step: Step
    phases: tuple[str, ...]
    passed: int
    needs_cards: bool
    absent: tuple[AbsentSeat, ...]
    rounds: tuple[tuple[int, str], ...]
    is_night: bool
    people: int
    awaited: int
    present: int
    can_end: bool
    clock_moved: str
    playing: RoundPage | None
    tiles: tuple[Tile, ...]
    poll: str


_WAITING = ("wait", "night", "night_seat")
"""The steps during which others play, so that the page keeps itself up to date."""
_MOST_TILES = 24


def _tiles_of(playing: RoundPage | None) -> tuple[Tile, ...]:
    """Return the tables to be shown: all, or of many the first that are still played."""
    tiles = () if playing is None else playing.tiles
    if len(tiles) <= _MOST_TILES:
        return tiles
    return tuple([each for each in tiles if each.state != TableState.DONE][:_MOST_TILES])


def show(asked: Asked, visit: Visit) -> Answer:
    """Show an event."""
    if visit.right.table_no is not None and not is_scan_over(visit.state, visit.right):
        return redirect(table_page(visit.event_desk, visit.id, visit.right.table_no), SEE_OTHER)
    if visit.right.role != Role.ORGANISER:
        return _show_public(asked, visit)
    step, is_night = _next_step(visit.state), visit.state.settings.form == Form.NIGHT
    name = f"{step.id}-{step.round}-{step.count if is_night else ''}"
    if asked.is_part and asked.query.one("step") != name:
        return redirect_after_write(asked, visit.to()).with_headers(NEVER_KEPT)
    playing = round_page(asked, visit) if step.id in _WAITING else None
    if asked.is_part and playing is not None and asked.tag == playing.version:
        return not_modified()
    sitting = visit.state.in_draw
    people = [each for each in visit.state.people if not each.erased and each.entrant.number in sitting]
    page = HomePage(
        command=asked.command,
        expected=visit.state.changed,
        step=step,
        phases=_PHASES,
        passed=_PHASES.index(step.phase) if step.phase in _PHASES else len(_PHASES),
        needs_cards=step.id in ("start", "night", "night_people", "night_seat") and _lacks_cards(visit.state),
        absent=absent_seats_of(visit, step.round) if step.id == "start" else (),
        rounds=tuple((each.number, str(each.state)) for each in visit.state.rounds),
        is_night=is_night,
        people=len(people),
        awaited=sum(each.status == Status.EXPECTED for each in people),
        present=sum(each.status in (Status.PRESENT, Status.LATE) for each in people),
        can_end=is_night and not visit.state.is_closed and not visit.state.running and visit.state.is_started,
        clock_moved=clock_moved_text(asked, visit),
        playing=playing,
        tiles=_tiles_of(playing),
        poll=visit.to(step=name),
    )
    if asked.is_part and playing is not None:
        part = block_of("events/home.html", "now", visit=visit, here="", page=page)
        return part.with_headers((VERSION_TAG, playing.version), NEVER_KEPT)
    return page_of("events/home.html", visit=visit, here="", page=page)


def _lacks_cards(state: Tournament) -> bool:
    """Return whether no phone can find its table yet, before the first round of an event that has phones."""
    made = any(each.issued.table_no is not None and not each.revoked for each in state.links)
    return not made and not state.is_started and state.settings.mode != Mode.PAPER


def _next_step(state: Tournament) -> Step:
    if state.is_closed:
        return Step(id="over", phase="", to="standings")
    if not state.people:
        return Step(id="people", phase="people", to="people/paste")
    if state.settings.form == Form.NIGHT:
        return _night_step(state)
    missing = missing_substitutes(state)
    if missing and not state.is_started:
        off = len(absent_unseated(state))
        left = len(state.players) - off
        off = 0 if not left or left % SEATS else off
        return Step(id="four", phase="people", count=missing, to="people#four", absent=off)
    for number in range(1, state.settings.rounds + 1):
        of = state.round(number)
        if of is None or of.state != RoundState.CLOSED:
            return _reveal_before(state, number) or _round_step(state, of, number)
    return _reveal_before(state, state.settings.rounds + 1) or Step(id="end", phase="", action="end")


def _night_step(state: Tournament) -> Step:
    """Return what an organiser of a night does next: say who is there, seat those who wait, or look at who plays."""
    if all(each.status == Status.EXPECTED for each in state.people):
        return Step(id="night_people", phase="start", to="people")
    wait = len(waiting(state))
    if wait >= SEATS:
        return Step(id="night_seat", phase="start", count=wait, to="waiting")
    return Step(id="night", phase="start", count=sum(len(of.seats) for of in state.running), to="round")


def _reveal_before(state: Tournament, number: int) -> Step | None:
    """Return that the standings of the rounds before one wait to be published, None if they do not."""
    over = [of for of in state.closed_rounds if of.number < number]
    shown = state.published
    if not over or (shown is not None and shown.round >= over[-1].number):
        return None
    back = [table for of in over for table in of.open_tables]
    if back:
        return Step(id="back", phase="close", round=over[-1].number, count=len(back), to="results")
    return Step(id="reveal", phase="reveal", round=over[-1].number, action="reveal")


def _round_step(state: Tournament, of: Round | None, number: int) -> Step:
    if of is None:
        return Step(id="draw", phase="draw", round=number, to=f"draw?round={number}")
    match of.state:
        case RoundState.DRAWN:
            fields = (("round", number), ("draw", of.draw))
            again = met_before(state, number, of.tables)
            action = "draw/publish"
            return Step(id="publish", phase="publish", round=number, repeats=again, action=action, fields=fields)
        case RoundState.PUBLISHED:
            return Step(id="start", phase="start", round=number, action="round/start", fields=(("round", number),))
        case _:
            missing = len(tables_not_done(state, of))
            if missing:
                page = "results" if state.settings.mode == Mode.PAPER else "round"
                return Step(id="wait", phase="close", round=number, count=missing, to=page)
            return Step(id="close", phase="close", round=number, action="round/close", fields=(("round", number),))


def reveal(asked: Asked, visit: Visit) -> Answer:
    """Show everybody the standings."""
    return after_order(asked, visit, release(visit.event_desk, order_of(asked, visit, expects=True)), visit.to())


def finish(asked: Asked, visit: Visit) -> Answer:
    """End the event."""
    return after_order(asked, visit, end(visit.event_desk, order_of(asked, visit, expects=True)), visit.to())


PAGES = (
    ("home", "GET", "", show),
    ("reveal", "POST", "/reveal", reveal),
    ("end", "POST", "/end", finish),
)
