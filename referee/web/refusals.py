"""Refusals in words, each with the clause that decided."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.web.language import speaker

if TYPE_CHECKING:
    from referee.core.problems import Problem
    from referee.core.ruleset import Ruleset


def sentences(problems: tuple[Problem, ...], rules: Ruleset | None = None) -> tuple[str, ...]:
    """Return one sentence for each problem."""
    return tuple(sentence(problem, rules) for problem in problems)


def sentence(problem: Problem, rules: Ruleset | None) -> str:
    """Return what is wrong, and the clause where a rule decided."""
    said = speaker().say(problem.reason, problem.facts)
    if rules is None or not problem.rule:
        return said
    return f"{said} ({rules.cites[problem.rule].clause})"
