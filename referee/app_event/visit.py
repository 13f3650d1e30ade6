"""A visit to an event: which one, by whoever has which right, at which desk; and what is answered to an order."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from referee.app.answer import CONFLICT, UNPROCESSABLE, Answer, page_of, problem_sentences, redirect_after_write
from referee.app.asked import HttpError
from referee.app.form import OPTION
from referee.app.routes import query_of, url_for
from referee.app.rulings import EVENT
from referee.app.tables import LONGEST_COMMAND
from referee.desk import By, Refused
from referee.desk_event.opened import Done, EventOrder, history_of, row_of, tournament_now
from referee.desk_event.rounds import table_address
from referee.records import dataclass
from referee.texts.reader import is_digits
from referee.tournament.events import Form, Role

if TYPE_CHECKING:
    from referee.app.asked import Asked
    from referee.desk_event.opened import Entered, EventDesk, Stale
    from referee.desk_event.rights import Right
    from referee.rules.table import NotDone
    from referee.tournament.tournament import Tournament

FORBIDDEN = 403
LONGEST_NUMBER = 9


@dataclass(frozen=True, kw_only=True, slots=True)
class Visit:
    """Somebody at an event: ``name`` is what it is called, ``state`` how it stands."""

    event_desk: EventDesk
    id: str
    right: Right
    name: str
    state: Tournament

    @property
    def form(self) -> Form:
        """The form of the event, by which words tell rounds of a tournament from games of a night."""
        return self.state.settings.form

    @property
    def pages(self) -> tuple[str, ...]:
        """The pages that the bar leads to; on a night nothing is drawn."""
        pages = PAGES[self.right.role]
        return pages if self.form == Form.TOURNAMENT else tuple([each for each in pages if each != "draw"])

    @property
    def rulings(self) -> str:
        """The address at which rulings are looked up under the event's rules, and which leads back to the event."""
        settings = self.state.settings
        rules = {"ruleset": settings.book} | {OPTION + option: choice for option, choice in settings.options}
        rules[EVENT] = self.id
        return f"{url_for('rulings.show')}?{query_of(rules.items())}"

    def to(self, page: str = "", **fields: str | int) -> str:
        """Return the address of a page of this event, such as ``people`` or ``round/3``; none is its first page."""
        path = "/".join(["/e", self.id, *filter(None, [page])])
        return f"{path}?{query_of(list(fields.items()))}" if fields else path


PAGES = {
    Role.ORGANISER: ("people", "draw", "round", "results", "standings"),
    Role.REFEREE: ("round", "rulings", "results", "standings"),
    Role.TABLE: ("standings",),
    Role.PUBLIC: (),
}
"""The pages of an event that the bar leads to, by role."""

EventHandler = Callable[..., Answer]
"""Answers what is asked on a visit, with the values in the address: ``(asked, visit, **values)``."""


def visit_to(event_desk: EventDesk, event: str, right: Right) -> Visit:
    """Return a visit to an event; raise ``LookupError`` if there is none with this id."""
    name = row_of(event_desk, event).name
    return Visit(
        event_desk=event_desk, id=event, right=right, name=name, state=history_of(event_desk, event)[-1].tournament
    )


def first_page(event_desk: EventDesk, event: str, right: Right) -> str:
    """Return where a link leads to: the game of a table or what comes next there, or the first page of its role."""
    if right.role == Role.TABLE and right.table_no is not None:
        return table_page(event_desk, event, right.table_no)
    return f"/e/{event}/round" if right.role == Role.REFEREE else f"/e/{event}"


def table_page(event_desk: EventDesk, event: str, table_no: int) -> str:
    """Return the page of a table: the game that is played there, else who sits there next."""
    playing = [of.number for of in tournament_now(event_desk, event).running if table_no in of.seats]
    if not playing:
        return f"/e/{event}/tables/{table_no}"
    return url_for("table.show", token=table_address(event, playing[-1], table_no))


def order_of(asked: Asked, visit: Visit, *, expects: bool = False) -> EventOrder:
    """Return the order that a form carries; one that overwrites others' work says what its sender had seen."""
    seen = number_of(asked.form.one("expected"))
    return EventOrder(
        command=asked.form.one("command_id", asked.command)[:LONGEST_COMMAND],
        by=By(device=asked.device.id, role=visit.right.role, name="", link=visit.right.link),
        tournament=visit.id,
        right=visit.right,
        expected=seen if expects else None,
        reason=asked.form.one("reason"),
    )


def clock_moved_text(asked: Asked, visit: Visit) -> str:
    """Return to organisers that somebody set the clock of the serving machine, empty where nobody did."""
    seconds = visit.event_desk.clock_moved()
    if visit.right.role != Role.ORGANISER or not seconds:
        return ""
    minutes, rest = divmod(abs(seconds), 60)
    way = "back" if seconds < 0 else "forward"
    return asked.say(f"event.round.clock_{way}", by=f"{minutes}:{rest:02}")


def number_in(asked: Asked, field: str) -> int:
    """Return a whole number of a form, 0 where there is none."""
    return number_of(asked.form.one(field))


def number_of(text: str) -> int:
    """Return the whole number that a text says, 0 where it says none or one that nothing has."""
    return int(text) if is_digits(text) and len(text) <= LONGEST_NUMBER else 0


def after_order(asked: Asked, visit: Visit, entered: Entered, address: str) -> Answer:
    """Go on to a page once an order is carried out, else say why it was not."""
    if isinstance(entered, Done):
        return redirect_after_write(asked, address)
    if isinstance(entered, Refused):
        return refused(visit, problem_sentences(asked, entered.problems), address)
    return refused(visit, (stale_text(asked, entered),), address, CONFLICT)


def stale_text(asked: Asked, stale: Stale) -> str:
    """Return why an order was not carried out although the rules allow it."""
    return asked.say("event.stale_reused" if stale.reused else "event.stale", count=len(stale.theirs))


def refused(
    visit: Visit,
    reasons: tuple[str, ...],
    back: str,
    status: int = UNPROCESSABLE,
    ways: tuple[tuple[str, str], ...] = (),
) -> Answer:
    """Answer with the page that says why something was not done, with ``ways`` to what it lacks: text and address."""
    return page_of("events/refused.html", status, visit=visit, here="", refusals=reasons, back=back, ways=ways)


def only_if(asked: Asked, problem: NotDone | None) -> None:
    """Answer that a page is not for whoever asks, if there is such a problem."""
    if problem is not None:
        raise HttpError(FORBIDDEN, " ".join(problem_sentences(asked, problem.problems)))
