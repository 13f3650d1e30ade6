"""A browser at an event, and its forms filled in and sent."""

import re

from flask import Flask
from flask.testing import FlaskClient

from referee.desk_event.links import make_link
from referee.tournament.events import Role
from tests.tournaments import Hall


def browser(app: Flask, hall: Hall, role: Role) -> FlaskClient:
    """Return a browser that holds a link for this role."""
    client = app.test_client()
    if role != Role.PUBLIC:
        token = hall.token if role == Role.ORGANISER else make_link(hall.event_desk, hall.order(), role)
        assert client.get(f"/in/{token}").status_code == 303
    return client


def command_in(text: str) -> str:
    """Return the id that a form carries."""
    found = re.search(r'name="command_id" value="([^"]+)"', text)
    assert found is not None
    return found[1]


def expected_in(text: str) -> str:
    """Return the entry that a form was drawn from."""
    found = re.search(r'name="expected" value="(\d+)"', text)
    assert found is not None
    return found[1]


def send(client: FlaskClient, hall: Hall, page: str, to: str, **fields: str) -> tuple[int, str]:
    """Fill in the form of a page and send it; return status and answer."""
    shown = client.get(f"/e/{hall.id}/{page}").text
    carried = {"command_id": command_in(shown), "expected": expected_in(shown) if "expected" in shown else ""}
    response = client.post(f"/e/{hall.id}/{to}", data=carried | fields)
    return response.status_code, response.text
