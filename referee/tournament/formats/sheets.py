"""Tables as text: separated by comma, semicolon or tab, quoted as RFC 4180 says, with every problem at once."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field
from enum import StrEnum

from referee.records import dataclass

_SEPARATORS = ("\t", ";", ",")
_BOM = "\ufeff"
_LARGEST = 2 * 1024 * 1024
"""How many characters a file may have."""
_MOST_ROWS = 100_000
MOST_ROUNDS = 400
"""How many rounds a file may tell of: as many as a night has games."""
_LONGEST_CELL = 200
_LONGEST_SHOWN = 40
_FORMULA = ("=", "+", "-", "@")
"""How a cell begins that a spreadsheet would take for a formula."""
_APOSTROPHE = "'"


class Trouble(StrEnum):
    """What can be wrong with a file."""

    TOO_LARGE = "too_large"
    NOT_CSV = "not_csv"
    NO_ROWS = "no_rows"
    UNKNOWN_COLUMN = "unknown_column"
    COLUMN_TWICE = "column_twice"
    NO_COLUMN = "no_column"
    NO_HEADER = "no_header"
    CELLS = "cells"
    MISSING = "missing"
    NOT_ALLOWED = "not_allowed"
    TOO_LONG = "too_long"
    UNSEEN = "unseen"
    TWICE = "twice"
    UNKNOWN = "unknown"
    NOT_FOUR = "not_four"
    PLACES_ONLY = "places_only"
    MIXED = "mixed"


@dataclass(frozen=True, kw_only=True, slots=True)
class Problem:
    """One mistake: the line of the file, the column, what was found there and what is allowed; empty where it is none.

    A ``line`` of 0 is the file as a whole.
    """

    trouble: Trouble
    line: int = 0
    column: str = ""
    found: str = ""
    allowed: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Sheet:
    """A table as it was read: the names of its columns, and rows of as many cells, each with its line."""

    columns: tuple[str, ...]
    rows: tuple[tuple[int, tuple[str, ...]], ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Cells:
    """One row by its columns; what is wrong with it goes into the list that all rows of a file share."""

    line: int
    cells: dict[str, str]
    problems: list[Problem]

    def report(self, trouble: Trouble, column: str, allowed: str = "") -> None:
        """Note a problem of a cell."""
        found = self.cells.get(column, "")[:_LONGEST_SHOWN]
        self.problems.append(Problem(trouble=trouble, line=self.line, column=column, found=found, allowed=allowed))

    def has(self, column: str) -> bool:
        """Return whether something stands in a column."""
        return self.cells.get(column, "") != ""

    def required(self, column: str) -> bool:
        """Return whether something stands in a column, and note it if not."""
        if not self.has(column):
            self.report(Trouble.MISSING, column)
        return self.has(column)

    def text(self, column: str, longest: int = _LONGEST_CELL) -> str:
        """Return a text, empty if there is none or if it cannot be shown on one line."""
        found = self.cells.get(column, "")
        if len(found) > longest:
            self.report(Trouble.TOO_LONG, column, allowed=str(longest))
        elif any(_is_unseen(letter) for letter in found):
            self.report(Trouble.UNSEEN, column)
        else:
            return found
        return ""

    def choice(self, column: str, allowed: Sequence[str]) -> str:
        """Return one of some texts; the first of them if nothing or something else stands there."""
        found = self.cells.get(column, "").lower()
        if found and found not in allowed:
            self.report(Trouble.NOT_ALLOWED, column, allowed=", ".join(allowed))
        return found if found in allowed else allowed[0]

    def whole(self, column: str, low: int, high: int, unit: int = 1) -> int | None:
        """Return a whole number, None if nothing or something else stands there."""
        if not self.has(column):
            return None
        found = whole_number(self.cells[column])
        if found is None or not low <= found <= high or found % unit:
            steps = "" if unit == 1 else f" / {unit}"
            self.report(Trouble.NOT_ALLOWED, column, allowed=f"{low} … {high}{steps}")
            return None
        return found

    def thousands(self, column: str, most: int) -> int | None:
        """Return points that are written in thousands with one decimal, None if something else stands there."""
        if not self.has(column):
            return None
        found = _points_in(self.cells[column])
        if found is None or abs(found) > most:
            self.report(Trouble.NOT_ALLOWED, column, allowed=f"{decimal(-most)} … {decimal(most)}")
            return None
        return found


@dataclass(frozen=True, kw_only=True, slots=True)
class Layout:
    """The columns that a file may have, those that it needs, and what it has where it names none.

    Of ``unnamed`` that is used which has as many columns as the file. Beside ``columns`` there may be those that
    begin with ``numbered`` and end in the number of a round, such as h1 and h2.
    """

    columns: tuple[str, ...]
    needed: tuple[str, ...] = ()
    numbered: str = ""
    unnamed: tuple[tuple[str, ...], ...] = field(default=())

    def knows(self, name: str) -> bool:
        """Return whether a column may have this name."""
        rest = name.removeprefix(self.numbered)
        is_numbered = bool(self.numbered) and name.startswith(self.numbered)
        return name in self.columns or (is_numbered and 0 < (whole_number(rest) or 0) <= MOST_ROUNDS)


def _is_unseen(letter: str) -> bool:
    """Return whether a character breaks a line or is not seen at all; marks of direction and joiners are fine."""
    return letter < " " or "\x7f" <= letter <= "\x9f" or letter in "\u2028\u2029"


def whole_number(text: str) -> int | None:
    """Return the whole number that a text says in the digits 0 to 9, None if it says none."""
    digits = text.removeprefix("-") if text.startswith("-") else text.removeprefix("+")
    is_number = digits != "" and len(digits) <= 12 and digits.isascii() and digits.isdigit()
    return int(text) if is_number else None


def _points_in(text: str) -> int | None:
    """Return the points of a text such as "-12.3", in thousands; None if it is no such number."""
    whole, point, tenths = text.replace("\N{MINUS SIGN}", "-").partition(".")
    found = whole_number(whole + (tenths if point else "0"))
    return None if found is None or (point and (len(tenths) != 1 or not whole[-1:].isdigit())) else found * 100


def decimal(points: int) -> str:
    """Return points in thousands with one decimal point."""
    sign = "-" if points < 0 else ""
    return f"{sign}{abs(points) // 1000}.{abs(points) % 1000 // 100}"


def rows_in(text: str, problems: list[Problem]) -> list[tuple[int, list[str]]]:
    """Return the rows of a text with their lines, empty ones left out; what is no CSV is noted."""
    if len(text) > _LARGEST:
        problems.append(Problem(trouble=Trouble.TOO_LARGE))
        return []
    plain = text.removeprefix(_BOM).replace("\r\n", "\n").replace("\r", "\n")
    reader = csv.reader(_lines_of(plain), delimiter=_separator_of(plain), strict=True)
    rows: list[tuple[int, list[str]]] = []
    try:
        for row in reader:
            cells = [_plain_cell(cell) for cell in row]
            if any(cells):
                rows.append((reader.line_num, cells))
    except csv.Error:
        problems.append(Problem(trouble=Trouble.NOT_CSV, line=reader.line_num))
        return []
    if not rows:
        problems.append(Problem(trouble=Trouble.NO_ROWS))
    if len(rows) > _MOST_ROWS:
        problems.append(Problem(trouble=Trouble.TOO_LARGE))
    return rows


def _lines_of(text: str) -> Iterator[str]:
    return (f"{line}\n" for line in text.split("\n"))


def _separator_of(text: str) -> str:
    """Return what separates the cells: that which stands most often in the first line, outside of quotes."""
    first = next((line for line in text.split("\n") if line.strip()), "")
    outside = "".join(first.split('"')[::2])
    return max(reversed(_SEPARATORS), key=outside.count)


def _plain_cell(cell: str) -> str:
    """Return a cell without spaces around it and without the apostrophe that keeps it from being a formula."""
    text = cell.strip()
    return text[1:] if text.startswith(_APOSTROPHE) and text.lstrip(_APOSTROPHE).startswith(_FORMULA) else text


def sheet_in(text: str, layout: Layout, problems: list[Problem]) -> Sheet:
    """Return the table of a text; every column that it may not have is noted by its name."""
    rows = rows_in(text, problems)
    if not rows or problems:
        return Sheet(columns=(), rows=())
    head = [cell.lower() for cell in rows[0][1]]
    if any(layout.knows(name) for name in head):
        _check_head(head, layout, problems)
        if not rows[1:]:
            problems.append(Problem(trouble=Trouble.NO_ROWS))
        return _sheet_of(tuple(head), rows[1:], problems)
    return _sheet_of(_unnamed_columns(rows, layout, problems), rows, problems)


def _check_head(head: list[str], layout: Layout, problems: list[Problem]) -> None:
    """Note columns that are unknown, come twice or are missing."""
    for place, name in enumerate(head):
        if not layout.knows(name):
            allowed = ", ".join(layout.columns) + (f", {layout.numbered}1 …" if layout.numbered else "")
            found = name[:_LONGEST_SHOWN]
            problems.append(Problem(trouble=Trouble.UNKNOWN_COLUMN, line=1, column=found, found=found, allowed=allowed))
        elif name in head[:place]:
            problems.append(Problem(trouble=Trouble.COLUMN_TWICE, line=1, column=name))
    missing = [name for name in layout.needed if name not in head]
    problems += [Problem(trouble=Trouble.NO_COLUMN, line=1, column=name) for name in missing]


def _unnamed_columns(rows: list[tuple[int, list[str]]], layout: Layout, problems: list[Problem]) -> tuple[str, ...]:
    """Return the columns of a file that does not name them."""
    width = max(len(cells) for _, cells in rows)
    numbered = all(whole_number(cells[0]) is not None for _, cells in rows)
    known = [names for names in layout.unnamed if len(names) == width and ("number" in names) == numbered]
    if known:
        return known[0]
    allowed = ", ".join(layout.columns) + (f", {layout.numbered}1 …" if layout.numbered else "")
    problems.append(Problem(trouble=Trouble.NO_HEADER, line=rows[0][0], allowed=allowed))
    return ()


def _sheet_of(columns: tuple[str, ...], rows: list[tuple[int, list[str]]], problems: list[Problem]) -> Sheet:
    """Return rows of as many cells as there are columns; a longer one is noted, a shorter one filled up."""
    if problems:
        return Sheet(columns=(), rows=())
    found = []
    for line, cells in rows:
        if any(cells[len(columns) :]):
            problems.append(Problem(trouble=Trouble.CELLS, line=line, found=str(len(cells)), allowed=str(len(columns))))
        found.append((line, tuple((cells + [""] * len(columns))[: len(columns)])))
    return Sheet(columns=columns, rows=tuple(found))


def cells_of(sheet: Sheet, problems: list[Problem]) -> list[Cells]:
    """Return the rows of a table by their columns."""
    return [
        Cells(line=line, cells=dict(zip(sheet.columns, cells, strict=True)), problems=problems)
        for line, cells in sheet.rows
    ]


def csv_text(columns: Sequence[str], rows: Iterable[Sequence[str | int | None]]) -> str:
    """Return a table as CSV; None is an empty cell."""
    return "".join([",".join([written(cell) for cell in row]) + "\r\n" for row in (columns, *rows)])


def written(cell: str | int | None) -> str:
    """Return one cell, quoted where it has to be; a formula becomes a text."""
    if cell is None or isinstance(cell, int):
        return "" if cell is None else str(cell)
    text = _APOSTROPHE + cell if _is_formula(cell) else cell
    needs_quotes = any(letter in text for letter in ',;\t"\r\n') or text != text.strip()
    return '"' + text.replace('"', '""') + '"' if needs_quotes else text


def _is_formula(cell: str) -> bool:
    """Return whether a spreadsheet would take a cell for a formula, or this program for one that was kept from it."""
    if not cell.strip().lstrip(_APOSTROPHE).startswith(_FORMULA):
        return False
    return whole_number(cell) is None and _points_in(cell) is None
