"""The results of a round: the list of its sheets, one sheet, typed from paper or not, and what staff do with it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from referee.app.answer import (
    CONFLICT,
    NEVER_KEPT,
    NOT_FOUND,
    OK,
    UNPROCESSABLE,
    VERSION_TAG,
    Answer,
    block_of,
    not_modified,
    page_of,
    problem_sentences,
)
from referee.app.asked import HttpError
from referee.app.form import Form
from referee.app.pages import points, thousands
from referee.app_event.paper import paper_sheet, total_of
from referee.app_event.people import rule_of_substitutes
from referee.app_event.standings import place_text, player_text
from referee.app_event.visit import after_order, number_in, only_if, order_of, visit_to
from referee.desk import Refused
from referee.desk_event.people import names_for
from referee.desk_event.results import (
    accept,
    after_entries,
    chombo_recorded,
    correct,
    corrected,
    count_game_sheet,
    enter_paper,
    game_scores,
    game_sheet_beside,
    rulebook_of,
    tables_over,
    take_back,
)
from referee.desk_event.rights import STAFF, Act, not_allowed
from referee.desk_event.rounds import rules_of_event, table_address
from referee.desk_event.standings import latest
from referee.records import dataclass
from referee.rules.choices import Yakitori
from referee.rules.table import ALL_SEATS, NotDone, Problem, wind_word
from referee.texts.reader import is_digits
from referee.tournament.events import Form as EventForm
from referee.tournament.events import ResultEntered, ResultTakenBack, Role
from referee.tournament.refusals import EventCode
from referee.tournament.results import counted, substituted_parts
from referee.tournament.rounds import is_done, tables_not_done
from referee.tournament.tournament import RoundState

if TYPE_CHECKING:
    from referee.app.asked import Asked
    from referee.app_event.paper import Total
    from referee.app_event.visit import Visit
    from referee.explain.rulebook import Sentence
    from referee.rules.ruleset import Ruleset
    from referee.tournament.sheets import PaperSheet
    from referee.tournament.tournament import Round

_LONGEST_ROUND = 3
_MOST_ROUNDS_SHOWN = 60
_MOST_MOVED = 16
_REASON_TO_COME = "?"
"""Stands for the reason that is typed once somebody has seen both sheets."""


@dataclass(frozen=True, kw_only=True, slots=True)
class SheetRow:
    """A table in the list: what state its result is in, and who sits there, with chombo and score where they are known.

    ``left`` are the points of sticks that nobody was given.
    """

    round: int
    table: int
    state: str
    seats: tuple[tuple[str, int, str], ...]
    left: str
    address: str


@dataclass(frozen=True, kw_only=True, slots=True)
class ListPage:
    """The sheets of a round, those that wait for staff first; ``done`` of ``count`` count.

    Once all do, whoever looks ``may_close`` the round, if an organiser.
    """

    command: str
    expected: int
    round: int
    rounds: tuple[int, ...]
    rows: tuple[SheetRow, ...]
    done: int
    count: int
    is_night: bool
    may_close: bool
    may_finals: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class SeatLine:
    """A seat of a result, in words; ``played`` is what somebody won who plays for another one, in brackets."""

    wind: str
    name: str
    points: str
    place: str
    chombo: int
    penalties: str
    final: str
    played: str


@dataclass(frozen=True, kw_only=True, slots=True)
class SheetView:
    """A result as it is read: its seats, where it comes from, and what else stands on it.

    ``rule`` is the one by which it counts for who was played for, None where all played themselves.
    """

    seats: tuple[SeatLine, ...]
    source: str
    left: str
    agreed: int
    reason: str
    rule: Sentence | None


@dataclass(frozen=True, kw_only=True, slots=True)
class Moved:
    """Somebody whom a correction moves in the standings."""

    name: str
    old_place: str
    new_place: str
    old_total: str
    new_total: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Effect:
    """What a correction would change: the sheet before and after, and the standings; ``more`` are not listed."""

    old: SheetView
    new: SheetView
    moved: tuple[Moved, ...]
    more: int


@dataclass(frozen=True, kw_only=True, slots=True)
class SheetPage:
    """One sheet: what stands, what may be done with it, and what was typed; ``seen`` is the entry of the result.

    ``absent`` are seat, name and points of those for whom the organiser says what counts, ``other`` is what the hands
    of the game make where the result that stands differs. ``wrong`` are the fields for which it was not entered.
    """

    command: str
    round: int
    table: int
    address: str
    state: str
    seats: tuple[tuple[int, str, str], ...]
    absent: tuple[tuple[int, str, str], ...]
    result: SheetView | None
    other: SheetView | None
    recorded: str
    seen: int
    form: Form
    total: Total
    refusals: tuple[str, ...]
    wrong: frozenset[str]
    effect: Effect | None
    may_staff: bool
    may_take_back: bool
    has_chips: bool
    has_yakitori: bool
    sheet: str


def _staff_only(asked: Asked, visit: Visit) -> None:
    """Answer that a page is for staff, if who asks is not."""
    only_if(asked, not_allowed(visit.state, visit.right, Act.SEE_STAFF))


def show(asked: Asked, visit: Visit) -> Answer:
    """Show the sheets of a round, on a night those of all games."""
    _staff_only(asked, visit)
    chosen = _rounds_chosen(asked, visit)
    over = {of.number: tables_over(visit.event_desk, visit.id, of) for of in chosen}
    tag = f"{visit.state.seq}-{sum([len(each) for each in over.values()])}-{asked.speaker.lang}"
    if asked.tag == tag:
        return not_modified()
    rows = [row for of in chosen for row in _rows_of(asked, visit, of, over[of.number])]
    page = ListPage(
        command=asked.command,
        expected=visit.state.changed,
        round=chosen[0].number if chosen else 0,
        rounds=tuple([of.number for of in visit.state.rounds if of.is_begun]),
        rows=tuple(sorted(rows, key=lambda row: (_ORDER.index(row.state), row.round, row.table))),
        done=len([row for row in rows if row.state == "done"]),
        count=len(rows),
        is_night=visit.state.settings.form == EventForm.NIGHT,
        may_close=_may_close(visit, chosen),
        may_finals=not_allowed(visit.state, visit.right, Act.FINALS) is None,
    )
    if asked.is_part:
        part = block_of("events/results.html", "live", visit=visit, here="results", page=page, tag=tag)
        return part.with_headers((VERSION_TAG, tag), NEVER_KEPT)
    return page_of("events/results.html", visit=visit, here="results", page=page, tag=tag)


def _may_close(visit: Visit, chosen: tuple[Round, ...]) -> bool:
    """Return whether the round that is shown waits for nothing but to be closed by whoever looks."""
    if visit.state.settings.form == EventForm.NIGHT or not_allowed(visit.state, visit.right, Act.CLOSE) is not None:
        return False
    return any(of.state == RoundState.RUNNING and not tables_not_done(visit.state, of) for of in chosen)


_ORDER = ("check", "over", "back", "open", "done", "finals")
"""The states of sheets, those first at which staff have something to do."""


def _rounds_chosen(asked: Asked, visit: Visit) -> tuple[Round, ...]:
    """Return the round that is asked for, else the one that is played or was played last; on a night all games."""
    begun = [of for of in visit.state.rounds if of.is_begun]
    if visit.state.settings.form == EventForm.NIGHT:
        return tuple(begun[::-1][:_MOST_ROUNDS_SHOWN])
    typed = asked.query.one("round")
    wanted = int(typed) if is_digits(typed) and len(typed) <= _LONGEST_ROUND else 0
    chosen = [of for of in begun if of.number == wanted] or begun[-1:]
    return tuple(chosen)


def _rows_of(asked: Asked, visit: Visit, of: Round, over: frozenset[int]) -> list[SheetRow]:
    names, results = names_for(visit.event_desk, visit.id, visit.right), dict(of.results)
    found = []
    for table_no, numbers in of.seats.items():
        result = results.get(table_no)
        known = None if result is None else result.entered
        plays = [visit.state.manned_by(each, of.number) for each in numbers] if known is None else known.manned_by
        found.append(
            SheetRow(
                round=of.number,
                table=table_no,
                state=_state_of(visit, of, table_no, over),
                seats=tuple(
                    [
                        (player_text(asked, names, number, plays[seat]), *_scored(asked, known, seat))
                        for seat, number in enumerate(numbers)
                    ]
                ),
                left=points(asked, known.left) if known is not None and known.left else "",
                address=visit.to(f"results/{of.number}/{table_no}"),
            )
        )
    return found


def _scored(asked: Asked, result: ResultEntered | None, seat: int) -> tuple[int, str]:
    """Return how often a seat committed chombo, and its score."""
    return (0, "") if result is None else (result.chombo[seat], points(asked, result.points[seat]))


def _state_of(visit: Visit, of: Round, table_no: int, over: frozenset[int]) -> str:
    if of.finals is not None:
        return "finals"
    result = of.result_at(table_no)
    if result is None:
        return "over" if table_no in over else "back" if of.state == RoundState.CLOSED else "open"
    return "done" if is_done(result, staff_check=visit.state.settings.staff_check) else "check"


def sheet(asked: Asked, visit: Visit, round_no: int, table_no: int) -> Answer:
    """Show one sheet with everything that may be done with it, or while one is typed what its sum lacks."""
    if asked.is_part:
        only_if(asked, not_allowed(visit.state, visit.right, Act.RESULT, round_no, table_no))
        total = total_of(asked, asked.query, rules_of_event(visit.event_desk, visit.state))
        return page_of("events/total.html", total=total).with_headers(NEVER_KEPT)
    of = visit.state.round(round_no)
    result = None if of is None else of.result_at(table_no)
    form = _form_begun(asked, visit, (round_no, table_no)) if result is None else _form_of(result.entered)
    return shown(asked, visit, (round_no, table_no), form)


def _form_begun(asked: Asked, visit: Visit, round_table: tuple[int, int]) -> Form:
    """Return a sheet that nobody has typed yet, with every chombo that was recorded at its table."""
    counts = enumerate(chombo_recorded(visit.event_desk, visit.id, round_table))
    return Form(pairs=(*asked.query.pairs, *[(f"chombo{seat}", str(count)) for seat, count in counts if count]))


def _recorded_text(asked: Asked, visit: Visit, of: Round, table_no: int) -> str:
    """Return what the phone of a table has recorded, "" where it has no hand."""
    scores = game_scores(visit.event_desk, visit.id, (of.number, table_no))
    if scores is None:
        return ""
    called = [name for _, _, name in _seats_of(asked, visit, of, table_no)]
    told = [f"{name} {points(asked, score)}" for name, score in zip(called, scores, strict=True)]
    return asked.say("event.results.recorded", scores=" · ".join(told))


def _form_of(result: ResultEntered) -> Form:
    """Return a result as it would be typed, so that a correction begins with what stands."""
    fields = (("points", result.points), ("chombo", result.chombo), ("chips", result.chips))
    pairs = [(f"{name}{seat}", str(values[seat])) for name, values in fields for seat in ALL_SEATS]
    waits = [("yakitori", str(seat)) for seat in ALL_SEATS if result.yakitori[seat]]
    left = [("left", str(result.left))] if result.left else []
    return Form(pairs=(*[pair for pair in pairs if pair[0].startswith("points") or pair[1] != "0"], *waits, *left))


def shown(
    asked: Asked,
    visit: Visit,
    round_table: tuple[int, int],
    form: Form,
    refused: tuple[Problem, ...] = (),
    effect: Effect | None = None,
) -> Answer:
    """Draw one sheet, and what is ``refused`` about what was typed."""
    round_no, table_no = round_table
    only_if(asked, not_allowed(visit.state, visit.right, Act.RESULT, *round_table))
    of = visit.state.round(round_no)
    if of is None or table_no not in of.seats or not of.is_begun:
        raise HttpError(NOT_FOUND, asked.say("event.results.no_sheet", round=round_no, table=table_no))
    rules = rules_of_event(visit.event_desk, visit.state)
    result = of.result_at(table_no)
    page = SheetPage(
        command=asked.command,
        round=round_no,
        table=table_no,
        address=visit.to(f"results/{round_no}/{table_no}"),
        state=_state_of(visit, of, table_no, tables_over(visit.event_desk, visit.id, of)),
        seats=_seats_of(asked, visit, of, table_no),
        absent=_absent_of(visit, of, table_no),
        result=None if result is None else view_of(asked, visit, result.entered),
        other=_other_of(asked, visit, round_table),
        recorded=_recorded_text(asked, visit, of, table_no) if result is None else "",
        seen=0 if result is None else result.seq,
        form=form,
        total=total_of(asked, form, rules),
        refusals=problem_sentences(asked, refused),
        wrong=_fields_of(refused),
        effect=effect,
        may_staff=visit.right.role in STAFF,
        may_take_back=_may_take_back(visit, round_table),
        has_chips=_has_chips(rules),
        has_yakitori=rules.chips.yakitori != Yakitori.NONE,
        sheet=f"/t/{table_address(visit.id, round_no, table_no)}",
    )
    return page_of("events/result.html", UNPROCESSABLE if refused else OK, visit=visit, here="results", page=page)


def _fields_of(problems: tuple[Problem, ...]) -> frozenset[str]:
    """Return the fields in which something is wrong: with the sum, any of the four scores may be."""
    named = frozenset([each.field for each in problems])
    return named | frozenset([f"points{seat}" for seat in ALL_SEATS]) if "scores" in named else named


def _may_take_back(visit: Visit, round_table: tuple[int, int]) -> bool:
    """Return whether who looks takes results of a round back: later only organisers do, and nobody at the end."""
    of = visit.state.round(round_table[0])
    is_open = of is not None and of.state == RoundState.RUNNING
    allowed = not_allowed(visit.state, visit.right, Act.TAKE_BACK, *round_table) is None
    return allowed and not visit.state.is_closed and (is_open or visit.right.role == Role.ORGANISER)


def _has_chips(rules: Ruleset) -> bool:
    """Return whether chips change hands under these rules."""
    return rules.chips.value > 0


def _other_of(asked: Asked, visit: Visit, round_table: tuple[int, int]) -> SheetView | None:
    """Return what the hands of the game make where another result stands."""
    other = game_sheet_beside(visit.event_desk, visit.state, visit.id, round_table)
    return None if other is None else view_of(asked, visit, other)


def _seats_of(asked: Asked, visit: Visit, of: Round, table_no: int) -> tuple[tuple[int, str, str], ...]:
    names = names_for(visit.event_desk, visit.id, visit.right)
    numbers = [visit.state.manned_by(number, of.number) for number in of.seats[table_no]]
    return tuple(
        [(seat, asked.say(wind_word(seat, 0)), names.get(numbers[seat], str(numbers[seat]))) for seat in ALL_SEATS]
    )


def _absent_of(visit: Visit, of: Round, table_no: int) -> tuple[tuple[int, str, str], ...]:
    """Return those who are played for, for whom the organiser says what counts, with the proposal: seat, name, points.

    Where the book says it, and for everybody else, there is nothing to say.
    """
    book = rulebook_of(visit.event_desk, visit.state)
    if visit.right.role != Role.ORGANISER or book.policy is None or book.policy.covers_substitutes:
        return ()
    names = names_for(visit.event_desk, visit.id, visit.right)
    proposed = substituted_parts(book.policy, book.rules).total
    result = of.result_at(table_no)
    found = []
    for seat, number in enumerate(of.seats[table_no]):
        if visit.state.manned_by(number, of.number) != number:
            stands = None if result is None else result.entered.final[seat] + result.entered.substituted[seat]
            counts = proposed if stands is None else stands
            found.append((seat, names.get(number, str(number)), str(counts)))
    return tuple(found)


def view_of(asked: Asked, visit: Visit, result: ResultEntered) -> SheetView:
    """Return a result in words."""
    names = names_for(visit.event_desk, visit.id, visit.right)
    return SheetView(
        seats=tuple([_seat_line(asked, result, seat, names) for seat in ALL_SEATS]),
        source=asked.say(f"event.results.source_{result.source}"),
        left=points(asked, result.left) if result.left else "",
        agreed=len(result.agreed),
        reason=result.reason,
        rule=None if result.manned_by == result.numbers else rule_of_substitutes(asked, visit),
    )


def _seat_line(asked: Asked, result: ResultEntered, seat: int, names: dict[int, str]) -> SeatLine:
    """Return a seat of a result in words; who sits in for somebody is named with him."""
    number, by = result.numbers[seat], result.manned_by[seat]
    final = thousands(asked, result.final[seat])
    counted = thousands(asked, result.final[seat] + result.substituted[seat])
    penalties = result.parts[seat].penalties
    return SeatLine(
        wind=asked.say(wind_word(seat, 0)),
        name=player_text(asked, names, number, by),
        points=points(asked, result.points[seat]),
        place=str(result.place[seat]),
        chombo=result.chombo[seat],
        penalties=thousands(asked, penalties) if penalties else "",
        final=counted,
        played="" if by == number else f"({final})",
    )


def enter(asked: Asked, visit: Visit, round_no: int, table_no: int) -> Answer:
    """Enter a sheet from paper."""
    sheet = paper_sheet(asked.form, (round_no, table_no), rules_of_event(visit.event_desk, visit.state))
    if isinstance(sheet, NotDone):
        return again(asked, visit, (round_no, table_no), sheet)
    done = enter_paper(visit.event_desk, order_of(asked, visit), sheet)
    if isinstance(done, Refused):
        return _both_shown(asked, visit, sheet, done) or again(asked, visit, sheet.round_table, done)
    return after_order(asked, visit, done, _back_to(visit, round_no, table_no))


def _both_shown(asked: Asked, visit: Visit, sheet: PaperSheet, refused: Refused) -> Answer | None:
    """Show what was typed beside the result that somebody else has entered; None where another reason stands."""
    if [each.code for each in refused.problems] != [EventCode.RESULT_EXISTS] or not _may_take_back(
        visit, sheet.round_table
    ):
        return None
    visit = visit_to(visit.event_desk, visit.id, visit.right)
    effect = _effect_of(asked, visit, sheet, _REASON_TO_COME)
    if isinstance(effect, NotDone):
        return None
    page = shown(asked, visit, sheet.round_table, asked.form, refused.problems, effect=effect)
    return replace(page, status=CONFLICT)


def again(asked: Asked, visit: Visit, round_table: tuple[int, int], refused: NotDone | Refused) -> Answer:
    """Show a sheet once more with what was typed, and why it was not entered."""
    return shown(asked, visit, round_table, asked.form, refused.problems)


def _back_to(visit: Visit, round_no: int, table_no: int) -> str:
    """Return where somebody goes on after a sheet: staff to the list, a table to its own page."""
    if visit.right.role in STAFF:
        return visit.to("results", round=round_no)
    return f"/t/{table_address(visit.id, round_no, table_no)}"


def take(asked: Asked, visit: Visit, round_no: int, table_no: int) -> Answer:
    """Accept a result."""
    done = accept(visit.event_desk, order_of(asked, visit), round_no, table_no)
    if isinstance(done, Refused):
        return again(asked, visit, (round_no, table_no), done)
    return after_order(asked, visit, done, visit.to("results", round=round_no))


def _give_back(asked: Asked, visit: Visit, round_no: int, table_no: int) -> Answer:
    done = take_back(visit.event_desk, order_of(asked, visit), round_no, table_no, number_in(asked, "expected"))
    if isinstance(done, Refused):
        return again(asked, visit, (round_no, table_no), done)
    return after_order(asked, visit, done, visit.to(f"results/{round_no}/{table_no}"))


def choose(asked: Asked, visit: Visit, round_no: int, table_no: int) -> Answer:
    """Let the hands of a game count in place of the result that stands."""
    done = count_game_sheet(visit.event_desk, order_of(asked, visit), round_no, table_no, number_in(asked, "expected"))
    if isinstance(done, Refused):
        return again(asked, visit, (round_no, table_no), done)
    return after_order(asked, visit, done, visit.to("results", round=round_no))


def _mend(asked: Asked, visit: Visit, round_no: int, table_no: int) -> Answer:
    """Show what a correction would change, and correct the result once somebody is sure."""
    round_table = (round_no, table_no)
    sheet = paper_sheet(asked.form, (round_no, table_no), rules_of_event(visit.event_desk, visit.state))
    if isinstance(sheet, NotDone):
        return again(asked, visit, round_table, sheet)
    if not asked.form.has("sure", "1"):
        effect = _effect_of(asked, visit, sheet)
        if isinstance(effect, NotDone):
            return again(asked, visit, round_table, effect)
        return shown(asked, visit, round_table, asked.form, effect=effect)
    done = correct(visit.event_desk, order_of(asked, visit), sheet, number_in(asked, "expected"))
    if isinstance(done, Refused):
        return again(asked, visit, round_table, done)
    return after_order(asked, visit, done, visit.to("results", round=round_no))


def _effect_of(asked: Asked, visit: Visit, sheet: PaperSheet, reason: str = "") -> Effect | NotDone:
    """Return what a correction would change, or why it is not done; ``reason`` where none was typed yet."""
    only_if(asked, not_allowed(visit.state, visit.right, Act.TAKE_BACK, sheet.round, sheet.table_no))
    order = order_of(asked, visit)
    events = corrected(visit.event_desk, replace(order, reason=order.reason or reason), visit.state, sheet)
    if isinstance(events, NotDone):
        return events
    of = visit.state.round(sheet.round)
    standing = None if of is None else of.result_at(sheet.table_no)
    new = next(each for each in events if isinstance(each, ResultEntered))
    moved = _moved_by(asked, visit, events)
    return Effect(
        old=view_of(asked, visit, new if standing is None else standing.entered),
        new=view_of(asked, visit, new),
        moved=moved[:_MOST_MOVED],
        more=max(0, len(moved) - _MOST_MOVED),
    )


def _moved_by(asked: Asked, visit: Visit, events: tuple[object, ...]) -> tuple[Moved, ...]:
    """Return everybody whose total or place entries would change, in the new order."""
    entries = tuple([each for each in events if isinstance(each, ResultTakenBack | ResultEntered)])
    after = after_entries(visit.state, entries)
    rounds = tuple([of for of in after.rounds if of.results or of.finals])
    names = names_for(visit.event_desk, visit.id, visit.right)
    now = latest(visit.event_desk, visit.id)
    before = {row.record.number: row for row in now.rows}
    found = []
    for row in counted(after, rounds, now.rules, before=now.counted).rows:
        old = before.get(row.record.number)
        if old is None or (old.record.total, old.place, old.shared) != (row.record.total, row.place, row.shared):
            found.append(
                Moved(
                    name=names.get(row.record.number, str(row.record.number)),
                    old_place="" if old is None else place_text(asked, old.place, shared=old.shared),
                    new_place=place_text(asked, row.place, shared=row.shared),
                    old_total="" if old is None else thousands(asked, old.record.total),
                    new_total=thousands(asked, row.record.total),
                )
            )
    return tuple(found)


_SHEET = "/results/<int:round_no>/<int:table_no>"
PAGES = (
    ("results", "GET", "/results", show),
    ("result", "GET", _SHEET, sheet),
    ("result_enter", "POST", f"{_SHEET}/paper", enter),
    ("result_accept", "POST", f"{_SHEET}/accept", take),
    ("result_back", "POST", f"{_SHEET}/back", _give_back),
    ("result_sheet", "POST", f"{_SHEET}/sheet", choose),
    ("result_correct", "POST", f"{_SHEET}/correct", _mend),
)
