"""What is wrong with a question, or what the rules refuse: always a value, never a log line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.core.rules.ledger import Quoted
from referee.core.rules.problems import Problem
from referee.core.text.words import Speaker, with_field_named

if TYPE_CHECKING:
    from referee.core.rules.ruleset import Ruleset






def problem_said(problem: Problem, rules: Ruleset | None, speaker: Speaker) -> str:
    """Return what is wrong as a sentence, with the clause where a rule of ``rules`` decided."""
    said = with_field_named(speaker.say(problem.reason, problem.facts), problem.field, speaker.words)
    if rules is None or not problem.rule:
        return said
    clause = Quoted(text=rules.cite(problem.rule).clause)
    return speaker.say("page.cited", (("said", Quoted(text=said)), ("clause", clause)))
