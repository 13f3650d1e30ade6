"""Refusals in words, each with the clause that decided."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.core.text.words import with_field_named
from referee.web.language import say, speaker

if TYPE_CHECKING:
    from referee.core.rules.ruleset import Ruleset
    from referee.core.text.problems import Problem


def sentences(problems: tuple[Problem, ...], rules: Ruleset | None = None) -> tuple[str, ...]:
    """Return one sentence for each problem."""
    return tuple(sentence(problem, rules) for problem in problems)


def sentence(problem: Problem, rules: Ruleset | None) -> str:
    """Return what is wrong, and the clause where a rule decided."""
    words = speaker()
    said = with_field_named(words.say(problem.reason, problem.facts), problem.field, words.words)
    if rules is None or not problem.rule:
        return said
    return say("page.cited", said=said, clause=rules.cites[problem.rule].clause)
