"""Results as a file: the seats of tables, or the finals alone of a table that was published elsewhere."""

from __future__ import annotations

from referee.records import dataclass
from referee.tournament.formats.people import HIGHEST_NUMBER, MOST_TABLES
from referee.tournament.formats.sheets import (
    MOST_ROUNDS,
    Cells,
    Layout,
    Problem,
    Trouble,
    cells_of,
    csv_text,
    decimal,
    sheet_in,
)

SEATS = ("E", "S", "W", "N")
_SOURCES = ("sheet", "paper", "published")
_MOST_POINTS = 10_000_000
_MOST_CHIPS = 10_000
_COLUMNS = (
    "round",
    "table",
    "seat",
    "number",
    "manned_by",
    "points",
    "place",
    "final",
    "uma",
    "oka",
    "chips",
    "yakitori",
    "penalty",
    "source",
)
_LAYOUT = Layout(columns=_COLUMNS, needed=("round", "number"))


@dataclass(frozen=True, kw_only=True, slots=True)
class ResultRow:
    """One seat of one round as a file tells it; what it does not tell is None. Points in points, also finals.

    ``manned_by`` is who played, the number itself where nobody else did.
    """

    round: int
    number: int
    manned_by: int
    source: str
    table: int | None = None
    seat: int | None = None
    points: int | None = None
    place: int | None = None
    final: int | None = None
    uma: int | None = None
    oka: int | None = None
    chips: int | None = None
    yakitori: bool | None = None
    penalty: int | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class ReadResults:
    """The rows of a file, those of a table together, finals alone each by itself; none if anything is wrong."""

    tables: tuple[tuple[ResultRow, ResultRow, ResultRow, ResultRow], ...]
    finals: tuple[ResultRow, ...]
    problems: tuple[Problem, ...]


def results_in(text: str) -> ReadResults:
    """Return the results of a file, or everything that is wrong with it."""
    problems: list[Problem] = []
    sheet = sheet_in(text, _LAYOUT, problems)
    rows = [(each, row) for each in cells_of(sheet, problems) if (row := _read_row(each)) is not None]
    _check_seats(rows)
    _check_kinds(rows)
    tables = _tables_of(rows, problems)
    if problems:
        return ReadResults(tables=(), finals=(), problems=tuple(problems))
    return ReadResults(tables=tables, finals=tuple([row for _, row in rows if row.table is None]), problems=())


def _read_row(row: Cells) -> ResultRow | None:
    """Return one row, None if something is wrong there."""
    before = len(row.problems)
    for name in ("round", "number"):
        row.required(name)
    _check_what_is_known(row)
    number = row.whole("number", 1, HIGHEST_NUMBER) or 0
    found = ResultRow(
        round=row.whole("round", 1, MOST_ROUNDS) or 0,
        number=number,
        manned_by=row.whole("manned_by", 1, HIGHEST_NUMBER) or number,
        source=row.choice("source", _SOURCES if row.has("table") else _SOURCES[::-1]),
        table=row.whole("table", 1, MOST_TABLES),
        seat=_seat_in(row),
        points=row.whole("points", -_MOST_POINTS, _MOST_POINTS, 100),
        place=row.whole("place", 1, 4),
        final=row.thousands("final", _MOST_POINTS),
        uma=row.whole("uma", -_MOST_POINTS, _MOST_POINTS),
        oka=row.whole("oka", -_MOST_POINTS, _MOST_POINTS),
        chips=row.whole("chips", -_MOST_CHIPS, _MOST_CHIPS),
        yakitori=_flag_in(row),
        penalty=row.whole("penalty", -_MOST_POINTS, 0),
    )
    return found if len(row.problems) == before else None


def _check_what_is_known(row: Cells) -> None:
    """Note a row of a table without seat or points, and one of finals alone without its final."""
    if not row.has("table") and not row.has("points"):
        if row.has("place") and not row.has("final"):
            row.report(Trouble.PLACES_ONLY, "place")
        else:
            row.required("final")
        return
    row.required("table")
    row.required("seat")
    if row.has("place") and not row.has("points"):
        row.report(Trouble.PLACES_ONLY, "place")
    else:
        row.required("points")


def _seat_in(row: Cells) -> int | None:
    """Return the seat of a row, 0 for East."""
    winds = [wind.lower() for wind in SEATS]
    return winds.index(row.choice("seat", winds)) if row.has("seat") else None


def _flag_in(row: Cells) -> bool | None:
    """Return whether somebody has not won, None if nothing is told."""
    return row.choice("yakitori", ("no", "yes")) == "yes" if row.has("yakitori") else None


def _check_seats(rows: list[tuple[Cells, ResultRow]]) -> None:
    """Note who has two results in a round, whoever played for them, and seats that are taken twice."""
    numbers: set[tuple[int, int]] = set()
    seats: set[tuple[int, int | None, int | None]] = set()
    for cells, row in rows:
        if (row.round, row.number) in numbers:
            cells.report(Trouble.TWICE, "number")
        numbers.add((row.round, row.number))
        seat = (row.round, row.table, row.seat)
        if row.table is not None and seat in seats:
            cells.report(Trouble.TWICE, "seat")
        seats.add(seat)


def _check_kinds(rows: list[tuple[Cells, ResultRow]]) -> None:
    """Note every row that is of another kind than the first of its round: of a table, or a final alone."""
    kinds: dict[int, bool] = {}
    for cells, row in rows:
        if kinds.setdefault(row.round, row.table is None) != (row.table is None):
            cells.report(Trouble.MIXED, "table")


def _tables_of(
    rows: list[tuple[Cells, ResultRow]], problems: list[Problem]
) -> tuple[tuple[ResultRow, ResultRow, ResultRow, ResultRow], ...]:
    """Return the rows of each table from East, and note tables that are not whole."""
    found: dict[tuple[int, int], list[tuple[Cells, ResultRow]]] = {}
    for cells, row in rows:
        if row.table is not None:
            found.setdefault((row.round, row.table), []).append((cells, row))
    whole = []
    for (number, table), seats in sorted(found.items()):
        if len(seats) != 4:
            seats_there = f"{number}/{table}: {len(seats)}"
            problems.append(
                Problem(trouble=Trouble.NOT_FOUR, line=seats[0][0].line, column="table", found=seats_there, allowed="4")
            )
            continue
        east, south, west, north = sorted([row for _, row in seats], key=lambda row: row.seat or 0)
        whole.append((east, south, west, north))
    return tuple(whole)


def results_csv(rows: tuple[ResultRow, ...]) -> str:
    """Return results as a file, by round, table and seat."""
    order = sorted(rows, key=lambda row: (row.round, row.table or 0, row.seat or 0, row.number))
    return csv_text(_COLUMNS, [_cells_of_result(row) for row in order])


def _cells_of_result(row: ResultRow) -> list[str | int | None]:
    return [
        row.round,
        row.table,
        None if row.seat is None else SEATS[row.seat],
        row.number,
        None if row.manned_by == row.number else row.manned_by,
        row.points,
        row.place,
        None if row.final is None else decimal(row.final),
        row.uma,
        row.oka,
        row.chips,
        None if row.yakitori is None else ("yes" if row.yakitori else "no"),
        row.penalty,
        row.source,
    ]
