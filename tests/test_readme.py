"""The README's two commands are the real ones."""

import re
import shlex
from pathlib import Path

from referee.commands.rulesets import run_check

ROOT = Path(__file__).resolve().parent.parent
README = ROOT / "README.md"
CI = ROOT / ".ci" / "run"


def commands() -> list[str]:
    """Return the README's pasteable lines: those that make the environment first."""
    return [line for line in README.read_text("utf-8").splitlines() if line.startswith("python3 -m venv ")]


def test_there_are_two_commands() -> None:
    """One starts the app, one runs everything that must be green; each does all its own set-up."""
    start, test = commands()

    assert start.endswith("referee serve")
    assert test.endswith("pytest")


def test_continuous_integration_runs_the_test_command() -> None:
    """`.ci/run` is executable and its last line is exactly the README's test command."""
    lines = CI.read_text("utf-8").splitlines()

    assert lines[-1] == commands()[1]
    assert CI.stat().st_mode & 0o111


def test_commands_are_plain_shell() -> None:
    """Each command can be pasted as it is: it parses, and chains its steps so that a failed one stops."""
    for command in commands():
        assert "&&" in shlex.split(command)


def test_the_example_ruleset_can_be_played_with(tmp_path: Path) -> None:
    """The ruleset that the README shows passes `referee check` as it stands there."""
    example = re.search(r"```toml\n(.*?)```", README.read_text("utf-8"), re.DOTALL)
    assert example is not None
    file = tmp_path / "riverside.toml"
    file.write_text(example[1], "utf-8")

    assert run_check(file, []) == 0


def test_the_pictures_are_there() -> None:
    """The README's pictures exist, and none lies there that it does not show."""
    shown = re.findall(r"!\[[^]]+\]\(([^)]+)\)", README.read_text("utf-8"))

    assert sorted(ROOT / path for path in shown) == sorted((ROOT / "static" / "readme").iterdir())
