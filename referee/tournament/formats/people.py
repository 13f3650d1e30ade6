"""Lists of people: read from files and pasted text, compared with those who are known, and written."""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum

from referee.records import dataclass
from referee.tournament.formats.sheets import Cells, Layout, Problem, Trouble, cells_of, sheet_in

HIGHEST_NUMBER = 9999
_MOST_PEOPLE = 1000
MOST_TABLES = 250
_LONGEST_TEXT = 100
_KINDS = ("player", "substitute")
COLUMNS = (
    "number",
    "family",
    "given",
    "name",
    "country",
    "club",
    "team",
    "ema",
    "ara",
    "kind",
    "keeps_table",
)
_LAYOUT = Layout(
    columns=COLUMNS,
    unnamed=(("name",), ("number", "name"), ("family", "given"), ("number", "family", "given")),
)
_NAMES = ("family", "given", "name", "country", "club", "team", "ema", "ara")


@dataclass(frozen=True, kw_only=True, slots=True)
class Person:
    """Somebody as a list tells it; a ``number`` or a ``keeps_table`` of 0 is none.

    ``name`` is the one that is shown, empty where family and given names make it; ``keeps_table`` is the table at which
    somebody stays in all rounds.
    """

    number: int
    family: str = ""
    given: str = ""
    name: str = ""
    country: str = ""
    club: str = ""
    team: str = ""
    ema: str = ""
    ara: str = ""
    kind: str = "player"
    keeps_table: int = 0

    @property
    def known_by(self) -> tuple[tuple[str, ...], ...]:
        """Return by what the same person is known again: ids given elsewhere, and names with the club."""
        names = (self.family or self.name, self.given, self.club)
        ids = [("ema", self.ema), ("ara", self.ara)]
        by_name = ("name", *[each.casefold() for each in names])
        return (*[(kind, found.casefold()) for kind, found in ids if found], by_name)


class State(StrEnum):
    """What a row of a list would do."""

    NEW = "new"
    CHANGED = "changed"
    SAME = "same"
    WRONG = "wrong"


@dataclass(frozen=True, kw_only=True, slots=True)
class PreviewRow:
    """A row of a list before it is taken over: the person with the number that it would have, None if it is wrong.

    ``before`` is who has this number now. ``twin`` is the number of somebody else who seems to be the same person: a
    question, no mistake; 0 for nobody.
    """

    line: int
    state: State
    person: Person | None
    before: Person | None = None
    twin: int = 0


@dataclass(frozen=True, kw_only=True, slots=True)
class Preview:
    """A list before it is taken over: every row, and everything that is wrong; with a problem nothing can be taken."""

    rows: tuple[PreviewRow, ...]
    problems: tuple[Problem, ...]

    @property
    def people(self) -> tuple[Person, ...]:
        """Return who would be written, nobody while anything is wrong."""
        new = [row.person for row in self.rows if row.person and row.state in (State.NEW, State.CHANGED)]
        return () if self.problems else tuple(new)

    @property
    def questions(self) -> tuple[PreviewRow, ...]:
        """Return the rows of which somebody has to say whether they are somebody else."""
        return tuple(row for row in self.rows if row.twin)


def previewed(text: str, known: tuple[Person, ...] = ()) -> Preview:
    """Return what a list of people would do; nobody of those who are ``known`` is taken out by it."""
    problems: list[Problem] = []
    sheet = sheet_in(text, _LAYOUT, problems)
    if sheet.columns and not {"name", "family"} & set(sheet.columns):
        problems.append(Problem(trouble=Trouble.NO_COLUMN, line=1, column="name", allowed="name, family"))
    if len(sheet.rows) > _MOST_PEOPLE:
        problems.append(Problem(trouble=Trouble.TOO_LARGE, allowed=str(_MOST_PEOPLE)))
    if not sheet.rows or any(problem.trouble is not Trouble.CELLS for problem in problems):
        return Preview(rows=(), problems=tuple(problems))
    cells = cells_of(sheet, problems)
    read = [(each.line, _read_person(each)) for each in cells]
    _check_twice([(row, person) for row, (_, person) in zip(cells, read, strict=True) if person])
    wrong = {problem.line for problem in problems}
    people = [(line, None if line in wrong else person) for line, person in read]
    return Preview(rows=compared(people, known, sheet.columns), problems=tuple(problems))


def _read_person(row: Cells) -> Person | None:
    """Return the person in a row, None if something is wrong there."""
    before = len(row.problems)
    texts = {name: row.text(name, _LONGEST_TEXT) for name in _NAMES}
    if not texts["family"] and not texts["name"] and len(row.problems) == before:
        row.report(Trouble.MISSING, "name")
    if texts["country"] and not _is_country(texts["country"]):
        row.report(Trouble.NOT_ALLOWED, "country", allowed="ISO 3166 (FI, JP …)")
    person = Person(
        number=row.whole("number", 1, HIGHEST_NUMBER) or 0,
        **{**texts, "country": texts["country"].upper()},
        kind=row.choice("kind", _KINDS),
        keeps_table=row.whole("keeps_table", 1, MOST_TABLES) or 0,
    )
    return person if len(row.problems) == before else None


def _is_country(code: str) -> bool:
    """Return whether a text has the form of a country's code: two letters."""
    return len(code) == 2 and code.isascii() and code.isalpha()


def _check_twice(people: list[tuple[Cells, Person]]) -> None:
    """Note numbers and kept tables that two rows have."""
    numbers: set[int] = set()
    tables: set[int] = set()
    for row, person in people:
        if person.number in numbers:
            row.report(Trouble.TWICE, "number")
        if person.keeps_table in tables:
            row.report(Trouble.TWICE, "keeps_table")
        numbers.add(person.number or -1)
        tables.add(person.keeps_table or -1)


def compared(
    people: list[tuple[int, Person | None]], known: tuple[Person, ...], columns: tuple[str, ...]
) -> tuple[PreviewRow, ...]:
    """Return each row beside the person that it is about.

    Who comes without a number is the known person whom a name or an id tells, else somebody new with the next number.
    """
    by_number = {person.number: person for person in known}
    by_mark = {mark: person.number for person in known for mark in person.known_by}
    taken = {*by_number, *(person.number for _, person in people if person)}
    numbers: set[int] = {person.number for _, person in people if person and person.number}
    following = (number for number in range(1, HIGHEST_NUMBER + 1) if number not in taken)
    rows = []
    for line, person in people:
        if person is None:
            rows.append(PreviewRow(line=line, state=State.WRONG, person=None))
            continue
        same = next((by_mark[mark] for mark in person.known_by if mark in by_mark), 0)
        is_known = not person.number and same and same not in numbers
        number = same if is_known else person.number or next(following)
        numbers.add(number)
        before = by_number.get(number)
        found = replace(person, number=number) if before is None else _merged(before, person, columns)
        state = State.NEW if before is None else State.SAME if found == before else State.CHANGED
        twin = same if same != number else 0
        rows.append(PreviewRow(line=line, state=state, person=found, before=before, twin=twin))
        by_mark |= {mark: number for mark in person.known_by if mark not in by_mark}
    return tuple(rows)


def _merged(before: Person, person: Person, columns: tuple[str, ...]) -> Person:
    """Return somebody who is known with what the columns of a list say, and the rest as it was."""
    changed = {name: getattr(person, name) for name in columns if name != "number"}
    return replace(before, **changed)
