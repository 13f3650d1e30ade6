"""What is wrong with a list or a table that was pasted or sent as a file, as sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.rules.table import Quoted

if TYPE_CHECKING:
    from collections.abc import Iterable

    from referee.app.asked import Asked
    from referee.app.form import Form
    from referee.texts.words import Speaker
    from referee.tournament.formats.sheets import Problem


UNREADABLE = "\ufffd"
"""What stands in a text in place of what is not UTF-8."""


def problem_lines(asked: Asked, problems: Iterable[Problem]) -> tuple[str, ...]:
    """Return one sentence for each problem, each with its line where it has one."""
    return tuple(problem_text(each, asked.speaker) for each in problems)


def pasted_text(form: Form) -> str:
    """Return a table as it was pasted, else as it came as a file, to the letter: a tab in front of it is a cell."""
    texts = [value for name, value in form.pairs if name in ("text", "file") and value.strip()]
    return texts[0] if texts else ""


def problem_text(problem: Problem, speaker: Speaker) -> str:
    """Return what is wrong with a file as a sentence, with the line where it is in one."""
    key = "missing_cell" if problem.trouble == "missing" and not problem.found else problem.trouble
    facts = (("column", problem.column), ("found", problem.found), ("allowed", problem.allowed))
    sentence = speaker.say(f"file.{key}", tuple([(name, Quoted(text=text)) for name, text in facts]))
    if problem.line == 0:
        return sentence
    return speaker.say("file.at_line", (("line", problem.line), ("said", Quoted(text=sentence))))
