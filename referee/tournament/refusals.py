"""Why something is not done in an event: each reason has a code, and a sentence of the same name."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from referee.rules.table import NotDone, Phrase, Problem, Quoted

if TYPE_CHECKING:
    from collections.abc import Iterable


class EventCode(StrEnum):
    """The stable codes of what is refused in an event."""

    PEOPLE_NOT_FOUR = "people_not_four"
    DUPLICATE_NUMBER = "duplicate_number"
    UNKNOWN_NUMBER = "unknown_number"
    DRAW_INCOMPLETE = "draw_incomplete"
    DRAW_STARTED = "draw_started"
    DRAW_BUSY = "draw_busy"
    DRAW_STOPPED = "draw_stopped"
    NOT_SEATED = "not_seated"
    ROUND_NOT_PUBLISHED = "round_not_published"
    ROUND_NOT_DRAWN = "round_not_drawn"
    ROUND_NOT_RUNNING = "round_not_running"
    ROUND_STARTED_ALREADY = "round_started_already"
    ROUND_OPEN = "round_open"
    RULES_FROZEN = "rules_frozen"
    SWISS_NEEDS_RESULTS = "swiss_needs_results"
    NOT_ALLOWED = "not_allowed"
    NOT_YOUR_TABLE = "not_your_table"
    NOT_THIS_ROUND = "not_this_round"
    SCAN_AGAIN = "scan_again"
    LINK_REVOKED = "link_revoked"
    LAST_ORGANISER_LINK = "last_organiser_link"
    EXTRA_TIME_LIMIT = "extra_time_limit"
    SIGNAL_GIVEN = "signal_given"
    SIGNAL_NOT_GIVEN = "signal_not_given"
    CLOCK_STANDS = "clock_stands"
    CLOCK_RUNS = "clock_runs"
    SUM_WRONG = "sum_wrong"
    PLACES_ONLY = "places_only"
    WRONG_MODE = "wrong_mode"
    RESULT_EXISTS = "result_exists"
    RESULT_MISSING = "result_missing"
    SHEET_CHANGED = "sheet_changed"
    SUBSTITUTE_PLAYS = "substitute_plays"
    LATE_MINUTES = "late_minutes"
    NOT_AGREED = "not_agreed"
    NOT_POINTS = "not_points"
    PENALTY_POINTS = "penalty_points"
    PENALTY_GONE = "penalty_gone"
    NOT_A_COUNT = "not_a_count"
    REASON_MISSING = "reason_missing"
    NOTHING_CHANGED = "nothing_changed"
    EVENT_CLOSED = "event_closed"
    EVENT_OPEN = "event_open"
    STILL_PLAYING = "still_playing"
    PLAYS_FOR_OTHERS = "plays_for_others"
    IN_A_DRAW = "in_a_draw"
    TOO_LARGE = "too_large"
    NAME_MISSING = "name_missing"
    NAME_UNREADABLE = "name_unreadable"


_SOMEBODY = Phrase(key="event.who.somebody")


def refusal(code: EventCode, field: str = "", **facts: int | str | Phrase) -> NotDone:
    """Return a refusal of one problem; its facts are numbers, phrases, and texts as they were typed."""
    given = tuple(
        [(name, fact if isinstance(fact, int | Phrase) else Quoted(text=fact)) for name, fact in facts.items()]
    )
    named = (("field", Quoted(text=field)), *given)
    return NotDone(problems=(Problem(code=code, field=field, reason=f"event.refused.{code}", facts=named),))


def result_exists(tables: str, who: str | Phrase = _SOMEBODY) -> NotDone:
    """Return that results stand already, and who entered them where that is known."""
    return refusal(EventCode.RESULT_EXISTS, "table", table=tables, who=who)


def all_refusals(refusals: Iterable[NotDone | None]) -> NotDone | None:
    """Return several refusals as one, None where there are none."""
    problems = tuple([problem for each in refusals if each is not None for problem in each.problems])
    return NotDone(problems=problems) if problems else None


def listed(numbers: Iterable[int]) -> str:
    """Return numbers as they stand in a sentence."""
    return ", ".join([str(number) for number in numbers])
