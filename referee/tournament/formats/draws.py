"""Draws that were made elsewhere, in any of three shapes, and draws as a file."""

from __future__ import annotations

from referee.tournament.formats.people import HIGHEST_NUMBER, MOST_TABLES
from referee.tournament.formats.sheets import (
    MOST_ROUNDS,
    Cells,
    Layout,
    Problem,
    Sheet,
    Trouble,
    cells_of,
    sheet_in,
    whole_number,
)
from referee.tournament.winds import Blocks, Round, Rounds, balanced, four

_WINDS = ("E", "S", "W", "N")
_BY_TABLE = Layout(columns=("round", "table", "e", "s", "w", "n"), needed=("round", "table", "e", "s", "w", "n"))
_BY_PERSON = Layout(columns=("name", "number"), numbered="h")
_DASH = "-"


def draw_in(text: str, people: dict[str, int]) -> tuple[Rounds, tuple[Problem, ...]]:
    """Return the rounds of a draw, or everything that is wrong with its text and no round.

    ``people`` tells the numbers of those who are called by name, in a table with a column for each round. Such a
    table says no winds: these are dealt out evenly.
    """
    problems: list[Problem] = []
    if _is_dashed(text):
        rounds = _dashed(text, problems)
    else:
        first = next((line for line in text.splitlines() if line.strip()), "").lower()
        named = _BY_TABLE if "round" in first else _BY_PERSON
        sheet = sheet_in(text, named, problems)
        rows = cells_of(sheet, problems)
        rounds = _by_table(rows, problems) if named is _BY_TABLE else _by_person(sheet, rows, people, problems)
    return (() if problems else rounds), tuple(problems)


def _is_dashed(text: str) -> bool:
    """Return whether a draw has lines such as 7-2-1-8."""
    first = next((line.strip() for line in text.splitlines() if line.strip()), "")
    return first.count(_DASH) == 3 and all(cell.strip().isdigit() for cell in first.split(_DASH))


def _dashed(text: str, problems: list[Problem]) -> Rounds:
    """Return rounds that are written a table a line, with an empty line between rounds."""
    rounds: list[list[list[int]]] = [[]]
    for line, row in enumerate(text.split("\n"), 1):
        cells = row.strip().split(_DASH)
        if cells == [""]:
            rounds += [[]] if rounds[-1] else []
            continue
        numbers = [whole_number(cell.strip()) or 0 for cell in cells]
        if len(numbers) != 4 or not all(0 < number <= HIGHEST_NUMBER for number in numbers):
            problems.append(Problem(trouble=Trouble.NOT_ALLOWED, line=line, found=row.strip()[:40], allowed="7-2-1-8"))
        else:
            rounds[-1].append(numbers)
    return tuple([tuple([four(table) for table in tables]) for tables in rounds if tables])


def _by_table(rows: list[Cells], problems: list[Problem]) -> Rounds:
    found: dict[int, dict[int, list[int]]] = {}
    for row in rows:
        number, table = row.whole("round", 1, MOST_ROUNDS), row.whole("table", 1, MOST_TABLES)
        seats = [row.whole(wind.lower(), 1, HIGHEST_NUMBER) for wind in _WINDS]
        for name in ("round", "table", *[wind.lower() for wind in _WINDS]):
            row.required(name)
        if number is None or table is None or None in seats:
            continue
        if table in found.setdefault(number, {}):
            row.report(Trouble.TWICE, "table")
        found[number][table] = [seat for seat in seats if seat is not None]
    _check_counted(tuple(found), "round", problems)
    for tables in found.values():
        _check_counted(tuple(tables), "table", problems)
    return tuple([_in_order(found[number]) for number in sorted(found)])


def _in_order(tables: dict[int, list[int]]) -> Round:
    return tuple([four(tables[table]) for table in sorted(tables)])


def _check_counted(found: tuple[int, ...], column: str, problems: list[Problem]) -> None:
    """Note numbers that are left out of a count from one."""
    missing = sorted({*range(1, max(found, default=0) + 1)} - {*found})
    problems += [Problem(trouble=Trouble.MISSING, column=column, found=str(number)) for number in missing]


def _by_person(sheet: Sheet, rows: list[Cells], people: dict[str, int], problems: list[Problem]) -> Rounds:
    """Return rounds that are told by the table of everybody; the winds are dealt out evenly."""
    columns = sorted([name for name in sheet.columns if name not in _BY_PERSON.columns], key=lambda name: int(name[1:]))
    if rows and not columns:
        problems.append(Problem(trouble=Trouble.NO_COLUMN, line=1, column="h1"))
    numbers = [_number_of(row, people) for row in rows]
    for row, number in zip(rows, numbers, strict=True):
        if number and numbers.count(number) > 1:
            row.report(Trouble.TWICE, "number" if row.has("number") else "name")
    rounds = [_tables_of(column, rows, numbers, problems) for column in columns]
    _check_counted(tuple([int(name[1:]) for name in columns]), "h", problems)
    return () if problems else balanced(rounds)


def _number_of(row: Cells, people: dict[str, int]) -> int:
    """Return the number of the person in a row, 0 if nobody is found."""
    if row.has("number"):
        return row.whole("number", 1, HIGHEST_NUMBER) or 0
    name = row.text("name") if row.required("name") else ""
    if name and name not in people:
        row.report(Trouble.UNKNOWN, "name")
    return people.get(name, 0)


def _tables_of(column: str, rows: list[Cells], numbers: list[int], problems: list[Problem]) -> Blocks:
    """Return who sits at each table in one round; an empty cell or a dash is somebody who does not play."""
    tables: dict[int, list[int]] = {}
    for row, number in zip(rows, numbers, strict=True):
        if row.has(column) and row.cells[column] != _DASH:
            table = row.whole(column, 1, MOST_TABLES)
            if table is not None:
                tables.setdefault(table, []).append(number)
    for table, seated in sorted(tables.items()):
        if len(seated) != 4:
            allowed = f"{table}: 4"
            problems.append(
                Problem(trouble=Trouble.NOT_FOUR, column=column, found=f"{table}: {len(seated)}", allowed=allowed)
            )
    _check_counted(tuple(tables), column, problems)
    return [tables[table] for table in sorted(tables)]
