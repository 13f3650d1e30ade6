"""Draws of an event: made in any of the ways, looked at, published round by round, and two who change places."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.app.answer import (
    NEVER_KEPT,
    OK,
    UNPROCESSABLE,
    Answer,
    not_modified,
    page_of,
    problem_sentences,
    redirect_after_write,
)
from referee.app.asked import time_of
from referee.app_event.pasted import pasted_text, problem_lines
from referee.app_event.people import lines
from referee.app_event.visit import after_order, number_in, only_if, order_of, refused, stale_text
from referee.desk import Refused
from referee.desk_event.draws import draw_in_background, publish, ranked, stop_drawing, swap, take_over
from referee.desk_event.opened import Done, Stale, history_of
from referee.desk_event.people import people_listed
from referee.desk_event.rights import Act, not_allowed
from referee.game.events import digest_of
from referee.records import dataclass
from referee.rules.table import WINDS
from referee.store.tournaments import unnamed
from referee.texts.reader import is_digits
from referee.tournament.events import DrawMethod, DrawPublished, Form, Seated, Winds
from referee.tournament.formats.draws import draw_in
from referee.tournament.plans import SEATS, in_fours
from referee.tournament.quality import PairsMet, Quality, least_repeats, pairs_met, quality_of
from referee.tournament.refusals import EventCode, refusal
from referee.tournament.seating import DrawWish, is_begun, keepers, met_before, not_fours
from referee.tournament.tournament import RoundState
from referee.tournament.winds import four

if TYPE_CHECKING:
    from referee.app.asked import Asked, ShownTime
    from referee.app_event.visit import Visit
    from referee.desk_event.opened import Undrawn
    from referee.rules.table import Four
    from referee.tournament.events import Drawn
    from referee.tournament.tournament import Round
    from referee.tournament.winds import Round as Tables
    from referee.tournament.winds import Rounds

_SEEDS = 1_000_000
_LONGEST_SEED = 18
_APART = ("team", "club", "country")
"""By what people can be kept apart."""
_AT_ONCE = (DrawMethod.FIXED, DrawMethod.RANDOM, DrawMethod.SWISS, DrawMethod.BY_PLACE, DrawMethod.HAND)
"""The ways of drawing that need nothing but a tap."""


@dataclass(frozen=True, kw_only=True, slots=True)
class SeatShown:
    """Who sits where: the wind, the number, who has it, and ``by`` who plays for him."""

    wind: str
    number: int
    name: str
    by: str


@dataclass(frozen=True, kw_only=True, slots=True)
class TableShown:
    """A table of a round."""

    number: int
    seats: tuple[SeatShown, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class DrawPage:
    """A round with its draw, if it has one.

    ``since`` is when a draw was begun that is not worked out yet; ``undrawn`` is why one came to nothing meanwhile.
    ``draw`` is the one that is shown, which everybody sees or, if it ``is_new``, would see in place of ``state``'s;
    ``left_out`` are players whom it does not seat. ``version`` is that of the standings from which it was made, and
    ``version_now`` the latest. ``quality`` and ``pairs`` are about all ``drawn`` rounds, ``met_before`` is how many
    pairs of this round sat together in an earlier one; ``are_kept`` says that somebody keeps a table, ``must_repeat``
    that so many ``people`` cannot but meet again.
    """

    command: str
    expected: int
    round: int
    rounds: tuple[tuple[int, str], ...]
    is_night: bool
    state: str
    draw: Drawn | None
    is_new: bool
    tables: tuple[TableShown, ...]
    quality: Quality | None
    pairs: PairsMet
    drawn: int
    met_before: int
    are_kept: bool
    left_out: tuple[str, ...]
    changed: ShownTime | None
    reason: str
    version_now: int
    lacking: tuple[str, ...]
    methods: tuple[str, ...]
    apart: tuple[tuple[str, bool], ...]
    to_draw: int
    people: int
    must_repeat: bool
    is_begun: bool
    since: ShownTime | None
    undrawn: tuple[str, ...]
    undrawn_at: ShownTime | None


def show(asked: Asked, visit: Visit) -> Answer:
    """Show the draw of a round."""
    only_if(asked, not_allowed(visit.state, visit.right, Act.DRAW))
    return page_of(
        "events/draw.html", visit=visit, here="draw", page=_page_for(asked, visit, _round_asked(asked, visit))
    )


def _round_asked(asked: Asked, visit: Visit) -> int:
    """Return the round that is asked for, else the first that has not begun."""
    number = number_in(asked, "round")
    rounds = visit.state.settings.rounds
    ahead = [number for number in range(1, rounds + 1) if not is_begun(visit.state.round(number))]
    return number if 1 <= number <= max(rounds, 1) else (ahead or [rounds])[0]


def _page_for(asked: Asked, visit: Visit, number: int) -> DrawPage:
    state = visit.state
    of = state.round(number)
    drawing, undrawn = visit.event_desk.drawing.get(visit.id), visit.event_desk.undrawn.get(visit.id)
    newer = _newer_draw(visit, of)
    tables = newer.tables[newer.rounds.index(number)] if newer else of.tables if of else ()
    shown = newer or (state.draw(of.draw) if of else None)
    seated = {each for table in tables for each in table}
    names = {each.number: each.name for each in lines(visit)}
    left = [names.get(each, unnamed(each)) for each in state.players if each not in seated] if tables else []
    drawn = _rounds_until(visit, number, tables, shown) if shown else ()
    quality = quality_of(drawn, shown.apart, keepers(state)) if shown else None
    lacks = not_fours(state)
    groups = {kind: _groups_by(visit, kind) for kind in _APART}
    ahead = [each for each in range(number, state.settings.rounds + 1) if not is_begun(state.round(each))]
    return DrawPage(
        command=asked.command,
        expected=state.changed,
        round=number,
        rounds=tuple((each, state_of(state.round(each))) for each in range(1, state.settings.rounds + 1)),
        is_night=state.settings.form == Form.NIGHT,
        state=state_of(of),
        draw=shown,
        is_new=newer is not None,
        tables=tables_shown(visit, number, tables, names, of.first_table if of else 1),
        quality=quality,
        pairs=pairs_met(drawn),
        drawn=len(drawn),
        are_kept=bool(keepers(state)),
        met_before=met_before(state, number, tables),
        left_out=tuple(left),
        changed=changed_at(asked, visit, of),
        reason=_reason_of(visit, number),
        version_now=len(state.versions),
        lacking=problem_sentences(asked, lacks.problems) if lacks else (),
        methods=_methods_for(visit, number),
        apart=tuple((kind, kind == "team") for kind in _APART if groups[kind]),
        to_draw=len(ahead),
        people=len(state.in_draw),
        must_repeat=least_repeats(len(state.in_draw), state.settings.rounds) > 0,
        is_begun=is_begun(of),
        since=None if drawing is None else time_of(asked, drawing.since),
        undrawn=() if undrawn is None else _why_undrawn(asked, undrawn),
        undrawn_at=None if undrawn is None else time_of(asked, undrawn.at),
    )


def _why_undrawn(asked: Asked, undrawn: Undrawn) -> tuple[str, ...]:
    """Return why a draw came to nothing for which nobody waited."""
    match undrawn.why:
        case Refused(problems=problems):
            return problem_sentences(asked, problems)
        case Stale():
            return (stale_text(asked, undrawn.why),)
        case None:
            return (asked.say("event.draw.failed"),)


def state_of(of: Round | None) -> str:
    """Return how far a round is, "none" before its draw."""
    return "none" if of is None else str(of.state)


def _newer_draw(visit: Visit, of: Round | None) -> Drawn | None:
    """Return the draw that was made for a round after the one that everybody sees, None if there is none."""
    if of is None or of.state != RoundState.PUBLISHED:
        return None
    found = [each for each in visit.state.draws if of.number in each.rounds and each.draw > of.draw]
    return found[-1] if found else None


def tables_shown(
    visit: Visit, round_no: int, tables: Tables, names: dict[int, str], first: int = 1
) -> tuple[TableShown, ...]:
    """Return the tables of a round with who sits there."""
    return tuple(
        TableShown(
            number=place,
            seats=tuple(
                SeatShown(
                    wind=WINDS[seat],
                    number=number,
                    name=names.get(number, unnamed(number)),
                    by=names.get(by, unnamed(by)) if (by := visit.state.manned_by(number, round_no)) != number else "",
                )
                for seat, number in enumerate(table)
            ),
        )
        for place, table in enumerate(tables, first)
    )


def _rounds_until(visit: Visit, number: int, tables: Tables, shown: Drawn) -> Rounds:
    """Return the rounds that are drawn up to the last one of a draw, with these tables in this one."""
    last = max(shown.rounds)
    others = {each.number: each.tables for each in visit.state.rounds if each.tables and each.number <= last}
    rounds = others | {number: tables}
    return tuple(rounds[each] for each in sorted(rounds))


def changed_at(asked: Asked, visit: Visit, of: Round | None) -> ShownTime | None:
    """Return when seats were changed that everybody had seen, None if they never were."""
    if of is None or not of.changed:
        return None
    history = history_of(visit.event_desk, visit.id)
    shown = [
        each
        for each in history
        if (isinstance(each.event, DrawPublished) and of.number in each.event.rounds)
        or (isinstance(each.event, Seated) and each.event.round == of.number)
    ]
    first = [each.stored.seq for each in shown if isinstance(each.event, DrawPublished)][:1]
    if not first or of.changed <= first[0]:
        return None
    return time_of(asked, history[of.changed - 1].stored.at)


def _reason_of(visit: Visit, number: int) -> str:
    """Return why the draw of a round took the place of another one, "" if it did not."""
    for each in reversed(history_of(visit.event_desk, visit.id)):
        if isinstance(each.event, DrawPublished) and number in each.event.rounds:
            return each.event.reason
    return ""


def _methods_for(visit: Visit, number: int) -> tuple[str, ...]:
    """Return the ways of drawing a round; those by rank once there are standings."""
    has_standings = bool(ranked(visit.event_desk, visit.state, number))
    by_rank = (DrawMethod.SWISS, DrawMethod.BY_PLACE)
    return tuple(str(each) for each in _AT_ONCE if has_standings or each not in by_rank)


def _groups_by(visit: Visit, kind: str) -> tuple[tuple[int, ...], ...]:
    """Return the numbers that are of one team, one club or one country, where there are several."""
    found: dict[str, list[int]] = {}
    drawn = set(visit.state.in_draw)
    for person in people_listed(visit.event_desk, visit.id):
        of = str(getattr(person, kind))
        if of and person.number in drawn:
            found.setdefault(of, []).append(person.number)
    return tuple(tuple(numbers) for numbers in found.values() if len(numbers) > 1)


def make(asked: Asked, visit: Visit) -> Answer:
    """Draw a round, or all that have not begun, in the way whose button was tapped."""
    number = _round_asked(asked, visit)
    method = next((each for each in _AT_ONCE if each == asked.form.one("way")), DrawMethod.RANDOM)
    plan = _plan_in(asked.form.one("plan"), len(visit.state.in_draw))
    back = visit.to("draw", round=number)
    if plan is None:
        wrong = refusal(EventCode.DRAW_INCOMPLETE, "plan", number=asked.form.one("plan")[:40], round=number)
        return refused(visit, (*problem_sentences(asked, wrong.problems), asked.say("event.draw.plan_how")), back)
    wish = _wish_of(asked, visit, number, method, plan)
    order = order_of(asked, visit, expects=True)
    if method == DrawMethod.HAND:
        groups = in_fours(list(visit.state.in_draw))
        whole = tuple(four(group) for group in groups if len(group) == SEATS)
        return after_order(asked, visit, take_over(visit.event_desk, order, wish, (whole,)), back)
    done = draw_in_background(visit.event_desk, order, wish)
    return redirect_after_write(asked, back) if done is None else after_order(asked, visit, done, back)


def stop(asked: Asked, visit: Visit) -> Answer:
    """Stop the draw that is being worked out."""
    back = visit.to("draw", round=_round_asked(asked, visit))
    problem = stop_drawing(visit.event_desk, order_of(asked, visit))
    return (
        redirect_after_write(asked, back)
        if problem is None
        else refused(visit, problem_sentences(asked, problem.problems), back)
    )


def _progress(asked: Asked, visit: Visit) -> Answer:
    """Lead a page that waits for a draw on once it is worked out; until then nothing has changed."""
    only_if(asked, not_allowed(visit.state, visit.right, Act.DRAW))
    if visit.id in visit.event_desk.drawing:
        return not_modified()
    return redirect_after_write(asked, visit.to("draw", round=_round_asked(asked, visit))).with_headers(NEVER_KEPT)


def _wish_of(asked: Asked, visit: Visit, number: int, method: DrawMethod, plan: tuple[Four, ...] = ()) -> DrawWish:
    """Return how a form asks rounds to be drawn."""
    form, state = asked.form, visit.state
    ahead = range(number, state.settings.rounds + 1)
    by_rank = method in (DrawMethod.SWISS, DrawMethod.BY_PLACE)
    return DrawWish(
        rounds=tuple(ahead) if method == DrawMethod.FIXED else (number,),
        method=method,
        seed=_seed_in(form.one("seed"), form.one("command_id", asked.command)),
        winds=Winds.TABLE if form.one("winds") == Winds.TABLE else Winds.DRAWN,
        standings=ranked(visit.event_desk, state, number) if by_rank else (),
        version=len(state.versions) if by_rank else None,
        plan=plan if method == DrawMethod.BY_PLACE else (),
        apart=tuple(group for kind in _APART if form.has("apart", kind) for group in _groups_by(visit, kind)),
    )


def _seed_in(text: str, command: str) -> int:
    """Return the seed that was typed, else that of the order."""
    if is_digits(text) and len(text) <= _LONGEST_SEED:
        return int(text)
    return seed_of(command)


def seed_of(command: str) -> int:
    """Return the seed of an order: nobody foresees it, and it is the same for the same order."""
    return int.from_bytes(digest_of("seed of " + command)[:8], "big") % _SEEDS


def _plan_in(text: str, count: int) -> tuple[Four, ...] | None:
    """Return the places that sit together, as they were typed; in the order of places where nothing was.

    None is a plan in which a place stands twice, or not at all.
    """
    pieces = "".join([letter if letter.isascii() and letter.isdigit() else " " for letter in text]).split()
    places = [int(each) for each in pieces if len(each) <= SEATS] or list(range(1, count + 1))
    if sorted(places) != list(range(1, count + 1)):
        return None
    return tuple(four(group) for group in in_fours(places) if len(group) == SEATS)


def _show_paste(asked: Asked, visit: Visit) -> Answer:
    """Show where a draw is pasted that was made elsewhere."""
    only_if(asked, not_allowed(visit.state, visit.right, Act.DRAW))
    return _pasting(asked, visit, ())


def _pasting(asked: Asked, visit: Visit, refusals: tuple[str, ...]) -> Answer:
    """Draw the page on which a draw is pasted."""
    page = PastePage(
        command=asked.command,
        expected=visit.state.changed,
        round=_round_asked(asked, visit),
        text=pasted_text(asked.form),
        refusals=refusals,
    )
    return page_of("events/paste_draw.html", UNPROCESSABLE if refusals else OK, visit=visit, here="draw", page=page)


@dataclass(frozen=True, kw_only=True, slots=True)
class PastePage:
    """A draw as it was pasted, from a round on."""

    command: str
    expected: int
    round: int
    text: str
    refusals: tuple[str, ...]


def _paste(asked: Asked, visit: Visit) -> Answer:
    """Take a draw over that was pasted; everything that is wrong is said at once, and nothing is written then."""
    only_if(asked, not_allowed(visit.state, visit.right, Act.DRAW))
    number = _round_asked(asked, visit)
    people = {each.name: each.number for each in lines(visit)}
    rounds, problems = draw_in(pasted_text(asked.form), people)
    if problems:
        return _pasting(asked, visit, problem_lines(asked, problems))
    most = visit.state.settings.rounds - number + 1
    if len(rounds) > most:
        wrong = refusal(EventCode.TOO_LARGE, "round", count=len(rounds), most=most)
        return _pasting(asked, visit, problem_sentences(asked, wrong.problems))
    wish = DrawWish(
        rounds=tuple(range(number, number + len(rounds))),
        method=DrawMethod.PASTED,
        winds=Winds.TABLE if asked.form.one("winds") == Winds.TABLE else Winds.DRAWN,
    )
    done = take_over(visit.event_desk, order_of(asked, visit, expects=True), wish, rounds)
    if isinstance(done, Refused):
        return _pasting(asked, visit, problem_sentences(asked, done.problems))
    return after_order(asked, visit, done, visit.to("draw", round=number))


def _show_to_all(asked: Asked, visit: Visit) -> Answer:
    """Publish the draw of a round."""
    number, drawn = number_in(asked, "round"), number_in(asked, "draw")
    done = publish(visit.event_desk, order_of(asked, visit, expects=True), drawn, (number,))
    return after_order(asked, visit, done, visit.to() if isinstance(done, Done) else visit.to("draw", round=number))


def _change_places(asked: Asked, visit: Visit) -> Answer:
    """Let the two who were tapped change places."""
    only_if(asked, not_allowed(visit.state, visit.right, Act.DRAW))
    number = number_in(asked, "round")
    back = visit.to("draw", round=number)
    tapped = [int(each) for each in asked.form.all("seat") if is_digits(each) and len(each) <= SEATS]
    match tapped:
        case [one, other]:
            done = swap(visit.event_desk, order_of(asked, visit, expects=True), number, one, other)
            return after_order(asked, visit, done, back)
        case _:
            return refused(visit, (asked.say("event.draw.tap_two", count=len(tapped)),), back)


PAGES = (
    ("draw", "GET", "/draw", show),
    ("draw_make", "POST", "/draw", make),
    ("draw_progress", "GET", "/draw/progress", _progress),
    ("draw_stop", "POST", "/draw/stop", stop),
    ("draw_publish", "POST", "/draw/publish", _show_to_all),
    ("draw_swap", "POST", "/draw/swap", _change_places),
    ("draw_paste", "GET", "/draw/paste", _show_paste),
    ("draw_take", "POST", "/draw/paste", _paste),
)
