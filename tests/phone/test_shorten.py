"""A shortened program means what it meant: what callers and the rest of the program write keeps its name."""

import pytest

from referee.phone.lower import shortened
from tests.phone.test_lower import run

PROGRAM = """
SEATS = (0, 1, 2, 3)
def seat_of(seat):
    return seat
def sums(points, *, han=1, **more):
    total = sum([seat_of(seat=place) for place in points])
    for place in points:
        total, place = total + place, total
    def told(text, total=total):
        amount = len(text) + total
        return amount
    return told("a    b") + place + han + sum(more.values())
def shadowed(points):
    found = [SEATS for SEATS in points]
    return [found, SEATS, [list for list in (list(points),)]]
def caught(a):
    try:
        result = a[9]
    except IndexError as b:
        result = [b for b in a]
    return (lambda c, d=result: (c, d, (found := c), found))(1)
class Table:
    honba = 3
    def after(self, honba):
        counted = self.honba + honba
        self.honba = counted
        return self.honba
"""
CALLED = {"sums", "seat_of", "shadowed", "caught", "Table"}
ASKED = (
    "sums([1, 2], han=3, more=4), sums((5,), place=1, total=2)",
    "shadowed((7, 8)), seat_of(seat=2)",
    "caught((1, 2))",
    "Table().after(honba=2), Table.honba",
)


@pytest.mark.parametrize("asked", ASKED)
def test_it_means_the_same(asked: str) -> None:
    """Every answer is the same before and after."""
    assert run(shortened(PROGRAM, CALLED), f"result = ({asked})").result == run(PROGRAM, f"result = ({asked})").result


def test_it_is_shorter() -> None:
    """What a function keeps to itself is a letter, a step inwards is one space; a text keeps its own spaces."""
    text = shortened(PROGRAM, CALLED)

    assert "seat_of" in text
    assert "seat_of" not in shortened(PROGRAM, ())
    assert "a=self.honba+honba" in text
    assert "\n return seat\n" in text
    assert "'a    b'" in text
    assert len(text) < len(PROGRAM)


def test_what_is_called_from_outside_keeps_its_name() -> None:
    """Everything else that is known everywhere gets a shorter one, unless a function means something else by it."""
    text = (
        "import json\n"
        "def reply(text):\n return TABLE[double(many=2)](json, text)\n"
        "def double(many):\n value = many\n return value * SCALE.scale\n"
        "class Scale:\n scale = 2\n def value(self):\n  return self.scale\n"
        "SCALE = Scale()\nTABLE = {4: lambda module, value: module.loads(value)}\nvalue = 1\n"
    )
    short = shortened(text, {"reply"})

    assert [word for word in ("double", "SCALE", "Scale", "TABLE") if word in short] == []
    assert [word for word in ("reply", "json", "many", "scale", "value") if word not in short] == []
    assert run(short).reply("[1, 2]") == run(text).reply("[1, 2]") == [1, 2]
