"""Many people at once: a list is pasted or sent as a file, looked at row by row, and only then taken over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.app.answer import OK, UNPROCESSABLE, Answer, page_of
from referee.app_event.pasted import UNREADABLE, pasted_text, problem_lines
from referee.app_event.people import name_of
from referee.app_event.visit import after_order, only_if, order_of
from referee.desk_event.people import enter_list, people_listed
from referee.desk_event.rights import Act, not_allowed
from referee.records import dataclass
from referee.tournament.events import PersonKind
from referee.tournament.formats.people import COLUMNS, Preview, PreviewRow, State, previewed

if TYPE_CHECKING:
    from referee.app.asked import Asked
    from referee.app_event.visit import Visit
    from referee.tournament.formats.people import Person

OTHER, _SKIP = "other", "skip"
"""What is answered about somebody who seems to stand there twice: another person, or the row is left out."""
_LINE_SHOWN = 120
"""The letters of a wrong line that are shown."""


@dataclass(frozen=True, kw_only=True, slots=True)
class RowShown:
    """A row before it is taken over; ``changes`` are the columns with what stood there and what will."""

    line: int
    number: int
    name: str
    about: str
    state: State
    changes: tuple[tuple[str, str, str], ...]
    twin: int
    twin_name: str
    answer: str


@dataclass(frozen=True, kw_only=True, slots=True)
class EnteringPage:
    """A list as it was typed; ``counts`` how many rows are new, changed, the same and wrong, ``count`` what is written.

    ``rows`` are empty before the list was looked at.
    """

    command: str
    expected: int
    text: str
    rows: tuple[RowShown, ...] = ()
    counts: tuple[tuple[str, int], ...] = ()
    count: int = 0
    problems: tuple[str, ...] = ()
    refusals: tuple[str, ...] = ()


def start(asked: Asked, visit: Visit) -> Answer:
    """Show where a list is pasted."""
    only_if(asked, not_allowed(visit.state, visit.right, Act.PEOPLE))
    return drawn(visit, EnteringPage(command=asked.command, expected=visit.state.changed, text=""))


def drawn(visit: Visit, page: EnteringPage) -> Answer:
    """Draw the page, or what it says of a list."""
    status = UNPROCESSABLE if page.problems or page.refusals else OK
    return page_of("events/entering.html", status, visit=visit, here="people", page=page)


def look(asked: Asked, visit: Visit) -> Answer:
    """Show every row of a list as what it would do, and all that is wrong; nothing is written."""
    only_if(asked, not_allowed(visit.state, visit.right, Act.PEOPLE))
    return _rows_page(asked, visit, read(asked, visit))


def read(asked: Asked, visit: Visit) -> Preview:
    """Return the list that was pasted, beside the people who are known."""
    return previewed(pasted_text(asked.form), people_listed(visit.event_desk, visit.id))


def _rows_page(asked: Asked, visit: Visit, found: Preview, refusals: tuple[str, ...] = ()) -> Answer:
    text = pasted_text(asked.form)
    problems = problem_lines(asked, found.problems)
    if UNREADABLE in text:
        problems = (asked.say("event.trouble.not_utf8"), *problems)
    states, typed = [row.state for row in found.rows], text.split("\n")
    page = EnteringPage(
        command=asked.command,
        expected=visit.state.changed,
        text=text,
        rows=tuple(shown(asked, row, found, typed) for row in found.rows),
        counts=tuple((str(state), states.count(state)) for state in State if state in states),
        count=0 if problems else len(found.people),
        problems=problems,
        refusals=refusals,
    )
    return drawn(visit, page)


def shown(asked: Asked, row: PreviewRow, found: Preview, typed: list[str]) -> RowShown:
    """Return a row as it is looked at; of one that says nothing of anybody what was ``typed`` in its line."""
    person = row.person
    names = {each.person.number: name_of(each.person) for each in found.rows if each.person and row.twin}
    return RowShown(
        line=row.line,
        number=person.number if person else 0,
        name=name_of(person) if person else "",
        about=_about(asked, person) if person else _typed_line(typed, row.line),
        state=row.state,
        changes=changes(row.before, person) if row.before and person else (),
        twin=row.twin,
        twin_name=names.get(row.twin, ""),
        answer=asked.form.one(f"twin-{row.line}"),
    )


def _about(asked: Asked, person: Person) -> str:
    """Return what a row says of somebody besides the name."""
    kind = asked.say("event.people.substitute") if person.kind == PersonKind.SUBSTITUTE else ""
    return " · ".join(filter(None, (kind, person.club, person.team, person.country)))


def _typed_line(typed: list[str], line: int) -> str:
    """Return what stands in a line, so that it is found where it is mended; old line breaks make fewer than counted."""
    return "".join(typed[line - 1 : line]).replace("\t", " ").strip()[:_LINE_SHOWN]


def changes(before: Person, after: Person) -> tuple[tuple[str, str, str], ...]:
    """Return what would change of somebody: the column, what stands there, and what will."""
    both = [(name, str(getattr(before, name) or ""), str(getattr(after, name) or "")) for name in COLUMNS]
    return tuple(each for each in both if each[1] != each[2])


def enter(asked: Asked, visit: Visit) -> Answer:
    """Take a list over: all rows of it, but for those that are left out."""
    only_if(asked, not_allowed(visit.state, visit.right, Act.PEOPLE))
    found = read(asked, visit)
    answers = {row.line: asked.form.one(f"twin-{row.line}") for row in found.questions}
    if found.problems or UNREADABLE in pasted_text(asked.form):
        return _rows_page(asked, visit, found)
    if any(answer not in (OTHER, _SKIP) for answer in answers.values()):
        return _rows_page(asked, visit, found, (asked.say("event.entering.answer_first"),))
    left_out = {row.person.number for row in found.questions if row.person and answers[row.line] == _SKIP}
    people = [person for person in found.people if person.number not in left_out]
    if not people:
        return _rows_page(asked, visit, found, (asked.say("event.refused.nothing_changed", field=""),))
    done = enter_list(visit.event_desk, order_of(asked, visit, expects=True), people)
    return after_order(asked, visit, done, visit.to())


PAGES = (
    ("people_paste", "GET", "/people/paste", start),
    ("people_look", "POST", "/people/paste", look),
    ("people_enter", "POST", "/people/paste/enter", enter),
)
