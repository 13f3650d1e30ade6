"""The program names the addresses that the server answers at."""

from typing import Any

import pytest
from flask import Flask
from flask import url_for as by_flask

from referee.app.routes import PATHS, ROUTES, SERVED, url_for, value_in

HOSTILE = "a b%c?d#e&f=g+h\"<i>';:@!$(),*~東 é"
"""What a path may hold but the slash, which would begin another piece of it."""


def in_path(endpoint: str) -> dict[str, Any]:
    """Return a value for each name in the path of an endpoint."""
    pieces = [piece for piece in PATHS[endpoint].split("/") if value_in(piece)]
    return {value_in(piece): 7 if piece.startswith("<int:") else HOSTILE for piece in pieces}


@pytest.mark.parametrize("endpoint", PATHS)
def test_an_address_is_the_one_that_flask_gives(app: Flask, endpoint: str) -> None:
    """With and without fields, in alphabetical order, letter for letter; a field that is None is left out."""
    values = in_path(endpoint)
    fields: dict[str, Any] = {"a": 0, "b": HOSTILE + "/", "empty": "", "none": None, "名": "名"}
    with app.test_request_context():
        assert url_for(endpoint, **values) == by_flask(endpoint, **values)
        assert url_for(endpoint, **values, **fields) == by_flask(endpoint, **values, **fields)


def test_what_is_served_is_not_what_the_program_answers(app: Flask) -> None:
    """It is answered by the server's own handlers, at the same addresses."""
    answered = {rule.endpoint: rule.rule for rule in app.url_map.iter_rules()}

    assert not SERVED.keys() & {route.endpoint for route in ROUTES}
    assert answered | SERVED == answered
