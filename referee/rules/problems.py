"""What is wrong with a question, or what the rules refuse: always a value, never a log line."""

from __future__ import annotations

from enum import StrEnum

from referee.records import dataclass
from referee.rules.ledger import Facts, Quoted


class Code(StrEnum):
    """The stable codes of errors and refusals."""

    NOT_JSON = "not_json"
    UNKNOWN_ASK = "unknown_ask"
    UNKNOWN_RULESET = "unknown_ruleset"
    UNKNOWN_OPTION = "unknown_option"
    UNKNOWN_FIELD = "unknown_field"
    MISSING_FIELD = "missing_field"
    WRONG_TYPE = "wrong_type"
    OUT_OF_RANGE = "out_of_range"
    IMPOSSIBLE = "impossible"
    TOO_LARGE = "too_large"
    TWO_HAN_MINIMUM = "two_han_minimum"
    DEAD_HAND_CANNOT_WIN = "dead_hand_cannot_win"
    DEAD_HAND_NOT_TENPAI = "dead_hand_not_tenpai"
    RIICHI_NOT_ALLOWED = "riichi_not_allowed"
    ABORT_NOT_ALLOWED = "abort_not_allowed"
    HEAD_BUMP = "head_bump"
    TRIPLE_RON_ABORTS = "triple_ron_aborts"
    NAGASHI_NOT_ALLOWED = "nagashi_not_allowed"
    GAME_OVER = "game_over"
    NOT_COVERED = "not_covered"
    RIICHI_MUST_BE_TENPAI = "riichi_must_be_tenpai"


@dataclass(frozen=True, kw_only=True, slots=True)
class Problem:
    """One problem: its code, the path of the field, the sentence, and the rule that refuses, if it is a rule."""

    code: StrEnum
    field: str
    reason: str
    facts: Facts = ()
    rule: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class NotDone:
    """Nothing happened: everything that was wrong."""

    problems: tuple[Problem, ...]


def not_done(field: str, reason: str, facts: Facts = (), code: Code = Code.IMPOSSIBLE, rule: str = "") -> NotDone:
    """Return a refusal of one problem."""
    named: Facts = (("field", Quoted(text=field)), *facts)
    return NotDone(problems=(Problem(code=code, field=field, reason=reason, facts=named, rule=rule),))
