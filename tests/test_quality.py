"""Everything that must be green beside the tests: style, types and who may import whom."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from referee.phone.lower import CORE

ROOT = Path(__file__).resolve().parent.parent
TOOLS = Path(sys.executable).parent
PURE = frozenset(
    {
        "__future__",
        "binascii",
        "collections",
        "csv",
        "dataclasses",
        "enum",
        "fractions",
        "functools",
        "hashlib",
        "html",
        "itertools",
        "json",
        "math",
        "types",
        "typing",
    }
)
"""What the core may use of the standard library: no files, no clock, no chance."""
PARTS = (*CORE, "tournament", "ask_event")
"""What goes to phones, and what is as pure but stays on the server."""
CORE_MODULES = sorted(path for part in PARTS for path in (ROOT / "referee" / part).rglob("*.py"))
OWN = ("referee.records", *(f"referee.{part}" for part in PARTS))
CHECKS = {
    "ruff check": ["ruff", "check", "."],
    "ruff format": ["ruff", "format", "--check", "."],
    "mypy": ["mypy", "--strict", "referee", "tests"],
    "import contracts": ["lint-imports"],
}


@pytest.mark.parametrize("command", CHECKS.values(), ids=CHECKS.keys())
def test_check_is_green(command: list[str]) -> None:
    """The tool finds nothing to complain about."""
    tool = [str(TOOLS / command[0]), *command[1:]]

    done = subprocess.run(tool, cwd=ROOT, capture_output=True, text=True, check=False)  # noqa: S603

    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("module", CORE_MODULES, ids=lambda path: f"{path.parent.stem}-{path.stem}")
def test_the_core_is_pure(module: Path) -> None:
    """It imports other parts of the core, or pure parts of the standard library."""
    imported = {name for node in ast.walk(ast.parse(module.read_text("utf-8"))) for name in imported_by(node)}

    foreign = {name for name in imported if not name.startswith(OWN) and name.split(".")[0] not in PURE}

    assert foreign == set()


def imported_by(node: ast.AST) -> list[str]:
    """Return the modules that a statement imports."""
    match node:
        case ast.Import():
            return [alias.name for alias in node.names]
        case ast.ImportFrom():
            return [node.module or "."]
        case _:
            return []
