"""A phone is sent what its answers need, and nothing else."""

import pytest

from referee.core.pages.fragments import DRAWN_BY
from referee.phone.lower import program
from referee.phone.reached import reached
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
    kept = first_words(reached(PROGRAM, ["wanted"]))

    named = ["from collections import OrderedDict", "LOW, HIGH", "TABLE", "TABLE['b']", "OTHER"]
    assert kept == [*named, "def wanted", "def inner", "class Made", "UNUSED_BY_NAME"]


@pytest.mark.parametrize("name", ["phone_keep", "phone_keep_rules", "phone_keep_log"])
def test_what_a_phone_is_asked_is_kept(name: str) -> None:
    """The questions of a phone are all there; the interface for programs is not."""
    assert f"\ndef {name}(" in program()
    assert "\ndef answer(" not in program()


@pytest.mark.parametrize("name", sorted(DRAWN_BY))
def test_a_phone_is_sent_what_draws_its_fragments(name: str) -> None:
    """Their macros and what those call, but no whole page."""
    assert f"\ndef {function_of(*DRAWN_BY[name])}(" in program()
    assert "\ndef draw_base(" not in program()


def test_a_name_is_defined_once() -> None:
    """Of two functions of one name the phone would know the later alone; an import may stand twice."""
    with pytest.raises(ValueError, match="same name: wanted"):
        reached(PROGRAM + "wanted = 1\n", ["wanted"])
    assert reached("import json\nimport json\nx = json\n", ["x"]).count("import json") == 2
