"""A sheet from paper while it is typed: what its figures mean, and what its sum still lacks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.app.pages import points
from referee.records import dataclass
from referee.rules.table import ALL_SEATS, NotDone, Phrase, wind_word
from referee.texts.reader import is_digits
from referee.tournament.refusals import EventCode, all_refusals, refusal
from referee.tournament.sheets import PaperSheet, as_meant
from referee.tournament.winds import four

if TYPE_CHECKING:
    from referee.app.asked import Asked
    from referee.app.form import Form
    from referee.rules.ruleset import Ruleset

_LARGEST_POINTS = 10_000_000
_UNIT = 100
_MOST_COUNTED = 99
_MINUS = ("-", "\N{MINUS SIGN}", "\N{WHITE UP-POINTING TRIANGLE}")
_GAPS = (",", ".", " ", "\N{NO-BREAK SPACE}")
"""What people write between thousands."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Total:
    """What the figures of a sheet make so far: the scores as they are read, their sum, and what it lacks."""

    scores: tuple[tuple[str, str], ...]
    sum: str
    wanted: str
    lacks: str


def paper_sheet(form: Form, round_table: tuple[int, int], rules: Ruleset) -> PaperSheet | NotDone:
    """Return the sheet that a form tells, or everything in it that cannot be read."""
    problems: list[NotDone] = []
    scores, left = _meant(form, rules, problems)
    chombo = [_whole(form, f"chombo{seat}", problems, 1, _MOST_COUNTED) or 0 for seat in ALL_SEATS]
    chips = [_whole(form, f"chips{seat}", problems, 1, _LARGEST_POINTS) or 0 for seat in ALL_SEATS]
    waits = [form.has("yakitori", str(seat)) for seat in ALL_SEATS]
    absent = [_whole(form, f"absent{seat}", problems, _UNIT, _LARGEST_POINTS) for seat in ALL_SEATS]
    refused = all_refusals(problems)
    if refused is not None:
        return refused
    return PaperSheet(
        round=round_table[0],
        table_no=round_table[1],
        scores=scores,
        left=left,
        chombo=four(chombo),
        chips=four(chips),
        yakitori=(waits[0], waits[1], waits[2], waits[3]),
        absent=tuple(absent),
        agreed=tuple([seat for seat in ALL_SEATS if form.has("agreed", str(seat))]),
    )


def total_of(asked: Asked, form: Form, rules: Ruleset) -> Total:
    """Return what the figures of a form make so far; what cannot be read stands for nothing."""
    scores, left = _meant(form, rules, [])
    known = [each for each in scores if each is not None]
    wanted = 4 * rules.setup.points
    difference = sum(known) + left - wanted
    how = "too_many" if difference > 0 else "too_few" if len(known) == len(ALL_SEATS) else "still_missing"
    return Total(
        scores=tuple(
            [
                (asked.say(wind_word(seat, 0)), points(asked, score))
                for seat, score in enumerate(scores)
                if score is not None
            ]
        ),
        sum=points(asked, sum(known) + left),
        wanted=points(asked, wanted),
        lacks=asked.say(f"event.{how}", count=abs(difference)) if difference else "",
    )


def _meant(form: Form, rules: Ruleset, problems: list[NotDone]) -> tuple[tuple[int | None, ...], int]:
    """Return the four scores and what was left, in points; what are none is noted."""
    names = [*[f"points{seat}" for seat in ALL_SEATS], "left"]
    typed = [_whole(form, name, problems, 1, _LARGEST_POINTS, EventCode.NOT_POINTS) for name in names]
    scores, left = as_meant(tuple(typed[:-1]), typed[-1] or 0, 4 * rules.setup.points)
    for name, figure in zip(names, (*scores, left), strict=True):
        if figure is not None and figure % _UNIT:
            problems.append(_unreadable(EventCode.NOT_POINTS, form, name, _LARGEST_POINTS))
    return scores, left


def _whole(
    form: Form, name: str, problems: list[NotDone], unit: int, most: int, code: EventCode | None = None
) -> int | None:
    """Return a whole number of a form, None where nothing stands; what is no such number is noted."""
    typed = form.one(name)
    if not typed:
        return None
    found = _read_number(typed)
    if found is not None and not found % unit and abs(found) <= most:
        return found
    code = code or (EventCode.NOT_POINTS if unit > 1 else EventCode.NOT_A_COUNT)
    problems.append(_unreadable(code, form, name, most))
    return None


def _unreadable(code: EventCode, form: Form, name: str, most: int) -> NotDone:
    typed = form.one(name)[:20]
    return refusal(code, name, found=typed, what=_phrase_of_field(name), unit=_UNIT, most=most)


def _read_number(text: str) -> int | None:
    """Return the whole number that a text says, however its thousands are set apart; None if it says none."""
    sign = -1 if text.startswith(_MINUS) else 1
    digits = text[1:] if text.startswith((*_MINUS, "+")) else text
    for gap in _GAPS:
        digits = digits.replace(gap, "")
    return sign * int(digits) if is_digits(digits) and len(digits) <= len(str(_LARGEST_POINTS)) else None


def _phrase_of_field(name: str) -> Phrase:
    """Return what people call a field: that of a seat with its wind."""
    if name[-1] not in "0123":
        return Phrase(key=f"event.results.{name}")
    return Phrase(key=f"event.results.of_{name[:-1]}", facts=(("wind", wind_word(int(name[-1]), 0)),))
