"""The README's commands, its unit and its container are the real ones."""

import configparser
import json
import re
import shlex
import tomllib
from pathlib import Path

import pytest

from referee.cli import parser
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


def block(language: str, holding: str) -> str:
    """Return the README's block of this language that holds a text."""
    blocks = re.findall(rf"^( *)```{language}\n(.*?)^ *```", README.read_text("utf-8"), re.DOTALL | re.MULTILINE)
    return next(str(text) for _, text in blocks if holding in text)


def unit() -> configparser.ConfigParser:
    """Return the systemd unit, whose names tell capitals apart."""
    read = configparser.ConfigParser()
    read.optionxform = str  # type: ignore[assignment, method-assign]
    read.read_string(block("ini", "[Service]"))
    return read


def told_to_referee() -> list[list[str]]:
    """Return the arguments of every `referee` command: pasted ones, the unit's, the container's."""
    pasted = re.findall(
        r"^ *(?:\.venv|/opt/referee)/bin/referee (.*?)(?: *[#>].*)?$", README.read_text("utf-8"), re.MULTILINE
    )
    container = re.search(r"^CMD (.*)$", block("sh", "FROM"), re.MULTILINE)
    assert container is not None
    _, *started = json.loads(container[1])
    return [*map(shlex.split, pasted), unit()["Service"]["ExecStart"].split()[1:], started]


@pytest.mark.parametrize("arguments", told_to_referee(), ids=" ".join)
def test_every_command_is_one_that_the_program_knows(arguments: list[str]) -> None:
    """An option that was renamed would end with a usage message."""
    parser().parse_args(arguments)


def test_the_unit_may_write_where_it_is_told_to() -> None:
    """The rest of the disk is read-only for it."""
    service = unit()["Service"]
    found = parser().parse_args(service["ExecStart"].split()[1:])

    assert found.db.parent == Path("/var/lib") / service["StateDirectory"]
    assert str(found.backup) == service["ReadWritePaths"]
    assert (
        Path(service["Environment"].removeprefix("XDG_CACHE_HOME=")) == Path("/var/cache") / service["CacheDirectory"]
    )


def test_the_unit_has_room_for_what_is_only_for_a_moment() -> None:
    """Large questions and a database that is written anew pass through /tmp, which is read-only otherwise."""
    service = unit()["Service"]

    assert (service["ProtectSystem"], service["PrivateTmp"]) == ("strict", "yes")


def test_the_unit_is_started_again_for_as_long_as_it_takes() -> None:
    """Five starts within ten seconds would be the last: a disk for copies may come later than that."""
    service = unit()["Service"]

    assert (service["Restart"], 5 * int(service["RestartSec"]) > 10) == ("on-failure", True)


def test_a_container_is_built_from_what_the_wheel_is_made_of() -> None:
    """Score sheets that lie in the copy of the repository would stay in the image for ever."""
    ignored = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    wheel = project["tool"]["hatch"]["build"]["targets"]["wheel"]
    needed = {*wheel["packages"], *wheel["force-include"], *project["project"]["license-files"]}
    needed |= {project["project"]["readme"], "pyproject.toml"}

    assert ignored[1] == "*"
    assert {line.removeprefix("!") for line in ignored if line.startswith("!")} == {
        Path(path).parts[0] for path in needed
    }
