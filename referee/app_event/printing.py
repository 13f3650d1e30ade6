"""What is printed: seating by name and by table, sheets blank and filled, and the cards of tables."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from referee.app.answer import NEVER_KEPT, Answer, page_of, problem_sentences
from referee.app_event.draws import TableShown, changed_at, state_of, tables_shown
from referee.app_event.people import lines
from referee.app_event.visit import LONGEST_NUMBER, number_in, only_if, order_of, refused
from referee.desk import Refused
from referee.desk_event.links import make_cards
from referee.desk_event.people import by_letters
from referee.desk_event.rights import Act, not_allowed
from referee.records import dataclass
from referee.tournament.events import Form
from referee.tournament.refusals import EventCode, refusal
from referee.tournament.tournament import RoundState

if TYPE_CHECKING:
    from referee.app.asked import Asked, ShownTime
    from referee.app_event.visit import Visit
    from referee.tournament.tournament import Round

_BLANK_HANDS = 20
"""How many hands a sheet has lines for."""


@dataclass(frozen=True, kw_only=True, slots=True)
class PrintPage:
    """What can be printed of an event; ``tables`` are as many as have a card."""

    command: str
    rounds: tuple[tuple[int, str], ...]
    tables: int
    cards: int


@dataclass(frozen=True, kw_only=True, slots=True)
class SeatingPage:
    """The seating of a round: by table, and by name with the table and the wind of each."""

    round: int
    tables: tuple[TableShown, ...]
    names: tuple[tuple[str, int, int, str], ...]
    changed: ShownTime | None


def show(asked: Asked, visit: Visit) -> Answer:
    """Show what can be printed."""
    only_if(asked, not_allowed(visit.state, visit.right, Act.SEE_STAFF))
    page = PrintPage(
        command=asked.command,
        rounds=tuple((each.number, state_of(each)) for each in _rounds_printed(visit) if _is_seen(visit, each.number)),
        tables=_table_count(visit),
        cards=sum(each.issued.table_no is not None and not each.revoked for each in visit.state.links),
    )
    return page_of("events/print.html", visit=visit, here="print", page=page)


def _rounds_printed(visit: Visit) -> tuple[Round, ...]:
    """Return the rounds of which something is printed, on a night the games that are played."""
    return visit.state.running if visit.form == Form.NIGHT else visit.state.rounds


def _is_seen(visit: Visit, number: int) -> bool:
    """Return whether whoever looks may see the draw of a round."""
    of = visit.state.round(number)
    drafts = not_allowed(visit.state, visit.right, Act.DRAW) is None
    return of is not None and bool(of.tables) and (drafts or of.state != RoundState.DRAWN)


def _table_count(visit: Visit) -> int:
    """Return how many tables there are: as many as were told, at least as many as are drawn."""
    drawn = [len(each.tables) for each in visit.state.rounds]
    return max(visit.state.settings.tables, len(visit.state.in_draw) // 4, *drawn, 0)


def seating(asked: Asked, visit: Visit) -> Answer:
    """Show the seating of a round, as it is printed and hung up; where none is told, of that which is next."""
    only_if(asked, not_allowed(visit.state, visit.right, Act.SEE_STAFF))
    number = number_in(asked, "round") if asked.form.one("round") else _next_seen(visit)
    if not _is_seen(visit, number):
        problem = refusal(EventCode.ROUND_NOT_DRAWN, "round", round=asked.form.one("round")[:LONGEST_NUMBER] or 1)
        return refused(visit, problem_sentences(asked, problem.problems), visit.to("print"))
    return page_of("events/print_seating.html", visit=visit, here="print", page=_seating_of(asked, visit, number))


def _next_seen(visit: Visit) -> int:
    """Return the first round that is not over, the last one where all are; 0 before any is drawn."""
    seen = [each for each in visit.state.rounds if _is_seen(visit, each.number)]
    ahead = [each.number for each in seen if each.state != RoundState.CLOSED]
    return ahead[0] if ahead else max([each.number for each in seen], default=0)


def _seating_of(asked: Asked, visit: Visit, number: int) -> SeatingPage:
    of = visit.state.round(number) if _is_seen(visit, number) else None
    names = {each.number: each.name for each in lines(visit)}
    tables = tables_shown(visit, number, of.tables, names, of.first_table) if of else ()
    people = [(seat.by or seat.name, seat.number, table.number, seat.wind) for table in tables for seat in table.seats]
    return SeatingPage(
        round=number,
        tables=tables,
        names=tuple(sorted(people, key=lambda each: by_letters(each[0]))),
        changed=changed_at(asked, visit, of),
    )


def sheets(asked: Asked, visit: Visit) -> Answer:
    """Show the sheets of a round, one for each table with the names filled in, or a blank one."""
    only_if(asked, not_allowed(visit.state, visit.right, Act.SEE_STAFF))
    page = _seating_of(asked, visit, number_in(asked, "round"))
    if not page.tables:
        page = replace(page, round=0, tables=(TableShown(number=0, seats=()),))
    return page_of("events/print_sheets.html", visit=visit, here="print", page=page, hands=range(_BLANK_HANDS))


def cards(asked: Asked, visit: Visit) -> Answer:
    """Make a new card for each table, and show them this once."""
    number = number_in(asked, "table")
    tables = (number,) if number else tuple(range(1, _table_count(visit) + 1))
    tokens = make_cards(visit.event_desk, order_of(asked, visit), tables)
    if isinstance(tokens, Refused):
        return refused(visit, problem_sentences(asked, tokens.problems), visit.to("print"))
    shown = tuple(zip(tables, tokens, strict=True))
    return page_of("events/print_cards.html", visit=visit, here="print", cards=shown).with_headers(NEVER_KEPT)


PAGES = (
    ("print", "GET", "/print", show),
    ("print_seating", "GET", "/print/seating", seating),
    ("print_sheets", "GET", "/print/sheets", sheets),
    ("print_cards", "POST", "/print/cards", cards),
)
