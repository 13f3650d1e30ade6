"""A sheet as it is typed from paper: the form's fields, read with everything that is wrong at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.rules.table import ALL_SEATS, NotDone, Phrase, wind_word
from referee.texts.reader import is_digits
from referee.tournament.refusals import EventCode, all_refusals, refusal
from referee.tournament.sheets import PaperSheet
from referee.tournament.winds import four

if TYPE_CHECKING:
    from referee.app.form import Form

LARGEST_POINTS = 10_000_000
UNIT = 100
MOST_COUNTED = 99
MINUS = ("-", "\N{MINUS SIGN}", "\N{WHITE UP-POINTING TRIANGLE}")
GAPS = (",", ".", " ", "\N{NO-BREAK SPACE}")
"""What people write between thousands."""


def paper_sheet(form: Form, round_no: int, table_no: int) -> PaperSheet | NotDone:
    """Return the sheet that a form tells, or everything in it that cannot be read."""
    problems: list[NotDone] = []
    scores = [whole(form, f"points{seat}", problems, UNIT, LARGEST_POINTS) for seat in ALL_SEATS]
    left = whole(form, "left", problems, UNIT, LARGEST_POINTS) or 0
    chombo = [whole(form, f"chombo{seat}", problems, 1, MOST_COUNTED) or 0 for seat in ALL_SEATS]
    chips = [whole(form, f"chips{seat}", problems, 1, LARGEST_POINTS) or 0 for seat in ALL_SEATS]
    waits = [form.has("yakitori", str(seat)) for seat in ALL_SEATS]
    absent = [whole(form, f"absent{seat}", problems, UNIT, LARGEST_POINTS) for seat in ALL_SEATS]
    refused = all_refusals(problems)
    if refused is not None:
        return refused
    known = [score for score in scores if score is not None]
    return PaperSheet(
        round=round_no,
        table_no=table_no,
        scores=four(known) if len(known) == len(ALL_SEATS) else None,
        left=left,
        chombo=four(chombo),
        chips=four(chips),
        yakitori=(waits[0], waits[1], waits[2], waits[3]),
        absent=tuple(absent),
        agreed=tuple([seat for seat in ALL_SEATS if form.has("agreed", str(seat))]),
    )


def whole(form: Form, name: str, problems: list[NotDone], unit: int, most: int) -> int | None:
    """Return a whole number of a form, None where nothing stands; what is no such number is noted."""
    told = form.one(name)
    if not told:
        return None
    found = read_number(told)
    if found is None or found % unit or abs(found) > most:
        code = EventCode.NOT_POINTS if unit > 1 else EventCode.NOT_A_COUNT
        problems.append(
            refusal(code, field_of(name), found=told[:20], what=phrase_of_field(name), unit=unit, most=most)
        )
        return None
    return found


def read_number(told: str) -> int | None:
    """Return the whole number that a text says, however its thousands are set apart; None if it says none."""
    sign = -1 if told.startswith(MINUS) else 1
    digits = told[1:] if told.startswith((*MINUS, "+")) else told
    for gap in GAPS:
        digits = digits.replace(gap, "")
    return sign * int(digits) if is_digits(digits) and len(digits) <= len(str(LARGEST_POINTS)) else None


def field_of(name: str) -> str:
    """Return a field's name without its seat."""
    return name.rstrip("0123")


def phrase_of_field(name: str) -> Phrase:
    """Return what people call a field: that of a seat with its wind."""
    if name[-1] not in "0123":
        return Phrase(key=f"event.results.{name}")
    return Phrase(key=f"event.results.of_{field_of(name)}", facts=(("wind", wind_word(int(name[-1]), 0)),))
