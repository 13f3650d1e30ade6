"""HTML stands in templates alone, and what a template prints is always escaped; styles say everything once."""

import ast
import re
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
MODULES = sorted((ROOT / "referee").rglob("*.py"))
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
SHEETS = sorted([*(ROOT / "static" / "css").glob("*.css"), *(ROOT / "static" / "events").glob("*.css")])
PIECE_OF_PATH = re.compile(r"/<[\w:]+>|^<int:$")
"""A value in the address of a route."""
TAG = re.compile(r"<[a-zA-Z!/]|[a-zA-Z\"']/?>")
UNESCAPED = re.compile(r"\|\s*safe\b|autoescape(?!=True)|\bMarkup\b")
"""What takes a text for HTML, or might."""

Rule = tuple[tuple[str, ...], str]
"""The conditions and the selectors of a rule, the outermost first, and its declarations."""


def texts_in(module: Path) -> list[str]:
    """Return the texts of a module that are no docstrings."""
    tree = ast.parse(module.read_text("utf-8"))
    known = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    found = [node for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in known]
    return [node.value for node in found if isinstance(node.value, str)]


@pytest.mark.parametrize("module", MODULES, ids=lambda path: f"{path.parent.stem}-{path.stem}")
def test_no_text_of_the_program_holds_a_tag(module: Path) -> None:
    """Error pages and pictures are drawn by templates like everything else."""
    assert [text for text in texts_in(module) if TAG.search(PIECE_OF_PATH.sub("", text))] == []


def test_what_is_printed_is_escaped() -> None:
    """No template and no module calls a text safe."""
    files = {file.relative_to(ROOT).as_posix(): file.read_text("utf-8") for file in (*MODULES, *TEMPLATES)}
    assert {name: found[0] for name, text in files.items() if (found := UNESCAPED.search(text))} == {}


def rules_of(sheet: Path) -> list[Rule]:
    """Return the rules of a style sheet."""
    text = re.sub(r"/\*.*?\*/", "", sheet.read_text("utf-8"), flags=re.DOTALL)
    found, within, written = [], list[str](), ""
    for letter in text:
        if letter == "{":
            within, written = [*within, " ".join(written.split())], ""
        elif letter == "}":
            if written.strip():
                found.append((tuple(within), " ".join(written.split())))
            within, written = within[:-1], ""
        else:
            written += letter
    return found


def test_no_style_is_said_twice() -> None:
    """Neither the same rule in two sheets, nor two rules of one sheet for the same elements on the same condition."""
    rules = {sheet.name: rules_of(sheet) for sheet in SHEETS}
    assert all(rules.values())
    every = Counter(rule for sheet in rules.values() for rule in sheet)
    assert [rule for rule, count in every.items() if count > 1] == []
    elements = Counter((name, *within) for name, sheet in rules.items() for within, _ in sheet)
    assert [each for each, count in elements.items() if count > 1] == []


def test_tiles_are_faced_by_their_sprite() -> None:
    """No tile has a rule of its own: its rank and its suit say which part of the picture is shown."""
    suits = re.compile(r"art--([0-9][mpsz])\b")
    assert [sheet.name for sheet in SHEETS if suits.search(sheet.read_text("utf-8"))] == []


CLASSES = re.compile(r'\bclass="([^"]*)"')
WORKED_OUT = re.compile(r"\{%.*?%\}|\{\{.*?\}\}", re.DOTALL)
OPEN = "…"
"""What stands where the rest of a class is worked out."""
SELECTOR = re.compile(r"\.([a-zA-Z][\w-]*)")
SCRIPT_TEXT = re.compile(r"\"[^\"\n]*\"|`[^`]*`")
FOR_TESTS = frozenset({"row--waiting"})
"""Classes by which only tests find something."""


def classes_in(template: Path) -> set[str]:
    """Return the classes that a template gives, each as far as it is written out."""
    texts = CLASSES.findall(template.read_text("utf-8"))
    plain = [WORKED_OUT.sub(lambda found: " " if found[0].startswith("{%") else OPEN, text) for text in texts]
    return {name for text in plain for name in text.split() if not name.startswith(OPEN)}


def classes_read() -> set[str]:
    """Return the classes that styles name, and the words in the texts of scripts."""
    scripts = [file.read_text("utf-8") for name in ("js", "events") for file in (ROOT / "static" / name).rglob("*.js")]
    texts = " ".join(found for script in scripts for found in SCRIPT_TEXT.findall(script))
    styled = {name for sheet in SHEETS for name in SELECTOR.findall(sheet.read_text("utf-8"))}
    return styled | set(re.findall(r"[\w-]+", texts))


def test_every_class_has_a_style_or_a_script() -> None:
    """A class that nothing looks at is not given."""
    read = classes_read()

    def is_read(name: str) -> bool:
        begins, is_open, _ = name.partition(OPEN)
        return any(each.startswith(begins) for each in read) if is_open else name in read

    given = {template.relative_to(ROOT).as_posix(): classes_in(template) for template in TEMPLATES}
    assert any(OPEN in name for names in given.values() for name in names)
    unread = {name: {each for each in names - FOR_TESTS if not is_read(each)} for name, names in given.items()}
    assert {name: names for name, names in unread.items() if names} == {}
