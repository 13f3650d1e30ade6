"""What is wrong with a file, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.rules.ledger import Quoted

if TYPE_CHECKING:
    from referee.texts.words import Speaker
    from referee.tournament.formats.sheets import Problem


def problem_text(problem: Problem, speaker: Speaker) -> str:
    """Return what is wrong with a file as a sentence, with the line where it is in one."""
    key = "missing_cell" if problem.trouble == "missing" and not problem.found else problem.trouble
    told = (("column", problem.column), ("found", problem.found), ("allowed", problem.allowed))
    said = speaker.say(f"file.{key}", tuple([(name, Quoted(text=text)) for name, text in told]))
    if problem.line == 0:
        return said
    return speaker.say("file.at_line", (("line", problem.line), ("said", Quoted(text=said))))
