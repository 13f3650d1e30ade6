"""Finals that were published elsewhere, taken over as they are: pasted, looked at, entered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.app.answer import OK, UNPROCESSABLE, Answer, page_of, problem_sentences
from referee.app.pages import thousands
from referee.app_event.pasted import problem_lines
from referee.app_event.visit import after_order, only_if, order_of
from referee.desk import Refused
from referee.desk_event.results import enter_finals
from referee.desk_event.rights import Act, not_allowed
from referee.records import dataclass
from referee.rules.table import NotDone
from referee.tournament.events import FinalsEntered, NumberFinal
from referee.tournament.formats.results import results_in
from referee.tournament.sheets import decide_all_finals

if TYPE_CHECKING:
    from referee.app.asked import Asked
    from referee.app_event.visit import Visit
    from referee.tournament.formats.results import ReadResults


@dataclass(frozen=True, kw_only=True, slots=True)
class RoundRead:
    """A round of a pasted table: how many people it has, and the sum of their finals."""

    round: int
    count: int
    sum: str


@dataclass(frozen=True, kw_only=True, slots=True)
class FinalsPage:
    """What was pasted, what is wrong with it, and what of it would be entered."""

    command: str
    expected: int
    text: str
    reason: str
    refusals: tuple[str, ...]
    rounds: tuple[RoundRead, ...]
    needs_reason: bool


def show(asked: Asked, visit: Visit) -> Answer:
    """Show where finals are pasted."""
    return shown(asked, visit)


def shown(asked: Asked, visit: Visit, refusals: tuple[str, ...] = (), rounds: tuple[RoundRead, ...] = ()) -> Answer:
    """Draw the page."""
    only_if(asked, not_allowed(visit.state, visit.right, Act.FINALS))
    standing = {of.number for of in visit.state.rounds if of.finals is not None}
    page = FinalsPage(
        command=asked.command,
        expected=visit.state.changed,
        text=text_of(asked),
        reason=asked.form.one("reason"),
        refusals=refusals,
        rounds=rounds,
        needs_reason=any(each.round in standing for each in rounds),
    )
    return page_of("events/finals.html", UNPROCESSABLE if refusals else OK, visit=visit, here="results", page=page)


def text_of(asked: Asked) -> str:
    """Return what was pasted, to the letter."""
    return next((value for name, value in asked.form.pairs if name == "text"), "")


def _paste(asked: Asked, visit: Visit) -> Answer:
    """Show what pasted finals would enter, and enter them once somebody is sure."""
    only_if(asked, not_allowed(visit.state, visit.right, Act.FINALS))
    read = results_in(text_of(asked))
    if read.problems:
        return shown(asked, visit, problem_lines(asked, read.problems))
    if read.tables:
        return shown(asked, visit, (asked.say("event.finals.tables"),))
    entered = _finals_of(read, asked.form.one("reason"))
    if not asked.form.has("sure", "1"):
        decided = decide_all_finals(visit.state, _finals_of(read, asked.form.one("reason") or "…"))
        if isinstance(decided, NotDone):
            return shown(asked, visit, problem_sentences(asked, decided.problems))
        return shown(asked, visit, rounds=_rounds_read(asked, entered))
    done = enter_finals(visit.event_desk, order_of(asked, visit, expects=True), entered)
    if isinstance(done, Refused):
        return shown(asked, visit, problem_sentences(asked, done.problems), _rounds_read(asked, entered))
    return after_order(asked, visit, done, visit.to("standings"))


def _finals_of(read: ReadResults, reason: str) -> tuple[FinalsEntered, ...]:
    by_round: dict[int, list[NumberFinal]] = {}
    for row in read.finals:
        by_round.setdefault(row.round, []).append(NumberFinal(number=row.number, final=row.final or 0))
    return tuple(
        [FinalsEntered(round=number, finals=tuple(by_round[number]), reason=reason) for number in sorted(by_round)]
    )


def _rounds_read(asked: Asked, entered: tuple[FinalsEntered, ...]) -> tuple[RoundRead, ...]:
    """Return the rounds of a pasted table with their sums."""
    return tuple(
        [
            RoundRead(
                round=each.round,
                count=len(each.finals),
                sum=thousands(asked, sum([one.final for one in each.finals])),
            )
            for each in entered
        ]
    )


PAGES = (
    ("finals", "GET", "/results/finals", show),
    ("finals_paste", "POST", "/results/finals/paste", _paste),
)
