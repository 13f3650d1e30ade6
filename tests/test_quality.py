"""Everything that must be green beside the tests: style, types and who may import whom."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from referee.phone.lower import CORE
from referee.rules import choices

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
MODULES = sorted(path for path in (ROOT / "referee").rglob("*.py") if not path.stem.startswith("__"))
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


THERE_IS_NONE = frozenset({"NONE", "NEVER", "UNCHANGED"})
"""How a choice says that a rulebook does not have a thing; whatever else it says, the thing is there."""
ACTS_ON_CHOICES = tuple(path for part in ("rules", "game") for path in sorted((ROOT / "referee" / part).rglob("*.py")))
NOT_OF_A_RULEBOOK = "Abort"
"""Names how a hand ended; a rulebook chooses among its members, not one of them."""


@pytest.mark.parametrize("module", ACTS_ON_CHOICES, ids=lambda path: f"{path.parent.stem}-{path.stem}")
def test_what_a_choice_means_is_matched_member_by_member(module: Path) -> None:
    """A member that is added is then told by the type checker wherever it has to mean something."""
    compared = (
        ast.unparse(part)
        for node in ast.walk(ast.parse(module.read_text("utf-8")))
        if isinstance(node, ast.Compare)
        for part in ast.walk(node)
        if is_member(part)
    )

    assert list(compared) == []


def is_member(part: ast.AST) -> bool:
    """Return whether a part of a comparison names a member of a choice, other than that there is none of it."""
    match part:
        case ast.Attribute(value=ast.Name(id=choice), attr=member):
            return hasattr(choices, choice) and choice != NOT_OF_A_RULEBOOK and member not in THERE_IS_NONE
        case _:
            return False


WRITTEN = re.compile(r"\b(phone_|render_|[A-Z]+\.update\b)")
"""What the lowering and the compiler of templates write calls these."""


@cache
def named_elsewhere() -> frozenset[str]:
    """Return the names that some module takes from another: imported, reached through it, or spelled in a text."""
    sources = (path.read_text("utf-8") for part in ("referee", "tests") for path in (ROOT / part).rglob("*.py"))
    return frozenset(name for source in sources for node in ast.walk(ast.parse(source)) for name in named_by(node))


def named_by(node: ast.AST) -> list[str]:
    """Return the names by which a node may mean what stands in another module."""
    match node:
        case ast.ImportFrom():
            return [alias.name for alias in node.names]
        case ast.Attribute():
            return [node.attr]
        case ast.Constant(value=str(text)):
            return re.findall(r"\w+", text) if WRITTEN.search(text) else [text.rpartition(".")[2]]
        case _:
            return []


def defined_in(module: ast.Module) -> Iterator[str]:
    """Yield the functions and constants of a module, without those that a decorator hands on to others."""
    for node in module.body:
        match node:
            case ast.FunctionDef(decorator_list=[] | [ast.Name(id="cache" | "contextmanager")]):
                yield node.name
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)) if name.isupper():
                yield name


@pytest.mark.parametrize("module", MODULES, ids=lambda path: f"{path.parent.stem}-{path.stem}")
def test_what_only_its_module_needs_starts_with_an_underscore(module: Path) -> None:
    """Whoever opens a module sees by the names what others stand on, and takes nothing else from it."""
    tree = ast.parse(module.read_text("utf-8"))
    assert [name for name in defined_in(tree) if not name.startswith("_") and name not in named_elsewhere()] == []
    taken = (alias.name for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) for alias in node.names)
    assert [name for name in taken if name.startswith("_")] == []


def imported_by(node: ast.AST) -> list[str]:
    """Return the modules that a statement imports."""
    match node:
        case ast.Import():
            return [alias.name for alias in node.names]
        case ast.ImportFrom():
            return [node.module or "."]
        case _:
            return []
