"""Refusals in words, each with the clause that decided."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.core.text.problems import problem_said

if TYPE_CHECKING:
    from referee.app.asked import Asked
    from referee.core.rules.problems import Problem
    from referee.core.rules.ruleset import Ruleset


def sentences(asked: Asked, problems: tuple[Problem, ...], rules: Ruleset | None = None) -> tuple[str, ...]:
    """Return one sentence for each problem."""
    return tuple(problem_said(problem, rules, asked.speaker) for problem in problems)
