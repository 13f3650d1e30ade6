"""What only the server makes of a game that is read: the picture of its result, and its sheet as a table of values."""

from __future__ import annotations

import csv
import re
from io import StringIO
from typing import TYPE_CHECKING

from flask import Response, abort, render_template

from referee.app.entries import changes_by_lines
from referee.app.pages import rules_line
from referee.app.routes import SERVED
from referee.app.rows import changes_when_played, chips_moved, moved_by, result_of, row_text
from referee.app.sheet import NOT_FOUND_BY_SEARCH, read_by
from referee.app.table import hand_moved
from referee.desk import HandRow, StartRow
from referee.rules.placement import yakitori_chips
from referee.rules.table import Chombo, added
from referee.web.context import desk_in_use
from referee.web.host import current_asked

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from flask import Flask

    from referee.app.asked import Asked
    from referee.app.rows import ResultRow, RowText
    from referee.desk import Row, TableView
    from referee.rules.table import Four

_MARK_OF_UTF8 = "\ufeff"
"""Stands before the text: spreadsheets take it for another encoding without it."""
_BEGINS_A_FORMULA = ("=", "+", "-", "@", "\t", "\r")
_NOTHING_TOLD = ("", "", "", "")
_TOP, _BETWEEN, _OTHER = 180, 20, 166
"""Where the first player stands in the picture, what lies between two, and how high each is who is not first."""
_FOUR = 820
"""How high the four are together: who is first has what the others leave."""
_NAMES_FROM, _SCORES_TO, _APART = 190, 924, 30
"""Where names begin and scores end, and what is left between them."""
_SUMS_WIDE, _SUM, _SMALLEST_SUM = _SCORES_TO - _NAMES_FROM, 34, 28
"""How long a sum may be; the size of its letters, and below which two lines are better."""
_WIDE = 0x2500
"""The first character that may be as wide as it is high."""


def _width(text: str) -> float:
    """Return how many times as wide as its letters are high a text is at most, whatever font draws it."""
    return sum(map(_letter_width, text))


def _letter_width(letter: str) -> float:
    if letter in "MWmw@":
        return 1.1
    if ord(letter) >= _WIDE:
        return 1
    if letter in " .,:il":
        return 0.4
    return 0.85 if letter.isupper() else 0.7


def _lettering(text: str, room: float, largest: float) -> int:
    """Return the size of letters at which a text fits into so much room."""
    return int(min(largest, room / max(_width(text), 1)))


def _halves(name: str) -> tuple[str, str]:
    """Return a name on two lines that are as short as they can be: between words where it has several."""
    return _broken(name, [place for place, letter in enumerate(name) if letter.isspace()] or range(1, len(name)))


def _broken(text: str, places: Iterable[int]) -> tuple[str, str]:
    """Return a text on two lines, broken at the one of these places that makes them shortest."""
    middle = min(places, key=lambda place: max(_width(text[:place]), _width(text[place:])), default=0)
    return text[:middle].strip(), text[middle:].strip()


def _sum_lines(arithmetic: str) -> tuple[str, ...]:
    """Return a sum as the picture shows it: broken before a summand where one line would be too small to be read."""
    if _lettering(arithmetic, _SUMS_WIDE, _SUM) >= _SMALLEST_SUM:
        return (arithmetic,)
    return _broken(arithmetic, [each.start() for each in re.finditer(r" [+−] ", arithmetic)])


def picture(reader: str) -> Response:
    """Draw the result of a game that is over."""
    asked = current_asked()
    view = read_by(asked, desk_in_use(), reader)
    result = result_of(asked, view)
    if result is None:
        abort(404)
    title, about = rules_line(asked, view), f"{view.sheet[0].stamp.at[:10]} · {result.why}"
    drawn = render_template(
        "games/result.svg",
        title=title,
        title_size=_lettering(title, 960, 52),
        about=about,
        about_size=_lettering(about, 960, 34),
        rows=list(_rows_drawn(result.rows)),
        sum_size=min(map(_sum_lettering, result.rows)),
        app=asked.say("page.app"),
    )
    return _private_text(drawn, "image/svg+xml")


def _sum_lettering(row: ResultRow) -> int:
    lines = _sum_lines(row.arithmetic)
    return min(_lettering(line, _SUMS_WIDE, _SUM if len(lines) == 1 else _SMALLEST_SUM) for line in lines)


def _rows_drawn(rows: tuple[ResultRow, ...]) -> Iterator[dict[str, object]]:
    """Yield the players as the picture shows them, from the top; all who are first alike."""
    firsts = sum(row.rank == rows[0].rank for row in rows)
    height = (_FOUR - (len(rows) - 1) * _BETWEEN - (len(rows) - firsts) * _OTHER) // firsts
    top = _TOP
    for place, row in enumerate(rows):
        own = height if place < firsts else _OTHER
        yield _seat_values(row, own) | {"first": place < firsts, "top": top}
        top += own + _BETWEEN


def _seat_values(row: ResultRow, height: int) -> dict[str, object]:
    """Return one player as the picture shows him in so much height: the name on as many lines as make it larger."""
    size = height // 3
    room = _SCORES_TO - _NAMES_FROM - _APART - _width(row.final) * size
    whole = _lettering(row.player, room, height * 0.28)
    halves = _halves(row.player)
    half = min(_lettering(each, room, height * 0.2) for each in halves)
    return {
        "height": height,
        "rank": row.rank,
        "lines": (row.player,) if whole >= half else halves,
        "name_size": max(whole, half),
        "final": row.final,
        "final_size": size,
        "sum_lines": _sum_lines(row.arithmetic),
    }


def _private_text(text: str, kind: str) -> Response:
    """Return a text that nobody keeps and no search engine lists."""
    response = Response(text, mimetype=kind)
    response.headers["Cache-Control"] = "private, no-store"
    response.headers.update([NOT_FOUND_BY_SEARCH])
    return response


def table(reader: str) -> Response:
    """Tell the score sheet as comma-separated values, a row of the sheet in each line."""
    asked = current_asked()
    view = read_by(asked, desk_in_use(), reader)
    text = StringIO()
    writer = csv.writer(text)
    writer.writerow(map(_harmless, _head(asked, view)))
    for row in view.sheet:
        writer.writerow(map(_harmless, cells(asked, row, view)))
    for title, amounts in _totals(asked, view):
        writer.writerow(map(_harmless, ("", "", f"{title[:1].upper()}{title[1:]}", "", *amounts)))
    response = _private_text(_MARK_OF_UTF8 + text.getvalue(), "text/csv")
    response.headers["Content-Disposition"] = 'attachment; filename="score-sheet.csv"'
    return response


def _harmless(cell: str | int) -> str | int:
    """Return a cell that no spreadsheet takes for a formula; numbers stay numbers."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_BEGINS_A_FORMULA) else cell


def _head(asked: Asked, view: TableView) -> list[str]:
    names = [seat.name for seat in view.seats]
    changes = [asked.say("sheet.csv_change", player=name) for name in names]
    first = [asked.say(f"sheet.{key}") for key in ("csv_time", "column_hand", "column_told", "taken_back")]
    chips = [asked.say("sheet.csv_change", player=f"{name} {asked.say('table.chips')}") for name in names]
    return [*first, *changes, *names, *(chips if view.rules.chips.used else ())]


def cells(asked: Asked, row: Row, view: TableView) -> Iterator[str | int]:
    """Yield the cells of a line: time in UTC, hand, what happened, how it was taken back, changes, scores after it.

    Under rules with chips, the chips that it moves follow.
    """
    texts = row_text(asked, row, view)
    yield from (row.stamp.at, texts.code or texts.title, _told(asked, row, texts, view), texts.undone)
    for amounts in _amounts_of(row):
        yield from amounts or _NOTHING_TOLD
    if view.rules.chips.used:
        moved = chips_moved(row)
        yield from moved if any(moved) or isinstance(row, HandRow) else _NOTHING_TOLD


def _told(asked: Asked, row: Row, texts: RowText, view: TableView) -> str:
    """Return what happened; of the start the rules, of a chombo also what it costs."""
    if isinstance(row, StartRow):
        return rules_line(asked, view)
    if isinstance(row, HandRow) and isinstance(row.hand.ending, Chombo):
        return hand_moved(asked, row, view)
    return texts.what


def _totals(asked: Asked, view: TableView) -> Iterator[tuple[str, tuple[str | int, ...]]]:
    """Yield the last lines, in points: what comes off the tournament score, and of a game that is over its result.

    What is added to a score stands where changes do, what comes of it where scores do.
    """
    standing = view.standing
    parts = () if standing is None else standing.parts
    if standing is not None:
        yield asked.say("sheet.now_final"), (*_NOTHING_TOLD, *standing.scores)
    unpaid = yakitori_chips(view.table.yakitori, view.rules)
    if any(unpaid):
        yield asked.say("term.yakitori"), (*_NOTHING_TOLD, *_NOTHING_TOLD, *unpaid)
    parts_told = [(f"table.{kind}", [getattr(each, kind) for each in parts]) for kind in ("uma", "oka", "chips")]
    for key, amounts in (*_off_scores(view), *parts_told, ("sheet.penalties", view.table.penalties)):
        if any(amounts):
            counts = added(view.table.chips, unpaid) if key == "table.chips" else ()
            yield asked.say(key), (*amounts, *_NOTHING_TOLD, *counts)
    if standing is not None:
        yield asked.say("event.results.rank"), (*_NOTHING_TOLD, *standing.places)
        yield asked.say("table.result"), (*_NOTHING_TOLD, *[each.total for each in parts])


def _off_scores(view: TableView) -> Iterator[tuple[str, list[int]]]:
    """Yield what makes the part of the score from each score: the return points, and what rounding adds."""
    if view.standing is not None:
        return_points, pairs = view.rules.final.subtract, zip(view.standing.parts, view.standing.scores, strict=True)
        yield "term.return_points", [-return_points for _ in view.seats]
        yield "final.rounding", [part.score + return_points - score for part, score in pairs]


def _amounts_of(row: Row) -> tuple[Four | None, Four | None]:
    """Return what a row moves at each seat, and the scores after it."""
    if isinstance(row, HandRow):
        return changes_when_played(row), row.after.scores
    if isinstance(row, StartRow):
        return None, row.table.scores
    lines, table = moved_by(row)
    return changes_by_lines(lines), None if table is None else table.scores


def install(app: Flask) -> None:
    """Answer at the addresses that the program only names."""
    for endpoint, view in (("reader.picture", picture), ("reader.table", table)):
        app.add_url_rule(SERVED[endpoint], endpoint, view, methods=["GET"])
