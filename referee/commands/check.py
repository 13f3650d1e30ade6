"""The command ``referee check FILE``."""

from collections.abc import Sequence
from pathlib import Path

from referee.paths import rulesets_dir
from referee.rulebook import check


def run_check(path: Path, folders: Sequence[Path]) -> int:
    """Print what is right or wrong with a ruleset file; return 0 if it can be played with, else 1.

    The file may extend the shipped rulesets and those in ``folders``.
    """
    report = check(path, (rulesets_dir(), *folders))
    print(report)  # noqa: T201 - the command's answer
    return 1 if report.problems else 0
