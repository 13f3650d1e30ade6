"""Every kind of question: those of the rules, and those of events, which may be larger."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from referee.ask import api
from referee.ask.api import FRAME, Kinds, parsed, refused
from referee.ask.settle import read_book, read_variant, rules_asked_for
from referee.ask_event.draws import CHECK_FIELDS, DRAW_FIELDS, check_result, draw_result
from referee.ask_event.standings import STANDINGS_FIELDS, standings_result
from referee.rules.choices import TimeLimit
from referee.rules.table import Code
from referee.texts.codec import Record, json_text, record
from referee.tournament.search import always

if TYPE_CHECKING:
    from referee.rules.ruleset import Time
    from referee.texts.codec import Record
    from referee.texts.reader import Fields, Reader
    from referee.texts.words import Library, Speaker
    from referee.tournament.policy import Policies
    from referee.tournament.search import Wanted


LARGEST = 2 * 1024 * 1024
"""How many characters a question about an event may have."""

_SIGNAL_FIELDS = ("running",)

_KINDS = {"standings": STANDINGS_FIELDS, "draw": DRAW_FIELDS, "check_draw": CHECK_FIELDS, "signal": _SIGNAL_FIELDS}
"""The kinds of questions about events, each with its own fields."""


OVER_HTTP = ("standings", "check_draw", "signal")
"""The kinds that anybody may ask a server."""
DRAW = "draw"
"""What a server is asked by organisers only, one at a time."""


def answer(question: str, library: Library, policies: Policies, ask: str | None = None, wanted: Wanted = always) -> str:
    """Return the answer to a question of any kind, both as JSON text; ``ask`` is what an address says.

    Raise ``Stopped`` where a draw is not ``wanted`` any more while it is made.
    """
    kinds = _kinds_at(ask)
    if ask not in (None, *kinds) or not (ask or any(kind in question for kind in kinds)):
        return api.answer(question, library, ask, (*api.KIND_NAMES, *kinds))
    if len(question) > LARGEST:
        return refused(Code.TOO_LARGE, "error.too_large_event", library)
    try:
        fields = parsed(question)
    except RecursionError:
        return refused(Code.TOO_LARGE, "error.too_large_event", library)
    if fields is None:
        return refused(Code.NOT_JSON, "error.not_json", library)
    if ask is None and fields.get("ask") not in kinds:
        return api.answer(question, library, ask, (*api.KIND_NAMES, *kinds))
    return json_text(answered(fields, library, policies, ask, wanted))


def _kinds_at(ask: str | None) -> tuple[str, ...]:
    """Return the kinds of questions about events that can be asked at an address, or on the command line."""
    return tuple(_KINDS) if ask in (None, DRAW) else OVER_HTTP


def answered(fields: Fields, library: Library, policies: Policies, ask: str | None, wanted: Wanted = always) -> Record:
    """Return the answer to a question that is a JSON object."""
    named = (*api.KIND_NAMES, *_kinds_at(ask))
    kinds = Kinds(named=named, known=named, result_of=partial(result_of, policies=policies, wanted=wanted))
    return api.answered(fields, library, ask, kinds)


def result_of(
    kind: str, reader: Reader, speaker: Speaker, library: Library, policies: Policies, wanted: Wanted = always
) -> Record | None:
    """Return the result of a question, or None when problems were noted."""
    if kind not in _KINDS:
        return api.result_of(kind, reader, speaker, library)
    reader.only((*FRAME, *_KINDS[kind]))
    match kind:
        case "standings":
            return standings_result(reader, speaker, library, policies)
        case "draw":
            return draw_result(reader, wanted)
        case "check_draw":
            return check_result(reader, speaker)
        case _:
            return _signal_result(reader, speaker, library)


def _signal_result(reader: Reader, speaker: Speaker, library: Library) -> Record | None:
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
    return record(("hands_left", left), ("text", _signal_text(left, rules.time, speaker, running=bool(running))))


def _signal_text(left: int, time: Time, speaker: Speaker, *, running: bool) -> str:
    more = left - 1 if running else left
    key = "signal.running" if running else "signal.between"
    return speaker.say(key if more else f"{key}_last", (("more", more), ("minutes", time.minutes)))
