"""The question `signal`: how many hands are left when time is called."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.ask.settle import read_book, read_variant, rules_asked_for
from referee.rules.choices import TimeLimit
from referee.texts.codec import Record, record

if TYPE_CHECKING:
    from referee.rules.ruleset import Time
    from referee.texts.library import Library
    from referee.texts.reader import Reader
    from referee.texts.words import Speaker

SIGNAL_FIELDS = ("running",)


def signal_result(reader: Reader, speaker: Speaker, library: Library) -> Record | None:
    """Return how many hands may still be played after the signal, the running one included; null without a limit."""
    book = read_book(reader, library)
    rules = rules_asked_for(book, read_variant(reader, book))
    running = reader.flag("running") if reader.required("running") else None
    if running is None and "running" in reader.fields:
        reader.wrong_type("running", reader.fields["running"], "type.boolean")
    if reader.problems or rules is None:
        return None
    if rules.time.limit is TimeLimit.NONE:
        return record(("hands_left", None), ("text", speaker.say("rule.time.limit.none")))
    left = rules.time.running if running else rules.time.between
    return record(("hands_left", left), ("text", signal_text(left, rules.time, speaker, running=bool(running))))


def signal_text(left: int, time: Time, speaker: Speaker, *, running: bool) -> str:
    """Return what players are told at the signal."""
    more = left - 1 if running else left
    key = "signal.running" if running else "signal.between"
    return speaker.say(key if more else f"{key}_last", (("more", more), ("minutes", time.minutes)))
