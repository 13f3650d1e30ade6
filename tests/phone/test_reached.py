"""A phone is sent what its answers need, and nothing else."""

import pytest

from referee.app.answer import FRAGMENT_MACROS
from referee.paths import data_dir
from referee.phone.lower import ROOT, program, program_named, reachable
from referee.phone.templates import function_of

PROGRAM = """
import json
from collections import OrderedDict
LOW, HIGH = (1, 2)
TABLE = {'a': LOW}
TABLE['b'] = OTHER
OTHER = 5
UNUSED = OTHER
def wanted(value):
    unused = [each for each in value]
    return inner(unused, TABLE)
def inner(a, b=HIGH):
    return lambda: Made(a, b)
class Made:
    start = OrderedDict()
    def told(self):
        return UNUSED_BY_NAME
UNUSED_BY_NAME = 0
def unused(OTHER):
    return json.loads(OTHER)
class Unused(Made):
    pass
"""


def first_words(text: str) -> list[str]:
    """Return what each statement defines."""
    return [line.split(" = ")[0].split("(")[0].rstrip(":") for line in text.splitlines() if not line.startswith(" ")]


def test_what_is_not_needed_is_left_out() -> None:
    """Kept is what the wanted name leads to, in its order; a local name leads nowhere, whatever it is called."""
    kept = first_words(reachable(PROGRAM, ["wanted"]))

    named = ["from collections import OrderedDict", "LOW, HIGH", "TABLE", "TABLE['b']", "OTHER"]
    assert kept == [*named, "def wanted", "def inner", "class Made", "UNUSED_BY_NAME"]


@pytest.mark.parametrize("name", ["keep_assets", "keep_piece", "keep_rules", "keep_log", "respond"])
def test_what_a_phone_is_asked_is_kept(name: str) -> None:
    """What a phone's own program calls is all there under its name."""
    assert f"\ndef {name}(" in program()


def test_what_only_programs_ask_is_left_out() -> None:
    """The interface for programs, though it is a part of the core, which the phone's program is made of."""
    refusal = "error.not_json"
    assert refusal in (ROOT / "ask/api.py").read_text("utf-8")
    assert refusal not in program()


@pytest.fixture(scope="module")
def named() -> str:
    """Return the phone's program with the names that were written: making it costs seconds."""
    return program_named()


@pytest.mark.parametrize("macro", sorted(FRAGMENT_MACROS.values()))
def test_a_phone_is_sent_what_draws_its_fragments(named: str, macro: tuple[str, str]) -> None:
    """Their macros, for which no page has to ask."""
    assert f"\ndef {function_of(*macro)}(" in named


def test_a_phone_is_sent_every_page() -> None:
    """Whatever the server can draw whole, with the frame around it, but for what only the server shows.

    Rulebooks and pages of events are kept as drawn, and another version's phone is told to upgrade by nobody else.
    """
    folder = data_dir() / "templates"
    files = [file for file in folder.rglob("*.html") if file.parent.name != "_parts"]
    pages = {file.relative_to(folder).as_posix() for file in files}

    assert "base.html" in pages
    by_server = {page for page in pages if page.startswith(("rules/", "events/"))} | {"upgrade.html"}
    assert {page for page in pages if f"'{page}'" not in program()} == by_server


def test_a_name_is_defined_once() -> None:
    """Of two functions of one name the phone would know the later alone; an import may stand twice."""
    with pytest.raises(ValueError, match="same name: wanted"):
        reachable(PROGRAM + "wanted = 1\n", ["wanted"])
    assert reachable("import json\nimport json\nx = json\n", ["x"]).count("import json") == 2
