"""Modules become one in which every name means what it meant in its module."""

import ast
from collections.abc import Mapping
from typing import Any

import pytest

from referee.phone.link import linked, module_of
from referee.phone.lower import stripped

MODULES = {
    "referee.seats": """
LIMIT = 4
Seat = int
def found(seat, limit=LIMIT):
    return seat % limit
def unique(seat):
    return found(seat) + 1
""",
    "referee.desk.opened": """
from referee.seats import Seat, found
class Table:
    limit = 2
    def __init__(self, seat):
        self.seat = seat
    def found(self):
        return found(self.seat)
Desk = Table
""",
    "referee.desk": """
from referee.desk.opened import Desk
from referee.seats import unique as one_more
__all__ = ["Desk", "one_more"]
""",
    "referee.app.play": """
from referee import desk
from referee.desk import one_more
LIMIT = 3
def found(seat):
    Desk = desk.Desk(seat)
    return (one_more(seat), Desk.found(), LIMIT, Desk.limit)
def hidden(found, LIMIT):
    return (lambda found: found)(LIMIT) + found
def walked(seats):
    found = [LIMIT for LIMIT in seats]
    return [found for found in found] + [each for each in seats if each < LIMIT]
def matches(told):
    match told:
        case (LIMIT, found):
            return LIMIT + found
""",
    "referee.host": """
from referee.app import play
from referee.app.play import found as found_there
def found(seat):
    return found_there(seat)
def hidden():
    play = "a text"
    return play.upper()
def all_of_it():
    return (play.found(5), play.hidden(1, 2), play.walked([1, 2, 9]), play.matches((6, 7)), hidden())
""",
}


def run(modules: Mapping[str, str], fixed: tuple[str, ...] = ()) -> dict[str, Any]:
    """Return the names of a program that was linked of these modules."""
    made = [module_of(name, source, stripped(source)) for name, source in modules.items()]
    trees = linked(made, kept=("referee.host",), fixed=fixed)
    found: dict[str, Any] = {}
    exec("\n".join(ast.unparse(ast.fix_missing_locations(tree)) for tree in trees.values()), found)  # noqa: S102 a test
    return found


def test_names_mean_what_they_meant() -> None:
    """Through doors, under other names, behind a function's own, and as a part of another module."""
    program = run(MODULES)
    assert program["found"](5) == ((2, 1, 3, 2))
    assert program["all_of_it"]() == ((2, 1, 3, 2), 3, [1, 2, 9, 1, 2], 13, "A TEXT")


def test_only_what_clashes_is_called_otherwise() -> None:
    """What is asked for keeps its name; so does what nobody else has."""
    program = run(MODULES)
    assert {"found", "unique", "walked", "found_of_app_play", "found_of_seats"} <= set(program)
    assert run(MODULES, fixed=("unique",))["unique_of_seats"](5) == 2


@pytest.mark.parametrize(
    ("source", "what"),
    [
        ("from referee.seats import nobody", "referee.seats has no nobody"),
        ("from referee.web.app import create_app", "referee.web.app is not linked"),
    ],
)
def test_what_is_not_there_is_refused(source: str, what: str) -> None:
    """A name that only the server has would be missed in the middle of a game."""
    with pytest.raises(ValueError, match=what):
        run(MODULES | {"referee.host": source})
