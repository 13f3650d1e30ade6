"""Which branches of the rules their tests take; those that nothing can take are named in pyproject.toml, with why."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.benchmarks.figures import Figure

TESTS = (
    "tests/rules",
    "tests/judgements",
    "tests/tiles/test_examples.py",
    "tests/tiles/test_score_questions.py",
    "tests/tiles/test_yaku_ticks.py",
    "tests/rulings/test_ladders.py",
    "tests/rulings/test_ruling.py",
    "tests/rulings/test_totality.py",
    "tests/rulebook/test_broken.py",
    "tests/desk/test_playing.py",
)
"""What holds the rules against their sources, and what is refused."""
TIMED = "tests/rulings/test_totality.py::test_library_is_read_quickly"
"""Slower than it may be while every line is counted."""


def rules_figures() -> Iterator[Figure]:
    """Run the tests of the rules and say how many branches and lines they took, and each that they did not."""
    with TemporaryDirectory() as folder:
        data, report = f"--data-file={folder}/data", Path(folder, "report.json")
        tests = ("-m", "pytest", "-q", "-p", "no:cacheprovider", "--deselect", TIMED, *TESTS)
        coverage("run", "--branch", "--source=referee.rules", data, *tests)
        coverage("json", data, "-o", str(report))
        found = json.loads(report.read_text(encoding="utf-8"))
    total = found["totals"]
    yield Figure(
        what="branches of the rules that their tests take",
        measured=f"{total['covered_branches']:,} of {total['num_branches']:,}",
        wanted="all",
    )
    yield Figure(
        what="lines of the rules that their tests run",
        measured=f"{total['covered_lines']:,} of {total['num_statements']:,}",
        wanted="all",
    )
    for name, file in found["files"].items():
        if file["missing_lines"] or file["missing_branches"]:
            missed = f"lines {file['missing_lines']}, branches {file['missing_branches']}"
            yield Figure(what=name, measured=missed, wanted="none missing")


def coverage(*order: str) -> None:
    """Run coverage, which fails where a test fails."""
    subprocess.run((sys.executable, "-m", "coverage", *order), check=True, stdout=subprocess.DEVNULL)  # noqa: S603
